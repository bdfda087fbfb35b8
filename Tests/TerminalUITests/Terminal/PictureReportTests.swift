import TestSupport
import Testing

@testable import TerminalUI

/// What a terminal answers to the questions about pictures.
@Suite struct PictureReportTests {
    static let answers: [(String, TerminalReport)] = [
        ("\u{1B}_Gi=31;OK\u{1B}\\", .kittyGraphics(true)),
        ("\u{1B}_Gi=31;ENODATA:Insufficient image data\u{1B}\\", .kittyGraphics(false)),
        ("\u{1B}[?1;0;1024S", .colorRegisters(1024)),
        ("\u{1B}[6;20;10t", .cell(PixelSize(width: 10, height: 20))),
        ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])),
    ]

    @Test func `each answer is understood`() {
        for (text, report) in Self.answers {
            #expect(ScriptedInput.decoded([ScriptedInput.Arrival(text)]) == [.report(report)])
        }
        #expect(
            ScriptedInput.decoded([ScriptedInput.Arrival("\u{9F}Gi=31;OK\u{9C}")]) == [.report(.kittyGraphics(true))])
    }

    @Test(arguments: [
        "\u{1B}_Gi=7;OK\u{1B}\\", "\u{1B}_Xi=31;OK\u{1B}\\", "\u{1B}[8;24;80t", "\u{1B}[6;0;10t", "\u{1B}[6;20;9999t",
        "\u{1B}[>41;390;0c", "\u{1B}[?1;3;0S", "\u{1B}[?2;0;800;600S",
        "\u{1B}_Gi=31;" + String(repeating: "x", count: 500) + "\u{1B}\\",
    ])
    func `other reports say nothing of pictures`(text: String) {
        #expect(ScriptedInput.decoded([ScriptedInput.Arrival(text + "j")]) == [.key(.character("j"))])
    }

    /// All answers at once, with keys typed between them, cut in two anywhere.
    @Test func `answers in parts lose no key, and keys lose no answer`() {
        let keys = Array("jk")
        var text = "a"
        for (index, answer) in Self.answers.enumerated() { text += answer.0 + String(keys[index % 2]) }
        let scalars = Array(text.unicodeScalars)
        let wanted = ScriptedInput.decoded([ScriptedInput.Arrival(text)])
        #expect(wanted.count == Self.answers.count * 2 + 1)
        for cut in 1..<scalars.count {
            let parts = [scalars[..<cut], scalars[cut...]].map { String(String.UnicodeScalarView($0)) }
            let got = ScriptedInput.decoded([
                ScriptedInput.Arrival(parts[0]), ScriptedInput.Arrival(parts[1], after: .milliseconds(15)),
            ])
            #expect(got == wanted, "cut after \(cut)")
        }
    }

    @Test func `answers that come one character at a time are answers`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let answers = Self.answers.shuffled(using: &generator)
            let arrivals = answers.map(\.0).joined().unicodeScalars.map {
                ScriptedInput.Arrival(
                    String(Character($0)), after: .milliseconds(Int.random(in: 0...15, using: &generator)))
            }
            #expect(ScriptedInput.decoded(arrivals) == answers.map { .report($0.1) })
        }
    }
}
