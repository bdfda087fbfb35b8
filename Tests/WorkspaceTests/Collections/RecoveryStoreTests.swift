import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

@Suite struct RecoveryStoreTests {
    private let temporary = ScratchFolder()
    private var store: RecoveryStore { RecoveryStore(folder: "\(temporary.path)/state/apitui/recovery") }

    private func copy(_ path: String, _ text: String, leftover: String = "") -> RecoveryCopy {
        RecoveryCopy(
            path: path, document: HTTPDocument(bytes: Array(text.utf8)), base: ContentMark(Array("old".utf8)),
            leftover: leftover)
    }

    private func mode(_ path: String) -> mode_t { DiskFile.info(path).map { $0.st_mode & 0o777 } ?? 0 }

    @Test func `a copy comes back as it was written, readable by its owner alone`() throws {
        let path = "\(temporary.path)/c/ö %=\n.http"
        #expect(store.write([copy(path, "GET http://h/\r\n", leftover: "two\nlines")]).isEmpty)
        let found = try #require(store.copies(under: "\(temporary.path)/c").first)
        #expect(found.path == path)
        #expect(found.document.bytes == Array("GET http://h/\r\n".utf8))
        #expect(found.base == ContentMark(Array("old".utf8)))
        #expect(found.leftover == "two\nlines")
        #expect(mode(store.folder) == 0o700)
        #expect(mode(try #require(found.storedAt)) == 0o600)
    }

    @Test func `a folder that others may read is closed to them`() {
        temporary.folder("state/apitui/recovery")
        #expect(store.write([copy("/c/a.http", "GET /\n")]).isEmpty)
        #expect(mode(store.folder) == 0o700)
    }

    @Test func `only copies of files in the folder are found`() {
        #expect(store.write([copy("/c/a.http", "GET /\n"), copy("/cc/b.http", "GET /\n")]).isEmpty)
        #expect(store.copies(under: "/c").map(\.path) == ["/c/a.http"])
        #expect(store.copies(under: "/").count == 2)
    }

    /// The reader of documents counts each of the lines.
    @Test func `a copy of another folder is not parsed`() {
        let lines = 2_000
        #expect(store.write([copy("/c/a.http", String(repeating: "GET /\n\n###\n\n", count: lines / 4))]).isEmpty)
        let steps = ["/c", "/d"].map { root in WorkMeter.steps { _ = store.copies(under: root) } }
        #expect(!WorkMeter.isCounting || (steps[0] >= lines && steps[1] < lines / 10))
    }

    @Test func `what is on disk by now is not offered`() {
        let path = temporary.write("c/a.http", "GET /\n")
        #expect(store.write([copy(path, "GET /\n")]).isEmpty)
        #expect(store.copies(under: temporary.path).isEmpty)
        #expect(TemporaryNames.count(in: store.folder) == 0)
    }

    @Test func `a file that is not a copy is left alone`() {
        temporary.write("state/apitui/recovery/notes.recovery", "# mine\n")
        temporary.write("state/apitui/recovery/broken.recovery", "# apitui recovery base=x path=/c/a.http\nGET /\n")
        #expect(store.copies(under: "/").isEmpty)
        #expect(TemporaryNames.count(in: store.folder) == 2)
    }

    @Test func `removing touches the folder's own files only`() throws {
        let other = temporary.write("other.http", "GET /\n")
        #expect(store.write([copy("/c/a.http", "GET /\n")]).isEmpty)
        let place = try #require(store.copies(under: "/c").first?.storedAt)
        store.remove([place, other])
        #expect(store.copies(under: "/c").isEmpty)
        #expect(temporary.read("other.http") != nil)
    }

    @Test func `a folder that cannot be created is reported in one sentence`() {
        temporary.write("state", "a file in the way")
        let sentences = store.write([copy("/c/a.http", "GET /\n")])
        #expect(sentences.count == 1)
        #expect(sentences.first?.contains("/c/a.http") == true)
    }

    @Test func `the folder follows XDG`() {
        func folder(_ variables: [String: String]) -> String? { RecoveryStore.live { variables[$0] }?.folder }
        #expect(folder(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/apitui/recovery")
        #expect(folder(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/apitui/recovery")
        #expect(folder([:]) == nil)
    }
}

/// While the program runs its copies are nobody else's; a process that is gone left them to the next start.
@Suite struct RecoverySessionTests {
    private let temporary = ScratchFolder()
    private var store: RecoveryStore { RecoveryStore(folder: "\(temporary.path)/recovery") }

    private func copy(_ path: String, _ text: String) -> RecoveryCopy {
        RecoveryCopy(path: path, document: HTTPDocument(bytes: Array(text.utf8)), base: ContentMark([]))
    }

