import Base
import Explain
import TerminalUI

/// One of the panes: what keys, clicks and typed text do in it, and how it looks. What it keeps from one action to the next is
/// its `PaneState`.
///
/// Conform in a folder of `Panes/`, and name the type in `Pane.part`.
protocol PanePart {
    static var pane: Pane { get }
    /// What a user comes to it for in its state of now: the first in its footer.
    static func mainCommands(_ model: Model) -> [Command]
    /// Does what a command asks for, while it has the focus.
    static func perform(_ command: Command, on model: inout Model) -> [Effect]
    /// Scrolls by rows of the mouse wheel.
    static func scroll(by rows: Int, on model: inout Model) -> [Effect]
    /// Handles a press in it or in its border.
    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect]
    /// The text in its upper border.
    static func title(_ model: Model, width: Int) -> Line
    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer)

    // The rest has a default.

    /// The request that commands mean. The default is the open one.
    static func meantRequest(_ model: Model) -> RequestKey?
    /// The file that commands mean. The default is that of the open request.
    static func meantFile(_ model: Model) -> String?
    /// Whether a command would do something now. Footer and palette leave out the others, by `Model.obstacle`.
    static func offers(_ command: Command, _ model: Model) -> Bool
    /// Brings the request that `s` sends into view. nil if none is selected; the footer says so.
    static func showRequestToSend(on model: inout Model) -> [Effect]?
    /// Sends again what its selected row shows, as it was. nil if its rows are not exchanges.
    static func resend(on model: inout Model) -> [Effect]?
    /// Leaves what can be left with Esc. False if there is nothing.
    static func escape(on model: inout Model) -> Bool
    /// What `escape` would do now; nil if nothing.
    static func escapeWord(_ model: Model) -> String?
    /// Called after every action: brings selections and scroll positions into range.
    static func settle(_ model: inout Model)
    /// When it wants a `tick` although nothing happens.
    static func wake(_ model: Model) -> MonotonicTime?
    static func tick(_ model: inout Model)
    /// Called after every action: what is to be done in the background for what it shows now.
    static func backgroundWork(_ model: inout Model) -> [Effect]
    /// Its own word for a command in the footer; empty if the footer has no room for it here.
    static func footerWord(_ command: Command, _ model: Model) -> String?
    /// A sentence that takes the place of the footer's keys.
    static func footerWarning(_ model: Model) -> String?
    /// The words in view that can be explained, the one that the user looks at first.
    static func explanations(_ model: Model) -> [Explanation]
    /// Why what it shows is as it is; empty if it shows neither a request nor a response.
    static func reasons(_ model: Model) -> [ReportLine]
    /// Draws over its border, after all panes are drawn.
    static func drawOverBorder(_ model: Model, frame: Rect, on buffer: inout CellBuffer)
    /// Masks private values in it. The default masks them everywhere.
    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer)

    // Those with text to be typed answer these too.

    /// Whether a text field has the keys.
    static func isTyping(_ model: Model) -> Bool
    /// The keys that the footer names meanwhile.
    static func typingKeys(_ model: Model) -> [(key: String, word: String)]
    static func type(_ key: Key, on model: inout Model) -> [Effect]
    static func paste(_ text: String, on model: inout Model)
    /// Whether several pasted lines become one in the field that has the keys.
    static func joinsPastedLines(_ model: Model) -> Bool
    /// Esc while something is typed.
    static func leaveTyping(on model: inout Model) -> [Effect]
    /// Finishes what is typed, also if it has lost the focus. nil if that was refused, and the text stays.
    static func finishTyping(on model: inout Model) -> [Effect]?
}

extension PanePart {
    static func meantRequest(_ model: Model) -> RequestKey? { model.current?.key }
    static func meantFile(_ model: Model) -> String? { model.current?.key.file }
    static func offers(_ command: Command, _ model: Model) -> Bool { true }
    static func showRequestToSend(on model: inout Model) -> [Effect]? { [] }
    static func resend(on model: inout Model) -> [Effect]? { nil }
    static func escape(on model: inout Model) -> Bool { false }
    static func escapeWord(_ model: Model) -> String? { nil }
    static func settle(_ model: inout Model) {}
    static func wake(_ model: Model) -> MonotonicTime? { nil }
    static func tick(_ model: inout Model) {}
    static func backgroundWork(_ model: inout Model) -> [Effect] { [] }
    static func footerWord(_ command: Command, _ model: Model) -> String? { nil }
    static func footerWarning(_ model: Model) -> String? { nil }
    static func drawOverBorder(_ model: Model, frame: Rect, on buffer: inout CellBuffer) {}
    static func explanations(_ model: Model) -> [Explanation] { [] }
    static func reasons(_ model: Model) -> [ReportLine] { [] }

    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer) {
        veil.cover(frame.row(0), of: &buffer)
        veil.cover(inside, of: &buffer)
    }

    static func isTyping(_ model: Model) -> Bool { false }
    static func typingKeys(_ model: Model) -> [(key: String, word: String)] { [] }
    static func type(_ key: Key, on model: inout Model) -> [Effect] { [] }
    static func paste(_ text: String, on model: inout Model) {}
    static func joinsPastedLines(_ model: Model) -> Bool { isTyping(model) }
    static func leaveTyping(on model: inout Model) -> [Effect] { [] }
    static func finishTyping(on model: inout Model) -> [Effect]? { [] }

    // MARK: Places

    static func hasFocus(_ model: Model) -> Bool { model.window.focus == pane }

    /// The size of its inside.
    static func size(_ model: Model) -> Size { model.window.layout.inside(pane).size }
}
