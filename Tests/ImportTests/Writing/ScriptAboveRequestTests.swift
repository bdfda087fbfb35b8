import HTTPFormat
import NetEngine
import Testing

@testable import Import

/// Scripts that run before a request: those that a request file can say become scripts there, all others comments.
@Suite struct ScriptAboveRequestTests {
    private static let head =
        #""info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}"#
    private static let keptOne =
        "kept One: A script that is run before the request is kept as a comment: it is not run."

    private static func quoted(_ text: String) -> String {
        let plain = text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
        return "\"\(plain.replacing(bytes: "\r", with: "\\r").replacing(bytes: "\n", with: "\\n"))\""
    }

    private static func event(_ script: String, _ more: String = "") -> String {
        #""event":[{"listen":"prerequest"\#(more),"script":{"exec":[\#(quoted(script))]}}]"#
    }

    private func postman(_ script: String, url: String = "https://a.test", _ more: String = "") throws -> ImportedFiles
    {
        let request = #"{"name":"One","request":"\#(url)",\#(Self.event(script))}"#
        return try ImportedText.of("shop.json", "{\(Self.head)\(more),\"item\":[\(request)]}")
    }

    @Test(arguments: [
        (#"pm.environment.set("ts", Date.now());"#, #"client.global.set("ts", Date.now());"#),
        ("pm.globals.set('id', crypto.randomUUID())", "client.global.set('id', crypto.randomUUID())"),
        (
            #"pm.collectionVariables.set("a", btoa("u:p")); postman.setEnvironmentVariable("b", 1)"#,
            #"client.global.set("a", btoa("u:p")); client.global.set("b", 1)"#
        ),
        ("postman.setGlobalVariable('c', Math.random());", "client.global.set('c', Math.random());"),
        (#"pm.variables.set("n", JSON.stringify({a: 1}));"#, #"request.variables.set("n", JSON.stringify({a: 1}));"#),
        ("\n\npm . environment\n  .set('a', 1);\r\n\r\n", "client.global.set('a', 1);"),
        (
            """
            // pm.environment.set('never', 1)
            const text = "pm.environment.set('x', 1)"; /* pm.globals.set('no', 2) */
            if (text) {
              pm.environment.set('y', text);
            } else {
              console.log(`none: ${text}`);
            }
            """,
            """
            // pm.environment.set('never', 1)
            const text = "pm.environment.set('x', 1)"; /* pm.globals.set('no', 2) */
            if (text) {
              client.global.set('y', text);
            } else {
              console.log(`none: ${text}`);
            }
            """
        ),
        (
            "const key = pm.environment.get('key');\npm.variables.set('auth', `Key ${pm.variables.get('id')} ` + key);",
            "const key = request.variables.get('key');\nrequest.variables.set('auth', `Key ${request.variables.get('id')} ` + key);"
        ),
        (
            "pm.globals.set('n', (parseInt(pm.globals.get('n')) || 0) + 1)",
            "client.global.set('n', (parseInt(request.variables.get('n')) || 0) + 1)"
        ),
        ("pm.environment.set('id', pm.variables.replaceIn('{{$guid}}'));", "client.global.set('id', $guid);"),
        (
            "pm.environment.set('at', pm.variables.replaceIn(\"{{$isoTimestamp}}\"));",
            "client.global.set('at', $isoTimestamp);"
        ),
    ])
    func `a script of Postman that a request file can say is a script above the request`(
        script: String, written: String
    ) throws {
        let files = try postman(script)
        #expect(
            ImportedText.text(files) == """
                == Shop.http
                ### One
                # @name One
                < {%
                \(written)
                %}
                GET https://a.test

                """)
        #expect(ImportedText.notices(files) == [])
        let document = try #require(ImportedText.documents(files).first)
        #expect(document.requests.first?.handlers.map(\.phase) == [.before])
        #expect(document.notices.allSatisfy { $0.id == "N13" && $0.severity == .info }, "\(document.notices)")
        #expect(document.notices.count == 1)
    }

    @Test(arguments: [
        "pm.sendRequest('https://b.test');", "pm.environment.set('a', 1);\npm.sendRequest('https://b.test');",
        "pm.environment.set('a', '50%}')", "// %}\npm.environment.set('a', 1)",
        "pm.environment.set('a', '{{b}}')", "pm.environment.set('a', pm.variables.replaceIn('{{base}}/x'))",
        "pm.variables.replaceIn('{{$randomCity}}')", "pm.environment.unset('a')",
        "const name = 'a'; pm.environment.set(name, 1)", "const pm = 1; console.log(pm)",
        "client.global.set('a', 1)", "console.log(request.url)", "console.log($guid)",
        "console.log(pm.info.requestName)", "pm.environment['set']('a', 1)", "pm?.environment.set('a', 1)",
        "const a = `\n### b\n`;\npm.environment.set('a', a)", "const set = pm.environment.set;",
        "pm.environment.set('a b', 1)", "f()", "let x = require('uuid')", "pm.environment.set('a', 1",
        "pm.environment.set('a', 1); pm.environment.set('b', pm.environment.get('a'))",
        "pm.environment.set('a', parseInt(pm.environment.get('a') + 1))",
        "pm.environment.set('a', Number(pm.environment.get('a')))",
    ])
    func `a script that says more, or something else, stays a comment`(script: String) throws {
        let files = try postman(script)
        let lines = script.split(separator: "\n").map { "# | \($0)\n" }.joined()
        #expect(
            ImportedText.text(files) == """
                == Shop.http
                ### One
                # @name One

                # Postman would run this before the request; it is not run here:
                \(lines)GET https://a.test

                """)
        #expect(ImportedText.notices(files) == [Self.keptOne])
    }

