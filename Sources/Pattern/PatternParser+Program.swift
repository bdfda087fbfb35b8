/// The program that matches what was parsed.
extension PatternParser {
    func emit(_ node: Node, _ program: inout [Pattern.Instruction]) throws(Pattern.SyntaxError) {
        guard program.count < Pattern.maxInstructions else {
            throw Pattern.SyntaxError(
                offset: 0, reason: "the pattern is too large with its repetitions written out", isLimit: true)
        }
        switch node {
        case .empty: break
        case .set(let set): program.append(.set(set))
        case .scalar(let scalar): program.append(.scalar(scalar))
        case .start(let ofLine): program.append(.start(ofLine: ofLine))
        case .end(let ofLine): program.append(.end(ofLine: ofLine))
        case .wordBoundary(let wanted): program.append(.wordBoundary(wanted))
        case .sequence(let nodes): for node in nodes { try emit(node, &program) }
        case .choice(let nodes):
            var jumps: [Int] = []
            for (index, node) in nodes.enumerated() {
                guard index < nodes.count - 1 else {
                    try emit(node, &program)
                    break
                }
                let split = program.count
                program.append(.split(split + 1, 0))
                try emit(node, &program)
                jumps.append(program.count)
                program.append(.jump(0))
                program[split] = .split(split + 1, program.count)
            }
            for jump in jumps { program[jump] = .jump(program.count) }
        case .repeated(let node, let least, let most, let isLazy):
            for _ in 0..<least {
                let start = program.count
                try emit(node, &program)
                // An expression that matches nothing does so however often it repeats: expanding nested repetitions of
                // it could take years.
                if program.count == start { return }
            }
            guard let most else {
                let split = program.count
                program.append(.split(split + 1, 0))
                try emit(node, &program)
                program.append(.jump(split))
                program[split] = Self.split(split + 1, program.count, isLazy)
                return
            }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(program.count)
                program.append(.split(program.count + 1, 0))
                try emit(node, &program)
            }
            for split in splits { program[split] = Self.split(split + 1, program.count, isLazy) }
        }
    }

    /// Tries once more or goes on, what is preferred first.
    private static func split(_ more: Int, _ rest: Int, _ isLazy: Bool) -> Pattern.Instruction {
        isLazy ? .split(rest, more) : .split(more, rest)
    }
}
