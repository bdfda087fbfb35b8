import NetEngine
import Pattern
import TestSupport
import Testing

@testable import Bodies

/// A pair of bodies of any size that would be slow to compare.
struct HostilePair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isJSON = true
    var make: @Sendable (Int) -> (String, String)

    static func array(_ count: Int, _ item: (Int) -> String) -> String {
        "[" + (0..<count).map(item).joined(separator: ",") + "]"
    }

    static let all: [HostilePair] = [
        HostilePair(testDescription: "strings that are all different") { count in
            (array(count) { "\"a\($0)\"" }, array(count) { "\"b\($0)\"" })
        },
        HostilePair(testDescription: "equal but for the whitespace") { count in
            (array(count) { "\"a\($0)\"" }, array(count) { " \"a\($0)\"" })
        },
        HostilePair(testDescription: "in reverse order") { count in
            (array(count) { "\($0)" }, array(count) { "\(count - $0)" })
        },
        HostilePair(testDescription: "two values in a random order") { count in
            var generator = SeededGenerator(seed: 3)
            return (
                array(count) { _ in "\(Int.random(in: 0..<2, using: &generator))" },
                array(count) { _ in "\(Int.random(in: 0..<2, using: &generator))" }
            )
        },
        HostilePair(testDescription: "objects with an id, all changed and moved") { count in
            (
                array(count) { "{\"id\":\($0),\"v\":1}" }, array(count) { "{\"id\":\(($0 * 7 + 3) % count),\"v\":2}" }
            )
        },
        HostilePair(testDescription: "nested arrays") { count in
            let (open, close) = (String(repeating: "[", count: count), String(repeating: "]", count: count))
            return (open + close, open + "1" + close)
        },
        HostilePair(testDescription: "nested objects") { count in
            let open = String(repeating: "{\"a\":[1,", count: count)
            let close = String(repeating: "]}", count: count)
            return (open + "1" + close, open + "2" + close)
        },
        HostilePair(testDescription: "members that are all different") { count in
            (
                "{" + (0..<count).map { "\"a\($0)\":1" }.joined(separator: ",") + "}",
                "{" + (0..<count).map { "\"b\($0)\":1" }.joined(separator: ",") + "}"
            )
        },
        HostilePair(testDescription: "different lines", isJSON: false) { count in
            ((0..<count).map { "a\($0)\n" }.joined(), (0..<count).map { "b\($0)\n" }.joined())
        },
        HostilePair(testDescription: "lines of two kinds", isJSON: false) { count in
            var generator = SeededGenerator(seed: 5)
            return (
                (0..<count).map { _ in "\(Int.random(in: 0..<2, using: &generator))\n" }.joined(),
                (0..<count).map { _ in "\(Int.random(in: 0..<2, using: &generator))\n" }.joined()
            )
        },
    ]
}

@Suite struct CompareCostTests {
    @Test(arguments: HostilePair.all) func `comparing takes time linear in the bodies`(pair: HostilePair) {
        let growth = Growth(of: 1700) { count in
            let (first, second) = pair.make(count)
            return (BodyBytes(Array(first.utf8)), BodyBytes(Array(second.utf8)))
        } _: { bodies in
            let comparison = BodyComparison.compare(bodies.0, bodies.1, isJSON: pair.isJSON, seed: 7)
            #expect(comparison.isComplete)
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 17_000), "\(growth)")
    }

    @Test func `what is deeper than 512 levels is compared as a whole`() {
        let (open, close) = (String(repeating: "[", count: 100_000), String(repeating: "]", count: 100_000))
        let comparison = BodyComparison.compare(
            BodyBytes(Array((open + "1" + close).utf8)), BodyBytes(Array((open + "2" + close).utf8)), isJSON: true)
        #expect(comparison.counts.total == 1)
        #expect(comparison.changes.first.map { comparison.steps(of: $0).count } == 512)
    }
}
