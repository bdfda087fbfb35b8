import Testing

@testable import Bodies

@Suite struct MessagePackDecoderTests {
    private func shown(_ digits: String) -> String { Decoding(hex(digits), "application/msgpack").shown }
    private func refusal(_ digits: String) -> String? { Decoding(hex(digits), "application/vnd.msgpack").refusal }

    @Test func `every kind of value`() {
        #expect(shown("82 A7 636F6D70616374 C3 A6 736368656D61 00") == #"{"compact":true,"schema":0}"#)
        #expect(
            shown("96 7F E0 CC FF CD FFFF CF FFFFFFFFFFFFFFFF D3 8000000000000000")
                == "[127,-32,255,65535,18446744073709551615,-9223372036854775808]")
        #expect(shown("94 C0 C2 CA 3FC00000 CB 3FF199999999999A") == "[null,false,1.5,1.1]")
        #expect(shown("93 C4 02 00FF D9 02 C3A9 A1 FF") == #"["h'00ff'","é",{"text that is not UTF-8":"h'ff'"}]"#)
        #expect(shown("92 90 80") == "[[],{}]")
        #expect(shown("91 CB 7FF0000000000000") == #"[{"number":"Infinity"}]"#)
    }

    @Test func `extensions and timestamps`() {
        #expect(shown("D4 05 AA") == #"{"extension 5":"h'aa'"}"#)
        #expect(shown("D6 FF 5A4AF6A5") == #"{"timestamp":"2018-01-02T03:04:05Z"}"#)
        #expect(shown("D7 FF 7735940060000000") == #"{"timestamp":"2021-01-14T08:25:36.500000000Z"}"#)
        #expect(shown("C7 0C FF 00000001 FFFFFFFFFFFFFFFF") == #"{"timestamp":"1969-12-31T23:59:59.000000001Z"}"#)
    }

    @Test func `keys that are no text say what they are`() {
        #expect(
            shown("85 01 A1 61 C3 01 C0 02 C4 01 0A 03 92 01 02 04")
                == #"{"1 (number)":"a","true (boolean)":1,"null":2,"h'0a' (bytes)":3,"h'920102' (array as MessagePack)":4}"#
        )
    }

    @Test func `several values are a line each`() {
        let stream = Decoding(hex("01 81 A1 61 02"), "application/msgpack")
        #expect(stream.shown == "1\n{\"a\":2}")
        #expect(stream.summary == "2 values")
    }

    @Test func `what is not MessagePack is refused with its place`() {
        #expect(refusal("DD FFFFFFFF 01") == "an array claims 4294967295 values, but 1 byte follows (byte 0)")
        #expect(refusal("DF FFFFFFFF 01") == "a map claims 4294967295 pairs, but 1 byte follows (byte 0)")
        #expect(refusal("92 01") == "an array claims 2 values, but 1 byte follows (byte 0)")
        #expect(refusal("92 01 CD 01") == "the data ends inside the number that begins (byte 2)")
        #expect(refusal("91 DB FFFFFFFF") == "a text claims 4294967295 bytes, but 0 follow (byte 1)")
        #expect(refusal("91 C1") == "0xC1 is never used (byte 1)")
        #expect(
            refusal(String(repeating: "91", count: 1_000_000)) == "it is nested more than 1000 levels deep (byte 1000)")
        #expect(
            refusal("81" + String(repeating: "91", count: 1_000_000) + "0101")
                == "it is nested more than 1000 levels deep (byte 1)")
    }

    @Test func `without a type it is found only if a map or an array is all of the body`() {
        #expect(Decoding(hex("81 A1 61 02"), "application/octet-stream").kind == .messagePack)
        #expect(Decoding(hex("81 A1 61 02 03")).kind == nil)
        #expect(Decoding(hex("01")).kind == nil)
    }
}

@Suite struct CBORDecoderTests {
    private func shown(_ digits: String) -> String { Decoding(hex(digits), "application/cbor").shown }
    private func refusal(_ digits: String) -> String? { Decoding(hex(digits), "application/cbor").refusal }

