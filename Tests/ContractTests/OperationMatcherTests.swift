import Base
import Contract
import NetEngine
import OpenAPI
import Testing

@Suite struct OperationMatcherTests {
    private func match(
        _ paths: [String], _ request: String, servers: String = "[{url: 'https://a.example/v1'}]",
        address: String? = nil, server: String? = nil
    ) throws -> Result<OperationMatch, NoOperation> {
        let items = paths.map { ($0, JSONOutput.object([("get", ["responses": [:]])])) }
        let root = try DescriptionText.read(Array("{openapi: 3.1.0, servers: \(servers)}".utf8))
        let list = try #require(DocumentSet(root).root["servers"]?.output())
        let text = JSONOutput.object([("openapi", "3.1.0"), ("servers", list), ("paths", .object(items))]).text
        let matcher = OperationMatcher(
            try described(text), address: try address.map { try HTTPURL.parse($0) }, server: server)
        return matcher.match("GET", try HTTPURL.parse(request))
    }

    @Test(arguments: [
        (["/pets/{id}", "/pets/mine"], "/pets/mine", "/pets/mine"),
        (["/pets/{id}", "/pets/mine"], "/pets/7", "/pets/{id}"),
        (["/{a}/{b}", "/{a}/b", "/a/{b}"], "/a/c", "/a/{b}"),
        (["/{a}/{b}/c", "/a/{b}/{c}", "/a/b/{c}"], "/a/b/c", "/a/b/{c}"),
        (["/f/{name}", "/f/{name}.json"], "/f/x.json", "/f/{name}.json"),
        (["/f/{name}.{kind}", "/f/{name}.json"], "/f/x.json", "/f/{name}.json"),
        (["/a%20b/{c}", "/a/{c}"], "/a%20b/1", "/a%20b/{c}"),
        (["/a b/{c}"], "/a%20b/1", "/a b/{c}"),
        (["/x;{y}={z}"], "/x;q=1", "/x;{y}={z}"),
        (["/?Action=A", "/?Action=B"], "/?Version=1&Action=B", "/?Action=B"),
        (["/"], "", "/"), (["/"], "/", "/"),
    ])
    func `the most literal path wins`(_ paths: [String], _ path: String, _ expected: String) throws {
        let found = try match(paths, "https://a.example/v1" + path).get()
        #expect(found.entry.path == expected)
        #expect(found.doubt == nil)
    }

    @Test func `the texts of parameters are as in the URL`() throws {
        let found = try match(["/a/{x}/v{n}-{m}"], "https://a.example/v1/a/p%2Fq/v1.0-b-c").get()
        #expect(found.parameters.map(\.name) == ["x", "n", "m"])
        #expect(found.parameters.map(\.written) == ["p%2Fq", "1.0", "b-c"])
        #expect(found.parameters[0].text == "p/q")
    }

