import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Files change on disk while the program runs; simulated, no file is touched here.
@Suite struct DiskChangeTests {
    private static let orders = "/c/orders.http"

    private static func file(_ text: String, _ name: String = "orders.http") -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
    }

    /// Reports a change, and answers the read that follows with this text.
    private static func change(_ robot: Robot, to text: String) {
        robot.tell(.filesChanged(FileChange(files: [orders])))
        answer(robot, text)
    }

    private static func answer(_ robot: Robot, _ text: String) {
        for case .readFiles(let job) in robot.take(where: { if case .readFiles = $0 { true } else { false } }) {
            robot.tell(.filesRead(job, [file(text)]))
        }
    }

    private static func text(_ robot: Robot) -> String {
        robot.text(of: "orders.http")
    }

    private static let shop = Robot.orders

    @Test func `a change is read and shown at once, and said`() {
        let robot = Robot()
        Self.change(robot, to: Self.shop.replacing("### list orders", with: "### all orders"))
        #expect(robot.screen.contains("all orders"))
        #expect(robot.footer.contains("On disk: orders.http changed."))
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `an edit here and a change of another request on disk are both kept`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let mine = Self.text(robot)
        #expect(mine != Self.shop)
        Self.change(robot, to: Self.shop.replacing("orders/7", with: "orders/8"))
        #expect(Self.text(robot) == mine.replacing("orders/7", with: "orders/8"))
        #expect(robot.footer.contains("your edits are kept beside it"))
        #expect(robot.unsaved == [Self.orders])
        // Saving replaces what is on disk now.
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(String(decoding: job.stamp.bytes, as: UTF8.self).contains("orders/8"))
    }

    @Test func `taking the edit back keeps what changed on disk`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let disk = Self.shop.replacing("orders/7", with: "orders/8")
        Self.change(robot, to: disk)
        robot.press("u")
        #expect(Self.text(robot) == disk)
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `the same request changed here and on disk is a question, and either answer loses nothing`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let mine = Self.text(robot)
        Self.change(robot, to: Self.shop.replacing("page=1", with: "page=9").replacing("orders/7", with: "orders/8"))
        #expect(robot.screen.contains("Changed here and on disk"))
        #expect(robot.screen.contains("list orders"))
        #expect(Self.text(robot) == mine)
        let (keep, take, later) = (robot.copy(), robot.copy(), robot.copy())
        keep.press("m")
        #expect(Self.text(keep) == mine.replacing("orders/7", with: "orders/8"))
        #expect(keep.footer.contains("orders.http holds both now, unsaved; ^S writes it"), "\(keep.footer)")
        take.press("t")
        #expect(Self.text(take).contains("page=9"))
        #expect(take.unsaved.isEmpty)
        #expect(take.footer.contains("orders.http is as on disk now"), "\(take.footer)")
        take.press("u")
        #expect(Self.text(take).contains("orders/8") == false && Self.text(take) == mine)
        later.press(.escape)
        #expect(Self.text(later) == mine)
        #expect(later.screen.contains("disk!"))
    }

    @Test func `a file that changes again while its question is open is asked about as it is then`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        for number in [9, 8] { Self.change(robot, to: Self.shop.replacing("page=1", with: "page=\(number)")) }
        #expect(robot.dialogCount == 1 && robot.screen.contains("Changed here and on disk"), "\(robot.screen)")
        robot.press("t")
        #expect(Self.text(robot) == Self.shop.replacing("page=1", with: "page=8"))
        #expect(robot.unsaved.isEmpty && !robot.hasDialog)
    }

    @Test func `a collection that could not be read is read again when it changes, and when R asks`() {
        let robot = Robot.reading()
        func fail() {
            robot.tell(.collectionLoaded(.failure(CollectionError(sentence: "/c cannot be read: no permission."))))
        }
        let change = Action.filesChanged(FileChange(isStructural: true))
        robot.tell(change)
        #expect(robot.takeNames().isEmpty, "it is being read")
        fail()
        #expect(robot.takeNames() == ["loadCollection"], "it changed meanwhile")
        fail()
        #expect(robot.takeNames().isEmpty)
        robot.tell(change)
        #expect(robot.takeNames() == ["loadCollection"])
        fail()
        #expect(robot.words(.collections) == "/c cannot be read: no permission.")
        robot.press("R")
        #expect(robot.takeNames() == ["loadCollection"] && robot.words(.collections).hasPrefix("reading"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        #expect(robot.openTarget == "{{base}}/orders?page=1&size=20")
        fail()
        #expect(robot.toastText == "/c cannot be read: no permission." && robot.screen.contains("list orders"))
    }

    @Test func `a file in which somebody types is read when that is over`() {
        let robot = Robot()
        robot.press("2", "i")
        robot.type("x")
        Self.change(robot, to: Self.shop.replacing("orders/7", with: "orders/8"))
        #expect(!Self.text(robot).contains("orders/8"))
        #expect(robot.footer.contains("is read when you are done here") || robot.screen.contains("done here"))
        robot.press(.enter)
        Self.answer(robot, Self.shop.replacing("orders/7", with: "orders/8"))
        #expect(Self.text(robot).contains("orders/8"))
        #expect(Self.text(robot).contains("size=20x"))
    }

    @Test func `our own save is not a change, and nothing older replaces it`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let mine = Self.text(robot)
        robot.tell(.filesChanged(FileChange(files: [Self.orders])))
        guard case .readFiles(let early)? = robot.take().last else {
            Issue.record("nothing is read")
            return
        }
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        // Read before the save, reported after it.
        robot.tell(.filesRead(early, [Self.file(Self.shop)]))
        #expect(Self.text(robot) == mine)
        Self.answer(robot, mine)
        #expect(Self.text(robot) == mine)
        #expect(robot.unsaved.isEmpty)
        #expect(!robot.screen.contains("disk!"))
    }

    @Test func `a reading that began earlier and ends later replaces nothing`() {
        let robot = Robot()
        func change() -> ReadJob? {
            robot.tell(.filesChanged(FileChange(files: [Self.orders])))
            for case .readFiles(let job) in robot.take() { return job }
            return nil
        }
        guard let first = change(), let second = change() else {
            Issue.record("nothing is read")
            return
        }
        let newest = Self.shop.replacing("### list orders", with: "### newest orders")
        robot.tell(.filesRead(second, [Self.file(newest)]))
        robot.tell(.filesRead(first, [Self.file(Self.shop.replacing("### list orders", with: "### older orders"))]))
        #expect(Self.text(robot) == newest)
        // The same of one that began before the whole collection was read again.
        guard let third = change() else {
            Issue.record("nothing is read")
            return
        }
        let whole = Self.shop.replacing("### list orders", with: "### orders of the load")
        robot.tell(.filesChanged(FileChange(isStructural: true)))
        robot.tell(.collectionLoaded(.success(Robot.folder([("orders.http", whole)]))))
        robot.tell(.filesRead(third, [Self.file(newest)]))
        #expect(Self.text(robot) == whole)
        // One that failed is not missed either.
        _ = robot.take()
        robot.tell(.filesRead(first, []))
        #expect(robot.take { if case .loadCollection = $0 { true } else { false } }.isEmpty)
    }

    @Test func `a save that meets a change elsewhere in the file writes both`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, .control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        let disk = Self.shop.replacing("orders/7", with: "orders/8")
        robot.tell(.saveFinished(job, .conflict(onDisk: Array(disk.utf8))))
        guard case .save(let second)? = robot.take(where: { if case .save = $0 { true } else { false } }).last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(!second.isForced && second.stamp.bytes == Array(disk.utf8))
        let written = String(decoding: second.bytes, as: UTF8.self)
        #expect(written == String(decoding: job.bytes, as: UTF8.self).replacing("orders/7", with: "orders/8"))
    }

    @Test(arguments: [Key.character("m"), "t"])
    func `a save that meets a change of the same request goes on with what is chosen`(key: Key) {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, .control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        let disk = Self.shop.replacing("page=1", with: "page=9").replacing("orders/7", with: "orders/8")
        robot.tell(.saveFinished(job, .conflict(onDisk: Array(disk.utf8))))
        #expect(robot.screen.contains("Keep mine there, and save"))
        robot.press(key)
        let saves = robot.take(where: { if case .save = $0 { true } else { false } })
        guard key == "m" else {
            #expect(saves.isEmpty && Self.text(robot) == disk && robot.unsaved.isEmpty, "it is on disk already")
            return
        }
        guard case .save(let second)? = saves.last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(!second.isForced && second.stamp.bytes == Array(disk.utf8))
        let mine = String(decoding: job.bytes, as: UTF8.self)
        #expect(String(decoding: second.bytes, as: UTF8.self) == mine.replacing("orders/7", with: "orders/8"))
    }

    @Test func `files that come and go are read as a whole, once while many change`() {
        let robot = Robot()
        robot.tell(.filesChanged(FileChange(files: ["/c/new.http"])))
        robot.tell(.filesChanged(FileChange(files: ["/c/other.http"], isStructural: true)))
        robot.tell(.filesChanged(FileChange(files: [Self.orders])))
        #expect(robot.takeNames() == ["loadCollection"])
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop + [("new.http", "GET http://h/n\n")]))))
        #expect(robot.footer.contains("On disk: new.http is new."))
        // Changes during a read cause one more read.
        #expect(robot.takeNames().filter { $0 == "loadCollection" }.count == 1)
        robot.tell(.collectionLoaded(.success(Robot.folder([("orders.http", Robot.orders)]))))
        #expect(robot.footer.contains("gone"))
        #expect(!robot.takeNames().contains("loadCollection"))
    }

    @Test func `a renamed file keeps its edits and its open request`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let mine = Self.text(robot)
        let files = [("renamed.http", Self.shop)] + Robot.shop.dropFirst()
        robot.tell(.filesChanged(FileChange(files: [Self.orders, "/c/renamed.http"])))
        robot.tell(.collectionLoaded(.success(Robot.folder(Array(files)))))
        #expect(robot.text(of: "renamed.http") == mine)
        #expect(!robot.files.contains(Self.orders))
        #expect(robot.border(.request).contains("list orders"))
        #expect(robot.footer.contains("orders.http is renamed.http now"))
        robot.press(.control("s"))
        #expect(robot.takeNames().last == "save /c/renamed.http", "the open request is in the renamed file")
    }

    @Test func `a file that is gone stays as long as it has unsaved edits`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        let mine = Self.text(robot)
        robot.tell(.filesChanged(FileChange(files: [Self.orders])))
        guard case .readFiles(let job)? = robot.take().last else {
            Issue.record("nothing is read")
            return
        }
        robot.tell(.filesRead(job, []))
        #expect(robot.takeNames() == ["loadCollection"])
        robot.tell(.collectionLoaded(.success(Robot.folder(Array(Robot.shop.dropFirst())))))
        #expect(Self.text(robot) == mine)
        #expect(robot.footer.contains("orders.http is gone, but your edits are kept: ^S can write it again."))
    }

    /// A program in which a file of a folder was edited, and then removed on disk.
    private static func gone() -> (robot: Robot, files: [(String, String)]) {
        let files = [("sub/a.http", "### one\nGET http://h/1\n"), ("b.http", "### two\nGET http://h/2\n")]
        let robot = Robot(files: files)
        robot.selectRow("one")
        robot.press("2", "m", .down, .enter)
        robot.tell(.collectionLoaded(.success(Robot.folder([files[1]]))))
        #expect(robot.inside(.collections).contains { $0.contains("sub/a.http") }, "\(robot.screen)")
        robot.effects = []
        return (robot, files)
    }

    @Test func `a file that was gone and comes back is in its folder again, which is said`() {
        let (robot, files) = Self.gone()
        robot.tell(.filesChanged(FileChange(files: ["/c/sub/a.http"])))
        #expect(robot.takeNames() == ["loadCollection"])
        robot.tell(.collectionLoaded(.success(Robot.folder(files))))
        #expect(robot.toastText == "On disk: sub/a.http is there again, and your edits are kept.")
        #expect(!robot.inside(.collections).contains { $0.contains("sub/a.http") || $0.contains("disk!") })
        #expect(robot.unsaved == ["/c/sub/a.http"])
        robot.press("1", "R")
        robot.tell(.collectionLoaded(.success(Robot.folder(files))))
        #expect(robot.toastText == "Nothing changed on disk.")
    }

    @Test func `the edits of a file that is gone can be dropped when a save asks`() {
        let (robot, _) = Self.gone()
        robot.show(Question.conflict(path: "/c/sub/a.http", name: "sub/a.http", onDisk: nil))
        robot.press("d")
        #expect(robot.toastText == "The edits of sub/a.http are dropped." && robot.unsaved.isEmpty)
        #expect(!robot.inside(.collections).contains { $0.contains("a.http") }, "\(robot.screen)")
        #expect(robot.takeNames().contains("loadCollection"))
    }

    private static let first = "### first\nGET {{base}}/first\n\n"

    /// The text with the first request moved above all others.
    private static var shifted: String { shop.replacing("### list orders", with: first + "### list orders") }

    @Test func `the selection stays on its request when others appear above it`() {
        let robot = Robot()
        robot.press("j")
        #expect(robot.selectedRow()?.contains("create order") == true)
        Self.change(robot, to: Self.shifted)
        #expect(robot.selectedRow()?.contains("create order") == true)
        robot.press("s")
        #expect(robot.border(.request).contains("create order"), "what was selected is sent")
    }

    @Test func `of two requests that get the same name on disk each is opened as itself`() {
        let robot = Robot(files: [("orders.http", "### a\nGET http://h/1\n\n### b\nGET http://h/2\n")])
        Self.change(robot, to: "### b\nGET http://h/2\n\n### a\nGET http://h/1\n\n### a\nGET http://h/3\n")
        robot.press("1", "G")
        #expect(robot.openTarget == "http://h/3", "\(robot.screen)")
        robot.press("k")
        #expect(robot.openTarget == "http://h/1", "\(robot.screen)")
    }

    @Test func `the open request stays the same when others appear above it`() {
        let robot = Robot()
        robot.press("j", .enter)
        #expect(robot.row(1).contains("POST {{base}}/orders") && robot.row(1).contains("create order"))
        Self.change(robot, to: Self.shifted)
        #expect(robot.row(1).contains("POST {{base}}/orders") && robot.row(1).contains("create order"))
        Self.change(robot, to: Self.shop)
        #expect(robot.row(1).contains("POST {{base}}/orders") && robot.row(1).contains("create order"))
    }

    @Test func `the selection stays on its request when its file is renamed`() {
        let robot = Robot()
        robot.press("j")
        let files = [("a.http", "GET http://h/a\n"), ("renamed.http", Self.shop)] + Robot.shop.dropFirst()
        robot.tell(.filesChanged(FileChange(files: [Self.orders, "/c/renamed.http"])))
        robot.tell(.collectionLoaded(.success(Robot.folder(Array(files)))))
        #expect(robot.selectedRow()?.contains("create order") == true)
    }

    @Test func `the selected header stays the same when others appear above it`() {
        let robot = Robot()
        robot.press("2", "]", .down)
        #expect(robot.tab == "Headers" && robot.selectedRow(.request)?.contains("X-Debug") == true)
        Self.change(robot, to: Self.shop.replacing("Accept: app", with: "X-New: 1\nAccept: app"))
        robot.press("Space")
        #expect(Self.text(robot).contains("\nX-Debug: 1"), "the header that was selected is switched on")
        #expect(Self.text(robot).contains("\nAccept: app"))
    }

    @Test func `a request that is to be deleted stays the one that was asked about`() {
        let robot = Robot()
        robot.press("j", "D")
        Self.change(robot, to: Self.shifted)
        robot.press("d")
        #expect(!Self.text(robot).contains("### create order"))
        #expect(Self.text(robot).contains("### list orders"))
        Self.answer(robot, Self.shifted)
        #expect(Self.text(robot).contains("### first"), "what waited is read then")
        #expect(!Self.text(robot).contains("### create order"))
        #expect(Self.text(robot).contains("### list orders"))
    }

    @Test(arguments: [Key.character("r"), "m", "A"])
    func `a form about a request is filled in for that request`(key: Key) {
        let robot = Robot()
        robot.press("j", key)
        Self.change(robot, to: Self.shifted)
        #expect(Self.text(robot) == Self.shop, "the file waits")
        robot.press(.escape)
        Self.answer(robot, Self.shifted)
        #expect(Self.text(robot) == Self.shifted)
    }

    @Test func `the file of a heading waits while a request is added below it`() {
        let text = "### Empty\n\n### Write\n\n### Say\nPOST http://h/b\n"
        let robot = Robot(files: [("orders.http", text)])
        robot.press("1", "g", "j")
        #expect(robot.selectedRow() == "Empty")
        robot.press("A")
        Self.change(robot, to: "### First\n\n" + text)
        #expect(Self.text(robot) == text)
        robot.press(.escape)
        Self.answer(robot, "### First\n\n" + text)
        #expect(Self.text(robot) == "### First\n\n" + text)
    }

    @Test func `a changed environment file is read again`() {
        let robot = Robot()
        _ = robot.take()
        robot.tell(.filesChanged(FileChange(touchesEnvironments: true)))
        #expect(robot.takeNames().contains("loadEnvironments /c"))
    }
}
