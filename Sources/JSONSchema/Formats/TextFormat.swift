/// The formats of texts that others recognise, by the rules with which `Schema` checks them.
package enum TextFormat: String, Sendable, Hashable, CaseIterable {
    case dateTime = "date-time"
    case date, uuid, email, uri, ipv4, ipv6

    /// Whether a text is of this format. Takes time linear in the text.
    package func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .dateTime: SchemaFormat.dateTime.accepts(text)
        case .date: SchemaFormat.date.accepts(text)
        case .uuid: SchemaFormat.uuid.accepts(text)
        case .email: SchemaFormat.email.accepts(text)
        case .uri: SchemaFormat.uri.accepts(text)
        case .ipv4: SchemaFormat.ipv4.accepts(text)
        case .ipv6: SchemaFormat.ipv6.accepts(text)
        }
    }
}
