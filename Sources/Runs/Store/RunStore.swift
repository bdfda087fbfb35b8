import Base
import Foundation
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite
import Workspace

/// The recorded runs of this user, in the database of the request log. Opens it for each use.
package struct RunStore: Sendable {
    package let folder: String
    private let limits: RequestLogLimits
    private let patience: Double

    /// To write a part of a recording while another program holds the lock. Each of them waits for `patience`.
    static let attempts = 12

    /// - Parameters:
    ///   - folder: default where the request log is.
    ///   - limits: what runs without a name may take. A recording removes older runs while it is written.
    ///   - patience: seconds that a recording waits for other writers before it tries again.
    /// - Throws: if there is no home folder.
    package init(
        folder: String? = nil, limits: RequestLogLimits = RequestLogLimits(),
        patience: Double = LogDatabase.patience
    ) throws(RunStoreError) {
        guard let path = folder ?? LogFolder.standard else { throw RunStoreError(sentence: LogFolder.missing) }
        self.folder = path
        self.limits = limits
        self.patience = patience
    }

    // MARK: Writing

    /// Begins a recording, and gives the run its name: an older run with the name loses it.
    /// - Parameter report: receives a sentence where the database was damaged and started again, and where another program has locked it.
    /// - Throws: where nothing can be written.
    package func begin(
        _ head: RunHead, report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(RunStoreError) -> StoredRecording {
        var lock = LockWait(attempts: Self.attempts) { [folder, patience] in
            let limit = Int(patience * Double(Self.attempts))
            report(
                "The recorded runs in \(folder) are locked by another program. apitui keeps trying for up to \(limit) s."
            )
        }
        let opening = LogDatabase.opening(
            folder: folder, consequence: "The run is not recorded.", patience: patience, report: report)
        // What went wrong comes as a report where the database cannot be opened.
        guard let queue = opening.open(tryingAgain: { lock.goesOn(after: $0) }) else {
            throw RunStoreError(sentence: "")
        }
        while true {
            do {
                let id = try queue.immediately { try Self.insert(head, $0) }
                lock.succeeded()
                return StoredRecording(queue: queue, id: id, folder: folder, limits: limits, lock: lock)
            } catch {
                guard lock.goesOn(after: error) else { throw unwritable(error) }
            }
        }
    }

    private static func insert(_ head: RunHead, _ database: Database) throws -> Int64 {
        if let name = head.name {
            try database.execute(sql: "UPDATE run SET name = NULL WHERE name = ?", arguments: [name])
        }
        try database.execute(
            sql: """
                INSERT INTO run (key, name, started_at, pid, process_start, machine, title, bytes)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0)
                """,
            arguments: [
                head.id, head.name, head.startedAt.microsecondsSince1970, LogProcess.current.pid,
                LogProcess.current.startedAt, LogProcess.current.machine, head.title,
            ])
        return database.lastInsertedRowID
    }

    /// - Parameter name: nil takes it away. An older run with the name loses it.
    /// - Returns: false if there is no such run.
    @discardableResult
    package func setName(_ name: String?, of key: String) throws(RunStoreError) -> Bool {
        try change { database in
            if let name { try database.execute(sql: "UPDATE run SET name = NULL WHERE name = ?", arguments: [name]) }
            try database.execute(sql: "UPDATE run SET name = ? WHERE key = ?", arguments: [name, key])
            return database.changesCount > 0
        } ?? false
    }

    /// - Returns: how many there were; a key that is given twice counts once.
    @discardableResult
    package func delete(_ keys: [String]) throws(RunStoreError) -> Int {
        let count = try change { database in
            let ids = try Set(keys).compactMap {
                try Int64.fetchOne(database, sql: "SELECT id FROM run WHERE key = ?", arguments: [$0])
            }
            try RecordedRunRemoval.remove(ids, database)
            return ids.count
        }
        if count ?? 0 > 0 { _ = try open { queue in try LogRemoval.free(queue) } }
        return count ?? 0
    }

    // MARK: Reading

    /// Named, so that a newer program's table without one of them is an error.
    private static let columns = "id, key, name, started_at, pid, process_start, machine, title, bytes, summary"

    /// The newest first.
    package func entries(limit: Int = .max) throws(RunStoreError) -> [RunEntry] {
        try read { try Self.fetched($0, "ORDER BY id DESC LIMIT \(limit)") } ?? []
    }

    /// - Parameter rest: what follows the name of the table.
    private static func fetched(
        _ database: Database, _ rest: String, _ arguments: StatementArguments = StatementArguments()
    ) throws -> [RunEntry] {
        try Row.fetchAll(database, sql: "SELECT \(columns) FROM run \(rest)", arguments: arguments)
            .map { try RunEntry($0) }
    }

    /// The run that the user means: `last`, a name, or the beginning of an id that only one run has.
    /// - Throws: a sentence, if none or several are meant.
    package func entry(_ text: String) throws(RunStoreError) -> RunEntry {
        let found =
            try read { database -> [RunEntry] in
                if text == "last" { return try Self.fetched(database, "ORDER BY id DESC LIMIT 1") }
                let named = try Self.fetched(database, "WHERE name = ? OR key = ?", [text, text])
                guard named.isEmpty, !text.isEmpty else { return named }
                return try Self.fetched(
                    database, "WHERE substr(key, 1, ?) = ? ORDER BY id DESC LIMIT 3", [text.count, text])
            } ?? []
        switch found.count {
        case 1: return found[0]
        case 0 where text == "last": throw RunStoreError(sentence: "No run was recorded yet.")
        case 0: throw RunStoreError(sentence: "No recorded run is named \(text); 'apitui runs' lists them.")
        default:
            let keys = found.map(\.key).joined(separator: ", ")
            throw RunStoreError(sentence: "Several runs begin with \(text): \(keys).")
        }
    }

    /// The lines of a recording, part by part: no more than one is in memory.
    /// - Throws: what `take` throws, or `RunStoreError`.
    package func forEachPart(of entry: RunEntry, _ take: ([UInt8]) throws -> Void) throws {
        var next = entry.id << 24
        let end = (entry.id &+ 1) << 24
        while true {
            let found = try read { database -> (id: Int64, data: Data)? in
                let row = try Row.fetchOne(
                    database, sql: "SELECT id, data FROM run_part WHERE id >= ? AND id < ? ORDER BY id LIMIT 1",
                    arguments: [next, end])
                guard let row else { return nil }
                return (try row.read(0), try row.read(1))
            }
            guard let found, let part = found else { return }
            next = part.id + 1
            try take([UInt8](part.data))
        }
    }

    // MARK: The database

    private func change<Value>(_ body: (Database) throws -> Value) throws(RunStoreError) -> Value? {
        try open { try $0.immediately(body) }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(RunStoreError) -> Value? {
        try open(toRead: true) { try $0.read(body) }
    }

    /// nil if there is no database yet.
    /// - Parameter toRead: whether it need not be written, as in a folder that nobody may write. Then one of a newer program is read as far
    ///   as its tables are the same.
    private func open<Value>(
        toRead: Bool = false, _ body: (DatabaseQueue) throws -> Value
    ) throws(RunStoreError) -> Value? {
        let files = LogFolder.files(in: folder)
        do {
            guard try files.hasDatabase() else { return nil }
            let queue: DatabaseQueue
            do { queue = try LogDatabase.open(files.databasePath) } catch {
                guard toRead, DatabaseDamage.isUnwritable(error) || error is NewerDatabase else { throw error }
                queue = try LogDatabase.openToRead(files, because: error)
            }
            defer { try? queue.close() }
            do { return try body(queue) } catch { throw LogDatabase.explained(error, queue) }
        } catch {
            throw unwritable(error)
        }
    }

    private func unwritable(_ error: any Error) -> RunStoreError {
        RunStoreError(sentence: "The recorded runs in \(folder) cannot be used: \(DatabaseDamage.clause(error)).")
    }
}

/// The recording of a run that is going on. Used by one thread.
package final class StoredRecording: RecordingPlace {
    private let queue: DatabaseQueue
    private let id: Int64
    private let folder: String
    private let limits: RequestLogLimits
    private var number: Int64 = 0
    /// Pieces that another program's lock kept from being written. They are few, because each attempt takes seconds.
    private var waiting: [[UInt8]] = []
    private var lock: LockWait

    fileprivate init(queue: DatabaseQueue, id: Int64, folder: String, limits: RequestLogLimits, lock: LockWait) {
        self.queue = queue
        self.id = id
        self.folder = folder
        self.limits = limits
        self.lock = lock
    }

    /// While another program holds the lock, the lines wait for the next call.
    /// - Parameter lines: whole ones.
    package func append(_ lines: [UInt8]) throws(RunStoreError) {
        waiting.append(lines)
        _ = try write()
    }

    /// Nothing can be appended afterwards.
    package func close(_ summary: RunFigures) throws(RunStoreError) {
        while try !write(summary) {}
        try? queue.close()
    }

    /// - Returns: false if another program holds the lock, and another attempt is to be made.
    private func write(_ summary: RunFigures? = nil) throws(RunStoreError) -> Bool {
        do {
            try queue.immediately { database in
                for (offset, lines) in waiting.enumerated() { try insert(lines, number + Int64(offset), database) }
                if !waiting.isEmpty { try RecordedRunRemoval.removeTooMuch(database, limits) }
                guard let summary else { return }
                try database.execute(sql: "UPDATE run SET summary = ? WHERE id = ?", arguments: [summary.text, id])
            }
        } catch {
            if lock.goesOn(after: error) { return false }
            throw RunStoreError(
                sentence: "The run is not recorded any further in \(folder): \(DatabaseDamage.clause(error)).")
        }
        number += Int64(waiting.count)
        waiting = []
        lock.succeeded()
        return true
    }

    private func insert(_ lines: [UInt8], _ number: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE run SET bytes = bytes + ? WHERE id = ?", arguments: [lines.count, id])
        // Deleted while it is recorded: nobody could delete its parts.
        guard database.changesCount > 0 else { return }
        try database.execute(
            sql: "INSERT INTO run_part VALUES (?, ?)", arguments: [(id << 24) + number, Data(lines)])
    }
}
