import NetEngine
import NetEngineRequestLog
import Workspace

/// How each saved request ended when it was sent last, in this session or before.
struct LastResults: Sendable {
    struct Result: Sendable, Hashable {
        /// nil if no response came.
        var status: Int?
        /// nil for a success.
        var category: ErrorCategory?
        /// Whether the cache answered.
        var isCached = false
        /// Whether a check failed.
        var failsChecks = false
        /// Whether its checks asked for the failure.
        var isErrorExpected = false
        fileprivate var at: Timestamp
        /// nil if it is of another process, or of another session.
        fileprivate var exchange: ExchangeID?
    }

    private struct Request: Sendable, Hashable {
        var file: String
        var name: String
    }

    private var results: [Request: Result] = [:]

    /// - Parameters:
    ///   - file: as an absolute path.
    ///   - name: the request's id.
    subscript(file: String, name: String) -> Result? { results[Request(file: file, name: name)] }

    /// An exchange of this process has ended. One that was cancelled says nothing of the request.
    mutating func note(_ exchange: Exchange) {
        guard let log = exchange.draft.options.log, let file = log.file, let name = log.name,
            exchange.error?.category != .cancelled
        else { return }
        let result = Result(
            status: exchange.response?.status, category: exchange.error?.category,
            isCached: exchange.cacheDecision?.outcome.isFromCache ?? false, at: exchange.startedAt,
            exchange: exchange.id)
        note(result, of: Request(file: file, name: name))
    }

    /// An exchange of this process was checked.
    mutating func note(_ report: CheckReport, of id: ExchangeID, _ labels: RequestLogOptions?) {
        guard let file = labels?.file, let name = labels?.name else { return }
        let request = Request(file: file, name: name)
        guard results[request]?.exchange == id else { return }
        results[request]?.failsChecks = report.failed > 0
        results[request]?.isErrorExpected = report.excusesError
    }

    /// A row of the request log.
    mutating func note(_ row: LogRow) {
        guard row.state == .done, row.category != .cancelled, let file = row.file, let name = row.name else { return }
        let result = Result(
            status: row.status, category: row.category, isCached: row.cache?.isFromCache ?? false,
            failsChecks: (row.checksFailed ?? 0) > 0, isErrorExpected: row.isErrorExpected, at: row.startedAt)
        note(result, of: Request(file: file, name: name))
    }

    /// A request got another name, or is in another file. What it had stays as well: the change may be taken back.
    mutating func carry(from old: (file: String, name: String), to new: (file: String, name: String)) {
        guard let result = self[old.file, old.name] else { return }
        note(result, of: Request(file: new.file, name: new.name))
    }

    private mutating func note(_ result: Result, of request: Request) {
        var result = result
        if let known = results[request] {
            if known.at.microsecondsSince1970 > result.at.microsecondsSince1970 { return }
            if known.at == result.at {
                // The row of the log may come before its checks are in it.
                result.exchange = result.exchange ?? known.exchange
                result.failsChecks = result.failsChecks || known.failsChecks
                result.isErrorExpected = result.isErrorExpected || known.isErrorExpected
            }
        }
        results[request] = result
    }
}

extension CacheDecision.Outcome {
    /// Whether the response was in the cache.
    fileprivate var isFromCache: Bool {
        switch self {
        case .hit, .revalidated, .stale: true
        case .miss, .bypass: false
        }
    }
}
