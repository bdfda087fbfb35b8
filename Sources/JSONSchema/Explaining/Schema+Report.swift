import Base
import JSONPath
import Pattern

extension Schema {
    /// Findings before the same ones in items are taken together.
    private static let maxFindings = 10_000

    /// The verdict with its reasons. Looks at the value a second time only if it is invalid, and for warnings only if something to
    /// warn of was seen.
    /// - Parameter quotesValues: false if the sentences must not repeat what the value says, because it may hold secrets.
    package func report(
        on tree: JSONTree, node: Int = 0, budget: QueryBudget? = nil, quotesValues: Bool = true
    ) -> SchemaReport {
        withCheck(tree, budget) { check in
            check.looksForWarnings = program.hasWarnings
            let isValid = check.isValid(program.entry, node)
            var report = SchemaReport(verdict: isValid ? .valid : .invalid, breaches: [], isCut: false, warnings: [])
            var found = Findings(limit: Self.maxFindings)
            if !isValid, check.stopped == nil { check.explain(program.entry, node, &found, isKnownInvalid: true) }
            // Both looks together have seen everything, unless the second one ended early.
            let needsWarnings = program.hasWarnings && (check.mayHaveWarnings || found.isCut)
            check.looksForWarnings = false
            if let reason = check.stopped {
                report.verdict = .undecided(reason)
                return report
            }
            var warnings = Findings(limit: Self.maxFindings)
            if needsWarnings { check.warn(program.entry, node, direction, &warnings) }
            guard !found.all.isEmpty || !warnings.all.isEmpty else { return report }
            let writer = ReportWriter(check, root: node, quotesValues: quotesValues)
            let breaches = writer.fold(found.all)
            report.breaches = Array(breaches.prefix(SchemaReport.maxBreaches))
            report.isCut = found.isCut || breaches.count > SchemaReport.maxBreaches
            let all = warnings.all
            report.warnings = Array(writer.fold(all.filter { !$0.isUnchecked }).prefix(SchemaReport.maxBreaches))
            report.unchecked = Array(writer.fold(all.filter(\.isUnchecked)).prefix(SchemaReport.maxBreaches))
            return report
        }
    }
}

/// Turns findings into breaches: takes those of several items together, and writes paths, places and sentences.
struct ReportWriter {
    private let check: SchemaCheck
    private let root: Int
    private let places: ValuePlaces
    private let sentences: Sentences

    private struct Key: Hashable {
        var fact: Finding.Fact
        var keyword: String
        var document: Int32
        var node: Int32
        var names: [[UInt8]?]
    }

    init(_ check: SchemaCheck, root: Int, quotesValues: Bool) {
        self.check = check
        self.root = root
        places = ValuePlaces(check.tree)
        sentences = Sentences(check, quotesValues: quotesValues)
    }

    func fold(_ findings: [Finding]) -> [SchemaBreach] {
        var groups: [(first: Finding, steps: [ValuePlaces.Step], shown: [ValuePlaces.Step], count: Int)] = []
        var known: [Key: Int] = [:]
        for finding in findings {
            let steps = places.steps(to: finding.value & ~SchemaCheck.nameBit, from: root)
            let code = check.codes[Int(finding.schema)]
            let key = Key(
                fact: finding.fact, keyword: finding.keyword, document: code.document, node: code.node,
                names: steps.map(\.name))
            guard let group = known[key] else {
                known[key] = groups.count
                groups.append((finding, steps, steps, 1))
                continue
            }
            groups[group].count += 1
            for index in steps.indices where steps[index].name == nil {
                if steps[index].position != groups[group].steps[index].position {
                    groups[group].shown[index].isAny = true
                }
            }
        }
        return groups.prefix(SchemaReport.maxBreaches + 1).map { breach($0.first, $0.steps, $0.shown, $0.count) }
    }

    private func breach(
        _ finding: Finding, _ steps: [ValuePlaces.Step], _ shown: [ValuePlaces.Step], _ count: Int
    ) -> SchemaBreach {
        let node = finding.value & ~SchemaCheck.nameBit
        var isAtName = finding.value >= SchemaCheck.nameBit
        if case .unexpected = finding.fact { isAtName = true }
        if case .unwanted = finding.fact { isAtName = true }
        let place = check.nodes[node]
        var text = sentences.sentence(finding)
        if case .repeated = finding.fact, finding.other >= 0 {
            let other = places.steps(to: finding.other, from: root)
            text = String(text.dropLast()) + " (" + ValuePlaces.path(other) + ")."
        }
        return SchemaBreach(
            path: ValuePlaces.path(shown), pointer: ValuePlaces.pointer(steps), node: node,
            offset: Int(isAtName && place.name != JSONTree.noName ? place.name : place.start), count: count,
            keyword: finding.keyword, text: text, schema: self.place(of: finding),
            choices: finding.choices.map { choice in
                SchemaBreach.Choice(
                    branch: choice.branch, schema: self.place(choice.schema, nil), breaches: fold(choice.findings))
            })
    }

    /// Of a missing member its name in `required`.
    private func place(of finding: Finding) -> SchemaPlace {
        let code = check.codes[Int(finding.schema)]
        let tree = check.library.documents[Int(code.document)].tree
        guard case .required(let name) = finding.fact,
            let list = tree.member(Array("required".utf8), of: Int(code.node))
        else { return place(finding.schema, finding.keyword) }
        var found: Int?
        tree.forEachChild(of: list) { child in
            if tree.kind(child) == .string, tree.string(child) == name { found = child }
            return found == nil
        }
        return place(finding.schema, finding.keyword, found)
    }

    /// - Parameter inner: a node of the keyword's value.
    private func place(_ schema: Int32, _ keyword: String?, _ inner: Int? = nil) -> SchemaPlace {
        let code = check.codes[Int(schema)]
        let document = check.library.documents[Int(code.document)]
        var node = Int(code.node)
        if let keyword {
            var names = [keyword]
            // Older names of the same rules.
            if keyword == "dependentRequired" { names.append("dependencies") }
            if keyword == "exclusiveMinimum" { names.append("minimum") }
            if keyword == "exclusiveMaximum" { names.append("maximum") }
            if let found = names.lazy.compactMap({ document.tree.member(Array($0.utf8), of: node) }).first {
                node = inner ?? found
            }
        }
        return SchemaPlace(
            uri: document.uri, document: Int(code.document),
            pointer: JSONPointer.pointer(of: node, in: document.tree, limit: JSONPointer.longestShown),
            offset: Int(document.tree.nodes[node].start))
    }
}
