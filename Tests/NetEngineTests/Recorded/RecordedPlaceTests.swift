import Foundation
import TestSupport
import Testing

@testable import NetEngine
@testable import NetEngineTesting

/// What is read of URLs, references, proxies and paths of endpoints, as it was recorded (`Recorded`).
@Suite struct RecordedPlaceTests {
    private static func text(_ make: () throws(EngineError) -> String) -> String {
        do throws(EngineError) { return try make() } catch {
            return "\(error.category.rawValue): \(Printed.escaped(error.sentence)) \(Printed.escaped(error.hint))"
        }
    }

    private static func text(_ url: HTTPURL) -> String {
        "\(Printed.escaped(url.description)) | \(url.textWithoutUserInfo) | target \(url.requestTarget) | host \(url.hostField) | "
            + "origin \(url.origin)\(url.isLoopback ? " | loopback" : "")"
    }

    private static func read(_ word: String, _ line: String) throws -> String {
        switch word {
        case "urls":
            return text { () throws(EngineError) in
                let url = try HTTPURL.parse(line)
                let carefully = try HTTPURL.parseCarefully(line)
                return text(url) + (url == carefully ? "" : "\n  carefully \(text(carefully))")
            }
        case "proxies":
            return text { () throws(EngineError) in
                let proxy = try ProxyServer(line)
                let login = "\(proxy.user.map(Printed.quoted) ?? "-") \(proxy.password.map(Printed.quoted) ?? "-")"
                return
                    "\(proxy) \(login)\(proxy.isLoopback ? " loopback" : "")\(proxy.kind.resolvesTarget ? " resolves" : "")"
            }
        case "paths":
            let bases = ["-", "http://b.test", "http://b.test/v1/", "http://u@b.test:81/v1?k=v", "ftp://b.test", ""]
            return bases.map { base in
                let found = text { () throws(EngineError) in
                    let address = try EndpointAddress(path: line, base: base == "-" ? nil : base)
                    return "\(address.text(adding: "")) | \(address.text(adding: "q=1"))"
                }
                return "\n  on \(base): \(found)"
            }.joined() + inEnvironments(line)
        case "resolves", "connects", "local addresses", "sockets": return connection(word, line)
        case "patterns": return try pattern(line)
        case "pins":
            return text { () throws(EngineError) in "\(try PublicKeyPin(line))" }
        case "parts":
            let parts = URLText(line)
            let items = parts.queryItems.map { "\($0.rawName)|\($0.name)=\($0.value)|\($0.decodedValue)" }
            return "login \(parts.userInfo ?? "-"), rest \(parts.afterUserInfo), items \(items)"
                + (parts.hasDoubtfulFragment ? ", doubtful fragment" : "")
        default:
            // Of the reference, against each base.
            let bases = try ["http://a.test/b/c/d?e", "https://u:p@a.test:444", "http://[::1]/x/"].map {
                try HTTPURL.parse($0)
            }
            return (bases + [bases[0].withoutPath]).map { base in
                let found = text { () throws(EngineError) in
                    let url = try base.resolve(line)
                    return "\(url)\(url.isSameOrigin(as: base) ? "" : " (elsewhere)")"
                }
                return "\n  on \(base): \(found)"
            }.joined()
        }
    }

    /// The request of an endpoint that has the path, with what environments add to it.
    private static func inEnvironments(_ path: String) -> String {
        let environments: [Environment] = [
            .staging(
                baseURL: "http://b.test/v1?k=v", headers: ["X-A": "env", "Accept": "env", "Content-Type": "env"],
                query: [QueryItem("a", "env"), QueryItem("b", "env"), QueryItem("b", "again")]),
            .custom("elsewhere", baseURL: "http://a.test", headers: ["X-A": "env"]),
            .production(baseURL: "http://b.test"),
        ]
        let endpoint = AnyEndpoint(
            .post, path, query: [QueryItem("a", "own"), QueryItem("c", nil)], headers: ["accept": "own"],
            body: .text("t"), timeout: .seconds(5), cacheMode: .reload, successStatuses: 200...404)
        return environments.map { environment in
            let found = text { () throws(EngineError) in
                let draft = try RequestBuilder().draft(for: endpoint, in: environment)
                let fields = draft.headers.map { "\($0.name): \($0.value) (\($0.origin))" }.joined(separator: ", ")
                return "\(draft.method) \(draft.url) \(fields), \(draft.options.timeouts.total.map { "\($0)" } ?? "-")"
                    + ", \(draft.options.cacheMode), \(draft.options.successStatuses)"
            }
            return "\n  in \(environment.name): \(found)"
        }.joined()
    }

    /// Which requests a stub is for.
    private static func pattern(_ line: String) throws -> String {
        let words = line.components(separatedBy: " ")
        let pattern = StubPattern(method: words[0] == "*" ? nil : HTTPMethod(words[0]), text: words.last ?? "")
        let found = try [
            "http://a.test/", "http://a.test/x", "http://a.test:81/x/y?q=1", "https://a.test/x?q=1", "http://b.test/x*",
        ].filter { url in
            pattern.matches(
                PreparedRequest(
                    method: .get, url: try HTTPURL.parse(url), headers: [], body: .none, options: RequestOptions()))
        }
        return "\(pattern.description): \(found)"
    }

    /// An override or another choice of the connection: what it is, why it is refused, and where requests go.
    private static func connection(_ word: String, _ line: String) -> String {
        let urls = ["http://a.test/", "https://a.test/", "http://b.test:81/", "http://[::1]/"]
        return text { () throws(EngineError) in
            var options = ConnectionOptions()
            switch word {
            case "resolves": options.resolve = [try ResolveOverride(line)]
            case "connects": options.connectTo = [try ConnectOverride(line)]
            case "sockets": options.unixSocket = line
            default: options.localAddress = line
            }
            try ConnectionCheck.check(options)
            var found = options.resolve.map {
                "\($0.host ?? "any") \($0.port.map { "\($0)" } ?? "any") \($0.addresses)"
            }
            found += options.connectTo.map {
                "\($0.host ?? "any") \($0.port.map { "\($0)" } ?? "any") to \($0.targetHost ?? "same") \($0.targetPort.map { "\($0)" } ?? "same")"
            }
            for family in ConnectionOptions.AddressFamily.allCases {
                options.addressFamily = family
                for url in urls {
                    for proxy in [nil, "socks5://p.test", "socks5h://p.test", "http://p.test"] as [String?] {
                        let route = ConnectionRoute(
                            PreparedRequest(
                                method: .get, url: try HTTPURL.parse(url), headers: [], body: .none,
                                options: RequestOptions(connection: options),
                                proxy: try proxy.map { text throws(EngineError) in try ProxyServer(text) }))
                        guard let target = route.target else { continue }
                        found.append(
                            "\(family) \(url) by \(proxy ?? "-"): \(target.host ?? "same") \(target.port.map { "\($0)" } ?? "same") \(target.addresses)"
                        )
                    }
                }
            }
            return (found.isEmpty ? ["fine"] : found).joined(separator: "\n  ")
        }
    }

    @Test func `URLs and proxies are read as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.lines("places") { "  \(try Self.read($0, SignedText.read($1)))\n" }, in: "engine/places")
    }
}
