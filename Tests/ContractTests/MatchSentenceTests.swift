import Base
import NetEngine
import OpenAPI
import Testing

@testable import Contract

/// Why a request belongs to no operation, which servers a URL is of, and what coverage adds up to.
@Suite struct MatchSentenceTests {
    private static let text = """
        openapi: 3.1.0
        servers: [{url: 'https://a.example:8443/v1'}]
        paths:
          /p: {get: {}, put: {}}
          /one: {delete: {}}
          /r?Action=A: {get: {}, post: {}}
          /r?Action=B&Version=2: {get: {}}
        """

    private func matched(_ method: String, _ url: String) throws -> String {
        let matcher = OperationMatcher(try described(Self.text))
        switch matcher.match(method, try HTTPURL.parse(url)) {
        case .success(let match): return match.entry.path
        case .failure(let failure):
            return "\(failure.kind): \(failure.reason)"
                + (failure.methods.isEmpty ? "" : " [\(failure.methods.joined(separator: " "))]")
        }
    }

    @Test func `a request of no operation is told why in one clause`() throws {
        let table = """
            GET https://a.example:8443/v1/p -> /p
            PATCH https://a.example:8443/v1/p -> method: the description has no 'PATCH' for this path, but GET and PUT [GET PUT]
            GET https://a.example:8443/v1/one -> method: the description has no 'GET' for this path, but DELETE [DELETE]
            GET https://a.example:8443/v1/q?x=1 -> path: the description has no path for '/v1/q'
            GET https://a.example:8443/v1/r?Action=A&x=1 -> /r?Action=A
            GET https://a.example:8443/v1/r?Version=2&Action=B -> /r?Action=B&Version=2
            GET https://a.example:8443/v1/r?Action=B -> path: the description asks for another query with this path
            GET https://a.example:8443/v1/r -> path: the description asks for another query with this path
            POST https://a.example:8443/v1/r?Action=A -> /r?Action=A
            PUT https://a.example:8443/v1/r?Action=A -> method: the description has no 'PUT' for this path, but GET and POST [GET POST]
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            let words = parts[0].split(separator: " ").map(String.init)
            #expect(try matched(words[0], words[1]) == parts[1], "\(row)")
        }
        let other = try matched("GET", "https://ann:secret@b.example/v1/p?q=1")
        #expect(other.hasPrefix("server: no server of the description is at 'https://b.example"))
        #expect(other.hasSuffix(" with a path that '/v1/p' begins with") && !other.contains("secret"), "\(other)")
    }

    @Test func `a server accepts what its address and its variables allow`() throws {
        let table = """
            https://a.example/v1 | https://a.example/v1/p | 2
            https://a.example/v1 | https://a.example:443/v1/p | 2
            https://a.example/v1 | https://a.example:444/v1/p | -
            https://a.example/v1 | http://a.example/v1/p | -
            https://a.example:80 | https://a.example:80/p | 2
            http://A.example | http://a.example/p | 2
            //a.example | http://a.example/p | 2
            //a.example | https://a.example/p | 2
            https://{x}.example | https://eu.example/p | 1
            https://{x}.example | https://.example/p | -
            https://{x}.example:{port} | https://eu.example:99/p | 1
            {s}://a.example | http://a.example/p | 2
            /v1 | http://any.example:99/v1/p | 0
            https://user@a.example | https://a.example/p | 2
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ").map(String.init)
            guard let url = try? HTTPURL.parse(parts[1]) else { continue }
            let patterns = ServerPattern.patterns(url: parts[0], values: [:], address: nil)
            let found = patterns.compactMap { $0.exactness(for: url) }.map(String.init).joined()
            #expect((found.isEmpty ? "-" : found) == parts[2], "\(row)")
        }
        let paths = ServerPattern.patterns(
            url: "https://h/{base}/x/../y/./{v}", values: ["base": ["a/b", "c"], "v": ["1"]], address: nil)
        #expect(
            paths.map(\.path) == [
                [.literal(Array("a".utf8)), .literal(Array("b".utf8)), .literal(Array("y".utf8)), .parameter],
                [.literal(Array("c".utf8)), .literal(Array("y".utf8)), .parameter],
            ])
        let many = ServerPattern.patterns(
            url: "https://h/{a}/{b}", values: ["a": (0..<9).map { "a/\($0)" }, "b": (0..<9).map { "b/\($0)" }],
            address: nil)
        #expect(many.count == ServerPattern.mostExpansions)
    }

    @Test func `a relative server belongs to where the description is`() throws {
        let address = try HTTPURL.parse("https://a.example:8443/docs/api.yaml")
        func path(_ url: String) -> String {
            let pattern = ServerPattern.patterns(url: url, values: [:], address: address).first
            return (pattern?.path ?? []).map {
                if case .literal(let text) = $0 { "/" + String(decoding: text, as: UTF8.self) } else { "/{}" }
            }
            .joined()
        }
        #expect(
            ["/v1", "v1", "../v1", "", "./", "/", "../../../x"].map(path) == [
                "/v1", "/docs/v1", "/v1", "/docs", "/docs", "", "/x",
            ])
        let pattern = try #require(ServerPattern.patterns(url: "/v1", values: [:], address: address).first)
        let urls = ["https://a.example:8443/v1", "https://a.example/v1", "http://a.example:8443/v1"]
        #expect(try urls.map { pattern.exactness(for: try HTTPURL.parse($0)) } == [2, nil, nil])
    }

    @Test func `shares are added up, and nothing of nothing is a dash`() {
        typealias Item = OperationCoverage.Item
        let some = CoverageResult.Share([Item(name: "a", count: 2), Item(name: "b"), Item(name: "c", count: 1)])
        #expect(some.text == "2/3" && CoverageResult.Share([]).text == "-")
        #expect((some + CoverageResult.Share([Item(name: "d")])).text == "2/4")
        #expect(CoverageResult.Share([Item(name: "d")]).text == "0/1")
    }
}
