import NetEngine
import Testing

/// How long a response stays fresh (RFC 9111 §4.2), as sequences of requests.
@Suite(.timeLimit(.minutes(5))) struct CacheFreshnessScenarios {
    @Test(arguments: [
        CacheScenario("§4.2.1 max-age keeps a response fresh", .store(("Cache-Control", "max-age=3600")), .cached),
        CacheScenario("§4.2.1 max-age passes", .store(("Cache-Control", "max-age=2")), .asked),
        CacheScenario("§4.2.1 max-age=0 is stale at once", .store(("Cache-Control", "max-age=0"), wait: .zero), .asked),
        CacheScenario("§1.2.2 2^31-1 is a number", .store(("Cache-Control", "max-age=2147483647")), .cached),
        CacheScenario("§1.2.2 2^31 is a number", .store(("Cache-Control", "max-age=2147483648")), .cached),
        CacheScenario("§1.2.2 a number past 2^31", .store(("Cache-Control", "max-age=99999999999")), .cached),
        CacheScenario(
            "§1.2.2 a number past all", .store(("Cache-Control", "max-age=99999999999999999999999999")), .cached),
        CacheScenario("§1.2.2 leading zeros", .store(("Cache-Control", "max-age=003600")), .cached),
        CacheScenario("§4.2.1 a negative max-age is stale", .store(("Cache-Control", "max-age=-3600")), .asked),
        CacheScenario("§4.2.1 a decimal max-age is stale", .store(("Cache-Control", "max-age=3600.0")), .asked),
        CacheScenario("§4.2.1 letters before the number", .store(("Cache-Control", "max-age=a3600")), .asked),
        CacheScenario("§4.2.1 letters after the number", .store(("Cache-Control", "max-age=3600a")), .asked),
        CacheScenario("§5.2 a quoted max-age counts", .store(("Cache-Control", #"max-age="3600""#)), .cached),
        CacheScenario("§5.2 single quotes are not quotes", .store(("Cache-Control", "max-age='3600'")), .asked),
        CacheScenario("§5.2 a space before the equals sign", .store(("Cache-Control", "max-age =3600")), .asked),
        CacheScenario("§5.2 a space after the equals sign", .store(("Cache-Control", "max-age= 3600")), .asked),
        CacheScenario("§5.2 names in any case", .store(("Cache-Control", "MaX-aGe=3600")), .cached),
        CacheScenario(
            "§5.2.3 unknown directives are skipped", .store(("Cache-Control", "foobar, max-age=3600")), .cached),
        CacheScenario(
            "§5.2 a quoted string is opaque, before",
            .store(("Cache-Control", #"extension="max-age=3600", max-age=1"#)),
            .asked),
        CacheScenario(
            "§5.2 a quoted string is opaque, after", .store(("Cache-Control", #"max-age=1, extension="max-age=3600""#)),
            .asked),
        CacheScenario(
            "§5.2 a quote that is not closed hides nothing",
            .store(("Cache-Control", #"max-age=3600, a="b, no-store"#)),
            .asked),
        CacheScenario("§4.2.1 of two the smaller, first", .store(("Cache-Control", "max-age=1, max-age=1800")), .asked),
        CacheScenario("§4.2.1 of two the smaller, last", .store(("Cache-Control", "max-age=1800, max-age=1")), .asked),
        CacheScenario(
            "§4.2.1 of two on two lines", .store(("Cache-Control", "max-age=1800"), ("Cache-Control", "max-age=1")),
            .asked),
        CacheScenario("§4.2.1 one of two cannot be read", .store(("Cache-Control", "max-age=1800, max-age=x")), .asked),
        CacheScenario("§4.2.1 the same twice", .store(("Cache-Control", "max-age=1800, max-age=1800")), .cached),
        CacheScenario("§5.2.2.10 s-maxage has no meaning here", .store(("Cache-Control", "s-maxage=3600")), .asked),
        CacheScenario(
            "§5.2.2.10 nor beside a shorter max-age", .store(("Cache-Control", "s-maxage=3600, max-age=1")), .asked),
        CacheScenario(
            "§5.2.2.10 nor beside a longer max-age", .store(("Cache-Control", "max-age=3600, s-maxage=1")), .cached),
        CacheScenario(
            "RFC 9213 CDN-Cache-Control is not for us", .store(("CDN-Cache-Control", "max-age=3600")), .asked),
        CacheScenario(
            "RFC 9213 and cannot shorten", .store(("CDN-Cache-Control", "no-store"), ("Cache-Control", "max-age=3600")),
            .cached),
        CacheScenario("§4.2 nothing says how long", .store(), .asked),
    ]) func `max-age`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    @Test(arguments: [
        CacheScenario("§5.3 Expires in the future", .store(("Expires", "@+2592000"), ("Date", "@0")), .cached),
        CacheScenario("§5.3 Expires in the past", .store(("Expires", "@-2592000"), ("Date", "@0")), .asked),
        CacheScenario("§5.3 Expires now", .store(("Expires", "@0"), ("Date", "@0"), wait: .zero), .asked),
        CacheScenario("§4.2.1 Expires before a fast Date", .store(("Expires", "@+300"), ("Date", "@+400")), .asked),
        CacheScenario("§5.3 Expires: 0", .store(("Expires", "0"), ("Date", "@0")), .asked),
        CacheScenario("§4.2.1 a broken Date is the arrival", .store(("Date", "foo"), ("Expires", "@+10")), .cached),
        CacheScenario("§4.2.1 no Date is the arrival", .store(("Expires", "@+10")), .cached),
        CacheScenario(
            "§4.2.3 Age passes a slow Date's lifetime",
            .store(("Date", "@-10"), ("Expires", "@+10"), ("Age", "25"), wait: .zero),
            .asked),
        CacheScenario(
            "§4.2.3 Age passes a fast Date's lifetime",
            .store(("Date", "@+10"), ("Expires", "@+20"), ("Age", "15"), wait: .zero),
            .asked),
        CacheScenario(
            "§5.3 max-age overrides a past Expires",
            .store(("Cache-Control", "max-age=3600"), ("Expires", "@-7200"), ("Date", "@0")), .cached),
        CacheScenario(
            "§5.3 max-age overrides a broken Expires",
            .store(("Cache-Control", "max-age=3600"), ("Expires", "0"), ("Date", "@0")), .cached),
        CacheScenario(
            "§5.3 max-age=0 overrides a future Expires",
            .store(("Expires", "@+3600"), ("Cache-Control", "max-age=0"), ("Date", "@0")), .asked),
        CacheScenario(
            "§4.2.1 a broken max-age is stale, whatever Expires says",
            .store(("Expires", "@+3600"), ("Cache-Control", "max-age=x"), ("Date", "@0")), .asked),
        CacheScenario(
            "§5.3 several Expires lines", .store(("Expires", "@+3600"), ("Expires", "@+3600"), ("Date", "@0")), .asked),
    ]) func `Expires`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    @Test(arguments: [
        ("Tue, 19 Jan 2038 14:14:08 GMT", true), ("Sun, 21 Nov 2286 04:46:39 GMT", true),
        ("Thursday, 18-Aug-50 02:01:18 GMT", true), ("Thu Aug  8 02:01:18 2050", true),
        ("Thu Aug 18 02:01:18 2050", true), ("THU, 18 Aug 2050 02:01:18 GMT", true),
        ("Thu, 18 AUG 2050 02:01:18 GMT", true), ("Thu, 18 Aug 2050 02:01:18 gMT", true),
        ("Thu, 18 Aug 2050 02:01:18 UTC", false), ("Thu, 18 Aug 2050 02:01:18 AEST", false),
        ("Thu, 18 Aug 2050 02:01:18 +0000", false), ("Thu, 18 Aug 2050 02:01:18", false),
        ("Thu, 18 Aug 50 02:01:18 GMT", false), ("Thu 18 Aug 2050 02:01:18 GMT", false),
        ("Thu, 18  Aug  2050 02:01:18 GMT", false), ("Thu, 18-Aug-2050 02:01:18 GMT", false),
        ("Thu, 18 Aug 2050 02.01.18 GMT", false), ("Thu, 18 Aug 2050 2:01:18 GMT", false),
        ("Thu, 8 Aug 2050 02:01:18 GMT", false), ("18 Aug 2050 02:01:18 GMT", false),
        ("Thursday, 18 Aug 2050 02:01:18 GMT", false), ("2050-08-18T02:01:18Z", false), ("2545524078", false),
        ("-1", false), ("", false), ("Thu, 32 Aug 2050 02:01:18 GMT", false), ("Thu, 18 Aug 2050 25:01:18 GMT", false),
    ])
    func `only the three forms of RFC 9110 5_6_7 are dates`(_ text: String, _ isFresh: Bool) async throws {
        try await CacheScenario(
            text, .store(("Expires", text), ("Date", "@0")), isFresh ? .cached : .asked
        ).run()
    }

    @Test(arguments: [
        ("0", true), ("abc", true), ("-7200", true), ("7200.0", true), ("7200;foo=bar", true), ("7200", false),
        ("2147483647", false), ("2147483648", false), ("2147483649", false), ("99999999999999999999", false),
        ("7200, 0", false), ("0, 7200", true), ("0, 0", true), (" 7200 ", false),
    ])
    func `Age is the first member, digits only (§5_1)`(_ age: String, _ isFresh: Bool) async throws {
        try await CacheScenario(
            age, .store(("Date", "@0"), ("Cache-Control", "max-age=3600"), ("Age", age)), isFresh ? .cached : .asked
        ).run()
    }

    @Test(arguments: [
        CacheScenario(
            "§5.1 of two lines the first, old",
            .store(("Cache-Control", "max-age=3600"), ("Age", "7200"), ("Age", "0")), .asked),
        CacheScenario(
            "§5.1 of two lines the first, young",
            .store(("Cache-Control", "max-age=3600"), ("Age", "0"), ("Age", "7200")), .cached),
        CacheScenario(
            "§4.2.3 the apparent age counts", .store(("Date", "@-7200"), ("Cache-Control", "max-age=3600")), .asked),
        CacheScenario(
            "§4.2.3 a fast clock of the server lengthens nothing",
            .store(("Date", "@+7200"), ("Cache-Control", "max-age=2")), .asked),
        CacheScenario(
            "§5.1 the age grows",
            .store(("Date", "@0"), ("Cache-Control", "max-age=600"), ("Age", "30")),
            .cached.with { $0.expectedFields = [("Age", "33")] }),
        CacheScenario(
            "§5.1 there is an Age where the server sent none",
            .store(("Date", "@0"), ("Expires", "@+600")), .cached.with { $0.expectedFields = [("Age", "3")] }),
        CacheScenario(
            "RFC 9110 §6.6.1 Date and Expires stay as they are",
            .store(("Expires", "@+600"), ("Date", "@0")),
            .cached.with { $0.expectedFields = [("Date", "@-3"), ("Expires", "@+597")] }),
        CacheScenario(
            "§4.2.3 the time that a response takes counts",
            .store(("Cache-Control", "max-age=10"), wait: .zero).with { $0.delay = .seconds(20) }, .asked),
        CacheScenario(
            "§4.2.3 that time is added to Age",
            .store(("Cache-Control", "max-age=60"), ("Age", "5")).with { $0.delay = .seconds(10) },
            .cached.with { $0.expectedFields = [("Age", "18")] }),
        CacheScenario(
            "a clock that was set back by 2 s: the age is unknown, so the server is asked",
            .store(("Cache-Control", "max-age=3600"), ("ETag", #""a""#), wait: .seconds(-2)),
            CacheStep(knowsConditions: true, expected: .validated(by: "If-None-Match"))),
        CacheScenario(
            "a clock that was set back by 2 s: the decision says so",
            .store(("Cache-Control", "max-age=3600"), wait: .seconds(-2)),
            .asked.with {
                $0.expectedPhrase =
                    "this machine's clock was set back, so the age is unknown; nothing to validate by"
            }),
        CacheScenario(
            "a clock that was set back by less than 1 s changes nothing",
            .store(("Cache-Control", "max-age=3600"), wait: .milliseconds(-900)),
            .cached.with { $0.expectedFields = [("Age", "0")] }),
    ]) func `Age`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    @Test(arguments: [
        (200, true), (203, true), (204, true), (300, true), (301, true), (308, true), (404, true), (405, true),
        (410, true), (414, true), (501, true), (201, false), (202, false), (302, false), (303, false), (307, false),
        (400, false), (401, false), (403, false), (500, false), (502, false), (503, false), (504, false), (599, false),
    ])
    func `which statuses live by a guess (§4_2_2)`(_ status: Int, _ isReused: Bool) async throws {
        try await CacheScenario(
            "\(status)", .store(("Last-Modified", "@-86400"), ("Date", "@0"), status: status),
            isReused ? .cached.with { $0.expectedStatus = status } : .asked
        ).run()
    }

    @Test(arguments: [
        CacheScenario(
            "§4.2.2 a tenth of the time since the change", .store(("Last-Modified", "@-40"), ("Date", "@0")),
            .cached.with { $0.expectedPhrase = "fresh: age 3 s of 4 s, a tenth of the time since Last-Modified" }),
        CacheScenario("§4.2.2 and no longer", .store(("Last-Modified", "@-20"), ("Date", "@0")), .asked),
        CacheScenario("§4.2.2 a change in the future", .store(("Last-Modified", "@+86400"), ("Date", "@0")), .asked),
        CacheScenario(
            "§4.2.2 a Last-Modified that is not a date", .store(("Last-Modified", "yesterday"), ("Date", "@0")), .asked),
        CacheScenario(
            "§4.2.2 not where Expires speaks",
            .store(("Last-Modified", "@-86400"), ("Date", "@0"), ("Expires", "@-5000")), .asked),
        CacheScenario(
            "§5.2.2.9 public permits the guess for any status",
            .store(("Last-Modified", "@-86400"), ("Date", "@0"), ("Cache-Control", "public"), status: 599), .cached),
    ]) func `the heuristic`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    @Test(arguments: [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599])
    func `any final status lives by its own word, and dies by it (§3)`(_ status: Int) async throws {
        let fresh: [CacheStep.Field] = [("Expires", "@+100000"), ("Last-Modified", "@0"), ("Date", "@0")]
        try await CacheScenario(
            "fresh", CacheStep(status: status, fields: fresh, expected: .asked, wait: .seconds(3)),
            CacheStep(status: status, expected: .cached, expectedStatus: status)
        ).run()
        let stale: [CacheStep.Field] = [("Expires", "@-5000"), ("Last-Modified", "@-100000"), ("Date", "@0")]
        try await CacheScenario(
            "stale", CacheStep(status: status, fields: stale, expected: .asked),
            CacheStep(status: status, expected: .asked)
        ).run()
    }

    @Test(arguments: [206, 304, 407, 412, 416, 417, 428, 429, 431, 511, 600, 999])
    func `some statuses are never stored`(_ status: Int) async throws {
        try await CacheScenario(
            "\(status)", CacheStep(status: status, fields: [("Cache-Control", "max-age=3600")]),
            CacheStep(status: status, expected: .asked)
        ).run()
    }
}
