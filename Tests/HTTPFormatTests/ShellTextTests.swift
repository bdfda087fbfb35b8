import HTTPFormat
import TestSupport
import Testing

/// Words for a shell, as a shell reads them.
@Suite struct ShellTextTests {
    @Test(arguments: [
        "a", "", "it's", "'\u{301}'\u{301}; exit 9; '\u{301}", "\u{600}'; exit 9; \u{600}'", "'\u{200D}$(exit 9)'",
        "a\nb", "\\'\"`$x!",
        "-n", "~", "%s\\n",
    ])
    func `a shell reads the text that was quoted`(text: String) async throws {
        let run = try await ProgramRun.run("/bin/sh", ["-c", "printf '<%s>' \(ShellText.word(text))"])
        #expect(run.status == 0 && run.text.utf8.elementsEqual("<\(text)>".utf8), "\(run.text) \(run.errorText)")
    }
}
