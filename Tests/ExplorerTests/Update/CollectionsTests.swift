import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

@Suite struct CollectionsTests {
    private func rows(_ robot: Robot) -> [String] {
        robot.treeRows
    }

    private func text(_ robot: Robot) -> String {
        robot.text(of: "orders.http")
    }

    @Test func `the tree shows folders, files and requests, and opens and closes them`() {
        let robot = Robot(files: [("sub/a.http", "### one\nGET http://h/1\n"), ("b.http", "GET http://h/2\n")])
        #expect(rows(robot) == ["sub", " a.http", "  one", "b.http", " http://h/2"])
        robot.press("g", "h")
        #expect(rows(robot) == ["sub", "b.http", " http://h/2"])
        robot.press("l", "l", "l")
        #expect(robot.selectedRow()?.contains("one") == true, "l opens what is closed and goes into what is open")
        robot.press("h")
        #expect(robot.selectedRow()?.contains("a.http") == true, "h on a request goes to its file")
    }

    @Test(arguments: [("/", "/a/b.http"), ("/c", "/c/a/b.http")])
    func `a path is named from the root of the collection, also where that is the whole disk`(
        root: String, path: String
    ) {
        var tree = CollectionTree()
        _ = tree.take(CollectionFolder(root: root, name: "shop", nodes: []))
        #expect(tree.relativePath(of: path) == "a/b.http")
    }

    @Test func `the first request is open from the start`() {
        let robot = Robot()
        #expect(robot.border(.request).contains("list orders"))
        #expect(robot.focus == .collections)
    }

    @Test func `the environments of a folder are read with its first request, and once`() {
        let robot = Robot(files: [
            ("sub/a.http", "### one\nGET http://h/1\n\n### two\nGET http://h/2\n"),
            ("b.http", "### three\nGET http://h/3\n"),
        ])
        robot.press("g", "j", "j", "j")
        #expect(robot.selectedRow()?.contains("two") == true)
        #expect(robot.takeNames().contains("loadEnvironments /c/sub"))
        robot.tell(.environmentsLoaded(folder: "/c/sub", Robot.environments))
        robot.effects = []
        robot.press("k", "j", "j", "j")
        #expect(robot.selectedRow()?.contains("three") == true)
        #expect(!robot.takeNames().contains { $0.hasPrefix("loadEnvironments") })
    }

    @Test func `a filter finds by name, method and URL`() {
        let robot = Robot()
        robot.press("/")
        robot.type("post")
        #expect(rows(robot) == ["orders.http", " create order"])
        robot.press(.enter, .enter)
        #expect(robot.border(.request).contains("create order"))
        robot.press("1", "/", .control("u"))
        robot.type("/me")
        #expect(rows(robot) == ["users.http", " me"])
        robot.press(.escape)
        #expect(rows(robot).count == 6)
    }

    @Test func `clone, delete and undo keep the open request on its text`() {
        let robot = Robot()
        robot.press("j", "j", .enter, "1")
        #expect(robot.border(.request).contains("remove"))
        robot.press("k", "c")
        #expect(text(robot).components(of: "POST {{base}}/orders").count == 3)
        robot.press("D")
        #expect(robot.screen.contains("Delete request"))
        robot.press("d")
        #expect(robot.border(.request).contains("remove"), "the request opened before comes back")
        robot.press("u", "u")
        #expect(text(robot) == Robot.orders)
        #expect(robot.border(.request).contains("create order"), "the one that was cloned")
        #expect(robot.selectedRow()?.contains("create order") == true)
    }

    @Test func `while requests are marked, delete and export say that only the selected row is meant`() {
        let robot = Robot()
        let remark = "It takes only the selected row; marks are for X."
        robot.press("D")
        #expect(!robot.screen.contains(remark))
        robot.press(.escape, " ", "D")
        #expect(robot.hasDialog && robot.screen.contains(remark), "\(robot.screen)")
        robot.press(.escape, "y")
        #expect(robot.hasDialog && robot.toastText == remark)
        robot.press(.escape, "g", "D")
        #expect(robot.hasDialog && robot.screen.contains(remark), "\(robot.screen)")
    }

    @Test func `delete asks, and Enter alone keeps the request`() {
        let robot = Robot()
        robot.press("D", .enter)
        #expect(text(robot) == Robot.orders)
    }

    @Test func `a new request is written after the selected one and opened`() {
        let robot = Robot()
        robot.press("A")
        robot.type("ping")
        robot.press(.enter, .control("u"))
        robot.type("HEAD {{base}}/ping")
        robot.press(.enter)
        #expect(!robot.hasDialog)
        #expect(robot.border(.request).contains("ping"))
        #expect(robot.border(.request).contains(" HEAD "))
        #expect(rows(robot).prefix(4) == ["orders.http", " list orders", " ping", " create order"])
        #expect(robot.focus == .request)
    }

