import TestSupport
import Testing

@testable import HTTPFormat

/// Each edit changes exactly the lines it must.
struct DocumentEditTests {
    static let file = """
        @base = http://a.test

        ### Create
        # @name create
        POST {{base}}/orders?x=1&y=2#top HTTP/1.1
        A: 1
        # B: 2
        C:  3

        {
          "a": 1
        }

        ### Search
        GET {{base}}/search
            ?q=cat
            &size=10
            # &page=2
            &sort=asc
        X-Long: one,
          two

        ### Plain
        GET {{base}}
        """

    private func apply(_ edit: HTTPDocument.Edit, _ request: Int = 0, to text: String = file) throws -> String {
        let document = HTTPDocument(bytes: Array(text.utf8))
        return String(decoding: try document.applying(edit, toRequest: request).bytes, as: UTF8.self)
    }

    @Test func `of two lines that say whether comments are sent the last one is changed`() throws {
        let (name, request) = ("# @keep-body-comments", "\nPOST http://a.test\nContent-Type: text/plain\n\n# x\ny\n")
        #expect(
            try apply(.setBodyComments(sent: false), to: "\(name)\n\(name)\(request)")
                == "\(name)\n\(name) false\(request)")
    }

    /// The lines that differ, as in a diff without context.
    private func difference(_ old: String, _ new: String) -> [String] {
        let a = old.split(separator: "\n", omittingEmptySubsequences: false)
        let b = new.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = b.difference(from: a)
        return (difference.removals + difference.insertions).map { change in
            switch change {
            case .remove(_, let line, _): "-\(line)"
            case .insert(_, let line, _): "+\(line)"
            }
        }
    }

    /// The variable lines would come between the comment and its request, which has no ### above it: the comment would
    /// then belong to the request above.
    @Test func `an edit that moves a line into the request above is refused`() throws {
        let text = """
            ### a
            GET http://h/a

            # about b
            GET http://h/b
            # @name b

            > {% client.global.set("token", response.body.token); %}

            """
        #expect(throws: HTTPDocument.EditRefusal.self) { try apply(.writeCaptures, 1, to: text) }
        let apart = text.replacing("# about b", with: "### b\n# about b")
        #expect(
            difference(apart, try apply(.writeCaptures, 1, to: apart)) == ["+@token = {{b.response.body.$.token}}"])
    }

    @Test(arguments: [
        ("http://a?", "http://a?z=3"), ("http://a/?#top", "http://a/?z=3#top"), ("http://a?x=1&", "http://a?x=1&z=3"),
        ("http://a?x=1", "http://a?x=1&z=3"), ("http://a#top", "http://a?z=3#top"),
        ("http://a?\n    # &x=1", "http://a?\n    # &x=1\n    z=3"),
        ("http://a?#top\n    # &x=1", "http://a?\n    # &x=1\n    z=3#top"),
        ("http://a\n    # &x=1", "http://a\n    # &x=1\n    ?z=3"),
    ])
    func `a parameter is added behind the mark that the target ends in`(before: String, after: String) throws {
        let result = try apply(.addParameter(name: "z", value: "3"), to: "GET \(before)\n")
        #expect(result == "GET \(after)\n")
    }

    @Test func `a parameter is switched on behind the mark that the target ends in`() throws {
        let result = try apply(.toggleParameter(0), to: "GET http://a?#top\n    # &x=1\n")
        #expect(result == "GET http://a?\n    x=1#top\n")
    }

    @Test func `a body is refused where it would take in the request below`() throws {
        let document = HTTPDocument(bytes: Array("### a\nGET http://h/a\n\n# about b\nGET http://h/b\n".utf8))
        let refusal = #expect(throws: HTTPDocument.EditRefusal.self) {
            try document.applying(.setBody("x"), toRequest: 0)
        }
        #expect(
            refusal?.sentence.hasPrefix("The next request has no ### above it") == true,
            "\(String(describing: refusal))")
    }

    @Test(arguments: [
        ("http://a.test/x", "PUT http://a.test/x"), ("http://a.test HTTP/1.1", "PUT http://a.test HTTP/1.1"),
        ("POST  http://a.test", "PUT  http://a.test"), ("PUT http://a.test", "PUT http://a.test"),
    ])
    func `a method is written before the target, or in the place of the old one`(before: String, after: String) throws {
        #expect(try apply(.setMethod("PUT"), to: "\(before)\nA: b\n") == "\(after)\nA: b\n")
    }

    @Test func `all lines that name a request go when its name is removed`() throws {
        let text = "### T\n# @name a\n# @name b\nGET http://h/\n"
        #expect(try apply(.setName(""), to: text) == "### T\nGET http://h/\n")
    }

    @Test(arguments: [
        ("### T\n# about\n@v = 1\nGET http://h/\n", "### T\n# @name n\n# about\n@v = 1\nGET http://h/\n"),
        ("### T\n### U\n\n# about\nGET http://h/\n", "### T\n### U\n# @name n\n\n# about\nGET http://h/\n"),
        ("@v = 1\n\n# about\nGET http://h/\n", "@v = 1\n\n# @name n\n# about\nGET http://h/\n"),
        ("# about\nGET http://h/\n", "# @name n\n# about\nGET http://h/\n"),
        ("# about\n@v = 1\nGET http://h/\n", "# about\n@v = 1\n# @name n\nGET http://h/\n"),
    ])
    func `a new name goes below the separators, else above the comments of the request`(
        before: String, after: String
    ) throws {
        #expect(try apply(.setName("n"), to: before) == after)
    }

    /// The CR and the LF of the empty line would become one line end.
    @Test func `a line end stays what it is when the line below it goes`() throws {
        let text = "POST http://h\nA: 1\rB: 2\n\nbody\n"
        #expect(try apply(.removeHeader(1), to: text) == "POST http://h\nA: 1\r\n\nbody\n")
    }

    typealias Case = (edit: HTTPDocument.Edit, request: Int, difference: [String])

    static let cases: [Case] = [
        (
            .setMethod("PUT"), 0,
            ["-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+PUT {{base}}/orders?x=1&y=2#top HTTP/1.1"]
        ),
        (.setMethod("POST"), 0, []),
        (
            .setTarget("{{base}}/orders/9?y=2"), 0,
            ["-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+POST {{base}}/orders/9?y=2 HTTP/1.1"]
        ),
        (.setTarget("{{base}}/search?q=dog&size=10&sort=asc"), 1, ["-    ?q=cat", "+    ?q=dog"]),
        (.setTarget("{{base}}/find?q=cat&size=10&sort=asc"), 1, ["-GET {{base}}/search", "+GET {{base}}/find"]),
        (.setTarget("{{base}}/search?q=cat&sort=asc"), 1, ["-    &size=10"]),
        (
            .setTarget("https://b.test"), 1,
            ["-GET {{base}}/search", "-    ?q=cat", "-    &size=10", "-    &sort=asc", "+GET https://b.test"]
        ),
        (
            .setParameter(1, name: "y", value: "two words"), 0,
            ["-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+POST {{base}}/orders?x=1&y=two words#top HTTP/1.1"]
        ),
        (.setParameter(2, name: "page", value: "{{p}}"), 1, ["-    # &page=2", "+    # &page={{p}}"]),
        (
            .addParameter(name: "z", value: "3"), 0,
            ["-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+POST {{base}}/orders?x=1&y=2&z=3#top HTTP/1.1"]
        ),
        (.addParameter(name: "z", value: "3"), 1, ["+    &z=3"]),
        (.addParameter(name: "z", value: ""), 2, ["-GET {{base}}", "+GET {{base}}?z="]),
        (
            .removeParameter(0), 0,
            ["-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+POST {{base}}/orders?y=2#top HTTP/1.1"]
        ),
        (.removeParameter(2), 1, ["-    # &page=2"]),
        (.removeParameter(0), 1, ["-    ?q=cat", "-    &size=10", "+    ?size=10"]),
        (.toggleParameter(1), 1, ["-    &size=10", "+    # &size=10"]),
        (.toggleParameter(2), 1, ["-    # &page=2", "+    &page=2"]),
        (.toggleParameter(0), 1, ["-    ?q=cat", "-    &size=10", "+    # &q=cat", "+    ?size=10"]),
        (
            .toggleParameter(1), 0,
            [
                "-POST {{base}}/orders?x=1&y=2#top HTTP/1.1", "+POST {{base}}/orders?x=1#top HTTP/1.1", "+    # &y=2",
            ]
        ),
        (.setHeader(0, name: "A", value: "one"), 0, ["-A: 1", "+A: one"]),
        (.setHeader(1, name: "BB", value: "2"), 0, ["-# B: 2", "+# BB: 2"]),
        (.setHeader(2, name: "C", value: "4"), 0, ["-C:  3", "+C:  4"]),
        (.setHeader(0, name: "X-Long", value: "x"), 1, ["-X-Long: one,", "-  two", "+X-Long: x"]),
        (.addHeader(name: "D", value: "4"), 0, ["+D: 4"]),
        (.addHeader(name: "D", value: ""), 1, ["+D:"]),
        (.addHeader(name: "{{name}}", value: "v"), 2, ["+{{name}}: v"]),
        (.removeHeader(1), 0, ["-# B: 2"]),
        (.removeHeader(0), 1, ["-X-Long: one,", "-  two"]),
        (.toggleHeader(0), 0, ["-A: 1", "+# A: 1"]),
        (.toggleHeader(1), 0, ["-# B: 2", "+B: 2"]),
        (.setBody("{\n  \"a\": 2\n}"), 0, ["-  \"a\": 1", "+  \"a\": 2"]),
        (.setBody("{\n  \"a\": 1,\n  \"b\": 2\n}\n\n"), 0, ["-  \"a\": 1", "+  \"a\": 1,", "+  \"b\": 2"]),
        (.setBody(""), 0, ["-{", "-  \"a\": 1", "-}"]),
        (.setBody("x"), 1, ["+x", "+"]),
        (.setBody("x"), 2, ["+", "+x"]),
        (.setTitle("New"), 0, ["-### Create", "+### New"]),
        (.setTitle(""), 2, ["-### Plain", "+### "]),
    ]

    @Test(arguments: cases.indices)
    func `exactly the predicted lines change`(index: Int) throws {
        let (edit, request, predicted) = Self.cases[index]
        let found = difference(Self.file, try apply(edit, request))
        #expect(found == predicted)
    }

    @Test(arguments: ["", "\n"]) func `a kept request comes after an empty line, however the file ends`(end: String) {
        let file = HTTPDocument(bytes: Array(("GET http://a.test" + end).utf8))
        let other = HTTPDocument(bytes: Array("### b\nGET http://b.test\n".utf8))
        #expect(
            String(decoding: file.bytes(keeping: 0, of: other, with: []), as: UTF8.self)
                == "GET http://a.test\n\n### b\nGET http://b.test\n")
    }

    @Test func `a target that leaves its lines takes the version of the last one along`() throws {
        let document = HTTPDocument(bytes: Array("GET http://a.test/x\n    ?q=1\n    &r=2 HTTP/2\nA: b\n".utf8))
        let edited = try document.applying(.setTarget("https://b.test"), toRequest: 0)
        #expect(String(decoding: edited.bytes, as: UTF8.self) == "GET https://b.test HTTP/2\nA: b\n")
    }

    /// The same edits with other line ends, a byte order mark and a final line end: everything else stays byte for
    /// byte.
    @Test(
        arguments: cases.indices,
        [("\r\n", "", ""), ("\n", "\u{FEFF}", "\n"), ("\r\n", "\u{FEFF}", "\r\n"), ("\r", "", "\r")])
    func `line ends and marks are kept`(index: Int, form: (end: String, mark: String, last: String)) throws {
        let (edit, request, _) = Self.cases[index]
        func formed(_ text: String) -> String {
            form.mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: form.end)
                + form.last
        }
        let expected = formed(try apply(edit, request))
        #expect(try apply(edit, request, to: formed(Self.file)) == expected)
    }

    @Test(arguments: [
        (HTTPDocument.Edit.setMethod(""), 0), (.setMethod("GET X"), 0), (.setMethod("lower"), 0),
        (.setTarget(""), 0), (.setTarget("a\nb"), 0), (.setTarget("http://a.test HTTP/2"), 2),
        (.setParameter(0, name: "x", value: "1&2"), 0), (.setParameter(0, name: "", value: "1"), 0),
        (.setParameter(0, name: "x", value: "1#2"), 0), (.setParameter(0, name: "x=y", value: "1"), 0),
        (.setParameter(0, name: "x", value: "1\n2"), 0), (.setParameter(9, name: "x", value: ""), 0),
        (.addParameter(name: "", value: "1"), 0), (.removeParameter(2), 0), (.toggleParameter(-1), 0),
        (.setHeader(0, name: "A B", value: "1"), 0), (.setHeader(0, name: "A", value: "1\r\nB: 2"), 0),
        (.setHeader(0, name: "", value: "1"), 0), (.setHeader(3, name: "A", value: "1"), 0),
        (.addHeader(name: "@A:", value: "1"), 0), (.addHeader(name: "A", value: " 1"), 0), (.toggleHeader(0), 1),
        (.setBody("a\n### b"), 0), (.setBody("a\n?? status == 200"), 0), (.setBody("a\n>> file"), 0),
        (.setBody("a\n> {% x %}"), 0), (.setBody("# only a comment"), 0), (.setBody("GET http://b.test"), 0),
        (.setBody("@a = b"), 0), (.setBody("HTTP/1.1 200 OK"), 0),
        (.setTitle("a\nb"), 0), (.setTitle("# a"), 0),
    ])
    func `what cannot be written is refused with a sentence`(edit: HTTPDocument.Edit, request: Int) throws {
        let document = HTTPDocument(bytes: Array(Self.file.utf8))
        do {
            let result = try document.applying(edit, toRequest: request)
            Issue.record("written: \(difference(Self.file, String(decoding: result.bytes, as: UTF8.self)))")
        } catch {
            #expect(error.sentence.hasSuffix(".") || error.sentence.hasSuffix("file"))
        }
    }

    @Test(arguments: [
        ("one\n?? status == 200\ntwo", 2, "an assertion"), ("one\n\n> {% x %}", 3, "a script"),
        ("one\ntwo\nHTTP/1.1 200 OK\nthree", 3, "a saved response"), ("a\n>> file", 2, "the file for a response"),
    ])
    func `the line that no body can have is named`(body: String, line: Int, word: String) {
        let sentence = "Line \(line) of the body would be read as \(word); put the body into a separate file: < file"
        for file in [Self.file, "POST http://a.test\n", "###\nGET http://a.test\n\none\n\n### b\nGET http://b.test\n"] {
            let document = HTTPDocument(bytes: Array(file.utf8))
            #expect(throws: HTTPDocument.EditRefusal(sentence: sentence)) {
                try document.applying(.setBody(body), toRequest: 0)
            }
        }
    }

    @Test func `a parameter in the middle of a line is cut out and keeps its place`() throws {
        let text = "GET http://a.test?a=1&b=2&c=3 HTTP/1.1\nX: y"
        let off = try apply(.toggleParameter(1), to: text)
        #expect(off == "GET http://a.test?a=1\n    # &b=2\n    &c=3 HTTP/1.1\nX: y")
        let document = HTTPDocument(bytes: Array(off.utf8))
        #expect(document.requests.first?.target == "http://a.test?a=1&c=3")
        #expect(document.requests.first?.parameters.map(\.name) == ["a", "b", "c"])
        #expect(try apply(.toggleParameter(1), to: off) == "GET http://a.test?a=1\n    &b=2\n    &c=3 HTTP/1.1\nX: y")
    }

    @Test func `the only parameter of a line goes off and on with the version at the end`() throws {
        let text = "GET http://a.test?a=1 HTTP/1.1"
        let off = try apply(.toggleParameter(0), to: text)
        #expect(off == "GET http://a.test HTTP/1.1\n    # &a=1")
        #expect(try apply(.toggleParameter(0), to: off) == "GET http://a.test\n    ?a=1 HTTP/1.1")
    }

    @Test func `parameters in the style of JetBrains go off and on`() throws {
        let text = "GET http://a.test?\n    a=1&\n    b=2\n"
        let off = try apply(.toggleParameter(0), to: text)
        #expect(off == "GET http://a.test?\n    # &a=1\n    b=2\n")
        #expect(try apply(.toggleParameter(0), to: off) == "GET http://a.test?\n    a=1\n    &b=2\n")
    }

    @Test(arguments: [
        ("GET http://a.test", "GET http://a.test\n\nx"), ("GET http://a.test\n", "GET http://a.test\n\nx\n"),
        ("GET http://a.test\nA: b\n\n", "GET http://a.test\nA: b\n\nx\n"),
        ("GET http://a.test\n\n###\n", "GET http://a.test\n\nx\n\n###\n"),
        ("GET http://a.test\n\n# later\n\n###\n", "GET http://a.test\n\nx\n\n# later\n\n###\n"),
        ("GET http://a.test\n\n@a = 1\n\n###\n", "GET http://a.test\n\n@a = 1\nx\n\n###\n"),
        ("GET http://a.test\n\n> {% x %}\n", "GET http://a.test\n\nx\n\n> {% x %}\n"),
    ])
    func `a first body finds its place`(before: String, after: String) throws {
        #expect(try apply(.setBody("x"), to: before) == after)
    }

    @Test func `a title stands after a space behind a separator that had none`() throws {
        #expect(try apply(.setTitle("T"), to: "###\nGET http://a.test\n") == "### T\nGET http://a.test\n")
    }

    @Test(arguments: ["# a note", "# @name x", "< {% client.log(\"x\"); %}"])
    func `without a separator what is directly above a request belongs to it`(line: String) throws {
        let document = HTTPDocument(bytes: Array("@v = 1\n\n\(line)\nGET http://a.test\n".utf8))
        #expect(document.start(of: try #require(document.requests.first)) == 2)
    }

    @Test func `a title is put above a request that has no separator`() throws {
        let text = "@a = b\n\n# @name x\nGET http://a.test\n"
        #expect(try apply(.setTitle("T"), to: text) == "@a = b\n\n### T\n# @name x\nGET http://a.test\n")
    }

    /// For any file, an accepted edit can be read back, and the rest of the file is unchanged.
    @Test(arguments: 0..<300)
    func `edits of arbitrary files touch no other request`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 50_000)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        guard let request = document.requests.randomElement(using: &generator) else { return }
        let edits: [HTTPDocument.Edit] = [
            .setMethod("PATCH"), .setTarget("http://new.test/?n=1"), .addParameter(name: "n", value: "1"),
            .addHeader(name: "New", value: "v"), .setBody("{\n}"), .setBody(""), .setTitle("New"), .toggleParameter(0),
            .removeParameter(0), .setParameter(0, name: "n", value: "v"), .toggleHeader(0), .removeHeader(0),
            .setHeader(0, name: "New", value: "v"),
        ]
        for edit in edits {
            guard let result = try? document.applying(edit, toRequest: request.index) else { continue }
            let lines = request.lines.lowerBound - 1..<request.lines.upperBound - 1
            let before = document.bytes[..<document.lines.start(lines.lowerBound)]
            let after = document.bytes[document.lines.start(lines.upperBound)...]
            #expect(result.bytes.starts(with: before), "\(edit)")
            #expect(result.bytes.reversed().starts(with: after.reversed()), "\(edit)")
            #expect(HTTPDocument(bytes: result.bytes).requests.count == document.requests.count)
        }
    }

    @Test(arguments: 0..<200)
    func `switching off and on again keeps every parameter and header`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 90_000)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        for request in document.requests {
            for index in request.parameters.indices {
                guard let once = try? document.applying(.toggleParameter(index), toRequest: request.index),
                    let twice = try? once.applying(.toggleParameter(index), toRequest: request.index)
                else { continue }
                let result = try #require(twice.requests[at: request.index])
                #expect(result.parameters.map(\.name) == request.parameters.map(\.name))
                #expect(result.parameters.map(\.value) == request.parameters.map(\.value))
                #expect(result.parameters.map(\.isEnabled) == request.parameters.map(\.isEnabled))
            }
            for index in request.headers.indices where request.headers[index].isEnabled {
                guard let once = try? document.applying(.toggleHeader(index), toRequest: request.index) else {
                    continue
                }
                #expect(try once.applying(.toggleHeader(index), toRequest: request.index).bytes == document.bytes)
            }
        }
    }

    // MARK: whole requests

    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }
    private func text(_ document: HTTPDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

    @Test(arguments: [
        ("", "### T\nPOST http://a.test\n"),
        ("GET http://b.test", "GET http://b.test\n\n### T\nPOST http://a.test"),
        ("GET http://b.test\n", "GET http://b.test\n\n### T\nPOST http://a.test\n"),
        ("GET http://b.test\r\n\r\n", "GET http://b.test\r\n\r\n### T\r\nPOST http://a.test\r\n"),
    ])
    func `a request is added at the end`(before: String, after: String) throws {
        #expect(try text(document(before).addingRequest(method: "POST", target: "http://a.test", title: "T")) == after)
    }

    @Test func `a request is added below another`() throws {
        let result = try document("### A\nGET http://a.test\n\n### B\nGET http://b.test\n")
            .addingRequest(method: "", target: "http://n.test", title: "two\nlines", at: .after(0))
        #expect(
            text(result) == "### A\nGET http://a.test\n\n### two lines\nGET http://n.test\n\n### B\nGET http://b.test\n"
        )
    }

    @Test(arguments: [
        // After its last request.
        (
            "### U\n\n### A\nGET http://a.test\n\n### V\n\n### B\nGET http://b.test\n", 0, 1,
            "### U\n\n### A\nGET http://a.test\n\n### N\nGET http://n.test\n\n### V\n\n### B\nGET http://b.test\n"
        ),
        // It has none.
        (
            "### A\nGET http://a.test\n\n### U\n\n### V\n\n### B\nGET http://b.test\n", 1, 1,
            "### A\nGET http://a.test\n\n### U\n\n### N\nGET http://n.test\n\n### V\n\n### B\nGET http://b.test\n"
        ),
        ("### U\r\n# of the shop", 0, 0, "### U\r\n# of the shop\r\n\r\n### N\r\nGET http://n.test"),
        // The block is not a heading, or gone.
        (
            "@v = 1\n\n### A\nGET http://a.test\n", 0, 1,
            "@v = 1\n\n### A\nGET http://a.test\n\n### N\nGET http://n.test\n"
        ),
        ("### A\nGET http://a.test\n", 7, 1, "### A\nGET http://a.test\n\n### N\nGET http://n.test\n"),
    ])
    func `a request is added below a heading`(before: String, heading: Int, index: Int, after: String) throws {
        let document = document(before)
        let place = HTTPDocument.RequestPlace.belowHeading(block: heading)
        #expect(document.requestIndex(at: place) == index)
        #expect(try text(document.addingRequest(method: "", target: "http://n.test", title: "N", at: place)) == after)
    }

    @Test(arguments: [
        (
            "### A\n# @name a\nGET http://a.test",
            "### A\n# @name a\nGET http://a.test\n\n### A\n# @name a2\nGET http://a.test"
        ),
        ("### A\nGET http://a.test\n", "### A\nGET http://a.test\n\n### A (copy)\nGET http://a.test\n"),
        ("@v = 1\nGET http://a.test\n", "@v = 1\nGET http://a.test\n\n###\nGET http://a.test\n"),
    ])
    func `a copy is inserted below with a new name`(before: String, after: String) throws {
        #expect(try text(document(before).cloningRequest(0)) == after)
    }

    @Test(arguments: [
        "### A\nGET http://a.test\n\n\n### B\nGET http://b.test\n",
        "### A\nGET http://a.test\n### B\nGET http://b.test\n",
        "GET http://a.test\n\n### B\nPOST http://b.test\n\n{}\n", "### A\r\nGET http://a.test\r\n\r\n",
        "GET http://a.test\n",
        "### A\nGET http://a.test\n\n### B\n\nGET http://b.test\n\n\n",
    ])
    func `a copy that is deleted leaves the file as it was`(before: String) throws {
        let file = document(before)
        for index in file.requests.indices {
            #expect(try text(file.cloningRequest(index).removingRequest(index + 1)) == before)
        }
    }

    @Test func `a removed request takes its separator and comments, not the file's variables`() throws {
        let before = document("@v = 1\n\n# about A\nGET http://a.test\n\n### B\n# about B\nGET http://b.test\n")
        #expect(try text(before.removingRequest(1)) == "@v = 1\n\n# about A\nGET http://a.test\n")
        #expect(try text(before.removingRequest(0)) == "@v = 1\n\n### B\n# about B\nGET http://b.test\n")
        #expect(throws: HTTPDocument.EditRefusal.self) { try before.removingRequest(7) }
    }
}
