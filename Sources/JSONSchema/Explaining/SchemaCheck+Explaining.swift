import Base
import JSONPath

extension SchemaCheck {
    /// Finds what is wrong with a value. Goes only into what is invalid; verdicts are remembered once that takes too many
    /// steps.
    /// - Parameter isKnownInvalid: whether the verdict on this value is known.
    func explain(_ schema: Int32, _ value: Int, _ found: inout Findings, isKnownInvalid: Bool = false) {
        guard stopped == nil, !found.isCut, isKnownInvalid || !isValid(schema, value), stopped == nil else { return }
        depth += 1
        defer { depth -= 1 }
        let code = codes[Int(schema)]
        let type = type(value)
        // The verdict ended before it had looked at all of the value; its members are looked at below.
        if looksForWarnings, mayWarn(code, type) { noteWarning() }
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        if code.types & type == 0 { return code.isBoolean ? add(.nothing, "false") : add(.type(code.types), "type") }
        switch type {
        case TypeBit.string: if code.string >= 0 { explainString(schema, strings[Int(code.string)], value, &found) }
        case TypeBit.object: if code.object >= 0 { explainObject(schema, objects[Int(code.object)], value, &found) }
        case TypeBit.array: if code.array >= 0 { explainArray(schema, arrays[Int(code.array)], value, &found) }
        case TypeBit.integer, TypeBit.fraction:
            if code.number >= 0 { explainNumber(schema, numbers[Int(code.number)], value, &found) }
        default: break
        }
        guard code.count > 0 else { return }
        for place in Int(code.first)..<Int(code.first + code.count) {
            explain(instructions[place], schema, value, type, &found)
        }
    }

    /// Whether a schema may warn of a value of a type, apart from its members and items.
    private func mayWarn(_ code: SchemaCode, _ type: UInt8) -> Bool {
        if !code.unchecked.isEmpty { return true }
        if type == TypeBit.string { return code.string >= 0 && strings[Int(code.string)].format >= 0 }
        return type >= TypeBit.fraction && code.number >= 0 && numbers[Int(code.number)].format >= 0
    }

    private func explain(
        _ instruction: SchemaInstruction, _ schema: Int32, _ value: Int, _ type: UInt8, _ found: inout Findings
    ) {
        let start = Int(instruction.start)
        let end = start + Int(instruction.count)
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        let code = codes[Int(schema)]
        switch instruction.operation {
        case .enumeration, .constant:
            if !isOne(of: Int(instruction.extra), code, value, type) {
                add(.value(Int(instruction.extra)), instruction.operation == .constant ? "const" : "enum")
            }
        case .reference, .dynamicReference, .recursiveReference, .allOf:
            for index in start..<end { explain(lists[index], value, &found) }
        case .anyOf, .oneOf: explainChoice(instruction, schema, value, type, &found)
        case .not:
            if !codes[Int(lists[start])].isUncertain, isValid(lists[start], value) { add(.not, "not") }
        case .condition:
            let branch = lists[start + (isValid(lists[start], value) ? 1 : 2)]
            if branch >= 0 { explain(branch, value, &found) }
        case .dependentSchemas:
            guard type == TypeBit.object else { return }
            for index in start..<end where hasMember(dependencies[Int(instruction.extra) + index - start], value) {
                explain(lists[index], value, &found)
            }
        case .unevaluatedProperties, .unevaluatedItems:
            let isItems = instruction.operation == .unevaluatedItems
            guard type == (isItems ? TypeBit.array : TypeBit.object) else { return }
            for child in unevaluated(code, instruction, value) {
                explainRest(
                    schema, lists[start], child, isItems ? "unevaluatedItems" : "unevaluatedProperties", &found)
            }
        }
    }

    /// A member or item for which only the schema of the rest remains.
    private func explainRest(
        _ schema: Int32, _ rest: Int32, _ child: Int, _ keyword: String, _ found: inout Findings
    ) {
        if codes[Int(rest)].isBoolean, codes[Int(rest)].types == 0 {
            found.append(Finding(fact: .unexpected, keyword: keyword, schema: schema, value: child))
        } else {
            explain(rest, child, &found)
        }
    }

