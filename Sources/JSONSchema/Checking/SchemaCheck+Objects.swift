import Base

extension SchemaCheck {
    /// All that a schema says of members, in one pass over them.
    func isValidObject(_ object: ObjectCode, _ value: Int) -> Bool {
        let end = next(value)
        var child = value + 1
        var count = 0
        var required: UInt64 = 0
        var isLong = object.requiredCount > 64 ? RequiredNames(Int(object.requiredCount)) : nil
        while child < end {
            count += 1
            countWork(1)
            var isKnown = false
            if let place = slot(name(child), object.table, object.mask) {
                let slot = slots[place]
                if slot.isUnwanted { noteWarning() }
                if slot.required >= 0 {
                    if isLong != nil {
                        isLong?.insert(Int(slot.required))
                    } else {
                        required |= 1 << UInt64(slot.required)
                    }
                }
                if slot.schema >= 0 {
                    isKnown = true
                    if !isValid(slot.schema, child) { return false }
                }
            }
            if object.ruleCount > 0 {
                for index in Int(object.firstRule)..<Int(object.firstRule + object.ruleCount)
                where matches(rules[index].pattern, name(child)) {
                    isKnown = true
                    if !isValid(rules[index].schema, child) { return false }
                }
            }
            if !isKnown, object.additional >= 0, !object.hasUncheckedRules, !isValid(object.additional, child) {
                return false
            }
            if object.names >= 0, !isValid(object.names, child | Self.nameBit) { return false }
            child = next(child)
        }
        guard count >= object.least, count <= object.most else { return false }
        if let isLong {
            guard isLong.count == Int(object.requiredCount) else { return false }
        } else if object.requiredCount > 0 {
            guard required.nonzeroBitCount == Int(object.requiredCount) else { return false }
        }
        return object.dependencyCount == 0 || brokenDependency(object, value) == nil
    }

    /// Which of more than 64 names were seen.
    private struct RequiredNames {
        private var seen: [Bool]
        private(set) var count = 0

        init(_ size: Int) { seen = Array(repeating: false, count: size) }

        mutating func insert(_ index: Int) {
            if !seen[index] { count += 1 }
            seen[index] = true
        }
    }

    /// The first name that another one brings with it, but which is missing.
    func brokenDependency(_ object: ObjectCode, _ value: Int) -> NameDependency? {
        var names: Set<[UInt8]> = []
        var child = value + 1
        while child < next(value) {
            names.insert(Array(name(child)))
            child = next(child)
        }
        for index in Int(object.firstDependency)..<Int(object.firstDependency + object.dependencyCount) {
            let rule = dependencies[index]
            if names.contains(stored(rule.start, rule.count)), !names.contains(stored(rule.otherStart, rule.otherCount))
            {
                return rule
            }
        }
        return nil
    }

    func stored(_ start: Int32, _ count: Int32) -> [UInt8] {
        Array(bytes[Int(start)..<Int(start + count)])
    }

    /// The properties that are required, but missing.
    func missing(_ object: ObjectCode, _ value: Int) -> [NameSlot] {
        guard object.mask >= 0, object.requiredCount > 0 else { return [] }
        var seen: Set<Int> = []
        var child = value + 1
        while child < next(value) {
            if let place = slot(name(child), object.table, object.mask) { seen.insert(place) }
            child = next(child)
        }
        return (Int(object.table)...Int(object.table + object.mask)).filter {
            slots[$0].required >= 0 && !seen.contains($0)
        }.map { slots[$0] }.sorted { $0.required < $1.required }
    }
}
