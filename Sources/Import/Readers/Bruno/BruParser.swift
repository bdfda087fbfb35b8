import Base

/// Reads a `.bru` file line by line; no line is read twice.
struct BruParser {
    private let lines: [ArraySlice<UInt8>]
    /// The line to read next, from 0.
    private var next = 0

    init(_ bytes: [UInt8]) {
        countWork(bytes.count)
        lines = bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map { line in
            line.last == Byte.carriageReturn ? line.dropLast() : line
        }
    }

    mutating func blocks() throws(BruDocument.SyntaxError) -> [BruDocument.Block] {
        var blocks: [BruDocument.Block] = []
        while next < lines.count {
            let line = lines[next]
            let text = line.trimmed
            next += 1
            if text.isEmpty || Self.isComment(text) || Self.isColour(text) { continue }
            blocks.append(try block(text))
        }
        return blocks
    }

    /// - Parameter head: the line that opens the block, which was read.
    private mutating func block(_ head: ArraySlice<UInt8>) throws(BruDocument.SyntaxError) -> BruDocument.Block {
        let line = next
        let name = head.prefix { Self.isNameByte($0) }
        let rest = head.dropFirst(name.count).trimmed
        guard !name.isEmpty, let opener = rest.first, opener == Byte.openBrace || opener == Byte.openBracket else {
            throw error(line, "a block such as get { or headers { is expected here")
        }
        let block = String(decoding: name, as: UTF8.self)
        let inside = rest.dropFirst().trimmed
        let closer = opener == Byte.openBrace ? Byte.closeBrace : Byte.closeBracket
        if inside == [closer] {
            return BruDocument.Block(
                name: block, line: line, content: opener == Byte.openBrace ? .text("") : .pairs([]))
        }
        guard inside.isEmpty else {
            throw error(line, "the content of the block \(block) must begin on its own line")
        }
        if opener == Byte.openBracket {
            let names = try list(line)
            return BruDocument.Block(name: block, line: line, content: .pairs(names))
        }
        if Self.isText(block) {
            return BruDocument.Block(name: block, line: line, content: .text(try text(block, line)))
        }
        return BruDocument.Block(name: block, line: line, content: .pairs(try pairs(block, line)))
    }

    /// Blocks of pairs; what is not known here is a text.
    private static let pairBlocks: Set<String> = [
        "meta", "get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http", "grpc", "ws",
        "query", "headers", "metadata", "auth", "vars", "assert", "settings", "body:form-urlencoded",
        "body:multipart-form", "body:file",
    ]

    private static func isText(_ block: String) -> Bool {
        !pairBlocks.contains(block) && !block.hasPrefix("params:") && !block.hasPrefix("auth:")
            && !block.hasPrefix("vars:")
    }

    // MARK: Contents

    /// Up to the line that begins with a closing brace.
    private mutating func text(_ block: String, _ start: Int) throws(BruDocument.SyntaxError) -> String {
        var text: [UInt8] = []
        var isFirst = true
        while next < lines.count {
            let line = lines[next]
            next += 1
            if line.first == Byte.closeBrace {
                try checkEnd(line)
                return String(decoding: text, as: UTF8.self)
            }
            if !isFirst { text.append(Byte.lineFeed) }
            isFirst = false
            text += Self.outdented(line, by: 2)
        }
        throw error(start, "the block \(block) is not closed by a } at the margin")
    }

    /// `[`, names, `]`: each on its own line, with or without commas.
    private mutating func list(_ start: Int) throws(BruDocument.SyntaxError) -> [BruDocument.Pair] {
        var names: [BruDocument.Pair] = []
        while next < lines.count {
            let line = next + 1
            let text = lines[next].trimmed
            next += 1
            if text == [Byte.closeBracket] { return names }
            for piece in text.split(separator: Byte.comma) {
                let name = piece.trimmed
                if name.isEmpty || Self.isComment(name) { continue }
                let isOn = name.first != Byte.tilde
                names.append(
                    BruDocument.Pair(
                        name: String(decoding: isOn ? name : name.dropFirst(), as: UTF8.self), value: "", isOn: isOn,
                        line: line))
            }
        }
        throw error(start, "the list is not closed by a ]")
    }

    private mutating func pairs(
        _ block: String, _ start: Int
    ) throws(BruDocument.SyntaxError) -> [BruDocument.Pair] {
        var pairs: [BruDocument.Pair] = []
        var description: String?
        while next < lines.count {
            let line = lines[next]
            next += 1
            if line.first == Byte.closeBrace {
                try checkEnd(line)
                return pairs
            }
            let text = line.trimmed
            if text.isEmpty || Self.isComment(text) { continue }
            if let note = try annotation(text) {
                if note.name == "description" { description = note.value }
                continue
            }
            var pair = try pair(text)
            pair.description = description
            description = nil
            pairs.append(pair)
        }
        throw error(start, "the block \(block) is not closed by a } at the margin")
    }

