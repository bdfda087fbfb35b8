import Base
import NetEngine

/// Reads a file of Hurl from front to back.
struct HurlParser {
    private var cursor: HurlCursor

    init(_ bytes: [UInt8]) { cursor = HurlCursor(bytes) }

    mutating func entries() throws(HurlFile.SyntaxError) -> [HurlFile.Entry] {
        var entries: [HurlFile.Entry] = []
        var comments = cursor.skipLines()
        while !cursor.isAtEnd {
            entries.append(try entry(&comments))
        }
        return entries
    }

    // MARK: Entries

    /// - Parameter comments: those above the request; set to those that follow it.
    private mutating func entry(_ comments: inout [String]) throws(HurlFile.SyntaxError) -> HurlFile.Entry {
        let line = cursor.line
        guard isMethod else { throw cursor.error("a request is expected here: a method such as GET and a URL") }
        let method = cursor.word()
        cursor.skipSpaces()
        let url = try cursor.unquoted(until: [])
        guard !url.isEmpty else { throw cursor.error("the URL is missing") }
        try cursor.endLine()
        var entry = HurlFile.Entry(line: line, comments: comments, method: method, url: url)
        comments = cursor.skipLines()
        entry.headers = try pairs(&comments)
        while let name = sectionName(Self.requestSections) {
            let line = cursor.line
            try section(name)
            comments = cursor.skipLines()
            entry.sections.append(HurlFile.Section(name: name, line: line, pairs: try pairs(&comments)))
        }
        if !cursor.isAtEnd, !isMethod, !isResponse {
            entry.body = try body()
            comments = cursor.skipLines()
        }
        if isResponse { entry.response = try response(&comments) }
        return entry
    }

    private mutating func response(_ comments: inout [String]) throws(HurlFile.SyntaxError) -> HurlFile.Response {
        var response = HurlFile.Response(line: cursor.line)
        cursor.advance(4)
        if cursor.next == Byte.slash {
            cursor.advance()
            let start = cursor.offset
            while let byte = cursor.next, ASCII.isDigit(byte) || byte == Byte.dot || byte == Byte.asterisk {
                cursor.advance()
            }
            let version = cursor.text(start..<cursor.offset)
            if version != "*" { response.version = version }
        }
        cursor.skipSpaces()
        if cursor.next == Byte.asterisk {
            cursor.advance()
        } else {
            let word = cursor.word()
            guard let status = Int(word) else { throw cursor.error("a status or * is expected after HTTP") }
            response.status = status
        }
        try cursor.endLine()
        comments = cursor.skipLines()
        response.headers = try pairs(&comments)
        while let name = sectionName(Self.responseSections) {
            try section(name)
            comments = cursor.skipLines()
            while !cursor.isAtEnd, !isMethod, !isResponse, !isSection, !isBody {
                if name == "Captures" {
                    response.captures.append(try capture())
                } else {
                    response.asserts.append(assert())
                }
                comments = cursor.skipLines()
            }
        }
        if !cursor.isAtEnd, !isMethod, !isResponse {
            response.body = try body()
            comments = cursor.skipLines()
        }
        return response
    }

    // MARK: What follows

    private static let requestSections: Set<String> = [
        "QueryStringParams", "Query", "FormParams", "Form", "MultipartFormData", "Multipart", "Cookies", "BasicAuth",
        "Options",
    ]
    private static let responseSections: Set<String> = ["Captures", "Asserts"]

    /// Upper-case letters, and a space. Before a colon they are the name of a header.
    private var isMethod: Bool {
        var place = 0
        while let byte = cursor.peek(place), ASCII.isLetter(byte), byte & 0x20 == 0 { place += 1 }
        guard place > 0, let byte = cursor.peek(place) else { return false }
        guard LineText.isSpace(byte), !(place == 4 && cursor.isAt("HTTP")) else { return false }
        while let byte = cursor.peek(place), byte == Byte.space || byte == Byte.tab { place += 1 }
        return cursor.peek(place) != Byte.colon
    }

    private var isResponse: Bool {
        guard cursor.isAt("HTTP"), let byte = cursor.peek(4) else { return false }
        return byte == Byte.slash || LineText.isSpace(byte)
    }

    private func name(in sections: Set<String>) -> String? {
        guard cursor.next == Byte.openBracket else { return nil }
        var place = 1
        while let byte = cursor.peek(place), ASCII.isLetter(byte) { place += 1 }
        guard cursor.peek(place) == Byte.closeBracket else { return nil }
        let name = cursor.text((cursor.offset + 1)..<(cursor.offset + place))
        return sections.contains(name) ? name : nil
    }

    private func sectionName(_ sections: Set<String>) -> String? { name(in: sections) }

    private var isSection: Bool { name(in: Self.requestSections.union(Self.responseSections)) != nil }

