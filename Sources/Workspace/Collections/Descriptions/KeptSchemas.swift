import Base
import GraphQL
import NetEngine

/// Keeps the schema that each GraphQL endpoint had last, so that it can be opened without a network. The HTTP cache cannot: introspection
/// is sent by POST.
///
/// Files of this user alone, one for each endpoint, as SDL; the endpoint is not in their names.
package struct KeptSchemas: Sendable {
    /// Absolute path; created with the first schema.
    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// `$XDG_CACHE_HOME/apitui/schemas`, else below `~/.cache`; nil without a home folder.
    package static func live(variable: (String) -> String? = processEnvironment) -> KeptSchemas? {
        UserFolder.cache.path(variable).map { KeptSchemas(folder: PathText.join($0, "schemas")) }
    }

    private func file(_ url: String) -> StateFile {
        StateFile(
            path: PathText.join(folder, ContentMark(Array(url.utf8)).text + ".graphql"), what: "The kept schema",
            maxBytes: DiskFile.maxRequestFileBytes)
    }

    /// - Returns: why it is not kept, as a sentence.
    package func keep(_ schema: GraphQLSchema, of url: String) -> String? {
        file(url).change { bytes in
            bytes = Array(schema.sdl.utf8)
            return nil
        }
    }

    /// - Returns: nil if none is kept that can be read.
    package func schema(of url: String) -> GraphQLSchema? {
        guard let bytes = try? file(url).read() else { return nil }
        return Self.schema(in: bytes)
    }

    /// Whether the content of a file is a whole schema.
    package static func isUsable(_ bytes: [UInt8]) -> Bool { schema(in: bytes) != nil }

    /// nil of what was cut: that is not the schema of the endpoint. It is fetched again.
    private static func schema(in bytes: [UInt8]) -> GraphQLSchema? {
        guard !bytes.isEmpty else { return nil }
        let document = GraphQLDocument.parse(bytes)
        guard document.problems.isEmpty else { return nil }
        let schema = GraphQLSchema(documents: [document])
        return schema.roots.isEmpty ? nil : schema
    }
}
