import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// The folder up to which environment files apply, whatever part of a collection is opened.
@Suite struct CollectionRootTests {
    private let folder = ScratchFolder()

    private func root(_ path: String) -> String {
        let root = CollectionRoot.find(forFolder: PathText.join(folder.path, path), home: nil)
        return root == folder.path ? "" : String(root.dropFirst(folder.path.count + 1))
    }

    @Test(arguments: [
        "http-client.env.json", "http-client.private.env.json", "http-client.env.json.user", "rest-client.env.json",
    ])
    func `the topmost folder with an environment file is the root`(name: String) {
        folder.write("api/\(name)", "{}")
        folder.write("api/orders/http-client.env.json", "{}")
        folder.folder("api/orders/new")
        #expect(root("api/orders/new") == "api")
        #expect(root("api") == "api")
        #expect(CollectionRoot.find(forFile: folder.path + "/api/orders/a.http", home: nil) == folder.path + "/api")
    }

    @Test func `without an environment file a folder is its own root`() {
        folder.folder("api/orders")
        #expect(root("api/orders") == "api/orders")
    }

    @Test func `an editor's settings count only if they name environments`() {
        folder.write("a/.vscode/settings.json", "{ \"editor.tabSize\": 2 }")
        folder.write("b/.vscode/settings.json", "{ \"rest-client.environmentVariables\": {} }")
        folder.folder("a/x")
        folder.folder("b/x")
        #expect(root("a/x") == "a/x")
        #expect(root("b/x") == "b")
    }

    @Test func `an editor's settings of more than 16 MiB do not count`() {
        let text = "{ \"rest-client.environmentVariables\": {} }"
        folder.folder("c/x")
        for (size, found) in [(16 << 20, "c"), (16 << 20 + 1, "c/x")] {
            folder.write("c/.vscode/settings.json", text + String(repeating: " ", count: size - text.utf8.count))
            #expect(root("c/x") == found)
        }
    }

