import NetEngine

/// A server that a description was fetched from: scheme, host and port.
package struct WebAddress: Sendable, Hashable {
    /// `https://api.example.com`, `http://127.0.0.1:8080`: without the port if it is the scheme's own.
    package let text: String

    package init(_ url: HTTPURL) { text = url.withoutPath.textWithoutUserInfo }

    /// The address of a URL as a user writes it, that of a GraphQL endpoint with its mark as well; nil for any other text.
    package init?(_ text: String) {
        guard FetchedDescription.isURL(text), let url = try? HTTPURL.parse(FetchedDescription(text).url) else {
            return nil
        }
        self.init(url)
    }

    /// - Parameter text: no URL; it is the address of no line in the list of what is trusted.
    init(ofUnreadable text: String) { self.text = text }
}
