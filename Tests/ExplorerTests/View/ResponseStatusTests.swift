import Base
import NetEngine
import TerminalUI
import TestSupport
import Testing

@testable import Explorer

/// The facts in the response pane's border.
@Suite struct ResponseStatusTests {
    typealias F = ExchangeFixtures

    /// The border of the response pane after an exchange of these hops.
    private func border(_ hops: [Hop]) throws -> String {
        let robot = Robot(150, 40)
        let id = try #require(robot.send())
        let draft = try #require(robot.sent[id])
        robot.finish(F.exchange(id.rawValue, draft: draft, hops: hops))
        return try #require(
            robot.screen.split(separator: "\n").first { $0.contains(" ms   ") && $0.contains("http/1.1") }
        )
        .description
    }

    private func hop(_ cause: Hop.Cause, isReused: Bool, _ response: Response) -> Hop {
        F.hop(
            cause: cause, response: response,
            connection: ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 8080, isReused: isReused))
    }

    @Test func `the connection of the final response is shown, not that of the redirect before it`() throws {
        let redirect = F.response(status: 307, reason: "Temporary Redirect", body: [])
        let last = Hop.Cause.redirect(status: 307)
        let first = try border([hop(.first, isReused: false, redirect), hop(last, isReused: true, F.response())])
        #expect(first.contains("reused   1 redirect"))
        let second = try border([hop(.first, isReused: true, redirect), hop(last, isReused: false, F.response())])
        #expect(second.contains("1 redirect") && !second.contains("reused"))
    }

    @Test func `a request that was sent again says how often, since its time is without the waits`() throws {
        let busy = F.response(status: 503, reason: "Service Unavailable", body: [])
        let border = try border([
            hop(.first, isReused: false, busy), hop(.retry, isReused: true, busy),
            hop(.retry, isReused: true, F.response()),
        ])
        #expect(border.contains("reused   3 attempts"))
    }

    @Test func `with waits before the retries the title names the whole time, where there is room`() throws {
        let busy = F.response(status: 503, reason: "Service Unavailable", body: [])
        let exchange = Exchange(
            id: F.id(1), draft: RequestDraft(url: "http://h/"), startedAt: F.start,
            hops: [hop(.first, isReused: false, busy), hop(.retry, isReused: true, F.response())],
            timings: PhaseTimings(total: .milliseconds(2050)), retryWait: .seconds(2), error: nil)
        func title(_ width: Int) -> String {
            ResponseStatusLine.spans(F.pane(exchange), width: width, now: F.moment(0)).map(\.text.string).joined()
        }
        #expect(title(150).contains("2 attempts in 2.05 s"), "\(title(150))")
        #expect(title(38).contains("2 attempts") && !title(38).contains("2.05 s"), "\(title(38))")
    }

    @Test(arguments: [(1_500_000, "500 KB of 1.5 MB "), (nil, "500 KB ")] as [(Int?, String)])
    func `of a body that is sent the size so far is shown, and the total if it is known`(
        total: Int?, text: String
    ) throws {
        let robot = Robot(150, 40)
        let id = try #require(robot.send())
        let url = "http://h/"
        robot.event(id, .queued(method: "POST", url: url))
        robot.event(id, .hopStarted(index: 0, method: "POST", url: url))
        robot.event(id, .connected)
        robot.event(id, .uploadProgress(sentBytes: 500_000, totalBytes: total))
        #expect(robot.border(.response).contains(text), "\(robot.border(.response))")
    }

    @Test func `hidden characters are reported once, by kind or, in little room, by their number`() throws {
        let body = Array("a\u{1B}[2Jb\u{202E}c\u{200B}".utf8)
        let hops = [
            hop(.first, isReused: false, F.response(headers: [HeaderField("Content-Type", "text/plain")], body: body))
        ]
        let roomy = try border(hops)
        #expect(roomy.contains("1 control byte: 1 CSI, 1 bidi, 1 zero-width"))
        #expect(!roomy.contains("escaped"))
    }

    @Test func `in little room hidden characters are reported by their number`() {
        let body = Array("a\u{1B}[2Jb\u{202E}c\u{200B}".utf8)
        let exchange = F.exchange(
            response: F.response(headers: [HeaderField("Content-Type", "text/plain")], body: body))
        let line = F.frame(F.pane(exchange), 50, 4).split(separator: "\n").first ?? ""
        #expect(line.contains("3 escaped") && !line.contains("bidi"))
    }
}
