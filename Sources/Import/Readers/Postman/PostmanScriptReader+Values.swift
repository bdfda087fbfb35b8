import Base

/// What an expression of a script stands for.
extension PostmanScript.Reader {
    /// The values in parentheses that reach to `end`; nil if one cannot be read.
    func arguments(_ open: Int, _ end: Int) -> [Value]? {
        guard tokens.isSign("(", at: open), tokens.closers[open] == end - 1 else { return nil }
        return values(open, end)
    }

    /// The values between a bracket and the one before `end`. As in JavaScript, a comma may follow the last one.
    func values(_ open: Int, _ end: Int) -> [Value]? {
        var values: [Value] = []
        var start = open + 1
        var place = start
        while place < end {
            if tokens.isSign(",", at: place) || place == end - 1 {
                guard start < place else { return place == end - 1 ? values : nil }
                guard let value = value(start..<place) else { return nil }
                values.append(value)
                start = place + 1
            }
            let closer = tokens.closers[place]
            place = closer > place ? closer + 1 : place + 1
        }
        return values
    }

    func value(_ range: Range<Int>) -> Value? {
        guard let first = range.first else { return nil }
        switch tokens.tokens[first] {
        case .string(let text):
            return range.count == 1 && !text.isEmpty && text.first != " " && text.last != " "
                ? .literal(text, isText: true) : nil
        case .number(let digits): return range.count == 1 ? .literal(digits, isText: false) : nil
        case .sign("-"):
            guard range.count == 2, case .number(let digits) = tokens.tokens[first + 1] else { return nil }
            return .literal("-\(digits)", isText: false)
        case .name(let name): return named(name, range)
        case .sign, .other: return nil
        }
    }

    private func named(_ name: String, _ range: Range<Int>) -> Value? {
        let start = range.lowerBound
        if range.count == 1 {
            switch name {
            case "true", "false", "null": return .literal(name, isText: false)
            case "responseTime": return .duration
            case "responseBody": return .bodyText
            default: break
            }
        }
        let known: [(words: [String], value: Value)] = [
            (["pm", ".", "response", ".", "json", "(", ")"], .body("$")),
            (["JSON", ".", "parse", "(", "responseBody", ")"], .body("$")),
            (["JSON", ".", "parse", "(", "pm", ".", "response", ".", "text", "(", ")", ")"], .body("$")),
            (["pm", ".", "response", ".", "text", "(", ")"], .bodyText),
            (["pm", ".", "response", ".", "code"], .status),
            (["pm", ".", "response", ".", "responseTime"], .duration),
            (["responseCode", ".", "code"], .status),
        ]
        for (words, value) in known where begins(range, words) {
            return path(value, start + words.count, range.upperBound)
        }
        for words in [
            ["pm", ".", "response", ".", "headers", ".", "get", "("], ["postman", ".", "getResponseHeader", "("],
        ]
        where begins(range, words) {
            let open = start + words.count - 1
            guard range.count == words.count + 2, case .string(let header) = tokens.tokens[open + 1],
                Self.isHeader(header)
            else {
                return nil
            }
            return .header(header)
        }
        guard let (value, object) = names[name], !changedObjects.contains(object), !unprovable.contains(name) else {
            return nil
        }
        return path(value, start + 1, range.upperBound)
    }

    /// The value that `.a[0]["b"]` selects.
    private func path(_ value: Value, _ start: Int, _ end: Int) -> Value? {
        guard start < end else { return value }
        guard case .body(var path) = value else { return nil }
        var place = start
        while place < end {
            if tokens.isSign(".", at: place) || tokens.isSign("?.", at: place),
                let name = tokens.name(at: place + 1)
            {
                // A call is no member.
                guard !tokens.isSign("(", at: place + 2) || place + 2 >= end else { return nil }
                path += ".\(name)"
                place += 2
            } else if tokens.isSign("[", at: place), tokens.closers[place] == place + 2 {
                switch tokens.tokens[place + 1] {
                case .number(let digits) where Int(digits) != nil: path += "[\(digits)]"
                case .string(let key) where Self.isPath(key): path += "['\(key)']"
                default: return nil
                }
                place += 3
            } else {
                return nil
            }
        }
        return .body(path)
    }

    static func isHeader(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(LineText.isToken) }

    static func isPath(_ text: String) -> Bool {
        !text.isEmpty
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") }
    }
}
