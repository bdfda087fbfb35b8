import Glibc
import TestSupport
import Testing

/// The built program on a pseudo-terminal: `apitui keys` shows what it reads, and afterwards the terminal must be
/// restored.
@Suite(.serialized) struct TerminalMannersTests {
    private let home = ScratchFolder()
    private var environment: [String] { ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=\(home.path)"] }

    private func start(
        _ environment: [String]? = nil, rows: UInt16 = 24, columns: UInt16 = 80, ignoring ignored: String? = nil
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            ["keys"], environment: environment ?? self.environment, rows: rows, columns: columns, ignoring: ignored)
        terminal.expect("\u{1B}[?2004h")
        terminal.expect("twice")
        return terminal
    }

    /// Alternate screen left, cursor on, mouse and paste reports off, colours reset, line settings as before.
    private func expectRestored(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = terminal.text
        let left = text.range(of: "\u{1B}[?1049l")
        #expect(left != nil, "the alternate screen was not left", sourceLocation: sourceLocation)
        #expect(text.contains("\u{1B}[?2004l"), sourceLocation: sourceLocation)
        #expect(text.contains("\u{1B}[?1006;1000l") || text.contains("\u{1B}[?1000l"), sourceLocation: sourceLocation)
        let shows = text.lastIndexOf("\u{1B}[?25h") ?? text.lastIndexOf("\u{1B}[?12l\u{1B}[?25h") ?? -1
        let hides = text.lastIndexOf("\u{1B}[?25l") ?? -2
        #expect(shows > hides, "the cursor stayed hidden", sourceLocation: sourceLocation)
        #expect(terminal.isCooked, sourceLocation: sourceLocation)
    }

