import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies

/// What is true of every decoder, whatever bytes it gets.
@Suite struct DecoderPropertyTests {
    private static let types = Set(DecoderSamples.all.map(\.type)).sorted()

    @Test func `every sample is decoded by the kind of its type, and every kind has a sample`() {
        var kinds: Set<BodyKind> = []
        for (type, bytes) in DecoderSamples.all {
            let decoding = Decoding(bytes, type)
            #expect(decoding.kind == BodyKind.named(by: ContentType(type)), "\(type): \(decoding.refusal ?? "")")
            if let kind = decoding.kind { kinds.insert(kind) }
        }
        #expect(kinds == Set(BodyKind.allCases))
    }

    @Test func `a body that is cut anywhere is shown or refused`() {
        for (type, bytes) in DecoderSamples.all {
            for end in 0...bytes.count { Self.check(Array(bytes[..<end]), type) }
        }
    }

    @Test func `changed samples are shown or refused`() {
        var random = SeededGenerator(seed: 20)
        for (type, bytes) in DecoderSamples.all {
            for _ in 0..<150 {
                var bytes = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    default:
                        let piece = bytes[place..<min(bytes.count, place + 12)]
                        bytes.insert(contentsOf: piece, at: Int.random(in: 0..<bytes.count, using: &random))
                    }
                    if bytes.isEmpty { bytes = [0] }
                }
                Self.check(bytes, type)
            }
        }
    }

    @Test func `any bytes are shown or refused, under any type`() {
        var random = SeededGenerator(seed: 21)
        let signs = Array("<>/!-=\"'`$#{}[]():;,|*\\.%& \n\r\tae019_eyJ".utf8)
        for type in Self.types + [""] {
            for round in 0..<60 {
                let bytes = (0..<Int.random(in: 1...200, using: &random)).map { _ in
                    round.isMultiple(of: 2)
                        ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random) ?? 0
                }
                Self.check(bytes, type)
            }
        }
    }

    /// No crash; the result is bounded by the input, and a layout shows the text and nothing else.
    private static func check(_ bytes: [UInt8], _ type: String) {
        let decoding = Decoding(bytes, type)
        if let refusal = decoding.refusal { #expect(refusal.utf8.count < 200, "\(type) \(bytes)") }
        guard let body = decoding.body else { return }
        switch body.content {
        case .tree(let json):
            #expect(json.count <= 64 * bytes.count + 400, "\(type) \(bytes)")
            let isJSON = json.withUnsafeBufferPointer { isJSONLines($0) }
            #expect(isJSON, "\(type) \(bytes)")
        case .rows(let rows), .picture(_, let rows): #expect(rows.count <= bytes.count + 8, "\(type) \(bytes)")
        case .parts(let parts): #expect(parts.count <= bytes.count, "\(type) \(bytes)")
        case .layout(let layout, let text):
            bytes.withUnsafeBufferPointer { all in
                text.withBytes(of: all) { checkLayout(layout, $0, from: text.start, body.kind, "\(type) \(bytes)") }
            }
        }
    }

    private static func isJSONLines(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
        var reader = JSONReader(json, options: JSONReader.Options(allowsManyValues: true))
        do {
            while try reader.next(in: json) != .end {}
            return true
        } catch {
            return json.isEmpty
        }
    }

    private static func checkLayout(
        _ layout: any LineLayout, _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ kind: BodyKind, _ name: String
    ) {
        #expect(layout.lineCount <= text.count, "\(name)")
        var shown: [UInt8] = []
        var number = 0
        var last = 0
        layout.forEachLine(from: 0, of: text) { index, _, segments in
            #expect(index == number, "\(name)")
            if index % 7 == 0 { #expect(layout.segments(ofLine: index, of: text).segments == segments, "\(name)") }
            for case .bytes(let range, _) in segments {
                #expect(range.lowerBound >= last && range.upperBound <= text.count, "\(name)")
                last = range.upperBound
                #expect(layout.line(atOffset: range.lowerBound, in: text) == index, "\(name)")
                shown += text[range]
            }
            number += 1
            return true
        }
        #expect(number == layout.lineCount, "\(name)")
        switch kind {
        case .csv, .tsv: break
        case .xml, .html:
            #expect(
                shown.filter { !JSONText.isSpace($0) } == text[start...].filter { !JSONText.isSpace($0) }, "\(name)")
        default:
            let lines = text[start...].split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
            let ends = lines.dropLast().flatMap { $0.last == Byte.carriageReturn ? $0.dropLast() : $0 }
            #expect(shown == ends + (lines.last.map(Array.init) ?? []), "\(name)")
        }
    }
}

