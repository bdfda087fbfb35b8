import Base
import JSONPath

extension SchemaCheck {
    func isValidArray(_ array: ArrayCode, _ value: Int) -> Bool {
        let end = next(value)
        var child = value + 1
        var count = 0
        var contained = 0
        while child < end {
            countWork(1)
            if count < Int(array.prefixCount) {
                if !isValid(lists[Int(array.firstPrefix) + count], child) { return false }
            } else if array.items >= 0 {
                if !isValid(array.items, child) {
                    if array.prefixCount == 0 { brokenItem = (value, array.items, child) }
                    return false
                }
            }
            if array.contains >= 0, contained <= array.mostContained, contained < .max, isValid(array.contains, child) {
                contained += 1
            }
            count += 1
            child = next(child)
        }
        guard count >= array.least, count <= array.most else { return false }
        if array.contains >= 0 {
            guard contained >= array.leastContained else { return false }
            guard contained <= array.mostContained || codes[Int(array.contains)].isUncertain else { return false }
        }
        return !array.isUnique || count < 2 || firstRepeated(value) == nil
    }

    /// The first two equal items, found by hashing.
    func firstRepeated(_ value: Int) -> (first: Int, second: Int)? {
        var table = hashes ?? ValueHashes(tree)
        defer { hashes = table }
        var seen: [Int: Int] = [:]
        let equality = JSONEquality(tree)
        var child = value + 1
        while child < next(value) {
            countWork(1)
            if let other = seen.updateValue(child, forKey: table.hash(child)), equality.areEqual(other, child) {
                return (other, child)
            }
            child = next(child)
        }
        return nil
    }
}
