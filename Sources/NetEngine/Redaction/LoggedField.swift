/// One header field as logs may show it.
public struct LoggedField: Sendable, Hashable {
    /// As it was sent or received; cleared of secrets.
    public let name: String
    /// The value, or `Redaction.mark` in its place.
    public let value: String
}
