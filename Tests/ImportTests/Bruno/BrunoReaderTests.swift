import TestSupport
import Testing

@testable import Import

@Suite struct BrunoReaderTests {
    private let probe = ReaderProbe(reader: BrunoReader.self)

    private func lines(_ text: String) throws -> String { try CollectionText.lines(probe.read("a.bru", text)) }

    static let sample = """
        meta {
          name: Create
          type: http
          seq: 2
          tags: [
            smoke
          ]
        }

        post {
          url: {{host}}/users/:id?full=true
          body: json
          auth: bearer
        }

        params:query {
          full: true
          ~page: 2
        }

        params:path {
          id: 7
        }

        headers {
          Accept: application/json
          ~X-Debug: 1
        }

        auth:bearer {
          token: {{token}}
        }

        body:json {
          {
            "name": "{{$guid}}"
          }
        }

        vars:pre-request {
          local: 1
        }

        vars:post-response {
          userId: res.body.data[0].id
          etag: res.headers['etag']
          n: res.body.list.filter(x => x)
        }

        assert {
          res.status: eq 201
          res.body.name: contains Ada
          ~res.body.x: isNull
          res.body.id: isJson
        }

        script:pre-request {
          bru.setVar("a", 1);
        }

        tests {
          test("ok", function() {});
        }

        docs {
          Makes a **user**.
        }

        settings {
          encodeUrl: false
          timeout: 2500
          followRedirects: false
        }
        """

