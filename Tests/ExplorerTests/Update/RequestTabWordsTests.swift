import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The titles of the request's tabs, the rows of Vars, and lists of findings and completions.
@Suite struct RequestTabWordsTests {
    @Test func `each tab says how much or what is on it`() {
        for (lines, tabs) in table(
            """
            GET http://h/ -> Params Headers Body Auth Vars Options
            GET http://h/?a=1 -> Params 1 Headers Body Auth Vars Options
            GET http://{{h}}/?a={{b}}&c={{b}} -> Params 2 Headers Body Auth Vars 2 Options
            GET http://h/|X-A: 1|# X-B: 2 -> Params Headers 2 Body Auth Vars Options
            POST http://h/|Content-Type: application/json||{} -> Params Headers 1 Body json Auth Vars Options
            POST http://h/|Content-Type: application/x-www-form-urlencoded||a=1 -> Params Headers 1 Body form Auth Vars Options
            POST http://h/||< ./a.txt -> Params Headers Body file Auth Vars Options
            POST http://h/||hello -> Params Headers Body text Auth Vars Options
            GRAPHQL http://h/||{ a } -> Params Headers Body graphql Auth Vars Options
            GET http://h/|Authorization: Basic a b -> Params Headers 1 Body Auth basic Vars Options
            GET http://h/|Authorization: Bearer {{t}} -> Params Headers 1 Body Auth bearer Vars 1 Options
            GET http://h/|Authorization: Bearer {{$auth.token("x")}} -> Params Headers 1 Body Auth oauth 2 Vars 1 Options
            GET http://h/|X-API-Key: {{k}} -> Params Headers 1 Body Auth api key Vars 1 Options
            GET http://h/|Authorization: Negotiate x -> Params Headers 1 Body Auth other Vars Options
            # @timeout soon|GET http://h/ -> Params Headers Body Auth Vars Options !
            """)
        {
            let text = lines.replacing("|", with: "\n") + "\n"
            let robot = Robot(150, 40, files: [("a.http", text)])
            let row = robot.inside(.request).first ?? ""
            #expect(row.split(separator: " ").joined(separator: " ") == tabs, "\(text)")
        }
    }

    @Test func `Vars shows what is missing with its reason, hides secrets, and says where values are from`() {
        let robot = Robot(150, 40)
        let pin = VariableUse(name: "pin", value: "s3cret", source: .dotEnv(file: "/c/.env"), isSecret: true)
        let base = VariableUse(
            name: "base", value: "v", source: .environment(name: "dev", file: "/c/x.json", isPrivate: false))
        robot.lookUp(
            [pin, base],
            unresolved: [UnresolvedVariable(name: "zone", line: 5, reason: "no variable of that name")])
        let zone = "›zone unresolved: no variable of that name, line 5"
        #expect(
            robot.words(.request).contains("\(zone) pin (private) .env base v env dev, x.json"), "\(robot.screen)")
        robot.script("j Space")
        #expect(robot.words(.request).contains("›pin s3cret .env base v env dev, x.json"), "\(robot.screen)")
        robot.script("Space")
        #expect(robot.words(.request).contains("›pin (private) .env"))
    }

    @Test func `findings are listed errors first, and counted by their kinds`() {
        func finding(_ severity: Notice.Severity, _ file: String, _ line: Int) -> LintFinding {
            LintFinding(file: file, line: line, id: "X1", severity: severity, text: "T\(line)")
        }
        for (findings, title, rows) in [
            ([], "Findings: 0 errors, 0 warnings, 0 infos", "Nothing is wrong or doubtful in any file."),
            (
                [finding(.info, "/c/b.http", 1), finding(.warning, "/c/a.http", 2), finding(.error, "/c/c.http", 3)],
                "Findings: 1 error, 1 warning, 1 info", "›! c.http:3 T3 ▵ a.http:2 T2 · b.http:1 T1"
            ),
            (
                [finding(.warning, "/c/a.http", 2), finding(.error, "/c/c.http", 3), finding(.error, "/c/a.http", 4)],
                "Findings: 2 errors, 1 warning, 0 infos", "›! c.http:3 T3 ! a.http:4 T4 ▵ a.http:2 T2"
            ),
        ] {
            let robot = Robot()
            robot.press("L")
            #expect(robot.dialogWords == "Looking through all files.")
            robot.tell(.linted(findings))
            #expect(robot.screen.contains("┏ \(title) ━"), "\(robot.screen)")
            #expect(robot.dialogWords.hasPrefix(rows), "\(robot.dialogWords)")
            #expect(
                robot.dialogKeys.map(\.1)
                    == (findings.isEmpty ? [] : ["go to", "select"]) + ["look again", "close"])
            robot.press("R")
            #expect(robot.dialogWords == "Looking through all files.")
        }
        let lost = Robot(files: [("a.http", "# nothing\n")])
        lost.press("L")
        lost.tell(.linted([finding(.error, "/c/a.http", 1), finding(.error, "/c/http-client.env.json", 2)]))
        lost.press(.enter)
        #expect(lost.toastText == "a.http has no request to go to." && lost.hasDialog)
        lost.press("j", .enter)
        #expect(lost.toastText == "http-client.env.json is not a request file; change it in your editor.")
    }

    @Test func `values that scripts set are offered with where they come from`() {
        let text = """
            ### a
            < {% request.variables.set("pre", "1"); %}
            GET http://h/

            ### b
            # @name b
            GET http://h/b

            > {% client.global.set("made", response.body.id); %}

            """
        let robot = Robot(files: [("a.http", text)])
        robot.script("2 i ^U {{")
        let words = robot.listRows.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(
            words.hasPrefix(
                "pre set by the script above the request made captured from b base http://127.0.0.1:8080 env dev "
                    + "b request GET not sent yet"), "\(words)")
    }

    @Test func `a list of completions scrolls with its selection, which goes round`() {
        let place = CompletionPlace(kind: .variable, typed: "")
        let entries = (0..<20).map { CompletionEntry(text: "v\($0)", note: .text("")) }
        func state(_ steps: [Int]) -> [Int?] {
            var list = Completion(place, entries)
            for step in steps { list.move(by: step) }
            return [list.selection, list.top, list.list.first, list.list.rows.count]
        }
        #expect(state([]) == [nil, 0, 0, 8])
        #expect(state([1]) == [0, 0, 0, 8] && state([-1]) == [19, 12, 12, 8])
        #expect(state(Array(repeating: 1, count: 8)) == [7, 0, 0, 8])
        #expect(state(Array(repeating: 1, count: 9)) == [8, 1, 1, 8])
        #expect(state([-1, 1]) == [0, 0, 0, 8])
        var list = Completion(place, entries)
        list.move(by: -1)
        list.take(Array(entries.prefix(3)))
        #expect(list.selection == nil && list.top == 0 && !list.hasMoved && list.list.count == 3)
        #expect(list.entry(2)?.text == "v2" && list.entry(3) == nil && list.entry(-1) == nil)
    }
}
