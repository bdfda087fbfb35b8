import Base
import HTTPFormat
import NetEngine
import Workspace

/// The variables of environment files as rows, the environments as columns, and what requests use of them.
struct EnvironmentTable: Sendable {
    /// `$shared` first; it holds what is in no other one, `.env` among it.
    let columns: [String]
    private(set) var names: [String]
    private let set: EnvironmentSet
    /// Names that requests, definitions or values of other variables use.
    private let used: Set<String>
    /// Those of them that get their values from these environments.
    private let needed: Set<String>
    /// Where files are made if there is none.
    private let root: String

    /// - Parameters:
    ///   - used: names that something uses.
    ///   - needed: those that requests of these environments use; the environments of other folders are others.
    ///   - defined: names that request files, prompts or responses give values.
    init(_ set: EnvironmentSet, used: Set<String>, needed: Set<String>? = nil, defined: Set<String>, root: String) {
        self.set = set
        self.root = root
        columns = [EnvironmentSet.shared] + set.names
        var (used, needed) = (used, needed ?? used)
        var names: Set<String> = []
        for (environment, variables) in set.variables.merging(set.dotEnv, uniquingKeysWith: { first, _ in first })
        where environment.isEmpty || columns.contains(environment) {
            names.formUnion(variables.lazy.filter { !$0.value.isSetting }.map(\.key))
        }
        for variables in set.dotEnv.values { names.formUnion(variables.keys) }
        for variable in set.variables.values.flatMap(\.values) {
            if let value = variable.value { needed.formUnion(Self.names(in: value.utf8)) }
        }
        used.formUnion(needed)
        (self.used, self.needed) = (used, needed)
        // A setting that is not there is no variable without a value.
        self.names = names.union(needed.subtracting(defined).subtracting([VariableOrder.setting])).sorted()
    }

    /// What is between braces, where it can only be the name of a variable.
    static func names(in bytes: some Collection<UInt8>) -> Set<String> {
        var names: Set<String> = []
        var inside: [UInt8]?
        var last: UInt8 = 0
        for byte in bytes {
            countWork(1)
            defer { last = byte }
            if byte == Byte.openBrace, last == Byte.openBrace {
                inside = []
            } else if byte == Byte.closeBrace, last == Byte.closeBrace, let name = inside {
                if let name = variable(name.dropLast()) { names.insert(name) }
                inside = nil
            } else if byte == Byte.lineFeed || (inside?.count ?? 0) > 200 {
                inside = nil
            } else {
                inside?.append(byte)
            }
        }
        return names
    }

    private static func variable(_ expression: ArraySlice<UInt8>) -> String? {
        var words = String(decoding: expression, as: UTF8.self).split(separator: " ")
        // The shell's environment has the value of `$processEnv`; one that is written here would not be used.
        if words.first == "$dotenv" { words.removeFirst() }
        guard words.count == 1, let word = words.first else { return nil }
        let name = word.hasPrefix("%") ? word.dropFirst() : word
        guard let first = name.first, first != "$", !name.contains(bytes: "."), !name.contains(bytes: "["),
            !name.contains(bytes: "(")
        else {
            return nil
        }
        return String(name)
    }

    // MARK: Cells

    func variable(_ name: String, _ column: String) -> EnvironmentSet.Variable? {
        let dotEnv = column == EnvironmentSet.shared ? "" : column
        return set.variables[column]?[name] ?? set.dotEnv[dotEnv]?[name]
    }

    func isUnused(_ name: String) -> Bool { !used.contains(name) }

    /// A request of these environments uses the name, and it has no value in this one.
    func isMissing(_ name: String, _ column: String) -> Bool {
        guard needed.contains(name), column != EnvironmentSet.shared || columns.count == 1 else { return false }
        return variable(name, column) == nil && variable(name, EnvironmentSet.shared) == nil
    }

    /// Whether some environment lacks it.
    func isMissing(_ name: String) -> Bool { columns.contains { isMissing(name, $0) } }

    mutating func add(_ name: String) {
        if !names.contains(name) { names = (names + [name]).sorted() }
    }

    // MARK: Changes

