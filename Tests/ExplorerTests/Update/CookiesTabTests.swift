import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The cookie jar on the screen: what was sent and set, what the jar contains, and what can be done with it.
@Suite struct CookiesTabTests {
    private typealias F = ExchangeFixtures

    private static func cookie(_ text: String, from url: String = "http://127.0.0.1/") throws -> Cookie {
        let url = try HTTPURL.parse(url)
        return try #require(Cookie(setCookie: Array(text.utf8), from: url, now: 1_795_257_121))
    }

    private static func exchange(
        sent: String? = nil, typed: String? = nil, set: [String] = [], usesJar: Bool = true
    ) throws -> Exchange {
        let url = try HTTPURL.parse("http://127.0.0.1/")
        let jar = CookieJar(now: { 1_795_257_121 })
        let fields = HeaderFields(set.map { HeaderField("Set-Cookie", $0) })
        var headers: HeaderFields = []
        if let sent { headers.append(HeaderField("Cookie", sent, origin: .cookie)) }
        var draft = RequestDraft(url: "http://127.0.0.1/", headers: typed.map { [HeaderField("Cookie", $0)] } ?? [])
        draft.options.cookieJar = usesJar ? jar : nil
        let request = PreparedRequest(
            method: .get, url: url, headers: headers, body: .none, options: draft.options)
        let hop = Hop(
            cause: .first, request: request, sentHead: [], sentBodyByteCount: 0,
            response: F.response(headers: fields), connection: nil, startOffset: .zero, timings: F.timings,
            setCookies: usesJar ? jar.store(fields, from: url) : [])
        return Exchange(
            id: F.id(1), draft: draft, startedAt: F.start, hops: [hop], timings: F.timings, error: nil)
    }

    private static func texts(_ exchange: Exchange, _ look: CookieLines.Look, width: Int = 100) -> [String] {
        CookieLines.lines(exchange, look, width: width).lines.map { $0.spans.map(\.text.string).joined() }
    }

    private static func contents(_ cookies: [Cookie], environment: String? = nil) -> JarContents {
        JarContents(scope: CookieScope(root: "/c", environment: environment), cookies: cookies, version: 1)
    }

