import TestSupport
import Testing

@testable import Bodies

@Suite struct ItemMatchTests {
    /// By the table that everybody learns: quadratic, but beyond doubt.
    private func longestCommon(_ first: [UInt64], _ second: [UInt64]) -> Int {
        var row = [Int](repeating: 0, count: second.count + 1)
        for item in first {
            var corner = 0
            for index in second.indices {
                let above = row[index + 1]
                row[index + 1] = item == second[index] ? corner + 1 : max(above, row[index])
                corner = above
            }
        }
        return row[second.count]
    }

    @Test(arguments: 0..<500) func `the edit script is a shortest one`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let letters = UInt64.random(in: 1...6, using: &generator)
        func items() -> [UInt64] {
            (0..<Int.random(in: 0..<30, using: &generator)).map { _ in .random(in: 0..<letters, using: &generator) }
        }
        let (first, second) = (items(), items())
        let pairs = try #require(EditScript.pairs(first, second, steps: 1_000_000))
        #expect(pairs.count == longestCommon(first, second))
        #expect(pairs.allSatisfy { first[$0.first] == second[$0.second] })
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.first < $1.first && $0.second < $1.second })
    }

    @Test(arguments: 0..<300) func `partners are equal, belong to each other, and keep their order unless they moved`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        let letters = UInt64.random(in: 1...40, using: &generator)
        func items() -> [UInt64] {
            (0..<Int.random(in: 0..<60, using: &generator)).map { _ in .random(in: 0..<letters, using: &generator) }
        }
        let (first, second) = (items(), items())
        let match = ItemMatch.byContent(first, second, findsMoves: true)
        var last = -1
        for (index, partner) in match.otherPartners.enumerated() where partner != ItemMatch.none {
            #expect(first[Int(partner)] == second[index])
            #expect(match.partners[Int(partner)] == Int32(index))
            guard !match.isMoved[index] else { continue }
            #expect(Int(partner) > last)
            last = Int(partner)
        }
        #expect(match.partners.count { $0 != ItemMatch.none } == match.otherPartners.count { $0 != ItemMatch.none })
    }

    @Test func `a longest increasing run is found`() {
        #expect(IncreasingRun.longest([3, 0, 1, 4, 2]) == [false, true, true, false, true])
        #expect(IncreasingRun.longest([]) == [])
    }

    @Test func `items that repeat without order are counted when the edit script takes too long`() {
        var generator = SeededGenerator(seed: 1)
        let first = (0..<4000).map { _ in UInt64.random(in: 0..<2, using: &generator) }
        let match = ItemMatch.byContent(first, first.shuffled(using: &generator), findsMoves: true)
        #expect(match.matching == .counts)
        #expect(!match.partners.contains(ItemMatch.none))
    }

    @Test func `the way in which lines and elements were matched is told`() {
        func text(_ method: BodyComparison.Method, _ matchings: [BodyComparison.Matching: Int]) -> String {
            var comparison = BodyComparison(method: method)
            comparison.matchings = matchings
            return comparison.methodText
        }
        #expect(text(.lines(reason: nil), [:]) == "Compared by line.")
        #expect(text(.lines(reason: nil), [.content: 1]) == "Compared by line.")
        #expect(text(.lines(reason: nil), [.counts: 1]) == "Compared by line, repeated lines counted.")
        #expect(text(.lines(reason: "why"), [.counts: 1]) == "Compared by line, repeated lines counted: why.")
        #expect(
            text(.lines(reason: nil), [.counts: 1, .position: 1])
                == "Compared by line, the first with the first and so on.")
        #expect(text(.json, [.counts: 1]) == "Compared as JSON; arrays by counting equal elements.")
        #expect(text(.json, [.position: 2]) == "Compared as JSON; arrays by position.")
        #expect(
            text(.json, [.position: 4, .counts: 3, .key: 2, .content: 1])
                == "Compared as JSON; arrays by an id (2), equal elements (1), counting equal elements (3), position (4)."
        )
        #expect(text(.bytes, [:]) == "A body is binary: they differ from byte 0 on.")
    }
}
