import NetEngine
import TerminalUI
import Workspace

/// What the Cookies tab is about: what went and came with the exchange in view, and the jar below it.
extension ResponsePaneState {
    /// Whether there is a cookie to be shown.
    var hasCookies: Bool {
        jar?.cookies.isEmpty == false || hasExchangedCookies
    }

    /// Whether cookies went or came with the exchange in view.
    private var hasExchangedCookies: Bool {
        shown?.exchange.hops.contains { hop in
            hop.request.headers.contains("Cookie") || hop.response?.headers.contains("Set-Cookie") == true
        } ?? false
    }

    /// Whether the tab in view shows cookies, whose values are hidden until they are asked for.
    var showsCookies: Bool {
        switch shownTab {
        case .cookies: hasCookies
        case .headers, .raw: hasExchangedCookies
        default: false
        }
    }

    /// What is covered on the Raw tab, where the bytes are shown as they went over the wire: `name=value` of each cookie.
    var hiddenCookieTexts: [String] {
        guard shownTab == .raw, !showsCookieValues, let exchange = shown?.exchange else { return [] }
        return exchange.hops.flatMap { hop in
            let responses = [hop.response, hop.validation].compactMap(\.self)
            return hop.request.headers.values("Cookie").flatMap(CookieText.pairs)
                + responses.flatMap { $0.headers.values("Set-Cookie") }.compactMap { CookieText.pairs($0).first }
        }
    }

    /// The cookie of the jar that is selected.
    var selectedCookie: Cookie? {
        guard let cookies = jar?.cookies, cookies.indices.contains(cookieSelection) else { return nil }
        return cookies[cookieSelection]
    }

    var cookieLook: CookieLines.Look {
        CookieLines.Look(jar: jar, selection: cookieSelection, showsValues: showsCookieValues)
    }

    /// Goes from cookie to cookie of the jar, once it is in view; above it the tab scrolls as any other.
    mutating func moveInCookies(_ command: Command, in size: Size) -> Bool {
        guard shownTab == .cookies, let exchange = shown?.exchange, let count = jar?.cookies.count, count > 0 else {
            return false
        }
        let window = viewport(in: size)
        let rows = CookieLines.rows(exchange, cookieLook, width: window.size.columns)
        guard rows.indices.contains(cookieSelection) else { return false }
        let top = window.clamped(scroll).line
        let isInView = rows[cookieSelection].overlaps(top..<top + window.size.rows)
        switch command {
        case .moveUp where isInView && cookieSelection > 0: cookieSelection -= 1
        case .moveDown where isInView && cookieSelection < count - 1: cookieSelection += 1
        case .bottom: cookieSelection = count - 1
        case .top:
            cookieSelection = 0
            return false
        default: return false
        }
        let lines = CookieLines.rows(exchange, cookieLook, width: window.size.columns)[cookieSelection]
        let moved = viewport(in: size)
        scroll = moved.revealing(line: max(0, lines.upperBound - 1), column: 0, width: 1, from: scroll)
        scroll = moved.revealing(line: lines.lowerBound, column: 0, width: 1, from: scroll)
        return true
    }
}
