import Base
import NetEngine
import Runs
import Testing
import Workspace

@testable import Comparison

/// What is said of one request in two runs: what got worse and better, and the facts of reports.
@Suite struct FactWordingTests {
    private static func figures(
        passed: Int = 0, failed: Int = 0, skipped: Int = 0, statuses: [Int: Int] = [:],
        categories: [ErrorCategory: Int] = [:], cache: [CacheDecision.Outcome: Int] = [:], failure: String? = nil
    ) -> OutcomeFigures {
        var figures = OutcomeFigures()
        figures.totals.passed = passed
        figures.totals.failed = failed
        figures.totals.skipped = skipped
        figures.statuses = statuses
        figures.categories = categories
        figures.cache = cache
        figures.firstFailure = failure
        return figures
    }

    private static func request(
        _ a: OutcomeFigures = figures(passed: 1), _ b: OutcomeFigures = figures(passed: 1),
        presence: RequestComparison.Presence = .both, change: (inout RequestComparison) -> Void = { _ in }
    ) -> RequestComparison {
        var request = RequestComparison(
            request: RunHead.Request(file: "api/a.http", line: 1, id: "list", method: "GET"), presence: presence,
            outcomes: Both(a, b))
        request.body = BodyDifference(.equal)
        change(&request)
        return request
    }

    // MARK: Worse and better

    private static func judged(_ request: RequestComparison) -> String {
        let judgement = Judgement(request)
        let all = judgement.worse.map { "-\($0.kind.rawValue) \($0.clause)" } + judgement.better.map { "+ \($0)" }
        return all.joined(separator: "\n")
    }

    private static func judged(_ a: OutcomeFigures, _ b: OutcomeFigures) -> String { judged(request(a, b)) }

