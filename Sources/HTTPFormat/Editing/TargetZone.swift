import Base

/// The lines of a request's target as tokens, so that one parameter can change and everything else is written back as
/// it was.
///
/// A disabled parameter is a comment line, `    # &name=value`, among the lines of the target: every tool that reads
/// queries on several lines reads it as a comment. Disabling a parameter in the middle of a line splits the line there;
/// order and index of all parameters stay. Enabled again, it keeps its line.
struct TargetZone: Hashable {
    enum Token: Hashable {
        /// Indent, method, the target before its query, a fragment, the HTTP version: never changed.
        case text([UInt8])
        /// `?`, `&`, or several of them.
        case separator([UInt8])
        case parameter([UInt8])
    }

    struct Line: Hashable {
        /// The line of the file, from 0; nil for a new line.
        package var source: Int?
        package var indent: [UInt8] = []
        /// `#` or `//` with the spaces after it; nil for an active line.
        var marker: [UInt8]?
        package var tokens: [Token]
        /// ` HTTP/1.1` with its leading spaces, and trailing spaces of the line.
        package var version: [UInt8] = []
        package var tail: [UInt8] = []

        package var bytes: [UInt8] {
            var result = indent + (marker ?? [])
            for token in tokens {
                switch token {
                case .text(let bytes), .separator(let bytes), .parameter(let bytes): result += bytes
                }
            }
            return result + version + tail
        }

        /// The `#top` at its end, or nil.
        package var fragment: [UInt8]? {
            guard case .text(let text)? = tokens.last, text.first == Byte.hash else { return nil }
            return text
        }

        var parameterIndices: [Int] {
            tokens.indices.filter { if case .parameter = tokens[$0] { true } else { false } }
        }

        /// True if the line has only separators and whitespace.
        var holdsNothing: Bool {
            tokens.allSatisfy { if case .separator = $0 { true } else { false } }
        }
    }

    /// The request line, its continuations, and the disabled parameters, in file order. Other comments between them are
    /// not included and never touched.
    var lines: [Line]

    // MARK: Reading

    init(_ request: SavedRequest, in document: HTTPDocument) {
        lines = document.bytes.withUnsafeBufferPointer { buffer in
            var lines: [Line] = []
            var hasQuestion = false
            var isEnded = false
            for index in request.line - 1..<request.lines.upperBound - 1 {
                let text = LineText(buffer, document.lines.content(index))
                switch document.kinds[index] {
                case .requestLine:
                    guard let parts = LineSyntax.requestLine(text) else { continue }
                    lines.append(
                        Self.line(text, target: parts.target, index, hasQuestion: &hasQuestion, isEnded: &isEnded))
                case .targetContinuation:
                    let target = LineSyntax.splitVersion(text.trimmed).target
                    lines.append(Self.line(text, target: target, index, hasQuestion: &hasQuestion, isEnded: &isEnded))
                case .disabledParameter:
                    lines.append(Self.disabled(text, index))
                default: continue
                }
            }
            return lines
        }
    }

    private static func line(
        _ text: LineText, target: LineText, _ index: Int, hasQuestion: inout Bool, isEnded: inout Bool
    ) -> Line {
        let trimmed = text.trimmed
        var line = Line(source: index, indent: Array(text.bytes[text.start..<trimmed.start]), tokens: [])
        line.tail = Array(text.bytes[trimmed.end..<text.end])
        line.version = Array(text.bytes[target.end..<max(trimmed.end, target.end)])
        if target.start > trimmed.start { line.tokens.append(.text(Array(text.bytes[trimmed.start..<target.start]))) }
        Self.append(target, to: &line.tokens, hasQuestion: &hasQuestion, isEnded: &isEnded)
        return line
    }

    private static func disabled(_ text: LineText, _ index: Int) -> Line {
        let trimmed = text.trimmed
        var line = Line(source: index, indent: Array(text.bytes[text.start..<trimmed.start]), tokens: [])
        line.tail = Array(text.bytes[trimmed.end..<text.end])
        guard let comment = LineSyntax.commentText(text), let parameter = LineSyntax.disabledParameter(comment) else {
            line.tokens = [.text(Array(text.bytes[trimmed.range]))]
            return line
        }
        line.marker = Array(text.bytes[trimmed.start..<parameter.start - 1])
        line.tokens = [
            .separator([text.bytes[parameter.start - 1]]), .parameter(Array(text.bytes[parameter.start..<trimmed.end])),
        ]
        return line
    }

