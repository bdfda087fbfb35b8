import Base
import Descriptions
import NetEngine

/// Translates the templates of Insomnia (Nunjucks): `{{ _.name }}`, and tags such as `{% uuid %}`.
struct InsomniaText {
    /// Names of requests by their ids.
    private let requests: [String: String]
    /// What was reported once for the whole collection.
    private var reported: Set<String> = []
    /// What dependencies call each request whose response another one uses, by its id. Requests of one name are kept apart.
    private(set) var usedNames: [String: String] = [:]
    /// The names of requests that are given in references.
    private(set) var referenceNames: DialectName
    /// Of `usedNames`, those of requests that the texts of a request need.
    private(set) var dependencies: [String] = []

    /// The variables in place of tags and expressions, by what is written.
    private var variables: [String: String] = [:]
    private var variableNames = DialectName()

    /// - Parameter names: those that other exports have taken.
    init(requests: [String: String], apartFrom names: DialectName = DialectName()) {
        self.requests = requests
        referenceNames = names
    }

    mutating func takeDependencies() -> [String] {
        defer { dependencies = [] }
        return dependencies
    }

    mutating func translated(_ text: String, at place: ImportPlace?, _ notices: inout NoticeList) -> String {
        guard text.contains(bytes: "{{") || text.contains(bytes: "{%") else { return text }
        var result = ""
        var rest = Array(text.utf8)[...]
        while let open = rest.firstIndex(of: Byte.openBrace) {
            let next = open + 1 < rest.endIndex ? rest[open + 1] : 0
            let isTag = next == Byte.percent
            let isReference = next == Byte.openBrace && !(open + 2 < rest.endIndex && rest[open + 2] == Byte.openBrace)
            let closer = isTag ? Byte.percent : Byte.closeBrace
            guard isTag || isReference else {
                result += String(decoding: rest[...open], as: UTF8.self)
                rest = rest[(open + 1)...]
                continue
            }
            guard let close = Self.end(of: closer, from: open + 2, in: rest) else { break }
            result += String(decoding: rest[..<open], as: UTF8.self)
            let written = String(decoding: rest[open..<(close + 2)], as: UTF8.self)
            let inner = rest[(open + 2)..<close].trimmedText
            rest = rest[(close + 2)...]
            result += isTag ? tag(inner, written, place, &notices) : reference(inner, written, place, &notices)
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static func end(of byte: UInt8, from start: Int, in text: ArraySlice<UInt8>) -> Int? {
        var place = start
        while place + 1 < text.endIndex {
            if text[place] == byte, text[place + 1] == Byte.closeBrace { return place }
            place += 1
        }
        return nil
    }

    /// The variable in place of what has no value here: one for each text, however alike their names are.
    private mutating func variable(_ name: String, for written: String, else standard: String) -> String {
        if let known = variables[written] { return known }
        let made = variableNames.unique(DialectName.valid(name, else: standard))
        variables[written] = made
        return made
    }

    // MARK: References

    /// `_.a.b`, `_['a']` or `a`, without filters.
    private mutating func reference(
        _ inner: String, _ written: String, _ place: ImportPlace?, _ notices: inout NoticeList
    ) -> String {
        if let name = Self.name(inner) { return "{{\(name)}}" }
        if let bar = inner.firstIndex(of: "|"), let name = Self.name(inner[..<bar].trimmedText) {
            notices.lost("The filter in \(NoticeList.quoted(written)) is left out.", at: place)
            return "{{\(name)}}"
        }
        notices.lost("\(NoticeList.quoted(written)) is an expression that has no value here.", at: place)
        return "{{\(variable(inner, for: written, else: "expression"))}}"
    }

    static func name(_ inner: String) -> String? {
        var text = inner
        if text.hasPrefix("_.") {
            text.removeFirst(2)
        } else if text.hasPrefix("_["), let close = text.firstIndex(of: "]") {
            let quoted = text[text.index(text.startIndex, offsetBy: 2)..<close]
            guard quoted.count > 2, let quote = quoted.first, quote == "'" || quote == "\"", quoted.last == quote else {
                return nil
            }
            text = String(quoted.dropFirst().dropLast()) + text[text.index(after: close)...]
        }
        guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || "_-.$".contains($0) }) else { return nil }
        return text
    }

    // MARK: Tags

