import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Workspace

/// What a tree takes over when files are read again, and what it keeps of edits.
@Suite struct TreeNewsTests {
    private static let path = "/c/a.http"

    private static func text(_ name: String) -> String { "### \(name)\nGET http://h/\(name)\n" }

    private static func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    private static func tree(_ files: (String, String)...) -> CollectionTree {
        var tree = CollectionTree()
        _ = tree.take(Robot.folder(files))
        return tree
    }

    private static func rows(_ tree: CollectionTree) -> [String] {
        tree.rows.map { String(repeating: "  ", count: $0.depth) + tree.name(of: $0) }
    }

    private static func file(_ tree: CollectionTree) -> String {
        String(decoding: tree.files[path]?.file.document.bytes ?? [], as: UTF8.self)
    }

    // MARK: Reading again

    @Test func `the first reading is no news, later ones name what changed, came and went`() {
        var tree = CollectionTree()
        let first = tree.take(Robot.folder([("a.http", Self.text("a")), ("b.http", Self.text("b"))]))
        #expect(first.added.isEmpty && first.changed.isEmpty)
        var news = tree.take(Robot.folder([("a.http", Self.text("x")), ("c.http", Self.text("c"))]))
        #expect(Array(news.changed.keys) == [Self.path] && news.added == ["c.http"] && news.removed == ["b.http"])
        #expect(news.renamed.isEmpty && news.orphaned.isEmpty && news.postponed.isEmpty && news.merged.isEmpty)
        news = tree.take(Robot.folder([("a.http", Self.text("x")), ("c.http", Self.text("c"))]))
        #expect(news.changed.isEmpty && news.added.isEmpty && news.removed.isEmpty)
        // A file that is busy waits, also where it is gone.
        news = tree.take(Robot.folder([("c.http", Self.text("y"))]), busy: [Self.path, "/c/c.http"])
        #expect(news.postponed == ["/c/c.http"] && news.removed.isEmpty && news.changed.isEmpty)
        #expect(Self.rows(tree) == ["c.http", "a.http", "  x"], "what is new is closed")
        // Of files alone, those that the tree does not have are left out.
        news = tree.take(
            [Robot.file("c.http", Self.text("z")), Robot.file("none.http", Self.text("n"))], busy: [])
        #expect(Array(news.changed.keys) == ["/c/c.http"] && news.added.isEmpty)
        tree.toggle(.file("/c/c.http"))
        #expect(Self.rows(tree) == ["c.http", "  z", "a.http", "  x"])
    }

    @Test func `a file of the same bytes in another place was renamed, if there is one such`() {
        for (before, after, renamed) in [
            ([("a.http", "1")], [("b.http", "1")], ["/c/a.http": "/c/b.http"]),
            ([("a.http", "1")], [("b.http", "1"), ("c.http", "1")], [:]),
            ([("a.http", "1"), ("b.http", "1")], [("c.http", "1")], ["/c/a.http": "/c/c.http"]),
            ([("a.http", "1")], [("a.http", "1"), ("b.http", "1")], [:]), ([("a.http", "1")], [("b.http", "2")], [:]),
            ([("a.http", "")], [("b.http", "")], [:]),
        ] as [([(String, String)], [(String, String)], [String: String])] {
            func files(_ list: [(String, String)]) -> CollectionFolder {
                Robot.folder(list.map { ($0.0, $0.1.isEmpty ? "" : Self.text($0.1)) })
            }
            var tree = CollectionTree()
            _ = tree.take(files(before))
            let news = tree.take(files(after))
            #expect(news.renamed == renamed, "\(before) \(after)")
        }
    }

