import Foundation
import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Programs and files by which something is taken out of a response.
@Suite(.timeLimit(.minutes(5))) struct ExportRuntimeTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func clipboard(_ variables: [String: String], installed: Set<String>) -> Clipboard {
        Clipboard(
            surroundings: ClipboardRoute.Surroundings(
                variable: { variables[$0] }, isInstalled: { installed.contains($0) }),
            files: TemporaryFiles(parent: home.path), namesProxy: false)
    }

    private func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func mode(_ path: String) throws -> UInt32 { try #require(DiskFile.info(path)).st_mode & 0o777 }

    @Test func `a program gets the text, and its status is known`() {
        let path = home.path + "/out"
        let input = [UInt8](repeating: 7, count: 300_000)
        #expect(
            PipedProgram.run(["/bin/sh", "-c", "cat > \(path)"], input: input, timeLimit: .seconds(30))
                == .exited(status: 0))
        #expect(FileManager.default.contents(atPath: path).map { Array($0) } == input)
        #expect(
            PipedProgram.run(["/bin/sh", "-c", "exit 3"], input: input, timeLimit: .seconds(30)) == .exited(status: 3))
        #expect(
            PipedProgram.run(["/bin/sh", "-c", "kill -TERM $$"], input: [], timeLimit: .seconds(30)) == .signalled(15))
    }

    @Test func `a program that is not there, and one that does not end`() {
        let missing = PipedProgram.run(["/no/such/program"], input: [], timeLimit: .seconds(30))
        #expect(missing.problem(of: "x") == "x could not be started: No such file or directory.")
        // It neither reads nor ends.
        let hanging = PipedProgram.run(
            ["/bin/sh", "-c", "exec sleep 1000"], input: [UInt8](repeating: 7, count: 300_000), timeLimit: .zero)
        #expect(hanging.problem(of: "x") == "x did not end in time.")
    }

    @Test func `what fails is followed by the next way, down to a private file`() throws {
        let outcome = clipboard(["DISPLAY": ":0", "TERM": "linux"], installed: ["xclip", "xsel"]).copy(
            ClipboardText("a\nb"))
        #expect(outcome.way == .file)
        #expect(outcome.failures.count == 2, "\(outcome.failures)")
        let path = try #require(outcome.path)
        #expect(contents(path) == "a\nb")
        #expect(try mode(path) == 0o600)
        #expect(try mode(PathText.folder(of: path)) == 0o700)
    }

    @Test func `the terminal is left to the screen, and too much for it goes to the file`() throws {
        let clipboard = clipboard(["TERM": "xterm"], installed: [])
        #expect(clipboard.copy(ClipboardText("a")).way == .terminal)
        let large = clipboard.copy(ClipboardText(String(repeating: "a", count: 800_000)))
        #expect(large.way == .file)
        #expect(
            large.sentence("The body").hasPrefix(
                "800 KB are too much for the terminal. The body (800 KB) is in the file"))
    }

    @Test func `without any room it says so`() {
        var clipboard = clipboard(["TERM": "dumb"], installed: [])
        clipboard.files = TemporaryFiles(parent: home.path + "/missing")
        let outcome = clipboard.copy(ClipboardText("a"))
        #expect(!outcome.isDone)
        #expect(
            outcome.sentence("The body")
                == "The body was not copied: No private folder can be made in \(home.path)/missing: No such file or directory."
        )
    }

    @Test func `a pager gets the lines of the pane, escapes written out`() {
        let long = String(repeating: "x", count: 20_000)
        let body = BodyDocument(
            bytes: Array("{\"a\":\"\u{202E}x\",\"b\":\"\(long)\"}".utf8), contentType: "application/json")
        var text: [UInt8] = []
        BodyViewing.forEachPiece(of: body.lines(.pretty, columns: 80)) {
            text += $0
            return true
        }
        #expect(String(decoding: text, as: UTF8.self) == "{\n  \"a\": \"\\u{202E}x\",\n  \"b\": \"\(long)\"\n}\n")
    }

    @Test func `lines with tabs, other characters and long stretches are written as they are shown`() {
        let long = String(repeating: "äöü", count: 60_000)
        for text in [
            "a\tb\n\u{1B}[2J\tc\r\n\n", "\(long)\nend", "{\"a\":[1,{\"b\":\"\(long)\"}],\"c\":[]}", "{\"a\": 1",
        ] {
            for mode in [BodyMode.pretty, .raw] {
                let lines = BodyDocument(bytes: Array(text.utf8)).lines(mode, columns: 80)
                var written: [UInt8] = []
                BodyViewing.forEachPiece(of: lines) {
                    written += $0
                    return true
                }
                let shown = (0..<lines.lineCount).map { line in
                    lines.line(line, columns: 0..<lines.columnCount(ofLine: line)).spans.map(\.text.string).joined()
                }
                #expect(
                    String(decoding: written, as: UTF8.self) == shown.map { $0 + "\n" }.joined(),
                    "\(mode) \(text.prefix(20))")
            }
        }
    }

    @Test func `lines that are made one by one are written whole, in pieces, until no more are wanted`() {
        let long = String(repeating: "x", count: 20_000)
        func written(_ lines: any LineSource, pieces most: Int = .max) -> (text: String, pieces: Int) {
            var (text, pieces): ([UInt8], Int) = ([], 0)
            BodyViewing.forEachPiece(of: lines) {
                text += $0
                pieces += 1
                return pieces < most
            }
            return (String(decoding: text, as: UTF8.self), pieces)
        }
        let few = written(StaticLines([Line("one"), Line([Span(SafeText(long))]), Line("end")]))
        #expect(few.text == "one\n\(long)\nend\n" && few.pieces == 1)
        let hex = HexLines(BodyBytes([0, 0x41, 0xFF]), count: 3, columns: 80)
        let row = hex.line(0, columns: 0..<hex.columnCount(ofLine: 0)).spans.map(\.text.string).joined()
        #expect(row.contains("00 41 FF") && written(hex).text == row + "\n")
        // 15,000 rows of more than 70 characters are more than one piece of a megabyte.
        let many = HexLines(BodyBytes([UInt8](repeating: 0x41, count: 240_000)), count: 240_000, columns: 80)
        let all = written(many)
        #expect(all.text.utf8.count(where: { $0 == 0x0A }) == 15_000 && all.pieces == 2)
        let part = written(many, pieces: 1)
        #expect(part.pieces == 1 && all.text.hasPrefix(part.text) && part.text.utf8.count >= 1 << 20)
    }

    @Test func `writing for another program reports how far it is, and leaves nothing when it is stopped`() throws {
        let body = Array(repeating: UInt8(ascii: "a"), count: 10 << 20)
        let exchange = ExchangeFixtures.exchange(response: ExchangeFixtures.response(body: body))
        let document = BodyDocument(bytes: body, contentType: "text/plain")
        let viewing = BodyViewing(files: TemporaryFiles(parent: home.path))
        let job = BodyViewJob(viewer: .pager, exchange: exchange, document: document, mode: .raw)
        var counts: [Int] = []
        let next = viewing.begin(
            job, failed: { _ in },
            progressed: { count in
                counts.append(count)
                return counts.count < 2
            })
        guard case .stopped = next else {
            Issue.record("\(next)")
            return
        }
        #expect(counts.count == 2 && counts == counts.sorted() && counts[1] < body.count)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `nothing is left of a file that is being written when the program ends`() throws {
        let body = Array(repeating: UInt8(ascii: "a"), count: 10 << 20)
        let exchange = ExchangeFixtures.exchange(response: ExchangeFixtures.response(body: body))
        let document = BodyDocument(bytes: body, contentType: "text/plain")
        let viewing = BodyViewing(files: TemporaryFiles(parent: home.path))
        let job = BodyViewJob(viewer: .pager, exchange: exchange, document: document, mode: .raw)
        var left: [[String]?] = []
        _ = viewing.begin(
            job, failed: { _ in },
            progressed: { _ in
                viewing.removeFiles()
                left.append(try? FileManager.default.contentsOfDirectory(atPath: home.path))
                return true
            })
        #expect(!left.isEmpty && left.allSatisfy { $0 == [] }, "\(left)")
    }

    @Test func `nothing is left of a file whose program did not start, and none is written after the end`() throws {
        let document = BodyDocument("{\"a\":1}", "application/json")
        let viewing = BodyViewing(files: TemporaryFiles(parent: home.path))
        let job = BodyViewJob(
            viewer: .pager, exchange: ExchangeFixtures.exchange(), document: document, mode: .raw, pager: "less")
        guard case .show(let file) = viewing.begin(job, failed: { _ in }) else {
            Issue.record("the file was not written")
            return
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
        viewing.removeFiles()
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
        guard case .stopped = viewing.begin(job, failed: { _ in }) else {
            Issue.record("a file was written after the end")
            return
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test func `a temporary file goes with its folder when its program has ended`() throws {
        let path = try TemporaryFiles(parent: home.path).write([1, 2], name: "body.bin")
        #expect(FileManager.default.contents(atPath: path).map { Array($0) } == [1, 2])
        let file = ViewedFile(program: ExternalProgram(["x"]), name: "The pager", path: path)
        #expect(file.finish(.exited(status: 2)) == "The pager ended with status 2.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
        #expect(file.finish(.exited(status: 127)) == "The pager was not found.")
    }

    @Test(arguments: [(127, "was not found"), (126, "is a folder or not executable")] as [(Int32, String)])
    func `a program that the shell cannot run is named`(_ status: Int32, _ problem: String) {
        #expect(PipedProgram.Outcome.exited(status: status).problem(of: "feh") == "feh \(problem).")
        let editor = ExternalEditor(command: "no-such-editor", temporaryFolder: home.path)
        let session = ExternalEditor.Session(
            program: ExternalProgram(["x"]), folder: home.path, file: home.path + "/e/x", original: "")
        #expect(
            editor.finish(session, .exited(status: status))
                == .failed("The editor 'no-such-editor' \(problem): set VISUAL or EDITOR; nothing was changed."))
    }

    private static let killed = ExternalProgram.Outcome.signalled(9)
    private static let latin1 = Array("gr".utf8) + [0xFC, 0xDF]

    @Test(arguments: [
        (killed, Array("typed".utf8), "The editor was ended by signal 9; the text is kept in"),
        (.exited(status: 137), Array("typed".utf8), "The editor ended with status 137; the text is kept in"),
        (.exited(status: 0), latin1, "The edited text is not UTF-8; the text is kept in"),
    ])
    func `what was typed in an editor is kept if it cannot be taken over, and the sentence says where`(
        outcome: ExternalProgram.Outcome, typed: [UInt8], sentence: String
    ) throws {
        let editor = ExternalEditor(command: "ed", temporaryFolder: home.path)
        let session = try editor.begin("before", fileExtension: "http")
        try Data(typed).write(to: URL(filePath: session.file))
        #expect(editor.finish(session, outcome) == .failed("\(sentence) \(session.file)."))
        #expect(FileManager.default.contents(atPath: session.file).map { Array($0) } == typed)
        #expect(try mode(session.folder) == 0o700)
    }

    @Test func `the swap file of an editor that was ended is kept, and nothing where nothing was written`() throws {
        let editor = ExternalEditor(command: "vi", temporaryFolder: home.path)
        let unwritten = try editor.begin("before", fileExtension: "http")
        #expect(
            editor.finish(unwritten, Self.killed)
                == .failed("The editor was ended by signal 9; nothing was changed."))
        let unchanged = try editor.begin("before", fileExtension: "http")
        #expect(editor.finish(unchanged, .exited(status: 0)) == .unchanged)
        let changed = try editor.begin("before", fileExtension: "http")
        try Data("after\n".utf8).write(to: URL(filePath: changed.file))
        #expect(editor.finish(changed, .exited(status: 0)) == .changed("after"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
        let swapped = try editor.begin("before", fileExtension: "http")
        try Data("swap".utf8).write(to: URL(filePath: swapped.folder + "/.request.http.swp"))
        #expect(
            editor.finish(swapped, Self.killed)
                == .failed("The editor was ended by signal 9; what it left is kept in \(swapped.folder)."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: swapped.folder).count == 2)
    }

    @Test func `a FIFO that an editor leaves is never waited for`() throws {
        let editor = ExternalEditor(command: "ed", temporaryFolder: home.path)
        let session = try editor.begin("before", fileExtension: "http")
        unlink(session.file)
        mkfifo(session.file, 0o600)
        #expect(
            editor.finish(session, .exited(status: 0))
                == .failed(
                    "The edited file cannot be read: it is not a regular file; what it left is kept in \(session.folder)."
                ))
    }

    @Test func `a typed path is relative to the folder or the home`() {
        #expect(UserPath.absolute("a/../b", home: "/h", folder: "/f") == "/f/b")
        #expect(UserPath.absolute("~/b", home: "/h", folder: "/f") == "/h/b")
        #expect(UserPath.absolute("/b", home: "/h", folder: "/f") == "/b")
        #expect(UserPath.absolute("b/", home: "/h", folder: "/f") == "/f/b/")
    }
}
