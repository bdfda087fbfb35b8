import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI
import Synchronization

extension DescribedFile {
    /// - Parameter server: takes the place of the description's own; nil for those.
    func matcher(_ collection: DescribedCollection, server: String? = nil) -> OperationMatcher {
        matchers.withLock { known in
            if let matcher = known[server] { return matcher }
            if known.count > 20 { known = [:] }
            let matcher = OperationMatcher(collection.api, address: collection.address, server: server)
            known[server] = matcher
            return matcher
        }
    }

    /// The operation of a request that is sent.
    /// - Parameter anyServer: whether the server may be one that the description does not list, such as the one of `--server`.
    func match(
        _ collection: DescribedCollection, _ method: String, _ url: HTTPURL, anyServer: Bool
    ) -> Result<OperationMatch, NoOperation> {
        let match = matcher(collection).match(method, url)
        guard anyServer, case .failure(let why) = match, why.kind == .server else { return match }
        let origin = "\(url.scheme.rawValue)://\(url.hostAndPort)"
        return matcher(collection, server: origin).match(method, url)
    }

    /// The operation that a request will be, by its method and its target as it is written.
    /// - Parameters:
    ///   - isNamed: whether the request names the description; then it may be sent to any server.
    ///   - value: of a variable; what it does not know may be anything.
    /// - Returns: an index of the collection's operations.
    package func operation(of request: SavedRequest, isNamed: Bool, value: (String) -> String?) -> Int? {
        guard let collection = openAPI, let target = Self.target(request.target, value) else { return nil }
        let found: Result<OperationMatch, NoOperation>
        switch target {
        case .path(let path):
            guard let url = try? HTTPURL.parse(Self.anyServer + path) else { return nil }
            found = matcher(collection, server: Self.anyServer).match(request.method, url)
        case .url(let url): found = match(collection, request.method, url, anyServer: isNamed)
        }
        guard case .success(let match) = found else { return nil }
        return collection.operations.index(named: match.entry.pointer)
    }

    private enum Target {
        case url(HTTPURL)
        /// The server is not known.
        case path(String)
    }

    /// Takes the place of a server that is not known.
    private static let anyServer = "http://server.invalid"

    /// A target with its variables replaced. Those without a value become `0`, which any parameter may be.
    private static func target(_ written: String, _ value: (String) -> String?) -> Target? {
        guard written.utf8.count <= 1 << 16 else { return nil }
        var text = ""
        var rest = written[...]
        var isAnyServer = written.hasPrefix("/")
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            countWork(1)
            text += rest[..<open.lowerBound]
            let name = rest[open.upperBound..<close.lowerBound].filter { $0 != " " }
            if let value = value(name), !value.isEmpty {
                text += value
            } else if open.lowerBound == written.startIndex {
                isAnyServer = true
            } else {
                text += "0"
            }
            rest = rest[close.upperBound...]
        }
        text += rest
        text = String(text.prefix { $0 != "#" && !$0.isNewline })
        guard isAnyServer else { return (try? HTTPURL.parse(text)).map { .url($0) } }
        return .path(text.hasPrefix("/") || text.isEmpty || text.hasPrefix("?") ? text : "/" + text)
    }
}
