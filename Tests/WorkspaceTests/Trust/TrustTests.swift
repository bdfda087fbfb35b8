import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

struct TrustTests {
    private let folder = ScratchFolder()

    private var store: TrustStore { TrustStore(path: folder.path + "/state/apitui/trust") }

    @Test func `a folder is trusted with what lies below it, until it is removed`() throws {
        folder.folder("a/b")
        folder.folder("ab")
        #expect(!store.trusts(folder.path + "/a"))
        #expect(store.add(folder.path + "/a") == nil)
        #expect(store.add(folder.path + "/a") == nil)
        #expect(try store.folders().count == 1)
        #expect(store.trusts(folder.path + "/a"))
        #expect(store.trusts(folder.path + "/a/b"))
        #expect(!store.trusts(folder.path + "/ab"))
        #expect(!store.trusts(folder.path))
        #expect(store.remove(folder.path + "/a/b")?.contains("is trusted because") == true)
        #expect(store.remove(folder.path + "/a") == nil)
        #expect(!store.trusts(folder.path + "/a/b"))
        #expect(store.remove(folder.path + "/a")?.contains("is not on the list") == true)
    }

    @Test func `links are followed, and what is not there cannot be trusted`() throws {
        folder.folder("real")
        folder.link("link", to: folder.path + "/real")
        #expect(store.add(folder.path + "/link") == nil)
        #expect(store.trusts(folder.path + "/real"))
        #expect(store.add(folder.path + "/gone") != nil)
        #expect(!store.trusts(folder.path + "/gone"))
        #expect(try store.folders() == [DiskFile.realPath(folder.path + "/real")])
    }

    @Test func `only this user can read the list`() throws {
        folder.folder("a")
        _ = store.add(folder.path + "/a")
        let info = try #require(DiskFile.info(store.path))
        #expect(info.st_mode & 0o777 == 0o600)
    }

    @Test func `a folder that is gone can still be removed`() throws {
        folder.folder("a")
        _ = store.add(folder.path + "/a")
        rmdir(folder.path + "/a")
        #expect(store.remove(folder.path + "/a") == nil)
        #expect(try store.folders() == [])
    }

    // MARK: addresses

    @Test func `an address is trusted by itself, and a folder trusts nothing that is fetched there`() throws {
        folder.folder("a")
        let path = folder.path + "/a"
        let address = try #require(WebAddress("https://api.test/openapi.yaml"))
        let place = CollectionPlace(root: path, opened: path)
        let fetched = CollectionPlace(root: path, opened: path, address: address)
        #expect(store.add(.folder(path)) == nil)
        #expect(store.trusts(place) && !store.trusts(fetched))
        #expect(store.add(.address(address)) == nil && store.add(.address(address)) == nil)
        #expect(store.trusts(place) && store.trusts(fetched))
        #expect(try store.entries().count == 2 && store.folders().count == 1)
        #expect(store.remove(path) == nil)
        #expect(!store.trusts(place) && store.trusts(fetched))
        for other in ["http://api.test", "https://api.test:8443", "https://www.api.test", "https://api.test.evil"] {
            #expect(WebAddress(other).map(store.trusts) == false, "\(other)")
        }
        #expect(store.remove(.address(address)) == nil && !store.trusts(fetched))
        #expect(store.remove(.address(address)) == "https://api.test is not on the list.")
        #expect(try store.entries() == [])
    }

    @Test func `a list of folders stays as older programs read it, and one with an address has a number`() throws {
        folder.folder("a")
        let path = try #require(DiskFile.realPath(folder.path + "/a"))
        let list = folder.write("list", "relative\n\(path)\n")
        let store = TrustStore(path: list)
        let address = try #require(WebAddress("http://127.0.0.1:8080"))
        #expect(store.add(.address(address)) == nil)
        #expect(folder.read("list") == "# apitui format 2\n\(path)\nhttp://127.0.0.1:8080\n")
        #expect(store.trusts(path) && store.trusts(address) && store.problem == nil)
        #expect(store.remove(.address(address)) == nil)
        #expect(folder.read("list") == "\(path)\n")
        folder.write("list", "https://api.test\n\(path)\nhttps://")
        #expect(!store.trusts(path) && !store.trusts(CollectionPlace(root: path, opened: path)))
        #expect(store.add(.address(address))?.hasSuffix("Nothing was changed.") == true)
        folder.write("list", "# apitui format 3\nhttps://api.test\n")
        #expect(WebAddress("https://api.test").map(store.trusts) == false)
        #expect(store.problem?.contains("(format 3, this one knows 2)") == true)
    }

