import NetEngine
import Settings
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The cache browser and the session's cache mode: keys in, effects and the screen out.
@Suite struct CacheBrowserTests {
    private static let readAt = Timestamp(microsecondsSince1970: 1_795_255_200_000_000)

    private static func stored(
        _ id: Int64, _ url: String, age: Int64 = 12, _ fields: [(String, String)] = [("Cache-Control", "max-age=60")],
        bytes: Int = 1234, status: Int = 200, vary: VaryKey = .none
    ) -> StoredResponse {
        let then = Timestamp(microsecondsSince1970: readAt.microsecondsSince1970 - age * 1_000_000)
        return StoredResponse(
            id: StoredResponse.ID(rawValue: id), key: CacheKey(text: url), status: status, reason: [],
            httpVersion: .http1_1, headers: HeaderFields(fields.map { HeaderField($0.0, $0.1) }), requestTime: then,
            responseTime: then, vary: vary, authorization: nil, decodedCodings: [], wireBodyByteCount: bytes,
            bodyByteCount: bytes)
    }

    private static let english = VaryKey(isStar: false, fields: [.init(name: "accept-language", value: "en")])
    private static let german = VaryKey(isStar: false, fields: [.init(name: "accept-language", value: "de")])

    private static let all = [
        stored(1, "http://a.test/orders"),
        stored(2, "http://b.test/page", age: 90, vary: english), stored(3, "http://b.test/page", age: 5, vary: german),
        stored(4, "http://c.test/old", age: 7200, [("Cache-Control", "max-age=10")], bytes: 20, status: 404),
        stored(5, "http://c.test/ask", [("Cache-Control", "no-cache"), ("X-\u{1B}[2J", "evil")]),
    ]

    private func robot(_ stored: [StoredResponse] = CacheBrowserTests.all) -> Robot {
        let robot = Robot(100, 30)
        robot.press("B")
        tell(robot, stored)
        robot.effects = []
        return robot
    }

    /// Five responses.
    static let contents = contents(all)

    private static func contents(_ stored: [StoredResponse]) -> CacheContents {
        let usage = CacheUsage(count: stored.count, bytes: 4096, limit: 256_000_000)
        return CacheContents(stored, usage: usage, readAt: readAt)
    }

    private func tell(_ robot: Robot, _ stored: [StoredResponse]) {
        robot.tell(.cacheRead(.success(Self.contents(stored))))
    }

    @Test func `while the filter is typed arrows select what Enter opens`() {
        let (typed, chosen) = (robot(), robot())
        typed.script("/ Down Down Up Enter Enter")
        chosen.script("j Enter")
        #expect(typed.cachedLines == chosen.cachedLines && !typed.cachedLines.isEmpty, "\(typed.screen)")
    }

    @Test func `secrets in URLs and headers are masked`() {
        let vary = VaryKey(isStar: false, fields: [.init(name: "authorization", value: "Bearer s3cret-bearer")])
        let robot = robot([
            Self.stored(
                1, "http://a.test/orders?api_key=s3cret-query&page=2",
                [("Cache-Control", "max-age=60"), ("Set-Cookie", "sid=s3cret-cookie")], vary: vary)
        ])
        #expect(robot.screen.contains("a.test/orders?api_key=") && robot.screen.contains("page=2"))
        #expect(!robot.screen.contains("s3cret"))
        robot.press(.enter)
        #expect(robot.screen.contains("sid=") && robot.screen.contains("vary"), "\(robot.screen)")
        #expect(!robot.screen.contains("s3cret"), "\(robot.screen)")
    }

    private func browser(_ robot: Robot) -> CacheBrowser? {
        robot.cacheBrowser
    }

    /// The visible URLs, from top to bottom.
    private func urls(_ robot: Robot) -> [String] { robot.cachedURLs }

    @Test func `B reads the cache and shows its content`() {
        let robot = Robot(100, 30)
        robot.press("B")
        #expect(robot.screen.contains("Reading the cache."))
        #expect(robot.takeNames().contains { $0.contains("readCache") })
        tell(robot, Self.all)
        #expect(robot.screen.contains("5 responses  4.1 KB of 256 MB"))
        let rows = robot.screen.split(separator: "\n").map(String.init)
        func row(_ text: String) -> String { rows.first { $0.contains(text) } ?? "" }
        #expect(row("a.test/orders").contains("200 a.test/orders"))
        #expect(row("a.test/orders").contains("fresh for 48 s  age 12 s  1.2 KB"))
        #expect(row("b.test/page").contains("2 variants  fresh for 55 s  age 5 s  2.5 KB"))
        #expect(row("c.test/old").contains("404 c.test/old"))
        #expect(row("c.test/old").contains("stale for 119 min  age 2 h  20 B"))
        #expect(row("c.test/ask").contains("must be validated"))
    }

