import Base
import Glibc
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI

/// `apitui log --follow`: prints what happens from now on. Sleeps until a commit of any process wakes it.
struct LogFollow {
    /// While exchanges are under way: for those whose process dies, and for the time that they have taken so far.
    private static let milliseconds: Int32 = 1000

    let reader: LogReader
    let condition: LogCondition
    let isJSON: Bool
    let showsPending: Bool

    /// - Parameter last: how many rows are printed before, the newest; nil for all.
    func run(last: Int?) throws {
        let wake = WakePipe()
        let signals = try SignalWatch { wake.wake() }
        defer { signals.end() }
        let watch = try LogWatch(folder: reader.folder)
        // Before the first page, so that nothing is missed.
        var change = try reader.lastChange()
        let newest = try reader.page(.all([]), before: nil, limit: 1).first?.id ?? 0
        let known = try reader.page(condition, before: nil, limit: last ?? .max)
        let open = try reader.page(.flag(.pending), before: nil, limit: Self.step)
        let ids = Set(known.map(\.id))
        let pending = try open.filter { try !ids.contains($0.id) && passes($0) }
        let rows = (known + pending).sorted { $0.id < $1.id }
        var follower = LogFollower(
            shown: rows, newest: newest, open: open.map(\.id), showsBeginnings: showsPending)
        let output = LogFollowOutput(isJSON: isJSON, showsPending: showsPending, sample: rows)
        output.show(rows, running: follower.runningRows)
        while signals.received == nil {
            var entries = [
                pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
                // Only its end is of interest: the reader left.
                pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            ]
            let count = poll(&entries, nfds_t(entries.count), follower.running.isEmpty ? -1 : Self.milliseconds)
            if StandardDescriptors.hasNoReader(entries[2]) { throw CommandFailure([], status: .readerLeft) }
            var news: [LogRow] = []
            if watch.takeChanges() || count == 0 { news = try self.news(after: &change, &follower) }
            output.show(news, running: follower.runningRows)
        }
        throw CommandFailure([], status: signals.received ?? .interrupted)
    }

    private static let step = 500

    private func news(after change: inout Int64, _ follower: inout LogFollower) throws -> [LogRow] {
        var news: [LogRow] = []
        while true {
            let rows = try reader.changes(after: change, limit: Self.step)
            for row in rows where try !passes(row) { follower.remove(row.id) }
            // That an exchange began may not pass though its end does.
            news += follower.take(try rows.filter(passes)).filter { condition.needsDatabase || condition.matches($0) }
            guard let last = rows.last else { break }
            change = last.change
            if rows.count < Self.step { break }
        }
        // A process that died does not write: its rows are read again.
        for id in follower.running.keys {
            if let row = try reader.row(id), try passes(row) {
                news += follower.take([row])
            } else {
                follower.remove(id)
            }
        }
        return news
    }

    private func passes(_ row: LogRow) throws -> Bool {
        if condition.needsDatabase {
            return try !reader.page(.all([.number(.id, .init(row.id...row.id)), condition]), before: nil, limit: 1)
                .isEmpty
        }
        return condition.matches(row)
    }
}

extension LogCondition {
    /// Whether a row alone does not decide it: stored exchanges, or what was usual for the request.
    fileprivate var needsDatabase: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.needsDatabase)
        case .not(let part): part.needsDatabase
        case .header, .body, .flag(.slow): true
        case .number, .text, .flag: false
        }
    }
}

/// The lines of a follower: replaced on a terminal, appended in a pipe.
final class LogFollowOutput {
    private let isJSON: Bool
    private let showsPending: Bool
    private let streams = StandardStreams.live
    private var screen = LogScreen()
    /// The newest rows, which decide how wide the columns are at least.
    private var recent: [LogRow]
    /// Of the lines above.
    private var table: LogTable?

    init(isJSON: Bool, showsPending: Bool, sample: [LogRow]) {
        self.isJSON = isJSON
        self.showsPending = showsPending
        recent = sample
    }

    func show(_ news: [LogRow], running: [LogRow]) {
        let isLive = streams.outputIsTerminal && !isJSON
        let ended = news.filter { !$0.state.isRunning || (showsPending && !isLive) }
        recent = (recent + news).suffix(50)
        if isJSON {
            return streams.writeBytes(ended.flatMap { LogRowJSON.document($0).bytes + [Byte.lineFeed] })
        }
        guard !ended.isEmpty || isLive else { return }
        let size = streams.outputSize
        let table = LogTable(
            for: recent + running, width: size?.columns, now: .now, zone: LocalTime.zone, after: self.table)
        self.table = table
        let lines = ended.map(table.line)
        guard isLive, let size else {
            return streams.writeBytes(
                lines.flatMap { LogScreen.bytes($0, usesColor: streams.usesColor) + [Byte.lineFeed] })
        }
        let bytes = screen.draw(
            ended: lines, running: running.map(table.line), columns: size.columns, rows: size.rows,
            usesColor: streams.usesColor)
        if !bytes.isEmpty { streams.writeBytes(bytes) }
    }
}
