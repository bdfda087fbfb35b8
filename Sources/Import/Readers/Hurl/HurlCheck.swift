import Base
import HTTPFormat
import NetEngine

/// Asserts and captures of Hurl in our words.
enum HurlCheck {
    // MARK: Asserts

    /// nil if no checks say the same.
    static func checks(_ parts: HurlFile.Assert.Parts) -> [String]? {
        // Hurl compares by type; a filter may have changed that of the value.
        if parts.predicate == "==", !parts.isNegated, !parts.query.filters.contains(where: isConversion),
            let subject = subject(parts.query), let value = parts.value, let expected = expected(value)
        {
            let isText = if case .text = value { true } else { false }
            return CheckText.equality(subject, HurlText.translated(expected), isText: isText)
        }
        return check(parts).map { [$0] }
    }

    private static func check(_ parts: HurlFile.Assert.Parts) -> String? {
        let query = parts.query
        if query.name == "sha256" || query.name == "md5", query.filters.isEmpty, parts.predicate == "==",
            case .bytes(let digest)? = parts.value
        {
            return CheckText.written(
                "body", query.name == "md5" ? .md5 : .sha256, Hexadecimal.text(digest), isNegated: parts.isNegated)
        }
        guard let subject = subject(query) else { return nil }
        func check(_ predicate: Check.Predicate, _ expected: String = "") -> String? {
            CheckText.written(subject, predicate, HurlText.translated(expected), isNegated: parts.isNegated)
        }
        switch parts.predicate {
        case "exists":
            // `exists` here asks for more than to be there.
            return CheckText.written(subject, parts.isNegated ? .equals : .notEquals, "undefined")
        case "isBoolean": return check(.isBoolean)
        case "isNumber": return check(.isNumber)
        case "isString": return check(.isString)
        case "isList", "isCollection": return check(.isArray)
        default: break
        }
        if let pattern = patterns[parts.predicate] { return check(.matches, pattern) }
        guard let value = parts.value, let expected = expected(value) else { return nil }
        switch parts.predicate {
        case "==": return check(.equals, expected)
        case "!=": return check(.notEquals, expected)
        case ">": return check(.greater, expected)
        case ">=": return check(.greaterOrEqual, expected)
        case "<": return check(.less, expected)
        case "<=": return check(.lessOrEqual, expected)
        case "startsWith": return check(.startsWith, expected)
        case "endsWith": return check(.endsWith, expected)
        case "contains": return check(.includes, expected)
        case "includes":
            // An element of an array, in the JSON of which texts are quoted.
            if case .text = value { return check(.includes, JSONOutput.string(expected).text) }
            return check(.includes, expected)
        case "matches": return check(.matches, expected)
        default: return nil
        }
    }

    /// Predicates about the form of a value.
    private static let patterns: [String: String] = [
        "isInteger": "^-?[0-9]+$", "isFloat": "^-?[0-9]+\\.[0-9]", "isObject": "^\\s*\\{",
        "isEmpty": "^(?:\\[\\s*\\]|\\{\\s*\\})?$",
        "isUuid": "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        "isIsoDate": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}",
        "isIpv4": "^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$",
    ]

    private static func expected(_ value: HurlFile.Value) -> String? {
        switch value {
        case .text(let text), .reference(let text), .literal(let text), .pattern(let text): text
        case .bytes, .file: nil
        }
    }

    private static func subject(_ query: HurlFile.Query) -> String? {
        switch query.name {
        case "status", "duration", "body": return query.filters.isEmpty ? query.name : nil
        case "header":
            guard let name = text(query), query.filters.allSatisfy(isConversion) else { return nil }
            return "header \(name)"
        case "jsonpath":
            var query = query
            let counts = query.filters.last?.name == "count"
            if counts { query.filters.removeLast() }
            guard let path = jsonPath(query) else { return nil }
            guard counts else { return "body \(path)" }
            return isDefinite(path) ? "body \(path).length" : nil
        case "xpath":
            guard let path = text(query) else { return nil }
            let filters = query.filters.filter { !isConversion($0) }
            if filters.isEmpty { return "xpath \(path)" }
            return filters.map(\.name) == ["count"] ? "xpath count(\(path))" : nil
        default: return nil
        }
    }

    /// Filters that change how a value is typed: checks read what they expect as the type of the value.
    private static func isConversion(_ filter: HurlFile.Filter) -> Bool {
        ["toInt", "toFloat", "toString"].contains(filter.name)
    }

    private static func text(_ query: HurlFile.Query) -> String? {
        switch query.arguments.first {
        case .text(let text), .reference(let text): return HurlText.translated(text)
        default: return nil
        }
    }

    /// The path of the query with those of its filters that select an element; nil if there are others.
    private static func jsonPath(_ query: HurlFile.Query) -> String? {
        guard var path = text(query), path.hasPrefix("$") else { return nil }
        for filter in query.filters {
            switch (filter.name, filter.arguments.first) {
            case ("nth", .literal(let index)?) where isDefinite(path): path += "[\(index)]"
            case ("first", _) where isDefinite(path): path += "[0]"
            case ("last", _) where isDefinite(path): path += "[-1]"
            case ("jsonpath", .text(let inner)?) where inner.hasPrefix("$"): path += inner.dropFirst()
            default: guard isConversion(filter) else { return nil }
            }
        }
        return path
    }

    /// Whether a path selects one value at most.
    private static func isDefinite(_ path: String) -> Bool {
        !path.contains(bytes: "*") && !path.contains(bytes: "..") && !path.contains(bytes: "?")
            && !path.contains(bytes: ",")
    }

    // MARK: Captures

    /// As after `response.` in a reference; nil if no reference says the same.
    static func reference(_ query: HurlFile.Query) -> String? {
        switch query.name {
        case "body": return query.filters.isEmpty ? "body.*" : nil
        case "header":
            guard let name = text(query), query.filters.allSatisfy(isConversion) else { return nil }
            return "headers.\(name)"
        case "jsonpath": return jsonPath(query).map { "body.\($0)" }
        case "xpath":
            guard let path = text(query), path.hasPrefix("/"), query.filters.allSatisfy(isConversion) else {
                return nil
            }
            return "body.\(path)"
        default: return nil
        }
    }

    // MARK: Responses

    /// The check that the whole body is this one; nil if no check says so.
    static func text(_ body: HurlFile.Body) -> String? {
        switch body.content {
        case .json(let json):
            return CheckText.written(
                "body $", .equals, HurlText.translated(String(decoding: compact(json), as: UTF8.self)))
        case .text(let text, let language):
            if language == "json" {
                return CheckText.written(
                    "body $", .equals, HurlText.translated(String(decoding: compact(text), as: UTF8.self)))
            }
            guard language.isEmpty || language == "raw" else { return nil }
            if let check = CheckText.written("body", .equals, HurlText.translated(text)) { return check }
            // A check is one line; the digest of a longer text says the same.
            guard language == "raw" || !text.contains(bytes: "{{") else { return nil }
            return CheckText.written("body", .sha256, Hexadecimal.text(SHA256.hash(Array(text.utf8))))
        case .bytes(let bytes): return CheckText.written("body", .sha256, Hexadecimal.text(SHA256.hash(bytes)))
        case .xml, .file: return nil
        }
    }

    /// JSON on one line, without spaces between its tokens.
    private static func compact(_ json: String) -> [UInt8] {
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in json.utf8 {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == Byte.backslash {
                    isEscaped = true
                } else if byte == Byte.quote {
                    isInString = false
                }
            } else {
                if byte <= Byte.space { continue }
                isInString = byte == Byte.quote
            }
            result.append(byte)
        }
        return result
    }
}
