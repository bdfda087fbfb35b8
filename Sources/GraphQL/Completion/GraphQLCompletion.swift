/// What can be written at a place of a text that may be half typed.
package struct GraphQLCompletion: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case field, argument, inputField, enumValue, constant, variable, type, fragment, directive, keyword
        }

        package var kind: Kind
        /// What replaces `range`: `$id` and `@skip` with their signs, arguments with their colon.
        package var text: String
        /// The type, if it has one: `[User!]!`.
        package var detail: String?
        package var description: String?
        package var isDeprecated = false

        package init(_ kind: Kind, _ text: String, _ detail: String? = nil, _ description: String? = nil) {
            self.kind = kind
            self.text = text
            self.detail = detail
            self.description = description
        }
    }

    /// The bytes that an item replaces; empty if nothing is typed yet.
    package var range: Range<Int>
    /// In the order of the schema: those that begin with what is typed, ignoring case; if none does, those that contain
    /// it.
    package var items: [Item]

    static let none = GraphQLCompletion(range: 0..<0, items: [])

    init(range: Range<Int>, items: [Item]) {
        self.range = range
        self.items = items
    }

    /// - Parameter prefix: what is typed before the cursor.
    init(range: Range<Int>, items: [Item], prefix: String) {
        self.range = range
        let prefix = prefix.lowercased()
        let beginning = items.filter { $0.text.lowercased().hasPrefix(prefix) }
        self.items = beginning.isEmpty ? items.filter { Self.contains($0.text.lowercased(), prefix) } : beginning
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        var rest = text[...]
        while rest.utf8.count >= part.utf8.count {
            if rest.hasPrefix(part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
