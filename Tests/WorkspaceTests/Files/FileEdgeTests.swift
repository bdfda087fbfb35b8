import Glibc
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Folders, the trash and what lint says of files, at their edges.
@Suite struct FileEdgeTests {
    private let folder = ScratchFolder()

    @Test func `each folder of the program's files has its variable and its place in the home folder`() {
        let folders: [(UserFolder, String, String)] = [
            (.state, "XDG_STATE_HOME", ".local/state"), (.cache, "XDG_CACHE_HOME", ".cache"),
            (.config, "XDG_CONFIG_HOME", ".config"),
        ]
        for (user, name, place) in folders {
            #expect(user.path { ["HOME": "/h"][$0] } == "/h/\(place)/apitui")
            #expect(user.path { ["HOME": "/h", name: "/x"][$0] } == "/x/apitui")
            #expect(user.path { _ in nil } == nil)
            #expect(user.missing("Nothing was kept") == "Nothing was kept: neither \(name) nor HOME names a folder.")
        }
        #expect(Trash.live { ["XDG_STATE_HOME": "/x"][$0] }?.folder == "/x/apitui/trash")
        #expect(DescriptionEditStore.live { ["XDG_STATE_HOME": "/x"][$0] }?.folder == "/x/apitui/descriptions")
        #expect(KeptSchemas.live { ["XDG_CACHE_HOME": "/x"][$0] }?.folder == "/x/apitui/schemas")
        #expect(Trash.live { _ in nil } == nil)
    }

    @Test func `why a file is not read is a clause`() {
        let failures: [(DiskFile.Failure, String)] = [
            (.init(errno: ENOENT), "there is no such file"), (.init(errno: ENOTDIR), "there is no such file"),
            (.init(errno: EISDIR), "it is a folder"), (.init(errno: ENXIO), "it is not a regular file"),
            (.init(errno: EACCES), "Permission denied"), (.tooLarge(limit: 64 << 20), "it is larger than 64 MiB"),
            (.init(errno: EMFILE), "Too many open files ('ulimit -n' shows and sets how many)"),
        ]
        for (failure, clause) in failures { #expect(failure.clause == clause) }
        folder.write("four", "1234")
        #expect(DiskFile.read(folder.path + "/four", limit: 4) == .success(Array("1234".utf8)))
        #expect(DiskFile.read(folder.path + "/four", limit: 3) == .failure(.tooLarge(limit: 3)))
        #expect(DiskFile.read(folder.path, limit: 3) == .failure(.notAFile(isFolder: true)))
        // Files of the kernel say that they are empty, and are read to their end.
        guard case .success(let status) = DiskFile.read("/proc/self/status", limit: 1 << 20) else {
            Issue.record("it was not read")
            return
        }
        #expect(status.count > 100)
        #expect(DiskFile.read("/proc/self/status", limit: 10) == .failure(.tooLarge(limit: 10)))
    }

    @Test func `two paths are the same file only if both are there`() {
        folder.write("a", "")
        folder.write("b", "")
        folder.link("c", to: "a")
        let path = { [folder] (name: String) in "\(folder.path)/\(name)" }
        #expect(DiskFile.areSame(path("a"), path("c")) && !DiskFile.areSame(path("a"), path("b")))
        #expect(!DiskFile.areSame(path("x"), path("x")) && !DiskFile.areSame(path("a"), path("x")))
    }

    @Test func `the trash keeps a thousand entries of a second, and each says whence and when`() throws {
        let trash = Trash(folder: "\(folder.path)/trash")
        let first = try trash.put(folder.write("c/a.http", "GET /\n"), at: 2000)
        #expect(first.id == "2000-0")
        #expect(
            folder.read("trash/2000-0/manifest.json")?.hiding(folder)
                == #"{"version":1,"from":"FOLDER/c/a.http","deletedAt":2000}"#)
        let second = try trash.put(folder.write("c/a.http", "GET /\n"), at: 2000)
        #expect(second.id == "2000-1")
        for number in 0..<1000 { folder.folder("trash/3000-\(number)") }
        let path = folder.write("c/b.http", "GET /\n")
        let error = #expect(throws: CollectionError.self) { try trash.put(path, at: 3000) }
        #expect(
            error?.sentence.hiding(folder)
                == "FOLDER/c/b.http was not deleted: the trash FOLDER/trash cannot be used: it has too many entries of this second."
        )
        #expect(folder.read("c/b.http") == "GET /\n")
        rmdir("\(folder.path)/trash/3000-999")
        #expect(try trash.put(path, at: 3000).id == "3000-999")
    }

