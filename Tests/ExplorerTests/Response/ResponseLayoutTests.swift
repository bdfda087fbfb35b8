import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

private typealias F = ExchangeFixtures

/// How the rows and columns of the response pane are shared out, and what its tabs have, as values.
@Suite struct ResponseLayoutTests {
    // MARK: Rows and columns

    /// A pane that has three notices or more: an old response that failed, with a body that ends too early.
    private static func noticed() -> ResponsePaneState {
        let error = EngineError(category: .protocol, phase: .receive, sentence: "Lost.", hint: "Send again.")
        var state = F.pane(
            F.exchange(
                response: F.response(
                    headers: [HeaderField("Content-Type", "application/json; charset=iso-8859-1")],
                    body: Array("{\"a\": \"\u{E9}".unicodeScalars.map { UInt8($0.value) }), isComplete: false),
                error: error))
        state.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        return state
    }

    @Test func `tabs, notices and the search give way to the content in a low pane`() {
        let plain = F.pane()
        let noticed = Self.noticed()
        #expect(noticed.notices.count >= 3, "\(noticed.notices)")
        /// The heights of tabs, notices, content and search.
        func heights(_ state: ResponsePaneState, _ rows: Int, isSearching: Bool = false) -> String {
            var state = state
            let size = Size(columns: 40, rows: rows)
            if isSearching { state.beginSearch(in: size) }
            let layout = state.layout(in: size)
            #expect(layout.notices.y == layout.tabs.height && layout.content.y == layout.notices.maxY)
            #expect(layout.search.maxY == rows && layout.content.maxY == layout.search.y)
            return [layout.tabs, layout.notices, layout.content, layout.search].map { "\($0.height)" }
                .joined(separator: " ")
        }
        for (rows, plainly, withNotices, searching) in [
            (0, "0 0 0 0", "0 0 0 0", "0 0 0 0"), (1, "0 0 1 0", "0 0 1 0", "0 0 1 0"),
            (2, "1 0 1 0", "1 0 1 0", "1 0 1 0"), (3, "1 0 2 0", "1 1 1 0", "1 0 1 1"),
            (4, "1 0 3 0", "1 1 2 0", "1 1 1 1"), (7, "1 0 6 0", "1 1 5 0", "1 1 4 1"),
            (8, "1 0 7 0", "1 3 4 0", "1 1 5 1"), (9, "1 0 8 0", "1 3 5 0", "1 3 4 1"),
        ] {
            #expect(heights(plain, rows) == plainly, "\(rows)")
            #expect(heights(noticed, rows) == withNotices, "\(rows)")
            #expect(heights(noticed, rows, isSearching: true) == searching, "\(rows)")
        }
        #expect(heights(ResponsePaneState(), 5) == "0 0 5 0", "no tabs, no row for them")
    }

    @Test func `numbers of lines have a column each digit and a space, where they leave half of the pane`() {
        func gutter(_ lines: Int, _ width: Int, _ change: (inout ResponsePaneState) -> Void = { _ in }) -> Int {
            var state = F.pane(body: (1...lines).map { "\($0)" }.joined(separator: "\n"), type: "text/plain")
            state.showsLineNumbers = true
            change(&state)
            return state.gutter(width: width)
        }
        #expect([2, 3, 40].map { gutter(9, $0) } == [0, 2, 2])
        #expect([4, 5, 40].map { gutter(10, $0) } == [0, 3, 3])
        #expect([gutter(99, 40), gutter(100, 40)] == [3, 4])
        #expect(gutter(9, 40) { $0.showsLineNumbers = false } == 0 && gutter(9, 40) { $0.tab = .raw } == 0)
        #expect(gutter(9, 40) { $0.chosenMode = .hex } == 0)
    }

    @Test func `lines are wrapped by the window in bodies and on the Raw tab alone, unless they are not to be`() {
        func wrapped(_ state: ResponsePaneState, _ change: (inout ResponsePaneState) -> Void = { _ in })
            -> [ResponseTab]
        {
            var state = state
            change(&state)
            return state.tabs.filter { tab in
                state.tab = tab
                return state.wrapsShownTab
            }
        }
        #expect(wrapped(F.pane()) == [.body, .raw] && wrapped(F.pane()) { $0.wraps = false } == [])
        #expect(wrapped(F.pane()) { $0.chosenMode = .hex } == [.raw])
        let failed = F.pane(F.exchange(response: nil, error: F.timeout))
        #expect(wrapped(failed) == [.raw])
        func marked(_ state: ResponsePaneState, _ wraps: Bool) -> [ResponseTab] {
            var state = state
            state.wraps = wraps
            return state.tabs.filter { tab in
                state.tab = tab
                return state.marksLongLines
            }
        }
        #expect(marked(F.pane(), false) == [.body, .raw] && marked(F.pane(), true) == [])
        #expect(marked(failed, false) == [.raw])
    }

    // MARK: Tabs

