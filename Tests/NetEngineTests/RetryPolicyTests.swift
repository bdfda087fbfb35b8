import NetEngine
import Testing

/// Decisions of the retry policy, without an engine.
struct RetryPolicyTests {
    private func error(_ category: ErrorCategory, status: Int? = nil) -> EngineError {
        EngineError(category: category, sentence: "x.", hint: "y.", status: status)
    }

    private func attempt(
        _ error: EngineError, retries: Int = 0, method: HTTPMethod = .get, headers: HeaderFields = [],
        canBeSentAgain: Bool = true, elapsed: Duration = .zero, timeLeft: Duration? = nil, now: Int64 = 0
    ) -> RetryPolicy.Attempt {
        RetryPolicy.Attempt(
            retries: retries, method: method, error: error,
            response: Response(
                status: error.status ?? 200, reason: [], httpVersion: .http1_1, headers: headers, rawHead: [],
                body: [], wireBodyByteCount: 0, isComplete: true),
            canBeSentAgain: canBeSentAgain, elapsed: elapsed, timeLeft: timeLeft, now: now)
    }

    private let policy = RetryPolicy(backoff: Backoff(base: .seconds(1), hasJitter: false))

    @Test func `each category is retried or not`() {
        let worthIt: Set<ErrorCategory> = [.dns, .connect, .proxy, .timeout, .protocol]
        for category in ErrorCategory.allCases {
            let decision = policy.decision(after: attempt(error(category)), random: 0)
            #expect(decision == (worthIt.contains(category) ? .retry(after: .seconds(1)) : .giveUp(.notWorthIt)))
        }
    }

    @Test(
        arguments: [
            (400, false), (401, false), (404, false), (408, true), (425, true), (429, true), (500, true), (501, false),
            (502, true), (503, true), (504, true), (505, false),
        ])
    func `each status is retried or not`(_ status: Int, _ isRetried: Bool) {
        let failure = error(status < 500 ? .clientError : .serverError, status: status)
        let decision = policy.decision(after: attempt(failure), random: 0)
        #expect(decision == (isRetried ? .retry(after: .seconds(1)) : .giveUp(.notWorthIt)))
    }

    @Test(
        arguments: [
            (HTTPMethod.get, true), (.head, true), (.put, true), (.delete, true), (.options, true), (.trace, true),
            (.post, false), (.patch, false), (.connect, false),
        ])
    func `only idempotent methods are repeated, unless all are wanted`(_ method: HTTPMethod, _ isRetried: Bool) {
        let question = attempt(error(.connect), method: method)
        #expect(
            policy.decision(after: question, random: 0)
                == (isRetried ? .retry(after: .seconds(1)) : .giveUp(.unsafeMethod)))
        var all = policy
        all.retriesUnsafeMethods = true
        #expect(all.decision(after: question, random: 0) == .retry(after: .seconds(1)))
    }

    @Test func `retries are counted, and a body that is gone is not sent again`() {
        #expect(policy.decision(after: attempt(error(.connect), retries: 2), random: 0) == .retry(after: .seconds(4)))
        #expect(
            policy.decision(after: attempt(error(.connect), retries: 3), random: 0) == .giveUp(.noRetriesLeft))
        #expect(
            policy.decision(after: attempt(error(.connect), canBeSentAgain: false), random: 0)
                == .giveUp(.bodyIsGone))
    }

    @Test func `the backoff doubles up to its ceiling and takes a random part`() {
        let whole = Backoff(base: .milliseconds(100), factor: 2, ceiling: .seconds(1), hasJitter: false)
        #expect(
            (0..<6).map { whole.wait(retry: $0, random: 0) } == [
                .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(1),
                .seconds(1),
            ])
        #expect(whole.wait(retry: .max, random: 0) == .seconds(1))
        #expect(
            Backoff(base: .seconds(5), ceiling: .seconds(1), hasJitter: false).wait(retry: 0, random: 0) == .seconds(1))
        #expect(Backoff(base: .zero).wait(retry: .max, random: 0.5) == .zero)
        #expect(Backoff(base: .seconds(1), factor: 1, hasJitter: false).wait(retry: .max, random: 0) == .seconds(1))
        let random = Backoff(base: .seconds(1), factor: 2, ceiling: .seconds(60))
        #expect(random.wait(retry: 1, random: 0) == .zero)
        #expect(random.wait(retry: 1, random: 0.5) == .seconds(1))
        #expect(random.wait(retry: 1, random: 0.999) < .seconds(2))
    }

    @Test(
        arguments: [
            ("0", 0), ("7", 7), (" 7\t", 7), ("120", 120), ("-1", nil), ("1.5", nil), ("", nil), ("soon", nil),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
            ("Sun Nov  6 08:49:47 1994", 10), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
            ("Sun, 31 Feb 1994 08:49:00 GMT", nil), ("Sun, 06 Nov 1994 08:49:47 PST", nil),
        ] as [(String, Int64?)])
    func `Retry-After is read in both forms`(_ value: String, _ seconds: Int64?) {
        let headers: HeaderFields = [HeaderField("Retry-After", value)]
        #expect(RetryAfter.wait(headers, now: 784_111_777) == seconds.map { .seconds($0) })
    }

    @Test func `a date is measured against the server's own clock`() {
        let headers: HeaderFields = [
            HeaderField("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
            HeaderField("Retry-After", "Sun, 06 Nov 1994 08:50:37 GMT"),
        ]
        #expect(RetryAfter.wait(headers, now: 0) == .seconds(60))
    }

    @Test func `Retry-After takes the place of the backoff, and what does not fit ends at once`() {
        let busy = error(.serverError, status: 503)
        func decide(_ wait: String, timeLeft: Duration? = nil, _ policy: RetryPolicy) -> RetryPolicy.Decision {
            policy.decision(
                after: attempt(
                    busy, headers: [HeaderField("Retry-After", wait)], elapsed: .seconds(5), timeLeft: timeLeft),
                random: 0)
        }
        #expect(decide("9", policy) == .retry(after: .seconds(9)))
        #expect(decide("9", timeLeft: .seconds(9), policy) == .giveUp(.noTimeLeft))
        #expect(decide("9", timeLeft: .seconds(10), policy) == .retry(after: .seconds(9)))
        #expect(decide("121", policy) == .giveUp(.waitTooLong))
        #expect(decide(String(repeating: "9", count: 400), policy) == .giveUp(.waitTooLong))
        var other = policy
        other.honoursRetryAfter = false
        #expect(decide("9", other) == .retry(after: .seconds(1)))
        other = policy
        other.deadline = .seconds(13)
        #expect(decide("9", other) == .giveUp(.noTimeLeft))
        #expect(decide("8", other) == .retry(after: .seconds(8)))
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Wed, 29 Feb 2023 12:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Monday, 01-Jan-70 00:00:00 GMT", 3_155_760_000),
            ("Friday, 01-Jan-77 00:00:00 GMT", 220_924_800), ("Monday, 01-Jan-1970 00:00:00 GMT", nil),
            ("Monday, 01-Jan-7 00:00:00 GMT", nil), ("Monday, 01-Jan 00:00:00 GMT", nil),
            ("Monday, 1-Jan-70 00:00:00 GMT", nil), ("Thu, 01 Jan 70 00:00:00 GMT", nil),
            ("Tue Jan 12 03:04:05 2038", 2_146_878_245),
        ] as [(String, Int64?)])
    func `dates are read as RFC 9110 writes them`(_ text: String, _ seconds: Int64?) {
        #expect(HTTPDate.seconds(text, now: 1_700_000_000) == seconds)
    }
}
