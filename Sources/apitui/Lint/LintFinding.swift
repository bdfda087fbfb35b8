/// One thing that `apitui lint` tells about a line of a collection.
struct LintFinding: Sendable, Hashable {
    /// From the root of the collection, or a file of its environments.
    var file: String
    /// From 1.
    var line: Int
    /// `N…` as in HTTP-FORMAT §19, `E…` for what is wrong whoever reads it.
    var id: String
    var severity: Notice.Severity
    /// One sentence without its full stop.
    var text: String
}

extension LintFinding {
    /// A broken environment file, told as `path:line:column: what`.
    init(environmentProblem problem: String) {
        let match = problem.firstMatch(of: /^(.+?):(\d+):(\d+): (.*)$/)
        self.init(
            file: match.map { String($0.1) } ?? problem, line: match.flatMap { Int($0.2) } ?? 1, id: "E11",
            severity: .error,
            text: match.map { "The environment file is not read: \($0.4), at character \($0.3)" } ?? problem)
    }

    /// The text as it is printed: reasons may end with a question or a full stop of their own.
    var sentence: String { text.last.map { ".?!".contains($0) } == true ? text : text + "." }

    init(_ notice: Notice, in file: String) {
        self.init(file: file, line: notice.line, id: notice.id, severity: notice.severity, text: notice.text)
    }
}
