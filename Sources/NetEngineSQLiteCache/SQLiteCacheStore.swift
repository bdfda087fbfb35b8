import Foundation
import GRDB
import NetEngine
import NetEngineSQLite
import Synchronization

/// Keeps responses in a folder: fields and small bodies in a SQLite database, larger bodies as files beside it.
///
/// Any number of processes may use the same folder at once. Files are readable by their owner only. A crash at any moment
/// leaves what was stored before it. A damaged database is set aside, reported, and started again; a damaged
/// body counts as missing. If the folder cannot be used at all, nothing is stored and every request is a miss.
public final class SQLiteCacheStore: CacheStore {
    let folder: CacheFolder
    let limit: Int
    private let report: @Sendable (String) -> Void
    private let database = Mutex(Opening.notYet)
    /// Uses that are not written yet: writing each would cost more than the use itself.
    private let uses = Mutex<[Int64: Int64]>([:])
    private let lastUse = Mutex<Int64>(0)
    private let hasSwept = Mutex(false)
    private let firstFailure = Mutex<String?>(nil)

    private enum Opening {
        /// So that a program that may not need the cache does not wait for it.
        case notYet
        case open(DatabasePool)
        case unusable
    }

    /// Bodies up to this size are in the database.
    static let largestInlineBody = 32 << 10
    private static let mostUnwrittenUses = 512
    /// Of the schema that this program knows.
    package static var version: Int { CacheDatabase.version }

    /// Nothing is touched before the first use.
    /// - Parameters:
    ///   - folder: is created if missing.
    ///   - limit: bytes of bodies and fields together; the least recently used are evicted first. Default 256 MB.
    ///   - report: receives, as one sentence, what went wrong and whether it was repaired.
    public init(folder: String, limit: Int = 256_000_000, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.folder = CacheFolder(path: folder)
        self.limit = max(0, limit)
        self.report = report
    }

    deinit { flushUses() }

    // MARK: CacheStore

    /// All responses under the key.
    public func candidates(for key: CacheKey) async -> [StoredResponse] {
        read([]) { database in
            try Row.fetchAll(
                database.cachedStatement(sql: "SELECT * FROM response WHERE key = ?"), arguments: [key.text]
            ).compactMap(StoredRow.response)
        }
    }

    /// The bytes, after a check of their checksum; nil if they are gone or damaged. Counts as a use.
    public func body(of response: StoredResponse) async -> [UInt8]? {
        let row: StoredRow.Body? = read(nil) { database in
            try Row.fetchOne(
                database.cachedStatement(sql: "SELECT body, file, checksum FROM response WHERE id = ?"),
                arguments: [response.id.rawValue]
            ).map(StoredRow.Body.init)
        }
        guard let row else { return nil }
        await touch(response)
        let bytes: [UInt8]? = row.inline ?? row.file.flatMap(folder.read)
        guard let bytes, bytes.count == response.bodyByteCount, Checksum.of(bytes) == row.checksum else {
            await lose(response)
            return nil
        }
        return bytes
    }

    /// Removes a response without a body, and says so, unless another one took its place meanwhile, and its file with it.
    package func lose(_ response: StoredResponse) async {
        let isThere = read(false) { database in
            let sql = "SELECT EXISTS (SELECT 1 FROM response WHERE id = ?)"
            return try Bool.fetchOne(database, sql: sql, arguments: [response.id.rawValue]) ?? false
        }
        guard isThere else { return }
        report("The stored body of \(response.key.url) was damaged or gone; it is asked for again.")
        await remove([response])
    }

    /// Counts as a use; written with the next change, or after 512 uses.
    public func touch(_ response: StoredResponse) async {
        let moment = momentOfUse()
        let isMany = uses.withLock { uses in
            uses[response.id.rawValue] = moment
            return uses.count >= Self.mostUnwrittenUses
        }
        if isMany { flushUses() }
    }

