import NetEngine
import NetEngineRequestLog
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What Collections shows before and instead of its rows, and the marks of rows that change by themselves.
@Suite struct CollectionRowTests {
    private func words(_ row: String?) -> String { (row ?? "").split(separator: " ").joined(separator: " ") }

    private func row(_ name: String, _ robot: Robot) -> String {
        words(robot.inside(.collections).first { $0.contains(name) })
    }

    @Test func `before its files are read Collections says so, and then why they cannot be`() {
        let robot = Robot.reading(100, 30)
        #expect(robot.words(.collections) == "reading…")
        #expect(!robot.words(.request).contains("No request"), "nobody knows that yet")
        let sentence = "There is no file or folder /c, where a collection was looked for."
        robot.tell(.collectionLoaded(.failure(CollectionError(sentence: sentence))))
        #expect(robot.words(.collections).contains(sentence), "\(robot.screen)")
        let empty = Robot(100, 30)
        empty.script("z / zzz")
        #expect(empty.words(.collections) == "/zzz Nothing matches. Esc clears the filter.", "\(empty.screen)")
    }

    @Test func `a file that cannot be read has its reason in its row`() {
        var folder = Robot.folder([("a.http", "GET http://h/1\n")])
        folder.nodes.append(
            .file(
                CollectionFile(
                    path: "/c/z.http", relativePath: "z.http", document: HTTPDocument(bytes: []),
                    stamp: FileStamp(bytes: []), problem: FileProblem("cannot be read: permission denied."))))
        let robot = Robot(160, 40, files: [])
        robot.tell(.collectionLoaded(.success(folder)))
        robot.press("1", "z")
        #expect(row("z.http", robot).hasSuffix("! z.http cannot be read: permission denied."), "\(robot.screen)")
        #expect(robot.border(.collections).contains(" 1 "), "it has no request that would be counted")
    }

    @Test func `the mark of a request that is sent turns every tenth of a second`() throws {
        let robot = Robot(160, 40)
        _ = try #require(robot.send())
        let count = Glyphs.unicode.spinner.count
        var rows: [String] = []
        for _ in 0...count {
            rows.append(row("list orders", robot))
            robot.wait(.milliseconds(100))
            robot.tick()
        }
        #expect(Set(rows).count == count && rows[0] == rows[count] && rows[0] != rows[1], "\(rows)")
        let plain = Robot(160, 40, glyphs: .plain)
        _ = try #require(plain.send())
        #expect(row("list orders", plain).hasSuffix("GET list orders sending shown"), "\(plain.screen)")
    }

    @Test func `where words stand for marks, a response of the cache says so in one`() {
        for (glyphs, ending) in [(Glyphs.unicode, "200 c"), (.plain, "200 cached")] {
            let robot = Robot(160, 40, glyphs: glyphs)
            robot.tell(
                .lastLogged([
                    LogRow(
                        id: 1, state: .done, startedAt: Timestamp(microsecondsSince1970: 10), method: "POST",
                        url: "https://h.example/", name: "create", file: "/c/orders.http", source: .run,
                        process: "apitui", pid: 7, status: 200, cache: .hit, duration: .milliseconds(5))
                ]))
            #expect(row("create order", robot) == "POST create order \(ending)", "\(robot.screen)")
        }
    }
}
