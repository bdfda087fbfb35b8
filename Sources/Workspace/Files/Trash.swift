import Base
import Glibc
import JSONPath
import NetEngine

/// Where deleted files and folders are kept for a while. Only this user can read it.
///
/// Each has a folder of its own with `content`, and `manifest.json`, which says where it was and when it was deleted.
package struct Trash: Sendable {
    package let folder: String
    var move = { @Sendable in PathMove() }

    /// More are not kept, and none for longer.
    static let mostEntries = 100
    static let longestSeconds: Int64 = 30 * 24 * 3600
    /// Of the manifests. What a newer program deleted is not cleared away here.
    private static let version = 1

    /// Something that was deleted.
    package struct Entry: Sendable, Hashable {
        /// The name of its folder in the trash.
        package var id: String
        /// Where it was.
        package var path: String
    }

    package init(folder: String) { self.folder = folder }

    /// In the state folder; nil without a home folder.
    package static func live(_ variable: (String) -> String? = processEnvironment) -> Trash? {
        UserFolder.state.path(variable).map { Trash(folder: PathText.join($0, "trash")) }
    }

    /// Takes a file or folder out of its place.
    /// - Parameter seconds: since 1970.
    func put(_ path: String, at seconds: Int64) throws(CollectionError) -> Entry {
        let entry = try makeEntry(for: path, at: seconds)
        let own = PathText.join(folder, entry.id)
        let left: String?
        do throws(PathMove.Failure) {
            left = try move().move(path, to: PathText.join(own, "content"))
        } catch {
            PathMove.remove(own)
            throw CollectionError(sentence: "\(path) was not deleted: \(error.clause).")
        }
        if let left { throw CollectionError(sentence: "A copy of \(path) is in the trash. \(left)") }
        clean(at: seconds)
        return entry
    }

    /// Puts it back where it was.
    func restore(_ entry: Entry) throws(CollectionError) {
        let own = PathText.join(folder, entry.id)
        do throws(UserFolder.Failure) {
            try UserFolder.make(PathText.folder(of: entry.path), mode: 0o777)
        } catch {
            throw CollectionError(sentence: "\(entry.path) was not put back: \(error.folder): \(error.clause).")
        }
        do throws(PathMove.Failure) {
            _ = try move().move(PathText.join(own, "content"), to: entry.path)
        } catch {
            let reason =
                switch error.code {
                case EEXIST: "something else is there now; it stays in \(own)"
                case ENOENT: "it is not in the trash any more"
                default: error.clause
                }
            throw CollectionError(sentence: "\(entry.path) was not put back: \(reason).")
        }
        PathMove.remove(own)
    }

    private func makeEntry(for path: String, at seconds: Int64) throws(CollectionError) -> Entry {
        func failed(_ clause: String) -> CollectionError {
            CollectionError(sentence: "\(path) was not deleted: the trash \(folder) cannot be used: \(clause).")
        }
        do throws(UserFolder.Failure) { try UserFolder.make(folder) } catch { throw failed(error.clause) }
        for number in 0..<1000 {
            let entry = Entry(id: "\(seconds)-\(number)", path: path)
            let own = PathText.join(folder, entry.id)
            guard mkdir(own, 0o700) == 0 else {
                if errno == EEXIST { continue }
                throw failed(DiskFile.systemMessage(errno))
            }
            let manifest = JSONOutput.object([
                ("version", .number(Self.version)), ("from", .string(path)), ("deletedAt", .number(Int(seconds))),
            ])
            let outcome = AtomicSave(newFileMode: 0o600).save(
                path: PathText.join(own, "manifest.json"), bytes: manifest.bytes, expecting: FileStamp(bytes: []),
                force: true)
            guard case .saved = outcome else {
                PathMove.remove(own)
                guard case .failed(let sentence) = outcome else { throw failed("it changes") }
                throw CollectionError(sentence: "\(path) was not deleted: \(sentence)")
            }
            return entry
        }
        throw failed("it has too many entries of this second")
    }

    /// Removes what is too old, and the oldest of too many. What is not ours stays.
    private func clean(at seconds: Int64) {
        guard case .success(let names) = DiskFile.names(in: folder) else { return }
        let entries = names.compactMap(Self.entry).sorted { ($0.time, $0.number) > ($1.time, $1.number) }
        for (place, entry) in entries.enumerated()
        where place >= Self.mostEntries || entry.time < seconds - Self.longestSeconds {
            let own = PathText.join(folder, entry.name)
            if !isOfNewerProgram(own) { PathMove.remove(own) }
        }
    }

    /// What the name of an entry says; nil of any other name.
    private static func entry(_ name: String) -> (time: Int64, number: Int, name: String)? {
        let parts = name.split(separator: "-")
        guard parts.count == 2, let time = Int64(parts[0]), let number = Int(parts[1]) else { return nil }
        return (time, number, name)
    }

    private func isOfNewerProgram(_ own: String) -> Bool {
        Self.manifest(own).map(Self.isNewer) ?? false
    }

    /// nil if there is none that can be read.
    private static func manifest(_ own: String) -> [UInt8]? {
        try? DiskFile.read(PathText.join(own, "manifest.json"), limit: 1 << 20).get()
    }

    private static func isNewer(_ manifest: [UInt8]) -> Bool {
        StateFile.laterFormat(of: manifest, than: version) != nil
    }

    /// Whether it says where its entry was.
    private static func isWhole(_ manifest: [UInt8]) -> Bool {
        guard let tree = try? JSONTree.parse(manifest), tree.kind(0) == .object,
            let from = tree.member(Array("from".utf8), of: 0)
        else { return false }
        return tree.kind(from) == .string
    }

    /// The paths of manifests that a newer program wrote, and of those that were cut. Nothing is changed.
    package func unknownManifests() -> (newer: [String], cut: [String]) {
        guard case .success(let names) = DiskFile.names(in: folder) else { return ([], []) }
        var (newer, cut): ([String], [String]) = ([], [])
        for name in names.sorted() where Self.entry(name) != nil {
            let own = PathText.join(folder, name)
            guard let manifest = Self.manifest(own) else { continue }
            let path = PathText.join(own, "manifest.json")
            if Self.isNewer(manifest) { newer.append(path) } else if !Self.isWhole(manifest) { cut.append(path) }
        }
        return (newer, cut)
    }
}
