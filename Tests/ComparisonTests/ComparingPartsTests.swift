import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// The parts of a comparison, each by itself: headers, shapes, texts, samples, latencies and rules.
@Suite struct ComparingPartsTests {
    private static func sample(
        _ headers: [(String, String)], body: String = "{}", status: Int = 200, row: Int = 0, repetition: Int = 0
    ) -> ResponseSample {
        ResponseSample(
            slot: .init(repetition: repetition, row: row), status: status,
            headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8), isWhole: true, shape: nil)
    }

    // MARK: Headers

    private static func said(
        _ a: [ResponseSample], _ b: [ResponseSample], rules: [ComparisonRules.Rule] = []
    ) -> String {
        let difference = HeaderComparing(rules: rules).compare(Both(a, b))
        func text(_ value: String?) -> String { value ?? "-" }
        return
            (difference.changes.map { "\($0.kind.rawValue) \($0.name) \(text($0.values.a)) \(text($0.values.b))" }
            + difference.ignored.map { "\($0.path) ignored: \($0.ground.clause)" }).joined(separator: "; ")
    }

    private static func said(_ name: String, _ a: String?, _ b: String?, bodies: (String, String) = ("{}", "{}"))
        -> String
    {
        said(
            [sample(a.map { [(name, $0)] } ?? [], body: bodies.0)],
            [sample(b.map { [(name, $0)] } ?? [], body: bodies.1)])
    }

    @Test func `headers that are known to change do not count, unless one is missing`() {
        let known = """
            date age expires server-timing x-runtime x-response-time x-request-id x-correlation-id x-trace-id \
            x-amzn-requestid x-amzn-trace-id x-amz-request-id x-amz-id-2 x-amz-cf-id cf-ray traceparent tracestate \
            request-id x-ms-request-id x-github-request-id x-served-by x-timer x-ratelimit-remaining x-ratelimit-reset \
            x-ratelimit-used ratelimit-remaining ratelimit-reset ratelimit report-to keep-alive
            """
        for name in known.split(separator: " ").map(String.init) {
            let shown = name.uppercased()
            #expect(Self.said(shown, "1", "2") == "\(shown) ignored: it is known to change")
            #expect(Self.said(name, "1", nil) == "removed \(name) 1 -")
            #expect(Self.said(name, nil, "2") == "added \(name) - 2")
        }
        #expect(Self.said("X-Api", "1", "2") == "value-changed X-Api 1 2" && Self.said("X-Api", "1", "1") == "")
    }

    @Test func `headers that follow from the body count only beside equal bodies`() {
        let names = "content-length etag last-modified content-md5 digest content-digest repr-digest x-content-length"
        for name in names.split(separator: " ").map(String.init) {
            #expect(Self.said(name, "1", "2") == "value-changed \(name) 1 2")
            #expect(Self.said(name, "1", "2", bodies: ("1", "2")) == "\(name) ignored: it follows from the body")
            #expect(Self.said(name, nil, "2", bodies: ("1", "2")) == "\(name) ignored: it follows from the body")
        }
    }

    @Test func `of a cookie the value and its dates do not count, its name and attributes do`() {
        let known = "Set-Cookie ignored: it is known to change"
        let table = """
            s=1; Path=/; Expires=Mon|s=2; Path=/; Expires=Tue|yes
            s=1; max-age=5; HttpOnly|s=1; Max-Age=6; HttpOnly|yes
            s=1|t=1|no
            s=1; Path=/|s=1; Path=/a|no
            s=1; Secure|s=1|no
            s=1; path=/|s=2; Path=/|yes
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: "|").map(String.init)
            let said = Self.said("Set-Cookie", parts[0], parts[1])
            #expect((said == known) == (parts[2] == "yes"), "\(row): \(said)")
        }
    }

    @Test func `repeats show what changes by itself, and without them it is guessed`() throws {
        let ids = (1...4).map { "0b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3\($0)" }
        let guess = "X-Id ignored: guessed: both values are of the format UUID"
        #expect(Self.said("X-Id", ids[0], ids[1]) == guess)
        func samples(_ values: String...) -> [ResponseSample] { values.map { Self.sample([("X-Id", $0)]) } }
        #expect(
            Self.said(samples(ids[0], ids[1]), samples(ids[2]))
                == "X-Id ignored: it changes between repeats of the same request")
        #expect(
            Self.said(samples(ids[0]), samples(ids[1], ids[2]))
                == "X-Id ignored: it changes between repeats of the same request")
        #expect(Self.said(samples(ids[0], ids[0]), samples(ids[1])) == "value-changed X-Id \(ids[0]) \(ids[1])")
        // Rows of data are no repeats.
        let rows = [Self.sample([("X-Id", "1")], row: 0), Self.sample([("X-Id", "2")], row: 1)]
        let others = [Self.sample([("X-Id", "3")], row: 0), Self.sample([("X-Id", "4")], row: 1)]
        #expect(Self.said(rows, others) == "value-changed X-Id 1 3", "the same kind of change is named once")
        #expect(Self.said([rows[0]], [others[1]]) == "", "they are not of the same row")
        let rules = try ComparisonRules(text: "# @compare-ignore-header x-API", file: "r").rules
        #expect(
            Self.said([Self.sample([("X-Api", "1")])], [Self.sample([])], rules: rules)
                == "X-Api ignored: the rule x-API")
        // Changed in one row, gone in another: what is ignored is named once.
        let both = [Self.sample([("X-Api", "1")], row: 0), Self.sample([("X-Api", "1")], row: 1)]
        let one = [Self.sample([("x-api", "2")], row: 0), Self.sample([], row: 1)]
        #expect(Self.said(both, one, rules: rules) == "X-Api ignored: the rule x-API")
    }

    // MARK: Shapes

    @Test func `a shape tells what is always there, now and then, and of which types`() throws {
        let table = #"""
            {"a":1,"b":1} {"a":1,"b":1} | {"a":1,"b":1} {"a":1} -> $.b optional true
            {"a":1,"b":1} {"a":1} | {"a":1,"b":1} {"a":1,"b":1} -> $.b required false
            {"a":1} {"a":"x"} | {"a":1} {"a":1} -> $.a types false
            {"a":1} | {"a":null} -> $.a types true
            {"o":{"p":1}} | {} -> $.o lost true
            {} | {"o":{"p":1}} -> $.o new false
            {"a":1} {} | {} {} -> $.a lost false
            [{"a":1}] | [] -> nothing
            [] | [{"a":1}] -> nothing
            {"a":[1]} | {"a":["x"]} -> $.a[*] types true
            {"a":{}} | {"a":[]} -> $.a types true
            """#
        for row in table.split(separator: "\n") {
            let halves = row.split(separator: " -> ")
            let runs = halves[0].split(separator: " | ").map { $0.split(separator: " ").map(String.init) }
            let contract = try RunComparison.bodies(runs[0], runs[1]).body.contract
            let said = contract.map { "\($0.path) \($0.kind.rawValue) \($0.isBreaking)" }.joined(separator: "; ")
            #expect((said.isEmpty ? "nothing" : said) == String(halves[1]), "\(row)")
        }
    }

    // MARK: Texts and bytes

    @Test func `bytes are compared as a whole, texts by their lines`() throws {
        let bytes = try RunComparison.bodies(["\u{0}a"], ["\u{0}bb"]).body
        #expect(bytes.verdict == .different && bytes.method == .bytes && bytes.changeCount == 1)
        #expect(
            bytes.changes == [
                BodyDifference.Change(kind: .valueChanged, path: "$", place: "body", values: Both("2 B", "3 B"))
            ])
        let volatile = try RunComparison.bodies(["\u{0}a", "\u{0}b"], ["\u{0}c"]).body
        #expect(volatile.verdict == .equalButForVolatileValues && volatile.changes.isEmpty && volatile.changeCount == 0)
        #expect(
            volatile.ignored == [
                IgnoredValue(path: "body", kind: .valueChanged, ground: .repeats, values: Both(nil, nil))
            ])
        let (id, other) = ("0b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3d", "1b9d0b6e-7c1e-4b7a-9d57-1c1f5a1b2c3d")
        let text = try RunComparison.bodies(["id \(id) ok"], ["id \(other) ok"]).body
        #expect(text.verdict == .equalButForVolatileValues && text.method == .text)
        #expect(text.ignored.map(\.ground) == [.guessed("ids and dates in a text")] && text.ignored[0].path == "text")
        #expect(try RunComparison.bodies(["id 17 ok"], ["id 18 ok"]).body.verdict == .different)
        #expect(try RunComparison.bodies(["id \(id)", "id \(id)"], ["id \(other)"]).body.verdict == .different)
        #expect(try RunComparison.bodies(["n 1 ok", "n 2 ok"], ["n 3 ok"]).body.ignored.map(\.ground) == [.repeats])
    }

    @Test func `a number is a time within a day of its run, in the same unit`() throws {
        // The runs began at second 1,795,257,121.
        func ground(_ a: String, _ b: String) throws -> String {
            let body = try RunComparison.bodies(["{\"t\":\(a)}"], ["{\"t\":\(b)}"]).body
            return body.ignored.first?.ground.clause ?? body.verdict.word
        }
        let guessed = "guessed: both values are of the format time in "
        #expect(try ground("1795257121", "1795257122") == guessed + "seconds")
        #expect(try ground("1795257121.5", "1795257122") == guessed + "seconds")
        #expect(try ground("1795257121000", "1795257122000") == guessed + "milliseconds")
        #expect(try ground("1795257121000000", "1795257122000000") == guessed + "microseconds")
        #expect(
            try ground("1795170722", "1795343520") == guessed + "seconds", "a day before and after, but for one second")
        #expect(try ground("1795170721", "1795257121") == "different", "a whole day")
        #expect(try ground("1795257121", "1795343521") == "different")
        #expect(try ground("1795257121", "1795257122000") == "different", "another unit")
        #expect(try ground("17952571", "17952572") == "different")
    }

    // MARK: Samples

    @Test func `responses of one status are compared, or else of one class`() {
        let table = """
            200,200,500|200,500,500 -> 200,200|200
            200|201 -> 200|201
            404|500 -> none
            200,404,404|404,404,200 -> 404,404|404,404
            200,301|302,404 -> 301|302
            204,500|200,503 -> 204|200
            """
        func samples(_ text: Substring) -> [ResponseSample] {
            text.split(separator: ",").compactMap { Int($0) }.map { Self.sample([], status: $0) }
        }
        for row in table.split(separator: "\n") {
            let halves = row.split(separator: " -> ")
            let runs = halves[0].split(separator: "|")
            let found = SampleReading.comparable(Both(samples(runs[0]), samples(runs[1])))
            func text(_ samples: [ResponseSample]) -> String {
                samples.map { String($0.status) }.joined(separator: ",")
            }
            #expect(found.map { "\(text($0.a))|\(text($0.b))" } ?? "none" == String(halves[1]), "\(row)")
        }
        typealias Slot = ResponseSample.Slot
        #expect(Slot(repetition: 9, row: 0) < Slot(repetition: 0, row: 1))
        #expect(Slot(repetition: 1, row: 1) < Slot(repetition: 2, row: 1))
        #expect(!(Slot(repetition: 1, row: 1) < Slot(repetition: 1, row: 1)))
    }

    // MARK: Latencies

    @Test func `of many latencies every second one is kept, and the first twentieth is left out`() {
        var samples = LatencySamples(limit: 4)
        #expect(samples.warmUp == 0 && samples.values == [])
        var seen: [[Float]] = []
        for number in 0..<9 {
            samples.add(.microseconds(number))
            seen.append(samples.values)
        }
        #expect(seen == [[], [1], [1, 2], [1, 2, 3], [2, 4], [2, 4], [2, 4, 6], [2, 4, 6], [4, 8]])
        var many = LatencySamples()
        var warmUps: [Int: Int] = [:]
        for number in 1...100 {
            many.add(.microseconds(number))
            warmUps[number] = many.warmUp
        }
        #expect([1, 20, 39, 40, 59, 60, 100].map { warmUps[$0] } == [1, 1, 1, 2, 2, 3, 5])
        #expect(many.countAfterWarmUp == 95)
    }

    @Test func `percentiles are the values of their ranks, from the number of responses on that supports them`() {
        func figures(_ count: Int) -> LatencyFigures {
            var samples = LatencySamples()
            for number in 1...count { samples.add(.microseconds(number)) }
            return LatencyFigures(samples)
        }
        #expect(figures(6).median == nil && figures(7).median == 4)
        #expect(figures(61).p95 == nil && figures(62).p95 == 60)
        #expect(figures(313).p99 == nil && figures(314).p99 == 312)
        #expect(figures(62).median == 33 && figures(62).count == 59)
    }

    @Test(arguments: [
        (1, 1), (99, 99), (100, 100), (101, 110), (999, 1000), (1000, 1000), (1001, 1100), (12_345, 13_000),
    ])
    func `a number of responses is said with two digits`(number: Int, rounded: Int) {
        #expect(LatencyComparing.roundedUp(number) == rounded)
    }

    // MARK: Rules

    @Test func `a file of rules that cannot be read says where and why`() {
        let table = """
            $.a -> r:1: a rule begins with '# @compare-ignore', '# @compare-ignore-header' or '# @compare-key'.
            # @compare-all $.a -> r:1: @compare-all is not a rule; there are @compare-ignore, @compare-ignore-header and @compare-key.
            # @compare-key sku -> r:1: @compare-key needs the name of a member and the path of an array: sku $.items.
            # @compare-ignore-header -> r:1: @compare-ignore-header needs a value.
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ").map(String.init)
            let error = #expect(throws: ComparisonError.self) { try ComparisonRules(text: parts[0], file: "r") }
            #expect(error?.sentence == parts[1])
        }
    }

    @Test func `rules are for all requests before the first heading, and for one request after it`() throws {
        let text = """
            # words
            #@compare-ignore   $.a \r
            \t## @compare-ignore-header X-A

            ### api/a.http#list
            # @compare-key sku $.items[*].parts
            ###
            # @compare-ignore $.b
            """
        let rules = try ComparisonRules(text: text, file: "r")
        #expect(
            rules.rules.map { "\($0.text) \($0.request ?? "all")" } == [
                "$.a all", "X-A all", "sku $.items[*].parts api/a.http#list", "$.b all",
            ])
        #expect(rules.of("api/a.http#list").count == 4 && rules.of("api/a.http#show").count == 3)
        let query = #expect(throws: ComparisonError.self) { try ComparisonRules(ignoring: ["$["]) }
        #expect(query?.sentence.hasPrefix("$[ is not a JSONPath query: ") == true)
    }

    // MARK: The whole

    @Test func `the kinds of a comparison fail it as usual, but for removed requests, bodies, headers and the cache`() {
        #expect(
            Worsening.Kind.allCases.map(\.rawValue) == [
                "failures", "checks", "status", "latency", "contract", "removed", "body", "headers", "cache",
            ])
        #expect(Worsening.Kind.usual == [.failures, .checks, .status, .latency, .contract])
    }

    @Test func `notes say how each run ended, and what the runs do not share`() throws {
        func run(_ name: String, _ reason: RunEnd.Reason?, environment: String? = nil) -> RecordingFixture {
            var run = RecordingFixture([RecordingFixture.Result()], name: name)
            run.head.environment = environment
            run.end = reason.map { RunEnd(elapsed: .seconds(1), reason: $0) }
            return run
        }
        func notes(_ a: RecordingFixture, _ b: RecordingFixture) throws -> [String] {
            let options = ComparisonOptions(rulesFile: "r.rules")
            return try RunComparison(a: a.source(), b: b.source(), options: options).notes
        }
        let rules = "What r.rules names is not compared."
        #expect(try notes(run("a", .complete), run("b", .duration)) == [rules])
        #expect(
            try notes(run("a", .failure, environment: "dev"), run("b", .interrupted)) == [
                rules, "Run A ended at its first failure.", "Run B was interrupted.",
                "The environments differ: dev in run A, none in run B.",
            ])
        #expect(
            try notes(run("a", nil), run("a", nil)) == [
                rules, "The recording of run A is incomplete: it was broken off.",
                "The recording of run B is incomplete: it was broken off.", "Both are the same run.",
            ])
    }
}
