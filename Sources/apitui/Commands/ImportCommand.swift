import ArgumentParser
import Base
import Import
import NetEngine
import NetEngineRequestLog
import OpenAPI
import Workspace

/// `apitui import FILE|FOLDER|URL|-`: files of other tools as request files.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Turns files of other tools into request files: curl, Postman, OpenAPI, Insomnia, Bruno, HAR, Hurl.",
        discussion: """
            The kind is recognised by the content. First apitui shows which files it would write and what of the source would be \
            lost, item by item; then it asks. Without a terminal nothing is written unless --yes is given. No existing file is \
            changed, except environment files when only an environment is imported. Secrets go to \
            http-client.private.env.json.

            One file is written into the folder itself, several into a new folder in it that has the name of the collection. \
            docs/import.md says what each kind carries over. Responses that a HAR recorded go into the request log, where \
            'apitui history' shows them.

            The exit status is 0 if the files were written, 1 if you declined or they could not be written, 2 if the source cannot \
            be imported or there is no terminal to ask on.

            Examples:
              apitui import shop.postman_collection.json
              apitui import openapi.yaml --into api --yes
              apitui import https://example.com/openapi.json
              pbpaste | apitui import - --from curl --yes
            """)

    @Argument(
        help: ArgumentHelp("A file, a folder (Bruno, Hurl), a URL, or - for standard input.", valueName: "source"),
        completion: .file())
    var source: String

    @Option(help: ArgumentHelp("The kind of the source, instead of recognising it.", valueName: "kind"))
    var from: ImportKind?

    @Option(help: ArgumentHelp("The folder to write into.", valueName: "folder"), completion: .directory)
    var into = "."

    @Flag(help: "Write without asking.")
    var yes = false

    @Flag(help: "Print one JSON object: files, requests, notices, and what was written.")
    var json = false

    @Flag(help: "Write no recorded responses to the request log.")
    var noLog = false

    func run() throws {
        let progress = ImportProgress()
        let files: ImportedFiles
        do throws(ImportError) {
            files = try Importer.files(of: try read(), as: from) { progress.show($0) }
        } catch {
            progress.clear()
            throw CommandFailure(SafeText(error.description))
        }
        progress.clear()
        let folder = PathText.normalised(into, workingDirectory: StandardInput.currentFolder)
        let target = ImportTarget(files, folder: folder)
        let report = ImportReport(files, place: LoadedCollections.fromHere(target.place), logs: !noLog)
        let streams = StandardStreams.live
        if !json { for line in report.lines { streams.line(line) } }
        do throws(CommandFailure) {
            try Confirmation.ask(
                "Write \(report.fileCount)?", otherwise: "Nothing was written.", flag: "--yes", isGiven: yes,
                to: "write",
                declined: "Nothing was written.")
        } catch {
            if json { streams.writeBytes(report.json(written: []).bytes + [Byte.lineFeed]) }
            throw error
        }
        let written: [String]
        do throws(CollectionError) { written = try target.write() } catch {
            throw CommandFailure(SafeText(error.sentence), status: .failed)
        }
        let shown = written.map(LoadedCollections.fromHere)
        let stored = noLog ? 0 : try store(target, written)
        if json { return streams.writeBytes(report.json(written: shown, stored: stored).bytes + [Byte.lineFeed]) }
        streams.report(SafeText("apitui: Written: \(shown.joined(separator: ", ")).\(Self.advice(shown))"))
        if stored > 0 {
            streams.report(
                SafeText("apitui: \(Formatting.count(stored, "response")) stored; 'apitui history' lists them."))
        }
    }

    /// How to go on: only what needs no quotation marks in a shell is named, and no environment file.
    private static func advice(_ written: [String]) -> String {
        guard let path = written.first, written.count == 1, !path.hasSuffix(".json"), !path.hasPrefix("-"),
            path.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) })
        else { return "" }
        return " 'apitui \(path)' opens it."
    }

    /// Puts recorded responses into the request log.
    /// - Returns: how many are in it.
    private func store(_ target: ImportTarget, _ written: [String]) throws -> Int {
        guard let place = written.first, !target.files.recorded.isEmpty else { return 0 }
        var last: UInt64 = 0
        let exchanges = target.recorded(at: place) {
            last += 1
            return ExchangeID(rawValue: last)
        }
        let limits = ProgramSettings.load().logLimits
        return try BlockingBridge.wait {
            let log = RequestLogStore(folder: nil, program: "apitui", source: .imported, limits: limits) {
                StandardStreams.live.report(SafeText("apitui: \($0)"))
            }
            let stored = await log.record(exchanges)
            await log.close()
            return stored
        }
    }

    // MARK: The source

    private func read() throws(ImportError) -> ImportSource {
        if source == "-" {
            let bytes: [UInt8]
            do throws(CommandFailure) { bytes = try StandardInput.readAll(limit: ImportFiles.mostBytes) } catch {
                throw ImportError(error.sentences.map(\.string).joined(separator: " "))
            }
            return try Importer.source(name: "standard input", bytes: bytes)
        }
        if let refusal = ImportFiles.refusal(ofAddress: source, fetches: true) { throw refusal }
        if FetchedDescription.isURL(source) { return try fetched() }
        return try ImportFiles.source(
            PathText.normalised(source, workingDirectory: StandardInput.currentFolder), shown: source)
    }

    /// One GET, and nothing else that the text names.
    private func fetched() throws(ImportError) -> ImportSource {
        let draft = RequestDraft(
            url: source,
            headers: HeaderFields([HeaderField("Accept", "application/json, application/yaml;q=0.9, */*;q=0.5")]))
        let exchange: Exchange
        do {
            exchange = try BlockingBridge.wait {
                let engine = Engine(configuration: EngineConfiguration(userAgent: ProgramVersion.userAgent))
                return await engine.send(draft)
            }
        } catch {
            throw ImportError("\(source) was not fetched.")
        }
        if let error = exchange.error { throw ImportError("\(source) was not fetched: \(error.sentence)") }
        guard let response = exchange.response, response.isComplete else {
            throw ImportError("\(source) was not fetched: its response is incomplete.")
        }
        let name = source.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? source
        var fetched = try Importer.source(name: name, bytes: Array(response.body))
        fetched.address = exchange.hops.last?.request.url.textWithoutUserInfo ?? source
        return fetched
    }
}

extension ImportKind: ExpressibleByArgument {}
