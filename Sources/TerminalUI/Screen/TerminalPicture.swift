/// How a terminal draws pictures by their pixels.
package enum PictureProtocol: String, Sendable, Hashable {
    case sixel, kitty
}

/// A picture made ready for a terminal. Large, and the same only if it is the same object.
package final class TerminalPicture: Sendable, Hashable {
    package enum Content: Sendable {
        /// A whole sixel sequence.
        case sixel([UInt8])
        /// A PNG file in Base64.
        case kitty([UInt8])
    }

    package let content: Content
    /// The cells that it fills.
    package let size: Size

    package init(_ content: Content, size: Size) {
        self.content = content
        self.size = size
    }

    package static func == (a: TerminalPicture, b: TerminalPicture) -> Bool { a === b }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture over cells that show it in half blocks.
package struct PlacedPicture: Sendable, Hashable {
    package var picture: TerminalPicture
    /// Its upper left cell.
    package var at: Point

    package init(_ picture: TerminalPicture, at point: Point) {
        self.picture = picture
        at = point
    }

    var rect: Rect { Rect(x: at.x, y: at.y, width: picture.size.columns, height: picture.size.rows) }
}

extension CellBuffer {
    /// The picture, unless something else was drawn over a part of it: half blocks remain then.
    var uncoveredPicture: PlacedPicture? {
        guard let picture, !picture.rect.isEmpty, picture.rect.intersection(bounds) == picture.rect else { return nil }
        let rect = picture.rect
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX where self[x, y].style.role != .picture { return nil }
        }
        return picture
    }
}
