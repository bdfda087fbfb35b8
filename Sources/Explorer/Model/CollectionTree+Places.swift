import Base
import HTTPFormat
import Workspace

// Files and folders that this program moves or takes away. What was read from the disk comes by `take`.

extension CollectionTree {
    /// A single file was opened, and not a folder.
    var isSingle: Bool {
        filePaths.count == 1 && files.values.first.map { PathText.name(of: $0.file.path) == name } == true
    }

    /// The absolute path of a row that is a file or a folder.
    func path(of row: TreeRow) -> String? {
        switch row.kind {
        // A folder that cannot be read is listed like a file.
        case .file(let path): path.hasSuffix("/") ? String(path.dropLast()) : path
        case .folder(let folder): root == "/" ? "/" + folder : "\(root)/\(folder)"
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
        rebuild(renamed: renamed)
        return renamed
    }

    /// Takes files away, with their unsaved edits.
    mutating func forget(_ paths: [String]) {
        remove(Set(paths))
        rebuild()
    }
}
