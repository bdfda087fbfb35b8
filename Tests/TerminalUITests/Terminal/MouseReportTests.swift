import Testing

@testable import TerminalUI

@Suite struct MouseReportTests {
    @Test(arguments: [
        ("<0;10;5", "M", MouseEvent.Kind.press), ("<0;10;5", "m", .release), ("<32;10;5", "M", .drag),
        ("<4;10;5", "M", .press), ("<64;10;5", "M", .scrollUp), ("<65;10;5", "M", .scrollDown),
        ("<48;10;5", "M", .drag),
    ])
    func `a report says what was done where`(parameters: String, final: Unicode.Scalar, kind: MouseEvent.Kind) {
        #expect(
            EscapeSequences.event(parameters: parameters, final: final)
                == .mouse(MouseEvent(kind: kind, at: Point(x: 9, y: 4))))
    }

    @Test(arguments: [
        "<1;10;5", "<2;10;5", "<66;1;1", "<67;1;1", "<0;0;5", "<0;1", "<0;1;2;3", "<;;", "<a;1;1", "<-1;1;1", "<35;3;3",
        "<99999999999999999999;1;1", "0;1;1", "<128;10;5", "<129;10;5", "<131;10;5", "<160;10;5",
    ])
    func `other buttons and broken reports do nothing`(parameters: String) {
        #expect(EscapeSequences.event(parameters: parameters, final: "M") == nil)
    }

    @Test func `press, motion and release that come in one read are three events`() {
        let events = ScriptedInput.events(of: [.init("\u{1B}[<0;3;4M\u{1B}[<32;5;4M\u{1B}[<0;5;4m\u{1B}[<0;5")])
        #expect(events.map { $0.contains("press") } == [true, false, false])
        #expect(events.count == 3 && events[1].contains("drag") && events[2].contains("release"))
    }

    @Test func `the older form is understood, and its three characters are never keys`() {
        #expect(ScriptedInput.events(of: [.init("\u{1B}[M !!")]).allSatisfy { $0.contains("press") })
        #expect(ScriptedInput.events(of: [.init("\u{1B}[M#!!q")]).last == "q")
        #expect(
            ScriptedInput.events(of: [.init("\u{1B}[Mr"), .init("r", after: .milliseconds(10)), .init("rx")]) == ["x"])
    }

    /// Its byte is no character of UTF-8, or the first one of a longer character.
    @Test(arguments: [0x80, 0x9B, 0xA0, 0xC3, 0xE6, 0xFF] as [UInt8])
    func `a press beyond column 95 is nowhere in the older form, and nothing of it is a key`(column: UInt8) {
        let report: [UInt8] = [0x1B, 0x5B, 0x4D, 0x20, column, 0x21]
        #expect(ScriptedInput.events(of: [.init(bytes: report + [0x71])]) == ["q"])
    }
}
