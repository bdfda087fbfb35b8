import Base
import NetEngine

/// The syntax of single lines (HTTP-FORMAT §2 to §8), as pure functions on bytes.
package enum LineSyntax {
    // MARK: Separators, comments, metadata, variables

    /// `###` at column 0.
    static func isSeparator(_ line: LineText) -> Bool {
        line.count >= 3 && line.byte(0) == Byte.hash && line.byte(1) == Byte.hash && line.byte(2) == Byte.hash
    }

    /// The title of a separator: the rest without `#`, spaces and tabs at both ends. `### @name x`, which other tools
    /// read as a metadata line, is titled `x`. Rulers have no title.
    static func separatorTitle(_ line: LineText) -> LineText {
        var text = line.dropFirst(3)
        while let byte = text.first, byte == Byte.hash && !isKeycap(text) || LineText.isSpace(byte) { text.start += 1 }
        while let byte = text.last, byte == Byte.hash || LineText.isSpace(byte) { text.end -= 1 }
        if isRuler(text) { return text.upTo(text.start) }
        guard let (key, value) = metadata(text), case .name? = MetadataKey(key), !value.isEmpty else { return text }
        return value
    }

    /// Whether a text begins with `#️⃣`, whose first byte is `#`.
    private static func isKeycap(_ text: LineText) -> Bool {
        let rest = text.dropFirst(1)
        return rest.starts(with: "\u{FE0F}\u{20E3}") || rest.starts(with: "\u{20E3}")
    }

    /// A line of `=`, `-` or `─` between sections, which is not a title.
    private static func isRuler(_ text: LineText) -> Bool {
        guard text.count >= 3 else { return false }
        var index = text.start
        while index < text.end {
            switch text.bytes[index] {
            case Byte.asterisk, Byte.plus, Byte.minus, Byte.dot, Byte.equals, Byte.underscore, Byte.tilde, Byte.space,
                Byte.tab:
                index += 1
            // U+2500 to U+257F, and the dashes from U+2010 to U+2015.
            case 0xE2 where index + 2 < text.end:
                let isBox = text.bytes[index + 1] == 0x94 || text.bytes[index + 1] == 0x95
                let isDash = text.bytes[index + 1] == 0x80 && (0x90...0x95).contains(text.bytes[index + 2])
                guard isBox || isDash else { return false }
                index += 3
            default: return false
            }
        }
        return true
    }

    /// The text after the marker (`#…` or `//…`) of a comment line; nil if the line is not a comment.
    package static func commentText(_ line: LineText) -> LineText? {
        var text = line.trimmed
        switch text.first {
        case Byte.hash:
            while text.first == Byte.hash { text.start += 1 }
        case Byte.slash where text.byte(1) == Byte.slash:
            while text.first == Byte.slash { text.start += 1 }
        default:
            return nil
        }
        return text
    }

    /// `@key`, `@key value` or `@key = value` in a comment, with any key.
    package static func metadata(_ comment: LineText) -> (key: LineText, value: LineText)? {
        let text = comment.trimmed
        guard text.first == Byte.at else { return nil }
        var index = text.start + 1
        while index < text.end {
            let byte = text.bytes[index]
            guard LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.minus || byte == Byte.underscore
            else { break }
            index += 1
        }
        let key = text.from(text.start + 1).upTo(index)
        guard !key.isEmpty else { return nil }
        var value = text.from(index)
        if let byte = value.first, !LineText.isSpace(byte), byte != Byte.equals { return nil }
        value = value.trimmed
        if value.first == Byte.equals { value = value.dropFirst(1).trimmed }
        return (key, value)
    }

    /// `@name = value` or `@name := value`.
    package static func variable(_ line: LineText) -> (name: LineText, value: LineText)? {
        let text = line.trimmed
        guard text.first == Byte.at else { return nil }
        var index = text.start + 1
        while index < text.end, !LineText.isSpace(text.bytes[index]), text.bytes[index] != Byte.equals,
            text.bytes[index] != Byte.colon
        {
            index += 1
        }
        let name = text.from(text.start + 1).upTo(index)
        guard !name.isEmpty else { return nil }
        var rest = text.from(index).trimmed
        if rest.first == Byte.colon { rest = rest.dropFirst(1) }
        guard rest.first == Byte.equals else { return nil }
        return (name, rest.dropFirst(1).trimmed)
    }

    // MARK: The request line

    package struct RequestLine {
        /// nil if the line has none, which means GET.
        var method: LineText?
        /// Empty if there is only a method.
        package var target: LineText
        /// The text after `HTTP/`.
        var version: LineText?
    }

    package static func requestLine(_ line: LineText) -> RequestLine? {
        let text = line.trimmed
        let word = text.firstWord
        let rest = text.from(word.end).trimmed
        if KnownMethod.name(word) != nil,
            !rest.isEmpty || word.bytes[word.start..<word.end].allSatisfy(LineText.isUpper)
        {
            return finished(method: word, rest: rest)
        }
        if !rest.isEmpty, isCustomMethod(word),
            looksLikeTarget(rest.firstWord) || KnownMethod.protocols.contains(word.string)
        {
            return finished(method: word, rest: rest)
        }
        guard looksLikeTarget(word) else { return nil }
        return finished(method: nil, rest: text)
    }

    private static func finished(method: LineText?, rest: LineText) -> RequestLine {
        let (target, version) = splitVersion(rest)
        return RequestLine(method: method, target: target, version: version)
    }

    /// Splits ` HTTP/1.1` or ` HTTP/2 (Prior Knowledge)` off the end of a target.
    package static func splitVersion(_ text: LineText) -> (target: LineText, version: LineText?) {
        var from = text
        while let index = from.firstIndex(of: "HTTP/") {
            let candidate = text.from(index + 5)
            if index > text.start, LineText.isSpace(text.bytes[index - 1]), isVersion(candidate) {
                return (text.upTo(index).trimmed, candidate.trimmed)
            }
            from = text.from(index + 5)
        }
        return (text, nil)
    }

    private static func isVersion(_ text: LineText) -> Bool {
        let number = text.firstWord
        guard !number.isEmpty, number.bytes[number.range].allSatisfy({ LineText.isDigit($0) || $0 == Byte.dot }) else {
            return false
        }
        let rest = text.from(number.end).trimmed
        return rest.isEmpty || rest.equalsIgnoringCase("(prior knowledge)")
    }

    private static func isCustomMethod(_ word: LineText) -> Bool {
        guard let first = word.first, LineText.isUpper(first) else { return false }
        return word.bytes[word.range].allSatisfy { LineText.isUpper($0) || LineText.isDigit($0) || $0 == Byte.minus }
    }

    /// True if a word reads as the start of a URL: with a scheme, a path, a variable, `host:port`, a dotted name.
    static func looksLikeTarget(_ word: LineText) -> Bool {
        guard let first = word.first else { return false }
        if first == Byte.slash || word.starts(with: "{{") || word.starts(with: "\\{\\{") { return true }
        if first == Byte.asterisk { return word.count == 1 }
        if first == Byte.openBracket {
            return word.firstIndex(of: "]") != nil && word.firstIndex(of: UInt8(Byte.colon)) != nil
        }
        var index = word.start
        var dots = 0
        while index < word.end {
            let byte = word.bytes[index]
            if byte == Byte.dot { dots += 1 }
            if byte == Byte.colon || byte == Byte.slash || byte == Byte.questionMark || byte == Byte.hash
                || byte == Byte.openBrace
            {
                break
            }
            guard
                LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.dot || byte == Byte.minus
                    || byte == Byte.underscore
            else {
                return false
            }
            index += 1
        }
        guard index > word.start else { return false }
        let name = word.upTo(index)
        let rest = word.from(index)
        if name.equalsIgnoringCase("localhost") { return true }
        if rest.first == Byte.colon {
            return rest.starts(with: "://") || LineText.isDigit(rest.byte(1)) || rest.starts(with: ":{{")
        }
        return dots > 0 && name.first != Byte.dot && name.last != Byte.dot
    }

    /// True if a line begins a request without `###` before it: `METHOD http…`, `METHOD /…`, `METHOD {{…`.
    static func beginsRequest(_ line: LineText) -> Bool {
        guard let first = line.first, LineText.isLetter(first) else { return false }
        let word = line.firstWord
        guard KnownMethod.name(word) != nil else { return false }
        var rest = line.from(word.end)
        guard rest.first == Byte.space else { return false }
        while rest.first == Byte.space { rest.start += 1 }
        return rest.starts(with: "http://") || rest.starts(with: "https://") || rest.first == Byte.slash
            || rest.starts(with: "{{")
    }

    // MARK: Headers

    /// `Name: value`; the name is a token, or contains a `{{reference}}`.
    package static func header(_ line: LineText) -> (name: LineText, value: LineText)? {
        let text = line.trimmed
        var index = text.start
        var holdsReference = false
        while index < text.end {
            let byte = text.bytes[index]
            if byte == Byte.openBrace, text.from(index).starts(with: "{{") {
                guard let close = text.from(index + 2).firstIndex(of: "}}") else { return nil }
                holdsReference = true
                index = close + 2
            } else if LineText.isToken(byte) {
                index += 1
            } else {
                break
            }
        }
        let name = text.upTo(index)
        let rest = text.from(index).trimmed
        guard !name.isEmpty, rest.first == Byte.colon, holdsReference || index > text.start else { return nil }
        return (name, rest.dropFirst(1).trimmed)
    }

    /// `# Name: value`, a disabled header. `# https://…` is a comment.
    static func disabledHeader(_ comment: LineText) -> (name: LineText, value: LineText)? {
        guard let parts = header(comment), !parts.value.starts(with: "//") else { return nil }
        return parts
    }

    /// `# &name=value` or `# ?name=value`: the parameter without its `&` or `?`.
    static func disabledParameter(_ comment: LineText) -> LineText? {
        let text = comment.trimmed
        guard text.first == Byte.ampersand || text.first == Byte.questionMark else { return nil }
        let parameter = text.dropFirst(1)
        guard let first = parameter.first, !LineText.isSpace(first), first != Byte.questionMark, first != Byte.ampersand
        else { return nil }
        let word = parameter.firstWord
        guard word.end == parameter.end || word.firstIndex(of: UInt8(Byte.equals)) != nil else { return nil }
        return parameter
    }

    // MARK: References

    /// True if the text between `{{` and `}}` is neither a name, a dynamic value (`$…`), nor a value of another
    /// request: httpYac reads it as JavaScript.
    package static func isExpression(_ text: LineText) -> Bool {
        guard let first = text.first, first != Byte.dollar, first != Byte.percent else { return false }
        if text.firstIndex(of: ".response.") != nil || text.firstIndex(of: ".request.") != nil { return false }
        return text.bytes[text.range].contains { byte in
            switch byte {
            case Byte.space, Byte.quote, Byte.apostrophe, Byte.openParenthesis, Byte.closeParenthesis, Byte.asterisk,
                Byte.plus, Byte.lessThan, Byte.equals, Byte.greaterThan, Byte.questionMark, Byte.backtick:
                true
            default: false
            }
        }
    }

    // MARK: The body and what may follow it

    package struct BodyImport {
        package var path: LineText
        /// True for `<@`: variables in the file are replaced.
        package var replacesVariables: Bool
        /// The encoding named after `<@`; empty for UTF-8.
        package var encoding: LineText
    }

    /// `< path`, `<@ path`, `<@latin1 path`.
    package static func bodyImport(_ line: LineText) -> BodyImport? {
        guard line.first == Byte.lessThan else { return nil }
        var rest = line.dropFirst(1)
        var replaces = false
        var encoding = rest.upTo(rest.start)
        if rest.first == Byte.at {
            replaces = true
            encoding = rest.dropFirst(1).firstWord
            rest = rest.from(encoding.end)
        }
        guard let next = rest.first, LineText.isSpace(next) else { return nil }
        let path = rest.trimmed
        guard !path.isEmpty, !path.starts(with: "{%") else { return nil }
        return BodyImport(path: path, replacesVariables: replaces, encoding: encoding)
    }

    /// The same in a body of a type: lines of markup begin with `<`, too.
    package static func bodyImport(_ line: LineText, in type: ContentType) -> BodyImport? {
        guard let found = bodyImport(line) else { return nil }
        return type.isMarkup && line.firstIndex(of: Byte.greaterThan) != nil ? nil : found
    }

    /// The line that sends a file. A path that would begin a script gets `./`.
    package static func bodyFileLine(_ path: String) -> String {
        path.hasPrefix("{%") ? "< ./\(path)" : "< \(path)"
    }

    /// `< {%` or `> {%`, with `<` or `>` as the marker: where the code begins.
    static func scriptStart(_ line: LineText, marker: UInt8) -> Int? {
        let text = line.trimmed
        guard text.first == marker, LineText.isSpace(text.byte(1)) else { return nil }
        let rest = text.dropFirst(1).trimmed
        return rest.starts(with: "{%") ? rest.start + 2 : nil
    }

    /// `< file.js` or `> file.js`: a script in a separate file.
    static func isScriptFile(_ line: LineText, marker: UInt8) -> Bool {
        let text = line.trimmed
        guard text.first == marker, LineText.isSpace(text.byte(1)) else { return false }
        let path = text.dropFirst(1).trimmed
        guard path.firstWord.end == path.end else { return false }
        return path.ends(with: ".js") || path.ends(with: ".mjs") || path.ends(with: ".cjs") || path.ends(with: ".ts")
            || path.ends(with: ".lua")
    }

    /// The first line of a JavaScript block of httpYac: `{{`, `{{+`, `{{@js request` and the like, alone on its line.
    static func opensScriptBlock(_ line: LineText) -> Bool {
        var text = line.trimmed
        guard text.starts(with: "{{") else { return false }
        text = text.dropFirst(2)
        if text.starts(with: "@js") { text = text.dropFirst(3).trimmed }
        if text.first == Byte.plus || text.first == Byte.at { text = text.dropFirst(1) }
        text = text.trimmed
        guard !text.isEmpty else { return true }
        return text.equalsIgnoringCase("request") || text.equalsIgnoringCase("streaming")
            || text.equalsIgnoringCase("response") || text.equalsIgnoringCase("after")
            || text.equalsIgnoringCase("responselogging")
    }

    /// When httpYac runs a block, by its first line; nil if it is for other requests too, or for parts of a response. The phase is
    /// nil if the place of the block decides.
    static func scriptBlockEvent(_ line: LineText) -> (phase: HandlerScript.Phase?, Void)? {
        var text = line.trimmed.dropFirst(2)
        if text.starts(with: "@js") { text = text.dropFirst(3).trimmed }
        if text.first == Byte.plus { return nil }
        if text.first == Byte.at { text = text.dropFirst(1) }
        text = text.trimmed
        if text.isEmpty { return (nil, ()) }
        if text.equalsIgnoringCase("request") { return (.before, ()) }
        return text.equalsIgnoringCase("response") ? (.after, ()) : nil
    }

    static func closesScriptBlock(_ line: LineText) -> Bool {
        let text = line.trimmed
        return text.count == 2 && text.starts(with: "}}")
    }

    /// `>> path`, `>>! path`, `<> path`.
    static func isOutput(_ line: LineText) -> Bool {
        if line.starts(with: "<>") { return !line.dropFirst(2).trimmed.isEmpty }
        guard line.starts(with: ">>") else { return false }
        var rest = line.dropFirst(2)
        if rest.first == Byte.exclamationMark { rest = rest.dropFirst(1) }
        guard let next = rest.first, LineText.isSpace(next) else { return false }
        return !rest.trimmed.isEmpty
    }

    /// `HTTP/1.1 200 OK`.
    static func isInlineResponse(_ line: LineText) -> Bool {
        guard line.starts(with: "HTTP/"), LineText.isDigit(line.byte(5)) else { return false }
        let status = line.from(line.firstWord.end).trimmed
        return LineText.isDigit(status.byte(0)) && LineText.isDigit(status.byte(1)) && LineText.isDigit(status.byte(2))
            && !LineText.isDigit(status.byte(3))
    }
}

