import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// Environment files of other tools.
struct EnvironmentFilesTests {
    private let folder = ScratchFolder()

    private func environments(_ sub: String = "") -> EnvironmentSet {
        CollectionStore().environments(
            forFolder: sub.isEmpty ? folder.path : "\(folder.path)/\(sub)", root: folder.path)
    }

    @Test func `each kind of file counts, and private ones beat public ones`() {
        folder.write("http-client.env.json", #"{"dev": {"a": "public", "b": "public", "c": "public"}}"#)
        folder.write("http-client.env.json.user", #"{"dev": {"b": "user", "c": "user"}}"#)
        folder.write("http-client.private.env.json", #"{"dev": {"c": "private"}}"#)
        folder.write("rest-client.env.json", #"{"dev": {"a": "old", "d": "old"}}"#)
        folder.write(
            ".vscode/settings.json",
            "{ // mine\n \"editor.tabSize\": 2,\n \"rest-client.environmentVariables\": {\n \"$shared\": {\"s\": \"1\"}, \"dev\": {\"e\": \"settings\"}, },\n}"
        )
        folder.write(
            "my.code-workspace",
            #"{"folders": [], "settings": {"rest-client.environmentVariables": {"dev": {"f": "workspace"}}}}"#)
        let set = environments()
        #expect(set.problems == [])
        let values = ["a", "b", "c", "d", "e", "f"].map { set.variables["dev"]?[$0]?.value }
        #expect(values == ["public", "user", "private", "old", "settings", "workspace"])
        #expect(set.variables[EnvironmentSet.shared]?["s"]?.value == "1")
        #expect(set.variables["dev"]?["b"]?.isPrivate == true)
        #expect(set.variables["dev"]?["e"]?.path == ["rest-client.environmentVariables", "dev", "e"])
        #expect(set.variables["dev"]?["f"]?.path == ["settings", "rest-client.environmentVariables", "dev", "f"])
    }

    @Test func `a secret that a private file overrides is noted where a public file has it, too`() {
        folder.write(
            "http-client.env.json",
            """
            {"dev": {"host": "http://public-host",
              "token": "0ld-t0ken", "apiKey": "{{token}}", "password": "changeme",
              "Security": {"Auth": {"shop": {
                "Client Secret": "0ld-s3cret"}}}}}
            """)
        folder.write(
            "http-client.private.env.json",
            """
            {"dev": {"host": "h", "token": "n3w", "apiKey": "n3w", "password": "n3w",
              "Security": {"Auth": {"shop": {"Client Secret": "n3w"}}}}}
            """)
        let set = environments()
        let token = set.variables["dev"]?["token"]?.publicValue
        let login = set.loginValue("Client Secret", of: "shop", in: "dev")?.publicValue
        #expect(token?.line == 2 && login?.line == 4)
        #expect([token?.file, login?.file].allSatisfy { $0 == "\(folder.path)/http-client.env.json" })
        for name in ["host", "apiKey", "password"] { #expect(set.variables["dev"]?[name]?.publicValue == nil) }
    }

    @Test func `an editor's settings without environments are not a problem`() {
        folder.write(".vscode/settings.json", "{}")
        folder.write("x.code-workspace", #"{"settings": {}}"#)
        #expect(environments() == EnvironmentSet())
    }

    @Test func `kulala's names for what is shared`() {
        folder.write(
            "http-client.env.json",
            #"{"$kulalaShared": {"a": 1, "$default_headers": {"X": "1"}}, "_base": {"b": 2}, "$kulalaDefaultHeaders": {"Y": "2"}, "dev": {}}"#
        )
        let set = environments()
        #expect(set.names == ["dev"])
        #expect(set.variables[EnvironmentSet.shared]?.mapValues(\.value) == ["a": "1", "b": "2"])
    }

    @Test func `each key of a login comes from a private file, then the nearest folder, and from $shared last`() {
        func file(_ logins: [String: [String: String]]) -> String {
            let members = logins.map { name, keys in
                let entry = keys.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ")
                return "\"\(name)\": {\"Security\": {\"Auth\": {\"shop\": {\(entry)}}}}"
            }
            return "{\(members.joined(separator: ", "))}"
        }
        folder.write(
            "http-client.env.json",
            file([
                EnvironmentSet.shared: ["a": "shared", "b": "shared"], "dev": ["b": "far", "c": "far", "d": "far"],
            ]))
        folder.write("sub/http-client.env.json", file(["dev": ["c": "near", "d": "near"]]))
        folder.write("http-client.private.env.json", file(["dev": ["d": "private"]]))
        let entry = environments("sub").authEntries(in: "dev")["shop"]
        #expect(entry?.mapValues(\.value) == [["a"]: "shared", ["b"]: "far", ["c"]: "near", ["d"]: "private"])
    }

    @Test func `dotenv files hold for all environments or for one, the nearest first`() {
        folder.write(".env", "A=root\nB=root\n")
        folder.write("sub/.env", "A=near\n")
        folder.write(".env.dev", "B=dev\n")
        folder.write("prod.env", "B=prod\n")
        folder.write("env/.env", "C=inside\n")
        folder.write(".env.example", "B=example\n")
        let set = environments("sub")
        #expect(set.names == ["dev", "prod"])
        #expect(set.dotEnvVariable("A", in: nil)?.value == "near")
        #expect(set.dotEnvVariable("B", in: nil)?.value == "root")
        #expect(set.dotEnvVariable("B", in: "dev")?.value == "dev")
        #expect(set.dotEnvVariable("B", in: "prod")?.value == "prod")
        #expect(set.dotEnvVariable("C", in: "prod")?.value == "inside")
        #expect(set.dotEnvVariable("B", in: "example")?.value == "root")
        #expect(set.dotEnvVariable("A", in: nil)?.isPrivate == true)
    }

    @Test func `a folder that cannot be read is a problem, one that is not there or is a file is none`() {
        folder.write(".env", "A=root\n")
        folder.write("env", "A=file\n")
        folder.write("sub/a.http", "GET /\n")
        for name in ["", "sub", "gone"] { #expect(environments(name).problems == [], "\(name)") }
        // Not even root can open a link to itself.
        for loop in ["sub/env", "loop"] { folder.link(loop, to: "\(folder.path)/\(loop)") }
        for (name, loop) in [("sub", "sub/env"), ("loop", "loop")] {
            let set = environments(name)
            #expect(
                set.problems.map { $0.sentence.hiding(folder) } == [
                    "FOLDER/\(loop) cannot be read: Too many levels of symbolic links"
                ])
            #expect(set.dotEnvVariable("A", in: nil)?.value == "root")
        }
    }

    @Test func `a link out of the collection is read only when that is trusted`() {
        let outside = ScratchFolder()
        outside.write("secrets", "KEY=mine\n")
        outside.write("e.json", #"{"dev": {"k": "mine"}}"#)
        folder.link(".env", to: outside.path + "/secrets")
        folder.link("http-client.env.json", to: outside.path + "/e.json")
        let set = environments()
        #expect(set.dotEnv.isEmpty && set.variables.isEmpty)
        #expect(set.problems.count == 2 && set.problems.allSatisfy { $0.sentence.contains("is not trusted") })
        let trusted = CollectionStore().environments(forFolder: folder.path, root: folder.path, isTrusted: true)
        #expect(trusted.dotEnvVariable("KEY", in: nil)?.value == "mine")
        #expect(trusted.variables["dev"]?["k"]?.value == "mine")
    }

    @Test func `a secret provider's value has a reason that names it`() {
        folder.write("http-client.env.json", #"{"dev": {"k": {"provider": "AzureKeyVault", "secretName": "x"}}}"#)
        #expect(
            environments().variables["dev"]?["k"]?.reason
                == "values from the secret provider AzureKeyVault are not supported")
    }

    @Test(arguments: 0..<200)
    func `arbitrary text in an environment file is a problem or environments, never a crash`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("{}[]\":,/*\\ \nab1-.eutrf$".utf8)
        let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0x7B
        }
        for allowsComments in [false, true] {
            guard let json = try? OrderedJSON.parse(bytes, allowsComments: allowsComments) else { continue }
            #expect(json.offset < json.end && json.end <= bytes.count)
            // Input that is valid without leniency gives the same result with it.
            if !allowsComments { #expect((try? OrderedJSON.parse(bytes, allowsComments: true))?.end == json.end) }
        }
    }

    @Test func `comments and a trailing comma are accepted as in JetBrains IDEs, and reported`() {
        folder.write(
            "http-client.env.json", "{\n  // the usual\n  \"dev\": {\"base\": \"x\", /* y */ \"n\": [1, 2,],},\n}\n")
        folder.write("http-client.private.env.json", #"{"dev": {"key": "k"}}"#)
        let set = environments()
        #expect(set.problems == [])
        #expect(set.variables["dev"]?.compactMapValues(\.value) == ["base": "x", "n": "[1, 2,]", "key": "k"])
        #expect(
            set.remarks.map { "\(PathText.name(of: $0.file)):\($0.line) \($0.id)" } == ["http-client.env.json:2 N14"])
    }

    @Test(arguments: ["{\"dev\": {},}", "{\"dev\": {\"a\": \"1\",}}"])
    func `a trailing comma alone is reported too`(_ text: String) {
        folder.write("http-client.env.json", text)
        #expect(environments().problems == [])
        #expect(environments().remarks.count == 1)
    }

    @Test(arguments: ["{,}", "{\"dev\": {\"a\": 1,,}}", "{\"dev\": {\"a\": \"1\" /* }}"])
    func `what no tool accepts is still refused`(_ text: String) {
        folder.write("http-client.env.json", text)
        #expect(environments().problems.count == 1)
    }

    @Test func `an edit keeps comments, commas and layout`() throws {
        let text = "{\r\n\t// live\r\n\t\"dev\": {\r\n\t\t\"base\": \"x\", // here\r\n\t},\r\n}\r\n"
        folder.write("http-client.env.json", text)
        let file = "\(folder.path)/http-client.env.json"
        func edited(_ name: String, _ value: String) throws -> String {
            let edit = EnvironmentFileEdit(file: file, path: ["dev", name], value: value)
            return String(decoding: try edit.edited(Array(text.utf8)), as: UTF8.self)
        }
        #expect(try edited("base", "y") == text.replacing("\"x\"", with: "\"y\""))
        let new = try edited("more", "z")
        let lines = Set(text.split(separator: "\r\n"))
        #expect(lines.isSubset(of: new.split(separator: "\r\n")))
        #expect(try OrderedJSON.parse(Array(new.utf8), allowsComments: true).member("dev")?.member("more") != nil)
    }

    @Test func `verifyPeer of SSLConfiguration is followed, and other settings are reported`() {
        folder.write(
            "http-client.env.json",
            """
            {"dev": {"SSLConfiguration": {"verifyHostname": false, "verifyPeer": false}},
             "live": {"SSLConfiguration": {
                "verifyHostname": false,
                "clientCertificate": {"path": "c.pem", "format": "PEM"}, "clientCertificateKey": "k.pem",
                "hasCertificatePassphrase": true,
                "other": 1}},
             "plain": {}}
            """)
        let set = environments()
        #expect(set.skipsCertificateCheck(in: "dev"))
        for name in ["live", "plain", nil] { #expect(!set.skipsCertificateCheck(in: name)) }
        #expect(set.remarks.map(\.line) == [1, 3, 6])
        let files = set.clientCertificate(in: "live")
        #expect(files?.certificate == "c.pem" && files?.key == "k.pem" && files?.line == 4)
        #expect(files?.hasPassphrase == true && files?.passphrase == nil)
        #expect(set.clientCertificate(in: "dev") == nil && set.clientCertificate(in: nil) == nil)
        #expect(set.remarks.allSatisfy { $0.id == "N14" })
    }
}
