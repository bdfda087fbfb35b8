import NetEngine
import Testing

/// Which stored response fits a request: keys, Vary, conditions, ranges (RFC 9111 §3.4, §4.1, §4.3.2).
@Suite(.timeLimit(.minutes(5))) struct CacheSelectionScenarios {
    private static func varied(by names: String..., sending headers: CacheStep.Field...) -> CacheStep {
        CacheStep(
            headers: headers,
            fields: [("Cache-Control", "max-age=5000"), ("Last-Modified", "@-3000"), ("Date", "@0")]
                + names.map { ("Vary", $0) },
            expected: .asked)
    }

    private static let foo = varied(by: "Foo", sending: ("Foo", "1"))
    private static let three = varied(by: "Foo, Bar, Baz", sending: ("Foo", "1"), ("Bar", "abc"), ("Baz", "789"))

    @Test(arguments: [
        CacheScenario("it matches", foo, .cached.sending(("Foo", "1"))),
        CacheScenario("it differs", foo, .asked.sending(("Foo", "2"))),
        CacheScenario("it is absent now", foo, .asked),
        CacheScenario("it was absent", varied(by: "Foo"), .asked.sending(("Foo", "1"))),
        CacheScenario("absent matches absent", varied(by: "Foo"), .cached),
        CacheScenario("empty is not absent", varied(by: "Foo"), .asked.sending(("Foo", ""))),
        CacheScenario(
            "two variants live side by side", foo, varied(by: "Foo", sending: ("Foo", "2")),
            .cached.sending(("Foo", "1")).with { $0.expectedBody = "body 0" },
            .cached.sending(("Foo", "2")).with { $0.expectedBody = "body 1" }),
        CacheScenario(
            "other fields do not matter", varied(by: "Foo", sending: ("Foo", "1"), ("Other", "2")),
            .cached.sending(("Foo", "1"), ("Other", "3"))),
        CacheScenario(
            "names in any case", varied(by: "foo", sending: ("FOO", "1")), .cached.sending(("Foo", "1"))),
        CacheScenario(
            "values in their case", varied(by: "Foo", sending: ("Foo", "a")), .asked.sending(("Foo", "A"))),
        CacheScenario("three match", three, .cached.sending(("Foo", "1"), ("Bar", "abc"), ("Baz", "789"))),
        CacheScenario("three match in any order", three, .cached.sending(("Baz", "789"), ("Bar", "abc"), ("Foo", "1"))),
        CacheScenario("one of three differs", three, .asked.sending(("Foo", "1"), ("Baz", "789"), ("Bar", "abcde"))),
        CacheScenario("one of three is absent", three, .asked.sending(("Foo", "1"), ("Baz", "789"))),
        CacheScenario(
            "one of three is absent from both", varied(by: "Foo, Bar, Baz", sending: ("Foo", "1"), ("Baz", "789")),
            .cached.sending(("Foo", "1"), ("Baz", "789"))),
        CacheScenario(
            "several Vary lines are one list", varied(by: "Foo", "Bar", sending: ("Foo", "1"), ("Bar", "2")),
            .asked.sending(("Foo", "1"), ("Bar", "3"))),
        CacheScenario(
            "the lines of a field are one list", varied(by: "Foo", sending: ("Foo", "1, 2")),
            .cached.sending(("Foo", "1"), ("Foo", "2"))),
        CacheScenario(
            "spaces between members", varied(by: "Foo", sending: ("Foo", "1,2")), .cached.sending(("Foo", " 1, 2 "))),
        CacheScenario(
            "the order of members matters", varied(by: "Foo", sending: ("Foo", "1,2")), .asked.sending(("Foo", "2,1"))),
        CacheScenario(
            "the order of languages does not", varied(by: "Accept-Language", sending: ("Accept-Language", "en, de")),
            .cached.sending(("Accept-Language", "de, en"))),
        CacheScenario(
            "nor their case", varied(by: "Accept-Language", sending: ("Accept-Language", "en, de")),
            .cached.sending(("Accept-Language", "eN, De"))),
        CacheScenario(
            "nor the spaces", varied(by: "Accept-Language", sending: ("Accept-Language", "en, de")),
            .cached.sending(("Accept-Language", " en ,   de"))),
        CacheScenario(
            "but their weights do", varied(by: "Accept-Language", sending: ("Accept-Language", "en, de")),
            .asked.sending(("Accept-Language", "en, de;q=0.5"))),
        CacheScenario(
            "weights are numbers", varied(by: "Accept-Language", sending: ("Accept-Language", "en;q=1.0, de;q=0.50")),
            .cached.sending(("Accept-Language", "de;q=0.5, en"))),
        CacheScenario(
            "the language wanted most is what is stored",
            varied(by: "Accept-Language", sending: ("Accept-Language", "en, de"))
                .with { $0.fields.append(("Content-Language", "de")) },
            .cached.sending(("Accept-Language", "fr;q=0.5, de;q=1.0"))),
        CacheScenario(
            "another language is wanted more",
            varied(by: "Accept-Language", sending: ("Accept-Language", "en, de"))
                .with { $0.fields.append(("Content-Language", "de")) },
            .asked.sending(("Accept-Language", "fr, de;q=0.9"))),
        CacheScenario(
            "two languages are wanted alike",
            varied(by: "Accept-Language", sending: ("Accept-Language", "en"))
                .with { $0.fields.append(("Content-Language", "de")) },
            .asked.sending(("Accept-Language", "fr, de"))),
        CacheScenario(
            "the newest of those that match", CacheStep(fields: [("Cache-Control", "max-age=60"), ("Date", "@0")]),
            CacheStep(mode: .reload, fields: [("Cache-Control", "max-age=60"), ("Date", "@0")], wait: .seconds(1)),
            .cached.with { $0.expectedBody = "body 1" }),
        CacheScenario(
            "the tag of another variant is offered to the server",
            varied(by: "Abc", sending: ("Abc", "123")).with { $0.fields.append(("ETag", #""abcdef""#)) },
            CacheStep(
                headers: [("Abc", "456")], knowsConditions: true, expected: .validated(by: "If-None-Match"),
                expectedBody: "body 0", expectedInRequest: [("If-None-Match", #""abcdef""#)]),
            .cached.sending(("Abc", "456")).with { $0.expectedBody = "body 0" }),
    ]) func `Vary (§4_1)`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    @Test(arguments: ["*", "*, *", ", *", "*, Foo", "Foo, *", " * "])
    func `a star matches nothing (§4_1)`(_ vary: String) async throws {
        let request: [CacheStep.Field] = [("Foo", "1"), ("Baz", "789")]
        for lines in [[vary], ["", vary], ["Foo", vary]] {
            let fields = [("Cache-Control", "max-age=5000"), ("Date", "@0")] + lines.map { ("Vary", $0) }
            try await CacheScenario(
                vary, CacheStep(headers: request, fields: fields), CacheStep(headers: request, expected: .asked)
            ).run()
        }
    }

    private static let kept: CacheStep = .store(("Cache-Control", "max-age=3600"), wait: .zero)

    @Test(arguments: [
        CacheScenario(
            "other queries are other keys", kept.with { $0.path = "/a?b=1" }, .asked.with { $0.path = "/a?b=2" }),
        CacheScenario("a query is allowed", kept.with { $0.path = "/a?b=1" }, .cached.with { $0.path = "/a?b=1" }),
        CacheScenario("an empty query is another key", kept.with { $0.path = "/a" }, .asked.with { $0.path = "/a?" }),
        CacheScenario(
            "fragments are not part of the key", kept.with { $0.path = "/a#x" }, .cached.with { $0.path = "/a#y" }),
        CacheScenario(
            "a typed Host is part of the key", kept.sending(("Host", "a.test")), .asked.sending(("Host", "b.test"))),
        CacheScenario("the same typed Host", kept.sending(("Host", "a.test")), .cached.sending(("Host", "A.test"))),
        CacheScenario("cookies do not matter", kept, .cached.sending(("Cookie", "a=b"))),
        CacheScenario(
            "Set-Cookie does not matter", .store(("Cache-Control", "max-age=3600"), ("Set-Cookie", "a=b")),
            .cached.with { $0.expectedFields = [("Set-Cookie", "a=b")] }),
        CacheScenario(
            "attachments are responses",
            .store(("Cache-Control", "max-age=3600"), ("Content-Disposition", "attachment; filename=a")), .cached),
        CacheScenario(
            "HEAD is answered by a stored GET", kept,
            CacheStep(method: "HEAD", expected: .cached, expectedStatus: 200, expectedBody: "")),
        CacheScenario("GET is not answered by HEAD", kept.with { $0.method = "HEAD" }, .asked),
        CacheScenario("a GET with a body is not cached", kept.with { $0.body = "q" }, .asked),
        CacheScenario("nor does it use what is stored", kept, .asked.with { $0.body = "q" }),
        CacheScenario(
            "OPTIONS is not cached", kept.with { $0.method = "OPTIONS" }, .asked.with { $0.method = "OPTIONS" }),
        CacheScenario(
            "another user does not get the response", kept.sending(("Authorization", "Bearer a")),
            .asked.sending(("Authorization", "Bearer b"))),
        CacheScenario(
            "the same user is", kept.sending(("Authorization", "Bearer a")),
            .cached.sending(("Authorization", "Bearer a"))),
        CacheScenario("nor is nobody", kept.sending(("Authorization", "Bearer a")), .asked),
        CacheScenario(
            "a private response is for the cookies that it was sent with",
            .store(("Cache-Control", "max-age=60, private")).sending(("Cookie", "sid=a")),
            .cached.sending(("Cookie", "sid=a"))),
        CacheScenario(
            "and not for others", .store(("Cache-Control", "max-age=60, private")).sending(("Cookie", "sid=a")),
            .asked.sending(("Cookie", "sid=b"))),
        CacheScenario(
            "nor for none", .store(("Cache-Control", "max-age=60, private")).sending(("Cookie", "sid=a")), .asked),
        CacheScenario("any other response is for all cookies", kept.sending(("Cookie", "sid=a")), .cached),
        CacheScenario(
            "§3.5 public is for all users",
            .store(("Cache-Control", "max-age=60, public")).sending(("Authorization", "Bearer a")), .cached),
        CacheScenario(
            "§3.5 must-revalidate is for all users",
            .store(("Cache-Control", "max-age=60, must-revalidate")).sending(("Authorization", "Bearer a")), .cached),
        CacheScenario(
            "§3 a body that breaks off is not kept",
            kept.with {
                $0.fields.append(("Content-Length", "100"))
                $0.expected = nil
            }, .asked),
    ]) func `keys and what may be kept`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static func tagged(_ tag: String) -> CacheStep {
        .store(("Cache-Control", "max-age=3600"), ("ETag", tag), ("Date", "@0"))
    }

    @Test(arguments: [
        (#""abcdef""#, #""abcdef""#, 304), (#"W/"abcdef""#, #"W/"abcdef""#, 304), (#""abcdef""#, #"W/"abcdef""#, 304),
        (#""abcdef""#, #""abcdef", "1234", "5678""#, 304), (#""abcdef""#, #""1234", "abcdef", "5678""#, 304),
        (#""abcdef""#, #""1234", "5678", "abcdef""#, 304), (#""a,b""#, #""1", "a,b""#, 304), (#""abcdef""#, "*", 304),
        (#""abcdef""#, #""ABCDEF""#, 200), (#""abcdef""#, #""abcdefg""#, 200), ("abcdef", "abcdef", 304),
        (#""abcdefü""#, #""abcdefü""#, 304), (#"w/"abcdef""#, #"w/"abcdef""#, 304),
    ])
    func `the caller's tag is compared with what is stored (§4_3_2)`(
        _ stored: String, _ asked: String, _ status: Int
    ) async throws {
        try await CacheScenario(
            asked, Self.tagged(stored),
            CacheStep(
                headers: [("If-None-Match", asked)], expected: .cached, expectedStatus: status,
                expectedFields: [("ETag", stored)], expectedBody: status == 304 ? "" : "body 0")
        ).run()
    }

    private static let dated = CacheStep.store(
        ("Cache-Control", "max-age=3600"), ("Last-Modified", "@-3000"), ("Date", "@0"))

    @Test(arguments: [
        CacheScenario(
            "the very date", dated,
            CacheStep(headers: [("If-Modified-Since", "@-3003")], expected: .cached, expectedStatus: 304)),
        CacheScenario(
            "a later date", dated,
            CacheStep(headers: [("If-Modified-Since", "@-2000")], expected: .cached, expectedStatus: 304)),
        CacheScenario(
            "an earlier date", dated,
            CacheStep(headers: [("If-Modified-Since", "@-5000")], expected: .cached, expectedStatus: 200)),
        CacheScenario(
            "no date at all", dated,
            CacheStep(headers: [("If-Modified-Since", "now")], expected: .cached, expectedStatus: 200)),
        CacheScenario(
            "Date replaces a missing Last-Modified", .store(("Cache-Control", "max-age=3600"), ("Date", "@0")),
            CacheStep(headers: [("If-Modified-Since", "@0")], expected: .cached, expectedStatus: 304)),
        CacheScenario(
            "the tag takes precedence over the date", dated.with { $0.fields.append(("ETag", #""a""#)) },
            CacheStep(
                headers: [("If-None-Match", #""b""#), ("If-Modified-Since", "@0")], expected: .cached,
                expectedStatus: 200)),
        CacheScenario(
            "nothing is stored: the condition goes to the server",
            CacheStep(
                headers: [("If-None-Match", #""x""#)], expected: .asked, expectedInRequest: [("If-None-Match", #""x""#)]
            )),
        CacheScenario(
            "stale: the condition goes to the server, and its 304 renews what is stored",
            .store(("Cache-Control", "max-age=2"), ("Last-Modified", "@-3000"), ("Date", "@0")),
            CacheStep(
                headers: [("If-Modified-Since", "@-3003")],
                fields: [("Cache-Control", "max-age=60"), ("Last-Modified", "@-3003"), ("Date", "@0")],
                knowsConditions: true, expected: .validated(by: "If-Modified-Since"), expectedStatus: 304
            )
            .with { $0.status = 304 },
            .cached.with { $0.expectedBody = "body 0" }),
        CacheScenario(
            "stale: a 304 without a validator renews nothing",
            .store(("Cache-Control", "max-age=2"), ("Last-Modified", "@-3000"), ("Date", "@0")),
            CacheStep(
                headers: [("If-Modified-Since", "@-3003")], status: 304, fields: [("Cache-Control", "max-age=60")],
                expectedStatus: 304),
            .asked),
        CacheScenario("If-Match is for the server", tagged(#""a""#), .asked.sending(("If-Match", #""a""#))),
        CacheScenario("If-Unmodified-Since too", dated, .asked.sending(("If-Unmodified-Since", "@0"))),
    ]) func `the caller's conditions (§4_3_2)`(_ scenario: CacheScenario) async throws { try await scenario.run() }

    private static let digits: CacheStep = kept.with { $0.content = "0123456789A" }
    private static func range(_ text: String, _ body: String, _ contentRange: String? = nil) -> CacheStep {
        CacheStep(
            headers: [("Range", text)], expected: .cached, expectedStatus: 206,
            expectedFields: contentRange.map { [("Content-Range", $0)] } ?? [], expectedBody: body)
    }
    /// Some servers send one byte fewer than Content-Range says.
    private static let part = CacheStep(
        headers: [("Range", "bytes=-5")], status: 206,
        fields: [("Cache-Control", "max-age=3600"), ("Content-Range", "bytes 4-9/10")], content: "01234",
        expected: .asked)
    private static func piece(_ range: String, _ contentRange: String, _ body: String, _ etag: String = #""v""#)
        -> CacheStep
    {
        CacheStep(
            headers: [("Range", range)], status: 206,
            fields: [("Cache-Control", "max-age=3600"), ("Content-Range", contentRange), ("ETag", etag)], content: body,
            expected: .asked)
    }

    @Test(arguments: [
        CacheScenario("first to last", digits, range("bytes=0-1", "01", "bytes 0-1/11")),
        CacheScenario("from a first", digits, range("bytes=1-", "123456789A", "bytes 1-10/11")),
        CacheScenario("a suffix", digits, range("bytes=-1", "A", "bytes 10-10/11")),
        CacheScenario("a suffix longer than all", digits, range("bytes=-100", "0123456789A", "bytes 0-10/11")),
        CacheScenario("a last past the end", digits, range("bytes=9-100", "9A", "bytes 9-10/11")),
        CacheScenario("the unit in any case", digits, range("Bytes=0-0", "0")),
        CacheScenario("past the end is for the server", digits, .asked.sending(("Range", "bytes=11-"))),
        CacheScenario("several ranges are for the server", digits, .asked.sending(("Range", "bytes=0-1,3-4"))),
        CacheScenario("other units are for the server", digits, .asked.sending(("Range", "items=0-1"))),
        CacheScenario(
            "the length is that of the range", digits,
            range("bytes=0-1", "01").with { $0.expectedFields = [("Content-Length", "2")] }),
        CacheScenario("a part: the very same range", part, range("bytes=-5", "01234")),
        CacheScenario("a part: first to last", part, range("bytes=6-8", "234")),
        CacheScenario("a part: from a first", part, range("bytes=6-", "234")),
        CacheScenario("a part: a suffix", part, range("bytes=-1", "4")),
        CacheScenario("a part: more than it holds", part, .asked.sending(("Range", "bytes=2-6"))),
        CacheScenario("a part is not the whole", part, .asked),
        CacheScenario(
            "If-Range that matches", tagged(#""a""#),
            range("bytes=0-1", "bo").with { $0.headers.append(("If-Range", #""a""#)) }),
        CacheScenario(
            "If-Range that does not match means the whole", tagged(#""a""#),
            CacheStep(
                headers: [("Range", "bytes=0-1"), ("If-Range", #""b""#)], expected: .cached, expectedStatus: 200,
                expectedBody: "body 0")),
        CacheScenario(
            "If-Range wants a strong match", tagged(#"W/"a""#),
            CacheStep(
                headers: [("Range", "bytes=0-1"), ("If-Range", #"W/"a""#)], expected: .cached, expectedStatus: 200)),
        CacheScenario(
            "the rest of a part is asked for",
            CacheStep(
                headers: [("Range", "bytes=-5")], status: 206,
                fields: [
                    ("Cache-Control", "max-age=3600"), ("Content-Range", "bytes 0-4/10"), ("ETag", #""v""#),
                ], content: "01234"),
            CacheStep(
                content: "0123456789", expected: .asked, expectedBody: "0123456789",
                expectedInRequest: [("Range", "bytes=5-"), ("If-Range", #""v""#)])),
        CacheScenario(
            "the rest is joined to the part (§3.4)", piece("bytes=0-4", "bytes 0-4/10", "01234"),
            piece("", "bytes 5-9/10", "56789").with {
                $0.headers = []
                ($0.expected, $0.expectedStatus, $0.expectedBody) = (nil, 200, "0123456789")
                $0.expectedInRequest = [("Range", "bytes=5-"), ("If-Range", #""v""#)]
                $0.fields.append(("Fresh", "yes"))
            },
            .cached.with {
                ($0.expectedBody, $0.expectedFields) = ("0123456789", [("Content-Length", "10"), ("Fresh", "yes")])
            }),
        CacheScenario(
            "a 304 leaves the range of a part as it is (§3.2)",
            piece("bytes=0-4", "bytes 0-4/10", "01234").with {
                $0.fields[0].1 = "max-age=1"
                $0.wait = .seconds(3)
            },
            piece("bytes=0-4", "bytes 5-9/10", "").with {
                ($0.status, $0.expected, $0.expectedStatus) = (304, .validated(by: "If-None-Match"), 206)
                ($0.expectedBody, $0.expectedFields) = ("01234", [("Content-Range", "bytes 0-4/10")])
            },
            range("bytes=0-4", "01234", "bytes 0-4/10")),
        CacheScenario(
            "parts are joined (§3.4)", piece("bytes=0-4", "bytes 0-4/12", "01234"),
            piece("bytes=3-8", "bytes 3-8/12", "345678"),
            range("bytes=1-7", "1234567", "bytes 1-7/12")),
        CacheScenario(
            "parts of other versions are not (§3.4)", piece("bytes=0-4", "bytes 0-4/12", "01234"),
            piece("bytes=3-8", "bytes 3-8/12", "345678", #""w""#), .asked.sending(("Range", "bytes=1-7"))),
        CacheScenario(
            "parts with a weak tag are not (§3.4)", piece("bytes=0-4", "bytes 0-4/12", "01234", #"W/"v""#),
            piece("bytes=3-8", "bytes 3-8/12", "345678", #"W/"v""#), .asked.sending(("Range", "bytes=1-7"))),
        CacheScenario(
            "parts of wholes of other lengths are not (§3.4)", piece("bytes=0-4", "bytes 0-4/12", "01234"),
            piece("bytes=5-8", "bytes 5-8/13", "5678"), .asked.sending(("Range", "bytes=1-7"))),
        CacheScenario(
            "a part is joined to the one after it (§3.4)", piece("bytes=5-7", "bytes 5-7/8", "567"),
            piece("bytes=0-4", "bytes 0-4/8", "01234"),
            .cached.with { ($0.expectedStatus, $0.expectedBody) = (200, "01234567") }),
        CacheScenario(
            "the rest is not asked for where the part says no-cache",
            piece("bytes=0-4", "bytes 0-4/10", "01234").with { $0.fields[0].1 = "max-age=3600, no-cache" },
            .asked.with { $0.expectedInRequest = [("Range", nil)] }),
        CacheScenario(
            "the rest is not asked for where the request says no-cache", piece("bytes=0-4", "bytes 0-4/10", "01234"),
            CacheStep(
                headers: [("Cache-Control", "no-cache")], expected: .asked, expectedInRequest: [("Range", nil)])),
        CacheScenario(
            "the rest is not asked for in mode no-cache", piece("bytes=0-4", "bytes 0-4/10", "01234"),
            CacheStep(mode: .noCache, expected: .asked, expectedInRequest: [("Range", nil)])),
        CacheScenario(
            "the rest is not asked for where the part is fresh and has no strong validator (§3.4)",
            piece("bytes=0-4", "bytes 0-4/10", "01234", #"W/"v""#),
            .asked.with { $0.expectedInRequest = [("Range", nil), ("If-Range", nil)] }),
        CacheScenario(
            "the rest is not asked for where the part is stale and has no strong validator",
            piece("bytes=0-4", "bytes 0-4/10", "01234", #"W/"v""#).with {
                $0.fields[0].1 = "max-age=1"
                $0.wait = .seconds(3)
            },
            .asked.with { $0.expectedInRequest = [("Range", nil)] }),
        CacheScenario(
            "all parts are the whole (§3.4)", piece("bytes=0-4", "bytes 0-4/8", "01234"),
            piece("bytes=5-7", "bytes 5-7/8", "567"),
            .cached.with { ($0.expectedStatus, $0.expectedBody) = (200, "01234567") }),
        CacheScenario(
            "a status other than 200 has no ranges", .store(("Cache-Control", "max-age=60"), status: 404),
            CacheStep(headers: [("Range", "bytes=0-1")], expected: .cached, expectedStatus: 404)),
    ]) func `ranges (§3_4, RFC 9110 §14)`(_ scenario: CacheScenario) async throws { try await scenario.run() }
}
