import Base
import NetEngine
import NetEngineRequestLog
import Workspace

/// What `history show` prints before the body.
struct ShownExchange {
    let row: LogRow
    let exchange: Exchange
    let checks: [String]
    let secrets: SentSecrets

    func print() {
        let streams = StandardStreams.live
        for line in summary { streams.line(line) }
        streams.line("")
        for line in ExchangeHeads.verbose(exchange, secrets) { streams.line(line) }
    }

    var summary: [SafeText] {
        // The log's body may be cut, and a mask is not as long as the secret; its row has the size that was received.
        origin + ExchangeSummary.lines(exchange, secrets, bodySize: row.responseBytes)
            + checks.map { SafeText($0) }
    }

    /// Which request it was, and who sent it when.
    private var origin: [SafeText] {
        var lines: [SafeText] = []
        let place = row.file.map { " (\($0)\(row.line.map { ":\($0)" } ?? ""))" } ?? ""
        if let name = row.name { lines.append(SafeText("\(name)\(place)")) }
        var facts = [
            "\(row.id)", Formatting.iso8601(row.startedAt), "\(row.process) \(row.source.rawValue), pid \(row.pid)",
        ]
        if let environment = row.environment { facts.append("environment \(environment)") }
        if let run = row.run { facts.append("run \(run)") }
        if let original = row.resendOf { facts.append("resend of \(original)") }
        if let tag = row.tag { facts.append("tag \(tag)") }
        if row.isTruncated { facts.append("a body is cut") }
        return lines + [SafeText(facts.joined(separator: ", "))]
    }
}
