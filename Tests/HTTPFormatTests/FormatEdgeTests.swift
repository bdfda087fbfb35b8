import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// Numbers at their limits, and the words of lists.
@Suite struct FormatEdgeTests {
    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    // MARK: curl

    private func command(_ body: RequestBody, _ change: (inout RequestOptions) -> Void = { _ in }) throws -> String {
        var options = RequestOptions(decodesContent: false)
        options.followRedirects = false
        change(&options)
        let url = try HTTPURL.parse("http://a.test/")
        return CurlWriter(
            PreparedRequest(method: .post, url: url, headers: HeaderFields(), body: body, options: options)
        ).text
    }

    @Test func `a body of a hundred thousand bytes is piped into curl`() throws {
        for (count, isArgument) in [(99_999, true), (100_000, false)] {
            let text = try command(.bytes([UInt8](repeating: UInt8(ascii: "x"), count: count)))
            #expect(text.contains("--data-raw ") == isArgument && text.contains("--data-binary @-") != isArgument)
            #expect(text.hasPrefix("curl ") == isArgument)
        }
    }

    @Test func `curl does not wait with a body of a mebibyte, nor with a file`() throws {
        for (count, isLarge) in [((1 << 20) - 1, false), (1 << 20, true)] {
            let text = try command(.bytes([UInt8](repeating: UInt8(ascii: "x"), count: count)))
            #expect(text.contains("-H 'Expect:'") == isLarge)
        }
        #expect(try command(.file(path: "/f")).contains("-H 'Expect:'"))
        #expect(try command(.pieces([.file(path: "/f")])).contains("-H 'Expect:'"))
        #expect(try !command(.none).contains("Expect"))
    }

