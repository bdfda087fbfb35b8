import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where log records go. Shipped: `ConsoleSink`, `JSONLinesSink`, and `SwiftLogSink` in the product NetEngineSwiftLog.
public protocol LogSink: Sendable {
    /// Called for one record after the other, in the order of the events; never for two at once by one `EngineLog`.
    func write(_ record: LogRecord)
}

extension Engine {
    /// Writes all events from now on to the sinks, without secrets.
    ///
    /// Runs beside the engine: a slow sink delays the log, never a request.
    /// - `bodyLimit`: characters of each body that are logged. Default 0: no bodies.
    @discardableResult
    public func log(
        to sinks: [any LogSink], redaction: Redaction = Redaction(), bodyLimit: Int = 0
    ) -> EngineLog {
        let events = events()
        return EngineLog(
            task: Task.detached {
                var memory = SecretMemory()
                for await event in events {
                    let record = LogRecord(event, redaction, bodyLimit: bodyLimit, memory: &memory)
                    for sink in sinks { sink.write(record) }
                }
            })
    }
}

/// A running log.
public struct EngineLog: Sendable {
    private let task: Task<Void, Never>

    /// - Parameter task: ends, when it is cancelled or there are no more events, after all is written.
    package init(task: Task<Void, Never>) { self.task = task }

    /// Ends it at once; what is not yet written is lost.
    public func stop() { task.cancel() }

    /// Returns when everything is written: after `Engine.shutdown()`, or after `stop()`.
    public func finished() async { await task.value }
}

/// Takes finished text: a descriptor, a file, or your own function.
public struct LogOutput: Sendable {
    private let take: @Sendable (String) -> Void

    /// Passes each finished text, with its line breaks, to a function.
    /// - Parameter take: called for one text after the other; a slow one delays the log only.
    public init(_ take: @escaping @Sendable (String) -> Void) { self.take = take }

    /// Standard error. What cannot be written is dropped.
    public static let standardError = LogOutput { DescriptorText.write($0, to: STDERR_FILENO) }

    /// Appends to a file, which is made if it is missing, readable by its owner only. Each record is one `write`.
    /// - Throws: `internal` with the errno, when the file cannot be opened.
    public static func file(_ path: String) throws(EngineError) -> LogOutput {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            throw EngineError(
                .internal, "The log file \(path) cannot be opened.",
                hint: "Check the name and the permissions of the file.",
                underlying: UnderlyingCode(errno: code))
        }
        let file = OwnedDescriptor(descriptor)
        return LogOutput { DescriptorText.write($0, to: file.number) }
    }

    func callAsFunction(_ text: String) { take(text) }
}

/// Closed with its last reference.
private final class OwnedDescriptor: Sendable {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
}

private enum DescriptorText {
    /// A log that cannot be written does not make anything fail.
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
