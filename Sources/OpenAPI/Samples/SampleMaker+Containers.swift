import Base
import JSONPath

extension SampleMaker {
    mutating func object(
        _ schema: MergedSchema, _ places: [DocumentPlace], _ variant: Int, _ depth: Int, _ forced: [String: String]
    ) -> Making {
        let required = Set(schema.required)
        var members: [(String, JSONOutput)] = []
        var names: Set<String> = []
        var spare: [String] = []
        // In the order of the text; required names without a schema come last. The first that fails ends it: where
        // schemas name one another, going on would double the work on each level.
        for name in schema.names + schema.required.filter({ schema.properties[$0] == nil }) {
            let isRequired = required.contains(name)
            let property = schema.properties[name] ?? (schema.additional.isEmpty ? [] : schema.additional)
            if isLeftOut(MergedSchema(property, documents, version)) { continue }
            guard isRequired || extent == .full else {
                spare.append(name)
                continue
            }
            if schema.properties[name] == nil, !schema.allowsAdditional {
                return failure("\(quoted(name)) is required, and 'additionalProperties' forbids it", places)
            }
            switch member(name, property, variant, depth, forced) {
            case .success(let made):
                members.append((name, made.value))
                names.insert(name)
            case .failure(let failure): if isRequired { return .failure(failure) }
            }
        }
        for name in spare where members.count < schema.minProperties {
            guard case .success(let made) = member(name, schema.properties[name] ?? [], variant, depth, forced) else {
                continue
            }
            members.append((name, made.value))
            names.insert(name)
        }
        fill(schema, variant, depth, &members, &names)
        guard members.count >= schema.minProperties else {
            let words = schema.minProperties == 1 ? "1 property" : "\(schema.minProperties) properties"
            return failure("it needs \(words), which cannot be made", places)
        }
        if let most = schema.maxProperties, members.count > most {
            // The last optional ones go.
            var extra = members.count - most
            for index in members.indices.reversed() where extra > 0 && !required.contains(members[index].0) {
                members.remove(at: index)
                extra -= 1
            }
            guard extra == 0 else {
                return failure("more properties are required than 'maxProperties' allows", places)
            }
        }
        return .success(Made(value: .object(members), origin: .made))
    }

    private mutating func member(
        _ name: String, _ places: [DocumentPlace], _ variant: Int, _ depth: Int, _ forced: [String: String]
    ) -> Making {
        if let text = forced[name] {
            let value = JSONOutput.string(text)
            let schema = MergedSchema(places, documents, version)
            let allowed = schema.enumeration + schema.constants
            if isValid(value, places) ?? (allowed.isEmpty || allowed.contains { $0.string == text }) {
                return .success(Made(value: value, origin: .made))
            }
        }
        guard !places.isEmpty else { return .success(Made(value: "string", origin: .made)) }
        return make(places, variant: variant, depth: depth + 1)
    }

    /// Adds members with made-up names where there are too few, and one for a map in a full sample.
    private mutating func fill(
        _ schema: MergedSchema, _ variant: Int, _ depth: Int, _ members: inout [(String, JSONOutput)],
        _ names: inout Set<String>
    ) {
        let wantsOne = extent == .full && !schema.additional.isEmpty && schema.names.isEmpty && members.isEmpty
        let wanted = max(schema.minProperties, wantsOne ? 1 : 0)
        guard schema.allowsAdditional, wanted <= Self.mostItems else { return }
        var number = 1
        while members.count < wanted, number <= 2 * Self.mostItems {
            let name = "key\(number)"
            number += 1
            guard !names.contains(name) else { continue }
            guard case .success(let made) = member(name, schema.additional, variant, depth, [:]) else { return }
            members.append((name, made.value))
            names.insert(name)
        }
    }

    mutating func array(_ schema: MergedSchema, _ places: [DocumentPlace], _ depth: Int) -> Making {
        if let most = schema.maxItems, most < schema.minItems {
            return failure("minItems is larger than maxItems", places)
        }
        guard schema.minItems <= Self.mostItems else {
            return failure("it needs more than \(Self.mostItems) items", places)
        }
        // One item shows what belongs into the array.
        var wanted = max(schema.minItems, schema.prefix.count + (schema.contains.isEmpty ? 0 : 1), 1)
        if let most = schema.maxItems { wanted = min(wanted, most) }
        var items: [JSONOutput] = []
        var known: Set<[UInt8]> = []
        var variant = 0
        var problem: SampleFailure?
        while items.count < wanted, variant < wanted + 8 {
            let index = items.count
            var item = index < schema.prefix.count ? schema.prefix[index] : schema.items
            if index == schema.prefix.count, !schema.contains.isEmpty { item += schema.contains }
            let isVaried = schema.isUnique
            let made =
                item.isEmpty
                ? Making.success(
                    Made(value: .string(isVaried && variant > 0 ? "string\(variant)" : "string"), origin: .made))
                : make(item, variant: isVaried ? variant : 0, depth: depth + 1)
            variant += 1
            switch made {
            case .success(let made):
                if isVaried, !known.insert(made.value.bytes).inserted { continue }
                items.append(made.value)
            case .failure(let failure):
                problem = failure
                variant = .max - 1
            }
            if problem != nil { break }
        }
        guard items.count >= schema.minItems, schema.contains.isEmpty || items.count > schema.prefix.count else {
            if let problem { return .failure(problem) }
            let found = items.count == 1 ? "1 was found" : "\(items.count) were found"
            return failure("it needs \(schema.minItems) different items, and \(found)", places)
        }
        return .success(Made(value: .array(items), origin: .made))
    }
}