    @Test func `a new request can begin a new file, which is only written when it is saved`() {
        let robot = Robot()
        robot.press("A", .backTab, .control("u"))
        robot.type("notes")
        robot.press(.enter, .enter, .enter)
        #expect(robot.screen.contains("ends in .http or .rest"))
        robot.press(.backTab, .backTab)
        robot.type(".http")
        robot.press(.enter, .enter)
        robot.type("h/x")
        robot.press(.enter, .control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(job.path == "/c/notes.http" && job.stamp.bytes.isEmpty)
    }

    @Test func `an unsaved file of a new folder has the folder in its name`() {
        let robot = Robot()
        robot.press("A", .backTab, .control("u"))
        robot.type("new/orders.http")
        robot.press(.enter, .enter)
        robot.type("h/x")
        robot.press(.enter)
        #expect(rows(robot).contains("new/orders.http"), "\(robot.screen)")
    }

    @Test func `reload takes over what changed and keeps files with unsaved edits`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "1", "R")
        #expect(robot.takeNames().contains("loadCollection"))
        let folder = Robot.folder([
            ("orders.http", "### other\nGET http://h/other\n"), ("users.http", "### you\nGET http://h/you\n"),
        ])
        robot.tell(.collectionLoaded(.success(folder)))
        #expect(text(robot).contains("create order"))
        #expect(rows(robot).contains(" you"))
        #expect(robot.screen.contains("disk!"))
    }

    @Test func `a filter that is typed while the files are read is not left`() {
        let robot = Robot.reading(120, 40)
        robot.press("/", "c", "r")
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        robot.type("eate")
        #expect(robot.typed == "create")
        #expect(rows(robot).contains { $0.contains("create order") })
        #expect(robot.screen.contains("/create"))
        #expect(robot.border(.request).contains("orders"), "no pane is empty")
    }

    @Test func `a reload that fails keeps what is shown`() {
        let robot = Robot()
        robot.tell(.collectionLoaded(.failure(CollectionError(sentence: "There is no file or folder /c."))))
        #expect(rows(robot).count == 6)
        #expect(robot.footer.contains("There is no file or folder /c."))
    }

    @Test func `a file that cannot be read shows its reason and is never edited`() {
        var folder = Robot.folder([("a.http", "GET http://h/1\n")])
        folder.nodes.append(
            .file(
                CollectionFile(
                    path: "/c/z.http", relativePath: "z.http", document: HTTPDocument(bytes: []),
                    stamp: FileStamp(bytes: []), problem: FileProblem("cannot be read: permission denied."))))
        let robot = Robot(files: [])
        robot.tell(.collectionLoaded(.success(folder)))
        robot.press("G", .enter)
        #expect(robot.screen.contains("/c/z.http cannot be read: permission denied."))
    }

    @Test func `ten thousand requests are filtered and walked`() {
        let text = (0..<100).map { "### r\($0)\nGET http://h/\($0)\n\n" }.joined()
        let robot = Robot(files: (0..<100).map { ("f\($0).http", text) })
        #expect(robot.border(.collections).contains("10000"))
        #expect(rows(robot).count == 100, "large collections begin closed")
        robot.press("/")
        robot.type("r77")
        #expect(rows(robot).count == 200)
        robot.press(.enter, "G")
        #expect(rows(robot).last == " r77" && robot.selectedRow()?.contains("r77") == true)
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }

    @Test func `a new request in a new folder stays selected when the folder is read again`() {
        let robot = Robot()
        robot.press("A")
        robot.press(.backTab, .control("u"))
        robot.type("new/deep/fresh.http")
        robot.press(.tab, .tab)
        robot.type("h/fresh")
        robot.press(.enter)
        #expect(robot.screen.contains("fresh.http"))
        let text = "GET http://h/fresh\n"
        let file = CollectionFile(
            path: "/c/new/deep/fresh.http", relativePath: "new/deep/fresh.http",
            document: HTTPDocument(bytes: Array(text.utf8)), stamp: FileStamp(bytes: Array(text.utf8)))
        var folder = Robot.folder(Robot.shop)
        folder.nodes.append(.folder(name: "new", nodes: [.folder(name: "deep", nodes: [.file(file)])]))
        let job = SaveJob(
            path: file.path, bytes: file.document.bytes, stamp: FileStamp(bytes: []), isForced: false)
        robot.tell(.saveFinished(job, .saved(file.stamp)))
        robot.tell(.collectionLoaded(.success(folder)))
        robot.press("1", "s")
        let sent = robot.take().compactMap { effect -> String? in
            if case .resolve(let job) = effect, job.purpose == .send { job.request.target } else { nil }
        }
        #expect(sent == ["http://h/fresh"])
    }
}

@Suite struct TreeFoldingTests {
    @Test func `all is folded and unfolded, and the selection stays where it was or goes to what hides it`() {
        let robot = Robot()
        robot.press("j", "&")
        #expect(robot.selectedRow()?.contains("orders.http") == true)
        #expect(!robot.screen.contains("create order  "))
        robot.press("*")
        #expect(robot.selectedRow()?.contains("orders.http") == true)
        #expect(robot.screen.contains("me"))
        robot.press("&", "2", "O")
        #expect(robot.focus == .collections && robot.selectedRow()?.contains("create order") == true)
    }

    @Test func `the open request is found although a filter leaves it out`() {
        let robot = Robot()
        robot.press(.enter, "1", "/")
        robot.type("me")
        robot.press(.enter)
        let open = robot.border(.request)
        robot.press("3", "O")
        #expect(robot.border(.request) == open)
        #expect(robot.inside(.collections).contains { $0.contains("create order") })
    }

    @Test func `deep rows give up indents, and the title has their folders`() {
        let path = (1...12).map { "folder\($0)" }.joined(separator: "/") + "/deep.http"
        let robot = Robot(120, 40, files: [(path, "### the name\nGET http://h/\n")])
        #expect(robot.selectedRow()?.contains("the name") == true, "\(robot.screen)")
        #expect(robot.border(.collections).contains("/deep.http"))
    }
}
