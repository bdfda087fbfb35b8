import TestSupport
import Testing

@testable import Workspace

/// Files that are written into a folder together, such as those of an import.
@Suite struct NewFilesTests {
    private func error(into parent: String) -> String? {
        do throws(CollectionError) {
            _ = try NewFiles([.init(path: "a.http", bytes: [], isPrivate: false)], folder: nil).write(into: parent)
            return nil
        } catch { return error.sentence }
    }

    @Test func `a folder that cannot be made is named once, with the reason`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("x", to: "file")
        #expect(error(into: file) == "Nothing was written: \(file) is not a folder.")
        #expect(error(into: file + "/a/b") == "Nothing was written: \(file)/a cannot be made: Not a directory.")
    }
}
