import HTTPFormat
import TestSupport
import Testing

@testable import Import

/// Collections and environments of Postman, as the files that are written of them.
@Suite struct PostmanCollectionTests {
    private static let head =
        #""info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}"#

    private func files(_ members: String) throws -> ImportedFiles {
        try ImportedText.of("shop.json", "{\(Self.head),\(members)}")
    }

    private func text(_ members: String) throws -> String { ImportedText.text(try files(members)) }

    private func request(_ request: String, _ more: String = "") throws -> String {
        try text(#""item":[{"name":"One","request":\#(request)\#(more)}]"#)
    }

    @Test func `a request has its name, method, URL and headers`() throws {
        let text = try request(
            #"{"method":"POST","url":"https://a.test/x","header":[{"key":"Accept","value":"text/plain"},{"key":"X-Off","value":"1","disabled":true}],"description":"Makes one.\n@name is no metadata"}"#
        )
        #expect(
            text == """
                == Shop.http
                ### One
                # @name One
                # Makes one.
                # | @name is no metadata
                POST https://a.test/x
                Accept: text/plain
                # X-Off: 1

                """)
    }

    @Test func `folders become folders, and a folder without folders one file`() throws {
        let inner = #"{"name":"R","request":"https://a.test/r"}"#
        let files = try files(
            #""item":[{"name":"Users","item":[{"name":"Deep","item":[\#(inner)]},\#(inner)]},{"name":"Orders","item":[\#(inner)]},\#(inner)]"#
        )
        #expect(files.folder == "Shop")
        #expect(files.files.map(\.path) == ["Orders.http", "Shop.http", "Users/Deep.http", "Users/Users.http"])
        #expect(ImportedText.notices(files) == [])
    }

