import ArgumentParser

/// `apitui [PATH]`: the terminal UI, and what runs when no other command is named.
struct UICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Opens a folder of .http files, or one file, in the terminal UI.",
        discussion: """
            This is the command that runs when no other is named: `apitui PATH` and `apitui open PATH` are the same.

            Examples:
              apitui                    the current folder
              apitui api/ --env dev     a folder, with the environment dev
              apitui orders.http        one file
            """)

    @Argument(help: ArgumentHelp("A folder or a .http file.", valueName: "path"))
    var path = "."

    @Option(help: ArgumentHelp("The environment of http-client.env.json whose variables hold.", valueName: "name"))
    var env: String?

    @Option(
        name: .customLong("var"),
        help: ArgumentHelp("A variable; it beats every other source. May be repeated.", valueName: "name=value"))
    var variables: [String] = []

    @Option(help: RequestFlags.cacheHelp("every send; otherwise each request says"))
    var cache: String?

    @Flag(help: "Keep the tokens of logins ({{$auth.token(…)}}) for later runs, in files that only you may read.")
    var keepTokens = false

    func validate() throws {
        _ = try RequestFlags.cacheMode(cache)
        for variable in variables where !variable.contains("=") || variable.hasPrefix("=") {
            throw ValidationError("--var takes name=value, not '\(variable)'.")
        }
    }

    func run() throws {
        var overrides: [String: String] = [:]
        for variable in variables {
            let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            overrides[String(parts[0])] = String(parts[1])
        }
        let status = try UserInterface.run(
            path: path, environment: env, overrides: overrides, cacheMode: RequestFlags.cacheMode(cache),
            keepsTokens: keepTokens)
        if status != 0 { throw ExitCode(status) }
    }
}
