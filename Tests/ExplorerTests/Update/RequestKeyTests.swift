import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// A request keeps its id while it and the others of its file change places.
@Suite struct RequestKeyTests {
    private static let path = "/c/a.http"
    private static let names = ["a", "b", "c", "d", "e"]

    /// A tree of one file, with the keys that its requests had at first.
    private struct Subject {
        var tree = CollectionTree()
        var keys: [String: RequestKey] = [:]

        init(_ names: [String] = RequestKeyTests.names) {
            _ = tree.take(RequestKeyTests.folder("a.http", RequestKeyTests.text(names)))
            for (index, name) in names.enumerated() { keys[name] = tree.key(RequestKeyTests.path, index) }
        }

        var document: HTTPDocument { tree.files[RequestKeyTests.path]?.file.document ?? HTTPDocument(bytes: []) }

        mutating func apply(_ change: DocumentChange) throws {
            let edited = try change.applied(to: document)
            tree.edit(RequestKeyTests.path, to: edited, change.order(from: document, to: edited))
        }

        /// Whether every key of the start names its request, or nothing if that is gone.
        func expectAgreement(
            without gone: Set<String> = [], _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            for (name, key) in keys {
                #expect(
                    tree.request(key)?.title == (gone.contains(name) ? nil : name), comment,
                    sourceLocation: sourceLocation)
            }
            let count = document.requests.count
            #expect(Set((0..<count).compactMap { tree.key(RequestKeyTests.path, $0) }).count == count, "one id each")
        }
    }

    private static func text(_ names: [String]) -> String {
        names.map { "### \($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
    }

    private static func folder(_ name: String, _ text: String) -> CollectionFolder { Robot.folder([(name, text)]) }

    @Test func `ids stay with their requests through moves, inserts and deletes, and when these are undone`() throws {
        for old in Self.names.indices {
            let changes: [(DocumentChange, gone: Set<String>)] =
                Self.names.indices.map { (.move(old, to: $0), []) } + [
                    (.clone(old), []), (.remove(old), [Self.names[old]]),
                    (.addRequest(method: "GET", target: "http://h/", title: "new", at: .after(old)), []),
                    (.edit(.setTarget("http://other/"), request: old), []),
                    (.edit(.setBody("x\n### f\nGET http://h/f\n"), request: old), []),
                ]
            for (change, gone) in changes {
                var subject = Subject()
                do { try subject.apply(change) } catch { continue }
                subject.expectAgreement(without: gone, "\(change)")
                guard subject.tree.undo(Self.path) else { continue }
                #expect(subject.document.requests.map(\.title) == Self.names)
                subject.expectAgreement(without: gone, "\(change), undone")
            }
        }
    }

    @Test func `ids survive a reload with other requests above, between and below`() {
        var subject = Subject()
        let news = subject.tree.take(
            [Robot.file("a.http", Self.text(["x", "b", "y", "a", "c", "e", "z"]))], busy: [])
        #expect(news.changed.keys.sorted() == [Self.path])
        subject.expectAgreement(without: ["d"], "reloaded")
    }

    @Test func `a request of a new name or target is known by what stayed the same`() {
        var subject = Subject()
        let before = Self.text(Self.names)
        let after = before.replacing("### b", with: "### B").replacing("h/d", with: "h/D")
        _ = subject.tree.take([Robot.file("a.http", "### x\nGET http://h/x\n\n" + after)], busy: [])
        #expect(subject.keys["d"].flatMap(subject.tree.request)?.target == "http://h/D")
        _ = subject.tree.take([Robot.file("a.http", before)], busy: [])
        _ = subject.tree.take([Robot.file("a.http", after)], busy: [])
        #expect(subject.keys["d"].flatMap(subject.tree.request)?.target == "http://h/D")
        #expect(subject.keys["a"].flatMap(subject.tree.request)?.title == "a")
    }

    /// Two requests that only their header tells apart.
    private static let twins =
        "### same\nGET http://h/\nX-Twin: first\n\n### same\nGET http://h/\nX-Twin: second\n\n"
    private static let above = "### x\nGET http://h/x\n\n"

    @Test func `requests of the same name, method and target keep apart`() {
        var subject = Subject(["same", "other"])
        _ = subject.tree.take([Robot.file("a.http", Self.twins)], busy: [])
        let keys = (0..<2).compactMap { subject.tree.key(Self.path, $0) }
        #expect(Set(keys).count == 2)
        _ = subject.tree.take([Robot.file("a.http", Self.above + Self.twins)], busy: [])
        #expect(keys.map { subject.tree.request($0)?.headers.first?.value } == ["first", "second"])
    }

    @Test func `ids survive that their file is renamed`() {
        var subject = Subject()
        let news = subject.tree.take(Self.folder("z.http", Self.text(Self.names)))
        #expect(news.renamed == [Self.path: "/c/z.http"])
        for (name, key) in subject.keys {
            #expect(subject.tree.request(RequestKey(file: "/c/z.http", id: key.id))?.title == name)
        }
    }

    // MARK: On the screen

    @Test func `a request moves past others of the same text`() {
        let twin = "###\nGET http://h/twin\n\n"
        let robot = Robot(files: [("a.http", twin + twin + "###\nGET http://h/last\n\n")])
        robot.press("1", "g", "j", "+", "+")
        #expect(robot.requestNames(of: "a.http") == ["GET http://h/twin", "GET http://h/last", "GET http://h/twin"])
    }

    @Test func `the second of two requests of one name stays in view when one comes above`() {
        let robot = Robot(files: [("a.http", Self.twins)])
        robot.press("1", "g", "j", "j", .enter)
        for _ in 0..<5 where robot.tab != "Headers" { robot.press("]") }
        #expect(robot.tab == "Headers" && robot.screen.contains("second"))
        robot.tell(.filesChanged(FileChange(files: [Self.path])))
        guard case .readFiles(let job)? = robot.take().last else {
            Issue.record("nothing is read")
            return
        }
        robot.tell(.filesRead(job, [Robot.file("a.http", Self.above + Self.twins)]))
        #expect(robot.screen.contains("second"))
    }

    @Test func `in place of a deleted request the next one is selected, below a heading too`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/a\n\n### --- Rest ---\n\n### b\nGET http://h/b\n")])
        robot.press("1", "g", "j", "D", "d")
        #expect(robot.selectedRow()?.contains("b") == true)
        #expect(robot.openTarget == "http://h/b")
    }

    @Test func `after the last request of a file was deleted the selection stays in that file, where u takes it back`()
    {
        let robot = Robot(files: [
            ("a.http", "### a\nGET http://h/a\n\n### b\nGET http://h/b\n"), ("c.http", "GET http://h/c\n"),
        ])
        robot.press("1", "g", "j", "j", "D", "d")
        #expect(robot.selectedRow()?.hasSuffix(" a") == true)
        robot.press("D", "d")
        #expect(robot.selectedRow()?.contains("a.http") == true)
        robot.press("u", "u")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n\n### b\nGET http://h/b\n")
    }

    @Test func `the selection and the request in view stay when an edit above them is undone`() {
        let robot = Robot()
        robot.press("1", "g", "j", "c")
        robot.press("j")
        let selected = robot.openTarget
        robot.press("u")
        #expect(robot.openTarget == selected)
        #expect(robot.text(of: "orders.http") == Robot.orders)
    }
}
