import GRDB
import NetEngineSQLite

/// The numbers of texts that rows share. Finds them in memory, then in the database, and adds them there.
struct InternedTexts {
    private struct RequestKey: Hashable {
        var name: String?
        var file: String?
        var line: Int?
        var collection: String?
    }

    /// Prepared once for the connection: most exchanges of a run have URLs of their own.
    private struct Statements {
        let find: LogStatement
        let add: LogStatement

        init(_ database: Database) throws {
            find = try LogStatement("SELECT id FROM url WHERE hash = ? AND text = ?", database)
            add = try LogStatement("INSERT INTO url (hash, text, path) VALUES (?, ?, ?)", database)
        }
    }

    private struct OriginKey: Hashable {
        var source: LogRow.Source
        var process: String
        var environment: String?
        var run: String?
    }

    private var words: [String: Int64] = [:]
    private var urls: [String: Int64] = [:]
    private var requests: [RequestKey: Int64] = [:]
    private var origins: [OriginKey: Int64] = [:]
    private var generation: Int64?
    private var statements: Statements?
    /// Those of the last row, which are the next one's as a rule.
    private var lastOrigin: (key: OriginKey, id: Int64)?

    /// Beyond it all are forgotten, so that memory does not grow with the number of URLs.
    private static let mostInMemory = 20_000

    /// - Parameter generation: of the database; another one than before means that texts were removed.
    mutating func start(generation: Int64) {
        let isLarge = max(words.count, urls.count, requests.count, origins.count) > Self.mostInMemory
        if self.generation != generation || isLarge {
            let statements = statements
            self = InternedTexts()
            self.statements = statements
        }
        self.generation = generation
    }

    mutating func word(_ text: String, _ database: Database) throws -> Int64 {
        if let known = words[text] { return known }
        let id =
            try Int64.fetchOne(database.cachedStatement(sql: "SELECT id FROM word WHERE text = ?"), arguments: [text])
            ?? insert("INSERT INTO word (text) VALUES (?)", [text], database)
        words[text] = id
        return id
    }

    mutating func url(_ text: String, path: String, _ database: Database) throws -> Int64 {
        if let known = urls[text] { return known }
        let statements = try statements ?? Statements(database)
        self.statements = statements
        let hash = Checksum.of(Array(text.utf8))
        statements.find.add(hash)
        statements.find.add(text)
        if let id = try statements.find.number() {
            urls[text] = id
            return id
        }
        statements.add.add(hash)
        statements.add.add(text)
        statements.add.add(path)
        try statements.add.run()
        let id = database.lastInsertedRowID
        urls[text] = id
        return id
    }

    /// nil if nothing is known of it.
    mutating func request(_ row: LogRow, _ database: Database) throws -> Int64? {
        guard row.name != nil || row.file != nil || row.line != nil || row.collection != nil else { return nil }
        let key = RequestKey(name: row.name, file: row.file, line: row.line, collection: row.collection)
        if let known = requests[key] { return known }
        let arguments: StatementArguments = [row.file, row.name, row.line, row.collection]
        let id =
            try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM request WHERE file IS ? AND name IS ? AND line IS ? AND collection IS ?"),
                arguments: arguments)
            ?? insert("INSERT INTO request (file, name, line, collection) VALUES (?, ?, ?, ?)", arguments, database)
        requests[key] = id
        return id
    }

    mutating func origin(_ row: LogRow, _ process: LogProcess, _ database: Database) throws -> Int64 {
        let key = OriginKey(source: row.source, process: row.process, environment: row.environment, run: row.run)
        if let lastOrigin, lastOrigin.key == key { return lastOrigin.id }
        if let known = origins[key] {
            lastOrigin = (key, known)
            return known
        }
        let arguments: StatementArguments = [
            process.pid, process.startedAt, process.machine, row.source.rawValue, row.process, row.environment, row.run,
        ]
        let id =
            try Int64.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT id FROM origin WHERE pid = ? AND process_start = ? AND machine = ? AND source = ?
                        AND process = ? AND environment IS ? AND run IS ?
                        """), arguments: arguments)
            ?? insert(
                """
                INSERT INTO origin (pid, process_start, machine, source, process, environment, run)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, arguments, database)
        origins[key] = id
        return id
    }

    private func insert(_ sql: String, _ arguments: StatementArguments, _ database: Database) throws -> Int64 {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
        return database.lastInsertedRowID
    }
}
