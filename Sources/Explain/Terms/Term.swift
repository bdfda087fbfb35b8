/// A word of HTTP or of this program that a user can ask about: what it means, what follows from it, and where it is defined.
package struct Term: Sendable, Hashable {
    /// What kind of thing it is; two kinds may share a name, such as `max-age`.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case status, header, directive, category, phase, tls, http2
        case mediaType = "media type"
        case coding = "content coding"
        case method, cache, cookie, notice

        /// As a word before or after the name: `404 Not Found (status)`.
        package var title: String {
            switch self {
            case .status: "status"
            case .header: "header"
            case .directive: "Cache-Control directive"
            case .category: "error category"
            case .phase: "timing phase"
            case .tls: "TLS"
            case .http2: "HTTP/2"
            case .mediaType: "media type"
            case .coding: "content coding"
            case .method: "method"
            case .cache: "cache"
            case .cookie: "cookie attribute"
            case .notice: "notice of lint"
            }
        }
    }

    package let kind: Kind
    /// The name in its usual spelling; of a status the number.
    package let name: String
    /// The words that belong to the name, such as the reason phrase of a status; empty for most.
    package let title: String
    /// Other spellings by which it is found.
    package let otherNames: [String]
    /// One to three sentences.
    package let text: String
    /// The standard and its section, such as `RFC 9110 §15.5.5`; empty for a word of this program.
    package let source: String

    init(
        _ kind: Kind, _ name: String, title: String = "", also otherNames: [String] = [], _ source: String,
        _ text: String
    ) {
        self.kind = kind
        self.name = name
        self.title = title
        self.otherNames = otherNames
        self.source = source
        self.text = text
    }

    /// `404 Not Found`, `max-age`.
    package var heading: String { title.isEmpty ? name : "\(name) \(title)" }
}
