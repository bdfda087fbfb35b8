import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import Settings
@testable import TerminalUI
@testable import Workspace

/// A folder without requests, and requests made of pasted text.
@Suite struct FirstRunTests {
    @Test(arguments: [(80, 24), (120, 40), (40, 12)])
    func `an empty folder shows what can be done, with the keys`(columns: Int, rows: Int) {
        let robot = Robot(columns, rows, files: [])
        for text in ["No requests here yet.", "A  write one", "p  paste curl or URL", "Open the samples"] {
            #expect(robot.screen.contains(text), "\(text)\n\(robot.screen)")
        }
        robot.choose("Open the samples")
        #expect(robot.takeNames().contains("openSamples"))
    }

    @Test func `keys that the user chose are named`() {
        let robot = Robot(files: [])
        robot.tell(.settingsRead(SettingsReading("keys:\n  add-item: x\n  show-palette: F7\n")))
        #expect(robot.screen.contains("x  write one") && robot.screen.contains("F7 Open the samples"))
    }

    @Test func `a pasted curl command is shown as a request, and Enter writes it into a new file`() {
        let robot = Robot(files: [])
        robot.paste(
            "curl -X POST https://api.test/v1/users \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"a\":1}'\n")
        #expect(robot.dialog.contains { $0.contains("POST https://api.test/v1/users") })
        #expect(robot.dialog.contains { $0.contains("requests.http") })
        #expect(robot.text(of: "requests.http").isEmpty, "nothing is added before Enter")
        robot.press(.enter)
        #expect(!robot.hasDialog && robot.focus == .request && robot.unsaved == ["/c/requests.http"])
        let text = robot.text(of: "requests.http")
        #expect(text.hasPrefix("### POST users\n# @no-redirect\nPOST https://api.test/v1/users\n"))
        #expect(text.contains("{\"a\":1}"))
        #expect(robot.footer.contains("^S writes the file"))
    }

    @Test func `a copied command with a piped body is pasted, too`() {
        let robot = Robot(files: [])
        robot.paste("printf '{\"a\":\"\\303\\244\"}' | curl -L https://api.test/v1/users --json @-")
        robot.press(.enter)
        let text = robot.text(of: "requests.http")
        #expect(text.hasPrefix("### POST users\nPOST https://api.test/v1/users\n") && text.contains("{\"a\":\"ä\"}"))
    }

    @Test func `a URL is typed, and goes behind the requests of a file that is there`() {
        let robot = Robot()
        robot.press("p")
        robot.type("example.test/x?y=1")
        robot.press(.enter)
        #expect(robot.text().hasSuffix("### GET x\nGET http://example.test/x?y=1\n"))
        #expect(robot.text().hasPrefix(Robot.orders))
        robot.press("u")
        #expect(robot.text() == Robot.orders)
    }

    @Test func `what is no request is refused in one sentence, and Esc changes nothing`() {
        let robot = Robot()
        robot.press("p")
        robot.type("hello world")
        robot.press(.enter)
        #expect(robot.screen.contains("! This is neither a curl command nor a URL nor a request."))
        robot.press(.control("u"))
        robot.type("http://h/?q=a b")
        robot.press(.enter)
        #expect(robot.screen.contains("! A URL has no spaces; write %20 for each."))
        robot.press(.tab, .control("u"))
        robot.type("../x.http")
        robot.press(.tab, .control("u"))
        robot.type("http://h/")
        robot.press(.enter)
        #expect(robot.screen.contains("! A path with . or .."))
        robot.press(.escape)
        #expect(!robot.hasDialog && robot.unsaved.isEmpty)
    }

    @Test func `other text pasted where nothing is typed still says that it needs a field`() {
        let robot = Robot()
        robot.paste("just words")
        #expect(!robot.hasDialog && robot.footer.contains("needs a field"))
    }

    @Test func `a command that is pasted while the files are still read is not taken yet`() {
        let robot = Robot.reading()
        robot.paste("curl http://a.test/x")
        #expect(!robot.hasDialog && robot.toastText == "The collection is not read yet: paste the request when it is.")
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        robot.paste("curl http://a.test/x")
        #expect(robot.hasDialog && robot.screen.contains("GET http://a.test/x"), "\(robot.screen)")
    }

    @Test(arguments: [
        ("http://a.test/b/c?d", "### GET c\nGET http://a.test/b/c?d\n"),
        ("$ curl http://a.test/x", "### GET x\n# @no-redirect\nGET http://a.test/x\n"),
        ("DELETE http://a.test/7", "### DELETE 7\nDELETE http://a.test/7\n"),
        ("### Mine\nGET http://a.test/7\nX: 1", "### Mine\nGET http://a.test/7\nX: 1\n"),
        ("### Mine\n# @name mine\ncurl http://a.test/7", "### Mine\n# @name mine\ncurl http://a.test/7\n"),
        ("{{base}}/x", "### GET x\nGET {{base}}/x\n"), ("localhost:8080/x", "### GET x\nGET http://localhost:8080/x\n"),
    ])
    func `these are requests`(pasted: String, text: String) throws {
        #expect(try PastedRequest(pasted).text == text)
    }

    @Test(arguments: ["", "  ", "curl", "hello", "two words", "GET", "wget http://a.test/"])
    func `these are not`(pasted: String) {
        #expect(throws: PastedRequest.Refusal.self) { try PastedRequest(pasted) }
    }

    @Test func `what a request lacks of a pasted curl command is shown, and each of its URLs becomes a request`() {
        let robot = Robot(files: [])
        robot.press("p")
        robot.paste("curl --limit-rate 3 http://a.test/x http://a.test/y")
        #expect(robot.dialog.contains { $0.contains("! curl's --limit-rate") }, "\(robot.screen)")
        #expect(robot.dialog.contains { $0.contains("GET http://a.test/x") })
        robot.press(.enter)
        #expect(robot.text(of: "requests.http").contains("GET http://a.test/x\n"))
        #expect(robot.text(of: "requests.http").contains("GET http://a.test/y\n"))
        #expect(robot.footer.contains("2 requests added."))
    }

    @Test(arguments: [
        ("curl --foo http://a.test/", "curl knows no option --foo."),
        ("curl 'http://a.test/", "The curl command has a quote that is not closed."),
        ("curl ftp://a.test/", "curl would use ftp; only http and https are requests here."),
        ("curl http://a.test/\nhello", "Line 2 is not a curl command, and curl commands stand alone."),
    ])
    func `a curl command that makes no request is refused with its reason, as an import says it`(
        pasted: String, sentence: String
    ) {
        let robot = Robot(files: [])
        robot.press("p")
        robot.paste(pasted)
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.contains("! \(sentence)") }, "\(robot.screen)")
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `what a request's comments say is shown until it is sent`() throws {
        let text = "### one\n# Press s.\n# Then look at the tabs.\nGET http://h/1\n"
        let robot = Robot(120, 40, files: [("a.http", text)])
        #expect(robot.inside(.response).contains { $0.contains("Then look at the tabs.") })
        _ = try #require(robot.send())
        #expect(!robot.inside(.response).contains { $0.contains("Then look at the tabs.") })
    }
}
