import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import TerminalUI
@testable import apitui

@Suite struct BatchResultTests {
    private static func text(_ result: BatchResult, isASCIIOnly: Bool = false) -> String {
        var out = JSONWriter(isASCIIOnly: isASCIIOnly)
        result.write(to: &out)
        return String(decoding: out.bytes, as: UTF8.self)
    }

    private static func object(_ result: BatchResult) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text(result).utf8)) as? [String: Any])
    }

    private static func response(
        status: Int = 200, version: HTTPVersion? = .http1_1, headers: HeaderFields = [], body: [UInt8] = [],
        trailers: HeaderFields = []
    ) -> Response {
        Response(
            status: status, reason: [], httpVersion: version, headers: headers, trailers: trailers, rawHead: [],
            body: body, wireBodyByteCount: body.count, isComplete: true)
    }

    private static func exchange(
        _ response: Response?, causes: [Hop.Cause] = [.first], error: EngineError? = nil,
        hopTimes: [Duration] = [], retryWait: Duration = .zero
    ) throws -> Exchange {
        let draft = RequestDraft(url: "http://u:p@h/x")
        let request = try RequestBuilder().build(draft)
        let times = hopTimes + Array(repeating: .milliseconds(2), count: max(0, causes.count - hopTimes.count))
        let hops = zip(causes, times).map { cause, time in
            Hop(
                cause: cause, request: request, sentHead: [], sentBodyByteCount: 0, response: response, connection: nil,
                startOffset: .zero, timings: PhaseTimings(total: time))
        }
        return Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: Timestamp(microsecondsSince1970: 0), hops: hops,
            timings: PhaseTimings(
                queue: .microseconds(100), dns: .microseconds(50), wait: .milliseconds(4), total: .milliseconds(5)),
            retryWait: retryWait, error: error)
    }

    private static func result(_ exchange: Exchange) -> BatchResult {
        BatchResult(id: Array(#""1""#.utf8), exchange: exchange, queue: .microseconds(1500))
    }

    @Test func `a result has every member in its order`() throws {
        let response = Self.response(headers: [HeaderField("Content-Type", "text/plain")], body: Array("text".utf8))
        let line = Self.text(Self.result(try Self.exchange(response)))
        #expect(line.hasSuffix("}\n"))
        #expect(line.count { $0 == "\n" } == 1)
        #expect(
            line.hasPrefix(
                #"{"id":"1","status":200,"httpVersion":"1.1","headers":[["Content-Type","text/plain"]],"body":"text","bodyBase64":null,"trailers":[],"cache":null,"#
            ))
        #expect(
            line.hasSuffix(
                #""error":null,"attempts":1,"redirects":0,"finalUrl":"http://h/x","reused":false,"timings":{"queue":1.600,"dns":0.050,"connect":null,"tls":null,"send":null,"wait":4.000,"receive":null,"redirect":null,"retryWait":null,"total":6.500}}"#
                    + "\n"))
    }

    @Test(arguments: [(.http2, "2"), (nil, nil)] as [(HTTPVersion?, String?)])
    func `a version that is not known is null`(version: HTTPVersion?, text: String?) throws {
        let object = try Self.object(Self.result(try Self.exchange(Self.response(version: version))))
        #expect(object["httpVersion"] as? String == text && object["httpVersion"] != nil)
    }

    @Test func `what never became an exchange has the same members`() throws {
        let whole = try Self.object(Self.result(try Self.exchange(Self.response())))
        let fault = BatchLineError(id: nil, text: "url is missing", hint: "Write one.")
        let object = try Self.object(BatchResult(id: nil, error: fault.error(line: 3)))
        #expect(Set(object.keys) == Set(whole.keys))
        #expect(object["id"] is NSNull)
        #expect(object["status"] is NSNull)
        #expect((object["error"] as? [String: Any])?["category"] as? String == "request-build")
        #expect((object["error"] as? [String: Any])?["sentence"] as? String == "Line 3: url is missing.")
        #expect(object["attempts"] as? Int == 0)
    }

    @Test(
        arguments: [
            ([], "\"\"", "null"), (Array("a\"\\\n\u{1}é€😀".utf8), #""a\"\\\n\u0001é€😀""#, "null"),
            ([0], #""\u0000""#, "null"),
            ([0xE9], "null", #""6Q==""#), ([0xC3, 0x28], "null", #""wyg=""#), ([0xED, 0xA0, 0x80], "null", #""7aCA""#),
            ([0xEF, 0xBB, 0xBF, 0x61], #""\ufeffa""#, "null"), ([0x61, 0xC3], "null", #""YcM=""#),
        ] as [([UInt8], String, String)])
    func `a body is text where it is UTF-8, and Base64 otherwise`(body: [UInt8], text: String, base64: String) throws {
        let line = Self.text(Self.result(try Self.exchange(Self.response(body: body))))
        #expect(line.utf8.contains("\"body\":\(text),\"bodyBase64\":\(base64),".utf8))
    }

    @Test func `header fields are Latin-1, in order, repeated ones apart`() throws {
        let fields: HeaderFields = [
            HeaderField("B", "1"), HeaderField(nameBytes: Array("A".utf8), valueBytes: [0xE9, 0x80, 0x01, 0x22]),
            HeaderField("B", "2"),
        ]
        let line = Self.text(Self.result(try Self.exchange(Self.response(headers: fields, trailers: fields))))
        let expected = #"[["B","1"],["A","é\u0080\u0001\""],["B","2"]]"#
        #expect(line.contains("\"headers\":\(expected),"))
        #expect(line.contains("\"trailers\":\(expected),"))
    }

    @Test func `a response with an error has both`() throws {
        let error = EngineError(
            category: .timeout, phase: .wait, sentence: "S.", hint: "H.",
            underlying: UnderlyingCode(domain: .curl, code: 28, text: "t"))
        let object = try Self.object(Self.result(try Self.exchange(Self.response(status: 404), error: error)))
        #expect(object["status"] as? Int == 404)
        let shown = try #require(object["error"] as? [String: String])
        #expect(
            shown == [
                "category": "timeout", "phase": "first-byte", "sentence": "S.", "hint": "H.", "code": "curl 28: t",
            ])
    }

    @Test func `attempts and redirects are counted separately, and the time of redirected hops is given`() throws {
        let exchange = try Self.exchange(
            Self.response(), causes: [.first, .redirect(status: 302), .retry, .redirect(status: 301)],
            retryWait: .milliseconds(7))
        let object = try Self.object(Self.result(exchange))
        #expect(object["attempts"] as? Int == 2)
        #expect(object["redirects"] as? Int == 2)
        let timings = try #require(object["timings"] as? [String: Any])
        #expect(timings["redirect"] as? Double == 4)
        #expect(timings["retryWait"] as? Double == 7)
    }

    @Test func `the time of redirects is that of the hops that were redirected, not of those that follow`() throws {
        let exchange = try Self.exchange(
            Self.response(), causes: [.first, .redirect(status: 302), .retry, .redirect(status: 301)],
            hopTimes: [.milliseconds(1), .milliseconds(10), .milliseconds(100), .milliseconds(1000)])
        let timings = try #require(try Self.object(Self.result(exchange))["timings"] as? [String: Any])
        #expect(timings["redirect"] as? Double == 101)
    }

    @Test func `on a terminal a body is ASCII, and means the same`() throws {
        let body = Array("a\u{9B}é€😀\u{7F}\u{202E}\u{1B}".utf8)
        let result = Self.result(try Self.exchange(Self.response(body: body)))
        let line = Self.text(result, isASCIIOnly: true)
        #expect(line.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
        #expect(line.contains(#""body":"a\u009b\u00e9\u20ac\ud83d\ude00\u007f\u202e\u001b""#))
    }

    @Test func `any body comes back as it was`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let count = Int.random(in: 0...40, using: &random)
            let isText = Bool.random(using: &random)
            var body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if isText { body = Array(String(decoding: body, as: UTF8.self).utf8) }
            let object = try Self.object(Self.result(try Self.exchange(Self.response(body: body))))
            if let text = object["body"] as? String {
                #expect(Array(text.utf8) == body)
            } else {
                let base64 = try #require(object["bodyBase64"] as? String)
                #expect(Data(base64Encoded: base64) == Data(body))
                #expect(!isText)
            }
        }
    }
}

