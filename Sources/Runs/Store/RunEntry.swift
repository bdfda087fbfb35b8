import Base
import GRDB
import NetEngine
import NetEngineRequestLog
import Workspace

/// A recorded run in a list.
package struct RunEntry: Sendable, Hashable {
    let id: Int64
    /// The id that the user types.
    package let key: String
    package let name: String?
    package let startedAt: Timestamp
    /// What was run: the paths.
    package let title: String
    /// Of the recording.
    package let bytes: Int
    package let state: State
    /// nil while it runs, and for a run that was broken off.
    package let summary: RunFigures?

    package enum State: Sendable, Hashable { case running, brokenOff, ended }

    package init(
        id: Int64, key: String, name: String? = nil, startedAt: Timestamp, title: String, bytes: Int = 0, state: State,
        summary: RunFigures? = nil
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.startedAt = startedAt
        self.title = title
        self.bytes = bytes
        self.state = state
        self.summary = summary
    }

    init(_ row: Row) {
        id = row["id"]
        key = row["key"]
        name = row["name"]
        startedAt = Timestamp(microsecondsSince1970: row["started_at"])
        title = row["title"]
        bytes = row["bytes"]
        summary = (row["summary"] as String?).flatMap { RunFigures($0) }
        let process = LogProcess(pid: row["pid"], startedAt: row["process_start"], machine: row["machine"])
        state = summary != nil ? .ended : process.isRunning ? .running : .brokenOff
    }

    /// Whether both are of the same requests: of one plan, or of what the same paths and environment were then.
    package func isSame(as other: RunEntry) -> Bool {
        if title == other.title { return true }
        guard let plan = summary?.plan else { return false }
        return plan == other.summary?.plan
    }
}

extension RunHead {
    /// What was run, for lists.
    package var title: String {
        let what = paths.joined(separator: " ")
        return environment.map { "\(what) (\($0))" } ?? what
    }
}
