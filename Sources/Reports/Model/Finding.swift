import Base
import NetEngine
import Runs
import Workspace

/// One reason why a result failed.
struct Finding: Hashable {
    /// What decided: `check`, `response-file`, or the id of an error category.
    var word: String
    /// In the file of the request.
    var line: Int
    /// One line for the user.
    var sentence: String
    var expected: String?
    var actual: String?
    /// What to try.
    var hint: String?
    /// Whether the response was not what was asked for; false if there was none, or if something on this machine failed.
    var isAboutResponse: Bool

    /// At least one for a result that failed; none for any other. Without the control sequences of terminals.
    static func all(of record: RunRecord, _ request: RunHead.Request) -> [Finding] {
        found(in: record, request).map { finding in
            var finding = finding
            finding.sentence = PlainText.withoutTerminalSequences(finding.sentence)
            finding.expected = finding.expected.map { PlainText.withoutTerminalSequences($0) }
            finding.actual = finding.actual.map { PlainText.withoutTerminalSequences($0) }
            return finding
        }
    }

    private static func found(in record: RunRecord, _ request: RunHead.Request) -> [Finding] {
        guard record.word == .failed else { return [] }
        var all: [Finding] = []
        if let error = record.error, !record.checks.excusesError {
            all.append(
                Finding(
                    word: error.category.rawValue, line: request.line, sentence: error.sentence,
                    hint: ErrorHint.text(error, for: .command), isAboutResponse: error.category.isAboutResponse))
        }
        for var result in record.checks.results where result.verdict == .failed {
            // They would be visible escapes otherwise.
            result.actual = result.actual.map { PlainText.withoutTerminalSequences($0) }
            all.append(
                Finding(
                    word: "check", line: result.line, sentence: CheckOutput.sentence(result).string,
                    expected: result.expected.isEmpty ? nil : result.expected, actual: result.actual, hint: nil,
                    isAboutResponse: true))
        }
        if let problem = record.responseFileProblem {
            all.append(
                Finding(
                    word: "response-file", line: request.line, sentence: withoutPlace(problem, request, request.line),
                    isAboutResponse: false))
        }
        for problem in record.problems {
            all.append(
                Finding(
                    word: ErrorCategory.requestBuild.rawValue, line: problem.line,
                    sentence: withoutPlace(problem.sentence, request, problem.line), isAboutResponse: false))
        }
        if all.isEmpty {
            all.append(
                Finding(word: "failed", line: request.line, sentence: "It failed.", isAboutResponse: true))
        }
        return all
    }

    /// That a certificate was not checked, and what a description only warns of, whether the result failed or not. Without the
    /// control sequences of terminals.
    static func warnings(of record: RunRecord, _ request: RunHead.Request) -> [Finding] {
        let unverified = Finding(
            word: "warning", line: request.line, sentence: "The server's certificate was not checked.",
            isAboutResponse: false)
        return (record.isUnverified ? [unverified] : [])
            + record.checks.results.filter { $0.verdict == .warning }.map { result in
                Finding(
                    word: "warning", line: result.line,
                    sentence: PlainText.withoutTerminalSequences(CheckOutput.sentence(result).string),
                    isAboutResponse: true
                )
            }
    }

    /// What scripts wrote. Without the control sequences of terminals.
    static func logs(of record: RunRecord) -> [Finding] {
        record.checks.logs.map { log in
            Finding(
                word: "log", line: log.line, sentence: PlainText.withoutTerminalSequences(log.text),
                isAboutResponse: true)
        }
    }

    /// Removes the place from the beginning of the sentence, because it is shown before it.
    private static func withoutPlace(_ sentence: String, _ request: RunHead.Request, _ line: Int) -> String {
        let prefix = "\(request.file):\(line): "
        return sentence.hasPrefix(prefix) ? String(sentence.dropFirst(prefix.count)) : sentence
    }
}

extension ErrorCategory {
    /// Whether a response came and is what is wrong.
    var isAboutResponse: Bool {
        switch self {
        case .clientError, .serverError, .unexpectedStatus, .decoding, .api: true
        case .requestBuild, .offline, .dns, .connect, .tls, .proxy, .timeout, .protocol, .redirect, .tooLarge, .cache,
            .cancelled, .internal:
            false
        }
    }
}

extension RunRecord {
    /// Why it was not sent, or not to its end, in a clause; nil for a result that passed or failed.
    var skipText: String? {
        switch word {
        case .passed, .failed: nil
        case .skipped: skipReason ?? "it is disabled"
        case .cancelled: "the run was stopped while it was in flight"
        }
    }

    /// What it took, for reports; nil if nothing was sent.
    var duration: Duration? { networkTime ?? timings?.total }
}
