import Base
import HTTPFormat

/// N19: private files in a git work tree that no ignore rule covers. Reads the rules, and nothing of what git holds.
struct GitNotices {
    private var told: Set<String> = []
    /// By folder; nil where it lies in no work tree.
    private var trees: [String: GitWorkTree?] = [:]

    /// Each file once.
    mutating func findings(_ environments: EnvironmentSet) -> [LintFinding] {
        // A .env file without secrets belongs to many a repository.
        let dotEnv = environments.dotEnv.values.joined().filter { name, variable in
            SecretName.isSecret(name) && SecretName.isGivenAway(variable.value ?? "")
        }
        let files = environments.files.filter(\.isPrivate).map(\.path) + Set(dotEnv.map(\.value.file)).sorted()
        return files.compactMap { file in
            guard told.insert(file).inserted else { return nil }
            let missing: IgnoreEntry?
            do throws(CollectionError) { missing = try IgnoreEntry.missing(for: file) } catch {
                return LintFinding(
                    file: file, line: 1, id: "N19", severity: .warning,
                    text: "Whether git leaves this private file alone cannot be told: \(error.sentence.dropLast())")
            }
            guard let entry = missing else { return nil }
            let name = entry.ignoreFile.hasPrefix(PathText.folder(of: file) + "/") ? ".gitignore" : entry.ignoreFile
            return LintFinding(
                file: file, line: 1, id: "N19", severity: .warning,
                text: "No rule tells git to leave this private file alone; the line \(entry.line) in \(name) does")
        }
    }

    /// Whether git is known to leave a file alone.
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
