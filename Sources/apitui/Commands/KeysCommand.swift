import ArgumentParser

/// `apitui keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Show what the terminal really sends for each key pressed.",
        discussion: """
            Press keys, paste text, click and turn the wheel: each line says what apitui understood. Use it when a key does \
            nothing, or something else than it should. Ctrl-C twice ends it; Ctrl-Z suspends it.
            """)

    func run() throws {
        let signals = SignalPipe()
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal()
        } catch {
            StandardError.write(error.sentence)
            throw ExitCode(2)
        }
        let ending = KeysSession.run(on: terminal, signals: signals, facts: terminal.facts)
        terminal.restore()
        if let ending { throw ExitCode(ending.exitStatus) }
    }
}
