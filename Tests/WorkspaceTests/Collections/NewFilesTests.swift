import Glibc
import TestSupport
import Testing

@testable import Workspace

/// Files that are written into a folder together, such as those of an import.
@Suite struct NewFilesTests {
    private func error(_ paths: [String] = ["a.http"], into parent: String) -> String? {
        let files = NewFiles(
            paths.map { .init(path: $0, bytes: [], isPrivate: false) }, folder: paths.count > 1 ? "new" : nil)
        do throws(CollectionError) {
            _ = try files.write(into: parent)
            return nil
        } catch { return error.sentence }
    }

    @Test func `a folder that cannot be made is named once, with the reason`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("x", to: "file")
        let clause = "\(file) is not a folder; choose another place"
        #expect(error(into: file) == "Nothing was written: \(clause).")
        #expect(error(into: file + "/a/b") == "Nothing was written: \(clause).")
        let link = folder.path + "/link"
        symlink("gone", link)
        #expect(error(into: link) == "Nothing was written: \(link) is a broken link; choose another place.")
        #expect(error(into: link + "/a") == "Nothing was written: \(link) is a broken link; choose another place.")
        let below = folder.path + "/none"
        #expect(
            error(["none/a.http"], into: folder.path)
                == "\(below)/a.http was not written: there is no folder \(below); make it first.")
    }

    @Test func `a file cannot be the folder of another one`() throws {
        let folder = try TemporaryFolder()
        let sentence = "was not written: its folder has the name of another file."
        #expect(error(["x", "x/y"], into: folder.path) == "x/y \(sentence)")
        #expect(error(["x", "x/y/z"], into: folder.path) == "x/y/z \(sentence)")
        #expect(error(["x/y", "x"], into: folder.path) == "x was not written: two files have that name.")
    }
}
