import NetEngine
import Synchronization

/// Prints what became of the steps of one `send`: what was needed only in talk, what was asked for with its body.
final class SentSteps: Sendable {
    private let state = Mutex<CommandFailure?>(nil)

    /// What the command ends with, if it does not end well.
    var failure: CommandFailure? { state.withLock { $0 } }
    /// Whether nothing more is to be sent.
    var isOver: Bool { failure != nil }

    func take(_ outcome: Runner.Outcome, of step: SendPlan.Step, path: String, json: Bool) {
        let streams = StandardStreams.live
        switch outcome {
        case .passed(let exchange), .failed(let exchange), .cancelled(let exchange):
            if step.reason == .asked {
                show(exchange, step, path, json)
            } else {
                streams.talk("\(step.request.id) was sent first: \(step.reason.text).")
                for line in ExchangeTalk.lines(exchange) { streams.talk(line) }
            }
            guard let error = exchange.error else { return }
            if step.reason != .asked {
                streams.talk("apitui: Nothing more was sent, because \(step.request.id) failed.")
            }
            fail(CommandFailure([], status: ExitStatus(error.category)))
        case .notSent(let problems):
            let file = step.reason == .asked ? path : step.file.relativePath
            let lines = problems.map { problem -> SafeText in
                // The sentence may begin with the place already.
                let prefix = "\(step.file.relativePath):\(problem.line): "
                return problem.sentence.hasPrefix(prefix)
                    ? "\(file):\(problem.line): \(problem.sentence.dropFirst(prefix.count))"
                    : "\(file):\(problem.line): \(problem.sentence)"
            }
            let head: SafeText =
                step.reason == .asked ? "Nothing was sent:" : "\(step.request.id), which is needed, was not sent:"
            fail(CommandFailure([head] + lines))
        case .skipped(let reason):
            fail(
                CommandFailure(
                    "\(step.request.id) was not sent: \(reason ?? "it is disabled (# @disabled).")", status: .failed))
        }
    }

    private func fail(_ failure: CommandFailure) {
        state.withLock { first in if first == nil { first = failure } }
    }

    private func show(_ exchange: Exchange, _ step: SendPlan.Step, _ path: String, _ json: Bool) {
        let streams = StandardStreams.live
        for line in ExchangeTalk.lines(exchange) { streams.talk(line) }
        if json {
            let document = ExchangeJSON.document(exchange, file: path, line: step.request.line, id: step.request.id)
            streams.writeBytes(document.bytes + [0x0A])
        } else if let body = exchange.response?.body, !body.isEmpty {
            if streams.outputIsTerminal {
                for line in body.split(separator: 0x0A, omittingEmptySubsequences: false).trimmingLastEmpty() {
                    streams.line(SafeText(bytes: line.last == 0x0D ? line.dropLast() : line))
                }
            } else {
                streams.writeBytes(body)
            }
        }
    }
}

extension [ArraySlice<UInt8>] {
    /// Without the empty line after a final line feed.
    fileprivate func trimmingLastEmpty() -> Self { last?.isEmpty == true ? dropLast() : self }
}
