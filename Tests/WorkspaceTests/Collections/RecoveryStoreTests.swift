import Glibc
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
