import NetEngine
import Testing

/// What changes the store (validation, HEAD, unsafe methods), and when stale responses are used (RFC 9111 §4.2.4, §4.3,
/// §4.4).
@Suite(.timeLimit(.minutes(5))) struct CacheChangeScenarios {
    private static let tagged = CacheStep.store(
        ("Cache-Control", "max-age=2"), ("ETag", #""abcdef""#), ("Template-A", "1"))
    private static func variant(_ value: String, _ tag: String) -> CacheStep {
        .store(("Cache-Control", "max-age=60"), ("Vary", "Abc"), ("ETag", tag)).sending(("Abc", value))
    }
    private static let dated = CacheStep.store(
        ("Cache-Control", "max-age=2"), ("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"))
    private static let validated = CacheStep(
        knowsConditions: true, expected: .validated(by: "If-None-Match"), expectedStatus: 200, expectedBody: "body 0")

    @Test(arguments: [
        CacheScenario(
            "a strong tag", tagged, validated.with { $0.expectedInRequest = [("If-None-Match", #""abcdef""#)] }),
        CacheScenario(
            "a weak tag", .store(("Cache-Control", "max-age=2"), ("ETag", #"W/"abcdef""#)),
            validated.with { $0.expectedInRequest = [("If-None-Match", #"W/"abcdef""#)] }),
        CacheScenario(
            "a date",
            .store(("Cache-Control", "max-age=2"), ("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"), ("Date", "@0")),
            validated.with {
                $0.expected = .validated(by: "If-Modified-Since")
                $0.expectedInRequest = [("If-Modified-Since", "Wed, 01 Jan 2020 00:00:00 GMT")]
            }),
        CacheScenario(
            "both",
            .store(
                ("Cache-Control", "max-age=2"), ("ETag", #""a""#), ("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")),
            validated.with {
                $0.expectedInRequest = [
                    ("If-None-Match", #""a""#), ("If-Modified-Since", "Wed, 01 Jan 2020 00:00:00 GMT"),
                ]
            }),
        CacheScenario(
            "an invalid date is not sent", .store(("Cache-Control", "max-age=2"), ("Last-Modified", "yesterday")),
            .asked.with { $0.expectedInRequest = [("If-Modified-Since", nil)] }),
        CacheScenario(
            "an empty tag is not sent", .store(("Cache-Control", "max-age=2"), ("ETag", "")),
            .asked.with { $0.expectedInRequest = [("If-None-Match", nil)] }),
        CacheScenario(
            "the fields of Vary are sent too",
            .store(("Cache-Control", "max-age=1"), ("ETag", #""a""#), ("Vary", "Abc")).sending(("Abc", "123")),
            validated.sending(("Abc", "123")).with { $0.expectedInRequest = [("Abc", "123")] }),
        CacheScenario(
            "§4.3.4 a 304 renews fields, and the lifetime", tagged,
            validated.with {
                $0.fields = [
                    ("Cache-Control", "max-age=3600"), ("ETag", #""abcdef""#), ("Template-B", "2"), ("Date", "@0"),
                ]
                $0.expectedFields = [("Template-A", "1"), ("Template-B", "2"), ("Cache-Control", "max-age=3600")]
                $0.wait = .seconds(100)
            },
            .cached.with { $0.expectedFields = [("Template-A", "1"), ("Template-B", "2"), ("Age", "100")] }),
        CacheScenario(
            "§5.2.2.4 a field that no-cache keeps out is served with the 304 that brings it, and not later",
            .store(("Cache-Control", #"max-age=2, no-cache="A""#), ("ETag", #""abcdef""#), ("a", "1"), ("b", "2")),
            validated.with {
                $0.fields = [
                    ("Cache-Control", #"max-age=60, no-cache="A""#), ("ETag", #""abcdef""#), ("a", "3"), ("a", "4"),
                ]
                $0.expectedFields = [("a", "3, 4"), ("b", "2")]
            },
            .cached.with { ($0.expectedFields, $0.missingFields) = ([("b", "2")], ["a"]) }),
        CacheScenario(
            "§3.2 the no-cache of the stored response counts for a 304 without Cache-Control",
            .store(("Cache-Control", #"max-age=2, no-cache="A""#), ("ETag", #""abcdef""#), ("a", "1")),
            validated.with {
                ($0.fields, $0.expectedFields) = ([("ETag", #""abcdef""#), ("a", "3")], [("a", "3")])
            },
            .cached.with { $0.missingFields = ["a"] }),
        CacheScenario(
            "§5.2.2.7 a field that private names is for us, and is renewed",
            .store(("Cache-Control", #"max-age=2, private="a""#), ("ETag", #""abcdef""#), ("a", "1")),
            validated.with {
                ($0.fields, $0.expectedFields) = ([("ETag", #""abcdef""#), ("a", "3")], [("a", "3")])
            },
            .cached.with { $0.expectedFields = [("a", "3")] }),
        CacheScenario(
            "§3.2 a 304 never renews the length", tagged.with { $0.fields.append(("Content-Length", "6")) },
            validated.with {
                ($0.fields, $0.expectedFields) = (
                    [("Content-Length", "10"), ("ETag", #""abcdef""#)], [("Content-Length", "6")]
                )
            }),
        CacheScenario(
            "a 304 without a tag means what was asked about", tagged,
            validated.with { $0.fields = [("Cache-Control", "max-age=9")] }, .cached),
        CacheScenario(
            "§4.3.4 a 304 about something else: the whole is asked for", tagged,
            CacheStep(
                fields: [("ETag", #""other""#)], knowsConditions: true,
                expectedInRequest: [("If-None-Match", #""abcdef""#)]
            )
            .with { ($0.expectedStatus, $0.expectedBody) = (200, "body 1") }),
        CacheScenario(
            "§5.1 a response that was validated has no Age",
            .store(("Cache-Control", "max-age=2"), ("ETag", #""abcdef""#), ("Age", "1")),
            validated.with { $0.missingFields = ["Age"] }),
        CacheScenario(
            "§4.3.3 a full response replaces the stored one", tagged,
            CacheStep(fields: [("Cache-Control", "max-age=60")], expected: .asked, expectedBody: "body 1"),
            .cached.with { $0.expectedBody = "body 1" }),
        CacheScenario(
            "§4.3.3 also where it is not stored", tagged,
            CacheStep(fields: [("Cache-Control", "no-store")], expected: .asked),
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "§4.3.3 an error does not", tagged, CacheStep(status: 500, expected: .asked, expectedStatus: 500),
            CacheStep(mode: .onlyIfCached, expected: .cached)),
        CacheScenario(
            "§4.3.3 a 404 does, even if it is not stored", tagged,
            CacheStep(status: 404, fields: [("Cache-Control", "no-store")], expected: .asked, expectedStatus: 404),
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "§5.2.2.5 a 304 with no-store removes what is stored", tagged,
            validated.with { $0.fields = [("Cache-Control", "no-store"), ("ETag", #""abcdef""#)] },
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "§4.3.4 a 304 without a tag, after several were named: the whole is asked for",
            variant("1", #""a""#), variant("2", #""b""#),
            CacheStep(
                headers: [("Abc", "3")], fields: [("Cache-Control", "max-age=60"), ("Vary", "Abc")],
                knowsConditions: true, expectedStatus: 200, expectedBody: "body 2",
                expectedInRequest: [("If-None-Match", #""b", "a""#)])),
        CacheScenario(
            "§4.3.4 a 304 with the tag of one of several means that one",
            variant("1", #""a""#), variant("2", #""b""#),
            CacheStep(
                headers: [("Abc", "3")], status: 304,
                fields: [("Cache-Control", "max-age=3600"), ("Vary", "Abc"), ("ETag", #""a""#)],
                expected: .validated(by: "If-None-Match"), expectedStatus: 200, expectedBody: "body 0",
                wait: .seconds(100)),
            .cached.with { ($0.headers, $0.expectedBody) = ([("Abc", "1")], "body 0") },
            .cached.with { ($0.headers, $0.expectedBody) = ([("Abc", "3")], "body 0") }),
        CacheScenario(
            "§4.3.4 a 304 with a tag, where what is stored has none", dated,
            CacheStep(
                fields: [("Cache-Control", "max-age=9"), ("ETag", #""new""#)], knowsConditions: true,
                expected: .validated(by: "If-Modified-Since"), expectedBody: "body 0"),
            .cached),
        CacheScenario(
            "RFC 9110 §6.6.1 a 304 without a Date is as old as its arrival",
            .store(("Cache-Control", "max-age=2"), ("ETag", #""abcdef""#), ("Date", "@0")),
            validated.with {
                $0.fields = [("Cache-Control", "max-age=2"), ("ETag", #""abcdef""#)]
                $0.wait = .seconds(1)
            }, .cached),
        CacheScenario(
            "§4.3.4 a 304 about something else removes what is stored", tagged,
            CacheStep(fields: [("Cache-Control", "no-store"), ("ETag", #""other""#)], knowsConditions: true),
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "§4.3.3 an error is reported as such", tagged,
            CacheStep(
                status: 500, expected: .asked,
                expectedPhrase: "expired: age 3 s of max-age 2 s; the validation failed")),
    ]) func `validation (§4_3)`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static let unvalidated = CacheStep.store(("Cache-Control", "max-age=60"))
    private static func unstored(_ mode: CacheMode, status: Int = 200) -> CacheStep {
        CacheStep(mode: mode, status: status, fields: [("Cache-Control", "no-store")], expected: .asked)
    }
    private static let nothing = CacheStep(mode: .onlyIfCached, expected: .unmet)

    @Test(arguments: [
        CacheScenario("after a reload", unvalidated, unstored(.reload), nothing),
        CacheScenario("in mode no-cache", unvalidated, unstored(.noCache), nothing),
        CacheScenario(
            "for a request with no-cache", unvalidated, unstored(.default).sending(("Cache-Control", "no-cache")),
            nothing),
        CacheScenario(
            "once it is expired", .store(("Cache-Control", "max-age=1")), unstored(.default), nothing),
        CacheScenario(
            "where the request has a condition of its own", tagged,
            unstored(.default).sending(("If-None-Match", #""other""#)), nothing),
        CacheScenario("by a redirect", unvalidated, unstored(.reload, status: 302), nothing),
        CacheScenario("by a 404", unvalidated, unstored(.reload, status: 404), nothing),
        CacheScenario("not by an error of the moment", unvalidated, unstored(.reload, status: 503), .cached),
        CacheScenario("not by a refusal", unvalidated, unstored(.reload, status: 401), .cached),
        CacheScenario(
            "not by a part", unvalidated,
            unstored(.reload, status: 206).with { step in
                step.fields.append(("Content-Range", "bytes 0-5/9"))
                step.headers = [("Range", "bytes=0-5")]
            }, .cached),
        CacheScenario("not in mode no-store, which leaves the cache alone", unvalidated, unstored(.noStore), .cached),
    ]) func `a newer response that is not stored leaves no older one behind`(_ scenario: CacheScenario) async throws {
        try await scenario.run()
    }

    @Test func `a newer response that is too large for the store leaves no older one behind`() async throws {
        let store = MemoryCacheStore(limit: 4_000)
        try await CacheScenario(
            "too large", Self.unvalidated,
            CacheStep(
                mode: .reload, fields: [("Cache-Control", "max-age=60")],
                content: String(repeating: "x", count: 3_000), expected: .asked),
            Self.nothing
        ).run(store: store)
    }

    @Test(arguments: [
        "Test-Header", "X-Test-Header", "Content-Foo", "X-Content-Foo", "Content-Location", "Content-MD5",
        "Content-Security-Policy", "Content-Type", "Clear-Site-Data", "Expires", "Set-Cookie", "X-Frame-Options",
        "Public-Key-Pins",
    ])
    func `a 304 renews what it names (§3_2)`(_ name: String) async throws {
        try await CacheScenario(
            name, .store(("Cache-Control", "max-age=2"), ("ETag", #""a""#), (name, "A")),
            CacheStep(
                fields: [("Cache-Control", "max-age=2"), ("ETag", #""a""#), (name, "B")], knowsConditions: true,
                expected: .validated(by: "If-None-Match"), expectedFields: [(name, "B")]),
            .cached.with { $0.expectedFields = [(name, "B")] }
        ).run()
    }

    @Test(arguments: [
        ("Test-Header", true), ("Content-Encoding", true), ("Content-Location", true), ("Set-Cookie", true),
        ("ETag", true),
        ("Content-Range", true), ("WWW-Authenticate", true), ("Strict-Transport-Security", true), ("Keep-Alive", false),
        ("Proxy-Authenticate", false), ("Proxy-Authentication-Info", false), ("Proxy-Authorization", false),
        ("Proxy-Connection", false), ("TE", false), ("Upgrade", false), ("Trailer", false), ("A", false), ("B", false),
        ("C", true),
    ])
    func `fields of the connection are not stored (§3_1)`(_ name: String, _ isStored: Bool) async throws {
        try await CacheScenario(
            name,
            CacheStep(
                fields: [("Cache-Control", "max-age=60"), ("Connection", "a, B"), (name, "value")],
                expectedFields: [(name, "value")]),
            .cached.with { if isStored { $0.expectedFields = [(name, "value")] } else { $0.missingFields = [name] } }
        ).run()
    }

    @Test(arguments: [
        ("Content-Encoding", "unknown-a", "unknown-b", true), ("Content-Range", "unknown-a", "unknown-b", true),
        ("Content-Encoding", "unknown-a", "gzip", false), ("Content-Length", "6", "10", false),
    ])
    func `a 304 renews a description of bytes where it cannot become wrong (§3_2)`(
        _ name: String, _ before: String, _ after: String, _ isRenewed: Bool
    ) async throws {
        let value = isRenewed ? after : before
        try await CacheScenario(
            name, .store(("Cache-Control", "max-age=2"), ("ETag", #""a""#), (name, before)),
            CacheStep(
                fields: [("Cache-Control", "max-age=2"), ("ETag", #""a""#), (name, after)], knowsConditions: true,
                expected: .validated(by: "If-None-Match"), expectedFields: [(name, value)]),
            .cached.with { $0.expectedFields = [(name, value)] }
        ).run()
    }

    private static let get = CacheStep.store(("Expires", "@+100000"), ("Last-Modified", "@0"), ("Date", "@0"))

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
    func `unsafe methods invalidate (§4_4)`(_ method: String) async throws {
        let unsafe = CacheStep(method: method, body: "abc", expected: .asked)
        try await CacheScenario("success", Self.get, unsafe, .asked).run()
        try await CacheScenario("redirect", Self.get, unsafe.with { $0.status = 303 }, .asked).run()
        try await CacheScenario("failure", Self.get, unsafe.with { $0.status = 500 }, .cached).run()
        try await CacheScenario("refusal", Self.get, unsafe.with { $0.status = 403 }, .cached).run()
        for field in ["Location", "Content-Location"] {
            try await CacheScenario(
                field, Self.get.with { $0.path = "/other" }, unsafe.with { $0.fields = [(field, "/other")] },
                .asked.with { $0.path = "/other" }
            ).run()
            try await CacheScenario(
                "\(field) of another origin", Self.get.with { $0.path = "/other" },
                unsafe.with { $0.fields = [(field, "http://other.test/other")] }, .cached.with { $0.path = "/other" }
            ).run()
        }
        try await CacheScenario("in mode no-store", Self.get, unsafe.with { $0.mode = .noStore }, .asked).run()
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])
    func `safe methods do not (§4_4)`(_ method: String) async throws {
        try await CacheScenario(method, Self.get, CacheStep(method: method, mode: .noStore), .cached).run()
    }

    private static func post(_ location: String?, _ fields: CacheStep.Field...) -> CacheStep {
        CacheStep(
            method: "POST", headers: [("Content-Type", "text/plain")], body: "12345",
            fields: fields + (location.map { [("Content-Location", $0)] } ?? []))
    }

    @Test(arguments: [
        CacheScenario(
            "its own target, and a lifetime", post("/resource", ("Expires", "@+2592000"), ("Date", "@0")), .cached),
        CacheScenario("an empty reference is the target", post("", ("Cache-Control", "max-age=60")), .cached),
        CacheScenario("another target", post("/other", ("Cache-Control", "max-age=60")), .asked),
        CacheScenario("no Content-Location", post(nil, ("Cache-Control", "max-age=60")), .asked),
        CacheScenario("no lifetime", post("/resource", ("Last-Modified", "@-86400"), ("Date", "@0")), .asked),
        CacheScenario(
            "a POST is not answered", post("/resource", ("Cache-Control", "max-age=60")),
            post(nil).with { $0.expected = .asked }),
    ]) func `POST that says what a GET would bring (RFC 9110 §9_3_3)`(_ scenario: CacheScenario) async throws {
        try await scenario.run()
    }

    private static let head = CacheStep(method: "HEAD", content: "body 0", expected: .asked)

    @Test(arguments: [
        CacheScenario("a stale GET does not answer HEAD", tagged, head),
        CacheScenario(
            "HEAD renews the lifetime", tagged,
            head.with { $0.fields = [("Cache-Control", "max-age=1000"), ("ETag", #""abcdef""#)] },
            .cached.with { $0.expectedBody = "body 0" }),
        CacheScenario(
            "HEAD renews fields", tagged,
            head.with { $0.fields = [("Cache-Control", "max-age=1000"), ("Template-A", "2")] },
            .cached.with { $0.expectedFields = [("Template-A", "2")] }),
        CacheScenario(
            "another tag: what is stored is gone", tagged,
            head.with { $0.fields = [("Cache-Control", "max-age=1000"), ("ETag", #""x""#)] },
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "another length: what is stored is gone", tagged.with { $0.content = "longer" + " than" },
            head.with { $0.fields = [("Cache-Control", "max-age=1000")] },
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "another date of change: what is stored is gone", dated,
            head.with {
                $0.fields = [("Cache-Control", "max-age=1000"), ("Last-Modified", "Thu, 02 Jan 2020 00:00:00 GMT")]
            },
            CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "410 renews nothing", tagged,
            head.with { ($0.status, $0.fields) = (410, [("Cache-Control", "max-age=1000")]) }, .asked),
        CacheScenario(
            "a stored 404 is not renewed", tagged.with { $0.status = 404 },
            head.with { $0.fields = [("Cache-Control", "max-age=1000"), ("ETag", #""abcdef""#)] }, .asked),
    ]) func `HEAD (§4_3_5)`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static let stale = CacheStep.store(("Cache-Control", "max-age=2"), ("Template-A", "1"))
    private static let lost = CacheStep(dropsConnection: true)
    private static func lost(_ category: ErrorCategory?) -> CacheStep {
        lost.with { $0.expected = category.map { .failed($0) } ?? .cached }
    }
    private static let broken = CacheStep(status: 503, expected: .asked, expectedStatus: 503)

    @Test(arguments: [
        CacheScenario("§4.2.4 a server that is down is no lost network", stale, lost(.connect)),
        CacheScenario(
            "RFC 5861 §4 the connection is lost", .store(("Cache-Control", "max-age=2, stale-if-error=60")),
            lost(nil).with { $0.expectedFields = [("Age", "3")] }),
        CacheScenario(
            "§5.2.2.2 not with must-revalidate", .store(("Cache-Control", "max-age=2, must-revalidate")), lost(.connect)
        ),
        CacheScenario("§5.2.2.4 not with no-cache", .store(("Cache-Control", "max-age=2, no-cache")), lost(.connect)),
        CacheScenario(
            "§5.2.1.4 not for a request with no-cache", stale, lost(.connect).sending(("Cache-Control", "no-cache"))),
        CacheScenario("not in mode no-cache", stale, lost(.connect).with { $0.mode = .noCache }),
        CacheScenario("not what never had a lifetime", .store(), lost(.connect)),
        CacheScenario("not what was expired when it came", .store(("Expires", "@-10"), ("Date", "@0")), lost(.connect)),
        CacheScenario(
            "proxy-revalidate is not for us",
            .store(("Cache-Control", "max-age=2, proxy-revalidate, stale-if-error=60")),
            lost(nil)),
        CacheScenario("a 503 is a response", stale, broken),
        CacheScenario(
            "RFC 5861 §4 stale-if-error", .store(("Cache-Control", "max-age=2, stale-if-error=60")),
            CacheStep(status: 503, expected: .cached, expectedStatus: 200)),
        CacheScenario(
            "RFC 5861 §4 without a lifetime", .store(("Cache-Control", "max-age=0, stale-if-error=60")),
            CacheStep(status: 500, expected: .cached, expectedStatus: 200)),
        CacheScenario("RFC 5861 §4 the window ends", .store(("Cache-Control", "max-age=0, stale-if-error=1")), broken),
        CacheScenario(
            "RFC 5861 §4 a 404 is not a failure", .store(("Cache-Control", "max-age=0, stale-if-error=60")),
            CacheStep(status: 404, expected: .asked)),
        CacheScenario(
            "RFC 5861 §4 must-revalidate takes precedence",
            .store(("Cache-Control", "max-age=0, must-revalidate, stale-if-error=60")), broken),
        CacheScenario(
            "RFC 5861 §4 in the request", .store(("Cache-Control", "max-age=0")),
            CacheStep(
                headers: [("Cache-Control", "stale-if-error=60")], status: 500, expected: .cached, expectedStatus: 200)),
        CacheScenario(
            "RFC 5861 §4 in the request, the window ends", .store(("Cache-Control", "max-age=0")),
            CacheStep(
                headers: [("Cache-Control", "stale-if-error=1")], status: 500, expected: .asked, expectedStatus: 500)),
        CacheScenario(
            "RFC 5861 §4 a lost connection", .store(("Cache-Control", "max-age=0, stale-if-error=60")), lost(nil)),
        CacheScenario(
            "RFC 5861 §3 stale-while-revalidate, and the new response next time",
            .store(("Cache-Control", "max-age=1, stale-while-revalidate=3600"), ("ETag", #""abc""#)),
            CacheStep(
                fields: [("Cache-Control", "max-age=3600"), ("ETag", #""def""#)], expected: .cached,
                expectedBody: "body 0")),
        CacheScenario(
            "RFC 5861 §3 the window ends", .store(("Cache-Control", "max-age=1, stale-while-revalidate=1")), .asked),
        CacheScenario(
            "RFC 5861 §3 not where the request wants it younger",
            .store(("Cache-Control", "max-age=1, stale-while-revalidate=60")),
            .asked.sending(("Cache-Control", "max-age=1"))),
        CacheScenario(
            "RFC 5861 §3 not where the request limits the age, whatever the limit",
            .store(("Cache-Control", "max-age=1, stale-while-revalidate=60")),
            .asked.sending(("Cache-Control", "max-age=10"))),
        CacheScenario(
            "RFC 5861 §3 not with only-if-cached, because it would send a request",
            .store(("Cache-Control", "max-age=1, stale-while-revalidate=60")),
            CacheStep(headers: [("Cache-Control", "only-if-cached")], expected: .unmet)),
        CacheScenario(
            "RFC 5861 §4 of two windows the longer: the response's",
            .store(("Cache-Control", "max-age=0, stale-if-error=60")),
            CacheStep(headers: [("Cache-Control", "stale-if-error=1")], status: 503, expected: .cached)),
        CacheScenario(
            "RFC 5861 §4 of two windows the longer: the request's",
            .store(("Cache-Control", "max-age=0, stale-if-error=1")),
            CacheStep(headers: [("Cache-Control", "stale-if-error=60")], status: 503, expected: .cached)),
    ]) func `stale responses (§4_2_4)`(_ scenario: CacheScenario) async throws { try await scenario.run() }
}
