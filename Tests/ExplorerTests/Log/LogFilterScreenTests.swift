import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import NetEngineRequestLog
@testable import RequestLog
@testable import TerminalUI
@testable import Workspace

/// The filter of the Log pane while it is typed, and filters saved by name.
@Suite struct LogFilterScreenTests {
    /// A robot whose zoomed Log has three exchanges: `GET /orders` 200, `POST /orders` 404 and `GET /items` 500.
    private func robot(columns: Int = 120) -> Robot {
        let robot = Robot(columns, 24)
        for (number, sent) in [
            ("GET", "/orders", 200), ("POST", "/orders", 404), ("GET", "/items", 500),
        ].enumerated() {
            let id = ExchangeID(rawValue: UInt64(number) + 1)
            robot.event(id, .queued(method: sent.0, url: "http://h" + sent.1), after: .zero)
            let request = PreparedRequest(
                method: sent.0 == "GET" ? .get : .post,
                url: HTTPURL(
                    scheme: .http, userInfo: nil, host: "h", explicitPort: nil, path: sent.1, query: nil),
                headers: [], body: .none, options: RequestOptions())
            let response = ExchangeFixtures.response(status: sent.2)
            robot.event(
                id,
                .finished(
                    ExchangeFixtures.exchange(
                        UInt64(number) + 1, hops: [ExchangeFixtures.hop(request: request, response: response)]))
            )
        }
        robot.press("4", "z")
        return robot
    }

    /// The statuses of the rows in view.
    private func statuses(_ robot: Robot) -> [String] {
        robot.inside(.log).compactMap { row in
            row.split(separator: " ").map(String.init).first { ["200", "404", "500"].contains($0) }
        }
    }

    private func typed(_ text: String, on robot: Robot) -> [String] {
        robot.press("/")
        robot.type(text)
        return statuses(robot)
    }

    @Test func `a key that is typed hides no rows until its value is there`() {
        let robot = robot()
        robot.press("/")
        for letter in "status:40" {
            robot.press(.character(letter))
            #expect(statuses(robot).prefix(3) == ["200", "404", "500"], "after \(letter)")
            #expect(robot.border(.log).contains("still all rows"))
        }
        robot.press("4")
        #expect(statuses(robot).first == "404")
        #expect(!robot.border(.log).contains("still"))
    }

    @Test func `text and parts of values narrow the rows with each letter`() {
        let robot = robot()
        #expect(typed("it", on: robot) == ["500"])
        robot.press(.control("u"))
        robot.type("path:/or")
        #expect(statuses(robot) == ["200", "404"])
    }

    @Test func `while a term is incomplete the last complete filter stays, and the border says so`() {
        let robot = robot()
        #expect(typed("path:/orders ", on: robot) == ["200", "404"])
        for letter in "method:P" {
            robot.press(.character(letter))
            #expect(statuses(robot) == ["200", "404"], "after \(letter)")
            #expect(robot.border(.log).contains("still path \"/orders\""))
        }
        robot.type("OST")
        #expect(statuses(robot) == ["404"])
        robot.type(" nokey:")
        #expect(statuses(robot) == ["404"])
        #expect(robot.screen.contains("There is no key 'nokey'"))
    }

    @Test func `where no row passes the filter, s names the filter as the reason`() {
        let robot = robot()
        robot.press("/")
        robot.type("path:/none")
        robot.press(.enter)
        #expect(statuses(robot).isEmpty, "\(robot.screen)")
        expectSentences(
            robot,
            """
            s -> Nothing passes the filter. Esc clears it.
            S -> Nothing passes the filter. Esc clears it.
            """)
        robot.press(.escape)
        #expect(statuses(robot).prefix(3) == ["200", "404", "500"])
    }

    @Test func `the term that the cursor is at the end of is the one that is typed`() {
        let robot = robot()
        robot.press("/")
        robot.paste("method:P path:/orders")
        #expect(robot.screen.contains("Nothing passes the filter."), "\(robot.screen)")
        for _ in " path:/orders" { robot.press(.left) }
        #expect(statuses(robot).prefix(3) == ["200", "404", "500"] && robot.border(.log).contains("still all rows"))
        robot.type("OST")
        #expect(statuses(robot) == ["404"], "\(robot.screen)")
    }

    @Test func `Tab without anything to complete leaves the text`() {
        let robot = robot()
        _ = typed("items", on: robot)
        robot.press(.tab)
        #expect(robot.typed == "items" && statuses(robot) == ["500"])
    }

    @Test func `a mistake in front of the term that is typed is said, however that goes on`() {
        let robot = robot()
        _ = typed("nokey:x stat", on: robot)
        #expect(robot.screen.contains("There is no key 'nokey'") && !robot.screen.contains("Tab:"), "\(robot.screen)")
    }