    // MARK: answers in files

    private func write(_ path: String, overwrites: Bool = false, _ text: String = "x") -> String {
        folder.folder("root/sub")
        let file = ResponseFile(
            path: path, overwrites: overwrites, folder: folder.path + "/root/sub", root: folder.path + "/root")
        switch file.write(BodyBytes(Array(text.utf8))) {
        case .success(let path): return path.replacing(DiskFile.realPath(folder.path) ?? "", with: "")
        case .failure(let error): return error.sentence
        }
    }

    @Test(arguments: [false, true])
    func `a response in a file is written whole`(overwrites: Bool) throws {
        let body = try SpooledBody(in: [folder.path])
        let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
        try bytes.withUnsafeBytes { try body.append($0) }
        folder.folder("root")
        let root = folder.path + "/root"
        let file = ResponseFile(path: "a.bin", overwrites: overwrites, folder: root, root: root)
        let path = try file.write(BodyBytes(body)).get()
        #expect(try DiskFile.read(path, limit: .max).get() == bytes)
    }

    @Test func `a response never replaces a file, unless that is asked for`() {
        #expect(write("out/a.json") == "/root/sub/out/a.json")
        #expect(write("out/a.json", "y") == "/root/sub/out/a-1.json")
        #expect(write("out/a.json") == "/root/sub/out/a-2.json")
        #expect(folder.read("root/sub/out/a.json") == "x" && folder.read("root/sub/out/a-1.json") == "y")
        #expect(write("out/a.json", overwrites: true, "z") == "/root/sub/out/a.json")
        #expect(folder.read("root/sub/out/a.json") == "z")
        #expect(write("../b") == "/root/b" && write("../b") == "/root/b-1")
    }

    @Test(arguments: ["../../escape", "/tmp/escape", "", "dir/", "link/a", "../..", "out\u{0}a"])
    func `a response file stays within the collection`(path: String) {
        let outside = ScratchFolder()
        folder.link("root/sub/link", to: outside.path)
        for overwrites in [false, true] {
            #expect(write(path, overwrites: overwrites).hasPrefix("The response was not written"))
        }
        #expect(outside.names == [])
        #expect(folder.names == ["root"])
    }

