import TestSupport
import Testing

@testable import TerminalUI

/// What terminals say of themselves when the doctor asks.
@Suite struct TerminalProbeTests {
    private func probe(_ text: String) -> TerminalProbe { TerminalProbe(reports: Array(text.utf8)) }

    @Test func `name, background, pictures and attributes are read`() {
        let probe = probe(
            "\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4;22c")
        #expect(probe.name == "foot(1.13.1)")
        #expect(probe.background?.hex == "#1e1e2e")
        #expect(probe.drawsKittyPictures && probe.drawsSixels)
        #expect(probe.attributes == [62, 4, 22])
    }

    @Test func `what is typed meanwhile is no report`() {
        let probe = probe("ab\u{1B}[A\u{1B}[?1;2c")
        #expect(probe.name == nil && probe.attributes == [1, 2] && !probe.drawsSixels)
    }

    @Test func `a report that was cut says nothing`() {
        #expect(probe("\u{1B}P>|xterm(3").name == nil)
        #expect(probe("\u{1B}[?62;4").attributes == nil)
        #expect(probe("\u{1B}") == TerminalProbe())
    }

    @Test func `a name ends after eighty characters`() {
        #expect(probe("\u{1B}P>|" + String(repeating: "x", count: 500) + "\u{7}").name?.count == 80)
    }

    @Test(arguments: 0..<200) func `any bytes are read`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters: [UInt8] = [0x1B, 0x5B, 0x50, 0x5D, 0x5F, 0x5C, 0x07, 0x3F, 0x3B, 0x31, 0x63, 0xFF, 0x20]
        let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
        }
        _ = TerminalProbe(reports: bytes)
    }
}
