import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

@Suite struct HTMLReportTests {
    /// All that makes a page hostile, in every place that a server or a file can fill.
    static func hostile() throws -> RecordedRun {
        let text =
            RecordedRun.hostile
            + " \"><img src=http://127.0.0.1:1/x onerror=alert(1)><style>@import 'x'</style></pre></details>"
        var request = RecordedRun.list
        (request.id, request.url, request.file) = (text, text, "a\"><script src=x>.http")
        let response = ExchangeFixtures.response(
            status: 404, reason: text,
            headers: [HeaderField("Content-Type", "text/html"), HeaderField("X-\"><b>", text)],
            body: Array(text.replacing("\0", with: "").utf8))
        return try RecordedRun(
            RecordedRun.head([request]),
            [
                (
                    RecordedRun.failedCheck(0, actual: text, expected: text),
                    ExchangeFixtures.exchange(77, response: response)
                ),
                (RecordedRun.failed(0, .connect, text), nil), (RecordedRun.passed(0), nil),
            ])
    }

    @Test func `a page is well formed, whatever servers send`() throws {
        for run in [try RecordedRun.mixed(), try Self.hostile(), try RecordedRun(RecordedRun.head([]), [])] {
            let outline = HTMLOutline(try run.text(.html))
            #expect(outline.problems == [])
        }
        #expect(HTMLOutline("<p><b></p>").problems.count == 2)
    }

    @Test func `a page loads nothing and runs nothing`() throws {
        let page = try Self.hostile().text(.html)
        let outline = HTMLOutline(page)
        let names = Set(outline.tags.map(\.name))
        #expect(names.isDisjoint(with: ["script", "link", "img", "iframe", "object", "embed", "form", "base", "a"]))
        for tag in outline.tags {
            #expect(tag.attributes.keys.allSatisfy { !$0.hasPrefix("on") && !["src", "href", "action"].contains($0) })
            #expect(tag.attributes["style"]?.contains("url(") != true)
        }
        let policy = outline.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(policy?.attributes["content"]?.hasPrefix("default-src 'none'") == true)
        #expect(outline.tags.count { $0.name == "style" } == 1)
        let style = try #require(page.firstRange(of: /<style>.*?<\/style>/.dotMatchesNewlines()).map { page[$0] })
        #expect(!style.contains("url(") && !style.contains("@import"))
        #expect(style.contains("prefers-color-scheme:dark"))
    }

    @Test func `failures come first, with the response that was wrong`() throws {
        let page = try RecordedRun.mixed().text(.html)
        let sections = HTMLOutline(page).tags.filter { $0.name == "section" }.compactMap { $0.attributes["id"] }
        #expect(sections == ["failures", "waterfall", "latency", "requests"])
        #expect(page.contains("<h2>4 failures</h2>"))
        #expect(page.contains("<tr><th scope=\"row\">expected</th><td><code>== 200</code></td></tr>"))
        #expect(page.contains("<code>api/a.v1.http:12</code>"))
        #expect(page.contains("POST http://127.0.0.1:8080/orders\nContent-Type: application/json\n"))
        #expect(page.contains("HTTP/1.1 404 Created\n"))
        #expect(page.contains("{&quot;id&quot;:9007199254740993"))
        #expect(page.contains("The run was interrupted."))
        let bare = try RecordedRun.mixed().text(.html, ReportOptions(omitsBodies: true))
        #expect(!bare.contains("9007199254740993") && bare.contains("A body of 58 B: left out."))
    }

