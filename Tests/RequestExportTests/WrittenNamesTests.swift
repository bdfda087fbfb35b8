import Base
import NetEngine
import Testing

@testable import HTTPFormat
@testable import RequestExport
@testable import Workspace

/// Names and literals of exported code, exactly.
struct WrittenNamesTests {
    @Test func `shell variables are named by the words of their variables`() {
        let cases = [
            ("apiKey", "API_KEY"), ("api-key", "API_KEY_2"), ("API_KEY", "API_KEY_3"), ("APIKey", "APIKEY"),
            ("1st", "VALUE_1ST"), ("PATH", "PATH_VALUE"), ("lc all", "LC_ALL_VALUE"),
            ("http_proxy", "HTTP_PROXY_VALUE"),
            ("login.response.body.$.token", "LOGIN_TOKEN"), ("response.body", "RESPONSE_BODY"),
            ("$dotenv HOME", "HOME_VALUE"), (String(repeating: "a", count: 70), String(repeating: "A", count: 60)),
            ("", "VALUE_"), ("\u{E9}", "VALUE__2"),
        ]
        var names = ShellNames()
        for (variable, name) in cases {
            let made = names.name(of: variable)
            #expect(made == name, "\(variable)")
        }
        // Asked again, each has the name that it had.
        for (variable, name) in cases.reversed() {
            let again = names.name(of: variable)
            #expect(again == name, "\(variable)")
        }
    }

    @Test func `properties are named by words, and never hide a member`() {
        let cases = [
            ("product-id", "productId"), ("productId", "productIdValue"), ("product_id", "productId2"),
            ("path", "pathValue"), ("class", "`class`"), ("Class", "classValue"), ("1st", "value1st"), ("", "value"),
            ("login.response.body.$.token", "loginToken"), ("body", "bodyValue"), ("self", "selfValue"),
            (String(repeating: "a", count: 70), String(repeating: "a", count: 60)),
        ]
        var names = SwiftNames(taken: SwiftNames.members)
        for (variable, name) in cases {
            let made = names.property(variable)
            #expect(made == name, "\(variable)")
        }
    }

    @Test func `types are named by words, and never hide a type`() {
        let cases = [
            ("list products", "ListProducts"), ("listProducts", "ListProductsValue"),
            ("list-products", "ListProducts2"),
            ("2fa", "Request2fa"), ("data", "DataValue"), ("", "RequestValue"), ("\u{E9}", "Request2"),
            ("GET /orders/{id}", "GetOrdersId"),
        ]
        var names = SwiftNames(taken: SwiftNames.types)
        for (text, name) in cases {
            let made = names.type(text)
            #expect(made == name, "\(text)")
        }
    }

