import NetEngine
import Testing

@testable import Workspace

/// What is counted of the results of a run, and which of them are printed at once.
@Suite struct RunSummaryTests {
    private static func record(
        _ word: RunRecord.Word, step: Int = 0, _ change: (inout RunRecord) -> Void = { _ in }
    ) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: step), repetition: nil, word: word)
        change(&record)
        return record
    }

    private static func check(_ line: Int, _ verdict: CheckResult.Verdict) -> CheckResult {
        CheckResult(text: "status == 200", line: line, verdict: verdict, expected: "== 200")
    }

    private static func error(_ category: ErrorCategory, _ phase: Phase? = nil) -> EngineError {
        EngineError(category: category, phase: phase, sentence: "No.", hint: "Look.")
    }

    @Test func `in a single round each result is news`() {
        var summary = RunSummary(stepCount: 2, rounds: 1)
        for word in [RunRecord.Word.passed, .failed, .failed, .skipped, .cancelled] {
            let isNews = summary.isNews(Self.record(word))
            #expect(isNews, "\(word)")
        }
        #expect(summary.steps.isEmpty)
    }

    @Test func `in several rounds each kind of failure of a request is news once`() {
        var summary = RunSummary(stepCount: 2, rounds: 2)
        for word in [RunRecord.Word.passed, .skipped, .cancelled] {
            let isNews = summary.isNews(Self.record(word))
            #expect(!isNews, "\(word)")
        }
        let kinds: [(String, RunRecord)] = [
            ("no status", Self.record(.failed)), ("another request", Self.record(.failed, step: 1)),
            ("status", Self.record(.failed) { $0.status = 500 }),
            ("another status", Self.record(.failed) { $0.status = 501 }),
            ("category", Self.record(.failed) { $0.error = Self.error(.timeout) }),
            ("phase", Self.record(.failed) { $0.error = Self.error(.timeout, .wait) }),
            ("another phase", Self.record(.failed) { $0.error = Self.error(.timeout, .connect) }),
            ("another category", Self.record(.failed) { $0.error = Self.error(.connect, .connect) }),
            ("check", Self.record(.failed) { $0.checks = CheckReport(results: [Self.check(3, .failed)]) }),
            ("another check", Self.record(.failed) { $0.checks = CheckReport(results: [Self.check(4, .failed)]) }),
            (
                "both checks",
                Self.record(.failed) {
                    $0.checks = CheckReport(results: [Self.check(3, .failed), Self.check(4, .failed)])
                }
            ), ("problem", Self.record(.failed) { $0.problems = [(line: 1, sentence: "a")] }),
            ("another problem", Self.record(.failed) { $0.problems = [(line: 1, sentence: "b")] }),
            ("file", Self.record(.failed) { $0.responseFile = .failure(CollectionError(sentence: "It is full.")) }),
        ]
        for isFirst in [true, false] {
            for (name, record) in kinds {
                let isNews = summary.isNews(record)
                #expect(isNews == isFirst, "\(name)")
            }
        }
        // What passed beside the failure, the words of an error, and where a problem is make no other kind.
        let same = [
            Self.record(.failed) {
                $0.checks = CheckReport(results: [Self.check(3, .failed), Self.check(9, .passed)])
            },
            Self.record(.failed) { $0.problems = [(line: 2, sentence: "a")] },
            Self.record(.failed) {
                $0.error = EngineError(category: .timeout, phase: .wait, sentence: "Late.", hint: "Wait.")
            }, Self.record(.failed) { $0.responseFile = .success("a.json") },
        ]
        for record in same {
            let isNews = summary.isNews(record)
            #expect(!isNews)
        }
    }

    @Test func `results are counted for each request and for all`() {
        var summary = RunSummary(stepCount: 2, rounds: 3)
        for record in [
            Self.record(.passed) { ($0.status, $0.networkTime) = (200, .milliseconds(20)) },
            Self.record(.failed) { ($0.status, $0.networkTime, $0.isUnverified) = (500, .milliseconds(40), true) },
            Self.record(.failed) { $0.networkTime = .milliseconds(99) },
            Self.record(.cancelled) { ($0.status, $0.networkTime) = (200, .milliseconds(99)) },
            Self.record(.skipped, step: 1), Self.record(.skipped, step: 1) { $0.skipReason = "first" },
            Self.record(.skipped, step: 1) { $0.skipReason = "second" },
            Self.record(.passed, step: 1) {
                ($0.status, $0.networkTime, $0.delay) = (200, .milliseconds(10), .milliseconds(5))
            }, Self.record(.passed, step: 2) { ($0.status, $0.networkTime) = (200, .milliseconds(1)) },
        ] {
            summary.add(record)
        }
        #expect(summary.done == 9 && summary.failed == 2 && summary.unverified == 1)
        #expect(summary.latency.count == 4 && summary.latency.greatest == .milliseconds(40))
        #expect(summary.lateness.count == 1 && summary.lateness.greatest == .milliseconds(5))
        let (first, second) = (summary.steps[0], summary.steps[1])
        #expect(first.passed == 1 && first.failed == 2 && first.skipped == 0 && first.latency.count == 2)
        #expect(second.passed == 1 && second.failed == 0 && second.skipped == 3 && second.skipReason == "first")
        #expect(second.latency.least == .milliseconds(15), "counted from the moment that was planned")
        #expect(summary.steps.count == 2)
    }

    @Test func `a result has a latency only with a response, and a category by what failed`() {
        #expect(Self.record(.passed) { $0.networkTime = .seconds(1) }.latency == nil)
        #expect(Self.record(.passed) { $0.status = 200 }.latency == nil)
        let cancelled = Self.record(.cancelled) { ($0.status, $0.networkTime) = (200, .seconds(1)) }
        #expect(cancelled.latency == nil && !cancelled.countsChecks)
        #expect(Self.record(.failed) { ($0.status, $0.networkTime) = (500, .seconds(1)) }.latency == .seconds(1))
        #expect(Self.record(.failed).category == nil)
        #expect(Self.record(.failed) { $0.error = Self.error(.timeout) }.category == .timeout)
        let unsent = Self.record(.failed) {
            ($0.error, $0.problems) = (Self.error(.timeout), [(line: 1, sentence: "a")])
        }
        #expect(unsent.category == .requestBuild && unsent.attempts == nil)
        func attempts(_ retries: Int) -> String? {
            Self.record(.passed) {
                $0.traffic = RunRecord.Traffic(startedAt: Timestamp(microsecondsSince1970: 0), retries: retries)
            }.attempts
        }
        #expect(attempts(0) == nil && attempts(1) == "2 attempts" && attempts(2) == "3 attempts")
        #expect(RunRecord.text(unverified: 2) == "The server's certificate was not checked for 2 requests.")
    }
}
