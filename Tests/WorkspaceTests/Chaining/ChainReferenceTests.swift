import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

struct ChainReferenceTests {
    @Test(
        arguments: [
            ("login.response.body.$.token", .body(path: "$.token", format: nil)),
            ("login.response.body.token", .body(path: "token", format: nil)),
            ("login.response.body.*", .wholeBody), ("login.response.body", .wholeBody),
            ("login.response.body.asJson.$.a", .body(path: "$.a", format: .json)),
            ("login.response.body.asXml.//a", .body(path: "//a", format: .xml)),
            ("login.response.headers.X-Id", .header(name: "X-Id", index: 0)),
            ("login.response.headers['X-Id']", .header(name: "X-Id", index: 0)),
            ("login.response.headers[\"a.b\"][2]", .header(name: "a.b", index: 2)),
            ("login.response.headers.X-Id[1]", .header(name: "X-Id", index: 1)),
            ("login.response.cookies.sid.value", .cookie(name: "sid")),
            ("login.response.cookies.sid", .cookie(name: "sid")),
            ("login.response.cookies['s.id'].value", .cookie(name: "s.id")),
            ("login.response.cookies['.value']", .cookie(name: ".value")),
            ("login.response.status", .status),
        ] as [(String, ChainReference.Part)])
    func `references to responses`(text: String, part: ChainReference.Part) {
        #expect(ChainReference.read(text) == .reference(ChainReference(name: "login", side: .response, part: part)))
    }

