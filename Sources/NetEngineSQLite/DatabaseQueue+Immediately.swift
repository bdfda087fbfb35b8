import GRDB

extension DatabaseQueue {
    /// One transaction, IMMEDIATE, so that the wait for another writer happens before it, and not in the middle where SQLite gives up.
    package func immediately<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { database in
            var value: Value?
            try database.inTransaction(.immediate) {
                value = try body(database)
                return .commit
            }
            guard let value else { throw DatabaseFolder.Unusable() }
            return value
        }
    }
}
