import Foundation
import GRDB
import TestSupport
import Testing

/// What the built program does with files of its own that were cut, as a full disk or a broken one leaves them: one sentence, and
/// every byte is still there.
@Suite struct HalfWrittenTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write("### a\nGET http://127.0.0.1:1/\n", to: "a.http")
    }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    private static func fixture(_ name: String) throws -> String {
        try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
    }

    /// The first bytes of a database that a dump makes.
    /// - Parameter share: of its bytes.
    private func cutDatabase(_ name: String, _ fixture: String, _ share: Double) throws -> Data {
        let path = "\(home.path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: path)
        let sql = try Self.fixture(fixture)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
        let whole = try Data(contentsOf: URL(filePath: path))
        let cut = Data(whole.prefix(Int(Double(whole.count) * share)))
        try cut.write(to: URL(filePath: path))
        return cut
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: "\(home.path)/\(name)")) }

    @Test(arguments: [0.001, 0.05, 0.5, 0.95])
    func `a log that was cut is set aside whole by the next send, and the request is sent`(share: Double) async throws {
        let cut = try cutDatabase("state/apitui/log.sqlite", "log-2.sql", share)
        let shown = try await apitui("log")
        #expect(shown.status == 1 && shown.errorText.split(separator: "\n").count == 1, "\(shown.errorText)")
        #expect(shown.errorText.contains("cannot be read"))
        #expect(try bytes("state/apitui/log.sqlite") == cut, "to look at it changes nothing")
        let sent = try await apitui("send", "a.http")
        let aside = "\(home.path)/state/apitui/log.sqlite.damaged"
        #expect(sent.errorText.contains("was set aside as \(aside); a new one was started."), "\(sent.errorText)")
        #expect(sent.errorText.contains("127.0.0.1:1 refused the connection"))
        #expect(try bytes("state/apitui/log.sqlite.damaged") == cut)
        #expect(try await apitui("log").text.split(separator: "\n").count == 1)
    }

    @Test func `a log without a byte is empty, and the next send begins in it`() async throws {
        try home.write("", to: "state/apitui/log.sqlite")
        let shown = try await apitui("log")
        #expect(shown.status == 0 && !shown.errorText.contains("cannot be read"), "\(shown.errorText)")
        #expect(try await !apitui("send", "a.http").errorText.contains("request log"))
        #expect(try await apitui("log").text.split(separator: "\n").count == 1)
    }

    @Test(arguments: [0.001, 0.05, 0.5])
    func `a cache that was cut is set aside, and a new one begins`(share: Double) async throws {
        let cut = try cutDatabase("cache/apitui/cache.sqlite", "cache-1.sql", share)
        let run = try await apitui("cache", "list")
        #expect(run.status == 0 && run.errorText.contains("a new one was started."), "\(run.errorText)")
        #expect(try bytes("cache/apitui/cache.sqlite.damaged") == cut)
        #expect(try await !apitui("cache", "list").errorText.contains("damaged"))
    }

    @Test func `a recording that was cut is shown up to there, and its first line decides what it is`() async throws {
        let text = try Self.fixture("recording-1.jsonl")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        try home.write(lines.prefix(2).joined(separator: "\n") + "\n" + String(lines[2].prefix(100)), to: "cut.run")
        let shown = try await apitui("runs", "show", "cut.run")
        #expect(shown.text.contains("The recording ends before the run did."), "\(shown.text) \(shown.errorText)")
        #expect(shown.text.contains("1 request: 1 ok"))
        try home.write(String(lines[0].prefix(100)), to: "head.run")
        let head = try await apitui("runs", "show", "head.run")
        #expect(head.status != 0 && head.errorText.split(separator: "\n").count == 1, "\(head.errorText)")
    }

    @Test func `a cookie jar that was cut is kept under another name, and what can be read is used`() async throws {
        let text = try Self.fixture("cookies-1.jsonl")
        let cut = String(text.dropLast(30))
        try home.write(cut, to: "jar.jsonl")
        let run = try await apitui("send", "a.http", "--cookies", "jar.jsonl")
        #expect(run.errorText.contains("is damaged in line 3 and was set aside as"), "\(run.errorText)")
        #expect(try home.read("jar.jsonl.damaged") == cut)
        #expect(try home.read("jar.jsonl").split(separator: "\n").count == 2, "the line of the format, and one cookie")
        #expect(try await !apitui("send", "a.http", "--cookies", "jar.jsonl").errorText.contains("damaged"))
    }

    @Test func `a saved filter that was cut stays when another one is saved`() async throws {
        try home.write("good status:404\nbad (status:5x", to: "state/apitui/log-filters")
        #expect(try await apitui("log", "--saved").text.contains("status:404"))
        #expect(try await apitui("log", "saved:bad").status != 0)
        #expect(try await apitui("log", "status:200", "--save", "new").status == 0)
        #expect(
            try home.read("state/apitui/log-filters") == "good status:404\nnew status:200\nbad (status:5x")
    }

    @Test func `a saved filter that was cut to another one deletes nothing`() async throws {
        _ = try cutDatabase("state/apitui/log.sqlite", "log-2.sql", 1)
        let rows = try await apitui("log", "--json").text
        #expect(!rows.isEmpty)
        let cut = "dead path:/cache"
        try home.write(cut, to: "state/apitui/log-filters")
        let run = try await apitui("log", "saved:dead", "--delete", "--yes")
        #expect(run.status == 2)
        #expect(run.errorText.contains("state/apitui/log-filters:1: The line has no end, "), "\(run.errorText)")
        #expect(run.errorText.contains("There is no saved filter 'dead'."), "\(run.errorText)")
        let found = try await apitui("doctor")
        #expect(found.text.contains("state/apitui/log-filters:1: The line has no end, "), "\(found.text)")
        #expect(try await apitui("log", "--json").text == rows)
        #expect(try home.read("state/apitui/log-filters") == cut)
    }

    @Test func `trust that was cut is reported by each command that reads it`() async throws {
        try home.write(String("\(home.path)\n".dropLast(4)), to: "state/apitui/trust")
        for arguments in [["trust", "list"], ["trust", "add", "."]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status != 0)
            #expect(run.errorText.contains("ends in the middle of a line. Complete that line, or delete it."))
        }
    }
}
