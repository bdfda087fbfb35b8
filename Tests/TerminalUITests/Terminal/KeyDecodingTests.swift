import Glibc
import Testing

@testable import Base
@testable import TerminalUI

struct KeyDecodingTests {
    @Test(arguments: [
        ("", "A", Key.up), ("1;5", "D", .wordLeft), ("1;3", "C", .wordRight), ("1;2", "D", .left),
        ("1;5", "H", .textStart), ("1;5", "F", .textEnd),
        ("3", "~", .delete), ("3;5", "~", .deleteWord), ("5", "~", .pageUp), ("15", "~", .function(5)),
        ("24;2", "~", .function(12)),
        ("", "Z", .backTab), ("27;5;105", "~", .tab), ("27;5;120", "~", .control("x")), ("97;5", "u", .control("a")),
        ("65;5", "u", .control("a")), ("97;3", "u", .alt("a")), ("233", "u", .character("é")), ("27", "u", .escape),
        ("9;2", "u", .backTab), ("13;5", "u", .enter), ("104;5", "u", .backspace), ("127;3", "u", .alt("\u{7F}")),
        ("97:65;2:1", "u", .character("a")), ("1;-9223372036854775808", "A", .up),
    ])
    func `sequences with modifiers are understood`(parameters: String, final: Unicode.Scalar, key: Key) {
        #expect(EscapeSequences.key(parameters: parameters, final: final) == key)
    }

    @Test(arguments: [
        ("?1;2", "c"), ("12;40", "t"), ("99", "~"), ("", "I"), ("1114112", "u"), ("55296", "u"), ("57358", "u"),
        ("-5", "u"),
        ("99999999999999999999", "u"), (";;;;", "~"),
    ])
    func `unknown sequences do nothing`(parameters: String, final: Unicode.Scalar) {
        #expect(EscapeSequences.key(parameters: parameters, final: final) == nil)
    }

    @Test(arguments: [
        ("kLFT5", Key.wordLeft), ("kRIT3", .wordRight), ("kUP", .up), ("kDC5", .deleteWord), ("kNXT2", .pageDown),
    ])
    func `terminfo's extended names are understood`(name: String, key: Key) {
        #expect(EscapeSequences.key(extendedName: name) == key)
    }

    @Test(arguments: [
        (0x0D, Key.enter), (0x0A, .enter), (0x09, .tab), (0x7F, .backspace), (0x08, .backspace), (0x1B, .escape),
        (0x03, .control("c")), (0x1A, .control("z")), (0x1F, .control("_")), (0x00, .control(" ")),
        (0x20, .character(" ")),
        (0x6F22, .character("漢")),
    ])
    func `characters in raw mode are keys`(value: Int, key: Key) throws {
        #expect(CursesKeys.key(for: try #require(Unicode.Scalar(UInt32(value)))) == key)
    }

    @Test(arguments: [1, 2, 12, 63]) func `curses' function keys are those of their number`(number: Int) {
        // KEY_F0 of curses.
        #expect(CursesKeys.key(forCode: 0o410 + Int32(number)) == .function(number))
    }

    @Test(arguments: [
        (Key.character("x"), [Key.alt("x")]), (.backspace, [.alt("\u{7F}")]), (.left, [.wordLeft]),
        (.right, [.wordRight]), (.wordLeft, [.wordLeft]), (.wordRight, [.wordRight]), (.enter, [.escape, .enter]),
        (.control("s"), [.escape, .control("s")]), (.up, [.escape, .up]), (.tab, [.escape, .tab]),
    ])
    func `Esc and a key that come together lose neither`(key: Key, keys: [Key]) {
        #expect(EscapeSequences.keys(afterEscape: key) == keys)
    }

    @Test(arguments: [(999, 0), (1000, 1), (2500, 2)])
    func `input without a meaning is let go of after a thousand, and then read on`(count: Int, turns: Int) {
        // No key sends it, and it begins no sequence.
        let input = ScriptedInput([.init(String(repeating: "\u{80}", count: count) + "j")])
        _ = input.arrive()
        var decoder = InputDecoder()
        let events = (0..<4).map { _ in decoder.next(from: input) }
        let found = events.firstIndex { $0 != nil }
        #expect(found == turns)
    }

    @Test func `every kind of key has a distinct name`() {
        let keys: [Key] = [
            .character("a"), .character(" "), .control("a"), .alt("a"), .alt("\u{7F}"), .function(5), .enter, .escape,
            .tab,
            .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .wordLeft, .wordRight, .textStart, .textEnd, .deleteWord,
        ]
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(keys.allSatisfy { SafeText($0.name).hazards.total == 0 })
    }
}

