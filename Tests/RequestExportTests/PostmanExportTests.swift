import Base
import Foundation
import HTTPFormat
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

struct PostmanExportTests {
    static let samples: [String] = [
        "GET http://localhost/a?b=c&d#?e=f\nX-A: 1\n# X-B: 2",
        "POST {{base}}/x\nContent-Type: application/json\n\n{\"a\": {{n}}}",
        "POST {{base}}/x\nContent-Type: application/x-www-form-urlencoded\n\na=1&b={{c}}&d=%20",
        "POST http://localhost/x\nContent-Type: multipart/form-data; boundary=q7f3z\n\n--q7f3z\nContent-Disposition: form-data; name=\"t\"\n\ntext\n--q7f3z\nContent-Disposition: form-data; name=\"f\"; filename=\"a.http\"\nContent-Type: text/plain\n\n< ./http-client.env.json\n--q7f3z--",
        "POST {{base}}/x\n\n< ./a.http",
        "GET {{base}}/\nAuthorization: Basic {{user}} {{password}}",
        "GET {{base}}/\nAuthorization: Digest {{user}} {{password}}",
        "GET {{base}}/\nAuthorization: AWS {{id}} {{key}} region:eu-west-1 service:s3",
        "GRAPHQL {{base}}/graphql\n\n{ a }",
        "# @no-redirect\n# @timeout 3 s\nGET https://[::1]:8443/{{$guid}}/x",
        "### A title\n# Some text\n# @name a\nPURGE! /x\nHost: {{host}}\n\n@host = localhost:1",
        "OPTIONS *\nHost: localhost",
    ]

    @Test(arguments: samples) func `a collection keeps to the rules of the format`(_ text: String) throws {
        let result = try Exporting.export(text, to: .postman)
        #expect(result.problems.isEmpty)
        #expect(try PostmanSchema.breaches(of: result.bytes).isEmpty, "\(result.text)")
    }

    private static let published = processEnvironment("POSTMAN_SCHEMA")

    /// All requests of the demo, in a folder for each file.
    private static func demo() throws -> [ExportNode] {
        let root = BuiltProgram.demoCollection
        return try CollectionStore().load(path: root).files.filter { $0.described == nil }.map { file in
            let builder = ContextBuilder(
                place: CollectionPlace(root: root), isTrusted: true, environmentName: "development", namesFlags: true)
            let items = file.document.requests.compactMap { request in
                try? ExportReader(.postman, reveals: false).read(
                    request, in: file, context: builder.context(for: file))
            }
            return .folder(name: file.relativePath, [.file(name: file.relativePath, items)])
        }
    }

