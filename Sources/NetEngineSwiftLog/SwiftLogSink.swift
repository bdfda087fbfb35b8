import Logging
import NetEngine

#if !SwiftLog && !All
    #error("Name the trait SwiftLog in the line of this package: traits: [\"SwiftLog\"].")
#endif

/// Passes the engine's log to swift-log: constant messages, everything else as metadata, one `exchange` id on all lines.
///
/// Steps go at `trace`, the end at `info`, or at `failureLevel` when the exchange failed; cancelled ones at `info`.
public struct SwiftLogSink: LogSink {
    private let logger: Logger
    private let failureLevel: Logger.Level

    /// - Parameter failureLevel: default `warning`.
    public init(_ logger: Logger, failureLevel: Logger.Level = .warning) {
        self.logger = logger
        self.failureLevel = failureLevel
    }

    /// Passes the record to the logger at once.
    public func write(_ record: LogRecord) {
        var metadata: Logger.Metadata = ["exchange": "\(record.id)"]
        switch record.event {
        case .queued(let method, let url):
            metadata["method"] = "\(method)"
            metadata["url"] = "\(url)"
        case .hopStarted(let index, let method):
            metadata["hop"] = "\(index)"
            metadata["method"] = "\(method)"
        case .waitingForConnectivity, .nameResolved, .connected, .tlsDone, .requestSent: break
        case .uploadProgress(let sent, _): metadata["sent-bytes"] = "\(sent)"
        case .headReceived(let status, _): metadata["status"] = "\(status)"
        case .progress(let received, _): metadata["received-bytes"] = "\(received)"
        case .cacheDecided(let outcome, let phrase):
            metadata["cache"] = "\(outcome.rawValue)"
            metadata["cache-reason"] = "\(phrase)"
        case .redirected(let status): metadata["status"] = "\(status)"
        case .retryScheduled(let retry, _, let category):
            metadata["retry"] = "\(retry)"
            metadata["category"] = "\(category.rawValue)"
        case .finished(let summary):
            finish(summary, metadata)
            return
        }
        logger.trace("\(record.name)", metadata: metadata)
    }

    private func finish(_ summary: LogRecord.Summary, _ facts: Logger.Metadata) {
        var metadata = facts
        metadata["method"] = "\(summary.method)"
        metadata["url"] = "\(summary.url)"
        metadata["duration"] = "\(summary.timings.total)"
        if let status = summary.status { metadata["status"] = "\(status)" }
        if let count = summary.responseByteCount { metadata["response-bytes"] = "\(count)" }
        guard let error = summary.error else {
            logger.info("request finished", metadata: metadata)
            return
        }
        metadata["category"] = "\(error.category.rawValue)"
        metadata["error"] = "\(error.sentence)"
        if let phase = error.phase { metadata["phase"] = "\(phase.rawValue)" }
        if let underlying = error.underlying { metadata["underlying"] = "\(underlying)" }
        logger.log(level: error.category == .cancelled ? .info : failureLevel, "request failed", metadata: metadata)
    }
}
