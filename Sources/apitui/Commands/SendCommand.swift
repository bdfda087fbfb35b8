import ArgumentParser
import Glibc
import NetEngine

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Sends one saved request.",
        discussion: """
            The body goes to standard output, byte for byte into a file or a pipe, made harmless on a terminal. What \
            happened goes to standard error. A request that is disabled for runs can be sent here.

            The exit status is 0 for success, 2 for a wrong call or a variable without a value, and one stable number \
            for each category of failure:
            \(ExitStatus.table)

            Examples:
              apitui send orders.http#createOrder --env staging
              apitui send Collections/Demo/01-shop/products.http#listProducts --demo
              echo 'GET http://127.0.0.1:8080/' | apitui send - --json | jq .timings
            """)

    @Argument(
        help: ArgumentHelp(
            "A .http file and the name of a request in it; the name may be left out if there is only one. - reads standard input.",
            valueName: "file[#name]"), completion: .file())
    var request: String

    @OptionGroup var flags: RequestFlags

    @Flag(help: "Print the whole exchange as one JSON object instead of the body.")
    var json = false

    func run() throws {
        let reference = RequestReference(request)
        let loaded = try Self.load(reference)
        guard let file = loaded.folders.first?.firstFile else {
            throw CommandFailure("\(reference.path) is no .http file.")
        }
        if let problem = file.problem { throw CommandFailure("\(reference.path): \(problem)") }
        let saved = try reference.find(in: file)
        try loaded.checkEnvironment(flags.env)

        let session = SendSession(flags, usesCache: true)
        try session.begin()
        defer { session.end() }
        let context = loaded.context(for: file, environment: flags.env, overrides: session.overrides)
        let draft = try Self.draft(saved, file, context, path: reference.path)
        // The answer is there at once; only who wants the whole story waits for its renewal.
        let (exchange, renewal) = json ? try session.sendWithRenewal(draft) : (try session.send(draft), nil)
        show(exchange, renewal, saved, reference.path)
        if let error = exchange.error {
            throw CommandFailure([], status: session.interruption ?? ExitStatus(error.category))
        }
    }

    private static func load(_ reference: RequestReference) throws -> LoadedCollections {
        if reference.path != "-" {
            var info = stat()
            if stat(reference.path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
                throw CommandFailure(
                    "\(reference.path) is a folder; 'send' takes one file. 'apitui run' takes folders.")
            }
            return try LoadedCollections(paths: [reference.path])
        }
        let bytes = StandardInput.readAll()
        let folder = StandardInput.currentFolder
        let file = CollectionFile(
            path: "\(folder)/-", relativePath: "-", document: HTTPDocument(bytes: bytes), stamp: FileStamp(bytes: bytes)
        )
        return LoadedCollections(folders: [CollectionFolder(root: folder, name: "-", nodes: [.file(file)])])
    }

    private static func draft(
        _ saved: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context, path: String
    ) throws -> RequestDraft {
        switch RequestResolver().resolve(saved, in: file, context: context) {
        case .draft(let draft, _): return draft
        case .unresolved(let variables, _):
            throw CommandFailure(
                ["Nothing was sent: \(variables.count) variable(s) have no value."]
                    + variables.map { "\(path):\($0.line): {{\($0.name)}}: \($0.reason)" })
        case .refused(let sentence, let line):
            throw CommandFailure("Nothing was sent. \(path):\(line): \(sentence)")
        }
    }

    // MARK: - Showing

    private func show(_ exchange: Exchange, _ renewal: Exchange?, _ saved: SavedRequest, _ path: String) {
        let streams = StandardStreams.live
        for line in ExchangeTalk.lines(exchange) { streams.talk(line) }
        if json {
            let document = ExchangeJSON.document(
                exchange, renewal: renewal, file: path, line: saved.line, id: saved.id)
            streams.writeBytes(document.bytes + [0x0A])
        } else if let body = exchange.response?.body, !body.isEmpty {
            if streams.outputIsTerminal {
                for line in body.split(separator: 0x0A, omittingEmptySubsequences: false).trimmingLastEmpty() {
                    streams.line(SafeText(bytes: line.last == 0x0D ? line.dropLast() : line))
                }
            } else {
                streams.writeBytes(body)
            }
        }
    }
}

extension [ArraySlice<UInt8>] {
    /// Without the empty line after a final line feed.
    fileprivate func trimmingLastEmpty() -> Self { last?.isEmpty == true ? dropLast() : self }
}

extension CollectionFolder {
    /// The file, when the folder was made from one.
    fileprivate var firstFile: CollectionFile? {
        if case .file(let file)? = nodes.first { file } else { nil }
    }
}
