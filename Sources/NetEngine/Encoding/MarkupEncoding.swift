/// Text as data in XML and HTML, not as markup.
package enum MarkupEncoding {
    /// For a place between tags: nothing of it begins a tag or a reference.
    package static func text(_ text: String) -> String {
        text.replacing(bytes: "&", with: "&amp;").replacing(bytes: "<", with: "&lt;")
    }

    /// For a value in quotation marks, and between tags too (XML 1.0 §2.4). Apostrophes stay.
    package static func attribute(_ text: String) -> String {
        self.text(text).replacing(bytes: ">", with: "&gt;").replacing(bytes: "\"", with: "&quot;")
    }
}
