import Base
import JSONPath

extension SchemaCompiler {
    /// The names that are required in the other direction only, here and around.
    func exemptNames(_ keywords: Keywords) -> Set<[UInt8]> {
        let outer = scope(of: keywords.index).exempt
        guard options.direction != .none, keywords.dialect.isOpenAPI, let node = keywords.nodes["properties"],
            keywords.tree.kind(node) == .object
        else { return outer }
        var exempt = outer
        keywords.tree.forEachChild(of: node) { child in
            if isUnwanted(child, keywords.tree) { exempt.insert(keywords.tree.name(child) ?? []) }
            return true
        }
        return exempt
    }

    /// Whether a property should not be there in the chosen direction.
    private func isUnwanted(_ node: Int, _ tree: JSONTree) -> Bool {
        let keyword: String
        switch options.direction {
        case .none: return false
        case .request: keyword = "readOnly"
        case .response: keyword = "writeOnly"
        }
        return tree.member(Array(keyword.utf8), of: node).map { tree.slice($0).first == UInt8(ascii: "t") } ?? false
    }

    mutating func compileObjects(_ keywords: Keywords, _ exempt: Set<[UInt8]>) {
        let tree = keywords.tree
        var code = ObjectCode()
        var entries: [NameSlot] = []
        var places: [[UInt8]: Int] = [:]
        func entry(_ name: [UInt8], _ compiler: inout SchemaCompiler) -> Int {
            if let place = places[name] { return place }
            let (start, count) = compiler.store(name)
            entries.append(NameSlot(hash: NameTable.hash(name), start: start, count: count))
            places[name] = entries.count - 1
            return entries.count - 1
        }
        if let node = keywords.nodes["properties"] {
            if tree.kind(node) != .object { malformed("properties", "an object of schemas", keywords.at(node)) }
            var child = node + 1
            while tree.kind(node) == .object, child < tree.next(node) {
                let place = entry(tree.name(child) ?? [], &self)
                entries[place].schema = schema(keywords.at(child), in: keywords.index, exempt: [])
                if keywords.dialect.isOpenAPI, isUnwanted(child, tree) {
                    entries[place].isUnwanted = true
                    hasWarnings = true
                }
                child = tree.next(child)
            }
        }
        if keywords.resource.hasValidation, let node = keywords.nodes["required"] {
            if tree.kind(node) != .array { malformed("required", "an array of names", keywords.at(node)) }
            var child = node + 1
            while tree.kind(node) == .array, child < tree.next(node) {
                if tree.kind(child) == .string, case let name = tree.string(child), !exempt.contains(name) {
                    let place = entry(name, &self)
                    if entries[place].required < 0 {
                        entries[place].required = code.requiredCount
                        code.requiredCount += 1
                    }
                }
                child = tree.next(child)
            }
        }
        if keywords.dialect != .openAPI30 { compileRules(keywords, &code) }
        code.additional = schema("additionalProperties", keywords) ?? -1
        if keywords.dialect != .openAPI30 { code.names = schema("propertyNames", keywords) ?? -1 }
        code.least = count("minProperties", keywords) ?? 0
        code.most = count("maxProperties", keywords) ?? .max
        if keywords.resource.hasValidation { compileDependencies(keywords, &code) }
        (code.table, code.mask) = NameTable.append(entries, to: &slots)
        guard
            !entries.isEmpty || code.ruleCount > 0 || code.additional >= 0 || code.names >= 0 || code.least > 0
                || code.most < .max || code.dependencyCount > 0 || code.hasUncheckedRules
        else { return }
        objects.append(code)
        codes[keywords.index].object = Int32(objects.count - 1)
    }

    private mutating func compileRules(_ keywords: Keywords, _ code: inout ObjectCode) {
        guard let node = keywords.nodes["patternProperties"] else { return }
        let tree = keywords.tree
        guard tree.kind(node) == .object else {
            return malformed("patternProperties", "an object of schemas", keywords.at(node))
        }
        var made: [PatternRule] = []
        var child = node + 1
        while child < tree.next(node) {
            let number = pattern(String(decoding: tree.name(child) ?? [], as: UTF8.self), keywords.at(child))
            let schema = schema(keywords.at(child), in: keywords.index, exempt: [])
            if patterns[Int(number)].pattern != nil || patterns[Int(number)].prefix != nil {
                made.append(PatternRule(pattern: number, schema: schema))
            } else {
                code.hasUncheckedRules = true
                leaveUnchecked(.patternProperties, keywords.index)
            }
            child = tree.next(child)
        }
        (code.firstRule, code.ruleCount) = (Int32(rules.count), Int32(made.count))
        rules += made
    }

    /// `dependencies` went out of use with draft 2019-09, but is still read then.
    static func dependencyKeywords(_ dialect: SchemaDialect, new: String) -> [String] {
        switch dialect {
        case .openAPI30: []
        case .draft7: ["dependencies"]
        default: [new, "dependencies"]
        }
    }

    private mutating func compileDependencies(_ keywords: Keywords, _ code: inout ObjectCode) {
        var made: [NameDependency] = []
        let tree = keywords.tree
        for keyword in Self.dependencyKeywords(keywords.dialect, new: "dependentRequired") {
            guard let node = keywords.nodes[keyword], tree.kind(node) == .object else { continue }
            var child = node + 1
            while child < tree.next(node) {
                let name = store(tree.name(child) ?? [])
                var other = child + 1
                while tree.kind(child) == .array, other < tree.next(child) {
                    if tree.kind(other) == .string {
                        let wanted = store(tree.string(other))
                        made.append(
                            NameDependency(
                                start: name.start, count: name.count, otherStart: wanted.start,
                                otherCount: wanted.count))
                    }
                    other = tree.next(other)
                }
                child = tree.next(child)
            }
        }
        (code.firstDependency, code.dependencyCount) = (Int32(dependencies.count), Int32(made.count))
        dependencies += made
    }
}
