import GRDB
import NetEngine
import NetEngineSQLite

/// Turns what happened into rows and writes them, batch by batch. Belongs to the log's thread.
///
/// In: entries of the inbox. Out: rows in the database, body files beside it, and a signal for followers after each commit.
final class LogWriter {
    private enum Opening {
        case notYet
        case open(LogTables)
        case unusable
    }

    private let opening: DatabaseOpening<DatabaseQueue>?
    private let owner: LogOwner
    private let limits: RequestLogLimits
    private let rows: LoggedRows
    /// Rows that wait while nothing can be written.
    private let mostWaiting: Int
    private let report: @Sendable (String) -> Void
    private var database = Opening.notYet
    /// Exchanges that have not ended.
    private var running: [ExchangeID: LogTables.Item] = [:]
    /// Those that ended last. Their checks may be reported later.
    private var ended = RecentItems()
    /// Of exchanges whose end was not reported yet.
    private var earlyChecks: [ExchangeID: Checks] = [:]
    private var changed: [LogTables.Item] = []
    /// Why the last attempt to write failed; nil after a success.
    private var failure: (any Error)?
    var isFailing: Bool { failure != nil }
    /// The database was set aside, or found whole, since the last success.
    private var isRepairing = false
    private var hasReportedDrop = false
    /// Bytes that were written since the size of the log was looked at; nil before the first look. A program may be too short for
    /// a second one.
    private var bytesSinceLook: Int?

    private struct Checks {
        var passed: Int?
        var failed: Int?
        var isErrorExpected: Bool
        var lines: [String]
    }

    /// Larger bodies are files.
    static let largestInlineBody = 64 << 10
    private static let mostEarlyChecks = 1000
    private static let mostInTransaction = 2000
    /// To open the database, and to write the last rows, while another program holds the lock. Each of them waits for `patience`.
    private static let attempts = 6
    /// Rows that are removed at once where the log is too large.
    private static let mostRemoved = 500

    /// - Parameters:
    ///   - path: nil if there is no folder.
    ///   - patience: seconds that a batch waits for other writers before it is tried again later.
    init(
        path: String?, _ owner: LogOwner, _ limits: RequestLogLimits, _ rows: LoggedRows,
        patience: Double = LogDatabase.patience, mostWaiting: Int = 20_000, report: @escaping @Sendable (String) -> Void
    ) {
        self.owner = owner
        self.limits = limits
        self.rows = rows
        self.mostWaiting = mostWaiting
        self.report = report
        opening = path.map {
            LogDatabase.opening(
                folder: $0, consequence: "Nothing is logged.", patience: patience, report: report)
        }
    }

    func write(_ batch: LogInbox.Batch) {
        for entry in batch.entries {
            take(entry)
            // Other programs wait for the end of a transaction, and what waits for it takes memory.
            if changed.count >= Self.mostInTransaction, !isFailing { save() }
        }
        drop(batch.dropped)
        save()
        guard batch.isClosed else { return }
        // Nothing comes after which it would be tried again.
        var lock = LockWait(attempts: Self.attempts)
        while let failure, lock.goesOn(after: failure) { save() }
        close()
    }

    /// What old rows are removed by, if no process did so lately. It opens a separate connection.
    func dueRetention() -> LogRetention? {
        guard case .open(let tables) = database, let folder = opening?.folder, let last = tables.prunedAt else {
            return nil
        }
        let retention = LogRetention(folder: folder, limits: limits)
        return last <= retention.now - LogRetention.interval || last > retention.now ? retention : nil
    }

    private func take(_ entry: LogInbox.Entry) {
        switch entry {
        case .queued(let id, let draft, let at, let redaction): begin(id, draft, at, redaction)
        case .sent(let id): change(id) { $0.state = max($0.state, .sent) }
        case .head(let id, let status, let elapsed):
            change(id) { row in
                row.state = max(row.state, .receiving)
                row.status = status
                row.firstByte = elapsed
            }
        case .retry(let id):
            change(id) { row in
                row.attempts += 1
                // Nothing of the next attempt is sent yet.
                row.state = .queued
            }
        case .finished(let exchange, let redaction, let completeness): finish(exchange, redaction, completeness)
        case .checks(let id, let passed, let failed, let isErrorExpected, let lines):
            let checks = Checks(passed: passed, failed: failed, isErrorExpected: isErrorExpected, lines: lines)
            // They may overtake the end of the exchange, which comes another way.
            if let (item, redactor) = ended[id] { return add(checks, to: item, redactor) }
            if earlyChecks.count >= Self.mostEarlyChecks { earlyChecks = [:] }
            earlyChecks[id] = checks
        }
    }