    @Test func `a link out of the collection is not written through`() {
        let outside = ScratchFolder()
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

    @Test func `an imported file is named from where its importer is`() {
        folder.write("c/main.http", "import ./sub/a.http\nimport ../outside.http\n")
        folder.write("c/sub/a.http", "@v = 1\n")
        folder.write("outside.http", "@w = 1\n")
        func names(_ importer: String, root: String) -> [String] {
            let main = CollectionStore().reload(
                CollectionFile(
                    path: folder.path + "/c/main.http", relativePath: importer, document: HTTPDocument(bytes: []),
                    stamp: FileStamp(bytes: [])))
            let scope = RequestScopeReader(root: root, isTrusted: true).scope(of: main)
            return scope.files.dropFirst().map(\.relativePath)
        }
        let root = folder.path + "/c"
        #expect(names("main.http", root: root) == ["sub/a.http", "../outside.http"])
        #expect(names("c/main.http", root: root) == ["c/sub/a.http", "outside.http"])
        #expect(names("other.http", root: root) == ["sub/a.http", "../outside.http"])
        for name in ["./c", "../c", "..", folder.path + "/c"] {
            let above = name == ".." ? "../../" : String(name.dropLast())
            #expect(names("\(name)/main.http", root: root) == ["\(name)/sub/a.http", "\(above)outside.http"])
        }
    }

    // MARK: ways out

    @Test(arguments: [
        ".git/hooks/pre-commit", "../.git/config", ".envrc", "a/.hidden/b", ".env", "../.vscode/tasks.json", "inside/x",
        "to-hook", "a.http", "../b.rest", "http-client.env.json", "../http-client.private.env.json", "x.env",
    ])
    func `a response never becomes a file that is run, obeyed, sent or looked up next`(path: String) {
        folder.write("root/.git/hooks/pre-commit", "hook", mode: 0o755)
        folder.link("root/sub/inside", to: folder.path + "/root/.git")
        folder.link("root/sub/to-hook", to: folder.path + "/root/.git/hooks/pre-commit")
        #expect(write(path, overwrites: true).contains("not written"))
        if path != "to-hook" { #expect(write(path).contains("not written")) }
        #expect(folder.read("root/.git/hooks/pre-commit") == "hook")
    }

    @Test func `a linked folder's own secrets are never sent where the collection says`() throws {
        let own = ScratchFolder()
        own.write("http-client.env.json", #"{"dev": {"host": "own.test"}}"#)
        own.write("http-client.private.env.json", #"{"dev": {"token": "s3cr3t"}}"#)
        own.write("a.http", "GET http://{{host}}/\nAuthorization: Bearer {{token}}\n")
        folder.write("evil/http-client.private.env.json", #"{"dev": {"host": "evil.test"}}"#)
        folder.link("evil/link", to: own.path)
        let loaded = try LoadedFolder(folder.path + "/evil")
        let file = try #require(loaded.files.first)
        let context = loaded.context(for: file, environment: "dev")
        let request = try #require(file.document.requests.first)
        guard case .unresolved(let names, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("it was resolved")
            return
        }
        #expect(names.map(\.name) == ["token"])
        #expect(!context.environments.problems.isEmpty)
    }

    @Test func `what is written in a linked request file is never sent where the collection says`() throws {
        let own = ScratchFolder()
        own.write("sub/a.http", "GET http://{{host}}/\nAuthorization: Bearer s3cr3t\n")
        own.write("curl.http", "### a\ncurl http://{{host}}/ -H 'Authorization: Bearer s3cr3t'\n")
        folder.write("evil/http-client.env.json", #"{"dev": {"host": "evil.test"}}"#)
        folder.write("evil/real/own.http", "GET http://{{host}}/\n")
        folder.link("evil/file.http", to: own.path + "/sub/a.http")
        folder.link("evil/folder", to: own.path)
        folder.link("evil/inside.http", to: folder.path + "/evil/real/own.http")
        func outcomes(of path: String, isTrusted: Bool) throws -> [String: String] {
            if isTrusted { #expect(store.add(folder.path + "/evil") == nil) }
            let loaded = try LoadedFolder(PathText.join(folder.path, path), trust: store)
            var outcomes: [String: String] = [:]
            for file in loaded.files {
                let context = loaded.context(for: file, environment: "dev")
                let request = try #require(file.document.requests.first)
                switch RequestResolver().resolve(request, in: file, context: context) {
                case .draft: outcomes[file.relativePath] = "sent"
                case .untrusted(let needs, _):
                    outcomes[file.relativePath] = needs.map(\.sentence).joined(separator: ", ")
                default: Issue.record("\(file.relativePath) is neither sent nor held back")
                }
            }
            return outcomes
        }
        let outside = ["file.http:1", "folder/curl.http:2", "folder/sub/a.http:1"]
        var expected = ["inside.http": "sent", "real/own.http": "sent"]
        for place in outside {
            let file = String(place.prefix { $0 != ":" })
            expected[file] = "\(place): read \(file), outside of its folder"
        }
        #expect(try outcomes(of: "evil", isTrusted: false) == expected)
        #expect(
            try outcomes(of: "evil/file.http", isTrusted: false)
                == ["file.http": "file.http:1: read file.http, outside of its folder"])
        #expect(try Set(outcomes(of: "evil", isTrusted: true).values) == ["sent"])
        // The linked folder as a collection by itself: neither its files nor its place are the other one's.
        #expect(CollectionRoot.find(forFolder: folder.path + "/evil/folder", home: nil) == folder.path + "/evil/folder")
    }

    @Test func `a collection that links to a trusted one is not trusted with it`() throws {
        folder.write("trusted/a.http", "GET http://{{host}}/?{{$processEnv HOME}}\n")
        folder.write("evil/http-client.env.json", #"{"dev": {"host": "evil.test"}}"#)
        folder.link("evil/link", to: folder.path + "/trusted")
        _ = store.add(folder.path + "/trusted")
        let loaded = try LoadedFolder(folder.path + "/evil/link", trust: store)
        let file = try #require(loaded.files.first)
        let context = loaded.context(for: file, environment: "dev")
        #expect(context.isTrusted && context.environments.variables.isEmpty)
        #expect(!store.trusts(try CollectionStore().load(path: folder.path + "/evil").place))
    }

    @Test func `a trusted folder whose place a link took is not trusted any more`() throws {
        folder.write("c/a.http", "GET http://h/\n")
        folder.write("evil/a.http", "GET http://h/\n")
        _ = store.add(folder.path + "/c")
        #expect(store.trusts(try CollectionStore().load(path: folder.path + "/c").place))
        unlink(folder.path + "/c/a.http")
        rmdir(folder.path + "/c")
        folder.link("c", to: folder.path + "/evil")
        #expect(!store.trusts(try CollectionStore().load(path: folder.path + "/c").place))
        #expect(!store.trusts(try CollectionStore().load(path: folder.path + "/c/a.http").place))
    }

    @Test(arguments: [
        "< ../secret.txt", "< /etc/hostname", "<@ ../secret.txt", "< link.txt", "<@latin1 link.txt", "< out/secret.txt",
        "< out/../out/secret.txt", "< {{up}}/secret.txt", "first\n< link.txt",
    ])
    func `no line of a body reads a file outside of the collection`(body: String) throws {
        folder.write("secret.txt", "s3cr3t")
        folder.write("c/a.http", "@up = ..\n\n### a\nPOST http://h/\n\n\(body)\n")
        folder.link("c/link.txt", to: folder.path + "/secret.txt")
        folder.link("c/out", to: folder.path)
        for path in ["c", "c/a.http"] {
            let loaded = try LoadedFolder(PathText.join(folder.path, path))
            let file = try #require(loaded.files.first)
            let context = loaded.context(for: file)
            let request = try #require(file.document.requests.first)
            guard case .untrusted(let needs, _) = RequestResolver().resolve(request, in: file, context: context) else {
                Issue.record("\(path) was read")
                continue
            }
            #expect(needs.count == 1)
        }
    }

    @Test func `a body's file is the one that was looked at, whatever is put in its place`() throws {
        folder.write("c/real.txt", "mine")
        folder.link("c/link.txt", to: folder.path + "/c/real.txt")
        folder.write("c/a.http", "POST http://h/\n\n< link.txt\n")
        let loaded = try LoadedFolder(folder.path + "/c")
        let file = try #require(loaded.files.first)
        let context = loaded.context(for: file)
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("no draft")
            return
        }
        guard case .file(let path) = draft.body else {
            Issue.record("\(draft.body)")
            return
        }
        #expect(path == folder.path + "/c/real.txt")
    }

    @Test(arguments: [
        "-d @/etc/hostname", "--data-binary @../s", "-F x=@/etc/hostname", "-T /etc/hostname", "--json @../s",
    ])
    func `a curl command reads no file outside of the collection`(flags: String) throws {
        folder.write("s", "s3cr3t")
        folder.write("c/a.http", "### a\ncurl \(flags) http://h/\n")
        let loaded = try LoadedFolder(folder.path + "/c")
        let file = try #require(loaded.files.first)
        let context = loaded.context(for: file)
        let request = try #require(file.document.requests.first)
        guard case .untrusted = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("it was read")
            return
        }
    }
}
