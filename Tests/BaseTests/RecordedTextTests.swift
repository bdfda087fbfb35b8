import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Base

/// What is made of many texts: how they are shown, cut and copied, and what they are taken for, as it was recorded (`Recorded`).
@Suite struct RecordedTextTests {
    /// Texts with escapes: \xHH is a byte, \u{…} a character.
    private static let shownTexts = #"""
        plain
        \x00\x01\x07\x08\x09\x0A\x0D\x1F\x7F
        a\x1B[31mred\x1B[0m
        \x1B[
        \x1B[12;34
        \x1B[1\x01m
        \x1B[?25l\x1B[ q\x1B[>c
        \x1B[\u{e9}
        \x1B]0;title\x07after
        \x1B]8;;http://a\x1B\\link\x1B]8;;\x1B\\
        \x1B]open
        \x1B]a\x18b
        \x1B]a\x1Ab\x07
        \x1B]a\x1Bb
        \x1BPdcs\x1B\\ \x1B_apc\x07 \x1B^pm\x07 \x1BXsos\x07
        \x1Bc\x1B7\x1B(B\x1B \x1B~
        \x1B
        \x1B\x1B[m
        \x1B\u{e9}
        \u{9B}31mx
        \u{9D}0;t\u{9C}after
        \u{90}d\u{9C} \u{98}s\u{9C} \u{9E}p\u{9C} \u{9F}a\u{9C}
        \u{80}\u{85}\u{9A}
        \u{9D}a\x07b
        \u{200E}\u{200F}\u{61C}\u{202A}\u{202E}\u{2066}\u{2069}\u{206A}
        a\u{200B}b\u{200C}c\u{200D}d\u{2060}e\u{FEFF}f
        a\u{AD}b\u{34F}c\u{115F}d\u{1160}e\u{17B4}f\u{3164}g\u{FFA0}h
        \u{E0001}\u{E0041}\u{E007F}
        \u{2028}\u{2029}
        \u{E000}\u{F8FF}\u{F0000}\u{10FFFD}
        \u{FFFE}\u{FFFF}\u{FDD0}\u{378}
        \xFF\xC0\xAF\xE0\x80\xAF\xED\xA0\x80\xF4\x90\x80\x80\xC3
        \xE6\xBC
        e\u{301} \u{301}x \u{20DD}
        a\u{301}\u{302}\u{303}\u{304}\u{305}b
        \u{1F600}\u{1F44D}\u{1F3FD}\u{1F3FD}
        a\u{1F3FD}
        \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}
        \u{1F468}\u{200D}a
        \u{1F468}\u{200D}\u{200D}\u{1F467}
        a\u{200D}\u{1F467}
        \u{2764}\u{FE0F} \u{2764}\u{FE0E} a\u{FE0F} \u{FE0F}
        1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} 1\u{FE0F}
        \u{1F1E9}\u{1F1EA}\u{1F1EB}
        \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}
        \u{8FBB}\u{E0100} a\u{E0100}
        \u{1100}\u{1161}\u{11A8} \u{1161} \u{AC00}\u{11A8} \u{D7B0}
        \u{6F22}\u{5B57} \u{FF21} \u{FF71} \u{3000}
        \u{643}\u{62A}\u{627}\u{628} \u{5E9}\u{5DC}
        \u{915}\u{94D}\u{937}\u{93F}
        \u{E01}\u{E33} \u{300}
        \u{A0}\u{2003}\u{1680}
        \u{2500}\u{2592}\u{2588}\u{B7}\u{2026}
        tab\x09s\x09\x09end
        a\x0D\x0Ab\x0A\x0A
        abcdefgh
        \u{6F22}\u{6F22}\u{6F22}
        """#

    private static func bytes(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\\", rest.first == "x" {
                bytes.append(UInt8(rest.dropFirst().prefix(2), radix: 16) ?? 0)
                rest = rest.dropFirst(3)
            } else if character == "\\", rest.hasPrefix("u{") {
                let digits = rest.dropFirst(2).prefix { $0 != "}" }
                let scalar = UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) } ?? "?"
                bytes += Array(String(scalar).utf8)
                rest = rest.dropFirst(digits.count + 3)
            } else if character == "\\", rest.first == "\\" {
                bytes.append(Byte.backslash)
                rest = rest.dropFirst()
            } else {
                bytes += Array(String(character).utf8)
            }
        }
        return bytes
    }

    @Test func `texts are shown, cut and copied as it was recorded`() throws {
        let parts = Recorded.parts(of: Self.shownTexts) { line in
            let bytes = Self.bytes(line)
            let safe = SafeText(bytes: bytes)
            var text = safe.runs.map { ($0.isEscape ? "escape " : "plain ") + Printed.escaped($0.text) + "\n" }.joined()
            let counts = Mirror(reflecting: safe.hazards).children.compactMap { child in
                (child.value as? Int).flatMap { $0 > 0 ? "\(child.label ?? "") \($0)" : nil }
            }
            text += "hazards \(counts), width \(DisplayWidth.of(safe))\n"
            text +=
                "cells " + CellGraphemes(safe.string).map { "\(Printed.escaped($0)) \($1)" }.joined(separator: ", ")
                + "\n"
            for width in [0, 1, 2, 3, 5] {
                let (start, end) = (safe.cut(toColumns: width), safe.cut(toColumns: width, keepsEnd: true))
                text += "cut to \(width): \(Printed.quoted(start.string)) \(Printed.quoted(end.string))\n"
            }
            let whole = String(decoding: bytes, as: UTF8.self)
            text += "characters \(Printed.quoted(whole.cut(to: 3)))\n"
            text += "tabs \(Printed.quoted(String(decoding: TabStops.expand(bytes: bytes, width: 4), as: UTF8.self)))\n"
            text += "clipboard \(Printed.quoted(ClipboardText(bytes: bytes).string))\n"
            text += "path \(Printed.quoted(PathText.visible(bytes))), URL \(PercentEncoding.illegal(bytes))\n"
            return text
        }
        try Recorded.expect(parts, in: "shown-texts")
    }

    /// Values, names, sizes and paths.
    private static let values = #"""
        0
        5
        999
        1000
        1.5
        1.5k
        10MB
        10 mb
        64MiB
        64 Mi
        1gib
        2T
        1P
        1kbb
        -1
        1e3
        .5m
        5.
        none
        None
        99999999999999999999
        3f2504e0-4f89-11d3-9a0c-0305e82c3301
        3F2504E0-4F89-11D3-9A0C-0305E82C3301
        3f2504e0-4f89-11d3-9a0c-0305e82c330
        3f2504e0-4f89-11d3-9a0c-0305e82c330g
        3f2504e04f8911d39a0c0305e82c3301
        2026-11-21
        2026-1-21
        2026-11-21T10:15
        2026-11-21T10:1
        2026-11-21t10:15:00Z
        2026-11-21 10:15:00.123+02:00
        2026-11-21X10:15
        2026-11-21T10:15:00 UTC
        Sat, 21 Nov 2026 10:15:00 GMT
        Sat, 21 Nov 2026 10:15:00 UTC
        Sat. 21 Nov 2026 10:15:00 GMT
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2+n
        eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0
        eyJ.a.b
        12345678
        1234567a
        123456a
        deadbeef
        abcdefghijklmnop
        abcdefghijklmno1
        abcdefghijklmn1
        abcdefghijklmnopqrs1
        abcdefghijklmnopqr 1
        0123456789abcdef
        hunter2
        hunter22
        aaaa
        true
        TRUE
        null
        none
        example-key
        my-secret
        my-secret-value
        changeme
        your-token-here
        the api key
        http://a.b
        a://b
        /etc/passwd
        ./x
        <token>
        {{token}}
        $x
        pass word
        abc
        abcd
        1.25
        token
        apiToken
        api_key
        API-KEY
        api key
        apikey
        tokenUrl
        token_name
        access_token
        accessTokenValue
        password
        db.password
        passwordFile
        pwd
        secretLength
        client_secret
        clientSecretURI
        session
        sessionId
        cookie
        auth
        authorization
        Authorization
        authHeader
        credentials
        signature
        sig
        key
        keyword
        privateKey
        public_key
        bearer
        jwt
        otp
        pin
        /
        /a
        /a/
        a/b
        a//b/../c/./d
        ../../x
        ./a
        a/
        .
        ..
        ~/x
        a b/c
        """#

    @Test func `values are taken for what was recorded`() throws {
        let parts = Self.values.split(separator: "\n").map(String.init).map { value -> (name: String, text: String) in
            let format = ValueFormat(Array(value.utf8))
            var text = "format \(format.rawValue)"
            text += format.isLikelyVolatile(length: value.utf8.count) ? ", volatile\n" : "\n"
            text += ByteSize.read(value).map { "size \($0)\n" } ?? ""
            text += SecretName.isSecret(value) ? "the name of a secret\n" : ""
            text += SecretName.isLiteral(value) ? "" : "no literal\n"
            text += SecretName.isGivenAway(value) ? "gives a secret away\n" : ""
            text += "path \(PathText.normalised(value, workingDirectory: "/w/x")) in \(PathText.folder(of: value)) "
            text +=
                "named '\(PathText.name(of: value))', joined \(PathText.join("/w", value)) \(PathText.join("w/", value))\n"
            return (value, text)
        }
        let formats = ValueFormat.allCases.map { format in
            (name: "part of: \(format)", text: "\(ValueFormat.allCases.filter { format.isPartOf($0) })")
        }
        try Recorded.expect(parts + formats, in: "values")
    }

    @Test func `numbers and moments are written as it was recorded`() throws {
        let counts = [
            0, 1, 999, 1000, 1049, 1050, 9949, 9950, 9999, 10_499, 10_500, 99_499, 999_499, 999_500, 1_000_000,
            1_049_999,
            1_050_000, 9_950_000, 999_499_999, 999_500_000, 1_000_000_000, 9_949_999_999, 9_950_000_000,
            999_499_999_999,
            1_500_000_000_000, .max >> 8,
        ]
        var parts = counts.map { (name: "\($0)", text: "\(Formatting.byteCount($0)) \(Formatting.count($0, "line"))") }
        for micros in [0, 1, 999, 1000, 1_000_000, 1_795_256_100_123_456, 1_795_256_100_999_999, -1, -1_000_001]
            as [Int64]
        {
            let moment = Timestamp(microsecondsSince1970: micros)
            var text = "\(Formatting.iso8601(moment))\n"
            for offset in [0, 7200, -43_200, 20_700] {
                text += "\(Formatting.clock(moment, utcOffsetSeconds: offset)) "
                text += "\(Formatting.clock(moment, utcOffsetSeconds: offset, showsMilliseconds: false))\n"
            }
            parts.append(("moment \(micros)", text))
        }
        for seconds in [
            0, 1, 59, 60, 61, 119, 120, 3599, 3600, 7199, 7200, 86_399, 86_400, 172_799, 172_800, 31_536_000,
        ] {
            parts.append(("\(seconds) seconds ago", Formatting.age(.seconds(seconds))))
        }
        parts.append(("less than a second ago", Formatting.age(.milliseconds(999))))
        try Recorded.expect(parts, in: "numbers")
    }

    /// A name, and names after the colon.
    private static let names = """
        a: a b
        ab: ac
        abc: abd xyz
        abc: ABC abd
        ABC: abc
        abcdef: abdcef abcdxx
        abcdef: abcxxx
        abcdef: abcdefgh abcdefghi
        timeuot: timeout timeouts
        send: sand bend
        stat: status state start
        staus: status stats
        x: y
        xy: yx
        status: status
        hose: host hosts rose
        """

    @Test func `the nearest name is the one that was recorded`() throws {
        let parts = Recorded.parts(of: Self.names) { line in
            let halves = line.components(separatedBy: ": ")
            return NameSuggestion.nearest(to: halves[0], among: halves[1].components(separatedBy: " ")) ?? "none"
        }
        try Recorded.expect(parts, in: "near-names")
    }

    /// A needle and a text, after ` in `.
    private static let searches = #"""
        a in banana
        na in banana
        A in banana
        a in BANANA
        An in bAnana
        é in caf\u00e9 é
        É in é
        x in
        ab in aab
        aab in aaab
        "q" in say \"q\" now
        \n in a\nb
        n in a\nb
        / in a\/b
        😀 in \ud83d\ude00
        a in \u0061
        A in \u0061
        bc in a\u0062c
        abc in a\u0062\u0063
        \ in a\\b
        \u0061 in \u0061 a
        \x in \x
        ab in a\
        ab in a\u00
        """#

    @Test func `a needle is found where it was recorded`() throws {
        let parts = Recorded.parts(of: Self.searches) { line in
            let halves = "\(line) ".components(separatedBy: " in ")
            let bytes = Array((halves.count > 1 ? halves[1] : "").utf8)
            var text = ""
            for readsEscapes in [false, true] {
                for isSensitive in [nil, true, false] as [Bool?] {
                    let needle = TextNeedle(halves[0], readsEscapes: readsEscapes, isCaseSensitive: isSensitive)
                    let found = bytes.withUnsafeBufferPointer { buffer -> [Range<Int>] in
                        var (found, place) = ([Range<Int>](), 0)
                        while let hit = needle.first(in: buffer, startingIn: place..<buffer.count) {
                            found.append(hit)
                            place = hit.lowerBound + 1
                        }
                        return found
                    }
                    text +=
                        "\(readsEscapes ? "with escapes" : "as written") \(isSensitive.map { "\($0)" } ?? "-"): \(found)\n"
                }
            }
            return text
        }
        try Recorded.expect(parts, in: "needles")
    }
}
