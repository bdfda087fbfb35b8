import Glibc
import HTTPFormat
import TestSupport
import Testing

@testable import Workspace

@Suite struct TrashTests {
    private let folder = ScratchFolder()
    private var trash: Trash { Trash(folder: "\(folder.path)/state/trash") }

    /// As if the trash were on another file system.
    private func farTrash(full: Bool = false) -> Trash {
        var trash = trash
        trash.move = {
            var move = PathMove()
            move.rename = { _, _ in EXDEV }
            if full {
                move.write = { _, _, _ in
                    errno = ENOSPC
                    return -1
                }
            }
            return move
        }
        return trash
    }

    private func makeFolder() -> String {
        folder.write("c/api/orders.http", "GET http://h/1\n", mode: 0o600)
        folder.write("c/api/bodies/a.json", "{}")
        folder.link("c/api/link.http", to: "orders.http")
        return "\(folder.path)/c/api"
    }

    @Test(arguments: [false, true])
    func `a folder goes into the trash whole, says where it was, and comes back as it was`(isFar: Bool) throws {
        let path = makeFolder()
        let trash = isFar ? farTrash() : trash
        let entry = try trash.put(path, at: 1000)
        #expect(folder.read("c/api/orders.http") == nil)
        let manifest = folder.read("state/trash/\(entry.id)/manifest.json")
        #expect(manifest?.contains("\"\(path)\"") == true && manifest?.contains("1000") == true)
        var info = stat()
        #expect(stat("\(folder.path)/state/trash", &info) == 0 && info.st_mode & 0o777 == 0o700)
        #expect(stat("\(folder.path)/state/trash/\(entry.id)", &info) == 0 && info.st_mode & 0o777 == 0o700)
        try trash.restore(entry)
        #expect(folder.read("c/api/orders.http") == "GET http://h/1\n" && folder.read("c/api/bodies/a.json") == "{}")
        #expect(stat("\(path)/orders.http", &info) == 0 && info.st_mode & 0o777 == 0o600)
        #expect(lstat("\(path)/link.http", &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
        #expect(folder.read("state/trash/\(entry.id)/manifest.json") == nil)
    }

    @Test func `with a full disk nothing is lost, and no half of a copy stays`() {
        let path = makeFolder()
        #expect(throws: CollectionError.self) { try farTrash(full: true).put(path, at: 1000) }
        #expect(folder.read("c/api/orders.http") == "GET http://h/1\n" && folder.read("c/api/bodies/a.json") == "{}")
        let left = DiskFile.names(in: trash.folder)
        #expect((try? left.get())?.filter { !$0.hasPrefix(".") } == [])
    }

    @Test func `what is deleted within one second has places of its own`() throws {
        let first = try trash.put(folder.write("c/a.http", "first"), at: 1000)
        let second = try trash.put(folder.write("c/a.http", "second"), at: 1000)
        #expect(folder.read("state/trash/\(first.id)/content") == "first")
        #expect(folder.read("state/trash/\(second.id)/content") == "second")
        try trash.restore(second)
        #expect(folder.read("c/a.http") == "second")
    }

