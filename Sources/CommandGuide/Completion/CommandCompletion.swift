/// What may be typed next on the command line of the program. Pure: who calls it lists the values.
package struct CommandCompletion {
    /// What was typed so far.
    package struct Context: Sendable, Hashable {
        /// Without the program's name: `runs show`.
        package var command = ""
        /// By the names of their values.
        package var positionals: [String: [String]] = [:]
        /// By their names; the last value of each.
        package var options: [String: String] = [:]
        /// The value to be completed, as far as it is typed.
        package var typed = ""

        package init() {}
    }

    private let root: CommandNode
    private let values: (CompletionKind, Context) -> [CompletionCandidate]

    /// - Parameter values: those of a kind, of which only some need to begin with what is typed.
    package init(_ root: CommandNode, values: @escaping (CompletionKind, Context) -> [CompletionCandidate]) {
        self.root = root
        self.values = values
    }

    /// - Parameters:
    ///   - words: before the one under the cursor, without the program's name and without quotation marks.
    ///   - word: what of it is before the cursor.
    package func result(after words: [String], _ word: String) -> CompletionResult {
        // `help runs sh`: the names of commands alone.
        if words.first == "help" { return commands(named: Array(words.dropFirst()), word) }
        var line = Line(root)
        for word in words { line.take(word) }
        return filtered(complete(line, word), word)
    }

    // MARK: The line

    /// The command that is being typed, and what was given to it.
    private struct Line {
        var node: CommandNode
        var arguments: [CommandDefinition.Argument]
        var subcommands: [CommandNode]
        var context = Context()
        var given: Set<String> = []
        /// The option whose value comes next.
        var open: CommandDefinition.Argument?
        var isAfterTerminator = false
        private var positionalCount = 0

        init(_ root: CommandNode) {
            node = root
            arguments = []
            subcommands = root.subcommands()
        }

        /// Whether the name of a command may come next.
        var mayName: Bool { !subcommands.isEmpty && positionalCount == 0 && given.isEmpty }

        /// The arguments, also those of the command that is meant if none is named.
        mutating func known() -> [CommandDefinition.Argument] {
            if arguments.isEmpty {
                let usual = subcommands.first { $0.name == node.defaultSubcommand }
                arguments = (usual ?? node).arguments() + node.more
            }
            return arguments
        }

        mutating func enter(_ next: CommandNode) {
            context.command += (context.command.isEmpty ? "" : " ") + next.name
            node = next
            arguments = []
            subcommands = next.subcommands()
        }

        mutating func enterDefault() {
            if let usual = subcommands.first(where: { $0.name == node.defaultSubcommand }) { enter(usual) }
        }

        mutating func take(_ word: String) {
            if let option = open {
                for name in option.names { context.options[name] = word }
                open = nil
                return
            }
            if mayName, let next = subcommands.first(where: { $0.name == word }) { return enter(next) }
            enterDefault()
            if !isAfterTerminator, word == "--" {
                isAfterTerminator = true
                return
            }
            guard isAfterTerminator || !word.hasPrefix("-") || word == "-" else { return takeFlag(word) }
            if let argument = positional { context.positionals[argument.valueName, default: []].append(word) }
            positionalCount += 1
        }

        private mutating func takeFlag(_ word: String) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let argument = known().first(where: { $0.names.contains(parts[0]) }) else { return }
            given.formUnion(argument.names)
            guard argument.kind == .option else { return }
            if parts.count > 1 {
                for name in argument.names { context.options[name] = parts[1] }
            } else {
                open = argument
            }
        }

        /// The positional argument that comes next.
        var positional: CommandDefinition.Argument? {
            mutating get {
                let positionals = known().filter { $0.kind == .positional }
                if positionalCount < positionals.count { return positionals[positionalCount] }
                return positionals.last.flatMap { $0.isRepeating ? $0 : nil }
            }
        }

        /// Of the command, as the table of kinds has it.
        func name(ofDefault isDefault: Bool) -> String {
            guard isDefault, let usual = node.defaultSubcommand else { return context.command }
            return context.command.isEmpty ? usual : "\(context.command) \(usual)"
        }
    }

    // MARK: What comes next

    private func complete(_ line: Line, _ word: String) -> CompletionResult {
        var line = line
        if let option = line.open { return result(option, of: line, word, before: "") }
        if !line.isAfterTerminator, word.hasPrefix("-") {
            if let equals = word.firstIndex(of: "=") {
                let name = String(word[..<equals])
                guard let option = line.known().first(where: { $0.names.contains(name) && $0.kind == .option }) else {
                    return .nothing
                }
                return result(
                    option, of: line, String(word[word.index(after: equals)...]),
                    before: String(word[...equals]))
            }
            return .candidates(flags(&line, word))
        }
        var found: [CompletionCandidate] = []
        if line.mayName, !line.isAfterTerminator {
            found = line.subcommands.filter(\.isShown).map { CompletionCandidate($0.name, $0.abstract) }
        }
        guard let argument = line.positional else {
            let mayBeFlag = found.isEmpty && word.isEmpty && !line.isAfterTerminator
            return .candidates(mayBeFlag ? flags(&line, word) : found)
        }
        switch result(argument, of: line, word, before: "") {
        case .candidates(let values): return .candidates(found + values)
        // Commands first: a shell offers either.
        case let files: return found.contains { $0.value.hasPrefix(word) } ? .candidates(found) : files
        }
    }

    private func result(
        _ argument: CommandDefinition.Argument, of line: Line, _ typed: String, before prefix: String
    ) -> CompletionResult {
        let isDefault = !line.subcommands.isEmpty
        if let kind = CompletionKind.of(argument, of: line.name(ofDefault: isDefault)) {
            if kind.isBeforeFile, let equals = typed.firstIndex(of: "=") {
                return .files(after: prefix.count + typed[...equals].count)
            }
            var context = line.context
            context.command = line.name(ofDefault: isDefault)
            context.typed = typed
            return .candidates(values(kind, context).map { $0.after(prefix) })
        }
        switch argument.values {
        case .list(let values): return .candidates(values.map { CompletionCandidate(prefix + $0) })
        case .files: return .files(after: prefix.count)
        case .folders: return .folders(after: prefix.count)
        case .unknown: return .nothing
        }
    }

    /// Those that may still be given. Short ones only where nothing but a hyphen is typed.
    private func flags(_ line: inout Line, _ word: String) -> [CompletionCandidate] {
        let free = line.known().filter {
            $0.kind != .positional && $0.isShown && ($0.isRepeating || line.given.isDisjoint(with: $0.names))
        }
        return free.flatMap { argument in
            argument.names.filter { $0.hasPrefix("--") || word == "-" || argument.names.count == 1 }.map {
                CompletionCandidate($0, Self.firstSentence(argument.help))
            }
        }
    }

    private static func firstSentence(_ text: String) -> String {
        guard let end = text.firstRange(of: ". ") else { return text }
        return String(text[..<end.lowerBound]) + "."
    }

    private func commands(named words: [String], _ word: String) -> CompletionResult {
        var nodes = root.subcommands()
        for word in words { nodes = nodes.first { $0.name == word }?.subcommands() ?? [] }
        return filtered(.candidates(nodes.filter(\.isShown).map { CompletionCandidate($0.name, $0.abstract) }), word)
    }

    /// Only what begins with the word, once, and what a terminal shows as it is.
    private func filtered(_ result: CompletionResult, _ word: String) -> CompletionResult {
        guard case .candidates(let all) = result else { return result }
        var known: Set<String> = []
        return .candidates(all.filter { $0.value.hasPrefix(word) && $0.isSafe && known.insert($0.value).inserted })
    }
}

extension CompletionCandidate {
    /// The same after the beginning of the word: `--env=`.
    fileprivate func after(_ prefix: String) -> CompletionCandidate {
        prefix.isEmpty ? self : CompletionCandidate(prefix + value, help, isPartial: isPartial)
    }
}
