import Base
import Glibc
import GraphQL
import NetEngine
import OpenAPI

/// Finds the descriptions of APIs among the JSON and YAML files of a folder.
struct DescriptionFinder {
    /// How many files of a collection are looked into. Folders of test data may hold thousands.
    static let mostLooks = 256
    /// How many bytes at a file's beginning are looked at.
    private static let headBytes = 8192

    /// Files that were looked into.
    private var looks = 0

    /// Whether a file of a folder is one, by how it begins, as far as not too many files have to be looked into.
    mutating func isDescription(_ name: String, in folder: String) -> Bool {
        guard Self.mayBe(name) else { return false }
        let isGraphQL = Self.isNamedAsGraphQL(name)
        if isGraphQL || !Self.isNamedSo(name) {
            looks += 1
            guard looks <= Self.mostLooks else { return false }
        }
        guard let head = Self.head(PathText.join(folder, name)) else { return false }
        return isGraphQL ? Self.beginsLikeSchema(head) : Self.beginsLikeOne(head)
    }

    /// Whether a file may be a description by its name.
    static func mayBe(_ name: String) -> Bool {
        guard !name.hasPrefix("."), !CollectionStore.isEnvironmentFile(name) else { return false }
        let lower = name.lowercased()
        return [".yaml", ".yml", ".json"].contains { lower.hasSuffix($0) } || isNamedAsGraphQL(name)
    }

    /// Whether the name is that of a GraphQL schema or query.
    static func isNamedAsGraphQL(_ name: String) -> Bool {
        let lower = name.lowercased()
        return [".graphql", ".graphqls", ".gql"].contains { lower.hasSuffix($0) }
    }

    /// Whether the name alone says so.
    static func isNamedSo(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower.contains("openapi") || lower.contains("swagger")
    }

    /// Whether the name says that it is one, and that it is read as one.
    static func isNamedLikeOne(_ name: String) -> Bool { isNamedSo(name) && mayBe(name) }

    /// The first bytes of a regular file.
    private static func head(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return [UInt8](unsafeUninitializedCapacity: headBytes) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, headBytes))
        }
    }

    /// Whether a text begins like the types of a GraphQL schema, and not like a query: after comments and descriptions.
    static func beginsLikeSchema(_ head: [UInt8]) -> Bool {
        let words: Set<String> = [
            "schema", "type", "interface", "union", "enum", "input", "scalar", "directive", "extend",
        ]
        let tokens = GraphQLTokens(head)
        for token in tokens.tokens.prefix(4) {
            switch token.kind {
            case .string, .blockString: continue
            case .name: return words.contains(String(decoding: head[token.range], as: UTF8.self))
            default: return false
            }
        }
        return false
    }

    /// Whether a text begins like an OpenAPI description, with `openapi` or `swagger` among its first names: at the start of a line
    /// (YAML), or in quotation marks before a colon.
    static func beginsLikeOne(_ head: [UInt8]) -> Bool {
        let start = DescriptionText.markLength(of: head)
        for word in ["openapi", "swagger"].map({ Array($0.utf8) }) {
            for place in ByteSearch.offsets(of: word, in: head) {
                var next = place + word.count
                let before = place > start ? head[place - 1] : UInt8(ascii: "\n")
                if before == UInt8(ascii: "\"") || before == UInt8(ascii: "'") {
                    guard next < head.count, head[next] == before else { continue }
                    next += 1
                } else if before != UInt8(ascii: "\n") {
                    continue
                }
                while next < head.count, JSONText.isSpace(head[next]) { next += 1 }
                if next < head.count, head[next] == UInt8(ascii: ":") { return true }
            }
        }
        return false
    }
}
