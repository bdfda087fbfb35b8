import NetEngine
import NetEngineRequestLog
import RequestLog

/// Rows of the request log to be read in the background.
package struct LogReading: Sendable {
    package typealias ID = Int

    /// Rows that are read at once.
    static let pageSize = 200

    package enum Page: Sendable, Hashable {
        case newest, oldest
        /// Older than the row with this id.
        case before(Int64)
        case after(Int64)
    }

    package struct Rows: Sendable {
        /// The oldest first.
        package var rows: [LogRow]
        /// Whether there are no more in that direction.
        package var isLast: Bool
    }

    package typealias Failure = LogUnreadable

    package var id: ID
    package var condition: LogCondition
    package var page: Page
    package var limit = Self.pageSize
}

/// Rows that are new or have changed since a follower looked last.
package struct LogChanges: Sendable {
    package var follower: LogReading.ID
    /// Those that meet its condition.
    package var rows: [LogRow]
    /// The ids of those that do not any more.
    package var gone: [Int64]
    /// Whether rows were deleted: what was read before may be gone.
    package var isPruned = false
    /// Older rows that a search in headers and bodies has found, the newest first.
    package var found: [LogRow] = []
    /// Whether the search is over, and whether there may be more.
    package var searchEnd: SearchEnd?

    package enum SearchEnd: Sendable, Hashable {
        case complete, limited
        /// What was found until then is shown all the same.
        case failed(sentence: String)
    }
}

/// What a user does to a row of the request log.
package enum LogMark: Sendable, Hashable {
    /// Retention never deletes a pinned row.
    case pinned(Bool)
    /// nil takes the name away.
    case name(String?)
    case deleted
}

/// An exchange that the user wants to send again.
enum ResendSubject: Sendable {
    /// One of this process, and the open request that sent it.
    case own(Exchange, of: OpenRequest.ID?)
    /// One of the request log.
    case logged(Exchange, LogRow)
}

/// An exchange to be sent again exactly as it was.
package struct Resend: Sendable {
    /// As it was sent.
    var exchange: Exchange
    /// When.
    var at: Timestamp
    /// Its row in the request log; nil for an exchange of this process, which holds its secrets.
    var row: LogRow?
    /// The open request that shows the response; nil if it is not open.
    var owner: OpenRequest.ID?
    var label: RequestLabel
    /// Looks up the secrets that the log does not have, and what it hides; nil if no open file has the request: then that of
    /// the row is read.
    var job: ResolveJob?

    /// What to do where the request is wanted as it is now; nil if no open file has it.
    var advice: String?
    /// Whether it is known that nothing is to be asked: the user has confirmed it, or an open file has its request, without a note.
    var isConfirmed = false
}

extension ExchangeID {
    /// Above all ids that this process gives; those of recorded runs are below those of the request log.
    private static let firstRecorded: UInt64 = 1 << 61
    private static let firstLogged: UInt64 = 1 << 62

    /// The id, in this process, of an exchange that was read from the request log.
    init(logged row: Int64) { self.init(rawValue: Self.firstLogged + UInt64(clamping: row)) }

    /// The id, in this process, of an exchange that was read from a recorded run.
    init(recorded ticket: Int) { self.init(rawValue: Self.firstRecorded + UInt64(clamping: ticket)) }

    /// Whether the exchange was read from the request log or from a recorded run.
    var isLogged: Bool { rawValue >= Self.firstRecorded }
}

extension Exchange {
    /// The same under another id: those of other processes mean other exchanges here.
    func numbered(_ id: ExchangeID) -> Exchange {
        Exchange(
            id: id, draft: draft, startedAt: startedAt, hops: hops, timings: timings, retryWait: retryWait,
            error: error,
            revalidates: revalidates)
    }
}
