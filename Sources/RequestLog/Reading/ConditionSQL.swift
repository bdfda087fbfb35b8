import GRDB
import NetEngine
import NetEngineRequestLog

/// Makes SQL of a condition. Texts are looked for among the few that rows share, by the same code that looks at rows in memory;
/// rows are then compared by number.
struct ConditionSQL {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// An expression about the table `exchange`, called `e`, that is true or false and never NULL. Tests of headers and bodies are true.
    func text(of condition: LogCondition) throws -> String {
        switch condition {
        case .all(let parts):
            return parts.isEmpty ? "1" : try "(\(parts.map(text).joined(separator: " AND ")))"
        case .any(let parts):
            return parts.isEmpty ? "0" : try "(\(parts.map(text).joined(separator: " OR ")))"
        case .not(let part): return try "(NOT \(text(of: part)))"
        case .number(let number, let test): return try numbers(number, test.range)
        case .text(let text, let test): return try texts(text, test)
        case .flag(let flag): return try flags(flag)
        case .header, .body: return "1"
        }
    }

    private func numbers(_ number: LogCondition.Number, _ range: ClosedRange<Int64>) throws -> String {
        func between(_ column: String) -> String {
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "(e.\(column) IS NOT NULL)"
            case (let low, .max): "ifnull(e.\(column) >= \(low), 0)"
            case (.min, let high): "ifnull(e.\(column) <= \(high), 0)"
            case (let low, let high) where low == high: "(e.\(column) IS \(low))"
            case (let low, let high): "ifnull(e.\(column) BETWEEN \(low) AND \(high), 0)"
            }
        }
        switch number {
        // Plain comparisons, so that the place in the table is found without looking at all rows.
        case .id: return "(e.id BETWEEN \(range.lowerBound) AND \(range.upperBound))"
        case .status: return between("status")
        case .duration: return between("duration")
        case .firstByte: return between("first_byte")
        case .requestSize: return between("request_bytes")
        case .size: return between("response_bytes")
        case .startedAt: return between("started_at")
        case .attempts: return between("attempts")
        case .redirects: return between("redirects")
        case .pid:
            return try among("origin", TextTables.origins(database) { range.contains($0.pid) })
        case .line:
            return try among("request", TextTables.requests(database) { $0.line.map(range.contains) ?? false })
        }
    }

    private func texts(_ text: LogCondition.Text, _ test: LogCondition.TextTest) throws -> String {
        switch text {
        case .method: return try words("method", test)
        case .host: return try words("host", test)
        case .category: return try words("category", test)
        case .phase: return try words("phase", test)
        case .cache: return try words("cache", test)
        case .contentType: return try words("type", test)
        case .tag: return try words("tag", test)
        case .url: return try among("url", TextTables.urls(database, "text", test))
        case .path: return try among("url", TextTables.urls(database, "path", test))
        case .name: return try requests(test, \.name)
        case .file: return try requests(test, \.file)
        case .collection: return try requests(test, \.collection)
        case .environment: return try origins(test, \.environment)
        case .run: return try origins(test, \.run)
        case .source: return try origins(test, \.source)
        case .process: return try origins(test, \.process)
        }
    }

    private func flags(_ flag: LogCondition.Flag) throws -> String {
        func has(_ flag: LogFlags) -> String { "(e.flags & \(flag.rawValue) <> 0)" }
        let running = "(e.state < \(LogRow.State.done.rawValue))"
        switch flag {
        case .pending:
            let dead = try LogOrigins.dead(database)
            return dead.isEmpty ? running : "(\(running) AND NOT \(Self.among("origin", dead)))"
        case .aborted:
            let aborted = "e.state = \(LogRow.State.aborted.rawValue)"
            let dead = try LogOrigins.dead(database)
            return dead.isEmpty ? "(\(aborted))" : "(\(aborted) OR (\(running) AND \(Self.among("origin", dead))))"
        case .failed:
            return try "(\(flags(.checksFailed)) OR (e.category IS NOT NULL AND NOT \(has(.errorExpected))))"
        case .cached:
            let outcomes = CacheDecision.Outcome.allCases.filter { [.hit, .revalidated, .stale].contains($0) }
            return try among("cache", TextTables.words(database) { text in outcomes.contains { $0.rawValue == text } })
        case .redirected: return "(e.redirects > 0)"
        case .resent: return "(e.resend_of IS NOT NULL)"
        case .pinned: return has(.pinned)
        case .truncated: return has(.truncated)
        case .unverified: return has(.unverified)
        case .unlogged: return has(.factOnly)
        case .slow: return has(.slow)
        case .process(let pid): return try among("origin", TextTables.origins(database) { $0.pid == pid })
        case .checksFailed: return "ifnull(e.checks_failed > 0, 0)"
        }
    }

    private func words(_ column: String, _ test: LogCondition.TextTest) throws -> String {
        try among(column, TextTables.words(database) { test.passes($0) })
    }

    private func requests(
        _ test: LogCondition.TextTest, _ text: (TextTables.Request) -> String?
    ) throws -> String {
        try among("request", TextTables.requests(database) { text($0).map { test.passes($0) } ?? false })
    }

    private func origins(_ test: LogCondition.TextTest, _ text: (TextTables.Origin) -> String?) throws -> String {
        try among("origin", TextTables.origins(database) { text($0).map { test.passes($0) } ?? false })
    }

    private func among(_ column: String, _ ids: [Int64]) throws -> String { Self.among(column, ids) }

    /// False where the column is NULL.
    private static func among(_ column: String, _ ids: [Int64]) -> String {
        switch ids.count {
        case 0: return "0"
        case 1: return "(e.\(column) IS \(ids[0]))"
        // SQLite reads a long list of numbers as fast as JSON.
        case ...1000: return "ifnull(e.\(column) IN (\(ids.map(String.init).joined(separator: ","))), 0)"
        default:
            return
                "ifnull(e.\(column) IN (SELECT value FROM json_each('[\(ids.map(String.init).joined(separator: ","))]')), 0)"
        }
    }
}

extension LogCondition {
    /// What the columns alone can say: all rows that pass the condition pass this one, and others may.
    var withoutExchange: LogCondition {
        switch self {
        case .all(let parts): .all(parts.map(\.withoutExchange))
        // One part that may be true makes the whole so.
        case .any(let parts): .any(parts.map(\.withoutExchange))
        case .not(let part): part.needsExchange ? .all([]) : self
        case .header, .body: .all([])
        case .number, .text, .flag: self
        }
    }
}
