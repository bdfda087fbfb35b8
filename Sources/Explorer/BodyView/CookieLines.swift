import Base
import NetEngine
import TerminalUI
import Workspace

/// The Cookies tab: the cookies that each request of an exchange sent and its response set, and the content of the jar.
enum CookieLines {
    /// What is shown besides the exchange, and how.
    struct Look {
        var jar: JarContents?
        var selection = 0
        var showsValues = false
    }

    static func lines(_ exchange: Exchange, _ look: Look, width: Int) -> StaticLines {
        StaticLines(exchangeLines(exchange, look, width: width) + jarBlocks(look, width: width).flatMap(\.self))
    }

    /// The lines of each cookie in the jar.
    static func rows(_ exchange: Exchange, _ look: Look, width: Int) -> [Range<Int>] {
        let blocks = jarBlocks(look, width: width)
        var start = exchangeLines(exchange, look, width: width).count + (blocks.first?.count ?? 0)
        return blocks.dropFirst().map { block in
            defer { start += block.count }
            return start..<start + block.count
        }
    }

    // MARK: The exchange

    private static func exchangeLines(_ exchange: Exchange, _ look: Look, width: Int) -> [Line] {
        var lines: [Line] = []
        let typed = Set(exchange.draft.headers.values("Cookie").flatMap(CookieText.pairs))
        for (index, hop) in exchange.hops.enumerated() {
            if exchange.hops.count > 1 {
                if index > 0 { lines.append([]) }
                let status = hop.response.map { ", \($0.status)" } ?? ""
                let title =
                    "Request \(index + 1): \(hop.request.method.rawValue) \(hop.request.url.textWithoutUserInfo)\(status)"
                lines += Line([Span(SafeText(title), .title, .bold)]).wrapped(width: width)
            }
            lines += sent(hop, typed, look, width: width)
            lines += setCookies(hop, at: exchange.startedAt.microsecondsSince1970 / 1_000_000, look, width: width)
        }
        if exchange.draft.options.cookieJar == nil {
            lines += Line("The request uses no cookie jar: what the server sets is not kept.", Style(.dim))
                .wrapped(width: width)
        }
        return lines
    }

    private static func sent(_ hop: Hop, _ typed: Set<String>, _ look: Look, width: Int) -> [Line] {
        let found = hop.request.headers.values("Cookie").flatMap(CookieText.pairs)
        guard !found.isEmpty else { return [Line("Sent: none", Style(.dim))] }
        var lines = [heading("Sent", found.count)]
        for pair in found {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, value) = parts.count == 2 ? (parts[0], parts[1]) : ("", pair)
            lines += Line([
                Span("  "), Span(SafeText(name), .headerName), Span(" = ", .dim), secret(value, look),
                Span(typed.contains(pair) ? "  (typed)" : "  (cookie jar)", .dim),
            ]).wrapped(width: width, indent: 4)
        }
        return lines
    }

    private static func setCookies(_ hop: Hop, at now: Int64, _ look: Look, width: Int) -> [Line] {
        guard let received = hop.received else {
            guard hop.response?.headers.contains("Set-Cookie") == true else { return [] }
            return [Line("The response came from the cache: its cookies were set when it was stored.", Style(.dim))]
        }
        var outcomes = hop.setCookies
        let isKept = !outcomes.isEmpty
        if !isKept {
            outcomes = received.headers.fields.filter { $0.isNamed("Set-Cookie") }.compactMap { field in
                Cookie(setCookie: field.valueBytes, from: hop.request.url, now: now).map {
                    SetCookieOutcome(fieldBytes: field.valueBytes, result: .kept($0))
                }
            }
        }
        guard !outcomes.isEmpty else { return [Line("Set: none", Style(.dim))] }
        return [heading(isKept ? "Set" : "Set, and not kept", outcomes.count)]
            + outcomes.flatMap { outcome($0, look, width: width) }
    }

    private static func outcome(_ outcome: SetCookieOutcome, _ look: Look, width: Int) -> [Line] {
        var spans: [Span] = []
        switch outcome.result {
        case .kept(let cookie):
            spans = [
                Span("+ ", .success), Span(SafeText(cookie.name), .headerName), Span(" = ", .dim),
                secret(cookie.value, look), Span(SafeText("  " + facts(cookie)), .dim),
            ]
        case .removed(let cookie):
            spans = [
                Span("- ", .dim), Span(SafeText(cookie.name), .headerName),
                Span("  removed: it had expired when it came", .dim),
            ]
        case .refused(let reason):
            let name = outcome.name
            spans = [
                Span("! ", .warning), Span(SafeText(name.isEmpty ? "(no name)" : name), .headerName),
                Span(SafeText("  refused: " + reason.clause), .warning),
            ]
        }
        return Line(spans).wrapped(width: width, indent: 4)
    }

    // MARK: The jar

    /// The heading, followed by a block for each cookie.
    private static func jarBlocks(_ look: Look, width: Int) -> [[Line]] {
        var head: [Line] = [Line([])]
        guard let jar = look.jar else {
            head.append(Line("The cookie jar is empty.", Style(.dim)))
            return [head]
        }
        let place = jar.scope.environment.map { "environment \($0)" } ?? "no environment"
        guard !jar.cookies.isEmpty else {
            head.append(Line(SafeText("The cookie jar (\(place)) is empty."), Style(.dim)))
            return [head]
        }
        let note = SafeText("\(jar.cookies.count), \(place); it is gone when the program ends")
        head += Line([Span("Cookie jar  ", .title, .bold), Span(note, .dim)]).wrapped(width: width, indent: 2)
        var blocks = [head]
        for (index, cookie) in jar.cookies.enumerated() {
            let isSelected = index == look.selection
            let name = Span(SafeText(cookie.name), isSelected ? .title : .headerName, isSelected ? [.bold] : [])
            blocks.append(
                Line([
                    Span(isSelected ? "> " : "  ", .title), name, Span(" = ", .dim), secret(cookie.value, look),
                    Span(SafeText("  " + facts(cookie)), .dim),
                ]).wrapped(width: width, indent: 4))
        }
        return blocks
    }

    // MARK: Words

    /// `example.com and below, path /, until 2026-11-21T10:15:00Z, Secure, HttpOnly, SameSite=Lax`.
    static func facts(_ cookie: Cookie) -> String {
        var parts = [cookie.domain + (cookie.isHostOnly ? "" : " and below"), "path \(cookie.path)"]
        parts.append(cookie.expires.map { "until \(CivilTime(secondsSince1970: $0).rfc1123)" } ?? "for the session")
        if cookie.isSecure { parts.append("Secure") }
        if cookie.isHTTPOnly { parts.append("HttpOnly") }
        if let sameSite = cookie.sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
        return parts.joined(separator: ", ")
    }

    private static func heading(_ title: SafeText, _ count: Int) -> Line {
        [Span(title + "  ", .title, .bold), Span("\(count)", .dim)]
    }

    private static func secret(_ value: String, _ look: Look) -> Span {
        look.showsValues ? Span(SafeText(value), .headerValue) : Span("(hidden)", .dim)
    }
}