    @Test func `failures are worse if they begin, become more or are others`() {
        let (good, bad) = (Self.figures(passed: 10), Self.figures(passed: 8, failed: 2))
        #expect(Self.judged(good, bad) == "-failures it fails: 0 of 10 failed in run A, 2 of 10 in run B")
        #expect(Self.judged(bad, good) == "+ it does not fail any more: 2 of 10 failed in run A, 0 of 10 in run B")
        #expect(Self.judged(bad, bad) == "")
        let (few, many) = (Self.figures(passed: 990, failed: 10), Self.figures(passed: 970, failed: 30))
        #expect(
            Self.judged(few, many) == "-failures it fails more often: 10 of 1000 failed in run A, 30 of 1000 in run B")
        #expect(Self.judged(many, few) == "+ it fails less often: 30 of 1000 failed in run A, 10 of 1000 in run B")
        #expect(Self.judged(bad, Self.figures()) == "-removed it was not sent in run B")
        #expect(Self.judged(good, Self.figures(skipped: 3)) == "-removed it was not sent in run B")
        var cancelled = Self.figures(skipped: 1)
        cancelled.totals.cancelled = 1
        #expect(Self.judged(good, cancelled) == "-removed it was cancelled in run B")
        #expect(Self.judged(Self.figures(), Self.figures()) == "")
        let timeouts = Self.figures(passed: 5, failed: 5, categories: [.timeout: 5])
        let others = Self.figures(passed: 5, failed: 5, categories: [.tls: 2, .dns: 2, .timeout: 1])
        #expect(Self.judged(timeouts, others) == "-failures it fails in another way: dns, tls")
        #expect(Self.judged(others, timeouts) == "")
    }

    @Test func `a status is worse if its class is, from redirects on`() {
        let rows: [(a: [Int: Int], b: [Int: Int], said: String)] = [
            ([200: 10], [200: 8, 404: 2], "-status its status is 200 (8), 404 (2), was 200"),
            ([200: 8, 404: 2], [200: 10], "+ its status is 200, was 200 (8), 404 (2)"),
            ([200: 1], [302: 1], "-status its status is 302, was 200"),
            ([302: 1], [200: 1], "+ its status is 200, was 302"),
            ([404: 1], [500: 1], "-status its status is 500, was 404"),
            ([500: 1], [404: 1], "+ its status is 404, was 500"),
            ([200: 1], [204: 1], ""), ([404: 1], [429: 1], ""), ([101: 1], [200: 1], ""), ([200: 1], [101: 1], ""),
            ([:], [500: 1], ""), ([500: 1], [:], ""),
        ]
        for (a, b, said) in rows {
            #expect(
                Self.judged(Self.figures(passed: 1, statuses: a), Self.figures(passed: 1, statuses: b)) == said,
                "\(a) \(b)")
        }
    }

    @Test func `the cache is worse if it helps less, by whichever outcome`() {
        let rows: [(a: [CacheDecision.Outcome: Int], b: [CacheDecision.Outcome: Int], said: String)] = [
            ([.hit: 10], [.miss: 10], "-cache the cache helps less: 0 of 10, was 10 of 10"),
            ([.hit: 1], [.miss: 1], "-cache the cache helps less: 0 of 1, was 1 of 1"),
            ([.hit: 10, .miss: 10], [.hit: 2, .miss: 18], "-cache the cache helps less: 2 of 20, was 10 of 20"),
            ([.hit: 1], [.stale: 1], ""), ([.revalidated: 1], [.hit: 1], ""), ([.stale: 1], [.revalidated: 1], ""),
            ([.stale: 1], [.bypass: 1], "-cache the cache helps less: 0 of 1, was 1 of 1"),
            ([.hit: 1], [:], ""), ([.miss: 5], [.hit: 5], ""), ([.hit: 10, .miss: 10], [.hit: 9, .miss: 11], ""),
        ]
        for (a, b, said) in rows {
            #expect(
                Self.judged(Self.figures(passed: 1, cache: a), Self.figures(passed: 1, cache: b)) == said, "\(a) \(b)")
        }
    }

    private static func breach(_ kind: BreachChange.Kind, isFailure: Bool = true, path: String = "$['x']")
        -> BreachChange
    {
        BreachChange(
            kind: kind, operation: "GET /pets", isRequest: path.isEmpty, document: "o.yaml", pointer: "/a", path: path,
            isFailure: isFailure, count: Both(1, 1), text: "it is wrong")
    }

    private static func check(_ kind: CheckChange.Kind, failed: Int = 0) -> CheckChange {
        CheckChange(text: "c \(kind.rawValue)", kind: kind, failed: Both(0, failed), count: Both(4, 5), actual: nil)
    }

    @Test func `checks, descriptions, bodies, headers and latencies are judged one by one`() {
        func said(_ change: (inout RequestComparison) -> Void) -> String { Self.judged(Self.request(change: change)) }
        #expect(
            said { $0.checks = [Self.check(.fails), Self.check(.passes), Self.check(.gone), Self.check(.evaluation)] }
                == "-checks the check c fails fails now\n+ the check c passes passes now")
        #expect(said { $0.checks = [Self.check(.new, failed: 1)] } == "-checks the new check c new fails")
        #expect(said { $0.checks = [Self.check(.new)] } == "")
        let sentence = "GET /pets at $['x']: it is wrong"
        #expect(said { $0.breaches = [Self.breach(.new)] } == "-contract it breaks the description: \(sentence)")
        #expect(
            said { $0.breaches = [Self.breach(.gone), Self.breach(.new), Self.breach(.new, path: "")] }
                == "-contract it breaks the description: \(sentence) and 1 more")
        #expect(
            said { $0.breaches = [Self.breach(.gone, path: ""), Self.breach(.gone), Self.breach(.gone)] }
                == "+ it does not break the description any more: GET /pets, request: it is wrong and 2 more")
        #expect(said { $0.breaches = [Self.breach(.new, isFailure: false), Self.breach(.same)] } == "")
        #expect(said { $0.body.verdict = .different } == "-body the body is different")
        for verdict in [BodyVerdict.equalButForOrder, .equalButForVolatileValues, .notCompared(reason: "x")] {
            #expect(said { $0.body.verdict = verdict } == "", "\(verdict)")
        }
        #expect(
            said {
                $0.headers.changes = ["A", "B", "C", "D"].map {
                    HeaderDifference.Change(kind: .added, name: $0, values: Both(nil, "1"))
                }
            } == "-headers headers differ: A, B, C")
        #expect(
            said { $0.latency = Self.latency(.slower, ratio: 1.5) }
                == "-latency its median latency is 1.50 times that of run A")
        #expect(said { $0.latency = Self.latency(.faster, ratio: 0.5) } == "+ it is faster")
        #expect(said { $0.latency = Self.latency(.same, ratio: 1) } == "")
        #expect(
            said { $0.body.contract = [Self.shape(.new, false), Self.shape(.lost, true), Self.shape(.types, true)] }
                == "-contract the shape of the body: $.lost is gone and 1 more")
        #expect(said { $0.body.contract = [Self.shape(.new, false)] } == "")
    }

    private static func shape(_ kind: ContractChange.Kind, _ isBreaking: Bool) -> ContractChange {
        ContractChange(
            path: "$.\(kind.rawValue)", kind: kind, types: Both(["string"], ["number", "null"]), isBreaking: isBreaking)
    }

    @Test func `each change of a shape has its clause`() {
        let clauses = [ContractChange.Kind.lost, .new, .types, .optional, .required].map {
            Judgement.clause(Self.shape($0, true))
        }
        #expect(
            clauses == [
                "$.lost is gone", "$.new is new", "$.types is number or null, was string",
                "$.optional is missing now and then", "$.required is always there now",
            ])
    }

    // MARK: Facts

    private static func facts(_ request: RequestComparison, common: Set<HeaderDifference.Change> = []) -> String {
        RequestFacts(request, common: common).facts.map { fact in
            let mood = fact.mood == .neutral ? "" : " (\(fact.mood))"
            return ([fact.label + ": " + fact.text + mood] + fact.details.map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    @Test func `facts say how often a request passed, and what it met`() {
        let (one, none) = (Self.figures(passed: 2, skipped: 1), Self.figures())
        #expect(
            Self.facts(Self.request(one, none, presence: .onlyInA))
                == "sent: in run A only\nresults: passed (2), skipped (1)")
        #expect(
            Self.facts(Self.request(none, Self.figures(failed: 3), presence: .onlyInB))
                == "sent: in run B only\nresults: failed")
        #expect(Self.facts(Self.request(one, one)) == "")
        #expect(
            Self.facts(Self.request(Self.figures(failed: 1), one))
                == "results: failed \u{2192} passed (2), skipped (1) (better)")
        let failing = Self.figures(passed: 1, failed: 2, failure: "It went wrong.")
        #expect(Self.facts(Self.request(failing, failing)) == "results: passed (1), failed (2)\n  It went wrong.")
        #expect(
            Self.facts(
                Self.request(one, failing) {
                    $0.worse = [Worsening(kind: .body, clause: "x"), Worsening(kind: .failures, clause: "it fails")]
                }) == "results: it fails (worse)\n  It went wrong.")
        let (a, b) = (
            Self.figures(passed: 1, statuses: [200: 1], categories: [.timeout: 1], cache: [.hit: 1]),
            Self.figures(passed: 1, statuses: [404: 2, 200: 8], categories: [.tls: 1, .dns: 2], cache: [.miss: 1])
        )
        #expect(
            Self.facts(
                Self.request(a, b) {
                    $0.worse = [Worsening(kind: .status, clause: ""), Worsening(kind: .cache, clause: "")]
                })
                    == """
                    errors: timeout \u{2192} dns (2), tls (1)
                    status: 200 \u{2192} 200 (8), 404 (2) (worse)
                    cache: hit \u{2192} miss (worse)
                    """)
        #expect(
            Self.facts(Self.request(b, a)) == """
                errors: dns (2), tls (1) \u{2192} timeout
                status: 200 (8), 404 (2) \u{2192} 200
                cache: miss \u{2192} hit
                """)
    }

    @Test func `facts of what is the same, does not count or was not compared are no differences`() {
        func differ(_ request: RequestComparison) -> [Bool] { RequestFacts(request).facts.map(\.isDifference) }
        let (failing, worse) = (Self.figures(passed: 1, failed: 2), Self.figures(failed: 3))
        #expect(differ(Self.request(failing, failing)) == [false])
        #expect(differ(Self.request(failing, worse)) == [true])
        #expect(differ(Self.request { $0.breaches = [Self.breach(.same)] }) == [false])
        #expect(differ(Self.request { $0.breaches = [Self.breach(.same), Self.breach(.gone)] }) == [true])
        for verdict in [BodyVerdict.equalButForOrder, .equalButForVolatileValues, .notCompared(reason: "x")] {
            #expect(differ(Self.request { $0.body.verdict = verdict }) == [false], "\(verdict)")
        }
        #expect(differ(Self.request { $0.body.verdict = .different }) == [true])
    }

    @Test func `facts list checks, breaches and headers, twenty lines of each`() {
        #expect(
            Self.facts(
                Self.request {
                    $0.checks = [
                        CheckChange(text: "a", kind: .fails, failed: Both(0, 2), count: Both(4, 5), actual: "7"),
                        CheckChange(text: "b", kind: .fails, failed: Both(0, 1), count: Both(4, 1), actual: nil),
                        Self.check(.passes), Self.check(.evaluation), Self.check(.gone), Self.check(.new),
                        Self.check(.new, failed: 1),
                    ]
                    $0.worse = [Worsening(kind: .checks, clause: "")]
                })
                    == """
                    checks: 3 fail now (worse)
                      a: fails now, 2 of 5 times; it was 7
                      b: fails now, 1 of 1 time
                      c passes: passes now
                      c evaluation: was evaluated in one of the runs only
                      c gone: is gone
                      c new: is new
                      c new: is new, and fails
                    """)
        #expect(
            Self.facts(Self.request { $0.checks = [Self.check(.new, failed: 1)] }).hasPrefix("checks: 1 fails now\n"))
        #expect(
            Self.facts(Self.request { $0.checks = [Self.check(.gone)] })
                == "checks: other results than before\n  c gone: is gone")
        #expect(
            Self.facts(
                Self.request {
                    $0.breaches = [
                        Self.breach(.same), Self.breach(.gone, path: ""), Self.breach(.new, isFailure: false),
                        Self.breach(.new),
                    ]
                })
                    == """
                    description: 2 new, 1 gone, 1 as before (worse)
                      gone: GET /pets, request: it is wrong
                      new warning: GET /pets at $['x']: it is wrong
                      new: GET /pets at $['x']: it is wrong
                    """)
        #expect(
            Self.facts(Self.request { $0.breaches = [Self.breach(.new, isFailure: false)] })
                == "description: 1 new\n  new warning: GET /pets at $['x']: it is wrong")
        let same = RequestFacts(Self.request { $0.breaches = [Self.breach(.same)] })
        #expect(same.facts.map(\.text) == ["1 as before"] && !same.isNews)
        let changes = (1...22).map { HeaderDifference.Change(kind: .added, name: "X\($0)", values: Both(nil, "1")) }
        let lines = (1...20).map { "  X\($0) is new: \"1\"" }
        #expect(
            Self.facts(Self.request { $0.headers.changes = changes })
                == (["headers: 22 differences"] + lines + ["  and 2 more"]).joined(separator: "\n"))
        #expect(
            Self.facts(Self.request { $0.headers.changes = changes }, common: Set(changes.dropLast()))
                == "headers: 1 difference\n  X22 is new: \"1\"")
        #expect(Self.facts(Self.request { $0.headers.changes = changes }, common: Set(changes)) == "")
    }

    @Test func `facts say how bodies relate, and in what their shapes differ`() {
        let order = RequestFacts(Self.request { $0.body.verdict = .equalButForOrder })
        #expect(order.facts.map(\.text) == ["equal but for order"] && !order.isNews)
        #expect(
            Self.facts(
                Self.request {
                    $0.body.verdict = .equalButForVolatileValues
                    $0.body.ignored = ["$.a", "$.b"].map {
                        IgnoredValue(path: $0, kind: .valueChanged, ground: .repeats, values: Both(nil, nil))
                    }
                }) == "body: equal but for 2 volatile values")
        let refused = BodyDifference(.notCompared(reason: "the statuses differ"))
        #expect(Self.facts(Self.request { $0.body = refused }) == "body: not compared: the statuses differ")
        #expect(Self.facts(Self.request(Self.figures()) { $0.body = refused }) == "")
        func change(_ kind: DifferenceKind, _ a: String?, _ b: String?) -> BodyDifference.Change {
            BodyDifference.Change(kind: kind, path: "$[*]", place: "$[1]", values: Both(a, b))
        }
        #expect(
            Self.facts(
                Self.request {
                    $0.body.verdict = .different
                    $0.body.changeCount = 9
                    $0.body.changes = [
                        change(.added, nil, "1"), change(.removed, "1", nil), change(.moved, "1", "1"),
                        change(.valueChanged, "1", "2"), change(.typeChanged, "null", "number 1"),
                        change(.formatChanged, "UUID", "empty"),
                    ]
                    $0.body.matchings = ["id", nil, "sku", "key"].map { BodyDifference.Matching(path: "$.m", key: $0) }
                    $0.body.notes = ["A note."]
                    $0.body.contract = [Self.shape(.new, false), Self.shape(.lost, true)]
                    $0.worse = [Worsening(kind: .contract, clause: "")]
                })
                    == """
                    body: different: 9 changes
                      $[1] is new: 1
                      $[1] is gone, was 1
                      $[1] moved
                      $[1]: 1 \u{2192} 2
                      $[1]: null \u{2192} number 1
                      $[1]: UUID \u{2192} empty
                      and 3 more that are not listed
                      the elements of $.m were matched by their id
                      the elements of $.m were matched by their content
                      the elements of $.m were matched by their sku
                      A note.
                    shape: 2 changes (worse)
                      $.lost is gone
                      $.new is new
                    """)
        let header = { (kind: DifferenceKind, a: String?, b: String?) in
            RequestFacts.line(HeaderDifference.Change(kind: kind, name: "X", values: Both(a, b)))
        }
        #expect(header(.added, nil, "1") == #"X is new: "1""# && header(.removed, "1", nil) == #"X is gone, was "1""#)
        #expect(header(.valueChanged, "1", "2") == "X: \"1\" \u{2192} \"2\"")
        let long = String(repeating: "x", count: 81)
        #expect(header(.added, nil, String(long.dropLast())) == "X is new: \"\(long.dropLast())\"")
        #expect(header(.added, nil, long) == "X is new: \"\(long.dropLast())\u{2026}\"")
    }

    private static func latency(_ verdict: LatencyVerdict, ratio: Double?) -> LatencyComparison {
        func figures(_ median: Double, _ p99: Double?) -> LatencyFigures {
            var figures = LatencyFigures(LatencySamples())
            (figures.median, figures.p95, figures.p99) = (median, median * 2, p99)
            return figures
        }
        return LatencyComparison(
            figures: Both(figures(10_000, 90_000), figures(20_000, nil)), verdict: verdict, ratio: ratio,
            interval: ratio.map { $0 - 0.2...$0 + 0.2 })
    }

    @Test func `a latency is said with its figures, as far as both runs have them`() {
        let figures = ", median 10 ms \u{2192} 20 ms, ratio 2.00 (1.80 to 2.20), p95 20 ms \u{2192} 40 ms"
        let rows: [(LatencyVerdict, String)] = [
            (.slower, "slower"), (.faster, "faster"), (.same, "the same"),
            (.cannotTell(more: 40), "unclear, about 40 more responses are needed"), (.cannotTell(more: nil), "unclear"),
        ]
        for (verdict, word) in rows {
            #expect(RequestFacts.text(Self.latency(verdict, ratio: 2)) == word + figures, "\(verdict)")
        }
        #expect(
            RequestFacts.text(Self.latency(.same, ratio: nil))
                == "the same, median 10 ms \u{2192} 20 ms, p95 20 ms \u{2192} 40 ms")
        #expect(
            Self.facts(Self.request { $0.latency = Self.latency(.slower, ratio: 2) })
                == "latency: slower\(figures) (worse)")
        #expect(
            Self.facts(Self.request { $0.latency = Self.latency(.faster, ratio: 2) })
                == "latency: faster\(figures) (better)")
        #expect(Self.facts(Self.request { $0.latency = Self.latency(.same, ratio: 2) }) == "")
    }

    @Test func `what is not counted has its reason`() {
        let grounds: [(IgnoredValue.Ground, String)] = [
            (.repeats, "it changes between repeats of the same request"),
            (.guessed("UUID"), "guessed: both values are of the format UUID"), (.rule("$.a"), "the rule $.a"),
            (.known, "it is known to change"), (.followsBody, "it follows from the body"),
        ]
        for (ground, clause) in grounds { #expect(ground.clause == clause) }
        #expect(
            [BodyVerdict.equal, .equalButForOrder, .equalButForVolatileValues, .different, .notCompared(reason: "")]
                .map(\.word) == [
                    "equal", "equal-but-for-order", "equal-but-for-volatile-values", "different", "not-compared",
                ])
        #expect(
            RequestComparison.State.allCases.map(\.word)
                == ["worse", "only-in-a", "changed", "better", "only-in-b", "same"])
        #expect(Self.request { $0.worse = [] }.severity == Worsening.Kind.allCases.count)
        #expect(
            Self.request { $0.worse = [Worsening(kind: .body, clause: ""), Worsening(kind: .checks, clause: "")] }
                .severity == 1)
    }
}
