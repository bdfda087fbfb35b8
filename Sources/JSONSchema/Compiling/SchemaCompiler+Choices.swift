import Base
import JSONPath

extension SchemaCompiler {
    // MARK: References

    mutating func compileReferences(
        _ keywords: Keywords, _ exempt: Set<[UInt8]>, _ made: inout [SchemaInstruction]
    ) {
        func add(_ operation: SchemaInstruction.Operation, _ target: Target, _ compiler: inout SchemaCompiler) {
            let (start, count) = compiler.list([compiler.schema(target, in: keywords.index, exempt: exempt)])
            made.append(SchemaInstruction(operation: operation, start: start, count: count))
        }
        if let (target, _) = reference("$ref", keywords) { add(.reference, target, &self) }
        if keywords.dialect.is2020, let (target, text) = reference("$dynamicRef", keywords) {
            var target = target
            let resource = library.resources.all[library.resources.resource(of: target)]
            // Only a reference that leads to a dynamic anchor at first is dynamic (§8.2.3.2).
            if let name = SchemaURI.split(text).fragment, resource.dynamicAnchors[name] == target.node {
                let inside = schema(target, in: keywords.index, exempt: exempt)
                target = scope(of: Int(inside)).bindings[name] ?? target
            }
            add(.dynamicReference, target, &self)
        }
        if keywords.dialect == .draft2019, let (target, _) = reference("$recursiveRef", keywords) {
            var target = target
            let resource = library.resources.all[library.resources.resource(of: target)]
            let name = SchemaResources.recursiveAnchor
            if resource.dynamicAnchors[name] == target.node {
                target = scope(of: keywords.index).bindings[name] ?? target
            }
            add(.recursiveReference, target, &self)
        }
    }

    private mutating func reference(_ keyword: String, _ keywords: Keywords) -> (Target, String)? {
        guard let node = keywords.nodes[keyword] else { return nil }
        guard let text = text(keyword, keywords) else { return nil }
        guard let target = target(text, base: keywords.resource.uri) else {
            leaveUnchecked(.reference, keywords.index)
            let shown = text.utf8.count > 200 ? String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…" : text
            notice(
                .unresolved, "The reference \(shown) leads to nothing that is known here; nothing is checked for it.",
                keywords.at(node))
            return nil
        }
        return (target, text)
    }

    // MARK: Choices

    mutating func compileChoices(
        _ keywords: Keywords, _ exempt: Set<[UInt8]>, _ made: inout [SchemaInstruction]
    ) {
        if let branches = schemas("allOf", keywords, exempt: exempt) {
            let (start, count) = list(branches)
            made.append(SchemaInstruction(operation: .allOf, start: start, count: count))
        }
        for (keyword, operation) in [("anyOf", SchemaInstruction.Operation.anyOf), ("oneOf", .oneOf)] {
            guard let branches = schemas(keyword, keywords, exempt: exempt) else { continue }
            let (start, count) = list(branches)
            let extra = discriminator(keywords, keyword)
            made.append(SchemaInstruction(operation: operation, start: start, count: count, extra: extra))
        }
        if let branch = schema("not", keywords) {
            made.append(SchemaInstruction(operation: .not, start: list([branch]).start, count: 1))
        }
        if keywords.dialect != .openAPI30, let condition = schema("if", keywords, exempt: exempt) {
            let then = schema("then", keywords, exempt: exempt) ?? -1
            let other = schema("else", keywords, exempt: exempt) ?? -1
            made.append(
                SchemaInstruction(operation: .condition, start: list([condition, then, other]).start, count: 3))
        }
        compileDependentSchemas(keywords, exempt, &made)
        if keywords.dialect.is2020 || keywords.dialect == .draft2019 {
            for (keyword, operation) in [
                ("unevaluatedProperties", SchemaInstruction.Operation.unevaluatedProperties),
                ("unevaluatedItems", .unevaluatedItems),
            ] {
                guard let schema = schema(keyword, keywords) else { continue }
                made.append(SchemaInstruction(operation: operation, start: list([schema]).start, count: 1))
            }
        }
    }

    private mutating func compileDependentSchemas(
        _ keywords: Keywords, _ exempt: Set<[UInt8]>, _ made: inout [SchemaInstruction]
    ) {
        let tree = keywords.tree
        var branches: [Int32] = []
        var names: [NameDependency] = []
        for keyword in Self.dependencyKeywords(keywords.dialect, new: "dependentSchemas") {
            guard let node = keywords.nodes[keyword], tree.kind(node) == .object else { continue }
            var child = node + 1
            while child < tree.next(node) {
                if tree.kind(child) != .array {
                    let (start, count) = store(tree.name(child) ?? [])
                    names.append(NameDependency(start: start, count: count))
                    branches.append(schema(keywords.at(child), in: keywords.index, exempt: exempt))
                }
                child = tree.next(child)
            }
        }
        guard !branches.isEmpty else { return }
        let (start, count) = list(branches)
        made.append(
            SchemaInstruction(
                operation: .dependentSchemas, start: start, count: count, extra: Int32(dependencies.count)))
        dependencies += names
    }

    /// OpenAPI 3.0.4 §4.7.25: the value names a branch by the mapping, or as the last part of the branch's reference.
    private mutating func discriminator(_ keywords: Keywords, _ keyword: String) -> Int32 {
        let tree = keywords.tree
        guard keywords.dialect.isOpenAPI, let node = keywords.nodes["discriminator"], tree.kind(node) == .object,
            let property = tree.member(Array("propertyName".utf8), of: node), tree.kind(property) == .string,
            let list = keywords.nodes[keyword]
        else { return -1 }
        var branches: [[UInt8]: Int] = [:]
        var targets: [Target: Int] = [:]
        var position = 0
        var child = list + 1
        while child < tree.next(list) {
            if let text = SchemaResources.text("$ref", of: child, tree) {
                if let name = text.utf8.split(separator: Byte.slash).last { branches[Array(name)] = position }
                if let target = target(text, base: keywords.resource.uri) { targets[target] = position }
            }
            position += 1
            child = tree.next(child)
        }
        if let mapping = tree.member(Array("mapping".utf8), of: node), tree.kind(mapping) == .object {
            child = mapping + 1
            while child < tree.next(mapping) {
                if let text = SchemaResources.text(child, tree), let name = tree.name(child) {
                    if let target = target(text, base: keywords.resource.uri), let branch = targets[target] {
                        branches[name] = branch
                    } else if let branch = branches[Array(text.utf8)] {
                        branches[name] = branch
                    }
                }
                child = tree.next(child)
            }
        }
        discriminators.append(Discriminator(property: tree.string(property), branches: branches))
        return Int32(discriminators.count - 1)
    }
}
