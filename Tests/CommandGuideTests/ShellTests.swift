import Testing

@testable import CommandGuide

/// What each shell's script reads.
@Suite struct ShellTests {
    private static let some = CompletionResult.candidates([
        CompletionCandidate("a b", "Help."), CompletionCandidate("c/", isPartial: true),
    ])

    @Test func `bash gets words as it reads them, and is told when one goes on`() {
        let words = ShellWords(line: "apitui ")
        #expect(Shell.bash.output(Self.some, words) == "partial\t0\na\\ b\nc/\n")
        #expect(Shell.bash.output(.candidates([CompletionCandidate("a")]), words) == "whole\t0\na\n")
    }

    @Test func `zsh and fish get words with their help`() {
        #expect(Shell.zsh.output(Self.some) == "words\t0\nwhole\ta b\tHelp.\npartial\tc/\t\n")
        #expect(Shell.fish.output(Self.some) == "words\t0\na b\tHelp.\nc/\n")
    }

    @Test func `files are left to the shell`() {
        #expect(Shell.bash.output(.files(after: 9), ShellWords(line: "")) == "files\t9\n")
        #expect(Shell.fish.output(.folders(after: 0)) == "folders\t0\n")
    }

    @Test(arguments: Shell.allCases) func `a script names the program and asks it`(shell: Shell) {
        let script = shell.script(of: "tool")
        #expect(script.contains("complete \(shell.rawValue)") && script.contains("_tool"))
        #expect(!script.contains("PROGRAM") && !script.contains("eval"))
    }

    @Test func `help that would move the cursor is made visible`() {
        let bad = CompletionResult.candidates([CompletionCandidate("a", "x\u{1B}[2J\ny")])
        #expect(Shell.fish.output(bad) == "words\t0\na\tx\\x1B[2J\\x0Ay\n")
    }
}
