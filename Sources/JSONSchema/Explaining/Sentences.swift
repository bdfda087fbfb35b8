import Base
import JSONPath

/// What findings say in words: one sentence each, with what was expected and what is there.
struct Sentences {
    let check: SchemaCheck
    /// Whether sentences may repeat what the value says; names and kinds they always may.
    let quotesValues: Bool
    private let budget = ReasonBudget()
    /// Longest value that is quoted, in bytes.
    private static let maxQuoted = 60

    init(_ check: SchemaCheck, quotesValues: Bool) { (self.check, self.quotesValues) = (check, quotesValues) }

    func sentence(_ finding: Finding) -> String {
        let value = finding.value
        switch finding.fact {
        case .type(let types):
            return "Expected \(Self.types(types)), but this is \(kind(value))"
                + (quotesValues ? ": \(shown(value))." : ".")
        case .nothing: return "Nothing is accepted here" + but("there is", value)
        case .required(let name): return "The member \(Self.quoted(name)) is missing."
        case .unexpected: return unexpected(finding)
        case .unwanted(let direction):
            return direction == .request
                ? "The member \(name(value)) is read-only and should not be sent."
                : "The member \(name(value)) is write-only and should not be in a response."
        case .dependency(let name, let missing):
            return "The member \(Self.quoted(missing)) is missing; it must be there if \(Self.quoted(name)) is."
        case .fewest(let least):
            return "Expected at least \(Self.number(least)) \(children(value, least)), but there \(count(value))."
        case .most(let most):
            return "Expected at most \(Self.number(most)) \(children(value, most)), but there \(count(value))."
        case .shortest(let least):
            return "Expected at least \(Self.characters(least)), but \(subject(value)) has \(length(value))."
        case .longest(let most):
            return "Expected at most \(Self.characters(most)), but \(subject(value)) has \(length(value))."
        case .pattern(let pattern):
            let source = Self.cut(Array(check.program.patterns[Int(pattern)].source.utf8))
            return "Expected text that matches \(source)" + but("this is", value)
        case .format(let format): return "Expected \(format.wanted)" + but("this is", value)
        case .bound(let bound):
            return "Expected \(Self.bound(finding.keyword)) \(self.bound(finding, bound))" + but("this is", value)
        case .value(let table): return values(finding, table)
        case .contains(let least, let most):
            let wanted = schemaText(finding.schema, "contains")
            return finding.keyword == "contains"
                ? "Expected at least \(Self.matches(least)) `contains` (\(wanted)), but there are fewer."
                : "Expected at most \(Self.matches(most)) `contains` (\(wanted)), but there are more."
        case .repeated: return "All items must differ, but this one equals an earlier one" + colon(value)
        case .none(let count): return "None of the \(count) choices fits" + colon(value)
        case .several(let first, let second):
            return
                "Exactly one choice must fit, but the \(Self.ordinal(first)) and the \(Self.ordinal(second)) both do."
        case .not: return "This must not fit the schema under `not`, but it does" + colon(value)
        case .discriminator(let index): return discriminator(index, value)
        case .unchecked: return unchecked(finding)
        }
    }

    // MARK: Parts

    private func but(_ words: String, _ value: Int) -> String { quotesValues ? ", but \(words) \(shown(value))." : "." }

    private func colon(_ value: Int) -> String { quotesValues ? ": \(shown(value))." : "." }

    private func subject(_ value: Int) -> String {
        quotesValues || value >= SchemaCheck.nameBit ? shown(value) : "the text"
    }

    /// What the notice at the keyword says.
    private func unchecked(_ finding: Finding) -> String {
        let code = check.codes[Int(finding.schema)]
        let tree = check.library.documents[Int(code.document)].tree
        let node: Int? = tree.member(Array(finding.keyword.utf8), of: Int(code.node))
        let range = node.map { Int(tree.nodes[$0].start)..<Int(tree.nodes[$0].end) } ?? 0..<0
        let notice = check.program.notices.first {
            $0.place.document == Int(code.document) && range.contains($0.place.offset)
        }
        return notice?.text ?? "The keyword `\(finding.keyword)` is not checked."
    }

    private func unexpected(_ finding: Finding) -> String {
        let value = finding.value
        guard check.nodes[value].name != JSONTree.noName else {
            return "No item is accepted here" + but("there is", value)
        }
        if finding.keyword == "properties" || finding.keyword == "patternProperties" {
            return "The member \(name(value)) is not accepted here."
        }
        let object = check.codes[Int(finding.schema)].object
        var sentence = "The member \(name(value)) is not described, and no others are accepted"
        guard object >= 0, check.objects[Int(object)].mask >= 0 else { return sentence + "." }
        let rule = check.objects[Int(object)]
        let known = (Int(rule.table)...Int(rule.table + rule.mask)).map { check.slots[$0] }.filter { $0.schema >= 0 }
            .map { String(decoding: check.stored($0.start, $0.count), as: UTF8.self) }
        let written = String(decoding: check.name(value), as: UTF8.self)
        if written.utf8.count < 100, let near = NameSuggestion.nearest(to: written, among: known.sorted(), budget) {
            sentence += "; did you mean \(Self.quoted(Array(near.utf8)))?"
            return sentence
        }
        return sentence + "."
    }

