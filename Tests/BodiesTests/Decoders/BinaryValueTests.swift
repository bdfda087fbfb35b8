import TestSupport
import Testing

@testable import Bodies

/// Every code of the binary formats, and where they end early.
@Suite struct BinaryValueTests {
    /// Bytes and what is shown of them, a line each.
    private func expect(_ rows: String, _ type: String) {
        let found = FilledTable(rows).filled { digits in
            let body = Decoding(hex(digits), type)
            return body.refusal ?? body.shown
        }
        #expect(found == rows)
    }

    @Test func `each code of MessagePack has its value`() {
        expect(
            """
            00 -> 0
            7F -> 127
            FF -> -1
            E0 -> -32
            CC80 -> 128
            CD0100 -> 256
            CE00010000 -> 65536
            CF8000000000000000 -> 9223372036854775808
            D080 -> -128
            D18000 -> -32768
            D280000000 -> -2147483648
            D3FFFFFFFFFFFFFFFF -> -1
            CA3DCCCCCD -> 0.1
            CA7FC00000 -> {"number":"NaN"}
            CAFF800000 -> {"number":"-Infinity"}
            CB0000000000000000 -> 0.0
            A0 -> ""
            D90161 -> "a"
            DA000161 -> "a"
            DB0000000161 -> "a"
            C400 -> "h''"
            C50001AB -> "h'ab'"
            C600000001AB -> "h'ab'"
            DC0001C0 -> [null]
            DD00000001C2 -> [false]
            DE0001A161C3 -> {"a":true}
            DF00000001A16190 -> {"a":[]}
            8201020304 -> {"1 (number)":2,"3 (number)":4}
            81C201 -> {"false (boolean)":1}
            81CB3FF800000000000001 -> {"1.5 (number)":1}
            81D405AA01 -> {"h'aa' (extension 5)":1}
            8181010203 -> {"h'810102' (map as MessagePack)":3}
            D401AA -> {"extension 1":"h'aa'"}
            D501AABB -> {"extension 1":"h'aabb'"}
            D68000000000 -> {"extension -128":"h'00000000'"}
            D8027F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F -> {"extension 2":"h'7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f'"}
            C70005 -> {"extension 5":"h''"}
            C8000103AA -> {"extension 3":"h'aa'"}
            C90000000104BB -> {"extension 4":"h'bb'"}
            D7FF0000000000000000 -> {"timestamp":"1970-01-01T00:00:00Z"}
            D7FFEE6B27FC00000000 -> {"timestamp":"1970-01-01T00:00:00.999999999Z"}
            D7FFEE6B280000000000 -> {"extension -1":"h'ee6b280000000000'"}
            C702FF0000 -> {"extension -1":"h'0000'"}
            C4 -> the data ends inside the length that begins (byte 0)
            C40200 -> a byte string claims 2 bytes, but 1 follows (byte 0)
            CA0000 -> the data ends inside the number that begins (byte 0)
            D4 -> the data ends inside the extension type that begins (byte 0)
            D401 -> an extension claims 1 byte, but 0 follow (byte 0)
            81 -> a map claims 1 pair, but 0 bytes follow (byte 0)
            81A1 -> a map claims 1 pair, but 1 byte follows (byte 0)
            81A161 -> the data ends inside the map that begins (byte 0)
            81920102 -> the data ends inside the map that begins (byte 0)
            819191 -> an array claims 1 value, but 0 bytes follow (byte 1)
            91A261 -> a text claims 2 bytes, but 1 follows (byte 1)
            """, "application/msgpack")
    }

    @Test func `each kind of CBOR has its value`() {
        expect(
            """
            17 -> 23
            1818 -> 24
            190100 -> 256
            1A00010000 -> 65536
            20 -> -1
            37 -> -24
            3818 -> -25
            3B7FFFFFFFFFFFFFFF -> -9223372036854775808
            3BFFFFFFFFFFFFFFFE -> -18446744073709551615
            C240 -> 0
            C241FF -> 255
            C340 -> -1
            C34109 -> -10
            C341FF -> -256
            C34200FF -> -256
            C25F4101FF -> {"tag 2 (large number)":"h'01'"}
            C360 -> {"tag 3 (large negative number)":""}
            E0 -> {"simple":"0"}
            F3 -> {"simple":"19"}
            F820 -> {"simple":"32"}
            F9FBFF -> -65504.0
            F903FF -> 6.097555160522461e-05
            FAFF800000 -> {"number":"-Infinity"}
            5FFF -> "h''"
            7FFF -> ""
            BFFF -> {}
            9F9FFFFF -> [[]]
            62FFFE -> {"text that is not UTF-8":"h'fffe'"}
            BFF401FF -> {"false (boolean)":1}
            FF -> an end marker is where a value must be (byte 0)
            C1FF -> an end marker is where a value must be (byte 1)
            18 -> the data ends inside the value that begins (byte 0)
            61 -> a text claims 1 byte, but 0 follow (byte 0)
            1E -> additional information 30 has no meaning (byte 0)
            3F -> an indefinite length where none is allowed (byte 0)
            DF -> an indefinite length where none is allowed (byte 0)
            F81F -> simple value 31 in two bytes (byte 0)
            5F5FFF -> a piece of a byte string is not one (byte 1)
            5F4201 -> a piece of a byte string claims 2 bytes, but 1 follows (byte 1)
            8201 -> an array claims 2 items, but 1 byte follows (byte 0)
            A101 -> a map claims 1 pair, but 1 byte follows (byte 0)
            A201 -> a map claims 2 items, but 1 byte follows (byte 0)
            A19F01 -> the data ends inside the key that begins (byte 1)
            """, "application/cbor")
    }