    @Test func `a hundred entries of a month stay in the trash`() throws {
        let trash = Trash(folder: "\(folder.path)/trash")
        let now: Int64 = 10_000_000
        let month: Int64 = 30 * 24 * 3600
        for name in ["\(now - month)-0", "\(now - month - 1)-0", "\(now - month)-x", "x-0", "\(now - month - 1)-0-0"] {
            folder.write("trash/\(name)/content", "")
        }
        _ = try trash.put(folder.write("a.http", ""), at: now)
        func names() throws -> [String] {
            try DiskFile.names(in: trash.folder).get().filter { !$0.hasPrefix(".") }.sorted()
        }
        let kept = ["\(now)-0", "\(now - month)-0", "\(now - month)-x", "\(now - month - 1)-0-0", "x-0"]
        #expect(try names() == kept.sorted())
        for number in 1..<98 { folder.write("trash/\(now)-\(number)/content", "") }
        // 99 of this second and one that is older are a hundred.
        let old = "\(now - month)-0"
        _ = try trash.put(folder.write("a.http", ""), at: now)
        #expect(try names().count == 103 && names().contains(old))
        _ = try trash.put(folder.write("a.http", ""), at: now)
        #expect(try names().count == 103 && !names().contains(old))
    }

    @Test func `a move copies what cannot be linked, and nothing that is neither file, folder nor link`() throws {
        var far = PathMove()
        far.rename = { _, _ in EXDEV }
        folder.folder("c")
        #expect(mkfifo("\(folder.path)/c/pipe", 0o600) == 0)
        let error = #expect(throws: PathMove.Failure.self) {
            try far.move("\(folder.path)/c", to: "\(folder.path)/d")
        }
        #expect(error?.code == EINVAL)
        #expect(error?.clause.hiding(folder) == "FOLDER/c/pipe is neither a file nor a folder nor a link")
        #expect(folder.names == ["c"])
    }

    // MARK: Lint

    private func findings(_ path: String) throws -> [String] {
        let loaded = try LoadedFolder(path)
        let lint = CollectionLint(context: { loaded.context(for: $0) })
        return lint.findings(in: loaded.files).map { "\($0.id) \($0.severity) \($0.line) \($0.text)".hiding(folder) }
    }

    @Test func `a description that a request names and that cannot be compared is an error at its line`() throws {
        folder.write(
            "api.yaml",
            "openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths:\n  /pets:\n    get: {operationId: getPets}\n")
        folder.write("shop.graphql", "type Query { a: Int }\n")
        func lint(_ link: String) throws -> [String] {
            folder.write("a.http", "### a\n# @openapi \(link)\nGET http://h/pets\n")
            return try findings(folder.path + "/a.http")
        }
        let start = "E13 error 2 Nothing can be compared with this description: "
        #expect(try lint("./api.yaml") == [] && lint("./api.yaml#getPets") == [] && lint("none") == [])
        #expect(try lint("./gone.yaml") == [start + "./gone.yaml cannot be read: there is no such file"])
        #expect(
            try lint("./api.yaml#getPet") == [start + "./api.yaml: it has no operation getPet; there is getPets"])
        #expect(
            try lint("./shop.graphql") == [start + "./shop.graphql: it is a GraphQL schema, not an OpenAPI description"]
        )
    }

    @Test func `of a private file whose repository cannot be read nothing is known, and that is said once`() {
        folder.write(".git", "gitdir: real\n")
        folder.link("real/commondir", to: "commondir")
        folder.write("http-client.private.env.json", #"{"dev": {"token": "t0ken-of-ann-5"}}"#)
        let set = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        var notices = GitNotices()
        #expect(
            notices.findings(set).map { "\($0.id) \($0.severity) \($0.line) \($0.text)".hiding(folder) } == [
                "N19 warning 1 It is unknown whether git ignores this private file: FOLDER/real/commondir cannot be read: Too many levels of symbolic links"
            ])
        #expect(notices.findings(set) == [])
        let isIgnored = notices.isIgnored("\(folder.path)/http-client.private.env.json")
        #expect(!isIgnored)
    }
}
