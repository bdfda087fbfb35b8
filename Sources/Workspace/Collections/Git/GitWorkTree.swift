import Base
import Glibc

/// A git repository's folder of files, as far as its ignore rules go: `.gitignore` files and `.git/info/exclude`.
///
/// What a person's own `core.excludesFile` ignores does not count: it protects nobody else who has the files. Nor does it count
/// whether git holds a file already; a rule comes too late for that one.
struct GitWorkTree: Sendable, Hashable {
    /// The folder that holds `.git`, without symbolic links.
    let root: String
    /// Where `info/exclude` is.
    private let gitFolder: String
    /// Why the `.git` file of a further work tree cannot be followed; nil where it can, or is a folder.
    private let problem: CollectionError?

    /// Of a file of rules.
    static let maxBytes = 4 << 20
    static let fileName = ".gitignore"

    /// The work tree that a folder lies in, nil if in none.
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

    /// Where a `.git` file of a further work tree or a submodule leads to.
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

    /// nil where there is no such file. A file of rules that cannot be read is not one without rules.
    private static func bytes(_ path: String) throws(CollectionError) -> [UInt8]? {
        switch DiskFile.read(path, limit: maxBytes) {
        case .success(let bytes): return bytes
        // git passes over a folder of that name too.
        case .failure(.missing), .failure(.notAFile): return nil
        case .failure(let failure): throw CollectionError(sentence: "\(path) cannot be read: \(failure.clause).")
        }
    }

    // MARK: rules

    /// Whether git leaves a file out, if it does not hold it already.
    /// - Parameters:
    ///   - path: absolute; the file itself may be a link.
    ///   - replacing: a `.gitignore` with other bytes than are on disk.
    /// - Throws: one sentence about a file of rules that cannot be read.
    func ignores(
        _ path: String, replacing: (path: String, bytes: [UInt8])? = nil
    ) throws(CollectionError) -> Bool {
        if let problem { throw problem }
        guard let relative = relativePath(of: path) else { return false }
        var rules = [Rules(folder: "", patterns: try Self.patterns(PathText.join(gitFolder, "info/exclude")))]
        let names = relative.split(separator: "/").map(String.init)
        var reached = ""
        for (place, name) in names.enumerated() {
            let file = PathText.join(PathText.join(root, reached), Self.fileName)
            var patterns: [IgnorePattern] = []
            if let replacing, replacing.path == file {
                patterns = Self.patterns(in: replacing.bytes)
            } else if !DiskFile.isLink(file) {
                // git does not follow a link of that name.
                patterns = try Self.patterns(file)
            }
            rules.append(Rules(folder: reached, patterns: patterns))
            reached = reached.isEmpty ? name : reached + "/" + name
            // What lies in an ignored folder cannot be taken back.
            if Self.isIgnored(reached, isFolder: place < names.count - 1, rules) { return true }
        }
        return false
    }

    /// The path of a file from the root; nil if it lies elsewhere.
    private func relativePath(of path: String) -> String? {
        guard let folder = DiskFile.realPath(PathText.folder(of: path)), PathText.isInside(folder, folder: root) else {
            return nil
        }
        return String(PathText.join(folder, PathText.name(of: path)).dropFirst(root == "/" ? 1 : root.count + 1))
    }

    /// The patterns of one file and the folder that they speak of, from the root.
    private struct Rules {
        var folder: String
        var patterns: [IgnorePattern]
    }

    /// The nearest file that has a word on a path decides, and in it the last.
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
        bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).split(separator: 0x0A).compactMap { line in
            IgnorePattern(line.last == 0x0D ? line.dropLast() : line)
        }
    }
}