    private func add(_ checks: Checks, to item: LogTables.Item, _ redactor: StoringRedactor) {
        item.row.checksPassed = checks.passed
        item.row.checksFailed = checks.failed
        item.row.isErrorExpected = checks.isErrorExpected
        if !item.row.isFactOnly { item.checkLines = checks.lines.map(redactor.text) }
        mark(item)
    }

    private func begin(_ id: ExchangeID, _ draft: RequestDraft, _ at: Timestamp, _ redaction: Redaction) {
        // Most exchanges end before their row is written: what was asked for is masked only for the others.
        let item = LogTables.Item(LogRow(id: 0, startedAt: at, method: "", url: ""))
        item.row.state = .queued
        item.asked = (draft, redaction)
        running[id] = item
        mark(item, id)
    }

    /// Makes the row of a request that has not ended. It may never end: then it is known at least what was asked for.
    private func describe(_ item: LogTables.Item) {
        guard let (draft, redaction) = item.asked, let id = item.exchange else { return }
        item.asked = nil
        let (exchange, size) = Exchange(
            id: id, draft: draft, startedAt: item.row.startedAt, hops: [], timings: PhaseTimings(), error: nil
        ).withSentBody(limit: limits.bodyBytes)
        let redactor = StoringRedactor(redaction, storing: exchange)
        var row = LogRow(draft, at: item.row.startedAt, owner, redactor)
        row.state = item.row.state
        row.status = item.row.status
        row.firstByte = item.row.firstByte
        row.attempts = item.row.attempts
        item.row = row
        if !row.isFactOnly {
            keep(StoredExchange(exchange, redactor, bodyLimit: limits.bodyBytes, requestSize: size), in: item)
        }
    }

    private func finish(_ exchange: Exchange, _ redaction: Redaction, _ completeness: LogInbox.Completeness) {
        let (exchange, size) = exchange.withSentBody(limit: limits.bodyBytes)
        let redactor = StoringRedactor(redaction, storing: exchange)
        let item =
            running.removeValue(forKey: exchange.id)
            ?? LogTables.Item(LogRow(id: 0, startedAt: .now, method: "", url: ""))
        if item.row.id == 0 {
            item.row = LogRow(
                exchange.draft, at: exchange.startedAt, owner, redactor, hasRequest: !exchange.hops.isEmpty)
        }
        item.asked = nil
        item.isEnded = true
        item.row.finish(exchange, redactor)
        item.row.isTruncated = completeness != .all
        ended.add(item, redactor, exchange.id)
        mark(item, exchange.id)
        if let checks = earlyChecks.removeValue(forKey: exchange.id) { add(checks, to: item, redactor) }
        guard !item.row.isFactOnly, completeness != .rowOnly else { return }
        keep(StoredExchange(exchange, redactor, bodyLimit: limits.bodyBytes, requestSize: size), in: item)
    }

    /// Large bodies become files now, before the transaction: others wait for that.
    private func keep(_ stored: StoredExchange, in item: LogTables.Item) {
        item.data = stored.data
        item.row.isTruncated = item.row.isTruncated || stored.isTruncated
        item.bodies = stored.bodies.map { body in
            let isLarge = body.bytes.count > Self.largestInlineBody
            let file = isLarge ? writeFile(body.bytes) : nil
            // Where the file cannot be written, only its size is kept.
            let isLost = isLarge && file == nil
            if isLost { item.row.isTruncated = true }
            return LogTables.Body(
                slot: body.slot, size: body.size, kept: isLost ? 0 : body.bytes.count, isCut: body.isCut || isLost,
                file: file, bytes: isLarge ? nil : body.bytes)
        }
    }

    private func writeFile(_ bytes: [UInt8]) -> String? {
        guard tables() != nil, let folder = opening?.folder else { return nil }
        let name = String(UInt64.random(in: 0 ... .max), radix: 36)
        return try? folder.write(bytes, name: name)
    }

    private func change(_ id: ExchangeID, _ change: (inout LogRow) -> Void) {
        guard let item = running[id] else { return }
        change(&item.row)
        mark(item)
    }

    private func mark(_ item: LogTables.Item, _ id: ExchangeID? = nil) {
        if let id { item.exchange = id }
        guard !item.isChanged else { return }
        item.isChanged = true
        changed.append(item)
    }

    // MARK: Writing

