import Base
import JSONPath
import OpenAPI

/// A link in the documentation of a response.
package struct DocumentedLink: Sendable, Hashable {
    /// Of the response, as the description has it: `201`, `2XX` or `default`.
    package var status: String
    package var link: Link
}

/// A row of the documentation of an operation: an outline whose branches are made when they are opened.
package struct DocsRow: Sendable, Hashable {
    /// Stays the same for the same description, whatever is open.
    package struct ID: Sendable, Hashable {
        package var path: String

        package init(_ path: String) { self.path = path }

        func child(_ step: String) -> ID {
            // As in JSON pointers, so that no name looks like two steps.
            ID(path + JSONPointer.step(step))
        }
    }

    package enum Role: Sendable, Hashable { case heading, name, type, text, code, example, deprecated, problem }

    package struct Part: Sendable, Hashable {
        package var role: Role
        /// One line.
        package var text: String

        package init(_ role: Role, _ text: String) {
            self.role = role
            self.text = text
        }
    }

    package var id: ID
    package var depth: Int
    package var parts: [Part]
    package var hasChildren = false
    package var isOpen = false
    /// Where the description says it: `OperationDocs.source(of:)` has the pointer and the line.
    package var place: DocumentPlace?
    /// The documented link that the row is about.
    package var link: DocumentedLink?

    /// The parts with two spaces between them.
    package var text: String { parts.map(\.text).joined(separator: "  ") }
}
