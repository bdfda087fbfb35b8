import ArgumentParser
import Base
import Glibc
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
        return all
    }

    /// Makes the files, before anything is sent.
    /// - Throws: if one cannot be written.
    func begin() throws -> ReportFiles {
        ReportFiles(try chosen().map { try ReportFiles.Target($0) }, self)
    }
}

/// The files of the reports that a command writes.
struct ReportFiles {
    struct Target {
        let kind: ReportKind
        /// For errors.
        let place: String
        /// nil for standard output.
        let file: StreamedFile?
        /// A device, such as `/dev/stderr`, or a pipe.
        let descriptor: Int32?

        init(_ report: ReportArgument<ReportKind>) throws {
            kind = report.kind
            let path = report.path
            place = path == "-" ? "standard output" : path
            if path == "-" {
                (file, descriptor) = (nil, STDOUT_FILENO)
            } else if let info = DiskFile.info(path), info.st_mode & S_IFMT != S_IFREG, info.st_mode & S_IFMT != S_IFDIR
            {
                let opened = open(path, O_WRONLY | O_CLOEXEC)
                guard opened >= 0 else {
                    throw CommandFailure(SafeText("\(report.flag) \(path): \(DiskFile.systemMessage(errno))."))
                }
                (file, descriptor) = (nil, opened)
            } else {
                (file, descriptor) = (try StreamedFile(path, flag: report.flag), nil)
            }
        }
    }

    private let targets: [Target]
    private let flags: ReportFlags

    fileprivate init(_ targets: [Target], _ flags: ReportFlags) {
        self.targets = targets
        self.flags = flags
    }

    var isEmpty: Bool { targets.isEmpty }

    /// Whether one goes elsewhere than to standard output.
    var writesFiles: Bool { targets.contains { $0.descriptor != STDOUT_FILENO } }

    /// - Throws: if the recording cannot be read, or files cannot be written; the other reports are written all the same.
    func write(_ source: RecordingSource) throws {
        guard !targets.isEmpty else { return }
        var failure: CommandFailure?
        let account = try RunsCommand.reading { try source.account() }
        let paths = RepositoryPaths(
            workingDirectory: DiskFile.workingDirectory, root: processEnvironment("GITHUB_WORKSPACE"))
        let options = ReportOptions(omitsBodies: flags.skipsBodies, paths: paths)
        for target in targets {
            do {
                try RunsCommand.reading {
                    try Report.write(target.kind, of: source, account, options) { bytes in
                        if let file = target.file { return try file.write(bytes) }
                        let code = StandardStreams.write(bytes, to: target.descriptor ?? STDOUT_FILENO)
                        if code == EPIPE, target.descriptor == STDOUT_FILENO {
                            throw CommandFailure([], status: .readerLeft)
                        }
                        guard code == 0 else {
                            throw CommandFailure(
                                SafeText(
                                    "The report \(target.kind.rawValue) was not written to \(target.place): \(DiskFile.systemMessage(code))."
                                ),
                                status: .failed)
                        }
                    }
                    try target.file?.finish()
                }
            } catch let error as CommandFailure {
                failure = CommandFailure(
                    (failure?.sentences ?? []) + error.sentences, status: failure?.status ?? error.status)
            }
        }
        if let failure { throw failure }
    }
}