/// The methods that are recognised in any letter case (HTTP-FORMAT §6).
enum KnownMethod {
    private static let names = [
        "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE", "LOCK", "UNLOCK", "PROPFIND",
        "PROPPATCH", "COPY", "MOVE", "MKCOL", "MKCALENDAR", "ACL", "SEARCH", "CHECKOUT", "CHECKIN", "REPORT", "MERGE",
        "MKACTIVITY", "MKWORKSPACE", "VERSION-CONTROL", "BASELINE-CONTROL", "GRAPHQL",
    ]
    /// Other protocols that other tools send from the same files (§16).
    static let protocols: Set<String> = [
        "WS", "WSS", "WEBSOCKET", "SSE", "EVENTSOURCE", "GRPC", "GRPCS", "MQTT", "MQTTS", "AMQP", "AMQPS", "KAFKA",
        "RSOCKET",
    ]
    private static let short: [UInt64: String] = {
        var table: [UInt64: String] = [:]
        for name in names where name.utf8.count <= 8 { table[name.utf8.reduce(0) { $0 << 8 | UInt64($1) }] = name }
        return table
    }()
    private static let long = Set(names.filter { $0.utf8.count > 8 })

    /// The method in upper case, or nil if it is unknown.
    static func name(_ word: LineText) -> String? {
        guard word.count >= 3, word.count <= 16 else { return nil }
        if word.count <= 8 {
            var key: UInt64 = 0
            for index in word.range {
                let byte = word.bytes[index]
                guard LineText.isLetter(byte) else { return nil }
                key = key << 8 | UInt64(byte & 0xDF)
            }
            return short[key]
        }
        let text = word.string.uppercased()
        return long.contains(text) ? text : nil
    }
}