    private func values(_ finding: Finding, _ table: Int) -> String {
        let tree = check.library.documents[Int(check.codes[Int(finding.schema)].document)].tree
        let node = Int(check.codes[Int(finding.schema)].node)
        guard let list = tree.member(Array(finding.keyword.utf8), of: node) else { return "" }
        if finding.keyword == "const" {
            return "Expected \(Self.shown(tree, list))" + but("this is", finding.value)
        }
        var texts: [String] = []
        let count = tree.childCount(list)
        if count == 0 { return "Nothing is accepted here, because `enum` is empty" + but("there is", finding.value) }
        tree.forEachChild(of: list) { child in
            texts.append(Self.shown(tree, child))
            return texts.count < 8
        }
        let others = count - texts.count
        let more = others > 0 ? " or \(others == 1 ? "another one" : "one of \(others) others")" : ""
        let wanted = count == 1 ? texts.joined() : "one of \(texts.joined(separator: ", "))\(more)"
        return "Expected \(wanted)" + but("this is", finding.value)
    }

    private func discriminator(_ index: Int, _ value: Int) -> String {
        let discriminator = check.program.discriminators[index]
        let known = discriminator.branches.keys.map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(8)
        let member = check.member(discriminator.property, value)
        let there = member.map { quotesValues ? shown($0) : "a value" } ?? "nothing"
        return
            "The discriminator \(Self.quoted(discriminator.property)) is \(there), which names none of the choices \(known.joined(separator: ", "))."
    }

    private func schemaText(_ schema: Int32, _ keyword: String) -> String {
        let code = check.codes[Int(schema)]
        let tree = check.library.documents[Int(code.document)].tree
        return tree.member(Array(keyword.utf8), of: Int(code.node)).map { Self.cut(Array(tree.slice($0))) } ?? ""
    }

    private func bound(_ finding: Finding, _ bound: Int32) -> String {
        let code = check.codes[Int(finding.schema)]
        let tree = check.library.documents[Int(code.document)].tree
        // In OpenAPI 3.0 the number of an exclusive bound is with another keyword.
        for keyword in [finding.keyword, finding.keyword == "exclusiveMinimum" ? "minimum" : "maximum"] {
            if let node = tree.member(Array(keyword.utf8), of: Int(code.node)), tree.kind(node) == .number {
                return Self.cut(Array(tree.slice(node)))
            }
        }
        return ""
    }

    private static func bound(_ keyword: String) -> String {
        switch keyword {
        case "minimum": "at least"
        case "exclusiveMinimum": "more than"
        case "maximum": "at most"
        case "exclusiveMaximum": "less than"
        default: "a multiple of"
        }
    }

    private func name(_ value: Int) -> String { Self.quoted(Array(check.name(value))) }

    /// The value as written, if it is short.
    private func shown(_ value: Int) -> String {
        if value >= SchemaCheck.nameBit { return "the name " + name(value & ~SchemaCheck.nameBit) }
        return Self.shown(check.tree, value)
    }

    private static func shown(_ tree: JSONTree, _ node: Int) -> String {
        switch tree.kind(node) {
        case .object: tree.next(node) == node + 1 ? "{}" : "an object of \(tree.childCount(node))"
        case .array: tree.next(node) == node + 1 ? "[]" : "an array of \(tree.childCount(node))"
        default: cut(Array(tree.slice(node)))
        }
    }

    private func children(_ value: Int, _ count: Int) -> String {
        check.type(value) == TypeBit.object ? (count == 1 ? "member" : "members") : (count == 1 ? "item" : "items")
    }

    private func count(_ value: Int) -> String {
        let count = check.tree.childCount(value)
        return count == 1 ? "is 1" : "are \(count)"
    }

    private func length(_ value: Int) -> Int { SchemaCheck.length(check.string(value)) }

    private static func number(_ count: Int) -> String { String(count) }
    private static func matches(_ count: Int) -> String {
        count == 1 ? "1 item that matches" : "\(count) items that match"
    }
    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    private static func ordinal(_ index: Int) -> String {
        let names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        return index < names.count ? names[index] : "\(index + 1)th"
    }

    private func kind(_ value: Int) -> String { Self.types(check.type(value)) }

    private static func types(_ types: UInt8) -> String {
        var names: [String] = []
        if types & TypeBit.object != 0 { names.append("an object") }
        if types & TypeBit.array != 0 { names.append("an array") }
        if types & TypeBit.string != 0 { names.append("a string") }
        if types & TypeBit.fraction != 0 {
            names.append("a number")
        } else if types & TypeBit.integer != 0 {
            names.append("an integer")
        }
        if types & TypeBit.bool != 0 { names.append("true or false") }
        if types & TypeBit.null != 0 { names.append("null") }
        guard let last = names.popLast() else { return "nothing" }
        return names.isEmpty ? last : names.joined(separator: ", ") + " or " + last
    }

    private static func quoted(_ name: [UInt8]) -> String { "`" + cut(name) + "`" }

    /// At most `maxQuoted` bytes, cut between characters.
    private static func cut(_ bytes: [UInt8]) -> String {
        guard bytes.count > maxQuoted else { return String(decoding: bytes, as: UTF8.self) }
        var end = maxQuoted
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }
}
