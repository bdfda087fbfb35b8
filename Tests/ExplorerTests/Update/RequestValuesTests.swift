import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import Settings
@testable import TerminalUI
@testable import Workspace

/// What a field becomes as an edit, which rows Vars and Options have, and on which tab a notice is.
@Suite struct RequestValuesTests {
    private static func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    private static let text = """
        ### a
        GET http://h/?q=a%20b&x=1
        X-A: 1

        body

        """

    private static func request(_ text: String = text) throws -> SavedRequest {
        try #require(document(text).requests.first)
    }

    // MARK: Fields

    @Test func `a field is an edit where its text is another one`() throws {
        typealias Row = RequestEdit.RowEdit
        let cases: [(edit: RequestEdit, change: HTTPDocument.Edit?)] = [
            (.method(TextField("GET")), nil), (.method(TextField("get")), .setMethod("get")),
            (.url(TextField("http://h/?q=a%20b&x=1")), nil), (.url(TextField("")), .setTarget("")),
            (.body(TextArea("body")), nil), (.body(TextArea("")), .setBody("")),
            (.row(Row(.parameter, nil, "", "")), nil), (.row(Row(.header, nil, "", "")), nil),
            (.row(Row(.parameter, nil, "n m", "")), .addParameter(name: "n%20m", value: "")),
            (.row(Row(.parameter, nil, "", "v")), .addParameter(name: "", value: "v")),
            (.row(Row(.header, nil, "X", "")), .addHeader(name: "X", value: "")),
            (.row(Row(.header, nil, "", "1 2")), .addHeader(name: "", value: "1 2")),
            // As it is shown: nothing of how it is written changes.
            (.row(Row(.parameter, 0, "q", "a b")), nil), (.row(Row(.parameter, 1, "x", "1")), nil),
            (.row(Row(.parameter, 0, "q", "a c")), .setParameter(0, name: "q", value: "a%20c")),
            (.row(Row(.parameter, 1, "y", "1")), .setParameter(1, name: "y", value: "1")),
            (.row(Row(.parameter, 2, "y", "1")), nil), (.row(Row(.header, 0, "X-A", "1")), nil),
            (.row(Row(.header, 0, "x-a", "1")), .setHeader(0, name: "x-a", value: "1")),
            (.row(Row(.header, 0, "X-A", "2")), .setHeader(0, name: "X-A", value: "2")),
            (.row(Row(.header, 1, "X-A", "2")), nil),
        ]
        let request = try Self.request()
        for (edit, change) in cases {
            #expect(edit.change(of: request) == change, "\(edit.text)")
            #expect(edit.isChanged(from: request) == (change != nil), "\(edit.text)")
        }
        #expect(Row(.header, nil, "", "").isNameFocused && !Row(.header, 0, "", "").isNameFocused)
    }

    @Test func `the method field walks through the known methods, from what is typed`() {
        for (typed, around) in table(
            """
            GET -> CONNECT POST
            POST -> GET PUT
            PUT -> POST PATCH
            PATCH -> PUT DELETE
            DELETE -> PATCH HEAD
            HEAD -> DELETE OPTIONS
            OPTIONS -> HEAD TRACE
            TRACE -> OPTIONS CONNECT
            CONNECT -> TRACE GET
            get -> CONNECT POST
            P -> POST POST
            pa -> PATCH PATCH
            FOO -> GET GET
            """)
        {
            #expect("\(KnownMethods.before(typed)) \(KnownMethods.after(typed))" == around, "\(typed)")
        }
        #expect(KnownMethods.after("") == "GET")
    }

