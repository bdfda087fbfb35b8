import Base
import JSONPath
import NetEngine
import OpenAPI

/// Values that a text in a header or URL may stand for: texts have no types, so the schema decides which is meant.
enum WrittenValue {
    /// - Parameters:
    ///   - items: the texts of an array's items, if the style has told them apart; else they are parted by commas.
    ///   - explodes: objects are `a=1,b=2`, else `a,1,b,2`.
    /// - Returns: the likeliest first.
    static func candidates(_ text: String, items: [String]? = nil, explodes: Bool, types: [String]) -> [JSONOutput] {
        let parts =
            items ?? (text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        let trimmed = parts.map { $0.trimmingWhitespace() }
        var made: [String: [JSONOutput]] = [:]
        made["string"] = [.string(text)]
        if let scalar = scalar(text) { made["scalar"] = [scalar] }
        if text.isEmpty { made["scalar"] = [.null] }
        let typed = trimmed.map { scalar($0) ?? .string($0) }
        made["array"] = [.array(typed), .array(trimmed.map { .string($0) })]
        made["object"] = objects(trimmed, explodes: explodes)
        var order = ["scalar", "string", "array", "object"]
        for type in types.reversed() {
            let name = ["integer", "number", "boolean", "null"].contains(type) ? "scalar" : type
            guard made[name] != nil else { continue }
            order.removeAll { $0 == name }
            order.insert(name, at: 0)
        }
        // Of something that is said to be a single value, commas make no array.
        if !types.isEmpty {
            order.removeAll { ["array", "object"].contains($0) && !types.contains($0) }
        }
        return order.flatMap { made[$0] ?? [] }
    }

    private static func objects(_ parts: [String], explodes: Bool) -> [JSONOutput] {
        var members: [(String, String)] = []
        if explodes {
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard pair.count == 2 else { return [] }
                members.append((pair[0], pair[1]))
            }
        } else {
            guard parts.count.isMultiple(of: 2) else { return [] }
            for index in stride(from: 0, to: parts.count, by: 2) { members.append((parts[index], parts[index + 1])) }
        }
        return objects(members)
    }

    /// Objects with these members. First that whose members have the types that the schemas name, as far as they do.
    static func objects(
        _ members: [(String, String)], _ schemas: [DocumentPlace], _ documents: DocumentSet
    ) -> [JSONOutput] {
        let whole = SchemaParts(schemas, documents)
        let typed = members.map { name, text in
            let types = SchemaParts(whole.properties[name] ?? whole.additional, documents).types
            let value = candidates(text, explodes: true, types: types.sorted()).first ?? .string(text)
            return (name, types.isEmpty ? scalar(text) ?? .string(text) : value)
        }
        return [.object(typed)] + objects(members)
    }

    /// Objects with these members.
    static func objects(_ members: [(String, String)]) -> [JSONOutput] {
        [.object(members.map { ($0, scalar($1) ?? .string($1)) }), .object(members.map { ($0, .string($1)) })]
    }

    /// A number, a truth value or null.
    static func scalar(_ text: String) -> JSONOutput? {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            guard let first = text.utf8.first, first == Byte.minus || ASCII.isDigit(first), text.utf8.count < 1_000,
                (try? JSONTree.parse(Array(text.utf8))) != nil
            else { return nil }
            return .number(text.trimmingWhitespace())
        }
    }
}
