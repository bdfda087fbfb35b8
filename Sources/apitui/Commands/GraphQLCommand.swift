import ArgumentParser
import Base
import Glibc
import NetEngine
import NetEngineRequestLog
import Workspace

/// `apitui graphql URL|FILE`: the fields of a GraphQL schema as requests in the terminal UI.
struct GraphQLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphql",
        abstract: "Opens a GraphQL API in the terminal UI: from its endpoint, or from a schema file.",
        discussion: """
            Queries and mutations are requests with their arguments and a selection of fields; subscriptions are listed.
            An endpoint is asked for its schema (introspection).

            Examples:
              apitui graphql https://api.example.com/graphql
              apitui graphql https://api.example.com/graphql -H 'Authorization: Bearer …'
              apitui graphql https://api.example.com/graphql --save schema.graphql
              apitui graphql schema.graphql --server https://api.example.com/graphql
            """)

    @Argument(help: ArgumentHelp("An endpoint, or a schema file (.graphql, .graphqls, .gql).", valueName: "url | file"))
    var source: String

    @Option(help: ArgumentHelp("Send the requests to this endpoint.", valueName: "url"))
    var server: String?

    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp(
            "A header for the introspection, such as a login. May be repeated.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write the schema of the endpoint to this file (- for standard output) and end. The file opens without asking the endpoint again.",
            valueName: "file"))
    var save: String?

    @Flag(help: "With --save: replace an existing file without asking.")
    var yes = false

    @OptionGroup var environment: EnvironmentFlags

    @Flag(help: UICommand.noLogHelp)
    var noLog = false

    @OptionGroup var screen: ScreenFlags

    func validate() throws {
        for text in header where Self.field(text) == nil {
            throw ValidationError("--header takes one line 'Name: value', not '\(text)'.")
        }
    }

    func run() throws {
        if let save { return try self.save(to: save) }
        var path = source
        if FetchedDescription.isURL(source) {
            path = endpoint
        } else {
            guard header.isEmpty else {
                throw CommandFailure("--header is for an endpoint; \(source) is a file, which is only read.")
            }
            try Self.check(source)
        }
        let status = try UserInterface.run(
            path: path, environment: environment.env, overrides: environment.overrides(server: server), logs: !noLog,
            flags: screen.settings,
            fetchHeaders: header.compactMap(Self.field))
        if status != 0 { throw ExitCode(status) }
    }

    /// Asks the endpoint, and writes its schema.
    private func save(to name: String) throws {
        guard FetchedDescription.isURL(source) else {
            throw CommandFailure("--save is for an endpoint; \(source) is a schema file already.")
        }
        let path = name == "-" ? nil : PathText.normalised(name, workingDirectory: StandardInput.currentFolder)
        let replaces = path.map { access($0, F_OK) == 0 } ?? false
        if replaces {
            try Confirmation.ask(
                "\(name) exists. Replace it?", otherwise: "\(name) exists.", isGiven: yes,
                to: "replace it", declined: "Nothing was written.")
        }
        let text = try schemaText()
        guard let path else { return Self.print(text) }
        switch BodyFileWriter().write(BodyBytes(Array(text.utf8)), to: path, replaces: replaces) {
        case .written:
            StandardStreams.live.report(
                SafeText("apitui: The schema is in \(name): 'apitui graphql \(name)' opens it."))
        // It was made meanwhile.
        case .exists: throw CommandFailure("\(name) exists. Nothing was written.", status: .failed)
        case .failed(let sentence): throw CommandFailure(SafeText(sentence), status: .failed)
        case .stopped: break
        }
    }

    /// The URL with the mark that has its schema asked for.
    private var endpoint: String {
        FetchedDescription(source).isGraphQL ? source : FetchedDescription.graphQLMark + source
    }

    /// As it is, unless a terminal reads it.
    private static func print(_ text: String) {
        let streams = StandardStreams.live
        guard streams.outputIsTerminal else { return streams.writeBytes(Array(text.utf8)) }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { streams.line(SafeText(line)) }
    }

    private func schemaText() throws -> String {
        let budget = try OpenFiles.budget(jobs: 1)
        let engine = Engine(
            configuration: EngineConfiguration(
                userAgent: ProgramVersion.userAgent, interceptors: [ShorthandAuthentication()],
                connectionLimits: budget.connections))
        let log = ProgramLog(engine, .send, isOff: noLog, limits: ProgramSettings.load().logLimits)
        let fetched = FetchedDescription(endpoint, headers: header.compactMap(Self.field))
        let result = try BlockingBridge.wait { () -> Result<String, CollectionError> in
            let result: Result<String, CollectionError>
            do throws(CollectionError) {
                result = .success(try await fetched.schemaText { await engine.send($0) })
            } catch {
                result = .failure(error)
            }
            await engine.shutdown()
            await log?.close()
            return result
        }
        switch result {
        case .success(let text): return text
        case .failure(let error): throw CommandFailure(SafeText(error.sentence), status: .failed)
        }
    }

    private static func field(_ text: String) -> HeaderField? {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, !text.contains(where: \.isNewline) else {
            return nil
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return HeaderField(String(text[..<colon]), String(value))
    }

    /// Fails before the screen is touched if a file is not a schema.
    private static func check(_ path: String) throws {
        guard access(path, F_OK) == 0 else {
            throw CommandFailure("There is no file \(path). If it is an endpoint, write http:// or https:// before it.")
        }
        guard try DescriptionArgument.file(path).graphQL == nil else { return }
        throw CommandFailure("\(path) is an OpenAPI description: 'apitui \(path)' opens it.")
    }
}
