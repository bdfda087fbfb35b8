import HTTPFormat
import NetEngine
import OpenAPI

/// A message of `apitui lint` about a line of a collection.
package struct LintFinding: Sendable, Hashable {
    /// Relative to the root of the collection, or the path of an environment file.
    package var file: String
    /// From 1.
    package var line: Int
    /// `N…` as in HTTP-FORMAT §19, `E…` for errors in any tool.
    package var id: String
    package var severity: Notice.Severity
    /// One sentence without its full stop.
    package var text: String

    package init(file: String, line: Int, id: String, severity: Notice.Severity, text: String) {
        self.file = file
        self.line = line
        self.id = id
        self.severity = severity
        self.text = text
    }
}

extension LintFinding {
    package init(_ problem: EnvironmentSet.Problem) {
        self.init(
            file: problem.file, line: problem.place?.line ?? 1, id: "E11", severity: .error,
            text: problem.place.map {
                "The environment file is not read: \(problem.clause), at character \($0.column)"
            } ?? "It \(problem.clause)")
    }

    /// - Parameter problem: why the file is not read.
    init(_ problem: FileProblem, of file: CollectionFile) {
        let text = problem.place.map { "\(problem.text.withoutFullStop), at character \($0.column)" }
        self.init(
            file: file.relativePath, line: problem.place?.line ?? 1, id: "E1", severity: .error,
            text: text ?? problem.text)
    }

    /// The text as a sentence: it may already end with a question mark or full stop.
    package var sentence: String { text.last.map { ".?!".contains($0) } == true ? text : text + "." }

    package init(_ notice: Notice, in file: String) {
        self.init(file: file, line: notice.line, id: notice.id, severity: notice.severity, text: notice.text)
    }
}
