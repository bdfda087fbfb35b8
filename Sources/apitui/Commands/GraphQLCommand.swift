import ArgumentParser
import Base
import Glibc
import NetEngine
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

    @OptionGroup var environment: EnvironmentFlags

    @Flag(help: "Write nothing to the request log; the palette of the screen turns it on.")
    var noLog = false

    @OptionGroup var screen: ScreenFlags

    func validate() throws {
        for text in header where Self.field(text) == nil {
            throw ValidationError("--header takes one line 'Name: value', not '\(text)'.")
        }
    }

    func run() throws {
        var path = source
        if FetchedDescription.isURL(source) {
            if !FetchedDescription(source).isGraphQL { path = FetchedDescription.graphQLMark + source }
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
