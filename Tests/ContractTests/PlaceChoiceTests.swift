import NetEngine
import Testing

@testable import Contract
@testable import OpenAPI

/// Which part of a description a segment of a URL belongs to.
@Suite struct PlaceChoiceTests {
    private static func captures(_ template: String, _ segment: String) -> [String]? {
        let pattern = SegmentPattern.segments(of: "/" + template).segments.first
        let bytes = Array(segment.utf8)
        return pattern?.captures(bytes[...], decoded: URLEncoding.decode(bytes))?.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        arguments: [
            ("pets", "pets", []), ("pets", "pet", nil), ("pets", "Pets", nil), ("a b", "a%20b", []),
            ("{id}", "7", ["7"]), ("{id}", "", nil), ("{id}", "a.b", ["a.b"]), ("v{id}", "v7", ["7"]),
            ("v{id}", "v", nil), ("v{id}", "x7", nil), ("{id}.json", "7.json", ["7"]), ("{id}.json", ".json", nil),
            ("{id}.json", "7.xml", nil), ("{id}.json", "a.json.json", ["a.json"]), ("{a}-{b}", "1-2", ["1", "2"]),
            ("{a}-{b}", "1-2-3", ["1", "2-3"]), ("{a}-{b}", "-2", nil), ("{a}-{b}", "1-", nil), ("{a}-{b}", "12", nil),
            ("{a}-{b}", "--2", ["-", "2"]), ("x{a}-{b}y", "x1-2y", ["1", "2"]), ("x{a}-{b}y", "x-y", nil),
            ("{a}.{b}.{c}", "1.2.3", ["1", "2", "3"]), ("{a}.{b}.{c}", "1.2", nil),
            ("{a}{b}", "12", ["1", "2"]), ("{a}{b}", "1", nil), ("x{a}x", "xx", nil), ("x{a}x", "xxx", ["x"]),
        ] as [(String, String, [String]?)])
    func `a segment gives each parameter a text that is not empty`(
        template: String, segment: String, captures: [String]?
    ) {
        #expect(Self.captures(template, segment) == captures)
    }

    @Test func `the segments of a template are those between its slashes, with the names in order`() {
        let (segments, names) = SegmentPattern.segments(of: "/shops/{shop}/v{major}.{minor}/")
        #expect(names == ["shop", "major", "minor"])
        #expect(
            segments == [
                .literal(Array("shops".utf8)), .parameter, .mixed([Array("v".utf8), Array(".".utf8), []]), .literal([]),
            ])
        #expect(segments.map(\.fixedBytes) == [0, 0, 2, 0])
        #expect(SegmentPattern.segments(of: "a/{b}").segments.count == 2, "without a slash in front, too")
    }

    @Test(
        arguments: [
            ("image/png", "image/*", true), ("image/png", "image/png", true), ("image/png", "IMAGE/PNG", true),
            ("image/png; q=1", "image/*", true), ("image/png", "*/*", true), ("image/png", "*", true),
            ("image/png", "text/*", false), ("imagex/png", "image/*", false), ("image/png", "image/jpeg", false),
            ("image/*", "image/png", false),
        ])
    func `a media type is one of a range`(written: String, range: String, fits: Bool) {
        #expect(MediaTypeChoice.fits(written, range) == fits)
    }
}