    /// Sets a value where it is, or gives the environment one.
    /// - Parameter isPrivate: whether the value comes from a private file, and must not be written to a public one.
    func edit(
        _ name: String, _ column: String, to value: String, isPrivate: Bool = false
    ) throws(EditStop) -> EnvironmentFileEdit {
        guard let old = variable(name, column) else { return newEdit(name, column, value, isPrivate: isPrivate) }
        guard let before = old.value, !old.path.isEmpty else { throw Self.otherKind(name) }
        guard !isPrivate || old.isPrivate || !SecretName.isLiteral(value) else {
            throw EditStop(sentence: "\(name) of \(column) is public, the copied value is private: m moves it first.")
        }
        return EnvironmentFileEdit(file: old.file, path: old.path, value: value, expected: before)
    }

    private static func otherKind(_ name: String) -> EditStop {
        EditStop(sentence: "\(name) has a value of another kind there; change it in the file.")
    }

    private static func noValue(_ name: String) -> EditStop {
        EditStop(sentence: "There is no value of \(name) here.")
    }

    /// Beside the other values of the environment. A secret goes to a private file, and so does what is private elsewhere.
    private func newEdit(
        _ name: String, _ column: String, _ value: String, isPrivate: Bool
    ) -> EnvironmentFileEdit {
        let isPrivate =
            isPrivate || SecretName.isSecret(name) || columns.contains { variable(name, $0)?.isPrivate == true }
        let beside = set.variables[column]?.values.filter { $0.isPrivate == isPrivate && $0.path.count > 1 }
            .min { ($0.file, $0.path.joined()) < ($1.file, $1.path.joined()) }
        if let beside {
            return EnvironmentFileEdit(
                file: beside.file, path: beside.path.dropLast() + [name], value: value, isNew: true)
        }
        let place = isPrivate ? set.privateFile(elseIn: root) : set.newPublicFile(elseIn: root)
        return EnvironmentFileEdit(
            file: place.path, path: [column, name], value: value, isNew: true, makesFile: place.isNew)
    }

    /// Moves a value to the private file that belongs to its public one, or back.
    func move(_ name: String, _ column: String) throws(EditStop) -> SecretMove {
        guard let old = variable(name, column) else { throw Self.noValue(name) }
        guard old.path.count > 1 else {
            throw EditStop(sentence: "Only values of JSON environment files move between public and private.")
        }
        guard let value = old.value else { throw Self.otherKind(name) }
        return SecretMove(
            edit: set.twinEdit(of: old, to: value),
            source: .environmentFile(old.file, path: old.path, value: value))
    }

    func removal(_ name: String, _ column: String) throws(EditStop) -> EnvironmentFileEdit {
        guard let old = variable(name, column) else { throw Self.noValue(name) }
        guard old.path.count > 1 else {
            throw EditStop(sentence: "Only values of JSON environment files can be deleted here.")
        }
        guard let value = old.value else { throw Self.otherKind(name) }
        return EnvironmentFileEdit(file: old.file, path: old.path, value: "", expected: value)
    }
}

extension EnvironmentSet {
    /// Gives a variable of a public file a value in the private file that belongs to it, and one of a private file in the public one.
    func twinEdit(of variable: Variable, to value: String) -> EnvironmentFileEdit {
        guard variable.isPrivate else {
            let place = privatePlace(of: variable)
            return EnvironmentFileEdit(
                file: place.file, path: place.path, value: value, isNew: true, makesFile: place.isNew)
        }
        let file = EnvironmentReader.publicTwin(of: variable.file)
        return EnvironmentFileEdit(
            file: file, path: variable.path, value: value, isNew: true,
            makesFile: !files.contains { $0.path == file })
    }

    /// Where in a private file a variable of a public one belongs: in the file that belongs to the public one, else in another
    /// one in its folder, else in one that is to be made.
    func privatePlace(of variable: Variable) -> (file: String, path: [String], isNew: Bool) {
        let twin = EnvironmentReader.privateTwin(of: variable.file)
        let folder = PathText.folder(of: twin.path)
        let there = files.filter { $0.isPrivate && PathText.folder(of: $0.path) == folder }.map(\.path)
        let known = there.contains(twin.path) ? twin.path : there.first
        return (known ?? twin.path, Array(variable.path.dropFirst(twin.depth)), known == nil)
    }

