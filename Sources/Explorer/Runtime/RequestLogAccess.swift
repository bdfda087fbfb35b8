import NetEngine
import NetEngineRequestLog
import RequestLog
import Synchronization

/// Reads the request log for the screen, and follows what any process writes into it.
package final class RequestLogAccess: Sendable {
    private let folder: String?
    /// Opened with the first reading: the first frame does not wait for it.
    private let reader = Mutex<LogReader?>(nil)
    private let followers = Mutex<[LogReading.ID: Task<Void, Never>]>([:])

    /// Changes that are taken in at once.
    private static let batch = 500

    /// - Parameter folder: of the log; nil is the user's.
    package init(folder: String? = nil) { self.folder = folder }

    private func open() throws(LogUnreadable) -> LogReader {
        try reader.withLock { reader throws(LogUnreadable) in
            if let reader { return reader }
            let new = try LogReader(folder: folder)
            reader = new
            return new
        }
    }

    /// Reads a page of rows.
    func read(_ reading: LogReading) -> Result<LogReading.Rows, LogReading.Failure> {
        do throws(LogUnreadable) { return .success(try rows(reading)) } catch { return .failure(error) }
    }

    private func rows(_ reading: LogReading) throws(LogUnreadable) -> LogReading.Rows {
        let reader = try open()
        let limit = reading.limit
        let rows: [LogRow]
        switch reading.page {
        case .newest: rows = try reader.page(reading.condition, before: nil, limit: limit).reversed()
        case .before(let id): rows = try reader.page(reading.condition, before: id, limit: limit).reversed()
        case .oldest: rows = try reader.page(reading.condition, after: 0, limit: limit)
        case .after(let id): rows = try reader.page(reading.condition, after: id, limit: limit)
        }
        return LogReading.Rows(rows: rows, isLast: rows.count < limit)
    }

    /// The exchange of a row with what its checks said.
    func opened(_ row: LogRow) -> Action { .loggedExchange(row, exchange(row), checks: checkLines(row)) }

    /// The exchange of a row.
    private func exchange(_ row: LogRow) -> Result<Exchange, LogReading.Failure> {
        do throws(LogUnreadable) {
            guard let exchange = try open().exchange(row.id) else {
                return .failure(LogReading.Failure(sentence: Self.missing(row)))
            }
            return .success(exchange.numbered(ExchangeID(logged: row.id)))
        } catch {
            return .failure(error)
        }
    }

    /// What the checks of a row said, and what its scripts wrote; empty if that cannot be read.
    private func checkLines(_ row: LogRow) -> [String] {
        do throws(LogUnreadable) { return try open().checkLines(row.id) } catch { return [] }
    }

    private static let deleted = "That exchange was deleted from the log."

    private static func missing(_ row: LogRow) -> String {
        if row.state.isRunning { return "That exchange is still running." }
        if row.isFactOnly { return "Only the fact that it was sent is stored: the request says # @no-log." }
        return row.state == .aborted
            ? "The program that sent it ended before the response came." : deleted
    }

    /// Reads the newest rows, then passes on what changes until it is stopped.
    func follow(_ reading: LogReading, post: @escaping @Sendable (Action) -> Void) {
        let task = Task.detached { [self] in
            do throws(LogUnreadable) {
                let reader = try open()
                let watch = try LogWatch(folder: reader.folder)
                // Known before the rows are read, so that no change is between them.
                var seen = try Place(reader)
                let wakes = watch.changes
                // Headers and bodies are searched from the newest exchange on: what is found comes as it is found.
                let isSearch = reading.condition.needsExchange
                let first = isSearch ? .success(LogReading.Rows(rows: [], isLast: true)) : read(reading)
                post(.logRead(reading, first, at: .now))
                async let searched: Void = isSearch ? search(reading, reader, post) : ()
                // Once before the first wake: the watch began after the place was known.
                passOn(&seen, reading, reader, post)
                for await _ in wakes { passOn(&seen, reading, reader, post) }
                await searched
            } catch {
                post(.logRead(reading, .failure(error), at: .now))
            }
        }
        followers.withLock { $0[reading.id] = task }
    }

    /// Passes on the rows that a search finds, at the latest after a tenth of a second.
    @concurrent private func search(
        _ reading: LogReading, _ reader: LogReader, _ post: @escaping @Sendable (Action) -> Void
    ) async {
        var found = LogChanges(follower: reading.id, rows: [], gone: [])
        var (count, posted) = (0, ContinuousClock.now)
        func passOn() {
            post(.logChanged(found, at: .now))
            (found.found, posted) = ([], .now)
        }
        let end: LogChanges.SearchEnd
        do throws(LogUnreadable) {
            try reader.search(
                reading.condition,
                onHit: { row in
                    found.found.append(row)
                    count += 1
                    if count == 1 { passOn() }
                },
                isStopped: {
                    if !found.found.isEmpty, posted.duration(to: .now) > .milliseconds(100) { passOn() }
                    return Task.isCancelled || count >= StoredLog.windowLimit
                })
            end = count >= StoredLog.windowLimit ? .limited : .complete
        } catch {
            end = .failed(sentence: error.sentence)
        }
        guard !Task.isCancelled else { return }
        found.searchEnd = end
        passOn()
    }

    /// What a follower has seen of the log.
    struct Place {
        fileprivate var change: Int64
        fileprivate var deletion: Int64
        /// The last reading failed, and a sentence said so.
        fileprivate var hasFailed = false

        init(_ reader: LogReader) throws(LogUnreadable) {
            change = try reader.lastChange()
            deletion = try reader.lastDeletion()
        }
    }

    /// Passes on what changed since a place was seen. What cannot be read is said once, and read again at the next call.
    func passOn(
        _ seen: inout Place, _ reading: LogReading, _ reader: LogReader, _ post: @Sendable (Action) -> Void
    ) {
        do throws(LogUnreadable) {
            try passOnChanges(&seen, reading, reader, post)
            seen.hasFailed = false
        } catch {
            if !seen.hasFailed, !Task.isCancelled { post(.failed(sentence: error.sentence)) }
            seen.hasFailed = true
        }
    }

    private func passOnChanges(
        _ seen: inout Place, _ reading: LogReading, _ reader: LogReader, _ post: @Sendable (Action) -> Void
    ) throws(LogUnreadable) {
        let now = try Place(reader)
        var unread: LogUnreadable?
        while !Task.isCancelled {
            let rows = try reader.changes(after: seen.change, limit: Self.batch)
            guard let last = rows.last else { break }
            seen.change = last.change
            var changes = changes(rows, reading, reader) { unread = unread ?? $0 }
            changes.isPruned = now.deletion > seen.deletion
            seen.deletion = max(seen.deletion, now.deletion)
            post(.logChanged(changes, at: .now))
            if rows.count < Self.batch { break }
        }
        if now.deletion > seen.deletion {
            seen.deletion = now.deletion
            post(.logChanged(LogChanges(follower: reading.id, rows: [], gone: [], isPruned: true), at: .now))
        }
        if let unread { throw unread }
    }

    /// - Parameter failed: gets the reason for each exchange that cannot be read; its row is judged without it.
    private func changes(
        _ rows: [LogRow], _ reading: LogReading, _ reader: LogReader, failed: (LogUnreadable) -> Void
    ) -> LogChanges {
        var changes = LogChanges(follower: reading.id, rows: [], gone: [])
        for row in rows {
            var exchange: Exchange?
            if reading.condition.needsExchange {
                do throws(LogUnreadable) { exchange = try reader.exchange(row.id) } catch { failed(error) }
            }
            if reading.condition.matches(row, exchange: exchange) {
                changes.rows.append(row)
            } else {
                changes.gone.append(row.id)
            }
        }
        return changes
    }

    /// The last row of each request whose file is in a folder or below it.
    func lastRows(under root: String) -> Result<[LogRow], LogReading.Failure> {
        do throws(LogUnreadable) { return .success(try open().lastRows(under: root)) } catch { return .failure(error) }
    }

    /// Changes or deletes a row.
    /// - Returns: why that failed.
    func mark(_ row: LogRow, _ mark: LogMark) -> LogReading.Failure? {
        do throws(LogUnreadable) {
            let editor = try LogEditor(folder: folder)
            let isFound: Bool
            switch mark {
            case .pinned(let isPinned): isFound = try editor.setPinned(isPinned, of: row.id)
            case .name(let name): isFound = try editor.setTag(name, of: row.id)
            case .deleted:
                try editor.delete(.number(.id, .init(row.id...row.id)))
                // One that was gone already is what was asked for.
                isFound = true
            }
            return isFound ? nil : LogReading.Failure(sentence: Self.deleted)
        } catch {
            return error
        }
    }

    func stop(_ id: LogReading.ID) { followers.withLock { $0.removeValue(forKey: id) }?.cancel() }
}
