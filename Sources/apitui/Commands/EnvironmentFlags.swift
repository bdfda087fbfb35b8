import ArgumentParser
import Workspace

/// Which values the variables of requests have.
struct EnvironmentFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The environment of http-client.env.json to use.", valueName: "name"))
    var env: String?

    @Option(
        name: .customLong("var"),
        help: RequestFlags.variablesHelp)
    var variables: [String] = []

    func validate() throws { try RequestFlags.checkValues(variables) }

    /// The values of `--var`.
    /// - Parameter server: what `--server` gives.
    func overrides(server: String? = nil) -> [String: String] {
        RequestFlags.values(variables, server: server)
    }
}
