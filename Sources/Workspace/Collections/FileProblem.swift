import OpenAPI

/// Why a file or folder of a collection could not be read.
package struct FileProblem: Error, Sendable, Hashable {
    /// Where in the file; nil if it is about all of it.
    package var place: TextPlace?
    /// With a place, a whole sentence: `It is neither JSON nor YAML: …`. Without one, what follows the path: `cannot be read: …`.
    package var text: String

    package init(_ text: String, at place: TextPlace? = nil) {
        self.place = place
        self.text = text
    }

    /// To follow the file's name: `cannot be read: …`, or with its place `22:1: It is …`.
    package var withoutPath: String { place.map { "\($0): \(text)" } ?? text }

    /// `/c/a.http cannot be read: …`, `/c/a.yaml:22:1: It is …`
    package func sentence(of path: String) -> String { path + (place == nil ? " " : ":") + withoutPath }
}
