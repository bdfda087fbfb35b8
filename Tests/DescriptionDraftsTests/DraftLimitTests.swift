import Base
import DescriptionDrafts
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Testing

struct DraftLimitTests {
    private func notice(_ document: DraftDocument, _ text: String) -> Bool {
        document.notices.contains { $0.kind == .limit && $0.text.contains(text) }
    }

    @Test func `a body of 100,000 levels is described to a depth that is said`() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let names = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        let document = draft([exchange("/a", response: deep), exchange("/b", response: names)])
        #expect(notice(document, "60 levels"))
        #expect(document.description?.operations.count == 2)
        #expect(try isSame(DescriptionText.read(document.json).tree, DescriptionText.read(document.yaml).tree))
    }

    @Test func `an object of very many names is a table, in any order`() {
        let body = "{" + (0..<3_000).map { "\"key\($0 % 7)n\($0)\":{\"v\":\($0)}" }.joined(separator: ",") + "}"
        let other = exchange("/a", response: #"{"key1n1":{"v":1,"w":null},"z":3,"y":null}"#)
        let document = draft([exchange("/a", response: body), other])
        #expect(
            document.at("/paths/~1a/get/responses/200/content/application~1json/schema")
                == #"{"type":"object","additionalProperties":{"type":["object","integer","null"],"required":["v"],"#
                + #""properties":{"v":{"type":"integer"},"w":{"type":"null"}}}}"#
        )
        #expect(notice(document, "500 different names"))
        #expect(draft([other, exchange("/a", response: body)]).json == document.json)
    }

    @Test func `bodies with more members than the limit are described in part`() throws {
        var draft = DescriptionDraft(mostMembers: 1_000)
        let bodies = (0..<20).map { outer in
            "{" + (0..<90).map { "\"o\(outer)m\($0)\":1" }.joined(separator: ",") + "}"
        }
        for (number, body) in bodies.enumerated() { draft.add(exchange("/p\(number)/a", response: body)) }
        let document = draft.document()
        #expect(notice(document, "1000 different members"))
        #expect(document.description?.allNotices() == [])
        for (number, body) in bodies.enumerated() {
            let pointer = "/paths/~1p\(number)~1a/get/responses/200/content/application~1json"
            guard let schema = document.schema(pointer + "/schema") else { continue }
            #expect(try schema.verdict(on: JSONTree.parse(Array(body.utf8))) == .valid)
        }
    }

    @Test func `very many parameters are none`() {
        func query(_ count: Int) -> String { "/a?" + (0..<count).map { "p\($0)=1" }.joined(separator: "&") }
        let document = draft([exchange(query(201))])
        #expect(document.at("/paths/~1a/get/parameters") == nil)
        #expect(notice(document, "200 different parameters"))
        let most = draft([exchange(query(200))])
        #expect(most.at("/paths/~1a/get/parameters/199/name") != nil)
        #expect(!notice(most, "200 different parameters"))
    }

    @Test func `very many paths are counted`() {
        let all = (0..<60).flatMap { a in (0..<1_000).map { exchange("/a\(a)/b\($0 % 150)/c\($0)x\(a)") } }
        let document = draft(all)
        #expect(document.notices.contains { $0.kind == .leftOut && $0.text.contains("too many different paths") })
    }

    @Test(.enabled(if: WorkMeter.isCounting), arguments: 0..<5)
    func `work grows with what is sent`(_ kind: Int) {
        func steps(_ size: Int) -> Int {
            let all: [ObservedExchange]
            switch kind {
            case 0:
                all = (0..<size).map {
                    exchange("/users/\($0)?a=\($0)", response: #"{"id":\#($0),"n\#($0 % 9)":[1,2]}"#)
                }
            case 1:
                all = [
                    exchange("/a", response: "[" + (0..<size).map { "{\"k\($0)\":\($0)}" }.joined(separator: ",") + "]")
                ]
            case 2: all = (0..<size).map { exchange("/text\($0)/x/y", response: "{\"k\($0)\":{\"a\":1}}") }
            case 3:
                all = [
                    exchange("/a", response: String(repeating: "[", count: size) + String(repeating: "]", count: size))
                ]
            default:
                let body = (0..<size).map { "--X\r\nContent-Disposition: form-data; name=\"p\($0)\"\r\n\r\n--\r\n" }
                    .joined()
                all = [exchange("POST", "/a", body: body + "--X--", type: "multipart/form-data; boundary=X")]
            }
            return WorkMeter.steps { _ = draft(all).json }
        }
        let (small, large) = (steps(1_000), steps(10_000))
        #expect(large < 15 * small, "\(small), \(large)")
    }
}
