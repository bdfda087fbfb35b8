import Bodies
import NetEngine
import TerminalUI

/// How the user wants pictures to be drawn.
package enum ImageChoice: String, Sendable, Hashable, CaseIterable {
    /// By their pixels where the terminal answers that it can, else in half blocks.
    case auto
    case blocks, sixel, kitty

    /// For the footer.
    var sentence: String {
        switch self {
        case .auto: "Pictures: by their pixels where the terminal can, else in half blocks."
        case .blocks: "Pictures: in half blocks."
        case .sixel: "Pictures: by sixel, whatever the terminal answers."
        case .kitty: "Pictures: by kitty's protocol, whatever the terminal answers."
        }
    }

    var next: ImageChoice {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}

/// What this terminal answered about pictures, and the one that was made ready for it.
package struct TerminalPictures: Sendable {
    package var choice = ImageChoice.auto
    private var drawsKitty = false
    private var drawsSixel = false
    private var cell: PixelSize?
    private var colors = 256

    /// The picture in view, once it is made.
    private(set) var ready: (key: PictureJob.Key, picture: TerminalPicture)?
    /// What is being made.
    private var awaited: PictureJob.Key?
    /// What could not be made.
    private var failed: PictureJob.Key?

    /// The size of a cell where the terminal does not say it: that of the first terminals with sixels.
    private static let usualCell = PixelSize(width: 10, height: 20)

    mutating func take(_ report: TerminalReport) {
        switch report {
        case .kittyGraphics(let draws): drawsKitty = draws
        case .attributes(let attributes): drawsSixel = attributes.contains(TerminalReport.sixelAttribute)
        case .cell(let size): cell = size
        case .colorRegisters(let count): colors = min(256, count)
        case .background, .scheme: break
        }
    }

    /// nil for half blocks. Sixels need to know how large a cell is.
    private var means: PictureProtocol? {
        switch choice {
        case .blocks: nil
        case .sixel: .sixel
        case .kitty: .kitty
        case .auto: drawsKitty ? .kitty : drawsSixel && cell != nil ? .sixel : nil
        }
    }

    /// Whether pictures are to be made at all.
    var drawsPixels: Bool { means != nil }

    /// What has to be made for rows of cells of a picture; nil if half blocks do.
    func job(_ lines: PictureLines, rows: Range<Int>) -> PictureJob? {
        guard let means, !rows.isEmpty else { return nil }
        let key = PictureJob.Key(
            picture: lines.picture.id, width: lines.size.width, height: lines.size.height, rows: rows,
            cell: cell ?? Self.usualCell, means: means, colors: colors)
        return PictureJob(key: key, picture: lines.picture)
    }

    /// Whether this is to be made now: one at a time.
    mutating func begins(_ key: PictureJob.Key) -> Bool {
        guard awaited == nil, ready?.key != key, failed != key else { return false }
        awaited = key
        return true
    }

    mutating func take(_ key: PictureJob.Key, _ picture: TerminalPicture?) {
        // Otherwise the next one would begin while this one is still being made.
        guard awaited == key else { return }
        awaited = nil
        if let picture { ready = (key, picture) } else { failed = key }
    }

    /// No picture is in view: frees the last one.
    mutating func forget() {
        ready = nil
        failed = nil
    }
}
