import Base
import Bodies
import Explain
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What the response pane shows for a size: which tabs there are, how its rows are shared out, and the lines of a tab.
extension ResponsePaneState {
    /// Something to be said above the content.
    package enum Notice: Sendable, Hashable {
        /// The response below is not that of the last send.
        case old
        case failure(EngineError)
        /// Not all of the body was kept; a sentence.
        case cut(String)
        case notJSON(JSONErrorPlace)
        /// The body is not what its type says; why, in one sentence without a full stop.
        case notReadable(String)
        case unknownCharset(String)
        /// The user chose this charset.
        case chosenCharset(String)
        /// Nothing names the charset; this one is the most probable.
        case guessedCharset(String)
        /// The text is probably in the first charset, and not in the second, which the header or the document names.
        case doubtedCharset(String, named: String)
        /// The header names another charset than UTF-8 for JSON that is not UTF-8.
        case overruledCharset(String)
        /// How many bytes of the body can be shown by now.
        case preparing(bytes: Int, ready: Int)
        /// The body is arriving; this much of it is shown, and if it is cut, no more until the end.
        /// How many came, how many of the newest are shown, whether the reader was at their end, and whether more came than
        /// is shown because they were not.
        case arriving(bytes: Int, shown: Int, isFollowed: Bool, isHeld: Bool)
        /// The body is the response to an attempt after which another one is waited for.
        case failedAttempt(Int, bytes: Int)
    }

    /// Rows of the pane's inside, from its top left.
    struct Layout: Sendable, Hashable {
        var tabs: Rect
        var notices: Rect
        /// After the line numbers, if there are any, and one column narrower than the pane: the last is the scrollbar's.
        var content: Rect
        /// Empty while nothing is searched.
        var search: Rect
    }

    /// Tabs that have something to show.
    var tabs: [ResponseTab] {
        if arrivingBody != nil { return [.body, .timing] }
        guard let shown else { return inFlight == nil ? [] : [.timing] }
        if shown.exchange.hops.isEmpty, inFlight == nil { return [.body] }
        let hasErrorTab = shown.exchange.error != nil && !showsErrorView
        let hasCacheTab = shown.exchange.hops.contains { $0.cacheDecision != nil }
        return ResponseTab.allCases.filter { tab in
            switch tab {
            case .error: hasErrorTab
            case .cache: hasCacheTab
            case .cookies: hasCookies
            case .tls: shown.exchange.hops.last?.request.url.scheme == .https
            default: true
            }
        }
    }

    /// The tab in view: the chosen one, if it has something to show.
    var shownTab: ResponseTab { tabs.contains(tab) ? tab : tabs.first ?? .body }

    /// Whether the tab in view is about the exchange in flight and not about the response.
    var showsLive: Bool { inFlight != nil && shownTab == .timing }

    /// Whether the body tab shows an error in place of a body.
    var showsErrorView: Bool {
        guard arrivingBody == nil, let shown, shown.exchange.error != nil else { return false }
        return shown.exchange.response?.content.isEmpty ?? true
    }

    /// All notices for the tab in view, the most important first.
    var notices: [Notice] {
        if arrivingBody != nil, let body = liveBody {
            guard shownTab == .body else { return [] }
            if let next = inFlight?.nextAttempt { return [.failedAttempt(next.number - 1, bytes: body.total)] }
            return [
                .arriving(
                    bytes: body.total, shown: arrivingBody?.bytes.count ?? 0, isFollowed: body.isFollowed,
                    isHeld: body.isHeld)
            ]
        }
        guard let shown, !showsLive else { return [] }
        var notices: [Notice] = []
        if isOld { notices.append(.old) }
        guard shownTab == .body else { return notices }
        if let error = shown.exchange.error, !showsErrorView, !Self.isStatusCategory(error.category) {
            notices.append(.failure(error))
        }
        let kept = shown.exchange.response?.keptSentence
        if let kept, !showsErrorView { notices.append(.cut(kept)) }
        if shown.document == nil, !showsErrorView {
            notices.append(
                .preparing(
                    bytes: ExchangeDocument.cost(of: shown.exchange), ready: shown.preview?.byteCount ?? 0))
        }
        if let body = shown.document?.body {
            if let charset = body.scan.overruledCharset, bodyMode != .hex { notices.append(.overruledCharset(charset)) }
            if let error = body.jsonError, bodyMode == .pretty, kept == nil || !body.endsAt(error) {
                notices.append(.notJSON(error))
            }
            if let refusal = body.readable?.refusal { notices.append(.notReadable(refusal)) }
            if let chosen = reading.charset { notices.append(.chosenCharset(chosen.name)) }
            if body.scan.isCharsetGuessed, bodyMode != .hex { notices.append(.guessedCharset(body.charset.name)) }
            if let likelier = body.scan.likelierCharset, bodyMode != .hex {
                notices.append(.doubtedCharset(likelier.name, named: body.charset.name))
            }
            if let charset = body.unknownCharset, bodyMode != .hex { notices.append(.unknownCharset(charset)) }
        }
        return notices
    }

    /// The status line shows these.
    static func isStatusCategory(_ category: ErrorCategory) -> Bool {
        category == .clientError || category == .serverError || category == .unexpectedStatus
    }

