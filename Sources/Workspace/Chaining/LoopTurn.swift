import HTTPFormat

/// One repetition of a request with `# @loop`.
package struct LoopTurn: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        var variable: String
        /// An element of the array: a string's characters, else as it is written.
        var value: String
        /// Whether it is a part of a private value.
        var isSecret = false
    }

    /// From 0.
    package var index: Int
    /// nil for a loop that only counts.
    package var item: Item?

    /// `item.name`: a part of the element, where that is an object or an array.
    ///
    /// - Parameter bodies: where the element is kept once it was read.
    package func member(_ name: String, _ bodies: AnsweredBodies = AnsweredBodies()) -> String? {
        guard let item, name.hasPrefix(item.variable) else { return nil }
        let rest = name.dropFirst(item.variable.count)
        guard rest.first == "." || rest.first == "[" else { return nil }
        guard case .success(let tree) = bodies.json(.init(owner: "the item of a loop"), Array(item.value.utf8)),
            case .success(let value) = LenientJSONPath.first("$\(rest)", in: tree, bodies.budget)
        else { return nil }
        return value
    }
}

extension SavedRequest {
    /// `# @sleep`: how long its turn waits before it is sent.
    package var pauseBefore: Duration? { sleep }
}
