import Base
import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Bodies

/// Bodies of many types as they are shown: kind, summary, lines and the role of each piece, as they were recorded (`Recorded`).
@Suite struct RecordedDecodingTests {
    private static let texts: [(type: String, text: String)] = [
        (
            "text/html",
            "<!DOCTYPE html><html><head><title>T</title><style>a { color: red }</style><script>let a = 1 < 2;</script></head><body class=\"x\"><p>One<br>two &amp; <b>three</b></p><img src=x><pre>\n  kept\n</pre><!-- c --></body></html>"
        ),
        (
            "application/xml",
            "<?xml version=\"1.0\"?><a x=\"1\" y='2'><b/><c>t</c><d><![CDATA[<x>]]></d><!-- e -->&lt;<f>\n  g\n</f></a>"
        ),
        ("application/xml", "<a><b></a>"), ("application/xml", "<a>&nope;</a>"),
        ("image/svg+xml", "<svg width=\"5\"><path d='M0 0'/></svg>"),
        (
            "text/css",
            "@media (min-width: 5px) { a:hover, .b > #c { color: #fff; margin: -1.5em } } /* x */ @import 'y';"
        ),
        (
            "text/javascript",
            "import a from 'b';\nconst x = async (y) => { return `t${y + 1}` / /re[/]x/gi.test(\"s\\\"\"); } // c\n/* d */ let n = 0x1F + 1_000n;"
        ),
        (
            "application/yaml",
            "# c\na: 1\n\"b\": 'two'\nlist:\n  - x: &id 5\n  - *id\n  - !tag |\n    block\n    text\nnull: ~\n---\n..."
        ),
        (
            "application/toml",
            "# c\ntitle = \"T\" # d\n[a.b]\nn = 1_000\nd = 2026-11-21T10:00:00Z\nl = [1, 'x', true]\n[[t]]\ns = \"\"\"\nm\n\"\"\""
        ),
        (
            "text/markdown",
            "# T\n\nSome *em* and **strong** `code` [link](http://a) \n\n- a\n  1. b\n\n> q\n\n```js\nlet a\n```\n---\n| a | b |\n|---|---|\n| 1 | 2 |"
        ),
        ("text/csv", "a,b,\"c \"\"q\"\"\"\r\n1,,\"x\ny\"\r\n2,3\r\n"), ("text/csv", "a;b\n1;2\n"),
        ("text/tab-separated-values", "a\tb\n1\t2\n"),
        ("text/csv", "\"unclosed\n"),
        ("application/x-www-form-urlencoded", "a=1&b=%C3%A4+x&c&=d&a=%zz&e=%7B%22x%22%3A1%7D"),
        (
            "multipart/form-data; boundary=X",
            "pre\r\n--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.json\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n--X--\r\npost"
        ),
        (
            "multipart/mixed; boundary=X",
            "--X\n\nno headers\n--X\nContent-Type: multipart/x; boundary=Y\n\n--Y\n\ninner\n--Y--\n--X--"
        ),
        ("multipart/mixed", "--X\r\n\r\na\r\n--X--"), ("multipart/mixed; boundary=Z", "--X\r\n\r\na\r\n--X--"),
        (
            "application/jwt",
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwiZXhwIjoxNzAwMDAwMDAwLCJpYXQiOjE2OTk5OTk5OTl9.c2ln"
        ),
        ("application/jwt", "a.b"),
        (
            "text/event-stream",
            "event: a\ndata: {\"x\":1}\nid: 5\nretry: 100\n\n: c\ndata: two\ndata: lines\n\ndata: last"
        ),
        ("application/x-ndjson", "{\"a\":1}\n{\"b\":[1,2]}\n\nx\n"),
        ("application/json", "{\"a\":[1,{\"b\":null}],\"c\":\"\\u00e9\\n\",\"d\":{},\"e\":[]}"),
        ("application/json", "{\"a\":"), ("application/problem+json", "{\"type\":\"about:blank\",\"status\":404}"),
        ("text/plain", "a\tb\r\nc\rd\u{1B}[31me\u{0}\u{202E}f\n"), ("text/plain; charset=iso-8859-1", "\u{e4}"),
        ("text/plain; charset=nope", "x"),
        ("", "{\"a\":1}"), ("", "<a/>"), ("", "plain"), ("", "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
        ("application/octet-stream", "\u{0}\u{1}\u{2}abc"),
        (
            "application/pdf",
            "%PDF-1.7\n1 0 obj\n<< /Type /Pages /Count 3 >>\nendobj\n2 0 obj << /Title (A \\(b\\)) /Author (C) >> endobj\ntrailer << /Info 2 0 R >>"
        ),
        ("image/png", "not a picture"), ("application/zip", "PK"), ("application/gzip", "x"),
        ("application/x-tar", "x"),
    ]

    @Test func `bodies of each type are shown as it was recorded`() throws {
        let bodies = Self.texts.map { ($0.type, Array($0.text.utf8)) } + DecoderSamples.all.map { ($0.type, $0.bytes) }
        let parts = bodies.enumerated().map { number, body -> (name: String, text: String) in
            ("\(number) \(body.0)", Self.shown(body.1, body.0))
        }
        try Recorded.expect(parts, in: "bodies")
    }

    @Test func `many small bodies are shown as it was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for line in DecoderCases.texts.split(separator: "\n") {
            guard let separator = line.firstRange(of: "| ") else { continue }
            let text = SignedText.read(line[separator.upperBound...], own: DecoderCases.signs)
            let type = line[..<separator.lowerBound].trimmingWhitespace()
            parts.append((String(line), Self.shown(Array(text.utf8), type)))
        }
        for line in DecoderCases.binary.split(separator: "\n") {
            guard let separator = line.firstRange(of: "| ") else { continue }
            let type = line[..<separator.lowerBound].trimmingWhitespace()
            for body in line[separator.upperBound...].split(separator: " ") {
                parts.append(("\(type) \(body)", Self.shown(hex(String(body)), type)))
            }
        }
        // Bytes that are no UTF-8, in the charset that is named, found or asked for.
        let latin: [UInt8] = Array("<a>".utf8) + [0xE9, 0x80] + Array("</a>".utf8)
        for type in ["application/xml", "application/xml; charset=iso-8859-1", "text/html; charset=windows-1251"] {
            parts.append(("\(type), not UTF-8", Self.shown(latin, type)))
        }
        let marks: [(String, [UInt8])] = [
            ("UTF-8", [0xEF, 0xBB, 0xBF, 0x61, 0x2C, 0x62]), ("UTF-16LE", [0xFF, 0xFE, 0x61, 0, 0x2C, 0, 0x62, 0]),
            ("UTF-16BE", [0xFE, 0xFF, 0, 0x61, 0, 0x2C, 0, 0x62]),
        ]
        for (name, bytes) in marks { parts.append(("text/csv, mark of \(name)", Self.shown(bytes, "text/csv"))) }
        for reading in 1...3 {
            let decoding = Decoding(hex("12020801"), "application/protobuf", reading: reading)
            parts.append(("reading \(reading)", "\(decoding.summary ?? "-")\n\(decoding.shown)"))
        }
        for name in [
            "a.yaml", "a.YML", "a.b.toml", "css", "a.tar.gz", "x.svg", "x.jar", ".md", "a.verylongending", "a.tsv",
        ] {
            let decoding = Decoding(Array("<a>: b".utf8), "application/octet-stream", name: name)
            parts.append(("named \(name)", "\(decoding.kind.map { "\($0)" } ?? "-") \(decoding.refusal ?? "")"))
        }
        try Recorded.expect(parts, in: "small-bodies")
    }

    private static func shown(_ bytes: [UInt8], _ type: String) -> String {
        let decoding = Decoding(bytes, type, now: 1_795_256_100)
        func lines(_ text: String, _ mark: String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).map {
                "\(mark) \(Printed.escaped(String($0)))\n"
            }.joined()
        }
        var text = """
            kind \(decoding.kind.map { "\($0)" } ?? "-")
            summary \(Printed.escaped(decoding.summary ?? "-"))
            refusal \(Printed.escaped(decoding.refusal ?? "-"))
            readings \(decoding.body?.readings ?? []) \(decoding.body?.remark ?? "")

            """
        text += lines(decoding.shown, "|") + lines(decoding.roles, ".")
        if case .picture(let picture, _) = decoding.body?.content, picture.pixels.count <= 16 {
            let pixels = picture.pixels.map { String($0, radix: 16) }.joined(separator: " ")
            text += "pixels \(picture.width) x \(picture.height): \(pixels)\n"
        }
        return text
    }

    private static let pairs: [(String, String)] = [
        ("{}", "{}"), ("{}", "[]"), ("1", "1.0"), ("[1,2,3]", "[1,3]"), ("[1,2,3]", "[3,1,2]"), ("[1,1]", "[1]"),
        ("[]", "[{}]"),
        (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
        (#"{"a":{"b":{"c":1}}}"#, #"{"a":{"b":{"c":2}}}"#),
        (#"[{"id":1,"n":"a"},{"id":2}]"#, #"[{"id":2},{"id":1,"n":"b"}]"#),
        (#"[{"name":"x","v":1}]"#, #"[{"name":"x","v":2},{"name":"y"}]"#),
        (#"[{"k":1},{"k":1}]"#, #"[{"k":1}]"#), (#"{"a":null}"#, "{}"), (#"{"a":true}"#, #"{"a":false}"#),
        (#"{"ä":"é"}"#, #"{"\u00e4":"e\u0301"}"#),
        ("{", "{}"), ("a\nb\nc\n", "a\nc\nd\n"), ("a\n", "a"), ("a\r\nb", "a\nb"), ("", "x"),
        ("one two\nthree", "one 2\nthree"),
        (#"[1,2,3,4,5,6,7,8,9]"#, #"[9,1,2,3,4,5,6,7,8]"#), (#"{"l":[[1,2],[3]]}"#, #"{"l":[[1],[3,4]]}"#),
        ("[0.1,1e2]", "[0.10,100]"),
    ]

    @Test func `differences of bodies are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for (number, (first, second)) in Self.pairs.enumerated() {
            for isJSON in [true, false] {
                for (byValue, moves) in [(true, true), (false, true), (true, false)] {
                    let comparison = BodyComparison.compare(
                        BodyBytes(Array(first.utf8)), BodyBytes(Array(second.utf8)), isJSON: isJSON,
                        options: BodyComparison.Options(comparesNumbersByValue: byValue, findsMoves: moves), seed: 7)
                    let text =
                        "method \(comparison.method)\nequal \(comparison.areEqual)\n"
                        + comparison.changes.map { Printed($0).text + Printed(comparison.steps(of: $0)).text }.joined()
                    if parts.last?.text == text { continue }
                    parts.append(
                        (
                            "\(number)\(isJSON ? "" : " as text")\(byValue ? "" : " as written")\(moves ? "" : " without moves")",
                            text
                        ))
                }
            }
        }
        try Recorded.expect(parts, in: "differences")
    }
}
