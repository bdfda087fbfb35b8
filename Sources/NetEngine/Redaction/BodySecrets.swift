/// Finds the values of a body whose names say that they are secret, and secrets that are written in a way that no search for
/// bytes can find.
struct BodySecrets {
    let redactor: Redactor
    let bytes: [UInt8]
    /// Where a search found secrets by their values.
    var byValue: [Mask] = []
    /// Whether the end of the bytes is missing, which may have been within a secret.
    var isCut = false
    /// Not in order; some may be within others.
    private(set) var masks: [Mask] = []
    /// The texts that were found by their names.
    private(set) var values: [String] = []
    /// Whether nothing is hidden by its name, neither in what was looked at nor in any beginning of it.
    private(set) var isPlain = true

    init(redactor: Redactor, bytes: [UInt8]) {
        self.redactor = redactor
        self.bytes = bytes
    }

    /// - Parameters:
    ///   - type: of that part of the bytes.
    ///   - depth: of multipart bodies within it that are looked into.
    mutating func find(_ type: ContentType, _ range: Range<Int>, depth: Int) {
        guard !range.isEmpty else { return }
        if type.isMultipart, let boundary = type.boundary {
            isPlain = false
            return find(multipart: boundary, range, depth: depth)
        }
        // Images and archives have no names, and a search for them costs as much as one for secrets.
        guard !type.isBinary, let names = redactor.names else { return }
        let hasNames = bytes[range].withUnsafeBufferPointer { names.mayHoldSecretName($0) }
        if hasNames || !redactor.redaction.jsonPaths.isEmpty { isPlain = false }
        defer { isPlain = isPlain && masks.isEmpty }
        let first = bytes[range].first { $0 > 32 }
        let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if type.isJSON || type.isJSONLines || (looksLikeJSON && !type.isForm) {
            let needsWalk =
                hasNames || !redactor.redaction.jsonPaths.isEmpty || hasValues(in: range)
                || (redactor.searches && bytes[range].contains(UInt8(ascii: "\\")))
            guard needsWalk else { return }
            find(json: range, allowsManyValues: !type.isJSON)
        } else if type.essence == "text/event-stream" {
            let hasEscapes = redactor.searches && bytes[range].contains(UInt8(ascii: "\\"))
            if hasNames || hasEscapes || !redactor.redaction.jsonPaths.isEmpty { find(events: range) }
        } else if type.isForm {
            find(form: range)
        } else if type.isXML || (type.essence.isEmpty && first == UInt8(ascii: "<")) {
            if hasNames || hasValues(in: range) || (redactor.searches && bytes[range].contains(UInt8(ascii: "&"))) {
                find(xml: range, isCertain: type.isXML, hasNames: hasNames)
            }
        }
    }

    private func hasValues(in range: Range<Int>) -> Bool {
        guard let first = byValue.first, let last = byValue.last else { return false }
        return first.range.lowerBound < range.upperBound && last.range.upperBound > range.lowerBound
    }

    private mutating func hide(_ range: Range<Int>) {
        masks.append(Mask(range: range, text: redactor.mark(for: bytes[range])))
    }

    // MARK: Forms

    private mutating func find(form range: Range<Int>) {
        for item in URLText.items(bytes, range) where item.hasValue {
            if redactor.isSecretInQuery(item.name) {
                hide(item.valueRange)
                values += [item.value, item.decodedValue]
            } else {
                masks += redactor.masks(ofTripletsIn: bytes, item.valueRange)
            }
        }
    }

    // MARK: Multipart

