import Glibc
import Testing

@testable import apitui

struct TrustTests {
    private let folder = TemporaryFolder()

    private var store: TrustStore { TrustStore(path: folder.path + "/state/apitui/trust") }

    @Test func `a folder is trusted with what lies below it, until it is removed`() {
        folder.folder("a/b")
        folder.folder("ab")
        #expect(!store.trusts(folder.path + "/a"))
        #expect(store.add(folder.path + "/a") == nil)
        #expect(store.add(folder.path + "/a") == nil)
        #expect(store.folders.count == 1)
        #expect(store.trusts(folder.path + "/a"))
        #expect(store.trusts(folder.path + "/a/b"))
        #expect(!store.trusts(folder.path + "/ab"))
        #expect(!store.trusts(folder.path))
        #expect(store.remove(folder.path + "/a/b")?.contains("is trusted because") == true)
        #expect(store.remove(folder.path + "/a") == nil)
        #expect(!store.trusts(folder.path + "/a/b"))
        #expect(store.remove(folder.path + "/a")?.contains("is not on the list") == true)
    }

    @Test func `links are followed, and what is not there cannot be trusted`() {
        folder.folder("real")
        folder.link("link", to: folder.path + "/real")
        #expect(store.add(folder.path + "/link") == nil)
        #expect(store.trusts(folder.path + "/real"))
        #expect(store.add(folder.path + "/gone") != nil)
        #expect(!store.trusts(folder.path + "/gone"))
        #expect(store.folders == [DiskFile.realPath(folder.path + "/real")])
    }

    @Test func `only this person can read the list`() throws {
        folder.folder("a")
        _ = store.add(folder.path + "/a")
        let info = try #require(DiskFile.info(store.path))
        #expect(info.st_mode & 0o777 == 0o600)
    }

    @Test func `a folder that is gone can still be removed`() {
        folder.folder("a")
        _ = store.add(folder.path + "/a")
        rmdir(folder.path + "/a")
        #expect(store.remove(folder.path + "/a") == nil)
        #expect(store.folders == [])
    }

    // MARK: answers in files

    private func write(_ path: String, overwrites: Bool = false, _ text: String = "x") -> String {
        folder.folder("root/sub")
        let file = AnswerFile(
            path: path, overwrites: overwrites, folder: folder.path + "/root/sub", root: folder.path + "/root")
        switch file.write(Array(text.utf8)) {
        case .success(let path): return path.replacing(DiskFile.realPath(folder.path) ?? "", with: "")
        case .failure(let error): return error.sentence
        }
    }

    @Test func `an answer never takes the place of a file, unless that is asked for`() {
        #expect(write("out/a.json") == "/root/sub/out/a.json")
        #expect(write("out/a.json", "y") == "/root/sub/out/a-1.json")
        #expect(write("out/a.json") == "/root/sub/out/a-2.json")
        #expect(folder.read("root/sub/out/a.json") == "x" && folder.read("root/sub/out/a-1.json") == "y")
        #expect(write("out/a.json", overwrites: true, "z") == "/root/sub/out/a.json")
        #expect(folder.read("root/sub/out/a.json") == "z")
        #expect(write("../b") == "/root/b" && write("../b") == "/root/b-1")
    }

    @Test(arguments: ["../../escape", "/tmp/escape", "", "dir/", "link/a", "../..", "out\u{0}a"])
    func `an answer stays within the collection`(path: String) {
        let outside = TemporaryFolder()
        folder.link("root/sub/link", to: outside.path)
        for overwrites in [false, true] {
            #expect(write(path, overwrites: overwrites).hasPrefix("The answer was not written"))
        }
        #expect(outside.names == [])
        #expect(folder.names == ["root"])
    }

    @Test func `a link out of the collection is not written through`() {
        let outside = TemporaryFolder()
        let victim = outside.write("victim", "safe")
        folder.link("root/sub/to", to: victim)
        folder.link("root/sub/dangling", to: outside.path + "/new")
        #expect(write("to", overwrites: true).contains("leads out"))
        #expect(write("dangling", overwrites: true).contains("leads out"))
        #expect(write("to") == "/root/sub/to-1")
        #expect(outside.read("victim") == "safe" && outside.names == ["victim"])
    }

    // MARK: imports

    @Test func `imports are followed within the collection, each file once`() {
        folder.write(
            "c/main.http", "import ./sub/a.http\nimport gone.http\nimport ../outside.http\n\n### x\nGET http://h/\n")
        folder.write("c/sub/a.http", "# @import ../main.http\nimport b.http\n\n### a\nGET http://h/a\n")
        folder.write("c/sub/b.http", "@v = 1\n")
        folder.write("outside.http", "@secret = 1\n")
        let store = CollectionStore()
        let main = store.reload(
            CollectionFile(
                path: folder.path + "/c/main.http", relativePath: "main.http", document: HTTPDocument(bytes: []),
                stamp: FileStamp(bytes: [])))
        var reader = RequestScopeReader(root: folder.path + "/c", isTrusted: false)
        let scope = reader.scope(of: main)
        #expect(scope.files.map(\.relativePath) == ["main.http", "sub/a.http", "sub/b.http"])
        #expect(scope.problems.map(\.line) == [2, 3])
        #expect(scope.problems.map { $0.need != nil } == [false, true])
        reader.isTrusted = true
        #expect(
            reader.scope(of: main).files.map(\.path).last == folder.path + "/c/sub/b.http"
                || reader.scope(of: main).files.count == 4)
        let edited = CollectionFile(
            path: folder.path + "/c/sub/a.http", relativePath: "sub/a.http",
            document: HTTPDocument(bytes: Array("@open = 1\n".utf8)), stamp: FileStamp(bytes: []))
        reader.known = [edited.path: edited]
        #expect(reader.scope(of: main).definedNames.contains("open"))
    }
}
