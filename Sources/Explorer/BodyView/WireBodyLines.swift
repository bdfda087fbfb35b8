import Base
import Bodies
import NetEngine
import TerminalUI

/// A body as it came over the connection, where that is not what the Body tab shows: in chunks, or coded.
struct WireBodyLines: Sendable {
    /// Bytes of each body that are kept for it.
    static let keptBytes = 256 << 10

    /// What the chunks and the coding did: `gzip 2.9 MB to 45 MB, 15.5 times; 12 KB of chunk framing`.
    let note: String
    private let body: WireBody
    /// nil if its bytes are shown as numbers.
    private let text: BodyLines<TextLayout>?

    /// nil if nothing was kept, or nothing happened to the body on its way.
    init?(_ response: Response) {
        guard let body = response.wireBody, body.byteCount > 0 else { return nil }
        let coded = response.wireBodyByteCount ?? body.byteCount
        let framing = body.byteCount - coded
        guard !response.decodedCodings.isEmpty || framing > 0 else { return nil }
        self.body = body
        var notes: [String] = []
        if !response.decodedCodings.isEmpty {
            let codings = response.decodedCodings.joined(separator: ", ")
            var note = "\(codings) \(Formatting.byteCount(coded)) to \(Formatting.byteCount(response.bodyByteCount))"
            if coded > 0, response.isComplete { note += ", \(Self.ratio(response.bodyByteCount, coded)) times" }
            notes.append(note)
        }
        if framing > 0 { notes.append("\(Formatting.byteCount(framing)) of chunk framing") }
        note = notes.joined(separator: "; ")
        let isText =
            response.decodedCodings.isEmpty && !BodyScan(BodyBytes(body.bytes), contentType: nil).isBinary
        text = isText ? BodyLines(wire: body.bytes) : nil
    }

    /// With one decimal: `15.5`.
    private static func ratio(_ decoded: Int, _ coded: Int) -> String {
        let tenths = (decoded * 10 + coded / 2) / coded
        return "\(tenths / 10).\(tenths % 10)"
    }

    func lines(columns: Int) -> [any LineSource] {
        let shown: any LineSource =
            text ?? HexLines(BodyBytes(body.bytes), count: body.bytes.count, columns: columns)
        let left = body.byteCount - body.bytes.count
        guard left > 0 else { return [shown] }
        let more = Line(SafeText("(\(Formatting.byteCount(left)) more came; the first part is kept)"), Style(.dim))
        return [shown, StaticLines([more])]
    }
}
