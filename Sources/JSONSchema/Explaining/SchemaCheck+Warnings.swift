import Base
import JSONPath

extension SchemaCheck {
    private struct Visit: Hashable {
        var schema: Int32
        var value: Int
    }

    /// Finds what a valid value, or the valid parts of one, should not be: not of its format, or not for this direction.
    func warn(_ schema: Int32, _ value: Int, _ direction: SchemaDirection, _ found: inout Findings) {
        var seen: Set<Visit> = []
        var open = [Visit(schema: schema, value: value)]
        while let visit = open.popLast(), stopped == nil, !found.isCut {
            guard visit.schema > 0 else { continue }
            let (code, value) = (codes[Int(visit.schema)], visit.value)
            // Only what several schemas lead to can be met twice.
            if code.isShared, !seen.insert(visit).inserted { continue }
            countWork(1)
            let type = type(value)
            if !code.unchecked.isEmpty { addUnchecked(visit.schema, code, value, type, &found) }
            if type == TypeBit.string, code.string >= 0 {
                let rule = strings[Int(code.string)]
                if !rule.assertsFormat, let format = SchemaFormat(rawValue: Int(rule.format)),
                    !format.accepts(string(value))
                {
                    found.append(
                        Finding(fact: .format(format), keyword: "format", schema: visit.schema, value: value))
                }
            } else if type >= TypeBit.fraction, code.number >= 0 {
                let rule = numbers[Int(code.number)]
                if !rule.assertsFormat, let format = SchemaFormat(rawValue: Int(rule.format)),
                    !format.accepts(JSONNumber(numberText(value)))
                {
                    found.append(
                        Finding(fact: .format(format), keyword: "format", schema: visit.schema, value: value))
                }
            }
            // The next one is the last.
            let rest = open.count
            if type == TypeBit.object, code.object >= 0 {
                warnMembers(visit.schema, objects[Int(code.object)], value, direction, &found, &open)
            }
            if type == TypeBit.array, code.array >= 0 {
                let array = arrays[Int(code.array)]
                var child = value + 1
                var position = 0
                while child < next(value) {
                    let inner =
                        position < Int(array.prefixCount) ? lists[Int(array.firstPrefix) + position] : array.items
                    if inner > 0 { open.append(Visit(schema: inner, value: child)) }
                    position += 1
                    child = next(child)
                }
            }
            if code.count > 0 { addApplied(code, value, type, &open) }
            if open.count > rest + 1 { open[rest...].reverse() }
        }
    }

    private func addUnchecked(_ schema: Int32, _ code: SchemaCode, _ value: Int, _ type: UInt8, _ found: inout Findings)
    {
        func add(_ keyword: String) {
            found.append(Finding(fact: .unchecked, keyword: keyword, schema: schema, value: value))
        }
        if code.unchecked.contains(.pattern), type == TypeBit.string { add("pattern") }
        if code.unchecked.contains(.patternProperties), type == TypeBit.object { add("patternProperties") }
        if code.unchecked.contains(.multipleOf), type >= TypeBit.fraction { add("multipleOf") }
        if code.unchecked.contains(.reference) { add(referenceKeyword(code)) }
    }

    private func referenceKeyword(_ code: SchemaCode) -> String {
        let tree = library.documents[Int(code.document)].tree
        let keywords = ["$ref", "$dynamicRef", "$recursiveRef"]
        return keywords.first { tree.member(Array($0.utf8), of: Int(code.node)) != nil } ?? keywords[0]
    }

    private func warnMembers(
        _ schema: Int32, _ object: ObjectCode, _ value: Int, _ direction: SchemaDirection, _ found: inout Findings,
        _ more: inout [Visit]
    ) {
        var child = value + 1
        while child < next(value) {
            var isKnown = false
            if let place = slot(name(child), object.table, object.mask), slots[place].schema >= 0 {
                isKnown = true
                if slots[place].isUnwanted {
                    found.append(
                        Finding(fact: .unwanted(direction), keyword: "properties", schema: schema, value: child))
                }
                more.append(Visit(schema: slots[place].schema, value: child))
            }
            for index in Int(object.firstRule)..<Int(object.firstRule + object.ruleCount)
            where matches(rules[index].pattern, name(child)) {
                isKnown = true
                more.append(Visit(schema: rules[index].schema, value: child))
            }
            if !isKnown, object.additional > 0 { more.append(Visit(schema: object.additional, value: child)) }
            if object.names > 0 { more.append(Visit(schema: object.names, value: child | Self.nameBit)) }
            child = next(child)
        }
    }

    /// The schemas that apply to the same value: of choices those that accept it.
    private func addApplied(_ code: SchemaCode, _ value: Int, _ type: UInt8, _ more: inout [Visit]) {
        for place in Int(code.first)..<Int(code.first + code.count) {
            let instruction = instructions[place]
            let start = Int(instruction.start)
            switch instruction.operation {
            case .reference, .dynamicReference, .recursiveReference, .allOf:
                for index in start..<(start + Int(instruction.count)) {
                    more.append(Visit(schema: lists[index], value: value))
                }
            case .anyOf, .oneOf:
                for index in start..<(start + Int(instruction.count)) where isValid(lists[index], value) {
                    more.append(Visit(schema: lists[index], value: value))
                }
            case .condition:
                let isTrue = isValid(lists[start], value)
                if isTrue { more.append(Visit(schema: lists[start], value: value)) }
                more.append(Visit(schema: lists[start + (isTrue ? 1 : 2)], value: value))
            case .dependentSchemas:
                guard type == TypeBit.object else { continue }
                for index in start..<(start + Int(instruction.count))
                where hasMember(dependencies[Int(instruction.extra) + index - start], value) {
                    more.append(Visit(schema: lists[index], value: value))
                }
            case .unevaluatedProperties, .unevaluatedItems:
                let isItems = instruction.operation == .unevaluatedItems
                guard type == (isItems ? TypeBit.array : TypeBit.object) else { continue }
                for child in rest(code, instruction, value, where: { _ in true }) {
                    more.append(Visit(schema: lists[start], value: child))
                }
            default: break
            }
        }
    }
}