    @Test func `the query keeps switched-off parameters`() throws {
        let text = try request(
            #"{"url":{"raw":"https://a.test/x?a=1&b=two words&c","query":[{"key":"a","value":"1"},{"key":"b","value":"two words"},{"key":"c","value":null},{"key":"d","value":"x","disabled":true}]}}"#
        )
        #expect(
            text.hasSuffix(
                """
                GET https://a.test/x
                    ?a=1
                    &b=two%20words
                    &c
                    # &d=x

                """))
    }

    @Test func `a parameter without a name is kept if it has a value`() throws {
        let collection = try ReaderProbe(reader: PostmanReader.self).read(
            "shop.json",
            #"{\#(Self.head),"item":[{"name":"One","request":{"url":{"raw":"https://a.test/x?=1&","query":[{"key":"","value":"1"},{"key":"","value":""},{"key":null,"value":null}]}}}]}"#
        )
        let rows = CollectionText.lines(collection).split(separator: "\n").filter { $0.hasPrefix("  ?") }
        #expect(rows == ["  ?=1 (encoded)"])
    }

    @Test func `path variables are variables of their request`() throws {
        let one =
            #"{"name":"A","request":{"url":{"raw":"{{base}}/u/:id/p/:post","path":["u",":id","p",":post"],"variable":[{"key":"id","value":"7"},{"key":"post","value":"{{latest}}"}]}}}"#
        let two =
            #"{"name":"B","request":{"url":{"raw":"{{base}}/u/:id","path":["u",":id"],"variable":[{"key":"id","value":"8"}]}}}"#
        let text = try text(#""item":[\#(one),\#(two)]"#)
        #expect(text.contains("@id = 7\nGET {{base}}/u/{{id}}/p/{{latest}}\n"))
        #expect(text.contains("@id_2 = 8\nGET {{base}}/u/{{id_2}}\n"), "a name has one value in a file")
    }

    @Test func `path variables are variables beside the rows of a query, too`() throws {
        let files = try files(
            #""item":[{"name":"A","request":{"url":{"raw":"https://a.test/u/:id?q=1","query":[{"key":"q","value":"1"}],"variable":[{"key":"id","value":"7"}]}}}]"#
        )
        #expect(ImportedText.text(files).contains("\n@id = 7\nGET https://a.test/u/{{id}}?q=1\n"))
        #expect(ImportedText.notices(files) == [])
    }

    @Test func `a question mark in a reference does not begin the query`() throws {
        let two = try request(
            #"{"url":{"raw":"{{base?}}/x?a=1","host":["{{base?}}"],"path":["x"],"query":[{"key":"a","value":"1"}]}}"#)
        #expect(two.contains("\nGET {{base}}/x?a=1\n"), "\(two)")
        let old = try ImportedText.text(
            ImportedText.of(
                "old.json",
                #"{"id":"1","name":"Old","order":["a"],"folders":[],"requests":[{"id":"a","name":"A","url":"{{base?}}/x?a=1","method":"GET","queryParams":[{"key":"a","value":"1"}]}]}"#
            ))
        #expect(old.contains("\nGET {{base}}/x?a=1\n"), "\(old)")
    }

    @Test func `a login is inherited, and its secrets are private`() throws {
        let text = try text(
            #""auth":{"type":"bearer","bearer":[{"key":"token","value":"s3cr3t-token"}]},"item":[{"name":"One","request":"https://a.test/"},{"name":"Open","request":{"url":"https://a.test/open","auth":{"type":"noauth"}}},{"name":"Basic","request":{"url":"https://a.test/b","auth":{"type":"basic","basic":[{"key":"username","value":"ann"},{"key":"password","value":"pw-123"}]}}}]"#
        )
        #expect(text.contains("GET https://a.test/\nAuthorization: Bearer {{token}}\n"))
        #expect(text.contains("GET https://a.test/open\n\n"))
        #expect(text.contains("Authorization: Basic ann {{password}}\n"))
        #expect(
            text.contains(
                """
                == http-client.private.env.json (private)
                {
                  "$shared": {
                    "token": "s3cr3t-token",
                    "password": "pw-123"
                  }
                }

                """))
        #expect(text.contains("== .gitignore\nhttp-client.private.env.json\n"))
        let open = text.split(separator: "== http-client.private.env.json (private)")
        #expect(!open[0].contains("s3cr3t") && !open[0].contains("pw-123"))
    }

    @Test func `OAuth 2 becomes a login of the environment file`() throws {
        let text = try request(
            #"{"url":"https://a.test/","auth":{"type":"oauth2","oauth2":[{"key":"grant_type","value":"client_credentials"},{"key":"accessTokenUrl","value":"https://id.test/token"},{"key":"clientId","value":"me"},{"key":"clientSecret","value":"very-secret"},{"key":"scope","value":"read"},{"key":"tokenName","value":"shop"}]}}"#
        )
        #expect(text.contains(#"Authorization: Bearer {{$auth.token("shop")}}"#))
        #expect(
            text.contains(#""Grant Type": "Client Credentials""#)
                && text.contains(#""Client Secret": "{{client_secret}}""#))
    }

    @Test func `a request is sent as its folders and the collection say, unless it says so itself`() throws {
        func item(_ name: String, _ behaviour: String) -> String {
            #"{"name":"\#(name)","request":"https://a.test/","protocolProfileBehavior":{\#(behaviour)}}"#
        }
        let own = #""strictSSL":true,"disableCookies":false,"disableUrlEncoding":false"#
        let files = try ImportedText.of(
            "x.json",
            #"""
            {\#(Self.head),"protocolProfileBehavior":{"strictSSL":false,"disableCookies":true},"item":[
              {"name":"F","protocolProfileBehavior":{"followRedirects":false,"disableUrlEncoding":true},"item":[
                \#(item("A", "")),\#(item("B", own))]},\#(item("C", ""))]}
            """#)
        func options(_ name: String) throws -> [String] {
            let blocks = ImportedText.text(files).split(separator: "### ")
            let block = try #require(blocks.first { $0.hasPrefix("\(name)\n") })
            return block.split(separator: "\n").filter { $0.hasPrefix("# @no-") }.map(String.init)
        }
        #expect(
            try options("A") == [
                "# @no-redirect", "# @no-cookie-jar", "# @no-auto-encoding", "# @no-reject-unauthorized",
            ])
        #expect(try options("B") == ["# @no-redirect"])
        #expect(try options("C") == ["# @no-cookie-jar", "# @no-reject-unauthorized"])
        #expect(ImportedText.notices(files).allSatisfy { !$0.hasPrefix("lost") })
    }

    @Test(arguments: [
        (#""content-type":true,"postman-token":true"#, false, 0), (#""content-type":false"#, true, 0),
        (#""Content-Type":true,"User-Agent":true"#, false, 1), (#""accept":true"#, true, 1),
    ])
    func `the type of a body that Postman does not add is not added`(
        headers: String, hasType: Bool, notices: Int
    ) throws {
        let files = try files(
            #""item":[{"name":"One","request":{"method":"POST","url":"a.test","body":{"mode":"raw","raw":"hi"}},"protocolProfileBehavior":{"disabledSystemHeaders":{\#(headers)}}}]"#
        )
        #expect(ImportedText.text(files).contains("Content-Type: text/plain") == hasType)
        #expect(ImportedText.notices(files).count == notices, "\(ImportedText.notices(files))")
    }

    @Test func `the comments of a JSON body are left out, as Postman sends it`() throws {
        func files(_ header: String, _ language: String) throws -> ImportedFiles {
            try self.files(
                #""item":[{"name":"One","request":{"method":"POST","url":"a.test","header":[{"key":"Content-Type","value":"\#(header)"}],"body":{"mode":"raw","raw":"[ // one\n  1\n]","options":{"raw":{"language":"\#(language)"}}}}}]"#
            )
        }
        let notice = "changed One: The comments of the JSON body are left out: Postman sends none."
        for (header, language) in [
            ("application/json; charset=utf-8", "text"), ("application/json-patch+json", "json"),
        ] {
            let json = try files(header, language)
            #expect(ImportedText.text(json).hasSuffix("Content-Type: \(header)\n\n[\n  1\n]\n"))
            #expect(ImportedText.notices(json) == [notice])
        }
        let text = try files("text/plain", "json")
        #expect(ImportedText.text(text).contains("[ // one") && ImportedText.notices(text) == [])
    }

    @Test func `bodies of all modes are written`() throws {
        let raw = try request(
            #"{"method":"POST","url":"a.test","body":{"mode":"raw","raw":"{\r\n  \"a\": {{x}}\r\n}","options":{"raw":{"language":"json"}}}}"#
        )
        #expect(raw.hasSuffix("POST http://a.test\nContent-Type: application/json\n\n{\n  \"a\": {{x}}\n}\n"))
        let form = try request(
            #"{"method":"POST","url":"a.test","body":{"mode":"urlencoded","urlencoded":[{"key":"a b","value":"1&2"},{"key":"c","value":"{{d}}"},{"key":"off","value":"1","disabled":true}]}}"#
        )
        #expect(form.hasSuffix("Content-Type: application/x-www-form-urlencoded\n\na%20b=1%262\n&c={{%d}}\n"))
        let parts = try request(
            #"{"method":"POST","url":"a.test","body":{"mode":"formdata","formdata":[{"key":"a","value":"1","type":"text"},{"key":"f","type":"file","src":"/tmp/x.png","contentType":"image/png"}]}}"#
        )
        #expect(
            parts.hasSuffix(
                """
                Content-Type: multipart/form-data; boundary=part

                --part
                Content-Disposition: form-data; name="a"

                1
                --part
                Content-Disposition: form-data; name="f"; filename="x.png"
                Content-Type: image/png

                < /tmp/x.png
                --part--

                """))
        let graphQL = try request(
            #"{"method":"POST","url":"a.test","body":{"mode":"graphql","graphql":{"query":"query { me { id } }","variables":"{\"a\":1}"}}}"#
        )
        #expect(graphQL.hasSuffix("X-Request-Type: GraphQL\n\nquery { me { id } }\n\n{\"a\":1}\n"))
        for (name, isText) in [("A", true), ("", true), ("B", false), ("Bc", false)] {
            let chosen = try request(
                #"{"method":"POST","url":"a.test","body":{"mode":"graphql","graphql":{"query":"query A { a } mutation B { b } query Bc { c }","operationName":"\#(name)"}}}"#
            )
            #expect(chosen.contains("X-Request-Type: GraphQL") == isText)
            #expect(chosen.contains(#""operationName": "\#(name)""#) != isText)
        }
        let file = try request(#"{"method":"POST","url":"a.test","body":{"mode":"file","file":{"src":"./data.bin"}}}"#)
        #expect(file.hasSuffix("POST http://a.test\n\n< ./data.bin\n"))
    }

    @Test(arguments: [("", ""), (#","variables":null"#, ""), (#","variables":{"a":1}"#, #"{"a":1}"#)])
    func `variables of GraphQL may be missing, null or an object`(member: String, written: String) throws {
        let collection = try ReaderProbe(reader: PostmanReader.self).read(
            "shop.json",
            #"{\#(Self.head),"item":[{"name":"One","request":{"method":"POST","url":"https://a.test","body":{"mode":"graphql","graphql":{"query":"{ a }"\#(member)}}}}]}"#
        )
        #expect(CollectionText.lines(collection).hasSuffix("\ngraphql -: { a } | \(written)"))
    }

    @Test func `a body that a request file would read as something else goes to a file`() throws {
        let text = try request(
            ##"{"method":"POST","url":"a.test","header":[{"key":"Content-Type","value":"text/markdown"}],"body":{"mode":"raw","raw":"# Title\n### Part {{x}}"}}"##
        )
        #expect(text.contains("== One.md\n# Title\n### Part {{x}}"))
        #expect(text.contains("\n\n<@ ./One.md\n"))
    }

    @Test func `checks and captures are read from scripts`() throws {
        let script = [
            "const body = pm.response.json();", "pm.test('ok', function () {", "  pm.response.to.have.status(201);",
            "  pm.expect(body.items[0].id).to.eql(7);", "});",
            "pm.test('fast', () => pm.expect(pm.response.responseTime).to.be.below(200));",
            "pm.environment.set('token', body.token);",
        ]
        let text = try request(
            #"{"url":"a.test"}"#,
            #","event":[{"listen":"test","script":{"exec":[\#(script.map { "\"\($0)\"" }.joined(separator: ","))]}}]"#)
        #expect(
            text == """
                == Shop.http
                ### One
                # @name One
                # @assert status == 201
                # @assert body $.items[0].id == 7
                # @assert body $.items[0].id isNumber
                # @assert duration < 200
                GET http://a.test

                > {% client.global.set("token", response.body.token); %}

                """)
    }

    @Test(arguments: [
        "if (pm.response.code === 200) { pm.environment.set('a', pm.response.json().a); }",
        "pm.sendRequest('https://evil.test')", "eval('1')", "pm.test('x', async () => {})", "}}}}",
    ])
    func `a script that says more is kept as a comment`(script: String) throws {
        let files = try files(
            #""item":[{"name":"One","request":"a.test","event":[{"listen":"test","script":{"exec":["\#(script)"]}}]}]"#)
        let text = ImportedText.text(files)
        #expect(text.contains("# Postman would run this after the response; it is not run here:\n# | \(script)\n"))
        #expect(ImportedText.documents(files)[0].requests[0].captures.isEmpty)
        #expect(files.notices.map(\.severity) == [.kept])
    }

    @Test(arguments: ["prerequest", "test"]) func `a script of comments alone is none`(event: String) throws {
        let files = try files(
            #""item":[{"name":"One","request":"a.test","event":[{"listen":"\#(event)","script":{"exec":["// later","/* or never */"]}}]}]"#
        )
        #expect(!ImportedText.text(files).contains("later"))
        #expect(files.notices.isEmpty)
    }

    /// Scripts that change what was read before, and what is still certain of them.
    @Test(arguments: [
        ("let r = pm.response.json(); r = r.items[0]; pm.environment.set('tok', r.name)", []),
        ("let t = 'a'\nif (x) { t = 'other' }\npm.test('a', () => { pm.expect(pm.response.json().a).to.eql(t) })", []),
        ("const j = pm.response.json(); j.items.reverse(); pm.expect(j.items[0].id).to.eql(1)", []),
        ("const j = pm.response.json(); const i = j.items; i.pop(); pm.expect(j.items.length).to.eql(3)", []),
        ("const j = pm.response.json(); j.id = 5; pm.expect(j.id).to.eql(5)", []),
        (
            "const j = pm.response.json(); pm.test('x', () => { const j = {id: 9}; pm.expect(j.id).to.eql(9) }); pm.expect(j.id).to.eql(1)",
            ["body $.id == 1", "body $.id isNumber"]
        ),
        ("pm.test('x', () => { return; pm.expect(pm.response.code).to.eql(200) })", []),
        ("if (pm.response.code != 200) return;\npm.environment.set('t', pm.response.json().t)", []),
        ("if (pm.response.code == 200)\n  pm.environment.set('t', pm.response.json().t)", []),
        ("const n = pm.response.json().n\n - 1\npm.expect(n).to.eql(1)", []),
        ("const f = () => { j.x = 1 }\nlet j = pm.response.json()\nf()\npm.expect(j.x).to.eql(1)", []),
        ("const j = pm.response.json(); console.log(`${j.items.reverse()}`); pm.expect(j.items[0]).to.eql(1)", []),
        ("const j = pm.response.json(); console.log(j.items.reverse()); pm.expect(j.items[0]).to.eql(1)", []),
        ("pm.response = {code: 3}; pm.expect(pm.response.code).to.eql(3)", []),
        (
            "const j = pm.response.json();\nif (j.ok) { pm.environment.set('a', j.a) }\npm.expect(j.name).to.match(/^a'/i)\npm.expect(j.id).to.eql(1)",
            ["body $.id == 1", "body $.id isNumber"]
        ),
        (
            "const j = pm.response.json();\nif (j?.ok) { console.log('ok') }\npm.expect(j.id).to.eql(1)",
            ["body $.id == 1", "body $.id isNumber"]
        ),
        ("pm.expect(pm.response.code).to.eql('200'); pm.expect(pm.response.json().a).to.not.eql('1')", []),
    ])
    func `what a script may have changed is no check`(script: String, checks: [String]) {
        let reading = PostmanScript(script)
        #expect(reading.checks == checks && reading.captures.isEmpty && !reading.isWhole)
    }

    @Test func `a text is no number, and what is there may be empty`() {
        let reading = PostmanScript(
            "const j = pm.response.json(); pm.expect(j.a).to.eql('1'); pm.expect(j.b).to.eql('tea'); pm.expect(j).to.have.property('c'); pm.response.to.have.header('X-A')"
        )
        #expect(
            reading.checks == [
                "body $.a == 1", "body $.a isString", "body $.b == tea", "body $.c != undefined",
                "header X-A != undefined",
            ])
        #expect(reading.isWhole)
    }

    @Test(arguments: [
        ("pm.expect(j.a).to.eql(1)", ["body $.a == 1", "body $.a isNumber"]),
        ("pm.expect(j.a).to.equal(-2.5)", ["body $.a == -2.5", "body $.a isNumber"]),
        ("pm.expect(j.a).to.eql(true)", ["body $.a == true", "body $.a isBoolean"]),
        ("pm.expect(j.a).to.be.false", ["body $.a == false", "body $.a isBoolean"]),
        ("pm.expect(j.a).to.be.null", ["body $.a == null", "body $.a not isString"]),
        ("tests['a'] = j.a === 1", ["body $.a == 1", "body $.a isNumber"]),
        ("tests['a'] = j.a == 1", ["body $.a == 1"]),
        ("pm.expect(j.a.length).to.eql(3)", ["body $.a.length == 3"]),
        ("pm.expect(pm.response.code).to.eql(200)", ["status == 200"]),
        // A header is a text.
        ("pm.expect(pm.response.headers.get('X')).to.eql(1)", []),
        ("pm.expect(pm.response.headers.get('X')).to.eql('1')", ["header X == 1"]),
    ])
    func `what is equal in a script is equal by its type, too`(script: String, checks: [String]) {
        let reading = PostmanScript("const j = pm.response.json(); \(script)")
        #expect(reading.checks == checks && reading.isWhole == !checks.isEmpty)
    }

    @Test func `the notice says that a script was read in part`() throws {
        let script = "pm.response.to.have.status(200); f()"
        let files = try files(
            #""item":[{"name":"One","request":"a.test","event":[{"listen":"test","script":{"exec":["\#(script)"]}}]}]"#)
        #expect(
            ImportedText.notices(files) == [
                "kept One: A script that is run after the response is kept as a comment: it is not run; what of it holds in any case was read as checks and captures."
            ])
    }

    @Test func `a script of a collection or a folder has one notice for all its requests`() throws {
        let files = try files(
            #""event":[{"listen":"prerequest","script":{"exec":["f()"]}}],"item":[{"name":"One","request":"a.test"},{"name":"F","event":[{"listen":"test","script":{"exec":["g()"]}}],"item":[{"name":"Two","request":"b.test"},{"name":"Three","request":"c.test"}]}]"#
        )
        #expect(
            ImportedText.notices(files) == [
                "kept: A script that is run before each of 3 requests is kept as a comment there: it is not run.",
                "kept F: A script that is run after the response of each of 2 requests is kept as a comment there: it is not run.",
                "changed: Folders have numbers before their names: they are shown, and run, in the order of their names.",
            ])
        let text = ImportedText.text(files)
        #expect(text.split(separator: "\n").count { $0 == "# | f()" } == 3)
        #expect(text.split(separator: "\n").count { $0 == "# | g()" } == 2)
    }

    /// A login that keeps its token in a variable, and a request that sends it.
    private static let chain =
        #""item":[{"name":"Login","request":"https://a.test/login","event":[{"listen":"test","script":{"exec":["pm.collectionVariables.set('accessToken', pm.response.json().token);"]}}]},{"name":"Me","request":{"url":"https://a.test/me","auth":{"type":"bearer","bearer":[{"key":"token","value":"{{accessToken}}"}]}}}]"#

    @Test func `an empty variable that a response sets is left out, so that it is not sent empty`() throws {
        let variables = #""variable":[{"key":"accessToken","value":"","type":"secret"},{"key":"a","value":"1"}]"#
        let files = try files("\(variables),\(Self.chain)")
        let text = ImportedText.text(files)
        #expect(text.contains(#"client.global.set("accessToken", response.body.token)"#))
        #expect(text.contains("Authorization: Bearer {{accessToken}}\n") && text.contains(#""a": "1""#))
        #expect(!text.contains(#""accessToken":"#), "\(text)")
        #expect(
            ImportedText.notices(files) == [
                "changed: The empty variable 'accessToken' is left out: a response gives it its value."
            ])
    }

    @Test func `an empty variable that has a value elsewhere stays, or that value would be sent`() throws {
        var collection = try ReaderProbe(reader: PostmanReader.self).read(
            "shop.json", "{\(Self.head),\"variable\":[{\"key\":\"accessToken\",\"value\":\"live\"}],\(Self.chain)}")
        collection.environments = [
            ImportedEnvironment(name: "dev", variables: [ImportedVariable(name: "accessToken", value: "")])
        ]
        let files = collection.files()
        #expect(ImportedText.text(files).contains(#""accessToken": """#))
        #expect(ImportedText.notices(files) == [])
    }

    @Test func `an empty variable that a script sets which is not run is left out, and named`() throws {
        let files = try files(
            #""variable":[{"key":"stamp","value":""}],"item":[{"name":"One","request":"https://a.test/{{stamp}}","event":[{"listen":"prerequest","script":{"exec":["pm.variables.set('stamp', f())"]}}]}]"#
        )
        #expect(!ImportedText.text(files).contains(#""stamp""#))
        #expect(
            ImportedText.notices(files).contains(
                "kept: The variable 'stamp' is set by a script alone, which is not run: give it a value in http-client.env.json."
            ))
    }

    @Test func `a variable that only a script sets, and a secret without a value, are named`() throws {
        let files = try files(
            #""variable":[{"key":"known","value":"1"},{"key":"pw","value":"","type":"secret"}],"item":[{"name":"One","request":"https://a.test/{{limit}}/{{known}}/{{other}}","event":[{"listen":"prerequest","script":{"exec":["pm.environment.set('limit', f()); pm.globals.set('known', 2); pm.globals.set('unused', 3)"]}}]}]"#
        )
        let notices = ImportedText.notices(files)
        #expect(
            notices.contains(
                "kept: The variable 'limit' is set by a script alone, which is not run: give it a value in http-client.env.json."
            ))
        #expect(
            notices.contains(
                "kept: The secret variable 'pw' has no value in the source: give it one in http-client.private.env.json."
            ))
        #expect(!notices.contains { $0.contains("'known'") || $0.contains("'unused'") })
    }

    @Test func `settings of a request are options`() throws {
        let text = try request(
            #"{"url":"https://a.test"}"#,
            #","protocolProfileBehavior":{"followRedirects":false,"strictSSL":false,"disableCookies":true,"maxRedirects":3}"#
        )
        #expect(text.contains("# @no-redirect\n# @no-cookie-jar\n# @no-reject-unauthorized\n"))
    }

    @Test func `settings of encoding and version are options, and an unknown one is named`() throws {
        let collection = try ReaderProbe(reader: PostmanReader.self).read(
            "shop.json",
            #"{\#(Self.head),"item":[{"name":"One","request":"https://a.test/","protocolProfileBehavior":{"disableUrlEncoding":true,"protocolVersion":"http2","maxRedirects":3}}]}"#
        )
        let lines = CollectionText.lines(collection)
        #expect(lines.contains("# encodes false\n") && lines.contains("# http 2\n"), "\(lines)")
        #expect(CollectionText.notices(collection) == ["lost One: The setting maxRedirects is left out."])
    }

    @Test(arguments: [
        ("GET", "", "", false), ("get", "", "", false), ("HEAD", "", "", false), ("DELETE", "", "", true),
        ("GET", #""disableBodyPruning":true"#, "", true), ("GET", #""disableBodyPruning":false"#, "", false),
        ("GET", "", #""disableBodyPruning":true"#, true),
        ("GET", #""disableBodyPruning":false"#, #""disableBodyPruning":true"#, false),
    ])
    func `a body that Postman does not send is left out`(method: String, own: String, all: String, isSent: Bool) throws
    {
        let files = try ImportedText.of(
            "shop.json",
            """
            {\(Self.head),"protocolProfileBehavior":{\(all)},"item":[{"name":"A","protocolProfileBehavior":{\(own)},
            "request":{"method":"\(method)","url":"https://a.test","body":{"mode":"raw","raw":"hello"}}}]}
            """)
        #expect(ImportedText.text(files).contains("hello") == isSent)
        #expect(
            ImportedText.notices(files)
                == (isSent
                    ? [] : ["lost A: The body is left out: Postman sends none with \(method) (disableBodyPruning)."]))
    }

    @Test func `a folder that sends all bodies says so for its own requests alone`() throws {
        func item(_ name: String) -> String {
            "{\"name\":\"\(name)\",\"request\":{\"url\":\"https://a.test\",\"body\":{\"mode\":\"raw\",\"raw\":\"of \(name)\"}}}"
        }
        let files = try ImportedText.of(
            "shop.json",
            """
            {\(Self.head),"item":[
            {"name":"F","protocolProfileBehavior":{"disableBodyPruning":true},"item":[\(item("inside"))]},\(item("beside"))]}
            """)
        let text = ImportedText.text(files)
        #expect(text.contains("of inside") && !text.contains("of beside"))
    }

    @Test func `an empty body of a GET request is not worth a notice`() throws {
        let files = try ImportedText.of(
            "shop.json",
            """
            {\(Self.head),"item":[{"name":"A","request":{"method":"GET","url":"https://a.test","body":{"mode":"formdata","formdata":[]}}}]}
            """)
        #expect(!ImportedText.text(files).contains("Content-Type"))
        #expect(ImportedText.notices(files) == [])
    }

    @Test func `version 2 point 0 and version 1 are read`() throws {
        let two = try ImportedText.of(
            "s.json",
            #"{"info":{"name":"S","schema":"https://schema.getpostman.com/json/collection/v2.0.0/collection.json"},"item":[{"name":"A","request":{"url":"https://a.test","auth":{"type":"basic","basic":{"username":"u","password":"{{p}}"}}}}]}"#
        )
        #expect(ImportedText.text(two).contains("Authorization: Basic u {{p}}\n"))
        let one = try ImportedText.of(
            "s.json",
            #"{"id":"1","name":"Old","order":["b"],"folders":[{"id":"f","name":"F","order":["a"]}],"requests":[{"id":"a","name":"A","url":"https://a.test/a","method":"POST","headers":"X-A: 1\n//X-B: 2\n","dataMode":"raw","rawModeData":"hello"},{"id":"b","name":"B","url":"https://a.test/b","method":"GET","tests":"tests['ok'] = responseCode.code === 200;"}]}"#
        )
        #expect(
            ImportedText.text(one) == """
                == F.http
                ### A
                # @name A
                POST https://a.test/a
                X-A: 1
                # X-B: 2

                hello
                == Old.http
                ### B
                # @name B
                # @assert status == 200
                GET https://a.test/b

                """)
        let older = try ImportedText.of(
            "s.json",
            #"{"id":"1","name":"Old","order":["a"],"folders":[],"requests":[{"id":"a","name":"A","url":"https://a.test/a","method":"POST","dataMode":"raw","data":"hello"}]}"#
        )
        #expect(ImportedText.text(older).hasSuffix("POST https://a.test/a\n\nhello\n"))
    }

    @Test func `bodies and logins of version 1 have words of their own`() throws {
        func read(_ members: String) throws -> [String] {
            let collection = try ReaderProbe(reader: PostmanReader.self).read(
                "s.json",
                #"{"id":"1","name":"Old","order":["a"],"folders":[],"requests":[{"id":"a","name":"A","url":"https://a.test/","method":"POST",\#(members)}]}"#
            )
            return CollectionText.lines(collection).split(separator: "\n").dropFirst(2).map(String.init)
        }
        let row = #""data":[{"key":"a","value":"1","type":"text"}]"#
        #expect(try read(#""dataMode":"params",\#(row)"#) == ["part a - -: 1"])
        #expect(try read(#""dataMode":"urlencoded",\#(row)"#) == ["form a=1"])
        #expect(try read(#""dataMode":"binary","rawModeData":"/tmp/a.bin""#) == ["file -: /tmp/a.bin"])
        #expect(
            try read(#""dataMode":"graphql","graphqlModeData":{"query":"{ a }","variables":"{}"}"#)
                == ["graphql -: { a } | {}"])
        for (helper, login) in [
            ("basicAuth", #"request(Workspace.RequestLogin.basic(user: "u", password: "p"))"#),
            ("digestAuth", #"request(Workspace.RequestLogin.digest(user: "u", password: "p"))"#),
            ("bearerAuth", #"request(Workspace.RequestLogin.bearer(token: "t"))"#), ("normal", "none"),
        ] {
            let fields = #"{"username":"u","password":"p","token":"t"}"#
            #expect(try read(#""currentHelper":"\#(helper)","helperAttributes":\#(fields)"#) == ["login \(login)"])
        }
        #expect(try read(#""currentHelper":"hawk","helperAttributes":{}"#) == [])
    }

    @Test func `a login of version 1 that cannot be sent is named where it is`() throws {
        let collection = try ReaderProbe(reader: PostmanReader.self).read(
            "s.json",
            #"{"id":"1","name":"Old","auth":{"type":"ntlm"},"order":[],"folders":[{"id":"f","name":"F","auth":{"type":"hawk"},"order":["a"]}],"requests":[{"id":"a","name":"A","url":"https://a.test/","method":"GET","auth":{"type":"edgegrid"}}]}"#
        )
        #expect(
            CollectionText.notices(collection) == [
                "lost: The login ntlm cannot be sent here; it is left out.",
                "lost F: The login hawk cannot be sent here; it is left out.",
                "lost F/A: The login edgegrid cannot be sent here; it is left out.",
            ])
    }

    @Test func `an environment alone is added to the environment files`() throws {
        let files = try ImportedText.of(
            "dev.json",
            #"{"name":"dev","values":[{"key":"base","value":"https://d.test","enabled":true},{"key":"apiKey","value":"k-12345","enabled":true},{"key":"note","value":"x","type":"secret","enabled":true},{"key":"old","value":"1","enabled":false}],"_postman_variable_scope":"environment"}"#
        )
        #expect(files.folder == nil && files.environments == ["dev"])
        #expect(files.values.filter { !$0.isSecret }.map(\.name) == ["base"])
        #expect(files.values.filter(\.isSecret).map(\.name) == ["apiKey", "note"])
        #expect(ImportedText.notices(files) == ["lost: The variable 'old' is switched off; it is left out."])
    }

    @Test func `what a request has beside itself is kept as a comment, or named`() throws {
        let files = try ImportedText.of(
            "x.json",
            #"""
            {\#(Self.head),"protocolProfileBehavior":{"maxRedirects":3},"item":[
              {"name":"a","variable":[{"key":"own","value":"1"}],"event":[{"listen":"test","disabled":true,"script":{"exec":["x()"]}}],
               "request":{"url":{"raw":"https://a.test/{{own}}?q=1","query":[{"key":"q","value":"1","description":"what to find"}]},
                "header":[{"key":"X-A","value":"1","description":{"content":"@name b\nsecond"}}],
                "proxy":{"host":"p"},"certificate":{"name":"c"},"body":{"mode":"raw","raw":"x","disabled":true}}},
              {"name":"b","request":{"method":"POST","url":"https://a.test/","body":{"mode":"blob"}}}]}
            """#)
        let text = ImportedText.text(files)
        #expect(text.contains("# - q: what to find\n# - X-A: @name b second\n"), "\(text)")
        #expect(text.contains("@own = 1\n"), "\(text)")
        #expect(
            ImportedText.notices(files) == [
                "lost: The setting maxRedirects for all requests is left out.",
                "lost a: The body is switched off; it is left out.",
                "lost a: The proxy of the request is left out: '# @proxy' above it, or --proxy, sets one.",
                "lost a: The client certificate of the request is left out: set it in the environment file.",
                "lost a: A script that is switched off is left out.",
                "lost b: The body is left out: its mode blob is not known.",
            ])
    }

    @Test func `saved examples are files beside their request, named in a comment`() throws {
        let files = try ImportedText.of(
            "x.json",
            #"""
            {\#(Self.head),"item":[{"name":"Show user","request":"https://a.test/u","response":[
              {"name":"Found","status":"OK","code":200,"header":[{"key":"Content-Type","value":"application/json"}],
               "body":"{\"id\": \"{{x}}\"}"},
              {"name":"../../x\n### y\n@z = 1","status":"Not Found","code":404,"body":"no"}, {"code":204}]}]}
            """#)
        let text = ImportedText.text(files)
        #expect(files.files.count == 3, "\(text)")
        let found = files.files.first { $0.path.hasSuffix(".example-200.json") }
        #expect(found?.bytes == Array(#"{"id": "{{x}}"}"#.utf8))
        #expect(found.map { text.contains(#"# Example response 200 OK, "Found": ./\#($0.path)"#) } == true, "\(text)")
        #expect(files.files.contains { $0.path.hasSuffix(".example-404.txt") && $0.bytes == Array("no".utf8) })
        #expect(text.contains("# Example response 204: without a body\n"), "\(text)")
        let document = try #require(ImportedText.documents(files).first)
        #expect(document.requests.count == 1 && document.notices.isEmpty, "\(text)")
        #expect(
            ImportedText.notices(files)
                == ["changed Show user: Its 2 example responses are files beside it, without their headers."])
    }

    @Test func `a request without a name and a URL is named by its folder, an example without a body has no file`()
        throws
    {
        let files = try files(
            #""item":[{"name":"In","item":[{"request":{"method":"GET","url":""},"response":[{"code":204}]}]}]"#)
        #expect(ImportedText.notices(files) == ["kept In: The request has no URL: give the variable url a value."])
        #expect(files.files.map(\.path) == ["In.http"])
    }

    @Test func `more examples than 20 of a request are counted`() throws {
        let examples = (1...25).map { #"{"code":200,"body":"\#($0)"}"# }.joined(separator: ",")
        let files = try ImportedText.of(
            "x.json", #"{\#(Self.head),"item":[{"name":"a","request":"https://a.test/","response":[\#(examples)]}]}"#)
        #expect(files.files.count == 21 && Set(files.files.map(\.path)).count == 21)
        #expect(
            ImportedText.notices(files).first == "lost a: 5 example responses are left out: there are too many.")
    }

    @Test func `random values of Postman become ours`() throws {
        let text = try request(
            #"{"url":"https://a.test/{{$guid}}/{{$randomUUID}}/{{$randomInt}}/{{$randomFirstName}}"}"#)
        #expect(text.contains("GET https://a.test/{{$guid}}/{{$guid}}/{{$randomInt}}/{{$random.alphabetic(8)}}\n"))
    }

    @Test(arguments: [
        (
            "not a file",
            "x.json is not of a kind that can be imported: curl, Postman, OpenAPI, Insomnia, Bruno, HAR or Hurl."
        ),
        ("{\n  \"info\": }", "x.json:2:11: The text is not JSON: "), ("", "x.json is empty."),
        ("\n  {\n  \"info\": }", "x.json:3:11: The text is not JSON: "),
        ("\u{FEFF} \n", "x.json is empty."),
        ("\u{1}\u{7F}", "x.json is not text: it contains only control characters."),
        ("\u{0}\u{0}", "x.json:1:1: This is not text: "),
        (
            #"{"info":{"name":"S","schema":"https://schema.getpostman.com/json/collection/v3.0.0/c.json"},"item":[]}"#,
            "x.json:1:1: This is a Postman collection of the version v3.0.0: "
        ),
        ("{\(head),\"item\":[]}", "x.json:1:112: The collection has no requests."),
        (#"{"a":1}"#, "x.json is not of a kind that can be imported: "), ("a\0b", "x.json:1:1: This is not text: "),
    ])
    func `what cannot be imported is one sentence`(text: String, sentence: String) {
        do throws(ImportError) {
            _ = try ImportedText.of("x.json", text)
            Issue.record("It was imported.")
        } catch {
            #expect(error.description.hasPrefix(sentence.prefix(40)), "\(error.description)")
            #expect(error.description.hasSuffix("."))
        }
    }

    @Test func `UTF-16 with its mark is read`() throws {
        let text = "{\(Self.head),\"item\":[{\"name\":\"é\",\"request\":\"https://a.test\"}]}"
        var bytes: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let files = try Importer.files(of: try Importer.source(name: "x", bytes: bytes))
        #expect(files.files[0].requests == ["é"])
    }

    @Test func `hostile names stay in the folder`() throws {
        let names = [
            "../../etc/passwd", "/abs", "..", ".hidden", "CON", "a\\u0000b", "\\u001b[2J", "x\\u202Ey", "node_modules",
            String(repeating: "n", count: 5_000), String(repeating: "é", count: 150), "aux.", "aux.http", "LPT1",
            "COM9.txt",
            " ", ".", "C:", "C:\\\\Windows", "a:b", "trailing.", "trailing ", "\\u0000", "\\u007f", "~", "-rf", "*?<>|",
            "http-client.env.json", "Http-Client.Private.Env.Json",
        ]
        let items = names.map {
            #"{"name":"\#($0)","item":[{"name":"\#($0)","request":"https://a.test/"},{"name":"in","item":[{"name":"r","request":"https://a.test/"}]}]}"#
        }
        let files = try files("\"item\":[\(items.joined(separator: ","))]")
        #expect(files.requestCount == names.count * 2)
        var paths: Set<String> = []
        for file in files.files {
            let steps = file.path.split(separator: "/", omittingEmptySubsequences: false)
            #expect(!steps.contains { $0.isEmpty || $0 == ".." || $0 == "." || $0.hasPrefix(".") }, "\(file.path)")
            #expect(file.path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
            #expect(steps.allSatisfy { $0.utf8.count <= 120 && $0 != "node_modules" })
            #expect(paths.insert(file.path.lowercased()).inserted)
            for step in steps where !file.path.hasSuffix(".json") && file.path != ".gitignore" {
                let stem = step.prefix { $0 != "." }.lowercased()
                #expect(!["con", "aux", "lpt1", "com9", "nul"].contains(stem), "\(file.path)")
                #expect(!step.hasSuffix(".") && !step.hasSuffix(" ") && !step.contains(":"), "\(file.path)")
            }
        }
        let folder = try TemporaryFolder()
        let written = try ImportTarget(files, folder: folder.path).write()
        #expect(written == [folder.path + "/Shop"])
        #expect(try folder.names() == ["Shop"])
        #expect(
            try ImportTarget(files, folder: folder.path).write() == [folder.path + "/Shop-2"], "nothing is written over"
        )
    }

    @Test func `folders of any depth cost no stack`() throws {
        let depth = 100_000
        let text =
            "{\(Self.head),\"item\":" + String(repeating: "[{\"name\":\"f\",\"item\":", count: depth)
            + "[{\"name\":\"r\",\"request\":\"https://a.test/\"}]" + String(repeating: "}]", count: depth) + "}"
        let files = try ImportedText.of("deep.json", text)
        #expect(files.requestCount == 1)
        #expect(files.files[0].path.split(separator: "/").count <= ImportedFolder.mostDepth + 1)
    }

    @Test func `any bytes are read without a crash`() throws {
        let probe = ReaderProbe(reader: PostmanReader.self)
        probe.fuzz(
            "a.json",
            "{\(Self.head),\"variable\":[{\"key\":\"a\",\"value\":\"b\"}],\"auth\":{\"type\":\"basic\",\"basic\":[{\"key\":\"username\",\"value\":\"u\"}]},\"event\":[{\"listen\":\"test\",\"script\":{\"exec\":[\"pm.test('a', () => { pm.expect(pm.response.code).to.eql(200); });\"]}}],\"item\":[{\"name\":\"f\",\"item\":[{\"name\":\"r\",\"request\":{\"url\":{\"raw\":\"a/:b?c=d\",\"query\":[{\"key\":\"c\"}],\"variable\":[{\"key\":\"b\",\"value\":\"1\"}]},\"body\":{\"mode\":\"formdata\",\"formdata\":[{\"key\":\"f\",\"type\":\"file\",\"src\":[\"a\"]}]}}}]}]}"
        )
    }

    @Test func `the work grows with the text`() {
        let probe = ReaderProbe(reader: PostmanReader.self)
        let growth = probe.growth("a.json") { count in
            let item = #"{"name":"r","request":{"url":"https://a.test/{{x}}","header":[{"key":"A","value":"b"}]}}"#
            return "{\(Self.head),\"item\":[\([String](repeating: item, count: count).joined(separator: ","))]}"
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
