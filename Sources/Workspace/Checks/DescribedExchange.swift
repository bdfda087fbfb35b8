import Base
import Contract
import Descriptions
import NetEngine
import OpenAPI

// What an exchange is to a description: which operation, what it exercised, where its documented links lead.

extension DescribedFile {
    /// What an exchange counts for coverage. Requests that the description does not have count for nothing.
    /// - Parameters:
    ///   - index: the operation that the request was made from; nil lets method and URL decide.
    ///   - isOwn: whether it went to a server of this API, though the description may not list it.
    package func observed(_ exchange: Exchange, as index: Int?, isOwn: Bool) -> [ObservedExchange] {
        guard let collection = openAPI else { return [] }
        return exchange.hops.enumerated().compactMap { place, hop in
            let (method, url) = (hop.request.method.rawValue, hop.request.url)
            let own = place == 0 ? index.map { collection.operations[$0] } : nil
            var match = self.match(collection, method, url, anyServer: isOwn || index != nil)
            if let own, (try? match.get())?.entry != own {
                match = .success(OperationMatch(entry: own))
            }
            guard case .success = match else { return nil }
            return ObservedExchange(
                match, method: method, url: url, requestHeaders: hop.request.headers, status: hop.response?.status,
                responseHeaders: hop.response?.headers ?? [])
        }
    }

    /// The documented links of an exchange's response, with the values that they take from it. Takes time linear in the bodies.
    /// - Parameter index: the operation that the request was made from.
    package func links(of exchange: Exchange, from index: Int) -> [FollowedLink] {
        guard let collection = openAPI, let hop = exchange.hops.last, let response = hop.response else { return [] }
        let entry = collection.operations[index]
        let (method, url) = (hop.request.method.rawValue, hop.request.url)
        let match = try? match(collection, method, url, anyServer: true).get()
        return Links.of(
            LinkExchange(
                method: method, url: url, path: match?.entry == entry ? match?.parameters ?? [] : [],
                requestHeaders: hop.request.headers, requestBody: ContractBody(hop.request.body),
                status: response.status, responseHeaders: response.headers, responseBody: ContractBody(response)),
            entry, in: collection.api, from: collection.address)
    }
}

extension ContractBody {
    /// Bodies of requests that are not in memory are taken for cut.
    fileprivate init(_ body: RequestBody) {
        switch body {
        case .none: self = .none
        case .bytes(let bytes): self = .whole(bytes)
        case .file, .pieces, .stream: self = .cut([])
        }
    }

    /// Beyond this a body is not read for its links.
    private static var mostBytes: Int { 64 << 20 }

    fileprivate init(_ response: NetEngine.Response) {
        let isWhole = response.isComplete && response.isBodyKept && response.content.count <= Self.mostBytes
        self = isWhole ? (response.content.isEmpty ? .none : .whole(Array(response.body))) : .cut([])
    }
}
