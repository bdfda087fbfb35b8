import ArgumentParser
import Base
import Glibc
import HTTPFormat
import NetEngine
import RequestExport
import Workspace

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes saved requests as curl, HTTPie, HAR, Postman, OpenAPI, Markdown or Swift. Sends nothing.",
        discussion: """
            Kinds: \(ExportKind.allCases.map(\.rawValue).joined(separator: ", ")).

            curl, httpie, har and openapi write variables as values (--env, --var). postman, markdown and swift keep them as \
            variables. A secret is never written without --reveal: a private variable stays a variable, and a credential that \
            is written in a request becomes [redacted]. What a response or the user must give stays a variable, too.

            A folder or a file is exported as one script, archive, collection, description, page or source file. What the \
            format cannot express goes to standard error, one line each.

            The exit status is 1 if requests were left out, and 2 if nothing was written.

            Examples:
              apitui export orders.http#create --to curl --env staging
              apitui export api/ --to postman -o api.postman_collection.json
              apitui export api/ --to openapi > openapi.yaml
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder, a .http file or OpenAPI description, or FILE#NAME or FILE:LINE for one request. - reads a file from standard input.",
            valueName: "request | folder"), completion: .file())
    var path: String

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The kind: \(ExportKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"),
        completion: .list(ExportKind.allCases.map(\.rawValue)))
    var kindName: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write to this file; - means standard output.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @Flag(help: "Write an OpenAPI description as JSON; without it as YAML.")
    var json = false

    @Flag(help: "Write secrets: private values, and credentials that are written in requests.")
    var reveal = false

    @Flag(help: "Let the collection read your environment and files outside its folder.")
    var trust = false

    @OptionGroup var environment: EnvironmentFlags

    func validate() throws {
        guard let kind = ExportKind(rawValue: kindName) else {
            let names = ExportKind.allCases.map(\.rawValue)
            let near = NameSuggestion.question(for: kindName, among: names)
            throw ValidationError("--to takes one of \(names.joined(separator: ", ")), not '\(kindName)'.\(near)")
        }
        if json, kind != .openapi { throw ValidationError("--json is for --to openapi.") }
        if force, output.map(StandardDescriptors.isOutput) ?? true {
            throw ValidationError("--force needs the file of --output.")
        }
        if TypedRequest.isURL(path), path != "-", access(path, F_OK) != 0 {
            throw ValidationError("'export' takes saved requests, and '\(path)' is a URL.")
        }
    }

    func run() throws {
        guard let kind = ExportKind(rawValue: kindName) else { return }
        let file = output.flatMap { StandardDescriptors.isOutput($0) ? nil : $0 }
        try file.map(checkIsFree)
        let source = try ExportSource(path, isTrusted: trust)
        source.loaded.reportTrustProblem()
        try source.loaded.checkEnvironment(environment.env)
        let found = source.nodes(
            ExportReader(kind, reveals: reveal), environment: environment.env, overrides: environment.overrides())
        let streams = StandardStreams.live
        guard !found.nodes.flatMap(\.items).isEmpty else {
            guard found.problems.isEmpty else { throw CommandFailure(found.problems.map { SafeText($0) }) }
            throw ListCommand.nothing(in: [path])
        }
        let document = ExportDocument(
            found.nodes, to: kind, title: source.isOneRequest ? nil : source.name, name: source.name, now: .now,
            asJSON: json)
        for problem in found.problems { streams.report(SafeText("apitui: \(problem) It is left out.")) }
        for loss in document.losses { streams.report(SafeText("apitui: \(loss.sentence)")) }
        for note in document.notes { streams.report(SafeText("apitui: \(note)")) }
        guard document.count > 0 else { throw CommandFailure("Nothing was written: no request is left.") }
        try write(document, to: file)
        let isWhole = found.problems.isEmpty && !document.losses.contains(where: \.isWholeRequest)
        if !isWhole { throw CommandFailure([], status: .failed) }
    }

    /// Fails before anything is read if the file must not be replaced.
    private func checkIsFree(_ path: String) throws(CommandFailure) {
        guard !path.isEmpty else {
            throw CommandFailure("--output needs the name of a file, or - for standard output.")
        }
        if !force, DiskFile.info(path) != nil {
            throw CommandFailure(SafeText("\(path) exists; --force replaces it. Nothing was written."))
        }
    }

    private func write(_ document: ExportDocument, to file: String?) throws(CommandFailure) {
        guard let file else { return SafePrinter.print(BodyBytes(document.bytes)) }
        let path = PathText.normalised(file, workingDirectory: StandardInput.currentFolder)
        switch BodyFileWriter().write(BodyBytes(document.bytes), to: path, replaces: force) {
        case .written:
            let requests = Formatting.count(document.count, "request")
            StandardStreams.live.report(SafeText("\(requests) written to \(file)."))
        case .exists: throw CommandFailure(SafeText("\(file) exists; --force replaces it. Nothing was written."))
        case .failed(let sentence): throw CommandFailure(SafeText(sentence), status: .failed)
        case .stopped: throw CommandFailure(SafeText("\(file) was not written."), status: .failed)
        }
    }
}
