import TestSupport
import Testing

@testable import NetEngine

/// Clocks, calendars, and the facts of an exchange that come from them.
@Suite struct TimingRuleTests {
    private static let days: FilledTable = """
        2026-01-01 -> Thu, 01 Jan 2026 00:00:00 GMT Thursday January
        2026-02-01 -> Sun, 01 Feb 2026 00:00:00 GMT Sunday February
        2026-03-03 -> Tue, 03 Mar 2026 00:00:00 GMT Tuesday March
        2026-04-01 -> Wed, 01 Apr 2026 00:00:00 GMT Wednesday April
        2026-05-01 -> Fri, 01 May 2026 00:00:00 GMT Friday May
        2026-06-01 -> Mon, 01 Jun 2026 00:00:00 GMT Monday June
        2026-07-04 -> Sat, 04 Jul 2026 00:00:00 GMT Saturday July
        2026-08-31 -> Mon, 31 Aug 2026 00:00:00 GMT Monday August
        2026-09-30 -> Wed, 30 Sep 2026 00:00:00 GMT Wednesday September
        2026-10-31 -> Sat, 31 Oct 2026 00:00:00 GMT Saturday October
        2026-11-30 -> Mon, 30 Nov 2026 00:00:00 GMT Monday November
        2026-12-31 -> Thu, 31 Dec 2026 00:00:00 GMT Thursday December
        """

    private static func seconds(_ date: some StringProtocol) -> Int64 {
        let parts = date.split(separator: "-").compactMap { Int64($0) }
        return CivilTime.secondsSince1970(year: parts[0], month: parts[1], day: parts[2], second: 0)
    }

