import ArgumentParser
import Base
import HTTPFormat
import NetEngine
import Runs
import Settings
import Workspace

/// What `run` sends, of all requests of its files.
struct SelectionFlags: ParsableArguments {
    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp(
            "Send requests with this tag (# @tag smoke), or with another --tag. May be repeated.", valueName: "tag"))
    var tags: [String] = []

    @Option(
        name: .customLong("skip-tag"),
        help: ArgumentHelp("Leave out requests with this tag. May be repeated.", valueName: "tag"))
    var skippedTags: [String] = []

    @Option(
        name: .customLong("filter"),
        help: ArgumentHelp(
            "Send requests whose name, file or FILE#NAME matches: * is any text, ? a character. May be repeated.",
            valueName: "glob"))
    var filters: [String] = []
}

/// When `run` starts requests, and when it stops.
struct PaceFlags: ParsableArguments {
    // `.unconditional` takes `-1` for the number that it is, so that `validate` says which numbers there are.
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("How many requests run at a time, 1 to 10000.", valueName: "count"))
    var jobs: Int?

    @Option(
        name: [.customLong("repeat"), .customShort("n"), .customLong("iteration-count")], parsing: .unconditional,
        help: ArgumentHelp(
            "How many times to send the whole plan, 1 to 1000000; with --data, for each row.", valueName: "count"))
    var `repeat`: Int?

    @Option(
        name: [.customLong("data"), .customShort("d"), .customLong("iteration-data")],
        help: ArgumentHelp(
            "Send the plan once for each row of this file, with its columns as variables: CSV whose first row has the names, a JSON array of objects, or JSON Lines.",
            valueName: "file"), completion: .file())
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Repeat the plan until this time is over, such as 30s or 5m; then no request starts.", valueName: "time"))
    var duration: String?

    @Option(
        help: ArgumentHelp(
            "Start this many requests a second, such as 50/s or 600/m, whether earlier ones have ended or not. Latency is counted from the planned start.",
            valueName: "rate"))
    var rate: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --rate: how many requests may be in flight. Default 1000.", valueName: "count"))
    var maxInFlight: Int?

    @Option(
        help: ArgumentHelp(
            "After --duration, how long to wait for requests in flight before they are cancelled. Default 30s.",
            valueName: "time"))
    var gracefulStop: String?

    @Option(
        name: [.customLong("delay"), .customLong("delay-request")],
        help: ArgumentHelp("Wait this long after each request of a job, such as 100ms.", valueName: "time"))
    var delay: String?

    @Flag(
        name: [.customLong("fail-fast"), .customLong("bail")],
        help: "Start no further request after one that failed.")
    var failFast = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Send a request that failed, by its checks too, again up to this many times.", valueName: "count"))
    var retry: Int?

    @Option(help: ArgumentHelp("The pause before such a request is sent again. Default 1s.", valueName: "time"))
    var retryInterval: String?

    @Option(
        name: [.customLong("timeout"), .customLong("timeout-request")],
        help: ArgumentHelp("The time limit of each request, such as 10s; it overrides # @timeout.", valueName: "time")
    )
    var timeout: String?

    static let mostInFlight = 1000
    /// More rounds than any run can send.
    static let endless = 1_000_000_000

    func validate() throws {
        if let jobs, !(1...10_000).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 10000.") }
        if let `repeat`, !(1...1_000_000).contains(`repeat`) {
            throw ValidationError("--repeat takes a number from 1 to 1000000.")
        }
        if let maxInFlight, !(1...10_000).contains(maxInFlight) {
            throw ValidationError("--max-in-flight takes a number from 1 to 10000.")
        }
        if let retry, !(0...1000).contains(retry) { throw ValidationError("--retry takes a number from 0 to 1000.") }
        if maxInFlight != nil, rate == nil { throw ValidationError("--max-in-flight goes with --rate.") }
        if rate != nil, jobs != nil {
            throw ValidationError(
                "--rate starts requests at their moments; limit them by --max-in-flight instead of --jobs.")
        }
        if gracefulStop != nil, duration == nil { throw ValidationError("--graceful-stop goes with --duration.") }
        if retryInterval != nil, retry == nil { throw ValidationError("--retry-interval goes with --retry.") }
        if duration != nil, `repeat` != nil {
            throw ValidationError("--duration and --repeat both say when the run ends; use one of them.")
        }
        _ = try (time(duration, "--duration"), time(delay, "--delay"), time(gracefulStop, "--graceful-stop"))
        _ = try (time(retryInterval, "--retry-interval"), time(timeout, "--timeout"))
        if rate != nil, startsPerSecond == nil {
            throw ValidationError("--rate takes a number such as 50/s, 600/m or 2.5, from 0.001/h to 1000000/s.")
        }
        for (flag, text) in [("--duration", duration), ("--timeout", timeout)] {
            guard let text, FlagTime.read(text) == .zero else { continue }
            throw ValidationError("\(flag) takes a time longer than 0.")
        }
    }

    private func time(_ text: String?, _ flag: String) throws -> Duration? {
        guard let text else { return nil }
        guard let time = FlagTime.read(text) else {
            throw ValidationError("\(flag) takes a time with its unit, such as 500ms, 30s, 5m or 1h, not '\(text)'.")
        }
        return time
    }

    /// Starts a second. With fewer, the second start would come after the longest duration of a run.
    private static let rates = 0.001 / 3600...1_000_000

    /// nil without `--rate`.
    var startsPerSecond: Double? {
        guard let rate else { return nil }
        let parts = rate.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = Double(parts[0]), number > 0, number.isFinite else { return nil }
        let seconds: Double
        switch parts.count > 1 ? parts[1].lowercased() : "s" {
        case "s", "sec", "1s": seconds = 1
        case "m", "min", "1m": seconds = 60
        case "h", "1h": seconds = 3600
        default: return nil
        }
        let perSecond = number / seconds
        return Self.rates.contains(perSecond) ? perSecond : nil
    }

    /// How many requests may be in flight.
    var width: Int { rate == nil ? jobs ?? 1 : maxInFlight ?? Self.mostInFlight }

    var pace: RunPace {
        var pace = RunPace()
        pace.rate = startsPerSecond
        pace.duration = duration.flatMap(FlagTime.read)
        pace.delay = delay.flatMap(FlagTime.read) ?? .zero
        return pace
    }

    var grace: Duration { gracefulStop.flatMap(FlagTime.read) ?? .seconds(30) }

    /// - Parameter rows: of the data file; 0 without one.
    func rounds(rows: Int) -> Int {
        guard duration == nil else { return Self.endless }
        return (`repeat` ?? 1) * max(1, rows)
    }
}

