import Base
import TerminalUI

/// A popup over the panes, which has the keys until it is closed: its state, its keys, and how it looks.
///
/// Conform in a file of `Overlays/`. Show it with `model.overlays.show(_:)`, or with `showWhenFree(_:)` if no key press asked for it.
protocol OverlayPart: Sendable {
    var title: SafeText { get }
    /// The keys named in its frame and what they do. Each of them does something now.
    var keys: [(String, String)] { get }
    /// Columns and rows inside its frame.
    func size(in room: OverlayRoom) -> Size
    /// Handles a key. Close the overlay with `model.overlays.close()`; else its own changes are kept.
    mutating func handle(_ key: Key, on model: inout Model) -> [Effect]
    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer)

    // The rest has a default.

    /// Whether private values are masked in it. The default is yes.
    var isVeiled: Bool { get }
    /// Whether it has a frame; without one it is drawn over the whole screen. The default is yes.
    var isFramed: Bool { get }
    /// Whether keys go to a text field.
    var isTyping: Bool { get }
    /// Whether several pasted lines become one in the field that has the keys. The default is yes while keys go to a field.
    var joinsPastedLines: Bool { get }
    /// Files about whose requests or headings it is: they must stay as they are until it is closed.
    var files: [String] { get }
    /// The rows of the inside that scroll or can be clicked. The default is all of them.
    func content(of inside: Rect) -> Rect
    /// The row of its list at a row of `content`; nil if a click there does nothing.
    func row(at row: Int, in content: Rect) -> Int?
    /// Handles a click on a row of its list.
    mutating func choose(_ row: Int, on model: inout Model) -> [Effect]
    mutating func paste(_ text: String, on model: inout Model) -> [Effect]
    /// Scrolls by rows of the thumb of its scrollbar. The default is what Up and Down do.
    mutating func scroll(by rows: Int, on model: inout Model) -> [Effect]
    /// Scrolls by rows of the wheel. The default is what the thumb does.
    mutating func turnWheel(by rows: Int, on model: inout Model) -> [Effect]
    /// Called after every action while it is on top: brings selection and scroll position into range.
    mutating func settle(in content: Rect, at now: MonotonicTime)
    /// Called when the time has come that `wake` asked for, and at other times.
    mutating func tick(_ model: inout Model) -> [Effect]
    /// When it must be drawn again although nothing happened.
    func wake(at now: MonotonicTime) -> MonotonicTime?
}

extension OverlayPart {
    var isVeiled: Bool { true }
    var isFramed: Bool { true }
    var isTyping: Bool { false }
    var joinsPastedLines: Bool { isTyping }
    var files: [String] { [] }

    func content(of inside: Rect) -> Rect { inside }
    func row(at row: Int, in content: Rect) -> Int? { nil }
    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] { [] }
    mutating func paste(_ text: String, on model: inout Model) -> [Effect] { [] }
    mutating func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        var effects: [Effect] = []
        for _ in 0..<abs(rows) { effects += handle(rows < 0 ? .up : .down, on: &model) }
        return effects
    }
    mutating func turnWheel(by rows: Int, on model: inout Model) -> [Effect] { scroll(by: rows, on: &model) }
    mutating func settle(in content: Rect, at now: MonotonicTime) {}
    mutating func tick(_ model: inout Model) -> [Effect] { [] }
    func wake(at now: MonotonicTime) -> MonotonicTime? { nil }

    // MARK: Places

    func popup(on screen: Size) -> Popup {
        var popup = Popup(title, content: size(in: OverlayRoom(screen)))
        popup.footer = hints(in: popup.rect(in: Rect(screen))).enumerated().flatMap { place, hint in
            [
                Span(SafeText((place > 0 ? "   " : "") + hint.key), .key, .bold),
                Span(SafeText(" " + hint.word), .footer),
            ]
        }
        return popup
    }

    /// As many keys as its frame has room for. The last one closes it.
    private func hints(in frame: Rect) -> [(key: String, word: String)] {
        KeyHints.fitting(
            keys.dropLast().map { ($0.0, $0.1) }, beside: keys.last.map { ($0.0, $0.1) },
            in: frame.width - 4 + KeyHints.gap)
    }

    /// The key that a click on its frame stands for.
    func key(at point: Point, on screen: Size) -> Key? {
        let frame = frame(on: screen)
        let row = Rect(x: frame.x + 2, y: frame.maxY - 1, width: frame.width - 4, height: 1)
        return KeyHints.key(hints(in: frame), in: row, at: point)
    }

    func frame(on screen: Size) -> Rect { popup(on: screen).rect(in: Rect(screen)) }

    func inside(on screen: Size) -> Rect {
        let frame = frame(on: screen)
        return Rect(x: frame.x + 2, y: frame.y + 1, width: frame.width - 4, height: frame.height - 2)
    }

    func content(on screen: Size) -> Rect { content(of: inside(on: screen)) }
}

/// The room that a screen has for an overlay.
struct OverlayRoom: Sendable {
    /// The usual width, and that of overlays with long rows.
    let width: Int
    let wideWidth: Int
    /// All but the frame and a little of what is below.
    let fullWidth: Int
    let height: Int

    static let margin = 8

    init(_ screen: Size) {
        width = min(76, max(20, screen.columns - Self.margin))
        wideWidth = max(width, min(110, screen.columns - Self.margin))
        fullWidth = max(width, screen.columns - Self.margin)
        height = max(3, screen.rows - 4)
    }

    func size(columns: Int, rows: Int) -> Size { Size(columns: columns, rows: min(height, rows)) }
}
