import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The fields of a request as values: what goes into them, what they are as text, and where that is saved.
@Suite struct RequestFieldTests {
    private typealias Row = RequestEdit.RowEdit
    private static let size = Size(columns: 40, rows: 10)

    private static func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
    }

    private static func option(_ key: String) throws -> RequestOption {
        try #require(RequestOption.table.first { $0.key == key })
    }

    private static func variable(
        _ text: String, _ source: VariableUse.Source? = nil, isSecret: Bool = false
    ) -> RequestEdit.VariableEdit {
        var row = VariableRow(name: "v")
        (row.source, row.isSecret) = (source, isSecret)
        return RequestEdit.VariableEdit(row: row, field: TextField(text))
    }

    private static func fields() throws -> [(edit: RequestEdit, typed: String, pasted: String)] {
        var (name, value) = (Row(.header, nil, "X", "1"), Row(.header, 0, "X", "1"))
        name.isNameFocused = true
        value.isNameFocused = false
        let timeout = RequestEdit.OptionEdit(option: try option("timeout"), field: TextField("5"), original: nil)
        return [
            (.method(TextField("GE")), "GET", "GEa b"), (.url(TextField("h")), "hT", "ha b"),
            (.row(name), "XT: 1", "Xa b: 1"), (.row(value), "X: 1T", "X: 1a b"), (.body(TextArea("x")), "Tx", "a bx"),
            (.option(timeout), "5T", "5a b"), (.variable(variable("x")), "@v = xT", "@v = xa b"),
        ]
    }

    @Test func `a letter and a pasted text go into the field with the cursor`() throws {
        for (edit, typed, pasted) in try Self.fields() {
            var (first, second) = (edit, edit)
            first.handle("T", in: Self.size)
            second.paste("a b")
            #expect(first.text == typed && second.text == pasted, "\(edit.text)")
        }
    }

    @Test func `Up and Down walk through the words of an option, and move the cursor of a body`() throws {
        let cache = try Self.option("cache")
        var edit = RequestEdit.option(.init(option: cache, field: TextField(""), original: nil))
        var seen: [String] = []
        for key in [.down, .down, .up, .up] as [Key] {
            edit.handle(key, in: Self.size)
            seen.append(edit.text)
        }
        let words = cache.choices
        #expect(seen == [words[0], words[1], words[0], words[words.count - 1]])
        var body = RequestEdit.body(TextArea("one\ntwo"))
        for key in [.down, "T"] as [Key] { body.handle(key, in: Self.size) }
        #expect(body.text == "one\nTtwo")
    }

    @Test func `a secret is in no copy of what is typed`() {
        #expect(RequestEdit.variable(Self.variable("s3cret", isSecret: true)).text.isEmpty)
        var moved = Self.variable("s3cret")
        moved.secret = SecretPlace(file: "/c/p.json", path: ["dev", "v"], isNewFile: false, shownFile: "p.json")
        #expect(RequestEdit.variable(moved).text.isEmpty)
        #expect(moved.goesToPrivateFile)
        moved.staysInPlace = true
        #expect(!moved.goesToPrivateFile && RequestEdit.variable(moved).text.isEmpty)
        var names = moved
        (names.staysInPlace, names.field) = (false, TextField("{{other}}"))
        #expect(!names.goesToPrivateFile, "a text that only names other variables is no secret")
    }

    @Test func `a variable is saved elsewhere where an environment or .env defines it`() {
        let sources: [(VariableUse.Source?, Bool)] = [
            (.environment(name: "dev", file: "/c/e.json", isPrivate: false), true),
            (.environment(name: "dev", file: "/c/e.json", isPrivate: true), true),
            (.shared(file: "/c/e.json", isPrivate: false), true), (.dotEnv(file: "/c/.env"), true),
            (.file(line: 1), false), (.imported(file: "b.http", line: 1), false), (.override, false), (nil, false),
        ]
        for (source, isElsewhere) in sources {
            #expect(RequestEdit.variable(Self.variable("x", source)).isSavedElsewhere == isElsewhere)
        }
        #expect(!RequestEdit.method(TextField("GET")).isSavedElsewhere)
    }

    @Test func `a variable has changed where its text is another one than at first`() throws {
        let request = try Self.request("GET http://h/\n")
        var edit = Self.variable("1")
        edit.original = "1"
        #expect(!RequestEdit.variable(edit).isChanged(from: request))
        edit.field = TextField("")
        #expect(RequestEdit.variable(edit).isChanged(from: request))
        #expect(RequestEdit.variable(edit).change(of: request) == nil, "it is no edit of the document by itself")
    }

    // MARK: Kinds of body and login

    @Test func `a body of another kind gets its media type, unless it says that already`() throws {
        for (before, text, kind, after) in [
            ("application/vnd.api+json", "{}", .text, "text/plain; charset=utf-8"),
            ("application/vnd.api+json", "{}", .graphQL, "application/vnd.api+json"),
            ("application/vnd.api+json", "{}", .file, "application/octet-stream"),
            ("application/vnd.api+json", "{}", .form, "application/x-www-form-urlencoded"),
            ("text/xml", "<a/>", .json, "application/json"), ("text/xml", "<a/>", .text, "text/plain; charset=utf-8"),
            ("text/plain", "a", .xml, "application/xml"), ("text/html", "<p>", .xml, "application/xml"),
            ("text/html", "<p>", .multipart, "multipart/form-data; boundary=boundary"),
            ("application/x-www-form-urlencoded; charset=utf-8", "a=1", .json, "application/json"),
            ("application/x-www-form-urlencoded", "a=1", .multipart, "multipart/form-data; boundary=boundary"),
            ("multipart/form-data; boundary=x", "--x--", .form, "application/x-www-form-urlencoded"),
            ("multipart/form-data; boundary=x", "--x--", .text, "text/plain; charset=utf-8"),
            ("application/json", "< ./a.json", .json, "application/json"),
            ("application/json", "< ./a.json", .xml, "application/xml"),
            ("application/octet-stream", "< ./a", .text, "text/plain; charset=utf-8"),
            ("application/xml", "<a/>", .none, ""), ("application/atom+xml", "<a/>", .xml, "application/atom+xml"),
        ] as [(String, String, BodyType, String)] {
            var document = HTTPDocument(bytes: Array("POST http://h/\nContent-Type: \(before)\n\n\(text)\n".utf8))
            let request = try #require(document.requests.first)
            for edit in kind.edits(of: request) { document = try document.applying(edit, toRequest: 0) }
            let type = document.requests.first?.headers.first { $0.name == "Content-Type" }?.value ?? ""
            #expect(type == after, "\(before) to \(kind)")
        }
    }

    @Test func `a body that begins as JSON and is JSON lacks a Content-Type, and no other`() throws {
        func look(_ lines: String) throws -> (lacksType: Bool, hasFlaw: Bool) {
            var check = JSONBodyCheck()
            check.look(at: try Self.request(lines), nil)
            return (check.lacksType, check.flaw != nil)
        }
        for (body, lacksType) in [
            ("{}", true), ("[1]", true), ("  {}", true), ("[{{a}}]", true), ("{\"a\": {{b}}}", true), ("{{a}}", false),
            ("\"a\"", false), ("1", false), ("{", false), ("[1", false), ("{a: 1}", false), ("a=1", false),
        ] {
            let found = try look("POST http://h/\n\n\(body)\n")
            #expect(found.lacksType == lacksType && !found.hasFlaw, "\(body)")
            let typed = try look("POST http://h/\nContent-Type: text/plain\n\n\(body)\n")
            #expect(!typed.lacksType && !typed.hasFlaw, "\(body)")
        }
        let query = try look("GRAPHQL http://h/\n\n{ a }\n")
        #expect(!query.lacksType && !query.hasFlaw)
        let curl = try look("curl http://h/ -d '{}'\n")
        #expect(!curl.lacksType && !curl.hasFlaw)
    }

    @Test func `a body is looked at again when its type is another one`() throws {
        var check = JSONBodyCheck()
        for (header, body, lacksType, hasFlaw) in [
            ("", "{}", true, false), ("Content-Type: application/json\n", "{}", false, false), ("", "{}", true, false),
            ("", "{", false, false), ("Content-Type: application/json\n", "{", false, true), ("", "{", false, false),
            ("Content-Type: text/plain\n", "{", false, false),
        ] {
            check.look(at: try Self.request("POST http://h/\n\(header)\n\(body)\n"), nil)
            #expect(check.lacksType == lacksType && (check.flaw != nil) == hasFlaw, "\(header)\(body)")
        }
    }

    @Test(
        arguments: [
            ("Client Credentials", .clientCredentials), ("client_credentials", .clientCredentials),
            ("CLIENT-CREDENTIALS", .clientCredentials), ("password", .password),
            ("Authorization code", .authorizationCode), ("authorization_code", .authorizationCode),
            ("device authorization", .deviceAuthorization), ("device", nil), ("implicit", nil), ("", nil),
            ("client credentials x", nil),
        ] as [(String, OAuthGrant?)])
    func `a grant is known by its letters`(text: String, grant: OAuthGrant?) {
        #expect(OAuthGrant(written: text) == grant)
    }

    // MARK: Keys

    @Test func `Space switches an option that may stand alone, and leaves one that needs a value`() {
        let robot = Robot(100, 36, files: [("a.http", "### a\nGET http://h/a HTTP/1.1\n")])
        robot.script("1 g j @Options")
        func go(to title: String) {
            robot.press("g")
            for _ in 0..<60 where robot.selectedRow(.request)?.hasPrefix(title) != true { robot.press("j") }
            #expect(robot.selectedRow(.request)?.hasPrefix(title) == true, "\(robot.screen)")
        }
        let text = robot.text(of: "a.http")
        for title in ["timeout", "HTTP version"] {
            go(to: title)
            robot.press(" ")
            #expect(robot.text(of: "a.http") == text, "\(title)")
        }
        go(to: "confirm first")
        robot.press(" ")
        #expect(robot.text(of: "a.http") == "### a\n# @note\nGET http://h/a HTTP/1.1\n")
        robot.press(" ")
        #expect(robot.text(of: "a.http") == text)
    }

    @Test func `a choice of a login is walked through by arrows, letters and Space, around the ends`() {
        for (keys, grant) in table(
            """
            l -> Password
            Right -> Password
            Space -> Password
            h -> Device Authorization
            Left -> Device Authorization
            l l -> Authorization Code
            l l l l -> Client Credentials
            l h -> Client Credentials
            x -> Client Credentials
            """)
        {
            let robot = Robot(100, 36, files: [("a.http", "### a\nGET http://h/a\n")])
            robot.script("@Auth Enter G Up Up Enter shop Tab \(keys)")
            #expect(robot.dialogWords.contains("Grant < \(grant) > Token URL"), "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `the pickers of logins and bodies begin with what the request has`() {
        func selected(_ lines: String, _ keys: String) -> String {
            let robot = Robot(100, 36, files: [("a.http", "### a\nPOST http://h/a\n\(lines)\n")])
            robot.script("1 g j \(keys)")
            let row = robot.dialog.first { $0.hasPrefix("›") } ?? ""
            return row.dropFirst().split(separator: " ").prefix(2).joined(separator: " ")
        }
        for (header, row) in table(
            """
            X-A: 1 -> None none
            Authorization: Basic ann pw -> Basic user
            Authorization: Bearer {{t}} -> Bearer a
            X-API-Key: k -> API key
            Authorization: Digest ann pw -> Digest user
            Authorization: Bearer {{$auth.token("shop")}} -> OAuth 2
            Authorization: AWS id sec -> AWS a
            Authorization: Negotiate abc -> None none
            """)
        {
            #expect(selected(header, "@Auth Enter") == row, "\(header)")
        }
        for (lines, row) in [
            ("X: 1\n", "None no"), ("Content-Type: application/json\n\n{}", "JSON application/json"),
            ("Content-Type: text/xml\n\n<a/>", "XML application/xml"), ("X: 1\n\na", "Text text/plain;"),
            ("X: 1\n\n< ./a", "File application/octet-stream"),
            ("Content-Type: multipart/form-data; boundary=x\n\n--x--", "Form with"),
        ] {
            #expect(selected(lines, "2 T") == row, "\(lines)")
        }
    }

    @Test func `a login is removed by its picker, and one that is not there is not`() {
        let robot = Robot(100, 36, files: [("a.http", "### a\nGET http://h/a\nAuthorization: Bearer {{t}}\n")])
        robot.script("1 g j @Auth Enter g Enter")
        #expect(robot.text(of: "a.http") == "### a\nGET http://h/a\n", "\(robot.screen)")
        #expect(robot.toastText == "The login is removed. u takes it back." && !robot.hasDialog)
        robot.script("Enter g Enter")
        #expect(robot.toastText == "The request has no login of its own.")
        robot.script("Enter q")
        #expect(!robot.hasDialog)
        robot.script("T")
        #expect(robot.dialogKind == "BodyTypePicker")
        robot.script("T")
        #expect(!robot.hasDialog && robot.text(of: "a.http") == "### a\nGET http://h/a\n")
    }

    @Test func `a body that is laid out while it is typed keeps the cursor in its line`() {
        let text = "### a\nPOST http://h/\nContent-Type: application/json\n\n[11,\n22]\n"
        let robot = Robot(100, 30, files: [("a.http", text)])
        robot.script("1 g j @Body e Down ^T")
        #expect(robot.typed == "[\n  11,\n  22\n]")
        #expect(robot.frame.cursor?.y == robot.place(of: "  11,")?.y && robot.frame.cursor != nil, "\(robot.screen)")
    }

    // MARK: Notices

    @Test func `a notice that is found twice is shown once, and the worst of a tab or line counts`() throws {
        let document = HTTPDocument(bytes: Array("### a\n# @timeout soon\nGET http://h/\nX: 1\nY: 2\n".utf8))
        let request = try #require(document.requests.first)
        let own = Array(document.notices(of: request))
        func notice(_ severity: Notice.Severity, _ line: Int) -> Notice {
            Notice(id: "", severity: severity, line: line, text: "line \(line)")
        }
        let more = [notice(.info, 4), notice(.warning, 5), notice(.info, 5)]
        var pane = RequestPaneState()
        pane.foundNotices = own + more + [more[0]]
        pane.keepNotices(of: request, in: document)
        #expect(!own.isEmpty && pane.notices.map(\.notice) == own + more)
        #expect(pane.notices(on: .headers).map(\.notice) == more && pane.notices(on: .body).isEmpty)
        #expect(pane.worstNotice(on: .headers) == .warning && pane.worstNotice(on: .options) == .error)
        #expect(pane.worstNotice(on: .headers, line: 4) == .info && pane.worstNotice(on: .headers, line: 5) == .warning)
        #expect(pane.worstNotice(on: .headers, line: 2) == nil && pane.worstNotice(on: .body) == nil)
    }

    // MARK: How it looks

    /// The roles of what a line of a body shows in these columns.
    private static func roles(_ line: String, _ columns: Range<Int>, isJSON: Bool = false) -> [Role] {
        var lines = RequestBodyLines(line)
        lines.isJSON = isJSON
        return lines.line(0, columns: columns).spans.map(\.style.role)
    }

    @Test func `comments and inserted files of a body are dim, and variables stand out in them`() {
        for (line, roles) in [
            ("# a {{b}}", [.dim, .variable]), ("// a", [.dim]), ("< ./f", [.dim]), ("#a", [.text]), ("//a", [.text]),
            ("<a>", [.text]), (" # a", [.text]), ("a {{b}} c", [.text, .variable, .text]), ("{{b}}", [.variable]),
            ("{{b", [.text]),
        ] as [(String, [Role])] {
            #expect(Self.roles(line, 0..<40) == roles, "\(line)")
        }
        var unresolved = RequestBodyLines("{{a}}{{b}}")
        unresolved.isUnresolved = { $0 == "b" }
        #expect(unresolved.line(0, columns: 0..<40).spans.map(\.style.role) == [.variable, .unresolved])
    }

    @Test func `a variable that reaches far into view from the side is not marked`() {
        let far = String(repeating: "x", count: 200) + "{{" + String(repeating: "n", count: 150) + "}}"
        #expect(Self.roles(far, 296..<320) == [.variable] && Self.roles(far, 297..<320) == [.text])
        for (count, role) in [(96, Role.variable), (97, .text)] {
            let near = "{{" + String(repeating: "n", count: count) + "}}"
            #expect(Self.roles(near, 0..<4) == [role], "\(count)")
        }
    }

    @Test func `a line of JSON has its colours up to column 4096`() {
        let line = "[" + String(repeating: "1,", count: 3000) + "1]"
        let coloured = Self.roles(line, 4095..<4100, isJSON: true)
        #expect(Set(coloured) == [.jsonNumber, .jsonPunctuation])
        #expect(Set(Self.roles(line, 4096..<4100, isJSON: true)) == [.text])
        #expect(Set(Self.roles(line, 0..<10)) == [.text], "it is no JSON there")
    }

    @Test func `values of rows are below each other, behind names that take a third of the pane at most`() throws {
        for count in [1, 8, 9, 30, 200] {
            let long = String(repeating: "N", count: count)
            let robot = Robot(160, 40, files: [("a.http", "### a\nGET http://h/\nA: 1\n\(long): 2\n")])
            robot.script("1 g j @Headers")
            let row = Array(try #require(robot.inside(.request).first { $0.contains("✓ A ") }))
            let name = try #require(row.firstIndex(of: "A"))
            let value = try #require(row.firstIndex(of: "1"))
            let width = max(8, min(count, row.count / 3))
            #expect(value - name == width + 2, "\(count)\n\(robot.screen)")
        }
    }
}
