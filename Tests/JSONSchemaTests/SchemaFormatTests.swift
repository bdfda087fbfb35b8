import TestSupport
import Testing

@testable import JSONSchema

@Suite struct SchemaFormatTests {
    /// Texts that are of a format (+), and texts that are not (-).
    private static let rows = #"""
        date-time + 2024-05-31T12:00:00Z | 2024-05-31t12:00:00z | 2024-05-31T12:00:00.5+02:00 | 2024-02-29T00:00:00-23:59
        date-time + 2000-02-29T00:00:00Z | 1990-12-31T23:59:60Z | 1990-12-31T15:59:60-08:00 | 1991-01-01T00:59:60.9+01:00
        date-time - 2024-05-31 12:00:00Z | 2024-05-31T12:00:00 | 2024-05-31T24:00:00Z | 2024-05-31T12:60:00Z | 2024-05-31T
        date-time - 2024-05-31T12:00:61Z | 1900-02-29T00:00:00Z | 2024-04-31T00:00:00Z | 2024-13-01T00:00:00Z
        date-time - 2024-00-10T00:00:00Z | 2024-01-00T00:00:00Z | 2024-05-31T12:00:00.Z | 2024-05-31T12:00:00+24:00
        date-time - 2024-05-31T12:00:00+02:60 | 2024-05-31T12:00:00+0200 | 1990-12-31T23:59:60+01:00 | 2024-05-31T12:00:60Z
        date-time - 2024-05-31T12:00:00Zx | 2024-05-31T12.00.00Z | 2024-05-31T12:00:00*02:00
        date + 2024-12-31 | 2023-02-28 | 2024-06-30 | 2024-07-31
        date - 2023-02-29 | 2024-1-01 | 2024-06-31 | 2024-09-31 | 2024-11-31 | 2024/06/01 | 2024-06-01Z | x024-06-01
        time + 12:00:00Z | 23:59:60Z | 22:59:60-01:00 | 12:00:00.123456789z
        time - 12:00:00.5 | 12:00:00. | 12:00:00.5+2 | 12:00:00Z0
        time - 12:00:00 | 12:00Z | 23:58:60Z | 1:00:00Z
        duration + P1Y | P1Y2M3DT4H5M6S | P4W | PT1M | P2M3D | PT1H1M1S | P0D | P1DT1S
        duration - P | PT | P1 | 1D | P1Y3D | PT1H1S | P1Y1W | P1D1M | P1DT | p1d | P1W2W | P1.5D | PT1D | PT1M1M
        email + a@b | a.b+c@example.com | "a b"@example.com | "a\"b"@c | a@[127.0.0.1] | a@[IPv6:::1]
        email - a@b@c.d | a@[1.2.3] | a@[IPv6:1] | a@[::1 | a..b@c | .a@b | a.@b | a@ | @b | a@b_c | a@-b | "a"b"@c | ""@b | é@b | a b@c
        idn-email + é@b | a@é.de | é@é
        idn-email - a@é_ | é@ | é é@b
        hostname + a | a-b.c | xn--bcher-kva | XN--a | 1.2 | a1
        hostname - ab--c | -a | a- | a..b | a. | .a | é | a_b | a b
        ipv4 + 0.0.0.0 | 255.255.255.255 | 1.20.100.9
        ipv4 - 256.0.0.1 | 01.2.3.4 | 1.2.3 | 1.2.3.4.5 | 1.2.3.x | 1..2.3 | 1..2.3.4 | .1.2.3.4 | 1.2.3.4. | 1.2.3.0000
        ipv6 + :: | ::1 | 1:: | 1:2:3:4:5:6:7:8 | 1:2:3:4:5:6:7:: | ::2:3:4:5:6:7:8 | ::ffff:1.2.3.4 | 1:2:3:4:5:6:1.2.3.4 | a::F
        ipv6 - 1:2:3:4:5:6:7 | 1:2:3:4:5:6:7:8:9 | 12345:: | ::g | :1:: | 1:::2 | ::: | 1::2::3 | ::1.2.3.256 | 1.2.3.4::
        ipv6 - 1:2:3:4:5:6:7:1.2.3.4 | 0:0:0:0:0:0:0:1%eth0 | 1:2:3:4:5:6:7:8:: | 1 | :
        uri + http://a/b?c#d | urn:a:b | mailto:x@y | http://[::1]:80/ | a: | http://u:p@h/ | http://[v1.x]/ | http://a:/ | h+1.-:x
        uri - a | /a | http://a b | http://a/%zz | http://a/%4 | 1http://x | http://[::1 | http://a:x/ | http://a/[ | http://é/
        uri - http://[::1]x/ | http://[1]/ | :a | http://a#b#c | http://a/^ | http://[::1]:x/ | http://u^@h/ | http://a?^
        uri + http://[V1F.a:b-~!]:1/ | http://u:p%41:@h/ | http://a?b/?:@ | http://a?
        uri - http://[v x]/ | http://[v.x]/ | http://[v1]/ | http://[v1.]/ | http://[vg.x]/ | http://[v1.%41]/ | http://[]/ | http://[v1.é]/
        uri-reference + a | /a | ?q | #f | //h/p | a:b | a/b:c | %41 | a?b/c?d
        uri-reference - 1a:b | \ | a b | é | a%4
        iri + http://é/ü?ö#ä
        iri - é | http://a b
        iri-reference + é | a
        iri-reference - é é
        uri-template + /a/{b} | {+a,b*} | {?a:3} | é | {a.b} | /a
        uri-template + {#a} | {a%20b,c_d} | {;x,y}{&z}
        uri-template - {a-b} | {a'b} | } | a}b
        uri-template - {a | a} | {} | {{a}} | a b | {a b} | a"b | a<b | a\b | a^b
        uuid + 123E4567-e89b-12d3-a456-426614174000
        uuid - 123e4567e89b-12d3-a456-4266141740000 | 123e4567-e89b-12d3-a456-42661417400 | 123g4567-e89b-12d3-a456-426614174000
        json-pointer + / | /a/~0~1 | //
        json-pointer - a | /~2 | /~ | /a~
        relative-json-pointer + 0 | 0# | 1/a | 10/a
        relative-json-pointer - 01 | /a | -1 | 0a | 1## | #
        regex + ^a+$ | (?=a) | \p{Lu} | \1
        regex - ( | [ | a** | \p{L
        byte + aGk= | aA== | aGkh | +/+/
        byte - aGk | a=== | aG=h | a-_b | ==== | aGk=a
        date-time + 2024-05-31T00:00:00Z | 2024-05-31T23:59:59.999999999Z | 2024-05-31T12:00:00+23:59 | 2024-05-31T12:00:00-00:00
        date-time - 2024-05-31U12:00:00Z | 2024-05-31D12:00:00Z | 2024-02-30T12:00:00Z | 24-05-31T12:00:00Z | 2024-05-31T12:00Z
        date + 2024-01-31 | 2024-03-31 | 2024-05-31 | 2024-08-31 | 2024-10-31 | 2024-04-30 | 2024-09-30 | 2024-11-30 | 0000-01-01 | 9999-12-31
        date + 2400-02-29 | 2024-02-29 | 2025-02-28 | 2024-10-01 | 2024-09-09
        date - 2024-02-30 | 2024-01-32 | 2024-03-32 | 2024-05-32 | 2024-07-32 | 2024-08-32 | 2024-10-32 | 2024-04-31 | 2025-02-29 | 2200-02-29
        date - 2024-13-01 | 2024:05-31 | 2024-05:31 | 202a-05-31 | 2024-0a-31 | 2024-05-3a | +024-05-31 | 20240-05-3
        time + 00:00:00Z | 23:59:59+23:59 | 12:00:00-00:00 | 00:29:60+00:30 | 23:29:60-00:30 | 15:59:60.5-08:00 | 12:00:00.0z | 01:59:60+02:00
        time - 24:00:00Z | 23:60:00Z | 23:59:61Z | 23:59:60+00:30 | 00:29:60-00:30 | 12:00:00+1:00 | 12:00:00+0100 | 12:00:00+01.00 | 12:00:00 01:00
        time - 12.00:00Z | 12:00.00Z | 1a:00:00Z | 12:0a:00Z | 12:00:0aZ | 12:00:00+0a:00 | 12:00:00+01:0a | 12:00:00+01:000 | 12:00:00y | 12:00:00,5Z
        duration + PT1H2M | PT2M3S | P1Y2M | P1M2D | P10Y | P1DT1H | P12W | P0Y0M0D
        duration - T1H | P1DTT1H | P2D1Y | PT2S1M | P1Y2M3DT4H5M6S7 | PW | PD | P1H | PT1Y | P1W1D | P-1D | p1D | P1Yx | PT1W
        email + "a b.c"@b | " "@b
        email - "é"@b | a"b@c | "a"b@c | b"a"@c | "a | "@b | a@b..c | a@.b | a@[127.0.0.1 | a@127.0.0.1] | a@[IPv4:1.2.3.4]
        email - a,b@c | a:b@c | a;b@c | a<b@c | a[b@c | a\b@c | a)b@c | a@b c
        idn-email + "é a"@b | é.é@b.é | a@é-1.b
        idn-email - é..é@b | a@é,b | a@é:b
        hostname + aZ9 | 0 | z.A | a-1-b | xn--a-b
        hostname - xa--b | an--b | ax--b | a[b | a@b | a`b | a{b | a/b | a:b | a.-b | a-.b | nx--b
        ipv4 + 9.10.99.199 | 249.250.200.0
        ipv4 - 1.2.3.04 | 1.2.3.1000 | 300.1.1.1 | 1.260.1.1 | 1.2.3.a | +1.2.3.4 | 1,2,3,4 | 00.0.0.0
        ipv6 + ::ffff | FFFF::ffff | 0000:0000:0000:0000:0000:0000:255.255.255.255 | ::1.2.3.4 | 1::1.2.3.4 | 1:2:3:4:5:6:: | 1:2:3:4::6:7:8 | aA:0:0:0:0:0:0:9
        ipv6 - 1::1.2.3.4:5 | abcde:: | 1:2:3:4:5:6:7:8: | :1:2:3:4:5:6:7:8 | 1:2:3:4:5:6:7:1.2.3.4 | 1:2:3:4:5::1.2.3.4:8 | 1::2:: | ::: | 1:2:3:4:5:1.2.3.4 | g:: | 1::@
        uri + a:!$&'()*+,;=:@-._~/ | http://h?!$&'()*+,;=:@-._~/? | http://h#!$&'()*+,;=:@-._~/? | http://u!$&'()*+,;=:p-._~@h | http://a!$&'()*+,;=-._~b:80 | Z9+.-:
        uri - http://a@b@c/ | a:[ | a:] | a:{ | a:} | a:| | a:\ | a:^ | a:` | a:< | a:> | a:" | a:# # | http://u[@h/ | http://h[/ | http://h/%a | http://h/%ag | http://h/%
        uri - http://[::1]8/ | http://[::1]:8x/ | http://h:8:x/ | +a:b | .a:b | 9:b | a_b:c | http://a?[ | http://a#[
        uri-reference + // | //[::1] | a?b#c | . | .. | a@b | ?a:b | #a:b | /a:b | %c3%A9
        uri-reference - a%b | a%bg | :a | a_b:c | a\b | a#b#c
        iri + http://é@ü:1/ö?ä#ß | a:é
        uri-template + {+a}{#a}{.a}{/a}{;a}{?a}{&a}{=a}{,a}{!a}{@a}{|a} | {a_1%20*} | {a:30} | !#$&()*+,-./:;=?@[]_~ | é{a}
        uri-template - {a}} | {{a} | {a}{ | }{ | a'{ | {a"} | {é} | {a~} | {a$} | a`b | a>b | {a}{}
        uuid + 00000000-0000-0000-0000-000000000000 | FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF
        uuid - 123e45678e89b-12d3-a456-426614174000 | 123e4567-e89b112d3-a456-426614174000 | 123e4567-e89b-12d33a456-426614174000 | 123e4567-e89b-12d3-a4564426614174000
        uuid - 123e-567-e89b-12d3-a456-426614174000 | 123e4567-e89b-12d3-a456-42661417400G | 123e4567-e89b-12d3-a456-4266141740000
        json-pointer + /a b | /~0 | /~1 | /é | /a/ | /~01
        json-pointer - #/a | a/b | /~ 1 | /a~2 | /~0~
        relative-json-pointer + 9 | 1# | 0/ | 0/~1a | 120/a/b
        relative-json-pointer - 0/~ | 0## | 0#/a | a | 1a/b | 001 | +1
        regex - a{2,1} | ) | * | (?<a>
        byte + ABCD | azAZ | 09+/ | AAAAAA== | AAAAAAA=
        byte - AAA | A=AA | AA=A | ==== | A=== | AA AA | AAA- | AAA_ | AAAA= | =AAA
        """#

    private func accepts(_ name: Substring, _ text: String) throws -> Bool {
        let format = try #require(SchemaFormat(name: String(name)))
        return Array(text.utf8).withUnsafeBufferPointer { format.accepts($0) }
    }

    @Test func `texts are of a format or not`() throws {
        var wrong: [String] = []
        for row in Self.rows.split(separator: "\n") {
            let words = row.split(separator: " ", maxSplits: 2)
            for text in words[2].split(separator: " | ")
            where try accepts(words[0], String(text)) != (words[1] == "+") {
                wrong.append("\(words[0]) \(words[1]) \(text)")
            }
        }
        #expect(wrong == [])
    }

    @Test func `an empty text is of few formats`() throws {
        let names = [
            "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "ipv4", "ipv6", "uri",
            "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer",
            "regex", "byte",
        ]
        #expect(
            try names.filter { try accepts($0[...], "") }
                == ["uri-reference", "iri-reference", "uri-template", "json-pointer", "regex", "byte"])
        #expect(names.allSatisfy { SchemaFormat(name: $0)?.isForNumbers == false })
        #expect(SchemaFormat(name: "int32")?.isForNumbers == true && SchemaFormat(name: "int64")?.isForNumbers == true)
        #expect(SchemaFormat(name: "idn-hostname") == nil)
    }

    @Test func `a host name has labels of 63 and 253 characters in all`() throws {
        func name(_ labels: [Int]) -> String {
            labels.map { String(repeating: "a", count: $0) }.joined(separator: ".")
        }
        #expect(try accepts("hostname", name([63, 63, 63, 61])))
        #expect(try !accepts("hostname", name([63, 63, 63, 62])))
        #expect(try !accepts("hostname", name([64])))
    }

    @Test func `each format is named after what is expected`() {
        #expect(
            SchemaFormat.allCases.map(\.wanted).joined(separator: "\n") == """
                a date and time such as 2024-05-31T12:00:00Z (date-time, RFC 3339)
                a date such as 2024-05-31 (date)
                a time such as 12:00:00Z (time, RFC 3339)
                a duration such as P1DT2H (duration, ISO 8601)
                an e-mail address
                an e-mail address
                a host name
                an IPv4 address
                an IPv6 address
                a URI with a scheme (uri)
                a URI reference
                an IRI with a scheme (iri)
                an IRI reference
                a URI template (RFC 6570)
                a UUID
                a JSON pointer (RFC 6901)
                a relative JSON pointer
                a regular expression
                Base64 text (byte)
                an integer of 32 bits (int32)
                an integer of 64 bits (int64)
                """)
    }

    /// RFC 3986 §5.4, and what has no authority.
    @Test func `references are resolved as the standard says`() {
        let rows = """
            g:h -> g:h
            g -> http://a/b/c/g
            ./g -> http://a/b/c/g
            g/ -> http://a/b/c/g/
            /g -> http://a/g
            //g -> http://g
            ?y -> http://a/b/c/d;p?y
            g?y -> http://a/b/c/g?y
            ;x -> http://a/b/c/;x
            g;x -> http://a/b/c/g;x
            . -> http://a/b/c/
            ./ -> http://a/b/c/
            .. -> http://a/b/
            ../ -> http://a/b/
            ../g -> http://a/b/g
            ../.. -> http://a/
            ../../g -> http://a/g
            ../../../g -> http://a/g
            /./g -> http://a/g
            /../g -> http://a/g
            g. -> http://a/b/c/g.
            ..g -> http://a/b/c/..g
            ./../g -> http://a/b/g
            ./g/. -> http://a/b/c/g/
            g/./h -> http://a/b/c/g/h
            g/../h -> http://a/b/c/h
            g;x=1/./y -> http://a/b/c/g;x=1/y
            g?y/./x -> http://a/b/c/g?y/./x
            """
        #expect(FilledTable(rows).filled { SchemaURI.resolve($0, against: "http://a/b/c/d;p?q") } == rows)
        let others = [
            ("", "http://a/b?q"), ("c.json", ""), ("c.json", "a/b.json"), ("c.json", "b.json"), ("x", "http://h"),
            ("urn:x:y", "http://h/"),
        ]
        #expect(
            others.map { SchemaURI.resolve($0.0, against: $0.1) }
                == ["http://a/b?q", "c.json", "a/c.json", "c.json", "http://h/x", "urn:x:y"])
        let relative = """
            ../c.json a/b.json c.json
            ../../c.json a/b.json c.json
            .. a/b/c a/
            . a/b a/
            ./c a/b a/c
            ?q http://h http://h?q
            ?q http://h/a/b?r http://h/a/b?q
            g http://h?q http://h/g
            g http://h/a?q/r http://h/g
            g urn:a:b urn:g
            a/b:c http://h/x/ http://h/x/a/b:c
            :a http://h/x/y http://h/x/:a
            //x?y s://z/p s://x?y
            //x/y/../z s://z/p s://x/z
            a://b/./c/../d e://f a://b/d
            """
        for row in relative.split(separator: "\n") {
            let words = row.split(separator: " ").map(String.init)
            #expect(SchemaURI.resolve(words[0], against: words[1]) == words[2])
        }
    }

    @Test func `a fragment begins at the first number sign`() {
        #expect(SchemaURI.split("a#b#c") == ("a", "b#c"))
        #expect(SchemaURI.split("#") == ("", ""))
        #expect(SchemaURI.split("a") == ("a", nil))
        #expect(["a#", "a#b", "a", "#"].map(SchemaURI.withoutEmptyFragment) == ["a", "a#b", "a", ""])
    }
}
