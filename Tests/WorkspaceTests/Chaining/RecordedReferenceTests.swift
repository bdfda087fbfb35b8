import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What each reference into a response is read as, and the value that it has in responses of many kinds, as it was recorded (`Recorded`).
@Suite struct RecordedReferenceTests {
    private static let references = """
        a.response
        a.request
        a.responses
        a.response.
        a.response.body
        a.response.body.
        a.response.body.*
        a.request.body
        a.request.body.$.pin
        a.request.body.asJson.$.pin
        a.response.body.$
        a.response.body.$.name
        a.response.body.name
        a.response.body.$['name']
        a.response.body.$.user.id
        a.response.body.$.user.name.length
        a.response.body.$.user.smile.length
        a.response.body.$.items.length
        a.response.body.$.items[*].id
        a.response.body.$.items[-1].id
        a.response.body.$..id
        a.response.body.$.items[?@.id > 1].tag
        a.response.body.$.length
        a.response.body.$.has.length
        a.response.body.$.null
        a.response.body.$.big
        a.response.body.$.gone
        a.response.body.$.items[9].length
        a.response.body.$[
        a.response.body[0].id
        a.response.body.asJson.name
        a.response.body.asXml.//item
        a.response.body.//item
        a.response.body.//item/@id
        a.response.body.//item[2]
        a.response.body.count(//item)
        a.response.body.string(//item)
        a.response.body.//gone
        a.response.body.//
        a.response.body./
        a.response.status
        a.response.status.code
        a.request.status
        a.response.headers
        a.response.headers.
        a.response.headers.X-Id
        a.response.headers.x-ID
        a.response.headers.X-Id[0]
        a.response.headers.X-Id[1]
        a.response.headers.X-Id[2]
        a.response.headers.X-Id[-1]
        a.response.headers.X-Id[x]
        a.response.headers.X-Id[1
        a.response.headers['X-Id']
        a.response.headers["X-Id"][1]
        a.response.headers['X-Id'
        a.response.headers['X-Id"]
        a.response.headers['X-Id'].value
        a.response.headers['']
        a.response.header.X-Id
        a.response.headers.Gone
        a.response.headers.Authorization
        a.request.headers.Authorization
        a.request.headers.Accept
        a.request.headers.Set-Cookie
        a.response.cookies
        a.response.cookies.sid
        a.response.cookies.sid.value
        a.response.cookies['sid']
        a.response.cookies.gone
        a.response.cookies..value
        a.response.cookie.pref
        a.request.cookies.sid
        a.request.cookies.theme
        a.request.cookies.gone
        a.response.trailers
        a.response.body.$.password
        a.response.body.$.user.token[0]
        a.b.response.status
        a.response.response.status
        request.response.status
        .response.status
        response.status
        response
        a
        my request.response.status
        """

    private static let json = """
        {"name": "shop", "user": {"id": 7, "name": "ann", "smile": "😀é", "token": ["t"]}, "length": 3, "has": {"length": 4},
         "items": [{"id": 1, "tag": "x"}, {"id": 2, "tag": "y"}], "null": null, "big": 12345678901234567890.10, "password": "p"}
        """

    private static let headers = [
        HeaderField("X-Id", "one"), HeaderField("x-id", "two"), HeaderField("Set-Cookie", "sid=1; Path=/"),
        HeaderField("Set-Cookie", " sid = 2 ;x"), HeaderField("Set-Cookie", "pref=a=b"),
        HeaderField("Set-Cookie", "broken"),
    ]

    private static let sent = [
        HeaderField("Accept", "*/*"), HeaderField("Authorization", "Bearer s"),
        HeaderField("Cookie", "sid=9; theme = dark ;broken"), HeaderField("Cookie", "sid=8"),
    ]

