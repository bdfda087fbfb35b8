import Base
import Testing

@testable import Explorer
@testable import TerminalUI

/// Where a search looks first when its lines become others.
@Suite struct PaneSearchTests {
    /// A search for a word that is not in the lines yet.
    private func search(_ word: String, from origin: TextPlace) -> PaneSearch {
        let lines = StaticLines([Line("one"), Line("two")])
        var search = PaneSearch(from: origin)
        for letter in word {
            #expect(search.handle(.character(letter), in: lines) == .changed)
            search.start(in: lines, PaneSearch.Look())
        }
        #expect(search.current == nil)
        return search
    }

    private let longer = StaticLines([Line("six"), Line("two"), Line("six"), Line("four"), Line("six")])

    @Test func `in more of the same lines it goes on from where it began`() {
        var search = search("six", from: TextPlace(text: 1))
        search.restart(keepsHit: true)
        search.start(in: longer, PaneSearch.Look(), top: TextPlace(text: 3))
        #expect(search.current?.text == 2)
    }

    @Test func `in other lines it begins at the top of the window`() {
        var search = search("six", from: TextPlace(text: 1))
        search.restart()
        search.start(in: longer, PaneSearch.Look(), top: TextPlace(text: 3))
        #expect(search.current?.text == 4)
    }

    @Test func `in the same texts, which look otherwise, the hit stays`() {
        var search = PaneSearch(from: TextPlace())
        #expect(search.handle(.character("s"), in: longer) == .changed)
        search.start(in: longer, PaneSearch.Look())
        search.step(forward: true, in: longer)
        #expect(search.current?.text == 2)
        let others = StaticLines(longer.lines + [Line("six")])
        let isSame = search.goOn(in: others)
        #expect(!isSame)
        search.start(in: others, PaneSearch.Look(), top: TextPlace(text: 3))
        #expect(search.current?.text == 2)
    }
}