    @Test func `an option is changed, taken away or left, and its words come in turn`() throws {
        let options = Dictionary(uniqueKeysWithValues: RequestOption.table.map { ($0.key, $0) })
        let (timeout, cache) = (try #require(options["timeout"]), try #require(options["cache"]))
        func change(_ text: String, _ original: String?) -> HTTPDocument.Edit? {
            RequestEdit.OptionEdit(option: timeout, field: TextField(text), original: original).change
        }
        #expect(change("", nil) == nil && change("5 s", "5 s") == nil && change("", "") == nil)
        #expect(change("5 s", nil) == .setOption(timeout, "5 s") && change("", "5 s") == .setOption(timeout, nil))
        func walk(_ option: RequestOption, _ text: String, _ step: Int) -> String {
            var edit = RequestEdit.OptionEdit(option: option, field: TextField(text), original: nil)
            edit.step(by: step)
            return edit.field.text
        }
        let words = cache.choices
        try #require(words.count > 2)
        #expect(walk(cache, "", 1) == words[0] && walk(cache, "none such", -1) == words[words.count - 1])
        #expect(walk(cache, words[0], 1) == words[1] && walk(cache, words[0], -1) == words[words.count - 1])
        #expect(walk(cache, words[words.count - 1], 1) == words[0])
        #expect(walk(timeout, "5 s", 1) == "5 s")
    }

    // MARK: Rows

    @Test func `options show what holds, where that is from, and what the request line says`() throws {
        let text = """
            ### a
            # @timeout 5 s
            # @no-redirect
            # @note
            # @connection-timeout soon
            POST http://h/ HTTP/1.1

            """
        let document = Self.document(text)
        let rows = OptionRow.rows(
            of: try #require(document.requests.first), in: document, configured: EffectiveSettings())
        func row(_ title: String) -> String? {
            rows.first { $0.title == title }.map {
                "\($0.value) | \($0.isSet) | \($0.origin) | \($0.line ?? 0) | \($0.written ?? "-")"
            }
        }
        #expect(row("timeout") == "5 s | true | line 2 | 2 | 5 s")
        #expect(row("follow redirects") == "no | true | line 3 | 3 | ")
        #expect(row("confirm first") == "yes | true | line 4 | 4 | ")
        #expect(row("connection timeout")?.hasSuffix(" | true | line 5 is not understood | 5 | soon") == true)
        #expect(row("verify TLS") == "yes | false | default | 0 | -")
        #expect(row("HTTP version") == "1.1 | true | line 6 | 0 | -")
        #expect(
            rows.map(\.title).prefix(5) == ["timeout", "connection timeout", "retries", "follow redirects", "cache"])
    }

    @Test func `a GraphQL request shows what it is sent as`() throws {
        let long = "{\"a\": \"\(String(repeating: "x", count: 51))\"}"
        #expect(long.count == 60)
        for (lines, words) in [
            ("GRAPHQL http://h/\n\n{ a }", "POST with query, no variables"),
            (
                "PUT http://h/\nX-Request-Type: GraphQL\n\nquery Q { a }",
                "PUT with query, operationName Q, no variables"
            ),
            (
                "GRAPHQL http://h/\n\nmutation M { a }\n\n\(long)",
                "POST with query, operationName M, variables \(long)"
            ),
            (
                "GRAPHQL http://h/\n\n{ a }\n\n\(long.dropLast()) }",
                "POST with query, variables \(long.dropLast())…"
            ),
            ("GRAPHQL http://h/\n\n< ./q.graphql", "POST with the query as JSON"), ("GET http://h/", nil),
        ] as [(String, String?)] {
            let document = Self.document(lines + "\n")
            let rows = OptionRow.rows(
                of: try #require(document.requests.first), in: document, configured: EffectiveSettings())
            #expect(rows.first { $0.title == "sent as GraphQL" }?.value == words, "\(lines)")
        }
    }

    @Test func `a JSON body of 512 KiB is checked, and none that is longer, while it is typed and after`() throws {
        let request = try Self.request("POST http://h/\nContent-Type: application/json\n\n{}\n")
        for (more, isChecked) in [(0, true), (1, false)] {
            let text = "{\n" + String(repeating: " ", count: JSONBodyText.checkLimit - 3 + more) + "x"
            var typed = JSONBodyCheck()
            typed.look(at: request, .body(TextArea(text)))
            #expect((typed.flaw != nil) == isChecked)
            var shown = JSONBodyCheck()
            shown.look(
                at: try Self.request("POST http://h/\nContent-Type: application/json\n\n\(text)\n"), nil)
            #expect((shown.flaw != nil) == isChecked)
        }
        #expect(JSONBodyText.checkLimit == 512 << 10)
    }

    private static let uses = [VariableUse(name: "b", value: "2", source: .file(line: 1))]

    @Test func `Vars has what is missing first, then what has a value, then what is not known`() throws {
        let request = try Self.request("GET http://{{a}}/{{b}}/{{c}}\n")
        func rows(_ report: VariableReport) -> [String] {
            var pane = RequestPaneState()
            pane.variables = report
            return pane.variableRows(request).map {
                "\($0.name)=\($0.value ?? "-") \($0.remark ?? "")\($0.isProblem ? "!" : "")"
            }
        }
        #expect(rows(.unknown) == [])
        #expect(rows(.refused("No.")) == ["a=- ", "b=- ", "c=- "])
        #expect(rows(.uses(Self.uses)) == ["b=2 "])
        let field = PromptField(key: "a", label: "A", line: 1, request: "")
        #expect(rows(.asks([field], uses: Self.uses)) == ["a=- asked before the send", "b=2 "])
        let need = TrustNeed(kind: .processVariable("HOME"), line: 4, file: "a.http")
        #expect(
            rows(.untrusted([need], uses: Self.uses)) == [
                "=- wants to read the variable HOME of your environment, line 4!", "b=2 ",
            ])
        let missing = UnresolvedVariable(name: "a", line: 1, reason: "no variable of that name")
        #expect(
            rows(.unresolved([missing], uses: Self.uses)) == [
                "a=- no variable of that name, line 1!", "b=2 ", "c=- ",
            ])
        for report in [VariableReport.unknown, .refused("No.")] { #expect(report.known.isEmpty) }
        for report in [
            VariableReport.uses(Self.uses), .asks([field], uses: Self.uses), .untrusted([need], uses: Self.uses),
            .unresolved([missing], uses: Self.uses),
        ] {
            #expect(report.known == Self.uses)
            if case .unresolved = report {
                #expect(report.isUnresolved("a") && !report.isUnresolved("b"))
            } else {
                #expect(!report.isUnresolved("a"))
            }
        }
    }

    @Test func `what comes of resolving is what is known of the variables`() {
        func words(_ outcome: RequestResolver.Outcome) -> String {
            switch VariableReport(outcome) {
            case .unknown: "unknown"
            case .uses(let uses): "uses \(uses.count)"
            case .unresolved(let names, let uses): "unresolved \(names.count) \(uses.count)"
            case .asks(let fields, let uses): "asks \(fields.count) \(uses.count)"
            case .untrusted(let needs, let uses): "untrusted \(needs.count) \(uses.count)"
            case .refused(let sentence): "refused \(sentence)"
            }
        }
        let missing = UnresolvedVariable(name: "a", line: 1, reason: "none")
        #expect(words(.draft(RequestDraft(url: "http://h"), uses: Self.uses)) == "uses 1")
        #expect(words(.unresolved([missing, missing], uses: Self.uses)) == "unresolved 2 1")
        #expect(words(.refused(sentence: "No.", line: 3)) == "refused No.")
        let field = PromptField(key: "a", label: "A", line: 1, request: "")
        #expect(words(.asks([field], uses: Self.uses)) == "asks 1 1")
        let need = TrustNeed(kind: .fileOutside("x"), line: 4, file: "a.http")
        #expect(words(.untrusted([need, need, need], uses: [])) == "untrusted 3 0")
    }

    // MARK: Notices

    @Test func `a notice is on the tab that has its line`() throws {
        let text = """
            @base = h

            ### a
            # @timeout 5 s
            POST http://{{base}}/?x=1
                &y=2
            # &z=3
            X-A: 1
            # X-B: 2

            body
            # comment

            ### b
            GET http://h/b

            """
        let document = Self.document(text)
        let request = try #require(document.requests.first)
        let lines = Array(1...12) + [14, 15, 16]
        let tabs = lines.map { line in
            PlacedNotice(Notice(id: "", severity: .error, line: line, text: ""), of: request, in: document).tab.title
        }
        #expect(
            tabs == [
                "Vars", "Vars", "Options", "Options", "Params", "Params", "Params", "Headers", "Headers", "Options",
                "Body", "Body", "Vars", "Vars", "Vars",
            ])
        let late = Self.document("### a\nPOST http://h/\nwrong line\n\nbody\n\n> {% client.log(1) %}\nlate\n")
        let wrong = try [3, 8].map { line in
            PlacedNotice(
                Notice(id: "", severity: .error, line: line, text: ""), of: try #require(late.requests.first), in: late
            ).tab.title
        }
        #expect(wrong == ["Headers", "Body"])
        let own = Self.document("### a\n# @timeout 1 s\n@x = 1\nGET http://h/\n")
        let variable = Notice(id: "", severity: .error, line: 3, text: "")
        #expect(PlacedNotice(variable, of: try #require(own.requests.first), in: own).tab == .variables)
        let name = Notice(id: "N4", severity: .warning, line: 5, text: "")
        #expect(PlacedNotice(name, of: request, in: document).tab == .options)
    }

