import TestSupport
import Testing

@testable import Import

@Suite struct InsomniaReaderTests {
    private let probe = ReaderProbe(reader: InsomniaReader.self)

    static let version4 = #"""
        { "_type": "export", "__export_format": 4, "resources": [
          { "_id": "req_2", "_type": "request", "parentId": "fld_1", "name": "Me", "method": "GET", "metaSortKey": 2,
            "url": "{{ _.host }}/users/:id", "pathParameters": [{ "name": "id", "value": "7" }],
            "parameters": [{ "name": "q", "value": "{{ _['a'] }}" }, { "name": "off", "value": "1", "disabled": true }],
            "headers": [{ "name": "X-Token", "value": "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}" },
              { "name": "", "value": "" }, { "name": "X-Id", "value": "{% uuid 'v4' %}", "disabled": true }],
            "authentication": { "type": "basic", "username": "u", "password": "{{ _.p | upper }}" },
            "settingFollowRedirects": "off", "afterResponseScript": "insomnia.test()" },
          { "_id": "req_1", "_type": "request", "parentId": "fld_1", "name": "Log in", "method": "POST", "metaSortKey": 1,
            "url": "{{host}}/login", "body": { "mimeType": "application/json", "text": "{\"at\": \"{% now 'iso-8601', '' %}\"}" },
            "description": "The token." },
          { "_id": "fld_1", "_type": "request_group", "parentId": "wrk_1", "name": "Users", "metaSortKey": 1,
            "environment": { "page": 1, "deep": { "x": [1] } }, "headers": [{ "name": "X-All", "value": "1" }] },
          { "_id": "greq_1", "_type": "grpc_request", "parentId": "wrk_1", "name": "Stream" },
          { "_id": "wrk_1", "_type": "workspace", "parentId": null, "name": "Shop", "description": "All of it" },
          { "_id": "env_1", "_type": "environment", "parentId": "wrk_1", "name": "Base", "data": { "host": "http://x.test", "a": true } },
          { "_id": "env_2", "_type": "environment", "parentId": "env_1", "name": "Local", "data": { "host": "http://localhost" } },
          { "_id": "jar_1", "_type": "cookie_jar", "parentId": "wrk_1", "cookies": [{}] },
          { "_id": "ut_1", "_type": "unit_test", "parentId": "uts_1" }, { "_id": "ut_2", "_type": "unit_test" },
          { "_id": "ut_3", "_type": "unit_test", "requestId": "req_1", "name": "Status", "code": "expect(1)" }
        ] }
        """#

    @Test func `an export of version 4`() throws {
        let collection = try probe.read("a.json", Self.version4)
        #expect(collection.name == "Shop")
        #expect(collection.description == "All of it")
        #expect(
            CollectionText.lines(collection) == #"""
                $shared: host = http://x.test
                $shared: a = true
                Local: host = http://localhost
                / Users
                Users @page = 1
                Users @deep.x = [1]
                Users X-All: 1
                ### Users/Log in
                # The token.
                POST {{host}}/login
                body application/json: {"at": "{{$isoTimestamp}}"}
                script afterResponse: // Status
                expect(1)
                ### Users/Me
                # redirects false
                # @ref Log in
                @id = 7
                GET {{host}}/users/{{id}}
                  ?q={{a}}
                  ?# off=1
                X-Token: {{Log_in.response.body.$.token}}
                # X-Id: {{$guid}}
                login request(Workspace.RequestLogin.basic(user: "u", password: "{{p}}"))
                script afterResponse: insomnia.test()
                """#)
        #expect(
            CollectionText.notices(collection) == [
                "lost Stream: The request is left out: gRPC is not written.",
                "lost Users/Me: The filter in {{ _.p | upper }} is left out.",
                "lost: Cookies of the jar are left out.", "lost: Unit tests without a request are left out (2).",
            ])
    }

    @Test func `several exports are a folder each, and keep their notices`() throws {
        let one = CollectionText.notices(try probe.read("a.json", Self.version4))
        let both = try probe.read([("a.json", Self.version4), ("b.json", Self.version4)])
        #expect(CollectionText.notices(both) == one + one && both.items.count == 2)
    }

    @Test func `the response of a request is used, and not that of another one of its name`() throws {
        let source = #"""
            { "_type": "export", "__export_format": 4, "resources": [
              { "_id": "wrk_1", "_type": "workspace", "parentId": null, "name": "Shop" },
              { "_id": "fld_a", "_type": "request_group", "parentId": "wrk_1", "name": "A", "metaSortKey": 1 },
              { "_id": "fld_b", "_type": "request_group", "parentId": "wrk_1", "name": "B", "metaSortKey": 2 },
              { "_id": "req_1", "_type": "request", "parentId": "fld_a", "metaSortKey": 1, "name": "login",
                "method": "GET", "url": "http://x.test/other" },
              { "_id": "req_2", "_type": "request", "parentId": "fld_a", "metaSortKey": 2, "name": "me",
                "method": "GET", "url": "http://x.test/me?t={% response 'body', 'req_3', '$.t' %}&u={% response 'body', 'req_4', '$.u' %}" },
              { "_id": "req_3", "_type": "request", "parentId": "fld_b", "metaSortKey": 1, "name": "login",
                "method": "GET", "url": "http://x.test/first" },
              { "_id": "req_4", "_type": "request", "parentId": "fld_b", "metaSortKey": 2, "name": "login",
                "method": "GET", "url": "http://x.test/second?of={% response 'body', 'req_4', '$.own' %}" }
            ] }
            """#
        let files = try ImportedText.of("a.json", source)
        let text = ImportedText.text(files)
        let expected = [
            "# @name login_3\nGET http://x.test/other\n", "# @import ./B.http\n# @ref login\n# @ref login_2\n",
            "t={{login.response.body.$.t}}", "u={{login_2.response.body.$.u}}",
            "# @name login\nGET http://x.test/first\n",
            "# @name login_2\nGET http://x.test/second?of={{login_2.response.body.$.own}}\n",
        ]
        for part in expected { #expect(text.contains(part), "\(part) is not in \(text)") }
        #expect(ImportedText.notices(files) == [])
        let both = try probe.read([("a.json", source), ("b.json", source)]).files()
        #expect(ImportedText.text(both).contains("u={{login_4.response.body.$.u}}"))
    }

    @Test func `a response in an environment or a folder is waited for by what uses it`() throws {
        let files = try ImportedText.of(
            "a.json",
            #"""
            { "_type": "export", "__export_format": 4, "resources": [
              { "_id": "wrk_1", "_type": "workspace", "parentId": null, "name": "Shop" },
              { "_id": "env_1", "_type": "environment", "parentId": "wrk_1", "name": "Base",
                "data": { "deep": "{% response 'body', 'req_4', '$.a' %}", "tok": "{{ _.deep }}" } },
              { "_id": "fld_a", "_type": "request_group", "parentId": "wrk_1", "name": "A", "metaSortKey": 1,
                "environment": { "own": "{{ _.tok }}", "idle": "{% response 'body', 'req_5', '$.b' %}" } },
              { "_id": "fld_b", "_type": "request_group", "parentId": "wrk_1", "name": "B", "metaSortKey": 2,
                "headers": [{ "name": "X", "value": "{% response 'body', 'req_5', '$.c' %}" }] },
              { "_id": "req_1", "_type": "request", "parentId": "fld_a", "metaSortKey": 1, "name": "none",
                "method": "GET", "url": "http://x.test/none" },
              { "_id": "req_2", "_type": "request", "parentId": "fld_a", "metaSortKey": 2, "name": "uses",
                "method": "GET", "url": "http://x.test/{{ _.own }}" },
              { "_id": "req_3", "_type": "request", "parentId": "fld_b", "metaSortKey": 1, "name": "inherits",
                "method": "GET", "url": "http://x.test/inherits" },
              { "_id": "req_4", "_type": "request", "parentId": "wrk_1", "metaSortKey": 3, "name": "login",
                "method": "GET", "url": "http://x.test/login" },
              { "_id": "req_5", "_type": "request", "parentId": "fld_b", "metaSortKey": 2, "name": "first",
                "method": "GET", "url": "http://x.test/first" }
            ] }
            """#)
        let text = ImportedText.text(files)
        let expected = [
            "# @name none\nGET ", "# @name uses\n# @import ./Shop.http\n# @ref login\nGET ",
            "# @name inherits\n# @ref first\nGET ", "# @name first\nGET ", "# @name login\nGET ",
        ]
        for part in expected { #expect(text.contains(part), "\(part) is not in \(text)") }
        #expect(ImportedText.notices(files) == [])
    }

    static let version5 = #"""
        type: collection.insomnia.rest/5.0
        name: Shop
        meta:
          id: wrk_1
        collection:
          - name: Users
            meta: { id: fld_1, sortKey: 1 }
            authentication: { type: bearer, token: "{{ _.token }}", prefix: Token }
            children:
              - url: "{{ _.host }}/graphql"
                name: Search
                meta: { id: req_1, sortKey: 2, description: Finds. }
                method: POST
                body:
                  mimeType: application/graphql
                  text: '{"query": "query A { a }", "variables": {"x": 1}, "operationName": "A"}'
                settings: { followRedirects: "off", encodeUrl: false, cookies: { send: false, store: false } }
              - url: ws://x.test
                name: Chat
                meta: { id: ws-req_1, sortKey: 1 }
          - url: http://x.test/upload
            name: Upload
            method: PUT
            meta: { id: req_2 }
            body:
              mimeType: multipart/form-data
              params:
                - { name: a, value: "1" }
                - { name: f, type: file, fileName: /tmp/a.png }
                - { name: off, value: x, disabled: true }
        environments:
          name: Base
          data: { host: "http://x.test" }
          subEnvironments:
            - name: Vault
              kvPairData:
                - { name: token, value: abc, type: secret, enabled: true }
                - { name: b, value: "2", type: str, enabled: false }
        """#

    @Test func `a file of version 5`() throws {
        let collection = try probe.read("a.yaml", Self.version5)
        #expect(
            CollectionText.lines(collection) == """
                $shared: host = http://x.test
                Vault: secret token = 
                Vault: off b = 2
                ### Upload
                PUT http://x.test/upload
                part a - -: 1
                part f - -: < /tmp/a.png
                part # off - -: x
                / Users
                Users login request(Workspace.RequestLogin.other("Token {{token}}"))
                ### Users/Search
                # Finds.
                # redirects false
                # cookies false
                # encodes false
                POST {{host}}/graphql
                graphql A: query A { a } | {"x": 1}
                """)
        #expect(
            CollectionText.notices(collection) == [
                "lost Users/Chat: The request is left out: WebSocket is not written.",
                "lost: Values of the vault are encrypted; their variables are empty.",
            ])
    }

    @Test func `what is not imported is named, and counted`() throws {
        let more = """
            cookieJar:
              cookies:
                - { key: a }
            certificates:
              - { host: a.test }
              - { host: b.test }
            spec:
              file: a.yaml

