import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Moving and renaming whole requests.
struct MoveTests {
    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }
    private func text(_ document: HTTPDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

    static let file = """
        @v = 1

        # about A
        GET http://a.test

        ### B
        # @name b
        POST http://b.test
        X: y

        {
          "a": 1
        }
        ?? status == 200

        ### --- Section ---

        ### C
        GET http://c.test
        """

    /// From, to, the file afterwards.
    @Test(arguments: [
        (
            1, 0,
            "@v = 1\n\n### B\n# @name b\nPOST http://b.test\nX: y\n\n{\n  \"a\": 1\n}\n?? status == 200\n\n###\n# about A\nGET http://a.test\n\n### --- Section ---\n\n### C\nGET http://c.test"
        ),
        (
            0, 1,
            "@v = 1\n\n### B\n# @name b\nPOST http://b.test\nX: y\n\n{\n  \"a\": 1\n}\n?? status == 200\n\n###\n# about A\nGET http://a.test\n\n### --- Section ---\n\n### C\nGET http://c.test"
        ),
        (
            1, 2,
            "@v = 1\n\n# about A\nGET http://a.test\n\n### --- Section ---\n\n### C\nGET http://c.test\n\n### B\n# @name b\nPOST http://b.test\nX: y\n\n{\n  \"a\": 1\n}\n?? status == 200"
        ),
        (
            2, 1,
            "@v = 1\n\n# about A\nGET http://a.test\n\n### C\nGET http://c.test\n\n### B\n# @name b\nPOST http://b.test\nX: y\n\n{\n  \"a\": 1\n}\n?? status == 200\n\n### --- Section ---\n\n"
        ),
        (1, 1, file),
    ])
    func `a request moves with its block, and no other line changes`(from: Int, to: Int, after: String) throws {
        let moved = try document(Self.file).movingRequest(from, to: to)
        #expect(text(moved) == after)
    }

    @Test(
        arguments: [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)],
        [("\r\n", "", ""), ("\n", "\u{FEFF}", "\n"), ("\r\n", "\u{FEFF}", "\r\n"), ("\r", "", "\r")])
    func `line ends and marks are kept by moves`(
        move: (Int, Int), form: (end: String, mark: String, last: String)
    ) throws {
        func formed(_ text: String) -> String {
            form.mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: form.end)
                + form.last
        }
        let result = try document(formed(Self.file)).movingRequest(move.0, to: move.1)
        let plain = text(try document(Self.file + (form.last.isEmpty ? "" : "\n")).movingRequest(move.0, to: move.1))
        let expected =
            form.mark + plain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: form.end)
        #expect(text(result) == expected)
    }

    @Test func `what cannot be moved is refused`() {
        #expect(throws: HTTPDocument.EditRefusal.self) { try document(Self.file).movingRequest(0, to: 3) }
        #expect(throws: HTTPDocument.EditRefusal.self) { try document(Self.file).movingRequest(-1, to: 0) }
        let bytes = HTTPDocument(bytes: Array("GET a.test\n###\nGET b.test\n".utf8) + [0xFF])
        #expect(throws: HTTPDocument.EditRefusal.self) { try bytes.movingRequest(0, to: 1) }
    }

    @Test func `a request goes to another file with the line ends of that file`() throws {
        let target = document("### X\r\nGET http://x.test\r\n")
        let result = try target.taking(1, of: document(Self.file), at: 1)
        #expect(
            text(result)
                == "### X\r\nGET http://x.test\r\n\r\n### B\r\n# @name b\r\nPOST http://b.test\r\nX: y\r\n\r\n{\r\n"
                + "  \"a\": 1\r\n}\r\n?? status == 200\r\n")
        #expect(result.requests.map(\.id) == ["X", "b"])
        let empty = try document("").taking(0, of: document(Self.file), at: 0)
        #expect(text(empty) == "###\n# about A\nGET http://a.test\n")
    }

    /// For any file, an accepted move keeps every line of every request, in the new order.
    @Test(arguments: 0..<300)
    func `moves in arbitrary files lose nothing`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 130_000)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        guard document.requests.count > 1 else { return }
        let from = Int.random(in: document.requests.indices, using: &generator)
        let to = Int.random(in: document.requests.indices, using: &generator)
        guard let result = try? document.movingRequest(from, to: to) else { return }
        func lines(_ document: HTTPDocument) -> [String] {
            (0..<document.lines.count).map {
                String(decoding: document.bytes[document.lines.content($0)], as: UTF8.self)
            }
            .filter { !$0.allSatisfy(\.isWhitespace) && $0 != "###" }.sorted()
        }
        #expect(lines(result) == lines(document))
        var order = Array(document.requests.indices)
        order.insert(order.remove(at: from), at: to)
        #expect(result.requests.map(\.target) == order.map { document.requests[$0].target })
    }

    // MARK: names

    private func collection(_ texts: [String: String]) -> [CollectionFile] {
        texts.sorted { $0.key < $1.key }.map { path, text in
            CollectionFile(
                path: path, relativePath: String(path.dropFirst(3)), document: document(text),
                stamp: FileStamp(bytes: Array(text.utf8)))
        }
    }

    @Test func `a rename takes the references in the file and in those that import it`() throws {
        let files = collection([
            "/c/a.http": """
            ### Login
            # @name login
            POST http://a.test/login

            ### Use
            # @ref login
            # @forceRef login
            GET http://a.test?t={{login.response.body.$.token}}&u={{login.id}}&v={{login.url}}
            Authorization: Bearer {{ login.response.headers.X }} {{loginResponse.x}} {{logins.response.body.a}}

            login {{login}} {{%login.request.body.a}}
            @x = {{other.response.body}}
            > {% client.log(login) %}
            """,
            "/c/b.http": "import ./a.http\n\n###\n# @ref login\nGET http://b.test/{{login.response.body.x}}\n",
            "/c/c.http": "# @import b.http\nGET http://c.test/{{login.response.body.x}}\n",
            "/c/d.http": "GET http://d.test/{{login.response.body.x}}\n",
        ])
        let plan = try RenamePlan(request: 0, in: "/c/a.http", to: "signIn", files: files, variables: ["login.url"])
        #expect(plan.documents.keys.sorted() == ["/c/a.http", "/c/b.http", "/c/c.http"])
        #expect(
            plan.changes.map { "\($0.path.dropFirst(3)):\($0.line) \($0.after)" } == [
                "a.http:2 # @name signIn", "a.http:6 # @ref signIn", "a.http:7 # @forceRef signIn",
                "a.http:8 GET http://a.test?t={{signIn.response.body.$.token}}&u={{signIn.id}}&v={{login.url}}",
                "a.http:9 Authorization: Bearer {{ signIn.response.headers.X }} {{signInResponse.x}} "
                    + "{{logins.response.body.a}}",
                "a.http:11 login {{login}} {{%signIn.request.body.a}}",
                "b.http:4 # @ref signIn", "b.http:5 GET http://b.test/{{signIn.response.body.x}}",
                "c.http:2 GET http://c.test/{{signIn.response.body.x}}",
            ])
        #expect(plan.changes.first?.before == "# @name login")
        #expect(plan.scriptLines == [13])
        #expect(plan.documents["/c/a.http"]?.requests.map(\.id) == ["signIn", "Use"])
    }

    @Test func `a rename reaches files that import the file by way of others, whatever their order`() throws {
        let files = collection([
            "/c/a.http": "import b.http\nGET http://a.test/{{login.response.body.x}}\n",
            "/c/b.http": "import c.http\nGET http://b.test/\n",
            "/c/c.http": "import d.http\nGET http://c.test/\n",
            "/c/d.http": "# @name login\nGET http://d.test/\n",
        ])
        let plan = try RenamePlan(request: 0, in: "/c/d.http", to: "signIn", files: files)
        #expect(plan.documents.keys.sorted() == ["/c/a.http", "/c/d.http"])
    }

    @Test func `scripts that hold the old name as a whole word are listed, and only they`() throws {
        let files = collection([
            "/c/a.http": """
            # @name login
            POST http://a.test/

            > {%
            login; logins; my_login; xlogin; login2;
            logins; relogin; login_;
            (login)
            login
            %}
            """
        ])
        let plan = try RenamePlan(request: 0, in: "/c/a.http", to: "signIn", files: files)
        #expect(plan.scriptLines == [5, 7, 8])
    }

    @Test func `a request without a name gets a line for it`() throws {
        let files = collection([
            "/c/a.http": "### Login\n// first\nPOST http://a.test\n\n### U\nGET {{Login.response.body.x}}\n"
        ])
        let plan = try RenamePlan(request: 0, in: "/c/a.http", to: "login", files: files)
        #expect(
            plan.documents["/c/a.http"].map(text)
                == "### Login\n# @name login\n// first\nPOST http://a.test\n\n### U\nGET {{login.response.body.x}}\n")
        #expect(plan.changes.map(\.line) == [2, 7])
        #expect(plan.changes.map(\.before) == [nil, "GET {{Login.response.body.x}}"])
    }

    @Test(arguments: ["", "a b", "a-b", "1a", "é", "U", "a\nb"])
    func `a name that not every tool reads is refused`(name: String) {
        let files = collection(["/c/a.http": "### Login\nPOST http://a.test\n\n### U\nGET http://b.test\n"])
        #expect(throws: HTTPDocument.EditRefusal.self) {
            try RenamePlan(request: 0, in: "/c/a.http", to: name, files: files)
        }
    }

    @Test(
        arguments: [
            ("### T\n# @name a\nGET a.test", HTTPDocument.Edit.setName("b"), "### T\n# @name b\nGET a.test"),
            ("### T\n# @name = a\nGET a.test", .setName("b"), "### T\n# @name = b\nGET a.test"),
            ("### T\nGET a.test", .setName("b"), "### T\n# @name b\nGET a.test"),
            ("@v = 1\n\n# note\nGET a.test", .setName("b"), "@v = 1\n\n# @name b\n# note\nGET a.test"),
            ("### T\n# @name a\nGET a.test", .setName(""), "### T\nGET a.test"),
            (
                "POST a.test\nContent-Type: text/plain\n\n# x\ny", .setBodyComments(sent: true),
                "# @keep-body-comments\nPOST a.test\nContent-Type: text/plain\n\n# x\ny"
            ),
            (
                "# @keep-body-comments\nPOST a.test\nContent-Type: text/plain\n\n# x\ny", .setBodyComments(sent: false),
                "# @keep-body-comments false\nPOST a.test\nContent-Type: text/plain\n\n# x\ny"
            ),
            ("###\ncurl -L a.test", .convertCurl, "###\nGET a.test"),
            ("###\ncurl -L a.test", .setTitle("T"), "### T\ncurl -L a.test"),
        ], ["\n", "\r\n"])
    func `names and settings change their line alone`(
        change: (before: String, edit: HTTPDocument.Edit, after: String), end: String
    ) throws {
        func formed(_ text: String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
        }
        // A line end that the file does not show cannot be followed.
        let tail = change.before.contains("\n") ? "" : end
        let result = try document(formed(change.before) + tail).applying(change.edit, toRequest: 0)
        #expect(text(result) == formed(change.after) + tail)
    }

    @Test func `what a script takes is written as variable lines, once, and the script stays`() throws {
        let script = """
            > {%
            client.global.set("tok", response.body.a["b c"][0]);
            client.global.set("kind", response.headers.valueOf("Content-Type"));
            client.global.set("known", response.body);
            %}
            """
        let before =
            "@known = 1\n\n### Log in\n# @name login\n# about it\nPOST a.test\n\n{}\n\n\(script)\n\n### next\nGET b.test\n"
        let after = try document(before).applying(.writeCaptures, toRequest: 0)
        let lines = "@tok = {{login.response.body.$.a['b c'][0]}}\n@kind = {{login.response.headers.Content-Type}}\n"
        #expect(text(after) == before.replacing("POST a.test", with: lines + "POST a.test"))
        #expect(after.requests.first?.captures.count == 3)
        #expect(throws: HTTPDocument.EditRefusal.self) { try after.applying(.writeCaptures, toRequest: 0) }
        #expect(throws: HTTPDocument.EditRefusal.self) { try after.applying(.writeCaptures, toRequest: 1) }
        let unnamed = document("POST a.test\n\n> {% client.global.set(\"t\", response.body.t); %}\n")
        #expect(throws: HTTPDocument.EditRefusal.self) { try unnamed.applying(.writeCaptures, toRequest: 0) }
        let bare = document("# @name x\r\nPOST a.test\r\n\r\n> {% client.global.set('t', response.body.t); %}")
        #expect(
            try text(bare.applying(.writeCaptures, toRequest: 0)).hasPrefix(
                "# @name x\r\n@t = {{x.response.body.$.t}}\r\nPOST a"))
    }

    @Test func `a curl command is edited only after it was converted`() {
        #expect(throws: HTTPDocument.EditRefusal.self) {
            try document("curl a.test").applying(.setMethod("PUT"), toRequest: 0)
        }
        #expect(throws: HTTPDocument.EditRefusal.self) {
            try document("GET a.test").applying(.convertCurl, toRequest: 0)
        }
    }
}