    private var names: [String] {
        ((try? DiskFile.names(in: store.folder).get()) ?? []).filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// Of copies that wait, and that belong to running sessions.
    private var counts: [Int] {
        let found = store.contents()
        return [found.waiting, found.running]
    }

    private func texts(_ copies: [RecoveryCopy]) -> [String] {
        copies.map { String(decoding: $0.document.bytes, as: UTF8.self) }
    }

    @Test func `copies of a newer program do not wait`() {
        temporary.write(
            "recovery/1-1-0-a.http.recovery", "# apitui recovery version=3 base=1-a path=/c/a.http\nGET /\n")
        temporary.write(
            "recovery/2-1-0-b.http.recovery", "# apitui recovery version=2 base=1-a path=/c/b.http\nGET /\n")
        temporary.write("recovery/3-1-0-c.http.recovery", "# apitui recovery version=3 ba")
        let found = store.contents()
        #expect(found.waiting == 1 && found.running == 0 && found.newer == 2 && found.unusable == [])
    }

    @Test func `copies that are not offered are told with the reason, and stay`() {
        let texts = [
            "": "it was cut in the first line", "# apitui recovery version=2 ba": "it was cut in the first line",
            "GET /\n": "it does not begin as a copy does",
            "# apitui recovery version=2 base=x path=/c/a.http\n": "it does not begin as a copy does",
            "# apitui recovery version=2 base=1-a length=9 path=/c/%C3%A9.http\nGET /\n":
                "6 of 9 bytes of the edits of /c/é.http are there",
        ]
        for (text, clause) in texts {
            let path = temporary.write("recovery/1-1-0-a.http.recovery", text)
            let found = store.contents()
            #expect(found.unusable == [RecoveryStore.Unusable(path: path, clause: clause, isDamaged: true)])
            #expect(found.waiting == 0 && temporary.read("recovery/1-1-0-a.http.recovery") == text)
        }
    }

    @Test func `copies of a running session are not offered, those that it left are`() throws {
        var session: RecoverySession? = RecoverySession(store)
        #expect(session?.keep([copy("/c/a.http", "GET /\n")]) == [])
        #expect(store.read(under: "/").copies.isEmpty && store.read(under: "/").problems == [])
        #expect(counts == [0, 1])
        // As a process does that is killed: nothing is cleared up, and the lock is gone.
        session = nil
        #expect(names.count == 2, "the copy and the lock: \(names)")
        let found = store.copies(under: "/c")
        #expect(texts(found) == ["GET /\n"])
        #expect(counts == [1, 0])
        store.remove(found.compactMap(\.storedAt))
        #expect(names == [], "the lock goes with the last copy")
    }

    @Test func `a copy of a running session stays, whatever is on disk`() {
        let path = temporary.write("c/a.http", "GET /\n")
        let session = RecoverySession(store)
        #expect(session.keep([copy(path, "GET /\n")]) == [])
        let before = names
        #expect(store.copies(under: "/").isEmpty)
        #expect(names == before)
        withExtendedLifetime(session) {}
    }

    @Test func `two sessions that edit one file have a copy each`() {
        var sessions = [RecoverySession(store), RecoverySession(store)]
        for (number, session) in sessions.enumerated() {
            #expect(session.keep([copy("/c/a.http", "GET /\(number)\n")]) == [])
        }
        #expect(names.count == 4)
        sessions.removeFirst()
        #expect(texts(store.copies(under: "/")) == ["GET /0\n"])
        sessions.removeFirst()
        #expect(texts(store.copies(under: "/")).sorted() == ["GET /0\n", "GET /1\n"])
    }

    @Test func `one file is replaced as the edits go on, and not written without a change`() throws {
        let session = RecoverySession(store)
        #expect(session.keep([copy("/c/a.http", "GET /1\n")]) == [])
        let before = names
        #expect(session.keep([copy("/c/a.http", "GET /2\n")]) == [])
        #expect(names == before)
        let name = try #require(names.first { $0.hasSuffix(".recovery") })
        #expect(temporary.read("recovery/\(name)")?.hasSuffix("\nGET /2\n") == true)
        let node = DiskFile.info("\(store.folder)/\(name)")?.st_ino
        #expect(session.keep([copy("/c/a.http", "GET /2\n")]) == [])
        #expect(DiskFile.info("\(store.folder)/\(name)")?.st_ino == node)
        #expect(DiskFile.info("\(store.folder)/\(name)").map { $0.st_mode & 0o777 } == 0o600)
    }

    @Test func `what was saved has no copy any more, and a normal end leaves nothing`() {
        let session = RecoverySession(store)
        #expect(session.keep([copy("/c/a.http", "GET /\n"), copy("/c/b.http", "GET /\n")]) == [])
        #expect(session.keep([copy("/c/b.http", "GET /\n")]) == [])
        #expect(names.count { $0.hasSuffix("-a.http.recovery") } == 0)
        #expect(names.count { $0.hasSuffix("-b.http.recovery") } == 1)
        #expect(session.keep([]) == [])
        #expect(names.filter { $0.hasSuffix(".recovery") } == [])
        #expect(session.finish([]) == [])
        #expect(names == [])
    }

    @Test func `a session without edits makes no folder`() {
        let session = RecoverySession(store)
        #expect(session.keep([]) == [] && session.finish([]) == [])
        #expect(temporary.names == [])
    }

    @Test func `an end by a signal leaves the last state in the same file`() {
        let session = RecoverySession(store)
        #expect(session.keep([copy("/c/a.http", "GET /1\n")]) == [])
        let before = names
        #expect(session.finish([copy("/c/a.http", "GET /2\n")]) == [])
        #expect(names == before)
        #expect(texts(store.copies(under: "/")) == ["GET /2\n"], "it is offered while this process still ends")
    }

    @Test func `a full disk takes neither the copy from before nor that of another name`() {
        let isFull = Atomic(false)
        let session = RecoverySession(store) { descriptor, pointer, count in
            guard isFull.load(ordering: .relaxed) else { return Glibc.write(descriptor, pointer, count) }
            errno = ENOSPC
            return -1
        }
        #expect(session.keep([copy("/c/a.http", "GET /1\n"), copy("/c/b.http", "GET /b\n")]) == [])
        isFull.store(true, ordering: .relaxed)
        let problems = session.keep([copy("/c/a.http", "GET /2\n")])
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("/c/a.http has no recovery copy") == true)
        #expect(problems.first?.contains("No space left on device") == true)
        #expect(names.count { $0.hasSuffix(".recovery") } == 2)
        let last = session.finish([copy("/c/a.http", "GET /3\n"), copy("/c/new.http", "GET /new\n")])
        #expect(last.count == 2)
        #expect(last.first?.hasPrefix("The last unsaved edits of /c/a.http are lost, those of some seconds") == true)
        #expect(last.last?.hasPrefix("The unsaved edits of /c/new.http are lost: ") == true)
        #expect(texts(store.copies(under: "/")).sorted() == ["GET /1\n", "GET /b\n"])
    }

