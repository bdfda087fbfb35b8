/// Why nothing can be imported.
package struct ImportError: Error, Sendable, Hashable {
    /// nil if no place in the text says more than the sentence.
    package var place: ImportPlace?
    /// A sentence with its full stop: what is wrong and what to do.
    package var text: String

    package init(_ text: String, at place: ImportPlace? = nil) {
        self.text = text
        self.place = place
    }
}

extension ImportError: CustomStringConvertible {
    /// `shop.json:12:5: The text is not JSON: …`
    package var description: String { place.map { "\($0): \(text)" } ?? text }
}
