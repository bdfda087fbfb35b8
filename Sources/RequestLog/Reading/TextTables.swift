import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite

/// The texts that rows share, looked through one by one.
enum TextTables {
    struct Request {
        var name: String?
        var file: String?
        var line: Int64?
        var collection: String?
    }

    struct Origin {
        var source: String?
        var process: String?
        var pid: Int64
        var environment: String?
        var run: String?
    }

    static func words(_ database: Database, _ passes: (String) -> Bool) throws -> [Int64] {
        try ids(database, "SELECT id, text FROM word", passes)
    }

    /// - Parameter column: `text` or `path`.
    static func urls(_ database: Database, _ column: String, _ test: LogCondition.TextTest) throws -> [Int64] {
        try ids(database, "SELECT id, \(column) FROM url") { test.passes($0) }
    }

    private static func ids(_ database: Database, _ sql: String, _ passes: (String) -> Bool) throws -> [Int64] {
        var ids: [Int64] = []
        let rows = try Row.fetchCursor(database, sql: sql)
        while let row = try rows.next() { if try passes(row.read(1)) { try ids.append(row.read(0)) } }
        return ids
    }

    static func requests(_ database: Database, _ passes: (Request) -> Bool) throws -> [Int64] {
        try Row.fetchAll(database, sql: "SELECT id, name, file, line, collection FROM request").compactMap {
            row -> Int64? in
            let request = Request(
                name: try row.read(1), file: try row.read(2), line: try row.read(3), collection: try row.read(4))
            guard passes(request) else { return nil }
            return try row.read(0)
        }
    }

    static func origins(_ database: Database, _ passes: (Origin) -> Bool) throws -> [Int64] {
        try Row.fetchAll(database, sql: "SELECT id, source, process, pid, environment, run FROM origin").compactMap {
            row -> Int64? in
            let origin = Origin(
                source: try row.read(1), process: try row.read(2), pid: try row.read(3), environment: try row.read(4),
                run: try row.read(5))
            guard passes(origin) else { return nil }
            return try row.read(0)
        }
    }

    /// Each value once, the last one that was seen first.
    static func values(
        of text: LogCondition.Text, prefix: String, limit: Int, _ database: Database
    ) throws -> [String] {
        let (table, column) = place(of: text)
        // Of words it is not written down whose they are: those of the last rows are asked.
        let sql =
            table == "word"
            ? """
            SELECT text FROM word WHERE id IN (SELECT \(column) FROM exchange ORDER BY id DESC LIMIT 20000) ORDER BY id DESC
            """
            : "SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY id DESC LIMIT 20000"
        let wanted = Array(prefix.lowercased().utf8)
        var seen: Set<String> = []
        var values: [String] = []
        let rows = try Row.fetchCursor(database, sql: sql)
        while values.count < limit, let row = try rows.next() {
            let value: String = try row.read(0)
            guard !value.isEmpty, value.lowercased().utf8.starts(with: wanted), seen.insert(value).inserted else {
                continue
            }
            values.append(value)
        }
        return values
    }

    private static func place(of text: LogCondition.Text) -> (table: String, column: String) {
        switch text {
        case .method, .host, .category, .phase, .cache, .tag: ("word", text.rawValue)
        case .contentType: ("word", "type")
        case .url: ("url", "text")
        case .path: ("url", "path")
        case .name, .file, .collection: ("request", text.rawValue)
        case .environment, .run, .source, .process: ("origin", text.rawValue)
        }
    }
}
