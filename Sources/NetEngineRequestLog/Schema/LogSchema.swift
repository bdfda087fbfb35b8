/// The tables. A row of `exchange` is narrow, so that a filter looks at a million of them in less than 100 ms without an index:
/// texts that repeat are numbers of other tables, and what lists do not show is in separate tables.
enum LogSchema {
    /// One entry for each version, applied in order. An entry never changes once it was released.
    static let migrations = [
        """
        -- change: of the last transaction; followers ask for rows with a higher one.
        -- generation: changes when texts were removed, so that writers forget the numbers that they know.
        -- deletion: the change in which rows were removed last. pruned_at: in seconds since 1970.
        CREATE TABLE state (
            change INTEGER NOT NULL, generation INTEGER NOT NULL, deletion INTEGER NOT NULL, pruned_at INTEGER NOT NULL);
        INSERT INTO state VALUES (0, 0, 0, CAST(strftime('%s', 'now') AS INTEGER));
        -- Methods, hosts, categories, media types, tags.
        CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        -- By a hash, so that the texts are not stored a second time in an index.
        CREATE TABLE url (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, text TEXT NOT NULL, path TEXT NOT NULL);
        CREATE INDEX url_hash ON url (hash);
        CREATE TABLE request (
            id INTEGER PRIMARY KEY, name TEXT, file TEXT, line INTEGER, collection TEXT);
        CREATE INDEX request_place ON request (file, name);
        CREATE TABLE origin (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL, process TEXT NOT NULL, pid INTEGER NOT NULL,
            process_start INTEGER NOT NULL, machine TEXT NOT NULL, environment TEXT, run TEXT);
        CREATE INDEX origin_process ON origin (pid, process_start);
        -- Numbers of other tables: method, host, category, phase, cache, type and tag of word. Times in microseconds.
        CREATE TABLE exchange (
            id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, state INTEGER NOT NULL, status INTEGER,
            started_at INTEGER NOT NULL, duration INTEGER, category INTEGER, method INTEGER NOT NULL,
            host INTEGER NOT NULL, url INTEGER NOT NULL, request INTEGER, origin INTEGER NOT NULL,
            flags INTEGER NOT NULL, response_bytes INTEGER, request_bytes INTEGER, first_byte INTEGER, cache INTEGER,
            type INTEGER, phase INTEGER, attempts INTEGER NOT NULL, redirects INTEGER NOT NULL,
            checks_passed INTEGER, checks_failed INTEGER, resend_of INTEGER, tag INTEGER);
        CREATE INDEX exchange_change ON exchange (change);
        -- Few rows are in these, and no other filter needs an index.
        CREATE INDEX exchange_running ON exchange (id) WHERE state < 3;
        CREATE INDEX exchange_tagged ON exchange (id) WHERE tag IS NOT NULL;
        CREATE INDEX exchange_pinned ON exchange (id) WHERE flags & 16 <> 0;
        -- The whole exchange without its bodies; the id is that of the row.
        CREATE TABLE detail (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
        -- The id is that of the row times 256, and the number of the body in the exchange. size: before it was cut.
        CREATE TABLE body (
            id INTEGER PRIMARY KEY, size INTEGER NOT NULL, is_cut INTEGER NOT NULL, kept INTEGER NOT NULL,
            file TEXT, bytes BLOB);
        CREATE INDEX body_file ON body (kept) WHERE file IS NOT NULL;
        CREATE TABLE checks (id INTEGER PRIMARY KEY, lines TEXT NOT NULL);
        """,
        """
        -- Recorded runs. key: the run of `origin`. summary: JSON, NULL until it ends. bytes: of all its parts.
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, name TEXT UNIQUE, started_at INTEGER NOT NULL,
            pid INTEGER NOT NULL, process_start INTEGER NOT NULL, machine TEXT NOT NULL, title TEXT NOT NULL,
            summary TEXT, bytes INTEGER NOT NULL);
        -- Lines of the recording, whole ones. The id is that of the run times 2^24, and the number of the part.
        CREATE TABLE run_part (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
        """,
    ]
}

/// The bits of `exchange.flags`.
package struct LogFlags: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let reused = LogFlags(rawValue: 1)
    package static let unverified = LogFlags(rawValue: 2)
    package static let truncated = LogFlags(rawValue: 4)
    package static let factOnly = LogFlags(rawValue: 8)
    /// Named in the schema.
    package static let pinned = LogFlags(rawValue: 16)
    package static let slow = LogFlags(rawValue: 32)
    package static let errorExpected = LogFlags(rawValue: 64)
}
