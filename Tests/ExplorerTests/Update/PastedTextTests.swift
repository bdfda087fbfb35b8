import Testing

@testable import Explorer
@testable import TerminalUI

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