    @Test func `cookies sent and set are shown above those in the jar, values hidden`() throws {
        let exchange = try Self.exchange(
            sent: "theme=dark; sid=1", typed: "theme=dark",
            set: ["sid=2; HttpOnly; SameSite=Lax", "old=; Max-Age=0", "x=1; Domain=evil.test"])
        let jar = Self.contents([try Self.cookie("sid=2; Max-Age=60; Domain=a.test", from: "https://b.a.test/")])
        var look = CookieLines.Look(jar: jar)
        #expect(
            Self.texts(exchange, look) == [
                "Sent  2", "  theme = (hidden)  (typed)", "  sid = (hidden)  (cookie jar)", "Set  3",
                "+ sid = (hidden)  127.0.0.1, path /, for the session, HttpOnly, SameSite=Lax",
                "- old  removed: it had expired when it came", "! x  refused: its domain is not that of the host", "",
                "Cookie jar  1, no environment; it is gone when the program ends",
                "> sid = (hidden)  a.test and below, path /, until Sat, 21 Nov 2026 10:33:01 GMT",
            ])
        look.showsValues = true
        #expect(Self.texts(exchange, look)[at: 2] == "  sid = 1  (cookie jar)")
        #expect(CookieLines.rows(exchange, look, width: 100) == [9..<10])
    }

    @Test func `a request without a jar says that nothing is kept`() throws {
        let texts = Self.texts(try Self.exchange(set: ["a=1"], usesJar: false), CookieLines.Look())
        #expect(
            texts == [
                "Sent: none", "Set, and not kept  1", "+ a = (hidden)  127.0.0.1, path /, for the session",
                "The request uses no cookie jar: what the server sets is not kept.", "", "The cookie jar is empty.",
            ])
    }

    @Test(
        arguments: [
            ("a=1", "b.a.test, path /x, for the session"),
            ("a=1; Path=/; Secure; SameSite=None", "b.a.test, path /, for the session, Secure, SameSite=None"),
            (
                "a=1; Domain=a.test; HttpOnly; Secure; SameSite=Strict",
                "a.test and below, path /x, for the session, Secure, HttpOnly, SameSite=Strict"
            ),
        ])
    func `a cookie says where it is sent, until when and how`(text: String, facts: String) throws {
        #expect(CookieLines.facts(try Self.cookie(text, from: "https://b.a.test/x/y")) == facts)
    }

    @Test func `each request of an exchange has its cookies, also one without a response`() throws {
        let exchange = F.exchange(hops: [
            F.hop(response: F.response(status: 302)), F.hop(cause: .redirect(status: 302), response: nil),
        ])
        #expect(
            Self.texts(exchange, CookieLines.Look()) == [
                "Request 1: POST http://127.0.0.1:8080/orders, 302", "Sent: none", "Set: none", "",
                "Request 2: POST http://127.0.0.1:8080/orders", "Sent: none",
                "The request uses no cookie jar: what the server sets is not kept.", "", "The cookie jar is empty.",
            ])
    }

    @Test func `hostile bytes of a cookie are shown as escapes`() throws {
        let texts = Self.texts(
            try Self.exchange(set: ["a\u{202E}b=1"]), CookieLines.Look(jar: nil, showsValues: true))
        #expect(!texts.joined().unicodeScalars.contains("\u{202E}"))
    }

    @Test func `the tab appears with the first cookie`() throws {
        #expect(!F.pane(try Self.exchange()).tabs.contains(.cookies))
        #expect(F.pane(try Self.exchange(sent: "a=1")).tabs.contains(.cookies))
        #expect(F.pane(try Self.exchange(set: ["a=1"])).tabs.contains(.cookies))
        var state = F.pane(try Self.exchange())
        state.jar = Self.contents([try Self.cookie("a=1")])
        #expect(state.tabs.contains(.cookies))
    }

    @Test func `the selection goes through the jar and stays in view`() throws {
        var state = F.pane(try Self.exchange(set: ["a=1"]))
        state.jar = Self.contents(try (0..<30).map { try Self.cookie("c\($0)=1") })
        state.tab = .cookies
        let size = Size(columns: 80, rows: 10)
        for _ in 0..<40 { _ = state.perform(.moveDown, in: size) }
        #expect(state.selectedCookie?.name == "c29")
        #expect(F.frame(state, 80, 10).contains("> c29 = (hidden)"))
        for _ in 0..<12 { _ = state.perform(.moveUp, in: size) }
        #expect(state.selectedCookie?.name == "c17")
        #expect(F.frame(state, 80, 10).contains("> c17 = (hidden)"))
        _ = state.perform(.top, in: size)
        #expect(state.selectedCookie?.name == "c0")
        #expect(F.frame(state, 80, 10).contains("Sent: none"))
        _ = state.perform(.bottom, in: size)
        #expect(state.selectedCookie?.name == "c29")
    }

    @Test func `values are hidden on Headers and Raw as on Cookies, until Space shows them on all`() throws {
        let url = try HTTPURL.parse("http://127.0.0.1/")
        let request = PreparedRequest(
            method: .get, url: url,
            headers: [HeaderField("Accept", "*/*"), HeaderField("Cookie", "theme=dark; sid=s3cret", origin: .cookie)],
            body: .none, options: RequestOptions())
        let response = F.response(headers: [HeaderField("Set-Cookie", "sid=n3w; Path=/; HttpOnly")])
        let hop = Hop(
            cause: .first, request: request,
            sentHead: Array("GET / HTTP/1.1\r\nCookie: theme=dark; sid=s3cret\r\n".utf8),
            sentBodyByteCount: 0, response: response, connection: nil, startOffset: .zero, timings: F.timings)
        let robot = Robot(100, 40)
        try #require(robot.send() == F.id(1))
        robot.finish(
            Exchange(
                id: F.id(1), draft: RequestDraft(url: "http://127.0.0.1/"), startedAt: F.start, hops: [hop],
                timings: F.timings, error: nil))
        robot.press("3", "z")
        func show(_ tab: String) { for _ in 0..<9 where robot.responseTab != tab { robot.press("]") } }
        show("Headers")
        #expect(robot.screen.contains("Cookie: theme=(hidden); sid=(hidden)  (cookie jar)"), "\(robot.screen)")
        #expect(robot.screen.contains("Set-Cookie: sid=(hidden); Path=/; HttpOnly"))
        for tab in ["Headers", "Raw", "Cookies"] {
            show(tab)
            #expect(!robot.screen.contains("s3cret") && !robot.screen.contains("n3w"), "\(tab)\n\(robot.screen)")
            #expect(robot.offers(.showCookieValues))
        }
        robot.press(" ")
        for tab in ["Headers", "Raw", "Cookies"] {
            show(tab)
            #expect(robot.screen.contains("s3cret") && robot.screen.contains("n3w"), "\(tab)\n\(robot.screen)")
        }
    }

    // MARK: The program

    private func robot() throws -> (Robot, CookieScope) {
        let robot = Robot(100, 30)
        let scope = robot.cookieScope
        robot.tell(.cookiesRead(scope, [try Self.cookie("a=1"), try Self.cookie("b=2")]))
        try #require(robot.send() == F.id(1))
        robot.finish(try Self.exchange(set: ["a=1"]))
        robot.press("3")
        for _ in 0..<8 where robot.responseTab != "Cookies" { robot.press("]") }
        robot.effects = []
        return (robot, scope)
    }

    @Test func `a selected cookie is taken out of the jar`() throws {
        let (robot, scope) = try robot()
        robot.press("G")
        #expect(robot.selectedRow(.response)?.hasPrefix("b = ") == true)
        robot.choose("Remove cookie")
        guard case .removeCookie(let cookie, scope)? = robot.take().first else {
            Issue.record("nothing is removed")
            return
        }
        #expect(cookie.name == "b")
        robot.tell(.cookiesRead(scope, [try Self.cookie("a=1")]))
        #expect(robot.selectedRow(.response)?.hasPrefix("a = ") == true)
    }

    @Test func `u puts a removed cookie back with its value, and U removes it again`() throws {
        let (robot, scope) = try robot()
        robot.press("D")
        #expect(robot.toastText == "a was taken out of the cookie jar. u puts it back.")
        robot.tell(.cookiesRead(scope, [try Self.cookie("b=2")]))
        robot.effects = []
        robot.press("u")
        #expect(robot.toastText == "a is in the cookie jar again.")
        guard case .putCookieBack(let cookie, scope)? = robot.take().first else {
            Issue.record("nothing is put back")
            return
        }
        #expect(cookie == (try Self.cookie("a=1")))
        robot.tell(.cookiesRead(scope, [cookie, try Self.cookie("b=2")]))
        robot.press("U")
        #expect(robot.takeNames() == ["removeCookie a"])
        robot.tell(.cookiesRead(scope, [try Self.cookie("b=2")]))
        robot.press("u", "u")
        #expect(robot.toastText == "No cookie was removed. Edits are taken back in Request and Collections.")
    }

    @Test func `a cookie that was set again since is not overwritten by a removed one`() throws {
        let (robot, scope) = try robot()
        robot.press("D")
        robot.tell(.cookiesRead(scope, [try Self.cookie("a=new"), try Self.cookie("b=2")]))
        robot.effects = []
        robot.press("u")
        #expect(robot.takeNames().isEmpty && robot.toastText == "a was set again since; that one stays.")
    }

    @Test func `a removed cookie goes back to the jar of its environment`() throws {
        let (robot, scope) = try robot()
        robot.press("D")
        robot.tell(.cookiesRead(scope, []))
        robot.press(",", "G", .enter)
        try #require(robot.cookieScope != scope)
        robot.effects = []
        robot.press("u")
        #expect(robot.takeNames() == ["putCookieBack a"])
        #expect(robot.toastText == "a is in the cookie jar again, that of the environment dev.")
        robot.press("U")
        #expect(robot.toastText == "a was taken out of the cookie jar again, that of the environment dev.")
    }

    @Test func `the jar of no environment is named so where another one is chosen`() throws {
        let robot = Robot(100, 30, environment: nil)
        let scope = robot.cookieScope
        robot.tell(.cookiesRead(scope, [try Self.cookie("a=1")]))
        try #require(robot.send() == F.id(1))
        robot.finish(try Self.exchange(set: ["a=1"]))
        robot.press("3")
        for _ in 0..<8 where robot.responseTab != "Cookies" { robot.press("]") }
        robot.choose("Clear the cookie jar")
        #expect(robot.screen.contains("Remove 1 cookie of this collection?"), "\(robot.screen)")
        robot.press(.escape, "D")
        robot.tell(.cookiesRead(scope, []))
        robot.press(",", "G", .enter)
        try #require(robot.cookieScope.environment == "live")
        robot.press("u")
        #expect(robot.toastText == "a is in the cookie jar again, that of no environment.")
    }

    @Test func `the jar is cleared after a question`() throws {
        let (robot, scope) = try robot()
        #expect(robot.offers(.clearCookies))
        robot.choose("Clear the cookie jar")
        #expect(robot.effects.isEmpty)
        robot.press("x")
        #expect(robot.effects.contains { if case .clearCookies(scope) = $0 { true } else { false } })
        robot.tell(.cookiesRead(scope, []))
        #expect(!robot.offers(.clearCookies) && !robot.offers(.removeCookie))
    }

    @Test func `a key for clearing the jar says where there is nothing to clear`() throws {
        let (robot, scope) = try robot()
        robot.tell(.settingsRead(SettingsReading("keys:\n  clear-cookies: F7\n")))
        robot.press(.function(7))
        #expect(robot.screen.contains("Remove 2 cookies"), "\(robot.screen)")
        robot.press(.escape)
        robot.tell(.cookiesRead(scope, []))
        robot.effects = []
        robot.press(.function(7))
        #expect(robot.toastText == "The cookie jar is empty." && !robot.hasDialog && robot.effects.isEmpty)
    }

    @Test func `each environment has its own jar`() throws {
        let (robot, _) = try robot()
        #expect(robot.selectedRow(.response)?.hasPrefix("a = ") == true)
        robot.press(",", "G", .enter)
        #expect(robot.row(0).contains("env live"))
        #expect(robot.cookieScope.environment == "live")
        #expect(robot.selectedRow(.response) == nil)
        #expect(!robot.inside(.response).contains { $0.contains("Cookie jar  2") })
    }

    @Test func `the runner has one jar for each collection and environment`() {
        let jars = CookieJars()
        let scopes = [("/a", nil), ("/a", "dev"), ("/b", nil)].map { CookieScope(root: $0.0, environment: $0.1) }
        #expect(Set(scopes.map { jars.jar(for: $0) }).count == 3)
        #expect(scopes.allSatisfy { jars.jar(for: $0) === jars.jar(for: $0) })
    }

    @Test func `the selection stays on its cookie when a response sets others`() throws {
        let (robot, scope) = try robot()
        robot.press("G")
        #expect(robot.selectedRow(.response)?.hasPrefix("b = ") == true)
        robot.tell(.cookiesRead(scope, [try Self.cookie("0=1"), try Self.cookie("a=1"), try Self.cookie("b=2")]))
        #expect(robot.selectedRow(.response)?.hasPrefix("b = ") == true)
        robot.tell(.cookiesRead(scope, [try Self.cookie("a=1")]))
        #expect(robot.selectedRow(.response)?.hasPrefix("a = ") == true)
    }
}
