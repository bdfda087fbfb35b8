import TestSupport
import Testing

@testable import NetEngine

/// Retries at the edges of each rule, and which proxy the environment names, as it was recorded (`Recorded`).
@Suite struct RecordedRetryTests {
    private static let now = WallClock.noon

    private static func decision(_ line: ScriptLine) -> String {
        var policy = RetryPolicy(
            maxRetries: line.number("max") ?? 3, retriesConnectionLoss: line.options["losses"] != nil,
            retriesUnsafeMethods: line.options["unsafe"] != nil,
            backoff: Backoff(hasJitter: line.options["random"] != nil),
            honoursRetryAfter: line.options["deaf"] == nil, deadline: line.duration("deadline"))
        if let limit = line.duration("longest") { policy.maxRetryAfter = limit }
        let headers = line.headers(WallClock())
        let status = line.number("status")
        let response = status.map { ExchangeFixtures.response(status: $0, headers: headers) }
        let category = ErrorCategory(rawValue: line.word(0)) ?? .dns
        let error =
            status.flatMap { EngineError.status($0) }
            ?? EngineError(category, "It failed.", isConnectionLoss: line.options["lost"] != nil)
        let method = HTTPMethod(line.options["method"] ?? "GET") ?? .get
        let decision = policy.decision(
            after: RetryPolicy.Attempt(
                retries: line.number("retries") ?? 0, method: method, error: error, response: response,
                canBeSentAgain: line.options["gone"] == nil, elapsed: line.duration("elapsed") ?? .zero,
                timeLeft: line.duration("left"), now: now),
            random: line.options["random"].flatMap { Double($0) } ?? 0.5)
        switch decision {
        case .retry(let wait): return "  again after \(wait)\n"
        case .giveUp(let reason):
            return "  no: \(reason.rawValue). \(policy.sentence(of: reason, method, response) ?? "-")\n"
        }
    }

    private static func backoff(_ line: ScriptLine) -> String {
        let backoff = Backoff(
            base: line.duration("base") ?? .milliseconds(500),
            factor: line.options["factor"].flatMap { Double($0) } ?? 2,
            ceiling: line.duration("ceiling") ?? .seconds(30), hasJitter: line.options["random"] != nil)
        let random = line.options["random"].flatMap { Double($0) } ?? 0.5
        return
            "  \([-1, 0, 1, 2, 3, 6, 7, 60, 5000].map { "\(backoff.wait(retry: $0, random: random))" }.joined(separator: ", "))\n"
    }

    private static func proxy(_ line: ScriptLine) -> String {
        let variables = line.options
        let environment = ProxyEnvironment { variables[$0] }
        return [
            "http://a.test/", "https://a.test/", "http://x.a.test:8080/", "http://ba.test/", "http://localhost/",
            "http://127.0.0.1/", "http://10.1.2.3/", "http://[::1]/", "http://[2001:db8::1]:81/",
        ].map { text in
            do throws(EngineError) {
                let proxy = try environment.proxy(for: try HTTPURL.parse(text))
                return "  \(text) \(proxy.map { "\($0) \($0.user ?? "-")" } ?? "direct")\n"
            } catch { return "  \(text) \(error.sentence)\n" }
        }.joined()
    }

    @Test func `retries and proxies are chosen as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.lines("retries") { name, written in
                let line = ScriptLine(written)
                return switch name {
                case "backoff": Self.backoff(line)
                case "proxies": Self.proxy(line)
                case "waits that are asked for":
                    "  \(RetryAfter.wait(line.headers(WallClock()), now: Self.now).map { "\($0)" } ?? "none")\n"
                default: Self.decision(line)
                }
            }, in: "engine/retry-edges")
    }
}
