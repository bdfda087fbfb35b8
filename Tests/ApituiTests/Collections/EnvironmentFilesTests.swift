import Testing

@testable import apitui

/// The files of other tools that hold environments.
struct EnvironmentFilesTests {
    private let folder = TemporaryFolder()

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

    @Test func `an editor's settings without environments are no problem`() {
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
            // What was accepted without leniency is the same with it.
            if !allowsComments { #expect((try? OrderedJSON.parse(bytes, allowsComments: true))?.end == json.end) }
        }
    }
}
