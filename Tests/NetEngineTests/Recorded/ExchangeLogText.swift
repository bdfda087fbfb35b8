import Logging
import NetEngineSwiftLog
import Synchronization
import TestSupport

@testable import NetEngine
@testable import NetEngineRequestLog

/// What logs write of an exchange, with times that are always the same.
enum ExchangeLogText {
    static func text(_ events: [EngineEvent], _ whole: Exchange) -> String {
        let output = Collected()
        let sinks: [(String, any LogSink)] = [
            ("one-line", ConsoleSink(.oneLine, output: output.output)),
            ("pretty", ConsoleSink(.pretty, output: output.output)),
            ("curl", ConsoleSink(.curl, output: output.output)), ("json", JSONLinesSink(output.output)),
            ("swift-log", SwiftLogSink(Logger(label: "test") { _ in MessageHandler(output: output.output) })),
        ]
        let start = ExchangeFixtures.start.microsecondsSince1970
        var text = ""
        for (name, sink) in sinks {
            var memory = SecretMemory()
            for (index, event) in events.enumerated() {
                let timed = EngineEvent(
                    id: ExchangeID(rawValue: 1),
                    at: Timestamp(microsecondsSince1970: start + Int64(index) * 1000),
                    elapsed: .milliseconds(index), step: step(event.step), draft: event.draft)
                sink.write(
                    LogRecord(timed, Redaction(names: ["pin"], secrets: ["s3cr3t"]), bodyLimit: 40, memory: &memory))
            }
            text += "log \(name)\n" + output.take()
        }
        return text
    }

    /// The row of the request log, at first and at the end.
    private static func row(_ whole: Exchange) -> String {
        let redactor = StoringRedactor(Redaction(), storing: whole)
        let process = LogProcess(pid: 1, startedAt: 0, machine: "m")
        var row = LogRow(
            whole.draft, at: ExchangeFixtures.start, LogOwner(program: "p", source: .library, process: process),
            redactor)
        var text = "row \(row.state) \(row.method) \(row.url), host \(row.host), path \(row.path)\n"
        row.finish(whole, redactor)
        // It counts the real time before the hop.
        let hasFirstByte = row.firstByte != nil
        row.firstByte = nil
        row.duration = row.duration.map { .seconds($0.components.seconds) }
        text += Printed(row).text
        return text + (hasFirstByte ? "  with the time of the first byte\n" : "")
    }

    /// What the request log keeps, read back.
    static func stored(_ whole: Exchange) -> String {
        let stored = StoredExchange(hidingSecretsOf: timed(whole), bodyLimit: 40)
        var text = row(timed(whole))
        for body in stored.bodies {
            text += "kept body \(body.slot), \(body.size) bytes\(body.isCut ? ", cut" : ""): "
            text += "\(Printed.escaped(String(decoding: body.bytes, as: UTF8.self)))\n"
        }
        let read = StoredExchange.decode(stored.data) { slot in
            stored.bodies.first { $0.slot == slot }.map { (bytes: BodyBytes($0.bytes), size: $0.size, isCut: $0.isCut) }
        }
        guard let read else { return text + "kept nothing\n" }
        text += "kept draft \(read.draft.method) \(read.draft.url)\n"
        for field in read.draft.headers { text += "    \(field.name): \(Printed.escaped(field.value))\n" }
        for hop in read.hops {
            text += "kept request \(hop.request.method) \(hop.request.url)\n"
            for field in hop.request.headers { text += "    \(field.name): \(Printed.escaped(field.value))\n" }
        }
        return text + "kept\n" + ExchangeText.exchange(read)
    }

    /// The whole exchange as it may be kept.
    static func hidden(_ whole: Exchange) -> String {
        let kept = Redactor(Redaction(names: ["pin"]), storing: whole).stored(timed(whole))
        let options = kept.draft.options
        var text = "hidden draft \(Printed.escaped(kept.draft.method)) \(Printed.escaped(kept.draft.url))\n"
        text += kept.draft.headers.map { "    \($0.name): \(Printed.escaped($0.value))\n" }.joined()
        text += Printed(kept.draft.body).text
        text += "  proxy \(options.proxy), socket \(options.connection.unixSocket ?? "-")"
        text += ", certificate \(options.tls.clientCertificate.map { "\($0) \($0.password ?? "-")" } ?? "-")\n"
        for hop in kept.hops {
            text += "hidden request \(hop.request.method) \(hop.request.url)\n"
            text += hop.request.headers.map { "    \($0.name): \(Printed.escaped($0.value))\n" }.joined()
            text += Printed(hop.setCookies).text
            text += hop.cacheDecision.map { "  key \($0.key) \($0.invalidated)\n" } ?? ""
        }
        return text + "hidden\n" + ExchangeText.exchange(kept)
    }

    private static func step(_ step: EngineEvent.Step) -> EngineEvent.Step {
        if case .finished(let exchange) = step { .finished(timed(exchange)) } else { step }
    }

    private static func timed(_ exchange: Exchange) -> Exchange {
        Exchange(
            id: ExchangeID(rawValue: 1), draft: exchange.draft, startedAt: ExchangeFixtures.start, hops: exchange.hops,
            timings: ExchangeFixtures.timings, error: exchange.error,
            revalidates: exchange.revalidates.map { _ in ExchangeID(rawValue: 2) })
    }
}

private final class Collected: Sendable {
    private let text = Mutex("")

    var output: LogOutput { LogOutput { [self] piece in text.withLock { $0 += piece } } }

    func take() -> String {
        text.withLock { text in
            defer { text = "" }
            return text
        }
    }
}

private struct MessageHandler: LogHandler {
    let output: LogOutput
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    init(output: LogOutput) { self.output = output }

    func log(event: LogEvent) {
        let facts = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        output("\(event.level) \(event.message) \(facts)\n")
    }
}
