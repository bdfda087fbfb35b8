import TestSupport
import Testing

@testable import NetEngine

/// What of a cookie can be sent, and the words for what cannot.
@Suite struct CookieRuleTests {
    @Test func `each refusal has its id and its clause`() {
        let text = CookieRefusal.allCases.map { "\($0.rawValue): \($0.clause)" }.joined(separator: "\n")
        #expect(
            text == """
                control-character: it holds a control character
                empty: it has neither a name nor a value
                too-long: name and value have more than 4096 bytes
                public-suffix: its domain is a public suffix, under which names belong to many
                other-domain: its domain is not that of the host
                insecure-origin: it is Secure, but came without TLS
                insecure-same-site: it says SameSite=None without Secure
                broken-prefix: the name begins with __Secure- or __Host-, and the attributes do not fit
                overlays-secure: it would overlay a cookie that was set over TLS
                domain-full: a domain has at most 50 cookies, and those that are Secure or newer stay
                """)
    }

    private static let names: FilledTable = """
        a=b -> a
        \ta =b; c=d -> a
        a=b=c -> a
        flag -> 
        flag; a=b -> 
        =v -> 
        """

    @Test func `a refused cookie is still called by its name`() {
        let text = Self.names.filled { row in
            SetCookieOutcome(fieldBytes: Array(row.utf8), result: .refused(.empty)).name
        }
        #expect(text == Self.names.text)
    }

    private static func cookie(
        _ name: String, _ value: String, domain: String = "h", path: String = "/", expires: Int64? = nil
    ) -> Cookie? {
        Cookie(
            name: Array(name.utf8), value: Array(value.utf8), domain: domain, isHostOnly: true, path: path,
            expires: expires)
    }

    @Test func `a cookie that could not be sent as it is is none`() {
        let long = String(repeating: "x", count: 4095)
        let good = [
            Self.cookie("", "v"), Self.cookie("a", ""), Self.cookie("a", "b=c"), Self.cookie("a\t", "b\t"),
            Self.cookie("a", long), Self.cookie("a", "b", domain: "[::1]"), Self.cookie("a", "b", domain: "127.0.0.1"),
            Self.cookie("a", "b", path: "/" + long),
        ]
        #expect(good.firstIndex { $0 == nil } == nil)
        let bad = [
            Self.cookie("", ""), Self.cookie("a=", "b"), Self.cookie("a;", "b"), Self.cookie("a", "b;"),
            Self.cookie("a\n", "b"), Self.cookie("a", "b\u{7F}"), Self.cookie("ab", long),
            Self.cookie("a", "b", domain: "H"), Self.cookie("a", "b", domain: ""),
            Self.cookie("a", "b", domain: "a b"), Self.cookie("a", "b", domain: "127.1"),
            Self.cookie("a", "b", path: ""), Self.cookie("a", "b", path: "x"),
        ]
        #expect(bad.firstIndex { $0 != nil } == nil)
    }

    @Test func `a cookie ends at its second`() throws {
        let cookie = try #require(Self.cookie("a", "b", expires: 1000))
        let url = try HTTPURL.parse("http://h/")
        #expect([999, 1000].map { cookie.goes(to: url, now: $0) } == [true, false])
        #expect([999, 1000].map { cookie.isExpired($0) } == [false, true])
    }

    @Test func `what the user changes in a jar counts as what a server sets`() throws {
        let jar = CookieJar(now: { 1000 })
        let url = try HTTPURL.parse("http://h/")
        func sent() -> String { jar.cookieField(for: url).map { String(decoding: $0, as: UTF8.self) } ?? "-" }
        for (name, expires) in [("a", nil), ("b", 2000), ("c", nil)] as [(String, Int64?)] {
            jar.insert(try #require(Self.cookie(name, "1", expires: expires)))
        }
        #expect(sent() == "a=1; b=1; c=1")
        jar.insert(try #require(Self.cookie("a", "2")))
        #expect(sent() == "a=2; b=1; c=1")
        jar.remove(try #require(Self.cookie("c", "any")))
        jar.remove(try #require(Self.cookie("a", "2", path: "/x")))
        #expect(sent() == "a=2; b=1")
        jar.removeSessionCookies()
        #expect(sent() == "b=1")
        jar.insert(try #require(Self.cookie("b", "", expires: 1000)))
        #expect(sent() == "-" && jar.isEmpty)
    }

    @Test func `what a file could not take is a change still, but for what was changed again`() throws {
        let (a, b) = (try #require(Self.cookie("a", "1")), try #require(Self.cookie("b", "1")))
        var store = CookieStore(tracksChanges: true)
        store.put(a, now: 10)
        store.remove(b, now: 11)
        let (changes, cleared) = (store.changes, store.cleared)
        func entry(_ name: String, _ value: String, updated: Int64) throws -> CookieStore.Entry {
            let moment = CookieStore.Moment(seconds: updated, order: 0)
            return CookieStore.Entry(
                cookie: try #require(Self.cookie(name, value)), created: moment, used: moment, updated: updated)
        }
        func values() -> [String] { store.entries.map { "\($0.cookie.name)=\($0.cookie.value)" } }
        store.merge([], now: 12, isKept: { _ in true })
        #expect(!store.hasChanges)
        store.put(try #require(Self.cookie("a", "2")), now: 20)
        store.restoreChanges(changes, cleared: cleared)
        // Of another process, before `b` was removed here and before `a` was set again.
        let theirs = [try entry("a", "theirs", updated: 15), try entry("b", "theirs", updated: 10)]
        store.merge(theirs, now: 21, isKept: { _ in true })
        #expect(values() == ["a=2"])

        store.removeAll(now: 30)
        let all = store.cleared
        store.merge([], now: 31, isKept: { _ in true })
        store.restoreChanges([:], cleared: all)
        #expect(store.hasChanges)
        store.merge(
            [try entry("a", "old", updated: 30), try entry("c", "new", updated: 31)], now: 32, isKept: { _ in true })
        #expect(values() == ["c=new"])
    }

    @Test func `of changes without end only those of present cookies are remembered`() throws {
        var store = CookieStore(tracksChanges: true)
        store.put(try #require(Self.cookie("kept", "1")), now: 1)
        for number in 1..<10_000 { store.remove(try #require(Self.cookie("n\(number)", "1")), now: 2) }
        #expect(store.changes.count == 10_000)
        store.remove(try #require(Self.cookie("last", "1")), now: 3)
        #expect(store.changes.map { String(decoding: $0.key.name, as: UTF8.self) } == ["kept"])
    }

    @Test func `flags of a cookies file are read in any case, and no tab is written into it`() throws {
        let text = "H\ttrue\t/\tTrue\t0\ta\tb\n \t \n#HttpOnly_.h\tyes\t/\tno\t-5\tc\td"
        let content = NetscapeCookies.read(Array(text.utf8))
        let cookies = content.cookies.map {
            "\($0.domain) \($0.isHostOnly) \($0.isSecure) \($0.isHTTPOnly) \($0.expires ?? 0)"
        }
        #expect(cookies == ["h false true false 0", "h true false true -5"])
        #expect(content.unreadLines == [])
        let tabs = [Self.cookie("a\t", "b"), Self.cookie("a", "b\t"), Self.cookie("a", "b")].compactMap(\.self)
        #expect(
            String(decoding: NetscapeCookies.write(tabs), as: UTF8.self)
                == "# Netscape HTTP Cookie File\nh\tFALSE\t/\tFALSE\t0\ta\tb\n")
    }

    private static let dates: FilledTable = """
        1 Jan 70 0:0:0 -> 0
        1 Jan 69 0:0:0 -> 3124224000
        1 Jan 99 0:0:0 -> 915148800
        1 Jan 1601 0:0:0 -> -11644473600
        1 Jan 1600 0:0:0 -> nil
        1 Jan 70 0:0:59 -> 59
        1 Jan 70 0:0:60 -> nil
        1 Jan 70 24:0:0 -> nil
        1 Jan 70 0:60:0 -> nil
        0 Jan 70 0:0:0 -> nil
        32 Jan 70 0:0:0 -> nil
        001 Jan 70 0:0:0 -> nil
        1 Ja 70 0:0:0 -> nil
        1 JANx 70 0:0:0 -> 0
        1 Jan 70 0:0:00x -> 0
        1 Jan 70 0:0:000 -> nil
        1 Jan 70 0:0 -> nil
        1 Jan 19700 0:0:0 -> nil
        1/Jan;70@0:0:0 -> 0
        1 Jan 70 0:0:0 2 Feb 71 1:1:1 -> 0
        1 feb 70 0:0:0 -> 2678400
        1 Mar 70 0:0:0 -> 5097600
        1 Apr 70 0:0:0 -> 7776000
        1 May 70 0:0:0 -> 10368000
        1 June 70 0:0:0 -> 13046400
        1 Jul 70 0:0:0 -> 15638400
        1 AUG 70 0:0:0 -> 18316800
        1 Sept 70 0:0:0 -> 20995200
        1 Oct 70 0:0:0 -> 23587200
        1 Nov 70 0:0:0 -> 26265600
        31 Dec 70 23:59:59 -> 31535999
        1 Jan 970 0:0:0 -> nil
        1 Jan 70 0:0:0:0 -> 0
        1 Jan 70 x0:0:0 -> nil
        70 1 Jan 0:0:0 -> nil
        """

    @Test func `a date of a cookie takes the first of each of its parts`() {
        #expect(Self.dates.filled { CookieDate.seconds($0).map { "\($0)" } } == Self.dates.text)
    }

    @Test func `the parts of a date of a cookie are separated as section 5_6_1 says`() {
        let delimiters = (0...127).filter { byte in
            CookieDate.seconds("1\(Unicode.Scalar(UInt8(byte)))Jan 70 0:0:0") == 0
        }
        let expected: [Int] = [9] + Array(0x20...0x2F) + Array(0x3B...0x40) + Array(0x5B...0x60) + Array(0x7B...0x7E)
        #expect(delimiters == expected)
    }
}
