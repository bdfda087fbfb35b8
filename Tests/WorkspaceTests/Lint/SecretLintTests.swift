import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Lint's findings about secrets that others can see.
@Suite struct SecretLintTests {
    private func findings(_ folder: ScratchFolder, _ path: String = "api") throws -> [String] {
        let loaded = try LoadedFolder("\(folder.path)/\(path)")
        let lint = CollectionLint(context: { loaded.context(for: $0) }
        )
        return lint.environmentFindings(loaded.files).map { finding in
            "\(finding.file.dropFirst(folder.path.count + 1)):\(finding.line) \(finding.id) \(finding.severity.rawValue)"
        }
    }

    private func repository(_ files: [(String, String)]) -> ScratchFolder {
        let folder = ScratchFolder()
        folder.write(".git/HEAD", "ref: refs/heads/main\n")
        folder.write("api/a.http", "GET http://h/\n")
        folder.write("api/sub/b.http", "GET http://h/\n")
        for (name, text) in files { folder.write(name, text) }
        return folder
    }

    private static let privateFile = "api/http-client.private.env.json"

    @Test func `a private file that git would commit is reported once`() throws {
        let folder = repository([(Self.privateFile, "{\"dev\": {\"token\": \"s3cr3t\"}}")])
        #expect(try findings(folder) == ["\(Self.privateFile):1 N19 warning"])
        folder.write(".gitignore", "*.private.env.json\n")
        #expect(try findings(folder) == [])
        folder.write("api/.gitignore", "!*.json\n")
        #expect(try findings(folder) == ["\(Self.privateFile):1 N19 warning"])
    }

    @Test func `outside a work tree no private file is reported`() throws {
        let folder = ScratchFolder()
        folder.write("api/a.http", "GET http://h/\n")
        folder.write(Self.privateFile, "{}")
        folder.write("api/.env", "token=s3cr3t-value\n")
        #expect(try findings(folder) == [])
    }

    @Test func `a .env file is reported if it contains a secret`() throws {
        let folder = repository([("api/.env", "BASE=http://h\nTOKEN=\n")])
        #expect(try findings(folder) == [])
        folder.write("api/.env", "BASE=http://h\nTOKEN=s3cr3t-value\n")
        #expect(try findings(folder) == ["api/.env:1 N19 warning"])
    }

    @Test func `a secret in a public file is reported with its line, even if a private file overrides it`() throws {
        let text = """
            {
              "dev": {
                "base": "http://h", "token": "s3cr3t-value",
                "apiKey": "{{key}}", "password": "", "tokenUrl": "https://h/token", "passwordLength": 12,
                "db": {
                  "password": "hunter22"
                },
                "Security": {"Auth": {"a": {
                  "Client Secret": "s3cr3t", "Token URL": "{{base}}/t", "Client Credentials": "in body"}}}
              },
              "live": {"token": "<your token>"}
            }
            """
        let folder = repository([
            ("api/http-client.env.json", text), (Self.privateFile, "{\"dev\": {\"token\": \"x\"}}"),
            (".gitignore", "*.private.*\n"),
        ])
        #expect(
            try findings(folder) == [3, 6, 9].map { "api/http-client.env.json:\($0) N20 warning" })
        // Its own repository ignores it, so nobody else sees it.
        folder.write(".gitignore", "*.env.json\n")
        #expect(try findings(folder) == [])
    }

    @Test(arguments: ["Collections/Demo"])
    func `the demo gives nothing away`(path: String) throws {
        let root = BuiltProgram.packageRoot
        let loaded = try LoadedFolder("\(root)/\(path)")
        let lint = CollectionLint(context: { loaded.context(for: $0) }
        )
        let findings = lint.environmentFindings(loaded.files)
        #expect(findings.filter { $0.severity != .info } == [])
    }
}
