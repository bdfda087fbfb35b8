import Base
import HTTPFormat
import NetEngine
import TerminalUI

/// Finds `{{name}}` in texts, for highlighting and for the count on the Vars tab; resolving is the resolver's work.
enum VariableNames {
    /// The stretches of a text between and inside braces, shortest match, on one line.
    static func pieces(of text: String) -> [(text: Substring, name: String?)] {
        var pieces: [(Substring, String?)] = []
        var rest = text[...]
        while let open = firstRange(of: "{{", in: rest), let close = firstRange(of: "}}", in: rest[open.upperBound...])
        {
            if rest.startIndex < open.lowerBound { pieces.append((rest[rest.startIndex..<open.lowerBound], nil)) }
            let inside = rest[open.upperBound..<close.lowerBound]
            // `{{%name}}` is the name's value, encoded.
            let name = String(inside.drop { $0 == " " || $0 == "%" }.reversed().drop { $0 == " " }.reversed())
            pieces.append((rest[open.lowerBound..<close.upperBound], name))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { pieces.append((rest, nil)) }
        return pieces
    }

    private static func firstRange(of pair: String, in text: Substring) -> Range<Substring.Index>? {
        var place = text.utf8.startIndex
        let bytes = Array(pair.utf8)
        while place < text.utf8.endIndex {
            let next = text.utf8.index(after: place)
            if text.utf8[place] == bytes[0], next < text.utf8.endIndex, text.utf8[next] == bytes[1] {
                return place..<text.utf8.index(after: next)
            }
            place = next
        }
        return nil
    }

    static func spans(of text: String, role: Role, isUnresolved: (String) -> Bool) -> [Span] {
        pieces(of: text).map { piece in
            guard let name = piece.name else { return Span(SafeText(piece.text), role) }
            return isUnresolved(name)
                ? Span(SafeText(piece.text), .unresolved, .underline) : Span(SafeText(piece.text), .variable)
        }
    }

    /// Each name once, in the order of the request: target, headers that are on, body.
    static func all(in request: SavedRequest) -> [String] {
        var names: [String] = []
        var texts = [request.target]
        for header in request.headers where header.isEnabled { texts += [header.name, header.value] }
        texts += [request.body.text]
        for text in texts where text.utf8.contains(UInt8(ascii: "{")) {
            for case let name? in pieces(of: text).map(\.name) where !names.contains(name) { names.append(name) }
        }
        return names
    }
}