    /// Stores the response in one transaction, and evicts the least recently used beyond the limit. A response larger than
    /// half of the limit is refused.
    public func insert(
        _ response: StoredResponse, body: [UInt8], replacing: [StoredResponse]
    ) async -> CacheInsertion {
        guard StoredRow.size(response) <= limit / 2 else {
            return .refused("it is larger than half of the cache's limit of \(limit) bytes")
        }
        // Before a body is written beside a database that cannot be used.
        guard pool() != nil else {
            return .refused("the store could not be written (\(DatabaseDamage.clause(CacheFolder.Unusable())))")
        }
        sweepOnce()
        var file: String?
        if body.count > Self.largestInlineBody {
            do { file = try folder.write(body, name: String(response.id.rawValue, radix: 36)) } catch {
                return .refused("its body could not be written (\(DatabaseDamage.clause(error)))")
            }
        }
        let (uses, moment) = (takeUses(), momentOfUse())
        let written = write { [limit] database -> [String] in
            try StoredRow.note(uses, in: database)
            var gone = try StoredRow.delete(replacing.map(\.id.rawValue) + [response.id.rawValue], in: database)
            try StoredRow.insert(response, body: file == nil ? body : nil, file: file, body, usedAt: moment, database)
            gone += try StoredRow.shrink(to: limit, keeping: response.id.rawValue, in: database)
            return gone
        }
        switch written {
        case .success(let gone):
            folder.remove(gone.filter { $0 != file })
            return .stored
        case .failure(let error):
            if let file { folder.remove([file]) }
            return .refused("the store could not be written (\(DatabaseDamage.clause(error)))")
        }
    }

    /// Updates fields and times; nothing happens if the response is gone.
    public func renew(_ response: StoredResponse) async {
        _ = write { try StoredRow.renew(response, in: $0) }
    }

    /// Removes these, and their files.
    public func remove(_ responses: [StoredResponse]) async {
        guard !responses.isEmpty else { return }
        let gone = write { try StoredRow.delete(responses.map(\.id.rawValue), in: $0) }
        if case .success(let files) = gone { folder.remove(files) }
    }

    /// Removes all responses under the key.
    /// - Returns: how many there were.
    public func removeAll(for key: CacheKey) async -> Int {
        // Most unsafe requests find nothing, and a read costs less than a write.
        let ids = read([]) {
            try Int64.fetchAll($0, sql: "SELECT id FROM response WHERE key = ?", arguments: [key.text])
        }
        guard !ids.isEmpty else { return 0 }
        if case .success(let files) = write({ try StoredRow.delete(ids, in: $0) }) { folder.remove(files) }
        return ids.count
    }

    /// Everything that is stored, most recently used first.
    public func contents() async -> [StoredResponse] {
        flushUses()
        return read([], isReported: true) { database in
            try Row.fetchAll(
                database, sql: "SELECT \(StoredRow.columnsWithoutBody) FROM response ORDER BY used_at DESC"
            )
            .compactMap(StoredRow.response)
        }
    }

