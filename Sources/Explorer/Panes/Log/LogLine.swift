import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI
import Workspace

/// What a row of the log says of an exchange, of this process or of another one.
struct LogLine: Sendable, Hashable {
    var time: Timestamp
    var method: String
    /// The host and its port; empty if the URL has none.
    var host: String
    /// Path and query; the whole text if the URL has no authority.
    var path: String
    var status: Int?
    /// What it does, or what went wrong: `… waiting`, `timeout first-byte`; empty for a success.
    var verdict: String
    /// For where there is little room.
    var shortVerdict: String?
    var verdictRole: Role
    /// What is special about it, the most important first.
    var notes: [Note] = []
    var duration: Duration
    var bytes: Int?
    var cache: CacheDecision.Outcome?
    /// Which program sent it; nil if all rows are of this one.
    var process: String?

    struct Note: Sendable, Hashable {
        var text: String
        /// For where there is little room.
        var short: String
        var role: Role

        init(_ text: String, short: String? = nil, _ role: Role) {
            self.text = text
            self.short = short ?? text
            self.role = role
        }
    }

    /// A row of this process.
    /// - Parameter now: gives the time that a running exchange has taken so far.
    init(
        _ row: SessionLog.Row, saysUnchecked: Bool = false, zone: LocalZone, now: MonotonicTime?, glyphs: Glyphs
    ) {
        time = row.queuedAt
        method = row.method
        (host, path) = StoredURL.listed(row.url)
        duration = row.elapsed(at: now)
        bytes = row.bodyBytes
        cache = row.cache
        if let renewed = row.renews {
            notes.append(Note("renews \(zone.clock(renewed, showsMilliseconds: false))", .info))
        }
        switch row.status {
        case .running where row.retryBegin != nil:
            let left = row.retryBegin.map { ResponseStatusLine.left(until: $0, at: row.elapsed(at: now)) } ?? ""
            verdict = "\(glyphs.ellipsis) retry in \(left)"
            shortVerdict = "\(glyphs.ellipsis) retry"
            verdictRole = .pending
            return
        case .running(let phase):
            verdict = "\(glyphs.ellipsis) \(ResponseStatusLine.doing(phase))"
            verdictRole = .pending
            return
        case .finished(let status, let error, let phase):
            self.status = status
            verdict = error.map { Self.verdict($0, phase) } ?? ""
            verdictRole = .failure
            if error != nil, !row.isFailed { wasExpected() }
        }
        if row.isUnverified { notes.append(Note("TLS not verified", short: "unverified", .warning)) }
        if let name = row.heldBack.first {
            let what = row.heldBack.count == 1 ? name : Formatting.count(row.heldBack.count, "header")
            notes.append(Note("held back: \(what)", .redirect))
        }
        if let checks = row.checks, !checks.isEmpty {
            notes.append(Self.checks(checks.score, failed: checks.failed))
        } else if saysUnchecked {
            notes.append(Note("not checked", .dim))
        }
        addHops(
            attempts: row.retries + 1, time: row.whole.map { " in \(DurationText.short($0))" },
            redirects: row.redirects)
    }

    /// A row of the request log.
    /// - Parameters:
    ///   - ownPID: of this process, whose rows are not named.
    ///   - now: by the wall clock; gives the time that a running exchange has taken so far.
    init(_ row: LogRow, ownPID: Int, now: Timestamp?, glyphs: Glyphs) {
        time = row.startedAt
        method = row.method
        (host, path) = StoredURL.listed(row.url)
        status = row.status
        let running = now.map { max(0, $0.microsecondsSince1970 - row.startedAt.microsecondsSince1970) } ?? 0
        duration = row.duration ?? (row.state.isRunning ? .microseconds(running) : .zero)
        bytes = row.responseBytes
        cache = row.cache
        process = row.pid == ownPID ? "here" : "\(Self.name(row)) \(row.pid)"
        verdictRole = row.state.isRunning ? .pending : .failure
        verdict =
            switch row.state {
            // When it begins is known to its process alone.
            case .queued where row.attempts > 1: "\(glyphs.ellipsis) retry"
            case .queued: "\(glyphs.ellipsis) \(ResponseStatusLine.doing(.queue))"
            case .sent: "\(glyphs.ellipsis) \(ResponseStatusLine.doing(.wait))"
            case .receiving: "\(glyphs.ellipsis) \(ResponseStatusLine.doing(.receive))"
            case .done: row.category.map { Self.verdict($0, row.phase) } ?? ""
            case .aborted: "aborted"
            }
        if row.isErrorExpected, row.category != nil, !row.isFailed { wasExpected() }
        if row.isFactOnly { path = "(not logged)" }
        if let tag = row.tag { notes.append(Note("[\(tag)]", .title)) }
        if row.isPinned { notes.append(Note("pinned", .info)) }
        if row.isUnverified { notes.append(Note("TLS not verified", short: "unverified", .warning)) }
        if let checks = Self.checks(row) { notes.append(checks) }
        if let original = row.resendOf { notes.append(Note("resend of \(original)", .info)) }
        // The row has the time of network and servers; what came after all waits is later than that.
        let firstByte = row.firstByte.flatMap { $0 > duration ? ", answer after \(DurationText.short($0))" : nil }
        addHops(attempts: row.attempts, time: firstByte, redirects: row.redirects)
    }

    /// The checks asked for the error.
    private mutating func wasExpected() {
        (verdict, shortVerdict, verdictRole) = ("ok \(verdict)", "ok", .success)
    }

    /// What the checks of a stored exchange came to; nil if it has none.
    static func checks(_ row: LogRow) -> Note? {
        row.checkScore.map { checks($0, failed: row.checksFailed ?? 0) }
    }

    private static func checks(_ score: String, failed: Int) -> Note {
        Note("checks \(score)", failed > 0 ? .failure : .success)
    }

    /// - Parameter time: what is said of the time with the waits before retries.
    private mutating func addHops(attempts: Int, time: String?, redirects: Int) {
        if attempts > 1 {
            let count = Formatting.count(attempts, "attempt")
            notes.append(Note(count + (time ?? ""), short: count, .warning))
        }
        if redirects > 0 { notes.append(Note(Formatting.count(redirects, "redirect"), .redirect)) }
    }

    /// The line where there is no table: a folded pane has it in its title.
    func summary(zone: LocalZone) -> [Span] {
        let clock = zone.clock(time, showsMilliseconds: false)
        var spans = [Span(SafeText(clock + " "), .dim), Span(SafeText(method + " "), MethodText.role(method))]
        if let status { spans.append(Span("\(status) ", .ofStatus(status))) }
        if !verdict.isEmpty { spans.append(Span(SafeText(verdict + " "), verdictRole)) }
        return spans + [Span(SafeText(path + "  "), .url), Span(SafeText(DurationText.short(duration)))]
    }

    /// The command of ours, or the name of another program.
    private static func name(_ row: LogRow) -> String {
        row.source == .library ? row.process : row.source.rawValue
    }

    private static func verdict(_ category: ErrorCategory, _ phase: Phase?) -> String {
        guard let phase, phase.timeoutName != category.rawValue else { return category.rawValue }
        return "\(category.rawValue) \(phase.timeoutName)"
    }
}