    @Test func `variables of the process are reported once`() {
        var text = BrunoText()
        var notices = NoticeList()
        #expect(
            text.translated("{{process.env.A}}/{{process.env.B}}", at: nil, &notices) == "{{$dotenv A}}/{{$dotenv B}}")
        #expect(text.translated("{{process.env.A}}", at: nil, &notices) == "{{$dotenv A}}")
        #expect(notices.all.count == 1)
    }

    @Test func `a method of one's own is sent in capital letters`() throws {
        let collection = try ReaderProbe(reader: BrunoReader.self).read([
            ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
            ("shop/a.bru", "meta {\n  name: a\n}\nhttp {\n  method: purge\n  url: http://x.test\n}\n"),
        ])
        #expect(CollectionText.lines(collection).contains("PURGE http://x.test"))
    }

    @Test func `requests of other protocols are left out, and so is a file without one`() throws {
        let other = "The request is left out: gRPC and WebSocket are not written."
        for (text, said) in [
            ("meta {\n  type: grpc\n}\n", other), ("meta {\n  type: grpc-request\n}\n", other),
            ("meta {\n  type: ws\n}\n", other), ("grpc {\n  url: x\n}\n", other), ("ws {\n  url: x\n}\n", other),
            ("meta {\n  type: http\n}\n", "The file is left out: it holds no request."),
        ] {
            let collection = try probe.read([
                ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
                ("shop/good.bru", "get {\n  url: http://x.test\n}\n"), ("shop/a.bru", text),
            ])
            #expect(CollectionText.notices(collection).count { $0.hasSuffix(said) } == 1, "\(text)")
            #expect(collection.items.count == 1)
        }
    }

    @Test func `a request with all its blocks`() throws {
        let collection = try probe.read("Create.bru", Self.sample)
        #expect(
            CollectionText.lines(collection) == """
                ### Create
                # Makes a **user**.
                # timeout 2.5 seconds
                # redirects false
                # encodes false
                # tags smoke
                # @assert status == 201
                # @assert body $.name includes Ada
                @id = 7
                @local = 1
                POST {{host}}/users/{{id}}?full=true
                  ?# page=2
                Accept: application/json
                # X-Debug: 1
                login request(Workspace.RequestLogin.bearer(token: "{{token}}"))
                body application/json: {
                  "name": "{{$guid}}"
                }
                > userId = body.$.data[0].id
                > etag = headers.etag
                script beforeRequest: bru.setVar("a", 1);
                script afterResponse: test("ok", function() {});
                left n: res.body.list.filter(x => x)
                left ~res.body.x: isNull
                left res.body.id: isJson
                """)
        #expect(
            CollectionText.notices(collection) == [
                "kept Create: The variable n is not set: res.body.list.filter(x => x) is more than a path into the body or a header. It is kept as a comment.",
                "kept Create: The assertion res.body.x: isNull is switched off; it is kept as a comment.",
                "kept Create: The assertion res.body.id: isJson cannot be written as a check; it is kept as a comment.",
            ])
        #expect(collection.notices[0].place?.description == "Create.bru:47:1")
    }

    @Test(arguments: [
        ("eq 200", ["status == 200"]), ("200", ["status == 200"]), ("neq 404", ["status != 404"]),
        ("in 200, 201", ["status matches ^(?:200|201)$"]), ("notIn [404]", ["status not matches ^(?:404)$"]),
        ("between 200, 299", ["status >= 200", "status <= 299"]), ("gt 199", ["status > 199"]),
        ("gte 200", ["status >= 200"]), ("lte 299", ["status <= 299"]), ("isNumber", ["status isNumber"]),
    ])
    func `assertions about the status`(_ value: String, _ checks: [String]) {
        #expect(BrunoAssertion(name: "res.status", value: value).checks == checks)
    }

    @Test(arguments: [
        ("res.body.a-b[0]", "eq 'x y'", ["body $['a-b'][0] == x y"]), ("res.body", "contains ok", ["body includes ok"]),
        ("res.body.a", "isDefined", ["body $.a != undefined"]),
        ("res.body.a", "isUndefined", ["body $.a == undefined"]),
        ("res.body.a", "isNull", ["body $.a == null", "body $.a not isString"]),
        ("res.body.a", "eq 1", ["body $.a == 1", "body $.a isNumber"]),
        ("res.body.a", "'1'", ["body $.a == 1", "body $.a isString"]), ("res.body.a", "eq tea", ["body $.a == tea"]),
        ("res.body.a", "eq {{a}}", ["body $.a == {{a}}"]), ("res.body.a", "isTruthy", ["body $.a exists"]),
        ("res.body.a", "isFalsy", ["body $.a isFalse"]), ("res.body.list", "length 3", ["body $.list.length == 3"]),
        ("res.body.a", "matches /^a\\d+$/", ["body $.a matches ^a\\d+$"]),
        ("res.body.a", "notContains x", ["body $.a not includes x"]),
        ("res.headers.content-type", "startsWith text", ["header content-type startsWith text"]),
        ("res.headers['x-id']", "isString", ["header x-id isString"]),
        ("res.responseTime", "lt 900", ["duration < 900"]),
        ("res.body.a?.b", "isArray", ["body $.a.b isArray"]), ("res.body.a", "isBoolean", ["body $.a isBoolean"]),
        ("res.body.a", "endsWith z", ["body $.a endsWith z"]),
    ])
    func `assertions about body and headers`(_ name: String, _ value: String, _ checks: [String]) {
        #expect(BrunoAssertion(name: name, value: value).checks == checks)
    }

    @Test(arguments: [
        ("res.body.a", "isJson"), ("res.body.a()", "eq 1"), ("req.url", "eq x"), ("res.status", "length 3"),
        ("res.statusText", "eq OK"), ("res.body.a", "isEmpty"), ("res.status", "gt"),
    ])
    func `assertions that no check can say`(_ name: String, _ value: String) {
        #expect(BrunoAssertion(name: name, value: value).checks == nil)
    }

    @Test func `bodies of all kinds`() throws {
        func body(_ mode: String, _ blocks: String) throws -> String {
            let all = try lines("post {\n  url: http://x.test\n  body: \(mode)\n}\n\(blocks)\n")
            return all.split(separator: "\n").dropFirst(2).joined(separator: "\n")
        }
        #expect(try body("text", "body:text {\n  a\n}") == "body text/plain: a")
        #expect(try body("xml", "body:xml {\n  <a/>\n}") == "body application/xml: <a/>")
        #expect(try body("sparql", "body:sparql {\n  SELECT\n}") == "body application/sparql-query: SELECT")
        #expect(try body("none", "") == "")
        #expect(
            try body("graphql", "body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {\"x\": 1}\n}")
                == "graphql -: { a } | {\"x\": 1}")
        #expect(
            try body("formUrlEncoded", "body:form-urlencoded {\n  a: 1\n  ~b: 2\n}") == "form a=1\nform # b=2")
        #expect(
            try body(
                "multipartForm", "body:multipart-form {\n  a: x @contentType(text/css)\n  f: @file(a.png|b.png)\n}")
                == "part a text/css -: x\npart f - -: < a.png\npart f - -: < b.png")
        #expect(
            try body("file", "body:file {\n  ~file: @file(no.bin)\n  file: @file(a.bin) @contentType(image/png)\n}")
                == "file image/png: a.bin")
    }

    @Test func `a body that is not sent is a notice`() throws {
        let collection = try probe.read(
            "a.bru", "get {\n  url: http://x.test\n  body: none\n}\nbody:json {\n  {}\n}\nstrange {\n  a\n}\n")
        #expect(
            CollectionText.notices(collection) == [
                "lost a: The body in body:json is left out: the request sends no body.",
                "lost a: The block strange is left out.",
            ])
    }

    @Test(arguments: [
        ("basic", "username: a\n  password: b", "request(Workspace.RequestLogin.basic(user: \"a\", password: \"b\"))"),
        (
            "digest", "username: a\n  password: b",
            "request(Workspace.RequestLogin.digest(user: \"a\", password: \"b\"))"
        ),
        (
            "apikey", "key: X-Key\n  value: k\n  placement: queryparams",
            "request(Workspace.RequestLogin.apiKey(name: \"X-Key\", value: \"k\", inQuery: true))"
        ),
        ("ntlm", "username: a", "none"),
    ])
    func `logins`(_ mode: String, _ values: String, _ login: String) throws {
        let text = try lines("get {\n  url: http://x.test\n  auth: \(mode)\n}\nauth:\(mode) {\n  \(values)\n}\n")
        #expect(text.contains("login \(login)"))
    }

    @Test func `OAuth2 keeps its grant and its client`() throws {
        let collection = try probe.read(
            "a.bru",
            """
            get {
              url: http://x.test
              auth: oauth2
            }
            auth:oauth2 {
              grant_type: client_credentials
              access_token_url: http://x.test/token
              client_id: me
              client_secret: {{process.env.SECRET}}
              scope: read
              credentials_placement: basic_auth_header
            }
            """)
        guard case .request(let request)? = collection.items.first, case .oauth2(let login) = request.login else {
            Issue.record("There is no login.")
            return
        }
        #expect(login.grant == .clientCredentials)
        #expect(login.tokenURL == "http://x.test/token")
        #expect(login.clientSecret == "{{$dotenv SECRET}}")
        #expect(!login.sendsClientInBody)
        #expect(CollectionText.notices(collection).contains { $0.contains("read from the file .env") })
    }

    private static let placements: [(line: String, placement: ImportedOAuth2.Placement)] = [
        ("", .bearer), ("token_placement: header", .bearer),
        ("token_placement: header\n  token_header_prefix: Token", .header(prefix: "Token")),
        ("token_header_prefix:", .header(prefix: "")), ("token_placement: url", .query(name: "access_token")),
        ("token_placement: url\n  token_query_key: t", .query(name: "t")),
    ]

    @Test(arguments: placements)
    func `an OAuth2 token is sent where Bruno sends it`(line: String, placement: ImportedOAuth2.Placement) throws {
        let collection = try probe.read(
            "a.bru",
            """
            get {
              url: http://x.test
              auth: oauth2
            }
            auth:oauth2 {
              grant_type: client_credentials
              access_token_url: http://x.test/token
              \(line)
            }
            """)
        guard case .request(let request)? = collection.items.first, case .oauth2(let login) = request.login else {
            Issue.record("There is no login.")
            return
        }
        #expect(login.placement == placement && CollectionText.notices(collection) == [])
    }

    @Test func `the most redirects are named, but for those that Bruno writes into each request`() throws {
        for (count, notices, follows) in [("5", 0, nil), ("3", 1, nil), ("0", 0, false)] as [(String, Int, Bool?)] {
            let bru = try probe.read(
                "a.bru", "get {\n  url: http://x.test\n}\nsettings {\n  maxRedirects: \(count)\n}\n")
            let yaml = try probe.read(
                "a.yml",
                "info: {name: A, type: http}\nhttp: {method: get, url: \"http://x.test\"}\nsettings: {maxRedirects: \(count)}\n"
            )
            for collection in [bru, yaml] {
                guard case .request(let request)? = collection.items.first else {
                    Issue.record("There is no request.")
                    return
                }
                #expect(request.options.followsRedirects == follows && collection.notices.count == notices)
            }
        }
    }

    @Test func `an environment may have a colour`() throws {
        let text = "vars {\n  host: http://x.test\n}\ncolor: #CE4F3B\n"
        for text in [text, "color: #CE4F3B\n" + text.replacing("\ncolor: #CE4F3B", with: "")] {
            let alone = try probe.read("dev.bru", text)
            #expect(alone.environments.map { $0.variables.map(\.value) } == [["http://x.test"]])
            #expect(probe.recognises("dev.bru", text) == .yes)
        }
        let collection = try probe.read([
            ("s/bruno.json", #"{ "version": "1", "name": "S", "type": "collection" }"#),
            ("s/environments/dev.bru", text),
            ("s/a.bru", "get {\n  url: {{host}}\n}\n"),
        ])
        #expect(collection.environments.map(\.name) == ["dev"] && collection.notices.isEmpty)
    }

    @Test func `the docs of a collection are its description`() throws {
        let files = try probe.read([
            ("s/bruno.json", #"{ "version": "1", "name": "S", "type": "collection" }"#),
            ("s/collection.bru", "docs {\n  All of it.\n}\n"),
            ("s/f/a.bru", "get {\n  url: http://x.test\n}\n"),
        ]).files()
        #expect(ImportedText.text(files).contains("# All of it.\n\n### a\n"), "\(ImportedText.text(files))")
    }

    @Test func `proxies and certificates of a collection are named with their places here`() throws {
        let collection = try probe.read([
            (
                "shop/bruno.json",
                #"{ "version": "1", "name": "Shop", "type": "collection", "proxy": { "enabled": true }, "clientCertificates": { "enabled": true, "certs": [] } }"#
            ), ("shop/a.bru", "get {\n  url: http://x.test\n}\n"),
        ])
        #expect(
            CollectionText.notices(collection) == [
                "lost: The proxy of the collection is left out: '# @proxy' above a request, or --proxy, sets one.",
                "lost: The client certificates of the collection are left out: set them in the environment file.",
            ])
    }

    @Test func `the comments of a JSON body are left out, as Bruno sends it`() throws {
        func collection(_ mode: String) throws -> ImportedCollection {
            try probe.read(
                "a.bru",
                "post {\n  url: http://x.test\n  body: \(mode)\n}\nbody:\(mode) {\n  [ // one\n    1\n  ]\n}\n")
        }
        let json = try collection("json")
        #expect(CollectionText.lines(json).hasSuffix("body application/json: [\n  1\n]"))
        #expect(
            CollectionText.notices(json) == [
                "changed a: The comments of the JSON body are left out: Bruno sends none."
            ])
        let text = try collection("text")
        #expect(CollectionText.lines(text).contains("[ // one") && CollectionText.notices(text) == [])
        let variables = try probe.read(
            "a.bru",
            "post {\n  url: http://x.test\n  body: graphql\n}\nbody:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {\"x\": 1} // one\n}\n"
        )
        #expect(CollectionText.lines(variables).hasSuffix("graphql -: { a } | {\"x\": 1}"))
        #expect(
            CollectionText.notices(variables) == [
                "changed a: The comments of the GraphQL variables are left out: Bruno sends none."
            ])
    }

    // MARK: Folders

    @Test func `a folder is read as one collection, in Bruno's order`() throws {
        let get = { (name: String, order: Int) in
            "meta {\n  name: \(name)\n  seq: \(order)\n}\nget {\n  url: http://x.test/\(name)\n}\n"
        }
        let collection = try probe.read([
            ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
            (
                "shop/collection.bru",
                "headers {\n  X-All: 1\n}\nauth {\n  mode: basic\n}\nauth:basic {\n  username: u\n  password: p\n}\n"
            ),
            (
                "shop/environments/Local.bru",
                "vars {\n  host: http://localhost\n  ~old: 1\n}\nvars:secret [\n  token\n]\n"
            ),
            ("shop/late.bru", get("late", 2)), ("shop/early.bru", get("early", 1)),
            ("shop/users/folder.bru", "meta {\n  name: Users\n  seq: 1\n}\nvars:pre-request {\n  page: 1\n}\n"),
            ("shop/users/list.bru", get("list", 1)), ("shop/users/broken.bru", "get {\n  url\n}"),
            ("shop/users/chat.bru", "ws {\n  url: ws://x.test\n}\n"), ("README.md", "Hello"),
        ])
        #expect(collection.name == "Shop")
        #expect(
            CollectionText.lines(collection) == """
                collection X-All: 1
                collection login request(Workspace.RequestLogin.basic(user: "u", password: "p"))
                Local: host = http://localhost
                Local: off old = 1
                Local: secret token = 
                / Users
                Users @page = 1
                ### Users/list
                GET http://x.test/list
                ### early
                GET http://x.test/early
                ### late
                GET http://x.test/late
                """)
        #expect(
            CollectionText.notices(collection) == [
                "lost: The file is left out. This is not a Bruno file: a name, a colon and a value are expected here.",
                "lost Users/chat: The request is left out: gRPC and WebSocket are not written.",
            ])
    }

    @Test func `folders and requests with a number are in its order, then come the others by name`() throws {
        func file(_ name: String, _ order: Int?, _ block: String = "get {\n  url: http://x.test\n}\n") -> String {
            "meta {\n  name: \(name)\n\(order.map { "  seq: \($0)\n" } ?? "")}\n\(block)"
        }
        let collection = try probe.read([
            ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
            ("shop/d.bru", file("d", nil)), ("shop/c.bru", file("c", nil)), ("shop/a.bru", file("a", 2)),
            ("shop/b.bru", file("b", 1)), ("shop/one/folder.bru", file("one", 2, "")),
            ("shop/one/x.bru", file("x", 1)), ("shop/two/folder.bru", file("two", 1, "")),
            ("shop/two/x.bru", file("x", 1)),
        ])
        let requests = CollectionText.lines(collection).split(separator: "\n").filter { $0.hasPrefix("###") }
        #expect(requests == ["### two/x", "### one/x", "### b", "### a", "### c", "### d"])
    }

    @Test(arguments: [(1, "An example of a response is"), (2, "2 examples of responses are")])
    func `examples of a request in Bru are counted`(count: Int, subject: String) throws {
        let examples = [String](repeating: "example {\n  name: x\n}\n", count: count).joined()
        let collection = try probe.read("a.bru", "get {\n  url: http://x.test\n}\n\(examples)")
        #expect(CollectionText.notices(collection) == ["lost a: \(subject) left out."])
    }

    @Test func `an environment in YAML is named by its file, and a value has several spellings`() throws {
        let collection = try probe.read([
            ("shop/bruno.json", #"{ "version": "1", "name": "Shop", "type": "collection" }"#),
            ("shop/a.bru", "get {\n  url: http://x.test\n}\n"),
            (
                "shop/environments/Local.yml",
                """
                variables:
                  - { name: a, value: one }
                  - { name: b, value: { type: text, data: two } }
                  - { name: c, value: [{ value: no }, { selected: true, value: three }] }
                  - { name: d, value: [{ value: { type: text, data: four } }, { value: no }] }
                  - { name: e, value: [five] }
                  - { name: f, value: [] }

                """
            ),
        ])
        let lines = CollectionText.lines(collection).split(separator: "\n").filter { $0.hasPrefix("Local: ") }
        #expect(
            lines == [
                "Local: a = one", "Local: b = two", "Local: c = three", "Local: d = four", "Local: e = five",
                "Local: f = ",
            ])
    }

    @Test func `how far a folder is read is said after each file`() throws {
        let files = ["a", "b", "c", "d"].map { name in
            ImportSource.File(path: "\(name).bru", bytes: Array("get {\n  url: http://x.test\n}\n".utf8))
        }
        var parts: [Double] = []
        _ = try BrunoReader.read(ImportSource(name: "source", files: files)) { parts.append($0) }
        #expect(parts == [0.25, 0.5, 0.75, 1])
    }

    @Test func `a broken file alone is an error with its place`() {
        #expect(
            probe.error("a.bru", "get {\n  url\n}")
                == "a.bru:2:3: This is not a Bruno file: a name, a colon and a value are expected here.")
        #expect(
            probe.error("a.bru", "meta {\n  name: x\n}\n")
                == "a.bru:1:1: The file holds no request that is sent by HTTP.")
    }

    // MARK: YAML

    static let yaml = """
        info:
          name: Create
          type: http
          seq: 1
          tags:
            - smoke
        http:
          method: post
          url: http://x.test/users/:id
          headers:
            - name: Accept
              value: "*/*"
            - name: X-Off
              value: "1"
              disabled: true
          params:
            - name: full
              value: "true"
              type: query
            - name: id
              value: 7
              type: path
          body:
            type: json
            data: |-
              {"a": 1}
          auth:
            type: apikey
            key: X-Key
            value: k
            placement: query
        runtime:
          variables:
            - name: local
              value: "1"
          assertions:
            - expression: res.status
              operator: eq
              value: "201"
          actions:
            - type: set-variable
              phase: after-response
              selector:
                expression: res.body.id
                method: jsonq
              variable:
                name: userId
                scope: runtime
          scripts:
            - type: before-request
              code: go()
        settings:
          timeout: 1000
          followRedirects: false
        examples:
          - name: Made
            response:
              status: 201
              statusText: Created
              body:
                type: json
                data: "{}"
        docs: A user.
        """

    @Test func `a request in YAML says the same as one in Bru`() throws {
        #expect(
            try CollectionText.lines(probe.read("a.yml", Self.yaml)) == """
                ### Create
                # A user.
                # timeout 1.0 seconds
                # redirects false
                # tags smoke
                # @assert status == 201
                @id = 7
                @local = 1
                POST http://x.test/users/{{id}}?full=true
                Accept: */*
                # X-Off: 1
                login request(Workspace.RequestLogin.apiKey(name: "X-Key", value: "k", inQuery: true))
                body application/json: {"a": 1}
                > userId = body.$.id
                script beforeRequest: go()
                < HTTP 201 Created {}
                """)
    }

    @Test func `of several bodies or files in YAML the selected one is read, else the first`() {
        let rows = """
            [{body: {type: text, data: a}}, {body: {type: text, data: b}}] -> body text/plain: a (said)
            [{body: {type: text, data: a}}, {selected: true, body: {type: text, data: b}}] -> body text/plain: b (said)
            [{selected: false, body: {type: text, data: a}}, {body: {type: text, data: b}}] -> body text/plain: a (said)
            [{type: text, data: a}, {type: text, data: b}] -> body text/plain: a (said)
            [{body: {type: text, data: a}}] -> body text/plain: a
            [] -> nil
            {type: file, data: [{filePath: /a}, {filePath: /b}]} -> file -: /a
            {type: file, data: [{filePath: /a}, {filePath: /b, selected: true}]} -> file -: /b
            {type: file, data: []} -> nil
            """
        let found = FilledTable(rows).filled { body in
            let collection = try probe.read(
                "a.yml",
                """
                info: { name: Me, type: http }
                http:
                  method: post
                  url: http://x.test
                  body: \(body)
                """)
            let said = ["lost Me: The request has 2 bodies; the chosen one is written."]
            let line = CollectionText.lines(collection).split(separator: "\n").dropFirst(2).first.map(String.init)
            return line.map { $0 + (CollectionText.notices(collection) == said ? " (said)" : "") }
        }
        #expect(found == rows)
    }

    @Test(arguments: ["resource_owner_password", "resource_owner_password_credentials"])
    func `both names of the password grant in YAML are it`(flow: String) throws {
        let collection = try probe.read(
            "a.yml",
            """
            info: { name: Me, type: http }
            http:
              method: get
              url: http://x.test
              auth:
                type: oauth2
                flow: \(flow)
                accessTokenUrl: http://x.test/token
                resourceOwner: { username: ada, password: lovelace }
            """)
        guard case .request(let request)? = collection.items.first, case .oauth2(let login) = request.login else {
            Issue.record("There is no login.")
            return
        }
        #expect(login.grant == .password && login.user == "ada")
    }

    @Test func `an OpenCollection may hold everything in one file`() throws {
        let collection = try probe.read(
            "shop.yml",
            """
            opencollection: 1.0.0
            info:
              name: Shop
            config:
              environments:
                - name: Local
                  variables:
                    - name: host
                      value: http://localhost
                    - name: token
                      secret: true
            items:
              - info:
                  name: Users
                  type: folder
                request:
                  headers:
                    - name: X-A
                      value: "1"
                items:
                  - info: { name: Search, type: graphql }
                    graphql:
                      url: "{{host}}/graphql"
                      body: { query: "{ a }", variables: "{}" }
                  - info: { name: Stream, type: grpc }
                    grpc: { url: "x.test" }
            """)
        #expect(collection.name == "Shop")
        #expect(
            CollectionText.lines(collection) == """
                Local: host = http://localhost
                Local: secret token = 
                / Users
                Users X-A: 1
                ### Users/Search
                POST {{host}}/graphql
                graphql -: { a } | {}
                """)
        #expect(
            CollectionText.notices(collection) == [
                "lost Users/Stream: The item of type grpc is left out: it is not an HTTP request."
            ])
    }

    // MARK: Recognition

    @Test func `Bruno is recognised by its content`() {
        #expect(probe.recognises("a.bru", Self.sample) == .yes)
        #expect(probe.recognises("pasted", Self.sample) == .yes)
        #expect(probe.recognises("a.yml", Self.yaml) == .yes)
        #expect(probe.recognises("a.json", #"{"info": {"name": "x"}}"#) == .no)
        #expect(probe.recognises("a.txt", "hello {\n") == .no)
        guard case .unusable = probe.recognises("a.json", #"{"name": "x", "items": [], "brunoConfig": {}}"#) else {
            Issue.record("An export as JSON was not named.")
            return
        }
    }

    // MARK: Any bytes

    @Test func `any bytes are read without a crash`() {
        probe.fuzz("a.bru", Self.sample)
        probe.fuzz("a.yml", Self.yaml, times: 200, seed: 2)
    }

    @Test func `the work grows with the text`() {
        let pairs = probe.growth("a.bru") { count in
            "get {\n  url: http://x.test\n}\nheaders {\n" + String(repeating: "  a: {{b}}\n", count: count) + "}\n"
        }
        #expect(pairs.isLinear, "\(pairs)")
        let open = probe.growth("a.bru") { "headers {\n" + String(repeating: "  a: '''\n  {{\n", count: $0) }
        #expect(open.isLinear, "\(open)")
        let blocks = probe.growth("a.bru") {
            String(repeating: "body:json {\n  {{{{\n}\n", count: $0) + "get {\n  url: x\n}"
        }
        #expect(blocks.isLinear, "\(blocks)")
    }
}
