import NetEngine
import OpenAPI

/// Compares the headers of a response, or of a part of a form, with those that are documented.
struct HeaderCheck {
    let findings: SchemaFindings
    /// Ends what sentences say of a header: ` of the part 'a'`.
    var owner = ""

    func run(_ documented: [Header], _ fields: HeaderFields, into report: inout ContractReport) {
        let check = ValueCheck(findings: findings)
        for header in documented {
            let source = findings.source(header.place)
            var finding = ContractFinding(
                kind: .header, verdict: .kept, name: header.name, location: .header, text: "", source: source)
            let values = fields.values(header.name)
            if header.isRequired {
                finding.verdict = values.isEmpty ? .broken : .kept
                finding.text =
                    "The required header \(quoted(header.name))\(owner) is " + (values.isEmpty ? "missing." : "there.")
                report.add(finding)
            }
            guard let first = values.first else { continue }
            finding.kind = .headerValue
            let what = "The header \(quoted(header.name))\(owner)"
            // Set-Cookie is the one field whose lines are no list (RFC 9110 §5.3).
            let text =
                header.name.lowercased() == "set-cookie" ? first : values.joined(separator: ", ")
            if let content = header.content {
                check.run(text, as: content, finding, what, into: &report)
            } else if let schema = header.schema {
                let candidates = WrittenValue.candidates(
                    text, explodes: header.explodes, types: check.types(of: schema))
                check.run(candidates, at: schema, finding, what, into: &report)
            }
        }
    }
}
