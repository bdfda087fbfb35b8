import ArgumentParser
import FlyingFox
import NetEngine

@main
struct Apitui: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apitui", abstract: "A terminal API explorer.", subcommands: [KeysCommand.self])
}
