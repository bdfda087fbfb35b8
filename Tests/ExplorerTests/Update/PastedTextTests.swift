import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What a pasted text is taken for, and where the row of a search is.
@Suite struct PastedTextTests {
    private static let sentence = "This is neither a curl command nor a URL nor a request."

    private func read(_ text: String) -> (text: String?, count: Int, problem: String?) {
        do throws(PastedRequest.Refusal) {
            let pasted = try PastedRequest(text)
            return (pasted.text, pasted.count, nil)
        } catch {
            return (nil, 0, error.sentence)
        }
    }

    @Test func `URLs and requests get a title by the last step of their path`() {
        let cases: [(pasted: String, text: String)] = [
            ("https://h.example/orders?x=1", "### GET orders\nGET https://h.example/orders?x=1\n"),
            ("https://h.example/", "### GET h.example\nGET https://h.example/\n"),
            ("https://h.example?a=/b", "### GET h.example\nGET https://h.example?a=/b\n"),
            (" $ https://h.example/a/ \n", "### GET a\nGET https://h.example/a/\n"),
            ("h.example/a", "### GET a\nGET http://h.example/a\n"),
            ("localhost:8080", "### GET localhost:8080\nGET http://localhost:8080\n"),
            ("{{host}}/a/b", "### GET b\nGET {{host}}/a/b\n"),
            (
                "POST https://h.example/a\r\nX-A: 1\r\n\r\n{}\r\n",
                "### POST a\nPOST https://h.example/a\nX-A: 1\n\n{}\n"
            ),
            ("### Mine\nGET https://h.example/a", "### Mine\nGET https://h.example/a\n"),
        ]
        for (pasted, text) in cases {
            let made = read(pasted)
            #expect(made.text == text && made.count == 1 && made.problem == nil, "\(pasted)")
        }
        #expect(read("### A\nGET https://h.example/a\n\n### B\nGET https://h.example/b").count == 2)
    }

    @Test func `other texts are refused with one sentence`() {
        for text in ["", " \n", "$ ", "word", "-", "host:80", "https"] {
            #expect(read(text).problem == Self.sentence, "\(text)")
        }
    }

    @Test func `where nothing is typed, only commands and whole URLs are meant as requests`() {
        let meant = [
            "curl https://h.example/", "curl\n https://h.example/", "$ curl -v x", " https://h.example/a ",
            "HTTP://h.example", "https://h.example/a?b=c#d", "curl ",
        ]
        // A space after the word alone is trimmed away.
        #expect(meant.filter { !PastedRequest.isMeant(by: $0) } == ["curl "])
        let others = [
            "", "curl", "curly https://h.example/", "h.example/a", "localhost", "https://h.example/a b",
            "GET https://h.example/", "{{host}}/a", "ftp://h.example/", "https:/h.example",
        ]
        #expect(others.filter(PastedRequest.isMeant) == [])
    }

    // MARK: Private values

    private func variable(_ value: String, _ name: String, isPrivate: Bool = true) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(
            value: value, file: "/c/http-client.private.env.json", isPrivate: isPrivate, path: ["dev", name])
    }

    private func secretive(_ text: String = "") -> Robot {
        let robot = Robot(files: [("a.http", text)], environment: "dev")
        var set = EnvironmentSet(names: ["dev", "live"])
        set.variables = [
            "dev": [
                "token": variable("t0ken-5", "token"), "longer": variable("t0ken-5.and-more", "longer"),
                "area": variable("north", "area"), "base": variable("public-words", "base", isPrivate: false),
                "key": variable("a+b/c+d==", "key"), "other": variable("{{token}}", "other"),
            ],
            "live": ["pw": variable("l1ve-secret", "pw")],
        ]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.press("p")
        return robot
    }

    @Test func `private values in a pasted curl command are written as their names`() {
        for (command, request) in [
            (
                "-H 'Authorization: Bearer t0ken-5' http://h/x",
                "### GET x\nGET http://h/x\nAuthorization: Bearer {{token}}\n"
            ),
            ("-H 'X-K: t0ken-5.and-more' http://h/x", "### GET x\nGET http://h/x\nX-K: {{longer}}\n"),
            ("-H 'X-K: a+b/c+d==' 'http://h/x?k=a+b/c+d=='", "### GET x\nGET http://h/x?k=a+b/c+d==\nX-K: {{key}}\n"),
            ("'http://h/t0ken-5'", "### GET token\nGET http://h/{{token}}\n"),
            ("'http://h/x?k=t0ken-5&l=t0ken-55'", "### GET x\nGET http://h/x?k={{token}}&l=t0ken-55\n"),
            (
                "http://h/north/public-words/l1ve-secret",
                "### GET l1ve-secret\nGET http://h/north/public-words/l1ve-secret\n"
            ),
        ] {
            let robot = secretive()
            robot.type("curl -L \(command)")
            let isNamed = request.contains("{{")
            #expect(robot.dialog.contains { $0.contains("{{") } == isNamed, "\(robot.screen)")
            robot.press(.enter)
            #expect(robot.text(of: "a.http") == request, "\(robot.screen)")
            #expect(robot.toastText?.contains("Private values are written as {{") == isNamed)
        }
    }

    @Test func `private values in a body of XML are written as their names`() {
        let robot = secretive()
        robot.type("curl -L -H 'Content-Type: application/xml' --data-binary '<a>t0ken-5</a>' http://h/x")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").hasSuffix("\n\n<a>{{token}}</a>\n"), "\(robot.screen)")
    }

    @Test func `a name that the file defines stands for no private value, and a pasted request keeps its text`() {
        let file = "@token = 1\n\n### a\nGET http://h/a\n"
        let defined = secretive(file)
        defined.type("curl -L -H 'X-K: t0ken-5' http://h/x")
        defined.press(.enter)
        #expect(defined.text(of: "a.http") == file + "\n### GET x\nGET http://h/x\nX-K: t0ken-5\n")
        let typed = secretive()
        typed.type("http://h/t0ken-5")
        typed.press(.enter)
        #expect(typed.text(of: "a.http") == "### GET t0ken-5\nGET http://h/t0ken-5\n")
    }

    @Test(arguments: ["", "\n"])
    func `a pasted request comes below an empty line, also where the file has no line end`(end: String) {
        let text = "### a\nPOST http://h/a\n\n{}"
        let robot = Robot(files: [("a.http", text + end)])
        robot.press("p")
        robot.type("http://h/x")
        robot.press(.enter)
        #expect(robot.text(of: "a.http") == text + "\n\n### GET x\nGET http://h/x\n", "\(robot.screen)")
    }

    @Test func `the row of a search is the last one, where three are there`() {
        for height in 0...6 {
            for isSearching in [false, true] {
                let rect = Rect(x: 2, y: 3, width: 10, height: height)
                let (content, row) = SearchRow.places(in: rect, isSearching: isSearching)
                let taken = isSearching && height >= 3 ? 1 : 0
                #expect(content == Rect(x: 2, y: 3, width: 10, height: height - taken), "\(height)")
                #expect(row == Rect(x: 2, y: 3 + height - taken, width: 10, height: taken), "\(height)")
            }
        }
    }
}
