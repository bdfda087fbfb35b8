import Base
import GRDB
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite
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

    init(_ row: Row) throws {
        id = try row.read(column: "id")
        key = try row.read(column: "key")
        name = try row.read(column: "name")
        startedAt = Timestamp(microsecondsSince1970: try row.read(column: "started_at"))
        title = try row.read(column: "title")
        bytes = try row.read(column: "bytes")
        let figures: String? = try row.read(column: "summary")
        summary = figures.flatMap { RunFigures($0) }
        let process = LogProcess(
            pid: try row.read(column: "pid"), startedAt: try row.read(column: "process_start"),
            machine: try row.read(column: "machine"))
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
