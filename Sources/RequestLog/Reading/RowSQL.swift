import Foundation
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite

/// Rows and exchanges as they are read from the database.
enum RowSQL {
    private static func word(_ column: String) -> String { "(SELECT text FROM word WHERE id = e.\(column))" }

    private static let columns = """
        e.id, e.change, e.state, e.started_at, \(word("method")), u.text, \(word("host")), u.path, r.name, r.file, r.line,
        r.collection, o.environment, o.run, o.source, o.process, o.pid, e.status, \(word("category")), \(word("phase")),
        \(word("cache")), e.duration, e.first_byte, e.request_bytes, e.response_bytes, \(word("type")), e.attempts,
        e.redirects, e.flags, e.resend_of, \(word("tag")), e.checks_passed, e.checks_failed, e.origin
        """

    /// - Parameter rest: what follows WHERE; the table is `e`.
    static func fetch(_ database: Database, _ rest: String) throws -> [LogRow] {
        // First the ids, by the narrow table alone.
        let sql = """
            WITH hit AS MATERIALIZED (SELECT e.id FROM exchange e WHERE \(rest))
            SELECT \(columns) FROM hit CROSS JOIN exchange e ON e.id = hit.id
            JOIN url u ON u.id = e.url JOIN origin o ON o.id = e.origin LEFT JOIN request r ON r.id = e.request
            """
        let dead = Dead()
        return try Row.fetchAll(database, sql: sql).compactMap { try row($0, dead, database) }
    }

    /// The origins of dead processes, looked up once, and only if a row is running.
    private final class Dead {
        private var origins: Set<Int64>?

        func contains(_ origin: Int64, _ database: Database) throws -> Bool {
            if let origins { return origins.contains(origin) }
            let found = Set(try LogOrigins.dead(database))
            origins = found
            return found.contains(origin)
        }
    }

    private static func row(_ row: Row, _ dead: Dead, _ database: Database) throws -> LogRow? {
        guard var state = LogRow.State(rawValue: row[2]) else { return nil }
        if state.isRunning, try dead.contains(row[33], database) { state = .aborted }
        let flags = LogFlags(rawValue: row[28])
        return LogRow(
            id: row[0], change: row[1], state: state, startedAt: Timestamp(microsecondsSince1970: row[3]),
            method: row[4] ?? "", url: row[5], host: row[6] ?? "", path: row[7], name: row[8], file: row[9],
            line: row[10], collection: row[11], environment: row[12], run: row[13],
            source: LogRow.Source(rawValue: row[14]) ?? .library, process: row[15], pid: row[16], status: row[17],
            category: (row[18] as String?).flatMap(ErrorCategory.init), phase: (row[19] as String?).flatMap(Phase.init),
            cache: (row[20] as String?).flatMap(CacheDecision.Outcome.init), duration: microseconds(row[21]),
            firstByte: microseconds(row[22]), requestBytes: row[23], responseBytes: row[24], contentType: row[25],
            attempts: row[26], redirects: row[27], isReused: flags.contains(.reused),
            isUnverified: flags.contains(.unverified), isTruncated: flags.contains(.truncated),
            isFactOnly: flags.contains(.factOnly), resendOf: row[29], tag: row[30], isPinned: flags.contains(.pinned),
            isSlow: flags.contains(.slow), checksPassed: row[31], checksFailed: row[32],
            isErrorExpected: flags.contains(.errorExpected))
    }

    private static func microseconds(_ value: Int64?) -> Duration? { value.map { .microseconds($0) } }

    static func exchange(_ database: Database, _ id: Int64, _ folder: DatabaseFolder) throws -> Exchange? {
        guard
            let data = try Data.fetchOne(
                database.cachedStatement(sql: "SELECT data FROM detail WHERE id = ?"), arguments: [id])
        else {
            return nil
        }
        var bodies: [Int: (bytes: BodyBytes, size: Int, isCut: Bool)] = [:]
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT id & 255, size, is_cut, file, bytes FROM body WHERE id >= ? AND id < ?"),
            arguments: [id << 8, (id + 1) << 8])
        while let row = try rows.next() {
            let bytes = (row[4] as Data?).map { [UInt8]($0) } ?? (row[3] as String?).flatMap(folder.read)
            // A file may be gone: then it is known how large the body was.
            bodies[row[0]] = (BodyBytes(bytes ?? []), row[1], bytes == nil || row[2])
        }
        return StoredExchange.decode([UInt8](data)) { bodies[$0] }
    }
}
