/// The variables for the values of paths in one file. A name has one value in it, since other tools take the last definition.
package struct PathNames: Sendable {
    private var values: [String: String] = [:]

    package init() {}

    /// - Parameters:
    ///   - parameter: as the description calls it.
    ///   - others: names that mean something else.
    /// - Returns: nil if no name is free; `isNew` if the file does not define it yet.
    mutating func name(
        of value: String, as parameter: String, besides others: Set<String>
    ) -> (name: String, isNew: Bool)? {
        let name = DialectName.valid(parameter, else: "value")
        for number in 1...Self.mostValues {
            let candidate = number == 1 ? name : "\(name)_\(number)"
            if others.contains(candidate) { continue }
            if let known = values[candidate] {
                if known == value { return (candidate, false) }
                continue
            }
            values[candidate] = value
            return (candidate, true)
        }
        return nil
    }

    /// How many values a parameter has at most, so that many operations take no more time.
    private static let mostValues = 50
}
