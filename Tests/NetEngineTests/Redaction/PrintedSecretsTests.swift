import TestSupport
import Testing

@testable import NetEngine

/// What a program prints of requests without their secrets: user names and short words stay readable.
@Suite struct PrintedSecretsTests {
    private static let redactor: Redactor = {
        let draft = RequestDraft(
            url: "http://ada:love%20lace@a.test/x?token=abcd&code=1234567&key=12345678",
            headers: [
                HeaderField("Authorization", #"Digest username="countess", realm="the realm", response="0123456789""#),
                HeaderField("Cookie", "a=cookie-1; b=seven-7; loose-88"), HeaderField("X-Api-Key", "key1"),
                HeaderField("X-Marked", "marked value", isSecret: true),
                HeaderField("X-Part", "id hunter22", isSecret: true),
            ],
            options: RequestOptions(proxy: .url("http://me:proxy-pw@p.test:3128")))
        let response = ExchangeFixtures.response(headers: [
            HeaderField("Set-Cookie", "sid=server-1; Path=/not-secret"),
            HeaderField("Location", "http://b.test/?access_token=redirect-1"),
        ])
        // Of a login all is the password that follows the first colon (RFC 7617 §2): here eve's is open:sesame.
        let colons = RequestDraft(
            url: "http://bob:pa:ssword@b.test/", headers: [HeaderField("Authorization", "Basic ZXZlOm9wZW46c2VzYW1l")])
        return Redactor(
            requestsOf: [
                ExchangeFixtures.exchange(draft: draft, response: response), ExchangeFixtures.exchange(draft: colons),
            ], named: ["hunter22"], mark: "(private)")
    }()

    private static let texts: FilledTable = """
        ada and love lace -> ada and [redacted]
        love%20lace -> [redacted]
        bob and pa:ssword -> bob and [redacted]
        open:sesame of eve, or ZXZlOm9wZW46c2VzYW1l -> [redacted] of eve, or [redacted]
        token abcd -> token [redacted]
        code 1234567 -> code 1234567
        key 12345678 -> key [redacted]
        countess of the realm, 0123456789 -> countess of the realm, [redacted]
        cookie-1 seven-7 loose-88 -> [redacted] seven-7 [redacted]
        key1 -> [redacted]
        marked value -> [redacted]
        id hunter22 -> id (private)
        proxy-pw of me -> [redacted] of me
        server-1 /not-secret -> [redacted] /not-secret
        redirect-1 -> [redacted]
        see http://u:p@h.test/?sig=a, or "https://h.test/?code=b". -> see http://[redacted]@h.test/?sig=[redacted], or "https://h.test/?code=[redacted]".
        'http://h/?code=a'; http://h/?code=b: (http://h/?code=c). -> 'http://h/?code=[redacted]'; http://h/?code=[redacted]: (http://h/?code=[redacted]).
        """

    @Test func `what a request carries is hidden wherever it is repeated`() {
        #expect(Self.texts.filled { Self.redactor.shown(text: $0) } == Self.texts.text)
    }

    private static let fields: FilledTable = """
        Authorization: Bearer hunter22 -> Bearer (private)
        Authorization: Bearer hunter22x -> Bearer [redacted]
        authorization: Bearer␣ -> Bearer␣
        Proxy-Authorization: whole -> [redacted]
        Cookie: a=1; b = hunter22; c; d=; e -> a=[redacted]; b =(private); [redacted]; d=; [redacted]
        Set-Cookie: a=1; Path=/x; Comment=hunter22 -> a=[redacted]; Path=/x; Comment=(private)
        X-Api-Key: k -> [redacted]
        Location: /x?token=1&a=b -> /x?token=[redacted]&a=b
        X-Note: hunter22 and http://h.test/?token=1 -> (private) and http://h.test/?token=[redacted]
        X-Marked: another -> [redacted]
        X-Part: id hunter22 -> id (private)
        X-Other: another -> another
        """

    @Test func `of a field that is a credential only the scheme and the names of cookies are shown`() {
        func field(_ text: String) -> HeaderField {
            let parts = SignedText.read(text).split(separator: ": ", maxSplits: 1)
            return HeaderField(String(parts[0]), String(parts[1]))
        }
        func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(
            Self.fields.filled { text in
                let value = shown(Self.redactor.shownValue(of: field(text)))
                return value.last == " " ? String(value.dropLast()) + "␣" : value
            } == Self.fields.text)
        // The same in the bytes of a head, of which only the target and the values change.
        let rows = Self.fields.text.split(separator: "\n").map { $0.split(separator: " -> ") }
        let lines = rows.map { SignedText.read($0[0]) + "\r\n" }.joined()
        let hidden = rows.map { "\($0[0].prefix { $0 != ":" }): \(SignedText.read($0[1]))\r\n" }.joined()
        #expect(
            shown(Self.redactor.shown(head: Array("GET /?token=1 HTTP/1.1\r\n\(lines)no field\r\n\r\n".utf8)))
                == "GET /?token=[redacted] HTTP/1.1\r\n\(hidden)no field\r\n\r\n")
    }

    @Test func `a value in Latin-1 keeps its other bytes`() {
        let value = [0x63, 0x61, 0x66, 0xE9] + Array(" hunter22 ".utf8) + [0xFF]
        let shown = Self.redactor.shownValue(of: HeaderField(nameBytes: Array("X-Note".utf8), valueBytes: value))
        #expect(shown == [0x63, 0x61, 0x66, 0xE9] + Array(" (private) ".utf8) + [0xFF])
    }
}
