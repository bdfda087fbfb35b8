import ArgumentParser
import Base
import TerminalUI

/// `apitui keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Shows what the terminal really sends for each key pressed.",
        discussion: """
            Press keys, paste text, click and turn the wheel: each line says what apitui understood. Use it when a key does \
            nothing, or something else than it should. Ctrl-C twice ends it; Ctrl-Z suspends it.
            """)

    func run() throws {
        let status: Int32
        do throws(TerminalError) {
            status = try KeysSession.run()
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
        if status != 0 { throw ExitCode(status) }
    }
}
