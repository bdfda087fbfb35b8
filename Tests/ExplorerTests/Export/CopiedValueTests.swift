import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Copying the value under the cursor, and its path.
@Suite struct CopiedValueTests {
    private static let size = Size(columns: 80, rows: 14)

    private static func document(_ text: String, isComplete: Bool = true, type: String = "application/json")
        -> BodyDocument
    {
        BodyDocument(bytes: Array(text.utf8), contentType: type, isComplete: isComplete)
    }

    /// What is copied of a line: the value and the path.
    private static func copies(_ document: BodyDocument, line: Int) throws -> [String] {
        let parts = try #require(document.copyableValue(ofLine: line)).parts
        return try parts.map {
            try CopyJob("The \($0.name)", $0.content, exchange: ExchangeFixtures.exchange()).text().string
        }
    }

    @Test func `a string is copied as its characters, all else as its bytes`() throws {
        let body = Self.document(#"{"a":"x\n\u00e9 \"y\"","b":[1.00,{}],"c":{"d" : null}}"#)
        #expect(try Self.copies(body, line: 1) == ["x\né \"y\"", "$['a']"])
        #expect(try Self.copies(body, line: 2) == ["[1.00,{}]", "$['b']"])
        #expect(try Self.copies(body, line: 3) == ["1.00", "$['b'][0]"])
        #expect(try Self.copies(body, line: 4) == ["{}", "$['b'][1]"])
        #expect(try Self.copies(body, line: 5) == ["[1.00,{}]", "$['b']"], "a closing bracket")
        #expect(try Self.copies(body, line: 7) == ["null", "$['c']['d']"])
        #expect(try Self.copies(body, line: 9).first == #"{"a":"x\n\u00e9 \"y\"","b":[1.00,{}],"c":{"d" : null}}"#)
    }

    @Test func `a path is normalized, and can be asked for again`() throws {
        let text = #"{"it's":{"a\\b":{"\u0001\t é":[[7]]}}}"#
        let body = Self.document(text)
        let path = try Self.copies(body, line: 5)[1]
        #expect(path == #"$['it\'s']['a\\b']['\u0001\t é'][0][0]"#)
        let found = try Self.copies(body, line: 5)[0]
        #expect(found == "7")
    }

    @Test func `a value of a record has the number of the record in its path`() throws {
        let body = Self.document("{\"a\":1}\n{\"a\":2}\n", type: "application/x-ndjson")
        #expect(try Self.copies(body, line: 4) == ["2", "$[1]['a']"])
    }

    @Test(arguments: [#"{"a":"x\"#, #"{"a":"x\u00"#, #"{"a":"xy"#, #"{"a":"xy\""#, #"{"a":[1,"b"#])
    func `a value that the body ends in is copied as far as it goes`(text: String) throws {
        let body = Self.document(text, isComplete: false)
        let value = try Self.copies(body, line: 1)[0]
        #expect(text.hasSuffix(value) && !value.isEmpty)
    }

    @Test func `a path through a hundred thousand levels is made beside the screen`() throws {
        let depth = 100_000
        let body = Self.document(String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth))
        #expect(try Self.copies(body, line: depth) == ["1", "$" + String(repeating: "[0]", count: depth)])
    }

    @Test func `a path that is too long is refused, by its levels or by a name`() throws {
        let depth = 400_000
        for text in [String(repeating: "[", count: depth), "{\"\(String(repeating: "n", count: 1_100_000))\":[1,"] {
            let document = Self.document(text, isComplete: false)
            let line = text.hasPrefix("[") ? depth - 1 : 2
            let part = try #require(document.copyableValue(ofLine: line)).parts[1]
            #expect(throws: CopyJob.Refusal(sentence: "The path is longer than 1 MB; nothing was copied.")) {
                try CopyJob("The path", part.content, exchange: ExchangeFixtures.exchange()).text()
            }
        }
    }

    @Test func `the path that is shown is the one that is copied, unless it is too long for a row`() throws {
        let records = Self.document("{\"a\":1}\n{\"a\":2}\n", type: "application/x-ndjson")
        for (body, line) in [(Self.document(#"[{"i":1}]"#), 2), (Self.document(#"{"it's":[7]}"#), 2), (records, 4)] {
            let copied = try Self.copies(body, line: line)[1]
            let shown = try #require(body.copyableValue(ofLine: line)).parts[1].detail
            #expect(shown == copied)
        }
        let deep = Self.document(String(repeating: "[", count: 1000), isComplete: false)
        #expect(try #require(deep.copyableValue(ofLine: 999)).parts[1].detail == "longer than 1 KB")
    }

    @Test func `a value too large for a clipboard goes to a file, byte for byte`() throws {
        let folder = try TemporaryFolder()
        let text = "{\"a\":[\"" + String(repeating: "é", count: CopyJob.maxBytes / 2) + "\"]}"
        let parts = try #require(Self.document(text).copyableValue(ofLine: 1)).parts
        let job = CopyJob("The value", parts[0].content, exchange: nil)
        let part = try #require(job.largePart)
        let clipboard = Clipboard(
            surroundings: ClipboardRoute.Surroundings(variable: { _ in nil }, isInstalled: { _ in false }),
            files: TemporaryFiles(parent: folder.path), namesProxy: false)
        let outcome = clipboard.write(part)
        let path = try #require(outcome.path)
        #expect(try DiskFile.read(path, limit: 1 << 24).get() == Array(text.utf8.dropFirst(5).dropLast()))
        #expect(
            outcome.sentence(job.name)
                == "8.0 MB are too much for a clipboard. The value (8.0 MB) is in the file \(path) instead, which only you can read."
        )
        TemporaryFiles.remove(fileAt: path)
    }

    @Test func `a value too large for a clipboard that no file takes is not copied, with both reasons`() throws {
        let folder = try TemporaryFolder()
        let clipboard = Clipboard(
            surroundings: ClipboardRoute.Surroundings(variable: { _ in nil }, isInstalled: { _ in false }),
            files: TemporaryFiles(parent: folder.path + "/none"), namesProxy: false)
        let part = CopyJob.Part(of: BodyBytes(Array("[1,2]".utf8)), 1..<4, isString: false)
        let outcome = clipboard.write(part)
        #expect(!outcome.isDone && outcome.path == nil)
        #expect(
            outcome.failures == [
                "3 B are too much for a clipboard.",
                "No private folder can be made in \(folder.path)/none: No such file or directory.",
            ])
    }

    @Test func `the menu shows the value and its path, of what is not JSON the line`() throws {
        let robot = Robot(100, 30)
        robot.press("j")
        let id = try #require(robot.send())
        robot.finish(ExchangeFixtures.exchange(id.rawValue))
        robot.press("3", "j", "j", "j", "y")
        #expect(robot.screen.contains("v  value           array of 2 items, 14 B"))
        #expect(robot.screen.contains("p  path            $['tags']"))
        robot.press("p")
        #expect(robot.takeNames().contains("copy $['tags']"))
        robot.press("b", "y")
        #expect(robot.screen.contains("v  line            {\"id\":"))
    }
}