    @Test func `what was open is open under its new name, and what was closed is closed`() {
        for isOpen in [true, false] {
            var tree = Self.tree(("f/a.http", Self.text("a")), ("z.http", Self.text("z")))
            if !isOpen { tree.setAllOpen(false) }
            _ = tree.take(Robot.folder([("g/b.http", Self.text("a")), ("z.http", Self.text("z"))]))
            #expect(
                Self.rows(tree) == (isOpen ? ["g", "  b.http", "    a", "z.http", "  z"] : ["g", "z.http"]))
            tree.toggle(.folder("g"))
            #expect(Self.rows(tree) == (isOpen ? ["g", "z.http", "  z"] : ["g", "  b.http", "z.http"]))
        }
    }

    @Test func `edits stay beside what changed in other requests, and ask where the same one did`() {
        let two = Self.text("a") + "\n" + Self.text("b")
        let (mine, theirs) = (two.replacing("h/a", with: "h/mine"), two.replacing("h/b", with: "h/theirs"))
        func edited() -> CollectionTree {
            var tree = Self.tree(("a.http", two))
            tree.edit(Self.path, to: Self.document(mine))
            return tree
        }
        var tree = edited()
        var news = tree.take(Robot.folder([("a.http", theirs)]))
        #expect(news.merged == [Self.path] && Array(news.changed.keys) == [Self.path] && news.conflicts.isEmpty)
        #expect(Self.file(tree) == mine.replacing("h/b", with: "h/theirs") && tree.unsavedPaths == [Self.path])
        #expect(tree.files[Self.path]?.file.stamp.bytes == Array(theirs.utf8))
        tree = edited()
        news = tree.take(Robot.folder([("a.http", two.replacing("h/a", with: "h/other"))]))
        #expect(news.conflicts.map(\.path) == [Self.path] && news.changed.isEmpty && news.merged.isEmpty)
        #expect(Self.file(tree) == mine && tree.files[Self.path]?.isChangedOnDisk == true)
        tree = edited()
        news = tree.take(Robot.folder([("a.http", theirs)]), join: { _ in nil })
        #expect(news.conflicts.isEmpty && news.changed.isEmpty && Self.file(tree) == mine)
        tree = edited()
        news = tree.take(Robot.folder([]))
        #expect(news.orphaned == ["a.http"] && news.removed.isEmpty && tree.unsavedPaths == [Self.path])
        news = tree.take(Robot.folder([]))
        #expect(news.orphaned.isEmpty && tree.unsavedPaths == [Self.path], "it is news once")
    }

    // MARK: Edits

    @Test func `edits are counted, and each remembers how many came before it`() {
        var tree = Self.tree(("a.http", Self.text("a")))
        func counts() -> [Int] { [tree.editCount, tree.lastEdit] }
        func steps() -> [[Int]] {
            [tree.files[Self.path]?.undo ?? [], tree.files[Self.path]?.redo ?? []].map { $0.map(\.edits) }
        }
        #expect(counts() == [0, 0])
        tree.edit(Self.path, to: Self.document(Self.text("b")))
        #expect(counts() == [1, 1] && steps() == [[0], []])
        tree.edit(Self.path, to: Self.document(Self.text("c")))
        #expect(counts() == [2, 2] && steps() == [[0, 1], []])
        _ = tree.undo(Self.path)
        #expect(counts() == [3, 2] && steps() == [[0], [2]])
        _ = tree.redo(Self.path)
        #expect(counts() == [4, 2] && steps() == [[0, 3], []])
        tree.edit("/c/none.http", to: Self.document("x"))
        #expect(counts() == [4, 2])
    }

    @Test func `a new file is shown with its folders, and open when it is found there`() {
        var tree = Self.tree(("a.http", Self.text("a")))
        tree.addNewFile(path: "/c/x/new.http", relativePath: "x/new.http", document: Self.document(Self.text("n")))
        tree.addNewFile(path: "/c/x/new.http", relativePath: "x/new.http")
        #expect(Self.rows(tree) == ["a.http", "  a", "x/new.http", "  n"] && tree.unsavedPaths == ["/c/x/new.http"])
        tree.saved("/c/x/new.http", stamp: FileStamp(bytes: Array(Self.text("n").utf8)))
        #expect(tree.unsavedPaths.isEmpty)
        let news = tree.take(Robot.folder([("x/new.http", Self.text("n")), ("a.http", Self.text("a"))]))
        #expect(news.added.isEmpty && Self.rows(tree) == ["x", "  new.http", "    n", "a.http", "  a"])
    }

    @Test func `a restored copy is an unsaved edit, and a conflict where it was made on other bytes`() {
        for (base, isConflict) in [(Self.text("a"), false), (Self.text("older"), true)] {
            var tree = Self.tree(("a.http", Self.text("a")))
            tree.restore(
                RecoveryCopy(
                    path: Self.path, document: Self.document(Self.text("mine")),
                    base: ContentMark(Array(base.utf8))))
            #expect(Self.file(tree) == Self.text("mine") && tree.unsavedPaths == [Self.path])
            #expect(tree.files[Self.path]?.isChangedOnDisk == isConflict)
            #expect(tree.files[Self.path]?.file.stamp.bytes == (isConflict ? [] : Array(Self.text("a").utf8)))
            let isBack = tree.undo(Self.path)
            #expect(isBack && Self.file(tree) == Self.text("a"))
        }
    }

    @Test func `what is on disk replaces edits with nothing to take back, a settled conflict can be taken back`() {
        var tree = Self.tree(("a.http", Self.text("a")))
        tree.edit(Self.path, to: Self.document(Self.text("mine")))
        var (replaced, settled) = (tree, tree)
        replaced.replace(Self.path, withDisk: Self.document(Self.text("disk")))
        #expect(Self.file(replaced) == Self.text("disk") && replaced.unsavedPaths.isEmpty)
        let isThere = replaced.undo(Self.path)
        #expect(!isThere)
        let disk = Array(Self.text("disk").utf8)
        settled.settle(Self.path, with: disk, disk: disk, join: { $0.run() })
        #expect(Self.file(settled) == Self.text("disk") && settled.unsavedPaths.isEmpty)
        let isBack = settled.undo(Self.path)
        #expect(isBack && Self.file(settled) == Self.text("mine"))
        var waiting = tree
        waiting.settle(Self.path, with: disk, disk: disk, join: { _ in nil })
        #expect(Self.file(waiting) == Self.text("mine"))
    }

    @Test func `all is folded and unfolded, and the selection goes to what hides its row`() {
        var tree = Self.tree(("f/a.http", Self.text("a")), ("f/b.http", Self.text("b")), ("z.http", Self.text("z")))
        func selected() -> String { tree.selectedRow.map { tree.name(of: $0) } ?? "none" }
        tree.selection = 4
        #expect(selected() == "b")
        tree.setAllOpen(false)
        #expect(Self.rows(tree) == ["f", "z.http"] && selected() == "f")
        tree.setAllOpen(true)
        #expect(Self.rows(tree).count == 7 && selected() == "f")
        tree.close(.file("/c/f/b.http"))
        tree.rebuild()
        #expect(Self.rows(tree) == ["f", "  a.http", "    a", "  b.http", "z.http", "  z"])
        tree.open(.file("/c/f/b.http"))
        tree.rebuild()
        #expect(Self.rows(tree).count == 7)
        #expect(tree.isOpen(.folder("f")) && !tree.isOpen(.folder("g")) && !tree.isOpen(.heading(file: "x", block: 0)))
        tree.setFilter("zzz")
        #expect(tree.isOpen(.folder("g")), "while there is a filter all is open")
    }
}