    @Test func `each month and each day of the week has its names`() {
        let text = Self.days.filled { row in
            let time = CivilTime(secondsSince1970: Self.seconds(row))
            return "\(time.rfc1123) \(time.dayName) \(time.monthName)"
        }
        #expect(text == Self.days.text)
        let fields = Self.days.text.split(separator: "\n").map { String($0.dropFirst(14).prefix(29)) }
        #expect(
            fields.map { HTTPDate.strictSeconds(Array($0.utf8), now: 0) }
                == Self.days.text.split(separator: "\n").map { Self.seconds($0.prefix(10)) })
        let last = CivilTime(secondsSince1970: 86_399)
        #expect([last.hour, last.minute, last.day] == [23, 59, 1])
        #expect(last.iso8601 == "1970-01-01T23:59:59.000Z")
    }

    private static let months: FilledTable = """
        2024-01-31 | 1 -> 2024-02-29
        2025-01-31 | 1 -> 2025-02-28
        2024-01-31 | 13 -> 2025-02-28
        2025-03-31 | -1 -> 2025-02-28
        2024-12-15 | 1 -> 2025-01-15
        2024-01-15 | -1 -> 2023-12-15
        2024-01-15 | -13 -> 2022-12-15
        2024-01-15 | 0 -> 2024-01-15
        2000-02-29 | 12 -> 2001-02-28
        2000-01-31 | 1 -> 2000-02-29
        1900-01-31 | 1 -> 1900-02-28
        2024-03-31 | 1 -> 2024-04-30
        2024-05-31 | 1 -> 2024-06-30
        2024-05-31 | 4 -> 2024-09-30
        2024-05-31 | 6 -> 2024-11-30
        2024-05-31 | 2 -> 2024-07-31
        """

    @Test func `a day that a month does not have becomes its last`() {
        let text = Self.months.filled { row in
            let columns = row.columns
            let time = CivilTime(secondsSince1970: Self.seconds(columns[0]))
            return CivilTime(secondsSince1970: time.addingMonths(Int64(columns[1]) ?? 0)).date
        }
        #expect(text == Self.months.text)
        let evening = CivilTime(secondsSince1970: 86_399)
        #expect(CivilTime(secondsSince1970: evening.addingMonths(1)).clock == "23:59:59")
    }

    @Test func `a limit beyond all measure is far away, and a negative one is now`() {
        let start = MonotonicInstant(nanoseconds: 5)
        #expect(start.advanced(by: .seconds(1)) == MonotonicInstant(nanoseconds: 1_000_000_005))
        #expect(start.advanced(by: .nanoseconds(7)) == MonotonicInstant(nanoseconds: 12))
        #expect(start.advanced(by: .seconds(-1)) == start && start.advanced(by: .seconds(Int64.min)) == start)
        #expect(start.advanced(by: .seconds(Int64.max)) == .distantFuture)
        #expect(MonotonicInstant.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
        #expect(start.since(MonotonicInstant(nanoseconds: 2)) == .nanoseconds(3))
        #expect(start.since(MonotonicInstant(nanoseconds: 6)) == .zero)
    }

    @Test func `each phase has its own time, and the first byte comes after all before it`() {
        let timings = PhaseTimings(
            queue: .seconds(1), dns: .seconds(2), connect: .seconds(4), tls: .seconds(8), send: .seconds(16),
            wait: .seconds(32), receive: .seconds(64), total: .seconds(128))
        #expect(
            Phase.allCases.map { timings[$0] }
                == [1, 2, 4, 8, 16, 32, 64, 128].map { Duration.seconds($0) })
        #expect(timings.firstByte == .seconds(63))
        var reused = timings
        (reused.queue, reused.dns, reused.connect, reused.tls) = (nil, nil, nil, nil)
        #expect(reused.firstByte == .seconds(48))
        reused.wait = nil
        #expect(reused.firstByte == nil)
        #expect(
            Phase.allCases.map(\.timeoutName).joined(separator: " ")
                == "queue dns connect tls send first-byte receive total")
    }

    @Test func `a moment earlier by a duration is exact to the microsecond`() {
        let moment = Timestamp(microsecondsSince1970: 5_000_000)
        let earlier: [Duration] = [.zero, .microseconds(1), .milliseconds(1500), .seconds(6), .nanoseconds(999)]
        #expect(
            earlier.map { moment.earlier(by: $0).microsecondsSince1970 }
                == [5_000_000, 4_999_999, 3_500_000, -1_000_000, 5_000_000])
    }

    @Test func `redirects and retries are counted apart`() {
        let causes: [Hop.Cause] = [.first, .redirect(status: 302), .retry, .retry, .redirect(status: 307), .retry]
        let hops = causes.map { ExchangeFixtures.hop(cause: $0, response: nil) }
        let exchange = Exchange(
            id: ExchangeFixtures.id(1), draft: RequestDraft(url: "http://h"), startedAt: ExchangeFixtures.start,
            hops: hops, timings: PhaseTimings(), error: nil)
        #expect(exchange.redirectCount == 2 && exchange.retryCount == 3)
    }

    @Test func `an exchange is unverified if the request said so and TLS was used`() {
        func isUnverified(
            _ scheme: HTTPURL.Scheme, verifies: Bool, response: Response? = ExchangeFixtures.response(),
            tls: String? = nil
        ) -> Bool {
            let request = ExchangeFixtures.request(scheme: scheme)
            let draft = RequestDraft(url: "http://h", options: RequestOptions(verifiesTLS: verifies))
            let hop = ExchangeFixtures.hop(
                request: request, response: response, connection: ConnectionFacts(tlsVersion: tls))
            return Exchange(
                id: ExchangeFixtures.id(1), draft: draft, startedAt: ExchangeFixtures.start, hops: [hop],
                timings: PhaseTimings(), error: nil
            ).isUnverified
        }
        #expect(isUnverified(.https, verifies: false, response: nil, tls: "TLSv1.3"))
        #expect(!isUnverified(.https, verifies: false, response: nil), "no handshake, or none that ended")
        #expect(isUnverified(.https, verifies: false))
        #expect(!isUnverified(.https, verifies: true) && !isUnverified(.http, verifies: false))
    }

    @Test func `what a server sent is not what the cache had`() {
        func decision(_ outcome: CacheDecision.Outcome) -> CacheDecision {
            CacheDecision(outcome: outcome, reason: .reload, mode: .default, key: CacheKey(text: "http://h/"))
        }
        func hop(_ outcome: CacheDecision.Outcome?, validation: Int? = nil) -> Hop {
            Hop(
                cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
                response: ExchangeFixtures.response(status: 200), connection: nil, startOffset: .zero,
                timings: PhaseTimings(), cacheDecision: outcome.map(decision),
                validation: validation.map { ExchangeFixtures.response(status: $0) })
        }
        let hops = [hop(nil), hop(.miss), hop(.hit), hop(.stale), hop(.revalidated, validation: 304)]
        #expect(hops.map { $0.received?.status } == [200, 200, nil, nil, 304])
        #expect(hops.map { $0.receivedOrStored?.status } == [200, 200, 200, 200, 304])
    }

    private static let certificateTimes: FilledTable = """
        Nov 22 19:23:55 2026 GMT -> 1795375435
        Nov  2 19:23:55 2026 GMT -> 1793647435
        Nov 22 19:23:55 2026 -> nil
        Nov 22 19:23:55 2026 UTC -> nil
        Nov 32 19:23:55 2026 GMT -> nil
        """

    @Test func `the times of a certificate are in GMT`() {
        let text = Self.certificateTimes.filled { row in
            let facts = CertificateFacts(subject: "s", issuer: "i", notBefore: row, notAfter: row)
            return facts.notBeforeSeconds == facts.notAfterSeconds ? facts.notAfterSeconds.map { "\($0)" } : "different"
        }
        #expect(text == Self.certificateTimes.text)
    }

    @Test func `the first bytes of a body are kept up to the largest wish`() {
        let copy = BodyCopy()
        copy.add([1, 2])
        #expect(copy.taken == nil)
        copy.restart()
        copy.want(3)
        copy.want(2)
        copy.add([1, 2])
        copy.add([3, 4])
        copy.add([5])
        #expect(copy.taken?.bytes == [1, 2, 3] && copy.taken?.count == 5)
        copy.restart()
        #expect(copy.taken?.bytes == [] && copy.taken?.count == 0)
        var wire = WireBody()
        [UInt8](1...5).withUnsafeBytes { wire.add($0, keeping: 3) }
        [UInt8](6...7).withUnsafeBytes { wire.add($0, keeping: 4) }
        #expect(wire == WireBody(bytes: [1, 2, 3, 6], byteCount: 7))
    }
}
