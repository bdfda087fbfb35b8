import Base
import HTTPFormat
import JSONPath
import OpenAPI
import TestSupport
import Testing

@testable import NetEngine
@testable import RequestExport
@testable import Workspace

/// What all kinds have in common: secrets, refusals, the ledger.
struct ExportTests {
    private static let secret = """
        @token = file-token-1234
        POST http://localhost/x?api_key=query-key-1234&t={{token}}
        Authorization: Bearer header-token-1234
        X-Private: {{apiPassword}}
        Content-Type: application/json

        {"user": "ada", "password": "body-word-1234", "secret": "{{apiPassword}}", "n": {{n}}}
        """

    @Test(arguments: ExportKind.allCases) func `a secret is written only with reveal`(_ kind: ExportKind) throws {
        let exporting = try Exporting([
            "http-client.env.json": #"{"dev": {"n": "5"}}"#,
            "http-client.private.env.json": #"{"dev": {"apiPassword": "private-word-1234"}}"#, "a.http": Self.secret,
        ])
        var inDev = exporting
        inDev.environment = "dev"
        let secrets = ["file-token-1234", "query-key-1234", "header-token-1234", "body-word-1234", "private-word-1234"]
        let hidden = try inDev.export(to: kind)
        #expect(hidden.problems.isEmpty)
        for secret in secrets { #expect(!hidden.text.contains(secret), "\(hidden.text)") }
        #expect(hidden.losses.contains { $0.contains("a.http:2:") && $0.contains("--reveal") }, "\(hidden.losses)")
        // A description holds no values.
        guard kind != .openapi else { return }
        let shown = try inDev.export(to: kind, reveals: true)
        // Markdown shows variables by their names.
        let written = kind.keepsVariables ? ["query-key-1234", "header-token-1234", "body-word-1234"] : secrets
        for secret in written { #expect(shown.text.contains(secret), "\(secret): \(shown.text)") }
    }

    @Test(arguments: [
        ("?token=one-1234&b=2", "1 secret written in the request is hidden; --reveal writes it."),
        ("?token=one-1234&api_key=two-1234", "2 secrets written in the request are hidden; --reveal writes them."),
    ])
    func `secrets of the query are counted`(query: String, text: String) throws {
        let result = try Exporting(["a.http": "GET http://a.test/\(query)\n"]).export(to: .curl)
        #expect(!result.text.contains("-1234") && result.losses.contains { $0.contains(text) }, "\(result.losses)")
    }

    @Test(arguments: [
        ("password=one&token=two", "password=[redacted]&token=[redacted]", 2),
        ("user={{u}}&password=one", "user={{u}}&password=[redacted]", 1),
        ("user={{u}}&password={{p}}", "user={{u}}&password={{p}}", 0),
        ("password={{p}}&token=two&user={{u}}", "password={{p}}&token=[redacted]&user={{u}}", 1),
        ("password=one&user={{u}}&token=two", "password=[redacted]&user={{u}}&token=[redacted]", 2),
    ])
    func `secrets of a form are counted, and a variable in the place of one stays`(
        body: String, shown: String, count: Int
    ) throws {
        let text = "POST http://a.test/\nContent-Type: application/x-www-form-urlencoded\n\n\(body)"
        let result = try Exporting.export(text, to: .markdown)
        #expect(result.text.contains("\n```\n\(shown)\n```\n"), "\(result.text)")
        let sentences: [[String]] = [
            [], ["1 secret written in the request is hidden; --reveal writes it."],
            ["2 secrets written in the request are hidden; --reveal writes them."],
        ]
        #expect(result.items.flatMap(\.losses).map(\.text) == sentences[count])
    }

    @Test(arguments: ExportKind.allCases) func `forms and what is switched off hold no secret either`(
        _ kind: ExportKind
    ) throws {
        let text = """
            POST http://localhost/x?#?api_key=off-key-1234
            # Authorization: Bearer off-token-1234
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="password"

            form-word-1234
            --b
            Content-Disposition: form-data; name="plain"

            shown
            --b--
            """
        let result = try Exporting.export(text, to: kind)
        #expect(result.problems.isEmpty && !result.text.contains("-1234"), "\(result.text)")
        #expect(!result.losses.joined().contains("-1234"))
        if kind != .openapi { #expect(result.text.contains("shown"), "\(result.text)") }
    }

    @Test(arguments: ExportKind.allCases) func `a cookie that is written out beside a variable is hidden`(
        _ kind: ExportKind
    ) throws {
        var exporting = try Exporting([
            "http-client.env.json": #"{"dev": {}}"#,
            "http-client.private.env.json": #"{"dev": {"csrf": "private-word-1234"}}"#,
            "a.http": """
            GET http://localhost/x
            Cookie: session=cookie-word-1234; csrf={{csrf}}
            # Cookie: old=off-cookie-1234; csrf={{csrf}}

            """,
        ])
        exporting.environment = "dev"
        let result = try exporting.export(to: kind)
        #expect(result.problems.isEmpty && !result.text.contains("-1234"), "\(result.text)")
        // A description holds no values.
        if kind != .openapi { #expect(result.text.contains("session=[redacted]; csrf="), "\(result.text)") }
        let shown = try exporting.export(to: kind, reveals: true)
        if kind != .openapi { #expect(shown.text.contains("session=cookie-word-1234; csrf="), "\(shown.text)") }
    }

    @Test func `a private value in a body stays a variable`() throws {
        let exporting = try Exporting([
            "http-client.private.env.json": #"{"dev": {"apiPassword": "private-word-1234"}}"#,
            "a.http":
                "POST http://localhost/\nContent-Type: application/json\n\n{\"password\": \"{{apiPassword}}\", \"token\": \"literal-1234\", \"n\": {{apiPassword}}}",
        ])
        var inDev = exporting
        inDev.environment = "dev"
        let text = try inDev.export(to: .curl).text
        #expect(
            text.contains(#"{"password": "'"$API_PASSWORD"'", "token": "[redacted]", "n": '"$API_PASSWORD"'}"#),
            "\(text)")
        let page = try inDev.export(to: .markdown).text
        #expect(
            page.contains(#"{"password": "{{apiPassword}}", "token": "[redacted]", "n": {{apiPassword}}}"#), "\(page)")
    }

    @Test(arguments: ExportKind.allCases) func `what cannot be exported is one sentence with its place`(
        _ kind: ExportKind
    ) throws {
        let exporting = try Exporting([
            "a.http":
                "GRPC localhost/a.B/C\n\n###\nWEBSOCKET ws://localhost/x\n\n###\nPOST http://localhost/\n\n< ./missing.json"
        ])
        let result = try exporting.export(to: kind)
        #expect(result.problems.count == 3, "\(result.problems)")
        for (problem, place) in zip(result.problems, ["a.http:1: ", "a.http:4: ", "a.http:9: "]) {
            #expect(
                problem.hasPrefix(place) && problem.hasSuffix(".") && !problem.dropLast().contains("\n"), "\(problem)")
        }
    }

    @Test func `an unknown variable is an error only where values are written`() throws {
        let text = "GET http://localhost/{{nothing}}"
        for kind in ExportKind.allCases where kind != .openapi {
            let result = try Exporting.export(text, to: kind)
            #expect(result.problems.isEmpty == kind.keepsVariables, "\(kind)")
            if !kind.keepsVariables {
                #expect(result.problems.first?.hasPrefix("a.http:1: {{nothing}}: ") == true, "\(result.problems)")
            }
        }
    }

    @Test func `what a response gives is a shell variable, and is said`() throws {
        let result = try Exporting.export(
            "### Log in\n# @name login\nPOST http://localhost/login\n\n"
                + "### Use it\n# @ref login\nGET http://localhost/x\nAuthorization: Bearer {{login.response.body.$.token}}",
            to: .curl, title: "shop")
        #expect(
            result.text == """
                #!/bin/sh
                # shop, exported by apitui

                # Log in
                curl -X POST http://localhost/login \\
                  -H 'User-Agent: \(ProgramVersion.userAgent)' \\
                  -H 'Accept: */*' \\
                  -H 'Accept-Encoding: \(ContentCoding.acceptEncoding)' \\
                  -H 'Content-Length: 0' \\
                  --location \\
                  --compressed

                # Use it
                # After: login
                # LOGIN_TOKEN: {{login.response.body.$.token}}, from the response to login
                : "${LOGIN_TOKEN:?set it first}"
                curl http://localhost/x \\
                  -H 'User-Agent: \(ProgramVersion.userAgent)' \\
                  -H 'Accept: */*' \\
                  -H 'Accept-Encoding: \(ContentCoding.acceptEncoding)' \\
                  -H 'Authorization: Bearer '"$LOGIN_TOKEN" \\
                  --location \\
                  --compressed

                """, "\(result.text)")
        #expect(
            result.losses.count == 1
                && result.losses[0].hasPrefix("a.http:7: Use it: {{login.response.body.$.token}} is"))
    }

    @Test func `checks, scripts, files and loops are named in the ledger`() throws {
        let result = try Exporting.export(
            """
            ### A
            # @loop for 3
            # @sleep 100
            # @retry 2
            # @assert status == 200
            GET http://localhost/

            ?? status == 201
            >> ./out.json
            """, to: .httpie)
        for words in ["2 checks are left out.", "'# @loop' is left out", "'# @sleep'", "'# @retry'", "./out.json"] {
            #expect(
                result.losses.contains { $0.contains(words) && $0.hasPrefix("a.http:") }, "\(words): \(result.losses)")
        }
    }

    @Test func `AWS and Digest are left to curl`() throws {
        let aws = try Exporting.export(
            "GET https://x.test/\nAuthorization: AWS id key-12345678 region:eu-west-1 service:s3 token:t-12345678",
            to: .curl, reveals: true)
        #expect(
            aws.text.contains("--aws-sigv4 aws:amz:eu-west-1:s3") && aws.text.contains("--user id:key-12345678"),
            "\(aws.text)")
        #expect(!aws.text.contains("Authorization"))
        let digest = try Exporting.export(
            "GET http://localhost/\nAuthorization: Digest ada p-12345678", to: .httpie, reveals: true)
        #expect(
            digest.text.contains("--auth-type=digest") && digest.text.contains("--auth=ada:p-12345678"),
            "\(digest.text)")
        let refused = try Exporting.export("GET https://x.test/\nAuthorization: AWS id key", to: .httpie)
        #expect(refused.count == 0 && refused.losses.contains { $0.contains("HTTPie cannot sign for AWS.") })
    }

