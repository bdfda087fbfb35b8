extension SchemaCompiler {
    /// Breaks circles of references, replaces schemas that only refer by what they refer to, and marks those that more
    /// than one way leads to.
    mutating func finish(entry: inout Int32) {
        breakCircles()
        let aliases = codes.indices.map { final(Int32($0)) }
        func map(_ schema: inout Int32) { if schema >= 0 { schema = aliases[Int(schema)] } }
        map(&entry)
        for index in lists.indices { map(&lists[index]) }
        for index in slots.indices { map(&slots[index].schema) }
        for index in rules.indices { map(&rules[index].schema) }
        for index in objects.indices {
            map(&objects[index].additional)
            map(&objects[index].names)
        }
        for index in arrays.indices {
            map(&arrays[index].items)
            map(&arrays[index].contains)
        }
        markUncertain()
    }

    /// The schemas that apply to the same value.
    private func edges(_ code: SchemaCode) -> [Int] {
        guard code.count > 0 else { return [] }
        var edges: [Int] = []
        for instruction in instructions[Int(code.first)..<Int(code.first + code.count)] {
            switch instruction.operation {
            case .enumeration, .constant, .unevaluatedItems, .unevaluatedProperties: break
            default: edges += Int(instruction.start)..<Int(instruction.start + instruction.count)
            }
        }
        return edges
    }

    private mutating func breakCircles() {
        var state = [UInt8](repeating: 0, count: codes.count)
        for root in codes.indices where state[root] == 0 {
            var path: [(code: Int, edges: [Int], next: Int)] = [(root, edges(codes[root]), 0)]
            state[root] = 1
            while let top = path.last {
                guard top.next < top.edges.count else {
                    state[top.code] = 2
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let edge = top.edges[top.next]
                guard lists[edge] >= 0 else { continue }
                let to = Int(lists[edge])
                if state[to] == 0 {
                    state[to] = 1
                    path.append((to, edges(codes[to]), 0))
                } else if state[to] == 1 {
                    notice(
                        .endless,
                        "This schema refers to itself without going into the value; the reference that closes the circle is left out.",
                        Target(document: Int(codes[to].document), node: Int(codes[to].node)))
                    lists[edge] = SchemaProgram.acceptAll
                    codes[top.code].isUncertain = true
                }
            }
        }
    }

    /// What a schema comes to that is nothing but references. Circles are broken already.
    private func final(_ schema: Int32) -> Int32 {
        var schema = schema
        while true {
            let code = codes[Int(schema)]
            guard code.count == 1, code.types == TypeBit.all, !code.acceptsNull, !code.isUncertain, code.object < 0,
                code.array < 0, code.string < 0, code.number < 0
            else { return schema }
            let instruction = instructions[Int(code.first)]
            switch instruction.operation {
            case .reference, .dynamicReference, .recursiveReference: schema = lists[Int(instruction.start)]
            default: return schema
            }
        }
    }

    /// All schemas that one names.
    private func targets(_ code: SchemaCode) -> [Int32] {
        var targets: [Int32] = []
        if code.count > 0 {
            for instruction in instructions[Int(code.first)..<Int(code.first + code.count)] where instruction.count > 0
            {
                targets += lists[Int(instruction.start)..<Int(instruction.start + instruction.count)]
            }
        }
        if code.object >= 0 {
            let object = objects[Int(code.object)]
            targets += [object.additional, object.names]
            if object.mask >= 0 { targets += slots[Int(object.table)...Int(object.table + object.mask)].map(\.schema) }
            targets += rules[Int(object.firstRule)..<Int(object.firstRule + object.ruleCount)].map(\.schema)
        }
        if code.array >= 0 {
            let array = arrays[Int(code.array)]
            targets += [array.items, array.contains]
            targets += lists[Int(array.firstPrefix)..<Int(array.firstPrefix + array.prefixCount)]
        }
        return targets.filter { $0 >= 0 }
    }

    /// Also marks the schemas that several lead to.
    private mutating func markUncertain() {
        var sources: [[Int32]] = Array(repeating: [], count: codes.count)
        for index in codes.indices {
            for target in targets(codes[index]) { sources[Int(target)].append(Int32(index)) }
        }
        for index in codes.indices { codes[index].isShared = sources[index].count > 1 }
        var open: [Int] = []
        for index in codes.indices where codes[index].isUncertain { open.append(index) }
        while let index = open.popLast() {
            for source in sources[index] where !codes[Int(source)].isUncertain {
                codes[Int(source)].isUncertain = true
                open.append(Int(source))
            }
        }
    }
}
