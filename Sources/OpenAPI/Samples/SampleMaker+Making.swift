import Base
import JSONPath
import NetEngine

extension SampleMaker {
    struct Made {
        var value: JSONOutput
        var origin: Sample.Origin
    }

    typealias Making = Result<Made, SampleFailure>

    func failure(_ reason: String, _ places: [DocumentPlace]) -> Making {
        .failure(SampleFailure(reason: reason, pointer: places.first.map(documents.pointer)))
    }

    /// A value that all of the schemas allow.
    mutating func make(
        _ places: [DocumentPlace], variant: Int, depth: Int, forced: [String: String] = [:]
    ) -> Making {
        values += 1
        countWork(1)
        guard values <= Self.mostValues else { return failure("it has more than \(Self.mostValues) values", places) }
        guard depth <= Self.mostDepth else { return failure("it is deeper than \(Self.mostDepth) levels", places) }
        let keys = Set(places.map { place in (try? documents.value(place).followed())?.place ?? place })
        guard !keys.contains(where: { active[$0] != nil }) else { return end(ofCycle: places) }
        for key in keys { active[key] = depth }
        defer { for key in keys { active[key] = nil } }
        return make(places, [:], variant, depth, forced)
    }

    /// What may be where a schema requires itself.
    private func end(ofCycle places: [DocumentPlace]) -> Making {
        let schema = MergedSchema(places, documents, version)
        if schema.conflict == nil, schema.saysType {
            if schema.types.contains(.null) { return .success(Made(value: .null, origin: .made)) }
            if schema.types.contains(.array), schema.minItems == 0 {
                return .success(Made(value: .array([]), origin: .made))
            }
        }
        return failure("the schema requires itself without an end", places)
    }

    private mutating func make(
        _ places: [DocumentPlace], _ decided: [DocumentPlace: DocumentPlace], _ variant: Int, _ depth: Int,
        _ forced: [String: String]
    ) -> Making {
        var schema = MergedSchema(places, documents, version, chosen: decided)
        if let conflict = schema.conflict { return failure(conflict, places) }
        if let value = written(schema, places, variant) { return .success(value) }
        if let choice = schema.choices.first {
            return branch(choice, places, decided, variant, depth, forced)
        }
        var forced = forced
        name(schema, places, &forced)
        // A pointer costs a walk down the document.
        if schema.strings.formats.contains("uuid"), let first = places.first {
            schema.strings.seed = documents.pointer(of: first)
        }
        let order: [SchemaTypes] = [.object, .array, .string, .integer, .number, .boolean, .null]
        // Of a schema that says nothing, a string.
        let types = schema.saysType || !schema.hints.isEmpty ? order : [.string]
        var problem: SampleFailure?
        for type in types where schema.types.contains(type) {
            switch make(type, schema, places, variant, depth, forced) {
            case .success(let made): return .success(made)
            case .failure(let failure): problem = problem ?? failure
            }
        }
        if schema.types.contains(.null), schema.saysType { return .success(Made(value: .null, origin: .made)) }
        return .failure(problem ?? SampleFailure(reason: "no type can be made", pointer: nil))
    }

    private mutating func make(
        _ type: SchemaTypes, _ schema: MergedSchema, _ places: [DocumentPlace], _ variant: Int, _ depth: Int,
        _ forced: [String: String]
    ) -> Making {
        switch type {
        case .object: return object(schema, places, variant, depth, forced)
        case .array: return array(schema, places, depth)
        default: break
        }
        // Keywords such as 'not' can exclude the first one.
        var made: Making?
        for attempt in 0..<(validator == nil ? 1 : 4) {
            let next = scalar(type, schema, places, variant + attempt)
            guard case .success(let value) = next else { return made ?? next }
            if isValid(value.value, places) ?? true { return next }
            made = made ?? next
        }
        return made ?? failure("no value was found", places)
    }

    private func scalar(
        _ type: SchemaTypes, _ schema: MergedSchema, _ places: [DocumentPlace], _ variant: Int
    ) -> Making {
        switch type {
        case .string:
            switch schema.strings.make(variant: variant) {
            case .success(let text): return .success(Made(value: .string(text), origin: .made))
            case .failure(let problem): return failure(problem.reason, places)
            }
        case .integer, .number:
            var numbers = schema.numbers
            numbers.isInteger = !schema.types.contains(.number)
            for format in schema.strings.formats where format == "int32" || format == "int64" {
                let limit = format == "int32" ? Int(Int32.max) : Int.max
                numbers.minimums.append(.init(value: String(-limit - 1), isExclusive: false))
                numbers.maximums.append(.init(value: String(limit), isExclusive: false))
            }
            guard let text = numbers.make(variant: variant) else {
                return failure("no number is within its bounds", places)
            }
            return .success(Made(value: .number(text), origin: .made))
        case .boolean: return .success(Made(value: .bool(variant % 2 == 0), origin: .made))
        default: return .success(Made(value: .null, origin: .made))
        }
    }