    @Test func `a notice is wrapped, with further lines indented, also where its kind does not fit into one`() throws {
        let document = Self.document(Self.text)
        let notice = Notice(id: "N11", severity: .warning, line: 3, text: "one two three")
        let placed = PlacedNotice(notice, of: try #require(document.requests.first), in: document)
        for width in [80, 30, 16, 8, 1] {
            let lines = placed.lines(width: width).map(\.string)
            #expect(lines[0].hasPrefix("warning") && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(lines)")
            #expect(
                lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
                    == "warning N11 line 3: one two three", "\(lines)")
        }
        #expect(placed.lines(width: 80).count == 1)
    }

    @Test func `the worst of notices is an error, then a warning, and only these have marks`() {
        typealias Severity = Notice.Severity
        for (severities, worst) in [
            ([], nil), ([.info], .info), ([.info, .warning], .warning), ([.warning, .info], .warning),
            ([.error, .warning, .info], .error), ([.info, .warning, .error], .error), ([.warning, .error], .error),
        ] as [([Severity], Severity?)] {
            #expect(Severity.worst(severities) == worst)
        }
        func marks(_ glyphs: Glyphs) -> [String?] {
            [Severity.error, .warning, .info].map { $0.mark(glyphs)?.string }
        }
        #expect(marks(.unicode) == ["!", "▵", nil] && marks(.plain) == ["error", "warning", nil])
        #expect([Severity.error, .warning, .info].map(\.role) == [.failure, .warning, .info])
    }

