import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// Limits and single words of exports.
@Suite struct ExportEdgeTests {
    // MARK: Folders and files

    private static func names(_ nodes: [ExportNode]) -> [String] {
        nodes.flatMap { node in
            switch node {
            case .folder(let name, let inner): ["\(name)/"] + names(inner).map { "  \($0)" }
            case .file(let name, _): [name]
            }
        }
    }

    @Test func `files of the same folder are together, in the order in which they came`() {
        var nodes: [ExportNode] = []
        for path in ["b.http", "x/one.http", "y/a.b.rest", "x/two.http", "x/z/deep.http", "/x/.http", "plain"] {
            ExportNode.add([], path: path, to: &nodes)
        }
        #expect(
            Self.names(nodes) == ["b", "x/", "  one", "  two", "  z/", "    deep", "  .http", "y/", "  a.b", "plain"])
    }

    @Test func `headings have at most six signs`() {
        var node = ExportNode.file(name: "last", [])
        for name in ["f5", "f4", "f3", "f2", "f1"] { node = .folder(name: name, [node]) }
        var page = MarkdownExport(title: "a*b")
        page.add([node])
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(
            text.split(separator: "\n") == [
                "# a\\*b", "## f1", "### f2", "#### f3", "##### f4", "###### f5", "###### last",
            ])
        // A file alone needs no heading, and the second of two has one.
        var alone = MarkdownExport(title: "t")
        alone.add([.file(name: "only", [])])
        #expect(alone.bytes == Array("# t\n".utf8))
        var two = MarkdownExport(title: "t")
        two.add([.file(name: "one", []), .file(name: "two", [])])
        #expect(two.bytes == Array("# t\n\n## one\n\n## two\n".utf8))
    }

    @Test func `code has a fence and ticks that are longer than its own, and a body its language`() throws {
        for (type, language) in [
            ("application/json", "json"), ("application/xml", "xml"), ("text/html", "html"), ("text/plain", ""),
        ] {
            let text = try Exporting.export("POST http://a.test/\nContent-Type: \(type)\n\n``` x\n", to: .markdown).text
            #expect(text.contains("Body:\n\n````\(language)\n``` x\n````\n"), "\(text)")
        }
        let text = try Exporting.export(
            "GET http://a.test/\nA: `x\nB: x`\nC: ``x`` y\nD: a|b\nE:\n", to: .markdown
        ).text
        for row in [
            "| `A` | `` `x `` |", "| `B` | `` x` `` |", "| `C` | ``` ``x`` y ``` |", "| `D` | `a\\|b` |", "| `E` |  |",
        ] {
            #expect(text.contains(row), "\(row): \(text)")
        }
    }

    // MARK: What is left out

    private static let lost = """
        # @timeout 5 s
        # @no-redirect
        # @no-reject-unauthorized
        # @proxy http://p.test:1
        # @cache no-store
        # @max-body 10MB
        # @retry 2
        # @expect json
        # @sleep 5
        # @assert status == 200
        GET http://a.test/

        """

    @Test(arguments: ExportKind.allCases) func `what a format has no place for is said once`(_ kind: ExportKind) throws
    {
        let losses = try Exporting.export(Self.lost, to: kind).losses
        let isDocument = kind == .har || kind == .openapi
        let rows: [(String, Bool)] = [
            ("1 check is left out.", kind != .markdown), ("'# @sleep' is left out.", true),
            ("'# @expect' is left out.", true), ("'# @retry' is left out.", true),
            ("'# @cache' is left out.", kind != .swift), ("'# @max-body' is left out.", kind != .swift),
            ("Its timeouts are left out.", isDocument), ("'# @no-redirect' is left out.", isDocument),
            ("The setting not to check the certificate is left out.", isDocument),
            ("The proxy is left out.", isDocument), ("Timeouts are not part of a collection.", kind == .postman),
            ("The proxy is not part of a collection.", kind == .postman),
        ]
        for (text, isSaid) in rows {
            #expect(losses.count { $0.hasSuffix(" \(text)") } == (isSaid ? 1 : 0), "\(text) \(losses)")
        }
    }

    @Test func `two checks are left out, and none of a request without any`() throws {
        let two = try Exporting.export(
            "# @assert status == 200\n# @assert duration < 5\nGET http://a.test/\n", to: .curl)
        #expect(two.losses.map { $0.hasSuffix(" 2 checks are left out.") } == [true])
        #expect(try Exporting.export("GET http://a.test/\n", to: .curl).losses.isEmpty)
    }

    @Test func `Postman knows four of the made-up values`() throws {
        let names = ["$guid", "$timestamp", "$isoTimestamp", "$randomInt", "$uuid", "$random.email"]
        let text = "GET http://a.test/\(names.map { "{{\($0)}}" }.joined(separator: "/"))\n"
        let losses = try Exporting.export(text, to: .postman).losses
        let unknown = names.filter { name in losses.contains { $0.contains("does not know {{\(name)}}") } }
        #expect(unknown == ["$uuid", "$random.email"], "\(losses)")
    }

    // MARK: Variables

    @Test func `a value that another request has under the same name gets a name of its own`() throws {
        let exporting = try Exporting([
            "a.http": "@host = a.test\nGET http://{{host}}/\n", "b.http": "@host = b.test\nGET http://{{host}}/\n",
        ])
        let items = try ["a.http", "b.http"].flatMap { try exporting.items($0, .postman).items }
        let made = ExportDocument(
            [.file(name: "all", items)], to: .postman, title: nil, name: "all",
            now: Timestamp(microsecondsSince1970: 0),
            asJSON: true)
        #expect(
            made.losses.map(\.text) == [
                "{{host}} is called {{host_2}}, because another request has another value for it."
            ])
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(text.contains("http://{{host}}/") && text.contains("http://{{host_2}}/"), "\(text)")
    }

    @Test(arguments: ExportKind.allCases) func `variables are written as values where a request cannot be read without`(
        _ kind: ExportKind
    ) throws {
        func text(_ value: String) -> String {
            "@n = 5\n### Deep\nGRAPHQL http://a.test/g\n\nquery Q($n: Int) { a(n: $n) }\n\n{\"n\": \(value)}\n"
        }
        let sentence =
            "a.http:3: Deep: Its variables are written as values, because it cannot be read without them."
        // A number is no JSON as long as it has no value; a string is.
        let number = try Exporting.export(text("{{n}}"), to: kind)
        #expect(number.losses.count { $0 == sentence } == (kind.keepsVariables ? 1 : 0), "\(number.losses)")
        #expect(number.problems == [] && number.items.map(\.variables.count) == [0])
        let string = try Exporting.export(text("\"{{n}}\""), to: kind)
        #expect(!string.losses.contains(sentence))
        #expect(string.problems == [] && string.items.map(\.variables.count) == [kind.keepsVariables ? 1 : 0])
    }

    @Test(arguments: [ExportKind.curl, .httpie]) func `a script asks for what only a login or the user knows`(
        _ kind: ExportKind
    ) throws {
        let login =
            #"{"Type":"OAuth2","Grant Type":"Client Credentials","Token URL":"http://l.test/t","Client ID":"c"}"#
        var exporting = try Exporting([
            "http-client.env.json": #"{"dev":{"Security":{"Auth":{"shop":\#(login)}}}}"#,
            "http-client.private.env.json": #"{"dev":{"secret":"a b-12345678"}}"#,
            "a.http": """
            ### Token
            GET http://a.test/
            Authorization: Bearer {{$auth.token("shop")}}

            ### Encoded
            GET http://a.test/?x={{%secret}}

            ### Again
            GET http://a.test/?y={{%secret}}

            """,
        ])
        exporting.environment = "dev"
        let made = try exporting.export(to: kind)
        #expect(made.problems == [])
        #expect(made.text.contains(", the token of a login\n: \"${TOKEN_SHOP:?set it first}\"\n"), "\(made.text)")
        #expect(made.text.split(separator: "${SECRET:?set it first}").count == 2, "\(made.text)")
        let endings = [
            " is the shell variable TOKEN_SHOP: the token of a login.",
            " is the shell variable SECRET: a private value.",
            " SECRET must be percent-encoded already.",
        ]
        #expect(endings.map { ending in made.losses.count { $0.hasSuffix(ending) } } == [1, 2, 1], "\(made.losses)")
    }

    // MARK: Limits

    @Test func `a body of a hundred thousand bytes is piped into HTTPie`() throws {
        for (count, isArgument) in [(99_999, true), (100_000, false)] {
            let body = String(repeating: "x", count: count)
            let text = try Exporting.export("POST http://a.test/\nContent-Type: text/plain\n\n\(body)\n", to: .httpie)
                .text
            #expect(text.contains("--raw ") == isArgument && text.hasPrefix("printf ") != isArgument)
            #expect(text.contains("--ignore-stdin") == isArgument)
        }
    }

    @Test func `bytes that are no text are source code up to four kilobytes, sixteen a row`() throws {
        let made = try Exporting(["a.http": "POST http://a.test/\n"]).items("a.http", .swift)
        var item = try #require(made.items.first)
        for (count, losses) in [
            (4_096, []), (4_097, ["The body is left out: 4.1 KB that are not text are too much for source code."]),
        ] as [(Int, [String])] {
            item.draft.body = .bytes([UInt8](repeating: 0xFF, count: count))
            var code = SwiftExport(title: "t")
            code.add(item)
            let text = String(decoding: code.bytes, as: UTF8.self)
            #expect(text.contains("0xff, 0xff") == losses.isEmpty && code.ledger.losses.map(\.text) == losses)
        }
    }

    @Test func `each row of bytes has sixteen`() throws {
        let item = try #require(try Exporting(["a.http": "POST http://a.test/\n"]).items("a.http", .swift).items.first)
        var other = item
        other.draft.body = .bytes((0..<17).map { $0 == 0 ? 0xFF : UInt8($0) })
        var code = SwiftExport(title: "t")
        code.add(other)
        let text = String(decoding: code.bytes, as: UTF8.self)
        #expect(
            text.contains(
                """
                        .raw([
                            0xff, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
                            0x10
                        ])
                """), "\(text)")
    }

    // MARK: Names

    @Test func `a shell variable is no name that a shell or a program reads`() {
        let taken = """
            PATH HOME IFS PS1 PS2 PS4 PWD OLDPWD SHELL USER LOGNAME LANG TERM TMPDIR ENV CDPATH MAIL OPTARG OPTIND PPID LINENO UID
            EUID RANDOM SECONDS HOSTNAME EDITOR HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY CURL_HOME CURL_CA_BUNDLE SSL_CERT_FILE
            SSL_CERT_DIR SSLKEYLOGFILE NETRC PYTHONPATH HTTPIE_CONFIG_DIR REQUESTS_CA_BUNDLE LC_TIME
            """
        var names = ShellNames()
        for name in taken.split(whereSeparator: \.isWhitespace).map(String.init) {
            let made = names.name(of: name)
            #expect(made == "\(name)_VALUE")
        }
        for name in ["RESPONSE", "REQUEST", "BODY", "HEADERS", "AUTH", "PROCESSENV", "DOTENV"] {
            let (alone, telling) = (names.name(of: name), names.name(of: "\(name).of.\(name)"))
            #expect(alone == name && telling.hasPrefix("OF"))
        }
    }

    @Test func `a property is no word of the language`() {
        let words = """
            as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough
            false fileprivate for func guard if import in inout internal is let nil operator package precedencegroup private
            protocol public repeat rethrows return static struct subscript super switch throw throws true try typealias var where
            while
            """
        var names = SwiftNames(taken: [])
        for word in words.split(whereSeparator: \.isWhitespace).map(String.init) {
            let made = names.property(word)
            #expect(made == "`\(word)`")
        }
        for name in ["response", "request", "headers", "auth"] {
            let made = names.property("\(name).x\(name)")
            #expect(made == "x\(name)")
        }
        var members = SwiftNames(taken: SwiftNames.members)
        let taken = [
            "body", "cacheMode", "decoder", "headers", "interceptors", "method", "options", "path", "query",
            "successStatuses", "timeout", "self", "init",
        ]
        for name in taken {
            let made = members.property(name)
            #expect(made != name && !made.hasPrefix("`"), "\(name)")
        }
    }
}
