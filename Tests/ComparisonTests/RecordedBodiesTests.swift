import Base
import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// What is said of many pairs of bodies, headers and outcomes, as it was recorded (`Recorded`).
@Suite struct RecordedBodiesTests {
    /// Bodies of run A, and after ` => ` those of run B; ` ~ ` is between responses of a run, and rules follow ` @@ `.
    private static let bodies = #"""
        {} => {}
        {"a":1} => {"a":1.0}
        {"a":1} => {"a":2}
        {"a":1} => {"a":"1"}
        {"a":1} => {"a":null}
        {"a":1} => {}
        {} => {"a":{"b":[1]}}
        {"a":{"b":[1]}} => {}
        {"a":{"b":1,"c":2}} => {"a":5}
        {"a":[]} => {"a":[{"b":1}]}
        {"a":[{"b":1}]} => {"a":[]}
        {"a":[{"b":1},{"b":2,"c":3}]} => {"a":[{"b":1,"c":3},{"b":2,"c":3}]}
        {"a":[{"b":1,"c":3},{"b":2,"c":3}]} => {"a":[{"b":1},{"b":2,"c":3}]}
        [1,2,3] => [3,1,2]
        [1,2,3] => [1,3]
        [1,1,2] => [1,2,2]
        [{"id":1,"v":"x"},{"id":2,"v":"y"}] => [{"id":2,"v":"y"},{"id":1,"v":"z"}]
        [{"id":1},{"id":2}] => [{"id":2},{"id":3}]
        [{"id":1},{"id":1}] => [{"id":1},{"id":1,"v":1}]
        [{"sku":"a","n":1},{"sku":"b","n":2}] => [{"sku":"b","n":2},{"sku":"a","n":5}]
        [{"sku":"a","n":1},{"sku":"b","n":2}] => [{"sku":"b","n":2},{"sku":"a","n":5}] @@ # @compare-key sku $
        {"l":[[1,2],[3]]} => {"l":[[1],[3,4]]}
        {"at":1,"n":1} => {"at":2,"n":1} @@ # @compare-ignore $.at
        {"at":1,"n":1} => {"n":1} @@ # @compare-ignore $.at
        {"at":1,"n":1} => {"at":2,"n":2} @@ # @compare-ignore $..*
        {"a":{"at":1}} => {"a":{"at":2}} @@ ### api/a.http#list;;# @compare-ignore $..at
        {"a":{"at":1}} => {"a":{"at":2}} @@ ### api/a.http#other;;# @compare-ignore $..at
        {"v":1} ~ {"v":2} => {"v":3} ~ {"v":4}
        {"v":1} ~ {"v":2} => {"v":"x"} ~ {"v":4}
        {"v":1} ~ {"v":1} => {"v":3} ~ {"v":3}
        {"v":1} => {"v":3} ~ {"v":4}
        {"v":1,"w":1} ~ {"w":1} => {"v":1,"w":2} ~ {"w":2}
        {"v":"a1b2"} ~ {"v":"c3d4"} => {"v":""} ~ {"v":""}
        {"v":"abcd"} ~ {"v":"efgh"} => {"v":"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"}
        {"v":"p"} ~ {"v":"q"} => {"v":"pqrstuvwxyzpqrstuvwxyz"} ~ {"v":"qqrstuvwxyzpqrstuvwxyz"}
        {"v":"p"} ~ {"v":"qq"} => {"v":"pqrstuvwxyzpqrstuvwxyz"} ~ {"v":"qqrstuvwxyzpqrstuvwxyzpq"}
        {"v":"pqrs"} ~ {"v":"pqrt"} => {"v":"pqrstuvwxyzpqrst"} ~ {"v":"qqrstuvwxyzpqrst"}
        [1,2] ~ [2,1] => [1,2] ~ [2,1]
        {"id":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"} => {"id":"9d2504e0-4f89-41d3-9a0c-0305e82c3399"}
        {"id":"3f2504e0-4f89-11d3-9a0c-0305e82c3301"} => {"id":"none"}
        {"at":"2026-11-21T10:00:00Z"} => {"at":"2026-11-22T11:00:00Z"}
        {"at":"2026-11-21"} => {"at":"2026-11-22"}
        {"at":"Sat, 21 Nov 2026 10:00:00 GMT"} => {"at":"Sun, 22 Nov 2026 10:00:00 GMT"}
        {"at":1795257121} => {"at":1795257130}
        {"at":1795257121000} => {"at":1795257130000}
        {"at":1795257121} => {"at":1795257130000}
        {"at":1700000000} => {"at":1700000001}
        {"h":"d41d8cd98f00b204e9800998ecf8427e"} => {"h":"e2fc714c4727ee9395f324cd2e7f331f"}
        {"h":"d41d8cd9"} => {"h":"e2fc714c"}
        {"h":"d41d8cd98f00b204e9800998ecf8427e"} => {"h":"e2fc714c4727ee9395f324cd2e7f331fe2fc714c4727ee9395f324cd2e7f331f"}
        {"h":"d41d8cd98f00b204e9800998ecf8427e"} => {"h":"e2fc714c4727ee9395f324cd2e7f331fe2fc714c4727ee9395f324cd2e7f331fa"}
        {"t":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"} => {"t":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c2lo"}
        {"ip":"10.0.0.1"} => {"ip":"10.0.0.2"}
        {"n":"short"} => {"n":"other"}
        {"m":{"3f2504e0-4f89-11d3-9a0c-0305e82c3301":1}} => {"m":{"9d2504e0-4f89-41d3-9a0c-0305e82c3399":1}}
        {"m":{"3f2504e0-4f89-11d3-9a0c-0305e82c3301":1}} => {"m":{"9d2504e0-4f89-41d3-9a0c-0305e82c3399":2}}
        {"m":{"101":{"v":1},"102":{"v":2}}} => {"m":{"103":{"v":1}}}
        {"a":1,"a":2} => {"a":2}
        {"a":1 => {"a":1}
        {"a":1} => <a/>
        <a>1</a> => <a>2</a>
        one two => one 2
        a⏎b⏎c => a⏎c⏎d
        a⏎b 1⏎c ~ a⏎b 2⏎c => a⏎b 3⏎c ~ a⏎b 4⏎c
        a⏎b 1⏎c ~ a⏎b 2⏎c => a⏎x 3⏎c
        a => a⏎
        "x" => "y"
        null => false
        1e2 => 100
        [] => {}
        {"a":[1,"x",null,true]} => {"a":[1,"x",null,false]}
        {"a":"é"} => {"a":"\u00e9"}
        {"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé"} => {"a":"b"}
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] => [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] => [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
        {"a b":1,"c'd":2} => {"a b":2,"c'd":3}
        [[{"k":1}]] => [[{"k":2}]]
        {"items":[{"name":"a","v":1},{"name":"b","v":1}]} => {"items":[{"name":"b","v":2},{"name":"a","v":1},{"name":"c","v":0}]}
        """#

    /// ⏎ is a line feed in a body and in a file of rules.
    private static func read(_ text: some StringProtocol) -> String {
        SignedText.read(text, own: [(sign: "⏎", meaning: "\n")])
    }

    @Test func `pairs of bodies differ as it was recorded`() throws {
        let parts = try Recorded.parts(of: Self.bodies) { line in
            let halves = line.components(separatedBy: " @@ ")
            let runs = Self.read(halves[0]).components(separatedBy: " => ")
            let rules = try ComparisonRules(
                text: halves.dropFirst().joined().replacing(";;", with: "\n"), file: "rules")
            let bodies = runs.map { $0.components(separatedBy: " ~ ") }
            let request = try RunComparison.bodies(bodies[0], bodies[1], rules: rules)
            return Self.shown(request)
        }
        try Recorded.expect(parts, in: "comparisons/bodies")
    }

    private static func shown(_ request: RequestComparison) -> String {
        "\(request.state.word)\n" + request.worse.map { "worse: \($0.kind.rawValue), \($0.clause)\n" }.joined()
            + request.better.map { "better: \($0)\n" }.joined() + Printed(request.body).text
            + Printed(request.headers).text + Printed(request.checks).text + Printed(request.outcomes).text
    }

    /// A header line of each run; ` ~ ` is between responses of a run.
    private static let headers = """
        X-A: 1 => X-A: 2
        X-A: 1 => x-a: 1
        X-A: 1 =>
        => X-A: 1
        Date: a => Date: b
        Date: a =>
        Age: 1 => age: 2
        ETag: "1" => ETag: "2"
        ETag: "1" =>
        Content-Length: 2 => Content-Length: 3
        Last-Modified: a => Last-Modified: b
        X-Request-Id: 1 => X-Request-Id: 2
        X-RateLimit-Remaining: 1 => X-RateLimit-Remaining: 2
        Server: a/1 => Server: a/2
        Set-Cookie: s=1; Path=/ => Set-Cookie: s=2; path=/
        Set-Cookie: s=1; Path=/ => Set-Cookie: s=2; Path=/x
        Set-Cookie: s=1; Max-Age=5; Expires=x => Set-Cookie: s=2; Max-Age=6; Expires=y
        Set-Cookie: s=1; Secure => Set-Cookie: s=1
        Set-Cookie: s=1 => Set-Cookie: t=1
        X-Id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301 => X-Id: 9d2504e0-4f89-41d3-9a0c-0305e82c3399
        X-V: 1 ~ X-V: 2 => X-V: 3 ~ X-V: 4
        X-V: 1 ~ X-V: 1 => X-V: 2 ~ X-V: 2
        X-Id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301 ~ X-Id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301 => X-Id: 9d2504e0-4f89-41d3-9a0c-0305e82c3399
        """

    @Test func `headers differ as it was recorded`() throws {
        let parts = try Recorded.parts(of: Self.headers) { line in
            let runs = " \(line) ".components(separatedBy: " => ").map { run in
                RecordingFixture(
                    run.components(separatedBy: " ~ ").enumerated().map { round, text in
                        let halves = text.trimmingWhitespace().components(separatedBy: ": ")
                        let fields = halves.count > 1 ? [(halves[0], halves[1])] : []
                        return RecordingFixture.Result(round: round, headers: fields)
                    })
            }
            return Self.shown(try RunComparison.of(runs[0], runs[1]).requests[0])
        }
        try Recorded.expect(parts, in: "comparisons/headers")
    }

    /// Results of each run: a status, what became of it, its cache and its check.
    private static let outcomes = """
        200 => 500
        200 => 404
        200 => 301
        200 => 204
        404 => 500
        500 => 404
        500 => 200
        301 => 200
        200 200 => 200 500
        200 500 => 500 200
        200 200 200 200 200 200 => 500 200 200 200 200 200
        200 200 200 200 200 500 => 500 500 500 500 500 500
        500 500 500 500 500 500 => 500 200 200 200 200 200
        200failed => 200
        200 => 200failed
        200failed => 200failed
        200failed => 500failed
        200skipped => 200
        200 => 200skipped
        200 => 200cancelled
        200hit => 200miss
        200miss => 200hit
        200hit 200hit => 200hit 200miss
        200revalidated => 200bypass
        200stale => 200miss
        200+ => 200-
        200- => 200+
        200- => 200-
        200+ => 200
        200 => 200+
        200 => 200-
        200+ 200+ => 200+ 200-
        200? => 200+
        200+ => 200+ 200?
        200? => 200?
        """

    private static func result(_ text: Substring, _ round: Int) -> RecordingFixture.Result {
        let status = Int(text.prefix(3)) ?? 0
        let rest = String(text.dropFirst(3))
        var result = RecordingFixture.Result(round: round, status: status)
        result.word = RunRecord.Word(rawValue: rest) ?? (status >= 400 || rest == "-" ? .failed : .passed)
        if status >= 400 { result.category = status >= 500 ? .serverError : .clientError }
        result.cache = CacheDecision.Outcome(rawValue: rest)
        if rest == "+" || rest == "-" { result.checks = [("status == 200", rest == "+")] }
        if rest == "?" {
            let check = CheckResult(
                text: "status == 200", line: 1, verdict: .notEvaluated, expected: "", reason: "The body is cut")
            result.described = [check]
        }
        return result
    }

    @Test func `outcomes differ as it was recorded`() throws {
        let parts = try Recorded.parts(of: Self.outcomes) { line in
            let runs = line.components(separatedBy: " => ").map { run in
                RecordingFixture(run.split(separator: " ").enumerated().map { Self.result($0.element, $0.offset) })
            }
            return Self.shown(try RunComparison.of(runs[0], runs[1]).requests[0])
        }
        try Recorded.expect(parts, in: "comparisons/outcomes")
    }

    /// Files of rules.
    private static let rules = """
        # @compare-ignore $.a⏎# @compare-ignore-header X⏎# @compare-key sku $.items
        #@compare-ignore $.a
        ## @compare-ignore $.a
        # @compare-ignore
        # @compare-ignore $[
        # @compare-ignore-header
        # @compare-key
        # @compare-key sku
        # @compare-key sku $[
        # @compare-nope x
        # @comparison x
        # any⏎⏎#⏎### ⏎# @compare-ignore $.a
        ### a.http#x⏎# @compare-ignore $.a⏎###⏎# @compare-ignore $.b
        GET http://a
         # @compare-ignore   $.a ␍⏎# @compare-key  sku   $.b
        """

    @Test func `files of rules are read as it was recorded`() throws {
        let parts = Recorded.parts(of: Self.rules) { line in
            do throws(ComparisonError) {
                let rules = try ComparisonRules(text: Self.read(line), file: "compare.rules").rules
                return rules.map { rule in
                    let kind =
                        switch rule.kind {
                        case .ignore: "ignore"
                        case .ignoreHeader(let name): "ignore header \(name)"
                        case .key(let member, _): "key \(member)"
                        }
                    return "\(kind): '\(rule.text)' of \(rule.request ?? "all")\n"
                }.joined()
            } catch { return error.sentence }
        }
        try Recorded.expect(parts, in: "comparisons/rules")
    }
}
