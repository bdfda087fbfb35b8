import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI
import Pattern

extension CheckedExchange {
    /// What the description says of the exchange: first what is wrong with the request, then one result for each part of the
    /// response.
    func contract(_ subject: ContractSubject, line: Int) -> [CheckResult] {
        guard let response = exchange.response else { return [] }
        func result(_ what: String, _ verdict: CheckResult.Verdict, _ reason: String?) -> CheckResult {
            let text = what.isEmpty ? subject.name : "\(subject.name) \(what)"
            return CheckResult(text: text, line: line, verdict: verdict, expected: "as described", reason: reason)
        }
        var results = requestWarnings(subject, line: line)
        let entry: OperationEntry
        switch subject.target(of: exchange.hops.last?.request) {
        case nil:
            guard subject.isRequired else { return results }
            let reason = subject.reason(against: exchange.hops.last?.request)
            return results + [
                CheckResult(
                    text: CheckResult.notCompared, line: line,
                    verdict: ContractSubject.warning(isStrict: subject.isStrict), expected: "as described",
                    reason: ContractSubject.clause(reason, isStrict: subject.isStrict))
            ]
        case .failure(let error): return results + [result("operation", .failed, error.reason)]
        case .success(let found): entry = found.entry
        }
        let body: ContractBody
        if isKept, hasMemory, let held {
            body = response.isComplete ? .whole(Array(held.body)) : .cut(Array(held.body))
        } else {
            body = .unread(isKept ? "there is too little memory for it" : "it was not kept")
        }
        let check = ContractCheck(subject.collection.api, budget: budget)
        let report = check.check(
            entry, status: response.status, headers: response.headers, body: body,
            method: exchange.hops.last?.request.method.rawValue ?? exchange.draft.method)
        let findings = report.findings + report.warnings
        results += findings.prefix(ContractSubject.mostBreaches).map {
            subject.result($0, entry, isRequest: false, line: line)
        }
        let left = findings.count - ContractSubject.mostBreaches
        if left > 0 || report.isCut {
            let count = max(left, 0)
            let isFailure =
                report.isCut || findings.dropFirst(ContractSubject.mostBreaches).contains { $0.verdict == .broken }
            results.append(
                result(
                    "", isFailure ? .failed : .warning,
                    "\(count)\(report.isCut ? " or more" : "") other findings are not listed"))
        }
        return results
    }

    /// What the request breaks of the description; nothing for what it keeps.
    private func requestWarnings(_ subject: ContractSubject, line: Int) -> [CheckResult] {
        guard let request = exchange.hops.first?.request, case .success(let target)? = subject.target(of: request)
        else {
            return []
        }
        let report = subject.check(
            target, url: request.url, headers: request.headers, body: request.body, budget: budget, mayParse: mayParse)
        return (report.warnings + report.findings).filter { $0.verdict != .kept }.prefix(ContractSubject.mostBreaches)
            .map {
                subject.result($0, target.entry, isRequest: true, line: line)
            }
    }
}

extension ContractSubject {
    /// Compares a request with its operation.
    /// - Parameters:
    ///   - isWritten: whether it is not sent yet, so that all headers are those of the request file.
    ///   - mayParse: whether there is memory to parse a body of that size in bytes.
    func check(
        _ target: Target, url: HTTPURL, headers: HeaderFields, body: RequestBody, isWritten: Bool = false,
        budget: QueryBudget? = nil, mayParse: (Int) -> Bool = { _ in true }
    ) -> ContractReport {
        let sent: ContractBody =
            switch body {
            case .none: .none
            case .bytes(let bytes) where !mayParse(bytes.count): .unread("there is too little memory for it")
            case .bytes(let bytes):
                headers.last("Content-Encoding") == nil ? .whole(bytes) : .unread("it is sent compressed")
            case .file, .pieces, .stream: .unread("it is read while it is sent")
            }
        return ContractCheck(collection.api, budget: budget).checkRequest(
            target.entry, path: target.path, url: url, headers: headers, body: sent, isWritten: isWritten)
    }

    /// - Parameter isRequest: breaches of a request are warnings, because the server decides what it accepts.
    func result(_ finding: ContractFinding, _ entry: OperationEntry, isRequest: Bool, line: Int) -> CheckResult {
        var verdict: CheckResult.Verdict =
            switch finding.verdict {
            case .kept: .passed
            case .broken: isRequest ? .warning : .failed
            case .warning, .notChecked: .warning
            }
        let isWarning = verdict == .warning
        if isWarning { verdict = Self.warning(isStrict: isStrict) }
        let isKept = verdict == .passed
        let clause = Self.clause(Self.clause(finding), isStrict: isStrict && isWarning)
        return CheckResult(
            text: "\(name) \(Self.words(finding, isRequest: isRequest))", line: line, verdict: verdict,
            expected: "as described", reason: isKept ? nil : clause, place: finding.place,
            described: CheckResult.Described(
                operation: "\(entry.method) \(entry.path)", isRequest: isRequest, source: isKept ? nil : finding.source)
        )
    }

    private static func words(_ finding: ContractFinding, isRequest: Bool) -> String {
        let part =
            switch finding.kind {
            case .operation: "operation"
            case .status: "status"
            case .mediaType: "media type"
            case .header: "header \(finding.name ?? "")"
            case .headerValue: "value of header \(finding.name ?? "")"
            case .parameter, .parameterValue: "\(finding.location?.rawValue ?? "") parameter \(finding.name ?? "")"
            case .body: "body"
            }
        return isRequest ? "request \(part)" : part
    }

    /// The finding as a clause with its place in the description.
    static func clause(_ finding: ContractFinding) -> String {
        let text = finding.text.withoutFullStop
        guard let source = finding.source else { return text }
        return "\(text) (\(source.document):\(source.line):\(source.column))"
    }
}
