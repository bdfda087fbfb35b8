import ArgumentParser
import Base
import Reports
import Runs
import Workspace

/// The reports of a run.
struct ReportFlags: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write a report: \(ReportKind.names). May be repeated; without =FILE it goes to a file such as \(ReportKind.junit.fileName).",
            valueName: "kind=file"), completion: .file())
    var reports: [String] = []

    @Option(
        name: [.customLong("junit"), .customLong("report-junit")],
        help: ArgumentHelp("As --report junit=FILE.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        name: [.customLong("html"), .customLong("report-html")],
        help: ArgumentHelp("As --report html=FILE.", valueName: "file"), completion: .file())
    var html: String?

    @Option(
        name: [.customLong("tap"), .customLong("report-tap")],
        help: ArgumentHelp("As --report tap=FILE.", valueName: "file"), completion: .file())
    var tap: String?

    @Option(
        name: [.customLong("report-json")],
        help: ArgumentHelp("As --report json=FILE.", valueName: "file"), completion: .file())
    var reportJSON: String?

    @Flag(name: .customLong("report-skip-body"), help: "Leave bodies out of reports.")
    var skipsBodies = false

    func validate() throws { _ = try chosen() }

    /// Kinds with the files that they go to.
    func chosen() throws(ValidationError) -> [ReportArgument<ReportKind>] {
        var all: [ReportArgument<ReportKind>] = []
        for text in reports {
            all.append(try .read(text, kind: { ReportKind(name: $0) }, usualPath: { $0.fileName }))
        }
        let short: [(kind: ReportKind, path: String?, names: [String])] = [
            (.junit, junit, ["--junit", "--report-junit"]), (.html, html, ["--html", "--report-html"]),
            (.tap, tap, ["--tap", "--report-tap"]), (.json, reportJSON, ["--report-json"]),
        ]
        for (kind, path, names) in short {
            if let path { all.append(ReportArgument(kind: kind, path: path, flag: ProgramArguments.typed(names))) }
        }
        try ReportArgument.check(all)
        let printed = all.filter { $0.path == "-" }
        if printed.count > 1, printed.contains(where: { $0.kind.isDocument }) {
            throw ValidationError("Two reports would be written to standard output; name a file for one of them.")
        }
        return all
    }

    /// Makes the files, before anything is sent.
    /// - Throws: if one cannot be written.
    func begin() throws -> ReportFiles {
        ReportFiles(try chosen().map { ($0.kind, try ReportTarget($0.path, flag: $0.flag)) }, self)
    }
}

/// The files of the reports that a command writes.
struct ReportFiles {
    private let targets: [(kind: ReportKind, target: ReportTarget)]
    private let flags: ReportFlags

    fileprivate init(_ targets: [(kind: ReportKind, target: ReportTarget)], _ flags: ReportFlags) {
        self.targets = targets
        self.flags = flags
    }

    var isEmpty: Bool { targets.isEmpty }

    /// Whether one goes elsewhere than to standard output.
    var writesFiles: Bool { targets.contains { !$0.target.isStandardOutput } }

    /// Whether standard output gets a document, which other lines there would spoil.
    var fillsOutput: Bool { targets.contains { $0.kind.isDocument && $0.target.isStandardOutput } }

    /// - Parameters:
    ///   - namesPlaces: whether each file that was written is named on standard error.
    ///   - reference: how the reports name the run.
    /// - Throws: if the recording cannot be read, or files cannot be written; the other reports are written all the same.
    func write(_ source: RecordingSource, namesPlaces: Bool = false, reference: RunReference = .id) throws {
        guard !targets.isEmpty else { return }
        var failure: CommandFailure?
        let account = try RunsCommand.reading { try source.account() }
        let paths = RepositoryPaths(
            workingDirectory: DiskFile.workingDirectory, root: processEnvironment("GITHUB_WORKSPACE"))
        let options = ReportOptions(omitsBodies: flags.skipsBodies, reference: reference, paths: paths)
        for (kind, target) in targets {
            do {
                try RunsCommand.reading {
                    try Report.write(kind, of: source, account, options) { try target.write($0, kind.rawValue) }
                    try target.finish()
                }
                if namesPlaces, let path = target.filePath {
                    StandardStreams.live.report(SafeText("The report \(kind.rawValue) is in \(path)."))
                }
            } catch let error as CommandFailure {
                failure = error.after(failure)
            }
        }
        if let failure { throw failure }
    }
}