    func layout(in size: Size) -> Layout {
        let inside = Rect(size)
        let tabRows = tabs.isEmpty || inside.height < 2 ? 0 : 1
        let searchRows = search == nil || inside.height < 3 ? 0 : 1
        let room = inside.height - tabRows - searchRows
        let gutter = gutter(width: inside.width)
        let noticeRows = min(notices.count, room < 7 ? (room > 1 ? 1 : 0) : 3)
        return Layout(
            tabs: Rect(x: 0, y: 0, width: inside.width, height: tabRows),
            notices: Rect(x: 0, y: tabRows, width: inside.width, height: noticeRows),
            content: Rect(
                x: gutter, y: tabRows + noticeRows, width: inside.width - gutter, height: room - noticeRows),
            search: Rect(x: 0, y: inside.height - searchRows, width: inside.width, height: searchRows))
    }

    /// Whether lines of the tab in view are wrapped by the window. Headers and errors are wrapped when they are made.
    var wrapsShownTab: Bool {
        switch shownTab {
        case .body: wraps && bodyMode != .hex && !showsErrorView
        case .raw: wraps
        case .error, .headers, .timing, .cache, .cookies, .tls, .checks: false
        }
    }

    /// The lines of the tab in view for a content width. Bodies cost nothing here; texts are made.
    package func lines(width: Int) -> any LineSource {
        if let arrivingBody, shownTab == .body { return arrivingBody.lines(bodyMode, columns: width, folds: folds) }
        if showsLive || shown == nil { return timingLines }
        guard let shown else { return StaticLines() }
        let exchange = shown.exchange
        switch shownTab {
        case .body:
            if let error = exchange.error, showsErrorView {
                return ExchangeLines.error(error, of: exchange, failures: shown.document?.failures, width: width)
            }
            guard let document = shown.document else {
                if let preview = shown.preview, preview.kind != .empty {
                    return preview.lines(bodyMode, columns: width, folds: folds)
                }
                return StaticLines([Line("Preparing…", Style(.pending))])
            }
            guard let body = document.body, body.kind != .empty else {
                let sentence = exchange.response?.keptSentence ?? "The body is empty."
                return StaticLines([Line(SafeText(sentence), Style(.dim))])
            }
            return body.lines(bodyMode, columns: width, folds: folds)
        case .error:
            return exchange.error.map {
                ExchangeLines.error($0, of: exchange, failures: shown.document?.failures, width: width)
            } ?? StaticLines()
        case .headers: return ExchangeLines.headers(exchange, showsCookies: showsCookieValues, width: width)
        case .timing: return timingLines
        case .cache: return CacheLines.lines(exchange, width: width)
        case .cookies: return CookieLines.lines(exchange, cookieLook, width: width)
        case .tls:
            let report = TLSReport.lines(exchange, now: ExchangeReasons.end(of: exchange))
            return StaticLines(ReportLines.lines(report, width: width))
        case .raw:
            guard let document = shown.document else { return StaticLines([Line("Preparing…", Style(.pending))]) }
            return ExchangeLines.raw(exchange, document, columns: width)
        case .checks:
            switch shown.checks {
            case .evaluating: return StaticLines([Line("Checking…", Style(.pending))])
            case .done(let report) where !report.isEmpty || !report.logs.isEmpty:
                return CheckLines.lines(report, selection: checkSelection, width: width)
            case .stored(let checks): return CheckLines.lines(checks, width: width)
            case .done, .unchecked: return CheckLines.unchecked(width: width)
            }
        }
    }

    /// The table of the Timing tab, up to a moment while something runs.
    package func timing(at now: MonotonicTime) -> TimingTable? {
        if let inFlight { return TimingTable(inFlight, at: now) }
        return shown.map { TimingTable($0.exchange, after: $0.preparation) }
    }

    /// As many lines as the Timing tab has rows; the view draws them with bars.
    private var timingLines: StaticLines {
        guard let table = timing(at: MonotonicTime(nanoseconds: 0)) else { return StaticLines() }
        return StaticLines(table.rows.map { Line(SafeText($0.text)) })
    }

    /// The window on the tab in view.
    func viewport(in size: Size) -> Viewport {
        let content = layout(in: size).content
        return Viewport(source: lines(width: content.width), size: content.size, wraps: wrapsShownTab)
    }

    /// The user's place in the tab in view.
    var scroll: ScrollPosition {
        get { scrolls[shownTab] ?? ScrollPosition() }
        set { scrolls[shownTab] = newValue }
    }
}

extension TimingTable.Row {
    /// The row as words, without its bar.
    package var text: String {
        switch self {
        case .hop(let number, let method, let url, let status, let cause, _):
            ["\(number)", method, url, status.map(String.init), cause.isEmpty ? nil : "(\(cause))"]
                .compactMap(\.self).joined(separator: " ")
        case .phase(let phase, let start, let length, _):
            "\(phase.rawValue) \(DurationText.precise(length)) from \(DurationText.precise(start))"
        case .server(let name, _, let length): "\(name) \(DurationText.precise(length)), as the server says"
        case .own(let work, let start, let length):
            "\(work.rawValue) \(DurationText.precise(length)) from \(DurationText.precise(start))"
        case .number(let name, let value): "\(name) \(DurationText.precise(value))"
        case .fact(let name, let text): name.isEmpty ? text : "\(name) \(text)"
        case .gap: ""
        }
    }
}