    @Test func `a failure that sent nothing has one tab, and all again while the next send runs`() {
        var state = F.pane(F.exchange(hops: [], error: F.timeout))
        #expect(state.tabs == [.body])
        state.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        #expect(state.tabs == [.body, .headers, .timing, .raw, .checks])
        var first = ResponsePaneState()
        #expect(first.tabs.isEmpty && first.shownTab == .body)
        first.begin(id: F.id(2), label: F.label, at: F.moment(1000))
        #expect(first.tabs == [.timing] && first.showsLive && first.inView == nil)
        state.tab = .timing
        #expect(state.showsLive && state.inView == nil && state.notices.isEmpty)
        state.tab = .headers
        #expect(!state.showsLive && state.inView != nil && state.notices == [.old])
    }

    @Test func `a tab for the cache is there if any of the requests asked it`() {
        let decision = CacheDecision(outcome: .miss, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        func hop(_ decision: CacheDecision?) -> Hop {
            Hop(
                cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
                connection: nil, startOffset: .zero, timings: F.timings, cacheDecision: decision)
        }
        for (hops, isThere) in [
            ([hop(decision), hop(nil)], true), ([hop(nil), hop(decision)], true), ([hop(nil), hop(nil)], false),
        ] { #expect(F.pane(F.exchange(hops: hops)).tabs.contains(.cache) == isThere) }
        // Its title says what the cache did for the last one.
        for (hops, title) in [([hop(nil), hop(decision)], "Cache miss"), ([hop(decision), hop(nil)], "Cache")] {
            let tabs = F.frame(F.pane(F.exchange(hops: hops)), 100, 12)
            #expect(tabs.contains(title) && tabs.contains("Cache miss") == (title == "Cache miss"), "\(tabs)")
        }
    }

    @Test func `an error whose status says as much is no notice, any other is`() {
        let silent = ErrorCategory.allCases.filter(ResponsePaneState.isStatusCategory)
        #expect(Set(silent) == [.clientError, .serverError, .unexpectedStatus])
        for category in [ErrorCategory.clientError, .timeout] {
            let error = EngineError(category: category, sentence: "No.", hint: "")
            let state = F.pane(F.exchange(error: error))
            #expect(state.notices == (category == .timeout ? [.failure(error)] : []))
        }
    }

    @Test func `doubts about characters are none about bytes`() {
        for (type, bytes) in [
            ("text/plain", Array("caf".utf8) + [0xE9, 0x20, 0x80]), ("text/plain; charset=klingon", Array("abc".utf8)),
            ("text/plain; charset=utf-8", [0x5A, 0x6F, 0xEB]),
            ("application/json; charset=windows-1251", Array("[\"".utf8) + [0xEF, 0xF0] + Array("\"]".utf8)),
        ] as [(String, [UInt8])] {
            var state = F.pane(
                F.exchange(response: F.response(headers: [HeaderField("Content-Type", type)], body: bytes)))
            #expect(!state.notices.isEmpty, "\(type)")
            state.chosenMode = .hex
            #expect(state.notices.isEmpty, "\(type)")
            (state.chosenMode, state.tab) = (nil, .headers)
            #expect(state.notices.isEmpty, "\(type)")
        }
    }

    // MARK: Cookies

    private static func exchange(sent: String?, set: [String], status: Int = 200) -> Exchange {
        let plain = F.request()
        let request = PreparedRequest(
            method: plain.method, url: plain.url,
            headers: HeaderFields(sent.map { [HeaderField("Cookie", $0)] } ?? []), body: plain.body,
            options: RequestOptions())
        return F.exchange(hops: [
            F.hop(
                request: request,
                response: F.response(status: status, headers: HeaderFields(set.map { HeaderField("Set-Cookie", $0) })))
        ])
    }

    @Test func `a tab shows cookies if some went or came, and the Cookies tab if the jar has some as well`() throws {
        let cookie = try #require(
            Cookie(setCookie: Array("a=1".utf8), from: try HTTPURL.parse("http://127.0.0.1/"), now: 1))
        let scope = CookieScope(root: "/c", environment: nil)
        func shown(_ exchange: Exchange, _ cookies: [Cookie]?) -> [ResponseTab] {
            var state = F.pane(exchange)
            state.jar = cookies.map { JarContents(scope: scope, cookies: $0, version: 1) }
            return state.tabs.filter { tab in
                state.tab = tab
                return state.showsCookies
            }
        }
        #expect(shown(F.exchange(), nil) == [] && shown(F.exchange(), []) == [])
        #expect(shown(F.exchange(), [cookie]) == [.cookies])
        #expect(shown(Self.exchange(sent: "a=1", set: []), nil) == [.headers, .cookies, .raw])
        #expect(shown(Self.exchange(sent: nil, set: ["b=2"]), []) == [.headers, .cookies, .raw])
    }

    @Test func `on the Raw tab each pair that was sent and the first of each that was set is covered`() {
        var state = F.pane(Self.exchange(sent: "a=s3cret; b=other", set: ["c=third; Path=/", "d=fourth; Secure"]))
        for tab in ResponseTab.allCases where tab != .raw {
            state.tab = tab
            #expect(state.hiddenCookieTexts.isEmpty)
        }
        state.tab = .raw
        #expect(state.hiddenCookieTexts == ["a=s3cret", "b=other", "c=third", "d=fourth"])
        state.showsCookieValues = true
        #expect(state.hiddenCookieTexts.isEmpty)
    }
}
