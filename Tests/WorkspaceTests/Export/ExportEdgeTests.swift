import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// What is copied, written and archived of an exchange, at the edges of its limits and with what is rare.
@Suite struct ExportEdgeTests {
    // MARK: Names of files

    @Test(arguments: [
        "<", ">", ":", "\"", "|", "?", "*", "'", "`", "$", ";", "&", "\u{1}", "\u{1F}", "\u{7F}", "\u{202E}",
    ])
    func `a sign that means something to a shell or a system is replaced in a name`(sign: String) {
        #expect(BodyFileName.cleaned("a\(sign)b.txt") == "a_b.txt")
    }

    @Test func `a name has 150 bytes, and keeps a short extension`() {
        func name(_ count: Int, _ rest: String) -> String { String(repeating: "a", count: count) + rest }
        #expect(BodyFileName.cleaned(name(146, ".txt")) == name(146, ".txt"))
        #expect(BodyFileName.cleaned(name(147, ".txt")) == name(146, ".txt"))
        #expect(
            BodyFileName.cleaned(name(150, "")) == name(150, "") && BodyFileName.cleaned(name(151, "")) == name(150, "")
        )
        #expect(BodyFileName.cleaned(name(150, ".longer")) == name(150, ""), "this is no extension")
    }

    // MARK: Copies

    @Test func `a text of more than eight million bytes and an empty one are not copied, and each says why`() {
        func outcome(_ job: CopyJob) -> String {
            do throws(CopyJob.Refusal) { return "\(try job.text().byteCount)" } catch { return error.sentence }
        }
        func job(_ count: Int) -> CopyJob {
            CopyJob("The value", ClipboardText(String(repeating: "x", count: count)))
        }
        let refusal = "The value has 8.0 MB, too much for a clipboard; W writes it to a file."
        #expect(outcome(job(8_000_001)) == refusal && outcome(job(1)) == "1")
        #expect(outcome(job(0)) == "The value is empty; nothing was copied.")
        func part(_ count: Int) -> CopyJob { CopyJob("The value", BodyBytes([UInt8](repeating: 0x78, count: count))) }
        #expect(outcome(part(8_000_001)) == refusal && outcome(part(1)) == "1")
        #expect(part(8_000_000).largePart == nil && part(8_000_001).largePart?.range == 0..<8_000_001)
        let contents: [CopyJob.Content] = [.body, .headers, .url, .curl, .report, .wire]
        for content in contents {
            #expect(outcome(CopyJob("It", content, exchange: nil)) == "There is no response to copy from.")
        }
        let unsent = ExchangeFixtures.exchange(hops: [])
        #expect(outcome(CopyJob("It", .curl, exchange: unsent)) == "There is no curl command: nothing was sent.")
        #expect(outcome(CopyJob("It", .body, exchange: unsent)) == "There is no response body to copy.")
    }

    @Test func `of a long body the first 64,000 bytes are shown, and no half of a character`() {
        func excerpt(_ text: String) -> String { BodyExcerpt(Array(text.utf8), type: "text/plain").text }
        let most = String(repeating: "x", count: 64_000)
        #expect(excerpt(most) == most)
        #expect(excerpt(most + "y") == most + "\n(the first 64 KB of 64 KB)")
        for character in ["é", "€", "😀"] {
            let before = String(repeating: "x", count: 63_999)
            #expect(excerpt(before + character) == before + "\n(the first 64 KB of 64 KB)")
            // The last byte of a character is the last one that is shown, or the first one that is not.
            let whole = String(repeating: "x", count: 64_000 - character.utf8.count) + character
            #expect(excerpt(whole + "y") == whole + "\n(the first 64 KB of 64 KB)", "\(character)")
            let kept = String(repeating: "x", count: 64_001 - character.utf8.count)
            #expect(excerpt(kept + character) == kept + "\n(the first 64 KB of 64 KB)", "\(character)")
        }
        // Each byte is a character.
        let latin = BodyExcerpt(
            [UInt8](repeating: 0xA9, count: 64_001), type: "text/plain; charset=iso-8859-1")
        #expect(latin.text == String(repeating: "\u{A9}", count: 64_000) + "\n(the first 64 KB of 64 KB)")
        #expect(BodyExcerpt([0, 0, 0, 0], type: nil).text == "(4 B of an unknown type)")
        #expect(BodyExcerpt([0, 1], type: "image/png").text == "(2 B of image/png)")
        #expect(BodyExcerpt(leavingOut: 4_000_001).text == "(4.0 MB, left out)")
        func body(_ count: Int) -> String {
            let headers: HeaderFields = [HeaderField("Content-Type", "image/png")]
            let response = ExchangeFixtures.response(headers: headers, body: [UInt8](repeating: 0, count: count))
            return ExchangeCopies(ExchangeFixtures.exchange(response: response)).body(of: response).text
        }
        #expect(body(4_000_000) == "(4.0 MB of image/png)" && body(4_000_001) == "(4.0 MB, left out)")
    }

    // MARK: Bodies that were made while they were sent

    /// The first entry of an archive.
    private func archive(_ entries: [UInt8]) throws -> JSONValue? {
        try JSONValue(HARDocument.head + entries + HARDocument.tail)["log"]?["entries"]?[0]
    }

    private func streamed() -> Exchange {
        let (pieces, _) = AsyncStream<[UInt8]>.makeStream()
        let request = ExchangeFixtures.request(body: .stream(BodyStream(pieces)))
        return ExchangeFixtures.exchange(
            hops: [ExchangeFixtures.hop(request: request, response: ExchangeFixtures.response())])
    }

    @Test func `a body that was made while it was sent is not in a report, and that is said`() throws {
        let wire = ExchangeCopies(streamed()).wire
        #expect(wire.contains("(made while it was sent)\nHTTP/1.1 201 Created\n"), "\(wire)")
        var document = HARDocument()
        let entries = document.entries(of: streamed(), SentSecrets([]))
        let data = try archive(entries)?["request"]?["postData"]
        #expect(data?["text"]?.text == "" && data?["comment"]?.text == "The body was made while it was sent.")
        #expect(data?["mimeType"]?.text == "application/json")
    }

    @Test(arguments: [CacheDecision.Outcome.hit, .miss, .revalidated])
    func `an archive says what the cache did, and that nothing came over the network for a hit`(
        outcome: CacheDecision.Outcome
    ) throws {
        let decision = CacheDecision(
            outcome: outcome, reason: .nothingStored, mode: .default,
            key: CacheKey(text: "http://127.0.0.1:8080/orders"))
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
            cacheDecision: decision)
        var document = HARDocument()
        let entries = document.entries(of: ExchangeFixtures.exchange(hops: [hop]), SentSecrets([]))
        let entry = try archive(entries)
        #expect(entry?["_cache"]?.text == outcome.rawValue)
        let body = ExchangeFixtures.response().body.count
        #expect(entry?["response"]?["bodySize"]?.number == Double(outcome == .miss ? body : 0))
    }

    @Test func `how much of a body was kept is said in words`() throws {
        let whole = ExchangeFixtures.response(body: [UInt8](repeating: 1, count: 1500))
        #expect(whole.bodySizeText == "1.5 KB" && whole.keptSentence == nil && whole.hasWholeBody)
        let cut = ExchangeFixtures.response(body: [1], isComplete: false)
        #expect(cut.bodySizeText == "1 B" && cut.keptSentence == nil && !cut.hasWholeBody)
    }

    @Test func `Postman sends no body with five methods, in any letter case`() {
        let methods = ["GET", "head", "Copy", "PURGE", "UNLOCK", "POST", "OPTIONS", "DELETE", "LOCK", "VIEW", "GETS"]
        #expect(methods.filter(PostmanBodies.isPruned) == ["GET", "head", "Copy", "PURGE", "UNLOCK"])
    }
}