    /// Parts by RFC 2046 §5.1: a field whose name means a secret is hidden, others go by their own types.
    private mutating func find(multipart boundary: String, _ range: Range<Int>, depth: Int) {
        guard depth > 0, !boundary.isEmpty else { return }
        let delimiter = Array("--\(boundary)".utf8)
        var partStart: Int?
        var line = range.lowerBound
        while line < range.upperBound {
            let end = bytes[line..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
            WorkMeter.count(end - line)
            if bytes[line..<end].starts(with: delimiter) {
                if let start = partStart {
                    var partEnd = line - 1
                    if partEnd > start, bytes[partEnd - 1] == UInt8(ascii: "\r") { partEnd -= 1 }
                    find(part: start..<max(start, partEnd), depth: depth - 1)
                }
                partStart = min(end + 1, range.upperBound)
            }
            line = end + 1
        }
        if let start = partStart { find(part: start..<range.upperBound, depth: depth - 1) }
    }

    private mutating func find(part range: Range<Int>, depth: Int) {
        var type = ""
        var isSecret = false
        var line = range.lowerBound
        while line < range.upperBound {
            var end = bytes[line..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
            let next = end + 1
            if end > line, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            let text = bytes[line..<end]
            line = min(next, range.upperBound)
            guard !text.isEmpty else { break }
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let field = HeaderField(
                nameBytes: Array(text[..<colon]), valueBytes: Array(ListSyntax.trimmed(text[(colon + 1)...])))
            if field.isNamed("Content-Type") { type = field.value }
            if field.isNamed("Content-Disposition") {
                let name = MultipartName.ofField(disposition: field.valueBytes)
                isSecret = name.map { redactor.isSecretMember($0) } ?? false
            }
        }
        let content = line..<range.upperBound
        guard !content.isEmpty else { return }
        guard isSecret else {
            // The type of a part without one is text (RFC 7578 §4.4).
            return find(ContentType(type.isEmpty ? "text/plain" : type), content, depth: depth)
        }
        hide(content)
        values.append(String(decoding: bytes[content], as: UTF8.self))
    }

    // MARK: XML

    private mutating func find(xml range: Range<Int>, isCertain: Bool, hasNames: Bool) {
        let text = range == 0..<bytes.count ? bytes : Array(bytes[range])
        let redactor = redactor
        let isNamed: (String) -> Bool = { value in
            var copy = value
            return copy.withUTF8 { redactor.named.occur(in: $0) }
        }
        guard let secrets = XMLSecrets(text, isSecret: redactor.isSecretMember, isSecretText: isNamed) else {
            // With entities, or not well-formed: a secret may be anywhere.
            if isCertain, hasNames { masks.append(Mask(range: range, text: redactor.marks[0])) }
            return
        }
        func hide(_ found: Range<Int>, _ mark: [UInt8]) {
            let place = found.lowerBound + range.lowerBound..<found.upperBound + range.lowerBound
            masks.append(Mask(range: place, text: Self.inXML(mark)))
        }
        for found in secrets.ranges { hide(found, redactor.mark(for: text[found])) }
        for (found, value) in secrets.bySight
        where !text[found].withUnsafeBufferPointer({ redactor.named.occur(in: $0) }) {
            hide(found, redactor.mark(for: Array(value.utf8)[...]))
        }
        values += secrets.values.map { $0.trimmingAllWhitespace() }
        for mask in byValue where mask.range.overlaps(range) {
            masks.append(Mask(range: mask.range, text: Self.inXML(mask.text)))
        }
    }

    /// The brackets of a mark are not markup.
    private static func inXML(_ mark: [UInt8]) -> [UInt8] {
        mark.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            default: [byte]
            }
        }
    }

    // MARK: JSON

