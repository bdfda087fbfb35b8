import Base
import JSONPath
import NetEngine

/// What in a JSON body is a secret by its name.
enum JSONSecrets {
    /// The members with the name of a secret, and where their texts are, with quotation marks. A variable in the place of a text has it with
    /// its escapes: it is inserted as it is.
    static func members(of tree: JSONTree) -> [(name: String, slice: ArraySlice<UInt8>)] {
        tree.nodes.indices.compactMap { node in
            guard tree.kind(node) == .string, let bytes = tree.name(node) else { return nil }
            let slice = tree.slice(node)
            let name = String(decoding: bytes, as: UTF8.self)
            guard slice.count > 2, SecretNames.isMember(name) else { return nil }
            return (name, slice)
        }
    }
}
