import Base
import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import OpenAPI

/// What is read of texts in YAML and JSON, with the place of each value, as it was recorded (`Recorded`).
@Suite struct RecordedDescriptionTextTests {
    /// A text a line, with the signs of `SignedText`.
    private static let texts = #"""
        a: 1
        a: 1␤b: 2␤
        - 1␤- [2, 3]␤- {a: b}
        a:␤  b:␤    - c␤    -␤      d: e␤
        {a: 1, b: [x, 'y', "z"], c: {}}
        {"a": 1, "b": [true, null, 1.50]}
        {"a": 1,␤ "b": }
        {"a": 1 # comment␤}
        [1, 2
        "text"
        plain text
        'it''s': "a\tb\u00e9\x41\n"
        a: |␤  one␤   two␤␤b: >␤  folded␤  text␤␤c: |-␤  x␤d: |+␤  y␤␤
        a: one␤  two␤b: x # comment␤# line␤c: 'a␤  b'
        a: &x 1␤b: *x␤*x : c
        a: &x {b: 1}␤c: *x␤
        a: &x [*x]
        a: *x
        a: &x 1␤a: &x 2␤b: *x
        <<: {a: 1}␤a: 2␤b: 3
        base: &b {a: 1, c: {d: 2}}␤all:␤  <<: *b␤  e: 3␤
        all:␤  b: 0␤  <<: [{a: 1, b: 2}, {a: 3, f: 4}]␤  c: 5␤  <<: {g: 6}␤
        all: {<<: 5}
        all: {<<: [1]}
        "<<": {a: 1}
        a: 1␤a: 2␤b: {c: 1, c: 2}
        200: ok␤true: x␤null: y␤1.50: z␤~: w
        ? a␤: b␤? [c]␤: d
        ? {a: 1}␤: b
        a: !!str 1␤b: !!int "2"␤c: !!float 3␤d: !!null x␤e: !custom f␤g: !!bool "true"
        a: yes␤b: No␤c: on␤d: TRUE␤e: False␤f: nULL␤g: Null␤h:␤i: ~␤j: ''
        [0, -0, +1, 007, 1., .5, -.5, 1e3, 1E-3, 1e, 1e+, 0x1F, 0xg, -0x1, 0o17, 0o8, 0b1, 1_000, 1.2.3, .inf, .nan, 12:30, 2020-01-01, +, -a, ., ..]
        [18446744073709551615, 0xFFFFFFFFFFFFFFFF, 0x10000000000000000, 123456789012345678901234567890.10]
        %YAML 1.2␤---␤a: 1␤...
        a: 1␤---␤b: 2
        ---␤---
        # only a comment
        a: [1, 2␤b: 3
        a: b: c
        ␉a: 1
        a:␤␉b: 1
        a: "x
        a: @b
        a: `b`
        a: %b
        a: {b: [}
        a: ä€😀␤b: "\ud83d\ude00"␤
        - a␤ - b
        a: - b
        """#

    @Test func `texts are read as was recorded`() throws {
        let parts = Recorded.parts(of: Self.texts) { line in
            let bytes = Array(SignedText.read(line).utf8)
            do throws(DescriptionTextError) {
                let text = try DescriptionText.read(bytes)
                let places = text.tree.nodes.indices.map { text.place(of: $0).description }
                var printed = "\(text.format) \(Printed.escaped(String(decoding: text.tree.text, as: UTF8.self)))\n"
                printed += "places \(places.joined(separator: " "))\n"
                for (name, place) in text.repeatedYAMLNames { printed += "twice \(name) at \(place)\n" }
                return printed
            } catch { return "\(error.place): \(error.reason)\n" }
        }
        try Recorded.expect(parts, in: "description-texts")
    }
}
