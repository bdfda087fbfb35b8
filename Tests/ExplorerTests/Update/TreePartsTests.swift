import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Workspace

/// The tree of a collection and the state of its files, without a screen.
@Suite struct TreePartsTests {
    private static func tree(_ files: [(String, String)]) -> CollectionTree {
        var tree = CollectionTree()
        _ = tree.take(Robot.folder(files))
        return tree
    }

    /// A file of so many requests.
    private static func requests(_ count: Int) -> String {
        (0..<count).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
    }

    /// The rows as texts, two spaces for each level.
    private static func rows(_ tree: CollectionTree) -> [String] {
        tree.rows.map { String(repeating: "  ", count: $0.depth) + tree.name(of: $0) }
    }

    private static func document(_ names: [String]) -> HTTPDocument {
        HTTPDocument(bytes: Array(names.map { "### \($0)\nGET http://h/\($0)\n" }.joined(separator: "\n").utf8))
    }

    // MARK: Rows

    @Test(
        arguments: [
            ("GET http://h/a/b?x=1", "/a/b?x=1"), ("GET {{base}}/orders", "/orders"), ("GET {{a/b}}/x", "/x"),
            ("GET http://h", "http://h"), ("GET http://h/", "http://h/"), ("GET http://h:8080/x", "/x"),
            ("### All\nGET http://h/a", "All"), ("# @name all\nGET http://h/a", "all"),
            ("### All\n# @name all\nGET http://h/a", "All"),
            ("### POST echo\nPOST http://h/echo", "echo"), ("### POST /up\nPOST http://h/a", "/up"),
            ("### POST echo\nGET http://h/echo", "POST echo"), ("### GET\nGET http://h/a", "GET"),
        ])
    func `a request without a name shows its path`(text: String, label: String) throws {
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(CollectionTree.shortLabel(request) == label)
    }

    @Test func `headings lose the signs around them, unless they are nothing else`() {
        let text = """
            ### --- Orders - new ---

            ### list
            GET http://h/a

            ### == Users ==
            # of the shop

            ### me
            GET http://h/b

            """
        let tree = Self.tree([("a.http", text)])
        #expect(Self.rows(tree) == ["a.http", "  Orders - new", "  list", "  Users", "  me"])
    }

    @Test func `a request is added below a row of the same file, and to the end of any other`() throws {
        let text = "### Users\n\n### list\nGET http://h/a\n\n### me\nGET http://h/b\n"
        let tree = Self.tree([("a.http", text), ("b.http", text)])
        let key = try #require(tree.key("/c/a.http", 1))
        #expect(tree.requestPlace(in: "/c/a.http", at: .request(key)) == .after(1))
        #expect(tree.requestPlace(in: "/c/b.http", at: .request(key)) == .end)
        let heading = TreeRow.Kind.heading(file: "/c/a.http", block: 0)
        #expect(tree.requestPlace(in: "/c/a.http", at: heading) == .belowHeading(block: 0))
        #expect(tree.requestPlace(in: "/c/b.http", at: heading) == .end)
        #expect(tree.requestPlace(in: "/c/a.http", at: .file("/c/a.http")) == .end)
    }

    @Test func `up to two hundred requests everything is open at the start, beyond only a file that is alone`() {
        for (files, count) in [
            ([("a.http", 200)], 201), ([("a.http", 201)], 202), ([("a.http", 100), ("b.http", 100)], 202),
            ([("a.http", 100), ("b.http", 101)], 2), ([("f/a.http", 100), ("b.http", 100)], 203),
            ([("f/a.http", 101), ("b.http", 100)], 2), ([("f/a.http", 201)], 2),
        ] as [([(String, Int)], Int)] {
            let tree = Self.tree(files.map { ($0.0, Self.requests($0.1)) })
            #expect(tree.rows.count == count, "\(files)")
        }
    }

    @Test func `a filter shows what holds all its words, and all of a file whose name does`() {
        var tree = Self.tree([
            ("shop/orders.http", "### list\nGET http://h/orders\n\n### add\n# @name create\nPOST http://h/orders\n"),
            ("users.http", "### me\nGET http://h/me\n\n### you\nGET http://h/you\n"),
        ])
        func rows(_ filter: String) -> [String] {
            tree.setFilter(filter)
            return Self.rows(tree)
        }
        #expect(rows("ORDERS post") == ["shop", "  orders.http", "    add"])
        #expect(tree.selection == 2, "the first request is selected")
        #expect(rows("create") == ["shop", "  orders.http", "    add"])
        #expect(rows("list") == ["shop", "  orders.http", "    list"])
        #expect(rows("users") == ["users.http", "  me", "  you"])
        #expect(rows("me") == ["users.http", "  me"])
        #expect(rows("post me").isEmpty && tree.selection == 0 && tree.selectedRow == nil)
        #expect(rows("").count == 7)
    }

