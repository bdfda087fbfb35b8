import JSONPath
import Testing

@Suite struct ExactNumberTests {
    @Test(arguments: [
        ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e308", "0.123456789", false), ("1e308", "0.5", true),
        ("7", "2", false), ("-8", "2", true), ("0", "3", true), ("0.0075", "0.0001", true),
        ("0.00751", "0.0001", false),
        ("123456789012345678901234567890", "10", true), ("123456789012345678901234567891", "10", false),
        ("246913578024691357802469135780", "123456789012345678901234567890", true),
        ("246913578024691357802469135781", "123456789012345678901234567890", false), ("1e1000000000", "7", false),
        ("1e1000000000", "1024", true), ("1e-5", "1e-7", true), ("1e-7", "1e-5", false),
    ])
    func `multiples are exact`(_ value: String, _ divisor: String, _ wanted: Bool) {
        #expect(JSONNumber(value.utf8).isMultiple(of: JSONNumber(divisor.utf8)) == wanted)
    }

    @Test(arguments: 1...200)
    func `multiples agree with division`(_ divisor: Int) {
        for value in stride(from: 0, to: 4000, by: 7) {
            // As decimals with a long fraction, so that the slow ways are taken.
            let (long, short) = (JSONNumber("\(value)e-25".utf8), JSONNumber("\(divisor)e-25".utf8))
            #expect(long.isMultiple(of: short) == (value % divisor == 0))
        }
    }

    @Test func `nothing is divided by zero or by very long numbers`() {
        #expect(JSONNumber(5).isMultiple(of: JSONNumber(0)) == nil)
        #expect(JSONNumber(5).isMultiple(of: JSONNumber(String(repeating: "7", count: 1001).utf8)) == nil)
    }

    @Test(arguments: [
        ("1", true), ("1.0", true), ("1.5", false), ("1e2", true), ("15e-1", false), ("150e-1", true), ("0.0", true),
        ("1e400", true), ("1e-400", false),
    ])
    func `integers are known however they are written`(_ text: String, _ wanted: Bool) {
        #expect(JSONNumber(text.utf8).isInteger == wanted)
    }
}
