import NetEngine

extension SafeText {
    /// The text in Base64, as terminals take it for the clipboard.
    package var base64: String { Base64.encode(string) }
}
