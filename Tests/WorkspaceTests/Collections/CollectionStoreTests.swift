import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// Reading folders and writing files, on a real disk.
struct CollectionStoreTests {
    private let folder = ScratchFolder()
    private let store = CollectionStore()

    private func paths(_ collection: CollectionFolder) -> [String] { collection.files.map(\.relativePath) }

    @Test func `a folder is read as a sorted tree`() throws {
        folder.write("b.http", "GET http://b.test\n")
        folder.write("A.rest", "GET http://a.test\n")
        folder.write("sub/deep/c.http", "GET http://c.test\n")
        folder.write("zeta/d.http", "GET http://d.test\n")
        folder.write("readme.md", "GET http://no.test\n")
        folder.write(".git/x.http", "GET http://no.test\n")
        folder.write("node_modules/x.http", "GET http://no.test\n")
        folder.write("empty/readme.md", "")
        let collection = try store.load(path: folder.path + "/./sub/../")
        #expect(collection.root == folder.path)
        #expect(collection.name == PathText.name(of: folder.path))
        #expect(paths(collection) == ["sub/deep/c.http", "zeta/d.http", "A.rest", "b.http"])
        #expect(collection.files.allSatisfy { $0.problem == nil && $0.document.requests.count == 1 })
        #expect(collection.files.first?.path == folder.path + "/sub/deep/c.http")
        guard case .folder("sub", let nodes)? = collection.nodes.first, case .folder("deep", _)? = nodes.first else {
            Issue.record("the tree is wrong: \(collection.nodes)")
            return
        }
    }

    @Test func `a change of the files of a folder reaches all of them, and leaves the tree as it is`() throws {
        folder.write("a.http", "GET http://a.test\n")
        folder.write("sub/deep/b.http", "GET http://b.test\n")
        let collection = try store.load(path: folder.path)
        let changed = collection.changing { file in
            var file = file
            file.problem = FileProblem("changed")
            return file
        }
        #expect(paths(changed) == paths(collection))
        #expect(changed.files.map { $0.problem == FileProblem("changed") } == [true, true])
    }

