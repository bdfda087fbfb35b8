import GRDB
import NetEngineSQLite

/// The folder of a cache.
typealias CacheFolder = DatabaseFolder

extension DatabaseFolder {
    init(path: String) {
        self.init(path: path, names: Names(database: "cache.sqlite", bodies: "bodies", lock: "mending.lock"))
    }

    /// Creates the database if it is missing.
    func makeDatabase() throws { try makeDatabase(CacheDatabase.fill) }
}

/// Opens the database and knows its schema.
enum CacheDatabase {
    /// Raised with every change of the schema but for columns that an older program may leave empty (`shown`): a cache of an older schema is
    /// emptied, not migrated. One of a newer schema is left as it is.
    static let version = 1
    static let probe = "SELECT count, bytes FROM usage"

    /// Makes an empty file a complete database, which nobody else has open.
    static func fill(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try database.inTransaction {
                try create(database)
                return .commit
            }
            // Last: a write-ahead log would be copied into the file on closing, where a full disk is no error.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    /// - Throws: `NewerDatabase`, without having changed anything.
    static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            // A power failure may lose the last second; the database itself stays intact.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            guard try isOlder(database) else { return try addShown(database) }
            try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            // Another process may do the same: the transaction decides, and the second one finds it done.
            try database.inTransaction(.immediate) {
                if try isOlder(database) { try create(database) }
                return .commit
            }
        }
        return pool
    }

    /// The column for what is shown of a key, which a cache of an earlier program does not have.
    private static func addShown(_ database: Database) throws {
        func lacks() throws -> Bool {
            try !database.columns(in: "response").contains { $0.name == "shown" }
        }
        guard try lacks() else { return }
        // Another process may do the same.
        try database.inTransaction(.immediate) {
            if try lacks() { try database.execute(sql: "ALTER TABLE response ADD COLUMN shown TEXT") }
            return .commit
        }
    }

    private static func isOlder(_ database: Database) throws -> Bool {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found <= version else { throw NewerDatabase(found: found, known: version) }
        return found < version
    }

    private static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP TABLE IF EXISTS response;
                DROP TABLE IF EXISTS usage;
                CREATE TABLE response (
                    id INTEGER PRIMARY KEY, key TEXT NOT NULL, status INTEGER NOT NULL, reason BLOB NOT NULL,
                    version TEXT, headers BLOB NOT NULL, requested_at INTEGER NOT NULL,
                    responded_at INTEGER NOT NULL, vary_star INTEGER NOT NULL, vary BLOB NOT NULL, authorization TEXT,
                    codings TEXT NOT NULL, wire_bytes INTEGER, body_bytes INTEGER NOT NULL,
                    part_first INTEGER, part_last INTEGER, part_total INTEGER, requested_range BLOB,
                    size INTEGER NOT NULL, used_at INTEGER NOT NULL, checksum INTEGER NOT NULL, file TEXT, body BLOB,
                    shown TEXT);
                CREATE INDEX response_key ON response (key);
                CREATE INDEX response_use ON response (used_at);
                CREATE TABLE usage (count INTEGER NOT NULL, bytes INTEGER NOT NULL);
                INSERT INTO usage VALUES (0, 0);
                CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
                    UPDATE usage SET count = count + 1, bytes = bytes + new.size; END;
                CREATE TRIGGER response_gone AFTER DELETE ON response BEGIN
                    UPDATE usage SET count = count - 1, bytes = bytes - old.size; END;
                CREATE TRIGGER response_changed AFTER UPDATE OF size ON response BEGIN
                    UPDATE usage SET bytes = bytes + new.size - old.size; END;
                PRAGMA user_version = \(version);
                """)
    }

    /// Whether all of it can be read.
    static func isSound(_ pool: DatabasePool) -> Bool {
        DatabaseDamage.isSound(pool, probe: probe)
    }
}
