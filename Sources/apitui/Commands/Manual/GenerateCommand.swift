import ArgumentParser
import Base
import CommandGuide
import NetEngine
import Workspace

/// A command that is about all commands; the program describes itself to it.
protocol DescribingCommand: ParsableCommand {
    func run(_ program: CommandDefinition) throws
}

/// Makes what a package of the program carries beside it. For scripts that build packages, so it is not listed.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Writes files for a package of apitui.", shouldDisplay: false,
        subcommands: [Manual.self])

    struct Manual: DescribingCommand {
        static let configuration = CommandConfiguration(
            commandName: "manual", abstract: "Writes a manual page for the program, and one for each command.")

        @Option(help: ArgumentHelp("The folder, which must exist.", valueName: "folder"), completion: .directory)
        var into: String

        func run(_ program: CommandDefinition) throws {
            let folder = PathText.normalised(into, workingDirectory: StandardInput.currentFolder)
            let store = CollectionStore()
            guard store.isThere(folder) else { throw CommandFailure("There is no folder \(into).") }
            let pages = ManualPage.all(of: program, .program)
            for page in pages {
                if let sentence = store.replace(
                    path: PathText.join(folder, page.fileName), with: [BodyBytes(Array(page.text.utf8))])
                {
                    throw CommandFailure(SafeText(sentence), status: .failed)
                }
            }
            StandardStreams.live.report(SafeText("\(Formatting.count(pages.count, "page")) written to \(into)."))
        }
    }
}
