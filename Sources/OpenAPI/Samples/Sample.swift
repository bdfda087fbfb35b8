import Base
import JSONPath

/// A value for a schema: from the authors, or made.
package struct Sample: Sendable {
    package enum Origin: Sendable, Hashable {
        /// `examples` or `example` of a parameter or media type, with its name.
        case example(String?)
        /// `examples` or `example` of a schema.
        case schemaExample
        case constant
        /// `default`.
        case standard
        /// The first of `enum`.
        case enumeration
        case made
    }

    /// An author's value that is not valid against its own schema.
    package struct Rejected: Sendable, Hashable {
        package var origin: Origin
        package var place: DocumentPlace
        package var pointer: String
        /// One sentence.
        package var text: String
    }

    /// nil if there is none.
    package var value: JSONOutput?
    /// How it is sent, if the description says it (3.2 `serializedValue`); it is not encoded again.
    package var serialized: String?
    package var origin: Origin
    /// nil if nothing could validate it.
    package var isValid: Bool?
    package var rejected: [Rejected] = []
    /// Why there is no value.
    package var failure: SampleFailure?
    /// Branches that were chosen, by the pointers of their groups: the user may choose others.
    package var branches: [Branch] = []

    package struct Branch: Sendable, Hashable {
        package var group: DocumentPlace
        package var index: Int
        package var count: Int
    }
}
