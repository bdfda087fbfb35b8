import NetEngine
import TerminalUI

/// The bytes of a body to be written to a file.
package struct BodyWriteJob: Sendable {
    var body: BodyBytes
    /// As typed: relative, absolute, or from `~/`.
    var path: String
    var replaces: Bool
}

/// A body to be looked at in another program.
package struct BodyViewJob: Sendable {
    enum Viewer: Sendable, Hashable {
        /// The user's pager, fed with text as the pane shows it.
        case pager
        /// A program for the media type, fed with the exact bytes.
        case opener
    }

    var viewer: Viewer
    var exchange: Exchange
    /// For the pager; nil for the bytes as they came.
    var document: BodyDocument?
    var mode: BodyMode
    /// The pager's command; nil for what is installed.
    var pager: String?

    /// Bodies of fewer bytes are in the file in no time.
    static let longBytes = 4 << 20
}

/// A temporary file that lies ready for a program that gets the terminal.
package struct ViewedFile: Sendable, Hashable {
    package var program: ExternalProgram
    /// What sentences call the program.
    package var name: String
    package var path: String
}
