import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Files and folders that are made, renamed, moved and deleted in Collections.
@Suite struct FilePlacesTests {
    /// What the runner would report.
    private func done(_ robot: Robot, inverse: FileOperation?) {
        for case .changeFiles(let job) in robot.take(where: { if case .changeFiles = $0 { true } else { false } }) {
            robot.tell(.filesWereChanged(job, .success(inverse)))
        }
    }

    private func operations(_ robot: Robot) -> [FileOperation] {
        robot.take().compactMap { if case .changeFiles(let job) = $0 { job.operation } else { nil } }
    }

    private static let nested: [(String, String)] = [
        ("api/a.http", "import ../lib.http\n\n### one\nGET http://h/1\n"), ("api/b.http", "### two\nGET http://h/2\n"),
        ("lib.http", "### lib\nGET http://h/lib\n"),
    ]

    @Test func `N asks for a new file beside the selected one, and refuses names that cannot be`() {
        let robot = Robot(files: Self.nested)
        robot.press("j", "N")
        #expect(robot.screen.contains("New file") && robot.dialog.first?.contains("api/") == true)
        robot.type("../x.http")
        robot.press(.enter)
        #expect(robot.screen.contains("! A path with . or .. could leave the collection's folder."))
        robot.press(.control("u"))
        robot.type("lib.http")
        robot.press(.enter)
        #expect(robot.screen.contains("! There is lib.http already."))
        robot.press(.control("u"))
        robot.paste("api/new\nline.http")
        _ = robot.take()
        robot.press(.control("u"))
        robot.type("api/new.http")
        robot.press(.enter)
        #expect(operations(robot) == [.make("/c/api/new.http")])
    }

    @Test func `a new file is selected, also where a filter would leave it out`() {
        let written = NewFiles([NewFiles.File(path: "web.http", bytes: [], isPrivate: false)], folder: nil)
        for operation in [.make("/c/web.http"), .write(written, into: "/c")] as [FileOperation] {
            let robot = Robot(files: Self.nested)
            robot.script("1 / two Enter")
            #expect(robot.selectedRow()?.contains("two") == true && !robot.words(.collections).contains("lib.http"))
            robot.tell(.filesWereChanged(FileJob(operation: operation), .success(.discard("/c/web.http"))))
            robot.tell(.collectionLoaded(.success(Robot.folder(Self.nested + [("web.http", "")]))))
            #expect(robot.selectedRow()?.contains("web.http") == true, "\(operation): \(robot.screen)")
            #expect(robot.words(.collections).contains("lib.http"), "all is shown again")
        }
    }

    @Test func `a new folder is made with its first file, without which it would not be seen`() {
        let robot = Robot(files: Self.nested)
        robot.choose("Create folder")
        robot.type("web")
        robot.press(.enter, .enter)
        #expect(operations(robot).last?.path?.hasSuffix("web/requests.http") == true)
    }