    @Test func `paths that the description leaves open are reported`() throws {
        let found = try match(["/{a}/y", "/x/{b}", "/{c}/y"], "https://a.example/v1/x/y").get()
        #expect(found.entry.path == "/x/{b}")
        #expect(found.others.map(\.path) == ["/{a}/y", "/{c}/y"])
        #expect(
            found.doubt
                == "The request also matches 'GET /{a}/y' and 'GET /{c}/y', which the description ranks no lower.")
    }

    @Test(arguments: [
        ("https://b.example/v1/p", NoOperation.Kind.server), ("http://a.example/v1/p", .server),
        ("https://a.example:8443/v1/p", .server), ("https://a.example/v2/p", .server),
        ("https://a.example/v1/q", .path), ("https://a.example/v1/p/", .path), ("https://a.example/v1/t/", .path),
        ("https://a.example/v1/o", .method),
    ])
    func `a request of no operation has a reason`(_ url: String, _ kind: NoOperation.Kind) throws {
        let text = """
            openapi: 3.0.0
            servers: [{url: 'https://a.example/v1/'}]
            paths: {/p: {get: {}}, '/t/{x}': {get: {}}, /o: {put: {}, delete: {}}}
            """
        let matcher = OperationMatcher(try described(text))
        let result = matcher.match("GET", try HTTPURL.parse(url))
        guard case .failure(let failure) = result else {
            Issue.record("it matches")
            return
        }
        #expect(failure.kind == kind)
        if kind == .method {
            #expect(failure.reason == "the description has no 'GET' for this path, but DELETE and PUT")
        }
    }

    @Test(arguments: [
        (
            "[{url: 'https://{region}.example:{port}/{base}', variables: {base: {default: v2}}}]",
            "https://eu.example:99/v3/p"
        ),
        ("[{url: 'https://a.example/{base}', variables: {base: {default: api/v2}}}]", "https://a.example/api/v2/p"),
        ("[{url: '{scheme}://a.example'}]", "http://a.example/p"),
        ("[{url: '{server}/v1', variables: {server: {default: 'https://a.example'}}}]", "https://a.example/v1/p"),
        ("[{url: /v1}]", "https://anything.example/v1/p"), ("[]", "https://anything.example/p"),
        ("[{url: 'HTTPS://A.example:443/v1#x'}]", "https://a.example/v1/p"),
        ("[{url: 'https://[::1]:80/v1'}]", "https://[::1]:80/v1/p"),
        ("[{url: 'https://u@v:p@a.example/v1'}]", "https://a.example/v1/p"),
        ("[{url: 'https://b.example'}, {url: 'https://a.example'}]", "https://a.example/p"),
    ])
    func `servers have variables and may be relative`(_ servers: String, _ url: String) throws {
        #expect(try match(["/p"], url, servers: servers).get().entry.path == "/p")
    }

    @Test func `a relative server belongs to the address of the description`() throws {
        let address = "https://a.example/docs/api.yaml"
        #expect(
            try match(["/p"], "https://a.example/v1/p", servers: "[{url: ../v1}]", address: address).get().entry.path
                == "/p")
        #expect(throws: NoOperation.self) {
            try match(["/p"], "https://b.example/v1/p", servers: "[{url: /v1}]", address: address).get()
        }
    }

    @Test func `a server can be given in place of all`() throws {
        let found = try match(["/p"], "http://127.0.0.1:8080/x/p", server: "http://127.0.0.1:8080/x/").get()
        #expect(found.server == "http://127.0.0.1:8080/x/")
        #expect(throws: NoOperation.self) {
            try match(["/p"], "https://a.example/v1/p", server: "http://127.0.0.1:8080/x/").get()
        }
    }

    @Test func `servers of an operation come before those of its path and the root`() throws {
        let api = try described(
            """
            openapi: 3.0.0
            servers: [{url: 'https://root.example'}]
            paths:
              /a: {get: {servers: [{url: 'https://own.example'}]}, put: {}, servers: [{url: 'https://path.example'}]}
              /b: {get: {}}
            """)
        let matcher = OperationMatcher(api)
        func holds(_ method: String, _ url: String) throws -> Bool {
            if case .success = matcher.match(method, try HTTPURL.parse(url)) { true } else { false }
        }
        #expect(try holds("GET", "https://own.example/a"))
        #expect(try !holds("GET", "https://path.example/a"))
        #expect(try holds("PUT", "https://path.example/a"))
        #expect(try !holds("PUT", "https://root.example/a"))
        #expect(try holds("GET", "https://root.example/b"))
    }

    @Test func `of equal paths the one counts whose server and query say more`() throws {
        let api = try described(
            """
            openapi: 3.1.0
            paths:
              '/{a}': {get: {servers: [{url: 'https://{x}.example/v1'}]}}
              '/{b}': {get: {servers: [{url: 'https://a.example/v1'}]}}
              '/{c}': {put: {servers: [{url: 'https://a.example/{v}'}]}}
              '/{d}': {put: {servers: [{url: 'https://a.example/v1'}]}}
              /r: {post: {}}
              '/r?x=1': {post: {}}
            """)
        let matcher = OperationMatcher(api)
        let rows: [(String, String, String)] = [
            ("GET", "https://a.example/v1/7", "/{b}"), ("GET", "https://c.example/v1/7", "/{a}"),
            ("PUT", "https://a.example/v1/7", "/{d}"), ("PUT", "https://a.example/v2/7", "/{c}"),
            ("POST", "https://a.example/r?x=1", "/r?x=1"), ("POST", "https://a.example/r?x=2", "/r"),
        ]
        for (method, url, path) in rows {
            let found = try matcher.match(method, HTTPURL.parse(url)).get()
            #expect(found.entry.path == path && found.doubt == nil, "\(url)")
        }
    }

    @Test func `twenty others are kept, of which eight are named`() throws {
        let found = try match((0..<25).map { "/{a\($0)}" }, "https://a.example/v1/x").get()
        #expect(found.entry.path == "/{a0}")
        #expect(found.others.map(\.path) == (1...20).map { "/{a\($0)}" })
        #expect(found.doubt?.hasSuffix("'GET /{a8}' and 12 more, which the description ranks no lower.") == true)
    }

    @Test func `Swagger 2 has a host and a base path`() throws {
        let api = try described(
            """
            swagger: '2.0'
            host: a.example
            basePath: /v1
            schemes: [https]
            paths: {/p: {get: {}, put: {schemes: [http]}}}
            """)
        let matcher = OperationMatcher(api)
        #expect(throws: Never.self) { try matcher.match("GET", HTTPURL.parse("https://a.example/v1/p")).get() }
        #expect(throws: Never.self) { try matcher.match("PUT", HTTPURL.parse("http://a.example/v1/p")).get() }
        #expect(throws: NoOperation.self) { try matcher.match("PUT", HTTPURL.parse("https://a.example/v1/p")).get() }
    }

    @Test func `a look-up does not grow with the description`() throws {
        func steps(_ count: Int) throws -> Int {
            let paths = (0..<count).map { "  /r\($0)/{id}/s: {get: {}, put: {}}\n" }.joined()
            let matcher = OperationMatcher(try described("openapi: 3.0.0\npaths:\n" + paths))
            let url = try HTTPURL.parse("https://a.example/r7/1/s")
            return try WorkMeter.steps { _ = try matcher.match("PUT", url).get() }
        }
        let small = try steps(100)
        #expect(!WorkMeter.isCounting || small > 0)
        #expect(try steps(3_000) == small)
    }

    @Test func `paths of thousands of segments and odd ones are matched`() throws {
        let long = String(repeating: "/{a}", count: 1_000)
        let url = "https://a.example/v1" + String(repeating: "/x", count: 1_000)
        #expect(try match([long], url).get().parameters.count == 1_000)
        #expect(throws: NoOperation.self) {
            try match([long], "https://a.example/v1" + String(repeating: "/x", count: 100_000)).get()
        }
        #expect(throws: NoOperation.self) { try match([long], url + "/x").get() }
        for path in ["", "{", "}", "{}", "/{a}{b}", "//", "/%zz", "/{a/b}", "/\u{1}", "?", "#"] {
            for request in ["/", "/a", "//", "/%01", "/ab"] {
                if case .success(let found) = try match([path], "https://a.example/v1" + request) {
                    #expect(found.entry.path == path)
                }
            }
        }
    }
}
