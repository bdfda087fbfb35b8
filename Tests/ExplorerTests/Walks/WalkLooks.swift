import NetEngine
import TestSupport

@testable import Base
@testable import TerminalUI

/// How the screens of a walk looked, which their text does not say: what had which style, and where the hidden cursor was.
struct WalkLooks {
    /// Stands for `/FOLDER`, as in the rows of the walk.
    let folder: String?
    /// For each style the different pieces of rows that had it, as they came.
    private var pieces: [Style: [String]] = [:]
    private var known: Set<Piece> = []
    private var before: CellBuffer?
    private var places: [String] = []

    private struct Piece: Hashable {
        var style: Style
        var text: String
    }

    init(folder: String?) { self.folder = folder }

    /// A screen that is shown. Rows that were there before count once.
    mutating func note(_ frame: CellBuffer) {
        let width = frame.size.columns
        for y in 0..<frame.size.rows {
            let row = frame.cells[y * width..<(y + 1) * width]
            if let before, before.size == frame.size, before.cells[row.indices] == row { continue }
            note(row)
        }
        before = frame
        places.append(frame.selected.map { "\($0.x),\($0.y)" } ?? "-")
    }

    private mutating func note(_ row: ArraySlice<Cell>) {
        var rest = row
        while let first = rest.first {
            let run = rest.prefix { $0.style == first.style }
            rest = rest.dropFirst(run.count)
            // Without the colours of pictures.
            let style = Style(first.style.role, first.style.emphasis)
            var text = run.map(\.grapheme).joined().trimmingWhitespace()
            if text.isEmpty {
                if style == .text { continue }
                text = "⟨\(run.count) ⟩"
            }
            if let folder { text = text.replacing(bytes: folder, with: "/FOLDER") }
            if known.insert(Piece(style: style, text: text)).inserted { pieces[style, default: []].append(text) }
        }
    }

    /// For each style how many pieces had it, with the first of them; then the place of the hidden cursor on each screen, `=` for that of
    /// the one before.
    var text: String {
        let styles = pieces.keys.sorted {
            ($0.role.rawValue, $0.emphasis.rawValue) < ($1.role.rawValue, $1.emphasis.rawValue)
        }
        var lines = styles.map { style in
            let (found, bits) = (pieces[style] ?? [], style.emphasis.rawValue)
            let samples = found.prefix(3).map { String($0.prefix(24)) }.joined(separator: " | ")
            return "\(style.role)\(bits == 0 ? "" : " \(bits)"): \(found.count) \(samples)"
        }
        let selected = places.indices.map { $0 > 0 && places[$0] == places[$0 - 1] ? "=" : places[$0] }
        lines.append("selected: \(selected.joined(separator: " "))")
        return lines.map { $0 + "\n" }.joined()
    }
}