    @Test func `a file in UTF-16 is named, as its requests would be missing unnoticed`() throws {
        folder.write("a.http", "GET http://a.test\n")
        folder.write("little.http", [0xFF, 0xFE, 0x47, 0])
        folder.write("big.http", [0xFE, 0xFF, 0, 0x47])
        let collection = try store.load(path: folder.path)
        #expect(paths(collection) == ["a.http", "big.http", "little.http"])
        #expect(collection.files.map { $0.problem != nil } == [false, true, true])
        #expect(
            throws: CollectionError(
                sentence: "\(folder.path)/big.http cannot be read: it is UTF-16; save it as UTF-8.")
        ) { try store.load(path: "\(folder.path)/big.http") }
    }

    @Test func `one file is a collection`() throws {
        let path = folder.write("anything.txt", "GET http://a.test\n")
        let collection = try store.load(path: path)
        #expect(collection.root == folder.path)
        #expect(collection.name == "anything.txt")
        #expect(paths(collection) == ["anything.txt"])
    }

    @Test(arguments: [
        ("r.har", "{\"log\": {\"version\": \"1.2\"}}\n"), ("text.txt", "A text.\n"), ("a.bin", "\u{1}\u{2}\n"),
    ])
    func `a file of something else is not opened as one of requests`(_ name: String, _ text: String) {
        let path = folder.write(name, text)
        let sentence = "\(path) has no requests; 'apitui import' turns files of other tools into request files."
        #expect(throws: CollectionError(sentence: sentence)) { try store.open(path: path) }
    }

    @Test(arguments: [("a.http", "# nothing yet\n"), ("new.txt", ""), ("names.txt", "@host = http://a.test\n")])
    func `a file without requests is opened if it may get some`(_ name: String, _ text: String) throws {
        let path = folder.write(name, text)
        #expect(try store.open(path: path).files.map(\.path) == [path])
    }

    @Test func `JSON that is not a description is refused with the way to import it`() {
        let path = folder.write("pm.json", "{\"info\": {}}\n")
        let error = #expect(throws: CollectionError.self) { try store.open(path: path) }
        #expect(error?.sentence.hasPrefix("\(path):1:1: This is not a description of an API") == true)
        #expect(error?.sentence.hasSuffix("'apitui import' turns files of other tools into request files.") == true)
    }

    @Test func `what does not exist is one sentence`() {
        #expect(throws: CollectionError(sentence: "There is no file or folder \(folder.path)/nothing.")) {
            try store.load(path: folder.path + "/nothing")
        }
    }

    @Test func `an empty path is not the current folder`() {
        let sentence = "The path of a file or folder is empty; '.' names the current folder."
        #expect(throws: CollectionError(sentence: sentence)) { try store.load(path: "") }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a FIFO or a device is never waited for`() throws {
        mkfifo(folder.path + "/pipe.http", 0o644)
        folder.link("zero.http", to: "/dev/zero")
        folder.link("gone.http", to: folder.path + "/nowhere")
        let files = try store.load(path: folder.path).files
        #expect(files.map(\.relativePath) == ["gone.http", "pipe.http", "zero.http"])
        #expect(
            files.map(\.problemSentence) == [
                "\(folder.path)/gone.http cannot be read: there is no such file.",
                "\(folder.path)/pipe.http cannot be read: it is not a regular file.",
                "\(folder.path)/zero.http cannot be read: it is not a regular file.",
            ])
        #expect(throws: CollectionError.self) { try store.load(path: folder.path + "/pipe.http") }
    }

    @Test func `links that lead back are passed over, others are followed once`() throws {
        let other = ScratchFolder()
        other.write("o.http", "GET http://o.test\n")
        folder.write("sub/a.http", "GET http://a.test\n")
        folder.link("sub/loop", to: "..")
        folder.link("sub/self", to: ".")
        folder.link("twin", to: "sub")
        folder.link("outside", to: other.path)
        folder.link("outside2", to: other.path)
        folder.link("link.http", to: other.path + "/o.http")
        #expect(paths(try store.load(path: folder.path)) == ["outside/o.http", "sub/a.http", "link.http"])
    }

    @Test func `what is lost by a name that is not UTF-8 is listed with a problem`() throws {
        folder.write("a.http", "GET http://a.test\n")
        folder.write("deep/x.http", "GET http://x.test\n")
        folder.write("none/x.txt", "")
        folder.write("hidden/.x.http", "")
        folder.write("hidden/node_modules/x.http", "")
        let odd = OddNames(folder.path)
        defer { odd.remove() }
        for name in ["deep", "none", "hidden"] { odd.rename(name, to: "\(name)\u{0}") }
        odd.file("\u{0}.http")
        odd.file("\u{0}.txt")
        odd.link("way", to: "none\u{0}")
        odd.link("link\u{0}", to: "deep\u{0}")
        // A link to a file, and one to nothing.
        odd.link("to\u{0}.http", to: "a.http")
        odd.link("no\u{0}.http", to: "gone")
        let collection = try store.load(path: folder.path)
        #expect(
            Set(paths(collection)) == [
                "a.http", "deep\\xFF/", "link\\xFF/", "\\xFF.http", "to\\xFF.http", "no\\xFF.http",
            ])
        let problem = "cannot be read: its name is not UTF-8; rename it, and it can be read."
        #expect(
            Set(collection.files.compactMap(\.problemSentence)) == [
                "\(folder.path)/deep\\xFF \(problem)", "\(folder.path)/link\\xFF \(problem)",
                "\(folder.path)/\\xFF.http \(problem)", "\(folder.path)/to\\xFF.http \(problem)",
                "\(folder.path)/no\\xFF.http \(problem)",
            ])
        let way = "\(folder.path)/way"
        let error = #expect(throws: CollectionError.self) { try store.load(path: way) }
        #expect(
            error?.sentence == "\(way) cannot be read: it is a link, and where it leads to, its name is not UTF-8; "
                + "rename it, and it can be read.")
        #expect(
            store.save(path: way, bytes: [65], expecting: FileStamp(bytes: []), force: true)
                == .failed(sentence: "\(way) was not saved: it is a link to a path that is not UTF-8."))
    }

    @Test func `a file above the limit is listed with a problem`() throws {
        let path = folder.write("big.http", "")
        truncate(path, off_t(DiskFile.maxRequestFileBytes) + 1)
        let file = try #require(try store.load(path: folder.path).files.first)
        #expect(file.problemSentence == "\(path) cannot be read: it is larger than 64 MiB.")
        #expect(file.document.bytes.isEmpty)
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func `unreadable files and folders become nodes with a problem`() throws {
        folder.write("a.http", "GET http://a.test\n", mode: 0)
        folder.folder("locked")
        chmod(folder.path + "/locked", 0)
        let files = try store.load(path: folder.path).files
        #expect(files.map(\.relativePath) == ["locked/", "a.http"])
        #expect(files.allSatisfy { $0.problem?.text.hasSuffix("Permission denied.") == true })
        #expect(throws: CollectionError.self) { try store.load(path: folder.path + "/locked") }
    }

    @Test func `many files are read in their order`() throws {
        for index in 100..<200 { folder.write("\(index).http", "GET http://a.test/\(index)\n") }
        let files = try store.load(path: folder.path).files
        #expect(files.map { $0.document.requests.first?.target } == (100..<200).map { "http://a.test/\($0)" })
    }

    // MARK: saving

    @Test func `a saved file has the new bytes, its mode, and nothing beside it`() throws {
        let path = folder.write("a.http", "old", mode: 0o640)
        let outcome = store.save(path: path, bytes: Array("new".utf8), expecting: FileStamp(bytes: Array("old".utf8)))
        #expect(outcome == .saved(FileStamp(bytes: Array("new".utf8))))
        #expect(folder.read("a.http") == "new")
        #expect(folder.names == ["a.http"])
        #expect(try #require(DiskFile.info(path)).st_mode & 0o7777 == 0o640)
    }

    @Test func `a file that changed on disk is not overwritten unless forced`() throws {
        let path = folder.write("a.http", "theirs")
        let stamp = FileStamp(bytes: Array("old".utf8))
        #expect(
            store.save(path: path, bytes: Array("mine".utf8), expecting: stamp)
                == .conflict(onDisk: Array("theirs".utf8)))
        #expect(folder.read("a.http") == "theirs")
        #expect(
            store.save(path: path, bytes: Array("mine".utf8), expecting: stamp, force: true)
                == .saved(FileStamp(bytes: Array("mine".utf8))))
        #expect(folder.read("a.http") == "mine")
    }

    @Test func `a deleted file is a conflict, a new one is made`() throws {
        let path = folder.path + "/new.http"
        #expect(store.save(path: path, bytes: [65], expecting: FileStamp(bytes: [66])) == .conflict(onDisk: nil))
        #expect(store.save(path: path, bytes: [65], expecting: FileStamp(bytes: [])) == .saved(FileStamp(bytes: [65])))
        #expect(folder.read("new.http") == "A")
        #expect(try #require(DiskFile.info(path)).st_mode & 0o600 == 0o600)
    }

    @Test func `a new file in a folder that is not there makes the folder`() {
        let path = folder.path + "/api/orders/new.http"
        #expect(store.save(path: path, bytes: [65], expecting: FileStamp(bytes: [])) == .saved(FileStamp(bytes: [65])))
        #expect(folder.read("api/orders/new.http") == "A")
        let below = folder.write("file", "") + "/deep/new.http"
        #expect(
            store.save(path: below, bytes: [65], expecting: FileStamp(bytes: []))
                == .failed(
                    sentence: "\(below) was not saved: \(folder.path)/file is not a folder; choose another place."))
        #expect(
            store.save(path: folder.path + "/gone/a.http", bytes: [65], expecting: FileStamp(bytes: [66]))
                == .conflict(onDisk: nil), "a file that was there before makes no folder")
        #expect(!folder.names.contains("gone"))
    }

    @Test func `a file whose folder was removed is written again with its folder`() {
        let path = folder.path + "/gone/deep/a.http"
        let stamp = FileStamp(bytes: [66])
        #expect(store.save(path: path, bytes: [65], expecting: stamp) == .conflict(onDisk: nil))
        #expect(
            store.save(path: path, bytes: [65], expecting: stamp, force: true) == .saved(FileStamp(bytes: [65])))
        #expect(folder.read("gone/deep/a.http") == "A")
    }

    @Test func `a linked file is replaced where it really is`() throws {
        folder.write("real/a.http", "old")
        folder.link("link.http", to: "real/a.http")
        let path = folder.path + "/link.http"
        #expect(
            store.save(path: path, bytes: [65], expecting: FileStamp(bytes: Array("old".utf8)))
                == .saved(FileStamp(bytes: [65])))
        #expect(folder.read("real/a.http") == "A")
        var info = stat()
        lstat(path, &info)
        #expect(info.st_mode & S_IFMT == S_IFLNK)
        folder.link("dangling.http", to: "real/new.http")
        #expect(
            store.save(path: folder.path + "/dangling.http", bytes: [66], expecting: FileStamp(bytes: []))
                == .saved(FileStamp(bytes: [66])))
        #expect(folder.read("real/new.http") == "B")
    }

    @Test func `a read-only file is left alone`() {
        let path = folder.write("a.http", "old", mode: 0o444)
        #expect(
            store.save(path: path, bytes: [65], expecting: FileStamp(bytes: Array("old".utf8)))
                == .failed(sentence: "\(path) was not saved: the file is read-only."))
        #expect(folder.read("a.http") == "old")
    }

    @Test func `a folder that takes no file gives one sentence`() {
        guard
            case .failed(let sentence) = store.save(
                path: "/proc/apitui.http", bytes: [65], expecting: FileStamp(bytes: []))
        else {
            Issue.record("written to /proc")
            return
        }
        #expect(sentence.hasPrefix("/proc/apitui.http was not saved: "))
        #expect(
            store.save(path: folder.path, bytes: [65], expecting: FileStamp(bytes: []), force: true)
                == .failed(sentence: "\(folder.path) was not saved: it is a folder."))
        let gone = folder.path + "/gone"
        #expect(
            store.replace(path: gone + "/a.json", with: [])
                == "\(gone)/a.json was not saved: there is no folder \(gone); make it first.")
    }

    @Test(arguments: [ENOSPC, EIO, EDQUOT])
    func `a full disk leaves the old file and nothing else`(code: Int32) {
        let path = folder.write("a.http", "old")
        let calls = Atomic(0)
        let saver = AtomicSave(write: { descriptor, pointer, count in
            guard calls.add(1, ordering: .relaxed).oldValue > 0 else { return Glibc.write(descriptor, pointer, 1) }
            errno = code
            return -1
        })
        let outcome = saver.save(
            path: path, bytes: [65, 66], expecting: FileStamp(bytes: Array("old".utf8)), force: false)
        #expect(outcome == .failed(sentence: "\(path) was not saved: \(DiskFile.systemMessage(code))."))
        #expect(folder.read("a.http") == "old")
        #expect(folder.names == ["a.http"])
    }

    @Test func `a program that saves while we write wins`() {
        let path = folder.write("a.http", "old")
        let folder = folder
        let saver = AtomicSave(write: { descriptor, pointer, count in
            folder.write("a.http", "theirs")
            return Glibc.write(descriptor, pointer, count)
        })
        let outcome = saver.save(path: path, bytes: [65], expecting: FileStamp(bytes: Array("old".utf8)), force: false)
        #expect(outcome == .conflict(onDisk: Array("theirs".utf8)))
        #expect(folder.names == ["a.http"])
    }

    @Test func `a folder that comes into the place of a file is not replaced`() {
        let path = folder.write("a.http", "old")
        let saver = AtomicSave(write: { descriptor, pointer, count in
            unlink(path)
            mkdir(path, 0o755)
            return Glibc.write(descriptor, pointer, count)
        })
        let outcome = saver.save(path: path, bytes: [65], expecting: FileStamp(bytes: []), force: true)
        #expect(outcome == .failed(sentence: "\(path) was not saved: \(DiskFile.systemMessage(EISDIR))."))
        #expect(folder.names == ["a.http"])
    }

    @Test func `an edited file is saved whole`() throws {
        folder.write("a.http", "\u{FEFF}### T\r\nGET http://a.test")
        var file = try #require(try store.load(path: folder.path).files.first)
        file.document = try file.document.applying(.setMethod("PUT"), toRequest: 0)
        #expect(file.hasUnsavedChanges)
        guard
            case .saved(let stamp) = store.save(path: file.path, bytes: file.document.bytes, expecting: file.stamp)
        else {
            Issue.record("not saved")
            return
        }
        file.stamp = stamp
        #expect(!file.hasUnsavedChanges)
        #expect(folder.read("a.http") == "\u{FEFF}### T\r\nPUT http://a.test")
        #expect(store.reload(file).document == file.document)
    }
}