    @Test(.enabled(if: published != nil, "POSTMAN_SCHEMA names no file: scripts/postman-schema does"))
    func `collections are valid by the published schema`() throws {
        let schema = Array(try Data(contentsOf: URL(fileURLWithPath: #require(Self.published))))
        let demo = ExportDocument(
            try Self.demo(), to: .postman, title: "Demo", name: "demo", now: Timestamp(microsecondsSince1970: 0))
        #expect(demo.count > 50)
        #expect(try PostmanSchema.breaches(of: demo.bytes, schema: schema).isEmpty)
        for sample in Self.samples {
            let result = try Exporting.export(sample, to: .postman)
            #expect(try PostmanSchema.breaches(of: result.bytes, schema: schema).isEmpty, "\(result.text)")
        }
        print("\(demo.count) requests of the demo and \(Self.samples.count) samples are checked")
        // It is the schema, and it is read: what is no collection is none by it.
        let broken = Array(#"{"info": {"name": "x"}, "item": [{"request": {"header": [{"key": 1}]}}]}"#.utf8)
        #expect(try !PostmanSchema.breaches(of: broken, schema: schema).isEmpty)
    }

    @Test func `the demo keeps to the rules of the format`() throws {
        let demo = ExportDocument(
            try Self.demo(), to: .postman, title: "Demo", name: "demo", now: Timestamp(microsecondsSince1970: 0))
        #expect(demo.count > 50)
        #expect(try PostmanSchema.breaches(of: demo.bytes).isEmpty)
    }

    @Test func `the rules refuse what is not a collection`() throws {
        #expect(try !PostmanSchema.breaches(of: Array(#"{"info": {"name": "x"}, "item": []}"#.utf8)).isEmpty)
        let schema = PostmanExport.schema
        #expect(
            try !PostmanSchema.breaches(
                of: Array(
                    #"{"info": {"name": "x", "schema": "\#(schema)"}, "item": [{"request": {"header": [{"key": "a"}]}}]}"#
                        .utf8)
            ).isEmpty)
    }

    @Test func `variables stay, with their values, and without those of secrets`() throws {
        let exporting = try Exporting([
            "http-client.env.json": #"{"dev": {"host": "h.test"}}"#,
            "http-client.private.env.json": #"{"dev": {"token": "private-token-1"}}"#,
            "a.http": "@base = http://{{host}}\nGET {{base}}/x?q={{host}}\nAuthorization: Bearer {{token}}",
        ])
        var inDev = exporting
        inDev.environment = "dev"
        let result = try inDev.export(to: .postman)
        #expect(result.text.contains(#""raw": "{{base}}/x?q={{host}}""#), "\(result.text)")
        #expect(result.text.contains(#""value": "http://h.test""#))
        #expect(result.text.contains(#""value": "Bearer {{token}}""#))
        #expect(!result.text.contains("private-token-1"))
        #expect(
            result.losses.contains { $0.contains("a.http:2:") && $0.contains("{{token}} is a secret") },
            "\(result.losses)")
        #expect(try inDev.export(to: .postman, reveals: true).text.contains("private-token-1"))
    }

    @Test func `a name with two values gets a second name`() throws {
        let exporting = try Exporting([
            "a.http": "@kind = tea\nGET http://localhost/{{kind}}",
            "b.http": "@kind = coffee\nGET http://localhost/{{kind}}",
        ])
        let nodes = try ["a.http", "b.http"].map { ExportNode.file(name: $0, try exporting.items($0, .postman).items) }
        let document = ExportDocument(
            nodes, to: .postman, title: "x", name: "x", now: Timestamp(microsecondsSince1970: 0))
        let text = String(decoding: document.bytes, as: UTF8.self)
        #expect(text.contains("http://localhost/{{kind}}") && text.contains("http://localhost/{{kind_2}}"), "\(text)")
        #expect(try PostmanSchema.breaches(of: document.bytes).isEmpty)
        #expect(document.losses.contains { $0.sentence.contains("{{kind}} is called {{kind_2}}") })
    }

    @Test func `only a form is percent-encoded by Postman, and its values are named if that changes them`() throws {
        func losses(_ target: String, _ body: String) throws -> [String] {
            let head =
                "@v = a&b\n@w = plain\nPOST http://localhost\(target)\nContent-Type: application/x-www-form-urlencoded"
            return try Exporting.export("\(head)\n\n\(body)", to: .postman).losses
        }
        func sentence(_ text: String) -> (String) -> Bool { { $0.hasSuffix(text) } }
        let keeps = sentence("Postman does not percent-encode the value of {{v}}.")
        let encodes = sentence("Postman percent-encodes the value of {{v}} in a form.")
        #expect(try losses("/", "a={{%v}}&b={{w}}").isEmpty)
        #expect(try losses("/", "a={{v}}&b={{w}}").map(encodes) == [true])
        #expect(
            try Exporting.export(
                "@v = a=1\nPOST http://localhost/\nContent-Type: application/x-www-form-urlencoded\n\n{{v}}",
                to: .postman
            ).losses.map(encodes) == [true])
        #expect(try losses("/?q={{%v}}", "a={{%v}}").map(keeps) == [true])
        #expect(try losses("/?q={{v}}", "a=1").isEmpty)
    }

    @Test func `a URL that is sent as it is written stays so`() throws {
        let request = "# @no-auto-encoding\nGET http://localhost/?a=|b|"
        #expect(try Exporting.export(request, to: .postman).text.contains("\"disableUrlEncoding\": true"))
        #expect(try !Exporting.export("GET http://localhost/", to: .postman).text.contains("disableUrlEncoding"))
    }

    @Test func `a second name is in forms and in what is switched off, too`() throws {
        func file(_ value: String) -> String {
            """
            @kind = \(value)
            POST http://localhost/{{kind}}
                # &off={{kind}}
            # X-Kind: {{kind}}
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="kind"

            A {{kind}} {{%kind}}
            --b--

            """
        }
        let exporting = try Exporting(["a.http": file("tea"), "b.http": file("coffee")])
        let nodes = try ["a.http", "b.http"].map { ExportNode.file(name: $0, try exporting.items($0, .postman).items) }
        let document = ExportDocument(
            nodes, to: .postman, title: "x", name: "x", now: Timestamp(microsecondsSince1970: 0))
        let text = String(decoding: document.bytes, as: UTF8.self)
        for name in ["{{kind}}", "{{kind_2}}"] {
            #expect(text.contains(#""value": "A \#(name) \#(name)""#), "\(text)")
            #expect(text.components(separatedBy: #""value": "\#(name)""#).count == 3, "\(text)")
        }
    }

    @Test func `variables of forms and of what is switched off may have spaces around their names`() throws {
        let result = try Exporting.export(
            """
            @kind = tea
            POST http://localhost/{{kind}}
                # &off={{ kind }}
            # X-Kind: {{\tkind }}
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="kind"

            A {{ kind }} {{% kind }} {{kind
            --b--

            """, to: .postman)
        #expect(result.text.contains(#""value": "A {{kind}} {{kind}} {{kind""#), "\(result.text)")
        #expect(result.text.components(separatedBy: #""value": "{{kind}}""#).count == 3, "\(result.text)")
    }

    @Test func `a variable that only something switched off has is one of the collection`() throws {
        func file(_ value: String) -> String {
            "@kind = \(value)\n@key = 1\nGET http://localhost/\n    # &off={{kind}}\n# X-Key: {{key}} {{nowhere}}"
        }
        let exporting = try Exporting(["a.http": file("tea"), "b.http": file("coffee")])
        let nodes = try ["a.http", "b.http"].map { ExportNode.file(name: $0, try exporting.items($0, .postman).items) }
        let document = ExportDocument(
            nodes, to: .postman, title: "x", name: "x", now: Timestamp(microsecondsSince1970: 0))
        let text = String(decoding: document.bytes, as: UTF8.self)
        for part in ["{{kind}}", "{{kind_2}}", "{{key}} {{nowhere}}", "tea", "coffee", "1"] {
            #expect(text.contains(#""value": "\#(part)""#), "\(part)\n\(text)")
        }
        let losses = document.losses.map(\.sentence)
        #expect(losses.contains { $0.contains("{{nowhere}} has no value here") }, "\(losses)")
        #expect(losses.contains { $0.contains("{{kind}} is called {{kind_2}}") }, "\(losses)")
    }

    @Test func `what is switched off keeps its variables beside values that a request cannot be read without`() throws {
        var exporting = try Exporting([
            "http-client.env.json": #"{"dev":{}}"#,
            "http-client.private.env.json": #"{"dev":{"pin":"4711-secret"}}"#,
            "a.http":
                "@n = 5\n@kind = tea\nGRAPHQL http://localhost/g\n# X-Off: {{kind}} {{pin}}\n\nquery Q($n: Int) { a(n: $n) }\n\n{\"n\": {{n}}}\n",
        ])
        exporting.environment = "dev"
        let result = try exporting.export(to: .postman)
        #expect(result.losses.contains { $0.contains("Its variables are written as values") }, "\(result.losses)")
        #expect(result.text.contains(#""value": "{{kind}} {{pin}}""#) && result.text.contains(#""value": "tea""#))
        #expect(result.losses.contains { $0.contains("The value of {{pin}} is a secret; it is empty.") })
        #expect(!result.text.contains("4711-secret"))
    }

    @Test func `logins become the helpers of Postman`() throws {
        let basic = try Exporting.export("GET http://localhost/\nAuthorization: Basic ada {{pw}}", to: .postman)
        #expect(basic.text.contains(#""type": "basic""#) && basic.text.contains(#""value": "{{pw}}""#), "\(basic.text)")
        #expect(!basic.text.contains("Authorization"))
        let digest = try Exporting.export("GET http://localhost/\nAuthorization: Digest ada secret-1", to: .postman)
        #expect(digest.text.contains(#""type": "digest""#) && !digest.text.contains("secret-1"), "\(digest.text)")
        let shown = try Exporting.export(
            "GET http://localhost/\nAuthorization: Digest ada secret-1", to: .postman, reveals: true)
        #expect(shown.text.contains("secret-1"))
    }

    @Test(arguments: [("GET", true), ("COPY", true), ("UNLOCK", true), ("POST", false)])
    func `Postman is told to send a body of any method`(method: String, isTold: Bool) throws {
        let result = try Exporting.export("\(method) http://localhost/\n\nbody", to: .postman)
        #expect(result.text.contains(#""disableBodyPruning": true"#) == isTold, "\(result.text)")
    }

    @Test(arguments: [("", true), ("Content-Type: a/b\n", false)])
    func `Postman is told to add no type to a body without one`(header: String, isTold: Bool) throws {
        let result = try Exporting.export("POST http://localhost/\n\(header)\nhi", to: .postman)
        #expect(result.text.contains(#""content-type": true"#) == isTold, "\(result.text)")
        let empty = try Exporting.export("POST http://localhost/\n", to: .postman)
        #expect(!empty.text.contains("disabledSystemHeaders"))
    }

    @Test(
        arguments: [(" HTTP/1.1", "http1"), (" HTTP/2", "http2"), (" HTTP/1.0", nil), ("", nil)] as [(String, String?)])
    func `the version of HTTP is a setting if Postman has it`(version: String, setting: String?) throws {
        let result = try Exporting.export("GET http://localhost/\(version)", to: .postman)
        #expect(result.text.contains("protocolVersion") == (setting != nil))
        if let setting { #expect(result.text.contains(#""protocolVersion": "\#(setting)""#)) }
        let isLost = result.losses.contains { $0.hasSuffix("The HTTP version is not part of a collection.") }
        #expect(isLost == (setting == nil && !version.isEmpty), "\(result.losses)")
    }

    @Test func `a request without the cookie jar is one in Postman, too`() throws {
        let without = try Exporting.export("# @no-cookie-jar\nGET http://localhost/", to: .postman)
        #expect(without.text.contains(#""disableCookies": true"#))
        let with = try Exporting.export("GET http://localhost/", to: .postman)
        #expect(!with.text.contains("disableCookies"))
    }

    @Test func `braces that are text are named, since Postman reads a variable`() throws {
        let result = try Exporting.export(
            #"""
            @v = 1
            POST http://localhost/\{\{a\}\}/{{v}}
            Content-Type: application/json

            {"a": {"b": "\{\{ c \}\} {{v}}"}}
            """#, to: .postman)
        let sentences = result.losses.filter { $0.contains("as a variable") }
        // In the URL they are percent-encoded.
        #expect(sentences.count == 1, "\(result.losses)")
        let end = " Postman reads {{c}} as a variable; in the request it is text."
        #expect(sentences.allSatisfy { $0.hasSuffix(end) }, "\(sentences)")
        #expect(result.text.contains("%7B%7Ba%7D%7D/{{v}}"))
    }

    @Test func `a part keeps the file name that is not that of its file`() throws {
        func part(_ head: String, _ content: String) -> String {
            "--b\nContent-Disposition: form-data; name=\"f\"\(head)\n\n\(content)\n"
        }
        let file =
            "@n = 1\nPOST http://localhost/\nContent-Type: multipart/form-data; boundary=b\n\n"
            + part("; filename=\"d.txt\"", "< ./d.txt") + part("; filename=\"b{{n}}.txt\"", "< ./d.txt")
            + part("; filename=\"c.txt\"", "text") + part("", "text") + "--b--\n"
        let result = try Exporting(["a.http": file, "d.txt": "x"]).export(to: .postman)
        let lines = result.text.split(separator: "\n").filter { $0.contains("fileName") }
        let names = lines.map { line in line.drop { $0 == " " } }
        #expect(names == [#""fileName": "b{{n}}.txt""#, #""fileName": "c.txt""#], "\(result.text)")
    }

    @Test func `a form names its files, and Postman makes the boundary`() throws {
        let result = try Exporting.export(Self.samples[3], to: .postman)
        #expect(
            result.text.contains(#""mode": "formdata""#) && result.text.contains(#""type": "file""#), "\(result.text)")
        #expect(!result.text.contains("boundary"))
    }
}