    private static var answers: [(name: String, entry: ResponseMemory.Entry)] {
        var unkept = ChainingFixtures.answer("", headers: headers, sent: sent)
        unkept.content = nil
        unkept.requestBody = nil
        var secret = ChainingFixtures.answer("[{\"id\": 5}, 6]", sent: sent, sentBody: "{\"pin\": 1}")
        secret.requestBodyIsSecret = true
        return [
            ("JSON", ChainingFixtures.answer(json, headers: headers, sent: sent, sentBody: "{\"pin\": \"0042\"}")),
            ("a list", secret),
            (
                "XML",
                ChainingFixtures.answer(
                    "<r><item id='1'>a</item><item id=\"2\"><b>x</b>y</item></r>", type: "application/xml", status: 404)
            ), ("JSON as text", ChainingFixtures.answer(" {\"name\": \"text\"}", type: "text/plain")),
            ("XML as text", ChainingFixtures.answer("<r><item>t</item></r>", type: "text/plain")),
            ("broken JSON", ChainingFixtures.answer("{\"name\": ", status: 500)),
            ("broken XML", ChainingFixtures.answer("<r><item>", type: "text/xml")),
            ("a text", ChainingFixtures.answer("hello", type: "text/plain")),
            ("a text of no type", ChainingFixtures.answer("hello", type: "")), ("nothing", ChainingFixtures.answer("")),
            ("nothing of XML", ChainingFixtures.answer("", type: "application/xml")), ("not kept", unkept),
        ]
    }

    @Test func `references have the values that were recorded`() throws {
        let answers = Self.answers
        let parts = Recorded.parts(of: Self.references) { line in
            guard let reading = ChainReference.read(line) else { return "no reference\n" }
            guard case .reference(let reference) = reading else { return "\(Printed(reading).text)" }
            var text = Printed(reference).text
            var last = ""
            for (name, entry) in answers {
                let value = ChainValue(entry: entry)
                var result =
                    switch value.value(of: reference) {
                    case .success(let text): Printed.quoted(text)
                    case .failure(let absence): "! \(absence.reason)"
                    }
                if value.isSecret(reference) { result += ", a secret" }
                if result != last { text += "\(name): \(result)\n" }
                last = result
            }
            return text
        }
        try Recorded.expect(parts, in: "references/values")
    }

    @Test func `items of loops and lists of responses are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for item in [
            #"{"id": 3, "name": "x", "list": [1, {"a": "b"}]}"#, "[1, [2, 3]]", "\"text\"", "text", "null", "",
        ] {
            let turn = LoopTurn(index: 1, item: .init(variable: "item", value: item))
            let names = [
                "item", "item.id", "item.name.length", "item[1]", "item[1][0]", "item.list[1].a", "items.id", "it.id",
                "item.", "item[", "item-x", "item.gone",
            ]
            let text = names.map { "\($0): \(turn.member($0).map(Printed.quoted) ?? "-")\n" }.joined()
            parts.append(("item \(item)", text))
        }
        let texts = [#"["a", 1, null, {"b": 2}, [3], "c\"d"]"#, "[]", "{}", "x", "", "[1", " [ 1 ] "]
        for text in texts {
            let elements = LenientJSONPath.elements(Array(text.utf8))
            parts.append(("elements \(text)", "\(elements.map { "\($0.map(Printed.quoted))" } ?? "none")\n"))
        }
        let key = ResponseMemory.Key(file: "/c/a.http", environment: nil, id: "a")
        let document = HTTPDocument(bytes: Array("### a\n# @loop for 3\nGET http://h/\n".utf8))
        let request = try #require(document.requests.first)
        var memory = ResponseMemory(maxCount: 5, maxBytes: 40)
        parts.append(("list, empty", Printed(memory.list(key) as Any).text))
        for (repetition, pass, body) in [
            (0, 0, "{}"), (1, 0, "text"), (2, 0, "[1]"), (0, 1, "\"again\""), (1, 1, String(repeating: "x", count: 21)),
            (2, 1, String(repeating: "y", count: 20)), (3, 1, ""),
        ] {
            memory.remember(
                ChainingFixtures.exchange(body: body), of: request, file: "/c/a.http", environment: nil,
                repetition: repetition, pass: pass)
            var text = "\(memory.count) kept, \(memory.byteCount) bytes\n"
            for number in [nil, 0, 1, 2, 3] as [Int?] {
                var one = key
                one.repetition = number
                let entry = memory[one]
                text += "\(number.map(String.init) ?? "last"): "
                text += entry.map { "\($0.body.map { String(decoding: $0, as: UTF8.self) } ?? "not kept")\n" } ?? "-\n"
            }
            text += "all: \(memory.list(key)?.body.map { String(decoding: $0, as: UTF8.self) } ?? "-")\n"
            parts.append(("repetition \(repetition) of pass \(pass)", text))
        }
        try Recorded.expect(parts, in: "references/loops")
    }
}