@Suite struct BatchStringTests {
    /// Byte by byte, as RFC 8259 §7 says it, and what a terminal would obey or nobody sees.
    private static func reference(_ text: String, isASCIIOnly: Bool) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case _ where isASCIIOnly && scalar.value >= 0x7F, "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{AD}",
                "\u{2028}":
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    @Test(arguments: 0..<200) func `strings of any length and content are escaped as the standard says`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let special: [Unicode.Scalar] = [
            "\"", "\\", "\n", "\r", "\t", "\0", "\u{1F}", " ", "!", "#", "]", "~", "\u{7F}", "\u{80}", "é", "\u{2028}",
            "😀",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let isSpecial = Int.random(in: 0..<8, using: &random) == 0
            text.append(
                isSpecial
                    ? special.randomElement(using: &random) ?? "x"
                    : Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random)))
        }
        for isASCIIOnly in [false, true] {
            var out = JSONWriter(isASCIIOnly: isASCIIOnly)
            out.string(String(text))
            #expect(
                String(decoding: out.bytes, as: UTF8.self) == Self.reference(String(text), isASCIIOnly: isASCIIOnly))
        }
        let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        var out = JSONWriter()
        out.latin1(bytes)
        let latin1 = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        #expect(String(decoding: out.bytes, as: UTF8.self) == Self.reference(latin1, isASCIIOnly: false))
    }

    @Test func `numbers and times are written in plain digits`() {
        var out = JSONWriter()
        for number in [0, 7, 10, 99, 100, 12345, -3, .max, .min] {
            out.number(number)
            out.byte(0x20)
        }
        let longest = "9223372036854775807 -9223372036854775808"
        #expect(String(decoding: out.bytes, as: UTF8.self) == "0 7 10 99 100 12345 -3 \(longest) ")
        out.clear()
        for duration in [.zero, .microseconds(7), .microseconds(1234), .milliseconds(9200), .seconds(100_000)]
            as [Duration]
        {
            out.milliseconds(duration)
            out.byte(0x20)
        }
        #expect(String(decoding: out.bytes, as: UTF8.self) == "0.000 0.007 1.234 9200.000 100000000.000 ")
    }
}
