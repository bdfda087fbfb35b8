import ArgumentParser
import Base
import TerminalUI

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Shows what the terminal sends for each key.",
        discussion: """
            Press keys, paste text, click and scroll: each line says what apitui understood. Use it when a key does \
            nothing, or not what it should. Ctrl-C twice quits; Ctrl-Z suspends.

            Examples:
              apitui keys    then press the key that does nothing
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