    /// Data lines of server-sent events, where they are JSON.
    private mutating func find(events range: Range<Int>) {
        var lines = LineSplitter(bytes, in: range)
        while let line = lines.next() ?? lines.takeRest() {
            guard case .data(let value) = EventField(line) else { continue }
            let first = value.first { $0 > 32 }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                find(json: value.startIndex..<value.endIndex, allowsManyValues: false)
            }
        }
    }

    private mutating func find(json range: Range<Int>, allowsManyValues: Bool) {
        var walk = JSONWalk(bytes, range, allowsManyValues: allowsManyValues)
        /// Of `byValue`.
        var next = 0
        do {
            while let token = try walk.next() {
                while next < byValue.count, byValue[next].range.upperBound <= token.range.lowerBound { next += 1 }
                if token.isValue, redactor.hidesJSON(walk.path) {
                    let value = try walk.skip(token)
                    hide(json: value)
                } else if token.kind == .string || token.kind == .name {
                    if token.hasEscapes { hide(escaped: token.range) }
                } else if next < byValue.count, byValue[next].range.overlaps(token.range),
                    [.number, .bool, .null].contains(token.kind)
                {
                    // A mark is a string.
                    masks.append(Mask(range: token.range, text: Self.quoted(redactor.mark(for: bytes[token.range]))))
                }
            }
        } catch {
            // Not JSON from there on: what follows a secret name is hidden all the same.
            let rest = max(range.lowerBound, walk.lastPlace)..<range.upperBound
            find(names: rest, hidesFirst: redactor.hidesJSON(walk.path))
            find(escaped: rest)
        }
    }

    /// The strings of a text that is not JSON or ends too early. The last one may have no end.
    private mutating func find(escaped range: Range<Int>) {
        guard redactor.searches else { return }
        var place = range.lowerBound
        while let quote = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "\"")) {
            var end = quote + 1
            while end < range.upperBound, bytes[end] != UInt8(ascii: "\"") {
                guard bytes[end] == UInt8(ascii: "\\") else {
                    end += 1
                    continue
                }
                guard let next = Self.end(ofEscape: end, in: bytes[..<range.upperBound]) else { break }
                end = next
            }
            WorkMeter.count(end - place)
            if end < range.upperBound, bytes[end] == UInt8(ascii: "\"") {
                if bytes[quote..<end].contains(UInt8(ascii: "\\")) { hide(escaped: quote..<end + 1) }
                place = end + 1
            } else {
                return hide(begun: quote + 1..<end, through: range.upperBound)
            }
        }
    }

    /// nil if the text ends within the escape, or after the first half of a surrogate pair.
    private static func end(ofEscape start: Int, in text: ArraySlice<UInt8>) -> Int? {
        guard start + 1 < text.endIndex else { return nil }
        guard text[start + 1] == UInt8(ascii: "u") else { return start + 2 }
        guard start + 6 <= text.endIndex else { return nil }
        let isHigh =
            (text[start + 2] | 0x20) == UInt8(ascii: "d") && "89aAbB".utf8.contains(text[start + 3])
        return isHigh && start + 12 > text.endIndex ? nil : start + 6
    }

    /// A string without its end: what is complete of it is searched, and all of it is replaced if it holds a secret or
    /// begins one at its end.
    /// - Parameter end: of the text, with an escape that is not complete.
    private mutating func hide(begun inside: Range<Int>, through end: Int) {
        guard bytes[inside.lowerBound..<end].contains(UInt8(ascii: "\\")) else { return }
        let (text, _) = JSONText.decoded(bytes, inside)
        var found = text.withUnsafeBufferPointer { redactor.masks(byValueIn: $0) }
        if isCut, end == bytes.count, !redactor.named.isEmpty {
            var hits: [Needles.Hit] = []
            let begun = text.withUnsafeBufferPointer { redactor.named.appendHits(in: $0, to: &hits) }
            if begun >= SecretForms.shortest {
                found = Masks(found.all + [Mask(range: text.count - begun..<text.count, text: redactor.marks[0])])
            }
        }
        guard !found.isEmpty else { return }
        let shown = JSONWriter.escaped(String(decoding: found.applied(to: text), as: UTF8.self))
        masks.append(Mask(range: inside.lowerBound..<end, text: Array(shown.utf8)))
    }

    private mutating func hide(json range: Range<Int>) {
        var hidden = mark(json: range)
        var cursor = JSONCursor(bytes, range)
        var texts: [String] = []
        while let token = try? cursor.next(), token != .end {
            if token == .string, let text = try? cursor.text(cursor.string) { texts.append(text) }
        }
        values += texts
        if hidden == redactor.marks[0], texts.count == 1 { hidden = redactor.mark(for: Array(texts[0].utf8)[...]) }
        masks.append(Mask(range: range, text: Self.quoted(hidden)))
    }

    /// A string with escapes, any of whose characters may be written as one.
    private mutating func hide(escaped range: Range<Int>) {
        guard redactor.searches else { return }
        let (text, _) = JSONText.decoded(bytes, range.lowerBound + 1..<range.upperBound - 1)
        let found = text.withUnsafeBufferPointer { redactor.masks(byValueIn: $0) }
        let written = bytes[range].withUnsafeBufferPointer { redactor.masks(byValueIn: $0) }
        guard found.all.count > written.all.count else { return }
        let shown = JSONWriter.escaped(String(decoding: found.applied(to: text), as: UTF8.self))
        masks.append(Mask(range: range, text: Array("\"\(shown)\"".utf8)))
    }

    /// The mark of a value, without the quotation marks around it.
    private func mark(json range: Range<Int>) -> [UInt8] {
        var value = bytes[range]
        if value.first == UInt8(ascii: "\"") { value = value.dropFirst() }
        if value.count < range.count, value.last == UInt8(ascii: "\"") { value = value.dropLast() }
        return redactor.mark(for: value)
    }

    private static func quoted(_ mark: [UInt8]) -> [UInt8] { [UInt8(ascii: "\"")] + mark + [UInt8(ascii: "\"")] }

    /// In a text that is not JSON: what follows `"name":`, to the end of the string, array or object, or to a comma, brace or line end.
    /// - Parameter hidesFirst: whether a path says that what follows a name at the beginning of the range is secret.
    private mutating func find(names range: Range<Int>, hidesFirst: Bool) {
        func string(at start: Int) -> Int {
            var place = start + 1
            while place < range.upperBound, bytes[place] != UInt8(ascii: "\"") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(place + 1, range.upperBound)
        }
        func container(at start: Int) -> Int {
            var (place, depth) = (start, 0)
            while place < range.upperBound {
                switch bytes[place] {
                case UInt8(ascii: "\""):
                    place = string(at: place)
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                place += 1
                if depth == 0 { return place }
            }
            return range.upperBound
        }
        func value(at start: Int) -> Int {
            guard start < range.upperBound else { return start }
            switch bytes[start] {
            case UInt8(ascii: "\""): return string(at: start)
            case UInt8(ascii: "{"), UInt8(ascii: "["): return container(at: start)
            default:
                let ends = [10, 13, UInt8(ascii: ","), UInt8(ascii: "}")]
                return bytes[start..<range.upperBound].firstIndex { ends.contains($0) } ?? range.upperBound
            }
        }
        var place = range.lowerBound
        while let quote = bytes[place..<range.upperBound].firstIndex(of: UInt8(ascii: "\"")) {
            let end = string(at: quote)
            WorkMeter.count(end - place)
            place = end
            let after = bytes[end..<range.upperBound].firstIndex { !JSONText.isSpace($0) } ?? range.upperBound
            guard after < range.upperBound, bytes[after] == UInt8(ascii: ":") else { continue }
            let (name, _) = JSONText.decoded(bytes, quote + 1..<max(quote + 1, end - 1))
            let isHidden = hidesFirst && quote == range.lowerBound
            guard isHidden || redactor.isSecretMember(String(decoding: name, as: UTF8.self)) else { continue }
            let start = bytes[(after + 1)..<range.upperBound].firstIndex { !JSONText.isSpace($0) } ?? range.upperBound
            place = value(at: start)
            WorkMeter.count(place - start)
            if place > start {
                masks.append(Mask(range: start..<place, text: Self.quoted(mark(json: start..<place))))
            }
        }
    }
}

