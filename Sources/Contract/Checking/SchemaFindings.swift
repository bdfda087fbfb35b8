import Base
import JSONPath
import JSONSchema
import OpenAPI
import Pattern

/// Checks values against schemas of a description, and tells breaches as findings with both places.
struct SchemaFindings {
    let api: DescribedAPI
    let direction: DescribedAPI.Direction
    let budget: QueryBudget?

    /// Where in a body a value is that was checked by itself.
    struct Frame {
        /// What is added to offsets; nil if the value is not in the body as it was checked.
        var offset: Int?
        /// In front of the sentences: `Item 3: `.
        var prefix = ""
        /// For a value without places of its own: the offset where it begins.
        var start: Int?
        /// For a value that was made of the body: the offset there of an offset in its text, and the path if it is not that of JSON.
        var locate: ((Int) -> (offset: Int, path: String?))?
    }

    func source(_ place: DocumentPlace) -> DescriptionPlace {
        let documents = api.description.documents
        let text = documents.textPlace(of: place)
        // The path is apart from the pointer.
        let pointer = documents.pointer(of: place)
        let path = documents.path(place.document)
        return DescriptionPlace(
            document: path, line: text.line, column: text.column,
            pointer: place.document == 0 ? pointer : String(pointer.dropFirst(path.count + 1)))
    }

    private func source(_ place: SchemaPlace) -> DescriptionPlace {
        let documents = api.description.documents
        let text = documents.textPlace(of: api.place(of: place))
        return DescriptionPlace(
            document: documents.path(place.document), line: text.line, column: text.column, pointer: place.pointer)
    }

    /// - Returns: whether the value is valid; nil if that is not decided.
    func check(
        _ tree: JSONTree, at schema: DocumentPlace, _ finding: ContractFinding, _ frame: Frame,
        _ lines: inout LinePlaces, into report: inout ContractReport
    ) -> Bool? {
        let result = api.schema(at: schema, direction).report(
            // What is sent may hold passwords and tokens.
            on: tree, budget: budget, quotesValues: direction == .response)
        for warning in result.warnings {
            report.warn(self.finding(warning, like: finding, .warning, frame, &lines))
        }
        for unchecked in result.unchecked {
            report.warn(self.finding(unchecked, like: finding, .notChecked, frame, &lines))
        }
        switch result.verdict {
        case .valid: return true
        case .undecided(let reason):
            var undecided = finding
            (undecided.verdict, undecided.source) = (.notChecked, source(schema))
            undecided.text = frame.prefix + "This was not checked: \(reason)."
            report.add(undecided)
            return nil
        case .invalid:
            for breach in result.breaches { report.add(self.finding(breach, like: finding, .broken, frame, &lines)) }
            if result.isCut { report.isCut = true }
            if result.breaches.isEmpty {
                var broken = finding
                (broken.verdict, broken.source) = (.broken, source(schema))
                broken.text = frame.prefix + "The value is not valid against its schema."
                report.add(broken)
            }
            return false
        }
    }

    private func finding(
        _ breach: SchemaBreach, like finding: ContractFinding, _ verdict: ContractFinding.Verdict, _ frame: Frame,
        _ lines: inout LinePlaces
    ) -> ContractFinding {
        var made = finding
        made.verdict = verdict
        made.text = frame.prefix + breach.text
        made.count = breach.count
        made.source = source(breach.schema)
        let located = frame.locate?(breach.offset)
        if let offset = located?.offset ?? frame.offset.map({ $0 + breach.offset }) ?? frame.start {
            let place = lines.place(of: offset)
            made.place = BodyPlace(
                offset: offset, line: place.line, column: place.column, path: located?.path ?? breach.path)
        }
        for choice in breach.choices {
            var findings: [ContractFinding] = []
            for inner in choice.breaches {
                findings.append(
                    self.finding(
                        inner, like: finding, verdict,
                        Frame(offset: frame.offset, start: frame.start, locate: frame.locate), &lines))
            }
            made.choices.append(
                ContractFinding.Choice(branch: choice.branch, source: source(choice.schema), findings: findings))
        }
        return made
    }
}
