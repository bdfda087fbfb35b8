import Base
import JSONPath
import NetEngine
import OpenAPI
import Pattern

extension ContractCheck {
    /// Compares a request, before it is sent, with its operation.
    /// - Parameters:
    ///   - path: the texts of the path's parameters, from `OperationMatcher`; nil if they are not known, and not checked.
    ///   - url: for its query.
    ///   - headers: with `Cookie` and `Content-Type`, if they are sent.
    ///   - isWritten: whether all headers are those that somebody wrote; then undocumented ones are warnings.
    package func checkRequest(
        _ entry: OperationEntry, path: [OperationMatch.PathParameter]?, url: HTTPURL, headers: HeaderFields,
        body: ContractBody, isWritten: Bool = false
    ) -> ContractReport {
        let findings = SchemaFindings(api: api, direction: .request, budget: budget ?? QueryBudget())
        let operation = api.operation(entry)
        var report = ContractReport()
        if entry.isDeprecated {
            report.warn(
                ContractFinding(
                    kind: .operation, verdict: .warning, text: "The operation is deprecated.",
                    source: findings.source(entry.place)))
        }
        let texts = ParameterTexts(path: path ?? [], url: url, headers: headers)
        for parameter in operation.parameters where parameter.location != .path || path != nil {
            check(parameter, texts, findings, &report)
        }
        checkNames(operation, texts, findings, &report)
        if isWritten { checkFields(operation, headers, texts, findings, &report) }
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
        if parameter.isDeprecated {
            var deprecated = finding
            deprecated.text = "\(what) is deprecated."
            report.warn(deprecated)
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
                values = WrittenValue.objects(members, [schema], api.description.documents)
            } else {
                values = WrittenValue.candidates(
                    text.whole, items: text.items, explodes: parameter.explodes, types: types)
            }
            check.run(values, at: schema, finding, what, into: &report)
        }
    }

    /// Names in the query that the operation does not have, nor its logins.
    private func checkNames(
        _ operation: Operation, _ texts: ParameterTexts, _ findings: SchemaFindings, _ report: inout ContractReport
    ) {
        let check = ValueCheck(findings: findings)
        var known: Set<String> = []
        for parameter in operation.parameters {
            switch parameter.location {
            case .querystring: return
            case .query:
                // The names of its members are those of the query.
                let types = parameter.schema.map { check.types(of: $0) } ?? []
                if parameter.style == .form, parameter.explodes, types.contains("object") { return }
                known.insert(parameter.name)
            default: break
            }
        }
        for use in operation.security.flatMap(\.uses) {
            switch use.scheme?.kind {
            case .apiKey(let name, .query): known.insert(name)
            case .oauth2: known.insert("access_token")
            default: break
            }
        }
        for name in texts.plainQueryNames where !known.contains(name) {
            let member = name.firstIndex(of: "[").map { String(name[..<$0]) }
            if let member, known.contains(member) { continue }
            var finding = ContractFinding(
                kind: .parameter, verdict: .broken, name: name, location: .query, text: "",
                source: findings.source(operation.entry.place))
            let near = NameSuggestion.nearest(to: name, among: known.sorted()).map { "; did you mean \(quoted($0))?" }
            finding.text = "The query parameter \(quoted(name)) is not documented\(near ?? ".")"
            report.add(finding)
        }
    }

    /// Headers and cookies that the operation does not have, nor its logins. What belongs to HTTP, to clients, proxies and tracing is left
    /// out, and headers whose names say that they are logins.
    private func checkFields(
        _ operation: Operation, _ headers: HeaderFields, _ texts: ParameterTexts, _ findings: SchemaFindings,
        _ report: inout ContractReport
    ) {
        func known(_ location: Parameter.Location) -> [String] {
            operation.parameters.filter { $0.location == location }.map(\.name)
                + operation.security.flatMap(\.uses).compactMap { use in
                    guard case .apiKey(let name, location)? = use.scheme?.kind else { return nil }
                    return name
                }
        }
        func warn(_ name: String, _ location: Parameter.Location, _ what: String, _ known: [String]) {
            let near = NameSuggestion.nearest(to: name, among: known).map { "; did you mean \(quoted($0))?" }
            report.warn(
                ContractFinding(
                    kind: .parameter, verdict: .warning, name: name, location: location,
                    text: "The \(what) \(quoted(name)) is not documented\(near ?? ".")",
                    source: findings.source(operation.entry.place)))
        }
        let fields = known(.header)
        var seen = Set(fields.map { $0.lowercased() })
        for field in headers {
            let name = field.name.lowercased()
            guard seen.insert(name).inserted, FieldRules.describes(requestField: name), !SecretNames.isField(name)
            else { continue }
            warn(field.name, .header, "header", fields)
        }
        let cookies = known(.cookie)
        for name in texts.cookieNames.subtracting(cookies).sorted() { warn(name, .cookie, "cookie", cookies) }
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
                "The request does not say the media type of its body; the description has \(listed(names, joiner: "or"))."
            report.add(finding)
            return
        }
        guard let media = MediaTypeChoice.of(written, among: documented.content) else {
            finding.text = "The media type \(quoted(written)) is not documented; the description has \(listed(names))."
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
