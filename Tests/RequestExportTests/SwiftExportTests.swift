import Base
import Foundation
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// The exported code compiles against NetEngine.
@Suite(.timeLimit(.minutes(5))) struct SwiftExportTests {
    /// The folder of the built modules: beside the test program.
    private static let modules: String? = {
        var folder = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        for _ in 0..<6 {
            let modules = folder.appending(path: "Modules")
            if FileManager.default.fileExists(atPath: modules.appending(path: "NetEngine.swiftmodule").path) {
                return modules.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    private static let compiler =
        ["/opt/swift/usr/bin/swiftc", "/usr/bin/swiftc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
        ?? (processEnvironment("PATH") ?? "").split(separator: ":").map { "\($0)/swiftc" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func errors(_ code: [UInt8]) async throws -> String {
        let home = try TemporaryFolder()
        try home.write(code, to: "Exported.swift")
        let modules = try #require(Self.modules)
        var arguments = ["-swift-version", "6", "-typecheck", "-parse-as-library", "-I", modules]
        for name in ["CCurl", "CIDN/include", "CCompression", "CExpat", "CCrypto", "CPublicSuffix"] {
            arguments += ["-Xcc", "-fmodule-map-file=\(Self.sources.appending(path: "\(name)/module.modulemap").path)"]
        }
        let run = try await ProgramRun.run(
            try #require(Self.compiler),
            arguments + ["-module-cache-path", home.path + "/cache", home.path + "/Exported.swift"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.path])
        return run.status == 0 ? "" : run.text + run.errorText
    }

    @Test func `requests of all kinds compile as endpoints`() async throws {
        let texts =
            RecordedSamples.all.map(\.text) + PostmanExportTests.samples + [
                "### class\nGET {{base}}/{{class}}/{{self}}?path={{path}}&x={{%q}}\n\n@class = \"a\\b\"\n@self = \n",
                "### Endpoint\nGET {{base}}/",
                "### String\nPOST {{base}}/\nContent-Type: text/plain\n\na\n  b \"\"\" \\(x) \\\n\u{202E}é  \n end",
                "### \u{1F600}\n# @no-reject-unauthorized\n# @proxy http://localhost:1\n# @cache no-store\n# @max-body 5MB\nGET https://localhost/{{$guid}} HTTP/2",
                "###\nPOST {{base}}/bytes\n\n< ./bytes",
            ]
        var exporting = try Exporting(["a.http": texts.joined(separator: "\n\n###\n")])
        try exporting.home.write(RecordedSamples.fileBytes, to: "it's a file")
        try exporting.home.write([0, 1, 255], to: "bytes")
        exporting.isTrusted = true
        let result = try exporting.export(to: .swift, title: "All")
        #expect(result.count > 45, "\(result.problems)")
        let errors = try await errors(result.bytes)
        #expect(errors == "", "\(result.text)")
        // And the test sees errors.
        let others = try await self.errors(Array("import NetEngine\nstruct A: Endpoint {}\n".utf8))
        #expect(others.contains("does not conform"))
    }

    @Test func `variables are properties with their values`() throws {
        let result = try Exporting.export(
            "@base = http://localhost:1\n@apiKey = k-12345678\n### List things\n# Shows all.\nGET {{base}}/things/{{id}}?key={{apiKey}}\nX-A: {{%word}}",
            to: .swift)
        #expect(
            result.text == """
                // a, exported by apitui

                import NetEngine

                /// List things
                ///
                /// Shows all.
                ///
                /// `GET {{base}}/things/{{id}}?key={{apiKey}}`
                struct ListThings: Endpoint {
                    var base = "http://localhost:1"
                    var id: String
                    var apiKey: String
                    var word: String

                    var path: String { "\\(base)/things/\\(id)?key=\\(apiKey)" }
                    var headers: HeaderFields {
                        [
                            HeaderField("X-A", "\\(PercentEncoding.component(word))"),
                        ]
                    }
                }

                """)
        #expect(result.losses.count == 1 && result.losses[0].contains("{{apiKey}} is a secret"), "\(result.losses)")
    }

    @Test func `a known method has a name, and GET needs none`() throws {
        for method in ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] {
            let text = try Exporting.export("\(method) http://a.test/\n", to: .swift).text
            #expect(text.contains("    var method: HTTPMethod { .\(method.lowercased()) }\n"), "\(text)")
        }
        let plain = try Exporting.export("GET http://a.test/\n", to: .swift).text
        #expect(!plain.contains("HTTPMethod"))
        let other = try Exporting.export("PURGE http://a.test/\n", to: .swift).text
        #expect(other.contains("    var method: HTTPMethod { HTTPMethod(\"PURGE\") ?? .get }\n"), "\(other)")
    }

    @Test func `an endpoint sends what the request sends`() async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        struct Things: Endpoint {
            var base: String
            var path: String { "\(base)/a%20b?x=1&y=%7B" }
            var method: HTTPMethod { .post }
            var headers: HeaderFields { [HeaderField("Content-Type", "application/json")] }
            var body: EndpointBody { .raw(Array("{}".utf8)) }
        }
        // As the export writes it: path with its query, headers as they are, the body as bytes.
        let exporting = try Exporting(["a.http": "POST {{base}}/a%20b?x=1&y=%7B\nContent-Type: application/json\n\n{}"])
        let text = try exporting.export(to: .swift).text
        for line in [
            #""\(base)/a%20b?x=1&y=%7B""#, "HeaderField(\"Content-Type\", \"application/json\")",
            #".raw(Array("{}".utf8))"#,
        ] {
            #expect(text.contains(line), "\(text)")
        }
        let engine = Engine()
        _ = try? await engine.fetch(Things(base: server.url))
        var sending = exporting
        sending.overrides = ["base": server.url]
        let item = try #require(try sending.items("a.http", .curl).items.first)
        _ = await engine.send(item.draft)
        let received = server.received
        #expect(received.count == 2 && received[0].head == received[1].head && received[0].body == received[1].body)
        await engine.shutdown()
    }
}