    @Test func `a long body is cut and says so`() throws {
        let body = Array(String(repeating: "0123456789", count: 5000).utf8)
        let exchange = ExchangeFixtures.exchange(
            77, response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", "text/plain")], body: body))
        let page = try RecordedRun(
            RecordedRun.head([RecordedRun.list]), [(RecordedRun.failedCheck(0), exchange)]
        ).text(.html)
        #expect(page.contains("The first 8.2 KB of 50 KB."))
        #expect(page.utf8.count < 30_000)
    }

    @Test func `a long run has 2000 bars at most, failures among them, and stays small`() throws {
        var results: [(RunRecord, Exchange?)] = []
        for round in 0..<30_000 {
            results.append(
                (
                    round % 1000 == 7
                        ? RecordedRun.failedCheck(0, round: round)
                        : RecordedRun.passed(0, round: round, startsAt: round * 100),
                    nil
                ))
        }
        let run = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: 30_000), results)
        var count = 0
        var largest = 0
        var page: [UInt8] = []
        try Report.write(.html, of: run.source, run.account) {
            count += $0.count
            largest = max(largest, $0.count)
            page += $0
        }
        let outline = HTMLOutline(String(decoding: page, as: UTF8.self))
        let bars = outline.tags.filter { $0.name == "b" && $0.attributes["style"]?.hasPrefix("left:") == true }
        #expect((1500...HTMLWaterfall.most).contains(bars.count))
        #expect(bars.count { $0.attributes["class"] == "bad" } == 30)
        #expect(largest < 2 * reportPiece && count < 1 << 20)
    }

    @Test func `each setting of a run is a fact by itself, and what is usual is none`() throws {
        func facts(_ change: (inout RunHead.Settings) -> Void) throws -> [String] {
            var head = RecordedRun.head([RecordedRun.list])
            change(&head.settings)
            let page = try RecordedRun(head, [(RecordedRun.passed(0), nil)]).text(.html)
            return page.matches(of: /<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/).map { "\($0.output.1): \($0.output.2)" }
        }
        let usual = ["Run: abc2345", "Started: 2026-11-21 10:32:01 UTC", "Paths: api", "Environment: staging"]
        #expect(try facts { _ in } == usual)
        #expect(try facts { ($0.rounds, $0.rate) = (10, 2.5) } == usual + ["Rounds: 10", "Rate: 2.5 a second"])
        #expect(
            try facts { ($0.rounds, $0.duration, $0.jobs) = (nil, .seconds(90), 2) }
                == usual + ["At a time: 2", "Duration: 90 s"])
        #expect(
            try facts { ($0.rounds, $0.duration, $0.data) = (3, .seconds(5), "rows.csv") }
                == usual + ["Rounds: 3", "Duration: 5 s", "Data: rows.csv"])
        #expect(try facts { $0.cache = "no-store" } == usual + ["Cache: no-store"])
    }

    @Test func `results that were never sent are not counted among those on the axis`() throws {
        #expect(try !RecordedRun.mixed().text(.html).contains("an even choice"))
        let results = (0..<4000).map { round in
            (
                round < 1000
                    ? RecordedRun.skipped(0, nil) : RecordedRun.passed(0, round: round, startsAt: round * 100),
                nil as Exchange?
            )
        }
        let page = try RecordedRun(RecordedRun.head([RecordedRun.list], rounds: 4000), results).text(.html)
        #expect(page.contains(" of 3000 results that were sent: failures, and an even choice of the others."))
    }

    // MARK: In a browser

    private static let browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    private static let browser = browsers.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What a browser makes of a page: facts that a script measures in a copy of it.
    private struct Look: Decodable, Equatable {
        var back: String
        var fore: String
        var fitsWidth: Bool
        var first: String?
        var failureTop: Double
        var bars: Int
        var barsOutside: Int
        var hiddenText: Int
        var loaded: Int
        var images: Int
        var title: String
    }

    private static let measuring = """
        <script>addEventListener("load",()=>{const all=s=>[...document.querySelectorAll(s)],box=e=>e.getBoundingClientRect();\
        const style=getComputedStyle(document.body),rows=all(".row");\
        const facts={back:style.backgroundColor,fore:style.color,\
        fitsWidth:document.documentElement.scrollWidth<=innerWidth,first:(all("section")[0]||{}).id||null,\
        failureTop:all("#failures details").length?box(all("#failures details")[0]).top:-1,bars:rows.length,\
        barsOutside:rows.filter(r=>{const a=box(r.children[1]),b=box(r.querySelector("b"));\
        return b.width<=0||b.left<a.left-1||b.right>a.right+4}).length,\
        hiddenText:all("summary b,.findings td").filter(e=>box(e).width>0&&box(e).height<=0).length,\
        loaded:performance.getEntriesByType("resource").length,images:all("img,script[src],link").length,\
        title:document.title};\
        const out=document.createElement("pre");out.id="facts";out.textContent=btoa(JSON.stringify(facts));\
        document.body.append(out)})</script>
        """

    private static func look(_ page: String, dark: Bool = false, width: Int = 1200) async throws -> Look {
        let browser = try #require(browser)
        let folder = try TemporaryFolder()
        // The page itself allows no script: only the copy does.
        let copy = page.replacing(/<meta http-equiv[^>]*>/, with: "").replacing("</head>", with: measuring + "</head>")
        let path = try folder.write(copy, to: "page.html")
        let run = try await ProgramRun.run(
            browser,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--user-data-dir=\(folder.path)/profile",
                "--window-size=\(width),900", "--blink-settings=preferredColorScheme=\(dark ? 0 : 1)", "--dump-dom",
                "file://\(path)",
            ], environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
        let match = try #require(run.text.firstMatch(of: /<pre id="facts">([^<]*)</), "\(run.status) \(run.errorText)")
        let data = try #require(Data(base64Encoded: String(match.output.1)))
        return try JSONDecoder().decode(Look.self, from: data)
    }

    @Test(.enabled(if: browser != nil, "needs Chromium"))
    func `a browser shows failures first, all bars on the axis, light and dark`() async throws {
        let page = try RecordedRun.mixed().text(.html)
        let light = try await Self.look(page)
        #expect(light.first == "failures" && light.failureTop > 0 && light.failureTop < 500)
        #expect(light.fitsWidth && light.bars == 5 && light.barsOutside == 0 && light.hiddenText == 0)
        #expect(light.loaded == 0 && light.images == 0)
        #expect(light.back == "rgb(255, 255, 255)" && light.fore == "rgb(29, 36, 48)")
        let dark = try await Self.look(page, dark: true, width: 500)
        #expect(dark.back == "rgb(18, 22, 29)" && dark.fore == "rgb(227, 232, 239)")
        #expect(dark.fitsWidth && dark.barsOutside == 0)
    }

    @Test(.enabled(if: browser != nil, "needs Chromium"))
    func `a browser runs and loads nothing of a hostile page`() async throws {
        let look = try await Self.look(try Self.hostile().text(.html))
        #expect(look.images == 0 && look.loaded == 0 && look.fitsWidth)
        #expect(look.first == "failures" && look.bars == 3)
        #expect(look.title == "Failed: nightly")
    }
}
