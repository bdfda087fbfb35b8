import Base

/// Which branch of `anyOf` or `oneOf` was meant.
extension SchemaCheck {
    /// Branches that are explained, if it is not clear which was meant.
    private static let maxBranches = 10
    private static let findingsPerBranch = 20

    func explainChoice(
        _ instruction: SchemaInstruction, _ schema: Int32, _ value: Int, _ type: UInt8, _ found: inout Findings
    ) {
        let keyword = instruction.operation == .anyOf ? "anyOf" : "oneOf"
        let branches = Array(lists[Int(instruction.start)..<Int(instruction.start + instruction.count)])
        var finding = Finding(fact: .none(branches.count), keyword: keyword, schema: schema, value: value)
        let matching = branches.indices.filter { isValid(branches[$0], value) }
        if !matching.isEmpty {
            let certain = matching.filter { !codes[Int(branches[$0])].isUncertain }
            guard keyword == "oneOf", certain.count > 1 else { return }
            finding.fact = .several(certain[0], certain[1])
            return found.append(finding)
        }
        if instruction.extra >= 0, type == TypeBit.object {
            let discriminator = program.discriminators[Int(instruction.extra)]
            if let member = member(discriminator.property, value), self.type(member) == TypeBit.string {
                guard let branch = discriminator.branches[Array(string(member))] else {
                    finding.fact = .discriminator(Int(instruction.extra))
                    return found.append(finding)
                }
                return explain(branches[branch], value, &found)
            }
        }
        let meant = meant(branches, value, type)
        if meant.count == 1 { return explain(branches[meant[0]], value, &found) }
        for branch in meant.prefix(Self.maxBranches) where branchesLeft > 0 {
            branchesLeft -= 1
            var inner = Findings(limit: Self.findingsPerBranch)
            explain(branches[branch], value, &inner)
            finding.choices.append(Finding.Choice(branch: branch, schema: branches[branch], findings: inner.all))
        }
        finding.choices.sort { distance($0, value) < distance($1, value) }
        found.append(finding)
    }

    /// Breaches of the value itself weigh more than those of its members.
    private func distance(_ choice: Finding.Choice, _ value: Int) -> Int {
        choice.findings.reduce(0) { sum, finding in
            if case .type = finding.fact, finding.value == value { return sum + 1000 }
            if case .value = finding.fact { return sum + 10 }
            return sum + 1
        }
    }

    func member(_ name: [UInt8], _ value: Int) -> Int? {
        var child = value + 1
        var found: Int?
        while child < next(value) {
            if self.name(child).elementsEqual(name) { found = child }
            child = next(child)
        }
        return found
    }

    /// Drops the branches of another type, then those whose constant members have other values, then those that share
    /// no property; each only if any remain.
    private func meant(_ branches: [Int32], _ value: Int, _ type: UInt8) -> [Int] {
        var left = Array(branches.indices)
        func keep(_ isKept: (Int32) -> Bool) {
            let kept = left.filter { isKept(branches[$0]) }
            if !kept.isEmpty { left = kept }
        }
        keep { parts($0).allSatisfy { codes[Int($0)].types & type != 0 } }
        guard type == TypeBit.object, left.count > 1 else { return left }
        keep { parts($0).allSatisfy { agreesOnConstants($0, value) } }
        keep { schema in
            let objects = parts(schema).map { codes[Int($0)].object }.filter { $0 >= 0 }
            return objects.isEmpty || objects.contains { sharesName(self.objects[Int($0)], value) }
        }
        return left
    }

    /// A schema with all that it requires by `$ref` and `allOf`.
    private func parts(_ schema: Int32) -> [Int32] {
        var parts: [Int32] = [schema]
        var next = 0
        while next < parts.count, parts.count < 100 {
            let code = codes[Int(parts[next])]
            next += 1
            guard code.count > 0 else { continue }
            for place in Int(code.first)..<Int(code.first + code.count) {
                let instruction = instructions[place]
                switch instruction.operation {
                case .reference, .dynamicReference, .recursiveReference, .allOf:
                    parts += lists[Int(instruction.start)..<Int(instruction.start + instruction.count)]
                default: break
                }
            }
        }
        return parts
    }

    private func sharesName(_ object: ObjectCode, _ value: Int) -> Bool {
        var child = value + 1
        while child < next(value) {
            if slot(name(child), object.table, object.mask) != nil { return true }
            child = next(child)
        }
        return false
    }

    private func agreesOnConstants(_ schema: Int32, _ value: Int) -> Bool {
        let code = codes[Int(schema)]
        guard code.object >= 0 else { return true }
        let object = objects[Int(code.object)]
        var child = value + 1
        while child < next(value) {
            if let place = slot(name(child), object.table, object.mask), slots[place].schema >= 0 {
                let member = codes[Int(slots[place].schema)]
                for index in Int(member.first)..<Int(member.first + member.count) {
                    let instruction = instructions[index]
                    guard instruction.operation == .constant || instruction.operation == .enumeration else { continue }
                    if !isOne(of: Int(instruction.extra), member, child, type(child)) { return false }
                }
            }
            child = next(child)
        }
        return true
    }
}
