import Foundation
import GRDB
import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import RequestLog

/// What is read of the log while others write it.
@Suite(.timeLimit(.minutes(5))) struct LogReaderTests {
    @Test("a log that does not exist is empty")
    func missingLog() throws {
        let reader = try LogFixture().reader()
        #expect(try reader.page(.all([]), limit: 10) == [])
        #expect(try reader.lastChange() == 0)
        #expect(try reader.row(1) == nil)
        #expect(try reader.exchange(1) == nil)
    }

    @Test("rows come back as they were written, newest first, page by page")
    func pages() throws {
        let log = try LogFixture()
        let rows = try log.add(
            (1...5).map { number in
                LogFixture.row("http://h\(number).example:81/p\(number)?q=1") { row in
                    row.name = "request \(number)"
                    row.file = "/a/b.http"
                    row.line = number
                    row.collection = "/a"
                    row.environment = "dev"
                    row.run = "r\(number)"
                    row.source = .run
                    row.category = .clientError
                    row.phase = .wait
                    row.cache = .miss
                    row.firstByte = .milliseconds(4)
                    row.requestBytes = 3
                    row.responseBytes = 7
                    row.contentType = "text/plain"
                    row.attempts = 2
                    row.redirects = 1
                    row.isReused = true
                    row.isUnverified = true
                    row.isTruncated = true
                    row.resendOf = 9
                    row.checksPassed = 1
                    row.checksFailed = 2
                }
            })
        let reader = try log.reader()
        #expect(try reader.page(.all([]), limit: 2) == [rows[4], rows[3]])
        #expect(try reader.page(.all([]), before: 4, limit: 2) == [rows[2], rows[1]])
        #expect(try reader.page(.all([]), before: 2, limit: 2) == [rows[0]])
        #expect(try reader.page(.all([]), after: 3, limit: 10) == [rows[3], rows[4]])
        #expect(try reader.row(2) == rows[1])
        #expect(try reader.count(.all([]), upTo: 3) == 3)
        #expect(try reader.count(.all([]), upTo: 100) == 5)
    }

    @Test("changes come once each, oldest first")
    func changes() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row(), LogFixture.row()])
        let reader = try log.reader()
        #expect(try reader.lastChange() == 2)
        #expect(try reader.changes(after: 0, limit: 10).map(\.id) == [1, 2])
        try LogEditor(folder: log.folder).setTag("good", of: 1)
        let changed = try reader.changes(after: 2, limit: 10)
        #expect(changed.map(\.id) == [1])
        #expect(changed.first?.tag == "good")
        #expect(try reader.lastChange() == 3)
    }

    @Test("a running row of a dead process is aborted at once, for filters too")
    func deadProcess() throws {
        let log = try LogFixture()
        let dead = LogProcess(pid: LogProcess.current.pid, startedAt: 1, machine: LogProcess.current.machine)
        try log.add([LogFixture.row { $0.state = .sent }, LogFixture.row()], process: dead)
        try log.add([LogFixture.row { $0.state = .sent }, LogFixture.row()])
        let reader = try log.reader()
        #expect(try reader.page(.all([]), limit: 10).map(\.state) == [.done, .sent, .done, .aborted])
        #expect(try reader.page(.flag(.pending), limit: 10).map(\.id) == [3])
        #expect(try reader.page(.flag(.aborted), limit: 10).map(\.id) == [1])
    }

    @Test("a folder that cannot be looked into is no empty log")
    func unreadableFolder() throws {
        let folder = try TemporaryFolder()
        symlink("state", folder.path + "/state")
        let reader = try LogReader(folder: folder.path + "/state")
        let error = #expect(throws: LogUnreadable.self) { try reader.row(1) }
        #expect(
            error?.sentence
                == "The request log in \(reader.folder) cannot be read: \(reader.folder)/log.sqlite: Too many levels of symbolic links."
        )
    }

    @Test("a log is read where nothing can be written, and again when a program begins to write it")
    func unwritableFolder() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row()])
        // As in a folder that nobody may write, also for root: SQLite cannot make its file.
        let journal = log.folder + "/log.sqlite-wal"
        symlink("nowhere/x", journal)
        let reader = try log.reader()
        #expect(try reader.lastChange() == 1)
        unlink(journal)
        let writer = try LogDatabase.open(log.folder + "/log.sqlite")
        try writer.write { try $0.execute(sql: "UPDATE state SET change = 7") }
        #expect(try reader.lastChange() == 7)
        try writer.close()
    }

    @Test("a row that was completed while its program ended is not called aborted")
    func completedWhileEnding() throws {
        let reader = try LogReader(folder: "/nowhere")
        func row(_ id: Int64, _ state: LogRow.State) -> LogRow {
            LogRow(id: id, state: state, startedAt: .now, method: "GET", url: "http://h/")
        }
        // Each look at the database in turn: what died between a read and the look at its owner is read again.
        var looks: [[LogRow.State]] = [[.aborted, .sent], [.done, .aborted], [.done, .done]]
        let rows = try reader.confirmed { () throws(LogUnreadable) in
            looks.removeFirst().enumerated().map { row(Int64($0.offset), $0.element) }
        }
        #expect(rows.map(\.state) == [.done, .done] && looks.isEmpty)
        var dead: [[LogRow.State]] = [[.aborted], [.aborted]]
        let aborted = try reader.confirmed { () throws(LogUnreadable) in
            dead.removeFirst().map { row(1, $0) }
        }
        #expect(aborted.map(\.state) == [.aborted] && dead.isEmpty)
    }

    @Test("bodies and headers are searched newest first, and the search can be stopped")
    func search() throws {
        let log = try LogFixture()
        let words = ["alpha", "beta", "alpha beta", "gamma"]
        let exchanges = words.enumerated().map { place, word in
            ExchangeFixtures.exchange(
                UInt64(place + 1), response: ExchangeFixtures.response(body: Array("x \(word) y".utf8)))
        }
        try log.add(
            words.map { _ in LogFixture.row() },
            exchanges: Dictionary(uniqueKeysWithValues: exchanges.enumerated().map { ($0.offset, $0.element) }))
        let reader = try log.reader()
        var hits: [Int64] = []
        try reader.search(.body(.response, .contains("ALPHA")), onHit: { hits.append($0.id) }, isStopped: { false })
        #expect(hits == [3, 1])
        hits = []
        try reader.search(
            .not(.body(.response, .contains("alpha"))), onHit: { hits.append($0.id) }, isStopped: { !hits.isEmpty })
        #expect(hits == [4])
        #expect(try reader.page(.body(.response, .contains("beta")), limit: 1).map(\.id) == [3])
        #expect(try reader.page(.header(.response, name: "x-set-item", .equals("b=2")), limit: 9).count == 4)
        #expect(
            try reader.count(.any([.body(.response, .contains("gamma")), .number(.id, .init(1...1))]), upTo: 9) == 2)
    }

    @Test(
        "escapes are read in bodies of JSON, and in no others", arguments: [("application/json", 1), ("text/plain", 0)])
    func escapes(type: String, count: Int) throws {
        let log = try LogFixture()
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", type)], body: Array(#"{"a":"gr\u00fcn"}"#.utf8))
        try log.add([LogFixture.row()], exchanges: [0: ExchangeFixtures.exchange(1, response: response)])
        let reader = try log.reader()
        #expect(try reader.page(.body(.response, .contains("grün")), limit: 9).count == count)
    }

    @Test("values for completion are those that were seen, newest first")
    func values() throws {
        let log = try LogFixture()
        try log.add([
            LogFixture.row("http://api.example/a") { $0.name = "Alpha" },
            LogFixture.row("http://apt.example/b") { $0.name = "beta" },
            LogFixture.row("http://other.example/c"),
        ])
        let reader = try log.reader()
        #expect(try reader.values(of: .host, prefix: "AP", limit: 9) == ["apt.example", "api.example"])
        #expect(try reader.values(of: .host, prefix: "", limit: 1) == ["other.example"])
        #expect(try reader.values(of: .name, prefix: "a", limit: 9) == ["Alpha"])
        #expect(try reader.values(of: .method, prefix: "", limit: 9) == ["GET"])
        #expect(try reader.values(of: .path, prefix: "/b", limit: 9) == ["/b"])
    }

    @Test("rows are removed, named and pinned")
    func editing() throws {
        let log = try LogFixture()
        try log.add(
            (0..<4).map { _ in LogFixture.row() }, exchanges: [0: ExchangeFixtures.exchange()])
        let reader = try log.reader()
        let editor = try LogEditor(folder: log.folder)
        #expect(try editor.setPinned(true, of: 2))
        #expect(try !editor.setPinned(true, of: 99))
        #expect(try reader.page(.flag(.pinned), limit: 9).map(\.id) == [2])
        #expect(try editor.setPinned(false, of: 2))
        #expect(try reader.page(.flag(.pinned), limit: 9).isEmpty)
        let before = try reader.lastDeletion()
        #expect(try editor.delete(.number(.id, .init(1...2))) == 2)
        #expect(try reader.page(.all([]), limit: 9).map(\.id) == [4, 3])
        #expect(try reader.exchange(1) == nil)
        #expect(try reader.lastDeletion() > before)
        // An id is never given twice.
        #expect(try editor.delete(.all([])) == 2)
        #expect(try log.add([LogFixture.row()]).map(\.id) == [5])
    }

    @Test("nothing of a row that was deleted is in the file")
    func nothingIsLeft() throws {
        let log = try LogFixture()
        try log.add([
            LogFixture.row("http://h.example/kept"),
            LogFixture.row("http://gone.example/gone-url") {
                $0.name = "gone-name"
                $0.environment = "gone-environment"
            },
        ])
        let editor = try LogEditor(folder: log.folder)
        #expect(try editor.setTag("gone-tag", of: 2))
        #expect(try editor.delete(.number(.id, .init(2...2))) == 1)
        #expect(try !editor.setTag("gone-too", of: 2))
        let file = String(
            decoding: try Data(contentsOf: URL(filePath: log.folder + "/log.sqlite")), as: UTF8.self)
        #expect(!file.contains("gone") && file.contains("/kept"))
        #expect(try log.reader().page(.all([]), limit: 9).map(\.url) == ["http://h.example/kept"])
    }

    @Test("a log of a newer program is left alone, and says so")
    func newerVersion() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row()])
        let queue = try LogDatabase.open(log.folder + "/log.sqlite")
        try queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
        let error = #expect(throws: LogUnreadable.self) { try LogEditor(folder: log.folder).delete(.all([])) }
        #expect(error?.sentence.contains("a newer version of this program wrote it") == true)
        #expect(try log.reader().page(.all([]), limit: 9).count == 1, "it can be read")
    }

    @Test("values of another kind are one sentence, and of a newer program its own")
    func otherValues() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row()])
        let queue = try LogDatabase.open(log.folder + "/log.sqlite")
        try queue.inDatabase { try $0.execute(sql: "UPDATE exchange SET attempts = 'many'") }
        let own = #expect(throws: LogUnreadable.self) { try log.reader().page(.all([]), limit: 9) }
        #expect(own?.sentence.hasSuffix(" cannot be read: a value in it is of another kind than expected.") == true)
        try queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 99") }
        try queue.close()
        let newer = #expect(throws: LogUnreadable.self) { try log.reader().page(.all([]), limit: 9) }
        #expect(newer?.sentence.contains("a newer version of this program wrote it") == true)
    }

    @Test("what is no database is named")
    func damaged() throws {
        let log = try LogFixture()
        try log.temporary.write(String(repeating: "no database ", count: 1000), to: "log/log.sqlite")
        let error = #expect(throws: LogUnreadable.self) { try log.reader().page(.all([]), limit: 9) }
        #expect(error?.sentence.hasPrefix("The request log in \(log.folder) cannot be read: ") == true)
    }

    @Test("a reader follows a new database under the old name")
    func replacedDatabase() throws {
        let log = try LogFixture()
        try log.add([LogFixture.row(), LogFixture.row()])
        let reader = try log.reader()
        #expect(try reader.page(.all([]), limit: 9).count == 2)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: log.folder + "/log.sqlite" + suffix)
        }
        try log.add([LogFixture.row()])
        #expect(try reader.page(.all([]), limit: 9).count == 1)
    }

    @Test("a follower wakes with each commit")
    func watching() async throws {
        let log = try LogFixture()
        let watch = try LogWatch(folder: log.folder)
        #expect(!watch.takeChanges())
        var changes = watch.changes.makeAsyncIterator()
        let reader = try log.reader()
        for count in 1...3 {
            try log.add([LogFixture.row()])
            while try reader.page(.all([]), limit: 9).count < count { #expect(await changes.next() != nil) }
        }
    }

    @Test("the exchanges of another program appear as they happen")
    func otherProgram() async throws {
        let log = try LogFixture()
        let reader = try log.reader()
        let watch = try LogWatch(folder: log.folder)
        try await StubServer.with(.steps(.waitForRelease, .send("HTTP/1.1 204 No Content\r\n\r\n"))) { server in
            async let run = ProgramRun.run(
                BuiltProgram.beside("RequestLogHelper"), ["write", log.folder, server.url, "1"],
                environment: ["HOME": log.folder])
            var change: Int64 = 0
            var states: [LogRow.State] = []
            for await _ in watch.changes {
                for row in try reader.changes(after: change, limit: 100) {
                    change = row.change
                    states.append(row.state)
                    #expect(row.process == "helper")
                    #expect(row.pid != Int(getpid()))
                }
                // It is seen while it runs; only then does it get its response.
                if states.last?.isRunning == true { server.release() }
                if states.last == .done { break }
            }
            #expect(states.first?.isRunning == true)
            #expect(try await run.status == 0)
        }
        #expect(try reader.page(.all([]), limit: 9).map(\.status) == [204])
    }

    @Test("the descriptor of a watch is readable after a commit")
    func watchingByPoll() throws {
        let log = try LogFixture()
        let watch = try LogWatch(folder: log.folder)
        var poll = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 0) == 0)
        try log.add([LogFixture.row()])
        #expect(Glibc.poll(&poll, 1, -1) == 1)
        #expect(watch.takeChanges())
        #expect(!watch.takeChanges())
    }
}