    @Test func `literals escape what ends or hides them`() {
        let marks = TextMarks(salt: 1)
        let literal = SwiftLiteral(marks: marks, expressions: [3: "name"])
        let cases = [
            ("", #""""#), ("a b", #""a b""#), ("a\\b\"c", #""a\\b\"c""#), ("a\nb\rc\td", #""a\nb\rc\td""#),
            ("a\u{0}b\u{1B}c", #""a\u{0}b\u{1b}c""#), ("\u{E9}\u{20AC}", "\"\u{E9}\u{20AC}\""),
            ("a\u{202E}b", #""a\u{202e}b""#), ("a \nb", #""a \nb""#),
            ("x\(marks.text(3))y", #""x\(name)y""#), ("x\(marks.text(4))", ##""x\("")""##),
        ]
        for (text, line) in cases { #expect(literal.line(text) == line, "\(line)") }
    }

    @Test func `texts of several lines are blocks that keep empty lines and spaces at ends`() {
        let marks = TextMarks(salt: 1)
        let literal = SwiftLiteral(marks: marks, expressions: [0: "id"])
        #expect(literal.block("one", indent: "  ") == #""one""#)
        #expect(
            literal.block("a\n\nb \n\"c\\", indent: "  ")
                == "\"\"\"\n  a\n\n  b\\u{20}\n  \\\"c\\\\\n  \"\"\"")
        #expect(literal.block("\(marks.text(0))\n", indent: "") == "\"\"\"\n\\(id)\n\n\"\"\"")
    }

    // MARK: Forms

    private func form(_ lines: String...) -> WrittenForm? {
        WrittenForm(lines.joined(separator: "\n"), boundary: "x")
    }

    private static func field(_ name: String) -> String { "Content-Disposition: form-data; name=\"\(name)\"" }

    @Test func `forms are read part by part`() {
        let read = form(
            "before", "--x", Self.field("a"), "", "one", "two", "--x", "\(Self.field("f")); filename=\"p.png\"",
            "content-type:  image/png", "", "< ./p.png", "", "--x--", "after", "--x", "no head")
        #expect(
            read?.parts == [
                .init(name: "a", text: "one\ntwo"),
                .init(name: "f", fileName: "p.png", type: "image/png", path: "./p.png"),
            ])
        // One empty line before the mark belongs to the mark; the end may be missing.
        #expect(form("--x", Self.field("a"), "", "one", "", "", "--x--")?.parts == [.init(name: "a", text: "one\n")])
        #expect(form("--x", Self.field("a"), "", "one")?.parts == [.init(name: "a", text: "one")])
        // Files whose variables are replaced are texts here.
        #expect(form("--x", Self.field("a"), "", "<@ ./p")?.parts == [.init(name: "a", text: "<@ ./p")])
        #expect(form("--x", Self.field("a"), "", "<./p")?.parts == [.init(name: "a", text: "<./p")])
    }

    @Test func `forms that cannot be written as parts are refused`() {
        #expect(form("") == nil)
        #expect(form("a text", "--y") == nil)
        #expect(form("--x--") == nil)
        #expect(form("--x", "Content-Type: text/plain", "", "a", "--x--") == nil, "without a name")
        #expect(form("--x", Self.field("a"), "X-Other: 1", "", "a", "--x--") == nil)
        #expect(form("--x", Self.field("a"), "no colon", "", "a", "--x--") == nil)
        #expect(form("--x", Self.field("a"), "", "a", "< ./p", "--x--") == nil, "a text and a file")
        #expect(form("--x", Self.field("a"), "", "< ./p", "< ./q", "--x--") == nil, "two files")
    }

    @Test func `only texts of secret parts are hidden`() {
        let read = form(
            "--x", Self.field("password"), "", "pw", "--x", Self.field("token"), "", "{{t}}", "--x",
            Self.field("secret"), "", "< ./key", "--x", Self.field("user"), "", "me", "--x--")
        let hidden = read?.withoutSecrets.parts ?? []
        #expect(hidden.map(\.text) == [Redaction.mark, "{{t}}", "", "me"])
        #expect(hidden.map(\.path) == [nil, nil, "./key", nil])
    }

    // MARK: Losses and kinds

    @Test func `a loss names its place, and is kept once, in order`() {
        let first = ExportLoss(
            file: "shop/orders.http", line: 12, request: "placeOrder", text: "2 checks are left out.")
        var second = first
        second.line = 13
        var third = first
        third.isWholeRequest = true
        #expect(first.sentence == "shop/orders.http:12: placeOrder: 2 checks are left out.")
        var ledger = ExportLedger()
        for loss in [first, second, first, third, second] { ledger.add(loss) }
        #expect(ledger.losses == [first, second, third])
    }

    @Test func `each kind says what it is, and whether variables stay`() {
        #expect(
            ExportKind.allCases.map(\.title)
                == ["curl", "HTTPie", "HAR", "Postman collection", "OpenAPI", "Markdown", "Swift"])
        #expect(ExportKind.allCases.filter(\.keepsVariables) == [.postman, .markdown, .swift])
        #expect(Set(ExportKind.allCases.map(\.detail)).count == ExportKind.allCases.count - 1, "two are for shells")
    }
}
