/// A body made readable, in one of few forms, so that the viewer needs few ways to draw.
///
/// Ranges count from the start of the bytes that were decoded.
package struct ReadableBody: Sendable {
    package indirect enum Content: Sendable {
        /// A text laid out again, or with colours.
        case layout(any LineLayout, of: ReadableText)
        /// JSON text in which a tree is written: one value, or one a line. The JSON viewer folds and searches it.
        case tree([UInt8])
        /// A few prepared lines: facts, a listing.
        case rows([StyledRow])
        /// A picture, with facts above it.
        case picture(Picture, [StyledRow])
        /// The parts of a multipart body.
        case parts([BodyPart])
    }

    package var kind: BodyKind
    /// What the title says after the name of the kind: `3 values`, `800 x 600 pixels`. May be empty.
    package var summary: String
    package var content: Content
    /// What the bytes can mean, best first, if it is not certain. Another one is decoded by `DecoderInput.reading`.
    package var readings: [String] = []
    /// Why the body is not of the kind that its type names, without a full stop; nil if it is.
    package var remark: String?

    package init(_ kind: BodyKind, _ summary: String = "", _ content: Content, readings: [String] = []) {
        self.kind = kind
        self.summary = summary
        self.content = content
        self.readings = readings
    }
}

/// The UTF-8 text that a layout refers to.
package enum ReadableText: Sendable {
    /// The body itself, from an offset on: a byte order mark is not shown.
    case body(from: Int)
    /// Another text: the body was in another charset, or in a coding.
    case converted([UInt8])

    /// Where the text begins.
    package var start: Int {
        if case .body(let start) = self { start } else { 0 }
    }

    /// Gives the bytes that the layout counts in.
    package func withBytes<Result>(
        of body: UnsafeBufferPointer<UInt8>, _ use: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        switch self {
        case .body: use(body)
        case .converted(let bytes): bytes.withUnsafeBufferPointer(use)
        }
    }
}

/// One part of a multipart body.
package struct BodyPart: Sendable {
    /// `Part 1 of 3` and what is known of it.
    package var title: String
    /// Its header lines as they came.
    package var headers: [StyledRow]
    /// Where its bytes are in the body.
    package var range: Range<Int>
    package var type: String
    /// What it is; nil if no decoder reads it, and it is shown as JSON, text or bytes.
    package var body: ReadableBody?
    /// Why a decoder for its kind did not read it.
    package var refusal: String?
}

/// A prepared line.
package struct StyledRow: Sendable, Hashable {
    package struct Piece: Sendable, Hashable {
        package var text: String
        package var role: TextKind
    }

    package var pieces: [Piece]

    package init(_ pieces: [(String, TextKind)]) { self.pieces = pieces.map { Piece(text: $0, role: $1) } }
    package init(_ text: String, _ role: TextKind = .text) { self.init([(text, role)]) }

    /// All of it, without roles.
    package var text: String { pieces.map(\.text).joined() }

    /// A fact: its name, padded so that the values of a list are aligned.
    package static func fact(_ name: String, _ value: String, width: Int = 14, role: TextKind = .text) -> StyledRow {
        let gap = String(repeating: " ", count: max(1, width - name.utf8.count))
        return StyledRow([(name + gap, .name), (value, role)])
    }
}
