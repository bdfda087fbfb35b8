import Base

/// Names files by their paths from the root of the repository, as annotations of GitHub need them.
package struct RepositoryPaths: Sendable {
    private let workingDirectory: String
    private let root: String

    /// - Parameters:
    ///   - workingDirectory: the folder in which the paths of the run were typed; absolute.
    ///   - root: of the repository, as `GITHUB_WORKSPACE` has it; nil or empty for the working directory.
    package init(workingDirectory: String, root: String?) {
        self.workingDirectory = workingDirectory
        let path = root.flatMap { $0.isEmpty ? nil : $0 } ?? workingDirectory
        self.root = PathText.normalised(path, workingDirectory: workingDirectory)
    }

    /// The path of a file from the root; as it was typed if the file is not in the repository, or is standard input.
    func path(of typed: String) -> String {
        guard typed != "-" else { return typed }
        let path = PathText.normalised(typed, workingDirectory: workingDirectory)
        guard PathText.isInside(path, folder: root), !PathText.isSame(path, root) else { return typed }
        return String(decoding: path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1), as: UTF8.self)
    }
}