    /// Whether something begins here that can only be a body.
    private var isBody: Bool {
        switch cursor.next {
        case Byte.openBrace: cursor.peek(1) != Byte.openBrace
        case Byte.openBracket: !isSection
        case Byte.lessThan, Byte.quote, Byte.backtick: true
        default: cursor.isAt("hex,") || cursor.isAt("base64,") || cursor.isAt("file,")
        }
    }

    private mutating func section(_ name: String) throws(HurlFile.SyntaxError) {
        cursor.advance(name.utf8.count + 2)
        try cursor.endLine()
    }

    // MARK: Pairs

    /// Whether the line has a colon after a name.
    private var isPair: Bool {
        guard !isBody else { return false }
        var probe = cursor
        while let byte = probe.next, byte != Byte.lineFeed, byte != Byte.hash {
            if byte == Byte.colon { return true }
            if probe.reference() != nil { continue }
            if byte == Byte.backslash { probe.advance() }
            probe.advance()
        }
        return false
    }

    private mutating func pairs(_ comments: inout [String]) throws(HurlFile.SyntaxError) -> [HurlFile.Pair] {
        var pairs: [HurlFile.Pair] = []
        while !cursor.isAtEnd, !isMethod, !isResponse, !isSection, isPair {
            let line = cursor.line
            let name = try cursor.unquoted(until: [Byte.colon])
            guard cursor.next == Byte.colon else { throw cursor.error("a colon is expected here") }
            cursor.advance()
            let value = try cursor.unquoted(until: [])
            try cursor.endLine()
            pairs.append(HurlFile.Pair(name: name, value: value, line: line))
            comments = cursor.skipLines()
        }
        return pairs
    }

    // MARK: Bodies

    private mutating func body() throws(HurlFile.SyntaxError) -> HurlFile.Body {
        let line = cursor.line
        let content: HurlFile.Body.Content
        switch cursor.next {
        case Byte.openBrace, Byte.openBracket, Byte.quote: content = .json(try cursor.json())
        case Byte.lessThan: content = .xml(try cursor.xml())
        case Byte.backtick where cursor.isAt("```"):
            let found = try cursor.multiline()
            content = .text(found.text, language: found.language)
        case Byte.backtick: content = .text(try cursor.oneLine(), language: "")
        default:
            switch try cursor.encoded() {
            case .bytes(let bytes)?: content = .bytes(bytes)
            case .file(let path)?: content = .file(path)
            default:
                let word = cursor.rest.prefix { !$0.isWhitespace && $0 != "#" }
                guard word == "true" || word == "false" || word == "null" || Double(word) != nil else {
                    throw cursor.error(
                        "a header, a section such as [Query], a body, HTTP or the next request is expected here")
                }
                cursor.advance(word.utf8.count)
                content = .json(String(word))
            }
        }
        try cursor.endLine()
        return HurlFile.Body(content: content, line: line)
    }

    // MARK: Queries

    private mutating func capture() throws(HurlFile.SyntaxError) -> HurlFile.Capture {
        let line = cursor.line
        let text = cursor.rest.trimmedText
        let name = try cursor.unquoted(until: [Byte.colon])
        guard cursor.next == Byte.colon else { throw cursor.error("a name, a colon and a query are expected here") }
        cursor.advance()
        cursor.skipSpaces()
        var attempt = cursor
        if let query = try? Self.query(&attempt) {
            attempt.skipSpaces()
            if attempt.isAt("redact") { attempt.advance(6) }
            if (try? attempt.endLine()) != nil {
                cursor = attempt
                return HurlFile.Capture(name: name, query: query, text: text, line: line)
            }
        }
        cursor.skipLine()
        return HurlFile.Capture(name: name, query: nil, text: text, line: line)
    }

    private mutating func assert() -> HurlFile.Assert {
        let line = cursor.line
        let text = cursor.rest.trimmedText
        var attempt = cursor
        if let parts = try? Self.parts(&attempt), (try? attempt.endLine()) != nil {
            cursor = attempt
            return HurlFile.Assert(parts: parts, text: text, line: line)
        }
        cursor.skipLine()
        return HurlFile.Assert(parts: nil, text: text, line: line)
    }

    private static func parts(_ cursor: inout HurlCursor) throws(HurlFile.SyntaxError) -> HurlFile.Assert.Parts {
        let query = try query(&cursor)
        cursor.skipSpaces()
        var isNegated = false
        if cursor.isAt("not ") {
            isNegated = true
            cursor.advance(4)
            cursor.skipSpaces()
        }
        guard let predicate = predicate(&cursor) else { throw cursor.error("a predicate such as == is expected here") }
        cursor.skipSpaces()
        let takesValue = predicates[predicate] == true
        let value = takesValue ? try value(&cursor) : nil
        return HurlFile.Assert.Parts(query: query, isNegated: isNegated, predicate: predicate, value: value)
    }

    /// The queries, and how many values follow them.
    private static let queries: [String: Int] = [
        "status": 0, "version": 0, "url": 0, "ip": 0, "header": 1, "cookie": 1, "body": 0, "xpath": 1, "jsonpath": 1,
        "regex": 1, "variable": 1, "duration": 0, "sha256": 0, "md5": 0, "bytes": 0, "rawbytes": 0, "redirects": 0,
        "certificate": 1,
    ]

