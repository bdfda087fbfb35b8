import Base
import HTTPFormat
import NetEngine

/// N19: private files in a git work tree that no ignore rule covers. Reads the rules only, not git's index.
struct GitNotices {
    private var reported: Set<String> = []
    /// By folder; nil if it is not in a work tree.
    private var trees: [String: GitWorkTree?] = [:]

    /// Reports each file once.
    mutating func findings(_ environments: EnvironmentSet) -> [LintFinding] {
        // Many repositories contain a .env file without secrets on purpose.
        let dotEnv = environments.dotEnv.values.joined().filter { name, variable in
            SecretName.isSecret(name) && SecretName.isGivenAway(variable.value ?? "")
        }
        let files = environments.files.filter(\.isPrivate).map(\.path) + Set(dotEnv.map(\.value.file)).sorted()
        return files.compactMap { file in
            guard reported.insert(file).inserted else { return nil }
            let missing: IgnoreEntry?
            do throws(CollectionError) { missing = try IgnoreEntry.missing(for: file) } catch {
                return LintFinding(
                    file: file, line: 1, id: "N19", severity: .warning,
                    text: "It is unknown whether git ignores this private file: \(error.sentence.withoutFullStop)")
            }
            guard let entry = missing else { return nil }
            let name = entry.ignoreFile.hasPrefix(PathText.folder(of: file) + "/") ? ".gitignore" : entry.ignoreFile
            return LintFinding(
                file: file, line: 1, id: "N19", severity: .warning,
                text: "No rule makes git ignore this private file; the line \(entry.line) in \(name) does")
        }
    }

    /// True if git is known to ignore a file.
    mutating func isIgnored(_ file: String) -> Bool {
        guard let tree = tree(of: file) else { return false }
        return (try? tree.ignores(file)) ?? false
    }

    private mutating func tree(of file: String) -> GitWorkTree? {
        let folder = PathText.folder(of: file)
        if let known = trees[folder] { return known }
        let tree = GitWorkTree(around: folder)
        trees[folder] = .some(tree)
        return tree
    }
}
