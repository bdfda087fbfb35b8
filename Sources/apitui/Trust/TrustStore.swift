import Glibc

/// The folders whose collections a person trusts, remembered from one start to the next.
///
/// A text file with one absolute path a line, links followed, in a folder that only this person can read. To trust a folder
/// is to trust what lies below it.
struct TrustStore: Sendable {
    /// The list's own path.
    let path: String

    private static let maxBytes = 4 << 20

    /// `$XDG_STATE_HOME/apitui/trust`, else below `~/.local/state`; nil where there is no home.
    static func live(variable: (String) -> String? = processEnvironment) -> TrustStore? {
        UserFolder.state.path(variable).map { TrustStore(path: PathText.join($0, "trust")) }
    }

    /// In the order in which they were trusted. What cannot be read trusts nothing.
    var folders: [String] {
        guard case .success(let bytes) = DiskFile.read(path, limit: Self.maxBytes) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("/")
        }
    }

    /// Whether the folder, or one that it lies in, is on the list.
    func trusts(_ folder: String) -> Bool {
        guard let real = DiskFile.realPath(folder) else { return false }
        return folders.contains { PathText.isInside(real, folder: $0) }
    }

    /// Whether the collection is trusted: as a whole, or the part of it that was opened.
    func trusts(_ place: CollectionPlace) -> Bool { trusts(place.root) || trusts(place.opened) }

    /// Remembers a folder. Returns one sentence if that fails.
    func add(_ folder: String) -> String? {
        guard let real = DiskFile.realPath(folder), let info = DiskFile.info(real), info.st_mode & S_IFMT == S_IFDIR
        else { return "There is no folder \(folder)." }
        guard !real.contains("\n") else { return "A folder with a line break in its name cannot be trusted." }
        var list = folders
        guard !list.contains(real) else { return nil }
        list.append(real)
        return write(list)
    }

    /// Takes a folder off the list; also one that is no longer there. Returns one sentence if that fails.
    func remove(_ folder: String) -> String? {
        let absolute = PathText.normalised(folder, workingDirectory: DiskFile.workingDirectory)
        let real = DiskFile.realPath(folder)
        let list = folders
        let rest = list.filter { $0 != absolute && $0 != real }
        guard rest.count < list.count else {
            if let real, let above = list.first(where: { PathText.isInside(real, folder: $0) }) {
                return "\(real) is trusted because \(above) is; remove that."
            }
            return "\(real ?? absolute) is not on the list."
        }
        return write(rest)
    }

    private func write(_ folders: [String]) -> String? {
        do throws(UserFolder.Failure) { try UserFolder.make(PathText.folder(of: path)) } catch {
            return "\(path) was not written: \(error.folder) cannot be made: \(error.clause)."
        }
        let text = folders.map { $0 + "\n" }.joined()
        let outcome = AtomicSave(newFileMode: 0o600)
            .save(path: path, bytes: Array(text.utf8), expecting: FileStamp(bytes: []), force: true)
        if case .failed(let sentence) = outcome { return sentence }
        return nil
    }
}
