import Base
import JSONPath
import NetEngine
import OpenAPI
import Pattern

extension ContractCheck {
    /// Compares a request, before it is sent, with its operation.
    /// - Parameters:
    ///   - path: the texts of the path's parameters, from `OperationMatcher`.
    ///   - url: for its query.
    ///   - headers: with `Cookie` and `Content-Type`, if they are sent.
    package func checkRequest(
        _ entry: OperationEntry, path: [OperationMatch.PathParameter], url: HTTPURL, headers: HeaderFields,
        body: ContractBody
    ) -> ContractReport {
        let findings = SchemaFindings(api: api, direction: .request, budget: budget ?? QueryBudget())
        let operation = api.operation(entry)
        var report = ContractReport()
        let texts = ParameterTexts(path: path, url: url, headers: headers)
        for parameter in operation.parameters { check(parameter, texts, findings, &report) }
        checkBody(operation, headers.last("Content-Type")?.value, body, findings, &report)
        return report
    }

    private func check(
        _ parameter: Parameter, _ texts: ParameterTexts, _ findings: SchemaFindings, _ report: inout ContractReport
    ) {
        let check = ValueCheck(findings: findings)
        let schema = parameter.schema
        let types = schema.map { check.types(of: $0) } ?? []
        let what = "The \(parameter.location.rawValue) parameter \(quoted(parameter.name))"
        var finding = ContractFinding(
            kind: .parameter, verdict: .kept, name: parameter.name, location: parameter.location, text: "",
            source: findings.source(parameter.place))
        // Its names are those of its properties, which may be any.
        let isSpread = parameter.style == .form && parameter.explodes && types == ["object"]
        let text = texts.text(of: parameter)
        guard let text else {
            guard parameter.isRequired else { return }
            finding.verdict = isSpread ? .notChecked : .broken
            finding.text = isSpread ? "\(what) is spread over the query and is not checked." : "\(what) is missing."
            report.add(finding)
            return
        }
        if parameter.isRequired {
            finding.text = "\(what) is there."
            report.add(finding)
        }
        if text.whole.isEmpty, parameter.allowsEmpty { return }
        finding.kind = .parameterValue
        if let content = parameter.content {
            guard parameter.location != .querystring else { return }
            check.run(text.whole, as: content, finding, what, into: &report)
        } else if let schema {
            let values: [JSONOutput]
            if let members = text.members {
                values = WrittenValue.objects(members)
            } else {
                values = WrittenValue.candidates(
                    text.whole, items: text.items, explodes: parameter.explodes, types: types)
            }
            check.run(values, at: schema, finding, what, into: &report)
        }
    }

    private func checkBody(
        _ operation: Operation, _ written: String?, _ body: ContractBody, _ findings: SchemaFindings,
        _ report: inout ContractReport
    ) {
        let isEmpty = body.bytes.isEmpty && !body.isCut
        var finding = ContractFinding(kind: .body, verdict: .broken, text: "")
        guard let documented = operation.body else {
            guard !isEmpty else { return }
            finding.verdict = .notChecked
            finding.text = "The description has no body for this operation."
            finding.source = findings.source(operation.entry.place)
            report.add(finding)
            return
        }
        finding.source = findings.source(documented.place)
        if isEmpty, written == nil || !ContentType(written ?? "").isText {
            guard documented.isRequired else { return }
            finding.text = "The required body is missing."
            report.add(finding)
            return
        }
        finding.kind = .mediaType
        let names = documented.content.map(\.name)
        guard !names.isEmpty else { return }
        guard let written else {
            finding.text =
                "The request does not say the media type of its body; documented is \(listed(names, joiner: "or"))."
            report.add(finding)
            return
        }
        guard let media = MediaTypeChoice.of(written, among: documented.content) else {
            finding.text = "The media type \(quoted(written)) is not documented, but \(listed(names))."
            report.add(finding)
            return
        }
        finding.verdict = .kept
        finding.text = "The media type \(quoted(written)) is documented."
        finding.source = findings.source(media.place)
        report.add(finding)
        var check = BodyCheck(findings, body, media, written: written)
        check.run(into: &report)
    }
}