struct PasteReaderTests {
    /// Feeds bytes through a pipe; returns the paste and what was left after it.
    private func read(_ bytes: [UInt8], closes: Bool = false) -> (String, [UInt8]) {
        let pipe = WakePipe()
        _ = write(pipe.writeEnd, bytes, bytes.count)
        let text = PasteReader(descriptor: pipe.readEnd, stallMilliseconds: 0).read()
        return (text, pipe.clear())
    }

    @Test(arguments: [
        ("hello", "hello"), ("", ""), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("\u{1B}[201", "\u{1B}[201"),
        ("\u{1B}\u{1B}[20", "\u{1B}\u{1B}[20"),
        ("x\u{1B}[31mred", "x\u{1B}[31mred"), ("漢字", "漢字"),
    ])
    func `a paste ends at its mark and takes nothing after it`(pasted: String, text: String) {
        let (got, rest) = read(Array((pasted + "\u{1B}[201~jk\u{1B}[A").utf8))
        #expect(got == text)
        #expect(rest == Array("jk\u{1B}[A".utf8))
    }

    /// Within its first two characters it cannot be told from Esc and Alt-[.
    @Test(arguments: 3...5)
    func `a paste is one wherever a slow line cuts its start mark`(cut: Int) {
        let mark = "\u{1B}[200~"
        let events = ScriptedInput.events(of: [
            .init(String(mark.prefix(cut))), .init("\(mark.dropFirst(cut))D\r", after: .milliseconds(200)),
        ])
        #expect(events == ["\(InputEvent.paste("D\r"))"])
    }

    @Test func `a paste waits longer for its rest than a slow network pauses`() {
        #expect(PasteReader(descriptor: STDIN_FILENO).stallMilliseconds >= 5000)
    }

    @Test func `a paste whose end never comes gives what came`() {
        #expect(read(Array("half".utf8)).0 == "half")
    }

    /// As when the window gets another size meanwhile.
    @Test func `a signal does not end a paste`() throws {
        let paste = try PasteThread()
        var interruptions: [Bool] = []
        for part in ["one", " two", " three"] {
            paste.send(Array(part.utf8))
            interruptions.append(paste.interrupt())
        }
        paste.send(PasteReader.endMark)
        let text = paste.end()
        #expect(text == "one two three" && interruptions == [true, true, true])
    }
}

struct TerminalTextTests {
    private func sent(_ grapheme: String, _ width: UInt8, utf8: Bool = true) -> [String] {
        TerminalText.parts(of: Cell(grapheme: grapheme, width: width, style: .text), isUTF8: utf8).map {
            var text = ""
            text.unicodeScalars.append(contentsOf: $0)
            return text
        }
    }

    @Test func `every column is filled, whatever the cluster`() {
        #expect(sent("a", 1) == ["a"])
        #expect(sent("a", 1, utf8: false) == ["a"])
        #expect(sent("漢", 2, utf8: false) == ["?", "?"])
        #expect(sent("🇩🇪", 2) == ["D", "E"])
    }

    /// The widths are those of the C library, which knows them in a UTF-8 locale only.
    @Test func `a cluster that the library measures otherwise is cut to what fills its columns`() throws {
        let known: locale_t? = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let locale = try #require(known)
        let before = uselocale(locale)
        defer {
            _ = uselocale(before)
            freelocale(locale)
        }
        #expect(sent("漢", 2) == ["漢"] && sent("漢", 1) == ["\u{FFFD}"])
        #expect(sent("e\u{301}", 1) == ["e\u{301}"])
        #expect(sent("❤\u{FE0F}", 2) == ["❤", " "])
        #expect(sent("👍🏽", 2) == ["👍"] && sent("👩\u{200D}👧", 2) == ["👩"])
        let most = TerminalText.parts(
            of: Cell(grapheme: "x\u{316}\u{317}\u{318}\u{319}\u{31A}", width: 1, style: .text), isUTF8: true)
        #expect(most.map { $0.map(\.value) } == [[0x78, 0x316, 0x317, 0x318, 0x319]])
    }
}

struct ProgramRunnerTests {
    @Test func `the way a program ended is reported`() {
        #expect(ProgramRunner.run(ExternalProgram(["sh", "-c", "exit 7"])) == .exited(status: 7))
        #expect(ProgramRunner.run(ExternalProgram(["sh", "-c", "kill -TERM $$"])) == .signalled(SIGTERM))
        #expect(
            ProgramRunner.run(ExternalProgram(["no-such-program-here"]))
                == .notStarted(sentence: "no-such-program-here could not be started: No such file or directory."))
        #expect(ProgramRunner.run(ExternalProgram([])) == .notStarted(sentence: "No program was named."))
    }

    @Test func `a shell command gets file names as they are`() {
        let program = ExternalProgram(
            shellCommand: "f() { test \"$2\" = 'a b; $(x)' ; }; f --flag", arguments: ["a b; $(x)"])
        #expect(ProgramRunner.run(program) == .exited(status: 0))
    }
}