    private mutating func pair(_ text: ArraySlice<UInt8>) throws(BruDocument.SyntaxError) -> BruDocument.Pair {
        let line = next
        var rest = text
        let isOn = rest.first != Byte.tilde
        if !isOn { rest.removeFirst() }
        let name: [UInt8]
        if rest.first == Byte.quote {
            guard let quoted = Self.quoted(rest) else { throw error(line, "the quoted name is not closed") }
            name = quoted.name
            rest = quoted.rest.trimmed
            guard rest.first == Byte.colon else { throw error(line, "a colon is expected after the name") }
        } else {
            guard let colon = rest.firstIndex(of: Byte.colon) else {
                throw error(line, "a name, a colon and a value are expected here")
            }
            name = Array(rest[..<colon].trimmed)
            rest = rest[colon...]
        }
        let value = rest.dropFirst().trimmed
        var pair = BruDocument.Pair(
            name: String(decoding: name, as: UTF8.self), value: "", isOn: isOn, line: line)
        if value == [Byte.openBracket] {
            pair.list = try list(line).map(\.name)
        } else if value.starts(with: Self.delimiter) {
            pair.value = try multiline(value.dropFirst(3), line)
        } else {
            pair.value = String(decoding: value, as: UTF8.self)
        }
        return pair
    }

    private static let delimiter: [UInt8] = [Byte.apostrophe, Byte.apostrophe, Byte.apostrophe]

    /// From after `'''` to the next `'''`, the lines without four spaces; what follows the delimiter
    /// (`@contentType(…)`) stays at the end.
    private mutating func multiline(
        _ first: ArraySlice<UInt8>, _ start: Int
    ) throws(BruDocument.SyntaxError) -> String {
        if let end = Self.delimiterIndex(in: first) {
            let after = first[(end + 3)...].trimmed
            return Self.joined(Array(first[..<end].trimmed), after)
        }
        var text = Array(first)
        while next < lines.count {
            let line = lines[next]
            next += 1
            countWork(line.count)
            text.append(Byte.lineFeed)
            guard let end = Self.delimiterIndex(in: line) else {
                text += Self.outdented(line, by: 4)
                continue
            }
            text += Self.outdented(line[..<end], by: 4)
            return Self.joined(Array(text[...].trimmed), line[(end + 3)...].trimmed)
        }
        throw error(start, "the text that begins with ''' has no end")
    }

    private static func delimiterIndex(in line: ArraySlice<UInt8>) -> Int? {
        line.indices.first { line[$0] == Byte.apostrophe && line[$0...].starts(with: delimiter) }
    }

    private static func joined(_ text: [UInt8], _ after: ArraySlice<UInt8>) -> String {
        String(decoding: after.isEmpty ? text : text + [Byte.space] + after, as: UTF8.self)
    }

    /// `@description('…')` and the like on its own line; nil for anything else, such as the variable `@name: value`.
    private mutating func annotation(
        _ text: ArraySlice<UInt8>
    ) throws(BruDocument.SyntaxError) -> (name: String, value: String)? {
        guard text.first == Byte.at else { return nil }
        let line = next
        let name = text.dropFirst().prefix { Self.isNameByte($0) && $0 != Byte.colon }
        let rest = text.dropFirst(1 + name.count).trimmed
        guard !name.isEmpty, rest.isEmpty || rest.first == Byte.openParenthesis else { return nil }
        let word = String(decoding: name, as: UTF8.self)
        guard !rest.isEmpty else { return (word, "") }
        let inside = rest.dropFirst()
        if inside.starts(with: Self.delimiter) {
            var value = try multiline(inside.dropFirst(3), line)
            if value.hasSuffix(")") { value.removeLast() }
            return (word, value.hasSuffix(" ") ? String(value.dropLast()) : value)
        }
        guard inside.last == Byte.closeParenthesis else { return nil }
        var value = inside.dropLast()
        if let quote = value.first, quote == Byte.quote || quote == Byte.apostrophe, value.count > 1,
            value.last == quote
        {
            value = value.dropFirst().dropLast()
        }
        return (word, String(decoding: value, as: UTF8.self))
    }

    // MARK: Lines

    private func checkEnd(_ line: ArraySlice<UInt8>) throws(BruDocument.SyntaxError) {
        let rest = line.dropFirst().trimmed
        guard rest.isEmpty || Self.isComment(rest) else {
            throw BruDocument.SyntaxError(line: next, column: 2, reason: "nothing may follow the } that closes a block")
        }
    }

    private func error(_ line: Int, _ reason: String) -> BruDocument.SyntaxError {
        let start = lines[line - 1].firstIndex { !LineText.isSpace($0) } ?? lines[line - 1].startIndex
        return BruDocument.SyntaxError(line: line, column: start - lines[line - 1].startIndex + 1, reason: reason)
    }

    /// `color: #CE4F3B`, which the file of an environment may have outside of its blocks.
    static func isColour(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: Array("color:".utf8)) }

    private static func isComment(_ text: ArraySlice<UInt8>) -> Bool {
        text.first == Byte.hash || text.starts(with: [Byte.slash, Byte.slash])
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, Byte.colon, Byte.minus, Byte.underscore, Byte.dot: true
        default: false
        }
    }

    private static func quoted(_ text: ArraySlice<UInt8>) -> (name: [UInt8], rest: ArraySlice<UInt8>)? {
        var name: [UInt8] = []
        var place = text.startIndex + 1
        while place < text.endIndex {
            let byte = text[place]
            if byte == Byte.quote { return (name, text[(place + 1)...]) }
            if byte == Byte.backslash, place + 1 < text.endIndex { place += 1 }
            name.append(text[place])
            place += 1
        }
        return nil
    }

    private static func outdented(_ line: ArraySlice<UInt8>, by count: Int) -> ArraySlice<UInt8> {
        line.dropFirst(min(count, line.prefix { $0 == Byte.space }.count))
    }
}
