import NetEngineRequestLog

/// Which rows a follower prints: each exchange once when it has ended, and those under way as they are.
struct LogFollower {
    /// Under way, by id.
    private(set) var running: [Int64: LogRow] = [:]
    /// Ended and printed. Only the newest are kept: older ones do not change any more.
    private var printed: Set<Int64> = []
    private var newest: Int64
    private let first: Int64
    /// Had not ended when following began, whether or not they passed the filter then.
    private var open: Set<Int64>
    private let showsBeginnings: Bool
    private static let keptCount = 10_000

    /// - Parameters:
    ///   - shown: rows that were printed before.
    ///   - newest: the highest id in the log: rows up to it that have ended are not news.
    ///   - open: the ids of rows that have not ended.
    ///   - showsBeginnings: whether an exchange that was not seen to begin is also shown as it began.
    init(shown: [LogRow], newest: Int64, open: [Int64] = [], showsBeginnings: Bool = false) {
        self.newest = newest
        self.showsBeginnings = showsBeginnings
        self.open = Set(open)
        first = newest
        for row in shown { if row.state.isRunning { running[row.id] = row } else { printed.insert(row.id) } }
    }

    /// In the order in which they began.
    var runningRows: [LogRow] { running.values.sorted { $0.id < $1.id } }

    /// Takes rows that changed and pass the filter.
    /// - Returns: those that are news, in order; each is `ended` at most once.
    mutating func take(_ rows: [LogRow]) -> [LogRow] {
        var news: [LogRow] = []
        for row in rows {
            if row.state.isRunning {
                if let known = running[row.id], known.state == row.state, known.status == row.status { continue }
                guard !printed.contains(row.id) else { continue }
                let isFirst = running[row.id] == nil && !open.contains(row.id)
                if showsBeginnings, isFirst, row.state != .queued { news.append(row.begun) }
                running[row.id] = row
                news.append(row)
            } else if running.removeValue(forKey: row.id) != nil {
                open.remove(row.id)
                printed.insert(row.id)
                news.append(row)
            } else if open.remove(row.id) != nil || (row.id > first && !printed.contains(row.id)) {
                if showsBeginnings { news.append(row.begun) }
                printed.insert(row.id)
                news.append(row)
            }
            newest = max(newest, row.id)
        }
        if printed.count > 2 * Self.keptCount {
            let limit = newest - Int64(Self.keptCount)
            printed = printed.filter { $0 > limit }
        }
        return news
    }

    /// Forgets a row under way that is no longer in the log, or no longer passes.
    mutating func remove(_ id: Int64) { running[id] = nil }
}

extension LogRow {
    /// As it was when the request was asked for.
    fileprivate var begun: LogRow {
        LogRow(
            id: id, state: .queued, startedAt: startedAt, method: method, url: url, host: host, path: path, name: name,
            file: file, line: line, collection: collection, environment: environment, run: run, source: source,
            process: process, pid: pid, isUnverified: isUnverified, isFactOnly: isFactOnly, resendOf: resendOf)
    }
}
