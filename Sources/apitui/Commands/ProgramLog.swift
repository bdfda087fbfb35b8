import Base
import Explorer
import NetEngine
import NetEngineRequestLog
import Workspace

/// The request log of one call of the program. Sending never waits for it, and works without it.
struct ProgramLog: Sendable {
    private let store: RequestLogStore
    private let log: EngineLog

    /// - Parameters:
    ///   - isOff: `--no-log`.
    ///   - limits: how much is kept.
    ///   - report: receives a sentence, at most once for each kind of problem.
    /// - Returns: nil if nothing is logged.
    init?(
        _ engine: Engine, _ source: LogRow.Source, isOff: Bool, limits: RequestLogLimits,
        report: @escaping @Sendable (String) -> Void = { StandardStreams.live.report(SafeText("apitui: \($0)")) }
    ) {
        guard !isOff else { return nil }
        store = RequestLogStore(folder: nil, program: "apitui", source: source, limits: limits, report: report)
        log = engine.log(to: store)
    }

    /// The results of checks, without the secrets that are known only from variables.
    func add(_ outcome: Runner.Outcome) { store.add(outcome) }

    /// Returns when everything is written; called after the engine was shut down.
    func close() async {
        await log.finished()
        await store.close()
    }
}