            """
        let five = try probe.read("a.yaml", "\(Self.version5)\n\(more)")
        let others = [
            "lost: Cookies of the jar are left out.", "lost: Certificates are left out (2).",
            "lost: The API description is left out.",
        ]
        #expect(CollectionText.notices(five).filter { others.contains($0) } == others)
        let four = try probe.read(
            "a.json",
            #"""
            { "_type": "export", "__export_format": 4, "resources": [
              { "_id": "req_1", "_type": "request", "name": "R", "method": "GET", "url": "http://x.test" },
              { "_type": "api_spec", "contents": "" }, { "_type": "api_spec", "contents": "openapi: 3.1.0" },
              { "_type": "proto_file" }, { "_type": "mock_route" }, { "_type": "mock_route" }, { "_type": "cookie_jar" }
            ] }
            """#)
        #expect(
            CollectionText.notices(four) == [
                "lost: The API description is left out.", "lost: Proto files are left out.",
                "lost: Mock routes are left out (2).",
            ])
    }

    @Test func `a body whose templates are text is a file, which is sent as it is`() throws {
        for (member, isText) in [("\"settings\": {\"renderRequestBody\": false}", true), ("\"settings\": {}", false)] {
            let collection = try probe.read(
                "a.yaml",
                """
                type: collection.insomnia.rest/5.0
                name: A
                collection: [{"name": "B", "url": "http://x.test/", "method": "POST", "meta": {"id": "req_1"}, \(member),
                  "body": {"mimeType": "text/plain", "text": "{{ a }}"}}]
                """)
            let line = CollectionText.lines(collection).split(separator: "\n").last
            #expect(line == (isText ? "bytes text/plain: \(Array("{{ a }}".utf8))" : "body text/plain: {{a}}"))
        }
    }

    @Test(arguments: [
        ("{{ _.a }}", "{{a}}"), ("{{a}}", "{{a}}"), ("{{ _.a.b }}", "{{a.b}}"), ("{{ _['a-b'] }}", "{{a-b}}"),
        ("{% uuid %}", "{{$guid}}"), ("{% now 'unix' %}", "{{$timestamp}}"),
        ("{% now 'custom', 'YYYY-MM-DD' %}", "{{$datetime \"YYYY-MM-DD\"}}"),
        ("{% base64 'encode', 'normal', 'hi' %}", "aGk="),
        ("{% base64 'decode', 'normal', 'aGk=' %}", "hi"), ("{% base64 'encode', 'hi' %}", "aGk="),
        ("{% base64 'encode', 'normal', '' %}", ""),
        ("{% prompt 'Code', 'Your code', '1', '', false, true %}", "{{$input Your code $value: 1}}"),
        ("{% faker 'guid' %}", "{{$guid}}"), ("{% response 'header', 'r', 'ETag' %}", "{{A_b.response.headers.ETag}}"),
        ("{% response 'raw', 'r', '' %}", "{{A_b.response.body.*}}"), ("a { b } {", "a { b } {"),
        ("{{ open", "{{ open"),
        // Over several lines, with another one behind it.
        ("{{\n  _.a\n}}/{{ _.b }}", "{{a}}/{{b}}"), ("{% now\n  'unix'\n%}/{{ _.b }}", "{{$timestamp}}/{{b}}"),
        ("{% prompt 'A\\'s', 'Your \\'code\\'', '1', '', false, true %}", "{{$input Your 'code' $value: 1}}"),
    ])
    func `templates that mean the same here`(_ text: String, _ ours: String) {
        var reader = InsomniaText(requests: ["r": "A b"])
        var notices = NoticeList()
        #expect(reader.translated(text, at: nil, &notices) == ours)
        #expect(notices.all.isEmpty)
    }

    @Test(arguments: [
        ("{% hash 'md5', 'hex', 'x' %}", "{{hash_md5}}"), ("{% file '/etc/passwd' %}", "{{file_etc_passwd}}"),
        ("{% response 'body', 'gone', '' %}", "{{response_body}}"), ("{{ _.a + 1 }}", "{{a_1}}"),
        ("{% now 'millis' %}", "{{now_millis}}"), ("{% base64 'encode', 'normal', _.num %}", "{{base64_encode}}"),
        ("{% base64 'encode', 'url', 'hi' %}", "{{base64_encode}}"),
    ])
    func `templates without a value here become variables with a notice`(_ text: String, _ ours: String) {
        var reader = InsomniaText(requests: [:])
        var notices = NoticeList()
        #expect(reader.translated(text, at: nil, &notices) == ours)
        #expect(notices.all.count == 1)
    }

    @Test func `each tag and each expression without a value is a variable of its own`() {
        var reader = InsomniaText(requests: [:])
        var notices = NoticeList()
        let text =
            "{% hash 'md5', 'hex', 'x' %} {% hash 'md5', 'hex', 'y' %} {% hash 'md5', 'hex', 'x' %} {{ a + 1 }} {{ a - 1 }}"
        #expect(
            reader.translated(text, at: nil, &notices) == "{{hash_md5}} {{hash_md5_2}} {{hash_md5}} {{a_1}} {{a_1_2}}")
    }

    @Test(arguments: [
        ("Token", "Authorization: Token {{token}}\n"), ("NO_PREFIX", "Authorization: {{token}}\n"),
        ("Bearer", "Authorization: Bearer {{token}}\n"),
    ])
    func `a token with a prefix of its own goes to the private file`(prefix: String, line: String) throws {
        let text = #"""
            {"_type":"export","__export_format":4,"resources":[
            {"_id":"w","_type":"workspace","parentId":null,"name":"S"},
            {"_id":"a","_type":"request","parentId":"w","name":"A","method":"GET","url":"https://a.test/1",
            "authentication":{"type":"bearer","token":"LITERAL","prefix":"PREFIX"}}]}
            """#.replacing("PREFIX", with: prefix)
        let files = ImportedText.text(try probe.read("a.json", text).files())
        #expect(files.contains(line) && files.contains(#""token": "LITERAL""#), "\(files)")
    }

    @Test(arguments: [
        (#"{"type": "bearer", "token": "t"}"#, "bearer(token: \"t\")"),
        (
            #"{"type": "apikey", "key": "k", "value": "v", "addTo": "queryParams"}"#,
            "apiKey(name: \"k\", value: \"v\", inQuery: true)"
        ),
        (
            #"{"type": "apikey", "key": "k", "value": "v", "addTo": "cookie"}"#,
            "apiKey(name: \"Cookie\", value: \"k=v\", inQuery: false)"
        ),
        (
            #"{"type": "iam", "accessKeyId": "a", "secretAccessKey": "s", "region": "r"}"#,
            "keyID: \"a\", secret: \"s\", region: \"r\""
        ),
        (
            #"{"type": "oauth2", "grantType": "client_credentials", "clientId": "c", "audience": "x"}"#,
            "grant: Import.ImportedOAuth2.Grant.clientCredentials"
        ),
        (#"{"type": "hawk"}"#, "login none"), (#"{"type": "none"}"#, "login none"),
    ])
    func `logins`(_ authentication: String, _ login: String) throws {
        let text =
            #"{ "_type": "export", "__export_format": 4, "resources": [{ "_id": "r", "_type": "request", "url": "http://x.test", "authentication": \#(authentication) }] }"#
        #expect(try CollectionText.lines(probe.read("a.json", text)).contains(login))
    }

    private static let cookieSettings: [(sends: Bool, stores: Bool, uses: Bool?, notices: [String])] = [
        (true, true, nil, []), (false, false, false, []),
        (
            false, true, nil,
            ["lost: The setting to store cookies without sending them is left out: they are sent, too."]
        ),
        (
            true, false, nil,
            ["lost: The setting to send cookies without storing them is left out: they are stored, too."]
        ),
    ]

    @Test(arguments: cookieSettings)
    func `cookies are sent and stored, or neither`(sends: Bool, stores: Bool, uses: Bool?, notices: [String]) throws {
        let text =
            #"{"_type":"export","__export_format":4,"resources":[{"_id":"r","_type":"request","url":"http://x.test","settingSendCookies":\#(sends),"settingStoreCookies":\#(stores)}]}"#
        let collection = try probe.read("a.json", text)
        guard case .request(let request)? = collection.items.first else {
            Issue.record("There is no request.")
            return
        }
        #expect(request.options.usesCookieJar == uses && CollectionText.notices(collection) == notices)
    }

    @Test func `the description of a version 5 file is above its first request`() throws {
        let files = try probe.read(
            "a.yaml",
            """
            type: collection.insomnia.rest/5.0
            name: Shop
            meta: { id: wrk_1, description: All of it. }
            collection:
              - name: Users
                meta: { id: fld_1 }
                children:
                  - { name: R, url: "http://x.test", method: GET, meta: { id: req_1 } }
            """
        ).files()
        #expect(ImportedText.text(files).contains("# All of it.\n\n### R\n"), "\(ImportedText.text(files))")
    }

    @Test func `folders in a circle lose no request`() throws {
        let collection = try probe.read(
            "a.json",
            #"""
            { "_type": "export", "__export_format": 4, "resources": [
              { "_id": "w", "_type": "workspace" },
              { "_id": "a", "_type": "request_group", "parentId": "b", "name": "A" },
              { "_id": "b", "_type": "request_group", "parentId": "a", "name": "B" },
              { "_id": "r", "_type": "request", "parentId": "b", "name": "R", "url": "http://x.test" },
              { "_id": "s", "_type": "request", "parentId": "gone", "name": "S", "url": "http://x.test" } ] }
            """#)
        #expect(
            CollectionText.lines(collection)
                == "### S\nGET http://x.test\n/ A\n/ A/B\n### A/B/R\nGET http://x.test")
        #expect(collection.notices.count == 1)
    }

    @Test func `folders are no deeper than a file system bears`() throws {
        let count = 100
        var resources = [
            #"{ "_id": "r", "_type": "request", "parentId": "f\#(count)", "name": "R", "url": "http://x.test" }"#
        ]
        for index in 1...count {
            resources.append(
                #"{ "_id": "f\#(index)", "_type": "request_group", "parentId": "\#(index == 1 ? "w" : "f\(index - 1)")", "name": "F" }"#
            )
        }
        let flat = try probe.read(
            "a.json",
            #"{ "_type": "export", "__export_format": 4, "resources": [\#(resources.joined(separator: ","))] }"#)
        let depth = CollectionText.lines(flat).split(separator: "\n").first { $0.hasPrefix("###") }?.count { $0 == "/" }
        #expect(depth == ImportedFolder.mostDepth)
        let tree =
            String(repeating: #"{ "name": "F", "children": ["#, count: count)
            + #"{ "name": "R", "method": "GET", "url": "http://x.test" }"#
            + String(repeating: "] }", count: count)
        let deep = try probe.read("a.json", #"{ "type": "collection.insomnia.rest/5.0", "collection": [\#(tree)] }"#)
        #expect(CollectionText.lines(deep).contains("/R\nGET http://x.test"))
    }

    @Test func `Insomnia is recognised by its content`() {
        #expect(probe.recognises("a.json", Self.version4) == .yes)
        #expect(probe.recognises("a.yaml", Self.version5) == .yes)
        #expect(probe.recognises("a.json", #"{"_type": "export", "__export_format": 3, "resources": []}"#) == .yes)
        #expect(probe.recognises("a.json", "{}") == .no)
        for text in [
            #"{"_type": "export", "__export_format": 2}"#, "type: mock.insomnia.rest/5.0",
            "type: collection.insomnia.rest/9.0",
        ] {
            guard case .unusable = probe.recognises("a", text) else {
                Issue.record("\(text) was not named.")
                continue
            }
        }
    }

    @Test(
        arguments: [
            (#""meta":{"id":"ws-req_1"},"method":"GET""#, "WebSocket"),
            (#""meta":{"id":"socketio-req_1"}"#, "Socket.IO"),
            (#""meta":{"id":"greq_1"}"#, "gRPC"), (#""protoMethodName":"","method":"GET""#, "gRPC"),
            (#""reflectionApi":{}"#, "gRPC"), (#""url":"wss://x.test""#, "WebSocket"),
            (#""url":"wss://x.test","method":"GET""#, nil), (#""url":"http://x.test""#, nil),
            (#""meta":{"id":"req_1"},"url":"x.test/ws""#, nil),
        ] as [(String, String?)])
    func `requests of other protocols are left out by name`(members: String, kind: String?) throws {
        let text =
            #"{"type":"collection.insomnia.rest/5.0","name":"C","collection":[{"name":"R",\#(members)},"#
            + #"{"name":"S","url":"http://s.test","method":"GET"}]}"#
        let collection = try probe.read("a.json", text)
        let said = CollectionText.notices(collection).filter { $0.contains("The request is left out: ") }
        #expect(said.count == (kind == nil ? 0 : 1) && collection.items.count == (kind == nil ? 2 : 1))
        if let kind { #expect(said.first?.hasSuffix("The request is left out: \(kind) is not written.") == true) }
    }

    @Test func `any bytes are read without a crash`() {
        probe.fuzz("a.json", Self.version4)
        probe.fuzz("a.yaml", Self.version5, times: 200, seed: 2)
    }

    @Test func `the work grows with the text`() {
        let flat = probe.growth("a.json") { count in
            let all = (0..<count).map {
                #"{ "_id": "f\#($0)", "_type": "request_group", "parentId": "f\#($0 / 2)", "name": "{% {{" }"#
            }
            return #"{ "_type": "export", "__export_format": 4, "resources": [\#(all.joined(separator: ","))] }"#
        }
        #expect(flat.isLinear, "\(flat)")
        let text = probe.growth("a.json") { count in
            let url = String(repeating: "{{ _.a }}{% uuid %}{", count: count)
            return
                #"{ "_type": "export", "__export_format": 4, "resources": [{ "_type": "request", "_id": "r", "url": "\#(url)" }] }"#
        }
        #expect(text.isLinear, "\(text)")
    }
}
