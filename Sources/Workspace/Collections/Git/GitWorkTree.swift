import Base
import Glibc

/// The ignore rules of a git work tree: its `.gitignore` files and `.git/info/exclude`.
///
/// A user's own `core.excludesFile` does not count, because it protects nobody else with a copy of the repository.
/// Whether git already tracks a file is not checked; a rule comes too late for such a file.
struct GitWorkTree: Sendable, Hashable {
    /// The folder that contains `.git`, with symbolic links resolved.
    let root: String
    /// Where `info/exclude` is.
    private let gitFolder: String
    /// Why the `.git` file of a linked work tree cannot be followed; nil if it can, or if `.git` is a folder.
    private let problem: CollectionError?

    /// Largest rule file that is read.
    static let maxBytes = 4 << 20
    static let fileName = ".gitignore"

    /// The work tree that contains a folder; nil if there is none.
    init?(around folder: String) {
        guard var folder = DiskFile.realPath(folder) else { return nil }
        while true {
            let git = PathText.join(folder, ".git")
            if let info = DiskFile.info(git) {
                if info.st_mode & S_IFMT == S_IFDIR, access(PathText.join(git, "HEAD"), F_OK) == 0 {
                    (root, gitFolder, problem) = (folder, git, nil)
                    return
                }
                if info.st_mode & S_IFMT == S_IFREG {
                    do throws(CollectionError) {
                        if let real = try Self.linked(git, from: folder) {
                            (root, gitFolder, problem) = (folder, real, nil)
                            return
                        }
                    } catch {
                        (root, gitFolder, problem) = (folder, git, error)
                        return
                    }
                }
            }
            guard folder != "/" else { return nil }
            folder = PathText.folder(of: folder)
        }
    }

    /// The git folder that the `.git` file of a linked work tree or submodule points to.
    private static func linked(_ file: String, from folder: String) throws(CollectionError) -> String? {
        let mark = "gitdir:"
        guard let line = try firstLine(file), line.hasPrefix(mark) else { return nil }
        let path = line.dropFirst(mark.count).drop { $0 == " " || $0 == "\t" }
        let git = PathText.normalised(String(path), workingDirectory: folder)
        guard let common = try firstLine(PathText.join(git, "commondir")) else { return git }
        return PathText.normalised(common, workingDirectory: git)
    }

    private static func firstLine(_ path: String) throws(CollectionError) -> String? {
        guard let bytes = try bytes(path) else { return nil }
        return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }

    /// The content of a rule file; nil if it does not exist. An unreadable rule file is an error, not an empty one.
    private static func bytes(_ path: String) throws(CollectionError) -> [UInt8]? {
        switch DiskFile.read(path, limit: maxBytes) {
        case .success(let bytes): return bytes
        // git ignores a folder of that name too.
        case .failure(.missing), .failure(.notAFile): return nil
        case .failure(let failure): throw CollectionError(sentence: "\(path) cannot be read: \(failure.clause).")
        }
    }

    // MARK: rules

    /// Whether git ignores a file, provided that it does not track it already.
    /// - Parameters:
    ///   - path: absolute; the file itself may be a link.
    ///   - replacing: a `.gitignore` to read with other bytes than are on disk.
    /// - Throws: one sentence about a rule file that cannot be read.
    func ignores(
        _ path: String, replacing: (path: String, bytes: [UInt8])? = nil
    ) throws(CollectionError) -> Bool {
        if let problem { throw problem }
        guard let relative = relativePath(of: path) else { return false }
        var rules = [Rules(folder: "", patterns: try Self.patterns(PathText.join(gitFolder, "info/exclude")))]
        let names = PathText.steps(of: relative).map(String.init)
        var reached = ""
        for (place, name) in names.enumerated() {
            let file = PathText.join(PathText.join(root, reached), Self.fileName)
            var patterns: [IgnorePattern] = []
            if let replacing, replacing.path == file {
                patterns = Self.patterns(in: replacing.bytes)
            } else if !DiskFile.isLink(file) {
                // git does not follow a `.gitignore` that is a link.
                patterns = try Self.patterns(file)
            }
            rules.append(Rules(folder: reached, patterns: patterns))
            reached = reached.isEmpty ? name : reached + "/" + name
            // A file in an ignored folder cannot be included again.
            if Self.isIgnored(reached, isFolder: place < names.count - 1, rules) { return true }
        }
        return false
    }

    /// The path of a file from the root; nil if it is not inside.
    private func relativePath(of path: String) -> String? {
        guard let folder = DiskFile.realPath(PathText.folder(of: path)), PathText.isInside(folder, folder: root) else {
            return nil
        }
        return String(PathText.join(folder, PathText.name(of: path)).dropFirst(root == "/" ? 1 : root.count + 1))
    }

    /// The patterns of one rule file, and its folder relative to the root.
    private struct Rules {
        var folder: String
        var patterns: [IgnorePattern]
    }

    /// The nearest rule file with a matching pattern decides, by its last matching pattern.
    private static func isIgnored(_ path: String, isFolder: Bool, _ rules: [Rules]) -> Bool {
        for rules in rules.reversed() {
            let inner = rules.folder.isEmpty ? path : String(path.dropFirst(rules.folder.count + 1))
            if let last = rules.patterns.last(where: { $0.matches(inner, isFolder: isFolder) }) {
                return !last.isNegated
            }
        }
        return false
    }

    private static func patterns(_ path: String) throws(CollectionError) -> [IgnorePattern] {
        try bytes(path).map(patterns(in:)) ?? []
    }

    static func patterns(in bytes: [UInt8]) -> [IgnorePattern] {
        bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).split(separator: Byte.lineFeed).compactMap {
            line in
            IgnorePattern(line.last == Byte.carriageReturn ? line.dropLast() : line)
        }
    }
}
