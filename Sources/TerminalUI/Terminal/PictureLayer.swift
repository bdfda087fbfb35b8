/// What is to be sent to a terminal so that it shows the picture of a frame, and no other.
///
/// A sixel picture is part of the cells: text that is written over them removes it. One of kitty's protocol lies above
/// them until it is deleted. Nothing is sent for a picture that is already where it belongs.
struct PictureLayer {
    struct Change: Equatable {
        /// To be sent before the cells are painted.
        var before: [UInt8] = []
        /// The rows of the screen whose cells must all be painted again.
        var repaintedRows = 0..<0
        /// To be sent when the cells are painted. Leaves the cursor somewhere.
        var after: [UInt8] = []
    }

    private(set) var shown: PlacedPicture?

    /// The number by which kitty's protocol knows our picture; programs share a terminal's numbers.
    private let number: UInt32

    /// - Parameter process: a number that other programs on the same terminal do not have.
    init(process: Int32) { number = 0x0A71_0000 | UInt32(truncatingIfNeeded: process) & 0xFFFF }

    /// - Parameters:
    ///   - runs: the cells that will be painted.
    ///   - isWhole: whether the screen is erased and painted again.
    mutating func change(to wanted: PlacedPicture?, painting runs: [CellBufferDiff.Run], isWhole: Bool) -> Change {
        let old = shown
        shown = wanted
        var change = Change()
        let isHurt = isWhole || (wanted.map { Self.isHurt($0, by: runs) } ?? false)
        guard wanted != old || isHurt else { return change }
        if let old, wanted != old || isWhole {
            switch old.picture.content {
            case .kitty: change.before = deletion
            case .sixel: change.repaintedRows = old.rect.y..<old.rect.maxY
            }
        }
        if let wanted {
            switch wanted.picture.content {
            case .kitty where wanted == old && !isWhole: break
            case .kitty(let payload): change.after = Self.cursor(to: wanted.at) + kitty(payload, wanted.picture.size)
            case .sixel(let sequence): change.after = Self.cursor(to: wanted.at) + sequence
            }
        }
        return change
    }

    /// Takes away what is shown, before the screen goes to another program.
    mutating func removal() -> [UInt8] {
        defer { shown = nil }
        if case .kitty? = shown?.picture.content { return deletion }
        return []
    }

    /// Removes the picture and what the terminal keeps of it.
    var deletion: [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8) }

    /// Whether painting may pass over cells of the picture: on its way from changed cells to others of the row, or as part of one.
    private static func isHurt(_ picture: PlacedPicture, by runs: [CellBufferDiff.Run]) -> Bool {
        let rect = picture.rect
        var left: Set<Int> = []
        for run in runs where run.start.y >= rect.y && run.start.y < rect.maxY {
            let end = run.start.x + run.cells.count
            if end <= rect.x {
                left.insert(run.start.y)
            } else if run.start.x < rect.maxX || left.contains(run.start.y) {
                return true
            }
        }
        return false
    }

    static func cursor(to point: Point) -> [UInt8] { Array("\u{1B}[\(point.y + 1);\(point.x + 1)H".utf8) }

    // MARK: kitty

    private static let chunk = 4096

    /// Sends and shows a PNG file, in chunks; the terminal keeps silent (`q=2`), and its cursor stays (`C=1`).
    private func kitty(_ payload: [UInt8], _ size: Size) -> [UInt8] {
        var keys = "a=T,f=100,i=\(number),p=1,c=\(size.columns),r=\(size.rows),C=1,q=2,"
        var sequence: [UInt8] = []
        sequence.reserveCapacity(payload.count + payload.count / 200 + 100)
        var rest = payload[...]
        repeat {
            let part = rest.prefix(Self.chunk)
            rest = rest.dropFirst(Self.chunk)
            sequence += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
            sequence += part
            sequence += "\u{1B}\\".utf8
            keys = "q=2,"
        } while !rest.isEmpty
        return sequence
    }
}
