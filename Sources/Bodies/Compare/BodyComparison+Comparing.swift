import NetEngine
import Pattern

extension BodyComparison {
    /// Compares two bodies: as JSON values if that is what they are said to be and both are, else line by line, or only by
    /// their bytes if one is not text.
    ///
    /// - Parameters:
    ///   - budget: one step for each byte read; when it ends, the result has what was found so far.
    ///   - seed: of the hashes; random unless a test sets it.
    package static func compare(
        _ first: BodyBytes, _ second: BodyBytes, isJSON: Bool, options: Options = Options(),
        budget: QueryBudget = QueryBudget(), seed: UInt64 = .random(in: 0 ... .max)
    ) -> BodyComparison {
        first.withBytes { bytes in
            second.withBytes { other in
                compare(bytes, other, isJSON: isJSON, options: options, budget: budget, seed: seed)
            }
        }
    }

    package static func compare(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, isJSON: Bool,
        options: Options = Options(), budget: QueryBudget = QueryBudget(), seed: UInt64 = .random(in: 0 ... .max)
    ) -> BodyComparison {
        if ByteScan.areEqual(first, 0..<first.count, second, 0..<second.count) {
            return BodyComparison(method: .equalBytes)
        }
        var reason: String?
        if isJSON {
            do throws(JSONComparing.Refusal) {
                return try JSONComparing.compare(first, second, options, SeededHash(seed: seed), budget)
            } catch {
                reason =
                    "the \(error.isSecond ? "second" : "first") body is not JSON: \(error.error.reason), at byte "
                    + "\(error.error.offset)"
            }
        }
        if isBinary(first) || isBinary(second) { return compareBytes(first, second) }
        return LineComparing.compare(first, second, reason: reason, SeededHash(seed: seed), budget)
    }

    private static func isBinary(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.prefix(8192).contains(0) }

    private static func compareBytes(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
    ) -> BodyComparison {
        var result = BodyComparison(method: .bytes)
        let place = ByteScan.firstDifference(first, second)
        result.report(.changed, nil, place..<first.count, place..<second.count)
        return result
    }
}