    /// What the authors wrote in the schema: the first that is valid.
    private mutating func written(_ schema: MergedSchema, _ places: [DocumentPlace], _ variant: Int) -> Made? {
        var all: [(origin: Sample.Origin, value: DescriptionValue)] = schema.constants.map { (.constant, $0) }
        all += schema.examples
        all += schema.enumeration.map { (.enumeration, $0) }
        var left = variant
        var isEnumerationReported = false
        for (origin, written) in all {
            if origin == .enumeration, isEnumerationReported, validator == nil { break }
            let reports = rejected.count
            guard let value = accepted(written, origin, places) else {
                // One value of many may be excluded by another schema; only an author's example is wrong by itself.
                if origin == .enumeration || origin == .constant { rejected.removeSubrange(reports...) }
                isEnumerationReported = origin == .enumeration
                continue
            }
            if left == 0 { return Made(value: value, origin: origin) }
            left -= 1
        }
        return nil
    }

    // MARK: Branches

    /// The first branch that is valid as a whole, made together with what is beside it.
    private mutating func branch(
        _ choice: MergedSchema.Choice, _ places: [DocumentPlace], _ decided: [DocumentPlace: DocumentPlace],
        _ variant: Int, _ depth: Int, _ forced: [String: String]
    ) -> Making {
        let all = choice.group.elements
        var order = Array(all.indices)
        if let first = chosen[choice.group.place], all.indices.contains(first) {
            order = [first] + order.filter { $0 != first }
        }
        var fallback: (made: Made, index: Int)?
        var problem: SampleFailure?
        for index in order {
            tries += 1
            guard tries <= Self.mostTries else { break }
            let branch = all[index]
            var decided = decided
            decided[choice.group.place] = branch.place
            var forced = forced
            if let discriminator = choice.owner["discriminator"], let name = discriminator.text("propertyName") {
                forced[name] = forced[name] ?? key(of: branch, discriminator)
            }
            let key = (try? branch.followed())?.place ?? branch.place
            guard active[key] == nil else { continue }
            active[key] = depth
            let made = make(places, decided, variant, depth, forced)
            active[key] = nil
            switch made {
            case .success(let made):
                if isValid(made.value, places) ?? true {
                    branches.append(Sample.Branch(group: choice.group.place, index: index, count: all.count))
                    return .success(made)
                }
                fallback = fallback ?? (made, index)
            case .failure(let failure): problem = problem ?? failure
            }
        }
        if let fallback {
            branches.append(Sample.Branch(group: choice.group.place, index: fallback.index, count: all.count))
            return .success(fallback.made)
        }
        return problem.map { .failure($0) } ?? failure("no branch has an end", places)
    }

    /// The value of the discriminator for a branch: the key of its mapping, else the name of its schema.
    private func key(of branch: DescriptionValue, _ discriminator: DescriptionValue) -> String? {
        let target = (try? branch.followed())?.place
        for (key, value) in discriminator["mapping"]?.members ?? [] {
            guard let text = value.string else { continue }
            if text == branch.reference { return key }
            // A mapping may name the schema alone.
            let reference =
                text.contains(bytes: "#") || text.contains(bytes: "/") ? text : "#/components/schemas/" + text
            let place = try? documents.target(of: Array(reference.utf8), in: value.place.document).get()
            if let place, let target, (try? documents.value(place).followed())?.place == target { return key }
        }
        return branch.reference.flatMap { $0.split(separator: "/").last.map(String.init) }
    }

    /// The discriminators of schemas that this one extends by `allOf`: its own name.
    private func name(_ schema: MergedSchema, _ places: [DocumentPlace], _ forced: inout [String: String]) {
        guard !schema.discriminators.isEmpty, let first = places.first,
            let own = (try? documents.value(first).followed())?.place
        else { return }
        for owner in schema.discriminators {
            let discriminator = owner["discriminator"]
            guard let name = discriminator?.text("propertyName") ?? discriminator?.string, forced[name] == nil else {
                continue
            }
            for (key, value) in discriminator?["mapping"]?.members ?? [] where forced[name] == nil {
                guard let text = value.string else { continue }
                let place = try? documents.target(of: Array(text.utf8), in: value.place.document).get()
                if place == own { forced[name] = key }
            }
            let steps = JSONPointer.names(Array(documents.pointer(of: own).utf8)) ?? []
            let folders = [["components", "schemas"], ["definitions"]].map { $0.map { Array($0.utf8) } }
            if forced[name] == nil, let last = steps.last, folders.contains(Array(steps.dropLast())) {
                forced[name] = String(decoding: last, as: UTF8.self)
            }
        }
    }
}
