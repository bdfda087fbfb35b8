import Base

/// A sentence about the configuration, with its place.
package struct SettingsProblem: Sendable, Hashable {
    /// In the file; nil if it is about a variable, or the file as a whole.
    package var place: FilePlace?
    /// One sentence.
    package var sentence: String

    package init(_ place: FilePlace?, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }

    /// `config.yaml:3:9: …`
    /// - Parameter file: what to call the file.
    package func text(_ file: String) -> String {
        place.map { "\(file):\($0.line):\($0.column): \(sentence)" } ?? sentence
    }
}

/// What the file says of a command's keys. Which commands, panes and keys there are is known to the screen.
package struct KeyBinding: Sendable, Hashable {
    package struct KeyName: Sendable, Hashable {
        package var text: String
        package var place: FilePlace

        package init(_ text: String, _ place: FilePlace) {
            self.text = text
            self.place = place
        }
    }

    package var command: String
    /// The pane in which alone it holds.
    package var pane: String?
    /// Empty for none.
    package var keys: [KeyName]
    package var place: FilePlace
    package var panePlace: FilePlace?

    package init(
        _ command: String, pane: String? = nil, keys: [KeyName], place: FilePlace, panePlace: FilePlace? = nil
    ) {
        self.command = command
        self.pane = pane
        self.keys = keys
        self.place = place
        self.panePlace = panePlace
    }
}

/// The configuration file as it was read: each line that could be understood, and a sentence for each that could not.
package struct SettingsFile: Sendable {
    package struct Entry: Sendable, Hashable {
        package var value: SettingValue
        /// As it is written.
        package var text: String
        package var line: Int
    }

    package private(set) var entries: [SettingID: Entry] = [:]
    package private(set) var bindings: [KeyBinding] = []
    package private(set) var problems: [SettingsProblem] = []
    /// Settings that are there but could not be understood.
    package private(set) var refused: Set<SettingID> = []
    /// Whether nothing of it could be read, or what it says of keys is lost.
    package private(set) var isLost = false
    package private(set) var areKeysLost = false

    /// The file's name, which sentences call it by.
    package static let name = "config.yaml"
    /// The name of what holds the keys.
    package static let keysName = "keys"
    /// Larger files are not read.
    package static let mostBytes = YAMLTree.mostBytes
    /// So many are said; more help nobody.
    package static let mostProblems = 100

    /// No file: nothing is set.
    package init() {}

    /// A file that cannot be read.
    package init(unreadable sentence: String) {
        problems = [SettingsProblem(nil, sentence)]
        isLost = true
        areKeysLost = true
    }

    /// Reads the bytes of the file, whatever they are.
    package init(bytes: [UInt8]) {
        self.init()
        guard bytes.count <= Self.mostBytes else {
            self = SettingsFile(
                unreadable: "It is larger than \(Self.mostBytes >> 10) KiB, so nothing of it is used.")
            return
        }
        guard var text = String(validating: bytes, as: UTF8.self) else {
            self = SettingsFile(unreadable: "")
            problems = [
                SettingsProblem(Self.placeOfBadByte(bytes), "This is not UTF-8, so nothing of the file is used.")
            ]
            return
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let (tree, faults, lost) = YAMLRecovery.read(text)
        for fault in faults {
            let end = fault.consequence ?? "nothing of the file is used"
            problems.append(SettingsProblem(fault.place, "This is not YAML: \(fault.clause); \(end)."))
        }
        isLost = tree == nil && !faults.isEmpty
        refused = Set(lost.compactMap(SettingID.init))
        areKeysLost = isLost || lost.contains(Self.keysName)
        switch tree?.content {
        case nil: break
        case .members(let members)?: for member in members { read(member) }
        case .text(let text)? where text.isEmpty: break
        case .text?, .list?:
            problems.append(
                SettingsProblem(
                    tree?.place,
                    "This is \(tree?.kind ?? "something else"); settings are lines such as 'timeout: 30s'."))
            isLost = true
            areKeysLost = true
        }
        problems.sort { ($0.place ?? FilePlace(line: 0, column: 0)) < ($1.place ?? FilePlace(line: 0, column: 0)) }
    }

    private static func placeOfBadByte(_ bytes: [UInt8]) -> FilePlace {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (line, content) in lines.enumerated() where String(validating: content, as: UTF8.self) == nil {
            let column = String(decoding: content, as: UTF8.self).unicodeScalars.prefix { $0 != "\u{FFFD}" }.count
            return FilePlace(line: line + 1, column: column + 1)
        }
        return FilePlace(line: 1, column: 1)
    }

    // MARK: Members

    private mutating func read(_ member: YAMLTree.Member) {
        guard problems.count < Self.mostProblems else { return }
        if member.name == Self.keysName { return readKeys(member.value) }
        guard let id = SettingID(rawValue: member.name), let setting = Setting.rows[id] else {
            let names = SettingID.allCases.map(\.rawValue) + [Self.keysName]
            let near = NameSuggestion.nearest(to: member.name, among: names).map { " Did you mean '\($0)'?" }
            let advice = near ?? " 'apitui config' lists the settings."
            note(member.place, "There is no setting '\(member.name.prefix(80))'.\(advice)")
            return
        }
        do throws(SettingRefusal) {
            guard case .text(let text) = member.value.content else {
                throw SettingRefusal(clause: "takes \(setting.takes), not \(member.value.kind).")
            }
            guard !text.isEmpty else { throw SettingRefusal(clause: "has no value; it takes \(setting.takes).") }
            entries[id] = Entry(value: try setting.read(text), text: text, line: member.place.line)
        } catch {
            refused.insert(id)
            note(member.value.place, "\(id.rawValue) \(error.clause)")
        }
    }

    private mutating func readKeys(_ value: YAMLTree) {
        switch value.content {
        case .members(let members):
            for member in members {
                guard case .members(let inner) = member.value.content else {
                    readBinding(member)
                    continue
                }
                for binding in inner { readBinding(binding, pane: member) }
            }
        case .text(""): break
        case .text, .list:
            areKeysLost = true
            note(value.place, "keys takes lines such as 'send: s', not \(value.kind).")
        }
    }

    private mutating func readBinding(_ member: YAMLTree.Member, pane: YAMLTree.Member? = nil) {
        guard problems.count < Self.mostProblems else { return }
        var keys: [KeyBinding.KeyName] = []
        switch member.value.content {
        case .text(let text):
            guard !text.isEmpty else {
                return note(member.value.place, "'\(member.name)' has no key; write 'none' if it should have none.")
            }
            if text != "none" { keys = [KeyBinding.KeyName(text, member.value.place)] }
        case .list(let items):
            for item in items {
                guard case .text(let text) = item.content, !text.isEmpty else {
                    note(item.place, "A key is a text such as s, F5 or Ctrl-R, not \(item.kind).")
                    continue
                }
                keys.append(KeyBinding.KeyName(text, item.place))
            }
            if keys.isEmpty, !items.isEmpty { return }
        case .members:
            return note(
                member.value.place, "'\(member.name)' takes a key or a list of keys, not \(member.value.kind).")
        }
        bindings.append(
            KeyBinding(member.name, pane: pane?.name, keys: keys, place: member.place, panePlace: pane?.place))
    }

    private mutating func note(_ place: FilePlace, _ sentence: String) {
        problems.append(SettingsProblem(place, sentence))
    }
}