    @Test func `a folder that is removed meanwhile is made again, and locked again`() {
        let session = RecoverySession(store)
        #expect(session.keep([copy("/c/a.http", "GET /\n")]) == [])
        for name in names { unlink("\(store.folder)/\(name)") }
        #expect(rmdir(store.folder) == 0)
        #expect(session.keep([copy("/c/a.http", "GET /\n")]) == [])
        #expect(store.copies(under: "/").isEmpty && counts == [0, 1])
        withExtendedLifetime(session) {}
    }

    @Test func `locks of ended sessions without copies are cleared away, nothing else is`() {
        temporary.write("recovery/5-7.lock", "")
        temporary.write("recovery/5-8.lock", "")
        temporary.write("recovery/5-8-0-a.http.recovery", "# apitui recovery version=9\n")
        temporary.write("recovery/mine.lock", "")
        let session = RecoverySession(store)
        #expect(session.keep([copy("/c/a.http", "GET /\n")]) == [])
        let own = names.filter { $0.contains("-\(getpid())") }
        #expect(own.count == 2)
        _ = store.read(under: "/")
        #expect(names == (own + ["5-8.lock", "5-8-0-a.http.recovery", "mine.lock"]).sorted())
        withExtendedLifetime(session) {}
    }

    @Test(
        arguments: [
            ("5-7.lock", "5-7"), ("5-7-0-a.http.recovery", "5-7"), ("5-7-0-a-b.lock", "5-7"), ("a-7.lock", nil),
            ("5.lock", nil), ("5-.lock", nil), ("notes.recovery", nil), ("5-x-0-a.recovery", nil),
        ] as [(String, String?)])
    func `a name says which session it is of`(name: String, session: String?) {
        #expect(RecoveryLock.session(of: name) == session)
    }
}

extension RecoveryStore {
    /// What a session leaves that ends by a signal before any other copy was made.
    func write(_ copies: [RecoveryCopy]) -> [String] { RecoverySession(self).finish(copies) }
}

private enum TemporaryNames {
    static func count(in folder: String) -> Int {
        guard let stream = opendir(folder) else { return 0 }
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream) {
            let isDots = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { $0[0] == 0x2E }
            }
            if !isDots { count += 1 }
        }
        return count
    }
}
