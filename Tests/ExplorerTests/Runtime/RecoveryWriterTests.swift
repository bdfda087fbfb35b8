import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Workspace

/// Copies of unsaved edits on their way to the disk.
@Suite struct RecoveryWriterTests {
    private let folder = ScratchFolder()
    private var store: RecoveryStore { RecoveryStore(folder: "\(folder.path)/recovery") }

    private func job(_ text: String) -> RecoveryJob {
        RecoveryJob {
            [
                RecoveryCopy(
                    path: "/c/a.http", document: HTTPDocument(bytes: Array(text.utf8)), base: ContentMark([]))
            ]
        }
    }

    @Test func `the last state is on disk in the end, and gone after a normal end`() throws {
        let writer = RecoveryWriter(RecoverySession(store))
        for number in 1...20 { writer.keep(job("GET /\(number)\n")) { Issue.record("\($0)") } }
        writer.flush { Issue.record("\($0)") }
        #expect(store.contents().running == 1 && store.copies(under: "/").isEmpty)
        let name = try #require(DiskFile.names(in: store.folder).get().first { $0.hasSuffix(".recovery") })
        #expect(folder.read("recovery/\(name)")?.hasSuffix("\nGET /20\n") == true)
        #expect(writer.finish([]) == [])
        #expect(try DiskFile.names(in: store.folder).get().sorted() == [".", ".."])
    }

    @Test func `what waits at the end is left out`() {
        let writer = RecoveryWriter(RecoverySession(store))
        writer.keep(job("GET /1\n")) { Issue.record("\($0)") }
        #expect(writer.finish(job("GET /2\n").copies()) == [])
        writer.flush { Issue.record("\($0)") }
        #expect(store.copies(under: "/").map(\.document.bytes) == [Array("GET /2\n".utf8)])
    }

    @Test func `a folder that cannot be made is said once, and tried again`() {
        folder.write("recovery", "a file in the way")
        let writer = RecoveryWriter(RecoverySession(store))
        let said = Mutex<[String]>([])
        for number in 1...3 {
            writer.keep(job("GET /\(number)\n")) { sentence in said.withLock { $0.append(sentence) } }
            writer.flush { sentence in said.withLock { $0.append(sentence) } }
        }
        let sentences = said.withLock { $0 }
        #expect(sentences.count == 1)
        #expect(sentences.first?.hasPrefix("/c/a.http has no recovery copy, so that a crash would lose") == true)
        unlink(store.folder)
        writer.keep(job("GET /4\n")) { Issue.record("\($0)") }
        writer.flush { Issue.record("\($0)") }
        #expect(store.contents().running == 1)
    }
}
