@testable import Bodies

/// A body of each kind, for tests that change them.
enum DecoderSamples {
    static let all: [(type: String, bytes: [UInt8])] =
        texts.map { ($0, Array($1.utf8)) } + [
            (
                "application/msgpack",
                hex("82 A7 636F6D70616374 C3 A6 736368656D61 93 01 CB 3FF199999999999A D6 FF 5A4AF6A5")
            ),
            (
                "application/cbor",
                hex("BF 6161 01 6162 9F 02 C249010000000000000000 5F 42 0102 43 030405 FF FF 82 01 02 F6 FF")
            ),
            ("application/grpc", hex("00 00000016 089601 12 07 74657374696E67 1A 03 08 96 01 0D 0000C03F")),
            ("application/protobuf", hex("089601 12 07 74657374696E67 1A 05 08 96 01 0B 0C 32 06 03 8E02 9EA705")),
            (
                "image/gif",
                hex("474946383961 0100 0100 80 00 00 000000 FFFFFF 2C 0000 0000 0100 0100 00 02 02 4C01 00 3B")
            ),
            (
                "image/png",
                hex(
                    "89504E470D0A1A0A 0000000D 49484452 00000003 00000002 08 06 00 00 00 00000000 00000008 6163544C 00000003"
                )
            ),
            ("application/gzip", hex("1F8B 08 1C 00A36769 00 03 0200 0102 6100 6200 0300 00000000 40420F00")),
            (
                "application/zip",
                hex(
                    "504B0102 1E03 1400 0000 0000 6098 7B5B 00000000 05000000 05000000 0100 0000 0000 0000 0000 00000000 00000000 61"
                )
                    + hex("504B0506 0000 0000 0100 0100 2F000000 00000000 0000")
            ),
        ]

    private static let texts: [(String, String)] = [
        (
            "text/xml",
            "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a x='1'\n y=\"2\"><b>t</b><![CDATA[<>]]> ü <c/><!-- d --></a>"
        ),
        (
            "text/html",
            "<html><head><title>a</title><script>x < '</p>'\n</script></head><body><p>a<p>b<br><table><tr><td>1</table>"
        ),
        ("text/yaml", "a: 1 # c\nb:\n  - 'x''y'\n  - {c: [d, \"e\\\"\"]}\nt: |\n  raw\n\"k\": *a\n"),
        ("application/toml", "[t]\na.b = 1 # c\ns = \"\"\"\nx\n\"\"\"\nl = [1, {k = 'v'}]\n"),
        ("text/css", "@media (x) { a:hover { color: #fff; margin: -1em } /* c\n */ }"),
        ("text/javascript", "const a = /[/]/g; `t ${ {a: `x`} } u`; // c\n/* d */ 'e\\'' + 0x1F"),
        ("text/markdown", "# T\n- a `b` **c** [d](e)\n```\n# f\n```\n"),
        ("application/x-www-form-urlencoded", "a=1&b=%C3%BC+x&&c%3D=%0A"),
        ("text/csv", "a,b\r\n1,\"x \"\"y\"\"\n\"\r\n,ü\n"),
        ("text/tab-separated-values", "a\tb\n1\t2\n"),
        ("application/jwt", "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln"),
        ("application/pdf", "%PDF-1.7\n<</Type /Pages /Count 3>> <</Title (a \\( b)>> <</Title <FEFF00C4>>> %%EOF"),
        ("multipart/mixed; boundary=b", "--b\r\nContent-Type: text/csv\r\n\r\na,b\n1,2\r\n--b\r\n\r\nx\r\n--b--"),
    ]
}
