import Base
import Glibc

/// Changes of environment files that were written together: each file once, and none of them if one change was refused.
package struct EnvironmentWrite: Sendable {
    package struct File: Sendable, Hashable {
        /// Absolute.
        package var path: String
        /// What the file held; nil if there was none.
        package var before: [UInt8]?
        /// What it holds now; nil if it was removed.
        package var after: [UInt8]?

        /// The change that takes this one back.
        fileprivate var inverse: File { File(path: path, before: after, after: before) }

        /// Whether it still holds what was written.
        fileprivate var isOnDisk: Bool {
            switch DiskFile.read(path, limit: EnvironmentWrite.maxBytes) {
            case .success(let bytes): bytes == after
            case .failure(let failure): failure == .missing && after == nil
            }
        }
    }

    /// What an edit does with its value.
    enum Kind: Sendable {
        case save
        /// Of the objects that lead to the value, the first `keptObjects` stay even if nothing is left in them.
        case removal(keptObjects: Int)
    }

    /// What was written, each file once.
    package private(set) var files: [File] = []
    /// Why the changes were not written, what became of the other files, and which were written nevertheless; nil if all were.
    package private(set) var problem: String?

    /// The line (from 1) of a comment that still has a value of a secret that was moved; nil if none has.
    var commentLine: Int?

    private static let maxBytes = 16 << 20

    /// Saves values, and takes out those whose edit is a removal.
    /// - Parameter undone: what the edits take back. Its files that still hold what was written get what they held before; the
    ///   others are edited.
    package init(_ edits: [EnvironmentFileEdit], takingBack undone: EnvironmentWrite? = nil, _ store: CollectionStore) {
        self.init(
            changes: edits.map { ($0, $0.isRemoval ? .removal(keptObjects: $0.keptObjects) : .save) },
            takingBack: undone, store)
    }

    /// Saves one value, and keeps other changes made to its file in the meantime.
    package init(saving edit: EnvironmentFileEdit, _ store: CollectionStore) {
        self.init(changes: [(edit, .save)], store)
    }

    /// Takes one value out of its JSON file if it is still the expected one.
    /// - Parameter keptObjects: how many of the objects that lead to the value stay in any case; nil: as the edit says.
    package init(removing edit: EnvironmentFileEdit, keptObjects: Int? = nil, _ store: CollectionStore) {
        self.init(changes: [(edit, .removal(keptObjects: keptObjects ?? edit.keptObjects))], store)
    }

    private init(
        changes: [(EnvironmentFileEdit, Kind)], takingBack undone: EnvironmentWrite? = nil, _ store: CollectionStore
    ) {
        let unchanged = undone?.files.filter(\.isOnDisk) ?? []
        var planned: [File] = []
        for (edit, kind) in changes {
            let known = planned.firstIndex { $0.path == edit.file }
            // In the order of the edits: a secret is in its other file before it is removed from this one.
            if let file = unchanged.first(where: { $0.path == edit.file }) {
                if known == nil { planned.append(file.inverse) }
                continue
            }
            do throws(JSONMemberEdit.Refusal) {
                if let known {
                    planned[known].after = try edit.changed(planned[known].after, kind)
                } else {
                    let before = try edit.content(for: kind, limit: Self.maxBytes)
                    planned.append(File(path: edit.file, before: before, after: try edit.changed(before, kind)))
                }
            } catch {
                problem = "\(edit.file) was not saved: \(error.sentence)"
                return
            }
        }
        replace(planned, store)
    }

    /// Writes whole files.
    init(replacing files: [File], _ store: CollectionStore) { replace(files, store) }

    private init() {}

    /// Writes files one after the other: all of them, or none.
    private mutating func replace(_ planned: [File], _ store: CollectionStore) {
        for file in planned {
            guard let sentence = Self.replace(file, store) else {
                files.append(file)
                continue
            }
            // What was written last gets its bytes back first. That may fail, too: the disk may be full.
            let left = files.reversed().filter { Self.replace($0.inverse, store) != nil }
            files = left.reversed()
            let (changed, verb) = (files.map(\.path), files.count == 1 ? "has" : "have")
            let others = planned.map(\.path).filter { $0 != file.path && !changed.contains($0) }
            let sentences: [String?] = [
                sentence,
                changed.isEmpty ? nil : "Only \(Self.list(changed)) \(verb) changed.",
                others.isEmpty ? nil : "Nothing is changed in \(Self.list(others)).",
            ]
            problem = sentences.compactMap(\.self).joined(separator: " ")
            return
        }
    }

    private static func list(_ paths: [String]) -> String { paths.joined(separator: " and ") }

    /// Returns one sentence if it fails.
    private static func replace(_ file: File, _ store: CollectionStore) -> String? {
        guard let after = file.after else {
            guard case .success(let bytes) = DiskFile.read(file.path, limit: maxBytes), bytes == file.before else {
                return "\(file.path) was not removed: it changed on disk meanwhile."
            }
            return unlink(file.path) == 0 ? nil : "\(file.path) was not removed: \(DiskFile.systemMessage(errno))."
        }
        let mode: UInt32? = EnvironmentReader.isPrivate(PathText.name(of: file.path)) ? 0o600 : nil
        let stamp = FileStamp(bytes: file.before ?? [])
        switch store.save(path: file.path, bytes: after, expecting: stamp, newFileMode: mode) {
        case .saved: return nil
        case .conflict: return "\(file.path) was not saved: it changed on disk meanwhile."
        case .failed(let sentence): return sentence
        }
    }

    // MARK: Taking back

    /// Whether all files still hold what was written.
    package var isOnDisk: Bool { files.allSatisfy(\.isOnDisk) }

    /// Gives the files what they held before, all of them or none, the one written last first; a file that was created is removed.
    package func takenBack(_ store: CollectionStore) -> EnvironmentWrite {
        var back = EnvironmentWrite()
        back.replace(files.reversed().map(\.inverse), store)
        return back
    }

    /// How many of the objects that lead to a value were in its file before; nil if the file was not written.
    package func objectsBefore(to edit: EnvironmentFileEdit) -> Int? {
        guard let file = files.first(where: { $0.path == edit.file }) else { return nil }
        guard let before = file.before, let root = try? OrderedJSON.parse(before, allowsComments: true) else {
            return 0
        }
        return (1..<max(1, edit.path.count)).prefix(while: { root.value(at: edit.path.prefix($0)) != nil }).count
    }

    /// The bytes of all files that are kept to take it back.
    package var byteCount: Int { files.reduce(0) { $0 + ($1.before?.count ?? 0) + ($1.after?.count ?? 0) } }

    /// This and what was written after it, as one.
    func followed(by later: EnvironmentWrite) -> EnvironmentWrite {
        var both = self
        for file in later.files {
            if let place = both.files.firstIndex(where: { $0.path == file.path }) {
                both.files[place].after = file.after
            } else {
                both.files.append(file)
            }
        }
        both.problem = later.problem
        return both
    }
}
