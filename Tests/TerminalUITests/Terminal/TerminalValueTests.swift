import Glibc
import Testing

@testable import Base
@testable import TerminalUI

/// Times, signals, pipes and programs, as the loop and the terminal use them.
@Suite struct TerminalValueTests {
    @Test func `a duration is added to a moment, but none that is negative`() {
        let time = MonotonicTime(nanoseconds: 10)
        #expect((time + .nanoseconds(5)).nanoseconds == 15)
        #expect((time + .milliseconds(2)).nanoseconds == 2_000_010)
        #expect(time + .nanoseconds(-5) == time)
        #expect(time + .zero == time)
    }

    @Test func `the time since a later moment is none`() {
        let (early, late) = (MonotonicTime(nanoseconds: 10), MonotonicTime(nanoseconds: 35))
        #expect(late.since(early) == .nanoseconds(25))
        #expect(early.since(late) == .zero)
        #expect(early.since(early) == .zero)
        #expect(early < late)
    }

    @Test func `the clock does not go back`() {
        let first = MonotonicTime.current()
        #expect(first <= MonotonicTime.current())
    }

    @Test(arguments: [(TerminationSignal.hangup, Int32(129)), (.interrupt, 130), (.terminate, 143)])
    func `the exit status of a program that a signal ended is that of shells`(signal: TerminationSignal, status: Int32)
    {
        #expect(signal.exitStatus == status)
    }

    @Test(arguments: [
        (Int32(126), "is a folder or not executable" as String?), (127, "was not found"), (0, nil), (1, nil),
        (125, nil),
        (128, nil),
    ])
    func `a shell says by its status that it could not run a program`(status: Int32, clause: String?) {
        #expect(ExternalProgram.problem(ofShellStatus: status) == clause)
    }

