/// Operations on paths as text; nothing here reads the disk.
package enum PathText {
    /// The path without its last component: `/` for a file in the root folder, `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: Byte.slash) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: Byte.slash) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// The names between slashes, found byte by byte: a mark that combines with a slash makes another character of it, and the
    /// same byte for the file system.
    /// - Parameter omitsEmpty: whether slashes beside each other, at the beginning and at the end, have no name between them.
    package static func steps(of path: some StringProtocol, omitsEmpty: Bool = true) -> [Substring] {
        String(path).utf8.split(separator: Byte.slash, omittingEmptySubsequences: omitsEmpty).map { Substring($0) }
    }

    package static func join(_ folder: String, _ path: String) -> String {
        if path.utf8.first == Byte.slash { return path }
        return folder.utf8.last == Byte.slash ? folder + path : folder + "/" + path
    }

    /// An absolute path without `.`, `..` and repeated slashes. `..` drops the previous component without resolving
    /// links, as a shell's `cd` does.
    package static func normalised(_ path: String, workingDirectory: String) -> String {
        var parts: [Substring] = []
        for part in steps(of: join(workingDirectory, path)) {
            switch part {
            case ".": continue
            case "..": parts = parts.dropLast()
            default: parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// What a path that is written in a file is called where the file is called `name`: for `../api/a.http`, `./b.http` is
    /// `../api/b.http` and `../c.http` is `../c.http`. The folder keeps the name that it was given, `./` included.
    package static func named(_ path: String, beside name: String) -> String {
        if path.utf8.first == Byte.slash { return path }
        let isAbsolute = name.utf8.first == Byte.slash
        var parts = Array(steps(of: name).dropLast())
        for step in steps(of: path) {
            switch step {
            case ".": continue
            case "..":
                if let last = parts.last, last != ".", last != ".." {
                    parts.removeLast()
                } else if !isAbsolute {
                    parts.append(step)
                }
            default: parts.append(step)
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }

    /// Whether a normalised path is `folder` or is below it.
    package static func isInside(_ path: String, folder: String) -> Bool {
        if isSame(folder, "/") || isSame(path, folder) { return true }
        return path.utf8.starts(with: folder.utf8) && path.utf8.dropFirst(folder.utf8.count).first == Byte.slash
    }

    /// A name or path for display: bytes that are not valid UTF-8 become `\xFF`.
    package static func visible(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var shown = ""
        var rest = bytes[...]
        while let byte = rest.first {
            // A character takes at most four bytes.
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

    /// Whether both paths are the same bytes, as file systems compare them: `é` in one code point differs from `e` plus
    /// an accent.
    package static func isSame(_ path: String, _ other: String) -> Bool { path.utf8.elementsEqual(other.utf8) }

    /// A function that compares other paths with this one, byte by byte.
    package static func isSame(_ path: String) -> (String) -> Bool { { isSame(path, $0) } }

    /// The folder and its ancestors up to `root`, nearest first; the folder alone if it is not below `root`.
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

    /// Sort order for paths: by name without regard to ASCII case, then byte by byte.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var (left, right) = (a.utf8.makeIterator(), b.utf8.makeIterator())
        // Of the first letters that differ by their case alone.
        var isBefore = false
        var isDecided = false
        while true {
            guard let x = left.next() else { return right.next() != nil || isBefore }
            guard let y = right.next() else { return false }
            if x == y { continue }
            let (lowX, lowY) = (LineText.lower(x), LineText.lower(y))
            if lowX != lowY { return lowX < lowY }
            if !isDecided { (isBefore, isDecided) = (x < y, true) }
        }
    }
}