    @Test func `what curl does by itself has no option`() throws {
        func options(_ change: (inout RequestOptions) -> Void) throws -> [String] {
            try command(.none, change).split(separator: " \\\n  ").dropFirst().map(String.init).filter {
                !$0.hasPrefix("-H")
            }
        }
        #expect(try options { _ in } == [])
        #expect(try options { $0.followRedirects = true } == ["--location"])
        #expect(
            try options { ($0.followRedirects, $0.maxRedirects) = (true, 9) } == ["--location", "--max-redirs 9"])
        #expect(try options { $0.maxRedirects = 9 } == [])
        #expect(try options { $0.decodesContent = true } == ["--compressed"])
        #expect(try options { $0.httpVersion = .http1_0 } == ["--http1.0"])
        #expect(try options { $0.httpVersion = .http1_1 } == ["--http1.1"])
        #expect(try options { $0.httpVersion = .http2 } == [], "in the clear curl would ask for an upgrade")
        #expect(try options { $0.httpVersion = .http2PriorKnowledge } == ["--http2-prior-knowledge"])
        #expect(try options { $0.verifiesTLS = false } == [], "there is no certificate in the clear")
        #expect(try options { $0.connection.addressFamily = .ipv4 } == ["--ipv4"])
        #expect(try options { $0.connection.unixSocket = "/s" } == ["--unix-socket /s"])
    }

    @Test func `twenty reasons why curl sends nothing are kept`() {
        #expect(CurlCommand(["curl", "a.test"] + (1...25).map { "--x\($0)" }).refusals.count == 20)
    }

    @Test func `lines that set something may be before a command`() {
        let table = #"""
            TOKEN=x\ncurl a.test -> yes
            _t1=x\ncurl a.test -> yes
            export TOKEN\ncurl a.test -> yes
            set -e\ncurl a.test -> yes
            #!/bin/sh\n\nset -e\nA=b\n\ncurl a.test -> yes
            1A=x\ncurl a.test -> no
            A-B=x\ncurl a.test -> no
            TOKEN\ncurl a.test -> no
            exported\ncurl a.test -> no
            setting=\ncurl a.test -> yes
            ls\ncurl a.test -> no
            curl -> no
            TOKEN=x -> no
            """#
        let found = TextTable.differences(table) {
            CurlCommands.recognises(Array($0.utf8), after: .settings) ? "yes" : "no"
        }
        #expect(found == [])
        #expect(!CurlCommands.recognises(Array("A=b\ncurl a.test".utf8)))
        #expect(CurlCommands.recognises(Array("ls\ncurl a.test".utf8), after: .skipped))
    }

    // MARK: Notices

    @Test func `the first hundred unknown tags of a file are looked at`() {
        for (count, isSaid) in [(99, true), (100, false)] {
            let unknown = (1...count).map { "# @zzzzzz\($0) x\n" }.joined()
            let notices = document(unknown + "# @asert status == 200\nGET a.test\n").notices
            #expect(notices.map(\.text) == (isSaid ? ["@asert is a comment; did you mean @assert?"] : []))
        }
    }

    @Test func `a reference that is not closed is cut after forty bytes`() {
        let name = String(repeating: "n", count: 40)
        let said = "{{\(name) is not closed with }}; it is sent as it is written"
        #expect(document("GET a.test\nX: {{\(name)\n").notices.map(\.text) == [said])
        #expect(document("GET a.test\nX: {{\(name)n\n").notices.map(\.text) == [said])
    }

    @Test func `what a script does is said with twenty names at most`() {
        func said(_ script: String) -> [String] {
            document("GET http://a.test\n\n> {%\n\(script)\n%}\n").notices.map(\.text)
        }
        let read = "The script is read, not run as JavaScript: it "
        #expect(said("client.log(1);") == [read + "sets and checks nothing"])
        #expect(said("client.assert(true);") == [read + "makes 1 check"])
        #expect(
            said(
                "client.global.set('a', 1); client.global.set('a', 2); client.test('t', () => { client.assert(true); });"
            )
                == [read + "sets a and makes 1 check"])
        #expect(
            said(
                "if (response.status) { client.assert(1); } else { client.assert(2); } for (const x of [1]) { client.assert(x); }"
            )
                == [read + "makes 3 checks"])
        let names = (1...21).map { "v\($0)" }
        #expect(
            said(names.map { "client.global.set('\($0)', 1);" }.joined(separator: "\n"))
                == [read + "sets " + names.prefix(20).joined(separator: ", ")])
    }

    @Test func `versions that a request can choose are quiet`() {
        let table = #"""
            1.0 ->
            1 ->
            1.1 ->
            2 ->
            2.0 ->
            2 (Prior Knowledge) ->
            2.0 (prior knowledge) ->
            3 -> HTTP/3 cannot be chosen; it is negotiated
            1.2 -> HTTP/1.2 cannot be chosen; it is negotiated
            1.1 (Prior Knowledge) -> HTTP/1.1 (prior knowledge) cannot be chosen; it is negotiated
            """#
        let found = TextTable.differences(table) { version in
            document("GET http://a.test HTTP/\(version)\n").notices.map(\.text).joined()
        }
        #expect(found == [])
    }

    // MARK: Scripts

    @Test(arguments: HandlerMethod.allCases) func `a method takes the arguments that it has in JavaScript`(
        _ method: HandlerMethod
    ) {
        let counts: ClosedRange<Int> =
            switch method {
            case .includes, .startsWith, .endsWith, .indexOf, .lastIndexOf, .hasOwnProperty, .split, .at, .charAt,
                .repeat:
                1...1
            case .trim, .trimStart, .trimEnd, .toLowerCase, .toUpperCase: 0...0
            case .substring, .substr, .padStart, .padEnd: 1...2
            case .slice: 0...2
            case .join, .toString: 0...1
            case .replace, .replaceAll: 2...2
            case .concat: 0...20
            }
        for count in 0...21 {
            let arguments = [String](repeating: "\"a\"", count: count).joined(separator: ", ")
            let code = Array("client.log(response.body.\(method.rawValue)(\(arguments)))".utf8)
            let isRead = if case .success = HandlerParser.script(code, .after, line: 1) { true } else { false }
            #expect(isRead == counts.contains(count), "\(count)")
        }
    }

    @Test func `an expression is shown as JavaScript`() {
        let sources = [
            "(1 + 2) * 3", "!(1 && 2)", "-(1 - 2)", "+\"3\"", "typeof response.body", "1 || 2", "null ?? 2",
            "1 && true",
            "true ? 1 : (2 + 3)", "[1, \"b\"]", "{ a: 1, b: [] }", "{}", "/a/i.test(\"b\")",
            "response.headers.valueOf(\"X\")", "response.headers.valuesOf(\"X\")", "response.headers[\"X\"]",
            "response.body.a?.b[0].trim()", "response.body?.[1 + 1]",
            "\"a\".match(/b/i)", "Math.floor(1.5)", "new Date().toISOString()", "Date.now()", "undefined", "1 < 2",
            "1 >= 2", "\"a\" in { a: 1 }", "response.body instanceof Object", "(1 - 2) + 3", "1 + 2 + 3", "1 % 2",
            "response.statusText", "response.contentType.mimeType", "response.contentType.charset",
            "response.parsedBody", "false !== true", "[1].reduce((a, b) => a + b, 0)", "[1]?.some(a => a)",
        ]
        for source in sources {
            let code = Array("client.assert(\(source))".utf8)
            guard case .success(let script) = HandlerParser.script(code, .after, line: 1),
                case .assert(let condition, _)? = script.statements.first?.kind
            else {
                Issue.record("\(source) is not read")
                continue
            }
            #expect(condition.source == source)
        }
    }

    @Test func `what cannot be read is named by its first forty letters`() {
        for count in [40, 41] {
            let word = String(repeating: "y", count: count)
            guard case .failure(let error) = CheckSyntax("duration \(word) < 1").result else {
                Issue.record("The phase was read.")
                continue
            }
            let phases = "total, queue, dns, connect, tls, send, wait, receive"
            #expect(error.reason == "\(word.prefix(40)) is not a phase; the phases are \(phases)")
            let number = "1" + String(repeating: "y", count: count - 1)
            guard
                case .failure(let refusal) = HandlerParser.script(Array("client.log(\(number))".utf8), .after, line: 1)
            else {
                Issue.record("The number was read.")
                continue
            }
            #expect(refusal.construct == "the number \(number.prefix(40))")
        }
    }

    @Test func `the text of a condition has two hundred letters`() {
        for count in [198, 199] {
            let literal = "\"" + String(repeating: "y", count: count) + "\""
            guard
                case .success(let script) = HandlerParser.script(
                    Array("client.assert(\(literal))".utf8), .after, line: 1)
            else {
                Issue.record("The script was not read.")
                continue
            }
            let text = count == 198 ? literal : literal.prefix(199) + "…"
            #expect(script.statements.first?.text == text)
        }
    }

    // MARK: Words of a shell

    @Test func `only what means nothing to a shell is written without quotation marks`() {
        let plain = "azAZ09-./:_+@%"
        #expect(ShellText.word(plain) == plain)
        for character in " !\"#$&()*,;<=>?[\\]^`{|}~'\t\né" {
            #expect(ShellText.word("a\(character)").hasPrefix("'a"), "\(character)")
        }
        #expect(ShellText.word("") == "''")
        #expect(
            ShellText.printf(Array("-a-'\\%\n\r\t~ \u{7F}\0é".utf8))
                == #"printf '\055a-'\''\\%%\n\r\t~ \177\000\303\251'"#)
    }

    // MARK: Marks

    @Test func `marks have one length and are numbers where they have to be`() {
        let (small, large) = (TextMarks(salt: 0), TextMarks(salt: .max))
        #expect(small.text(0) == "v000000000000000000" && small.text(99_999) == "v000000000000099999")
        #expect(large.text(7).count == 19 && large.text(7).hasSuffix("00007"))
        let number = TextMarks.numeric.text(12)
        #expect(number.count == 18 && number.hasPrefix("7") && number.hasSuffix("00012"))
        #expect(number.allSatisfy { ("0"..."9").contains($0) })
    }
}