    private func explainString(_ schema: Int32, _ code: StringCode, _ value: Int, _ found: inout Findings) {
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        let length = Self.length(string(value))
        if length < code.least { add(.shortest(code.least), "minLength") }
        if length > code.most { add(.longest(code.most), "maxLength") }
        if code.pattern >= 0, !matches(code.pattern, string(value)) { add(.pattern(code.pattern), "pattern") }
        if code.assertsFormat, let format = SchemaFormat(rawValue: Int(code.format)), !format.accepts(string(value)) {
            add(.format(format), "format")
        }
    }

    private func explainNumber(_ schema: Int32, _ code: NumberCode, _ value: Int, _ found: inout Findings) {
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        switch brokenBound(code, JSONNumber(numberText(value))) {
        case .minimum: add(.bound(code.minimum), "minimum")
        case .exclusiveMinimum: add(.bound(code.exclusiveMinimum), "exclusiveMinimum")
        case .maximum: add(.bound(code.maximum), "maximum")
        case .exclusiveMaximum: add(.bound(code.exclusiveMaximum), "exclusiveMaximum")
        case .multiple: add(.bound(code.multiple), "multipleOf")
        case .format: if let format = SchemaFormat(rawValue: Int(code.format)) { add(.format(format), "format") }
        case nil: break
        }
    }

    private func explainObject(_ schema: Int32, _ object: ObjectCode, _ value: Int, _ found: inout Findings) {
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        for slot in missing(object, value) { add(.required(stored(slot.start, slot.count)), "required") }
        var count = 0
        var child = value + 1
        while child < next(value) {
            count += 1
            var isKnown = false
            let place = slot(name(child), object.table, object.mask)
            if let place, slots[place].isUnwanted { noteWarning() }
            if let place, slots[place].schema >= 0 {
                isKnown = true
                explainRest(schema, slots[place].schema, child, "properties", &found)
            }
            for index in Int(object.firstRule)..<Int(object.firstRule + object.ruleCount)
            where matches(rules[index].pattern, name(child)) {
                isKnown = true
                explainRest(schema, rules[index].schema, child, "patternProperties", &found)
            }
            if !isKnown, object.additional >= 0, !object.hasUncheckedRules {
                explainRest(schema, object.additional, child, "additionalProperties", &found)
            }
            if object.names >= 0 { explain(object.names, child | Self.nameBit, &found) }
            child = next(child)
        }
        if count < object.least { add(.fewest(object.least), "minProperties") }
        if count > object.most { add(.most(object.most), "maxProperties") }
        if object.dependencyCount > 0, let rule = brokenDependency(object, value) {
            add(
                .dependency(stored(rule.start, rule.count), missing: stored(rule.otherStart, rule.otherCount)),
                "dependentRequired")
        }
    }

    private func explainArray(_ schema: Int32, _ array: ArrayCode, _ value: Int, _ found: inout Findings) {
        func add(_ fact: Finding.Fact, _ keyword: String) {
            found.append(Finding(fact: fact, keyword: keyword, schema: schema, value: value))
        }
        var (count, contained) = (0, 0)
        var child = value + 1
        let isKnown = array.prefixCount == 0 && brokenItem.array == value && brokenItem.items == array.items
        let firstBroken = isKnown ? brokenItem.child : 0
        while child < next(value) {
            if child < firstBroken {
                // The verdict has been here.
            } else if count < Int(array.prefixCount) {
                explain(lists[Int(array.firstPrefix) + count], child, &found)
            } else if array.items >= 0 {
                explainRest(schema, array.items, child, "items", &found)
            }
            if array.contains >= 0, isValid(array.contains, child) { contained += 1 }
            count += 1
            child = next(child)
        }
        if count < array.least { add(.fewest(array.least), "minItems") }
        if count > array.most { add(.most(array.most), "maxItems") }
        if array.contains >= 0 {
            if contained < array.leastContained {
                add(.contains(least: array.leastContained, most: array.mostContained), "contains")
            } else if contained > array.mostContained, !codes[Int(array.contains)].isUncertain {
                add(.contains(least: array.leastContained, most: array.mostContained), "maxContains")
            }
        }
        if array.isUnique, count > 1, let (first, second) = firstRepeated(value) {
            found.append(
                Finding(fact: .repeated, keyword: "uniqueItems", schema: schema, value: second, other: first))
        }
    }
}
