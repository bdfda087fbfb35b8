@testable import DemoServer

extension DemoRequest {
    /// As it comes from a client: the path and the query are read from the target.
    init(_ method: String, _ target: String, _ headers: [(String, String)] = [], body: String = "") {
        let parts = target.split(separator: "?", maxSplits: 1)
        self.init(
            method: method, target: target, path: (parts.first ?? "").split(separator: "/").map { String($0) },
            query: parts.count > 1 ? DemoQuery.parse(parts[1]) : [],
            headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
    }
}