    @Test func `a command line goes to sh, which never parses what follows it`() {
        #expect(
            ExternalProgram(shellCommand: "less -R", arguments: ["a b", "$c"]).arguments
                == ["/bin/sh", "-c", "less -R \"$@\"", "less -R", "a b", "$c"])
        #expect(
            ExternalProgram(shellCommand: "vi", arguments: []).arguments == ["/bin/sh", "-c", "vi \"$@\"", "vi"])
    }

    /// In one test, because curses has one description at a time. All systems with curses have these.
    @Test func `terminfo says what a kind of terminal can do, and knows no kind without a name`() throws {
        let xterm = try #require(TerminalDescription(of: "xterm-256color"))
        #expect(xterm.colors == 256 && xterm.hasMouse && !xterm.hasTrueColor)
        let vt100 = try #require(TerminalDescription(of: "vt100"))
        #expect(vt100.colors == -1 && !vt100.hasMouse && !vt100.hasTrueColor)
        #expect(TerminalDescription(of: "") == nil)
        #expect(TerminalDescription(of: "no-such-terminal") == nil)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 128, 200])
    func `a pipe gives each byte once`(count: Int) {
        let pipe = WakePipe()
        for _ in 0..<count { pipe.wake() }
        let first = pipe.clear()
        #expect(first == [UInt8](repeating: 1, count: count))
        let second = pipe.clear()
        #expect(second.isEmpty)
    }

    @Test func `a pipe that is full takes no more, and never waits`() {
        let pipe = WakePipe()
        for _ in 0..<100_000 { pipe.wake() }
        let bytes = pipe.clear()
        #expect(!bytes.isEmpty)
        #expect(bytes.count <= 100_000)
    }

    /// Nothing else here handles this signal, which does nothing by default.
    @Test func `what a signal does is changed and changed back`() {
        let before = SignalAction.replace(SIGURG, with: SIG_IGN)
        let ignored = SignalAction.replace(SIGURG, with: SIG_DFL)
        let standard = SignalAction.replace(SIGURG, with: SIG_IGN)
        SignalAction.restore(SIGURG, before)
        #expect(ignored.isIgnored && !ignored.isDefault)
        #expect(standard.isDefault && !standard.isIgnored)
    }

    @Test(arguments: [
        ("", 0), ("a", 0), ("\u{1B}", 1), ("a\u{1B}[", 2), ("\u{1B}[20", 4), ("\u{1B}[201", 5), ("\u{1B}[201~", 6),
        ("\u{1B}[201~x", 0), ("\u{1B}[2\u{1B}", 1), ("\u{1B}\u{1B}[2", 3), ("\u{1B}[200", 0),
    ])
    func `it is known how much of a paste's end mark has come`(text: String, length: Int) {
        #expect(PasteReader.endLength(of: Array(text.utf8)) == length)
    }

    @Test(arguments: [
        ("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("a\nb", "a\nb"), ("\r\r\n\n", "\n\n\n"), ("\n\r", "\n\n"), ("", ""),
    ])
    func `each line end of a paste is one line feed`(bytes: String, text: String) {
        #expect(PasteReader.text(Array(bytes.utf8)) == text)
    }

    @Test func `what is no UTF-8 in a paste becomes a replacement character`() {
        #expect(PasteReader.text([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }

    // MARK: Sequences

    private func events(_ text: String) -> [String] { ScriptedInput.events(of: [ScriptedInput.Arrival(text)]) }

    @Test func `a sequence of 64 characters is a key, a longer one is read to its end and means nothing`() {
        let zeros = String(repeating: "0", count: 61)
        #expect(events("\u{1B}[\(zeros)1;5Dj") == ["Ctrl-Left", "j"])
        #expect(events("\u{1B}[\(zeros)01;5Dj") == ["j"])
        #expect(events("\u{1B}[\(String(repeating: "1;", count: 400))Dj") == ["j"])
    }

    @Test func `a report of more than 64 characters is read to its end and says nothing`() {
        let name = "11;rgb:1e1e/1e1e/2e2e"
        let blanks = String(repeating: " ", count: 65 - name.utf8.count)
        #expect(ScriptedInput.decoded([.init("\u{1B}]\(name)\u{7}")]) == [.report(.background(RGB(0x1E_1E2E)))])
        #expect(ScriptedInput.decoded([.init("\u{1B}]\(name)\(blanks)\u{7}j")]) == [.key(.character("j"))])
    }

    @Test func `only the reports of applications and commands are read`() {
        for begin in ["\u{1B}P", "\u{1B}^", "\u{1B}X", "\u{90}", "\u{98}", "\u{9E}"] {
            #expect(ScriptedInput.decoded([.init(begin + "11;rgb:1e1e/1e1e/2e2e\u{7}")]).isEmpty, "\(begin)")
        }
    }

    @Test func `a flood of input without a meaning is read in parts`() {
        let input = ScriptedInput([.init(String(repeating: "\u{80}", count: 1500) + "j")])
        var decoder = InputDecoder()
        _ = input.arrive()
        let first = decoder.next(from: input)
        #expect(first == nil)
        let second = decoder.next(from: input)
        #expect(second == .key(.character("j")))
    }

    // MARK: Reports

    @Test(arguments: [
        (2, 2, true), (1, 2, false), (2, 1, false), (200, 400, true), (201, 400, false), (200, 401, false),
        (10, 0, false),
    ])
    func `a cell has two pixels at least, and not more than any screen gives it`(width: Int, height: Int, isCell: Bool)
    {
        #expect(PixelSize(cell: width, height) == (isCell ? PixelSize(width: width, height: height) : nil))
        let report = isCell ? TerminalReport.cell(PixelSize(width: width, height: height)) : nil
        #expect(TerminalReport(parameters: "6;\(height);\(width)", final: "t") == report)
    }

    @Test(arguments: [
        ("?1;0;2", "S" as Unicode.Scalar, TerminalReport.colorRegisters(2) as TerminalReport?), ("?1;0;1", "S", nil),
        ("?1;1;256", "S", nil), ("?2;0;256", "S", nil), ("1;0;256", "S", nil), ("?1;0;256;1", "S", nil),
        ("?997;1", "n", .scheme(isDark: true)), ("?997;2", "n", .scheme(isDark: false)), ("?997;3", "n", nil),
        ("?996;1", "n", nil), ("997;1", "n", nil), ("?62", "c", .attributes([62])),
        ("?1;;4", "c", .attributes([1, 0, 4])),
        ("62", "c", nil), ("?6;20;10", "t", nil), ("5;20;10", "t", nil), ("6;20", "t", nil), ("6;20;10;1", "t", nil),
    ])
    func `a report has its numbers, its letter and its mark`(
        parameters: String, final: Unicode.Scalar, report: TerminalReport?
    ) {
        #expect(TerminalReport(parameters: parameters, final: final) == report)
    }

    @Test(arguments: [
        ("11;rgb:8/80/8000", RGB(0x88_8080) as RGB?), ("11;rgb:fff/000/7ff", RGB(0xFF_007F)),
        ("11;rgb:1/2/3/4", RGB(0x11_2233)), ("11;rgba:1/2/3/4", RGB(0x11_2233)), ("11;rgba:1/2/3/4/5", nil),
        ("11;hsl:1/2/3", nil),
        ("11;rgb:1/2", nil), ("11;rgb:1/2/00003", nil), ("11;#112233", RGB(0x11_2233)), ("11;112233", RGB(0x11_2233)),
        ("12;rgb:1/2/3", nil), ("11", nil), ("11;", nil),
    ])
    func `a background has one to four digits for each colour`(command: String, color: RGB?) {
        #expect(TerminalReport(command: command) == color.map { .background($0) })
    }

    @Test(arguments: [
        ("Gi=31;OK", true as Bool?), ("Gi=31,p=1;OK", true), ("Ga=q,i=31;OK", true), ("Gi=31;EINVAL:x", false),
        ("Gi=31;OKAY", false), ("Gi=31", nil), ("Gi=3;OK", nil), ("Gi=311;OK", nil), ("i=31;OK", nil), ("G;OK", nil),
        ("", nil),
    ])
    func `a terminal draws kitty's pictures if it says OK to ours`(application: String, draws: Bool?) {
        #expect(TerminalReport(application: application) == draws.map { .kittyGraphics($0) })
    }

    @Test func `the questions are those of xterm and kitty`() {
        #expect(TerminalQuery.kitty == "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
        #expect(TerminalQuery.sixel == "\u{1B}[?1;1;0S")
        #expect(TerminalQuery.cell == "\u{1B}[16t")
        #expect(TerminalQuery.background == "\u{1B}]11;?\u{1B}\\")
        #expect(TerminalQuery.attributes == "\u{1B}[c")
        #expect(TerminalQuery.followScheme == "\u{1B}[?2031h")
        #expect(TerminalQuery.leaveScheme == "\u{1B}[?2031l")
        #expect(TerminalQuestions.pictures != .background)
        #expect(TerminalReport.sixelAttribute == 4)
    }

    @Test(arguments: [
        ("<0;1;1", "M" as Unicode.Scalar, "press 0 0"), ("<0;10;5", "M", "press 9 4"), ("<0;10;5", "m", "release 9 4"),
        ("<32;2;3", "M", "drag 1 2"), ("<4;2;3", "M", "press 1 2"), ("<8;2;3", "M", "press 1 2"),
        ("<16;2;3", "M", "press 1 2"),
        ("<64;2;3", "M", "scrollUp 1 2"), ("<65;2;3", "M", "scrollDown 1 2"), ("<66;2;3", "M", "none"),
        ("<67;2;3", "M", "none"), ("<64;2;3", "m", "none"), ("<1;2;3", "M", "none"), ("<2;2;3", "M", "none"),
        ("<35;2;3", "M", "none"), ("<0;0;3", "M", "none"), ("<0;2;0", "M", "none"), ("<0;2", "M", "none"),
        ("<0;2;3;4", "M", "none"), ("0;2;3", "M", "none"), ("<;2;3", "M", "none"), ("<0;2;3", "A", "none"),
        ("<3;2;3", "M", "release 1 2"),
    ])
    func `the present form of the mouse has the button, column and row`(
        parameters: String, final: Unicode.Scalar, event: String
    ) {
        let got = MouseEvent(parameters: parameters, final: final).map { "\($0.kind) \($0.at.x) \($0.at.y)" }
        #expect(got ?? "none" == event)
    }

    // MARK: Glyphs

    static let sets: [(String, Glyphs)] = [
        ("unicode", .unicode), ("ascii", .ascii), ("console", .console), ("plain", .plain),
    ]

    @Test func `every mark is one column wide`() {
        for (name, glyphs) in Self.sets {
            let marks =
                [
                    glyphs.open, glyphs.closed, glyphs.selected, glyphs.ellipsis, glyphs.scrollTrack,
                    glyphs.scrollThumb,
                    glyphs.online, glyphs.unsaved, glyphs.checked, glyphs.unchecked, glyphs.exercised,
                    glyphs.unexercised,
                    glyphs.dot, glyphs.error, glyphs.warning,
                ] + glyphs.bar + glyphs.spinner
            for mark in marks { #expect(DisplayWidth.of(SafeText(String(mark))) == 1, "\(name): \(mark)") }
        }
    }

    @Test func `marks without Unicode are ASCII, but for the console's lines and blocks`() {
        let ascii = Glyphs.ascii
        #expect(
            [
                ascii.open, ascii.closed, ascii.selected, ascii.ellipsis, ascii.online, ascii.unsaved, ascii.checked,
                ascii.unchecked, ascii.dot, ascii.exercised, ascii.unexercised, ascii.scrollTrack, ascii.scrollThumb,
            ].allSatisfy { $0.isASCII })
        #expect(Glyphs.console.bar == ["▌", "█"])
        #expect(Glyphs.console.checked == ascii.checked)
        #expect(Glyphs.console.dot == "·")
    }

    @Test func `a screen without drawings has words for marks, and no animation`() {
        #expect(Glyphs.plain.mark(\.unsaved, "unsaved") == "unsaved")
        #expect(Glyphs.unicode.mark(\.unsaved, "unsaved") == "●")
        #expect(Glyphs.ascii.mark(\.checked, "checked") == "x")
        #expect(Glyphs.plain.spinner.isEmpty)
        #expect(!Glyphs.ascii.usesWords && !Glyphs.unicode.usesWords && !Glyphs.console.usesWords)
    }

    // MARK: Pictures

    @Test func `colours that differ in their last three bits are one, with the mean of its pixels`() {
        let palette = ColorPalette([0xFF_0000, 0xFE_0102], most: 256)
        #expect(palette.colors == [0xFF_0101])
        #expect(palette.index(of: 0xFE_0102) == 0)
    }

    @Test func `a palette has a colour for each pixel's, and no more than it may`() {
        var pixels: [UInt32] = []
        for number in 0..<UInt32(4096) {
            let (red, green, blue) = (number % 16, number / 16 % 16, number / 256)
            pixels.append(red << 20 | green << 12 | blue << 4)
        }
        for most in [2, 16, 255, 256] {
            let palette = ColorPalette(pixels[...], most: most)
            #expect(palette.colors.count == most)
            #expect(pixels.allSatisfy { Int(palette.index(of: $0)) < most })
        }
        let few = ColorPalette([0x00_0000, 0xFF_FFFF, 0x00_0000], most: 256)
        #expect(Set(few.colors) == [0x00_0000, 0xFF_FFFF])
        #expect(few.colors[Int(few.index(of: 0xFF_FFFF))] == 0xFF_FFFF)
    }

    @Test func `no pixels have no colours`() {
        #expect(ColorPalette([], most: 16).colors.isEmpty)
    }
}