    private func save() {
        guard !changed.isEmpty else { return }
        guard let tables = tables(), let folder = opening?.folder else {
            drop(changed.count { $0.isEnded })
            forgetChanged()
            return
        }
        for item in changed { describe(item) }
        do {
            try tables.write(changed)
            failure = nil
            isRepairing = false
        } catch {
            failed(error)
            return
        }
        rows.remember(changed)
        bytesSinceLook = bytesSinceLook.map { $0 + changed.reduce(0) { $0 + $1.bytes } }
        forgetChanged()
        keepToSize(tables, folder)
        LogFolder.signal(in: folder.path)
    }

    /// Removes about as much as was written, once the log is as large as it may be: what is written in ten minutes, until
    /// `LogRetention` looks again, may be many times that.
    private func keepToSize(_ tables: LogTables, _ folder: DatabaseFolder) {
        if let bytes = bytesSinceLook, bytes < limits.totalBytes / 64 { return }
        // Another program may be writing. It is tried again after the next batch.
        guard let removed = try? tables.removeTooMuch(limits, atMost: Self.mostRemoved) else { return }
        folder.remove(removed.files)
        bytesSinceLook = removed.count < Self.mostRemoved ? 0 : nil
    }

    private func forgetChanged() {
        for item in changed {
            item.isChanged = false
            item.data = nil
            item.bodies = []
            item.checkLines = nil
        }
        changed = []
    }

    private func failed(_ error: any Error) {
        if DatabaseDamage.isDamage(error), case .open(let tables) = database {
            tables.close()
            // Their ids belong to the database that was set aside.
            for item in changed + running.values { item.row.id = 0 }
            ended.keep(only: changed)
            rows.forget()
            database = opening?.startOver(because: error).map { .open(LogTables($0, owner)) } ?? .unusable
            if !isRepairing {
                isRepairing = true
                return save()
            }
        }
        if !isFailing {
            report(
                "The request log cannot be written: \(DatabaseDamage.clause(error)). It is tried again; requests are sent as before."
            )
        }
        failure = error
        // Bodies first: they are most of the memory.
        if changed.count > mostWaiting / 10 { for item in changed { removeParts(of: item) } }
        let tooMany = changed.count - mostWaiting
        guard tooMany > 0 else { return }
        drop(changed.prefix(tooMany).count { $0.isEnded })
        for item in changed.prefix(tooMany) { item.isChanged = false }
        changed.removeFirst(tooMany)
    }

    private func removeParts(of item: LogTables.Item) {
        guard item.data != nil else { return }
        opening?.folder.remove(item.bodies.compactMap(\.file))
        item.bodies = []
        item.data = nil
        item.row.isTruncated = true
    }

    private func drop(_ count: Int) {
        guard count > 0 else { return }
        rows.drop(count)
        // Of a log that cannot be written, why was said.
        guard !hasReportedDrop, !isFailing, case .open = database else { return }
        hasReportedDrop = true
        report("The request log cannot keep up with what is sent: exchanges are missing in it.")
    }

    private func close() {
        if !changed.isEmpty {
            let lost = changed.count { $0.isEnded }
            if lost > 0 { report("\(lost) \(lost == 1 ? "exchange was" : "exchanges were") not logged.") }
            drop(lost)
            forgetChanged()
        }
        if case .open(let tables) = database { tables.close() }
        database = .unusable
    }

    private func tables() -> LogTables? {
        switch database {
        case .open(let tables): return tables
        case .unusable: return nil
        case .notYet: break
        }
        guard let opening else {
            report(LogFolder.missing)
            database = .unusable
            return nil
        }
        var lock = LockWait(attempts: Self.attempts)
        let queue = opening.open { lock.goesOn(after: $0) }
        database = queue.map { .open(LogTables($0, owner)) } ?? .unusable
        guard case .open(let tables) = database else { return nil }
        try? tables.abortOrphans()
        return tables
    }
}

/// The exchanges that ended last.
private struct RecentItems {
    private var items: [ExchangeID: (item: LogTables.Item, redactor: StoringRedactor)] = [:]
    private var order: [ExchangeID] = []
    private static let count = 256

    mutating func add(_ item: LogTables.Item, _ redactor: StoringRedactor, _ id: ExchangeID) {
        items[id] = (item, redactor)
        order.append(id)
        guard order.count >= 2 * Self.count else { return }
        for old in order.prefix(Self.count) { items[old] = nil }
        order.removeFirst(Self.count)
    }

    mutating func keep(only kept: [LogTables.Item]) {
        let kept = Set(kept.map(ObjectIdentifier.init))
        items = items.filter { kept.contains(ObjectIdentifier($0.value.item)) }
        order.removeAll { items[$0] == nil }
    }

    subscript(_ id: ExchangeID) -> (item: LogTables.Item, redactor: StoringRedactor)? { items[id] }
}

extension LogRow.State: Comparable {
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
