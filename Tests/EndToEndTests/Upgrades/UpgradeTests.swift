import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

/// Files of earlier programs are read by this one; files of later ones are left as they are, a sentence says so, and the program goes on
/// without them where it can. `docs/file-formats.md` lists all kinds.
@Suite struct UpgradeTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    private let home: TemporaryFolder
    private var log: String { "\(home.path)/state/apitui/log.sqlite" }
    private var cache: String { "\(home.path)/cache/apitui/cache.sqlite" }

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

    /// A database from its dump.
    private func make(_ path: String, _ fixture: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: path)
        let sql = try Self.fixture(fixture)
        // The dump has a transaction of its own.
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func version(of path: String) throws -> Int {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? -1 }
    }

    private func setVersion(_ version: Int, of path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        try queue.close()
    }

    /// All rows of all tables, to compare.
    private func content(of path: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            return try tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0.description)" }
            }
        }
    }

    // MARK: Databases

    @Test(arguments: [1, 2])
    func `a log of an earlier schema is read, and brought up to date by the first write`(schema: Int) async throws {
        try make(log, "log-\(schema).sql")
        let rows = try await apitui("log")
        #expect(rows.status == 0 && rows.text.contains("/cache/fresh?seconds=60") && rows.text.contains("POST"))
        #expect(try version(of: log) == schema, "to look at it changes nothing")
        let runs = try await apitui("runs")
        #expect(runs.status == 0 && runs.text.contains("kept") == (schema == 2), "\(runs.errorText)")
        let sent = try await apitui("send", "a.http")
        #expect(!sent.errorText.contains("request log"), "\(sent.errorText)")
        #expect(try await apitui("log").text.split(separator: "\n").count == 3)
        #expect(try version(of: log) == 2)
        let exchange = try await apitui("log", "id:1", "--json")
        #expect(exchange.text.contains("cache/fresh"))
    }

    @Test func `a log of a newer program is read, never written, and requests are sent without it`() async throws {
        try make(log, "log-2.sql")
        try setVersion(99, of: log)
        let before = try content(of: log)
        let sent = try await apitui("send", "a.http")
        #expect(sent.errorText.contains("a newer version of this program wrote it (schema 99, this one knows 2)"))
        #expect(sent.errorText.contains("127.0.0.1:1 refused the connection"))
        let removed = try await apitui("log", "id:1", "--delete", "--yes")
        #expect(removed.status != 0 && removed.errorText.contains("a newer version"), "\(removed.errorText)")
        #expect(try await apitui("log").text.contains("/cache/fresh"))
        let runs = try await apitui("runs")
        #expect(runs.status == 0 && runs.text.contains("kept"), "\(runs.errorText)")
        let run = try await apitui("runs", "show", "kept")
        #expect(run.status == 0 && run.text.contains("2 requests: 2 ok"), "\(run.text) \(run.errorText)")
        let named = try await apitui("runs", "name", "kept", "--as", "other")
        #expect(named.status != 0 && named.errorText.contains("a newer version"), "\(named.errorText)")
        #expect(try content(of: log) == before && version(of: log) == 99)
    }

    @Test func `a cache of this schema is used, and one of a newer program is left as it is`() async throws {
        try make(cache, "cache-1.sql")
        #expect(try await apitui("cache", "list").text.contains("/cache/fresh?seconds=60"))
        try setVersion(2, of: cache)
        let before = try content(of: cache)
        try home.write("body", to: "cache/apitui/bodies/1")
        for arguments in [["send", "a.http"], ["cache", "list"], ["cache", "clear"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(
                run.errorText.contains("a newer version of this program wrote it (schema 2, this one knows 1)"),
                "\(arguments): \(run.text) \(run.errorText)")
        }
        #expect(try content(of: cache) == before && version(of: cache) == 2)
        #expect(try home.read("cache/apitui/bodies/1") == "body")
    }

    @Test func `a cache of an older schema begins anew`() async throws {
        try make(cache, "cache-1.sql")
        try setVersion(0, of: cache)
        #expect(try await !apitui("cache", "list").text.contains("/cache/fresh"))
        #expect(try version(of: cache) == 1)
    }

    // MARK: Files

    @Test func `a recording of the first format is shown, and one of a newer is refused by a sentence`() async throws {
        let text = try Self.fixture("recording-1.jsonl")
        try home.write(text, to: "old.run")
        try home.write(text.replacing("\"version\":1", with: "\"version\":2"), to: "new.run")
        #expect(try await apitui("runs", "show", "old.run").text.contains("2 requests: 2 ok"))
        let newer = try await apitui("runs", "show", "new.run")
        #expect(newer.status != 0)
        #expect(newer.errorText.contains("a newer version of apitui wrote it (format 2, this one knows 1)"))
    }

    @Test func `a list of trusted folders without a format is read, and one of a newer trusts nothing`() async throws {
        try home.write("\(home.path)\n", to: "state/apitui/trust")
        #expect(try await apitui("trust", "list").text == "\(home.path)\n")
        #expect(try await apitui("trust", "add", "https://API.test/openapi.yaml").status == 0)
        #expect(try home.read("state/apitui/trust") == "# apitui format 2\n\(home.path)\nhttps://api.test\n")
        #expect(try await apitui("trust", "list").text == "\(home.path)\nhttps://api.test\n")
        #expect(try await apitui("trust", "remove", "https://api.test").status == 0)
        #expect(try home.read("state/apitui/trust") == "\(home.path)\n")
        let newer = "# apitui format 3\n\(home.path) since=1\n"
        try home.write(newer, to: "state/apitui/trust")
        for arguments in [["trust", "list"], ["trust", "add", "."], ["trust", "remove", "."]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status != 0)
            #expect(
                run.errorText.contains(
                    "was written by a newer apitui (format 3, this one knows 2) and is left as it is."))
        }
        #expect(try home.read("state/apitui/trust") == newer)
    }

    @Test func `saved filters of a newer format are neither read nor changed`() async throws {
        try home.write("bad status:5xx\n", to: "state/apitui/log-filters")
        #expect(try await apitui("log", "--saved").text.contains("status:5xx"))
        let newer = "# apitui format 2\nbad: status:5xx\n"
        try home.write(newer, to: "state/apitui/log-filters")
        for arguments in [["log", "--saved"], ["log", "status:404", "--save", "gone"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.errorText.contains("was written by a newer apitui"), "\(run.text) \(run.errorText)")
        }
        #expect(try home.read("state/apitui/log-filters") == newer)
    }

    @Test func `filters that name no saved one do without the file of a newer program`() async throws {
        try make(log, "log-2.sql")
        let path = try home.write("# apitui format 9\nbad: status:5xx\n", to: "state/apitui/log-filters")
        let newer =
            "apitui: The file of saved filters \(path) was written by a newer apitui (format 9, this one knows 1) and is left as it is.\n"
        for arguments in [["log"], ["log", "-n", "1"], ["history", "list"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status == 0 && run.text.contains("localhost:18099"), "\(arguments): \(run.errorText)")
            #expect(run.errorText == newer, "\(arguments)")
        }
        let one = try await apitui("log", "path:/cache/fresh", "--json")
        #expect(one.status == 0 && one.text.contains("/cache/fresh") && one.errorText.hasPrefix(newer))
        let rows = try content(of: log)
        let named = try await apitui("log", "saved:bad", "--delete", "--yes")
        #expect(named.status == 2 && named.errorText.hasPrefix(newer), "\(named.errorText)")
        #expect(named.errorText.contains("There is no saved filter 'bad'."))
        let saved = try await apitui("log", "status:404", "--save", "gone")
        #expect(saved.status == 2 && saved.errorText == newer, "once")
        #expect(try content(of: log) == rows)
    }

    @Test func `filters that name no saved one do without a file that cannot be read`() async throws {
        try make(log, "log-2.sql")
        try home.write("", to: "state/apitui/log-filters/x")
        let run = try await apitui("log")
        #expect(run.status == 0 && run.text.contains("/cache/fresh"))
        #expect(
            run.errorText
                == "apitui: The file of saved filters \(home.path)/state/apitui/log-filters cannot be read: it is a folder.\n"
        )
    }

    @Test func `the doctor names what a newer program wrote, and repairs nothing of it`() async throws {
        for (path, fixture) in [(log, "log-2.sql"), (cache, "cache-1.sql")] {
            try make(path, fixture)
            try setVersion(9, of: path)
            chmod(path, 0o600)
        }
        let files = [
            "screen.json": #"{"version":9,"collections":{}}"#, "tokens/a.json": #"{"version":9,"tokens":{}}"#,
            "descriptions/a.json": #"{"version":9,"path":"/a","edits":[]}"#, "trust": "# apitui format 9\n/a since=1\n",
            "log-filters": "# apitui format 9\nbad: status:5xx\n", "theme": "# apitui format 9\nnord dark\n",
        ]
        let recovery = "recovery/1-1-0-a.http.recovery"
        for (name, text) in files.merging([recovery: "# apitui recovery version=9 path=/a\n"], uniquingKeysWith: { $1 })
        {
            chmod(try home.write(text, to: "state/apitui/\(name)"), 0o600)
        }
        for folder in ["state/apitui", "cache/apitui"]
            + ["tokens", "descriptions", "recovery"].map({ "state/apitui/\($0)" })
        {
            chmod("\(home.path)/\(folder)", 0o700)
        }
        let before = try [log, cache].map { try Data(contentsOf: URL(filePath: $0)) }
        let names = FileManager.default.subpaths(atPath: home.path)?.sorted()
        let run = try await apitui("doctor", "--fix")
        #expect(!run.text.contains("\nFixed\n"), "\(run.text)")
        for path in [log, cache] + files.keys.map({ "\(home.path)/state/apitui/\($0)" }) {
            #expect(run.text.contains("\(path) was written by a newer apitui (format 9, "), "\(path): \(run.text)")
        }
        #expect(run.text.contains("state/apitui/recovery were written by a newer apitui"), "\(run.text)")
        #expect(FileManager.default.subpaths(atPath: home.path)?.sorted() == names)
        for (name, text) in files { #expect(try home.read("state/apitui/\(name)") == text) }
        let after = try [log, cache].map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(after == before)
    }

    @Test(arguments: ["", #""version":1,"#])
    func `tokens of the first format are listed, with its number and without`(version: String) async throws {
        try home.write(
            "{\(version)" + #""access_token":"t","obtained":1,"login":"shop","collection":"/c","grant":"password"}"#,
            to: "state/apitui/tokens/a.json")
        #expect(try await apitui("auth", "list").text.contains("shop"))
    }

    @Test func `cookies of the first format are sent`() async throws {
        try home.write(try Self.fixture("cookies-1.jsonl"), to: "jar.jsonl")
        try await StubServer.with(.status(200)) { server in
            let run = try await apitui("send", server.url + "/", "--cookies", "jar.jsonl", "-v")
            #expect(run.status == 0, "\(run.errorText)")
            #expect(server.received.first?.field("Cookie")?.contains("b=") == true)
        }
    }

    @Test func `a recording whose first line a newer program wrote otherwise is called newer`() async throws {
        try home.write("{\"apitui\":\"run\",\"version\":9,\"run\":{}}\n", to: "new.run")
        let newer = try await apitui("runs", "show", "new.run")
        #expect(newer.status != 0)
        #expect(newer.errorText.contains("a newer version of apitui wrote it (format 9, this one knows 1)"))
    }

    @Test func `cookies of a newer format stop the send and stay`() async throws {
        let newer = "{\"format\":\"netengine-cookies\",\"version\":2}\n{\"a\":1}\n"
        try home.write(newer, to: "jar.jsonl")
        let run = try await apitui("send", "a.http", "--cookies", "jar.jsonl")
        #expect(run.status != 0 && run.errorText.contains("was written by a newer version"))
        #expect(try home.read("jar.jsonl") == newer)
    }
}
