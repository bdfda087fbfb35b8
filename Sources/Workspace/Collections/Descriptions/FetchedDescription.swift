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
    /// - Parameters:
    ///   - kept: where schemas of GraphQL endpoints are kept; that of an endpoint which cannot be reached is taken from there.
    ///   - send: sends a request, and logs it as any other.
    /// - Returns: the collection; its requests belong to the current folder.
    package func folder(
        kept: KeptSchemas? = nil, _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> CollectionFolder {
        let root = DiskFile.workingDirectory
        let path = PathText.join(root, name)
        var remark: String?
        let described: DescribedFile
        let address: WebAddress
        if isGraphQL {
            let found = try await schema(kept, &remark, send)
            described = DescribedFile(GraphQLCollection(found.schema), path: path, endpoint: url)
            address = found.address
        } else {
            let exchange = await send(draft)
            described = try description(path, exchange)
            address = self.address(exchange)
        }
        var file = CollectionFile(path: path, relativePath: name, skeletonOf: described)
        file.address = plainAddress(answeredBy: address)
        var folder = CollectionFolder(
            root: root, name: name, nodes: [.file(file)],
            place: CollectionPlace(root: root, address: address))
        folder.asked = text
        folder.remark = remark
        return folder
    }

    /// The name of the file in the tree: the last part of the path; of a GraphQL endpoint its host.
    private var name: String {
        let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst()
        if isGraphQL {
            let host = parts.first.map { $0.drop { $0 == "." } } ?? "schema"
            return host.replacing(bytes: ":", with: "-") + ".graphql"
        }
        let last = parts.dropFirst().last.map(String.init) ?? "openapi"
        return CollectionStore.mayBeDescription(last) && !DescriptionFinder.isNamedAsGraphQL(last)
            ? last : last + ".json"
    }

    private func received(_ exchange: Exchange) throws(CollectionError) -> Response {
        if let error = exchange.error { throw notOpened(error.sentence) }
        guard let response = exchange.response, response.isComplete else {
            throw notOpened("its response is incomplete.")
        }
        return response
    }

    /// Larger descriptions are not opened from files either.
    private var options: RequestOptions {
        var options = RequestOptions()
        options.maxBodyBytes = DiskFile.maxRequestFileBytes
        return options
    }

    private func notOpened(_ why: String) -> CollectionError {
        CollectionError(sentence: "\(url) was not opened: \(why)")
    }

    /// Where redirects led to in the end: that server chose what the description says.
    private func address(_ exchange: Exchange?) -> WebAddress {
        exchange?.hops.last.map { WebAddress($0.request.url) } ?? WebAddress(url) ?? WebAddress(ofUnreadable: url)
    }

    /// Where it was asked for, and by whom that was answered if redirects led to another server: it must not get the edits of the
    /// first one's requests.
    private func plainAddress(answeredBy server: WebAddress) -> String {
        let asked = (isGraphQL ? Self.graphQLMark : "") + ((try? HTTPURL.parse(url))?.textWithoutUserInfo ?? url)
        return server == WebAddress(url) ? asked : "\(asked) from \(server.text)"
    }

    // MARK: OpenAPI

    private var draft: RequestDraft {
        let accept = "application/openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5"
        return RequestDraft(
            url: url, headers: HeaderFields(headers + [HeaderField("Accept", accept)]), options: options)
    }

    private func description(_ path: String, _ exchange: Exchange) throws(CollectionError) -> DescribedFile {
        let response = try received(exchange)
        let address = exchange.hops.last?.request.url.textWithoutUserInfo ?? url
        do throws(FileProblem) {
            return try DescriptionReader.read(Array(response.body), path: path, address: address)
        } catch {
            throw CollectionError(sentence: "\(error.sentence(of: url)) 'apitui send \(url)' shows what is there.")
        }
    }

    // MARK: GraphQL

    private typealias FoundSchema = (schema: GraphQLSchema, address: WebAddress)

    /// Asks for the schema, and keeps it; without a connection the kept one is taken.
    /// - Parameter remark: a sentence if it is the kept one, or is not kept.
    private func schema(
        _ kept: KeptSchemas?, _ remark: inout String?, _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> FoundSchema {
        let probe = await send(question(GraphQLIntrospection.probe))
        // No server, no login: what follows would fail as well.
        if probe.response == nil {
            if let reason = probe.error?.sentence, let schema = kept?.schema(of: url) {
                remark = "This is the schema that the endpoint had last: \(reason)"
                return (schema, address(nil))
            }
            _ = try received(probe)
        }
        let found = try await schema(probe, send)
        remark = kept?.keep(found.schema, of: url)
        return found
    }

    /// The schema of an endpoint, as SDL that names the endpoint in its first line.
    package func schemaText(
        _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> String {
        var remark: String?
        return SchemaText.text(of: try await schema(nil, &remark, send).schema, endpoint: url)
    }

    /// Asks for what the server's introspection knows, then for the schema; the oldest query is for servers that refuse either.
    private func schema(
        _ probe: Exchange, _ send: @Sendable (RequestDraft) async -> Exchange
    ) async throws(CollectionError) -> FoundSchema {
        var features = GraphQLIntrospection.Features()
        if let tree = probe.response.flatMap({ try? JSONTree.parse(Array($0.body)) }) {
            features = GraphQLIntrospection.Features(probe: tree)
        }
        var failure = CollectionError(sentence: "")
        let query = GraphQLIntrospection.query(features)
        let oldest = GraphQLIntrospection.fallback
        for query in query == oldest ? [oldest] : [query, oldest] {
            do throws(CollectionError) {
                let exchange = await send(question(query))
                return (try read(exchange), address(exchange))
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private func read(_ exchange: Exchange) throws(CollectionError) -> GraphQLSchema {
        let tree: JSONTree
        do throws(JSONSyntaxError) { tree = try JSONTree.parse(Array(exchange.response?.body ?? [])) } catch {
            _ = try received(exchange)
            throw withoutSchema("its response to the introspection is not JSON: \(error.reason)")
        }
        let schema: GraphQLSchema
        do throws(GraphQLSchema.IntrospectionFailure) { schema = try GraphQLSchema(introspection: tree) } catch {
            // A JSON text that is not GraphQL's, beside a status such as 404: the status says more.
            if tree.member(Array("errors".utf8), of: 0) == nil { _ = try received(exchange) }
            throw withoutSchema(error.reason)
        }
        guard GraphQLSchema.OperationKind.allCases.contains(where: { schema.root($0)?.fields.isEmpty == false }) else {
            throw withoutSchema("its schema has no fields that could be asked for")
        }
        return schema
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
        return RequestDraft(
            method: "POST", url: url, headers: HeaderFields(headers + fields), body: .bytes(body), options: options)
    }
}
