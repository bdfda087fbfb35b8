import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

@Suite struct OpenCollectionTests {
    /// A collection in `/d` that was read.
    private func opening(memory: ScreenMemory? = nil, drops: Bool = false) -> CollectionOpening {
        let text = "### other one\nGET http://d/1\n\n### other two\nGET http://d/2\n"
        let file = CollectionFile(
            path: "/d/d.http", relativePath: "d.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
        var folder = CollectionFolder(root: "/d", name: "d", nodes: [.file(file)])
        folder.asked = "/d"
        return CollectionOpening(path: "/d", folder: folder, memory: memory, drops: drops)
    }

    @Test func `a path is typed in the palette's dialog, and a collection of before is found by letters`() {
        let robot = Robot()
        robot.choose("Open collection")
        #expect(robot.screen.contains("Reading the list.") && !robot.screen.contains("No other collection"))
        #expect(robot.takeNames().contains("readRecentCollections"))
        robot.tell(.recentCollections(["/home/shop", "/home/u/billing"]))
        robot.type("bill")
        #expect(robot.dialog.contains { $0.contains("billing/") && $0.contains("/home/u") })
        robot.press(.enter)
        #expect(robot.takeNames() == ["openCollection /home/u/billing"] && !robot.hasDialog)
        robot.choose("Open collection")
        robot.tell(.recentCollections(["/home/shop", "/home/u/orders.http"]))
        // Only the name of a folder ends in a slash.
        #expect(robot.dialog.contains { $0.contains("shop/") })
        #expect(robot.dialog.contains { $0.contains("orders.http ") && $0.contains("/home/u") })
        robot.type("~/shop")
        robot.press(.enter)
        #expect(robot.takeNames().contains("openCollection ~/shop"))
    }

    @Test(arguments: [
        ("Enter", "/d/1"), ("Down Down Up Enter", "/d/2"), ("^N ^N ^P Enter", "/d/2"), ("PgUp Up Enter", "/d/1"),
        ("PgDn PgUp Down Enter", "/d/2"), ("PgDn PgDn PgDn PgDn PgDn PgDn PgDn PgDn Enter", "/d/60"),
        ("Down 59 Enter", "/d/59"),
    ])
    func `the list of collections is moved through, and typing begins at its top`(keys: String, path: String) {
        let robot = Robot()
        robot.choose("Open collection")
        robot.tell(.recentCollections((1...60).map { "/d/\($0)" }))
        robot.effects = []
        robot.script(keys)
        #expect(robot.takeNames() == ["openCollection \(path)"])
    }

    @Test func `a click opens a collection, and so does a path that is pasted`() {
        let robot = Robot()
        robot.choose("Open collection")
        robot.tell(.recentCollections((1...60).map { "/d/\($0)" }))
        let pasted = robot.copy()
        robot.effects = []
        robot.click(robot.dialogContent.x + 2, robot.dialogContent.y + 2)
        #expect(robot.takeNames() == ["openCollection /d/3"] && !robot.hasDialog)
        pasted.effects = []
        pasted.script("Down Down")
        pasted.paste("~/x y")
        pasted.press(.enter)
        #expect(pasted.takeNames() == ["openCollection ~/x y"])
    }

    @Test(arguments: ["http://127.0.0.1:9/openapi.json", "HTTPS://h/api.yaml", "graphql+https://h/graphql"])
    func `a URL is not looked for as a file, and the command that opens it is named`(url: String) {
        let robot = Robot()
        robot.choose("Open collection")
        robot.type(url)
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty && !robot.hasDialog)
        #expect(
            robot.toastText
                == "A URL cannot be opened here; 'apitui URL' in a shell opens the description that is there.")
    }

    @Test func `the picker of requests finds collections too, and Tab takes what was typed along`() {
        let robot = Robot()
        robot.press(.control("o"))
        robot.tell(.recentCollections(["/home/u/billing"]))
        robot.type("billing")
        robot.press(.enter)
        #expect(robot.takeNames().contains("openCollection /home/u/billing"))
        robot.press(.control("o"))
        robot.type("/x")
        robot.press(.tab, .enter)
        #expect(robot.takeNames().contains("openCollection /x"))
    }

    @Test func `unsaved edits are asked about, and saved before another collection is opened`() {
        let robot = Robot()
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter)
        robot.choose("Open collection")
        robot.type("/d")
        robot.press(.enter)
        #expect(robot.screen.contains("Unsaved edits") && robot.screen.contains("orders.http"))
        _ = robot.take()
        robot.press("c")
        #expect(robot.takeNames().isEmpty)
        robot.choose("Open collection")
        robot.type("/d")
        robot.press(.enter, "s")
        let effects = robot.take()
        guard case .save(let job)? = effects.last else {
            Issue.record("nothing is saved: \(effects.map(Robot.name))")
            return
        }
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.takeNames().contains("openCollection /d"))
    }

    @Test func `edits made while the other collection was read are asked about, and only a Drop loses them`() {
        let robot = Robot()
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter)
        robot.tell(.collectionOpened(opening()))
        #expect(robot.screen.contains("Unsaved edits") && robot.screen.contains("list orders"))
        _ = robot.take()
        robot.press("d")
        #expect(robot.takeNames() == ["openCollection /d dropping edits"])
        robot.tell(.collectionOpened(opening(drops: true)))
        #expect(robot.screen.contains("other one") && !robot.screen.contains("list orders"))
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `all begins anew with the screen that was kept, and what was in flight is cancelled`() throws {
        let robot = Robot()
        var memory = robot.memory
        (memory.file, memory.request) = ("d.http", "other two")
        let id = try #require(robot.send())
        _ = robot.take()
        robot.tell(.collectionOpened(opening(memory: memory)))
        let effects = robot.takeNames()
        #expect(effects.first == "keepScreen of /c" && effects.contains("cancelAll"))
        #expect(effects.contains("enterCollection /d") && effects.contains("loadEnvironments /d"))
        #expect(robot.screen.contains("cancelled") && robot.screen.contains("env none"))
        #expect(robot.border(.request).contains("other two") || robot.screen.contains("http://d/2"))
        try robot.finish(id, .ok)
        #expect(robot.logRows.isEmpty)
    }

    @Test func `a collection that is read after one that was asked for later is not opened any more`() {
        let robot = Robot()
        var (slow, quick) = (opening(), opening())
        (slow.number, quick.number) = (1, 2)
        slow.path = "/slow"
        slow.folder.name = "slow"
        robot.tell(.collectionOpened(quick))
        _ = robot.take()
        robot.tell(.collectionOpened(slow))
        #expect(!robot.takeNames().contains { $0.hasPrefix("enterCollection") })
        #expect(!robot.screen.contains("slow"), "\(robot.screen)")
        quick.number = 3
        robot.tell(.collectionOpened(quick))
        #expect(robot.takeNames().contains { $0.hasPrefix("enterCollection") })
    }

    @Test func `one that cannot be read, or is asked about, keeps those from opening that were asked for before it`() {
        let robot = Robot()
        func isOpened(_ number: Int) -> Bool {
            var slow = opening()
            slow.number = number
            robot.effects = []
            robot.tell(.collectionOpened(slow))
            return robot.takeNames().contains { $0.hasPrefix("enterCollection") }
        }
        robot.tell(.collectionUnread(sentence: "There is no file or folder /n.", number: 2))
        #expect(robot.toastText == "There is no file or folder /n.")
        let afterFailure = isOpened(1)
        #expect(!afterFailure && robot.screen.contains("list orders"), "\(robot.screen)")
        // A late failure of an earlier one says nothing.
        robot.tell(.collectionUnread(sentence: "There is no file or folder /m.", number: 1))
        #expect(robot.toastText == "There is no file or folder /n.")
        robot.press("2", "i", .end)
        robot.type("0")
        robot.press(.enter)
        let withEdits = isOpened(4)
        #expect(!withEdits && robot.screen.contains("Unsaved edits"))
        robot.press("c")
        let afterQuestion = isOpened(3)
        #expect(!afterQuestion && !robot.hasDialog, "\(robot.screen)")
    }

    @Test func `files of the collection that was left, read too late, change nothing`() {
        let robot = Robot()
        robot.tell(.collectionOpened(opening()))
        var late = Robot.folder(Robot.shop)
        late.asked = "/c"
        robot.tell(.collectionLoaded(.success(late)))
        #expect(robot.screen.contains("other one") && !robot.screen.contains("list orders"))
    }
}

