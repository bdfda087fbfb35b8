import Testing

@testable import TerminalUI

/// What a terminal says of its background.
@Suite struct BackgroundReportTests {
    static let answers: [(String, TerminalReport)] = [
        ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", .background(RGB(0x1E_1E2E))),
        ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", .background(RGB(0x1E_1E2E))),
        ("\u{9D}11;rgb:ff/ff/ff\u{9C}", .background(RGB(0xFF_FFFF))),
        ("\u{1B}]11;rgb:f/0/8\u{7}", .background(RGB(0xFF_0088))),
        ("\u{1B}]11;rgba:ffff/ffff/0000/8000\u{7}", .background(RGB(0xFF_FF00))),
        ("\u{1B}]11;#fdf6e3\u{7}", .background(RGB(0xFD_F6E3))),
        ("\u{1B}[?997;1n", .scheme(isDark: true)),
        ("\u{1B}[?997;2n", .scheme(isDark: false)),
    ]

    @Test func `each form is understood, in one part or in two`() {
        for (text, report) in Self.answers {
            let wanted: [InputEvent] = [.report(report), .key(.character("j"))]
            #expect(ScriptedInput.decoded([ScriptedInput.Arrival(text + "j")]) == wanted)
            let scalars = Array(text.unicodeScalars)
            for cut in 1..<scalars.count {
                let parts = [scalars[..<cut], scalars[cut...]].map { String(String.UnicodeScalarView($0)) }
                let got = ScriptedInput.decoded([
                    ScriptedInput.Arrival(parts[0]), ScriptedInput.Arrival(parts[1] + "j", after: .milliseconds(15)),
                ])
                #expect(got == wanted, "cut after \(cut)")
            }
        }
    }

    @Test(arguments: [
        "\u{1B}]10;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]11;?\u{7}", "\u{1B}]11;rgb:1e1e/1e1e\u{7}",
        "\u{1B}]11;rgb:x/y/z\u{7}",
        "\u{1B}]11;rgb:11111/0/0\u{7}", "\u{1B}]11;rgb://\u{7}", "\u{1B}]11;red\u{7}", "\u{1B}[?997;3n", "\u{1B}[?997n",
        "\u{1B}[?997;0n", "\u{1B}[997;1n", "\u{1B}]11;rgb:1/2/3/4/5\u{7}",
    ])
    func `other reports say nothing of it`(text: String) {
        #expect(ScriptedInput.decoded([ScriptedInput.Arrival(text + "j")]) == [.key(.character("j"))])
    }
}
