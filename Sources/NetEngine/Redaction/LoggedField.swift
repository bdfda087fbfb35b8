/// One header field as logs may show it.
public struct LoggedField: Sendable, Hashable {
    /// As it was sent or received, without secrets.
    public let name: String
    /// The value, or `Redaction.mark` instead of it.
    public let value: String
}
