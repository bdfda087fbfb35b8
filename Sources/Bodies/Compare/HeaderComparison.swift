/// What is different between the headers of two responses. Names are compared without case; the values of a repeated
/// header in their order.
package struct HeaderComparison: Sendable, Hashable {
    package struct Change: Sendable, Hashable {
        /// As in the first response, or in the second if the first has none.
        package var name: String
        /// nil if only the other response has the header.
        package var first: String?
        package var second: String?
    }

    /// In the order of the first response, then what only the second has.
    package let changes: [Change]

    package init(_ first: [(name: String, value: String)], _ second: [(name: String, value: String)]) {
        var left: [String: [String]] = [:]
        for field in second.reversed() { left[field.name.lowercased(), default: []].append(field.value) }
        var changes: [Change] = []
        var used: [String: Int] = [:]
        for field in first {
            let key = field.name.lowercased()
            used[key, default: 0] += 1
            let other = left[key]?.popLast()
            if other != field.value { changes.append(Change(name: field.name, first: field.value, second: other)) }
        }
        for field in second {
            let key = field.name.lowercased()
            if let count = used[key], count > 0 {
                used[key] = count - 1
            } else {
                changes.append(Change(name: field.name, first: nil, second: field.value))
            }
        }
        self.changes = changes
    }
}