    private mutating func tag(
        _ inner: String, _ written: String, _ place: ImportPlace?, _ notices: inout NoticeList
    ) -> String {
        var words = Self.words(inner)
        guard !words.isEmpty else { return "" }
        let name = words.removeFirst().text
        let arguments = words.map(\.text)
        func argument(_ index: Int) -> String { index < arguments.count ? arguments[index] : "" }
        switch name {
        case "uuid": return "{{$guid}}"
        case "now", "timestamp":
            if let value = Self.moment(argument(0).lowercased(), format: argument(1)) { return "{{\(value)}}" }
        case "prompt":
            let title = [argument(1), argument(0)].first { !$0.isEmpty } ?? "Value"
            let label = title.filter { $0 != "{" && $0 != "}" && $0 != "$" }
            let standard = argument(2).isEmpty ? "" : " $value: \(argument(2))"
            return "{{\(argument(4) == "true" ? "$password" : "$input") \(label)\(standard)}}"
        case "base64":
            let isEncoding = argument(0) != "decode"
            // The kind is before the text in newer versions. A word that is not quoted is an expression.
            let isPlain = words.count < 3 || argument(1) == "normal"
            if isPlain, let (text, isQuoted) = words.dropFirst().prefix(2).last, isQuoted, !text.contains(bytes: "{{") {
                if isEncoding { return Base64.encode(text) }
                if let bytes = Base64.decode(Array(text.utf8)) { return String(decoding: bytes, as: UTF8.self) }
            }
        case "response":
            if let value = response(arguments, written, place, &notices) { return value }
        case "faker":
            let name = argument(0).prefix(1).uppercased() + argument(0).dropFirst()
            let postman =
                ["guid", "timestamp", "isoTimestamp"].contains(argument(0)) || argument(0).hasPrefix("random")
            let written = "{{$\(postman ? argument(0) : "random\(name)")}}"
            let ours = PostmanText.translated(written)
            if PostmanText.isApproximate(written), reported.insert(written).inserted {
                notices.changed("\(NoticeList.quoted(inner)) is written as \(ours).", at: place)
            }
            return ours
        default: break
        }
        let variable = variable("\(name) \(argument(0))", for: written, else: "value")
        notices.lost(
            "The tag \(NoticeList.quoted(written)) has no value here; it is the variable \(variable) now.", at: place)
        return "{{\(variable)}}"
    }

    private static func moment(_ kind: String, format: String) -> String? {
        switch kind {
        case "", "iso-8601", "iso8601", "iso": "$isoTimestamp"
        case "unix", "seconds", "timestamp": "$timestamp"
        case "custom" where !format.isEmpty && !format.contains(bytes: "\"") && !format.contains(bytes: "}"):
            "$datetime \"\(format)\""
        default: nil
        }
    }

    /// `{% response 'body', 'req_1', 'b64::JC5pZA==::46b', 'never', 60 %}`
    private mutating func response(
        _ arguments: [String], _ written: String, _ place: ImportPlace?, _ notices: inout NoticeList
    ) -> String? {
        guard arguments.count > 1, let name = requests[arguments[1]] else { return nil }
        let path = arguments.count > 2 ? Self.plain(arguments[2]) : ""
        let expression: String
        switch arguments[0] {
        case "raw": expression = "body.*"
        case "body": expression = path.isEmpty || path == "$" ? "body.*" : "body.\(path)"
        case "header" where !path.isEmpty: expression = "headers.\(path)"
        default: return nil
        }
        guard !expression.contains(bytes: "}}"), !expression.contains(where: \.isNewline) else { return nil }
        let known = usedName(of: arguments[1], name)
        if !dependencies.contains(known) { dependencies.append(known) }
        if arguments.count > 3, arguments[3] == "always", reported.insert("always").inserted {
            notices.changed(
                "The request whose response is needed is sent if it has none yet, and not always.", at: place)
        }
        return "{{\(DialectName.valid(known, else: "request")).response.\(expression)}}"
    }

    /// The name of a request, or another one if that is the name of another request whose response is used.
    private mutating func usedName(of id: String, _ name: String) -> String {
        if let known = usedNames[id] { return known }
        let valid = DialectName.valid(name, else: "request")
        let made = referenceNames.unique(valid)
        let known = made == valid ? name : made
        usedNames[id] = known
        return known
    }

    /// `b64::JC5pZA==::46b` is how Insomnia writes `$.id`.
    private static func plain(_ text: String) -> String {
        guard text.hasPrefix("b64::"), text.hasSuffix("::46b"), text.utf8.count >= 10,
            let bytes = Base64.decode(Array(text.utf8.dropFirst(5).dropLast(5)))
        else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name of a tag and its arguments; texts without their quotes.
    private static func words(_ text: String) -> [(text: String, isQuoted: Bool)] {
        var words: [(text: String, isQuoted: Bool)] = []
        var word = ""
        var quote: Character?
        var isEscaped = false
        var isOpen = false
        var isQuoted = false
        func end() {
            if isOpen { words.append((word, isQuoted)) }
            word = ""
            isOpen = false
            isQuoted = false
        }
        for character in text {
            if let open = quote {
                if isEscaped {
                    word.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == open {
                    quote = nil
                } else {
                    word.append(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
                isOpen = true
                isQuoted = true
            } else if character == "," || character.isWhitespace {
                end()
            } else {
                word.append(character)
                isOpen = true
            }
        }
        end()
        return words
    }
}
