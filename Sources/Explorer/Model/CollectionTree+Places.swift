import Base
import HTTPFormat
import Workspace

// Files and folders that this program moves or takes away. What was read from the disk comes by `take`.

extension CollectionTree {
    /// The one file that was opened; nil for a folder. Beside a description, the request file in which its requests are kept may be
    /// here too.
    var singlePath: String? {
        guard let first = filePaths.first, PathText.name(of: first) == name else { return nil }
        let others = filePaths.dropFirst()
        return others.allSatisfy { $0 == keptRequests(beside: first) } ? first : nil
    }

    /// A single file was opened, and not a folder.
    var isSingle: Bool { singlePath != nil }

    /// The request file in which requests of a description are kept.
    private func keptRequests(beside path: String) -> String? {
        files[path]?.file.isDescription != true ? nil : DescribedFile.requestFile(beside: path)
    }

    /// Whether a path is inside of the opened folder. Only those can be shown in the tree.
    func canHold(_ path: String) -> Bool {
        if files[path] != nil { return true }
        // A single file that was opened stays alone, but for the requests that are kept of a description.
        if let single = singlePath { return keptRequests(beside: single) == path }
        return PathText.isInside(path, folder: root)
    }

    /// The absolute path of a row that is a file or a folder.
    func path(of row: TreeRow) -> String? {
        switch row.kind {
        // A folder that cannot be read is listed like a file.
        case .file(let path): path.hasSuffix("/") ? String(path.dropLast()) : path
        case .folder(let folder): PathText.join(root, folder)
        case .request, .heading: nil
        }
    }

    /// The files at a path or below it.
    func filePaths(at path: String) -> [String] { filePaths.filter { PathText.isInside($0, folder: path) } }

    /// A file or folder has another path now; edits and ids stay.
    /// - Returns: the new paths of files, by the old ones.
    mutating func move(_ old: String, to new: String) -> [String: String] {
        var renamed: [String: String] = [:]
        for path in filePaths(at: old) { renamed[path] = new + path.dropFirst(old.count) }
        let (oldName, newName) = (relativePath(of: old), relativePath(of: new))
        func moved(_ name: String) -> String? {
            name == oldName ? newName : name.hasPrefix(oldName + "/") ? newName + name.dropFirst(oldName.count) : nil
        }
        giveNewPaths(renamed, folder: moved)
        if case .folder(let name)? = selectedRow?.kind, let new = moved(name) { rows[selection].kind = .folder(new) }
        rebuild(renamed: renamed)
        return renamed
    }

    /// Takes files away, with their unsaved edits.
    mutating func forget(_ paths: [String]) {
        remove(Set(paths))
        rebuild()
    }
}