extension Redactor {
    fileprivate func hidesJSON(_ path: [DecodingStep]) -> Bool {
        if case .member(let name)? = path.last, isSecretMember(name) { return true }
        return !path.isEmpty && redaction.jsonPaths.contains { $0.matches(path) }
    }
}

/// The tokens of a JSON text with the way to each.
private struct JSONWalk {
    struct Token {
        var kind: JSONReader.Token
        var range: Range<Int>
        var hasEscapes: Bool
        var isValue: Bool
    }

    private var cursor: JSONCursor
    /// To the value that was read last; its last step is the member or element.
    private(set) var path: [DecodingStep] = []
    /// Where the value or name read last begins.
    private(set) var lastPlace = 0

    init(_ bytes: [UInt8], _ range: Range<Int>, allowsManyValues: Bool) {
        cursor = JSONCursor(bytes, range, options: JSONReader.Options(allowsManyValues: allowsManyValues))
        lastPlace = range.lowerBound
        started = nil
    }

    /// The container whose start was read last: its contents come next.
    private var started: JSONReader.Token?

    mutating func next() throws(JSONSyntaxError) -> Token? {
        if let started { path.append(started == .objectStart ? .member("") : .element(-1)) }
        started = nil
        let kind = try cursor.next()
        WorkMeter.count(1)
        switch kind {
        case .end: return nil
        case .name:
            lastPlace = cursor.range.lowerBound
            path[path.count - 1] = .member(try cursor.text(cursor.string))
            return Token(kind: kind, range: cursor.range, hasEscapes: cursor.string.hasEscapes, isValue: false)
        case .objectEnd, .arrayEnd:
            path.removeLast()
            return Token(kind: kind, range: cursor.range, hasEscapes: false, isValue: false)
        case .objectStart, .arrayStart: started = kind
        default: break
        }
        if case .element(let index)? = path.last { path[path.count - 1] = .element(index + 1) }
        return Token(
            kind: kind, range: cursor.range, hasEscapes: kind == .string && cursor.string.hasEscapes, isValue: true)
    }

    /// All of the value that was read last.
    mutating func skip(_ token: Token) throws(JSONSyntaxError) -> Range<Int> {
        started = nil
        return try cursor.value(token.kind).range
    }
}