    @Test func `the ordinary end leaves the terminal as it was`() throws {
        let terminal = try start()
        #expect(!terminal.isCooked)
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test(arguments: [
        SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGQUIT, SIGUSR1,
        SIGALRM, SIGXCPU,
    ])
    func `every signal that ends the program leaves the terminal as it was`(signal: Int32) throws {
        let terminal = try start()
        kill(terminal.process, signal)
        #expect(terminal.end() == 128 + signal)
        expectRestored(terminal)
    }

    @Test(arguments: [("TERM", SIGTERM), ("HUP", SIGHUP), ("INT", SIGINT)])
    func `a signal that the program was started with ignored does not end it`(name: String, signal: Int32) throws {
        let terminal = try start(ignoring: name)
        kill(terminal.process, signal)
        terminal.type("\u{1B}[15~")
        terminal.expect("F5")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test(arguments: [true, false])
    func `what libraries say meanwhile goes to a file in TMPDIR, or in its place in tmp`(exists: Bool) throws {
        let folder = try TemporaryFolder()
        let chosen = exists ? folder.path : folder.path + "/gone"
        let terminal = try start(environment + ["TMPDIR=\(chosen)"])
        let errors = PseudoTerminal.target(ofLink: "/proc/\(terminal.process)/fd/2")
        #expect(errors.hasPrefix("\(exists ? chosen : "/tmp")/apitui-stderr-"), "\(errors)")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
    }

    @Test(
        arguments: [
            ("\u{3}", 130), ("\u{1C}", 130), (nil, 128 + SIGTERM), (nil, 128 + SIGHUP),
        ] as [(String?, Int32)])
    func `a hidden prompt ends at once, by a key or a signal, and the echo is on again`(
        _ key: String?, _ status: Int32
    ) throws {
        let path = home.write("p.http", "# @prompt password\nGET http://127.0.0.1:1/{{password}}\n")
        let terminal = try PseudoTerminal(["send", path], environment: environment)
        terminal.expect("password: ")
        #expect(!terminal.isCooked)
        if let key { terminal.type(key) } else { kill(terminal.process, status - 128) }
        #expect(terminal.end() == status)
        #expect(terminal.isCooked)
    }

    @Test func `keys, paste and mouse are understood`() throws {
        let terminal = try start()
        terminal.type("\u{1B}[1;5D")
        terminal.expect("Ctrl-Left")
        terminal.type("\u{1B}x")
        terminal.expect("Alt-x")
        terminal.type("\u{1B}\u{13}")
        terminal.expect("Esc")
        terminal.expect("Ctrl-S")
        terminal.type("漢")
        terminal.expect("漢")
        terminal.type("\u{1B}")
        terminal.expect("Esc")
        terminal.type("\u{1B}[200~two\rlines\u{1B}]0;x\u{7}\u{1B}[201~")
        terminal.expect("characters: ")
        terminal.expect("\\x1B]")
        terminal.type("\u{1B}[<0;10;5M")
        terminal.expect("press at column 9, row 4")
        terminal.type("\u{1B}[<65;3;2M")
        terminal.expect("wheel down at column 2, row 1")
        #expect(!terminal.text.contains("\u{1B}]0;x"))
        terminal.type("\u{1A}")
        terminal.expect("\u{1B}[?1049l")
    }

    @Test func `a report of the terminal is not a key`() throws {
        let terminal = try start()
        terminal.forget()
        for reply in TerminalReplies.all where reply.hasPrefix("\u{1B}") {
            terminal.type(reply)
        }
        terminal.type("\u{1B}[15~")
        terminal.expect("F5")
        #expect(!terminal.text.contains("Alt-") && !terminal.text.contains("Esc") && !terminal.text.contains("Up"))
        terminal.type("\u{1B}]")
        terminal.expect("Alt-]")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
    }

    @Test func `any bytes from the keyboard do no harm`() throws {
        let terminal = try start()
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("\u{1B}\u{1B}[[O;;<mM~?0159abAZ".utf8) + [0xFF, 0x80, 0xE6, 0xBC]
        for _ in 0..<200 {
            terminal.type("\u{1B}[12;40t")
            let bytes = (0..<12).compactMap { _ in alphabet.randomElement(using: &generator) }
            terminal.type(String(decoding: bytes, as: UTF8.self))
        }
        terminal.type("\u{1B}[201~\u{3}\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test func `a storm of sizes down to one cell is survived, and the last size is drawn`() throws {
        let terminal = try start()
        for round in 0..<100 {
            terminal.resize(rows: round % 3 == 0 ? 1 : 30, columns: UInt16(1 + round * 7 % 200))
        }
        terminal.resize(rows: 1, columns: 1)
        terminal.resize(rows: 10, columns: 61)
        terminal.expect("61 x 10")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test func `a height that changes while an editor has the terminal is that of the next frame`() throws {
        let request = home.write("one.http", "GET http://127.0.0.1:1/one\n")
        let editor = home.write("editor", "echo the-editor-waits\nread -r line\n")
        let terminal = try PseudoTerminal(
            [request], environment: environment + ["EDITOR=sh \(editor)"], rows: 36, columns: 120)
        terminal.expect("Params")
        terminal.type("2E")
        terminal.expect("the-editor-waits")
        terminal.resize(rows: 9, columns: 120)
        terminal.type("\n")
        // Too low for anything but the sentence that says so.
        terminal.expect("120x9.")
        terminal.forget()
        terminal.resize(rows: 36, columns: 120)
        terminal.expect("Params")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test func `a terminal that does not know its size has that of its kind, after a stop too`() throws {
        let terminal = try start(rows: 0, columns: 0)
        terminal.forget()
        kill(terminal.process, SIGTSTP)
        terminal.expect("\u{1B}[?1049l")
        terminal.expect("twice")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test func `stopping gives the terminal back, continuing takes it again and draws the whole screen`() throws {
        let terminal = try start()
        terminal.type("x")
        terminal.expect("key")
        terminal.forget()
        kill(terminal.process, SIGTSTP)
        // The kernel does not stop an orphaned job: it leaves the screen and returns at once, which is visible here.
        terminal.expect("\u{1B}[?1049l")
        kill(terminal.process, SIGCONT)
        terminal.expect("\u{1B}[?2004h")
        terminal.expect("twice")
        terminal.type("\u{3}\u{3}")
        #expect(terminal.end() == 0)
        expectRestored(terminal)
    }

    @Test func `without UTF-8 only ASCII is drawn`() throws {
        let terminal = try start(["TERM=xterm-256color", "LC_ALL=C"])
        terminal.expect("ASCII only")
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test func `NO_COLOR leaves attributes and no colour`() throws {
        let terminal = try start(environment + ["NO_COLOR=1"])
        terminal.expect("no colours")
        #expect(!terminal.text.contains("[38;5;") && !terminal.text.contains("[3m"))
        #expect(terminal.text.contains("\u{1B}[1m") || terminal.text.contains(";1m"))
    }

    @Test(arguments: [
        (["LC_ALL=C.UTF-8"], "TERM is not set"), (["TERM=dumb"], "TERM is \"dumb\""),
        (["TERM=no-such\u{1B}[2J"], "TERM=no-such\\x1B[2J is not known"),
    ])
    func `a terminal that cannot be drawn on gets one sentence and status 2`(environment: [String], sentence: String)
        throws
    {
        let terminal = try PseudoTerminal(["keys"], environment: environment)
        #expect(terminal.end() == 2)
        #expect(terminal.text.contains(sentence))
        #expect(terminal.text.filter { $0 == "\n" || $0 == "\r\n" }.count == 1)
        #expect(terminal.isCooked)
    }
}

extension String {
    /// The offset of the last occurrence of a text, in UTF-8 bytes.
    fileprivate func lastIndexOf(_ text: String) -> Int? {
        let bytes = Array(utf8)
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...bytes.count - wanted.count).last { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