    /// Removes everything, and frees the disk space. A database that cannot be used, as one of a newer version, keeps its bodies.
    public func clear() async {
        uses.withLock { $0 = [:] }
        guard pool() != nil else { return noteFailure("") }
        let cleared = write { database -> [String] in
            let files = try StoredRow.files(in: database)
            try database.execute(sql: "DELETE FROM response")
            return files
        }
        switch cleared {
        // Only these: another process may have stored a response since.
        case .success(let files):
            folder.remove(files)
            if let storedFiles { folder.sweep(keeping: storedFiles) }
        // What is still stored keeps its bodies.
        case .failure(let error) where !DatabaseDamage.isDamage(error): return
        case .failure: folder.removeAllBodies()
        }
        folder.removeDamaged()
        let pool = pool()
        // Frees the pages; if another process is reading, they are reused instead.
        try? await pool?.vacuum()
        try? await pool?.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    /// How much is stored now.
    public func usage() async -> CacheUsage {
        read(CacheUsage(count: 0, bytes: 0, limit: limit)) { [limit] database in
            let row = try Row.fetchOne(database, sql: "SELECT count, bytes FROM usage")
            return CacheUsage(count: row?["count"] ?? 0, bytes: row?["bytes"] ?? 0, limit: limit)
        }
    }

    /// Why something could not be read or written, the first time, as a sentence: empty if it was reported. nil where all went well, or
    /// damage was repaired.
    package var failure: String? { firstFailure.withLock { $0 } }

    private func noteFailure(_ sentence: String) { firstFailure.withLock { $0 = $0 ?? sentence } }

    // MARK: The database

    /// Milliseconds since 1970. Of two uses in one millisecond the later one has the greater number, so that their order is
    /// known; many of them are a second ahead of the clock at most.
    private func momentOfUse() -> Int64 {
        let now = Int64(Date.now.timeIntervalSince1970 * 1000)
        return lastUse.withLock { last in
            last = max(now, min(last + 1, now + 1000))
            return last
        }
    }

    /// nil if the database cannot be used.
    private func pool() -> DatabasePool? {
        database.withLock { state in
            if case .notYet = state { state = opening.open().map { .open($0) } ?? .unusable }
            if case .open(let pool) = state { return pool }
            return nil
        }
    }

    private var opening: DatabaseOpening<DatabasePool> {
        DatabaseOpening(
            folder, name: "cache", consequence: "Nothing is stored.", probe: CacheDatabase.probe, removesBodies: true,
            fill: CacheDatabase.fill, open: CacheDatabase.open, report: report)
    }

    /// - Parameter isReported: whether a failure other than damage, which always is, is reported.
    private func read<Value>(
        _ fallback: Value, isReported: Bool = false, _ body: (Database) throws -> Value
    ) -> Value {
        guard let pool = pool() else {
            noteFailure("")
            return fallback
        }
        do { return try pool.read(body) } catch {
            repair(error, pool)
            if !DatabaseDamage.isDamage(error) {
                let sentence = "The cache in \(folder.path) cannot be read: \(DatabaseDamage.clause(error))."
                if isReported { report(sentence) }
                noteFailure(isReported ? "" : sentence)
            }
            return fallback
        }
    }

    private func write<Value>(_ body: (Database) throws -> Value) -> Result<Value, any Error> {
        guard let pool = pool() else {
            noteFailure("")
            return .failure(CacheFolder.Unusable())
        }
        do { return .success(try pool.write(body)) } catch {
            repair(error, pool)
            if !DatabaseDamage.isDamage(error) {
                noteFailure("The cache in \(folder.path) cannot be changed: \(DatabaseDamage.clause(error)).")
            }
            return .failure(error)
        }
    }

    /// Damage that shows only in use.
    private func repair(_ error: any Error, _ broken: DatabasePool) {
        guard DatabaseDamage.isDamage(error) else { return }
        database.withLock { state in
            // Another thread may have repaired it already.
            guard case .open(let pool) = state, pool === broken else { return }
            try? broken.close()
            state = opening.startOver(because: error).map { .open($0) } ?? .unusable
        }
    }

    private func takeUses() -> [Int64: Int64] {
        uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
    }

    private func flushUses() {
        let uses = takeUses()
        guard !uses.isEmpty else { return }
        _ = write { try StoredRow.note(uses, in: $0) }
    }

    /// Removes body files without a row, which a crash leaves behind.
    private func sweepOnce() {
        let isFirst = hasSwept.withLock { hasSwept in
            defer { hasSwept = true }
            return !hasSwept
        }
        guard isFirst else { return }
        if let storedFiles { folder.sweep(keeping: storedFiles) }
    }

    /// The bodies that are files; nil if the database cannot be read.
    private var storedFiles: Set<String>? {
        read(nil) { try Set(StoredRow.files(in: $0)) }
    }
}
