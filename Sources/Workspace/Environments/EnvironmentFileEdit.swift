import Base

/// Sets one variable in the file that defines it; every other byte of the file stays.
package struct EnvironmentFileEdit: Sendable, Hashable {
    /// Absolute path of the file.
    package var file: String
    /// The names leading to the variable, as in `EnvironmentSet.Variable.path`.
    package var path: [String]
    package var value: String
    /// The value the user saw before editing; if the file now has another value, nothing is written. nil skips this
    /// check.
    package var expected: String?
    /// Whether the edit must fail if the variable already exists.
    package var isNew = false
    /// Whether a missing file is created; a private one is accessible to this user only (0600).
    package var makesFile = false
    /// Whether the member is taken out of its JSON file, with the objects around it that hold nothing else; the environment stays.
    package var isRemoval = false
    /// Whether the path is the name of an environment, which is made without variables.
    package var isEnvironment = false

    package init(
        file: String, path: [String], value: String, expected: String? = nil, isNew: Bool = false,
        makesFile: Bool = false, isEnvironment: Bool = false
    ) {
        let isDescribed = Self.isWrittenBeside(file)
        self.file = isDescribed ? PathText.join(PathText.folder(of: file), EnvironmentReader.publicName) : file
        self.path = path
        self.value = value
        self.expected = isDescribed ? nil : expected
        self.isNew = isNew
        self.isEnvironment = isEnvironment
        self.makesFile = makesFile || isDescribed
    }

    /// Whether values of this file are changed in the environment file beside it: it is a description.
    package static func isWrittenBeside(_ file: String) -> Bool {
        CollectionStore.mayBeDescription(PathText.name(of: file))
    }

    /// How many of the objects that lead to the value stay when it is taken out, even if they become empty.
    var keptObjects: Int { isRemoval ? 1 : path.count - 1 }

    /// What the file holds now; nil if it does not exist and is to be created.
    func content(for kind: EnvironmentWrite.Kind, limit: Int) throws(JSONMemberEdit.Refusal) -> [UInt8]? {
        var mayBeMade = false
        if case .save = kind {
            mayBeMade = makesFile
            // A file not seen before may be a link to some other file.
            if makesFile, DiskFile.isLink(file) { throw JSONMemberEdit.Refusal(sentence: "it is a link.") }
            if let clause = EnvironmentReader.linkProblem(with: file) {
                throw JSONMemberEdit.Refusal(sentence: "\(clause).")
            }
        }
        switch DiskFile.read(file, limit: limit) {
        case .success(let bytes): return bytes
        case .failure(.missing) where mayBeMade: return nil
        case .failure(let failure): throw JSONMemberEdit.Refusal(sentence: "\(failure.clause).")
        }
    }

    /// The file with the change.
    /// - Parameter bytes: nil: there is no file yet.
    func changed(
        _ bytes: [UInt8]?, _ kind: EnvironmentWrite.Kind
    ) throws(JSONMemberEdit.Refusal) -> [UInt8] {
        guard let bytes else { return try edited([]) }
        let (name, known) = (path.last ?? "", current(bytes))
        switch kind {
        case .save:
            if let expected, known != expected {
                throw JSONMemberEdit.Refusal(
                    sentence: "\(name) changed there meanwhile. Look at it and change it again.")
            }
            if isNew, let known, known != "null" {
                throw JSONMemberEdit.Refusal(sentence: "\(path.joined(separator: ".")) is defined there already.")
            }
            return try edited(bytes)
        case .removal(let keptObjects):
            if isEnvironment, hasMembers(bytes) {
                throw JSONMemberEdit.Refusal(sentence: "\(name) has variables there.")
            }
            guard expected == nil || known == expected else {
                throw JSONMemberEdit.Refusal(sentence: "\(name) changed there meanwhile.")
            }
            guard !isDotEnv else {
                throw JSONMemberEdit.Refusal(sentence: "only values of JSON files can be taken out.")
            }
            var edited = try JSONMemberRemoval(path: path, allowsComments: true).applied(to: bytes)
            var outer = path.dropLast()
            while outer.count > keptObjects, Self.isEmptyObject(outer, in: edited) {
                edited = try JSONMemberRemoval(path: Array(outer), allowsComments: true).applied(to: edited)
                outer.removeLast()
            }
            return edited
        }
    }

    /// Whether there is nothing in it, not even a comment.
    private static func isEmptyObject(_ path: ArraySlice<String>, in bytes: [UInt8]) -> Bool {
        guard let value = value(at: path, in: bytes) else { return false }
        let text = bytes[value.offset..<value.end].filter { !JSONMemberEdit.isSpace($0) }
        return text == [Byte.openBrace, Byte.closeBrace]
    }

    private var isDotEnv: Bool {
        let name = PathText.name(of: file)
        return name.hasPrefix(".env") || name.hasSuffix(".env")
    }

    /// Whether the path leads to an object that is not empty.
    private func hasMembers(_ bytes: [UInt8]) -> Bool {
        guard case .object(let members)? = Self.value(at: path, in: bytes)?.content else { return false }
        return !members.isEmpty
    }

    private static func value(at path: some Sequence<String>, in bytes: [UInt8]) -> OrderedJSON? {
        (try? OrderedJSON.parse(bytes, allowsComments: true))?.value(at: path)
    }

    /// The variable's current value in the file, as `EnvironmentSet` would give it; nil if there is none.
    private func current(_ bytes: [UInt8]) -> String? {
        if isDotEnv { return path.last.flatMap { DotEnvFile(bytes: bytes)[$0]?.value } }
        switch Self.value(at: path, in: bytes)?.content {
        case .string(let text), .literal(let text), .array(let text): return text
        case .object, nil: return nil
        }
    }

    package func edited(_ bytes: [UInt8]) throws(JSONMemberEdit.Refusal) -> [UInt8] {
        guard !isDotEnv else {
            guard let key = path.last, let edited = DotEnvFile(bytes: bytes).setting(key, to: value) else {
                throw JSONMemberEdit.Refusal(sentence: "A .env file cannot hold this value.")
            }
            return edited
        }
        return try JSONMemberEdit(path: path, value: value, allowsComments: true, makesObject: isEnvironment)
            .applied(to: bytes)
    }
}