    @Test func `what hides a row is opened to show it, and nothing else`() throws {
        var tree = Self.tree([("f/a.http", Self.requests(2)), ("f/b.http", Self.requests(1)), ("g/c.http", "")])
        tree.setAllOpen(false)
        #expect(Self.rows(tree) == ["f", "g"])
        tree.reveal(try #require(tree.key("/c/f/a.http", 1)))
        #expect(Self.rows(tree) == ["f", "  a.http", "    r0", "    r1", "  b.http", "g"])
        #expect(tree.selection == 3 && tree.selectedRequest == tree.key("/c/f/a.http", 1))
        #expect((0..<6).map { tree.parent(of: $0) } == [nil, 0, 1, 1, 0, nil] && tree.parent(of: 6) == nil)
        tree.setAllOpen(false)
        #expect(tree.selection == 0)
        tree.reveal(file: "/c/g/c.http")
        #expect(Self.rows(tree) == ["f", "g", "  c.http"] && tree.selection == 2)
    }

    @Test func `a selected request that is gone gives way to the next, the one before, or its file`() throws {
        for (names, selected, left, now) in [
            (["a", "b", "c"], 1, ["a", "c"], "c"), (["a", "b", "c"], 2, ["a", "b"], "b"),
            (["a", "b"], 0, ["b"], "b"), (["a"], 0, [], "a.http"),
        ] as [([String], Int, [String], String)] {
            var tree = Self.tree([("a.http", String(decoding: Self.document(names).bytes, as: UTF8.self))])
            tree.selection = selected + 1
            #expect(tree.selectedRow.map { tree.name(of: $0) } == names[selected])
            tree.edit("/c/a.http", to: Self.document(left), .removed(at: selected))
            #expect(tree.selectedRow.map { tree.name(of: $0) } == now, "\(names) without \(names[selected])")
        }
    }

    // MARK: Edits

    @Test func `an edit is taken back and made again, and a new one ends what could be made again`() {
        var tree = Self.tree([("a.http", String(decoding: Self.document(["a"]).bytes, as: UTF8.self))])
        let path = "/c/a.http"
        func names() -> [String] { tree.files[path]?.requests.map(\.label) ?? [] }
        let (isUndone, isRedone) = (tree.undo(path), tree.redo(path))
        #expect(!isUndone && !isRedone && tree.editCount == 0)
        tree.edit(path, to: Self.document(["a"]))
        #expect(tree.editCount == 0 && tree.unsavedPaths.isEmpty, "the same text is no edit")
        tree.edit(path, to: Self.document(["b"]))
        tree.edit(path, to: Self.document(["c"]))
        #expect(tree.editCount == 2 && tree.unsavedPaths == [path])
        let back = tree.undo(path)
        #expect(back && names() == ["b"])
        let again = tree.redo(path)
        #expect(again && names() == ["c"])
        _ = tree.undo(path)
        tree.edit(path, to: Self.document(["d"]))
        let isThere = tree.redo(path)
        #expect(!isThere && names() == ["d"])
        _ = tree.undo(path)
        _ = tree.undo(path)
        let more = tree.undo(path)
        #expect(!more && names() == ["a"] && tree.unsavedPaths.isEmpty)
    }

    @Test(arguments: [(0, 100), (1 << 20, 100), ((1 << 20) + 1, 4)])
    func `a hundred edits are kept, of a file above a mebibyte four`(bytes: Int, limit: Int) {
        let head = "POST http://h\n\n"
        let text = head + String(repeating: "x", count: max(0, bytes - head.utf8.count))
        var ids = RequestIDs()
        var state = FileState(Robot.file("a.http", text), &ids)
        #expect(state.undoLimit == limit)
        for number in 0..<limit + 3 { state.keep(EditStep(document: HTTPDocument(bytes: []), edits: number)) }
        #expect(state.undo.map(\.edits) == Array(3..<limit + 3))
    }

    // MARK: Requests keep their ids

    private static func state(_ names: [String]) -> (FileState, RequestIDs) {
        var ids = RequestIDs()
        let state = FileState(Robot.file("a.http", String(decoding: document(names).bytes, as: UTF8.self)), &ids)
        return (state, ids)
    }

    /// After a change: by the ids of before, which request each place has; nil for a new one.
    private static func places(
        _ before: [String], _ after: [String], _ change: OrderChange
    ) -> [String?] {
        var (state, ids) = Self.state(before)
        let old = state.ids
        state.take(document(after), change, &ids)
        return state.ids.map { id in old.firstIndex(of: id).map { before[$0] } }
    }

    @Test func `a change that is known moves the ids with their requests`() {
        #expect(Self.places(["a", "b", "c"], ["b", "c", "a"], .moved(from: 0, to: 2)) == ["b", "c", "a"])
        #expect(Self.places(["a", "b", "c"], ["c", "a", "b"], .moved(from: 2, to: 0)) == ["c", "a", "b"])
        #expect(Self.places(["a", "b", "c"], ["a", "c"], .removed(at: 1)) == ["a", "c"])
        #expect(Self.places(["a", "b"], ["a", "x", "b"], .inserted(at: 1)) == ["a", nil, "b"])
        #expect(Self.places(["a", "b"], ["a", "b", "x"], .inserted(at: 9)) == ["a", "b", nil])
        // The title of one was changed.
        #expect(Self.places(["a", "b"], ["a", "x"], .same) == ["a", "b"])
        // What does not fit the text is found by comparing.
        #expect(Self.places(["a", "b", "c"], ["a", "c"], .removed(at: 9)) == ["a", "c"])
        #expect(Self.places(["a", "b", "c"], ["c"], .same) == ["c"])
    }

    @Test func `requests are found again in any order, each once`() {
        let names = ["a", "b", "c", "d"]
        for (after, found) in [
            (["d", "c", "b", "a"], ["d", "c", "b", "a"]), (["b", "d"], ["b", "d"]),
            (["x", "a", "b", "c", "d"], [nil, "a", "b", "c", "d"]),
            (["a", "b", "c", "d", "y"], ["a", "b", "c", "d", nil]),
            (["a", "x", "c", "d"], ["a", "b", "c", "d"]), (["c", "x", "a"], ["c", "b", "a"]), ([], []),
        ] as [([String], [String?])] {
            #expect(Self.places(names, after, .matched) == found, "\(after)")
        }
        // Two of one name and text: none of them is taken twice.
        var (state, ids) = Self.state(["a", "a", "b"])
        state.take(Self.document(["b", "a", "a", "a"]), .matched, &ids)
        #expect(Set(state.ids).count == 4)
        for (place, id) in state.ids.enumerated() {
            #expect(state.index(of: id) == place && state.key(place)?.id == id)
        }
        #expect(state.key(4) == nil && state.key(-1) == nil)
    }

    // MARK: Places

    @Test func `a folder that is renamed takes its files along, and no folder that only begins like it`() throws {
        var tree = Self.tree([("a/x.http", Self.requests(1)), ("ab/y.http", Self.requests(1)), ("z.http", "")])
        let key = try #require(tree.key("/c/a/x.http", 0))
        tree.reveal(key)
        let renamed = tree.move("/c/a", to: "/c/new")
        #expect(renamed == ["/c/a/x.http": "/c/new/x.http"])
        #expect(Self.rows(tree) == ["new", "  x.http", "    r0", "ab", "  y.http", "    r0", "z.http"])
        #expect(tree.selectedRequest == tree.key("/c/new/x.http", 0) && tree.files["/c/a/x.http"] == nil)
        #expect(tree.relativePath(of: "/c/new/x.http") == "new/x.http")
        #expect(tree.selectedRequest?.id == key.id)
    }

    @Test func `a file that is taken away leaves the rows of others where they are`() {
        var tree = Self.tree([("a/x.http", ""), ("a/y.http", ""), ("b/z.http", ""), ("w.http", "")])
        tree.forget(["/c/a/x.http"])
        #expect(Self.rows(tree) == ["a", "  y.http", "b", "  z.http", "w.http"])
        tree.toggle(.folder("a"))
        #expect(Self.rows(tree) == ["a", "b", "  z.http", "w.http"])
        tree.toggle(.folder("b"))
        #expect(Self.rows(tree) == ["a", "b", "w.http"])
        tree.forget(["/c/a/y.http", "/c/b/z.http", "/c/w.http"])
        tree.toggle(.folder("a"))
        #expect(Self.rows(tree) == ["a", "b"] && tree.filePaths.isEmpty)
    }

    @Test func `what can be shown is below the folder, and beside a file that was opened alone nothing`() {
        let folder = Self.tree([("a.http", ""), ("f/b.http", "")])
        #expect(!folder.isSingle && folder.canHold("/c/new.http") && folder.canHold("/c/f/g/new.http"))
        #expect(!folder.canHold("/d/new.http") && !folder.canHold("/cc/new.http"))
        #expect(
            folder.filePaths(at: "/c/f") == ["/c/f/b.http"] && folder.filePaths(at: "/c/f/b.http") == ["/c/f/b.http"])
        var single = CollectionTree()
        _ = single.take(CollectionFolder(root: "/c", name: "a.http", nodes: [.file(Robot.file("a.http", ""))]))
        #expect(single.isSingle && single.singlePath == "/c/a.http")
        #expect(single.canHold("/c/a.http") && !single.canHold("/c/b.http"))
    }
}