    @Test func `a file is renamed, its unsaved edits and open requests follow, and u takes it back`() {
        let robot = Robot()
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter, "1", "g")
        #expect(robot.selectedRow()?.contains("orders.http") == true)
        robot.press("r", .control("u"))
        robot.type("purchases.http")
        robot.press(.enter)
        done(robot, inverse: .move("/c/purchases.http", to: "/c/orders.http"))
        #expect(robot.files.contains("/c/purchases.http") && !robot.files.contains("/c/orders.http"))
        #expect(robot.unsaved == ["/c/purchases.http"])
        #expect(robot.text(of: "purchases.http").contains("size=200"))
        #expect(robot.openTarget?.hasSuffix("size=200") == true)
        #expect(robot.footer.contains("purchases.http now; u takes it back"))
        _ = robot.take()
        robot.press("1", "g", "u")
        #expect(operations(robot) == [.move("/c/purchases.http", to: "/c/orders.http")])
    }

    @Test func `a folder that is renamed stays open`() {
        let robot = Robot(files: Array(Self.nested.dropFirst()))
        robot.press("g")
        #expect(robot.selectedRow()?.contains("api/") == true)
        robot.press("r", .control("u"))
        robot.type("web")
        robot.press(.enter)
        done(robot, inverse: .move("/c/web", to: "/c/api"))
        #expect(robot.files.contains("/c/web/b.http"))
        #expect(robot.inside(.collections).contains { $0.contains("two") }, "\(robot.screen)")
    }

    @Test func `an edit after a rename is taken back first`() {
        let robot = Robot()
        robot.press("g", "r", .control("u"))
        robot.type("purchases.http")
        robot.press(.enter)
        done(robot, inverse: .move("/c/purchases.http", to: "/c/orders.http"))
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter, "1", "g")
        _ = robot.take()
        robot.press("u")
        #expect(operations(robot).isEmpty && robot.unsaved.isEmpty)
        robot.press("u")
        #expect(operations(robot) == [.move("/c/purchases.http", to: "/c/orders.http")])
    }

    @Test func `lines that would not find a file any more are named before it moves`() {
        let robot = Robot(files: Self.nested)
        while robot.selectedRow()?.contains("lib.http") != true { robot.press("j") }
        robot.press("m", .control("u"))
        robot.type("shared/lib.http")
        robot.press(.enter)
        #expect(robot.screen.contains("api/a.http:1  import ../lib.http"))
        _ = robot.take()
        robot.press(.enter)
        #expect(operations(robot).isEmpty, "Enter leaves all as it is")
        robot.press("m", .control("u"))
        robot.type("shared/lib.http")
        robot.press(.enter, "m")
        #expect(operations(robot) == [.move("/c/lib.http", to: "/c/shared/lib.http")])
    }

    @Test func `a folder is deleted with what is in it after a question, and its edits come back with it`() {
        let robot = Robot(files: Self.nested)
        while robot.selectedRow()?.contains("two") != true { robot.press("j") }
        robot.press(.enter, "i", .end)
        robot.type("0")
        robot.press(.enter, "1", "g")
        #expect(robot.selectedRow()?.contains("api/") == true)
        robot.press("D")
        #expect(robot.screen.contains("2 requests in 2 files") && robot.screen.contains("unsaved edits"))
        _ = robot.take()
        robot.press(.enter)
        #expect(operations(robot).isEmpty, "Enter keeps it")
        robot.press("D", "d")
        let entry = Trash.Entry(id: "1-0", path: "/c/api")
        done(robot, inverse: .restore(entry))
        #expect(robot.files == ["/c/lib.http"] && robot.unsaved.isEmpty)
        robot.tell(.collectionLoaded(.success(Robot.folder([Self.nested[2]]))))
        #expect(!robot.screen.contains("is gone"))
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/api"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Self.nested))))
        #expect(robot.unsaved == ["/c/api/b.http"] && robot.text(of: "api/b.http").contains("h/20"))
    }

    /// Edits the first request of orders.http, which is then deleted on disk.
    private func orphan() -> Robot {
        let robot = Robot()
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter)
        robot.tell(.collectionLoaded(.success(Robot.folder(Array(Robot.shop.dropFirst())))))
        #expect(robot.unsaved == ["/c/orders.http"])
        robot.press("1", "g")
        while robot.selectedRow()?.contains("orders.http") != true { robot.press("j") }
        return robot
    }

    @Test func `edits of a file that someone deleted on disk come back when the file was deleted here too`() {
        let robot = orphan()
        robot.press("D", "d")
        done(robot, inverse: nil)
        #expect(!robot.files.contains("/c/orders.http"))
        #expect(robot.footer.contains("orders.http was not on disk, only here; u takes it back."), "\(robot.footer)")
        let rest = Action.collectionLoaded(.success(Robot.folder(Array(Robot.shop.dropFirst()))))
        robot.tell(rest)
        _ = robot.take()
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/orders.http"))
        robot.tell(rest)
        #expect(robot.unsaved == ["/c/orders.http"] && robot.text(of: "orders.http").contains("size=200"))
        #expect(robot.footer.contains("orders.http is back, unsaved."), "\(robot.footer)")
        robot.press("U", "t")
        done(robot, inverse: nil)
        robot.tell(rest)
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/orders.http"))
        robot.tell(rest)
        #expect(robot.text(of: "orders.http").contains("size=200"), "again and again")
    }

    @Test func `edits that come back to a file that is on disk again replace nothing there`() {
        let robot = orphan()
        robot.press("D", "d")
        done(robot, inverse: nil)
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/orders.http"))
        let others = [("orders.http", "GET http://h/other\n"), Robot.shop[1]]
        robot.tell(.collectionLoaded(.success(Robot.folder(others))))
        #expect(robot.text(of: "orders.http").contains("size=200") && robot.screen.contains("disk!"))
        robot.press(.control("s"))
        let saves = robot.take { if case .save = $0 { true } else { false } }
        guard case .save(let job)? = saves.last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(!job.isForced && job.stamp.bytes.isEmpty, "only a file that is not there would be written")
    }

    @Test func `a folder that comes back without a file that someone deleted there has its edits all the same`() {
        let robot = Robot(files: Self.nested)
        while robot.selectedRow()?.contains("two") != true { robot.press("j") }
        robot.press(.enter, "i", .end)
        robot.type("0")
        robot.press(.enter)
        let rest = Action.collectionLoaded(.success(Robot.folder([Self.nested[0], Self.nested[2]])))
        robot.tell(rest)
        #expect(robot.unsaved == ["/c/api/b.http"])
        robot.press("1", "g", "D", "d")
        done(robot, inverse: .restore(Trash.Entry(id: "1-0", path: "/c/api")))
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/api"))
        // Read before the folder was put back.
        robot.tell(.collectionLoaded(.success(Robot.folder([Self.nested[2]]))))
        #expect(!robot.files.contains("/c/api/b.http"))
        robot.tell(rest)
        #expect(robot.files.contains("/c/api/a.http") && robot.unsaved == ["/c/api/b.http"])
        #expect(robot.text(of: "api/b.http").contains("h/20"))
    }

    @Test func `u asks before it takes back a file with unsaved edits, whatever is selected, and U brings back both`() {
        let robot = Robot()
        robot.press("g", "N")
        robot.type("new.http")
        robot.press(.enter)
        done(robot, inverse: .discard("/c/new.http"))
        robot.press("1", "A")
        robot.type("added")
        robot.press(.tab, .control("u"))
        robot.type("GET http://h/added")
        robot.press(.enter)
        #expect(robot.unsaved == ["/c/new.http"], "\(robot.screen)")
        robot.press(.escape, "1", "g")
        #expect(robot.selectedRow()?.contains("orders.http") == true)
        _ = robot.take()
        robot.press("u")
        #expect(robot.screen.contains("new.http goes to the trash, and its unsaved"))
        robot.press(.enter)
        #expect(operations(robot).isEmpty && robot.unsaved == ["/c/new.http"], "Enter leaves all as it is")
        robot.press("u", "t")
        let entry = Trash.Entry(id: "1-0", path: "/c/new.http")
        done(robot, inverse: .restore(entry))
        #expect(robot.unsaved.isEmpty && !robot.files.contains("/c/new.http"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        robot.press("1", "U")
        done(robot, inverse: .discard("/c/new.http"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop + [("new.http", "")]))))
        #expect(robot.unsaved == ["/c/new.http"] && robot.text(of: "new.http").contains("GET http://h/added"))
    }

    @Test func `a new file that u takes back goes to the trash, and U brings it back`() {
        let robot = Robot()
        robot.press("g", "N")
        robot.type("new.http")
        robot.press(.enter)
        done(robot, inverse: .discard("/c/new.http"))
        _ = robot.take()
        robot.press("1", "u")
        let entry = Trash.Entry(id: "1-0", path: "/c/new.http")
        done(robot, inverse: .restore(entry))
        #expect(robot.footer.contains("new.http is in the trash; U brings it back."), "\(robot.footer)")
        #expect(!robot.files.contains("/c/new.http"))
        robot.press("U")
        #expect(operations(robot) == [.restore(entry)])
    }

    @Test func `a file or folder that comes back is said to be back, and not to be new`() {
        let robot = Robot(files: Self.nested)
        robot.press("g", "D", "d")
        done(robot, inverse: .restore(Trash.Entry(id: "1-0", path: "/c/api")))
        robot.tell(.collectionLoaded(.success(Robot.folder([Self.nested[2]]))))
        robot.press("1", "u")
        done(robot, inverse: .discard("/c/api"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Self.nested))))
        #expect(robot.footer.contains("api is back.") && !robot.footer.contains("On disk"), "\(robot.footer)")
        let others = Self.nested + [("api/c.http", "GET http://h/3\n")]
        robot.tell(.collectionLoaded(.success(Robot.folder(others))))
        #expect(robot.footer.contains("api/c.http is new"), "what others write later is new: \(robot.footer)")
        robot.press("g", "U")
        done(robot, inverse: .restore(Trash.Entry(id: "1-1", path: "/c/api")))
        robot.tell(.collectionLoaded(.success(Robot.folder([Self.nested[2]]))))
        #expect(robot.footer.contains("api is in the trash"), "\(robot.footer)")
    }

    @Test func `what U did again can be taken back again, and another change ends what U could do`() {
        let robot = Robot()
        robot.press("g", "r", .control("u"))
        robot.type("purchases.http")
        robot.press(.enter)
        done(robot, inverse: .move("/c/purchases.http", to: "/c/orders.http"))
        robot.press("1", "u")
        done(robot, inverse: .move("/c/orders.http", to: "/c/purchases.http"))
        #expect(robot.footer.contains("purchases.http is orders.http again."), "\(robot.footer)")
        robot.press("U")
        done(robot, inverse: .move("/c/purchases.http", to: "/c/orders.http"))
        #expect(robot.files.contains("/c/purchases.http"))
        robot.press("u")
        done(robot, inverse: .move("/c/orders.http", to: "/c/purchases.http"))
        #expect(robot.files.contains("/c/orders.http"))
        robot.press("N", .control("u"))
        robot.type("new.http")
        robot.press(.enter)
        done(robot, inverse: .discard("/c/new.http"))
        _ = robot.take()
        robot.press("1", "U")
        #expect(operations(robot).isEmpty)
    }

    @Test func `a new file and a written value are made again in the reverse order of taking them back`() {
        let robot = Robot()
        func value(_ text: String, over expected: String) -> EnvironmentFileEdit {
            EnvironmentFileEdit(
                file: "/c/http-client.env.json", path: ["dev", "base"], value: text, expected: expected)
        }
        robot.tell(.variableSaved(value("b2", over: "b"), problem: nil))
        robot.press("1", "g", "N")
        robot.type("new.http")
        robot.press(.enter)
        done(robot, inverse: .discard("/c/new.http"))
        _ = robot.take()
        robot.press("1", "u")
        let entry = Trash.Entry(id: "1-0", path: "/c/new.http")
        done(robot, inverse: .restore(entry))
        robot.press("u")
        #expect(robot.takeNames().contains("saveVariable dev.base = b"))
        robot.tell(.variableSaved(value("b", over: "b2"), problem: nil))
        robot.press("U")
        #expect(robot.takeNames().contains("saveVariable dev.base = b2"))
        robot.tell(.variableSaved(value("b2", over: "b"), problem: nil))
        robot.press("U")
        #expect(operations(robot) == [.restore(entry)])
    }

    @Test func `in a collection that is the root of the disk paths begin with one slash`() {
        func file(_ name: String) -> CollectionNode {
            var file = Robot.file(name, "### one\nGET http://h/\n")
            file.path = "/\(name)"
            return .file(file)
        }
        let robot = Robot(files: [])
        let nodes: [CollectionNode] = [.folder(name: "api", nodes: [file("api/a.http")]), file("b.http")]
        robot.tell(.collectionLoaded(.success(CollectionFolder(root: "/", name: "disk", nodes: nodes))))
        robot.script("1 g r ^U web Enter")
        #expect(operations(robot) == [.move("/api", to: "/web")])
        robot.script("G N new.http Enter")
        #expect(operations(robot) == [.make("/new.http")])
        robot.script("A Up ^U other.http Enter Enter h Enter")
        #expect(robot.unsaved == ["/other.http"], "\(robot.screen)")
    }

    @Test func `what cannot be done is one sentence, and what was to be taken back can be tried again`() {
        let robot = Robot()
        robot.press("g", "D", "d")
        done(robot, inverse: .restore(Trash.Entry(id: "1-0", path: "/c/orders.http")))
        robot.press("u")
        for case .changeFiles(let job) in robot.take() {
            let error = CollectionError(sentence: "/c/orders.http was not put back: x.")
            robot.tell(.filesWereChanged(job, .failure(error)))
        }
        #expect(robot.footer.contains("orders.http was not put back: x."))
        robot.press("u")
        #expect(operations(robot).count == 1)
        // The same where it was to be made again.
        let other = Robot()
        other.script("1 g r ^U x.http Enter")
        done(other, inverse: .move("/c/x.http", to: "/c/orders.http"))
        other.script("1 u")
        done(other, inverse: .move("/c/orders.http", to: "/c/x.http"))
        other.press("U")
        for case .changeFiles(let job) in other.take() {
            other.tell(.filesWereChanged(job, .failure(CollectionError(sentence: "/c/x.http was not moved: x."))))
        }
        #expect(other.toastText == "x.http was not moved: x." && other.files.contains("/c/orders.http"))
        other.press("U")
        #expect(operations(other) == [.move("/c/orders.http", to: "/c/x.http")])
    }

    @Test func `the last fifty changes of files can be taken back`() {
        let robot = Robot()
        robot.press("1")
        for number in 0...50 {
            robot.script("g r ^U \(number).http Enter")
            let old = number == 0 ? "orders" : "\(number - 1)"
            done(robot, inverse: .move("/c/\(number).http", to: "/c/\(old).http"))
        }
        for number in (0..<50).reversed() {
            robot.script("g u")
            done(robot, inverse: .move("/c/\(number).http", to: "/c/\(number + 1).http"))
            #expect(robot.files.first == "/c/\(number).http")
        }
        robot.script("g u")
        #expect(operations(robot).isEmpty && robot.toastText == "Nothing to take back in this file.")
    }
}

