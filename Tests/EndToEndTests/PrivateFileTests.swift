import Foundation
import TestSupport
import Testing

/// A secret typed on the Vars tab of the built program ends up in the private file, and git is made to ignore that
/// file.
@Suite(.serialized) struct PrivateFileTests {
    @Test
    func `a secret is defined in a new private file that git ignores`()
        async throws
    {
        let terminal = try await TmuxSession()
        let home = terminal.home
        try home.write("ref: refs/heads/main\n", to: "repo/.git/HEAD")
        try home.write("build/\r\n", to: "repo/.gitignore")
        let request = "### First\nGET http://127.0.0.1:1/{{base}}\nX-Api-Token: {{apiToken}}\n"
        try home.write(request, to: "repo/api/a.http")
        try home.write("{\"dev\": {\"base\": \"b\"}}\n", to: "repo/api/http-client.env.json")
        try await terminal.run("\(BuiltProgram.path) ~/repo/api --env dev; echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "X-Api-Token")
        try await terminal.send("2", "]", "]", "]")
        try await terminal.waitForScreen(containing: "apiToken  unresolved")
        try await terminal.send("e")
        try await terminal.type("s3cr3t-value")
        try await terminal.waitForScreen(
            containing: "A secret: Enter writes it to http-client.private.env.json")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "Keep secrets out of git", "Add the line")
        #expect(
            try home.read("repo/api/http-client.private.env.json")
                == "{\n  \"dev\": {\n    \"apiToken\": \"s3cr3t-value\"\n  }\n}\n")
        let path = "\(home.path)/repo/api/http-client.private.env.json"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try home.read("repo/.gitignore") == "build/\r\n")
        try await terminal.send("a")
        try await terminal.waitForScreen(containing: "(private)", ".gitignore says so")
        #expect(try home.read("repo/.gitignore") == "build/\r\nhttp-client.private.env.json\r\n")
        #expect(try home.read("repo/api/a.http") == request)
        #expect(try home.read("repo/api/http-client.env.json") == "{\"dev\": {\"base\": \"b\"}}\n")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
    }
}
