import Base
import NetEngine
import OpenAPI

/// Finds the operation that a request belongs to (OpenAPI 3.2 §4.8.2): by the server that its URL begins with, the path
/// and the method. Concrete paths come before templates, then the most literal template.
///
/// Made once, in time linear in the description's operations; a look-up costs about the length of the URL.
package struct OperationMatcher: Sendable {
    /// Operations that have their servers in common.
    private struct Group: Sendable {
        var servers: [ServerPattern]
        var paths = PathIndex()
    }

    static let mostOthers = 20

    private let operations: [OperationEntry]
    private var groups: [Group] = []

    /// - Parameters:
    ///   - address: where the description comes from; relative servers belong to it. Without it they are on any host.
    ///   - server: stands in place of all servers: an absolute URL that may have variables in braces.
    package init(_ api: DescribedAPI, address: HTTPURL? = nil, server: String? = nil) {
        operations = api.operations
        let documents = api.description.documents
        let isSwagger = api.description.version == .swagger2
        var known: [[String]: Int] = [:]
        var common: Int?
        for (index, entry) in operations.enumerated() where entry.kind == .path {
            countWork(1)
            let own = isSwagger ? "schemes" : "servers"
            let hasOwn =
                server == nil
                && (documents.value(entry.place)[own] != nil
                    || (!isSwagger && documents.value(entry.pathItem)[own] != nil))
            if !hasOwn, let common {
                groups[common].paths.add(entry.path, operation: index)
                continue
            }
            let servers = server.map { [(url: $0, values: [:])] } ?? Self.servers(of: api.operation(entry))
            let key = servers.flatMap { server in
                [server.url] + server.values.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value }
            }
            let group = known[key] ?? groups.count
            if group == groups.count {
                known[key] = group
                groups.append(
                    Group(
                        servers: servers.flatMap {
                            ServerPattern.patterns(url: $0.url, values: $0.values, address: address)
                        }))
            }
            if !hasOwn { common = group }
            groups[group].paths.add(entry.path, operation: index)
        }
    }

    private static func servers(of operation: Operation) -> [(url: String, values: [String: [String]])] {
        operation.servers.map { server in
            var values: [String: [String]] = [:]
            for variable in server.variables {
                values[variable.name] = variable.values + (variable.default.map { [$0] } ?? [])
            }
            return (server.url, values)
        }
    }

    /// Higher is better.
    private struct Rank: Comparable {
        var isConcrete: Bool
        var literals: Int
        var fixedBytes: Int
        var query: Int
        var exactness: Int

        static func < (a: Rank, b: Rank) -> Bool {
            if a.isConcrete != b.isConcrete { return b.isConcrete }
            return (a.literals, a.fixedBytes, a.query, a.exactness) < (b.literals, b.fixedBytes, b.query, b.exactness)
        }
    }

    private struct Candidate {
        var rank: Rank
        var leaf: PathIndex.Leaf
        var texts: [ArraySlice<UInt8>]
        var server: String
    }

    package func match(_ method: String, _ url: HTTPURL) -> Result<OperationMatch, NoOperation> {
        let path = URLPath(url)
        let query = Set((url.query ?? "").split(separator: "&").map(String.init))
        var best: [Candidate] = []
        var methods: [String] = []
        var hasServer = false
        var hasOtherQuery = false
        for group in groups {
            for server in group.servers {
                guard let exactness = server.exactness(for: url), let fixed = server.prefix(of: path) else { continue }
                hasServer = true
                group.paths.find(path.dropFirst(server.path.count)) { leaf, texts in
                    let entry = operations[leaf.operation]
                    guard entry.method == method else {
                        if !methods.contains(entry.method) { methods.append(entry.method) }
                        return
                    }
                    guard leaf.query.allSatisfy(query.contains) else {
                        hasOtherQuery = true
                        return
                    }
                    let rank = Rank(
                        isConcrete: leaf.names.isEmpty, literals: fixed + leaf.shape.count { $0 == 0 },
                        fixedBytes: leaf.fixedBytes, query: leaf.query.count, exactness: exactness)
                    if let first = best.first {
                        if rank < first.rank { return }
                        if rank > first.rank { best = [] }
                    }
                    if best.contains(where: { $0.leaf.operation == leaf.operation }) { return }
                    best.append(Candidate(rank: rank, leaf: leaf, texts: texts, server: server.written))
                }
            }
        }
        if best.isEmpty, hasOtherQuery {
            return .failure(
                NoOperation(kind: .path, reason: "the description asks for another query with this path"))
        }
        return result(best, method, url, methods, hasServer: hasServer)
    }

    private func result(
        _ best: [Candidate], _ method: String, _ url: HTTPURL, _ methods: [String], hasServer: Bool
    ) -> Result<OperationMatch, NoOperation> {
        // Of equals, the one that is literal further left, then the first of the text.
        let ordered = best.sorted { a, b in
            if a.leaf.shape == b.leaf.shape { return a.leaf.operation < b.leaf.operation }
            return a.leaf.shape.lexicographicallyPrecedes(b.leaf.shape)
        }
        guard let first = ordered.first else { return .failure(reason(method, url, methods, hasServer: hasServer)) }
        let texts = first.texts.map { String(decoding: $0, as: UTF8.self) }
        let others = ordered.dropFirst().map(\.leaf.operation).sorted().prefix(Self.mostOthers)
        return .success(
            OperationMatch(
                entry: operations[first.leaf.operation],
                parameters: zip(first.leaf.names, texts).map { OperationMatch.PathParameter(name: $0, written: $1) },
                server: first.server, others: others.map { operations[$0] }))
    }

    private func reason(_ method: String, _ url: HTTPURL, _ methods: [String], hasServer: Bool) -> NoOperation {
        if !methods.isEmpty {
            let methods = methods.sorted()
            return NoOperation(
                kind: .method, reason: "the description has no \(quoted(method)) for this path, but \(listed(methods))",
                methods: methods)
        }
        if hasServer {
            return NoOperation(kind: .path, reason: "the description has no path for \(quoted(url.path))")
        }
        let origin = url.withoutPath.withoutUserInfo.description
        return NoOperation(
            kind: .server,
            reason:
                "no server of the description is at \(quoted(origin)) with a path that \(quoted(url.path)) begins with")
    }
}
