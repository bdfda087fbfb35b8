import Base
import NetEngine
import Runs
import TerminalUI
import Workspace

/// The run that this screen sends, or sent last.
struct LiveRun: Sendable {
    let id: ReplayJob.ID
    let title: String
    private(set) var account: RunAccount
    /// The requests of the plan in the tree; nil for one that is gone.
    let keys: [RequestKey?]
    let isRecorded: Bool
    /// Requests that began and have not ended, by index, with how often.
    private(set) var running: [Int: Int] = [:]
    let startedAt: MonotonicTime
    private(set) var isStopping = false

    init(_ job: ReplayJob.ID, title: String, _ planned: ReplayPlanned, keys: [RequestKey?], at now: MonotonicTime) {
        id = job
        self.title = title
        account = RunAccount(planned.head)
        self.keys = keys
        isRecorded = planned.isRecorded
        startedAt = now
    }

    var isOver: Bool { account.end != nil }
    var key: String { account.head.id }

    /// The requests of the tree that are being sent.
    var runningKeys: [RequestKey] {
        running.keys.compactMap { keys.indices.contains($0) ? keys[$0] : nil }
    }

    mutating func take(_ news: ReplayNews) {
        for step in news.began { running[step, default: 0] += 1 }
        for record in news.records {
            account.add(record)
            let step = record.item.step
            if let count = running[step] { running[step] = count > 1 ? count - 1 : nil }
        }
        guard let end = news.end else { return }
        account.close(end)
        running = [:]
    }

    mutating func stop() { isStopping = true }

    /// How far it is, or how it ended.
    func progress(at now: MonotonicTime) -> String {
        if isOver { return RunWords.totals(account) }
        let text = RunProgressText.text(
            done: account.count, failed: account.totals.failed, of: max(account.count, account.head.requests.count),
            after: now.since(startedAt))
        return isStopping ? "stopping: \(text)" : text
    }
}
