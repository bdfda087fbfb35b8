import Testing

@testable import NetEngine

/// What the reader and the writer of JSON are made of, each part by itself.
@Suite struct JSONPartTests {
    @Test func `these scalars are hidden wherever they stand alone`() {
        func isHidden(_ value: UInt32) -> Bool {
            guard let scalar = Unicode.Scalar(value) else { return false }
            return Array(String(scalar).utf8).withUnsafeBufferPointer { text in
                let length = HiddenScalar.length(in: text, at: 0)
                if length != 0, length != text.count { Issue.record("\(length) bytes of \(scalar)") }
                return length > 0
            }
        }
        let blocks: [ClosedRange<UInt32>] = [
            0...0xFFFF, 0x1BC90...0x1BCB0, 0x1D160...0x1D190, 0x1F3F0...0x1F400, 0xDFFF0...0xE0110, 0xE01E0...0xE0200,
            0xE0FF0...0xE1010,
        ]
        var found: [String] = []
        for block in blocks {
            var first: UInt32?
            for value in block.lowerBound...(block.upperBound + 1) {
                let goesOn = value <= block.upperBound && isHidden(value)
                if goesOn {
                    first = first ?? value
                } else if let start = first {
                    let (start, last) = (String(start, radix: 16), String(value - 1, radix: 16))
                    found.append(start == last ? start : "\(start)-\(last)")
                    first = nil
                }
            }
        }
        #expect(
            found.joined(separator: " ") == """
                7f-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 2028-202e 2060-206f 3164 fe00-fe0f feff ffa0 \
                fff0-fffb 1bca0-1bca3 1d173-1d17a e0000-e0110 e01e0-e0200 e0ff0-e0fff
                """)
    }

    @Test(arguments: [
        ("👩\u{200D}💻", true), ("👩🏽\u{200D}💻", true), ("❤️\u{200D}🔥", true), ("a\u{200D}💻", false),
        ("👩\u{200D}a", false), ("👩\u{200D}", false), ("\u{200D}💻", false), ("🏽\u{200D}💻", false),
        ("1\u{200D}💻", false), ("👩\u{200D}1", false), ("❤\u{FE0F}", true), ("❤\u{FE0E}", true), ("é\u{FE0F}", false),
        ("1\u{FE0F}\u{20E3}", true), ("1\u{FE0F}", false), ("1\u{FE0F}a", false), ("葛\u{E0100}", true),
        ("葛\u{E01EF}", true), ("葛\u{E01F0}", false), ("a\u{E0100}", false), ("あ\u{E0100}", false),
    ])
    func `what makes a picture or an ideograph stays`(text: String, stays: Bool) {
        #expect((JSONWriter.escaped(text) == text) == stays, "\(JSONWriter.escaped(text))")
    }

    @Test func `a stack of flags gives them back in their order`() {
        var stack = BitStack()
        #expect(!stack.top && stack.count == 0)
        let flags = (0..<200).map { $0 % 3 == 0 || $0 % 64 == 63 }
        for round in 0..<2 {
            for flag in flags {
                stack.push(flag != (round == 1))
                #expect(stack.top == (flag != (round == 1)))
            }
            #expect(stack.count == 200)
            for flag in flags.reversed() {
                #expect(stack.top == (flag != (round == 1)))
                stack.pop()
            }
            #expect(!stack.top && stack.count == 0)
        }
        stack.pop()
        #expect(!stack.top && stack.count == 0)
    }

    @Test func `the first of eight bytes that is meant is found`() {
        for place in 0..<8 {
            let shift = UInt64(place * 8)
            let filler: UInt64 = 0x7878_7878_7878_7878 & ~(0xFF << shift)
            for value in UInt64(0)...255 {
                let word = filler | value << shift
                let below = ByteWord.below(word, 0x20)
                #expect(below == 0 ? value >= 0x20 : value < 0x20 && below.trailingZeroBitCount >> 3 == place)
                let equal = ByteWord.equal(word, 0x22)
                #expect(equal == 0 ? value != 0x22 : value == 0x22 && equal.trailingZeroBitCount >> 3 == place)
            }
        }
    }

    @Test func `a run of a string ends at its first quote, backslash or control, wherever it begins`() {
        for count in 0...20 {
            for special in [0x22, 0x5C, 0x1F, 0] as [UInt8] {
                for place in 0...count {
                    var text = [UInt8](repeating: 0xC3, count: count)
                    if place < count { text[place] = special }
                    text.withUnsafeBufferPointer { text in
                        for start in 0...count {
                            let end = ByteWord.endOfStringRun(in: text, from: start, to: count)
                            #expect(end == (start <= place ? place : count))
                        }
                        let cut = ByteWord.endOfStringRun(in: text, from: 0, to: count / 2)
                        #expect(cut == min(place, count / 2))
                    }
                }
            }
        }
        let kept = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xFF] as [UInt8]
        kept.withUnsafeBufferPointer { #expect(ByteWord.endOfStringRun(in: $0, from: 0, to: 8) == 8) }
        Array(kept[1...]).withUnsafeBufferPointer { #expect(ByteWord.endOfStringRun(in: $0, from: 0, to: 7) == 7) }
    }

    @Test func `a string is compared without being decoded, unless it has escapes`() {
        func isEqual(_ text: String, _ other: String) -> Bool {
            JSONText.isEqual(Array("[\(text)".utf8), quote: 1, to: Array(other.utf8))
        }
        let equal = [("\"\"", ""), ("\"ab\"", "ab"), (#""a\u0062""#, "ab"), (#""\"""#, "\""), ("\"é\",\"x\"", "é")]
        let other = [
            ("\"\"", "a"), ("\"ab\"", "a"), ("\"a\"", "ab"), ("\"ab\"", "ac"), (#""a\u0062""#, "ac"), ("\"a\"", "a\""),
            ("\"a", "a"), ("\"a", "ab"), ("\"a\",\"b\"", "a\",\"b"),
        ]
        for (text, word) in equal { #expect(isEqual(text, word), "\(text) \(word)") }
        for (text, word) in other { #expect(!isEqual(text, word), "\(text) \(word)") }
        #expect(Array(JSONText.slice(Array(#"["a\"b","c"]"#.utf8), quote: 1)) == Array(#"a\"b"#.utf8))
    }

    @Test func `a scalar is as many bytes as UTF-8 has for it`() {
        func bytes(_ scalar: UInt32) -> [UInt8] {
            var bytes: [UInt8] = []
            JSONText.append(scalar, to: &bytes)
            return bytes
        }
        let scalars: [UInt32] = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF]
        for value in scalars {
            let expected = Unicode.Scalar(value).map { Array(String($0).utf8) }
            #expect(bytes(value) == expected, "\(value)")
            #expect(UTF8Length.of(bytes(value)[0]) == bytes(value).count)
        }
        #expect(bytes(0xD800) == [0xED, 0xA0, 0x80] && bytes(0xDFFF) == [0xED, 0xBF, 0xBF])
        #expect([0x80, 0xBF].map { UTF8Length.of($0) } == [1, 1])
    }

    // MARK: Writing

    private static func written(isASCIIOnly: Bool = false, _ write: (inout JSONWriter) -> Void) -> String {
        var out = JSONWriter(isASCIIOnly: isASCIIOnly)
        write(&out)
        return out.text
    }

    @Test func `numbers, times and words are written as JSON has them`() {
        let numbers = [0, 9, 10, 1009, -1, .max, .min].map { number in Self.written { $0.number(number) } }
        #expect(
            numbers == ["0", "9", "10", "1009", "-1", "9223372036854775807", "-9223372036854775808"])
        let times: [Duration?] = [
            nil, .zero, .microseconds(7), .microseconds(1_020), .seconds(12), .nanoseconds(1_999),
        ]
        #expect(
            times.map { time in Self.written { $0.milliseconds(time) } }
                == ["null", "0.000", "0.007", "1.020", "12000.000", "0.001"])
        #expect(Self.written { $0.string(nil) } == "null" && Self.written { $0.string("") } == "\"\"")
        #expect(Self.written { $0.bool(true) } + Self.written { $0.bool(false) } == "truefalse")
        #expect(
            Self.written { $0.word("a") } == "\"a\"" && Self.written { $0.plain { $0 += [0x62, 0x63] } } == "\"bc\"")
        #expect(
            Self.written { out in
                out.object { out in
                    out.member("a", nil as Int?)
                    out.member("b", UInt64.max)
                    out.member("c", "")
                    out.member("d", false)
                    out.key("e")
                    out.array([] as [Int]) { $0.number($1) }
                }
            } == #"{"b":18446744073709551615,"c":"","d":false,"e":[]}"#)
    }

    @Test func `bytes are written as the code points of their numbers`() {
        #expect(Self.written { $0.latin1(Array("abc d".utf8)) } == "\"abc d\"")
        #expect(Self.written { $0.latin1([0x61, 0xA1, 0xBF, 0xC0, 0xFF]) } == "\"a\u{A1}\u{BF}\u{C0}\u{FF}\"")
        #expect(Self.written { $0.latin1([0x22, 0x80, 0xAD, 0]) } == #""\"\u0080\u00ad\u0000""#)
        #expect(Self.written(isASCIIOnly: true) { $0.latin1([0x61, 0xE9]) } == #""a\u00e9""#)
        #expect(Self.written { $0.utf8(Array("é\n".utf8)) } == #""é\n""#)
    }

    @Test func `an emptied writer begins anew, and keeps little memory`() {
        var out = JSONWriter()
        out.raw([UInt8](repeating: 0x20, count: 1000))
        let capacity = out.bytes.capacity
        out.clear()
        #expect(out.bytes.isEmpty && out.bytes.capacity == capacity)
        out.reserve((64 << 10) + 1)
        #expect(out.bytes.capacity > 64 << 10)
        out.clear()
        #expect(out.bytes.capacity == 0)
        out.raw("x")
        #expect(out.text == "x")
    }
}
