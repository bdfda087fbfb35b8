import Base
import NetEngine
import Workspace

/// What is known of a run before its first request: what is sent, in which order, and how.
package struct RunHead: Sendable, Hashable {
    /// Of the format of recordings. A reader passes over members that it does not know, so this changes only where old ones
    /// change their meaning.
    package static let version = 1

    /// The name that request logs use, too.
    package var id: String
    /// What the user calls it.
    package var name: String?
    package var startedAt: Timestamp
    /// The version of the program.
    package var program: String
    /// What the user asked for: paths as they were typed.
    package var paths: [String] = []
    package var environment: String?
    package var settings = Settings()
    /// The requests, in the order of the plan. Results name them by their index here.
    package var requests: [Request] = []
    /// nil if it is not a part of a larger run.
    package var shard: Shard?
    /// Of a run that was joined from its parts: the numbers of those that are missing.
    package var missingParts: [Int] = []
    /// How many files of the paths could not be read: what is in them is not among the requests.
    package var unreadable = 0

    package init(
        id: String, name: String? = nil, startedAt: Timestamp, program: String, paths: [String] = [],
        environment: String? = nil, settings: Settings = Settings(), requests: [Request] = [], shard: Shard? = nil
    ) {
        self.id = id
        self.name = name
        self.startedAt = startedAt
        self.program = program
        self.paths = paths
        self.environment = environment
        self.settings = settings
        self.requests = requests
        self.shard = shard
    }

    /// How it sends.
    package struct Settings: Sendable, Hashable {
        package var jobs = 1
        /// How many times the plan is sent at most; nil if only `duration` ends it.
        package var rounds: Int? = 1
        /// Starts a second; nil if a request starts as soon as a job is free.
        package var rate: Double?
        /// How long requests start; nil without a limit.
        package var duration: Duration?
        /// The file with one row for each round.
        package var data: String?
        /// How many rows it has; nil if that was not recorded.
        package var rows: Int?
        /// What the cache was used for, if a flag says it.
        package var cache: String?

        package init() {}

        /// `round 2`, of a data file `row 3`, and `row 3, round 2` where its rows are sent again; nil if the plan is sent once.
        /// - Parameter round: from 0.
        package func text(ofRound round: Int) -> String? {
            guard rounds != 1 || round > 0 else { return nil }
            guard let row = row(ofRound: round) else { return "round \(round + 1)" }
            guard let rows, rows > 0, rounds.map({ $0 <= rows }) != true else { return "row \(row)" }
            return "row \(row), round \(round / rows + 1)"
        }

        /// The row of the data file that a round is sent with, from 1; nil without a data file.
        /// - Parameter round: from 0.
        package func row(ofRound round: Int) -> Int? {
            guard data != nil else { return nil }
            guard let rows, rows > 0 else { return round + 1 }
            return round % rows + 1
        }
    }

    /// A request of the plan.
    package struct Request: Sendable, Hashable {
        /// As commands print it.
        package var file: String
        package var line: Int
        /// Its name, or `GET /path`.
        package var id: String
        package var method: String
        /// As it is written, with its variables; secrets are not in it.
        package var url: String
        package var tags: [String] = []
        /// The indexes of the requests that end before it starts.
        package var needs: [Int] = []
        /// Which turn of a loop it is, in words; nil without one.
        package var turn: String?
        package var isDisabled = false
        /// Why it is in the plan, in words: `asked for`, or what needs it; nil if that was not recorded.
        package var reason: String?

        package init(
            file: String, line: Int, id: String, method: String, url: String = "", tags: [String] = [],
            needs: [Int] = [], turn: String? = nil, isDisabled: Bool = false,
            reason: String? = nil
        ) {
            self.file = file
            self.line = line
            self.id = id
            self.method = method
            self.url = url
            self.tags = tags
            self.needs = needs
            self.turn = turn
            self.isDisabled = isDisabled
            self.reason = reason
        }

        /// What makes it the same request in another run: file and name, not the line.
        package var key: Key { Key(file: file, id: id, turn: turn) }

        package struct Key: Sendable, Hashable {
            package var file: String
            package var id: String
            package var turn: String?
        }
    }

    /// One of several parts of a run.
    package struct Shard: Sendable, Hashable {
        /// From 1.
        package var index: Int
        package var count: Int
        /// Of the whole plan: parts with another one do not belong together.
        package var plan: String
        /// Which of the plan's requests are sent by this part, by index.
        package var requests: [Int]
        /// How many times the machine had started this part before.
        package var attempt: Int

        package init(index: Int, count: Int, plan: String, requests: [Int], attempt: Int = 0) {
            self.index = index
            self.count = count
            self.plan = plan
            self.requests = requests
            self.attempt = attempt
        }
    }
}

extension RunHead {
    /// A sentence that names the missing parts of a joined run; nil if there are none.
    var missingPartsSentence: String? {
        missingParts.isEmpty ? nil : Self.missing(missingParts, of: "the run") + "."
    }

    /// A sentence about the files that could not be read; nil if all could.
    var unreadableSentence: String? {
        guard unreadable > 0 else { return nil }
        let whose = unreadable == 1 ? "its" : "their"
        return "\(Formatting.count(unreadable, "file")) could not be read; \(whose) requests were not sent."
    }

    /// A sentence for each reason why requests of the paths are not in the run, whatever ended it.
    package var missingSentences: [String] { [missingPartsSentence, unreadableSentence].compactMap(\.self) }

    /// Whether all that it was to send was sent: it did not break off, was not stopped, and no part is missing.
    /// - Parameter end: nil if the recording ends before the run did.
    package func isWhole(_ end: RunEnd?) -> Bool {
        missingParts.isEmpty && (end?.reason == .complete || end?.reason == .duration)
    }

    /// `Parts 2, 4 of 5 are missing`.
    static func missing(_ parts: [Int], of whole: String) -> String {
        let numbers = NameList.text(parts.map(String.init))
        return parts.count == 1 ? "Part \(numbers) of \(whole) is missing" : "Parts \(numbers) of \(whole) are missing"
    }
}

/// What is known of a run after its last request.
package struct RunEnd: Sendable, Hashable {
    /// Why no further request was started.
    package enum Reason: String, Sendable, Hashable {
        /// All were.
        case complete
        /// `--fail-fast`.
        case failure
        /// ^C, SIGTERM or SIGHUP.
        case interrupted
        /// The time of `--duration` was over.
        case duration

        /// Whether requests in flight are cancelled, as `--graceful-stop` says, in a run that came to its end.
        var cancelsAtItsEnd: Bool { self == .duration }
    }

    package var elapsed: Duration
    package var reason: Reason
    /// Requests of the plan that never started.
    package var notReached: Int
    /// Of a joined run: lines of its parts that could not be read.
    package var damaged: Int

    package init(elapsed: Duration, reason: Reason, notReached: Int = 0, damaged: Int = 0) {
        self.elapsed = elapsed
        self.reason = reason
        self.notReached = notReached
        self.damaged = damaged
    }
}
