import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What the model keeps when the program must end, and how it is offered at the next start.
@Suite struct RecoveryTests {
    private func text(_ copy: RecoveryCopy?) -> String { String(decoding: copy?.document.bytes ?? [], as: UTF8.self) }

    private func text(_ robot: Robot, _ file: String = "orders.http") -> String { robot.text(of: file) }

    private func copy(_ file: String, _ text: String, basedOn base: String, leftover: String = "") -> RecoveryCopy {
        RecoveryCopy(
            path: "/c/\(file)", document: HTTPDocument(bytes: Array(text.utf8)), base: ContentMark(Array(base.utf8)),
            leftover: leftover, storedAt: "/r/\(file).recovery")
    }

    @Test func `nothing unsaved, nothing kept`() {
        let robot = Robot()
        robot.press("2", "i")
        #expect(robot.recoveryCopies.isEmpty)
    }

    @Test func `edits and the text of an open field are kept`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "i", .control("u"))
        robot.type("http://h/typed")
        let copies = robot.recoveryCopies
        #expect(copies.map(\.path) == ["/c/orders.http"])
        #expect(text(copies.first).contains("POST http://h/typed\n"))
        #expect(copies.first?.leftover == "")
        #expect(copies.first?.base == ContentMark(Array(Robot.orders.utf8)))
        #expect(text(robot).contains("POST {{base}}/orders?page"), "the model itself stays as it was")
    }

    @Test func `an open body is kept`() {
        let robot = Robot()
        robot.press("j", .enter, "e")
        robot.type("hello ")
        #expect(text(robot.recoveryCopies.first).contains("hello {"))
    }

    @Test func `what cannot be an edit is kept as text`() {
        let robot = Robot()
        robot.press("2", "m", .control("u"))
        robot.type("GE T")
        let copies = robot.recoveryCopies
        #expect(copies.map(\.leftover) == ["GE T"])
        #expect(text(copies.first) == Robot.orders)
    }

    /// A robot in whose Vars tab one of these variables is typed.
    private func typing(_ name: String, _ value: String, _ source: VariableUse.Source) -> Robot {
        let robot = Robot(files: [
            ("a.http", "@id = 1\n\n### a\nGET http://h/{{id}}/{{base}}\n"), ("b.http", "@far = 1\n\nGET http://h/b\n"),
        ])
        robot.press(.enter)
        func variable(_ value: String, _ path: String...) -> EnvironmentSet.Variable {
            .init(value: value, reason: nil, file: "/c/http-client.env.json", isPrivate: false, path: path)
        }
        var set = Robot.environments
        set.variables["dev"] = ["base": variable("b", "dev", "base")]
        set.variables[EnvironmentSet.shared] = ["kind": variable("k", "$shared", "kind")]
        set.dotEnv = ["": ["PORT": .init(value: "80", reason: nil, file: "/c/.env", isPrivate: false, path: ["PORT"])]]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.lookUp([VariableUse(name: name, value: value, source: source)])
        robot.press("e")
        robot.type("2")
        return robot
    }

    @Test func `a typed value is kept in its file, or as text where it goes to no request file`() {
        let file = "/c/http-client.env.json"
        for (name, value, source, expected) in [
            ("id", "1", .file(line: 1), "a.http: @id = 12 + nothing"),
            ("far", "1", .imported(file: "b.http", line: 1), "b.http: @far = 12 + nothing"),
            ("base", "b", .environment(name: "dev", file: file, isPrivate: false), "a.http: @id = 1 + @base = b2"),
            ("kind", "k", .shared(file: file, isPrivate: false), "a.http: @id = 1 + @kind = k2"),
            ("PORT", "80", .dotEnv(file: "/c/.env"), "a.http: @id = 1 + @PORT = 802"),
            ("given", "g", .override, ""),
        ] as [(String, String, VariableUse.Source, String)] {
            let robot = typing(name, value, source)
            let kept = robot.recoveryCopies.map { copy in
                let first = text(copy).split(separator: "\n").first ?? ""
                return "\(copy.path.dropFirst(3)): \(first) + \(copy.leftover.isEmpty ? "nothing" : copy.leftover)"
            }
            #expect(kept.joined(separator: " | ") == expected, "\(name)")
            #expect(robot.typed == "@\(name) = \(value)2", "the field stays as it was")
        }
    }

    @Test func `the offer of a copy waits until nothing is typed`() {
        let robot = Robot()
        robot.press("/")
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/kept\n", basedOn: Robot.orders)]))
        robot.type("dr")
        #expect(robot.typed == "dr", "the keys answer no question")
        #expect(!robot.hasDialog)
        robot.press(.escape)
        #expect(robot.screen.contains("Edits from an earlier session"))
    }

    @Test func `the offer of a copy waits until the help is closed`() {
        let robot = Robot()
        robot.press("?")
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/kept\n", basedOn: Robot.orders)]))
        #expect(robot.screen.contains("search the keys") && !robot.screen.contains("Edits from an earlier session"))
        robot.press(.escape)
        #expect(robot.screen.contains("Edits from an earlier session"))
    }

    @Test func `a form that was filled in is kept as a request`() {
        let robot = Robot()
        robot.press("A")
        #expect(robot.recoveryCopies.isEmpty, "nothing was typed yet")
        robot.type("added")
        #expect(text(robot.recoveryCopies.first).contains("### added\n"))
    }

    @Test func `a form of which no request can be made is kept as text, and one for a first file as that file`() {
        let robot = Robot()
        robot.script("A added Tab ^U")
        let copies = robot.recoveryCopies
        #expect(copies.map(\.path) == ["/c/orders.http"] && copies.map(\.leftover) == ["orders.http\nadded\n"])
        #expect(text(copies.first) == Robot.orders)
        let first = Robot(files: [])
        first.script("A added Tab h/1")
        #expect(first.recoveryCopies.map(\.path) == ["/c/requests.http"])
        #expect(text(first.recoveryCopies.first).hasPrefix("### added\nGET http://h/1\n"))
        first.script("^U")
        #expect(first.recoveryCopies.isEmpty, "there is no file to which it belongs")
    }

    @Test func `the first load looks for copies, a reload does not`() {
        let robot = Robot.reading()
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        #expect(robot.takeNames().contains("findRecovery /c"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        #expect(!robot.takeNames().contains("findRecovery /c"))
    }

    @Test func `copies are offered and restored as unsaved edits`() {
        let robot = Robot()
        let edited = Robot.orders + "\n### rescued\nGET http://h/rescued\n"
        robot.tell(.recoveryFound([copy("orders.http", edited, basedOn: Robot.orders, leftover: "half a line")]))
        #expect(robot.screen.contains("Edits from an earlier session"))
        #expect(robot.screen.contains("orders.http"))
        robot.press("r")
        #expect(text(robot) == edited)
        #expect(robot.unsaved == ["/c/orders.http"])
        #expect(robot.screen.contains("half a line"))
        robot.press(.escape)
        robot.effects = []
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(!job.isForced && job.stamp.bytes == Array(Robot.orders.utf8))
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.takeNames() == ["removeRecovery /r/orders.http.recovery"])
        robot.press("2", "m", .down, .enter, .control("s"))
        guard case .save(let second)? = robot.take().last else {
            Issue.record("nothing is saved")
            return
        }
        robot.tell(.saveFinished(second, .saved(FileStamp(bytes: second.bytes))))
        #expect(robot.takeNames() == [], "the copy is removed once")
    }

    @Test func `a copy of a file that cannot be read stays for later, which is said although others are restored`() {
        let one = "users.http was not restored: users.http cannot be read: no permission."
        let other = "more.http was not restored: more.http cannot be read: no permission."
        let both = "Not restored | \(one) | \(other)"
        for (names, dialog) in [(["users.http"], ""), (["users.http", "more.http"], both)] {
            let files = ["orders.http", "users.http", "more.http"].map { name in
                var file = Robot.file(name, name == "orders.http" ? Robot.orders : "")
                if names.contains(name) { file.problem = FileProblem("cannot be read: no permission.") }
                return file
            }
            let robot = Robot(files: [])
            let nodes = files.map { CollectionNode.file($0) }
            robot.tell(.collectionLoaded(.success(CollectionFolder(root: "/c", name: "shop", nodes: nodes))))
            robot.tell(
                .recoveryFound(
                    (["orders.http"] + names).map { copy($0, "GET http://h/mine\n", basedOn: Robot.orders) }))
            robot.effects = []
            robot.press("r")
            #expect(robot.toastText == one && robot.spoken == dialog, "\(robot.screen)")
            #expect(robot.unsaved == ["/c/orders.http"] && text(robot) == "GET http://h/mine\n")
            #expect(!robot.takeNames().contains { $0.hasPrefix("removeRecovery") })
        }
    }

    @Test func `a restored copy goes when its file is saved under another name, and when its edits are dropped`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/\n", basedOn: Robot.orders)]))
        robot.press("r")
        let other = robot.copy()
        robot.script("1 g r ^U x.http Enter")
        for case .changeFiles(let job) in robot.take() {
            robot.tell(.filesWereChanged(job, .success(.move("/c/x.http", to: "/c/orders.http"))))
        }
        robot.script("1 g ^S")
        for case .save(let job) in robot.take() {
            #expect(job.path == "/c/x.http")
            robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        }
        #expect(robot.takeNames().contains("removeRecovery /r/orders.http.recovery"))
        var folder = CollectionFolder(root: "/d", name: "d", nodes: [])
        folder.asked = "/d"
        other.effects = []
        other.tell(.collectionOpened(CollectionOpening(path: "/d", folder: folder, drops: true)))
        #expect(other.takeNames().contains("removeRecovery /r/orders.http.recovery"))
    }

    @Test func `restored edits can be taken back`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/\n", basedOn: Robot.orders)]))
        robot.press("r", "u")
        #expect(text(robot) == Robot.orders)
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `restored edits of a file that changed since do not overwrite it unasked`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/\n", basedOn: "GET http://older/\n")]))
        robot.press("r")
        robot.effects = []
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(job.stamp.bytes != Array(Robot.orders.utf8), "the store finds the conflict")
    }

    @Test func `a file that is gone comes back with its edits`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("gone.http", "GET http://h/\n", basedOn: "")]))
        robot.press("r")
        #expect(text(robot, "gone.http") == "GET http://h/\n")
        #expect(robot.unsaved == ["/c/gone.http"])
    }

    @Test func `what was typed is listed below its file, and copies of other folders are not offered`() {
        let robot = Robot()
        let other = RecoveryCopy(
            path: "/d/x.http", document: HTTPDocument(bytes: []), base: ContentMark([]), leftover: "other",
            storedAt: "/r/x")
        robot.tell(.recoveryFound([other]))
        #expect(!robot.hasDialog)
        let users = "GET http://h/users\n"
        robot.tell(
            .recoveryFound([
                other, copy("orders.http", "GET http://h/\n", basedOn: Robot.orders, leftover: "half\na line"),
                copy("users.http", users, basedOn: ""), copy("new.http", "", basedOn: "", leftover: "GE T"),
            ]))
        robot.press("r")
        #expect(
            robot.spoken
                == "Typed, but not taken over | orders.http, being typed: | half | a line |  | "
                + "new.http, being typed: | GE T | ")
        #expect(text(robot, "users.http") == users && !robot.files.contains("/d/x.http"))
        #expect(Set(robot.unsaved).isSuperset(of: ["/c/orders.http", "/c/users.http"]))
    }

    // MARK: Copies while the program runs

    /// A robot with an edit of `orders.http` that has no copy yet.
    private func edited() -> Robot {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        #expect(robot.unsaved == ["/c/orders.http"])
        return robot
    }

    private func wait(_ duration: Duration, _ robot: Robot) {
        robot.wait(duration)
        robot.tick()
    }

    @Test func `what is typed is copied two seconds after the last key, once`() {
        let robot = Robot()
        wait(.seconds(60), robot)
        robot.press("2", "i", .control("u"))
        robot.wakes = []
        robot.type("http://h/typed")
        wait(.milliseconds(1999), robot)
        #expect(robot.copyUnsaved().isEmpty)
        wait(.milliseconds(1), robot)
        let copies = robot.copyUnsaved()
        #expect(copies.map { $0.map(\.path) } == [["/c/orders.http"]])
        let copy = copies.first?.first
        #expect(text(copy).contains("http://h/typed\n"))
        #expect(robot.typed == "http://h/typed", "the field stays as it was")
        robot.press(.left, .home)
        wait(.seconds(60), robot)
        #expect(robot.copyUnsaved().isEmpty, "no text changed")
        robot.press("x")
        wait(.seconds(2), robot)
        #expect(robot.copyUnsaved().count == 1)
    }

    @Test func `the copy needs no key to be made`() {
        let robot = Robot()
        wait(.seconds(60), robot)
        robot.wakes = []
        robot.press("2", "i", "x")
        #expect(robot.wakes.last == robot.clock + .seconds(2))
    }

    @Test func `without a pause it is copied every ten seconds`() {
        let robot = Robot()
        robot.press("2", "i")
        robot.type(String(repeating: "x", count: 200))
        #expect(robot.copyUnsaved().isEmpty)
        robot.type("xx")
        #expect(robot.copyUnsaved().count == 1)
        robot.type(String(repeating: "x", count: 198))
        #expect(robot.copyUnsaved().isEmpty)
        robot.type("xxxx")
        #expect(robot.copyUnsaved().count == 1)
    }

    @Test func `who only looks has nothing copied`() {
        let robot = Robot()
        robot.press("2", "i", .right, .escape, "1", "j", "j", "?", .escape, "A")
        wait(.seconds(60), robot)
        robot.tell(.networkChanged(.offline))
        #expect(robot.copyUnsaved().isEmpty)
    }

    @Test func `a body and a form are copied while they are typed`() {
        let robot = Robot()
        robot.press("j", .enter, "e")
        wait(.seconds(60), robot)
        #expect(robot.copyUnsaved().isEmpty, "the body was only opened")
        robot.type("hello ")
        wait(.seconds(2), robot)
        #expect(robot.copyUnsaved().map { text($0.first).contains("hello {") } == [true])
        let other = Robot()
        other.press("A")
        other.type("added")
        wait(.seconds(2), other)
        #expect(other.copyUnsaved().map { text($0.first).contains("### added\n") } == [true])
    }

    @Test func `a text from the editor that cannot be a body is copied as text`() {
        let robot = Robot()
        robot.press("j", .enter, "E")
        for case .editExternally(let job) in robot.take() {
            #expect(job.part == .body)
            robot.tell(.editedExternally(job, .changed("a\n### b")))
        }
        #expect(robot.typed == "a\n### b")
        wait(.seconds(2), robot)
        #expect(robot.copyUnsaved().map { $0.map(\.leftover) } == [["a\n### b"]])
    }

    @Test func `the copy goes when the file is saved or the edit is taken back`() {
        for isSaved in [true, false] {
            let robot = edited()
            wait(.seconds(2), robot)
            #expect(robot.copyUnsaved().map(\.count) == [1])
            robot.effects = []
            robot.press(isSaved ? .control("s") : "u")
            for case .save(let job) in robot.take() {
                #expect(robot.copyUnsaved().isEmpty, "it is not saved yet")
                robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
            }
            #expect(robot.unsaved == [])
            #expect(robot.copyUnsaved().map(\.count) == [0])
            wait(.seconds(60), robot)
            #expect(robot.copyUnsaved().isEmpty)
        }
    }

    @Test func `what is taken back before it was copied needs no removal`() {
        let robot = edited()
        robot.press("u")
        wait(.seconds(60), robot)
        #expect(robot.copyUnsaved().isEmpty)
    }

    @Test func `the copy of one file goes at once, that of another stays`() {
        let robot = edited()
        robot.press("1", "G", .enter, "m", .down, .enter)
        #expect(robot.unsaved.count == 2)
        wait(.seconds(2), robot)
        #expect(robot.copyUnsaved().map(\.count) == [2])
        robot.press("u")
        #expect(robot.copyUnsaved().map { $0.map(\.path) } == [["/c/orders.http"]])
    }

    @Test func `a copy is made before another program gets the terminal`() {
        let robot = edited()
        robot.press(.control("z"))
        #expect(robot.takeNames().contains("suspend"))
        #expect(robot.copyUnsaved().map(\.count) == [1])
    }

    @Test func `edits that are dropped for another collection have no copy any more`() {
        let robot = edited()
        wait(.seconds(2), robot)
        #expect(robot.copyUnsaved().map(\.count) == [1])
        var folder = CollectionFolder(root: "/d", name: "d", nodes: [])
        folder.asked = "/d"
        robot.tell(.collectionOpened(CollectionOpening(path: "/d", folder: folder, drops: true)))
        #expect(robot.copyUnsaved().map(\.count) == [0])
    }

    @Test func `each copy that cannot be read is named, one in the footer and several in a list`() {
        let robot = Robot()
        robot.tell(.recoveryFound([], problems: ["/r/a cannot be read: it is damaged."]))
        #expect(robot.footer.contains("/r/a cannot be read: it is damaged.") && !robot.hasDialog)
        robot.tell(.recoveryFound([], problems: ["/r/a cannot be read.", "/r/b cannot be read."]))
        #expect(robot.screen.contains("/r/a cannot be read.") && robot.screen.contains("/r/b cannot be read."))
    }

    @Test func `later keeps the copies, discard removes them`() {
        let robot = Robot()
        let found = copy("orders.http", "GET http://h/\n", basedOn: Robot.orders)
        robot.tell(.recoveryFound([found]))
        robot.press("l")
        #expect(!robot.hasDialog)
        #expect(!robot.takeNames().contains { $0.hasPrefix("removeRecovery") })
        robot.tell(.recoveryFound([found]))
        robot.press("d")
        #expect(robot.takeNames() == ["removeRecovery /r/orders.http.recovery"])
        #expect(text(robot) == Robot.orders)
    }
}
