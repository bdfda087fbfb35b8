import GRDB
import NetEngine
import NetEngineSQLite

/// Writes rows into an open database; knows the numbers of the texts that it wrote. For one thread.
final class LogTables {
    /// One row with all that belongs to it.
    final class Item {
        var row: LogRow
        /// nil if it has not changed, or there is none.
        var data: [UInt8]?
        var bodies: [Body] = []
        var checkLines: [String]?
        /// Waits to be written.
        var isChanged = false
        var isEnded = false
        /// nil for a row that is not of this process's exchanges.
        var exchange: ExchangeID?
        /// What was asked for, until the row says so.
        var asked: (draft: RequestDraft, redaction: Redaction)?

        init(_ row: LogRow) { self.row = row }

        /// Bytes that it takes on the disk, about.
        var bytes: Int { (data?.count ?? 0) + bodies.reduce(0) { $0 + $1.kept } }
    }

    /// A body, in the database or in a file.
    struct Body {
        var slot: Int
        var size: Int
        var kept: Int
        var isCut: Bool
        var file: String?
        var bytes: [UInt8]?
    }

    private let queue: DatabaseQueue
    private let owner: LogOwner
    private var texts = InternedTexts()
    private var slowness = Slowness()
    /// nil before the first batch, and after one that failed.
    private var statements: Statements?
    /// When old rows were removed last, as of the last batch.
    private(set) var prunedAt: Int64?

    init(_ queue: DatabaseQueue, _ owner: LogOwner) {
        self.queue = queue
        self.owner = owner
    }

    func close() {
        // A connection with statements cannot be closed.
        statements = nil
        texts = InternedTexts()
        try? queue.close()
    }

    /// As a full disk would: for tests.
    func limit(pages: Int) throws { try queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") } }

    /// Removes the oldest rows if the log is larger than its limit, a few of them.
    /// - Returns: how many there were, and the body files to remove.
    func removeTooMuch(_ limits: RequestLogLimits, atMost count: Int) throws -> (count: Int, files: [String]) {
        try queue.writeWithoutTransaction { database in
            // Most often there is nothing to do, and no lock to wait for.
            guard try LogSize(database).excess(over: limits) > 0 else { return (0, []) }
            var removed: (count: Int, files: [String]) = (0, [])
            try database.inTransaction(.immediate) {
                removed = try LogRemoval.remove(
                    LogRemoval.tooMuch(database, limits, atMost: count), database)
                return .commit
            }
            return removed
        }
    }

    /// Marks the rows whose programs ended before their exchanges did.
    func abortOrphans() throws {
        try queue.writeWithoutTransaction { database in
            let dead = try LogOrigins.dead(database)
            guard !dead.isEmpty else { return }
            try database.inTransaction(.immediate) {
                var change = try Int64.fetchOne(database, sql: "SELECT change FROM state") ?? 0
                let ids = try Int64.fetchAll(
                    database,
                    sql: """
                        SELECT id FROM exchange WHERE state < 3 AND origin IN (\(dead.map(String.init).joined(separator: ",")))
                        """)
                for id in ids {
                    change += 1
                    try database.execute(
                        sql: "UPDATE exchange SET state = \(LogRow.State.aborted.rawValue), change = ? WHERE id = ?",
                        arguments: [change, id])
                }
                try database.execute(sql: "UPDATE state SET change = ?", arguments: [change])
                return .commit
            }
        }
    }

    /// All in one transaction; sets ids and change numbers.
    func write(_ items: [Item]) throws {
        let new = items.filter { $0.row.id == 0 }
        do {
            try queue.writeWithoutTransaction { database in
                let statements = try statements ?? Statements(database)
                self.statements = statements
                // IMMEDIATE, so that the wait for another writer happens here, and not in the middle where SQLite gives up.
                try database.inTransaction(.immediate) {
                    try write(items, statements, database)
                    return .commit
                }
            }
        } catch {
            // The numbers may be those of rows that were rolled back.
            texts = InternedTexts()
            slowness = Slowness()
            statements = nil
            for item in new { item.row.id = 0 }
            throw error
        }
    }

    private func write(_ items: [Item], _ statements: Statements, _ database: Database) throws {
        guard
            let state = try Row.fetchOne(
                database.cachedStatement(sql: "SELECT change, generation, pruned_at FROM state"))
        else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its state is missing")
        }
        var change: Int64 = state[0]
        texts.start(generation: state[1])
        prunedAt = state[2]
        slowness.startBatch()
        for item in items {
            change += 1
            item.row.change = change
            try write(item, statements, database)
        }
        try database.cachedStatement(sql: "UPDATE state SET change = ?").execute(arguments: [change])
    }