    /// RFC 8949 appendix A.
    @Test(arguments: [
        ("00", "0"), ("1864", "100"), ("1BFFFFFFFFFFFFFFFF", "18446744073709551615"),
        ("C249010000000000000000", "18446744073709551616"), ("3BFFFFFFFFFFFFFFFF", "-18446744073709551616"),
        ("C349010000000000000000", "-18446744073709551617"), ("3863", "-100"), ("F90000", "0.0"), ("F98000", "-0.0"),
        ("F93C00", "1.0"), ("FB3FF199999999999A", "1.1"), ("F93E00", "1.5"), ("F97BFF", "65504.0"),
        ("FA47C35000", "100000.0"), ("F90001", "5.960464477539063e-08"), ("F90400", "6.103515625e-05"),
        ("F9C400", "-4.0"),
        ("F97C00", #"{"number":"Infinity"}"#), ("F97E00", #"{"number":"NaN"}"#), ("F9FC00", #"{"number":"-Infinity"}"#),
        ("F4", "false"), ("F5", "true"), ("F6", "null"), ("F7", #"{"simple":"undefined"}"#),
        ("F0", #"{"simple":"16"}"#),
        ("F8FF", #"{"simple":"255"}"#),
        (
            "C074323031332D30332D32315432303A30343A30305A",
            #"{"tag 0 (date and time)":"2013-03-21T20:04:00Z"}"#
        ),
        ("C11A514B67B0", #"{"tag 1 (seconds since 1970)":1363896240}"#),
        ("D74401020304", #"{"tag 23 (base16)":"h'01020304'"}"#),
        ("40", #""h''""#), ("6449455446", #""IETF""#), ("62C3BC", #""ü""#), ("80", "[]"),
        ("8301820203820405", "[1,[2,3],[4,5]]"),
        ("A0", "{}"), ("A201020304", #"{"1 (number)":2,"3 (number)":4}"#),
        ("A26161016162820203", #"{"a":1,"b":[2,3]}"#),
        ("5F42010243030405FF", #""h'0102030405'""#), ("7F657374726561646D696E67FF", #""streaming""#),
        ("9FFF", "[]"), ("9F018202039F0405FFFF", "[1,[2,3],[4,5]]"), ("BF61610161629F0203FFFF", #"{"a":1,"b":[2,3]}"#),
        ("826161BF61626163FF", #"["a",{"b":"c"}]"#), ("D9D9F700", #"{"tag 55799 (CBOR)":0}"#),
    ])
    func `the examples of the standard`(_ digits: String, _ json: String) {
        #expect(shown(digits) == json)
    }

    @Test func `keys of other kinds`() {
        #expect(shown("A2 82 01 02 03 F6 04") == #"{"h'820102' (array as CBOR)":3,"null":4}"#)
        #expect(shown("A1 9F 01 FF 03") == #"{"h'9f01ff' (array as CBOR)":3}"#)
        #expect(shown("A1 C1 01 03") == #"{"h'c101' (tag as CBOR)":3}"#)
        #expect(shown("A1 F7 03") == #"{"undefined (simple)":3}"#)
    }

    @Test func `what is not CBOR is refused with its place`() {
        #expect(
            refusal("9BFFFFFFFFFFFFFFFF") == "an array claims 18446744073709551615 items, but 0 bytes follow (byte 0)")
        #expect(refusal("BA7FFFFFFF0102") == "a map claims 2147483647 items, but 2 bytes follow (byte 0)")
        #expect(
            refusal("5BFFFFFFFFFFFFFFFF01") == "a byte string claims 18446744073709551615 bytes, but 1 follows (byte 0)"
        )
        #expect(refusal("9F01") == "the data ends inside the array that begins (byte 0)")
        #expect(refusal("01FF") == "an end marker is where a value must be (byte 1)")
        #expect(refusal("BF6161FF") == "an end marker is where a value must be (byte 3)")
        #expect(refusal("82FF01") == "an end marker is where a value must be (byte 1)")
        #expect(refusal("A18201FF01") == "an end marker is where a value must be (byte 3)")
        #expect(refusal("1C") == "additional information 28 has no meaning (byte 0)")
        #expect(refusal("1F") == "an indefinite length where none is allowed (byte 0)")
        #expect(refusal("F810") == "simple value 16 in two bytes (byte 0)")
        #expect(refusal("7F6161") == "a text has no end; it begins (byte 0)")
        #expect(refusal("7F4161FF") == "a piece of a text is not one (byte 1)")
        #expect(refusal("C2") == "the data ends inside the tag that begins (byte 0)")
        #expect(
            refusal(String(repeating: "81", count: 100_000)) == "it is nested more than 1000 levels deep (byte 1000)")
        #expect(
            refusal(String(repeating: "9F", count: 100_000)) == "it is nested more than 1000 levels deep (byte 1000)")
        #expect(
            refusal(String(repeating: "C1", count: 100_000)) == "it is nested more than 1000 levels deep (byte 1000)")
    }

    @Test func `its tag marks it without a type`() {
        #expect(Decoding(hex("D9D9F7 8101")).kind == .cbor)
        #expect(Decoding(hex("6449455446")).kind == nil)
    }

    @Test func `a very long number is shown as bytes`() {
        let long = "C2 58 C8" + String(repeating: "01", count: 200)
        #expect(shown(long).hasPrefix(#"{"tag 2 (large number)":"h'0101"#))
    }
}