    @Test func `a request has the notices of its own lines, five hundred at most`() throws {
        let text = [1, 0, 600, 1].enumerated().map { place, count in
            "### r\(place)\n" + String(repeating: "# @timeout soon\n", count: count) + "GET http://h/\(place)\n"
        }.joined(separator: "\n")
        let document = Self.document(text)
        let all = document.notices
        try #require(all.count > 600)
        for request in document.requests {
            let own = all.filter { request.lines.contains($0.line) }.prefix(500)
            #expect(Array(document.notices(of: request)) == Array(own), "\(request.label)")
        }
        #expect(document.requests.map { document.notices(of: $0).isEmpty } == [false, true, false, false])
    }

    // MARK: A secret's way

    @Test func `a field says where a secret goes, and how it stays`() {
        func sentence(_ text: String, _ place: SecretPlace?, stays: Bool = false) -> String? {
            var edit = RequestEdit.VariableEdit(row: VariableRow(name: "pin"), field: TextField(text))
            (edit.secret, edit.staysInPlace) = (place, stays)
            return edit.destination
        }
        var new = SecretPlace(file: "/c/p.json", path: ["dev", "pin"], isNewFile: true, shownFile: "p.json")
        #expect(sentence("1", nil) == nil)
        #expect(sentence("1", new) == "A secret: Enter writes it to p.json (new, for you alone).")
        #expect(sentence("", new) == "A secret: Enter writes it to p.json (new, for you alone).")
        let names = "Names of variables are not secret: Enter writes this to the file that others see."
        #expect(sentence("{{a}}", new) == names)
        #expect(!new.mayStay)
        new.isNewFile = false
        #expect(sentence("1", new) == "A secret: Enter writes it to p.json.")
        new.shownSource = "e.json"
        #expect(new.mayStay && sentence("", new) == nil && sentence("  ", new) == nil)
        let moves = "A secret that others may see: Enter moves it to p.json. Tab: leave it in e.json."
        #expect(sentence("1", new) == moves && sentence("{{a}}", new) == names)
        let stays = "Enter leaves it in e.json, which others may see. Tab: move it to p.json."
        #expect(sentence("1", new, stays: true) == stays && sentence("{{a}}", new, stays: true) == nil)
    }
}
