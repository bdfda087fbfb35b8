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
        guard var state = LogRow.State(rawValue: try row.read(2)) else { return nil }
        if state.isRunning, try dead.contains(row.read(33), database) { state = .aborted }
        let flags = LogFlags(rawValue: try row.read(28))
        let source = LogRow.Source(rawValue: try row.read(14))
        let category: String? = try row.read(18)
        let phase: String? = try row.read(19)
        let cache: String? = try row.read(20)
        return try LogRow(
            id: row.read(0), change: row.read(1), state: state,
            startedAt: Timestamp(microsecondsSince1970: row.read(3)), method: row.read(4) ?? "", url: row.read(5),
            host: row.read(6) ?? "", path: row.read(7), name: row.read(8), file: row.read(9), line: row.read(10),
            collection: row.read(11), environment: row.read(12), run: row.read(13),
            source: source ?? .library, process: row.read(15), pid: row.read(16), status: row.read(17),
            category: category.flatMap(ErrorCategory.init), phase: phase.flatMap(Phase.init),
            cache: cache.flatMap(CacheDecision.Outcome.init), duration: microseconds(row.read(21)),
            firstByte: microseconds(row.read(22)), requestBytes: row.read(23), responseBytes: row.read(24),
            contentType: row.read(25), attempts: row.read(26), redirects: row.read(27),
            isReused: flags.contains(.reused),
            isUnverified: flags.contains(.unverified), isTruncated: flags.contains(.truncated),
            isFactOnly: flags.contains(.factOnly), resendOf: row.read(29), tag: row.read(30),
            isPinned: flags.contains(.pinned), isSlow: flags.contains(.slow), checksPassed: row.read(31),
            checksFailed: row.read(32), isErrorExpected: flags.contains(.errorExpected))
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
            arguments: [id << 8, (id &+ 1) << 8])
        while let row = try rows.next() {
            let (number, size): (Int, Int) = (try row.read(0), try row.read(1))
            let (inline, file): (Data?, String?) = (try row.read(4), try row.read(3))
            let isCut: Bool = try row.read(2)
            let bytes = inline.map { [UInt8]($0) } ?? file.flatMap(folder.read)
            // A file may be gone: then it is known how large the body was.
            bodies[number] = (BodyBytes(bytes ?? []), size, bytes == nil || isCut)
        }
        return StoredExchange.decode([UInt8](data)) { bodies[$0] }
    }
}