    @Test func `tags of CBOR that are known say what they mean`() {
        let rows = """
            0 date and time
            1 seconds since 1970
            2 large number
            3 large negative number
            4 decimal fraction
            5 large float
            6
            16 encrypted
            17 authenticated
            18 signed
            21 base64url
            22 base64
            23 base16
            24 encoded CBOR
            32 URI
            33 base64url text
            34 base64 text
            35 regular expression
            36 MIME message
            37 UUID
            61 CBOR Web Token
            96 encrypted
            97 authenticated
            98 signed
            100 days since 1970
            258 set
            1004 date
            55799 CBOR
            """
        let found = rows.split(separator: "\n").map { row -> String in
            let number = Int(row.prefix { $0 != " " }) ?? 0
            let tag = [0xD9, UInt8(number >> 8), UInt8(number & 0xFF), 0]
            return Decoding(tag, "application/cbor").shown
        }
        let wanted = rows.split(separator: "\n").map { row in
            let words = row.split(separator: " ", maxSplits: 1)
            return #"{"tag \#(words[0])\#(words.count > 1 ? " (\(words[1]))" : "")":0}"#
        }
        #expect(found == wanted)
    }

    @Test func `a number has its digits up to 128 bytes`() {
        func number(_ count: Int) -> [UInt8] {
            [0xC2, 0x58, UInt8(count)] + Array(repeating: 0, count: count - 1) + [7]
        }
        #expect(Decoding(number(128), "application/cbor").shown == "7")
        #expect(Decoding(number(129), "application/cbor").shown.hasPrefix(#"{"tag 2 (large number)":"h'0000"#))
    }

    @Test func `a thousand levels are read, and one more is not`() {
        func nested(_ levels: Int) -> Decoding {
            Decoding(Array(repeating: 0x91, count: levels) + [1], "application/msgpack")
        }
        #expect(nested(1000).shown == String(repeating: "[", count: 1000) + "1" + String(repeating: "]", count: 1000))
        #expect(nested(1001).refusal == "it is nested more than 1000 levels deep (byte 1000)")
        // The map is a level, too.
        func key(_ levels: Int) -> Decoding {
            Decoding(hex("81" + String(repeating: "91", count: levels) + "01 02"), "application/msgpack")
        }
        let shown = String(repeating: "91", count: 999) + "01"
        #expect(key(999).shown == "{\"h'\(shown)' (array as MessagePack)\":2}")
        #expect(key(1000).refusal == "it is nested more than 1000 levels deep (byte 1)")
    }

    @Test func `fields of Protobuf with a length are text, messages, numbers or bytes`() {
        expect(
            #"""
            0A03090A0D -> {"1 text":"\t\n\r"}
            0A017F -> {"1 bytes":"h'7f'"}
            0A0101 -> {"1 bytes":"h'01'"}
            0A020102 -> {"1 packed varints":[1,2]}
            0A028000 -> {"1 bytes":"h'8000'"}
            0A0480808001 -> {"1 bytes":"h'80808001'"}
            0A05FFFFFF7F01 -> {"1 bytes":"h'ffffff7f01'"}
            0A02C3BC -> {"1 text":"ü"}
            0A01C3 -> {"1 bytes":"h'c3'"}
            F8FFFFFF0F01 -> {"536870911 varint":1}
            808080801000 -> the field number 536870912 is too large (byte 0)
            08FFFFFFFFFFFFFFFFFF02 -> the number of field 1 has no end (byte 0)
            08FFFFFFFFFFFFFFFF7F -> {"1 varint":9223372036854775807}
            0D00000000 -> {"1 fixed32":0}
            0DFFFFFFFF -> {"1 fixed32":-1}
            0D0000803F -> {"1 fixed32":"1.0 (as an integer 1065353216)"}
            090000000000000080 -> {"1 fixed64":-9223372036854775808}
            09000000000000F0BF -> {"1 fixed64":"-1.0 (as an integer -4616189618054758400)"}
            09000000000000 -> the number of field 1 ends after its message (byte 0)
            0B0B0C0C -> {"1 group":{"1 group":{}}}
            0B0C0801 -> {"1 group":{},"1 varint":1}
            0308960102 -> a field has the number 0 (byte 0)
            """#, "application/protobuf")
        let several = Decoding(hex("03 089601 02 0801"), "application/protobuf")
        #expect(several.shown == "{\"1 varint\":150}\n{\"1 varint\":1}")
        #expect(several.body?.readings == ["messages with their length"])
        #expect(several.summary == "2 messages")
        #expect(Decoding(hex("0801"), "application/protobuf").summary == "1 message")
    }
}
