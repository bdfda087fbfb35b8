import NetEngine
import Testing
import Workspace

@testable import Import

/// A secret gets a variable that nothing else uses, so that it is sent by its own requests alone.
@Suite struct SecretVariableTests {
    /// What each source holds: a request with the secret LITERAL, and one with the variable `token`, which has no value.
    private static let sources: [(ImportKind, [(path: String, text: String)])] = [
        (
            .curl,
            [
                (
                    "x",
                    """
                    curl -L https://a.test/1 -H 'Authorization: Bearer LITERAL'
                    curl -L https://a.test/2 -H 'Authorization: Bearer {{token}}'
                    """
                )
            ]
        ),
        (
            .curl,
            [
                (
                    "x",
                    """
                    curl -L https://a.test/1 --oauth2-bearer LITERAL
                    curl -L https://a.test/2 --data-urlencode 'a={{token}}'
                    """
                )
            ]
        ),
        (
            .postman,
            [
                (
                    "x",
                    #"""
                    {"info":{"name":"S","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[
                    {"name":"A","request":{"url":"https://a.test/1","auth":{"type":"bearer","bearer":[{"key":"token","value":"LITERAL"}]}}},
                    {"name":"B","request":{"url":"https://a.test/2","auth":{"type":"bearer","bearer":[{"key":"token","value":"{{token}}"}]}}}]}
                    """#
                )
            ]
        ),
        (
            .insomnia,
            [
                (
                    "x",
                    #"""
                    {"_type":"export","__export_format":4,"resources":[
                    {"_id":"w","_type":"workspace","parentId":null,"name":"S"},
                    {"_id":"a","_type":"request","parentId":"w","name":"A","method":"GET","url":"https://a.test/1","authentication":{"type":"bearer","token":"LITERAL"}},
                    {"_id":"b","_type":"request","parentId":"w","name":"B","method":"GET","url":"https://a.test/2","headers":[{"name":"X","value":"{{ _.token }}"}]}]}
                    """#
                )
            ]
        ),
        (
            .bruno,
            [
                ("s/bruno.json", #"{ "version": "1", "name": "S", "type": "collection" }"#),
                (
                    "s/a.bru",
                    "meta {\n  name: A\n  seq: 1\n}\nget {\n  url: https://a.test/1\n  auth: bearer\n}\nauth:bearer {\n  token: LITERAL\n}\n"
                ),
                (
                    "s/b.bru",
                    "meta {\n  name: B\n  seq: 2\n}\nget {\n  url: https://a.test/2\n}\nassert {\n  res.body.a: eq {{token}}\n}\n"
                ),
            ]
        ),
        (
            .bruno,
            [
                (
                    "x.yml",
                    """
                    opencollection: 1.0.0
                    info:
                      name: S
                    items:
                      - info: { name: A, type: http }
                        http:
                          method: GET
                          url: https://a.test/1
                          headers:
                            - name: Authorization
                              value: Bearer LITERAL
                      - info: { name: B, type: http }
                        http:
                          method: GET
                          url: "https://a.test/{{token}}"
                    """
                )
            ]
        ),
        (
            .hurl,
            [
                (
                    "x.hurl",
                    "GET https://a.test/1\nAuthorization: Bearer LITERAL\nHTTP 200\n\nPOST https://a.test/2\n[Form]\na: {{token}}\nHTTP 200\n"
                )
            ]
        ),
    ]

    @Test(arguments: sources)
    func `a secret does not get the name of a variable that another request uses`(
        kind: ImportKind, files: [(path: String, text: String)]
    ) throws {
        let reader = try #require(ImportReaders.reader(of: kind))
        let text = ImportedText.text(try ReaderProbe(reader: reader).read(files).files())
        #expect(text.contains("Authorization: Bearer {{token_2}}\n"), "\(text)")
        #expect(text.contains(#""token_2": "LITERAL""#) && !text.contains(#""token":"#), "\(text)")
        #expect(text.contains("{{token}}") || text.contains("{{%token}}"), "\(text)")
    }

    private static func files(_ requests: [ImportedRequest], _ change: (inout ImportedCollection) -> Void = { _ in })
        -> String
    {
        var collection = ImportedCollection(kind: .bruno, name: "c", items: requests.map { .request($0) })
        change(&collection)
        return ImportedText.text(collection.files())
    }

    private static func request(_ name: String, _ change: (inout ImportedRequest) -> Void) -> ImportedRequest {
        var request = ImportedRequest(name: name, method: "POST", url: "https://a.test/\(name)")
        change(&request)
        return request
    }

    private static let secret = request("A") { $0.login = .request(.basic(user: "ann", password: "LITERAL")) }

    /// Each place in which a variable may be.
    private static let places: [ImportedRequest] = [
        request("B") { $0.url = "https://a.test/{{password}}" },
        request("B") { $0.parameters = [ImportedRow("{{password}}", "")] },
        request("B") { $0.headers = [ImportedRow("X", "{{ password }}", isEnabled: false)] },
        request("B") { $0.login = .request(.basic(user: "{{password}}", password: "")) },
        request("B") { $0.login = .request(.apiKey(name: "k", value: "{{password}}", inQuery: true)) },
        request("B") { $0.login = .oauth2(ImportedOAuth2(grant: .password, tokenURL: "u", password: "{{password}}")) },
        request("B") { $0.options.proxy = "http://a:{{password}}@p.test" },
        request("B") { $0.variables = [ImportedVariable(name: "x", value: "{{password}}")] },
        request("B") { $0.checks = [ImportedCheck("body == {{password}}")] },
        request("B") { $0.body = .text("{{password}}", contentType: "text/{{password}}") },
        request("B") { $0.body = .lines(["{{password}}"]) },
        request("B") { $0.body = .form([ImportedRow("a", "{{password}}")]) },
        request("B") { $0.body = .graphQL(query: "{ a }", variables: #"{"a": "{{password}}"}"#, operationName: nil) },
        request("B") { $0.body = .file(path: "./{{password}}", contentType: nil) },
        request("B") { $0.body = .multipart([ImportedPart(name: "a", content: .file(path: "{{password}}"))]) },
        request("B") {
            $0.body = .multipart([ImportedPart(name: "a", content: .text("b"), fileName: "{{password}}")])
        },
        request("B") {
            $0.body = .multipart([
                ImportedPart(name: "a", content: .text("b"), headers: [ImportedRow("X", "{{password}}")])
            ])
        },
    ]

    @Test(arguments: places)
    func `a variable is known wherever a request has it`(request: ImportedRequest) {
        for requests in [[Self.secret, request], [request, Self.secret]] {
            let text = Self.files(requests)
            #expect(text.contains("Authorization: Basic ann {{password_2}}\n"), "\(text)")
            #expect(text.contains(#""password_2": "LITERAL""#) && !text.contains(#""password":"#), "\(text)")
        }
    }

    @Test func `variables of folders, environments and blocks are known`() {
        let block = ImportedItem.block(ImportedBlock(text: "### b\n# @name b\nGET https://a.test/{{password}}\n\n"))
        let changes: [(inout ImportedCollection) -> Void] = [
            { $0.shared.headers = [ImportedRow("X", "{{password}}")] },
            {
                $0.environments = [
                    ImportedEnvironment(name: "e", variables: [ImportedVariable(name: "a", value: "{{password}}")])
                ]
            },
            { $0.items.append(block) },
            {
                var folder = ImportedFolder(name: "f", items: [block])
                folder.shared.login = .request(.bearer(token: "{{password}}"))
                $0.items.append(.folder(folder))
            },
        ]
        for change in changes {
            let text = Self.files([Self.secret], change)
            #expect(text.contains("Authorization: Basic ann {{password_2}}\n"), "\(text)")
        }
    }

    @Test func `two braces that are text take no name`() {
        var literal = ImportedRequest(name: "B", method: "GET", url: "https://a.test/{{password}}")
        literal.isLiteral = true
        #expect(Self.files([Self.secret, literal]).contains("Authorization: Basic ann {{password}}\n"))
    }

    @Test func `a user with control characters is in a variable, and none of them in the line of the login`() throws {
        // `e\r\r]:c`, `a\tb:c`, and `e\r\r]: `.
        let files = try ImportedText.of(
            "x",
            """
            curl -L https://a.test/1 -H 'Authorization: Basic ZQ0NXTpj'
            curl -L https://a.test/2 -H 'Authorization: Basic YQliOmM='
            curl -L https://a.test/3 -H 'Authorization: Basic ZQ0NXTog'
            """)
        let text = ImportedText.text(files)
        for line in ["{{user}} {{password}}", "{{user_2}} {{password}}", "{{user_3}} {{password_2}}"] {
            #expect(text.contains("Authorization: Basic \(line)\n"), "\(text)")
        }
        let open = files.files.first { $0.path == "http-client.env.json" }
        let values = String(decoding: try #require(open).bytes, as: UTF8.self)
        #expect(values.contains(#""user": "\#(JSONWriter.escaped("e\r\r]"))""#), "\(values)")
        #expect(values.contains(#""user_2": "\#(JSONWriter.escaped("a\tb"))""#), "\(values)")
        let hidden = files.files.first { $0.path == "http-client.private.env.json" }
        let secrets = String(decoding: try #require(hidden).bytes, as: UTF8.self)
        #expect(secrets.contains(#""password": "c""#) && secrets.contains(#""password_2": " ""#), "\(secrets)")
        #expect(files.files.allSatisfy { !$0.bytes.contains(13) })
    }

    /// Variables of one request are defined in its file, where the others would find them.
    @Test func `the variable of one request is not used by a login, header or value that all share`() {
        let own = Self.request("A") { $0.variables = [ImportedVariable(name: "key", value: "LITERAL")] }
        let other = Self.request("B") { $0.headers = [ImportedRow("X", "{{sum}}")] }
        let changes: [(inout ImportedCollection) -> Void] = [
            { $0.shared.login = .request(.bearer(token: "{{key}}")) },
            { $0.shared.headers = [ImportedRow("Y", "{{ %key }}")] },
            {
                $0.shared.variables = [
                    ImportedVariable(name: "sum", value: "1{{part}}"), ImportedVariable(name: "part", value: "{{key}}"),
                ]
            },
        ]
        for change in changes {
            let text = Self.files([own, other], change)
            #expect(text.contains("@key_2 = LITERAL\n") && !text.contains("@key = "), "\(text)")
        }
        let alone = Self.files([own, other]) { $0.shared.variables = [ImportedVariable(name: "sum", value: "1")] }
        #expect(alone.contains("@key = LITERAL\n"), "\(alone)")
    }

    @Test func `a path variable without a value does not get that of another variable`() throws {
        let text = #"""
            {"info":{"name":"S","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
            "variable":[{"key":"token","value":"LITERAL"}],
            "item":[{"name":"A","request":{"url":{"raw":"https://a.test/:token/:id","path":[":token",":id"],"variable":[{"key":"token","value":""},{"key":"id","value":""}]}}}]}
            """#
        let files = try ImportedText.of("x", text)
        #expect(ImportedText.text(files).contains("GET https://a.test/{{token_2}}/{{id}}\n"))
        #expect(
            ImportedText.notices(files) == [
                "kept A: The path variable token has no value: give the variable token_2 one.",
                "kept A: The path variable id has no value: give the variable id one.",
            ])
    }

    @Test func `a request without a URL is not sent to the URL of another variable`() {
        let request = ImportedRequest(name: "A", method: "GET", url: "")
        let text = Self.files([request]) {
            $0.shared.variables = [ImportedVariable(name: "url", value: "https://a.test")]
        }
        #expect(text.contains("GET {{url_2}}\n"))
        #expect(Self.files([request]).contains("GET {{url}}\n"))
    }
}
