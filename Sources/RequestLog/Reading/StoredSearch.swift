import Base
import Foundation
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite

/// A stored exchange while a condition asks about it: of most, the bytes of their bodies say that they do not pass, and nothing is
/// decoded.
struct StoredSearch: SearchedExchange {
    let id: Int64
    let database: Database
    let folder: DatabaseFolder

    func hasHeader(_ side: LogCondition.Side, _ name: String, _ test: LogCondition.TextTest?) throws -> Bool {
        try exchange().hasHeader(side, name, test)
    }

    func hasBody(_ side: LogCondition.Side, _ test: LogCondition.TextTest) throws -> Bool {
        guard try mayHaveBody(side, test) else { return false }
        return try exchange().hasBody(side, test)
    }

    private func exchange() throws -> Exchange? { try RowSQL.exchange(database, id, folder) }

    /// Whether any stored body passes, or may do so where its escapes are read.
    private func mayHaveBody(_ side: LogCondition.Side, _ test: LogCondition.TextTest) throws -> Bool {
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT id & 255, file, bytes FROM body WHERE id >= ? AND id < ?"),
            arguments: [id << 8, (id &+ 1) << 8])
        while let row = try rows.next() {
            let number: Int = try row.read(0)
            let isRequest = number == StoredExchange.Body.request
            guard side == .either || (side == .request) == isRequest else { continue }
            let file: String? = try row.read(1)
            let isFound =
                if let file {
                    folder.read(file).map { $0.withUnsafeBufferPointer { test.mayPass($0) } } ?? false
                } else {
                    try row.withUnsafeData(atIndex: 2) { data in
                        data?.withUnsafeBytes { test.mayPass($0.bindMemory(to: UInt8.self)) } ?? test.mayPassEmpty
                    }
                }
            if isFound { return true }
        }
        return test.mayPassEmpty
    }
}

extension LogCondition.TextTest {
    /// True for an escape in the text: it may mean a character that is searched for.
    fileprivate func mayPass(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if case .contains = self, text.contains(Byte.backslash) { return true }
        return passes(text)
    }

    /// Whether a body that is not stored, because it is empty, may pass.
    fileprivate var mayPassEmpty: Bool { passes("") }
}
