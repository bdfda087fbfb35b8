/// Paths as text; nothing here looks at the disk.
enum PathText {
    /// Without the last component; `/` for a file in the root folder, `.` for a bare name.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    static func join(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    /// Absolute, without `.`, `..` and doubled slashes. `..` is taken by its letters, as a shell's `cd` does.
    static func normalised(_ path: String, workingDirectory: String) -> String {
        var parts: [Substring] = []
        for part in join(workingDirectory, path).split(separator: "/") {
            switch part {
            case ".": continue
            case "..": parts = parts.dropLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether a normalised path is `folder` or lies below it.
    static func isInside(_ path: String, folder: String) -> Bool {
        folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }

    /// A folder and those above it, up to `root`; the folder alone where it does not lie below it.
    static func foldersUp(from folder: String, to root: String) -> [String] {
        var folders = [folder]
        guard isInside(folder, folder: root) else { return folders }
        var current = folder
        while current != root, current != "/" {
            current = self.folder(of: current)
            folders.append(current)
        }
        return folders
    }

    /// Folders before and after digits aside: by name without regard to ASCII case, then byte by byte.
    static func precedes(_ a: String, _ b: String) -> Bool {
        let left = a.utf8.lazy.map(LineText.lower)
        let right = b.utf8.lazy.map(LineText.lower)
        if left.lexicographicallyPrecedes(right) { return true }
        if right.lexicographicallyPrecedes(left) { return false }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