    @Test func `the search ends at a repository, at home, and below what others may write`() {
        folder.write("http-client.env.json", "{}")
        folder.folder("repo/.git")
        folder.folder("repo/api")
        folder.folder("home/api")
        folder.folder("open/api")
        folder.write("open/http-client.env.json", "{}")
        #expect(root("repo/api") == "repo/api")
        #expect(
            CollectionRoot.find(forFolder: folder.path + "/home/api", home: folder.path + "/home")
                == folder.path + "/home/api")
        chmod(folder.path + "/open", 0o777)
        #expect(root("open/api") == "open/api")
    }

    @Test func `what is in the home folder is no part of a collection below it`() throws {
        let home = folder.path + "/home"
        for name in ["http-client.env.json", "http-client.private.env.json", ".env", "a.http"] {
            folder.write("home/\(name)", "{}")
        }
        folder.folder("home/downloads/api")
        folder.write("home/work/http-client.env.json", "{}")
        folder.folder("home/work/part")
        folder.link("link", to: home)
        // As HOME may be written.
        for written in [home, home + "/", folder.path + "/./home", folder.path + "/link"] {
            func root(_ path: String) -> String {
                CollectionRoot.find(forFolder: PathText.join(folder.path, path), home: written, current: home)
            }
            #expect(root("home/downloads/api") == home + "/downloads/api")
            #expect(root("home/downloads") == home + "/downloads")
            #expect(root("home/work/part") == home + "/work")
            // It is one by itself, if it is what was opened.
            #expect(root("home") == home)
        }
        #expect(CollectionRoot.find(forFile: home + "/a.http", home: home) == home)
    }

    @Test func `a part of a collection has the environments of the whole, whether a folder or a file is opened`() throws
    {
        folder.write("api/http-client.env.json", #"{"dev": {"host": "h", "who": "all"}}"#)
        folder.write("api/http-client.private.env.json", #"{"dev": {"key": "k"}}"#)
        folder.write("api/orders/http-client.env.json", #"{"dev": {"who": "orders"}}"#)
        folder.write("api/orders/new/a.http", "GET http://{{host}}/{{who}}\nX-Key: {{key}}\n")
        for path in ["api", "api/orders", "api/orders/new", "api/orders/new/a.http"] {
            let loaded = try LoadedFolder(PathText.join(folder.path, path))
            let file = try #require(loaded.files.first)
            let context = loaded.context(for: file, environment: "dev")
            #expect(context.root == folder.path + "/api")
            let request = try #require(file.document.requests.first)
            let outcome = RequestResolver().resolve(request, in: file, context: context)
            guard case .draft(let draft, _) = outcome else {
                Issue.record("\(path): \(outcome)")
                continue
            }
            #expect(draft.url == "http://h/orders" && draft.headers["X-Key"] == "k")
        }
    }

    @Test func `files of the whole collection may be read from a part of it, and none beyond`() throws {
        folder.write("api/http-client.env.json", "{}")
        folder.write("api/common.http", "@v = 1\n")
        folder.write("api/body.txt", "hello")
        folder.write("outside.txt", "no")
        folder.write(
            "api/part/a.http",
            "import ../common.http\n\nPOST http://h/{{v}}\n\n< ../body.txt\n\n###\nPOST http://h/\n\n< ../../outside.txt\n"
        )
        let loaded = try LoadedFolder(folder.path + "/api/part")
        let file = try #require(loaded.files.first)
        let context = loaded.context(for: file)
        func outcome(_ index: Int) throws -> RequestResolver.Outcome {
            RequestResolver().resolve(try #require(file.document.requests[at: index]), in: file, context: context)
        }
        let first = try outcome(0)
        guard case .draft(let draft, _) = first else {
            Issue.record("\(first)")
            return
        }
        #expect(draft.url == "http://h/1")
        let second = try outcome(1)
        guard case .untrusted(let needs, _) = second else {
            Issue.record("\(second)")
            return
        }
        #expect(needs.map(\.kind) == [.fileOutside("../../outside.txt")])
    }

    @Test func `the opened part of a collection may be trusted by itself, or with the whole`() throws {
        folder.write("api/http-client.env.json", "{}")
        folder.write("api/part/a.http", "GET http://h/\n")
        let store = TrustStore(path: folder.path + "/state/apitui/trust")
        let place = try CollectionStore().load(path: folder.path + "/api/part").place
        #expect(place == CollectionPlace(root: folder.path + "/api", opened: folder.path + "/api/part"))
        #expect(!store.trusts(place))
        _ = store.add(folder.path + "/api/part")
        #expect(store.trusts(place))
        #expect(!store.trusts(try CollectionStore().load(path: folder.path + "/api").place))
        _ = store.remove(folder.path + "/api/part")
        _ = store.add(folder.path + "/api")
        #expect(store.trusts(place))
    }

    @Test func `a .env file makes no root, but is read within one`() {
        folder.write("project/.env", "SECRET=s\n")
        folder.folder("project/vendor/api")
        #expect(root("project/vendor/api") == "project/vendor/api")
        folder.write("project/http-client.env.json", "{}")
        #expect(root("project/vendor/api") == "project")
    }

    @Test func `a .env file in the current folder counts for what is opened below it`() {
        folder.write("project/.env", "SECRET=s\n")
        folder.folder("project/part/api")
        let (project, part) = (folder.path + "/project", folder.path + "/project/part/api")
        func root(_ path: String, home: String? = nil, current: String) -> String {
            CollectionRoot.find(forFolder: path, home: home, current: current)
        }
        #expect(root(part, current: project) == project)
        #expect(CollectionRoot.find(forFile: part + "/a.http", home: nil, current: project) == project)
        #expect(root(part, current: part) == part)
        #expect(root(part, home: project, current: project) == part)
        folder.folder("project/part/.git")
        #expect(root(part, current: project) == part)
    }

    @Test func `the folder with a link to a collection is not part of it`() {
        folder.write("mine/part/a.http", "GET http://h/\n")
        folder.write("theirs/http-client.env.json", #"{"dev": {"host": "theirs"}}"#)
        folder.link("theirs/link", to: folder.path + "/mine")
        #expect(root("theirs/link") == "theirs/link")
        #expect(root("theirs/link/part") == "theirs/link/part")
    }
}
