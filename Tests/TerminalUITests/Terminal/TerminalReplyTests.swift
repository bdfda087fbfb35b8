import TestSupport
import Testing

/// Replies of a terminal among the keys: late ones, or ones that nobody asked for.
@Suite struct TerminalReplyTests {
    typealias Arrival = ScriptedInput.Arrival

    @Test(arguments: TerminalReplies.all)
    func `a reply means nothing, and the key after it is a key`(reply: String) {
        #expect(ScriptedInput.events(of: [Arrival(reply + "j")]) == ["j"])
        #expect(
            ScriptedInput.events(of: [Arrival("k"), Arrival(reply, after: .seconds(9)), Arrival("j")]) == ["k", "j"])
    }

    /// In two parts, with up to a second between them, wherever it is cut. What is cut off within its introducer must come within the
    /// escape delay: later, Esc and Alt-] are keys.
    @Test(arguments: TerminalReplies.all)
    func `a reply may come in parts`(reply: String) {
        let scalars = Array(reply.unicodeScalars)
        for cut in 1..<scalars.count {
            let (first, second) = (
                String(String.UnicodeScalarView(scalars[..<cut])), String(String.UnicodeScalarView(scalars[cut...]))
            )
            let isIntroduced = cut > 2 || !reply.hasPrefix("\u{1B}")
            for pause in isIntroduced ? [Duration.milliseconds(10), .milliseconds(900)] : [.milliseconds(10)] {
                let events = ScriptedInput.events(of: [
                    Arrival(first), Arrival(second, after: pause), Arrival("j", after: .milliseconds(30)),
                ])
                #expect(events == ["j"], "cut after \(cut), \(pause)")
            }
        }
        #expect(ScriptedInput.events(of: scalars.map { Arrival(String(Character($0)), after: .milliseconds(5)) }) == [])
    }

    @Test(arguments: ["]", "P", "_", "^", "X"])
    func `a reply without any text means nothing`(character: String) {
        #expect(ScriptedInput.events(of: [Arrival("\u{1B}\(character)\u{1B}\\j")]) == ["j"])
    }

    @Test(arguments: ["\u{1B}]11;rgb:", "\u{1B}P>|", "\u{1B}_G", "\u{1B}^x", "\u{1B}Xx", "\u{1B}[12;", "\u{9D}1"])
    func `a reply without an end gives the keys back after a second`(begin: String) {
        #expect(ScriptedInput.events(of: [Arrival(begin), Arrival("dj", after: .milliseconds(1001))]) == ["d", "j"])
    }

    @Test func `a reply without an end gives the keys back after three seconds, however fast they come`() {
        let keys = (1...40).map { _ in Arrival("j", after: .milliseconds(100)) }
        #expect(ScriptedInput.events(of: [Arrival("\u{1B}]11;rgb:")] + keys).count == 10)
    }

    @Test(arguments: [
        ("\u{3}", "Ctrl-C"), ("\r", "Enter"), ("\t", "Tab"), ("\u{7F}", "Backspace"), ("\u{13}", "Ctrl-S"),
    ])
    func `a control key ends a reply, and is a key`(character: String, key: String) {
        for begin in ["\u{1B}]11;rgb:", "\u{1B}P1$r", "\u{1B}[12;"] {
            #expect(ScriptedInput.events(of: [Arrival(begin + character + "j")]) == [key, "j"])
        }
    }

    @Test func `an arrow ends a reply, and is a key`() {
        #expect(ScriptedInput.events(of: [Arrival("\u{1B}]11;"), Arrival(code: 0o403), Arrival("j")]) == ["Up", "j"])
        #expect(ScriptedInput.events(of: [Arrival("\u{1B}]11;"), Arrival("\u{1B}[1;5Dj")]) == ["Ctrl-Left", "j"])
        #expect(ScriptedInput.events(of: [Arrival("\u{1B}[12;"), Arrival("\u{1B}[1;5Dj")]) == ["Ctrl-Left", "j"])
    }

    @Test func `a reply that is broken off by another one takes nothing with it`() {
        let events = ScriptedInput.events(of: [
            Arrival("\u{1B}]11;rgb:1e\u{1B}]10;rgb:ff\u{7}j\u{1B}[12;\u{1B}[?62c" + "k")
        ])
        #expect(events == ["j", "k"])
    }

    @Test func `after an Esc within a reply the next key is a key`() {
        let events = ScriptedInput.events(of: [
            Arrival("\u{1B}]11;"), Arrival("\u{1B}", after: .milliseconds(300)),
            Arrival("j", after: .milliseconds(300)),
        ])
        #expect(events == ["j"])
    }

    @Test(arguments: ["]", "P", "_", "^", "X", "["])
    func `Esc and the same character alone are an Alt key`(character: String) {
        let alone = Arrival("\u{1B}" + character)
        #expect(ScriptedInput.events(of: [alone]) == ["Alt-" + character])
        let text = Arrival("jk", after: .milliseconds(21))
        #expect(ScriptedInput.events(of: [alone, text]) == ["Alt-" + character, "j", "k"])
        #expect(ScriptedInput.events(of: [alone, Arrival("\u{3}")]) == ["Alt-" + character, "Ctrl-C"])
        #expect(ScriptedInput.events(of: [alone, Arrival("\u{1B}j")]) == ["Alt-" + character, "Alt-j"])
        #expect(ScriptedInput.events(of: [alone, Arrival(code: 0o403)]) == ["Alt-" + character, "Up"])
    }

    @Test func `other Alt keys begin nothing`() {
        for character in "bfd<>ur\u{7F}jkp" {
            let events = ScriptedInput.events(of: [Arrival("\u{1B}\(character)11;rgb\u{7}")])
            #expect(events.first?.hasPrefix("Alt-") == true)
            #expect(Array(events.dropFirst()) == ["1", "1", ";", "r", "g", "b", "Ctrl-G"])
        }
    }

    @Test func `an 8-bit form is the same, and its end alone means nothing`() {
        #expect(ScriptedInput.events(of: [Arrival("\u{9D}11;rgb:1e\u{9C}j\u{9C}\u{E9}k")]) == ["j", "é", "k"])
    }
}
