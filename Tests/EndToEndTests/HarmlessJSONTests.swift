import Foundation
import TestSupport
import Testing

/// JSON printed by commands contains nothing that a terminal would obey or a reader could not see, and keeps its
/// meaning.
@Suite(.timeLimit(.minutes(5))) struct HarmlessJSONTests {
    private static let harmful = "\u{7F}\u{9B}2J\u{202E}\u{2028}\u{200B}\u{FEFF}"

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            || harmful.unicodeScalars.contains(scalar) && scalar != "2" && scalar != "J"
    }

    private func check(_ run: ProgramRun, _ command: String) throws {
        let found = run.text.unicodeScalars.filter(Self.isHarmful).map { String($0.value, radix: 16) }
        #expect(found == [], "\(command)")
        let lines = command == "batch" ? run.text.split(separator: "\n").map(String.init) : [run.text]
        var whole = ""
        for line in lines {
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
            whole += Self.strings(value).joined()
        }
        #expect(whole.contains(Self.harmful), "\(command): \(run.text)")
    }

    private static func strings(_ value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap(strings)
        case let object as [String: Any]: object.flatMap { [$0.key] + strings($0.value) }
        default: []
        }
    }

    @Test func `each command escapes what a terminal would obey`() async throws {
        let home = try TemporaryFolder()
        func apitui(_ arguments: String..., input: String = "") async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path,
                input: Array(input.utf8))
        }
        let answer = StubBehaviour.status(
            200,
            headers: [
                ("Cache-Control", "max-age=600"), ("Content-Type", "text/plain; charset=utf-8"), ("X-Note", "\u{9B}2J"),
            ],
            body: Self.harmful)
        try await StubServer.with(answer) { server in
            try home.write("### \(Self.harmful)\nGET \(server.url)/{{\(Self.harmful)}}\n", to: "bad.http")
            try home.write(
                "### \(Self.harmful)\n# @name a\nGET \(server.url)/\n\n?? body == \(Self.harmful)x\n", to: "a.http")
            try check(try await apitui("send", "a.http", "--json"), "send")
            try check(try await apitui("run", "a.http", "--json"), "run")
            try check(try await apitui("list", "bad.http", "--json"), "list")
            try check(try await apitui("lint", "bad.http", "--json"), "lint")
            try check(
                try await apitui("batch", input: #"{"id":"1","method":"GET","url":"\#(server.url)/"}"# + "\n"), "batch")
            try check(try await apitui("query", "$", "-", input: "{\"a\":\"\(Self.harmful)\"}"), "query")
            try check(try await apitui("query", "$.*", "-", "--paths", input: "{\"\(Self.harmful)\":1}"), "query")
            // The bytes of a header are printed as Latin-1.
            let cache = try await apitui("cache", "list", "--json")
            #expect(cache.text.contains(#"["X-Note","\u00c2\u009b2J"]"#.replacing("\\u00c2", with: "\u{C2}")))
        }
    }
}
