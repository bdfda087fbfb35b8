import Base
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite

/// Changes what the user may change in the request log: removes rows, names and pins them. Opens the database for each change.
package struct LogEditor: Sendable {
    private let folder: String
    private let reader: LogReader

    /// - Parameter folder: default where `RequestLogStore` writes.
    package init(folder: String? = nil) throws(LogUnreadable) {
        reader = try LogReader(folder: folder)
        self.folder = reader.folder
    }

    /// Removes the rows that pass, pinned ones too, with all that belongs to them: nothing of them can be found in the file.
    /// - Returns: how many.
    @discardableResult
    package func delete(_ condition: LogCondition) throws(LogUnreadable) -> Int {
        var count = 0
        var place: Int64?
        while true {
            let rows = try reader.page(condition, before: place, limit: Self.step)
            guard let last = rows.last else { break }
            let ids = rows.map(\.id)
            try write { database in
                let removed = try LogRemoval.remove(ids, database)
                count += removed.count
                return removed.files
            }
            place = last.id
        }
        guard count > 0 else { return 0 }
        // Retention lets a few texts wait; who deletes a row wants its URL and its name gone, too.
        try write { database in
            try LogRemoval.removeUnusedTexts(database)
            return []
        }
        try free()
        return count
    }

    /// - Parameter tag: nil removes the name.
    /// - Returns: false if there is no such row.
    @discardableResult
    package func setTag(_ tag: String?, of id: Int64) throws(LogUnreadable) -> Bool {
        try change(id) { database in
            guard let tag else {
                return try database.execute(sql: "UPDATE exchange SET tag = NULL WHERE id = ?", arguments: [id])
            }
            try database.execute(
                sql: "INSERT OR IGNORE INTO word (text) SELECT ? WHERE EXISTS (SELECT 1 FROM exchange WHERE id = ?)",
                arguments: [tag, id])
            try database.execute(
                sql: "UPDATE exchange SET tag = (SELECT id FROM word WHERE text = ?) WHERE id = ?",
                arguments: [tag, id])
        }
    }

    /// A pinned row is kept whatever its age.
    /// - Returns: false if there is no such row.
    @discardableResult
    package func setPinned(_ isPinned: Bool, of id: Int64) throws(LogUnreadable) -> Bool {
        let pin = LogFlags.pinned.rawValue
        return try change(id) { database in
            try database.execute(
                sql: "UPDATE exchange SET flags = flags \(isPinned ? "| \(pin)" : "& ~\(pin)") WHERE id = ?",
                arguments: [id])
        }
    }

    private static let step = 500

    private func change(_ id: Int64, _ body: (Database) throws -> Void) throws(LogUnreadable) -> Bool {
        var isFound = false
        try write { database in
            try body(database)
            try database.execute(sql: "UPDATE state SET change = change + 1")
            try database.execute(
                sql: "UPDATE exchange SET change = (SELECT change FROM state) WHERE id = ?", arguments: [id])
            isFound = database.changesCount > 0
            return []
        }
        return isFound
    }

    private func free() throws(LogUnreadable) { try access { try LogRemoval.free($0) } }

    /// - Parameter body: returns the body files that are no longer needed.
    private func write(_ body: (Database) throws -> [String]) throws(LogUnreadable) {
        var files: [String] = []
        try access { queue in
            try queue.writeWithoutTransaction { database in
                // What is removed is overwritten: other texts may stay on its page.
                try database.execute(sql: "PRAGMA secure_delete = ON")
                try database.inTransaction(.immediate) {
                    files = try body(database)
                    return .commit
                }
            }
        }
        LogFolder.files(in: folder).remove(files)
        LogFolder.signal(in: folder)
    }

    private func access(_ body: (DatabaseQueue) throws -> Void) throws(LogUnreadable) {
        let path = LogFolder.files(in: folder).databasePath
        do {
            let queue = try LogDatabase.open(path)
            defer { try? queue.close() }
            try body(queue)
        } catch {
            throw LogUnreadable(
                sentence: "The request log in \(folder) cannot be changed: \(DatabaseDamage.clause(error)).")
        }
    }
}
