import Runs
import Testing

@testable import Workspace
@testable import apitui

/// The progress of a run in the last row of a terminal.
@Suite struct RunProgressTests {
    /// A terminal that keeps what is written to it.
    private final class Terminal {
        var columns: Int?
        private var written: [String] = []

        init(_ columns: Int? = 80) { self.columns = columns }

        var screen: RunProgress.Screen {
            RunProgress.Screen(isTerminal: true, columns: { self.columns }, write: { self.written.append($0) })
        }

        /// What was written since the last call, each with `<` for the way back to the first column.
        func take() -> [String] {
            defer { written = [] }
            return written.map { $0.map { $0 == "\r" ? "<" : String($0) }.joined() }
        }
    }

    private static func summary(_ words: [RunRecord.Word]) -> RunSummary {
        var summary = RunSummary(stepCount: 1, rounds: 1)
        for word in words { summary.add(RunRecord(item: .init(round: 0, step: 0), repetition: nil, word: word)) }
        return summary
    }

    @Test func `it is shown on a terminal only, where lines come at the end or not for each request`() {
        let start = ContinuousClock.now
        for (json, rounds, isTerminal, isShown) in [
            (false, 1, true, false), (false, 2, true, true), (true, 1, true, true), (true, 2, true, true),
            (true, 1, false, false), (false, 2, false, false),
        ] {
            let terminal = Terminal()
            var screen = terminal.screen
            screen.isTerminal = isTerminal
            let progress = RunProgress(count: 4, json: json, rounds: rounds, on: screen, startedAt: start)
            progress.show(Self.summary([.passed]), before: [], at: start + .milliseconds(200))
            #expect(
                terminal.take() == (isShown ? ["<1 of 4 done"] : []), "json \(json), \(rounds) rounds, \(isTerminal)")
        }
    }

    @Test func `it is written over itself five times a second at most, and nothing of a longer one stays`() {
        let start = ContinuousClock.now
        let terminal = Terminal()
        let progress = RunProgress(count: 30, json: true, rounds: 1, on: terminal.screen, startedAt: start)
        /// What is written for it, so many milliseconds after the start.
        func shown(_ words: [RunRecord.Word], _ moment: Int, before out: String = "") -> [String] {
            progress.show(Self.summary(words), before: Array(out.utf8), at: start + .milliseconds(moment))
            return terminal.take()
        }
        #expect(shown([], 199) == [])
        #expect(shown([], 200) == ["<0 of 30 done"])
        #expect(shown([.passed], 399) == [])
        #expect(shown([.passed, .failed], 400) == ["<2 of 30 done, 1 failed"])
        // The last column stays free.
        terminal.columns = 22
        #expect(shown([.passed, .failed], 600) == ["<2 of 30 done          "])
        terminal.columns = 23
        #expect(shown([.passed, .failed], 800) == ["<2 of 30 done, 1 failed"])
        terminal.columns = 5
        #expect(shown([.passed], 1000) == ["<1 of" + String(repeating: " ", count: 18)])
        terminal.columns = nil
        #expect(shown([.failed, .failed, .skipped], 1500) == ["<3 of 30 done, 2 failed, 2 a second"])
    }

    @Test func `it makes room for lines, and goes at the end`() {
        let start = ContinuousClock.now
        let terminal = Terminal()
        let progress = RunProgress(count: nil, json: false, rounds: 2, on: terminal.screen, startedAt: start)
        func shown(_ moment: Int, before out: String = "") -> [String] {
            progress.show(Self.summary([.passed]), before: Array(out.utf8), at: start + .milliseconds(moment))
            return terminal.take()
        }
        progress.clear()
        #expect(terminal.take() == [])
        #expect(shown(200) == ["<1 done"])
        #expect(shown(250, before: "a line\n") == ["<      <"])
        #expect(shown(300, before: "a line\n") == [])
        #expect(shown(400) == ["<1 done"])
        #expect(shown(600, before: "a line\n") == ["<      <", "<1 done"])
        progress.clear()
        progress.clear()
        #expect(terminal.take() == ["<      <"])
    }
}
