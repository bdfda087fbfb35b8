import Base
import JSONPath
import NetEngine
import OpenAPI

/// Checks the text of a header or parameter by its schema.
struct ValueCheck {
    let findings: SchemaFindings

    /// - Parameter values: what the text may stand for, likeliest first; the value is valid if one of them is.
    func run(
        _ values: [JSONOutput], at schema: DocumentPlace, _ finding: ContractFinding, _ what: String,
        into report: inout ContractReport
    ) {
        var lines = LinePlaces([])
        var first: ContractReport?
        for value in values {
            guard let tree = try? JSONTree.parse(value.bytes) else { continue }
            var inner = ContractReport()
            let frame = SchemaFindings.Frame(offset: nil, prefix: "\(what): ")
            if findings.check(tree, at: schema, finding, frame, &lines, into: &inner) == true {
                var kept = finding
                (kept.verdict, kept.text) = (.kept, "\(what) is valid.")
                kept.source = findings.source(schema)
                report.add(kept)
                for warning in inner.warnings { report.warn(warning) }
                return
            }
            first = first ?? inner
        }
        guard let first else { return }
        for finding in first.findings { report.add(finding) }
    }

    /// The text by its media type, for `content`.
    func run(
        _ text: String, as content: MediaType, _ finding: ContractFinding, _ what: String,
        into report: inout ContractReport
    ) {
        guard let schema = content.schema else { return }
        guard ContentType(content.name).isJSON else {
            return run([.string(text)], at: schema, finding, what, into: &report)
        }
        do throws(JSONSyntaxError) {
            let tree = try JSONTree.parse(Array(text.utf8))
            var lines = LinePlaces([])
            let frame = SchemaFindings.Frame(offset: nil, prefix: "\(what): ")
            guard findings.check(tree, at: schema, finding, frame, &lines, into: &report) == true else { return }
            var kept = finding
            (kept.verdict, kept.text, kept.source) = (.kept, "\(what) is valid.", findings.source(schema))
            report.add(kept)
        } catch {
            var broken = finding
            (broken.verdict, broken.source) = (.broken, findings.source(content.place))
            broken.text = "\(what) is not JSON: \(error.reason)."
            report.add(broken)
        }
    }

    /// The names in `type`; empty if it says nothing here.
    func types(of schema: DocumentPlace) -> [String] {
        guard let value = try? findings.api.description.documents.value(schema).followed(), let type = value["type"]
        else { return [] }
        var types = type.string.map { [$0] } ?? type.strings
        if value.flag("nullable") { types.append("null") }
        return types
    }
}
