import Base
import Testing

@testable import Explorer
@testable import TerminalUI

/// What keys do to a search in a pane, and which hit is the current one after each.
@Suite struct PaneSearchKeyTests {
    private static let lines = StaticLines([Line("six"), Line("two six six"), Line("ten")])

    /// A search for what is typed letter by letter, as a pane does it.
    private static func search(
        _ typed: String, from text: Int = 0, isPattern: Bool = false, in lines: StaticLines = lines
    ) -> PaneSearch {
        var search = PaneSearch(from: TextPlace(text: text), isPattern: isPattern)
        for letter in typed where search.handle(.character(letter), in: lines) == .changed {
            search.start(in: lines, PaneSearch.Look())
        }
        return search
    }

    /// `TEXT.BYTE NUMBER`, and the end that it began at again.
    private static func words(_ search: PaneSearch) -> String {
        guard let hit = search.current else { return "none" }
        let wrapped =
            switch search.wrappedTo {
            case .top?: " from the top"
            case .bottom?: " from the end"
            case nil: ""
            }
        return "\(hit.text).\(hit.bytes.lowerBound) \(search.number ?? 0)\(wrapped)"
    }

    @Test func `a key goes on, leaves the search or is for nobody`() {
        func outcome(_ keys: [Key], of typed: String = "six") -> String {
            var search = Self.search(typed)
            var last = PaneSearch.Outcome.nothing
            for key in keys { last = search.handle(key, in: Self.lines) }
            return "\(last)\(search.isTyping ? ", typing" : "")"
        }
        #expect(outcome([.escape]) == "left, typing" && outcome([.enter]) == "nothing")
        #expect(outcome([.enter, .escape]) == "nothing" && outcome([.enter, "x"]) == "nothing", "the field is closed")
        #expect(outcome([.enter], of: "") == "left", "nothing is searched for")
        #expect(outcome(["x"]) == "changed, typing" && outcome([.backspace]) == "changed, typing")
        #expect(outcome([.left]) == "nothing, typing" && outcome([.home]) == "nothing, typing", "the same words")
        #expect(outcome([.backspace], of: "") == "nothing, typing")
        #expect(outcome([.up]) == "stepped, typing" && outcome([.down]) == "stepped, typing")
        #expect(outcome([.control("t")]) == "changed, typing" && outcome([.function(5)]) == "nothing, typing")
    }

    @Test func `what is no pattern stays in the field, with the reason`() {
        var search = Self.search("[", isPattern: true)
        #expect(search.problem != nil && search.run == nil && search.current == nil)
        let kept = search.handle(.enter, in: Self.lines)
        #expect(kept == .nothing && search.isTyping)
        // The same is a text.
        let toggled = search.handle(.control("t"), in: Self.lines)
        search.start(in: Self.lines, PaneSearch.Look())
        #expect(toggled == .changed && !search.isPattern && search.problem == nil && search.run != nil)
        let back = search.handle(.control("t"), in: Self.lines)
        #expect(back == .changed && search.isPattern)
    }

    @Test func `a pasted word is searched for, and nothing pasted is nothing`() {
        var search = PaneSearch(from: TextPlace())
        let outcomes = [search.paste(""), search.paste("six")]
        #expect(outcomes == [.nothing, .changed])
        search.start(in: Self.lines, PaneSearch.Look())
        #expect(search.text == "six" && Self.words(search) == "0.0 1")
    }

    @Test func `hits come in turn in both directions, and past the last one the other end is told once`() {
        var search = Self.search("six")
        var seen = [Self.words(search)]
        for forward in [true, true, true, true, false, false, false, false] {
            search.step(forward: forward, in: Self.lines)
            seen.append(Self.words(search))
        }
        #expect(
            seen == [
                "0.0 1", "1.4 2", "1.8 3", "0.0 1 from the top", "1.4 2", "0.0 1", "1.8 3 from the end", "1.4 2",
                "0.0 1",
            ])
        #expect(Self.words(Self.search("six", from: 1)) == "1.4 2")
        #expect(Self.words(Self.search("six", from: 2)) == "0.0 1 from the top")
        #expect(Self.search("six", from: 2).wrappedTo == .top && Self.search("six").wrappedTo == nil)
        // Of one hit the next one is itself.
        var one = Self.search("ten")
        one.step(forward: true, in: Self.lines)
        #expect(Self.words(one) == "2.0 1 from the top")
        one.step(forward: false, in: Self.lines)
        #expect(Self.words(one) == "2.0 1 from the end")
        for typed in ["zzz", ""] {
            var none = Self.search(typed)
            none.step(forward: true, in: Self.lines)
            none.step(forward: false, in: Self.lines)
            #expect(Self.words(none) == "none" && none.wrappedTo == nil)
        }
    }

    @Test func `the field may be gone, and the search goes on with its words`() {
        var search = Self.search("six")
        _ = search.handle(.enter, in: Self.lines)
        search.start(in: Self.lines, PaneSearch.Look())
        #expect(search.text == "six" && search.field == nil && Self.words(search) == "0.0 1")
    }

    @Test func `a search is outdated by other lines, and none by the same`() {
        var search = Self.search("six")
        let others = StaticLines(Self.lines.lines + [Line("six")])
        #expect(!search.isOutdated(in: Self.lines) && search.isOutdated(in: others))
        #expect(!PaneSearch(from: TextPlace()).isOutdated(in: others), "nothing is searched for")
        let isSame = search.goOn(in: Self.lines)
        #expect(isSame && !search.isStale && !search.isQuiet)
        let isOther = search.goOn(in: others)
        #expect(!isOther && search.isStale && search.isQuiet, "the hit stays what it is")
        #expect(search.isOutdated(in: Self.lines))
        search.restart()
        #expect(search.isStale && !search.isQuiet)
        let isOn = search.goOn(in: Self.lines)
        #expect(!isOn)
        search.start(in: Self.lines, PaneSearch.Look())
        #expect(!search.isStale && !search.isOutdated(in: Self.lines))
    }

    @Test func `a text is searched for a mebibyte while a key is handled, for a pattern a quarter of that`() {
        let long = StaticLines([Line([Span(SafeText(String(repeating: "a", count: 2 << 20)))])])
        for (isPattern, bytes) in [(false, 1 << 20), (true, 256 << 10)] {
            let search = Self.search("b", isPattern: isPattern, in: long)
            let searched = search.run?.searchedBytes ?? 0
            #expect(search.isRunning && (bytes..<bytes + (64 << 10)).contains(searched), "\(searched)")
        }
        #expect(!Self.search("six").isRunning && !PaneSearch(from: TextPlace()).isRunning)
    }
}
