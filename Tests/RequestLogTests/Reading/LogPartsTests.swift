import GRDB
import NetEngine
import NetEngineSQLite
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import RequestLog

/// What is read of the parts of rows: bodies in files, lines of checks, and texts of several rows.
@Suite(.timeLimit(.minutes(5))) struct LogPartsTests {
    private func change(_ log: LogFixture, _ sql: String) throws {
        let queue = try LogDatabase.open(log.folder + "/log.sqlite")
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test func `a body beside the database is searched, and goes with its row`() throws {
        let log = try LogFixture()
        let response = ExchangeFixtures.response(headers: [], body: Array("needle".utf8))
        let exchange = ExchangeFixtures.exchange(response: response)
        try log.add([LogFixture.row(), LogFixture.row()], exchanges: [0: exchange, 1: exchange])
        let files = LogFolder.files(in: log.folder)
        _ = try files.write(Array("a pin".utf8), name: "f")
        try change(log, "UPDATE body SET file = 'f', bytes = NULL WHERE id = 257")
        let reader = try log.reader()
        func ids(_ text: String, _ side: LogCondition.Side = .response) throws -> [Int64] {
            try reader.page(.body(side, .contains(text)), limit: 9).map(\.id)
        }
        #expect(try ids("pin") == [1] && ids("needle") == [2])
        #expect(try ids("pin", .either) == [1] && ids("pin", .request) == [])
        try change(log, "UPDATE body SET file = 'gone', bytes = NULL WHERE id = 513")
        #expect(try ids("needle") == [], "the file is not there")
        #expect(try LogEditor(folder: log.folder).delete(.number(.id, .init(1...1))) == 1)
        #expect(files.read("f") == nil)
    }

    @Test func `in a body beside the database escapes are read if it is JSON, and else not`() throws {
        let log = try LogFixture()
        let body = Array(#"{"a":"gr\u00fcn","b":"c\/d"}"#.utf8)
        let exchanges = ["application/json", "text/plain"].map { type in
            ExchangeFixtures.exchange(
                response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", type)], body: body))
        }
        try log.add([LogFixture.row(), LogFixture.row()], exchanges: [0: exchanges[0], 1: exchanges[1]])
        _ = try LogFolder.files(in: log.folder).write(body, name: "f")
        try change(log, "UPDATE body SET file = 'f', bytes = NULL WHERE id IN (257, 513)")
        let reader = try log.reader()
        func ids(_ test: LogCondition.TextTest) throws -> [Int64] {
            try reader.page(.body(.response, test), limit: 9).map(\.id)
        }
        #expect(try ids(.contains("grün")) == [1] && ids(.contains("c/d")) == [1])
        #expect(try ids(.contains(#"gr\u00fcn"#)) == [2, 1] && ids(.contains("grau")) == [])
        #expect(try ids(.glob("*grün*")) == [] && ids(.glob("*gr*n*")) == [2, 1])
    }

    @Test func `a value that several rows have is offered once, and an empty one never`() throws {
        let log = try LogFixture()
        try log.add([
            LogFixture.row { ($0.name, $0.file) = ("same", "/a") },
            LogFixture.row { ($0.name, $0.file) = ("same", "/b") },
            LogFixture.row { ($0.name, $0.file) = ("Other", "/b") }, LogFixture.row { ($0.name, $0.file) = ("", "/b") },
            LogFixture.row("/x") { $0.host = "" },
        ])
        let reader = try log.reader()
        #expect(try reader.values(of: .name, prefix: "", limit: 9) == ["Other", "same"])
        #expect(try reader.values(of: .name, prefix: "SA", limit: 9) == ["same"])
        #expect(try reader.values(of: .name, prefix: "", limit: 1) == ["Other"])
        #expect(try reader.values(of: .file, prefix: "", limit: 9) == ["/b", "/a"])
        #expect(try reader.values(of: .host, prefix: "", limit: 9) == ["a.example"])
    }

    @Test func `each line of the checks is one, empty ones too`() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row(), LogFixture.row()])
        try change(log, "INSERT INTO checks VALUES (1, 'a' || char(10) || char(10) || 'b'), (2, '')")
        let reader = try log.reader()
        #expect(try reader.checkLines(1) == ["a", "", "b"] && reader.checkLines(2) == [""])
    }

    @Test func `followers hear of a pin, a name and a removal, and of no other file`() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row()])
        let watch = try LogWatch(folder: log.folder)
        let editor = try LogEditor(folder: log.folder)
        var heard: [Bool] = []
        _ = try log.temporary.write("x", to: "log/other")
        heard.append(watch.takeChanges())
        #expect(try editor.setPinned(true, of: 1))
        heard.append(watch.takeChanges())
        #expect(try editor.setTag("n", of: 1))
        heard.append(watch.takeChanges())
        #expect(try editor.delete(.all([])) == 1)
        heard.append(watch.takeChanges())
        heard.append(watch.takeChanges())
        #expect(heard == [false, true, true, true, false])
    }

    @Test func `a pin changes no other mark of a row, and no other row`() throws {
        let log = try LogFixture()
        let marked = LogFixture.row { row in
            (row.isReused, row.isUnverified, row.isTruncated) = (true, true, true)
            (row.isFactOnly, row.isSlow, row.isErrorExpected) = (true, true, true)
        }
        var expected = try log.add([marked, LogFixture.row(), marked])
        let reader = try log.reader()
        let editor = try LogEditor(folder: log.folder)
        for (place, isPinned) in [(0, true), (1, true), (0, true), (0, false), (1, false), (0, false)] {
            #expect(try editor.setPinned(isPinned, of: expected[place].id))
            expected[place].isPinned = isPinned
            expected[place].change = try reader.lastChange()
            #expect(try reader.page(.all([]), after: 0, limit: 9) == expected)
        }
    }

    @Test func `what cannot be changed is said, with the folder`() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row()])
        try change(log, "PRAGMA user_version = 99")
        let error = #expect(throws: LogUnreadable.self) { try LogEditor(folder: log.folder).setPinned(true, of: 1) }
        #expect(
            error?.sentence
                == "The request log in \(log.folder) cannot be changed: a newer version of this program wrote it (schema 99, this one knows \(LogDatabase.version))."
        )
    }
}