    private static func append(
        _ target: LineText, to tokens: inout [Token], hasQuestion: inout Bool, isEnded: inout Bool
    ) {
        var start = target.start
        var index = target.start
        var isParameter = hasQuestion && !isEnded
        func flush(_ end: Int, _ tokens: inout [Token]) {
            guard end > start else { return }
            let bytes = Array(target.bytes[start..<end])
            tokens.append(isParameter ? .parameter(bytes) : .text(bytes))
        }
        let lastClose = target.lastIndex(of: "}}") ?? target.start
        while index < target.end {
            let byte = target.bytes[index]
            if byte == Byte.openBrace, let end = target.endOfReference(at: index, lastClose: lastClose) {
                index = end
                continue
            }
            if !isEnded, byte == Byte.hash {
                flush(index, &tokens)
                isEnded = true
                isParameter = false
                start = index
            } else if !isEnded, byte == Byte.questionMark && !hasQuestion || byte == Byte.ampersand && hasQuestion {
                flush(index, &tokens)
                hasQuestion = true
                isParameter = true
                if case .separator(let before)? = tokens.last, index > target.start {
                    tokens[tokens.count - 1] = .separator(before + [byte])
                } else {
                    tokens.append(.separator([byte]))
                }
                start = index + 1
            }
            index += 1
        }
        flush(target.end, &tokens)
    }

    // MARK: Parameters

    /// The positions of the parameters, in the order of `SavedRequest.parameters`.
    var places: [(line: Int, token: Int)] {
        lines.indices.flatMap { line in lines[line].parameterIndices.map { (line, $0) } }
    }

    var endsOnOneLine: Bool { lines.count == 1 }

    func parameter(_ index: Int) -> [UInt8]? {
        let places = places
        guard places.indices.contains(index),
            case .parameter(let bytes) = lines[places[index].line].tokens[places[index].token]
        else { return nil }
        return bytes
    }

    mutating func setParameter(_ index: Int, _ bytes: [UInt8]) {
        let place = places[index]
        lines[place.line].tokens[place.token] = .parameter(bytes)
    }

    /// Appends to the line if the target has only one, else on a new line with the indent of its neighbour.
    mutating func addParameter(_ bytes: [UInt8]) {
        let isSeparated = endsInSeparator(before: lines.count)
        let added: [Token] = (isSeparated ? [] : [.separator([Byte.ampersand])]) + [.parameter(bytes)]
        if endsOnOneLine {
            var end = lines[0].tokens.count
            if lines[0].fragment != nil { end -= 1 }
            lines[0].tokens.insert(contentsOf: added, at: end)
        } else {
            lines.append(Line(indent: indent, tokens: added))
        }
        repair()
    }

    mutating func removeParameter(_ index: Int) {
        let place = places[index]
        remove(place)
        repair()
    }

    mutating func toggleParameter(_ index: Int) {
        let place = places[index]
        guard case .parameter(let bytes) = lines[place.line].tokens[place.token] else { return }
        if lines[place.line].marker != nil {
            lines[place.line].marker = nil
            if endsInSeparator(before: place.line) { lines[place.line].tokens.removeFirst() }
        } else {
            switchOff(place, bytes)
        }
        repair()
    }

    private mutating func switchOff(_ place: (line: Int, token: Int), _ bytes: [UInt8]) {
        let line = lines[place.line]
        let isAlone =
            line.parameterIndices.count == 1
            && line.tokens.allSatisfy { if case .text = $0 { false } else { true } }
        if isAlone, place.line > 0 {
            lines[place.line].marker = [Byte.hash, Byte.space]
            lines[place.line].tokens = [.separator([Byte.ampersand]), .parameter(bytes)]
            moveVersion(from: place.line)
            return
        }
        // The line is split: the part before the parameter stays, the part after it moves to a line below.
        let indent = place.line > 0 ? line.indent : self.indent
        var before = Array(line.tokens[..<place.token])
        if case .separator? = before.last { before.removeLast() }
        let after = Array(line.tokens[(place.token + 1)...])
        var first = line
        first.tokens = before
        let off = Line(
            indent: indent, marker: [Byte.hash, Byte.space], tokens: [.separator([Byte.ampersand]), .parameter(bytes)])
        var added = [off]
        if !after.contains(where: { if case .parameter = $0 { true } else { false } }) {
            before += after
            first.tokens = before
        } else {
            var rest = Line(indent: indent, tokens: after)
            rest.version = first.version
            rest.tail = first.tail
            first.version = []
            first.tail = []
            added.append(rest)
        }
        if before.isEmpty {
            // Nothing is left of the line: the disabled parameter replaces it.
            added[0].source = line.source
            lines.replaceSubrange(place.line...place.line, with: added)
        } else {
            lines.replaceSubrange(place.line...place.line, with: [first] + added)
        }
    }