    @Test func `of the rows that pass the newest is selected, unless the selected one passes`() {
        let robot = robot()
        func selected() -> String { robot.inside(.log).first { $0.hasPrefix("›") } ?? "" }
        robot.press("g")
        #expect(selected().contains(" 200 "))
        for (filter, status) in [("path:/orders", "200"), ("method:POST", "404"), ("method:GET", "500")] {
            _ = typed(filter, on: robot)
            robot.press(.enter)
            #expect(selected().contains(" \(status) "), "\(robot.screen)")
            robot.press(.escape)
            #expect(selected().contains(" \(status) ") && statuses(robot).prefix(3) == ["200", "404", "500"])
        }
    }

    @Test func `Enter takes what is typed as complete, and keeps a text that is not a filter open`() {
        let robot = robot()
        _ = typed("stat", on: robot)
        robot.press(.enter)
        #expect(robot.screen.contains("Nothing passes the filter."))
        robot.press(.escape)
        _ = typed("status:", on: robot)
        #expect(robot.screen.contains("Tab: 2xx"), "that a value is missing is no mistake yet")
        robot.press(.enter)
        #expect(robot.screen.contains("status: needs a value."))
        robot.type("500")
        robot.press(.enter)
        #expect(statuses(robot).first == "500")
        #expect(robot.screen.contains("status 500"))
    }

    @Test func `what is wrong with a filter has the room that its text leaves`() {
        let robot = robot()
        _ = typed("status>=abc", on: robot)
        #expect(robot.screen.contains("'abc' cannot be read here; write for example status:404"))
        #expect(robot.screen.contains("or status:500..599."))
    }

    @Test func `a filter that Enter does not take is answered in the footer until it is another one`() {
        let robot = robot(columns: 60)
        _ = typed("status>=abc", on: robot)
        #expect(!robot.screen.contains("status:500..599."), "the row has no room for it")
        robot.press(.enter)
        #expect(robot.screen.contains("! 'abc' cannot be read here"))
        #expect(robot.screen.contains("status:500..599."))
        robot.type("d")
        #expect(robot.footer.contains("Enter keep filter"))
        robot.press(.enter)
        robot.press(.escape)
        #expect(!robot.screen.contains("cannot be read here"))
    }

    @Test func `a row that does not pass the filter any more is gone`() {
        let robot = robot()
        let id = ExchangeID(rawValue: 4)
        robot.event(id, .queued(method: "GET", url: "http://h/late"), after: .zero)
        robot.press("/")
        robot.type("is:running")
        robot.press(.enter)
        #expect(robot.inside(.log).contains { $0.contains("/late") }, "\(robot.screen)")
        robot.event(id, .finished(ExchangeFixtures.exchange(4)))
        #expect(robot.screen.contains("Nothing passes the filter."), "\(robot.screen)")
    }

    // MARK: Saved filters

    @Test func `saved filters are read when a filter is typed, completed and used`() {
        let robot = robot()
        robot.press("/")
        #expect(robot.takeNames().contains("readSavedFilters"))
        robot.type("saved:b")
        robot.tell(.savedFiltersRead(["bad": "status:>=400", "posts": "method:POST"], said: nil))
        #expect(robot.screen.contains("Tab: bad"))
        #expect(robot.border(.log).contains("still all rows"))
        robot.press(.tab)
        #expect(statuses(robot).prefix(2) == ["404", "500"])
        robot.press(.enter)
        #expect(robot.screen.contains("saved:bad") && robot.screen.contains("status at least 400"))
    }

    @Test func `W saves the filter under a name`() {
        let robot = robot()
        _ = typed("method:POST", on: robot)
        robot.press(.enter, "W")
        #expect(robot.screen.contains("Save the filter method:POST"))
        robot.type("a b")
        robot.press(.enter)
        #expect(robot.screen.contains("cannot be the name of a filter") && robot.screen.contains("'_' and '.'."))
        robot.press(.control("u"))
        robot.type("posts")
        _ = robot.take()
        robot.press(.enter)
        #expect(robot.takeNames().contains("saveFilter posts method:POST"))
        let sentence = SavedFilters.savedSentence("posts")
        robot.tell(.savedFiltersRead(["posts": "method:POST"], said: sentence))
        #expect(robot.footer.contains("Saved: saved:posts finds these rows."))
    }

    @Test func `without a filter W lists the saved ones, to use one`() {
        let robot = robot()
        robot.press("W")
        #expect(robot.takeNames().contains("readSavedFilters"))
        #expect(robot.screen.contains("No filter is saved."))
        robot.press(.enter, "D")
        #expect(robot.hasDialog && robot.dialogKeys.map(\.1) == ["close"])
        #expect(!robot.takeNames().contains { $0.hasPrefix("forgetFilter") })
        robot.tell(.savedFiltersRead(["posts": "method:POST", "bad": "status:>=400"], said: nil))
        #expect(robot.screen.contains("bad  status:>=400"))
        robot.press("j", .enter)
        #expect(!robot.hasDialog)
        #expect(robot.screen.contains("saved:posts"))
        #expect(statuses(robot) == ["404"])
    }

