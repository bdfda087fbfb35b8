/// Paths as text; nothing here looks at the disk.
package enum PathText {
    /// Without the last component; `/` for a file in the root folder, `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    package static func join(_ folder: String, _ path: String) -> String {
        if path.utf8.first == 0x2F { return path }
        return folder.utf8.last == 0x2F ? folder + path : folder + "/" + path
    }

    /// Absolute, without `.`, `..` and doubled slashes. `..` is taken by its letters, as a shell's `cd` does.
    package static func normalised(_ path: String, workingDirectory: String) -> String {
        var parts: [Substring] = []
        for part in join(workingDirectory, path).utf8.split(separator: 0x2F) {
            switch Substring(part) {
            case ".": continue
            case "..": parts = parts.dropLast()
            case let name: parts.append(name)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether a normalised path is `folder` or lies below it.
    package static func isInside(_ path: String, folder: String) -> Bool {
        if isSame(folder, "/") || isSame(path, folder) { return true }
        return path.utf8.starts(with: folder.utf8) && path.utf8.dropFirst(folder.utf8.count).first == 0x2F
    }

    /// A name or path that need not be UTF-8, for a user: each byte that is no part of a character as `\xFF`.
    package static func visible(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var shown = ""
        var rest = bytes[...]
        while let byte = rest.first {
            // A character takes four bytes at most.
            let length = (1...4).first { $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length {
                shown += String(decoding: rest.prefix(length), as: UTF8.self)
            } else {
                shown += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            rest = rest.dropFirst(length ?? 1)
        }
        return shown
    }

    /// Whether both are the same bytes, as file systems compare them: a letter and its accent are not one letter.
    package static func isSame(_ path: String, _ other: String) -> Bool { path.utf8.elementsEqual(other.utf8) }

    /// The same, for each of several.
    package static func isSame(_ path: String) -> (String) -> Bool { { isSame(path, $0) } }

    /// A folder and those above it, up to `root`; the folder alone where it does not lie below it.
    package static func foldersUp(from folder: String, to root: String) -> [String] {
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
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let left = a.utf8.lazy.map(LineText.lower)
        let right = b.utf8.lazy.map(LineText.lower)
        if left.lexicographicallyPrecedes(right) { return true }
        if right.lexicographicallyPrecedes(left) { return false }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
