import NetEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A log of all exchanges on the disk, which any number of programs write at once, and which `apitui log` shows live.
///
/// ```swift
/// let log = RequestLogStore(program: "my-service")
/// engine.log(to: log)
/// ```
///
/// A row is written when a request begins and completed when it ends, at the latest 50 ms afterwards, on a separate thread: a slow or
/// full disk delays the log, never a request. Secrets are masked before anything is written; see `Redaction` and
/// `RequestLogOptions`. The files are readable by their owner only. `kill -9` loses at most the last 50 ms.
public final class RequestLogStore: Sendable {
    private let path: String?
    private let owner: LogOwner
    private let limits: RequestLogLimits
    private let report: @Sendable (String) -> Void
    private let inbox: LogInbox
    private let rows = LoggedRows()
    private let isStarted = Mutex(false)

    /// Nothing is opened before the first row.
    /// - Parameters:
    ///   - folder: is created if missing. Default `$XDG_STATE_HOME/apitui`, else `~/.local/state/apitui`: where `apitui log` looks.
    ///   - program: the name that rows show.
    ///   - limits: how much is kept.
    ///   - report: receives, as one sentence, what went wrong: once when nothing can be logged, once when exchanges are missing.
    public convenience init(
        folder: String? = nil, program: String, limits: RequestLogLimits = RequestLogLimits(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(folder: folder, program: program, source: .library, limits: limits, report: report)
    }

    /// - Parameter source: the part of the program that sends.
    package init(
        folder: String?, program: String, source: LogRow.Source, limits: RequestLogLimits = RequestLogLimits(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        path = folder ?? LogFolder.standard
        owner = LogOwner(program: program, source: source, process: .current)
        self.limits = limits
        self.report = report
        inbox = LogInbox()
    }

    deinit { inbox.end() }

    /// Returns when everything that was reported until now is written, or was given up. Call it before a program ends.
    public func flush() async {
        if isStarted.withLock({ $0 }) { await inbox.flush() }
    }

    /// Ends the log after what was reported until now is written. Exchanges that have not ended stay in the log as aborted.
    public func close() async {
        await flush()
        if isStarted.withLock({ $0 }) { await inbox.close() } else { inbox.end() }
    }

    /// The folder; nil without a home folder.
    package var folder: String? { path }

    /// Exchanges that are missing in the log because it could not be written.
    package var droppedCount: Int { rows.dropped }

    /// Stores the outcome of checks, which is known after the exchange ended.
    ///
    /// - Parameters:
    ///   - passed: nil if nothing was checked, and the lines are what scripts wrote.
    ///   - isErrorExpected: whether the exchange failed as its checks asked for.
    package func setChecks(
        _ id: ExchangeID, passed: Int?, failed: Int?, isErrorExpected: Bool = false, lines: [String]
    ) {
        inbox.add(.checks(id, passed: passed, failed: failed, isErrorExpected: isErrorExpected, lines: lines))
    }

    /// A log in the same folder, of another part of the program. It is closed by itself.
    package func beside(source: LogRow.Source) -> RequestLogStore {
        RequestLogStore(folder: path, program: owner.program, source: source, limits: limits, report: report)
    }

    /// Stores exchanges that were recorded elsewhere, with their own times; masked as all others are.
    ///
    /// Returns when they are written. Memory holds a few of them at a time.
    /// - Returns: how many are in the log.
    package func record(_ exchanges: [Exchange]) async -> Int {
        startOnce()
        var stored = 0
        var batch: [ExchangeID] = []
        var bytes = 0
        func finish() async {
            await inbox.flush()
            stored += batch.count { rows.id(of: $0) != nil }
            batch = []
            bytes = 0
        }
        for exchange in exchanges {
            let size = exchange.response?.content.count ?? 0
            // Less than the inbox takes with its bodies.
            if batch.count >= Self.recordedTogether || !batch.isEmpty && bytes + size > Self.recordedBytes {
                await finish()
            }
            inbox.add(exchange, Redaction())
            batch.append(exchange.id)
            bytes += size
        }
        await finish()
        return stored
    }

    private static let recordedTogether = 500
    private static let recordedBytes = 4 << 20

    /// The row of an exchange of this process; nil before it is written, and a while after.
    package func rowID(of id: ExchangeID) -> Int64? { rows.id(of: id) }

    func startOnce() {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        if isFirst { start() }
    }

    func take(_ event: EngineEvent, _ redaction: Redaction) {
        if let draft = event.draft, case .stream(let stream) = draft.body, !draft.options.bodyIsSecret,
            draft.options.log?.storesFactOnly != true
        {
            stream.keepFirst(min(limits.bodyBytes, SentBody.longestCopy))
        }
        inbox.add(event, redaction)
    }

    private func start() {
        let (path, owner, limits, inbox, rows, report) = (path, owner, limits, inbox, rows, report)
        let code = EngineThread.start {
            let writer = LogWriter(path: path, owner, limits, rows, report: report)
            Self.run(inbox, writer)
        }
        guard code != 0 else { return }
        inbox.end()
        report("The request log has no thread: \(SystemError.clause(code)). Nothing is logged.")
    }

    /// The log's thread.
    private static func run(_ inbox: LogInbox, _ writer: LogWriter) {
        LogThread.giveWay()
        var isBusy = false
        var tidiedAt: ContinuousClock.Instant?
        let interval = Int(LogRetention.interval)
        while true {
            _ = inbox.waitForEntries(atMost: writer.isFailing ? 1 : interval)
            // At the latest 50 ms after the first event its row must be seen. A little work is shown sooner; much work costs less in
            // larger batches.
            inbox.gather(milliseconds: isBusy ? 35 : 10)
            let batch = inbox.take()
            isBusy = batch.entries.count > 200
            writer.write(batch)
            for waiter in batch.flushes { waiter.resume() }
            if batch.isClosed { return }
            // At first when the log was opened: a program may be too short for anything later.
            if tidiedAt.map({ $0.duration(to: .now) > .seconds(interval) }) ?? true,
                let retention = writer.dueRetention()
            {
                tidiedAt = .now
                _ = EngineThread.start { try? retention.run() }
            }
        }
    }
}

extension Engine {
    /// Stores all exchanges from now on, without secrets, until the engine is shut down or the log stopped.
    ///
    /// Runs beside the engine: a slow disk delays the log, never a request. `RequestOptions.log` says more about a request: its name, and
    /// what else is secret in it.
    /// - Parameter redaction: what is masked beside the names that are known to hold credentials.
    @discardableResult
    public func log(to store: RequestLogStore, redaction: Redaction = Redaction()) -> EngineLog {
        store.startOnce()
        // Puts it into the inbox, no more: what follows is done on the log's thread.
        let tap = tap { store.take($0, redaction) }
        return EngineLog(
            task: Task.detached {
                await withTaskCancellationHandler {
                    await tap.ended()
                } onCancel: {
                    tap.end()
                }
                await store.flush()
            })
    }
}
