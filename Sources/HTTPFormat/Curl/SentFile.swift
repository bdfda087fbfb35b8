/// A file of the machine whose content a curl command sends.
package struct SentFile: Sendable, Hashable {
    package var path: String
    /// The form field that it is sent as; nil for the body.
    package var field: String?
}
