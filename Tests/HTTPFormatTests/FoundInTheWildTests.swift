import Testing

@testable import HTTPFormat

/// Common constructs in files of public repositories, each with its meaning in the author's editor.
struct FoundInTheWildTests {
    private func read(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    @Test func `a separator that is a name line names the request`() throws {
        let document = read(
            "### @name register\nGET a.test\n\n### @name me (an example)\nGET b.test\n\n### @prompt x\n")
        #expect(document.requests.map(\.id) == ["register", "me (an example)"])
        #expect(document.requests.map(\.title) == ["register", "me (an example)"])
        #expect(document.blocks.last?.title == "@prompt x")
    }

    @Test func `rulers between sections are not titles`() throws {
        let document = read(
            """
            ### =======
            ### 1. Logins (port 8001)
            ### =======

            ### ───────
            ### Storage — ETag
            ### - - -

            ### Now
            GET a.test

            ### ==
            GET b.test
            """)
        #expect(document.blocks.map(\.title) == ["1. Logins (port 8001)", "Storage — ETag", "Now", "=="])
        #expect(document.blocks.map(\.isHeading) == [true, true, false, false])
    }

    @Test func `renaming such a request keeps the word before its name`() throws {
        let document = read("### @name register\nGET a.test\n")
        var editor = RequestEditor(document: document, request: try #require(document.requests.first))
        let edited = try editor.applying(.setTitle("sign up"))
        #expect(String(decoding: edited.bytes, as: UTF8.self) == "### @name sign up\nGET a.test\n")
    }

    @Test(arguments: [
        // Kept from the response for the next request, after a body, a script or an assertion.
        ("POST a.test\nContent-Type: application/json\n\n{}\n\n@t = {{l.response.body.t}}\n", "{}", ["t"]),
        ("POST a.test\nContent-Type: application/json\n\n{}\n@t = 1\n@u = 2\n", "{}", ["t", "u"]),
        ("POST a.test\nContent-Type: application/json\n\n{}\n\n# the token\n@t = 1\n\n", "{}", ["t"]),
        ("POST a.test\n\n{}\n\n> {% x %}\n\n@t = 1\n", "{}", ["t"]),
        ("POST a.test\n\na text\n\n@t = 1\n", "a text", ["t"]),
        ("POST a.test\nContent-Type: application/json\n\n{}\n?? status == 200\n\n@t = 1\n", "{}", ["t"]),
        ("POST a.test\nContent-Type: application/x-www-form-urlencoded\n\na=1\n\n@t = 1\n", "a=1", ["t"]),
        // Lines that may be content stay content.
        ("POST a.test\nContent-Type: text/plain\n\nx\n\n@t = 1\n", "x\n\n@t = 1", []),
        ("POST a.test\nContent-Type: text/css\n\nx\n\n@t = 1\n", "x\n\n@t = 1", []),
        ("POST a.test\nContent-Type: application/x-www-form-urlencoded\n\na=1\n@t = 1\n", "a=1\n@t = 1", []),
        ("POST a.test\nContent-Type: application/json\n\n{\n@t = 1\n}\n", "{\n@t = 1\n}", []),
    ])
    func `a variable below a body is not content where it cannot be`(
        text: String, body: String, names: [String]
    ) throws {
        let document = read(text)
        let request = try #require(document.requests.first)
        #expect(request.body.text == body)
        #expect(document.definitions.map(\.name) == names)
        #expect(document.notices.filter { $0.id == "N18" }.count == names.count)
    }

    @Test func `a content type in a variable of the file is known`() throws {
        let type = "@type = text/markdown\n@json = application/json\n\n"
        let document = read(
            type + "POST a.test\nContent-Type: {{type}}\n\n# Title\n\n###\nPOST a.test\n"
                + "Content-Type: {{ json }}\n\nquery { a }\n\n@t = 1\n")
        #expect(document.requests.map(\.body.text) == ["# Title", "query { a }"])
        #expect(document.requests.map(\.graphQL) == [nil, .body])
        #expect(document.definitions.map(\.name) == ["type", "json", "t"])
    }

    @Test func `what is indented below a line that is nothing does not go on with the URL`() throws {
        let document = read("POST http://a.test/graphql\nmutation {\n  add(name: {\n    id\n  })\n}\n")
        #expect(document.requests.map(\.target) == ["http://a.test/graphql"])
        #expect(document.notices.map { "\($0.id):\($0.line)" } == ["E1:2"])
    }

    @Test func `the notice of a script names what it sets and checks`() {
        let text = """
            GET a.test

            > {% client.global.set("t", response.body.t); client.assert(response.status === 200) %}
            """
        let notices = read(text).notices
        #expect(notices.map(\.severity) == [.info])
        #expect(
            notices.map(\.text)
                == ["The script is read, not run as JavaScript: it sets t and makes 1 check"])
    }
}
