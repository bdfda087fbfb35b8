import JSONPath
import Testing

@testable import GraphQL

/// The members of an error, as servers write them well and badly.
struct FailureTests {
    private func failures(_ errors: String, _ query: String? = nil) throws -> [GraphQLResponse.Failure] {
        let tree = try JSONTree.parse(Array(#"{"errors":[\#(errors)]}"#.utf8))
        let document = query.map { GraphQLDocument.parse(Array($0.utf8)) }
        return try #require(GraphQLResponse(tree, document: document, schema: Sample.schema)).failures
    }

    @Test(arguments: [
        (#"["a","b",0,"c"]"#, "a.b[0].c"), ("[0,1]", "[0][1]"), (#"["a",-1]"#, "a[-1]"), (#"["",1]"#, "[1]"),
        (#"["a",null,true,{},[1],"b"]"#, "a.b"), (#"["a",1.5]"#, "a"), (#""a""#, ""), ("null", ""), ("[]", ""),
        (#"["é","\u0062"]"#, "é.b"),
    ])
    func `a path has its text, without what is no step`(path: String, text: String) throws {
        #expect(try failures(#"{"path":\#(path)}"#).map(\.pathText) == [text])
    }

    @Test func `what is no error object is counted, and has no message`() throws {
        let all = try failures(
            #"null, "text", 1, [], {"message": 1}, {"message": ""}, {"message": "a", "message": "b"}"#)
        let none = "The server gives no message"
        #expect(all.map(\.message) == [none, none, none, none, none, "", "b"])
        #expect(all.allSatisfy { $0.path.isEmpty && $0.locations.isEmpty && $0.code == nil && $0.fieldRange == nil })
    }

    @Test(
        arguments: [
            (#"{"code":"A"}"#, "A"), (#"{"code":""}"#, ""), (#"{"code":1}"#, nil), (#"{"Code":"A"}"#, nil),
            (#"["code"]"#, nil), (#""A""#, nil),
        ] as [(String, String?)])
    func `a code is a string in the extensions`(extensions: String, code: String?) throws {
        #expect(try failures(#"{"extensions":\#(extensions)}"#).map(\.code) == [code])
        #expect(try failures(#"{"code":"B"}"#).map(\.code) == [nil])
    }

    @Test func `a location has a line and a column, which are whole numbers`() throws {
        let places = #"{"line":1,"column":2},{"line":"1","column":2},{"line":1},{"column":1},1,{"line":0,"column":-3}"#
        let found = try failures(#"{"locations":[\#(places)]},{"locations":{"line":1,"column":2}}"#)
        #expect(found[0].locations == [.init(line: 1, column: 2), .init(line: 0, column: -3)])
        #expect(found[1].locations.isEmpty)
    }

    @Test func `long lists are cut`() throws {
        func list(_ text: String, _ count: Int) -> String {
            Array(repeating: text, count: count).joined(separator: ",")
        }
        let place = #"{"line":1,"column":1}"#
        let one = try failures(#"{"path":[\#(list("1", 201))],"locations":[\#(list(place, 101))]}"#)
        #expect(one[0].path.count == 200 && one[0].locations.count == 100)
        let tree = try JSONTree.parse(Array(#"{"errors":[\#(list("{}", 1_001))]}"#.utf8))
        let response = try #require(GraphQLResponse(tree))
        #expect(response.failures.count == 1_000 && response.failureCount == 1_001)
    }

    @Test(arguments: [
        ("null", false), ("{}", true), ("[]", true), ("0", true), (#""""#, true), ("false", true),
    ])
    func `data is there unless it is null`(data: String, isThere: Bool) throws {
        let tree = try JSONTree.parse(Array(#"{"data":\#(data),"errors":{}}"#.utf8))
        let response = try #require(GraphQLResponse(tree))
        #expect(response.hasData == isThere && response.failureCount == 0)
    }

    @Test(
        arguments: [
            (1, 1, 0..<1), (1, 3, 2..<4), (1, 4, 3..<4), (2, 1, 5..<9), (2, 5, 9..<10), (3, 1, 10..<11),
            (3, 2, 11..<15), (1, 40, 4..<5),
            (2, 40, 9..<10), (3, 6, 15..<16), (3, 40, nil), (0, 1, nil), (1, 0, nil), (4, 1, nil), (-1, 1, nil),
            (1, 1 << 30, nil),
        ] as [(Int, Int, Range<Int>?)])
    func `a location is a word of the query, and stays on its line`(line: Int, column: Int, range: Range<Int>?) throws {
        for end in ["\n", "\r"] {
            let query = "{ me\(end)abcd\(end) name }"
            let error = #"{"locations":[{"line":\#(line),"column":\#(column)}]}"#
            #expect(try failures(error, query).map(\.fieldRange) == [range])
        }
    }

    @Test func `two characters that end a line are one end, and a column counts characters`() throws {
        let query = "# é😀x\r\n{ me }"
        func range(_ line: Int, _ column: Int) throws -> Range<Int>? {
            try failures(#"{"locations":[{"line":\#(line),"column":\#(column)}]}"#, query).first?.fieldRange
        }
        #expect(try range(1, 5) == 8..<9)
        #expect(try range(2, 3) == 13..<15)
        #expect(try range(3, 1) == nil)
        let place = #"{"locations":[{"line":1,"column":3}]}"#
        #expect(try failures(place, "{ me").map(\.fieldRange) == [2..<4])
    }
}
