import Base
import HTTPFormat
import NetEngine
import Synchronization
import Workspace

/// Prints the steps of one `send`: the requested step with its body, the steps it needed as messages only.
final class SentSteps: Sendable {
    /// Where the responses are written, and which parts of them.
    struct Output: Sendable {
        /// True for a URL: its request has no place in a file.
        var isTyped = false
        /// Replaces standard output.
        var file: OutputFile?
        var isJSON = false
        /// True to print the headers before the body.
        var hasHeads = false
        var isVerbose = false
        /// True to print secrets.
        var reveals = false
    }

    /// An exchange with its renewal, checks and response file.
    private struct StepResult {
        var exchange: Exchange
        /// The background request, if the response was stale.
        var renewal: Exchange?
        var checks = CheckReport()
        /// The result of writing the file that the request names for its response.
        var file: ResponseFile.Outcome?
        /// The secrets to hide.
        var secrets: SentSecrets
        var isPrinted = false
    }

    private let state = Mutex<CommandFailure?>(nil)
    private let output: Output

    init(output: Output = Output()) { self.output = output }

    /// The error with which the command ends, or nil.
    var failure: CommandFailure? { state.withLock { $0 } }

    /// - Parameters:
    ///   - renewal: the exchange that renews a stale response in the background.
    ///   - isPrinted: whether the body is on standard output already.
    func take(
        _ outcome: Runner.Outcome, of step: SendPlan.Step, renewal: Exchange? = nil, isPrinted: Bool = false
    ) {
        switch outcome {
        case .passed(let exchange, let checks, let sending), .failed(let exchange, let checks, let sending):
            let secrets = secrets(exchange, renewal, sending.privates)
            let result = StepResult(
                exchange: exchange, renewal: renewal, checks: secrets.hidden(checks),
                file: secrets.hidden(sending.file), secrets: secrets, isPrinted: isPrinted)
            end(result, step)
        case .cancelled(let exchange, let sending):
            let secrets = secrets(exchange, renewal, sending.privates)
            end(StepResult(exchange: exchange, renewal: renewal, secrets: secrets, isPrinted: isPrinted), step)
        case .notSent(let problems):
            let hasPlace = step.reason != .asked || !output.isTyped
            let lines = problems.map { problem -> SafeText in
                let sentence = secrets(nil, nil, problem.privates).hidden(problem.sentence)
                return SafeText(hasPlace ? "\(step.file.relativePath):\(problem.line): \(sentence)" : sentence)
            }
            let head: SafeText =
                step.reason == .asked ? "Nothing was sent:" : "\(step.request.id), which is needed, was not sent:"
            fail(CommandFailure([head] + lines))
        case .skipped: fail(CommandFailure([], status: .failed))
        }
    }

    private func secrets(_ exchange: Exchange?, _ renewal: Exchange?, _ privates: PrivateValues) -> SentSecrets {
        output.reveals ? .revealed : SentSecrets([exchange, renewal].compactMap { $0 }, privates)
    }

    private func fail(_ failure: CommandFailure) {
        state.withLock { first in if first == nil { first = failure } }
    }

    private func end(_ result: StepResult, _ step: SendPlan.Step) {
        let streams = StandardStreams.live
        if output.isVerbose {
            for line in ExchangeHeads.verbose(result.exchange, result.secrets) { streams.report(line) }
        }
        if step.reason == .asked {
            show(result, step)
        } else {
            streams.report("\(step.request.id) was sent first: \(step.reason.text).")
            for line in lines(result) { streams.report(line) }
            summarize(result)
        }
        let status: ExitStatus
        if let error = result.exchange.error, !result.checks.excusesError {
            status = ExitStatus(error.category)
        } else if result.checks.failed > 0 {
            status = .failed
        } else if case .failure? = result.file {
            status = .failed
        } else {
            return
        }
        fail(CommandFailure([], status: status))
    }

    private func lines(_ result: StepResult) -> [SafeText] {
        ExchangeSummary.lines(result.exchange, result.secrets, isAskedFor: result.checks.excusesError)
    }

    private func summarize(_ result: StepResult) {
        let streams = StandardStreams.live
        for check in result.checks.results {
            streams.report(SafeText(CheckOutput.mark(check.verdict)) + CheckOutput.sentence(check))
        }
        if output.isVerbose {
            for log in result.checks.logs { streams.report(SafeText("log     line \(log.line): \(log.text)")) }
        }
        switch result.file {
        case .success(let path)?: streams.report("The response was written to \(path).")
        case .failure(let error)?: streams.report("apitui: \(error.sentence)")
        case nil: break
        }
    }

    private func show(_ result: StepResult, _ step: SendPlan.Step) {
        let streams = StandardStreams.live
        for line in lines(result) { streams.report(line) }
        if output.isTyped, isUnfollowedRedirect(result.exchange) { streams.report("-L follows the redirect.") }
        summarize(result)
        guard !output.isJSON else { return showJSON(result, step) }
        guard let response = result.exchange.response, !result.isPrinted else { return }
        let head = output.hasHeads ? ExchangeHeads.of(result.exchange.hops.compactMap(\.response), result.secrets) : []
        if let file = output.file {
            if response.isComplete {
                file.append(BodyBytes(head))
                file.append(response.content)
            } else {
                file.refuse(because: "the body is incomplete.")
            }
        } else {
            for part in [BodyBytes(head), response.content] { SafePrinter.print(part) }
        }
    }

    /// Whether it ended at a redirect that nobody asked to follow, as curl does.
    private func isUnfollowedRedirect(_ exchange: Exchange) -> Bool {
        guard let response = exchange.response, exchange.error?.category == .unexpectedStatus else { return false }
        return [301, 302, 303, 307, 308].contains(response.status) && response.headers["Location"] != nil
    }

    private func showJSON(_ result: StepResult, _ step: SendPlan.Step) {
        let streams = StandardStreams.live
        if let count = result.exchange.response?.content.count, count > 8 << 20, !FreeMemory.allows(count * 6) {
            streams.report(
                "apitui: There is too little memory to print a body of \(count) bytes as JSON. Leave --json out, or raise the limit ('ulimit -v' shows it)."
            )
            return fail(CommandFailure([], status: .tooLarge))
        }
        let document = ExchangeJSON(secrets: result.secrets).document(
            result.exchange, renewal: result.renewal, file: output.isTyped ? nil : step.file.relativePath,
            line: step.sourceLine, id: step.request.id, checks: result.checks, responseFile: result.file)
        let bytes = document.bytes + [Byte.lineFeed]
        if let file = output.file { file.append(BodyBytes(bytes)) } else { streams.writeBytes(bytes) }
    }
}
