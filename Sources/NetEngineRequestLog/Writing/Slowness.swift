import GRDB

/// Decides whether an exchange took much longer than the same request did before.
struct Slowness {
    private struct Key: Hashable {
        var place: Int64
        var isRequest: Bool
        var method: Int64
    }

    private var times: [Key: [Int64]] = [:]
    private var readingsLeft = 0

    /// The median of this many earlier exchanges counts.
    private static let remembered = 50
    private static let mostRequests = 2000
    /// How far back earlier exchanges are looked for, in rows.
    private static let lookBack: Int64 = 20_000
    /// In microseconds, if the request was never sent before.
    private static let slowAtFirst: Int64 = 1_000_000

    /// Bounds how long the database is looked through in one transaction.
    mutating func startBatch() {
        readingsLeft = 4
        if times.count > Self.mostRequests { times = [:] }
    }

    /// Remembers the row's time, too.
    mutating func judge(_ row: LogRow, request: Int64?, url: Int64, method: Int64, _ database: Database) throws -> Bool
    {
        guard let time = row.duration?.microseconds else { return false }
        let key = Key(place: request ?? url, isRequest: request != nil, method: method)
        if times[key] == nil { times[key] = try read(key, database) }
        return Self.judge(time, &times[key, default: []], isKept: row.category == nil)
    }

    private static func judge(_ time: Int64, _ earlier: inout [Int64], isKept: Bool) -> Bool {
        defer {
            if isKept {
                if earlier.count >= remembered { earlier.removeFirst() }
                earlier.append(time)
            }
        }
        guard let least = earlier.min() else { return time > slowAtFirst }
        // The median is not below the least.
        return time > 10 * least && time > 10 * earlier.sorted()[earlier.count / 2]
    }

    private mutating func read(_ key: Key, _ database: Database) throws -> [Int64] {
        guard readingsLeft > 0 else { return [] }
        readingsLeft -= 1
        let times = try Int64.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT duration FROM exchange
                    WHERE id > (SELECT max(id) FROM exchange) - \(Self.lookBack) AND \(key.isRequest ? "request" : "url") = ?
                    AND method = ? AND category IS NULL AND duration IS NOT NULL ORDER BY id DESC LIMIT \(Self.remembered)
                    """), arguments: [key.place, key.method])
        return times.reversed()
    }
}
