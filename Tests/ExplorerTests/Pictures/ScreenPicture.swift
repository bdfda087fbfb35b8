import Base

@testable import Reports
@testable import TerminalUI

/// A frame as an SVG picture: grounds, then text, then lines and blocks.
///
/// Each run of text has the width of its cells, whatever font a viewer has. What is beyond ASCII is a run of its own, since another
/// font often draws it. Frames are paths on whole cells, and lead half a pixel beyond them, so that no gap is seen between two.
struct ScreenPicture {
    /// Of a cell, in pixels: the advance of most monospaced fonts at this size is 0.6.
    private static let (width, height, fontSize) = (9, 20, 15)
    private static let margin = 12
    private static let fonts =
        "ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"

    private let buffer: CellBuffer
    private var svg = MarkupWriter()

    /// - Parameters:
    ///   - title: what it is, in a few words.
    ///   - description: what is on it, for who does not see it.
    static func svg(_ buffer: CellBuffer, title: String, description: String) -> [UInt8] {
        var picture = ScreenPicture(buffer: buffer)
        picture.write(title, description)
        return picture.svg.bytes
    }

    private init(buffer: CellBuffer) { self.buffer = buffer }

    private mutating func write(_ title: String, _ description: String) {
        let (columns, rows) = (buffer.size.columns, buffer.size.rows)
        let (wide, high) = (columns * Self.width + 2 * Self.margin, rows * Self.height + 2 * Self.margin)
        svg.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"")
        svg.attribute("width", wide)
        svg.attribute("height", high)
        svg.attribute("viewBox", "0 0 \(wide) \(high)")
        svg.raw(">\n<title>")
        svg.text(title)
        svg.raw("</title>\n<desc>")
        svg.text(description)
        svg.raw("</desc>\n<rect rx=\"8\"")
        svg.attribute("width", wide)
        svg.attribute("height", high)
        svg.attribute("fill", ground)
        svg.raw("/>\n<g xml:space=\"preserve\"")
        svg.attribute("transform", "translate(\(Self.margin) \(Self.margin))")
        svg.attribute("font-family", Self.fonts)
        svg.attribute("font-size", Self.fontSize)
        svg.raw(">\n")
        for y in 0..<rows { writeGrounds(y) }
        for y in 0..<rows { writeTexts(y) }
        writeShapes()
        if let cursor = buffer.cursor, buffer.bounds.contains(cursor) {
            rect(cursor.x * Self.width, cursor.y * Self.height + 1, 2, Self.height - 2, look(cursor.x, cursor.y).text)
        }
        svg.raw("</g>\n</svg>\n")
    }

    // MARK: Looks

    private struct Look: Hashable {
        var text: String
        var ground: String
        var isBold = false
        var isItalic = false
        var isUnderlined = false
    }

    private static func hex(_ color: Color, else other: String) -> String {
        switch color {
        case .standard: other
        case .indexed(let index): IndexedColor.color(index).hex
        case .rgb(let red, let green, let blue): RGB(red, green, blue).hex
        }
    }

    private var ground: String {
        Self.hex(buffer.theme.appearance(of: .text, depth: .direct).background, else: "#16181d")
    }

    private func look(_ x: Int, _ y: Int) -> Look {
        let appearance = buffer.theme.appearance(of: buffer[x, y].style, depth: .direct)
        var look = Look(
            text: Self.hex(appearance.foreground, else: "#d8dce3"),
            ground: Self.hex(appearance.background, else: ground),
            isBold: appearance.attributes.contains(.bold), isItalic: appearance.attributes.contains(.italic),
            isUnderlined: appearance.attributes.contains(.underline))
        if appearance.attributes.contains(.reverse) { (look.text, look.ground) = (look.ground, look.text) }
        return look
    }

    /// The runs of cells of a row that have the same of something.
    private func runs<Key: Equatable>(_ y: Int, by key: (Int) -> Key) -> [(cells: Range<Int>, key: Key)] {
        var runs: [(cells: Range<Int>, key: Key)] = []
        for x in 0..<buffer.size.columns {
            let key = key(x)
            if let last = runs.last, last.key == key {
                runs[runs.count - 1].cells = last.cells.lowerBound..<(x + 1)
            } else {
                runs.append((x..<(x + 1), key))
            }
        }
        return runs
    }

    // MARK: Parts

    private mutating func writeGrounds(_ y: Int) {
        for run in runs(y, by: { look($0, y).ground }) where run.key != ground {
            // The row below covers what is beyond the row, unless it has the same ground.
            rect(run.cells.lowerBound * Self.width, y * Self.height, run.cells.count * Self.width, Self.height, run.key)
        }
    }

    private mutating func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: String) {
        svg.raw("<rect")
        svg.attribute("x", x)
        svg.attribute("y", y)
        svg.attribute("width", width)
        svg.attribute("height", height)
        svg.attribute("fill", fill)
        svg.raw("/>\n")
    }

    private mutating func writeTexts(_ y: Int) {
        for run in runs(y, by: { look($0, y) }) {
            var start = run.cells.lowerBound
            // A character of two cells, or beyond ASCII, stands alone.
            for x in run.cells {
                let cell = buffer[x, y]
                guard cell.width == 2 || !cell.grapheme.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
                writeText(start..<x, y, run.key)
                let end = min(x + Int(max(1, cell.width)), buffer.size.columns)
                if let character = cell.grapheme.first, BoxShape(character) == nil { writeText(x..<end, y, run.key) }
                start = end
            }
            if start < run.cells.upperBound { writeText(start..<run.cells.upperBound, y, run.key) }
        }
    }

    /// Writes cells of one look, without the spaces around them unless a line is below those.
    private mutating func writeText(_ cells: Range<Int>, _ y: Int, _ look: Look) {
        var cells = cells
        if !look.isUnderlined {
            while let first = cells.first, buffer[first, y].grapheme == " " { cells.removeFirst() }
            while let last = cells.last, buffer[last, y].grapheme == " " { cells.removeLast() }
        }
        let text = cells.map { buffer[$0, y].grapheme }.joined()
        guard !text.isEmpty else { return }
        svg.raw("<text")
        svg.attribute("x", cells.lowerBound * Self.width)
        svg.attribute("y", y * Self.height + 15)
        svg.attribute("textLength", cells.count * Self.width)
        svg.attribute("fill", look.text)
        if look.isBold { svg.raw(" font-weight=\"bold\"") }
        if look.isItalic { svg.raw(" font-style=\"italic\"") }
        if look.isUnderlined { svg.raw(" text-decoration=\"underline\"") }
        svg.raw(">")
        svg.text(text)
        svg.raw("</text>\n")
    }

    // MARK: Lines and blocks

    /// Those of one look are one path.
    private struct Pen: Hashable {
        var color: String
        /// nil fills.
        var lineWidth: String?
        var opacity = 1.0
    }

    private mutating func writeShapes() {
        var order: [Pen] = []
        var paths: [Pen: String] = [:]
        func add(_ path: String, _ pen: Pen) {
            if paths[pen] == nil { order.append(pen) }
            paths[pen, default: ""] += path
        }
        for y in 0..<buffer.size.rows {
            for x in 0..<buffer.size.columns {
                guard let character = buffer[x, y].grapheme.first, let shape = BoxShape(character) else { continue }
                let color = look(x, y).text
                switch shape {
                case .lines(let light, let heavy):
                    if !light.isEmpty { add(Self.path(light, x, y), Pen(color: color, lineWidth: "1.2")) }
                    if !heavy.isEmpty { add(Self.path(heavy, x, y), Pen(color: color, lineWidth: "2.6")) }
                case .blocks(let parts, let opacity):
                    for part in parts { add(Self.path(part, x, y), Pen(color: color, opacity: opacity)) }
                }
            }
        }
        for pen in order {
            svg.raw("<path")
            svg.attribute("d", paths[pen])
            svg.attribute("fill", pen.lineWidth == nil ? pen.color : "none")
            if let lineWidth = pen.lineWidth {
                svg.attribute("stroke", pen.color)
                svg.attribute("stroke-width", lineWidth)
            }
            if pen.opacity < 1 { svg.attribute("opacity", "\(pen.opacity)") }
            svg.raw("/>\n")
        }
    }

    /// Lines from the middle of a cell; a straight one is drawn at once.
    private static func path(_ arms: FrameGlyphs.Arms, _ x: Int, _ y: Int) -> String {
        let (left, right) = (tenths(x * width * 10 - 5), tenths((x + 1) * width * 10 + 5))
        let (top, bottom) = (tenths(y * height * 10 - 5), tenths((y + 1) * height * 10 + 5))
        let (middle, centre) = (tenths(x * width * 10 + width * 5), tenths(y * height * 10 + height * 5))
        var path = ""
        if arms.contains(.left) || arms.contains(.right) {
            path += "M\(arms.contains(.left) ? left : middle) \(centre)H\(arms.contains(.right) ? right : middle)"
        }
        if arms.contains(.up) || arms.contains(.down) {
            path += "M\(middle) \(arms.contains(.up) ? top : centre)V\(arms.contains(.down) ? bottom : centre)"
        }
        return path
    }

    private static func path(_ part: BoxShape.Eighths, _ x: Int, _ y: Int) -> String {
        func column(_ eighths: Int) -> Int { (x * 8 + eighths) * width * 10 / 8 }
        func row(_ eighths: Int) -> Int { (y * 8 + eighths) * height * 10 / 8 }
        // Beyond the cell only where the block reaches its edge.
        let left = column(part.left) - (part.left == 0 ? 5 : 0)
        let right = column(part.right) + (part.right == 8 ? 5 : 0)
        let top = row(part.top) - (part.top == 0 ? 5 : 0)
        let bottom = row(part.bottom) + (part.bottom == 8 ? 5 : 0)
        return "M\(tenths(left)) \(tenths(top))H\(tenths(right))V\(tenths(bottom))H\(tenths(left))Z"
    }

    private static func tenths(_ value: Int) -> String {
        let (whole, rest) = (abs(value) / 10, abs(value) % 10)
        return (value < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}
