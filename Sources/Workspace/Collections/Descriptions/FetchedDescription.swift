import Base
import Descriptions
import GraphQL
import JSONPath
import NetEngine

/// A description that is fetched from an address: an OpenAPI description by one GET, a GraphQL schema by introspection. Nothing else of
/// it is followed.
package struct FetchedDescription: Sendable {
    /// In front of the URL of a GraphQL endpoint, in the text given as a path.
    package static let graphQLMark = "graphql+"

    /// As it was given.
    package let text: String
    /// The address.
    package let url: String
    /// Whether a GraphQL endpoint is asked for its schema.
    package let isGraphQL: Bool
    /// Sent along, such as a login.
    let headers: [HeaderField]

    /// Whether a text given as a path is an address of the web.
    package static func isURL(_ text: String) -> Bool {
        let lower = text.prefix(graphQLMark.utf8.count + 8).lowercased()
        let rest = lower.hasPrefix(graphQLMark) ? lower.dropFirst(graphQLMark.count) : lower[...]
        return rest.hasPrefix("http://") || rest.hasPrefix("https://")
    }

    package init(_ text: String, headers: [HeaderField] = []) {
        self.text = text
        self.headers = headers
        isGraphQL = text.prefix(Self.graphQLMark.utf8.count).lowercased() == Self.graphQLMark
        url = isGraphQL ? String(text.dropFirst(Self.graphQLMark.count)) : text
    }

    /// Fetches it.
    /// - Parameter send: sends a request, and logs it as any other.
    /// - Returns: the collection; its requests belong to the current folder.
    package func folder(
        _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> CollectionFolder {
        let root = DiskFile.workingDirectory
        let path = PathText.join(root, name)
        let described = isGraphQL ? try await schema(path, send) : try description(path, await send(draft))
        let file = CollectionFile(path: path, relativePath: name, skeletonOf: described)
        var folder = CollectionFolder(root: root, name: name, nodes: [.file(file)])
        folder.asked = text
        return folder
    }

    /// The name of the file in the tree: the last part of the path; of a GraphQL endpoint its host.
    private var name: String {
        let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst()
        if isGraphQL {
            let host = parts.first.map { $0.drop { $0 == "." } } ?? "schema"
            return host.replacing(":", with: "-") + ".graphql"
        }
        let last = parts.dropFirst().last.map(String.init) ?? "openapi"
        return CollectionStore.mayBeDescription(last) && !DescriptionFinder.isNamedAsGraphQL(last)
            ? last : last + ".json"
    }

    private func received(_ exchange: Exchange) throws(CollectionError) -> Response {
        if let error = exchange.error { throw notOpened(error.sentence) }
        guard let response = exchange.response, response.isComplete else {
            throw notOpened("its response did not come to its end.")
        }
        return response
    }

    private func notOpened(_ why: String) -> CollectionError {
        CollectionError(sentence: "\(url) was not opened: \(why)")
    }

    // MARK: OpenAPI

    private var draft: RequestDraft {
        let accept = "application/openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5"
        return RequestDraft(url: url, headers: HeaderFields(headers + [HeaderField("Accept", accept)]))
    }

    private func description(_ path: String, _ exchange: Exchange) throws(CollectionError) -> DescribedFile {
        let response = try received(exchange)
        let address = exchange.hops.last?.request.url.textWithoutUserInfo ?? url
        do throws(CollectionError) {
            return try DescriptionReader.read(Array(response.body), path: path, address: address)
        } catch {
            let sentence = error.sentence.hasPrefix(path) ? url + error.sentence.dropFirst(path.count) : error.sentence
            throw CollectionError(sentence: "\(sentence) 'apitui send \(url)' shows what is there.")
        }
    }

    // MARK: GraphQL

    /// Asks for what the server's introspection knows, then for the schema; the oldest query is for servers that refuse either.
    private func schema(
        _ path: String, _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> DescribedFile {
        let probe = await send(question(GraphQLIntrospection.probe))
        // No server, no login: what follows would fail as well.
        if probe.response == nil { _ = try received(probe) }
        var features = GraphQLIntrospection.Features()
        if let tree = probe.response.flatMap({ try? JSONTree.parse(Array($0.body)) }) {
            features = GraphQLIntrospection.Features(probe: tree)
        }
        var failure = CollectionError(sentence: "")
        let query = GraphQLIntrospection.query(features)
        let oldest = GraphQLIntrospection.fallback
        for query in query == oldest ? [oldest] : [query, oldest] {
            do throws(CollectionError) {
                let schema = try read(await send(question(query)))
                return DescribedFile(GraphQLCollection(schema), path: path, endpoint: url)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func read(_ exchange: Exchange) throws(CollectionError) -> GraphQLSchema {
        guard let response = exchange.response, let tree = try? JSONTree.parse(Array(response.body)) else {
            _ = try received(exchange)
            throw withoutSchema("its response to the introspection is not JSON")
        }
        do throws(GraphQLSchema.IntrospectionFailure) {
            return try GraphQLSchema(introspection: tree)
        } catch {
            throw withoutSchema(error.reason)
        }
    }

    private func withoutSchema(_ why: String) -> CollectionError {
        notOpened("\(why). 'apitui graphql schema.graphql --server \(url)' takes the schema from a file.")
    }

    private func question(_ query: String) -> RequestDraft {
        let fields = [
            HeaderField("Content-Type", "application/json"),
            HeaderField("Accept", "application/graphql-response+json, application/json;q=0.9"),
        ]
        let body = JSONOutput.object([("query", .string(query))]).bytes
        return RequestDraft(method: "POST", url: url, headers: HeaderFields(headers + fields), body: .bytes(body))
    }
}
