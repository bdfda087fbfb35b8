import NetEngine
import Testing

/// What the directives permit and forbid (RFC 9111 §5.2), as sequences of requests.
@Suite(.timeLimit(.minutes(5))) struct CacheDirectiveScenarios {
    @Test(arguments: [
        CacheScenario("§5.2.2.7 private is for us", .store(("Cache-Control", "private, max-age=3600")), .cached),
        CacheScenario("§5.2.2.5 no-store", .store(("Cache-Control", "no-store")), .asked),
        CacheScenario("§5.2.2.5 in any case", .store(("Cache-Control", "No-StOrE, max-age=3600")), .asked),
        CacheScenario(
            "§5.2.2.5 even with a lifetime",
            .store(("Cache-Control", "max-age=10000, no-store"), ("Expires", "@+10000"), ("Date", "@0")), .asked),
        CacheScenario(
            "§5.2.2.5 on a separate line", .store(("Cache-Control", "max-age=3600"), ("Cache-Control", "no-store")),
            .asked),
        CacheScenario(
            "§5.2.2.4 no-cache",
            .store(("Cache-Control", "max-age=10000, no-cache"), ("Expires", "@+10000"), ("Date", "@0")), .asked),
        CacheScenario("§5.2.2.4 in any case", .store(("Cache-Control", "max-age=10000, No-CaChE")), .asked),
        CacheScenario(
            "§5.2.2.4 no-cache is stored and validated",
            .store(("Cache-Control", "no-cache"), ("ETag", #""abcd""#)),
            CacheStep(knowsConditions: true, expected: .validated(by: "If-None-Match"), expectedBody: "body 0")),
        CacheScenario(
            "§5.2.2.4 no-cache with a field drops that field alone",
            .store(("Cache-Control", #"no-cache="a""#), ("a", "1"), ("b", "2"), ("Cache-Control", "max-age=3600")),
            .cached.with { ($0.expectedFields, $0.missingFields) = ([("b", "2")], ["a"]) }),
        CacheScenario(
            "§5.2.2.4 no-cache with several fields",
            .store(("Cache-Control", #"no-cache="A, b", max-age=3600"#), ("a", "1"), ("b", "2"), ("c", "3")),
            .cached.with { ($0.expectedFields, $0.missingFields) = ([("c", "3")], ["a", "b"]) }),
        CacheScenario(
            "§5.2.2.2 must-revalidate has no effect while fresh",
            .store(("Cache-Control", "max-age=10000, must-revalidate"), ("ETag", #""abcd""#)), .cached),
        CacheScenario(
            "§5.2.2.2 must-revalidate asks once stale",
            .store(("Cache-Control", "max-age=2, must-revalidate"), ("ETag", #""abcd""#)),
            CacheStep(knowsConditions: true, expected: .validated(by: "If-None-Match"))),
        CacheScenario(
            "§5.2.2.2 must-revalidate overrides max-stale",
            .store(("Cache-Control", "max-age=2, must-revalidate")), .asked.sending(("Cache-Control", "max-stale=1000"))
        ),
        CacheScenario(
            "§5.2.2.3 must-understand lifts no-store for a status that is known",
            .store(("Cache-Control", "max-age=3600, no-store, must-understand")), .cached),
        CacheScenario(
            "§5.2.2.3 but not for one that is not",
            .store(("Cache-Control", "max-age=3600, no-store, must-understand"), status: 599), .asked),
        CacheScenario(
            "§5.2.2.3 an unknown status needs to be understood",
            .store(("Cache-Control", "max-age=3600, must-understand"), status: 599), .asked),
        CacheScenario(
            "RFC 8246 a fresh immutable answer is not asked about",
            .store(("Cache-Control", "max-age=10000, immutable"), ("ETag", #""abcd""#)),
            .cached.with { $0.mode = .noCache }),
        CacheScenario(
            "RFC 8246 a stale one is",
            .store(("Cache-Control", "max-age=2, immutable"), ("ETag", #""abcd""#)),
            CacheStep(
                mode: .noCache, knowsConditions: true, expected: .validated(by: "If-None-Match"),
                expectedInRequest: [("Cache-Control", "max-age=0")])),
        CacheScenario(
            "§5.4 Pragma in a response means nothing",
            .store(("Cache-Control", "max-age=3600"), ("Pragma", "no-cache")),
            .cached),
    ]) func `in a response`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static let fresh = CacheStep.store(("Cache-Control", "max-age=3600"))
    private static let aged = CacheStep.store(("Cache-Control", "max-age=1500"), ("Age", "1000"), wait: .zero)

    @Test(arguments: [
        CacheScenario("§5.2.1.1 max-age=0", fresh, .asked.sending(("Cache-Control", "max-age=0"))),
        CacheScenario(
            "§5.2.1.1 max-age=0 at once", fresh.with { $0.wait = .zero }, .asked.sending(("Cache-Control", "max-age=0"))
        ),
        CacheScenario("§5.2.1.1 max-age=1", fresh, .asked.sending(("Cache-Control", "max-age=1"))),
        CacheScenario("§5.2.1.1 max-age above the age", fresh, .cached.sending(("Cache-Control", "max-age=4"))),
        CacheScenario("§5.2.1.1 max-age below the Age", aged, .asked.sending(("Cache-Control", "max-age=600"))),
        CacheScenario("§5.2.1.1 a max-age that cannot be read", fresh, .asked.sending(("Cache-Control", "max-age=x"))),
        CacheScenario(
            "§5.2.1.2 max-stale", .store(("Cache-Control", "max-age=1")),
            .cached.sending(("Cache-Control", "max-stale=1000"))),
        CacheScenario(
            "§5.2.1.2 max-stale without a number", .store(("Cache-Control", "max-age=1")),
            .cached.sending(("Cache-Control", "max-stale"))),
        CacheScenario(
            "§5.2.1.2 max-stale has an end", .store(("Cache-Control", "max-age=1")),
            .asked.sending(("Cache-Control", "max-stale=1"))),
        CacheScenario(
            "§5.2.1.2 a max-stale that cannot be read permits nothing", .store(("Cache-Control", "max-age=1")),
            .asked.sending(("Cache-Control", "max-stale=x"))),
        CacheScenario(
            "§5.2.1.2 max-stale counts the Age",
            .store(("Cache-Control", "max-age=1500"), ("Age", "2000"), wait: .zero),
            .cached.sending(("Cache-Control", "max-stale=1000"))),
        CacheScenario("§5.2.1.3 min-fresh", fresh, .asked.sending(("Cache-Control", "min-fresh=3598"))),
        CacheScenario("§5.2.1.3 min-fresh that is met", fresh, .cached.sending(("Cache-Control", "min-fresh=3500"))),
        CacheScenario("§5.2.1.3 min-fresh counts the Age", aged, .asked.sending(("Cache-Control", "min-fresh=1000"))),
        CacheScenario("§5.2.1.4 no-cache", fresh, .asked.sending(("Cache-Control", "no-cache"))),
        CacheScenario(
            "§5.2.1.4 no-cache validates by date",
            .store(("Cache-Control", "max-age=3600"), ("Last-Modified", "@-10000"), ("Date", "@0")),
            CacheStep(
                headers: [("Cache-Control", "no-cache")], knowsConditions: true,
                expected: .validated(by: "If-Modified-Since"))),
        CacheScenario(
            "§5.2.1.4 no-cache validates by tag", .store(("Cache-Control", "max-age=3600"), ("ETag", "abc")),
            CacheStep(
                headers: [("Cache-Control", "no-cache")], knowsConditions: true,
                expected: .validated(by: "If-None-Match"))),
        CacheScenario("§5.2.1.5 no-store uses nothing", fresh, .asked.sending(("Cache-Control", "no-store"))),
        CacheScenario(
            "§5.2.1.5 no-store keeps nothing", fresh.sending(("Cache-Control", "no-store")), .asked),
        CacheScenario(
            "§5.2.1.7 only-if-cached, and nothing is",
            CacheStep(headers: [("Cache-Control", "only-if-cached")], expected: .unmet)),
        CacheScenario(
            "§5.2.1.7 only-if-cached, and it is", fresh, .cached.sending(("Cache-Control", "only-if-cached"))),
        CacheScenario(
            "§5.2.1.7 only-if-cached, and it is stale", .store(("Cache-Control", "max-age=1")),
            CacheStep(headers: [("Cache-Control", "only-if-cached")], expected: .unmet)),
        CacheScenario(
            "§5.2.1.7 only-if-cached of a method that is not cached",
            CacheStep(method: "POST", headers: [("Cache-Control", "only-if-cached")], expected: .unmet)),
        CacheScenario("§5.4 Pragma: no-cache", fresh, .asked.sending(("Pragma", "no-cache"))),
        CacheScenario("§5.4 Pragma: something else", fresh, .cached.sending(("Pragma", "foo"))),
        CacheScenario(
            "§5.4 not beside Cache-Control", fresh,
            .cached.sending(("Pragma", "no-cache"), ("Cache-Control", "max-age=60"))),
        CacheScenario(
            "§5.2.3 unknown ones are skipped", fresh, .cached.sending(("Cache-Control", "nothing-to-see-here"))),
    ]) func `in a request`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static let stale = CacheStep.store(("Cache-Control", "max-age=1"), ("ETag", #""a""#))

    @Test(arguments: [
        CacheScenario("no-store looks for nothing", fresh, .asked.with { $0.mode = .noStore }),
        CacheScenario("no-store keeps nothing", fresh.with { $0.mode = .noStore }, .asked),
        CacheScenario("reload asks", fresh, .asked.with { $0.mode = .reload }),
        CacheScenario("reload stores", fresh.with { $0.mode = .reload }, .cached),
        CacheScenario(
            "no-cache validates what is fresh",
            .store(("Cache-Control", "max-age=3600"), ("ETag", #""a""#)),
            CacheStep(mode: .noCache, knowsConditions: true, expected: .validated(by: "If-None-Match"))),
        CacheScenario(
            "no-cache adds no field where nothing is stored",
            CacheStep(mode: .noCache, expected: .asked, expectedInRequest: [("Cache-Control", nil), ("Pragma", nil)])),
        CacheScenario("force-cache takes what is stale", stale, .cached.with { $0.mode = .forceCache }),
        CacheScenario("force-cache asks where nothing is stored", CacheStep(mode: .forceCache, expected: .asked)),
        CacheScenario(
            "force-cache minds Vary", .store(("Cache-Control", "max-age=60"), ("Vary", "Foo")),
            CacheStep(headers: [("Foo", "1")], mode: .forceCache, expected: .asked)),
        CacheScenario("only-if-cached takes what is stale", stale, .cached.with { $0.mode = .onlyIfCached }),
        CacheScenario("only-if-cached asks nobody", CacheStep(mode: .onlyIfCached, expected: .unmet)),
        CacheScenario(
            "only-if-cached of POST asks nobody", CacheStep(method: "POST", mode: .onlyIfCached, expected: .unmet)),
    ]) func `the modes of the Fetch standard`(_ scenario: CacheScenario) async throws { try await scenario.run() }
}
