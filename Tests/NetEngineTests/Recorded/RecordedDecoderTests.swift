import TestSupport
import Testing

@testable import NetEngine

/// What decoders make of bodies, and where they say that one is wrong, as it was recorded (`Recorded`).
@Suite struct RecordedDecoderTests {
    private struct Item: Decodable {
        var id: Int
        var name: String?
        var isOpen: Bool?
        var price: Double?
        var small: Int8?
        var count: UInt?
        var tags: [String]?
        var numbers: [Int]?
        var child: Child?
        var children: [Child]?
        var map: [String: Int]?
    }

    private struct Child: Decodable { var id: Int }

    private static func text<Value>(_ decoder: some ResponseDecoder<Value>, _ response: Response) -> String {
        do throws(EngineError) { return Printed(try decoder.decode(response)).text } catch {
            return ExchangeText.error(error)
        }
    }

    private static func read(_ kind: String, _ line: ScriptLine, _ response: Response) -> String {
        switch kind {
        case "JSON": return text(.json(Printable<Item>.self), response)
        case "envelopes": return text(.envelope(of: Printable<Child?>.self), response)
        case "deep envelopes":
            let format = EnvelopeFormat(
                statusField: "meta.code", messageField: "meta.text", dataField: "result.items",
                successValues: ["fine", 1, true])
            return text(.envelope(of: Printable<[Child]>.self, format), response)
        case "GraphQL":
            do throws(EngineError) {
                try BodyExpectation.graphQL.check(response)
                return "no errors\n"
            } catch { return ExchangeText.error(error) }
        case "forms": return text(.form, response) + text(.form(Printable<Item>.self), response)
        case "texts": return text(.text, response) + text(TextDecoder(replacesInvalid: true), response)
        case "XML": return text(XMLText(), response)
        case "labels": return line.words.map { "  \($0): \(label($0))\n" }.joined()
        case "detections":
            let type = ContentType(of: response)
            let shown = TextDetection.shown(response.body, type: type)
            return
                "  \(shown.encoding) by \(shown.source.rawValue), after \(shown.prefix), \(shown.isNamed ? "named" : "guessed")\n  "
                + text(.text, response)
        default: return text(.byMediaType, response)
        }
    }

    /// The encoding of a label, and what it makes of some bytes.
    private static func label(_ label: String) -> String {
        guard let encoding = TextEncoding(label: label) else { return "unknown" }
        let text = encoding.visibleUTF8([0x41, 0x7E, 0x80, 0x85, 0xA4, 0xC0, 0xE4, 0xFE, 0x41, 0x42])
        return "\(encoding) \(Printed.quoted(String(decoding: text, as: UTF8.self)))"
    }

    @Test func `bodies are decoded as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.lines("decodings") { name, written in
                let line = ScriptLine(written)
                let hex = line.options["hex"].map { $0.split(separator: " ").compactMap { UInt8($0, radix: 16) } }
                let response = ExchangeFixtures.response(
                    status: 200, headers: line.headers(WallClock()), body: hex ?? line.bytes)
                return Self.read(name, line, response)
            }, in: "engine/decodings")
    }
}

/// A tree as text: each node with its names, values, place and parent.
private struct XMLText: ResponseDecoder {
    func decode(_ response: Response) throws(EngineError) -> [String] {
        let tree = try XMLTreeDecoder().decode(response)
        return (0..<tree.nodeCount).compactMap { tree.node($0) }.map { node in
            let declared = node.namespaceDeclarations.map { "\($0.name)=\($0.value)" }
            let attributes = node.attributes.map {
                "\($0.name){\($0.name.namespace ?? "")}=\($0.value)\($0.isSpecified ? "" : " by default")"
            }
            return
                "\(node.order) \(node.kind) \(node.name.map { "\($0){\($0.namespace ?? "")}" } ?? "") \(node.value ?? "")"
                + " \(attributes) \(declared) in \(node.parent.map { "\($0.order)" } ?? "-")"
                + " next \(node.nextSibling.map { "\($0.order)" } ?? "-") at \(node.sourceRange), below \(node.descendantOrders)"
        }
    }
}

/// A decoded value as text: each member that it has.
private struct Printable<Value: Decodable>: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws { text = Printed(try Value(from: decoder)).text }
}
