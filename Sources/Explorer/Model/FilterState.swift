import Base
import Bodies
import TerminalUI

/// When a filter that is being typed runs, and what of it is shown. A value: moments and results are given to it.
///
/// A cheap filter runs at once after each key, a dearer one when the user pauses, and one of more than a second on a
/// sample until Enter. A result that comes after a further key was typed is dropped; the last good one stays.
package struct FilterState: Sendable {
    package struct Run: Sendable {
        package typealias ID = Int

        /// Fresh for each run.
        var id: ID
        var text: String
        var filter: BodyFilter
        var isSample: Bool
        /// Whether Enter asked for it.
        var isFinal: Bool
    }

    struct Shown: Sendable {
        var text: String
        var body: FilteredBody
    }

    /// Under this a filter runs with every key.
    static let immediate = Duration.milliseconds(10)
    static let pause: ClosedRange<Duration> = .milliseconds(120)...(.milliseconds(250))
    /// Beyond this only a sample is looked at while typing.
    static let sampling = Duration.seconds(1)
    /// What JSON and XML cost until a run has been measured.
    private static let bytesPerMillisecond = 50_000

    let language: BodyFilter.Language
    private(set) var text = ""
    private(set) var shown: Shown?
    /// What is wrong, or what there is to know: a sentence.
    private(set) var message: String?
    private(set) var running: Run?
    /// When the filter that was typed is to run.
    private(set) var due: MonotonicTime?
    /// What the whole body costs.
    private var cost: Duration

    init(language: BodyFilter.Language, byteCount: Int) {
        self.language = language
        cost = .milliseconds(byteCount / Self.bytesPerMillisecond)
    }

    /// Whether what is shown belongs to what was typed before.
    var isOutdated: Bool { shown.map { $0.text != text } ?? false }
    /// Whether Enter would run it.
    var isReady: Bool { if case .filter = BodyFilter.read(text, language) { true } else { false } }
    private var samples: Bool { cost > Self.sampling && language == .jsonPath }

    /// The text has changed.
    mutating func typed(_ text: String, at now: MonotonicTime) {
        guard text != self.text else { return }
        self.text = text
        due = nil
        message = nil
        switch BodyFilter.read(text, language) {
        case .empty: shown = nil
        case .incomplete: message = "incomplete"
        case .wrong(let reason, _): message = reason
        case .filter(.command): message = "Enter runs the command"
        case .filter:
            let expected = samples ? .milliseconds(FilteredBody.sampleBytes / Self.bytesPerMillisecond) : cost
            let isCheap = expected < Self.immediate
            due = isCheap ? now : now + min(Self.pause.upperBound, max(Self.pause.lowerBound, expected))
        }
    }

    /// What is to run by now, if anything.
    mutating func start(id: Int, at now: MonotonicTime) -> Run? {
        guard let due, due <= now else { return nil }
        return begin(id: id, isSample: samples, isFinal: false)
    }

    /// Enter: all of it, commands too.
    mutating func enter(id: Int) -> Run? { begin(id: id, isSample: false, isFinal: true) }

    private mutating func begin(id: Int, isSample: Bool, isFinal: Bool) -> Run? {
        due = nil
        guard case .filter(let filter) = BodyFilter.read(text, language) else { return nil }
        let run = Run(id: id, text: text, filter: filter, isSample: isSample, isFinal: isFinal)
        running = run
        message = nil
        return run
    }

    /// Nobody waits for the run any more.
    mutating func stop() {
        running = nil
        due = nil
        message = "stopped"
    }

    /// A run has ended after that time. Late ones change nothing.
    mutating func finished(_ id: Int, _ outcome: Result<FilteredBody, BodyFilter.Failure>, after time: Duration) {
        guard let run = running, run.id == id else { return }
        running = nil
        if case .command = run.filter {} else if !run.isSample { cost = time }
        guard run.text == text else { return }
        switch outcome {
        case .failure(.stopped): message = "stopped"
        case .failure(.sentence(let sentence)): message = sentence
        case .success(let body):
            if body.matches == 0 {
                // The last good result stays while typing: `$.item` is on the way to `$.items`.
                message = "no match" + Self.sampleNote(body)
                if run.isFinal { shown = nil }
            } else {
                shown = Shown(text: run.text, body: body)
            }
        }
    }

    /// How far the result goes, beside the field.
    var note: String {
        if let message { return message }
        if running != nil { return "running\u{2026}" }
        guard let shown, !isOutdated else { return "" }
        let matches = shown.body.matches.map { Formatting.count($0, $0 == 1 ? "match" : "matche") }
        let end = matches ?? shown.body.remark ?? "done"
        return end + Self.sampleNote(shown.body)
            + (shown.body.isCut ? ", the first \(Formatting.byteCount(FilteredBody.limit)) shown" : "")
    }

    private static func sampleNote(_ body: FilteredBody) -> String {
        body.sampledBytes.map { " in a sample of \(Formatting.byteCount($0)); Enter looks at all" } ?? ""
    }
}
