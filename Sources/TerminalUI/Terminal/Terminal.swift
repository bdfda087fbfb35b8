import Base

/// A screen with keys: what the event loop shows frames on and reads input from.
///
/// One thread owns it: the one that runs the loop. Bytes go in through `nextEvent`, frames go out through `present`; nothing else
/// of the program reads or writes the terminal while it is entered.
package protocol Terminal: AnyObject {
    /// Columns and rows, at least 1 by 1.
    var size: Size { get }
    /// What this terminal can draw frames with.
    var glyphs: Glyphs { get }
    /// Readable when there may be input; for `poll`.
    var inputDescriptor: Int32 { get }

    /// Shows a frame; writes only what changed since the last one.
    func present(_ buffer: CellBuffer)
    /// The next thing that happened, or nil when there is nothing now. May wait for the rest of an escape sequence (some 20 ms).
    func nextEvent() -> InputEvent?
    /// Takes the new size after SIGWINCH. nil when it did not change.
    func refreshSize() -> Size?
    /// The next frame is drawn whole, over whatever another program left on the screen.
    func redrawWhole()
    /// Puts text on the clipboard, where the terminal lets programs do that.
    func copy(_ text: SafeText)
    /// Gives the terminal back, stops the process as ^Z does, and takes it again on `fg`. The next frame is drawn whole.
    func suspend()
    /// Takes the terminal again after SIGCONT: it may have been stopped without being asked (`kill -STOP`), and a shell has used the
    /// terminal since. The next frame is drawn whole.
    func resume()
    /// Gives the terminal to a program (an editor, a pager) and waits for its end. The next frame is drawn whole.
    func run(_ program: ExternalProgram) -> ExternalProgram.Outcome
    /// Gives the terminal back for good. Harmless when called again.
    func restore()
}

extension Terminal {
    /// A terminal that always draws whole frames has nothing to do.
    package func redrawWhole() {}
    /// A terminal without a clipboard has nothing to do.
    package func copy(_ text: SafeText) {}
    package func resume() {}
}

/// A program that gets the terminal for itself.
package struct ExternalProgram: Sendable, Hashable {
    /// The program's name (looked up in PATH) and its arguments; not empty.
    package var arguments: [String]

    package init(_ arguments: [String]) { self.arguments = arguments }

    /// A command line as $EDITOR and $PAGER hold it, run by `sh -c` with further arguments, which are never parsed.
    package init(shellCommand: String, arguments: [String]) {
        self.arguments = ["/bin/sh", "-c", shellCommand + " \"$@\"", shellCommand] + arguments
    }

    package enum Outcome: Sendable, Hashable {
        case exited(status: Int32)
        case signalled(Int32)
        /// It could not be started: one sentence.
        case notStarted(sentence: String)
    }
}

/// Why there is no terminal to draw on; exit status 2.
package struct TerminalError: Error, Sendable, Hashable {
    /// One sentence: what is wrong, what to do.
    package var sentence: String
}
