/// One repetition of a request with `# @loop`.
package struct LoopTurn: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        var variable: String
        /// The array element: a string's characters, or any other value as written.
        var value: String
        /// Whether the element is part of a private value.
        var isSecret = false
    }

    /// Counted from 0.
    package var index: Int
    /// nil for a loop that only counts.
    package var item: Item?

    /// The value of `item.name`: a member of the element, if that is an object or an array.
    ///
    /// - Parameter bodies: caches the parsed element.
    package func member(_ name: String, _ bodies: ParsedBodies = ParsedBodies()) -> String? {
        guard let item, name.hasPrefix(item.variable) else { return nil }
        let rest = name.dropFirst(item.variable.count)
        guard rest.first == "." || rest.first == "[" else { return nil }
        guard case .success(let tree) = bodies.json(.init(owner: "the item of a loop"), Array(item.value.utf8)),
            case .success(let value) = LenientJSONPath.first("$\(rest)", in: tree, bodies.budget)
        else { return nil }
        return value
    }
}
