/// Something that a description leaves open, says twice or says in a way that cannot be represented, at its place.
package struct DescriptionNotice: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case notADescription, version, repeatedName, repeatedOperationID, repeatedPath, wrongPath, emptyOperation
        case undeclaredPathParameter, unusedPathParameter, repeatedParameter, ignoredParameter, wrongParameter
        case reference, server, security, nullable, body, response, notRepresented, schema, notChecked
    }

    package var kind: Kind
    /// The JSON pointer of the value; in another document with its path in front.
    package var pointer: String
    /// The document's path.
    package var document: String
    package var place: TextPlace
    /// One sentence.
    package var text: String

    package init(_ kind: Kind, at value: DescriptionValue, _ text: String) {
        self.kind = kind
        pointer = value.pointer
        document = value.documents.path(value.place.document)
        place = value.textPlace
        self.text = text
    }
}