    private func write(_ item: Item, _ statements: Statements, _ database: Database) throws {
        let request = try texts.request(item.row, database)
        let origin = try texts.origin(item.row, owner.process, database)
        let url = try texts.url(item.row.url, path: item.row.path, database)
        let method = try texts.word(item.row.method, database)
        if item.isEnded, item.row.state == .done {
            item.row.isSlow = try slowness.judge(item.row, request: request, url: url, method: method, database)
        }
        let isNew = item.row.id == 0
        let statement = isNew ? statements.insertion : statements.update
        // All look-ups before the first value: they may fail.
        let category = try word(item.row.category?.rawValue, database)
        let host = try texts.word(item.row.host, database)
        let cache = try word(item.row.cache?.rawValue, database)
        let type = try word(item.row.contentType, database)
        let phase = try word(item.row.phase?.rawValue, database)
        // As in `columns`.
        statement.add(item.row.change)
        statement.add(item.row.state.rawValue)
        statement.add(item.row.status)
        statement.add(category)
        statement.add(method)
        statement.add(host)
        statement.add(url)
        statement.add(request)
        statement.add(origin)
        statement.add(item.row.flags.rawValue)
        statement.add(item.row.startedAt.microsecondsSince1970)
        statement.add(item.row.duration?.microseconds)
        statement.add(item.row.firstByte?.microseconds)
        statement.add(item.row.requestBytes)
        statement.add(item.row.responseBytes)
        statement.add(cache)
        statement.add(type)
        statement.add(phase)
        statement.add(item.row.attempts)
        statement.add(item.row.redirects)
        statement.add(item.row.checksPassed)
        statement.add(item.row.checksFailed)
        statement.add(item.row.resendOf)
        if !isNew { statement.add(item.row.id) }
        try statement.run()
        if isNew {
            item.row.id = database.lastInsertedRowID
        } else {
            // A row that was deleted meanwhile stays deleted; a pin of another process stays.
            guard database.changesCount > 0 else { return }
        }
        try writeParts(item, statements)
    }

    private func writeParts(_ item: Item, _ statements: Statements) throws {
        let id = item.row.id
        if let data = item.data {
            try data.withUnsafeBytes { bytes in
                statements.detail.add(id)
                statements.detail.add(bytes)
                try statements.detail.run()
            }
        }
        for body in item.bodies {
            statements.body.add(id << 8 | Int64(body.slot))
            statements.body.add(body.size)
            statements.body.add(body.isCut ? 1 : 0)
            statements.body.add(body.kept)
            statements.body.add(body.file)
            if let bytes = body.bytes {
                try bytes.withUnsafeBytes { bytes in
                    statements.body.add(bytes)
                    try statements.body.run()
                }
            } else {
                statements.body.add(nil as Int64?)
                try statements.body.run()
            }
        }
        if let lines = item.checkLines {
            statements.checks.add(id)
            statements.checks.add(lines.joined(separator: "\n"))
            try statements.checks.run()
        }
    }

    private func word(_ text: String?, _ database: Database) throws -> Int64? {
        guard let text else { return nil }
        return try texts.word(text, database)
    }

    /// Prepared once for the connection.
    private struct Statements {
        let insertion: LogStatement
        let update: LogStatement
        let detail: LogStatement
        let body: LogStatement
        let checks: LogStatement

        init(_ database: Database) throws {
            insertion = try LogStatement(LogTables.insertion, database)
            update = try LogStatement(LogTables.update, database)
            detail = try LogStatement("INSERT OR REPLACE INTO detail VALUES (?, ?)", database)
            body = try LogStatement("INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?, ?)", database)
            checks = try LogStatement("INSERT OR REPLACE INTO checks VALUES (?, ?)", database)
        }
    }

    private static let columns = [
        "change", "state", "status", "category", "method", "host", "url", "request", "origin", "flags", "started_at",
        "duration", "first_byte", "request_bytes", "response_bytes", "cache", "type", "phase", "attempts", "redirects",
        "checks_passed", "checks_failed", "resend_of",
    ]
    private static let insertion =
        "INSERT INTO exchange (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    private static let update =
        "UPDATE exchange SET "
        + columns.map { $0 == "flags" ? "flags = (flags & \(LogFlags.pinned.rawValue)) | ?" : "\($0) = ?" }
        .joined(separator: ", ") + " WHERE id = ?"
}