    @Test func `lifetimes run down while they are looked at`() {
        let robot = robot()
        robot.wait(.seconds(30))
        robot.tick()
        #expect(robot.screen.contains("fresh for 18 s  age 42 s"))
        robot.wait(.seconds(30))
        robot.tick()
        #expect(robot.screen.contains("stale for 12 s"))
    }

    @Test func `the filter looks at URL, status and freshness`() {
        let robot = robot()
        robot.press("/")
        robot.type("c.test")
        #expect(urls(robot) == ["http://c.test/old", "http://c.test/ask"])
        robot.type(" 404")
        #expect(urls(robot) == ["http://c.test/old"])
        robot.press(.escape)
        #expect(urls(robot).count == 4)
        robot.press("/")
        robot.type("stale")
        #expect(urls(robot) == ["http://b.test/page", "http://c.test/old"])
        robot.press(.enter, .escape)
        #expect(browser(robot) != nil)
        #expect(urls(robot).count == 4)
        robot.press(.escape)
        #expect(browser(robot) == nil)
    }

    @Test func `where nothing matches, no key is named that needs a row`() {
        let robot = robot()
        let all = ["Enter", "/", "D", "X", "R", "Esc"]
        #expect(robot.dialogKeys.map(\.0) == all)
        robot.press("/")
        robot.type("zzz")
        robot.press(.enter)
        #expect(robot.dialogKeys.map(\.0) == ["/", "X", "R", "Esc"], "\(robot.screen)")
        robot.press(.escape)
        #expect(robot.dialogKeys.map(\.0) == all)
    }

    @Test func `Enter opens all variants of a URL with their arithmetic`() {
        let robot = robot()
        robot.press("j", .enter)
        let lines = robot.cachedLines
        #expect(lines.first == "http://b.test/page")
        #expect(lines.filter { $0 == "http://b.test/page" }.count == 1)
        #expect(lines.contains("  vary      accept-language: de"))
        #expect(lines.contains("  vary      accept-language: en"))
        #expect(lines.contains("  state     fresh for 55 s"))
        #expect(lines.contains("  state     stale for 30 s"))
        #expect(lines.contains { $0.contains("stored for 5 s = 5 s") })
        #expect(robot.screen.contains("Cache-Control: max-age=60"))
        robot.press(.escape)
        #expect(browser(robot)?.opened == nil)
        #expect(browser(robot)?.list.index == 1)
    }

    @Test func `what is stored cannot move the cursor`() {
        let robot = robot()
        robot.press("G", .enter)
        #expect(robot.screen.contains("evil"))
        #expect(!robot.screen.contains("\u{1B}"))
    }

    @Test func `D takes out all variants of a URL, from the list and from its page`() {
        let robot = robot()
        robot.press("j", "D")
        var removed: [[Int64]] = []
        for effect in robot.take() {
            if case .removeCached(let stored) = effect { removed.append(stored.map(\.id.rawValue)) }
        }
        #expect(removed == [[3, 2]])
        robot.press(.enter)
        #expect(browser(robot)?.opened != nil)
        tell(robot, Self.all.filter { $0.key.text != "http://b.test/page" })
        #expect(browser(robot)?.opened == nil)
        #expect(urls(robot) == ["http://a.test/orders", "http://c.test/old", "http://c.test/ask"])
    }

    @Test func `where others were used meanwhile, the selection stays on its URL`() {
        let robot = robot()
        robot.press("j", "R")
        _ = robot.take()
        tell(robot, Array(Self.all.reversed()))
        #expect(urls(robot).last == "http://a.test/orders")
        robot.press("D")
        #expect(robot.takeNames().contains("removeCached [3, 2]"), "\(robot.screen)")
    }

    /// Responses that are fresh for that many seconds more, in this order, in a list of fresh ones.
    private func fresh(_ seconds: [Int64]) -> Robot {
        let all = seconds.enumerated().map { place, left in
            Self.stored(Int64(place + 1), "http://h.test/\(place + 1)", age: 60 - left)
        }
        let robot = robot(all)
        robot.press("/")
        robot.type("fresh")
        robot.press(.enter)
        _ = robot.take()
        return robot
    }

    @Test func `where others become stale in a list of fresh ones, the selection stays on its URL`() {
        let robot = fresh([20, 50, 50])
        #expect(urls(robot).count == 3)
        robot.press("j")
        robot.wait(.seconds(30))
        robot.tick()
        #expect(urls(robot) == ["http://h.test/2", "http://h.test/3"])
        robot.press("D")
        #expect(robot.takeNames().contains("removeCached [2]"), "\(robot.screen)")
    }

