extension SchemaCheck {
    /// The first member or item that nothing else in the schema applies to and that `unevaluated…` does not accept
    /// (2020-12 §11). The rest of the schema accepts the value.
    func firstUnevaluated(_ code: SchemaCode, _ instruction: SchemaInstruction, _ value: Int) -> Int? {
        unevaluated(code, instruction, value, limit: 1).first
    }

    func unevaluated(
        _ code: SchemaCode, _ instruction: SchemaInstruction, _ value: Int, limit: Int = 10_000
    ) -> [Int] {
        let schema = lists[Int(instruction.start)]
        return rest(code, instruction, value, limit: limit) { !isValid(schema, $0) }
    }

    /// The members or items that nothing else in the schema applies to, if they are wanted.
    func rest(
        _ code: SchemaCode, _ instruction: SchemaInstruction, _ value: Int, limit: Int = 10_000,
        where isWanted: (Int) -> Bool
    ) -> [Int] {
        var marks = Marks(isItems: instruction.operation == .unevaluatedItems)
        collect(code, value, instruction.operation, &marks)
        guard !marks.isAll else { return [] }
        var found: [Int] = []
        var child = value + 1
        var position = 0
        while child < next(value), found.count < limit {
            if !marks.positions.contains(position), isWanted(child) { found.append(child) }
            position += 1
            child = next(child)
        }
        return found
    }

    struct Marks {
        let isItems: Bool
        var isAll = false
        var positions: Set<Int> = []
    }

    private func collect(_ schema: Int32, _ value: Int, _ marks: inout Marks) {
        guard schema >= 0, !marks.isAll, stopped == nil else { return }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            stopped = "the value, or the schema, is nested more than \(Self.maxDepth) levels deep"
            return
        }
        collect(codes[Int(schema)], value, nil, &marks)
    }

    /// - Parameter own: the keyword that asks; it does not count itself.
    private func collect(
        _ code: SchemaCode, _ value: Int, _ own: SchemaInstruction.Operation?, _ marks: inout Marks
    ) {
        if marks.isItems {
            if code.array >= 0 { collectItems(arrays[Int(code.array)], value, &marks) }
        } else if code.object >= 0 {
            collectMembers(objects[Int(code.object)], value, &marks)
        }
        guard code.count > 0 else { return }
        for place in Int(code.first)..<Int(code.first + code.count) {
            let instruction = instructions[place]
            let start = Int(instruction.start)
            let end = start + Int(instruction.count)
            switch instruction.operation {
            case .enumeration, .constant, .not: break
            case .reference, .dynamicReference, .recursiveReference, .allOf:
                for index in start..<end { collect(lists[index], value, &marks) }
            case .anyOf, .oneOf:
                for index in start..<end where isValid(lists[index], value) { collect(lists[index], value, &marks) }
            case .condition:
                if isValid(lists[start], value) {
                    collect(lists[start], value, &marks)
                    collect(lists[start + 1], value, &marks)
                } else {
                    collect(lists[start + 2], value, &marks)
                }
            case .dependentSchemas:
                for index in start..<end where hasMember(dependencies[Int(instruction.extra) + index - start], value) {
                    collect(lists[index], value, &marks)
                }
            case .unevaluatedProperties: if own != .unevaluatedProperties, !marks.isItems { marks.isAll = true }
            case .unevaluatedItems: if own != .unevaluatedItems, marks.isItems { marks.isAll = true }
            }
        }
    }

    private func collectItems(_ array: ArrayCode, _ value: Int, _ marks: inout Marks) {
        if array.items >= 0 { marks.isAll = true }
        for position in 0..<Int(array.prefixCount) { marks.positions.insert(position) }
        guard array.contains >= 0, array.containsEvaluates else { return }
        var child = value + 1
        var position = 0
        while child < next(value) {
            if isValid(array.contains, child) { marks.positions.insert(position) }
            position += 1
            child = next(child)
        }
    }

    private func collectMembers(_ object: ObjectCode, _ value: Int, _ marks: inout Marks) {
        if object.additional >= 0 || object.hasUncheckedRules {
            marks.isAll = true
            return
        }
        var child = value + 1
        var position = 0
        while child < next(value) {
            if let place = slot(name(child), object.table, object.mask), slots[place].schema >= 0 {
                marks.positions.insert(position)
            } else if object.ruleCount > 0 {
                for index in Int(object.firstRule)..<Int(object.firstRule + object.ruleCount)
                where matches(rules[index].pattern, name(child)) {
                    marks.positions.insert(position)
                    break
                }
            }
            position += 1
            child = next(child)
        }
    }
}
