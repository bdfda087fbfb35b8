import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import Settings
import Workspace

/// Sends a request of the log again, and prints the response as `send` does.
struct ResendSession {
    let row: LogRow
    let output: SendOutputFlags
    /// Whether it gets a separate row in the log.
    let isLogged: Bool

    func send(_ draft: RequestDraft) throws {
        let file = try output.file()
        let budget = try OpenFiles.budget(jobs: 1)
        let engine = Engine(
            configuration: EngineConfiguration(
                userAgent: ProgramVersion.userAgent, connectionLimits: budget.connections))
        let log = ProgramLog(engine, .send, isOff: !isLogged, limits: ProgramSettings.load().logLimits)
        let signals = try SignalWatch { engine.cancelAll() }
        defer { signals.end() }
        let exchange = try BlockingBridge.wait {
            let exchange = await engine.send(draft)
            await engine.shutdown()
            await log?.close()
            return exchange
        }
        if let interruption = signals.received { throw CommandFailure([], status: interruption) }
        try show(exchange, file)
    }

    private func show(_ exchange: Exchange, _ file: OutputFile?) throws {
        let streams = StandardStreams.live
        let named = exchange.draft.options.log?.secrets.filter { !$0.isPublic }.map(\.value) ?? []
        let secrets = SentSecrets([exchange], named: named)
        if output.verbose { for line in ExchangeHeads.verbose(exchange, secrets) { streams.report(line) } }
        for line in ExchangeSummary.lines(exchange, secrets) { streams.report(line) }
        streams.report(Self.difference(row, exchange))
        if output.json {
            let document = ExchangeJSON(secrets: secrets).document(
                exchange, file: row.file, line: row.line ?? 0, id: row.name ?? "")
            let bytes = document.bytes + [Byte.lineFeed]
            if let file { file.append(BodyBytes(bytes)) } else { streams.writeBytes(bytes) }
        } else if let response = exchange.response {
            let head = output.include ? ExchangeHeads.of(exchange.hops.compactMap(\.response), secrets) : []
            if let file {
                file.append(BodyBytes(head))
                if response.isComplete {
                    file.append(response.content)
                } else {
                    file.refuse(because: "the body is incomplete.")
                }
            } else {
                for part in [BodyBytes(head), response.content] { SafePrinter.print(part) }
            }
        }
        // As 'send': a file that is not written does not hide why the exchange failed.
        let failure = exchange.error.map { CommandFailure([], status: ExitStatus($0.category)) }
        do throws(CommandFailure) { try file?.write() } catch { throw error.after(failure) }
        if let failure { throw failure }
    }

    /// `Exchange 42 was 200 in 20 ms, 1.2 KB; now 500 in 30 ms, 80 B.`
    static func difference(_ row: LogRow, _ exchange: Exchange) -> SafeText {
        func facts(_ status: Int?, _ category: ErrorCategory?, _ time: Duration?, _ size: Int?) -> String {
            let outcome = [status.map(String.init), category?.rawValue].compactMap(\.self).joined(separator: " ")
            return (outcome.isEmpty ? "without a response" : outcome)
                + (time.map { " in \(DurationText.short($0))" } ?? "")
                + (size.map { ", \(Formatting.byteCount($0))" } ?? "")
        }
        let before = facts(row.status, row.category, row.duration, row.responseBytes)
        let now = facts(
            exchange.response?.status, exchange.error?.category, exchange.networkTime, exchange.response?.bodyByteCount)
        return SafeText("Exchange \(row.id) was \(before); now \(now).")
    }
}