    // MARK: HAR

    @Test func `an archive keeps to the rules of the format`() throws {
        let result = try Exporting.export(
            "POST http://localhost/x?a=1\nContent-Type: application/json\nCookie: a=b\n\n{\"a\": 1}\n\n###\n# @prompt id\nGET http://localhost/{{id}}",
            to: .har)
        let archive = try JSONValue(result.bytes)
        #expect(HARSchema.violations(result.bytes).isEmpty, "\(HARSchema.violations(result.bytes))")
        let entries = archive["log"]?["entries"]?.items ?? []
        #expect(entries.count == 2)
        #expect(entries.first?["request"]?["postData"]?["text"]?.text == "{\"a\": 1}")
        #expect(entries.last?["request"]?["url"]?.text == "http://localhost/{{id}}", "\(result.text)")
    }

    // MARK: OpenAPI

    @Test func `a description has the paths, names and schemas of the requests`() throws {
        let result = try Exporting.export(
            """
            @base = http://localhost:8080
            @productId = 3

            ### Show a product
            # One of the shop.
            # @name showProduct
            GET {{base}}/products/{{productId}}?verbose=true

            ### Create
            # @name createProduct
            POST {{base}}/products
            Content-Type: application/json

            {"name": "Tea", "price": 4.5}

            ### Remove what was created
            DELETE {{base}}/products/{{createProduct.response.body.$.id}}/parts/{{part}}

            @part = wheel
            """, to: .openapi, title: "Shop", asJSON: true)
        let root = try JSONValue(result.bytes)
        #expect(root["info"]?["title"]?.text == "Shop")
        let show = root["paths"]?["/products/{productId}"]?["get"]
        #expect(
            show?["operationId"]?.text == "showProduct" && show?["summary"]?.text == "Show a product", "\(result.text)")
        #expect(show?["description"]?.text == "One of the shop.")
        #expect(show?["parameters"]?[0]?["name"]?.text == "productId")
        #expect(root["paths"]?["/products/{createProductId}/parts/{part}"]?["delete"] != nil, "\(result.text)")
        #expect(result.text.contains("\"price\"") && !result.text.contains("Tea"))
        let description = try Description.read(result.bytes)
        #expect(description.operations.count == 3 && description.allNotices().isEmpty, "\(description.allNotices())")
        let yaml = try Exporting.export("GET http://localhost/x", to: .openapi).text
        #expect(yaml.hasPrefix("openapi: 3.1.0\n") || yaml.hasPrefix("openapi: \"3.1.0\"\n"), "\(yaml)")
    }

    @Test func `an operation has the name of its request if that is one word and no other operation has it`() throws {
        let result = try Exporting.export(
            """
            ### Orders
            # @name first
            GET http://localhost/orders

            ### Products
            # @name all products
            GET http://localhost/products

            ### Users
            # @name first
            GET http://localhost/users

            ### Items
            # @name listUsers
            GET http://localhost/items
            """, to: .openapi, asJSON: true)
        let paths = try JSONValue(result.bytes)["paths"]
        let ids = ["/orders", "/products", "/users", "/items"].map { paths?[$0]?["get"]?["operationId"]?.text }
        #expect(ids == ["first", "listProducts", "listUsers", "listItems"], "\(result.text)")
    }

    // MARK: Markdown

    @Test func `a page shows requests as they are written`() throws {
        let result = try Exporting.export(
            """
            @base = http://localhost

            ### Create | a *thing*
            # Makes <one>.
            POST {{base}}/things?a={{b}}
            Content-Type: application/json
            X-A: a|b `c`

            {"a": "```"}

            ?? status == 201
            """, to: .markdown, title: "Things")
        #expect(
            result.text == """
                # Things

                ## Create \\| a \\*thing\\*

                Makes &lt;one>.

                ```http
                POST {{base}}/things?a={{b}}
                ```

                | Header | Value |
                |---|---|
                | `Content-Type` | `application/json` |
                | `X-A` | `` a\\|b `c` `` |

                | Parameter | Value |
                |---|---|
                | `a` | `{{b}}` |

                Body:

                ````json
                {"a": "```"}
                ````

                Checks:

                - `status == 201`

                | Variable | Value |
                |---|---|
                | `{{base}}` | `http://localhost` |
                | `{{b}}` | `known when the request is sent` |

                """, "\(result.text)")
    }

    @Test func `a private password of a proxy stays a variable, one that is written out is left out`() throws {
        let text = "# @proxy http://u:{{pw}}@p.test:1\nGET http://h.test/\n"
        let exporting = try Exporting([
            "a.http": text, "http-client.private.env.json": #"{"$shared": {"pw": "private-word-1234"}}"#,
        ])
        let command = try exporting.export(to: .curl).text
        #expect(command.contains(#"--proxy http://u:"$PW"@p.test:1"#), "\(command)")
        #expect(!command.contains("private-word"), "\(command)")
        #expect(command.contains(#": "${PW:?set it first}""#), "\(command)")
        let written = try Exporting.export(text.replacing("{{pw}}", with: "word-1234"), to: .curl).text
        #expect(!written.contains("--proxy-user") && !written.contains("word-1234"), "\(written)")
    }

    @Test func `a variable of the proxy alone is not in a collection, which has no proxy`() throws {
        func export(_ more: String) throws -> Exporting.Result {
            let text = "@user = ann\n###\n# @proxy http://{{user}}:{{%pw}}@p.test:1\nGET http://h.test/\n\(more)"
            return try Exporting(["a.http": "@pw = a b\n\(text)"]).export(to: .postman)
        }
        let alone = try export("")
        #expect(alone.losses.map { $0.hasSuffix("The proxy is not part of a collection.") } == [true])
        #expect(!alone.text.contains("ann") && !alone.text.contains("pw"), "\(alone.text)")
        let unsent = try export("# A: {{%pw}}\nB: {{user}}\n")
        #expect(unsent.text.contains("ann") && unsent.text.contains("{{pw}}"), "\(unsent.text)")
        #expect(unsent.losses.contains { $0.contains("does not percent-encode the value of {{pw}}") })
    }

    @Test func `the variables of a proxy are used in Swift, where they are properties`() throws {
        let exporting = try Exporting([
            "a.http": "@user = ann\n###\n# @proxy http://{{user}}:{{%pw}}@p.test:1\nGET http://h.test/\n",
            "http-client.private.env.json": #"{"$shared": {"pw": "private-word-1234"}}"#,
        ])
        let code = try exporting.export(to: .swift).text
        #expect(
            code.contains(#".url("http://\(user):\(PercentEncoding.component(pw))@p.test:1")"#)
                && code.contains("    var pw: String\n") && !code.contains("private-word"), "\(code)")
    }

    @Test func `what was fetched is exported without private values, and with them only if it is trusted`() throws {
        var exporting = try Exporting([
            "a.http": "GET https://h.test/\nX: {{KEY}}\n",
            "http-client.private.env.json": #"{"$shared": {"KEY": "k-123456"}}"#,
        ])
        exporting.address = WebAddress("https://evil.example")
        let hidden = try exporting.export(to: .curl)
        #expect(hidden.problems == [] && hidden.count == 1 && !hidden.text.contains("k-123456"))
        let refused = try exporting.items("a.http", .curl, reveals: true)
        #expect(refused.items.isEmpty)
        #expect(refused.problems.first?.contains("not trusted to send your private value KEY") == true)
        exporting.isTrusted = true
        #expect(try exporting.export(to: .curl, reveals: true).text.contains("k-123456"))
    }

    // MARK: The demo

    @Test(arguments: ExportKind.allCases) func `the demo is exported in every kind`(_ kind: ExportKind) throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Collections/Demo"
        let folder = try CollectionStore().load(path: root)
        var items: [ExportItem] = []
        var problems: [String] = []
        for file in folder.files where file.described == nil {
            let builder = ContextBuilder(
                place: CollectionPlace(root: root), isTrusted: true, environmentName: "development", namesFlags: true)
            let context = builder.context(for: file)
            for request in file.document.requests {
                do throws(ExportReader.Refusal) {
                    items.append(try ExportReader(kind, reveals: false).read(request, in: file, context: context))
                } catch { problems.append(error.sentence) }
            }
        }
        let document = ExportDocument(
            [.file(name: "Demo", items)], to: kind, title: "Demo", name: "Demo",
            now: Timestamp(microsecondsSince1970: 0),
            asJSON: true)
        #expect(document.count > 100, "\(problems)")
        for sentence in problems + document.losses.map(\.sentence) {
            #expect(sentence.hasPrefix("0") || sentence.hasPrefix("1"), "\(sentence)")
            #expect(sentence.hasSuffix("."), "\(sentence)")
        }
        if kind == .postman {
            let breaches = try PostmanSchema.breaches(of: document.bytes)
            #expect(breaches.isEmpty)
        }
        if kind == .har { #expect(HARSchema.violations(document.bytes).isEmpty) }
        if let path = processEnvironment("DESCRIPTION_DRAFTS"), kind == .openapi {
            let problem = CollectionStore().replace(path: "\(path)/export.json", with: [BodyBytes(document.bytes)])
            #expect(problem == nil)
        }
    }
}
