import Base

/// What may be written at a place of a request, by the description of its API.
package struct DescribedCompletion: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var text: String
        /// Its type and what is said of it, in one line.
        package var note: String

        package init(text: String, note: String = "") {
            self.text = text
            self.note = note
        }
    }

    /// Longer bodies are not completed: each key would read them.
    package static let mostBytes = 64 << 10
    /// More are left out.
    static let mostItems = 1_000

    /// The bytes before the cursor that an item replaces.
    package var typed: Range<Int>
    /// All that fits, whatever is typed.
    package var items: [Item]
}
