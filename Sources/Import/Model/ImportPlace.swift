import OpenAPI

/// Where something is in what is imported.
package struct ImportPlace: Sendable, Hashable {
    /// As the user named it, or relative to the folder that is imported.
    package var file: String
    package var position: TextPlace

    package init(file: String, position: TextPlace) {
        self.file = file
        self.position = position
    }

    package init(file: String, line: Int, column: Int = 1) {
        self.init(file: file, position: TextPlace(line: line, column: column))
    }
}

extension ImportPlace: CustomStringConvertible {
    /// `shop.json:12:5`
    package var description: String { "\(file):\(position)" }
}

extension ImportPlace: Comparable {
    package static func < (a: ImportPlace, b: ImportPlace) -> Bool { (a.file, a.position) < (b.file, b.position) }
}
