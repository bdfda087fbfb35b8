import Base
import Testing

@Suite struct ValueFormatTests {
    /// What a value looks like, the value in brackets.
    private static let values = """
        empty: []
        digits: [12]
        digits: [12345678]
        UUID: [123e4567-e89b-12d3-A456-426614174000]
        token: [123e4567e-89b-12d3-a456-426614174000]
        date: [2026-11-23]
        text: [2026-11-2]
        text: [2026-1x-23]
        date and time: [2026-11-23T10:15]
        date and time: [2026-11-23 10:15:00.5]
        date and time: [2026-11-23t10:15:00+01:00]
        text: [2026-11-23T10:1]
        text: [2026-11-23x10:15]
        text: [2026-11-23T10:15 UTC]
        HTTP date: [Sat, 21 Nov 2026 10:15:00 GMT]
        text: [Sat, 21 Nov 2026 10:15:00 CET]
        hexadecimal: [deadBEEF]
        text: [deadBEE]
        JWT: [eyJhbGciOiJub25l.eyJ.x]
        JWT: [eyJhbGciOiJub25l.e-_.]
        token: [eyJhbGciOiJub25l.eyJabc]
        token: [eyJhbGciOiJub25l.eyJ.x.y]
        token: [eyJ1.ey.abcdefghijk+]
        token: [abcdefghijklmno1]
        text: [abcdefghijklmn1]
        text: [abcdefghijklmnop]
        text: [1234-5678-9012-34]
        text: [abc def]
        """

    @Test func `a value's format is guessed from its text`() {
        let guessed = Self.values.split(separator: "\n").map { line in
            let value = line.drop { $0 != "[" }.dropFirst().dropLast()
            return "\(ValueFormat(Array(value.utf8)).rawValue): [\(value)]"
        }
        #expect(guessed.joined(separator: "\n") == Self.values)
    }

    @Test func `what is made for the occasion is long, or has a format of its own`() {
        let lengths: [ValueFormat: ClosedRange<Int>] = [.hex: 15...16, .token: 19...20]
        let volatile = ValueFormat.allCases.map { format in
            let range = lengths[format] ?? 4000...4001
            return
                "\(format) \(range.map { format.isLikelyVolatile(length: $0) ? "yes" : "no" }.joined(separator: " "))"
        }
        #expect(
            volatile == [
                "empty no no", "uuid yes yes", "dateTime yes yes", "date yes yes", "httpDate yes yes", "jwt yes yes",
                "digits no no", "hex no yes", "token no yes", "text no no",
            ])
    }

    @Test func `a format is part of those whose values look like it now and then`() {
        let wider = ValueFormat.allCases.map { format in
            "\(format): " + ValueFormat.allCases.filter(format.isPartOf).map { "\($0)" }.joined(separator: " ")
        }
        #expect(
            wider == [
                "empty: ", "uuid: text", "dateTime: text", "date: text", "httpDate: text", "jwt: text",
                "digits: hex token text", "hex: token text", "token: text", "text: text",
            ])
    }
}