extension FileOperation {
    fileprivate var path: String? {
        switch self {
        case .make(let path), .discard(let path): path
        case .move(let path, _): path
        case .restore(let entry): entry.path
        case .recall(let path): path
        case .write(_, into: let folder): folder
        }
    }
}

/// With files on disk.
@Suite(.timeLimit(.minutes(5))) struct FilePlacesOnDiskTests {
    @Test func `a file is made, renamed, deleted and put back, and the screen follows`() async {
        let (folder, state) = (ScratchFolder(), ScratchFolder())
        folder.write("api/a.http", "### one\nGET http://h/1\n\n### two\nGET http://h/2\n")
        let screen = await LiveScreen(folder.path, trash: Trash(folder: "\(state.path)/trash"))
        await screen.act {
            $0.press("1", "g", "r", .control("u"))
            $0.type("web")
            $0.press(.enter)
        } until: {
            $0.isRead && $0.files == ["\(folder.path)/web/a.http"]
        }
        #expect(folder.read("web/a.http")?.contains("GET http://h/1") == true && folder.read("api/a.http") == nil)
        await screen.act {
            $0.press("g", "D", "d")
        } until: {
            $0.isRead && $0.files.isEmpty
        }
        #expect(folder.names.isEmpty)
        await screen.act {
            $0.press("u")
        } until: {
            $0.isRead && !$0.files.isEmpty
        }
        #expect(folder.read("web/a.http")?.contains("GET http://h/1") == true)
        await screen.act {
            $0.press("g", "N")
            $0.type("new.http")
            $0.press(.enter)
        } until: {
            $0.isRead && $0.files.count == 2
        }
        #expect(folder.read("new.http") == "" || folder.read("web/new.http") == "")
        await screen.close()
    }
}
