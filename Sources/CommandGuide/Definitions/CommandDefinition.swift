import JSONPath

/// A command of the program as the argument parser knows it: the one source of manual pages and completion.
package struct CommandDefinition: Sendable, Hashable {
    package struct Argument: Sendable, Hashable {
        package enum Kind: String, Sendable { case positional, option, flag }

        /// What a shell may offer as its value.
        package enum Values: Sendable, Hashable {
            case unknown
            case files
            case folders
            case list([String])
        }

        package var kind: Kind
        /// With their hyphens, the long ones last: `-o`, `--output`. Empty for a positional one.
        package var names: [String]
        package var valueName: String
        package var isOptional: Bool
        package var isRepeating: Bool
        /// The heading that it is listed under; nil for none of its own.
        package var section: String?
        package var help: String
        package var standard: String?
        package var values: Values
        package var isShown: Bool

        package init(
            _ kind: Kind, names: [String] = [], valueName: String = "", isOptional: Bool = true,
            isRepeating: Bool = false, section: String? = nil, help: String = "", standard: String? = nil,
            values: Values = .unknown, isShown: Bool = true
        ) {
            self.kind = kind
            self.names = names
            self.valueName = valueName
            self.isOptional = isOptional
            self.isRepeating = isRepeating
            self.section = section
            self.help = help
            self.standard = standard
            self.values = values
            self.isShown = isShown
        }
    }

    /// `apitui`, `runs`, `show`.
    package var words: [String]
    package var abstract: String
    package var discussion: String
    package var arguments: [Argument]
    package var subcommands: [CommandDefinition]
    package var defaultSubcommand: String?
    package var isShown: Bool

    package init(
        words: [String], abstract: String = "", discussion: String = "", arguments: [Argument] = [],
        subcommands: [CommandDefinition] = [], defaultSubcommand: String? = nil, isShown: Bool = true
    ) {
        self.words = words
        self.abstract = abstract
        self.discussion = discussion
        self.arguments = arguments
        self.subcommands = subcommands
        self.defaultSubcommand = defaultSubcommand
        self.isShown = isShown
    }

    package var name: String { words.last ?? "" }
    /// `apitui runs show`
    package var line: String { words.joined(separator: " ") }
}

extension CommandDefinition {
    /// Reads what the argument parser writes of a command (`--experimental-dump-help`).
    /// - Parameter parents: the commands above it; nil if the text says so itself.
    package init?(dump: String, below parents: [String]? = nil) {
        guard let tree = try? JSONTree.parse(Array(dump.utf8)), let command = tree.member(Array("command".utf8), of: 0)
        else { return nil }
        self = DefinitionReader(tree: tree).command(command, below: parents ?? [])
    }
}

/// Reads the JSON of the argument parser. What is missing or of another kind counts as not said.
private struct DefinitionReader {
    let tree: JSONTree

    func command(_ node: Int, below parents: [String]) -> CommandDefinition {
        let words = parents + [text("commandName", of: node) ?? ""]
        return CommandDefinition(
            words: words, abstract: text("abstract", of: node) ?? "", discussion: text("discussion", of: node) ?? "",
            arguments: children("arguments", of: node).compactMap(argument),
            // `help` is there once for each command, and says nothing of its own.
            subcommands: children("subcommands", of: node).map { command($0, below: words) }.filter {
                $0.name != "help"
            },
            defaultSubcommand: text("defaultSubcommand", of: node), isShown: flag("shouldDisplay", of: node) ?? true)
    }

    private func argument(_ node: Int) -> CommandDefinition.Argument? {
        guard let kind = text("kind", of: node).flatMap({ CommandDefinition.Argument.Kind(rawValue: $0) }) else {
            return nil
        }
        let names = children("names", of: node).compactMap { name -> String? in
            guard let word = text("name", of: name) else { return nil }
            return (text("kind", of: name) == "long" ? "--" : "-") + word
        }
        var values = CommandDefinition.Argument.Values.unknown
        if let node = member("completionKind", of: node) {
            if member("file", of: node) != nil { values = .files }
            if member("directory", of: node) != nil { values = .folders }
            if let list = member("list", of: node) { values = .list(texts("values", of: list)) }
        }
        let all = texts("allValues", of: node)
        if !all.isEmpty { values = .list(all) }
        return CommandDefinition.Argument(
            kind, names: names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") },
            valueName: text("valueName", of: node) ?? "", isOptional: flag("isOptional", of: node) ?? false,
            isRepeating: flag("isRepeating", of: node) ?? false, section: text("sectionTitle", of: node),
            help: text("abstract", of: node) ?? "", standard: text("defaultValue", of: node), values: values,
            isShown: flag("shouldDisplay", of: node) ?? true)
    }

    private func member(_ name: String, of node: Int) -> Int? {
        tree.kind(node) == .object ? tree.member(Array(name.utf8), of: node) : nil
    }

    private func text(_ name: String, of node: Int) -> String? {
        member(name, of: node).flatMap {
            tree.kind($0) == .string ? String(decoding: tree.string($0), as: UTF8.self) : nil
        }
    }

    private func texts(_ name: String, of node: Int) -> [String] {
        children(name, of: node).filter { tree.kind($0) == .string }.map {
            String(decoding: tree.string($0), as: UTF8.self)
        }
    }

    private func flag(_ name: String, of node: Int) -> Bool? {
        member(name, of: node).flatMap {
            tree.kind($0) == .bool ? tree.slice($0).first == UInt8(ascii: "t") : nil
        }
    }

    private func children(_ name: String, of node: Int) -> [Int] {
        guard let list = member(name, of: node), tree.kind(list) == .array else { return [] }
        var found: [Int] = []
        tree.forEachChild(of: list) {
            found.append($0)
            return true
        }
        return found
    }
}
