import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The rows of the Vars tab as values: their order, what may be changed, and what is shown.
@Suite struct VariableRowTests {
    private static let request = HTTPDocument(bytes: Array("GET http://h/{{a}}/{{b}}/{{c}}\n".utf8)).requests.first

    private static func use(_ name: String, isSecret: Bool = false) -> VariableUse {
        VariableUse(name: name, value: "v-\(name)", source: .file(line: 1), isSecret: isSecret)
    }

    // MARK: Their order

    @Test func `what has no value comes first, then what has one, then what is not known`() throws {
        let request = try #require(Self.request)
        func rows(_ report: VariableReport) -> String {
            var state = RequestPaneState()
            state.variables = report
            return state.variableRows(request).map { row in
                [
                    row.name, row.value, row.remark, row.isProblem ? "!" : nil, row.isSecret ? "secret" : nil,
                    row.source?.text,
                ].compactMap(\.self).joined(separator: ",")
            }.joined(separator: " | ")
        }
        let asked = try #require(PromptField(expression: "$input Code"))
        let missing = UnresolvedVariable(name: "b", line: 7, reason: "no variable of that name")
        #expect(rows(.unknown) == "")
        #expect(rows(.refused("a.http:1: no")) == "a | b | c")
        #expect(
            rows(.uses([Self.use("b", isSecret: true), Self.use("a")]))
                == "b,v-b,secret,this file, line 1 | a,v-a,this file, line 1")
        #expect(
            rows(.asks([asked], uses: [Self.use("c")]))
                == "$input Code,asked before the send,asked before the send | c,v-c,this file, line 1")
        #expect(
            rows(
                .untrusted(
                    [TrustNeed(kind: .processVariable("HOME"), line: 3, file: "a.http")], uses: [Self.use("a")]))
                == ",wants to read the variable HOME of your environment, line 3,! | a,v-a,this file, line 1")
        let wish = TrustNeed.Kind.secret(.value("KEY"), for: try #require(WebAddress("https://h.test")))
        #expect(
            rows(.untrusted([TrustNeed(kind: wish, line: 4, file: "a.http")], uses: []))
                == ",wants to send your private value KEY in requests of https://h.test, line 4,!")
        #expect(
            rows(.unresolved([missing], uses: [Self.use("a")]))
                == "b,no variable of that name, line 7,! | a,v-a,this file, line 1 | c")
    }

    @Test func `a report knows what has a value, and which names have none`() {
        let uses = [Self.use("a")]
        let missing = UnresolvedVariable(name: "b", line: 7, reason: "none")
        let exchange = ExchangeFixtures.exchange()
        let outcomes: [(outcome: RequestResolver.Outcome, known: [String], isMissing: Bool)] = [
            (.draft(RequestDraft(url: "http://h/"), uses: uses), ["a"], false),
            (.notLoggedIn(exchange, uses: uses), ["a"], false), (.unresolved([missing], uses: uses), ["a"], true),
            (.refused(sentence: "no", line: 1), [], false), (.asks([], uses: uses), ["a"], false),
            (.untrusted([], uses: uses), ["a"], false),
        ]
        for (outcome, known, isMissing) in outcomes {
            let report = VariableReport(outcome)
            #expect(report.known.map(\.name) == known, "\(outcome)")
            #expect(report.isUnresolved("b") == isMissing && !report.isUnresolved("a"), "\(outcome)")
        }
        #expect(VariableReport.unknown.known.isEmpty && !VariableReport.unknown.isUnresolved("b"))
    }

    @Test func `where no row is, it is said whether there may be one soon`() throws {
        let request = try #require(Self.request)
        let plain = try #require(HTTPDocument(bytes: Array("GET http://h/\n".utf8)).requests.first)
        var state = RequestPaneState()
        #expect(state.noVariable(request) == "The variables are still being looked up.")
        #expect(state.noVariable(plain) == "This request uses no variables.")
        state.variables = .uses([])
        #expect(state.noVariable(request) == "This request uses no variables.")
        #expect(state.selectedVariable(request) == nil)
    }

    @Test func `a new report moves the selection with its variable on the Vars tab, and nowhere else`() throws {
        let request = try #require(Self.request)
        for (tab, place) in [(RequestTab.variables, 2), (.params, 1), (.headers, 1)] {
            var state = RequestPaneState()
            state.tab = tab
            state.variables = .uses([Self.use("a"), Self.use("b")])
            state.selection = 1
            state.take(.uses([Self.use("c"), Self.use("a"), Self.use("b")]), of: request)
            #expect(state.selection == place && state.variables.known.count == 3, "\(tab)")
            state.take(.uses([Self.use("c")]), of: nil)
            #expect(state.selection == place && state.variables.known.count == 1, "\(tab)")
        }
    }

    // MARK: What may be changed

    @Test func `what a user cannot change says why, by where it comes from`() {
        let rows: [(name: String, source: VariableUse.Source?, remark: String?, reason: String?)] = [
            ("v", .dynamic, nil, "{{v}} is new at each send."),
            ("v", .processEnvironment, nil, "{{v}} is a variable of your environment."),
            ("v", .token("good for 5 min"), nil, "{{v}} is a token: good for 5 min. The palette's Tokens forgets it."),
            ("v", .prompt, nil, "{{v}} is asked for before the send."), ("v", .loop, nil, "{{v}} comes from the loop."),
            ("v", .request(id: "login"), nil, "{{v}} comes from the response to login."),
            ("login.response.body.id", nil, nil, "{{login.response.body.id}} has no value yet."),
            (
                "login.response.body.id", nil, "login was not sent, line 3",
                "{{login.response.body.id}}: login was not sent, line 3."
            ), ("$nothing", nil, nil, "{{$nothing}} has no value yet."), ("v", nil, nil, nil),
            ("v", nil, "no variable of that name, line 3", nil), ("v", .file(line: 1), nil, nil),
            ("v", .imported(file: "b.http", line: 1), nil, nil),
            ("v", .environment(name: "dev", file: "/c/x.json", isPrivate: true), nil, nil),
            ("v", .shared(file: "/c/x.json", isPrivate: false), nil, nil),
            ("$dotenv V", .dotEnv(file: "/c/.env"), nil, nil),
            ("v", .override, nil, nil),
        ]
        for (name, source, remark, reason) in rows {
            let row = VariableRow(name: name, source: source, remark: remark)
            #expect(row.fixedReason == reason, "\(name)")
            #expect(row.isEditable == (reason == nil), "\(name)")
        }
        #expect(!VariableRow(name: "", source: .override).isEditable)
    }

    // MARK: What is shown

    @Test func `where a value comes from is said in a few words`() {
        let sources: [VariableUse.Source] = [
            .override, .prompt, .loop, .request(id: "login"), .file(line: 4), .imported(file: "sub/b.http", line: 5),
            .environment(name: "dev", file: "/c/sub/x.env.json", isPrivate: false),
            .shared(file: "/c/sub/x.env.json", isPrivate: true), .dotEnv(file: "/c/sub/.env"), .processEnvironment,
            .dynamic, .token("good for 5 min"),
        ]
        #expect(
            sources.map(\.text).joined(separator: "\n") == """
                given at the start
                asked before the send
                of the loop
                response of login
                this file, line 4
                sub/b.http, line 5
                env dev, x.env.json
                $shared, x.env.json
                .env
                your environment
                made at each send
                good for 5 min
                """)
    }

    @Test func `a row has its name, its value or what is in its place, and a source only beside a value`() {
        func shown(_ row: VariableRow, isRevealed: Bool = false) -> String {
            let line = RequestPane.line(row, width: 4, isRevealed: isRevealed)
            return (line.spans + [Span(" | ")] + line.trailing)
                .map { ($0.style.role == .text ? "" : "<\($0.style.role)>") + $0.text.string }.joined()
        }
        let secret = VariableRow(name: "a", value: "s3cret", source: .processEnvironment, isSecret: true)
        #expect(shown(VariableRow(name: "a", value: "v", source: .loop)) == "<variable>a     v | <dim>of the loop")
        #expect(shown(VariableRow(name: "abcdef", value: "v")) == "<variable>abcdef  v | <dim>")
        #expect(shown(secret) == "<variable>a     <dim>(private) | <dim>your environment")
        #expect(shown(secret, isRevealed: true) == "<variable>a     s3cret | <dim>your environment")
        #expect(
            shown(VariableRow(name: "a", source: .prompt, remark: "asked before the send"))
                == "<variable>a     <dim>asked before the send | ")
        #expect(shown(VariableRow(name: "a")) == "<variable>a     <dim> | ")
        #expect(
            shown(VariableRow(name: "a", remark: "none, line 3", isProblem: true))
                == "<unresolved>a   <failure>  unresolved: none, line 3 | ")
        #expect(shown(VariableRow(name: "", remark: "wants to", isProblem: true)) == "<warning>wants to | ")
    }
}
