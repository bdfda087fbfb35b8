import Contract
import Descriptions
import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// Names, limits and sentences about the files of a collection: each spelling, each edge.
@Suite struct CollectionEdgeTests {
    private let folder = ScratchFolder()

    // MARK: Names

    @Test func `a file is one of environments, of requests, a description, or none of them`() {
        let table = #"""
            a.http -> requests
            a.rest -> requests
            .a.http -> none
            a.HTTP -> requests
            a.Rest -> requests
            .a.HTTP -> none
            http -> none
            a.http.txt -> none
            http-client.env.json -> environments
            my.env.json.user -> environments
            .env -> environments
            .env.dev -> environments
            dev.env -> environments
            a.code-workspace -> environments
            settings.json -> environments
            other-settings.json -> description
            .environment -> none
            a.yaml -> description
            a.YML -> description
            a.json -> description
            a.graphql -> description
            a.graphqls -> description
            a.GQL -> description
            .a.yaml -> none
            a.yaml.txt -> none
            """#
        let wrong = TextTable.differences(table) { name in
            let kinds = [
                CollectionStore.isRequestFile(name) ? "requests" : nil,
                CollectionStore.isEnvironmentFile(name) ? "environments" : nil,
                CollectionStore.mayBeDescription(name) ? "description" : nil,
            ].compactMap(\.self)
            return kinds.isEmpty ? "none" : kinds.joined(separator: " ")
        }
        #expect(wrong == [])
        let alone = ["a.http", "a.json", "openapi.yaml", "a.txt"].filter(DescribedFile.mayBeOpenedAlone)
        #expect(alone == ["a.http", "a.json", "openapi.yaml"])
        let named = ["c/a.rest", "c/a.json", "c/openapi.yaml", "openapi/a.yml", "swagger.txt"]
            .filter(DescribedFile.isNamedAsOneOfCollection)
        #expect(named == ["c/a.rest", "c/openapi.yaml"])
    }

    @Test(arguments: ["\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{FEFF}"])
    func `a sign that is not seen is no part of a name`(sign: String) {
        let sentence = "A name cannot have line breaks or control characters."
        #expect(FileOperation.problem(withPath: "a\(sign)b.http", isFile: true) == sentence)
    }

    @Test(arguments: [
        "http-client.env.json", "http-client.private.env.json", "http-client.env.json.user", "rest-client.env.json",
        "rest-client.private.env.json",
    ])
    func `each file of environments makes its folder a root`(name: String) {
        folder.write("api/\(name)", "")
        folder.folder("api/sub/deep")
        let root = CollectionRoot.find(forFolder: folder.path + "/api/sub/deep", home: nil, current: "/")
        #expect(root == folder.path + "/api")
        // The name decides, not a name that begins or ends like it.
        let other = ScratchFolder()
        other.write("api/my-\(name)", "")
        other.write("api/\(name).txt", "")
        other.folder("api/sub")
        #expect(
            CollectionRoot.find(forFolder: other.path + "/api/sub", home: nil, current: "/") == other.path + "/api/sub")
    }

    @Test func `files of a folder that was named are called from there, the file itself as it was named`() throws {
        folder.write("c/sub/a.http", "GET http://h/\n")
        let whole = try CollectionStore().load(path: folder.path + "/c")
        #expect(whole.named(under: ".").files.map(\.relativePath) == ["sub/a.http"])
        let path = folder.path + "/c"
        #expect(whole.named(under: path).files.map(\.relativePath) == [path + "/sub/a.http"])
        let one = try CollectionStore().load(path: path + "/sub/a.http")
        #expect(one.named(under: path + "/sub/a.http").files.map(\.relativePath) == [path + "/sub/a.http"])
    }

    @Test func `a sentence loses the place that is named already, and no other`() {
        let file = ChainingFixtures.file("GET http://h/\n")
        let place = file.relativePath
        #expect(file.withoutPlace("\(place):3: it is wrong", line: 3) == "it is wrong")
        #expect(file.withoutPlace("\(place):3: it is wrong", line: 4) == "\(place):3: it is wrong")
        #expect(file.withoutPlace("x\(place):3: it", line: 3) == "x\(place):3: it")
    }

    // MARK: Files that are not read

    @Test func `a file says why it is no part of a collection`() {
        func sentence(_ name: String) -> String {
            let path = "\(folder.path)/\(name)"
            return CollectionStore().reload(path: path, relativePath: name)?.problemSentence?.hiding(folder) ?? "none"
        }
        folder.write("a.graphql", "scalar Date\n")
        #expect(sentence("a.graphql") == "FOLDER/a.graphql is not a GraphQL schema: it has no type Query with fields.")
        for (name, bytes) in [("little.http", [0xFF, 0xFE, 0x47, 0]), ("big.http", [0xFE, 0xFF, 0, 0x47])]
            as [(String, [UInt8])]
        {
            folder.write(name, bytes)
            #expect(sentence(name) == "FOLDER/\(name) cannot be read: it is UTF-16; save it as UTF-8.")
        }
        folder.write("half.http", [0xFF, 0x47])
        #expect(sentence("half.http") == "none")
    }

    @Test func `what is neither a file nor a folder, and what is not there, is one sentence`() throws {
        func sentence(_ path: String) -> String {
            do throws(CollectionError) {
                _ = try CollectionStore().load(path: path)
                return "loaded"
            } catch { return error.sentence.hiding(folder) }
        }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        folder.write("file.http", "")
        #expect(sentence(folder.path + "/pipe") == "FOLDER/pipe is neither a file nor a folder that can be read.")
        #expect(sentence(folder.path + "/gone") == "There is no file or folder FOLDER/gone.")
        #expect(sentence(folder.path + "/file.http/x") == "There is no file or folder FOLDER/file.http/x.")
        folder.link("loop", to: "loop")
        #expect(sentence(folder.path + "/loop") == "FOLDER/loop cannot be read: Too many levels of symbolic links.")
    }

    // MARK: New files

    @Test func `what is written anew gets a number where the name is taken`() throws {
        func place(_ paths: [String], folder name: String? = nil) -> String {
            let files = NewFiles(paths.map { .init(path: $0, bytes: [], isPrivate: false) }, folder: name)
            return files.place(in: folder.path).hiding(folder)
        }
        #expect(place(["a.http"]) == "FOLDER/a.http" && place(["x"], folder: "new.d") == "FOLDER/new.d")
        for name in ["a.http", "a-2.http", ".hidden", "plain", "a.tar.gz"] { folder.write(name, "") }
        folder.folder("new.d")
        #expect(place(["a.http"]) == "FOLDER/a-3.http" && place([".hidden"]) == "FOLDER/.hidden-2")
        #expect(place(["plain"]) == "FOLDER/plain-2" && place(["a.tar.gz"]) == "FOLDER/a.tar-2.gz")
        #expect(place(["x"], folder: "new.d") == "FOLDER/new.d-2")
        let files = NewFiles(
            [
                .init(path: "b.http", bytes: Array("GET /\n".utf8), isPrivate: false),
                .init(path: "sub/c", bytes: [], isPrivate: true),
            ], folder: "new.d")
        #expect(try files.write(into: folder.path).hiding(folder) == "FOLDER/new.d-2")
        #expect(folder.read("new.d-2/b.http") == "GET /\n" && folder.read("new.d-2/sub/c") == "")
        #expect(DiskFile.info(folder.path + "/new.d-2/sub/c").map { $0.st_mode & 0o777 } == 0o600)
        #expect(DiskFile.info(folder.path + "/new.d-2/b.http").map { $0.st_mode & 0o400 } == 0o400)
        #expect(folder.names.filter { $0.contains("draft") } == [])
    }

    @Test func `a thousand names are tried, and no more`() throws {
        folder.write("a.http", "")
        for number in 2..<1000 { folder.write("a-\(number).http", "") }
        let files = NewFiles([.init(path: "a.http", bytes: [], isPrivate: false)], folder: nil)
        #expect(files.place(in: folder.path).hiding(folder) == "FOLDER/a-1000.http")
        #expect(try files.write(into: folder.path).hiding(folder) == "FOLDER/a-1000.http")
        let error = #expect(throws: CollectionError.self) { try files.write(into: folder.path) }
        #expect(error?.sentence.hiding(folder) == "Nothing was written: FOLDER has too many files of that name.")
        #expect(files.place(in: folder.path).hiding(folder) == "FOLDER/a.http")
    }

    @Test func `a path out of the folder, or one that no file has, is not written`() {
        func sentence(_ path: String) -> String? {
            let files = NewFiles([.init(path: path, bytes: [], isPrivate: false)], folder: "new")
            do throws(CollectionError) {
                _ = try files.write(into: folder.path)
                return nil
            } catch { return error.sentence }
        }
        let clause = " was not written: the path is not one of a file in the folder."
        for path in ["", "/a", "a//b", "a/", "./a", "../a", "a/../b", "a\u{1F}b", "a\u{7F}"] {
            #expect(sentence(path) == path + clause)
        }
        let deep = String(repeating: "0123456/", count: 437)
        #expect(sentence(deep + "abcd") == deep + "abcd" + clause, "3,500 bytes")
        #expect(sentence("a b/..c") == nil)
    }

    // MARK: Copies of unsaved edits

    @Test func `a mark of content is its length and its FNV-1a hash`() {
        let table = [
            ("", "0-cbf29ce484222325"), ("a", "1-af63dc4c8601ec8c"), ("foobar", "6-85944171f73967e8"),
        ]
        for (text, mark) in table {
            #expect(ContentMark(Array(text.utf8)).text == mark)
            #expect(ContentMark(text: mark) == ContentMark(Array(text.utf8)))
        }
        for text in ["", "6", "6-", "-85944171f73967e8", "x-1", "6-x", "6-1-2", "6-85944171f73967e80"] {
            #expect(ContentMark(text: text) == nil, "\(text)")
        }
    }

    @Test func `a copy that cannot be offered says why, word for word`() {
        let store = RecoveryStore(folder: folder.path + "/recovery")
        func read(_ text: String) -> [String] {
            folder.write("recovery/1-1-0-a.http.recovery", text)
            let read = store.read(under: "/c")
            return read.copies.map { "offered: \($0.path)" } + read.problems.map { $0.hiding(folder) }
        }
        let place = "FOLDER/recovery/1-1-0-a.http.recovery"
        let end = "The file is left as it is; copy what you need out of it."
        let head = "# apitui recovery version=2 base=1-a "
        #expect(
            read("# apitui")
                == [
                    "Unsaved edits of an earlier run in \(place) were cut in the first line; the file is left as it is."
                ]
        )
        #expect(
            read("\(head)length=9 path=/c/a.http\nGET /\n") == [
                "Unsaved edits of /c/a.http in \(place) were cut: 6 of 9 bytes are there. \(end)"
            ])
        #expect(
            read("\(head)length=1 path=/c/a.http\n") == [
                "Unsaved edits of /c/a.http in \(place) were cut: 0 of 1 byte are there. \(end)"
            ])
        #expect(
            read("# apitui recovery version=3 base=1-a length=6 path=/c/a.http\nGET /\n") == [
                "Unsaved edits of an earlier run in \(place) were written by a newer apitui (format 3, this one knows 2) and are left as they are."
            ])
        // More than was there when it was written is no cut, and neither is a copy that does not say.
        #expect(read("\(head)length=5 path=/c/a.http\nGET /\n") == ["offered: /c/a.http"])
        #expect(read("\(head)path=/c/a%20b%.http%4\nGET /\n") == ["offered: /c/a b%.http%4"])
        for line in [
            "\(head)length=6", "\(head)path=/d/a.http", "# apitui recovery path=/c/a.http", "# other path=/c/a",
        ] {
            #expect(read(line + "\nGET /\n") == [], "\(line)")
        }
        folder.link("loop", to: "loop")
        #expect(
            RecoveryStore(folder: folder.path + "/loop").read(under: "/").problems.map { $0.hiding(folder) } == [
                "Unsaved edits of earlier runs in FOLDER/loop cannot be read: Too many levels of symbolic links."
            ])
    }

    @Test func `of the changes that the screen keeps eight are named`() {
        let file = ChainingFixtures.file("GET http://h/\n")
        func sentence(_ names: Int, _ conflicts: Int = 0) -> String? {
            let all = (1...9).map { "r\($0)" }
            let joined = KeptChanges.Joined(
                file: file, names: Array(all.prefix(names)), conflicts: Array(all.prefix(conflicts)))
            return joined.sentence()
        }
        let start = "\(file.relativePath): with the changes that the screen keeps of r1, r2, r3, r4, r5, r6, r7, r8"
        let end = "; --no-kept leaves them out."
        #expect(sentence(8) == start + end && sentence(9) == start + " and 1 more" + end)
        let changed = " The description changed since in the same place of r1, r2, r3, r4, r5, r6, r7, r8."
        #expect(sentence(9, 9) == start + " and 1 more" + end + changed)
        #expect(sentence(8, 8) == start + end + changed)
    }

    // MARK: Git

    @Test func `a work tree is a folder with a head, or a file that leads to one`() {
        /// Its root, and whether the exclusions of its repository count.
        func tree(_ files: [(String, String)]) -> String {
            let folder = ScratchFolder()
            for name in ["a/.git", "real"] where files.contains(where: { $0.0 == "\(name)/HEAD" }) {
                folder.write("\(name)/info/exclude", "x\n")
            }
            for (name, text) in files { folder.write(name, text.replacing(bytes: "HERE", with: folder.path)) }
            folder.folder("a/b")
            guard let tree = GitWorkTree(around: folder.path + "/a/b") else { return "none" }
            let isIgnored = (try? tree.ignores(folder.path + "/a/b/x")) == true
            return tree.root.hiding(folder) + (isIgnored ? ", x is ignored" : "")
        }
        #expect(tree([("a/x", "")]) == "none" && tree([("a/.git/config", "")]) == "none")
        #expect(tree([("a/.git/HEAD", "")]) == "FOLDER/a, x is ignored")
        #expect(tree([("a/.git", "gitdir: ../real\n"), ("real/HEAD", "")]) == "FOLDER/a, x is ignored")
        #expect(tree([("a/.git", "gitdir:\tHERE/real\r\nmore"), ("real/HEAD", "")]) == "FOLDER/a, x is ignored")
        #expect(
            tree([("a/.git", "gitdir: ../real/w\n"), ("real/w/commondir", "..\n"), ("real/HEAD", "")])
                == "FOLDER/a, x is ignored")
        #expect(tree([("a/.git", "gitdir: ../other\n"), ("real/HEAD", "")]) == "FOLDER/a")
        #expect(tree([("a/.git", "other: ../real\n"), (".git/HEAD", ""), ("real/HEAD", "")]) == "FOLDER")
    }
}