    @Test func `what cannot be copied keeps a folder where it is`() {
        let path = makeFolder()
        func refusal() -> String? {
            do throws(CollectionError) {
                _ = try farTrash().put(path, at: 1000)
                return nil
            } catch { return error.sentence }
        }
        mkfifo("\(path)/pipe", 0o600)
        #expect(
            refusal() == "\(path) was not deleted: \(path)/pipe is neither a file nor a folder nor a link.")
        unlink("\(path)/pipe")
        let odd = OddNames(path)
        odd.file("\u{0}.http")
        #expect(refusal() == "\(path) was not deleted: \(path) holds a name that is not UTF-8.")
        odd.remove()
        var deep = path
        for _ in 0..<200 {
            deep += "/d"
            mkdir(deep, 0o755)
        }
        #expect(refusal() == "\(path) was not deleted: its folders are too deep.")
        #expect(folder.read("c/api/orders.http") == "GET http://h/1\n" && folder.read("c/api/bodies/a.json") == "{}")
        #expect((try? DiskFile.names(in: trash.folder).get())?.filter { !$0.hasPrefix(".") } == [])
    }

    @Test func `what is left of a folder after its copy is in the trash is reported`() {
        let path = makeFolder()
        let odd = OddNames(path)
        var trash = trash
        trash.move = {
            var move = PathMove()
            move.rename = { _, _ in EXDEV }
            move.write = { descriptor, bytes, count in
                // Another program makes a file meanwhile.
                odd.file("\u{0}.http")
                return Glibc.write(descriptor, bytes, count)
            }
            return move
        }
        let error = #expect(throws: CollectionError.self) { try trash.put(path, at: 1000) }
        #expect(
            error?.sentence == "A copy of \(path) is in the trash. What is left of \(path) could not be removed: "
                + "\(path) holds a name that is not UTF-8.")
        #expect(folder.read("state/trash/1000-0/content/orders.http") == "GET http://h/1\n")
        #expect(folder.read("c/api/orders.http") == "GET http://h/1\n")
        odd.remove()
    }

    @Test func `a full disk leaves in the trash what was to be put back`() throws {
        let path = makeFolder()
        let entry = try trash.put(path, at: 1000)
        let error = #expect(throws: CollectionError.self) { try farTrash(full: true).restore(entry) }
        #expect(error?.sentence == "\(path) was not put back: \(DiskFile.systemMessage(ENOSPC)).")
        #expect(folder.read("state/trash/\(entry.id)/content/orders.http") == "GET http://h/1\n")
        #expect((try? DiskFile.names(in: "\(folder.path)/c").get())?.filter { !$0.hasPrefix(".") } == [])
        try trash.restore(entry)
        #expect(folder.read("c/api/orders.http") == "GET http://h/1\n")
    }

    @Test(arguments: [false, true])
    func `what is in the place of what was deleted is not overwritten`(isFar: Bool) throws {
        let path = folder.write("c/a.http", "old")
        let trash = isFar ? farTrash() : trash
        let entry = try trash.put(path, at: 1000)
        folder.write("c/a.http", "new")
        let error = #expect(throws: CollectionError.self) { try trash.restore(entry) }
        #expect(error?.sentence.contains("something else is there now") == true)
        #expect(folder.read("c/a.http") == "new")
        #expect(folder.read("state/trash/\(entry.id)/content") == "old")
    }

    @Test func `the newest hundred of the last thirty days are kept`() throws {
        let day: Int64 = 24 * 3600
        for number in 0..<105 { _ = try trash.put(folder.write("c/\(number)", ""), at: 100 * day + Int64(number)) }
        var kept = try DiskFile.names(in: trash.folder).get().filter { !$0.hasPrefix(".") }
        #expect(kept.count == 100 && !kept.contains("\(100 * day)-0"))
        folder.write("state/trash/not-ours/x", "")
        _ = try trash.put(folder.write("c/new", ""), at: 131 * day)
        kept = try DiskFile.names(in: trash.folder).get().filter { !$0.hasPrefix(".") }
        #expect(Set(kept) == ["\(131 * day)-0", "not-ours"])
    }
}

@Suite struct FileOperationTests {
    private let folder = ScratchFolder()

    private func run(_ operation: FileOperation) throws -> FileOperation? {
        try operation.run(trash: Trash(folder: "\(folder.path)/trash"), at: 1)
    }