    /// The nearest private file there is, else one beside the nearest environment file, else one in a folder.
    func privateFile(elseIn folder: String) -> (path: String, isNew: Bool) {
        if let known = files.first(where: \.isPrivate)?.path { return (known, false) }
        let beside = files.first.map { EnvironmentReader.privateTwin(of: $0.path).path }
        return (beside ?? PathText.join(folder, EnvironmentReader.privateName), true)
    }

    /// The same for what others may see. In the settings of an editor, environments are not at the top level, so none are added there.
    func newPublicFile(elseIn folder: String) -> (path: String, isNew: Bool) {
        let known = files.first { !$0.isPrivate && EnvironmentReader.privateTwin(of: $0.path).depth == 0 }?.path
        if let known { return (known, false) }
        let beside = files.first.map { PathText.folder(of: EnvironmentReader.privateTwin(of: $0.path).path) }
        return (PathText.join(beside ?? folder, EnvironmentReader.publicName), true)
    }

    /// Gives a secret of a public file another value in the private one, and takes out the old one, which others can read.
    func secretMove(of variable: Variable, to value: String) -> SecretMove {
        // The environment file beside a description need not have the value.
        let isWrittenBeside = EnvironmentFileEdit.isWrittenBeside(variable.file)
        return SecretMove(
            edit: twinEdit(of: variable, to: value),
            source: isWrittenBeside ? nil : variable.value.flatMap { Self.publicSource(of: variable, as: $0) })
    }

    /// What is removed from a public file once the private one has the secret. An empty text, or names of other variables, may
    /// stay for those who have no private file.
    static func publicSource(of variable: Variable, as text: String) -> SecretMove.Source? {
        SecretName.isLiteral(text) ? .environmentFile(variable.file, path: variable.path, value: text) : nil
    }
}

extension Model {
    /// The folder whose environments are meant: that of the open request.
    var environmentFolder: String { current.map { environmentKey(of: $0.key.file) } ?? tree.root }

    /// The environments of that folder; those of the root until they are read.
    var environmentSet: EnvironmentSet {
        surroundings.environments[environmentFolder] ?? surroundings.environments[tree.root] ?? EnvironmentSet()
    }

    /// The folder in which a first environment file is made.
    var environmentRoot: String { tree.place.root.isEmpty ? tree.root : tree.place.root }

    /// The file of environments that others see, which may not be there yet.
    func publicFile(of set: EnvironmentSet) -> String {
        set.publicFile ?? PathText.join(environmentRoot, EnvironmentReader.publicName)
    }

    /// The key of the environments that apply to a file's requests.
    func environmentKey(of path: String) -> String {
        tree.files[path]?.file.environmentKey ?? PathText.folder(of: path)
    }

    /// The environments that apply to a file's requests; none until they are read.
    func environments(of file: String) -> EnvironmentSet {
        surroundings.environments[environmentKey(of: file)] ?? EnvironmentSet()
    }

    func environmentTable() -> EnvironmentTable {
        let folder = environmentFolder
        // The order of file and environment is chosen by it.
        var (used, defined) = (Set([VariableOrder.setting]), Set(settings.overrides.keys))
        var needed: Set<String> = []
        for path in tree.filePaths {
            guard let file = tree.files[path]?.file else { continue }
            let document = file.document
            var names = EnvironmentTable.names(in: document.bytes)
            used.formUnion(names)
            // A description says which servers there are.
            if file.described != nil { names.remove(DescribedFile.serverVariable) }
            if file.environmentKey == folder { needed.formUnion(names) }
            defined.formUnion(document.definitions.map(\.name))
            for request in document.requests {
                defined.formUnion(request.prompts.map(\.variable))
                defined.formUnion(request.captures.map(\.variable))
                defined.formUnion(request.presets)
                if case .items(let variable, _)? = request.loop?.over { defined.insert(variable) }
            }
        }
        return EnvironmentTable(environmentSet, used: used, needed: needed, defined: defined, root: tree.place.root)
    }
}
