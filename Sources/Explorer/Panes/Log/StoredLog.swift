import Base
import NetEngineRequestLog
import RequestLog

/// The rows of all processes: a window of the request log around what is in view, so that memory does not depend on how many
/// there are.
struct StoredLog: Sendable {
    /// Rows that the window holds.
    static let windowLimit = 1000

    /// The oldest first.
    private(set) var rows: [LogRow] = []
    /// Whether there is nothing before the first row, and nothing after the last.
    private(set) var reachesStart = false
    private(set) var reachesEnd = false
    /// Why the log cannot be read.
    private(set) var problem: String?
    /// What is being read; anything else that comes is dropped.
    private(set) var reading: LogReading.ID?
    /// The follower whose changes are taken in.
    private(set) var follower: LogReading.ID?
    private(set) var hasRead = false
    /// Whether headers and bodies are being searched: older rows may come.
    private(set) var isSearching = false
    private(set) var query: Query?
    /// The newest row that was seen, even if it came beyond the window.
    private var newestSeen: Int64 = 0
    /// The rows that came beyond the window and failed; none while the window reaches the end.
    private var failedBeyond: Set<Int64> = []

    /// Which rows are shown.
    struct Query: Sendable {
        /// Two queries are the same if their texts are.
        var text: String
        var condition: LogCondition
    }

    // MARK: What to read

    var isOpen: Bool { follower != nil }

    /// Whether something is to be read for what is in view.
    func wants(_ query: Query, around shown: Range<Int>) -> Bool {
        self.query?.text != query.text || missing(around: shown) != nil
    }

    /// Begins to follow another query, or reads on where the view comes near an end of the window.
    /// - Parameter id: fresh.
    mutating func effects(for query: Query, around shown: Range<Int>, id: LogReading.ID) -> [Effect] {
        if self.query?.text == query.text { return missing(around: shown).map { read($0, id: id) } ?? [] }
        // Until the new ones are read the old rows stay.
        let shown = rows
        let old = close()
        rows = shown
        self.query = query
        follower = id
        reading = id
        isSearching = query.condition.needsExchange
        return old + [.followLog(LogReading(id: id, condition: query.condition, page: .newest))]
    }

    /// Reads the rows at an end of the log, or beyond the window.
    mutating func read(_ page: LogReading.Page, id: LogReading.ID) -> [Effect] {
        guard let query else { return [] }
        reading = id
        return [.readLog(LogReading(id: id, condition: query.condition, page: page))]
    }

    /// Forgets all rows.
    mutating func close() -> [Effect] {
        defer { self = StoredLog() }
        return follower.map { [.stopFollowingLog($0)] } ?? []
    }

    private func missing(around shown: Range<Int>) -> LogReading.Page? {
        guard reading == nil, problem == nil, let first = rows.first, let last = rows.last else { return nil }
        if !reachesStart, shown.lowerBound < LogReading.pageSize / 4 { return .before(first.id) }
        if !reachesEnd, shown.upperBound > rows.count - LogReading.pageSize / 4 { return .after(last.id) }
        return nil
    }

    // MARK: What came

    /// Takes in what was read.
    /// - Returns: by how many rows those before moved down; nil if the window is another one.
    mutating func take(_ reading: LogReading, _ outcome: Result<LogReading.Rows, LogReading.Failure>) -> Int? {
        guard self.reading == reading.id else { return 0 }
        self.reading = nil
        hasRead = true
        switch outcome {
        case .failure(let failure):
            problem = failure.sentence
            isSearching = false
            return 0
        case .success(let read):
            problem = nil
            return take(read, as: reading.page)
        }
    }

    private mutating func take(_ read: LogReading.Rows, as page: LogReading.Page) -> Int? {
        newestSeen = max(newestSeen, read.rows.last?.id ?? 0)
        defer { if reachesEnd { failedBeyond = [] } }
        switch page {
        case .newest:
            (rows, reachesStart, reachesEnd) = (read.rows, read.isLast, true)
            return nil
        case .oldest:
            (rows, reachesStart, reachesEnd) = (read.rows, true, read.isLast)
            return nil
        case .before:
            rows.insert(contentsOf: read.rows, at: 0)
            reachesStart = read.isLast
            if rows.count > Self.windowLimit {
                rows.removeLast(rows.count - Self.windowLimit)
                reachesEnd = false
            }
            return read.rows.count
        case .after:
            let known = rows.last?.id ?? 0
            rows += read.rows.filter { $0.id > known }
            reachesEnd = read.isLast
            let dropped = max(0, rows.count - Self.windowLimit)
            if dropped > 0 {
                rows.removeFirst(dropped)
                reachesStart = false
            }
            return -dropped
        }
    }

    /// Takes in rows that are new or have changed.
    /// - Parameter slides: whether the oldest rows give way to new ones.
    /// - Returns: by how many rows those before moved down, and how many came.
    mutating func take(_ changes: LogChanges, slides: Bool) -> (moved: Int, new: Int, failed: Int) {
        guard changes.follower == follower else { return (0, 0, 0) }
        // All is read again.
        if changes.isPruned { query = nil }
        var (new, failed) = (0, 0)
        if !slides, rows.count + changes.rows.count > Self.windowLimit { reachesEnd = false }
        for row in changes.rows.sorted(by: { $0.id < $1.id }) {
            if let place = place(of: row.id) {
                // Checks come after the end: they may excuse its error.
                failed += (row.isFailed ? 1 : 0) - (rows[place].isFailed ? 1 : 0)
                rows[place] = row
            } else if row.id > max(newestSeen, rows.last?.id ?? 0) {
                newestSeen = row.id
                new += 1
                if row.isFailed { failed += 1 }
                if reachesEnd { rows.append(row) } else if row.isFailed { failedBeyond.insert(row.id) }
            } else if !reachesEnd, row.id > (rows.last?.id ?? 0) {
                // It was counted when it came.
                if row.isFailed {
                    failed += failedBeyond.insert(row.id).inserted ? 1 : 0
                } else {
                    failed -= failedBeyond.remove(row.id) == nil ? 0 : 1
                }
            } else if reachesStart || rows.first.map({ $0.id < row.id }) ?? reachesEnd {
                // It passes the filter only now; a newer row may have passed before.
                rows.insert(row, at: rows.partitioningIndex { $0.id >= row.id })
                new += 1
                if row.isFailed { failed += 1 }
            }
        }
        if !reachesEnd, rows.count > Self.windowLimit { rows.removeLast(rows.count - Self.windowLimit) }
        for id in changes.gone { if let place = place(of: id) { rows.remove(at: place) } }
        let dropped = reachesEnd ? max(0, rows.count - Self.windowLimit) : 0
        if dropped > 0 {
            rows.removeFirst(dropped)
            reachesStart = false
        }
        return (take(found: changes) - dropped, new, failed)
    }

    private mutating func take(found changes: LogChanges) -> Int {
        var count = 0
        for row in changes.found where rows.count < Self.windowLimit && place(of: row.id) == nil {
            let place = rows.partitioningIndex { $0.id >= row.id }
            rows.insert(row, at: place)
            count += 1
        }
        if let end = changes.searchEnd {
            isSearching = false
            reachesStart = reachesStart && end == .complete
            if case .failed(let sentence) = end { problem = sentence }
        }
        return count
    }

    /// The index of a row, by its id; the rows are in the order of ids.
    func place(of id: Int64) -> Int? {
        let place = rows.partitioningIndex { $0.id >= id }
        return place < rows.count && rows[place].id == id ? place : nil
    }
}