    @Test func `each operation is taken back by its inverse`() throws {
        let path = "\(folder.path)/c/new/a.http"
        folder.folder("c")
        let made = try run(.make(path))
        #expect(folder.read("c/new/a.http")?.isEmpty == true)
        #expect(made == .discard("\(folder.path)/c/new"), "the folder was made too")
        let back = try run(.move(path, to: "\(folder.path)/c/b.http"))
        #expect(folder.read("c/b.http") != nil && folder.read("c/new/a.http") == nil)
        _ = try run(try #require(back))
        let restore = try run(.discard(path))
        #expect(folder.read("c/new/a.http") == nil)
        _ = try run(try #require(restore))
        #expect(folder.read("c/new/a.http") != nil)
    }

    @Test func `nothing takes the place of an existing file or folder`() throws {
        let (a, b) = (folder.write("a.http", "a"), folder.write("b.http", "b"))
        #expect(throws: CollectionError.self) { try run(.make(a)) }
        #expect(throws: CollectionError.self) { try run(.move(a, to: b)) }
        folder.folder("empty")
        folder.write("full/x.http", "x")
        #expect(throws: CollectionError.self) { try run(.move("\(folder.path)/full", to: "\(folder.path)/empty")) }
        #expect(throws: CollectionError.self) {
            try run(.move("\(folder.path)/full", to: "\(folder.path)/full/inner/deep"))
        }
        #expect(folder.read("a.http") == "a" && folder.read("b.http") == "b" && folder.read("full/x.http") == "x")
        #expect(try run(.discard("\(folder.path)/nothing")) == nil)
        #expect(try run(.recall(a)) == .discard(a) && folder.read("a.http") == "a")
    }

    @Test(arguments: [
        "", " ", "/abs.http", "~/a.http", "../a.http", "a/../b.http", "./a.http", "a//b.http", "a\nb.http",
        "a\u{1B}[2J.http",
        "a\u{2028}.http", "a\u{202E}.http", ".hidden.http", "node_modules/a.http", "a.txt", ".http",
        String(repeating: "x", count: 300) + ".http",
    ])
    func `a name that would leave the collection, break a line or be hidden is refused`(name: String) {
        #expect(FileOperation.problem(withPath: name, isFile: true) != nil)
    }

    @Test(arguments: ["a.http", "über/größe.rest", "a b/c d.http", "x.y.http"])
    func `other names are not`(name: String) {
        #expect(FileOperation.problem(withPath: name, isFile: true) == nil)
    }
}

@Suite struct FileReferencesTests {
    private func file(_ name: String, _ text: String) -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: .init(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
    }

    private func broken(_ files: [CollectionFile], _ path: String, to new: String?) -> [String] {
        FileReferences.broken(in: files, by: path, to: new).map { "\($0.file):\($0.line)" }
    }

    @Test func `imports, runs, body files and scripts are named; variables and outputs are not`() {
        let text = """
            import lib.http
            # @import ./lib.http
            run ./lib.http
            POST http://h
            X: < lib.http

            < ./lib.http
            <@ lib.http
            < ./{{name}}.http
            > lib.http
            >> lib.http
            """
        #expect(
            broken([file("a.http", text)], "/c/lib.http", to: "/c/other.http") == [
                "/c/a.http:1", "/c/a.http:2", "/c/a.http:3", "/c/a.http:7", "/c/a.http:8", "/c/a.http:10",
            ])
    }

    @Test func `a moved file loses what it names itself, and what moves together does not`() {
        let files = [file("api/a.http", "import ./b.http\nGET http://h\n"), file("api/b.http", "GET http://h\n")]
        #expect(broken(files, "/c/api/a.http", to: "/c/a.http") == ["/c/api/a.http:1"])
        #expect(broken(files, "/c/api/a.http", to: "/c/api/z.http").isEmpty)
        #expect(broken(files, "/c/api/b.http", to: nil) == ["/c/api/a.http:1"])
        #expect(broken(files, "/c/api", to: "/c/web").isEmpty)
        #expect(broken(files, "/c/api", to: nil).isEmpty)
    }

    @Test func `what still leads there after the move is not named`() {
        let files = [
            file(
                "api/a.http", "import ../shared/x.http\nimport ../api/b.http\nimport /c/shared/x.http\nGET http://h\n"),
            file("api/b.http", "import /c/api/a.http\nGET http://h\n"), file("shared/x.http", "GET http://h\n"),
        ]
        // Another name in the same folder: the way up is the same.
        #expect(broken(files, "/c/api", to: "/c/web") == ["/c/api/a.http:2", "/c/api/b.http:1"])
        #expect(
            broken(files, "/c/api", to: "/c/v1/api") == ["/c/api/a.http:1", "/c/api/b.http:1"])
    }
}
