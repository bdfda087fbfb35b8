import Base
import Workspace

/// A file or folder that the program keeps, as it was found.
package struct KeptItem: Sendable, Hashable {
    /// What the system says of it.
    package struct Status: Sendable, Hashable {
        package var isFolder: Bool
        /// The last nine bits: 0o600.
        package var permissions: UInt32
        package var owner: UInt32
        /// Of the file, or of all files in the folder.
        package var bytes: Int

        package init(isFolder: Bool = false, permissions: UInt32 = 0o600, owner: UInt32, bytes: Int = 0) {
            self.isFolder = isFolder
            self.permissions = permissions
            self.owner = owner
            self.bytes = bytes
        }
    }

    package enum Content: Sendable, Hashable {
        /// What is in it, in words: `3 folders`; empty if there is nothing to say.
        case fine(String)
        /// One sentence that no failure follows from.
        case remark(String, advice: String)
        /// A newer apitui wrote it, in a later format than the one that is known; and what that means, as a clause.
        case newer(format: Int, known: Int, effect: String)
        /// Why it cannot be used, as a clause.
        case damaged(String, advice: String, repair: Repair?)
        /// Why it cannot be read, as a clause.
        case unreadable(String)

        /// What is said of a file that a newer apitui wrote; nil of any other. To be asked before anything else: what this program does not
        /// know is not damaged, and nothing is to be repaired in it.
        /// - Parameters:
        ///   - known: the latest format that this program knows.
        ///   - effect: what it means, as a clause.
        package static func ofNewer(_ bytes: [UInt8], than known: Int = 1, effect: String) -> Content? {
            StateFile.laterFormat(of: bytes, than: known).map { .newer(format: $0, known: known, effect: effect) }
        }
    }

    /// `files.trust`
    package var id: String
    /// At the beginning of a sentence: `The list of trusted folders`.
    package var title: String
    package var path: String
    package var status: Status
    package var content: Content
    /// Whether only its owner may read it. Otherwise only nobody else may write it.
    package var isPrivate: Bool

    package init(
        _ id: String, _ title: String, path: String, status: Status, content: Content, isPrivate: Bool = true
    ) {
        self.id = id
        self.title = title
        self.path = path
        self.status = status
        self.content = content
        self.isPrivate = isPrivate
    }

    /// - Parameter user: the number of who runs the program.
    package func findings(user: UInt32) -> [Finding] {
        (isOf(user) ? [] : [foreign(words)]) + findingsBesidesOwner(user: user)
    }

    /// The findings about a folder and about what is in it. What belongs to another user is said once for each of these users.
    /// - Parameter further: said of the folder.
    static func findings(
        _ items: [KeptItem], in folder: KeptItem, further: [Finding] = [], user: UInt32
    ) -> [Finding] {
        let owners = Set(([folder] + items).map(\.status.owner)).subtracting([user]).sorted()
        return folder.findingsBesidesOwner(user: user) + further
            + owners.compactMap { owner in folder.foreign(items.filter { $0.isOf(owner) }, of: owner) }
            + items.flatMap { $0.findingsBesidesOwner(user: user) }
    }

    private func isOf(_ user: UInt32) -> Bool { status.owner == user }

    /// `The list of trusted folders /a/b`
    private var words: String { "\(title) \(SafeText(path).string)" }

    /// What belongs to another user in this folder, and the folder itself if it does.
    private func foreign(_ items: [KeptItem], of owner: UInt32) -> Finding? {
        let count = Formatting.count(items.count, "item")
        if isOf(owner) { return items.isEmpty ? foreign(words) : foreign("\(words) and \(count) in it", "belong") }
        guard let first = items.first else { return nil }
        guard items.count > 1 else { return first.foreign(first.words) }
        let name = SafeText(PathText.name(of: first.path)).string
        return first.foreign("\(count) in \(SafeText(path).string), such as \(name),", "belong")
    }

    private func foreign(_ subject: String, _ verb: String = "belongs") -> Finding {
        Finding(
            .files, id, .wrong, "\(subject) \(verb) to another user (number \(status.owner)).",
            advice:
                "Run apitui as that user, change the owner ('sudo chown -R \"$(id -un)\" FOLDER'), or name a folder of yours by XDG_STATE_HOME, XDG_CACHE_HOME or XDG_CONFIG_HOME.",
            path: path)
    }

    /// That what belongs to another user cannot be read follows from that, and is not said besides.
    private func findingsBesidesOwner(user: UInt32) -> [Finding] {
        let shown = SafeText(path).string
        var findings: [Finding] = []
        if isOf(user), status.permissions & (isPrivate ? 0o077 : 0o022) != 0 {
            let mode: UInt32 =
                isPrivate ? (status.isFolder ? 0o700 : 0o600) : status.permissions & ~0o022
            let verb = isPrivate ? "use" : "change"
            findings.append(
                Finding(
                    .files, id, .wrong,
                    "\(title) \(shown) has the permissions \(Self.octal(status.permissions)): other users may \(verb) it.",
                    advice: "'chmod \(Self.octal(mode)) \(shown)', or 'apitui doctor --fix'.", path: path,
                    repair: .makePrivate(path, mode: mode)))
        }
        switch content {
        case .fine(let words):
            guard isOf(user), findings.isEmpty else { break }
            let facts = [
                words, status.bytes > 0 ? Formatting.byteCount(status.bytes) : "", Self.octal(status.permissions),
            ].filter { !$0.isEmpty }
            findings.append(Finding(.files, id, "\(title): \(shown) (\(facts.joined(separator: ", "))).", path: path))
        case .remark(let sentence, let advice):
            findings.append(Finding(.files, id, .note, sentence, advice: advice, path: path))
        case .newer(let format, let known, let effect):
            findings.append(
                Finding(
                    .files, id, .note,
                    "\(title) \(shown) \(StateFile.newerClause(format, knows: known)); \(effect).",
                    advice: "Use the newer version, or name other folders by XDG_STATE_HOME and XDG_CACHE_HOME.",
                    path: path))
        case .damaged(let clause, let advice, let repair):
            findings.append(
                Finding(
                    .files, id, .wrong, "\(title) \(shown) is damaged: \(clause).", advice: advice, path: path,
                    repair: repair))
        case .unreadable(let clause):
            guard isOf(user) else { break }
            findings.append(
                Finding(
                    .files, id, .wrong, "\(title) \(shown) cannot be read: \(clause).",
                    advice: "Check its permissions and those of its folder.", path: path))
        }
        return findings
    }

    static func octal(_ mode: UInt32) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
