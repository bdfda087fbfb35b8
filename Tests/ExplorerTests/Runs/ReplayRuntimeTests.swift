import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngine
@testable import TerminalUI
@testable import Workspace

/// Replays from the screen, with a real engine, a server and a store.
@Suite(.timeLimit(.minutes(5))) struct ReplayRuntimeTests {
    private static let behaviour = StubBehaviour { request in
        switch request.target {
        case "/slow": [.waitForRelease, .send(StubBehaviour.response(200, body: []))]
        case "/fail": [.send(StubBehaviour.response(500, body: []))]
        default: [.send(StubBehaviour.response(200, body: Array(#"{"id": 7}"#.utf8)))]
        }
    }

    /// A home with a collection in `c`, and a place for runs.
    private struct Place {
        let server: StubServer
        let home: TemporaryFolder
        let store: RunStore

        init(_ text: String) throws {
            server = try StubServer(ReplayRuntimeTests.behaviour)
            home = try TemporaryFolder()
            store = try RunStore(folder: home.path + "/state")
            try home.write(#"{"dev": {"base": "\#(server.url)"}}"#, to: "c/http-client.env.json")
            try home.write(text, to: "c/a.http")
        }

        func screen() async -> LiveScreen { await LiveScreen(home.path + "/c", environment: "dev", runs: store) }
    }

    @Test func `a replay is recorded, listed, opened from the recording and compared`() async throws {
        let place = try Place("### first\nGET {{base}}/1\n\n### second\nGET {{base}}/fail\n")
        defer { place.server.stop() }
        let screen = await place.screen()
        let account = try #require(await screen.replay("first"))
        #expect(account.totals.passed == 1 && account.totals.failed == 1)
        let entry = try #require(try place.store.entries().first)
        #expect(entry.key == account.head.id && entry.title == "a.http (dev)" && entry.state == .ended)
        #expect(try RecordingSource.store(place.store, entry).account().totals == account.totals)
        // The tree shows how each ended.
        await screen.act(
            { _ in }, until: { $0.inside(.collections).contains { $0.contains("first") && $0.contains("200") } })
        _ = await screen.replay("first")
        await screen.act {
            $0.press("6", .escape)
        } until: {
            $0.inside(.runs).count { $0.contains("a.http (dev)") } == 2
        }
        await screen.act {
            $0.press("C")
        } until: {
            $0.dialogKind == "RunComparisonView"
        }
        #expect(screen.robot.screen.contains("is not worse") || screen.robot.screen.contains("No difference"))
        screen.robot.press(.escape)
        // Another screen has only what was recorded.
        await screen.close()
        let other = await place.screen()
        await other.act {
            $0.press("6")
        } until: {
            $0.inside(.runs).contains { $0.contains("a.http (dev)") }
        }
        await other.act {
            $0.press(.enter)
        } until: {
            $0.inside(.runs).contains { $0.contains("! 500") }
        }
        await other.act {
            $0.press("j", .enter)
        } until: {
            $0.focus == .response
        }
        #expect(other.robot.inside(.response).contains { $0.contains("200") })
        await other.act {
            $0.press("6", .escape, "D", "d")
        } until: {
            $0.inside(.runs).count { $0.contains("a.http (dev)") } == 1
        }
        await other.close()
    }

    @Test func `Esc cancels what is in flight, and what it had begun is recorded`() async throws {
        let place = try Place(
            "### first\nGET {{base}}/1\n\n### slow\n# @timeout 10 m\nGET {{base}}/slow\n\n### third\nGET {{base}}/3\n")
        defer { place.server.stop() }
        let screen = await place.screen()
        await screen.open("first")
        await screen.act {
            $0.press("X", .enter)
        } until: { robot in
            robot.inside(.runs).contains { $0.contains("slow") } && place.server.received.count == 2
        }
        await screen.act {
            $0.press(.escape)
        } until: {
            $0.finishedRun != nil
        }
        let account = try #require(screen.robot.finishedRun)
        #expect(account.totals == Runner.Totals(passed: 1, cancelled: 1, notReached: 1))
        let entry = try #require(try place.store.entries().first)
        #expect(try RecordingSource.store(place.store, entry).account().end?.reason == .interrupted)
        #expect(place.server.received.count == 2)
        await screen.close()
    }

    @Test func `a stop between preparing and sending sends nothing`() async throws {
        let place = try Place("### first\nGET {{base}}/1\n")
        defer { place.server.stop() }
        let feed = ReplayFeed(1)
        let engine = Engine()
        feed.stop()
        let exchange = await feed.send(RequestDraft(method: "GET", url: place.server.url + "/1"), by: engine)
        #expect(exchange.error?.category == .cancelled && place.server.received.isEmpty)
        await engine.shutdown()
    }

    @Test func `the screen is told once of each secret of a request`() {
        func draft(_ secrets: [(String, String)]) -> RequestDraft {
            var draft = RequestDraft(method: "GET", url: "http://h.test/")
            draft.options.log = RequestLogOptions(secrets: secrets.map { .init(name: $0.0, value: $0.1) })
            return draft
        }
        let feed = ReplayFeed(1)
        let first = draft([("token", "abcdef")])
        #expect(!feed.learn([], nil) && !feed.learn([], draft([])))
        #expect(feed.learn([], first))
        #expect(!feed.learn([], first))
        #expect(
            feed.learn([], draft([("other", "ghijkl"), ("token", "abcdef")])), "a new one beside one that is known")
        #expect(feed.learn([], draft([("token", "mnopqr")])))
    }

    @Test func `the end of the program ends a run, and its recording says so`() async throws {
        let place = try Place("### slow\n# @timeout 10 m\nGET {{base}}/slow\n\n### second\nGET {{base}}/2\n")
        defer { place.server.stop() }
        let screen = await place.screen()
        await screen.open("slow")
        // No event of the run comes while the answer is awaited, so the request itself is.
        await screen.act({ $0.press("X", .enter) }, until: { $0.hasRun })
        _ = await place.server.requests(1)
        screen.endReplays()
        let entry = try #require(try place.store.entries().first)
        #expect(entry.state == .ended && entry.resultText == "interrupted")
        await screen.close()
    }

    @Test func `unsaved edits are sent, and a file that cannot be recorded is said once`() async throws {
        let place = try Place("### first\nGET {{base}}/1\n")
        defer { place.server.stop() }
        try place.home.write("not a folder", to: "state")
        let screen = await place.screen()
        await screen.open("first")
        screen.robot.press("2", "i", .end)
        screen.robot.type("?edited")
        screen.robot.press(.enter)
        let account = await screen.replay("first")
        #expect(account?.totals.passed == 1)
        #expect(place.server.received.map(\.target) == ["/1?edited"])
        #expect(try place.home.read("c/a.http").contains("edited") == false)
        await screen.close()
    }
}