    @Test func `a key is meant for the row that was in view, also if it has just become stale`() {
        for (key, removed) in [("D", 2), ("j", 3)] as [(Key, Int)] {
            let robot = fresh([20, 20, 50, 50])
            robot.press("j")
            // Nothing was drawn since.
            robot.wait(.seconds(30))
            robot.press(key)
            if key != "D" { robot.press("D") }
            #expect(robot.takeNames().contains("removeCached [\(removed)]"), "\(robot.screen)")
        }
    }

    @Test func `if the selected one becomes stale itself, the next one that is left is selected, or the last`() {
        for (seconds, presses, removed) in [([20, 20, 50, 50], 1, 3), ([50, 50, 20], 2, 2)] as [([Int64], Int, Int)] {
            let robot = fresh(seconds)
            for _ in 0..<presses { robot.press("j") }
            robot.wait(.seconds(30))
            robot.tick()
            robot.press("D")
            #expect(robot.takeNames().contains("removeCached [\(removed)]"), "\(robot.screen)")
        }
    }

    @Test func `X asks before it clears`() {
        let robot = robot()
        robot.press("X")
        #expect(robot.screen.contains("Remove all 5 stored responses (4.1 KB)?"))
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty)
        robot.press("X", "x")
        #expect(robot.takeNames().contains { $0.contains("clearCache") })
        tell(robot, [])
        #expect(robot.screen.contains("Nothing is stored."))
        robot.press("X")
        #expect(browser(robot) != nil)
    }

    @Test func `a click opens an entry, and the wheel moves`() {
        let robot = robot()
        let row =
            robot.screen.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("b.test/page") } ?? 0
        robot.click(40, row)
        #expect(browser(robot)?.opened?.key.text == "http://b.test/page")
    }

    @Test func `without a cache it says why`() {
        let robot = Robot(100, 30)
        robot.press("B")
        robot.tell(.cacheRead(.failure(CacheUnusable(sentence: "There is no cache here."))))
        #expect(robot.screen.contains("There is no cache here."))
    }

    // MARK: The mode

    /// Presses a key that sends, and returns the cache mode of the request.
    private func mode(_ robot: Robot, pressing key: Key) -> CacheMode? {
        robot.press(key)
        for effect in robot.take() {
            guard case .resolve(let job) = effect, job.purpose == .send else { continue }
            let draft = RequestDraft(
                url: "http://h/", options: RequestOptions(cacheMode: job.cache.mode(of: job.request)))
            robot.tell(.resolved(job, .draft(draft, uses: []), id: ExchangeID(rawValue: 77)))
        }
        for effect in robot.take() { if case .send(let draft, _) = effect { return draft.options.cacheMode } }
        return nil
    }

    @Test func `the header shows the cache mode, and M changes how every send uses the cache`() {
        let robot = Robot(100, 30)
        #expect(robot.row(0).contains("cache on"))
        robot.press("M")
        #expect(robot.screen.contains("only what is stored, nothing is sent"))
        robot.press("j", "j", .enter)
        #expect(robot.row(0).contains("cache off"))
        robot.press("j")
        #expect(mode(robot, pressing: "s") == .noStore)
        robot.press("M", "G", .enter)
        #expect(robot.row(0).contains("cache only-if-cached"))
        robot.press("M", "g", .enter)
        #expect(robot.row(0).contains("cache on"))
    }

    @Test func `a command turns the request log off and on, and the header shows that it is off`() {
        let robot = Robot(100, 30)
        #expect(!robot.row(0).contains("log off"))
        robot.choose("Request log on or off")
        #expect(robot.row(0).contains("log off"))
        #expect(robot.footer.contains("Requests are no longer stored in the request log."))
        #expect(robot.takeNames().contains("logRequests false"))
        robot.choose("Request log on or off")
        #expect(!robot.row(0).contains("log off"))
        #expect(robot.takeNames().contains("logRequests true"))
    }

    @Test func `S goes past the cache whatever the session says`() {
        let robot = Robot(100, 30)
        robot.press("M", "G", .enter)
        robot.press("j")
        #expect(mode(robot, pressing: "S") == .reload)
        #expect(mode(robot, pressing: "s") == .onlyIfCached)
    }

    @Test func `without a cache the header says nothing about it and M says why`() {
        let robot = Robot(100, 30, hasCache: false)
        #expect(!robot.row(0).contains("cache"))
        robot.press("M")
        #expect(!robot.hasDialog)
        #expect(robot.footer.contains("no cache"))
    }

    @Test(arguments: [("# @cache reload\n", "reload", "line 2"), ("", "default", "default")])
    func `a saved request's own mode is among its options`(_ line: String, _ mode: String, _ from: String) throws {
        let document = HTTPDocument(bytes: Array("### one\n\(line)GET http://h/a\n".utf8))
        let request = try #require(document.requests.first)
        let rows = OptionRow.rows(of: request, in: document, configured: EffectiveSettings())
        let row = try #require(rows.first { $0.title == "cache" })
        #expect(row.value == mode && row.origin == from)
    }
}
