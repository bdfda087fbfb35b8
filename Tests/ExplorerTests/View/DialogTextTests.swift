import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import NetEngine
@testable import TerminalUI
@testable import Workspace

/// The words of small dialogs and of the header, each as a whole.
@Suite struct DialogTextTests {
    /// The rows of the dialog, without spaces at their ends, empty ones left out.
    private func rows(_ robot: Robot) -> String {
        robot.dialog.map { row in
            var row = row[...]
            while row.last == " " || row.last == "█" || row.last == "│" { row.removeLast() }
            return String(row)
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func keys(_ robot: Robot) -> String {
        robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    @Test func `why a pasted text is no request stays within its dialog, however small that is`() {
        let robot = Robot(40, 10)
        robot.paste("curl http://h/ -d a --data-binary @f.png")
        let content = robot.dialogContent
        let border = Rect(x: content.x, y: content.maxY, width: content.width, height: 1)
        let before = robot.text(in: border)
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.hasPrefix("! ") } && robot.text(in: border) == before, "\(robot.screen)")
    }

    // MARK: The cache mode

    @Test func `M says what each cache mode does, marks the one that holds, and says what was chosen`() {
        let robot = Robot(120, 40)
        robot.press("M")
        #expect(robot.screen.contains("How sends use the cache") && keys(robot) == "Enter choose, Esc close")
        let rows = rows(robot).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == [
                "›as each request says ✓", "default what is fresh comes from the cache",
                "no-store off: the cache is neither asked nor filled",
                "reload the server is asked, the response is stored",
                "no-cache the server says whether what is stored still holds",
                "force-cache what is stored is used, however old",
                "only-if-cached only what is stored, nothing is sent",
            ])
        robot.press(.escape)
        expectSentences(
            robot,
            """
            M Enter -> Cache: as each request says.
            M j Enter -> Cache: default, for every send.
            M j j Space -> Cache: no-store, for every send.
            M G Enter -> Cache: only-if-cached, for every send.
            M k Enter -> Cache: as each request says.
            M M -> nothing
            M q -> nothing
            """)
    }

    // MARK: The header