/// Every decoder takes steps in proportion to the body.
@Suite(.longComputation) struct DecoderGrowthTests {
    /// Shapes that make a careless reader look at the rest again and again.
    private static let shapes: [(type: String, HostileShape)] = [
        ("text/xml", HostileShape("tags with an open quote") { "<" + String(repeating: "a b=\"<", count: $0) + ">" }),
        ("text/xml", HostileShape("tags without an end") { String(repeating: "<a ", count: $0) }),
        ("text/xml", HostileShape("comments in comments") { String(repeating: "<!-- <a>", count: $0) }),
        ("text/html", HostileShape("scripts without an end") { String(repeating: "<script>\n", count: $0) }),
        (
            "text/html",
            HostileShape("empty lines in a script") { "<script>" + String(repeating: "\n", count: $0) + "</script>" }
        ),
        ("text/xml", HostileShape("all in one line") { String(repeating: "a<b/>", count: $0) }),
        ("text/xml", HostileShape("one text of many lines") { "<a>" + String(repeating: "b\n", count: $0) }),
        ("text/xml", HostileShape("signs that are no tags") { "<a>" + String(repeating: "< ", count: $0) }),
        ("text/xml", HostileShape("nesting") { String(repeating: "<a>", count: $0) }),
        ("text/xml", HostileShape("end tags") { String(repeating: "</b>", count: $0) }),
        ("text/css", HostileShape("colons") { "{" + String(repeating: "a:", count: $0) + "{" }),
        ("text/css", HostileShape("a comment") { "/*" + String(repeating: "/*\n", count: $0) }),
        ("text/javascript", HostileShape("slashes and brackets") { String(repeating: "(/[", count: $0) }),
        ("text/javascript", HostileShape("templates") { String(repeating: "`${", count: $0) }),
        ("text/markdown", HostileShape("brackets") { String(repeating: "[", count: $0) + "](" }),
        ("text/markdown", HostileShape("ticks") { String(repeating: "`*", count: $0) }),
        ("text/yaml", HostileShape("quotes") { String(repeating: "\"a'", count: $0) }),
        ("text/yaml", HostileShape("brackets") { String(repeating: "[{", count: $0) }),
        ("application/toml", HostileShape("commas") { "a = [" + String(repeating: ",\"", count: $0) }),
        ("text/csv", HostileShape("quotes") { String(repeating: "\"a\n", count: $0) }),
        ("text/csv", HostileShape("open cells") { String(repeating: ",\"\"\"", count: $0) }),
        ("application/msgpack", HostileShape("ones") { String(repeating: "\u{1}", count: $0) }),
        ("application/protobuf", HostileShape("texts") { String(repeating: "\u{A}\u{2}\u{8}\u{1}", count: $0) }),
        ("multipart/mixed; boundary=b", HostileShape("parts") { String(repeating: "--b\n", count: $0) }),
        ("application/pdf", HostileShape("counts") { "%PDF-" + String(repeating: "/Count 1 ", count: $0) }),
        ("application/x-www-form-urlencoded", HostileShape("fields") { String(repeating: "%&", count: $0) }),
    ]

    @Test(arguments: shapes.indices)
    func `a hostile body is read in linear time`(_ index: Int) {
        let (type, shape) = Self.shapes[index]
        let growth = Growth(of: 2000) {
            Array(shape.text($0).utf8)
        } _: { bytes in
            _ = Decoding(bytes, type)
        }
        #expect(growth.isLinear(within: 20), "\(shape.name): \(growth)")
        #expect(growth.counts(atLeast: 10_000), "\(shape.name): \(growth)")
    }
}