    @Test func `a script that is switched off is left out`() throws {
        let request =
            #"{"name":"One","request":"https://a.test",\#(Self.event("pm.environment.set('a', 1)", ",\"disabled\":true"))}"#
        let files = try ImportedText.of("shop.json", "{\(Self.head),\"item\":[\(request)]}")
        #expect(!ImportedText.text(files).contains("set("))
        #expect(ImportedText.notices(files) == ["lost One: A script that is switched off is left out."])
    }

    @Test func `a variable that such a script sets is not named as one that nothing sets`() throws {
        let set = "pm.environment.set('stamp', Date.now());"
        let url = "https://a.test/{{stamp}}"
        #expect(ImportedText.notices(try postman(set, url: url)) == [])
        #expect(
            ImportedText.notices(try postman("\(set) f()", url: url)) == [
                "kept: The variable 'stamp' is set by a script alone, which is not run: give it a value in http-client.env.json.",
                Self.keptOne,
            ])
    }

    @Test func `an empty variable that such a script sets for later requests is left out`() throws {
        let empty = #","variable":[{"key":"stamp","value":""}]"#
        let files = try postman("pm.collectionVariables.set('stamp', 1);", empty)
        #expect(ImportedText.text(files).hasPrefix("== Shop.http\n"))
        #expect(
            ImportedText.notices(files) == [
                "changed: The empty variable 'stamp' is left out: a script gives it its value."
            ])
        // It is empty for all other requests.
        let local = try postman("pm.variables.set('stamp', 1);", empty)
        #expect(ImportedText.text(local).contains(#""stamp": """#))
        #expect(ImportedText.notices(local) == [])
    }

    @Test func `scripts of collection and folders are above each request, outer ones first`() throws {
        let one =
            #"{"name":"One","request":"https://a.test",\#(Self.event("pm.environment.set('c', 3);"))}"#
        let folder = #"{"name":"F","item":[\#(one)],\#(Self.event("f();"))}"#
        let files = try ImportedText.of(
            "shop.json", "{\(Self.head),\(Self.event("pm.environment.set('a', 1);")),\"item\":[\(folder)]}")
        #expect(
            ImportedText.text(files).hasSuffix(
                """
                ### One
                # @name One

                # Postman would run this before the request; it is not run here:
                # | f();
                < {%
                client.global.set('a', 1);
                %}
                < {%
                client.global.set('c', 3);
                %}
                GET https://a.test

                """))
        #expect(
            ImportedText.notices(files) == [
                "kept F: A script that is run before the request is kept as a comment: it is not run."
            ])
        #expect(ImportedText.documents(files).first?.requests.first?.handlers.count == 2)
    }

    /// What a tool looks up in one place, and requests have from another.
    @Test(arguments: [
        ("pm.environment.set('env', 1)", true), ("pm.variables.set('env', 1)", true),
        ("pm.globals.set('env', 1)", false), ("pm.collectionVariables.set('env', 1)", false),
        ("pm.collectionVariables.set('own', 1)", true), ("pm.globals.set('own', 1)", false),
        ("pm.environment.set('own', 1)", true), ("pm.environment.set('id', 1)", false),
        ("console.log(pm.environment.get('env'))", true), ("console.log(pm.variables.get('own'))", true),
        ("console.log(pm.collectionVariables.get('own'))", true), ("console.log(pm.environment.get('own'))", false),
        ("console.log(pm.globals.get('own'))", false), ("console.log(pm.variables.get('id'))", false),
        ("console.log(pm.variables.get('composed'))", false),
    ])
    func `a call is converted only if requests see the same value`(script: String, isConverted: Bool) throws {
        let request =
            #"{"name":"One","request":{"url":{"raw":"https://a.test/:id","path":[":id"],"variable":[{"key":"id","value":"7"}]}},\#(Self.event(script))}"#
        let variables =
            #""variable":[{"key":"own","value":"1"},{"key":"composed","value":"{{own}}"}]"#
        var collection = try ReaderProbe(reader: PostmanReader.self).read(
            "shop.json", "{\(Self.head),\(variables),\"item\":[\(request)]}")
        collection.environments = [
            ImportedEnvironment(name: "dev", variables: [ImportedVariable(name: "env", value: "1")])
        ]
        let text = ImportedText.text(collection.files())
        #expect(text.contains("\n< {%\n") == isConverted, "\(text)")
        #expect(text.contains("\n# | \(script)\n") != isConverted, "\(text)")
    }

    @Test(arguments: [
        (#"bru.setVar("a", 1);"#, #"client.global.set("a", 1);"#),
        (#"bru.setEnvVar("a", Date.now());"#, #"client.global.set("a", Date.now());"#),
        (#"bru.setGlobalEnvVar("a", btoa("x"));"#, #"client.global.set("a", btoa("x"));"#),
        (#"console.log(bru.getEnvVar("key"));"#, #"console.log(request.variables.get("key"));"#),
        (#"req.setHeader("A", "b");"#, nil), (#"bru.setVar("a", 1); req.setUrl("x");"#, nil),
        (#"bru.setEnvVar("a", 1, { persist: true });"#, nil), (#"pm.environment.set("a", 1);"#, nil),
    ])
    func `scripts of Bruno become scripts above the request in the same way`(script: String, written: String?) throws {
        let files = try ImportedText.of(
            "One.bru",
            "meta {\n  name: One\n  type: http\n  seq: 1\n}\n\nget {\n  url: https://a.test\n}\n\nscript:pre-request {\n  \(script)\n}\n"
        )
        let text = ImportedText.text(files)
        if let written {
            #expect(text.contains("\n< {%\n\(written)\n%}\nGET https://a.test\n"), "\(text)")
            #expect(ImportedText.notices(files) == [])
        } else {
            #expect(text.contains("\n# | \(script)\nGET https://a.test\n"), "\(text)")
            #expect(ImportedText.notices(files) == [Self.keptOne])
        }
    }

    @Test(arguments: [
        ("insomnia.environment.set('a', 1);", "client.global.set('a', 1);"),
        ("insomnia.variables.set('a', Date.now());", "request.variables.set('a', Date.now());"),
        // Values of its environments have types.
        ("console.log(insomnia.environment.get('a'));", nil), ("insomnia.sendRequest('https://b.test');", nil),
    ])
    func `scripts of Insomnia that only set variables become scripts above the request`(
        script: String, written: String?
    ) throws {
        let files = try ImportedText.of(
            "export.json",
            #"{ "_type": "export", "__export_format": 4, "resources": [{ "_id": "r", "_type": "request", "name": "One", "method": "GET", "url": "https://a.test", "preRequestScript": \#(Self.quoted(script)) }] }"#
        )
        let text = ImportedText.text(files)
        let block = written.map { "\n< {%\n\($0)\n%}\nGET https://a.test\n" } ?? "\n# | \(script)\nGET https://a.test\n"
        #expect(text.contains(block), "\(text)")
    }
}
