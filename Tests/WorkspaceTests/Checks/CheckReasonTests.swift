import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What each check and each reference finds, or why it finds nothing, word for word.
@Suite struct CheckReasonTests {
    private static let body = #"{"id": 5, "s": "", "t": "abc", "n": null, "o": {}, "items": [{"id": 1}, {"id": 2}]}"#

    private func result(
        _ text: String, body: String = body, type: String = "application/json", response hasResponse: Bool = true,
        error: EngineError? = nil
    ) -> String {
        let headers: HeaderFields = [
            HeaderField("Content-Type", type), HeaderField("Set-Cookie", "a=1, x"), HeaderField("Set-Cookie", "b=2"),
            HeaderField("Via", "x"), HeaderField("via", "y"),
        ]
        let response = ExchangeFixtures.response(status: 200, headers: headers, body: Array(body.utf8))
        let timings = PhaseTimings(connect: .milliseconds(2), wait: .milliseconds(30), total: .milliseconds(40))
        let hop = ExchangeFixtures.hop(response: hasResponse ? response : nil, timings: timings)
        let exchange = ExchangeFixtures.exchange(hops: [hop], error: error, timings: timings)
        let check = PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .questionMarks, line: 1))
        let result = Checks.evaluate([check], exchange).results[0]
        return [result.verdict.rawValue, result.actual ?? "-", result.reason ?? "-"].joined(separator: " | ")
    }

    @Test func `a check shows what it found, and why that is not enough`() {
        let table = #"""
            status == 200 -> passed | 200 | -
            status == 404 -> failed | 200 | -
            status not == 200 -> failed | 200 | -
            status > x -> failed | 200 | x is not a number
            status not > x -> failed | 200 | x is not a number
            header nothing exists -> failed | nothing | the response has no header nothing
            header via == x -> failed | x, y | -
            header set-cookie == x -> failed | ["a=1, x","b=2"] | -
            duration < 10 -> failed | 40.000 | -
            duration wait == 30 -> passed | 30.000 | -
            duration dns < 5 -> not-evaluated | - | the phase dns did not happen
            cache == hit -> failed | nothing | the cache was not used for this send
            cache age > 5 -> failed | nothing | the cache was not used for this send
            error exists -> failed | nothing | there was no error
            error phase == tls -> failed | nothing | there was no error
            error == NONE -> passed | nothing | -
            body $.id == 6 -> failed | 5 | -
            body $.s exists -> failed | an empty text | it counts as false
            body $.s includes a -> failed | an empty text | there is no text
            body $.n exists -> failed | null | it counts as false
            body $.t isNumber -> failed | abc | it is a text
            body $.o isArray -> failed | {} | it is an object
            body $.t == "abc" -> failed | abc | the quotation marks of what is expected are compared too
            body $.nope == 1 -> failed | nothing | nothing in the body is at $.nope
            body $.nope.length == 1 -> failed | nothing | nothing in the body is at $.nope.length
            body items[*].id == [1] -> failed | [1,2] | -
            body items[*].id.length exists -> failed | nothing | nothing in the body is at items[*].id.length
            js response.statusCode == 201 -> failed | 200 | -
            js response.parsedBody.x == 1 -> failed | nothing | nothing in the body is at response.parsedBody.x
            js response.parsedBody.items[2] exists -> failed | nothing | nothing in the body is at response.parsedBody.items[2]
            js response.headers.nope exists -> failed | nothing | the response has no header nope
            js 1 + 1 == 2 -> not-evaluated | - | JavaScript is not run here, only paths such as response.parsedBody.id
            js login.a == 1 -> not-evaluated | - | the response of another request is not available
            nonsense -> failed | - | not a valid check: nonsense is not one of status, header, duration, body, js, xpath, cache, error
            """#
        #expect(TextTable.differences(table) { result($0) } == [])
    }

    @Test func `without a response or without JSON a check says so`() {
        let none = "failed | nothing | no response came"
        let timeout = ExchangeFixtures.timeout
        #expect(
            ["status == 200", "body $.a exists", "js response.body == x", "header a exists"].map {
                result($0, response: false, error: timeout)
            } == [none, none, none, none])
        #expect(result("error == timeout", response: false, error: timeout) == "passed | timeout | -")
        #expect(result("error == none", response: false, error: timeout) == "failed | timeout | -")
        // A timeout has the name of its setting, any other error that of its phase.
        #expect(result("error phase == first-byte", response: false, error: timeout) == "passed | first-byte | -")
        let refused = EngineError(category: .connect, phase: .wait, sentence: "s", hint: "h")
        #expect(result("error phase == wait", response: false, error: refused) == "passed | wait | -")
        #expect(result("body == abc", body: "abc", type: "text/plain; charset=x-none") == "passed | abc | -")
        #expect(result("body $.a exists", body: "") == "failed | nothing | the body is empty")
        let broken = result("body $.a exists", body: "{\n x")
        #expect(broken.hasPrefix("failed | nothing | the body is not JSON: ") && broken.hasSuffix("(line 2, column 2)"))
        #expect(result("js response.parsedBody.a == 1", body: "x") == "failed | nothing | the body is not JSON")
        #expect(result("body == abc", body: "abc", type: "text/plain") == "passed | abc | -")
        #expect(result("body includes \"id\"", type: "text/plain") == "passed | \(Self.body) | -")
    }

    /// What checks of a response find for which the cache decided so.
    private func cached(_ decision: CacheDecision, _ texts: [String]) -> [String] {
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
            cacheDecision: decision)
        let checks = texts.map {
            PreparedCheck(SavedRequest.AssertionLine(text: $0, spelling: .questionMarks, line: 1))
        }
        return Checks.evaluate(checks, ExchangeFixtures.exchange(hops: [hop])).results.map {
            "\($0.verdict.rawValue) \($0.actual ?? "-")"
        }
    }

    @Test func `what the cache did is stored only where something was`() {
        func results(_ storing: CacheDecision.Storing, age: Int64?) -> [String] {
            var decision = CacheDecision(
                outcome: .miss, reason: .nothingStored, mode: .default, key: CacheKey(text: "http://h/"))
            decision.storing = storing
            decision.age = age.map {
                ResponseAge(ageField: nil, date: nil, apparent: $0, responseDelay: 0, resident: 0)
            }
            return cached(decision, ["cache == miss", "cache stored exists", "cache age > 5"])
        }
        for storing in [.stored, .renewed, .combined] as [CacheDecision.Storing] {
            #expect(results(storing, age: 6) == ["passed miss", "passed true", "passed 6"])
        }
        for storing in [.nothing, .refused("no-store")] as [CacheDecision.Storing] {
            #expect(results(storing, age: nil) == ["passed miss", "failed false", "failed nothing"])
        }
        #expect(results(.nothing, age: 5).last == "failed 5")
    }

    @Test func `the reason of the cache is its whole rule, not only the directive`() {
        let lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
        for (outcome, reason, phrase) in [
            (.hit, .fresh(age: 12, lifetime), "fresh: age 12 s of max-age 60 s"),
            (.revalidated, .notModified(validator: "ETag"), "304, ETag matched"),
            (.miss, .changed(.expired(age: 90, lifetime)), "expired: age 90 s of max-age 60 s; changed"),
            (.bypass, .modeNoStore, "mode no-store"),
        ] as [(CacheDecision.Outcome, CacheReason, String)] {
            let decision = CacheDecision(
                outcome: outcome, reason: reason, mode: .default, key: CacheKey(text: "http://h/"))
            let found = cached(decision, ["cache == \(outcome.rawValue)", "cache reason == \(phrase)"])
            #expect(found == ["passed \(outcome.rawValue)", "passed \(phrase)"])
        }
    }

    // MARK: References

    @Test func `a reference to nothing says what is possible there`() {
        let table = #"""
            l.response -> l: response must be followed by body, headers, cookies or status
            l.response.nothing -> l: response must be followed by body, headers, cookies or status
            l.response.status.x -> l: response must be followed by body, headers, cookies or status
            l.request -> l: request must be followed by body, headers or cookies
            l.request.status -> l: request must be followed by body, headers or cookies
            l.response.headers -> l: the name of a header field is missing, as in response.headers.X-Id
            l.request.header -> l: the name of a header field is missing, as in request.headers.X-Id
            l.response.headers.a[-1] -> l: the name of a header field is missing, as in response.headers.X-Id
            l.response.headers['a'x] -> l: the name of a header field is missing, as in response.headers.X-Id
            l.request.cookies -> l: the name of a cookie is missing, as in request.cookies.session
            a.b.response.status -> a.b.response status
            a b.response.body -> a b.response wholeBody
            l.request.response.status -> l: request must be followed by body, headers or cookies
            l.responses.body -> none
            l.response.header.x -> l.response header(name: "x", index: 0)
            l.response.cookie.x -> l.response cookie(name: "x")
            """#
        let wrong = TextTable.differences(table) { text in
            switch ChainReference.read(text) {
            case .reference(let reference)?: "\(reference.name).\(reference.side) \(reference.part)"
            case .invalid(let name, let reason)?: "\(name): \(reason)"
            case nil: "none"
            }
        }
        #expect(wrong == [])
    }

    @Test func `a value that is not there has its reason`() {
        var answer = ChainingFixtures.answer(
            "<a>x</a>", type: "text/plain", headers: [HeaderField("X-A", "1")], sent: [HeaderField("Cookie", "c=1")])
        func value(_ text: String) -> String {
            guard case .reference(let reference)? = ChainReference.read("l.\(text)") else { return "no reference" }
            switch ChainValue(entry: answer).value(of: reference) {
            case .success(let value): return value
            case .failure(let absence): return "! \(absence.reason)"
            }
        }
        let table = #"""
            response.headers.nope -> ! the response of l has no header nope
            request.headers.nope -> ! the request of l has no header nope
            response.headers.X-A[1] -> ! the response of l has only 1 of the header X-A
            response.cookies.c -> ! the response of l sets no cookie c
            request.cookies.d -> ! the request of l sends no cookie d
            request.cookies.c -> 1
            request.body.$.a -> ! the body of the request of l is neither JSON nor XML
            response.body.$.a -> ! the body of the response of l is neither JSON nor XML (text/plain)
            response.body./a -> x
            response.body.asJson.$.a -> ! in the body of the response of l: it is not valid JSON
            response.body.asXml.//b -> ! //b selects nothing in the body of the response of l
            """#
        #expect(TextTable.differences(table) { value($0) } == [])
        answer = ResponseMemory.Entry(requestHeaders: [], requestBody: nil, status: 204, headers: [], body: nil)
        #expect(value("response.body") == "! the body of the response of l was not kept")
        #expect(value("request.body.$.a") == "! the body of the request of l was not kept")
        #expect(value("response.status") == "204")
    }

    @Test func `the last name of a path decides whether it is a secret`() {
        let table = #"""
            $.user.tokens[0] -> tokens
            //user/pin/text() -> pin
            $['api-key'] -> api-key
            $.a[0][1] -> a
            $..x_y -> x_y
            $ -> none
            [0] -> none
            """#
        #expect(TextTable.differences(table) { ChainValue.lastName($0) ?? "none" } == [])
    }
}
