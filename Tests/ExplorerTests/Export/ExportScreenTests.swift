import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Taking things out of a response: keys in, effects and frames out.
@Suite struct ExportScreenTests {
    private func robot(
        headers: HeaderFields? = nil, body: [UInt8]? = nil, request: PreparedRequest? = nil, columns: Int = 100
    ) throws -> Robot {
        let robot = Robot(columns, 30)
        robot.press("j")
        let id = try #require(robot.send())
        let response = ExchangeFixtures.response(headers: headers, body: body)
        let exchange = ExchangeFixtures.exchange(
            id.rawValue, hops: [ExchangeFixtures.hop(request: request, response: response)])
        robot.finish(exchange)
        if ExchangeDocument.takesLong(exchange) { robot.tell(.bodyPrepared(ExchangeDocument(exchange))) }
        robot.press("3")
        robot.effects = []
        return robot
    }

    private func copied(_ robot: Robot) -> [String] { robot.takeNames().filter { $0.hasPrefix("copy ") } }

    @Test func `the menu names what can be copied`() throws {
        let robot = try robot()
        robot.press("y")
        for text in [
            "v  value           object of 3 members, 58 B", "p  path            $", "b  body            58 B",
            "h  headers         3 lines", "o  one header",
            "u  URL             http://127.0.0.1:8080/orders", "c  curl command", "r  report", "w  wire",
            "Credentials and private values are hidden; body and value are not.", "s with secrets",
        ] { #expect(robot.screen.contains(text), "\(text) in\n\(robot.screen)") }
    }

    @Test func `what is hidden is said whole on a narrow screen, too`() throws {
        let robot = try robot(columns: 44)
        robot.press("y")
        #expect(robot.screen.contains("Credentials and private values are "), "\(robot.screen)")
        #expect(robot.screen.contains("hidden; body and value are not."), "\(robot.screen)")
        #expect(robot.screen.contains("e  export"), "all choices stay in view")
        robot.press("s")
        #expect(robot.screen.contains("Secrets are copied as they are."))
        #expect(!robot.screen.contains("hidden; body"))
    }

    @Test func `each choice copies what it says`() throws {
        let robot = try robot()
        func copy(_ keys: Key...) -> String {
            robot.press("y")
            for key in keys { robot.press(key) }
            #expect(!robot.hasDialog)
            return copied(robot).joined()
        }
        #expect(copy("v") == copy("b"))
        robot.press("j")
        #expect(copy("v") == "copy 9007199254740993")
        #expect(copy("p") == "copy $['id']")
        #expect(copy("b") == #"copy {"id":9007199254740993,"price":1.00,"tags":["new","paid"]}"#)
        #expect(copy("h") == "copy Content-Type: application/json\nX-Set-Item: a=1\nX-Set-Item: b=2")
        #expect(copy("u") == "copy http://127.0.0.1:8080/orders")
        #expect(copy("o", "j", .enter) == "copy a=1")
        #expect(copy("o", "j", "l") == "copy X-Set-Item: a=1")
        #expect(copy("c").hasPrefix("copy curl http://127.0.0.1:8080/orders \\\n"))
        #expect(copy("r").hasPrefix("copy # POST http://127.0.0.1:8080/orders\n\n201 Created"))
        #expect(copy("w").hasPrefix("copy POST /orders HTTP/1.1\n"))
        #expect(copy("j", "j", .enter) == copy("b"))
    }

    @Test func `secrets are copied only after s`() throws {
        let request = PreparedRequest(
            method: .get, url: try HTTPURL.parse("http://a.test/x?token=t-12345678"),
            headers: [HeaderField("Authorization", "Bearer s-12345678")], body: .none, options: RequestOptions())
        let robot = try robot(
            headers: [HeaderField("Set-Cookie", "sid=c-12345678; Path=/")], body: Array("{}".utf8), request: request)
        for choice in ["h", "u", "c", "r", "w"] as [Key] {
            robot.press("y", choice)
            let hidden = copied(robot).joined()
            #expect(!hidden.contains("-12345678"), "\(hidden)")
            robot.press("y", "s")
            #expect(robot.screen.contains("Secrets are copied as they are."))
            robot.press(choice)
            #expect(copied(robot).joined().contains("-12345678"))
        }
        robot.press("y")
        #expect(robot.screen.contains("u  URL             http://a.test/x?token=[redacted]"))
    }

    @Test func `bytes that act on a terminal are copied as escapes, and counted`() throws {
        let robot = try robot(
            headers: [HeaderField("Content-Type", "text/plain")], body: Array("a\u{1B}[2Jb\r\nc\u{202E}\n".utf8))
        robot.press("y", "b")
        #expect(copied(robot) == ["copy a\\x1B[2Jb\nc\\u{202E}"])
        let text = ClipboardText("a\u{1B}[2Jb\u{202E}")
        robot.tell(.copied(name: "The body", text, ClipboardOutcome(way: .terminal, byteCount: 16)))
        #expect(robot.takeNames().contains("copyByTerminal a\\x1B[2Jb\\u{202E}"))
        #expect(robot.footer.contains("The body (16 B) was sent to the terminal, which cannot confirm it."))
    }

    @Test func `a body that is no text is not copied`() throws {
        let robot = try robot(headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0x50, 0, 1])
        robot.press("y", "b")
        guard case .copy(let job)? = robot.take().first else {
            Issue.record("nothing was copied")
            return
        }
        #expect(throws: CopyJob.Refusal(sentence: "The body is not text; W writes its bytes to a file.")) {
            try job.text()
        }
    }

    @Test(arguments: ["y", "W", "v", "o"] as [Key]) func `without a response each says so`(key: Key) {
        let robot = Robot(100, 30)
        robot.press("3", key)
        #expect(!robot.hasDialog)
        #expect(robot.footer.contains("s sends the request."), "\(robot.footer)")
        #expect(robot.takeNames().isEmpty)
    }

    @Test(arguments: ["y", "W", "v", "o", "f", "d", "p", "r", "{", "F"] as [Key])
    func `while a response arrives nothing is taken out of the one before it`(key: Key) throws {
        let robot = try robot()
        let id = try #require(robot.send())
        robot.tell(.bodyArrived(id, .began(contentType: "text/event-stream")))
        robot.tell(.bodyArrived(id, .bytes(Array("data: 1\n\n".utf8), skipped: .init())))
        robot.press("3")
        robot.effects = []
        #expect(robot.screen.contains("Arriving: 9 B so far"))
        robot.press(key)
        #expect(!robot.hasDialog)
        #expect(
            robot.footer.contains("The response has not ended: wait for it, or stop it with Esc."), "\(robot.footer)")
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `the response of the send before is taken out while it is in view`() throws {
        let robot = try robot()
        _ = robot.send()
        robot.press("3")
        #expect(robot.screen.contains("Old response"))
        robot.press("W")
        #expect(robot.screen.contains("Write the body, 58 B"))
    }

    @Test func `W says where a path with steps up leads`() throws {
        let robot = try robot(body: [1])
        robot.press("W", .control("u"))
        for (typed, said) in [
            ("a.json/../../x", "This is ../x."), ("./x", "This is x."), ("/a/../../x", "This is /x."),
            ("~/../x", nil), ("a/b.json", nil), ("a//b.json", "This is a/b.json."),
        ] as [(String, String?)] {
            robot.type(typed)
            let isSaid = robot.dialog.contains { $0.contains(said ?? "This is ") }
            #expect(isSaid == (said != nil), "\(typed)\n\(robot.screen)")
            robot.press(.control("u"))
        }
    }

    @Test func `W asks for a name, and before it replaces a file`() throws {
        let robot = try robot(
            headers: [HeaderField("Content-Disposition", "attachment; filename=\"../a b.json\"")], body: [1, 2, 3])
        robot.press("W")
        #expect(robot.screen.contains("Write the body, 3 B"))
        #expect(robot.screen.contains("a b.json"))
        robot.press(.backspace)
        robot.type("x")
        robot.press(.enter)
        #expect(robot.takeNames() == ["writeBody 3 to a b.jsox"])
        robot.tell(.bodyWritten(.exists))
        #expect(robot.screen.contains("There is a file of that name. Enter replaces it"))
        robot.press(.enter)
        #expect(robot.takeNames() == ["writeBody 3 to a b.jsox replacing"])
        robot.tell(.bodyWritten(.written(path: "/c/a b.jsox", byteCount: 3)))
        #expect(!robot.hasDialog)
        #expect(robot.footer.contains("The body (3 B) is in /c/a b.jsox."))
    }

    @Test func `of a body that was cut each says how much was kept`() throws {
        let robot = Robot(100, 30)
        robot.press("j")
        let id = try #require(robot.send())
        let response = Response(
            ExchangeFixtures.response(), content: BodyBytes(Array(#"{"a":"b"#.utf8)), count: 100_000_000,
            isComplete: true)
        robot.finish(ExchangeFixtures.exchange(id.rawValue, response: response))
        robot.press("3", "W")
        #expect(robot.screen.contains("Write the body, the first 7 B of 100 MB"), "\(robot.screen)")
        robot.press(.enter)
        robot.tell(.bodyWritten(.written(path: "/c/a.json", byteCount: 7)))
        #expect(robot.footer.contains("The body (the first 7 B of 100 MB) is in /c/a.json."))
        robot.press("y")
        #expect(robot.screen.contains("b  body            the first 7 B of 100 MB"), "\(robot.screen)")
        robot.effects = []
        robot.press("b")
        guard case .copy(let job)? = robot.take().first else {
            Issue.record("nothing was copied")
            return
        }
        let sentence = "Only the first 7 B of 100 MB were kept. W writes them to a file."
        #expect(throws: CopyJob.Refusal(sentence: sentence)) { try job.text() }
    }

    @Test func `another name is asked about again, and a failure can be mended`() throws {
        let robot = try robot()
        robot.press("W", .enter)
        robot.tell(.bodyWritten(.exists))
        robot.type("2")
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames() == ["writeBody 58 to orders.json2"])
        robot.tell(.bodyWritten(.failed(sentence: "It was not written: No space left on device.")))
        #expect(robot.screen.contains("! It was not written: No space left on device."))
        robot.press(.escape)
        #expect(!robot.hasDialog && robot.takeNames().isEmpty)
    }

    @Test func `Esc stops writing`() throws {
        let robot = try robot()
        robot.press("W", .enter)
        robot.tell(.bodyWriting(29))
        #expect(robot.screen.contains("Writing, 29 B so far."))
        robot.effects = []
        robot.press("x", .escape)
        #expect(robot.takeNames() == ["stopWriting"])
        robot.tell(.bodyWritten(.stopped))
        #expect(!robot.hasDialog && robot.footer.contains("no file is left"))
    }

    @Test(arguments: ["v", "o"] as [Key]) func `Esc stops writing a large body for another program`(key: Key) throws {
        let robot = try robot(body: Array(repeating: 0x61, count: 5_000_000))
        robot.press(key)
        robot.tell(.viewWriting(3_000_000))
        #expect(robot.screen.contains("Writing, 3.0 MB so far."))
        robot.effects = []
        robot.press("x", .escape)
        #expect(robot.takeNames() == ["stopViewing"])
        #expect(!robot.hasDialog && robot.footer.contains("no file is left"))
    }

    @Test func `a large body comes to the pager or another program, or why it does not`() throws {
        let robot = try robot(body: Array(repeating: 0x61, count: 5_000_000))
        robot.press("v")
        robot.effects = []
        let file = ViewedFile(program: ExternalProgram(["less"]), name: "The pager", path: "/tmp/x/body.txt")
        robot.tell(.fileReady(file))
        #expect(robot.takeNames() == ["show /tmp/x/body.txt"] && !robot.hasDialog)
        robot.press("v")
        robot.tell(.viewFailed(sentence: "The text cannot be written."))
        #expect(!robot.hasDialog && robot.footer.contains("The text cannot be written."))
        robot.press("o")
        #expect(robot.hasDialog)
        robot.tell(.bodyOpened(by: "xdg-open"))
        #expect(!robot.hasDialog && robot.toastText == "The body was given to xdg-open.")
    }

    @Test func `v and o hand the body to other programs, as it is shown and as it came`() throws {
        let robot = try robot()
        robot.press("v", "b", "v", "o")
        #expect(robot.takeNames() == ["viewBody in pager pretty", "viewBody in pager raw", "viewBody in opener raw"])
    }
}
