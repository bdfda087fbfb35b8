import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// Bodies that a log need not look through a second time: only those from which nothing is hidden, and no beginning of which.
@Suite struct PlainBodyTests {
    private static func redactor(_ type: String, _ body: [UInt8], _ log: RequestLogOptions? = nil) -> Redactor {
        var options = RequestOptions()
        options.log = log
        let draft = RequestDraft(
            method: "POST", url: "http://a.test/", headers: [HeaderField("Content-Type", type)], body: .bytes(body),
            options: options)
        return Redactor(
            storing: Exchange(
                id: ExchangeID(rawValue: 1), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(),
                error: nil))
    }

    @Test(arguments: [
        ("application/json", #"{"name":"a","list":[1,2,{"b":"c"}]}"#), ("application/json", "not JSON"),
        ("text/plain", "some words"), ("", "some words"), ("application/x-www-form-urlencoded", "a=1&name=b"),
        ("application/xml", "<a><b>c</b></a>"), ("application/octet-stream", "bytes"), ("application/json", ""),
        ("text/event-stream", "data: {\"a\": 1}\n\n"),
    ])
    func `a body without secrets is kept as it is, and each beginning of it`(_ type: String, _ text: String) {
        let body = Array(text.utf8)
        let redactor = Self.redactor(type, body)
        #expect(redactor.hidesNothingInBodies)
        for count in 0...body.count {
            let part = Array(body.prefix(count))
            #expect(redactor.stored(body: part, type: type, isCut: true) == part)
        }
    }

    @Test(arguments: [
        ("application/json", #"{"pass_word":1,"Password":"sesame-1"}"#), ("application/json", #"{"token": "sesame-1"#),
        ("text/plain", #"{"api_key": "sesame-1"}"#), ("application/x-www-form-urlencoded", "a=1&code=sesame-1"),
        ("application/x-www-form-urlencoded", "a=1&to%6ben=sesame-1"),
        ("application/xml", "<a><Session_ID>sesame-1</Session_ID></a>"),
        ("application/xml", #"<a><param name="secret" value="sesame-1"/></a>"#),
        ("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=pwd\r\n\r\nsesame-1\r\n--b--"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"p\\wd\"\r\n\r\nsesame-1\r\n--b--"
        ),
        ("text/event-stream", "data: {\"token\": \"sesame-1\"}\n\n"),
        ("text/event-stream", "\u{FEFF}data: {\"token\": \"sesame-1\"}"),
        ("text/event-stream", "event: a\rdata: {\"token\": \"sesame-1\"}\r\r"),
    ])
    func `a body in which something is hidden by its name is looked through`(_ type: String, _ text: String) {
        let body = Array(text.utf8)
        let redactor = Self.redactor(type, body)
        #expect(!redactor.hidesNothingInBodies)
        let stored = redactor.stored(body: body, type: type)
        #expect(!ByteSearch.contains(Array("sesame".utf8), in: stored), "\(String(decoding: stored, as: UTF8.self))")
    }

    @Test func `a body in UTF-16, one with hidden paths, and any beside a known secret are looked through`() {
        let wide = #"{"token":"sesame-1"}"#.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let type = "application/json; charset=utf-16le"
        #expect(!Self.redactor(type, wide).hidesNothingInBodies)
        let plain = Array(#"{"deep":{"value":"sesame-1"}}"#.utf8)
        let path = RequestLogOptions(secretPaths: ["$.deep.value"])
        #expect(!Self.redactor("application/json", plain, path).hidesNothingInBodies)
        let secret = RequestLogOptions(secrets: [.init(name: "S", value: "sesame-1")])
        #expect(!Self.redactor("application/json", plain, secret).hidesNothingInBodies)
        #expect(Self.redactor("application/json", plain).hidesNothingInBodies)
    }

    @Test func `all bodies of an exchange are looked through if one of them holds a secret, whichever it is`() {
        let json = HeaderField("Content-Type", "application/json")
        /// That of the request, and those of its responses.
        func hidesNothing(_ bodies: [[UInt8]]) -> Bool {
            let draft = RequestDraft(method: "POST", url: "http://a.test/", headers: [json], body: .bytes(bodies[0]))
            let hops = bodies.dropFirst().map { body in
                ExchangeFixtures.hop(response: ExchangeFixtures.response(headers: [json], body: body))
            }
            return Redactor(storing: ExchangeFixtures.exchange(draft: draft, hops: hops)).hidesNothingInBodies
        }
        let plain = Array(#"{"name":"a"}"#.utf8)
        #expect(hidesNothing([plain, plain, plain]))
        // Too short to be looked for where it has no name.
        let secrets = [#"{"password":1234}"#, #"{"password":"abc"}"#].map { Array($0.utf8) }
        for place in 0..<3 {
            for secret in secrets {
                var bodies = [plain, plain, plain]
                bodies[place] = secret
                #expect(!hidesNothing(bodies), "\(place)")
            }
        }
    }

    @Test func `a marked field is shown as marked, but not an empty one`() {
        var redactor = Redactor(Redaction())
        redactor.markedFields = ["x-thing"]
        let shown = [("X-Thing", "v4lue"), ("x-thing", ""), ("X-Other", "v4lue")].map {
            String(decoding: redactor.shownValue(of: HeaderField($0.0, $0.1)), as: UTF8.self)
        }
        #expect(shown == ["[redacted]", "", "v4lue"])
    }

    // MARK: Bodies in files

    /// A body in a file; of one that is only counted nothing is written to the disk.
    private static func spooled(_ pieces: [[UInt8]], isOnlyCounted: Bool = false) throws -> BodyBytes {
        let folders = [NSTemporaryDirectory()]
        let body =
            isOnlyCounted ? try SpooledBody(in: folders) { _, _, count in count } : try SpooledBody(in: folders)
        for piece in pieces { try piece.withUnsafeBytes { try body.append($0) } }
        return BodyBytes(body)
    }

    @Test func `a body in a file is looked through up to 64 MiB, and of a longer one nothing is stored`() throws {
        let redactor = Self.redactor("application/json", Array(#"{"token":"sesame-1"}"#.utf8))
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        let most = Array(repeating: piece, count: 64)
        let stored = redactor.stored(content: try Self.spooled(most, isOnlyCounted: true), type: "text/plain")
        #expect(stored.count == 64 << 20)
        let none = redactor.stored(content: try Self.spooled(most + [[0x61]], isOnlyCounted: true), type: "text/plain")
        #expect(none.isEmpty)
    }

    @Test func `a body in a file stays there if nothing in it is hidden`() throws {
        let redactor = Self.redactor("application/json", Array(#"{"token":"sesame-1"}"#.utf8))
        func stored(_ text: String) throws -> (isInFile: Bool, text: String) {
            let body = redactor.stored(content: try Self.spooled([Array(text.utf8)]), type: "application/json")
            return (body.file != nil, String(decoding: body.bytes(in: 0..<body.count), as: UTF8.self))
        }
        let plain = try stored(#"{"name":"a"}"#)
        #expect(plain.isInFile && plain.text == #"{"name":"a"}"#)
        for text in [#"{"name":"sesame-1"}"#, #"{"token":"sesame-1"}"#] {
            let hidden = try stored(text)
            #expect(!hidden.isInFile && !hidden.text.contains("sesame") && hidden.text.hasPrefix("{"), "\(hidden.text)")
        }
    }
}
