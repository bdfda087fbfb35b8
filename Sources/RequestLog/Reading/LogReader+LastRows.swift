import GRDB
import NetEngineRequestLog

extension LogReader {
    /// The last finished row of each saved request whose file is in a folder or below it.
    package func lastRows(under folder: String) throws(LogUnreadable) -> [LogRow] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return try read([]) { database in
            let ids = try Int64.fetchAll(
                database,
                sql: """
                    SELECT max(e.id) FROM exchange e JOIN request r ON r.id = e.request
                    WHERE substr(r.file, 1, length(?1)) = ?1 AND e.state = \(LogRow.State.done.rawValue)
                    GROUP BY r.file, r.name
                    """, arguments: [prefix])
            guard !ids.isEmpty else { return [] }
            return try RowSQL.fetch(database, "e.id IN (\(ids.map(String.init).joined(separator: ",")))")
        }
    }
}
