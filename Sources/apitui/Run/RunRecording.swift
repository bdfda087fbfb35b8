import Base
import NetEngine
import NetEngineRequestLog
import Reports
import Runs
import Workspace

/// The recording that a call of `run` writes: into the request log, and into files where flags ask for it. Used by one thread.
final class RunRecording: Sendable {
    // Only the thread that prints the results uses it, after `begin` made it on the same thread.
    private nonisolated(unsafe) let recorder: RunRecorder
    /// What the reports of this run are made of; nil if none are.
    let source: RecordingSource?
    /// What `apitui runs show` accepts for this run; nowhere if only its reports are made of it.
    let reference: RunReference
    private let id: String

    private init(_ recorder: RunRecorder, id: String, source: RecordingSource?, reference: RunReference) {
        self.recorder = recorder
        self.id = id
        self.source = source
        self.reference = reference
    }

    /// - Parameters:
    ///   - limits: how much the request log keeps; nil for `--no-log`.
    ///   - hasReports: whether the results are read again at the end.
    /// - Returns: nil if nothing is recorded.
    /// - Throws: if a file of the flags cannot be written; the request log is only reported.
    static func begin(
        _ head: RunHead, _ flags: RecordingFlags, limits: RequestLogLimits?, hasReports: Bool = false
    ) throws(CommandFailure) -> RunRecording? {
        var places: [any RecordingPlace] = []
        var source: RecordingSource?
        do throws(RunStoreError) {
            if let path = flags.out { places.append(try RecordingFile(path: path)) }
            if hasReports {
                let temporary = try TemporaryRecording()
                source = temporary.source
                places.append(temporary)
            }
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
        var reference = flags.out.map { RunReference.file($0) } ?? .nowhere
        if let limits, let place = stored(head, limits) {
            places.append(place)
            reference = .id
        }
        guard !places.isEmpty else { return nil }
        return RunRecording(
            RunRecorder(head, to: places, report: { report($0) }), id: head.id, source: source, reference: reference)
    }

    /// The place of a run in the request log. A run is sent though it cannot be kept there: then why is reported, and this is nil.
    static func stored(_ head: RunHead, _ limits: RequestLogLimits) -> StoredRecording? {
        do throws(RunStoreError) {
            return try RunStore(limits: limits).begin(head, report: report)
        } catch {
            if !error.sentence.isEmpty { report(error.sentence) }
            return nil
        }
    }

    /// Reports a sentence about a recording, on standard error.
    static func report(_ sentence: String) { StandardStreams.live.report(SafeText("apitui: \(sentence)")) }

    /// `reference` as it is typed; nil for nowhere.
    var referenceText: String? { reference.text(id: id) }

    var isIncomplete: Bool { recorder.isIncomplete }
    func add(_ record: RunRecord, _ exchange: RecordedParts?) { recorder.add(record, exchange) }
    func write() { recorder.write() }
    func writeIfDue() { recorder.writeIfDue() }

    func close(_ end: RunEnd, totals: Runner.Totals, latency: LatencyDistribution) {
        recorder.close(end, totals: totals, latency: latency)
    }
}

extension RunHead {
    init(
        id: String, name: String?, paths: [String], environment: String?, steps: [SendPlan.Step], pace: PaceFlags,
        jobs: Int, rounds: Int, rows: Int, cache: String?, shard: Shard?, unreadable: Int = 0
    ) {
        var settings = Settings()
        settings.jobs = jobs
        settings.rounds = pace.duration == nil ? rounds : nil
        settings.rate = pace.startsPerSecond
        settings.duration = pace.pace.duration
        settings.data = pace.data
        if pace.data != nil { settings.rows = rows }
        settings.cache = cache
        self.init(
            id: id, name: name, startedAt: .now, program: ProgramVersion.number, paths: paths, environment: environment,
            settings: settings, requests: steps.map { Request($0) }, shard: shard)
        self.unreadable = unreadable
    }
}
