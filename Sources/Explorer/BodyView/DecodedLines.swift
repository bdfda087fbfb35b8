import Base
import Bodies
import NetEngine
import TerminalUI

/// Turns what a decoder made of a body into lines.
enum DecodedLines {
    /// - Parameter bytes: the body that was decoded.
    static func source(_ decoded: ReadableBody, of bytes: BodyBytes) -> any LineSource {
        switch decoded.content {
        case .layout(let layout, .body): lines(layout, of: bytes)
        case .layout(let layout, .converted(let text)): lines(layout, of: BodyBytes(text))
        case .tree(let json): tree(json)
        case .rows(let rows): StaticLines(rows.map(line))
        case .picture(let picture, let facts): PictureLines(picture, below: facts.map(line))
        case .parts(let parts): JoinedLines(parts.flatMap { lines($0, in: bytes) })
        }
    }

    private static func lines(_ layout: some LineLayout, of text: BodyBytes) -> any LineSource {
        BodyLines(text: text, layout: layout)
    }

    /// One value, or one a line.
    private static func tree(_ json: [UInt8]) -> any LineSource {
        let type = json.contains(Byte.lineFeed) ? "application/x-ndjson" : "application/json"
        return BodyDocument(bytes: json, contentType: type).lines(.pretty, columns: 0)
    }

    /// A title, the headers, and the content by its own kind.
    private static func lines(_ part: BodyPart, in bytes: BodyBytes) -> [any LineSource] {
        var head = [Line(SafeText(part.title), Style(.title))] + part.headers.map(line)
        if let refusal = part.refusal { head.append(Line("Shown as it came: \(refusal).", Style(.warning))) }
        let own = BodyBytes(bytes.bytes(in: part.range))
        let content: any LineSource
        if let body = part.body {
            content = source(body, of: own)
        } else {
            let document = BodyDocument(bytes: own, contentType: part.type)
            content = document.lines(document.modes.first ?? .raw, columns: 78)
        }
        return [StaticLines(head + [[]]), content, StaticLines([[]])]
    }

    private static func line(_ row: StyledRow) -> Line {
        Line(row.pieces.map { Span(SafeText($0.text), Style($0.role.role)) })
    }
}
