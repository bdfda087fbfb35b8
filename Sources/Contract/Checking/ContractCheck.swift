import NetEngine
import OpenAPI
import Pattern

/// Compares a response, or a request before it is sent, with what its operation documents.
package struct ContractCheck {
    let api: DescribedAPI
    let budget: QueryBudget?

    /// - Parameter budget: bounds the work, and what it ends is not checked; nil for the standard one for each check.
    package init(_ api: DescribedAPI, budget: QueryBudget? = nil) {
        self.api = api
        self.budget = budget
    }

    /// - Parameters:
    ///   - method: of the request; a HEAD response has no body.
    ///   - body: with its content codings undone.
    package func check(
        _ entry: OperationEntry, status: Int, headers: HeaderFields, body: ContractBody, method: String
    ) -> ContractReport {
        let findings = SchemaFindings(api: api, direction: .response, budget: budget ?? QueryBudget())
        let operation = api.operation(entry)
        var report = ContractReport()
        guard let response = Self.response(for: status, of: operation) else {
            let known = operation.responses.map(\.status)
            let text =
                known.isEmpty
                ? "The description has no responses for this operation."
                : "The status \(status) is not documented; the description has \(listed(known))."
            report.add(
                ContractFinding(
                    kind: .status, verdict: known.isEmpty ? .notChecked : .broken, text: text,
                    source: findings.source(entry.place)))
            return report
        }
        report.documentedStatus = response.status
        let how = response.status == String(status) ? "." : " by \(quoted(response.status))."
        report.add(
            ContractFinding(
                kind: .status, verdict: .kept, text: "The status \(status) is documented" + how,
                source: findings.source(response.place)))
        let hasBody = method != "HEAD" && !(100..<200).contains(status) && ![204, 205, 304].contains(status)
        let written = headers.last("Content-Type")?.value
        var media: MediaType?
        if hasBody { media = self.media(written, response, body, findings, &report) }
        HeaderCheck(findings: findings).run(response.headers, headers, into: &report)
        if let media, let written {
            var check = BodyCheck(findings, body, media, written: written)
            check.run(into: &report)
        }
        return report
    }

    /// The documented response: of the status, of its range, or the default (OpenAPI 3.2 §4.8.16).
    package static func response(for status: Int, of operation: Operation) -> OpenAPI.Response? {
        let responses = operation.responses
        let range = "\(status / 100)XX"
        return responses.first { $0.status == String(status) } ?? responses.first { $0.status.uppercased() == range }
            ?? responses.first { $0.status == "default" }
    }

    private func media(
        _ written: String?, _ response: OpenAPI.Response, _ body: ContractBody, _ findings: SchemaFindings,
        _ report: inout ContractReport
    ) -> MediaType? {
        var finding = ContractFinding(
            kind: .mediaType, verdict: .kept, text: "", source: findings.source(response.place))
        let names = response.content.map(\.name)
        guard !names.isEmpty else {
            guard !body.bytes.isEmpty else { return nil }
            finding.verdict = .notChecked
            finding.text = "The description says nothing about the body of \(quoted(response.status))."
            report.add(finding)
            return nil
        }
        if body.bytes.isEmpty, !body.isCut, written == nil || ContentType(written ?? "").isJSON {
            finding.kind = .body
            finding.verdict = .broken
            finding.text = "The body is empty, and the description promises \(listed(names, joiner: "or"))."
            report.add(finding)
            return nil
        }
        guard let written else {
            finding.verdict = .notChecked
            finding.text =
                "The response does not say its media type; the description has \(listed(names, joiner: "or"))."
            report.add(finding)
            return nil
        }
        guard let media = MediaTypeChoice.of(written, among: response.content) else {
            finding.verdict = .broken
            finding.text = "The media type \(quoted(written)) is not documented; the description has \(listed(names))."
            report.add(finding)
            return nil
        }
        finding.text = "The media type \(quoted(written)) is documented."
        finding.source = findings.source(media.place)
        report.add(finding)
        return media
    }
}
