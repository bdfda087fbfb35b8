import Base
import JSONPath
import NetEngine
import OpenAPI

/// Compares an XML body with its schema.
struct XMLCheck {
    let findings: SchemaFindings
    let body: [UInt8]
    let media: MediaType
    /// The value of the Content-Type, which may name a charset.
    let written: String

    init(_ findings: SchemaFindings, _ body: [UInt8], _ media: MediaType, written: String) {
        (self.findings, self.body, self.media, self.written) = (findings, body, media, written)
    }

    /// - Returns: whether the body is valid, nil if that is not decided; or why it is not checked.
    func run(
        _ schema: DocumentPlace, _ finding: ContractFinding, _ lines: inout LinePlaces,
        into report: inout ContractReport
    ) -> Result<Bool?, XMLConversion.Gap> {
        let tree: XMLTree
        let response = NetEngine.Response(
            status: 200, reason: [], httpVersion: nil, headers: [HeaderField("Content-Type", written)], rawHead: [],
            body: body, wireBodyByteCount: nil, isComplete: true)
        do throws(EngineError) { tree = try XMLTreeDecoder().decode(response) } catch {
            var broken = finding
            broken.verdict = .broken
            broken.text =
                body.isEmpty
                ? "The body is empty." : "The body is not XML: \(error.decodingFault?.reason ?? error.sentence)."
            broken.source = findings.source(media.place)
            if let position = error.decodingFault?.position {
                broken.place = BodyPlace(
                    offset: position.byteOffset, line: position.line, column: position.column, path: "/")
            }
            report.add(broken)
            return .success(false)
        }
        // Places of a body in another charset would be those of its text as UTF-8.
        let hasPlaces = tree.source == body
        var conversion = XMLConversion(findings.api, findings.direction)
        do throws(XMLConversion.Gap) { try conversion.convert(tree.root, schema) } catch { return .failure(error) }
        var isBroken = false
        for problem in conversion.problems {
            var found = finding
            found.text = problem.text
            found.source = findings.source(problem.source ?? schema)
            if hasPlaces {
                let offset = problem.node.sourceRange.lowerBound
                let place = lines.place(of: offset)
                found.place = BodyPlace(
                    offset: offset, line: place.line, column: place.column, path: Self.path(of: problem.node))
            }
            if problem.isWarning {
                report.warn(found)
            } else {
                isBroken = true
                found.verdict = .broken
                report.add(found)
            }
        }
        guard let json = try? JSONTree.parse(conversion.json) else { return .success(isBroken ? false : nil) }
        var frame = SchemaFindings.Frame(offset: nil)
        if hasPlaces {
            let made = conversion
            frame.locate = { offset in
                guard let node = tree.node(made.node(ofOffset: offset)) else { return (0, nil) }
                return (node.sourceRange.lowerBound, Self.path(of: node))
            }
        }
        let isValid = findings.check(json, at: schema, finding, frame, &lines, into: &report)
        return .success(isBroken ? false : isValid)
    }

    /// `/pets/pet[2]`, by local names.
    private static func path(of node: XMLTree.Node) -> String {
        var steps: [String] = []
        var place: XMLTree.Node? = node
        while let current = place, current.kind == .element, steps.count < 100 {
            let name = current.name?.local ?? "*"
            let same = current.parent?.elements(name) ?? []
            let index = same.count > 1 ? same.firstIndex(of: current).map { "[\($0 + 1)]" } ?? "" : ""
            steps.append(name + index)
            place = current.parent
        }
        return "/" + steps.reversed().joined(separator: "/")
    }
}