    @Test func `a click on a saved filter uses it`() {
        let robot = robot()
        robot.press("W")
        robot.tell(.savedFiltersRead(["posts": "method:POST", "bad": "status:>=400"], said: nil))
        robot.click(on: "posts  method")
        #expect(!robot.hasDialog && robot.screen.contains("saved:posts") && statuses(robot) == ["404"])
    }

    @Test func `the selected filter stays selected when another one comes before it`() {
        let robot = robot()
        robot.press("W")
        robot.tell(.savedFiltersRead(["posts": "method:POST", "good": "status:200"], said: nil))
        robot.press("j")
        robot.tell(
            .savedFiltersRead(["bad": "status:>=400", "posts": "method:POST", "good": "status:200"], said: nil))
        robot.press(.enter)
        #expect(robot.screen.contains("saved:posts") && statuses(robot) == ["404"], "\(robot.screen)")
    }

    @Test func `D forgets a saved filter`() {
        let robot = robot()
        robot.press("W")
        robot.tell(.savedFiltersRead(["posts": "method:POST", "bad": "status:>=400"], said: nil))
        _ = robot.take()
        robot.press("D")
        #expect(robot.takeNames().contains("forgetFilter bad"))
        robot.tell(.savedFiltersRead(["posts": "method:POST"], said: SavedFilters.forgottenSentence("bad")))
        #expect(!robot.screen.contains("status:>=400"))
        #expect(robot.screen.contains("posts  method:POST"))
        #expect(robot.footer.contains("Forgotten: the filter 'bad'."))
    }

    @Test func `a filter cannot be saved under a name that it uses itself`() {
        let robot = robot()
        robot.press("/")
        robot.tell(.savedFiltersRead(["bad": "status:>=400"], said: nil))
        robot.type("saved:bad method:GET")
        robot.press(.enter, "W")
        robot.type("bad")
        robot.press(.enter)
        #expect(robot.screen.contains("The filter 'bad' would contain itself."))
    }

    @Test func `a log that cannot be read while it is followed is reported once, until it can be read again`() throws {
        let folder = try TemporaryFolder()
        let access = RequestLogAccess(folder: folder.path)
        let reader = try LogReader(folder: folder.path)
        var seen = try RequestLogAccess.Place(reader)
        let reading = LogReading(id: 1, condition: .all([]), page: .newest)
        let sentences = Mutex<[String]>([])
        func follow() {
            access.passOn(&seen, reading, reader) { action in
                if case .failed(let sentence) = action { sentences.withLock { $0.append(sentence) } }
            }
        }
        try folder.write(String(repeating: "no database ", count: 100), to: "log.sqlite")
        let problem = "The request log in \(folder.path) cannot be read: file is not a database."
        follow()
        follow()
        #expect(sentences.withLock { $0 } == [problem])
        #expect(access.lastRows(under: "/c") == .failure(LogUnreadable(sentence: problem)))
        try FileManager.default.removeItem(atPath: "\(folder.path)/log.sqlite")
        follow()
        try folder.write(String(repeating: "no database ", count: 100), to: "log.sqlite")
        follow()
        #expect(sentences.withLock { $0 } == [problem, problem])
    }

    @Test func `the runner keeps saved filters in their file`() async throws {
        let folder = try TemporaryFolder()
        let file = StateFile(
            path: folder.path + "/apitui/log-filters", what: "The file", maxBytes: 1000)
        let (actions, posted) = AsyncStream<Action>.makeStream()
        let engine = Engine()
        let runner = EffectRunner(
            engine: engine, path: folder.path, trust: nil, savedFilters: file, post: { posted.yield($0) })
        runner.run(.saveFilter(name: "bad", "status:>=400"))
        runner.run(.readSavedFilters)
        func changed() async -> (filters: [String: String], sentence: String)? {
            for await action in actions {
                if case .savedFiltersRead(let filters, let sentence?) = action { return (filters, sentence) }
                if case .failed(let sentence) = action { return ([:], sentence) }
            }
            return nil
        }
        let saved = await changed()
        #expect(saved?.sentence == "Saved: saved:bad finds these rows.")
        #expect(saved?.filters == ["bad": "status:>=400"])
        #expect(try folder.read("apitui/log-filters") == "bad status:>=400\n")
        runner.run(.forgetFilter("bad"))
        let forgotten = await changed()
        #expect(forgotten?.sentence == "Forgotten: the filter 'bad'.")
        #expect(forgotten?.filters == [:])
        #expect(try folder.read("apitui/log-filters") == "")
        runner.run(.forgetFilter("bad"))
        #expect(await changed()?.sentence == "There is no saved filter 'bad'.")
        try folder.write("good is:slow\ndead path:/orders", to: "apitui/log-filters")
        runner.run(.readSavedFilters)
        let cut = await changed()
        #expect(cut?.filters == ["good": "is:slow"])
        #expect(
            cut?.sentence
                == "\(file.path):2: The line has no end, so it may have been cut and is not used. Complete it, or delete it."
        )
        await engine.shutdown()
    }
}