/// With folders on disk.
@Suite(.timeLimit(.minutes(5))) struct OpenedCollectionTests {
    @Test func `another folder is read with its own environments; one that is not there changes nothing`() async {
        let (first, second) = (ScratchFolder(), ScratchFolder())
        first.write("a.http", "### first one\nGET http://h/1\n\n### first two\nGET http://h/2\n")
        second.write("b.http", "### second one\nGET {{base}}/1\n\n### second two\nGET http://h/2\n")
        second.write("http-client.env.json", "{ \"stage\": { \"base\": \"http://s\" } }")
        let screen = await LiveScreen(first.path)
        await screen.act {
            $0.choose("Open collection")
            $0.type("\(first.path)/nowhere")
            $0.press(.enter)
        } until: {
            $0.screen.contains("There is no file or folder")
        }
        #expect(screen.robot.screen.contains("first one"))
        await screen.act {
            $0.choose("Open collection")
            $0.type(second.path)
            $0.press(.enter)
        } until: {
            $0.screen.contains("second one") && $0.environmentNames.contains("stage")
        }
        #expect(!screen.robot.screen.contains("first one"))
        await screen.close()
    }

    @Test func `the new folder is watched, and the old one is not any more`() async throws {
        let (first, second) = (ScratchFolder(), ScratchFolder())
        first.write("a.http", "GET http://h/1\n")
        second.write("b.http", "GET http://h/2\n")
        let actions = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(
            engine: Engine(), path: first.path, watch: { InotifyWatch($0) },
            post: { actions.continuation.yield($0) })
        runner.run(.enterCollection(second.path))
        var loaded = false
        for await action in actions.stream {
            switch action {
            case .collectionLoaded(.success(let folder)):
                #expect(folder.root == second.path)
                guard !loaded else { continue }
                loaded = true
                // Until it is watched, it is read again.
                while runner.watch?.cover(folder.folders).new != 0 { continue }
                first.write("a.http", "GET http://h/9\n")
                second.write("b.http", "GET http://h/22\n")
            case .filesChanged(let change) where loaded:
                #expect(change.files == ["\(second.path)/b.http"])
                return
            default: continue
            }
        }
    }
}
