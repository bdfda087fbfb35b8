import ArgumentParser
import Base
import TerminalUI
import Workspace

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Lists, adds and removes the folders whose collections are trusted.",
        discussion: """
            Until you trust a collection, it cannot read your environment ({{$processEnv NAME}}), read files outside \
            its folder, or write files (>> path). The screen asks when a request needs this; 'send' and 'run' take --trust \
            for one command. No JavaScript and no command of a collection is ever run, trusted or not.

            Trusting a folder includes everything below it, but no description that is fetched there: its address is \
            trusted instead. Until then its requests get no private value of yours.

            Examples:
              apitui trust add api/
              apitui trust add https://api.example.com
              apitui trust list
              apitui trust remove api/
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    private static func store() throws(CommandFailure) -> TrustStore {
        guard let store = TrustStore.live() else {
            throw CommandFailure(missing: .state, "There is no place for the list of trusted folders")
        }
        return store
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the trusted folders and addresses, one per line.")

        @Flag(help: "Print one JSON array.")
        var json = false

        func run() throws {
            let entries: [String]
            let store = try TrustCommand.store()
            do throws(CollectionError) { entries = try store.entries() } catch {
                throw CommandFailure(SafeText(error.sentence))
            }
            if json {
                StandardStreams.live.writeBytes(JSONOutput.array(entries.map { .string($0) }).bytes + [Byte.lineFeed])
            } else if entries.isEmpty {
                StandardStreams.live.report("No folder is trusted. 'apitui trust add FOLDER' trusts one.")
            } else {
                for entry in entries { StandardStreams.live.line(SafeText(entry)) }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Trusts a folder or an address.")

        @Argument(help: "A folder, or a URL: trusts the descriptions of its server.", completion: .directory)
        var path: String

        func run() throws {
            if let sentence = try TrustCommand.store().add(TrustSubject(path)) {
                throw CommandFailure(SafeText(sentence))
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a folder or an address from the list.")

        @Argument(help: "A folder or an address on the list.", completion: .directory)
        var path: String

        func run() throws {
            if let sentence = try TrustCommand.store().remove(TrustSubject(path)) {
                throw CommandFailure(SafeText(sentence))
            }
        }
    }
}
