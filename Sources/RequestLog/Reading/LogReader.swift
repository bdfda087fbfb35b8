import Base
import Foundation
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite
import Synchronization

/// Reads the request log while other processes write it. Each read is short and blocks no writer; memory does not grow with the rows.
///
/// In: conditions and places. Out: rows without their headers and bodies, and single exchanges. A log that does not exist yet is
/// empty.
package final class LogReader: Sendable {
    /// The folder of the log.
    package let folder: String
    private let state = Mutex(State())

    private struct State {
        var pool: DatabasePool?
        /// Of the open file: a damaged database is set aside under another name, and a new one gets the name.
        var file: FileID?
        /// It was opened as one that nobody changes.
        var isUnchanging = false
    }

    private struct FileID: Equatable {
        var device: UInt
        var number: UInt
    }

    /// Nothing is opened before the first read.
    /// - Parameter folder: default where `RequestLogStore` writes.
    /// - Throws: if there is no home folder.
    package init(folder: String? = nil) throws(LogUnreadable) {
        guard let path = folder ?? LogFolder.standard else {
            throw LogUnreadable(sentence: LogFolder.missing)
        }
        self.folder = path
    }

    // MARK: Rows

    /// The rows that pass, newest first.
    /// - Parameter before: only rows with a smaller id; nil begins with the newest.
    package func page(
        _ condition: LogCondition, before: Int64? = nil, limit: Int
    ) throws(LogUnreadable) -> [LogRow] {
        try rows(condition, limit: limit, isAscending: false, bound: before.map { "id < \($0)" })
    }

    /// The rows that pass, oldest first.
    /// - Parameter after: only rows with a higher id.
    package func page(_ condition: LogCondition, after: Int64, limit: Int) throws(LogUnreadable) -> [LogRow] {
        try rows(condition, limit: limit, isAscending: true, bound: "id > \(after)")
    }

    /// How many rows pass; counting stops at a number.
    package func count(_ condition: LogCondition, upTo limit: Int) throws(LogUnreadable) -> Int {
        if condition.needsExchange {
            var count = 0
            try search(condition, onHit: { _ in count += 1 }, isStopped: { count >= limit })
            return count
        }
        return try read(0) { database in
            let sql = ConditionSQL(database)
            let condition = try sql.text(of: condition)
            return try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM (SELECT 1 FROM exchange e WHERE \(condition) LIMIT \(max(0, limit)))")
                ?? 0
        }
    }

    /// The rows that changed after a change, oldest change first.
    package func changes(after change: Int64, limit: Int) throws(LogUnreadable) -> [LogRow] {
        try confirmed { () throws(LogUnreadable) in
            try read([]) { database in
                try RowSQL.fetch(database, "e.change > \(change) ORDER BY e.change LIMIT \(max(0, limit))")
            }
        }
    }

    /// The number of the last change; 0 for an empty log. Ask before the first page, so that nothing is missed.
    package func lastChange() throws(LogUnreadable) -> Int64 {
        try read(0) { try Int64.fetchOne($0, sql: "SELECT change FROM state") ?? 0 }
    }

    /// The number of the change in which rows were removed last: where it grows, what was read before may be gone.
    package func lastDeletion() throws(LogUnreadable) -> Int64 {
        try read(0) { try Int64.fetchOne($0, sql: "SELECT deletion FROM state") ?? 0 }
    }

    /// nil if there is no such row.
    package func row(_ id: Int64) throws(LogUnreadable) -> LogRow? {
        try confirmed { () throws(LogUnreadable) in try read([]) { try RowSQL.fetch($0, "e.id = \(id)") } }.first
    }

    private func rows(
        _ condition: LogCondition, limit: Int, isAscending: Bool, bound: String?
    ) throws(LogUnreadable) -> [LogRow] {
        if condition.needsExchange {
            return try scanned(condition, limit: limit, isAscending: isAscending, bound: bound)
        }
        return try confirmed { () throws(LogUnreadable) in
            try read([]) { try Self.plainRows($0, condition, limit, isAscending: isAscending, bound: bound) }
        }
    }

    /// Reads rows until those that look aborted looked so before they were read: a program that ends may have completed its rows
    /// after they were read, and before it was looked at whether it still runs.
    /// - Parameter read: a new look at the database.
    func confirmed(_ read: () throws(LogUnreadable) -> [LogRow]) throws(LogUnreadable) -> [LogRow] {
        var rows = try read()
        var doubtful = Self.aborted(rows)
        while !doubtful.isEmpty {
            rows = try read()
            let aborted = Self.aborted(rows)
            if aborted.isSubset(of: doubtful) { break }
            doubtful = aborted
        }
        return rows
    }

    private static func aborted(_ rows: [LogRow]) -> Set<Int64> {
        Set(rows.lazy.filter { $0.state == .aborted }.map(\.id))
    }

    private static func plainRows(
        _ database: Database, _ condition: LogCondition, _ limit: Int, isAscending: Bool, bound: String?
    ) throws -> [LogRow] {
        let sql = ConditionSQL(database)
        let parts = try [sql.text(of: condition)] + (bound.map { ["e.\($0)"] } ?? [])
        return try RowSQL.fetch(
            database,
            "\(parts.joined(separator: " AND ")) ORDER BY e.id \(isAscending ? "ASC" : "DESC") LIMIT \(max(0, limit))")
    }

    // MARK: Exchanges

    /// The whole exchange as it was stored; nil if there is no such row, only its fact is stored, or it has not begun.
    package func exchange(_ id: Int64) throws(LogUnreadable) -> Exchange? {
        let folder = LogFolder.files(in: folder)
        return try read(nil) { try RowSQL.exchange($0, id, folder) }
    }

    /// What the checks of an exchange said, one sentence each; empty without any.
    package func checkLines(_ id: Int64) throws(LogUnreadable) -> [String] {
        try read([]) { database in
            let lines = try String.fetchOne(database, sql: "SELECT lines FROM checks WHERE id = ?", arguments: [id])
            return lines?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        }
    }

    /// Values of a text that begin with a prefix, without case, newest first, each once.
    package func values(of text: LogCondition.Text, prefix: String, limit: Int) throws(LogUnreadable) -> [String] {
        try read([]) { try TextTables.values(of: text, prefix: prefix, limit: limit, $0) }
    }

    // MARK: Search in stored exchanges

    /// Looks for rows that pass, newest first, also by what is in stored headers and bodies, and reports each as it is found.
    /// - Parameters:
    ///   - from: only rows with a smaller id; nil begins with the newest.
    ///   - isStopped: asked between two exchanges.
    package func search(
        _ condition: LogCondition, from: Int64? = nil, onHit: (LogRow) -> Void, isStopped: () -> Bool
    ) throws(LogUnreadable) {
        var place = from
        // In short reads, so that the write-ahead log can be reset in between.
        while !isStopped() {
            let rows = try page(condition.withoutExchange, before: place, limit: Self.searchStep)
            for part in Self.parts(of: rows) {
                if isStopped() { return }
                for row in try passing(condition, part) {
                    if isStopped() { return }
                    onHit(row)
                }
            }
            guard let last = rows.last, rows.count == Self.searchStep else { return }
            place = last.id
        }
    }

    private static let searchStep = 200
    /// Exchanges that are looked at in one read. After each a search can be stopped.
    private static let readStep = 20

    private static func parts(of rows: [LogRow]) -> [ArraySlice<LogRow>] {
        stride(from: 0, to: rows.count, by: readStep).map { rows[$0..<min($0 + readStep, rows.count)] }
    }

    private func passing(
        _ condition: LogCondition, _ rows: ArraySlice<LogRow>
    ) throws(LogUnreadable) -> [LogRow] {
        guard condition.needsExchange else { return Array(rows) }
        let folder = LogFolder.files(in: folder)
        return try read([]) { database in
            try rows.filter { row in
                try condition.matches(row, asking: StoredSearch(id: row.id, database: database, folder: folder))
            }
        }
    }

    /// For a page by headers or bodies.
    private func scanned(
        _ condition: LogCondition, limit: Int, isAscending: Bool, bound: String?
    ) throws(LogUnreadable) -> [LogRow] {
        var found: [LogRow] = []
        var bound = bound
        while found.count < limit {
            let rows = try rows(
                condition.withoutExchange, limit: Self.searchStep, isAscending: isAscending, bound: bound)
            for part in Self.parts(of: rows) where found.count < limit {
                found += try passing(condition, part).prefix(limit - found.count)
            }
            guard let last = rows.last, rows.count == Self.searchStep else { break }
            bound = "id \(isAscending ? ">" : "<") \(last.id)"
        }
        return found
    }

    // MARK: The database

    /// - Parameter empty: if nothing is in the log yet.
    func read<Value>(_ empty: Value, _ body: (Database) throws -> Value) throws(LogUnreadable) -> Value {
        do {
            guard let pool = try pool() else { return empty }
            do { return try pool.read(body) } catch { throw LogDatabase.explained(error, pool) }
        } catch {
            throw LogUnreadable(
                sentence: "The request log in \(folder) cannot be read: \(DatabaseDamage.clause(error)).")
        }
    }

    private func pool() throws -> DatabasePool? {
        let files = LogFolder.files(in: folder)
        let file = try Self.file(files)
        return try state.withLock { state in
            if state.file == file, !(state.isUnchanging && files.isBeingChanged), let pool = state.pool { return pool }
            state = State()
            guard let file else { return nil }
            let (pool, isUnchanging) = try files.openToRead(Self.open)
            state = State(pool: pool, file: file, isUnchanging: isUnchanging)
            return pool
        }
    }

    private static func file(_ files: DatabaseFolder) throws -> FileID? {
        var facts = stat()
        // A file without a byte is what a full disk leaves: the next writer begins in it.
        guard try files.hasDatabase(), stat(files.databasePath, &facts) == 0, facts.st_size > 0 else { return nil }
        return FileID(device: UInt(facts.st_dev), number: UInt(facts.st_ino))
    }

    private static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "request log reader"
        configuration.readonly = true
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { database in
            // Pages are looked at where the kernel has them, which makes looking through a million rows twice as fast.
            try database.execute(sql: "PRAGMA mmap_size = \(1 << 30)")
        }
        return try DatabasePool(path: path, configuration: configuration)
    }
}
