import Testing

@testable import Import

@Suite struct BruDocumentTests {
    private func document(_ text: String) throws(BruDocument.SyntaxError) -> BruDocument {
        try BruDocument(Array(text.utf8))
    }

    @Test func `pairs have a name, a value and whether they are on`() throws {
        let pairs = try document("headers {\n  a: 1\n  ~b:  x: y \n  c:\n}\n").pairs("headers")
        #expect(pairs.map(\.name) == ["a", "b", "c"])
        #expect(pairs.map(\.value) == ["1", "x: y", ""])
        #expect(pairs.map(\.isOn) == [true, false, true])
        #expect(pairs.map(\.line) == [2, 3, 4])
    }

    @Test func `a quoted name may hold a colon and quotes`() throws {
        let pairs = try document("headers {\n  \"a: \\\"b\\\"\": 1\n  ~\"c d\": 2\n}").pairs("headers")
        #expect(pairs.map(\.name) == ["a: \"b\"", "c d"])
        #expect(pairs.map(\.isOn) == [true, false])
    }

    @Test func `a text loses two spaces of its indentation and keeps the rest`() throws {
        let text = try document("body:json {\n  {\n    \"a\": 1\n\n  }\n}\n").text("body:json")
        #expect(text == "{\n  \"a\": 1\n\n}")
    }

    @Test func `a value of several lines ends at three quotes`() throws {
        let pairs = try document(
            "vars {\n  a: '''\n    one\n      two\n  '''\n  b: 2\n  c: '''x''' @contentType(a/b)\n}"
        ).pairs("vars")
        #expect(pairs.map(\.value) == ["one\n  two", "2", "x @contentType(a/b)"])
        #expect(pairs.map(\.line) == [2, 6, 7])
    }

    @Test func `lists may have commas and names that are off`() throws {
        let document = try document("vars:secret [\n  a,\n  ~b\n]\nmeta {\n  tags: [\n    x\n    y\n  ]\n}")
        #expect(document.pairs("vars:secret").map(\.name) == ["a", "b"])
        #expect(document.pairs("vars:secret").map(\.isOn) == [true, false])
        #expect(document.pairs("meta").first?.list == ["x", "y"])
    }

    @Test func `comments and annotations are no pairs`() throws {
        let text =
            "# one\nheaders {\n  // two\n  # three\n  @description('the first')\n  @string\n  a: 1\n  @b: 2\n}\n// end"
        let pairs = try document(text).pairs("headers")
        #expect(pairs.map(\.name) == ["a", "@b"])
        #expect(pairs.map(\.description) == ["the first", nil])
    }

    @Test func `a description of several lines ends at its three quotes and its bracket`() throws {
        let pairs = try document(
            "headers {\n  @description('''\n    one\n      two\n  ''')\n  a: 1\n  @description('''three''')\n  b: 2\n}\n"
        ).pairs("headers")
        #expect(pairs.map(\.name) == ["a", "b"])
        #expect(pairs.map(\.description) == ["one\n  two", "three"])
    }

    @Test func `Windows line ends are line ends`() throws {
        let document = try document("meta {\r\n  name: x\r\n}\r\nbody:text {\r\n  a\r\n  b\r\n}\r\n")
        #expect(document.value("name", in: "meta") == "x")
        #expect(document.text("body:text") == "a\nb")
    }

    @Test(arguments: [
        ("hello", 1, 1, "a block such as get { or headers { is expected here"),
        ("headers {\n  a: 1\n", 1, 1, "the block headers is not closed by a } at the margin"),
        ("headers {\n  a\n}", 2, 3, "a name, a colon and a value are expected here"),
        ("headers {\n  \"a\n}", 2, 3, "the quoted name is not closed"),
        ("headers {\n  \"a\" 1\n}", 2, 3, "a colon is expected after the name"),
        ("headers { a: 1\n}", 1, 1, "the content of the block headers must begin on its own line"),
        ("headers {\n  a: '''\n  x\n}", 2, 3, "the text that begins with ''' has no end"),
        ("headers {\n}\n\nbody:json {\n} x", 5, 2, "nothing may follow the } that closes a block"),
        ("vars:secret [\n a", 1, 1, "the list is not closed by a ]"),
    ])
    func `an error says where it is`(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
        #expect(throws: BruDocument.SyntaxError(line: line, column: column, reason: reason)) { try document(text) }
    }
}