    private static let filters: [String: Int] = [
        "base64Decode": 0, "base64Encode": 0, "base64UrlSafeDecode": 0, "base64UrlSafeEncode": 0, "charsetDecode": 1,
        "count": 0, "dateFormat": 1, "daysAfterNow": 0, "daysBeforeNow": 0, "decode": 1, "first": 0, "format": 1,
        "htmlEscape": 0, "htmlUnescape": 0, "jsonpath": 1, "last": 0, "location": 0, "nth": 1, "regex": 1, "replace": 2,
        "replaceRegex": 2, "split": 1, "toDate": 1, "toFloat": 0, "toHex": 0, "toInt": 0, "toString": 0, "urlDecode": 0,
        "urlEncode": 0, "urlQueryParam": 1, "utf8Decode": 0, "utf8Encode": 0, "xpath": 1,
    ]

    /// The predicates, and whether a value follows them.
    private static let predicates: [String: Bool] = [
        "==": true, "!=": true, ">": true, ">=": true, "<": true, "<=": true, "startsWith": true, "endsWith": true,
        "contains": true, "includes": true, "matches": true, "exists": false, "isBoolean": false, "isCollection": false,
        "isDate": false, "isEmpty": false, "isFloat": false, "isInteger": false, "isIpv4": false, "isIpv6": false,
        "isIsoDate": false, "isList": false, "isNumber": false, "isObject": false, "isString": false, "isUuid": false,
    ]

    /// Spellings of the first versions.
    private static let oldPredicates: [String: String] = [
        "equals": "==", "notEquals": "!=", "greaterThan": ">", "greaterThanOrEquals": ">=", "lessThan": "<",
        "lessThanOrEquals": "<=",
    ]

    private static func query(_ cursor: inout HurlCursor) throws(HurlFile.SyntaxError) -> HurlFile.Query {
        let name = cursor.word()
        guard let count = queries[name] else { throw cursor.error("\(name) is not a query") }
        var query = HurlFile.Query(name: name, arguments: try values(count, &cursor), filters: [])
        while true {
            var probe = cursor
            probe.skipSpaces()
            let word = probe.word()
            guard let count = filters[word] else { return query }
            cursor = probe
            query.filters.append(HurlFile.Filter(name: word, arguments: try values(count, &cursor)))
        }
    }

    private static func predicate(_ cursor: inout HurlCursor) -> String? {
        let signs: [StaticString] = ["==", "!=", ">=", "<=", ">", "<"]
        if let sign = signs.first(where: { cursor.isAt($0) }) {
            cursor.advance(sign.utf8CodeUnitCount)
            return "\(sign)"
        }
        let word = cursor.word()
        if let sign = oldPredicates[word] { return sign }
        return predicates[word] == nil ? nil : word
    }

    private static func values(
        _ count: Int, _ cursor: inout HurlCursor
    ) throws(HurlFile.SyntaxError) -> [HurlFile.Value] {
        var values: [HurlFile.Value] = []
        for _ in 0..<count {
            cursor.skipSpaces()
            values.append(try value(&cursor))
        }
        return values
    }

    private static func value(_ cursor: inout HurlCursor) throws(HurlFile.SyntaxError) -> HurlFile.Value {
        if let reference = cursor.reference() { return .reference(String(decoding: reference, as: UTF8.self)) }
        if cursor.isAt("```") { return .text(try cursor.multiline().text) }
        switch cursor.next {
        case Byte.quote: return .text(try cursor.quoted())
        case Byte.backtick: return .text(try cursor.oneLine())
        case Byte.slash: return try pattern(&cursor)
        default: break
        }
        if let encoded = try cursor.encoded() { return encoded }
        let start = cursor.offset
        while let byte = cursor.next, byte > Byte.space, byte != Byte.hash { cursor.advance() }
        let word = cursor.text(start..<cursor.offset)
        guard ["true", "false", "null"].contains(word) || Double(word) != nil else {
            throw cursor.error("a value is expected here")
        }
        return .literal(word)
    }

    /// `/…/`, in which `\/` is a slash.
    private static func pattern(_ cursor: inout HurlCursor) throws(HurlFile.SyntaxError) -> HurlFile.Value {
        let start = cursor.error("the pattern is not closed")
        cursor.advance()
        var pattern: [UInt8] = []
        while let byte = cursor.next, byte != Byte.lineFeed {
            if byte == Byte.slash {
                cursor.advance()
                return .pattern(String(decoding: pattern, as: UTF8.self))
            }
            if byte == Byte.backslash, let escaped = cursor.peek(1) {
                if escaped != Byte.slash { pattern.append(byte) }
                pattern.append(escaped)
                cursor.advance(2)
            } else {
                pattern.append(byte)
                cursor.advance()
            }
        }
        throw start
    }
}
