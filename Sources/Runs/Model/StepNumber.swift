/// Tells steps of a run apart that have the same name: `order` and `order (2)`.
///
/// Rows of a data file may need different requests; then one request is several steps.
package enum StepNumber {
    /// What follows the name of each step: nothing for the first of those with a key, then ` (2)`, ` (3)` and so on.
    /// - Parameter keys: of the steps in the order of the plan; the same for those that would have the same name.
    package static func suffixes<Key: Hashable>(_ keys: [Key]) -> [String] {
        var seen: [Key: Int] = [:]
        return keys.map { key in
            let number = seen[key, default: 0] + 1
            seen[key] = number
            return number > 1 ? " (\(number))" : ""
        }
    }
}