    @Test(arguments: ["login", "login.token", "a.b.c", "login.responses.body", ".response.body", "response", "request"])
    func `other names are none`(text: String) { #expect(ChainReference.read(text) == nil) }

    @Test(arguments: [
        "login.response", "login.response.nothing", "login.response.headers", "login.request.status",
        "login.response.headers['x", "login.response.headers.a[x]",
    ])
    func `a reference to nothing says what is possible there`(text: String) {
        guard case .invalid("login", let reason)? = ChainReference.read(text) else {
            Issue.record("no fault")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: 0..<300)
    func `arbitrary texts are read without a crash`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "login", ".", "response", "request", "body", "headers", "[", "]", "'", "\"", "$", "*", "asJson", "1", "é",
            " ",
        ]
        let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? "."
        }.joined()
        if case .reference(let reference)? = ChainReference.read(text) {
            #expect(!reference.name.isEmpty && text.hasPrefix(reference.name + "."))
            _ = ChainValue(entry: ChainingFixtures.answer("{\"a\": [1]}")).value(of: reference)
        }
    }

    // MARK: values

    private func value(_ text: String, _ answer: ResponseMemory.Entry) -> String {
        guard case .reference(let reference)? = ChainReference.read("login." + text) else { return "no reference" }
        switch ChainValue(entry: answer).value(of: reference) {
        case .success(let value): return value
        case .failure(let absence): return "absent: \(absence.reason)"
        }
    }

    @Test(arguments: [
        ("$.token", "abc"), ("token", "abc"), ("$.user.roles[1]", "admin"), ("user.roles", #"["dev", "admin"]"#),
        ("$.n", "1.50"), ("$.yes", "true"), ("$.none", "null"), ("$.items[*].id", "7"), ("items.length", "2"),
        ("$.token.length", "3"), ("$.empty", ""), ("access-token", "dash"), ("$.user.first-name", "Ada"),
        ("items.1.id", "8"), ("$.items[?(@.id == 8)].id", "8"), ("$..id", "7"), ("$['user']['roles'][-1]", "admin"),
        ("$.length", "absent: $.length selects nothing in the body of the response of login"),
        ("$.missing", "absent: $.missing selects nothing in the body of the response of login"),
    ])
    func `paths into JSON, with what other tools let pass`(path: String, expected: String) {
        let body = """
            {"token": "abc", "user": {"roles": ["dev", "admin"], "first-name": "Ada"}, "n": 1.50, "yes": true, "none": null,
             "items": [{"id": 7}, {"id": 8}], "empty": "", "access-token": "dash"}
            """
        #expect(value("response.body." + path, ChainingFixtures.answer(body)) == expected)
    }

    @Test func `a bad path and a broken body say so`() {
        #expect(
            value("response.body.$.[", ChainingFixtures.answer("{}")).hasPrefix(
                "absent: in the body of the response of login: $.[ is not a JSONPath"))
        #expect(
            value("response.body.$.a", ChainingFixtures.answer("{oops"))
                == "absent: in the body of the response of login: it is not valid JSON")
        #expect(
            value("response.body.$.a", ChainingFixtures.answer(""))
                == "absent: the body of the response of login is empty")
        #expect(
            value("response.body.$.a", ChainingFixtures.answer("plain", type: "text/plain"))
                == "absent: the body of the response of login is neither JSON nor XML (text/plain)")
    }

    @Test(arguments: [
        ("/shop/item/@id", "i1"), ("//item/name", "Tea &amp; more"), ("string(//item/name)", "Tea & more"),
        ("/", "<shop><item id=\"i1\"><name>Tea &amp; more</name></item></shop>"), ("count(//item)", "1"),
        ("//none", "absent: //none selects nothing in the body of the response of login"),
    ])
    func `XPath into XML`(path: String, expected: String) {
        let body = "<?xml version=\"1.0\"?><shop><item id=\"i1\"><name>Tea &amp; more</name></item></shop>"
        #expect(value("response.body." + path, ChainingFixtures.answer(body, type: "application/xml")) == expected)
        #expect(value("response.body.asXml." + path, ChainingFixtures.answer(body, type: "text/plain")) == expected)
    }

    @Test func `headers and cookies of both sides`() {
        let answer = ChainingFixtures.answer(
            "{}",
            headers: [
                HeaderField("X-A", "1"), HeaderField("x-a", "2"), HeaderField("Set-Cookie", "sid=s1; Path=/"),
                HeaderField("Set-Cookie", "sid=s2"),
            ],
            sent: [HeaderField("Authorization", "Bearer t"), HeaderField("Cookie", "a=1; b = 2")],
            sentBody: #"{"name": "n"}"#)
        #expect(value("response.headers.x-A", answer) == "1")
        #expect(value("response.headers.X-A[1]", answer) == "2")
        #expect(
            value("response.headers.X-A[2]", answer) == "absent: the response of login has only 2 of the header X-A")
        #expect(value("response.cookies.sid.value", answer) == "s2")
        #expect(value("response.cookies.no", answer) == "absent: the response of login sets no cookie no")
        #expect(value("request.headers.authorization", answer) == "Bearer t")
        #expect(value("request.cookies.b", answer) == "2")
        #expect(value("request.body.$.name", answer) == "n")
        #expect(value("response.status", answer) == "200")
        #expect(value("response.body.*", answer) == "{}")
    }

    @Test(arguments: [("\u{1F600}", "2"), ("e\u{301}", "2"), ("漢字", "2"), ("", "0")])
    func `the length of a text is counted as JavaScript counts it`(text: String, length: String) {
        #expect(value("response.body.$.s.length", ChainingFixtures.answer("{\"s\": \"\(text)\"}")) == length)
    }

    @Test(arguments: [
        ("$.a-b", "$['a-b']"), ("$..a-b", "$..['a-b']"), ("$.a.0.b", "$['a'][0]['b']"),
        ("$.a['x.y'].c-d", "$['a']['x.y']['c-d']"),
        ("$.*.a-b", "$[*]['a-b']"), ("$['it\\'s].x'].c-d", "$['it\\'s].x']['c-d']"),
        (#"$["a\"].b"].c-d"#, #"$["a\"].b"]['c-d']"#), ("$.it's", "$['it\\'s']"),
    ])
    func `names are quoted for the path's grammar`(path: String, quoted: String) {
        #expect(BodyPath.withQuotedNames(path) == quoted)
    }

    // MARK: memory

    @Test func `the latest response for a name is kept, for each file and environment`() {
        var memory = ResponseMemory()
        let a = ResponseMemory.Key(file: "/a", environment: nil, id: "login")
        let b = ResponseMemory.Key(file: "/a", environment: "dev", id: "login")
        memory.remember(ChainingFixtures.answer("1"), for: a)
        memory.remember(ChainingFixtures.answer("2"), for: b)
        memory.remember(ChainingFixtures.answer("3"), for: a)
        #expect(memory[a]?.body == Array("3".utf8))
        #expect(memory[b]?.body == Array("2".utf8))
        #expect(memory.count == 2 && memory.byteCount == 2)
    }

    @Test func `too many responses, or too large ones, evict the oldest`() {
        var memory = ResponseMemory(maxCount: 3, maxBytes: 100)
        func key(_ id: Int) -> ResponseMemory.Key { .init(file: "/a", environment: nil, id: "\(id)") }
        for id in 0..<5 { memory.remember(ChainingFixtures.answer("x"), for: key(id)) }
        #expect((0..<5).map { memory[key($0)] != nil } == [false, false, true, true, true])
        memory.remember(ChainingFixtures.answer(String(repeating: "y", count: 49)), for: key(5))
        memory.remember(ChainingFixtures.answer(String(repeating: "y", count: 50)), for: key(6))
        #expect(memory.byteCount <= 100 && memory[key(6)]?.body?.count == 50)
        memory.remember(
            ChainingFixtures.answer("x", sentBody: String(repeating: "s", count: 51)), for: key(8))
        #expect(memory[key(8)]?.requestBody == nil)
        memory.remember(ChainingFixtures.answer("", sentBody: String(repeating: "s", count: 50)), for: key(8))
        #expect(memory[key(8)]?.requestBody?.count == 50)
        memory.remember(ChainingFixtures.answer(String(repeating: "z", count: 51)), for: key(7))
        #expect(memory[key(7)]?.status == 200 && memory[key(7)]?.body == nil)
    }

    @Test func `what a script would have set is captured without running it`() throws {
        let file = ChainingFixtures.file(
            "### login\nPOST http://h/\n\n> {% client.global.set(\"token\", response.body.data.t); client.global.set(\"id\", response.headers.valueOf(\"X-Id\")); %}\n"
        )
        let request = try #require(file.document.requests.first)
        #expect(request.captures.count == 2)
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.exchange(
                headers: [HeaderField("Content-Type", "application/json"), HeaderField("X-Id", "7")],
                body: #"{"data": {"t": "abc"}}"#), of: request, file: file.path, environment: "dev")
        #expect(memory.capture("token", environment: "dev")?.value == "abc")
        #expect(memory.capture("id", environment: "dev")?.value == "7")
        #expect(memory.capture("token", environment: nil) == nil)
    }
}
