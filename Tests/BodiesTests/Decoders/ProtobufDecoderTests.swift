import Testing

@testable import Bodies

@Suite struct ProtobufDecoderTests {
    private let type = "application/x-protobuf"

    private func shown(_ digits: String, _ type: String = "application/protobuf", reading: Int = 0) -> String {
        Decoding(hex(digits), type, reading: reading).shown
    }

    @Test func `the examples of the encoding guide`() {
        #expect(shown("08 96 01") == #"{"1 varint":150}"#)
        #expect(shown("12 07 74657374696E67") == #"{"2 text":"testing"}"#)
        #expect(shown("1A 03 08 96 01") == #"{"3 message":{"1 varint":150}}"#)
        #expect(shown("32 06 03 8E02 9EA705") == #"{"6 packed varints":[3,270,86942]}"#)
        #expect(
            shown("22 05 68656C6C6F 28 01 28 02 28 03") == #"{"4 text":"hello","5 varint":1,"5 varint":2,"5 varint":3}"#
        )
    }

    @Test func `fixed numbers, negative numbers, bytes and groups`() {
        #expect(shown("0D 0000C03F") == #"{"1 fixed32":"1.5 (as an integer 1069547520)"}"#)
        #expect(shown("0D 07000000") == #"{"1 fixed32":7}"#)
        #expect(
            shown("09 182D4454FB210940") == #"{"1 fixed64":"3.141592653589793 (as an integer 4614256656552045848)"}"#)
        #expect(shown("08 FFFFFFFFFFFFFFFFFF01") == #"{"1 varint":-1}"#)
        #expect(shown("0A 04 FFFE0000") == #"{"1 bytes":"h'fffe0000'"}"#)
        // No UTF-8, and a control character.
        #expect(shown("0A 02 4180") == #"{"1 bytes":"h'4180'"}"#)
        #expect(shown("0A 02 417F") == #"{"1 packed varints":[65,127]}"#)
        #expect(shown("0A 00") == #"{"1 text":""}"#)
        #expect(shown("0B 10 01 0C 18 02") == #"{"1 group":{"2 varint":1},"3 varint":2}"#)
    }

    @Test func `gRPC's prefix, several messages, and the trailers of gRPC-Web`() {
        let grpc = "00 00000003 089601 00 00000000 00 00000002 0801"
        #expect(shown(grpc, "application/grpc") == "{\"1 varint\":150}\n{}\n{\"1 varint\":1}")
        #expect(Decoding(hex(grpc), "application/grpc+proto").summary?.hasPrefix("3 messages") == true)
        #expect(shown(grpc) == "{\"1 varint\":150}\n{}\n{\"1 varint\":1}", "found without the type too")
        #expect(shown("00 00000003 089601 80 00000003 613A31", "application/grpc-web+proto") == #"{"1 varint":150}"#)
    }

    @Test func `trailers of gRPC-Web come after a message and end the body; what is otherwise framed is refused`() {
        let bodies = [
            // Trailers alone, cut off, and with a byte after them.
            "80 00000003 613A31", "00 00000003 089601 80 00000004 613A31", "00 00000003 089601 80 00000002 613A31",
            // A compressed message, one that is cut off, and half a prefix.
            "01 00000003 089601", "00 00000004 089601", "00 00000003 089601 00",
        ]
        for body in bodies {
            let refusal = Decoding(hex(body), "application/grpc-web+proto").refusal
            #expect(refusal == "a field has the number 0 (byte 0)", "\(body)")
        }
    }

    @Test func `other readings can be asked for, the best comes first`() {
        // A text that is a message too: field 4 with 32 spaces.
        let text = "0A 22 22 20" + String(repeating: "20", count: 32)
        let first = Decoding(hex(text), type)
        #expect(first.shown.hasPrefix(#"{"1 text":"\"  "#))
        #expect(first.body?.readings == ["a message", "a message, text as messages"])
        #expect(shown(text, type, reading: 1).hasPrefix(#"{"1 message":{"4 message":{"4 varint":32"#))
        #expect(shown(text, type, reading: 2) == first.shown, "after the last the first comes again")
    }

    @Test func `what is not Protobuf is refused with its place`() {
        func refusal(_ digits: String) -> String? { Decoding(hex(digits), type).refusal }
        #expect(refusal("00 01") == "a field has the number 0 (byte 0)")
        #expect(refusal("08 01 0E 01") == "field 1 has the wire type 6, which does not exist (byte 2)")
        #expect(refusal("0F 01") == "field 1 has the wire type 7, which does not exist (byte 0)")
        #expect(refusal("08 01 12 05 61") == "field 2 is longer than its message (byte 2)")
        #expect(refusal("08 96") == "the number of field 1 has no end (byte 0)")
        #expect(refusal("0D 01") == "the number of field 1 ends after its message (byte 0)")
        #expect(refusal("08 01 80") == "the key of a field has no end (byte 2)")
        #expect(refusal("0C") == "the group 1 ends, but is not open (byte 0)")
        #expect(refusal("0B 14") == "the group 2 ends, but is not open (byte 1)")
        #expect(refusal("0B") == "a group has no end; its fields begin (byte 1)")
        #expect(refusal("08 FFFFFFFFFFFFFFFFFFFF01") == "the number of field 1 has no end (byte 0)")
        #expect(refusal(String(repeating: "0B", count: 10_000))?.hasPrefix("groups are nested too deep") == true)
    }

    @Test func `deep nesting ends as bytes, without taking long`() {
        var bytes: [UInt8] = [0x08, 0x01]
        for _ in 0..<200 {
            var length: [UInt8] = []
            var count = bytes.count
            repeat {
                length.append(UInt8(count & 0x7F) | (count > 0x7F ? 0x80 : 0))
                count >>= 7
            } while count > 0
            bytes = [0x0A] + length + bytes
        }
        let shown = Decoding(bytes, type).shown
        #expect(shown.hasPrefix(#"{"1 message":{"1 message":{"#))
        #expect(shown.contains("1 bytes"))
    }
}
