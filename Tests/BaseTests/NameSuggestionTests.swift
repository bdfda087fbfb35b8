import Base
import Testing

@Suite struct NameSuggestionTests {
    /// A name, those that there are, and what is suggested.
    private static let rows = """
        naem: nave name -> name
        Token: tokens token -> token
        bat: hat cat bad -> bad
        abc: abc -> nothing
        a: b -> nothing
        ab: b -> nothing
        ab: abc -> abc
        ab: ba -> ba
        abcde: abcxy -> nothing
        abcdef: abcdxy -> abcdxy
        abcdef: abcxyz -> nothing
        abcdef: bacdfe -> bacdfe
        abcdef: abcdefgh -> abcdefgh
        abcdef: abcdefghi -> nothing
        host: ghost hosts hot -> ghost
        """

    @Test func `the nearest name is suggested if at most a third of the letters differ`() {
        let suggested = Self.rows.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let name = String(words[0].dropLast())
            let found = NameSuggestion.nearest(to: name, among: words[1..<(words.count - 2)])
            return (words.dropLast() + [found ?? "nothing"]).joined(separator: " ")
        }
        #expect(suggested.joined(separator: "\n") == Self.rows)
    }

    @Test func `very long names get no suggestion, and neither does a budget that is used up`() {
        let long = String(repeating: "x", count: 80)
        #expect(NameSuggestion.nearest(to: long, among: [long + "y"]) == long + "y")
        #expect(NameSuggestion.nearest(to: long + "x", among: [long]) == nil)
        let budget = ReasonBudget()
        #expect(NameSuggestion.nearest(to: "naem", among: ["name"], budget) == "name")
        #expect(budget.spend(4_000_000 - 8 - 16))
        #expect(NameSuggestion.nearest(to: "naem", among: ["name"], budget) == nil)
    }

    @Test func `a budget is empty once more than the rest of it was asked for`() {
        let budget = ReasonBudget()
        #expect([3_999_999, 1, 1, 0].map(budget.spend) == [true, true, false, true])
        let other = ReasonBudget()
        #expect([4_000_001, 1].map(other.spend) == [false, false])
    }
}
