import JSONPath
import Testing

@testable import OpenAPI

struct NumberSampleTests {
    private func make(
        integer: Bool = false, min: String? = nil, above: String? = nil, max: String? = nil, below: String? = nil,
        multiples: [String] = [], variant: Int = 0
    ) -> String? {
        var sample = NumberSample(isInteger: integer, multiples: multiples)
        if let min { sample.minimums.append(.init(value: min, isExclusive: false)) }
        if let above { sample.minimums.append(.init(value: above, isExclusive: true)) }
        if let max { sample.maximums.append(.init(value: max, isExclusive: false)) }
        if let below { sample.maximums.append(.init(value: below, isExclusive: true)) }
        return sample.make(variant: variant)
    }

    @Test func `bounds and multiples are kept exactly`() {
        #expect(make(integer: true) == "1")
        #expect(make(integer: true, min: "0", max: "0") == "0")
        #expect(make(integer: true, above: "0") == "1")
        #expect(make(integer: true, above: "7", multiples: ["7"]) == "14")
        #expect(make(integer: true, min: "10.5") == "11")
        #expect(make(integer: true, max: "-3") == "-3")
        #expect(make(integer: true, below: "-3") == "-4")
        #expect(make(above: "0", below: "1") != nil)
        #expect(make(min: "0.1", multiples: ["0.25"]) == "0.25")
        #expect(make(integer: true, min: "1", multiples: ["0.4"]) == "2")
        #expect(make(above: "100", multiples: ["2.5", "4"]) == "120")
        #expect(make(min: "9007199254740993") == "9007199254740993")
        #expect(make(min: "1e3") == "1000")
        #expect(make(min: "1e-9223372036854775808") == "1e-9223372036854775808")
        #expect(make(integer: true, min: "1", max: "3", variant: 2) == "3")
    }

    @Test func `bounds that nothing fulfils are told`() {
        #expect(make(integer: true, above: "1", below: "2") == nil)
        #expect(make(min: "2", max: "1") == nil)
        #expect(make(above: "1", max: "1") == nil)
        #expect(make(integer: true, min: "1", max: "6", multiples: ["7"]) == nil)
    }

    @Test(arguments: UInt64(1)...50)
    func `every number that is made is within its bounds`(seed: UInt64) throws {
        var random = RandomBytes(seed: seed)
        for _ in 0..<40 {
            func number() -> String {
                let digits = String(random.below(2_000) - 1_000)
                return random.below(2) == 0 ? digits : digits + "." + String(random.below(1_000))
            }
            let (low, high) = (number(), number())
            let (isLowOpen, isHighOpen) = (random.below(2) == 0, random.below(2) == 0)
            let text = make(
                integer: random.below(2) == 0, min: isLowOpen ? nil : low, above: isLowOpen ? low : nil,
                max: isHighOpen ? nil : high, below: isHighOpen ? high : nil, variant: random.below(4))
            guard let text else { continue }
            let value = try #require(JSONNumber(written: text))
            let (lowest, highest) = (JSONNumber(Array(low.utf8)), JSONNumber(Array(high.utf8)))
            #expect(isLowOpen ? lowest < value : lowest <= value, "seed \(seed): \(text) of \(low) to \(high)")
            #expect(isHighOpen ? value < highest : value <= highest, "seed \(seed): \(text) of \(low) to \(high)")
        }
    }
}
