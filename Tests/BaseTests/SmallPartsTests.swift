import Synchronization
import Testing

@testable import Base

/// Small parts that others are made of.
@Suite struct SmallPartsTests {
    @Test func `what to do about a kind of terminal depends on whether another one can take its place`() {
        let all = "Install the descriptions of terminals (terminfo; on Debian the package ncurses-base)."
        let one =
            "Install the description of your terminal (on Debian often the package ncurses-term), or set TERM=xterm-256color."
        #expect(TerminfoAdvice.sentence(unknownKind: "foot", isSubstituteKnown: true) == one)
        #expect(TerminfoAdvice.sentence(unknownKind: "foot", isSubstituteKnown: false) == all)
        #expect(TerminfoAdvice.sentence(unknownKind: "xterm-256color", isSubstituteKnown: true) == all)
    }

    @Test(.timeLimit(.minutes(5))) func `a sleep ends as soon as it is stopped, and a short one by itself`()
        async throws
    {
        let asked = Mutex(0)
        let clock = StoppableClock {
            asked.withLock { count in
                count += 1
                return count == 3
            }
        }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(3600)) }
        #expect(asked.withLock { $0 } == 3)
        let start = clock.now
        try await StoppableClock { false }.sleep(for: .milliseconds(1))
        #expect(clock.now >= start.advanced(by: .milliseconds(1)) && clock.minimumResolution == .milliseconds(1))
        // What is over already is not waited for, and nobody is asked.
        try await StoppableClock { true }.sleep(until: start, tolerance: nil)
    }

    @Test func `paths are the same if their bytes are`() {
        #expect(PathText.isSame("/a/\u{E9}", "/a/\u{E9}") && !PathText.isSame("/a/\u{E9}", "/a/e\u{301}"))
        let isIt = PathText.isSame("/a/\u{E9}")
        #expect(isIt("/a/\u{E9}") && !isIt("/a/e\u{301}") && !isIt("/a/"))
    }

    @Test func `paths are sorted by name without regard to case, then by bytes`() {
        // In lower case `_` is before letters, and `é` after them.
        let sorted = ["_", "A", "a", "A-b", "aB", "ab", "B", "b", "b/A", "b/a", "Z", "é"]
        #expect(sorted.reversed().sorted(by: PathText.precedes) == sorted)
        #expect(PathText.precedes("A", "a") && !PathText.precedes("a", "A") && !PathText.precedes("a", "a"))
        #expect(PathText.precedes("a", "B") && PathText.precedes("a", "ab") && PathText.precedes("_", "Z"))
    }

    @Test func `a budget that is too small for a wish is empty after it`() {
        let budget = ReasonBudget()
        let all = budget.spend(4_000_000)
        let nothing = budget.spend(0)
        let more = budget.spend(1)
        #expect(all && nothing && !more)
        let other = ReasonBudget()
        let tooMuch = other.spend(4_000_001)
        let rest = other.spend(1)
        #expect(!tooMuch && !rest)
    }

    @Test func `a sentence asks whether the nearest name was meant`() {
        #expect(NameSuggestion.question(for: "base", among: ["bases", "x"]) == " Did you mean bases?")
        #expect(NameSuggestion.question(for: "base", among: ["x"]) == "")
    }

    @Test func `a name that is taken gets the first free number, from 2 on`() {
        var taken: Set<String> = ["tea", "tea_2", "tea_4"]
        let names = (1...3).map { _ in taken.insertFree("tea") }
        #expect(names == ["tea_3", "tea_5", "tea_6"])
        let others = ["milk", "milk", ""].map { taken.insertFree($0, separator: "") }
        #expect(others == ["milk", "milk2", ""] && taken.isSuperset(of: names + others))
    }
}
