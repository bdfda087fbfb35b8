import Foundation
import TestSupport
import Testing

/// The cache as a caller of `apitui batch` sees it: input lines, the requests that reach the server, output lines.
///
/// The cases follow what the public test suite for HTTP caches (github.com/http-tests/cache-tests) requires of a
/// private cache. Where that suite waits for seconds, an `Age` field replaces the wait.
@Suite(.timeLimit(.minutes(5))) struct BatchCacheTests {
    typealias Field = (String, String)

    enum Expected: Sendable, Equatable {
        case cached
        case asked
        /// The request carried this field, and the server's 304 confirmed the stored response.
        case validated(String)
    }

    struct Step: Sendable {
        var expected = Expected.asked
        var request: [Field] = []
        var method = "GET"
        var path = ""
        var mode: String?
        var body: String?
        var follows = false
        /// The status that the server sends if it gets the request.
        var status = 200
        var fields: [Field] = []
        var content: String?
        var expectedStatus: Int?
        var expectedFields: [Field] = []
        var missingFields: [String] = []
        var expectedBody: String?
        var sent: [Field] = []
    }

    struct Case: Sendable {
        let name: String
        let steps: [Step]
        init(_ name: String, _ steps: Step...) { (self.name, self.steps) = (name, steps) }
    }

    private static func answer(_ fields: Field..., status: Int = 200, content: String? = nil) -> Step {
        Step(status: status, fields: fields, content: content)
    }

    private static func again(_ expected: Expected, _ request: Field...) -> Step {
        Step(expected: expected, request: request)
    }

    private static func control(_ value: String) -> Field { ("Cache-Control", value) }
    private static let fresh = answer(control("max-age=3600"))
    private static let tagged = answer(control("max-age=3600"), ("ETag", #""abcdef""#))
    private static let stale = answer(control("max-age=5"), ("Age", "10"), ("ETag", #""abcdef""#), ("Template", "1"))
    private static let whole = answer(control("max-age=3600"), content: "0123456789A")
    private static let part = Step(
        request: [("Range", "bytes=-5")], status: 206,
        fields: [control("max-age=3600"), ("Content-Range", "bytes 4-8/9")], content: "01234", expectedStatus: 206)

    private static func with(_ step: Step, _ change: (inout Step) -> Void) -> Step {
        var step = step
        change(&step)
        return step
    }

    private static func range(_ range: String, _ body: String) -> Step {
        Step(expected: .cached, request: [("Range", range)], expectedStatus: 206, expectedBody: body)
    }

    private static func known(_ tag: String) -> Step {
        with(again(.cached, ("If-None-Match", tag))) {
            ($0.expectedStatus, $0.expectedFields, $0.expectedBody) = (304, [("ETag", #""abcdef""#)], "")
        }
    }

    private static let cases: [Case] = [
        Case("max-age", fresh, again(.cached)),
        Case("max-age passed", stale, again(.validated("If-None-Match"))),
        Case("no lifetime", answer(), again(.asked)),
        Case("Age counts", answer(control("max-age=3600"), ("Age", "7200")), again(.asked)),
        Case("the first Age counts", answer(control("max-age=3600"), ("Age", "0, 7200")), again(.cached)),
        Case("a quoted max-age", answer(control(#"max-age="3600""#)), again(.cached)),
        Case("quoted strings are opaque", answer(control(#"a="max-age=3600", max-age=0"#)), again(.asked)),
        Case("several lines", answer(control("s-maxage=3600"), control("max-age=0")), again(.asked)),
        Case("private", answer(control("private, max-age=60")), again(.cached)),
        Case("no-store", answer(control("No-StOrE, max-age=60")), again(.asked)),
        Case(
            "no-cache", answer(control("no-cache, max-age=60"), ("ETag", #""a""#)), again(.validated("If-None-Match"))),
        Case(
            "no-cache of a field", answer(control(#"max-age=60, no-cache="a""#), ("A", "1"), ("B", "2")),
            with(again(.cached)) { ($0.missingFields, $0.expectedFields) = (["A"], [("B", "2")]) }),
        Case("must-understand, and it is", answer(control("max-age=60, no-store, must-understand")), again(.cached)),
        Case(
            "must-understand, and it is not",
            answer(control("max-age=60, no-store, must-understand"), status: 599), again(.asked)),
        Case(
            "immutable", answer(control("max-age=60, immutable"), ("ETag", #""a""#)),
            with(again(.cached)) { $0.mode = "no-cache" }),
        Case(
            "mode no-cache", tagged,
            with(again(.validated("If-None-Match"))) { ($0.mode, $0.sent) = ("no-cache", [control("max-age=0")]) }),
        Case("mode reload", fresh, with(again(.asked)) { $0.mode = "reload" }),
        Case("mode no-store", fresh, with(again(.asked)) { $0.mode = "no-store" }),
        Case("mode force-cache", stale, with(again(.cached)) { $0.mode = "force-cache" }),
        Case("Expires of 2286", answer(("Expires", "Sun, 21 Nov 2286 04:46:39 GMT")), again(.cached)),
        Case("Expires in the form of RFC 850", answer(("Expires", "Thursday, 18-Aug-50 02:01:18 GMT")), again(.cached)),
        Case("Expires of asctime", answer(("Expires", "Thu Aug  8 02:01:18 2050")), again(.cached)),
        Case("Expires in UTC is none", answer(("Expires", "Thu, 18 Aug 2050 02:01:18 UTC")), again(.asked)),
        Case("Expires without a comma is none", answer(("Expires", "Thu 18 Aug 2050 02:01:18 GMT")), again(.asked)),
        Case(
            "two Expires are none",
            answer(("Expires", "Thu, 18 Aug 2050 02:01:18 GMT"), ("Expires", "Thu, 18 Aug 2050 02:01:19 GMT")),
            again(.asked)),
        Case("a request's no-cache", tagged, again(.validated("If-None-Match"), control("no-cache"))),
        Case("a request's no-store", fresh, again(.asked, control("no-store"))),
        Case(
            "a request's max-age", answer(control("max-age=3600"), ("Age", "1800")),
            again(.asked, control("max-age=600"))),
        Case("a request's max-stale", stale, again(.cached, control("max-stale=1000"))),
        Case("a request's min-fresh", fresh, again(.asked, control("min-fresh=4000"))),
        Case("a request's Pragma", tagged, again(.validated("If-None-Match"), ("Pragma", "no-cache"))),
        Case("a request's foreign words", fresh, again(.cached, control("nothing-to-see-here"), ("Pragma", "foo"))),
        Case("the caller's own tag", tagged, known(#""abcdef""#)),
        Case("the caller's own weak tag", tagged, known(#"W/"abcdef""#)),
        Case("one of the caller's tags", tagged, known(#""1234", "abcdef", "5678""#)),
        Case(
            "another tag of the caller's", tagged,
            with(again(.cached, ("If-None-Match", #""x""#))) { $0.expectedStatus = 200 }),
        Case(
            "the caller's own date",
            answer(control("max-age=3600"), ("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT")),
            with(again(.cached, ("If-Modified-Since", "Thursday, 02-Jan-20 00:00:00 GMT"))) { $0.expectedStatus = 304 }),
        Case(
            "the caller's own condition passes through",
            with(again(.asked, ("If-None-Match", "abc"))) { $0.sent = [("If-None-Match", "abc")] }),
        Case(
            "a 304 renews", stale,
            with(again(.validated("If-None-Match"))) {
                $0.fields = [control("max-age=3600"), ("ETag", #""abcdef""#), ("Added", "2"), ("Content-Length", "99")]
                $0.expectedFields = [("Template", "1"), ("Added", "2")]
                $0.expectedBody = "body 0"
            }, with(again(.cached)) { $0.expectedFields = [("Added", "2")] }),
        Case(
            "fields of the connection",
            answer(control("max-age=60"), ("Connection", "a"), ("A", "1"), ("Keep-Alive", "x"), ("C", "3")),
            with(again(.cached)) { ($0.missingFields, $0.expectedFields) = (["A", "Keep-Alive"], [("C", "3")]) }),
        Case(
            "a Transfer-Encoding that is none",
            answer(control("max-age=60"), ("Transfer-Encoding", "nonsense"), ("Connection", "close")),
            with(again(.cached)) { ($0.missingFields, $0.expectedBody) = (["Transfer-Encoding"], "body 0") }),
        Case("404 by a guess", answer(("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"), status: 404), again(.cached)),
        Case(
            "503 not by a guess", answer(("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"), status: 503), again(.asked)
        ),
        Case(
            "599 by a guess where it is public",
            answer(control("public"), ("Last-Modified", "Wed, 01 Jan 2020 00:00:00 GMT"), status: 599), again(.cached)),
        Case("204 with a lifetime", answer(control("max-age=60"), status: 204, content: ""), again(.cached)),
        Case(
            "a range of the whole", whole, range("bytes=0-1", "01"), range("bytes=1-", "123456789A"),
            range("bytes=-1", "A")),
        Case(
            "a range of a part", part, range("bytes=-5", "01234"), range("bytes=5-7", "123"), range("bytes=5-", "1234"),
            range("bytes=-1", "4")),
        Case(
            "a part is completed",
            with(part) {
                $0.fields = [control("max-age=3600"), ("Content-Range", "bytes 0-4/9"), ("ETag", #""v""#)]
            },
            with(again(.asked)) { $0.sent = [("Range", "bytes=5-"), ("If-Range", #""v""#)] }),
        Case(
            "Vary matches", with(answer(control("max-age=60"), ("Vary", "Foo"))) { $0.request = [("Foo", "1,2")] },
            again(.cached, ("Foo", "1"), ("Foo", " 2"))),
        Case(
            "Vary differs", with(answer(control("max-age=60"), ("Vary", "Foo"))) { $0.request = [("Foo", "1")] },
            again(.asked, ("Foo", "2"))),
        Case(
            "Vary, and the field is gone",
            with(answer(control("max-age=60"), ("Vary", "Foo"))) { $0.request = [("Foo", "1")] }, again(.asked)),
        Case("Vary: *", answer(control("max-age=60"), ("Vary", ", *")), again(.asked)),
        Case(
            "Accept-Language by its meaning",
            with(answer(control("max-age=60"), ("Vary", "Accept-Language"))) {
                $0.request = [("Accept-Language", "en, de")]
            },
            again(.cached, ("Accept-Language", " dE ,EN"))),
        Case(
            "two variants side by side",
            with(answer(control("max-age=60"), ("Vary", "Foo"))) { $0.request = [("Foo", "1")] },
            with(answer(control("max-age=60"), ("Vary", "Foo"))) { $0.request = [("Foo", "2")] },
            with(again(.cached, ("Foo", "1"))) { $0.expectedBody = "body 0" }),
        Case(
            "stale-while-revalidate",
            answer(control("max-age=1, stale-while-revalidate=3600"), ("Age", "5"), ("ETag", #""a""#)),
            with(again(.cached)) { $0.fields = [control("max-age=3600"), ("ETag", #""b""#)] }),
        Case(
            "the window of stale-while-revalidate",
            answer(control("max-age=1, stale-while-revalidate=4"), ("Age", "9")), again(.asked)),
        Case(
            "stale-if-error", answer(control("max-age=1, stale-if-error=60"), ("Age", "5")),
            with(again(.cached)) { ($0.status, $0.expectedStatus) = (503, 200) }),
        Case(
            "stale-if-error under must-revalidate",
            answer(control("max-age=1, must-revalidate, stale-if-error=60"), ("Age", "5")),
            with(again(.asked)) { ($0.status, $0.expectedStatus) = (503, 503) }),
        Case("POST invalidates", fresh, Step(method: "POST", body: "abc"), again(.asked)),
        Case("M-SEARCH invalidates", fresh, Step(method: "M-SEARCH"), again(.asked)),
        Case("a failing PUT does not", fresh, Step(method: "PUT", body: "abc", status: 500), again(.cached)),
        Case(
            "Location is invalidated", with(fresh) { $0.path = "/other" },
            Step(method: "POST", path: "/x", body: "abc", fields: [("Location", "other")]),
            with(again(.asked)) { $0.path = "/other" }),
        Case(
            "POST with its own Content-Location",
            Step(method: "POST", body: "12345", fields: [control("max-age=60"), ("Content-Location", "")]),
            again(.cached)),
        Case(
            "HEAD renews", stale,
            Step(method: "HEAD", fields: [control("max-age=1000"), ("Template", "2")], expectedBody: ""),
            with(again(.cached)) { ($0.expectedBody, $0.expectedFields) = ("body 0", [("Template", "2")]) }),
        Case(
            "queries are different URLs", with(fresh) { $0.path = "?a=1" }, with(again(.asked)) { $0.path = "?a=2" },
            with(again(.cached)) { $0.path = "?a=1" }),
        Case("fragments are not", with(fresh) { $0.path = "#a" }, with(again(.cached)) { $0.path = "#b" }),
        Case(
            "a redirect is cached", answer(control("max-age=60"), ("Location", "/elsewhere"), status: 301),
            with(again(.cached)) { $0.expectedStatus = 301 }),
        Case(
            "Set-Cookie and Cookie", answer(control("max-age=60"), ("Set-Cookie", "a=b")),
            again(.cached, ("Cookie", "a=b"))),
    ]

    /// The server: every request names its case and step.
    private static func server(_ request: StubRequest) -> [StubStep] {
        guard let number = request.field("Case").flatMap({ Int($0) }), cases.indices.contains(number),
            let index = request.field("Step").flatMap({ Int($0) }), cases[number].steps.indices.contains(index)
        else { return [.send(StubBehaviour.response(500, body: []))] }
        let step = cases[number].steps[index]
        var status = step.status
        if case .validated(let field) = step.expected, request.field(field) != nil { status = 304 }
        let hasBody = status != 304 && status != 204
        let body = hasBody ? Array((step.content ?? "body \(index)").utf8) : []
        var head = "HTTP/1.1 \(status) Status\r\nServed-By: \(index)\r\n"
        for (name, value) in step.fields { head += "\(name): \(value)\r\n" }
        let isUnframed = step.fields.contains { $0.0 == "Transfer-Encoding" }
        if hasBody, !isUnframed { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : body)
        return isUnframed ? [.send(bytes), .close] : [.send(bytes)]
    }

    private static func line(_ number: Int, _ index: Int, _ step: Step, _ url: String) throws -> String {
        var object: [String: Any] = [
            "id": "\(number)/\(index)", "method": step.method, "url": "\(url)/\(number)\(step.path)",
            "headers": (step.request + [("Case", "\(number)"), ("Step", "\(index)")]).map { [$0.0, $0.1] },
            "followRedirects": step.follows,
        ]
        if let mode = step.mode { object["cache"] = mode }
        if let body = step.body { object["body"] = body }
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }

    @Test func `what the public suite asks of a private cache, line by line`() async throws {
        let server = try StubServer(StubBehaviour(answer: Self.server))
        defer { server.stop() }
        var lines: [String] = []
        for (number, story) in Self.cases.enumerated() {
            for (index, step) in story.steps.enumerated() {
                lines.append(try Self.line(number, index, step, server.url))
            }
        }
        // With one job, each line is finished before the next one starts.
        let answers = try await Batch.send(lines, ["--jobs", "1"])
        #expect(answers.map(\.id).count == lines.count)
        let received = server.received
        for (number, story) in Self.cases.enumerated() {
            for (index, step) in story.steps.enumerated() {
                let id = "\(number)/\(index)"
                let answer = try #require(answers.first { $0.id == id })
                let requests = received.filter { $0.field("Case") == "\(number)" && $0.field("Step") == "\(index)" }
                Self.check(
                    step, answer, requests, index, "\(story.name), step \(index + 1): \(answer.cache?.reason ?? "")")
            }
        }
    }

    private static func check(
        _ step: Step, _ answer: BatchAnswer, _ requests: [StubRequest], _ index: Int, _ place: Comment
    ) {
        func value(_ name: String) -> String? {
            let values = answer.headers.filter { $0.first?.lowercased() == name.lowercased() }.compactMap(\.last)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        let outcome = answer.cache?.outcome
        switch step.expected {
        case .cached:
            #expect(["hit", "stale"].contains(outcome), place)
            if answer.status != 304 {
                #expect(value("Served-By").flatMap { Int($0) }.map { $0 < index } == true, place)
            }
            if outcome == "hit" {
                #expect(requests.isEmpty, place)
                #expect(value("Age") != nil, place)
            }
        case .asked:
            #expect(requests.count == 1, place)
            #expect(["miss", "bypass"].contains(outcome), place)
        case .validated(let field):
            #expect(requests.first?.field(field) != nil, place)
            #expect(outcome == "revalidated", place)
        }
        if let status = step.expectedStatus { #expect(answer.status == status, place) }
        for (name, expected) in step.expectedFields { #expect(value(name) == expected, place) }
        for name in step.missingFields { #expect(value(name) == nil, place) }
        if let body = step.expectedBody { #expect(answer.body == body, place) }
        for (name, expected) in step.sent { #expect(requests.first?.field(name) == expected, place) }
    }

    @Test func `a renewal in the background is reported, and the next line has the new response`() async throws {
        let behaviour = StubBehaviour { request in
            let isFirst = request.index == 0
            let fields =
                isFirst
                ? [("Cache-Control", "max-age=1, stale-while-revalidate=60"), ("Age", "5")]
                : [("Cache-Control", "max-age=60")]
            return [.send(StubBehaviour.response(200, headers: fields, body: Array("body \(request.index)".utf8)))]
        }
        try await StubServer.with(behaviour) { server in
            // Sends line after line until the renewed response is in the store.
            let script = #"""
                url=$1
                coproc RUN { "$0" batch; }
                ask() {
                  echo '{"id":"'"$1"'","method":"GET","url":"'"$url"'"}' >&"${RUN[1]}"
                  read -r answer <&"${RUN[0]}"
                  echo "$answer"
                }
                ask 1
                ask 2
                number=3
                until [[ $answer == *'body 1'* ]]; do ask $((number++)); done
                exec {RUN[1]}>&-
                """#
            let answers = try BatchAnswer.decode(try await Batch.script(script, [server.url]).output)
            #expect(answers.prefix(2).map(\.cache?.outcome) == ["miss", "stale"])
            #expect(answers.prefix(2).map(\.cache?.revalidating) == [false, true])
            #expect(answers.prefix(2).map(\.body) == ["body 0", "body 0"])
            #expect(answers.last?.body == "body 1")
            #expect(server.received.count == 2)
        }
    }
}
