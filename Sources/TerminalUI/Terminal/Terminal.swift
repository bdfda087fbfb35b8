import Base

/// A screen with a keyboard, which the event loop draws frames on and reads input from.
///
/// Only the thread that runs the loop may use it: `nextEvent` reads input, `present` shows frames. Nothing else in the
/// program reads or writes the terminal while it is taken over.
package protocol Terminal: AnyObject {
    /// Columns and rows, at least 1 by 1.
    var size: Size { get }
    /// The characters that this terminal can draw frames with.
    var glyphs: Glyphs { get }
    /// For `poll`: readable if there may be input.
    var inputDescriptor: Int32 { get }

    /// Shows a frame; writes only what changed since the last one.
    func present(_ buffer: CellBuffer)
    /// The next event, or nil if there is none. May wait for the rest of an escape sequence (about 20 ms).
    func nextEvent() -> InputEvent?
    /// Reads the new size after SIGWINCH; nil if it did not change, or is not known.
    func refreshSize() -> Size?
    /// Makes the next frame draw everything, over whatever another program left on the screen.
    func redrawWhole()
    /// Sends text to the terminal's clipboard in one sequence (OSC 52). Whether the terminal takes it is not known.
    func copy(_ text: ClipboardText)
    /// Asks the terminal about itself. Never waits: reports come as `InputEvent.report`, if at all.
    func ask(_ questions: TerminalQuestions)
    /// Takes the mouse, or leaves it to the terminal, whose own selection then works. Taken at the start.
    func takeMouse(_ isOn: Bool)
    /// Gives the terminal back, stops the process as ^Z does, and takes the terminal over again on `fg`. The next frame
    /// draws everything.
    func suspend()
    /// Takes the terminal over again after SIGCONT: the process may have been stopped without notice (`kill -STOP`),
    /// and a shell has used the terminal since. The next frame draws everything.
    func resume()
    /// Gives the terminal to a program (an editor, a pager) and waits until it ends. The next frame draws everything.
    func run(_ program: ExternalProgram) -> ExternalProgram.Outcome
    /// Gives the terminal back for good. May be called more than once.
    func restore()
}

extension Terminal {
    /// Does nothing: by default every frame draws everything.
    package func redrawWhole() {}
    /// Does nothing: the default has no clipboard.
    package func copy(_ text: ClipboardText) {}
    package func resume() {}
    /// Does nothing: the default draws pictures in half blocks, on a background that nobody knows.
    package func ask(_ questions: TerminalQuestions) {}
    /// Does nothing: the default has no mouse.
    package func takeMouse(_ isOn: Bool) {}
}

/// A program that gets the terminal to itself.
package struct ExternalProgram: Sendable, Hashable {
    /// The program's name (looked up in PATH) and its arguments; not empty.
    package var arguments: [String]

    package init(_ arguments: [String]) { self.arguments = arguments }

    /// A command line as in $EDITOR and $PAGER, run by `sh -c` with further arguments, which are never parsed.
    package init(shellCommand: String, arguments: [String]) {
        self.arguments = ["/bin/sh", "-c", shellCommand + " \"$@\"", shellCommand] + arguments
    }

    /// What `sh -c` reports of a program that it could not run, as the end of a sentence: `was not found`; nil for a status of the
    /// program's own.
    package static func problem(ofShellStatus status: Int32) -> String? {
        switch status {
        case 126: "is a folder or not executable"
        case 127: "was not found"
        default: nil
        }
    }

    package enum Outcome: Sendable, Hashable {
        case exited(status: Int32)
        case signalled(Int32)
        /// It could not be started; holds one sentence.
        case notStarted(sentence: String)
    }
}

/// Why the terminal cannot be drawn on; the exit status is 2.
package struct TerminalError: Error, Sendable, Hashable {
    /// One sentence: what is wrong, what to do.
    package var sentence: String
}

extension TerminalError {
    init(unknownKind name: String, isSubstituteKnown: Bool) {
        let advice = TerminfoAdvice.sentence(unknownKind: name, isSubstituteKnown: isSubstituteKnown)
        self.init(sentence: "The terminal kind TERM=\(SafeText(name).string) is not known on this machine. \(advice)")
    }
}
