import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Explorer
@testable import Workspace

/// What was changed of described requests on its way to the disk.
@Suite struct DescriptionEditWriterTests {
    private let folder = ScratchFolder()
    private var store: DescriptionEditStore { DescriptionEditStore(folder: "\(folder.path)/descriptions") }

    private func edits(_ text: String, of path: String = "/c/openapi.yaml") -> DescriptionEdits {
        DescriptionEdits(path: path, blocks: [DescriptionEdits.Block(name: "a", base: "GET /\n", mine: text)])
    }

    @Test func `the last state of each description is on disk in the end`() throws {
        let writer = DescriptionEditWriter(store)
        for number in 1...20 {
            writer.keep(edits("GET /\(number)\n")) { Issue.record("\($0)") }
            writer.keep(edits("PUT /\(number)\n", of: "/c/other.yaml")) { Issue.record("\($0)") }
        }
        writer.flush { Issue.record("\($0)") }
        #expect(try store.edits(of: "/c/openapi.yaml") == edits("GET /20\n"))
        #expect(try store.edits(of: "/c/other.yaml") == edits("PUT /20\n", of: "/c/other.yaml"))
        // What is written waits no more.
        writer.keep(DescriptionEdits(path: "/c/openapi.yaml")) { Issue.record("\($0)") }
        writer.flush { Issue.record("\($0)") }
        #expect(try store.edits(of: "/c/openapi.yaml").blocks.isEmpty)
        #expect(try store.edits(of: "/c/other.yaml").blocks.count == 1)
    }

    @Test func `what cannot be written is said once for each state`() {
        folder.write("descriptions", "a file in the way")
        let writer = DescriptionEditWriter(store)
        let said = Mutex<[String]>([])
        for number in 1...2 {
            writer.keep(edits("GET /\(number)\n")) { sentence in said.withLock { $0.append(sentence) } }
            writer.flush { sentence in said.withLock { $0.append(sentence) } }
        }
        #expect(said.withLock { $0.count } == 2)
        unlink(store.folder)
        writer.keep(edits("GET /3\n")) { Issue.record("\($0)") }
        writer.flush { Issue.record("\($0)") }
        #expect((try? store.edits(of: "/c/openapi.yaml")) == edits("GET /3\n"))
    }
}