    @Test func `the header says what is not as usual, and what is usual where there is room`() {
        func header(_ columns: Int, environment: String? = "dev", _ change: (Robot) -> Void = { _ in }) -> String {
            let robot = Robot(columns, 24, environment: environment)
            change(robot)
            return robot.row(0).split(separator: "─").joined(separator: "~")
        }
        let rows = [
            header(100), header(60), header(59), header(59) { $0.strike("M j j Enter") },
            header(100) { $0.strike("M j Enter") }, header(100) { $0.strike("M j j j Enter") },
            header(100, environment: nil), header(100) { $0.tell(.networkChanged(.offline)) },
            header(100) { $0.tell(.networkChanged(.unknown)) }, header(100) { $0.isLogging = false },
            header(100) { $0.strike("2 m Down Enter") },
        ]
        #expect(
            rows.joined(separator: "\n") == """
                 apitui  shop ~ env dev ▾   cache on   ● online
                 apitui  shop ~ env dev ▾   cache on   ● online
                 apitui  shop ~ env dev ▾  ● online
                 apitui  shop ~ env dev ▾   cache off   ● online
                 apitui  shop ~ env dev ▾   cache on   ● online
                 apitui  shop ~ env dev ▾   cache reload   ● online
                 apitui  shop ~ env none ▾   cache on   ● online
                 apitui  shop ~ env dev ▾   cache on   · offline
                 apitui  shop ~ env dev ▾   cache on
                 apitui  shop ~ env dev ▾   cache on    log off   ● online
                 apitui  shop ● 1 unsaved ~ env dev ▾   cache on   ● online
                """)
    }

    @Test func `the line that names the panes shortens those out of view first`() {
        let table = """
            40: 1 Coll 2 3 4 5 6 Tab: next
            45: 1 Coll 2 3 4 5 6 Tab: next
            46: 1 Coll 2 Req 3 Resp 4 Log 5 Hist 6 Runs
            53: 1 Coll 2 Req 3 Resp 4 Log 5 Hist 6 Runs
            54: 1 Collections 2 Req 3 Resp 4 Log 5 Hist 6 Runs
            63: 1 Collections 2 Req 3 Resp 4 Log 5 Hist 6 Runs
            64: 1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs
            74: 1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs
            75: 1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs Tab: next
            """
        let rows = table.split(separator: "\n").map { row in
            let columns = row.prefix { $0 != ":" }
            let robot = Robot(Int(columns) ?? 0, 20)
            let words = robot.row(1).split(separator: " ").joined(separator: " ")
            robot.click(on: "6")
            #expect(robot.focus == .runs)
            robot.click(on: "1")
            #expect(robot.focus == .collections)
            return "\(columns): \(words)"
        }
        #expect(rows.joined(separator: "\n") == table)
    }

    // MARK: Signing in

    @Test func `signing in on another device shows the page and the code, and says when time is up`() throws {
        let robot = Robot(100, 30)
        let code = OAuth2DeviceCode(
            userCode: "ABCD-1234", verificationURI: "https://login.test/device",
            verificationURIComplete: "https://login.test/device?c=ABCD-1234", expires: 65, interval: .seconds(5),
            deviceCode: "d")
        robot.tell(.token(.signIn(SignIn(number: 1, login: "shop", way: .device(code), limit: .seconds(65)))))
        #expect(
            rows(robot) == """
                The request is sent when you have signed in (shop) on any device. Go to
                https://login.test/device
                and type the code
                ABCD-1234
                Waiting, 1:05 left.
                """)
        #expect(keys(robot) == "c copy the URL, o open it, Esc give up")
        robot.effects = []
        robot.press("c", .enter)
        #expect(
            robot.takeNames().filter { $0 != "wake" } == [
                "copy https://login.test/device?c=ABCD-1234", "openBrowser https://login.test/device?c=ABCD-1234",
            ])
        robot.wait(.milliseconds(63_900))
        robot.tick()
        #expect(rows(robot).hasSuffix("Waiting, 0:01 left."))
        robot.wait(.seconds(1))
        robot.tick()
        #expect(rows(robot).hasSuffix("Time is up."))
        robot.paste("no address")
        #expect(robot.toastText == "That is not the address to which the browser was sent: it has no code.")
        robot.paste("x?error=denied")
        #expect(robot.takeNames().contains("pasteSignIn x?error=denied"))
        let low = Robot(40, 10)
        let long = OAuth2DeviceCode(
            userCode: "ABCD-1234", verificationURI: "https://login.test/\(String(repeating: "device", count: 60))",
            verificationURIComplete: nil, expires: 65, interval: .seconds(5), deviceCode: "d")
        low.tell(.token(.signIn(SignIn(number: 1, login: "shop", way: .device(long), limit: .seconds(65)))))
        let seen = low.dialog.map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
        #expect(seen.dropLast(2).last?.hasSuffix("…") == true, "\(low.screen)")
        #expect(seen.suffix(2) == ["ABCD-1234", "Waiting, 1:05 left."])
        let browser = Robot(100, 30)
        let way = SignIn.Way.browser(url: "https://l.test/a", pastes: "https://app.test/b")
        browser.tell(.token(.signIn(SignIn(number: 1, login: "shop", way: way, limit: .seconds(600)))))
        #expect(
            rows(browser) == """
                The request is sent when you have signed in (shop) with your browser.
                If it did not open, go to
                https://l.test/a
                Then paste here the address that begins with https://app.test/b
                Waiting, 10:00 left.
                """)
    }

    // MARK: Waits and findings

    @Test func `a body that is written for another program names it, and Esc stops that`() {
        for (viewer, title) in [
            (BodyViewJob.Viewer.pager, "A file for the pager, of a body of 5.0 MB"),
            (.opener, "A file for another program, of a body of 5.0 MB"),
        ] {
            let robot = Robot(100, 30)
            robot.show(ViewWait(byteCount: 5_000_000, viewer: viewer))
            #expect(robot.screen.contains(title) && rows(robot) == "Writing, 0 B so far.")
            robot.press("q", .enter)
            #expect(robot.hasDialog)
            robot.press(.escape)
            #expect(!robot.hasDialog && robot.takeNames() == ["stopViewing"])
            #expect(robot.toastText == "Writing was stopped; no file is left.")
        }
    }

    @Test func `findings are counted by how bad they are, and the worst come first`() {
        let robot = Robot(100, 30)
        robot.press("L")
        func finding(_ line: Int, _ severity: Notice.Severity, _ file: String = "orders.http") -> LintFinding {
            LintFinding(file: "/c/\(file)", line: line, id: "N\(line)", severity: severity, text: "Text \(line)")
        }
        robot.tell(
            .linted([
                finding(1, .info), finding(2, .warning), finding(3, .error), finding(4, .warning),
                finding(5, .info, "none.http"),
            ]))
        #expect(robot.screen.contains("Findings: 1 error, 2 warnings, 2 infos"))
        #expect(
            rows(robot).split(separator: "\n").prefix(5).map { $0.split(separator: " ").joined(separator: " ") } == [
                "›! orders.http:3 Text 3", "▵ orders.http:2 Text 2", "▵ orders.http:4 Text 4",
                "· orders.http:1 Text 1", "· none.http:5 Text 5",
            ])
        #expect(keys(robot) == "Enter go to, j k select, R look again, Esc close")
        robot.press("G", .enter)
        #expect(robot.toastText == "none.http is not a request file; change it in your editor.")
        #expect(robot.hasDialog)
        robot.press("L")
        #expect(!robot.hasDialog)
    }

    // MARK: Explaining any word

    @Test func `a word that nobody knows is said to be unknown, and Esc leads back`() {
        let robot = Robot(100, 30)
        robot.press("4", "K")
        #expect(robot.screen.contains("a status, a header with its value, a word of TLS"))
        #expect(rows(robot).contains("Type a word.") && keys(robot) == "Enter keep, Esc close")
        robot.type("zzqqxx")
        #expect(rows(robot).contains("Nothing like that is known.") && keys(robot) == "Enter keep, Esc clear")
        robot.press(.escape)
        #expect(rows(robot).contains("Type a word.") && robot.hasDialog)
        robot.type("404")
        #expect(rows(robot).contains("404"), "\(robot.screen)")
        robot.press(.enter)
        #expect(keys(robot) == "j k next, / any word, Esc back")
        robot.press(.escape)
        #expect(robot.hasDialog && keys(robot) == "j k next, / any word, Esc close")
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    // MARK: The cache

    @Test func `clearing the cache says how much goes and who else uses it`() {
        let robot = Robot(100, 30)
        robot.press("B")
        #expect(rows(robot) == "Reading the cache.")
        robot.tell(.cacheRead(.success(CacheBrowserTests.contents)))
        #expect(keys(robot) == "Enter open, / filter, D delete, X clear, R reload, Esc close")
        robot.press("/")
        #expect(robot.screen.contains("filter by host, path, status, fresh or stale"))
        #expect(keys(robot) == "Enter keep the filter, Esc clear it")
        robot.type("none of them")
        #expect(rows(robot) == " Nothing matches.")
        robot.press(.enter)
        #expect(keys(robot).hasSuffix("Esc all"))
        robot.press(.escape, "X")
        #expect(robot.screen.contains("Clear the cache"))
        #expect(
            robot.spoken.replacing(bytes: " | ", with: " ").contains(
                "Remove all 5 stored responses (4.1 KB)? Other runs of the program use the same cache."),
            "\(robot.spoken)")
        #expect(rows(robot).contains("Remove them") && rows(robot).contains("Keep them"))
        robot.effects = []
        robot.press(.enter)
        #expect(!robot.takeNames().contains("clearCache"), "to keep them is what Enter takes")
    }
}
