/// `a`, `a and b`, `a, b and c`; after `most` names only how many more there are.
package func listed(_ names: [String], most: Int = 8, joiner: String = "and") -> String {
    guard names.count <= most else {
        return names.prefix(most).joined(separator: ", ") + " \(joiner) \(names.count - most) more"
    }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(joiner) " + last
}
