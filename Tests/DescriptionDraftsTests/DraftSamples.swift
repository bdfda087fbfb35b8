import Base
import DescriptionDrafts
import JSONPath
import JSONSchema
import OpenAPI

/// SplitMix64, so that a failure can be repeated.
struct Dice: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// A method and a path or URL, or the path alone.
func exchange(
    _ first: String, _ second: String? = nil, status: Int? = 200, headers: [(name: String, value: String)] = [],
    body: String? = nil, response: String? = nil, type: String = "application/json",
    answered: [(name: String, value: String)] = []
) -> ObservedExchange {
    let method = second == nil ? "GET" : first
    let url = second ?? first
    return ObservedExchange(
        method: method, url: url.contains("://") && !url.hasPrefix("/") ? url : "https://api.example.com" + url,
        requestFields: headers + (body == nil ? [] : [("Content-Type", type)]),
        requestBody: body.map { Array($0.utf8) },
        status: status, responseFields: answered + (response == nil ? [] : [("Content-Type", type)]),
        responseBody: response.map { Array($0.utf8) })
}

func draft(_ exchanges: [ObservedExchange], following description: Description? = nil) -> DraftDocument {
    var draft = DescriptionDraft(following: description)
    for exchange in exchanges { draft.add(exchange) }
    return draft.document()
}

extension DraftDocument {
    var description: Description? { try? Description.read(json) }

    var templates: [String] {
        guard case .object(let members) = root, let paths = members.first(where: { $0.0 == "paths" }),
            case .object(let items) = paths.1
        else { return [] }
        return items.map(\.0)
    }

    /// The value at a pointer, as compact JSON.
    func at(_ pointer: String) -> String? {
        guard var value = description?.documents.root else { return nil }
        for name in pointer.split(separator: "/") {
            let name = String(name).replacing("~1", with: "/").replacing("~0", with: "~")
            if value.kind == .array, let index = Int(name), index < value.elements.count {
                value = value.elements[index]
            } else if let next = value[name] {
                value = next
            } else {
                return nil
            }
        }
        return value.output()?.text
    }

    var library: SchemaLibrary? {
        (try? JSONTree.parse(json)).map { SchemaLibrary([SchemaDocument(uri: "openapi.json", tree: $0)]) }
    }

    func schema(_ pointer: String, in known: SchemaLibrary? = nil) -> Schema? {
        guard let library = known ?? library else { return nil }
        return library.schema(at: "openapi.json#" + pointer, SchemaOptions(assertsFormats: true))
    }
}

/// Two trees are the same value, member by member in order.
func isSame(_ a: JSONTree, _ b: JSONTree) -> Bool {
    guard a.nodes.count == b.nodes.count else { return false }
    return a.nodes.indices.allSatisfy { node in
        guard a.kind(node) == b.kind(node), a.name(node) == b.name(node), a.next(node) == b.next(node) else {
            return false
        }
        switch a.kind(node) {
        case .string: return a.string(node) == b.string(node)
        case .number: return a.slice(node).elementsEqual(b.slice(node))
        case .bool: return a.slice(node).count == b.slice(node).count
        case .object, .array, .null: return true
        }
    }
}
