import Testing

@testable import Workspace

@Suite struct RunDataTests {
    private func rows(_ text: String, _ path: String = "d.csv") throws -> [[String: String]] {
        try RunData(Array(text.utf8), path: path).rows.map(\.values)
    }

    private func problem(_ text: String, _ path: String = "d.csv") -> String? {
        do throws(CollectionError) {
            _ = try RunData(Array(text.utf8), path: path)
            return nil
        } catch {
            return error.sentence
        }
    }

    @Test func `the first row of CSV has the names, fields in quotation marks may hold anything`() throws {
        #expect(
            try rows("\u{FEFF}id, name\r\n1,\"a \"\"b\"\", c\"\r\n\r\n2,\"two\nlines\"")
                == [["id": "1", "name": "a \"b\", c"], ["id": "2", "name": "two\nlines"]])
        #expect(try rows("id;name\n1;x,y\n") == [["id": "1", "name": "x,y"]])
        #expect(try rows("id\tname\n1\tx\n") == [["id": "1", "name": "x"]])
        #expect(try rows("\r\nid;name\r\n1;x\r\n") == [["id": "1", "name": "x"]])
        // An empty line is no row, an empty field in quotation marks is one.
        #expect(try rows("id\n\n1\n\"\"\n\n") == [["id": "1"], ["id": ""]])
    }

    @Test func `JSON and JSON Lines give a row for each object`() throws {
        let expected = [["id": "1", "deep": "{\"a\":[1]}", "none": ""], ["id": "x", "deep": "true", "none": "1.50"]]
        #expect(
            try rows(#"[{"id":1,"deep":{"a":[1]},"none":null},{"id":"x","deep":true,"none":1.50}]"#, "d.json")
                == expected)
        #expect(
            try rows(
                "{\"id\":1,\"deep\":{\"a\":[1]},\"none\":null}\n\n{\"id\":\"x\",\"deep\":true,\"none\":1.50}\n",
                "d.jsonl")
                == expected)
    }

    @Test(
        arguments: [
            ("d.ndjson", "{\"id\":1}\n{\"id\":2}", ["1", "2"]), ("D.JSONL", "{\"id\":1}\n", ["1"]),
            ("d.JSON", " [ {\"id\":1} ]", ["1"]), ("d.json", "{\"id\":1}\n{\"id\":2}", ["1", "2"]),
            ("d.txt", "\n [{\"id\":1}]", ["1"]), ("-", "{\"id\":1}", ["1"]), ("d.txt", "id\n1", ["1"]),
            ("d.csv", "id,[\n1,2", ["1"]), ("d.csv", "id\n{1}", ["{1}"]), ("d.csv", " id ,x\n 1 ,2", [" 1 "]),
            ("d.csv", "id;a\tb\n1;2", ["1"]), ("d.csv", "id,a;b\n1,2", ["1"]), ("d.csv", "id\n1;2", ["1;2"]),
            ("d.csv", "id\r\n1\r2\r\n", ["1\r2"]), ("d.csv", "x,id\n1,\"a\"\r\n2,\"\"\n3,", ["a", "", ""]),
            ("d.csv", "id\n\"a\r\nb\"\n", ["a\r\nb"]), ("d.json", #"[{"id":"a\u0041\n"}]"#, ["aA\n"]),
            ("d.json", #"[{"id":1,"id":2},{"id":3,"more":4}]"#, ["2", "3"]),
            ("d.jsonl", "{\"id\":false}\r\n", ["false"]),
        ] as [(String, String, [String])])
    func `the name of the file or its first character tells the format`(
        path: String, text: String, ids: [String]
    ) throws {
        #expect(try rows(text, path).compactMap { $0["id"] } == ids)
    }

    @Test func `a row is at the line where it begins`() throws {
        func lines(_ text: String, _ path: String) throws -> [Int] {
            try RunData(Array(text.utf8), path: path).rows.map(\.line)
        }
        #expect(try lines("id,x\n1,\"a\nb\"\n\n2,c\n", "d.csv") == [2, 5])
        #expect(try lines("\r\nid\r\n1\r\n\r\n2", "d.csv") == [3, 5])
        #expect(try lines("[\n{\"id\":\n1},\n\n{\"id\":2}, {\"id\":3}]", "d.json") == [2, 5, 5])
        #expect(try lines("\n{\"id\":1}\n \n{\"id\":2}", "d.jsonl") == [2, 4])
        #expect(problem("{\"id\":1}\n\n7", "d.jsonl") == "d.jsonl:3: a row must be an object, such as {\"id\": 1}.")
        #expect(problem("{\"id\":1}\n{", "d.jsonl")?.hasPrefix("d.jsonl:2: this is not JSON: ") == true)
        #expect(problem("[]", "d.json") == "d.json has no rows, so nothing would be sent.")
        #expect(problem("\n\n", "d.csv") == "d.csv has no rows, so nothing would be sent.")
        #expect(problem("a,b, a\n1,2,3", "d.csv") == "d.csv:1: two columns are called a.")
        #expect(problem("\na, \n1,2", "d.csv") == "d.csv:2: a column has no name; the first row has the names.")
        #expect(problem("a\n1,2,3", "d.csv") == "d.csv:2: this row has 3 fields, the first row has 1.")
    }

    @Test(arguments: [
        ("id,name\n1\n", "d.csv:2: this row has 1 field, the first row has 2."),
        ("id,name\n1,\"a\nb\n", "d.csv:2: a quotation mark is not closed."),
        (
            "id,name\n1,\"a\"b\n",
            "d.csv:2: text follows a closing quotation mark; write \"\" for one inside of a field."
        ),
        ("id,id\n1,2\n", "d.csv:1: two columns are called id."),
        ("id,\n1,2\n", "d.csv:1: a column has no name; the first row has the names."),
        ("id\n", "d.csv has no rows, so nothing would be sent."),
        ("", "d.csv has no rows, so nothing would be sent."),
    ]) func `what is wrong with CSV is said with its line`(text: String, sentence: String) {
        #expect(problem(text) == sentence)
    }

    @Test func `CSV in another encoding is refused`() {
        for bytes in [[0x69, 0x0A, 0xE9], [0xFF, 0xFE, 0x69, 0, 0x0A, 0]] as [[UInt8]] {
            let error = #expect(throws: CollectionError.self) { try RunData(bytes, path: "d.csv") }
            #expect(error?.sentence == "d.csv is not UTF-8; save it as UTF-8.")
        }
    }

    @Test(arguments: [
        ("[{\"id\":1},\n{\"name\":2}]", "d.json:2: row 2 has no \"id\", which row 1 has."),
        ("[{\"id\":1},\n{\"id\":2},\n{\"name\":3}]", "d.json:3: row 3 has no \"id\", which row 1 has."),
        ("[{\"id\":1},{\"id\":2},{\"name\":3}]", "d.json:1: row 3 has no \"id\", which row 1 has."),
        ("[{\"id\":1},\n7]", "d.json:2: a row must be an object, such as {\"id\": 1}."),
    ]) func `what is wrong with JSON is said with its line`(text: String, sentence: String) {
        #expect(problem(text, "d.json") == sentence)
    }

    @Test func `broken JSON is named with its line`() throws {
        #expect(try #require(problem("[{\"id\":1},\n{\"id\" 2}]", "d.json")).hasPrefix("d.json:2: this is not JSON: "))
    }
}

@Suite struct GlobTests {
    @Test(arguments: [
        ("*", "anything", true), ("create*", "Create order", true), ("*order", "create order", true),
        ("c?eate", "create", true), ("c?eate", "ceate", false), ("a*b*c", "a-x-b-y-c", true), ("a*b*c", "a-x-c", false),
        ("", "", true), ("", "a", false), ("?", "", false), ("?", "é", true), ("a?", "a", false), ("a", "ab", false),
        ("ab", "a", false), ("a**", "a", true), ("*?", "", false), ("*?", "x", true), ("A*", "abc", true),
        ("*.http", "a.http.bak", false), ("*a?c*", "xxabcx", true), ("a.c", "abc", false), ("[a]", "a", false),
        ("*aab", "aaab", true), ("a*a", "a", false),
        ("api/*#login", "api/users.http#login", true),
    ]) func `a star is any text and a question mark one character`(pattern: String, name: String, matches: Bool) {
        #expect(Glob(pattern).matches(name) == matches)
    }

    @Test func `a hostile pattern takes time of the product of both lengths`() {
        let text = String(repeating: "a", count: 2000)
        #expect(!Glob(String(repeating: "*a", count: 500) + "b").matches(text))
    }
}