    private mutating func remove(_ place: (line: Int, token: Int)) {
        var tokens = lines[place.line].tokens
        tokens.remove(at: place.token)
        if place.token > 0, case .separator = tokens[place.token - 1] {
            tokens.remove(at: place.token - 1)
        } else if place.token < tokens.count, case .separator = tokens[place.token] {
            tokens.remove(at: place.token)
        }
        lines[place.line].tokens = tokens
        if place.line > 0, lines[place.line].holdsNothing {
            moveVersion(from: place.line)
            lines.remove(at: place.line)
        }
    }

    /// The version must end the last active line, or other tools cut the target there.
    private mutating func moveVersion(from line: Int) {
        let version = lines[line].version
        guard !version.isEmpty else { return }
        lines[line].version = []
        if let target = lines[..<line].lastIndex(where: { $0.marker == nil }) { lines[target].version = version }
    }

    /// True if the active target above a line ends in `?` or `&`, but for a fragment.
    private func endsInSeparator(before line: Int) -> Bool {
        guard let last = lines[..<line].last(where: { $0.marker == nil }) else { return false }
        let tokens = last.tokens.dropLast(last.fragment == nil ? 0 : 1)
        if case .separator? = tokens.last { return true }
        return false
    }

    /// The indent of the lines below the request line, or four spaces.
    private var indent: [UInt8] {
        lines.dropFirst().last?.indent ?? [Byte.space, Byte.space, Byte.space, Byte.space]
    }

    /// Puts `?` before the first active parameter, `&` before the others, and the version at the end; what is already
    /// correct is not touched.
    private mutating func repair() {
        var isFirst = true
        var run: [(line: Int, token: Int)] = []
        for line in lines.indices where lines[line].marker == nil {
            var token = 0
            while token < lines[line].tokens.count {
                switch lines[line].tokens[token] {
                // A fragment will follow the query.
                case .text(let text): if text.first != Byte.hash { run = [] }
                case .separator: run.append((line, token))
                case .parameter:
                    if repairSeparators(run, isFirst: isFirst, line: line, token: token) { token += 1 }
                    isFirst = false
                    run = []
                }
                token += 1
            }
        }
        let last = lines.lastIndex { $0.marker == nil } ?? 0
        if let line = lines.firstIndex(where: { $0.marker == nil && !$0.version.isEmpty }), line != last {
            lines[last].version = lines[line].version
            lines[line].version = []
        }
        // A query cannot follow a fragment.
        if let line = lines.firstIndex(where: { $0.marker == nil && $0.fragment != nil }), line != last,
            let fragment = lines[line].tokens.popLast()
        {
            lines[last].tokens.append(fragment)
        }
    }

    /// True if a separator was inserted at the parameter's position.
    private mutating func repairSeparators(
        _ run: [(line: Int, token: Int)], isFirst: Bool, line: Int, token: Int
    ) -> Bool {
        guard let first = run.first else {
            lines[line].tokens.insert(.separator([isFirst ? Byte.questionMark : Byte.ampersand]), at: token)
            return true
        }
        for (position, place) in run.enumerated() {
            guard case .separator(let bytes) = lines[place.line].tokens[place.token] else { continue }
            if isFirst, position == 0, bytes.first != Byte.questionMark {
                lines[first.line].tokens[first.token] = .separator([Byte.questionMark])
            } else if !isFirst, bytes.contains(Byte.questionMark) {
                lines[place.line].tokens[place.token] = .separator([Byte.ampersand])
            }
        }
        return false
    }
}