/// How a run is kept, and when it counts as failed.
struct RecordingFlags: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Name the recording, for 'apitui runs' and 'apitui compare'; an older one loses the name.",
            valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp("Also write the recording to this file, for another machine.", valueName: "file"),
        completion: .file())
    var out: String?

    @Option(
        help: ArgumentHelp(
            "Exit with 1 only for failures of this category (timeout, server-error …), or 'check' for failed checks. May be repeated.",
            valueName: "category"))
    var failOn: [String] = []

    func validate() throws {
        try Self.check(name: name)
        if let out { try RequestFilePath.refuse(out, flag: "--out", what: "a recording") }
        for word in failOn where word != Self.check && ErrorCategory(rawValue: word) == nil {
            let words = [Self.check] + ErrorCategory.allCases.map(\.rawValue)
            let near = NameSuggestion.question(for: word, among: words)
            throw ValidationError("--fail-on takes 'check' or an error category, not '\(word)'.\(near)")
        }
    }

    static let check = "check"

    static func check(name: String?) throws {
        if let name, let what = RunEntry.problem(withName: name) { throw ValidationError("--as takes \(what).") }
    }

    /// Whether a failure makes the run fail.
    func counts(_ record: RunRecord) -> Bool {
        guard record.word == .failed else { return false }
        guard !failOn.isEmpty else { return true }
        if record.checks.failed > 0, failOn.contains(Self.check) { return true }
        guard let category = record.category, !record.checks.excusesError else { return false }
        return failOn.contains(category.rawValue)
    }
}

/// Times in flags: a number with its unit.
enum FlagTime {
    /// nil if it is none. At most 30 days.
    static func read(_ text: String) -> Duration? {
        TimeText.read(text).flatMap { $0 <= .seconds(30 * 86_400) ? $0 : nil }
    }
}
