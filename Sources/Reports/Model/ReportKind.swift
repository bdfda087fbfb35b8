import Workspace

/// A form in which a run is reported.
package enum ReportKind: String, Sendable, Hashable, CaseIterable {
    /// The summary at the end of a run, for a terminal.
    case text
    case json, junit, tap, ctrf, html, har, markdown
    /// Annotations of GitHub Actions, to be printed in the log of a step.
    case github

    /// Reads a name as users type it; nil if there is no such kind.
    package init?(name: String) {
        let name = name.lowercased()
        guard let kind = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = kind
    }

    private static let otherNames: [String: ReportKind] = [
        "summary": .text, "terminal": .text, "junit-xml": .junit, "junitxml": .junit, "md": .markdown,
        "github-actions": .github, "annotations": .github, "htm": .html,
    ]

    /// Whether other text before it would spoil it for its readers.
    package var isDocument: Bool {
        switch self {
        case .json, .junit, .tap, .ctrf, .html, .har: true
        case .text, .markdown, .github: false
        }
    }

    /// All names, for a message.
    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// A name for the file.
    package var fileName: String {
        switch self {
        case .text: "summary.txt"
        case .json: "report.json"
        case .junit: "junit.xml"
        case .tap: "report.tap"
        case .ctrf: "ctrf-report.json"
        case .html: "report.html"
        case .har: "report.har"
        case .markdown: "report.md"
        case .github: "annotations.txt"
        }
    }

    /// What it is, for help.
    package var title: String {
        switch self {
        case .text: "the summary that a run prints"
        case .json: "all results and totals (schemaVersion 1)"
        case .junit: "JUnit XML, for GitLab, Jenkins and Azure"
        case .tap: "TAP 14"
        case .ctrf: "Common Test Report Format"
        case .html: "one page for a browser, which loads nothing"
        case .har: "HTTP Archive 1.2"
        case .markdown: "a comment for a pull request"
        case .github: "annotations of GitHub Actions"
        }
    }
}

/// What `apitui runs show` accepts for a run that is reported.
package enum RunReference: Sendable, Hashable {
    /// Its id: the request log has the run.
    case id
    /// The file of its recording, as the user named it.
    case file(String)
    /// The run is recorded nowhere.
    case nowhere

    /// The reference as it is typed; nil for `nowhere`.
    /// - Parameter id: of the run.
    package func text(id: String) -> String? {
        switch self {
        case .id: id
        case .file(let path): path
        case .nowhere: nil
        }
    }
}

/// How a report is written.
package struct ReportOptions: Sendable {
    /// Whether the bodies of requests and responses are left out.
    package var omitsBodies = false
    /// How the run is named. Exchanges are named by their number in it; if it is recorded nowhere, they are not.
    package var reference = RunReference.id
    /// Columns of a summary for a terminal.
    package var width = 100
    /// Whether bars are drawn with ASCII alone.
    package var isASCII = false
    /// How annotations of GitHub name files; nil for the paths as they were typed.
    package var paths: RepositoryPaths?

    package init(
        omitsBodies: Bool = false, reference: RunReference = .id, width: Int = 100, isASCII: Bool = false,
        paths: RepositoryPaths? = nil
    ) {
        self.omitsBodies = omitsBodies
        self.reference = reference
        self.paths = paths
        self.width = width
        self.isASCII = isASCII
    }

    /// A result without what these options leave out.
    func shown(_ record: RunRecord) -> RunRecord {
        var record = record
        if omitsBodies { record.checks.results = record.checks.results.map(\.withoutBody) }
        if reference == .nowhere { record.exchange = nil }
        return record
    }
}
