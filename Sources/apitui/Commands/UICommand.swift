import ArgumentParser
import Workspace

/// `apitui [PATH]`: the terminal UI, which also runs if no command is named.
struct UICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a folder of .http files, one file, or the description of an API in the terminal UI.",
        discussion: """
            This is the default command: `apitui PATH` and `apitui open PATH` are the same.

            Examples:
              apitui                    the current folder
              apitui api/ --env dev     a folder, with the environment dev
              apitui orders.http        one file
              apitui openapi.yaml       the operations that a description lists (OpenAPI, Swagger)
              apitui https://api.example.com/openapi.json --server https://staging.example.com
            """)

    static let serverHelp = ArgumentHelp(
        "Send the requests of a description to this server, in place of its own.", valueName: "url")

    static let noLogHelp: ArgumentHelp = "Write nothing to the request log; the palette (:) turns it on again."

    static let themeHelp = ArgumentHelp(
        "The colours of the screen; 'apitui themes' lists them. Default: what was chosen last with t, else auto.",
        valueName: "name")

    @Argument(
        help: ArgumentHelp(
            "A folder, a .http file, or an OpenAPI description: a file, or a URL.", valueName: "path | url"))
    var path = "."

    @OptionGroup var environment: EnvironmentFlags

    @Option(help: serverHelp)
    var server: String?

    @Option(help: RequestFlags.cacheHelp("How every request uses the cache, whatever its file says."))
    var cache: String?

    @Flag(help: "Keep login tokens ({{$auth.token(…)}}) for later runs, in files that only you can read.")
    var keepTokens = false

    @Flag(help: UICommand.noLogHelp)
    var noLog = false

    @OptionGroup var screen: ScreenFlags

    func validate() throws { _ = try RequestFlags.cacheMode(cache) }

    func run() throws {
        let status = try UserInterface.run(
            path: path, environment: environment.env, overrides: environment.overrides(server: server),
            cacheMode: RequestFlags.cacheMode(cache), keepsTokens: keepTokens, logs: !noLog, flags: screen.settings)
        if status != 0 { throw ExitCode(status) }
    }
}
