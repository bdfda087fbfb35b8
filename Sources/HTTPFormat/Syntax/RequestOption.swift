import Base

/// A `# @` line that sets one thing of a request, as a form offers it.
///
/// Lines of which there may be several (`@ref`, `@import`, `@prompt`, `@assert`, `@redact`) are parts of the request and no
/// options of it.
package struct RequestOption: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A line without a value, which switches off what is on without it.
        case switchesOff
        /// One of a few words.
        case choice([String])
        /// Text; `mayBeBare` if the line means something without a value.
        case text(mayBeBare: Bool)
    }

    package let term: MetadataTerm
    /// What it is about: `follow redirects`.
    package let title: String

    /// As it is written: `no-redirect`.
    package var key: String { term.name }

    package var kind: Kind {
        switch term.form {
        case .nothing: .switchesOff
        case .choice(let words): .choice(words)
        case .optionalText: .text(mayBeBare: true)
        case .duration, .size, .text: .text(mayBeBare: false)
        }
    }

    /// The words of a choice; empty for other kinds.
    package var choices: [String] { if case .choice(let words) = kind { words } else { [] } }

    /// What holds without the line, as its value is shown.
    package var standard: String { kind == .switchesOff ? "yes" : term.standard ?? "none" }

    /// Every option, those first that are set most often.
    package static let table: [RequestOption] = [
        (.timeout, "timeout"), (.connectionTimeout, "connection timeout"), (.retry, "retries"),
        (.noRedirect, "follow redirects"), (.cache, "cache"), (.maxBody, "max body"), (.proxy, "proxy"),
        (.noProxy, "use a proxy"), (.noRejectUnauthorized, "verify TLS"), (.noClientCert, "client certificate"),
        (.noCookieJar, "cookie jar"), (.noAutoEncoding, "encode the URL"), (.noLog, "write to history"),
        (.expect, "body must be"), (.envelope, "envelope"), (.openAPI, "contract"),
        (.keepBodyComments, "comments in the body"),
        (.note, "confirm first"), (.disabled, "disabled"), (.sleep, "wait before"), (.loop, "repeat"), (.tag, "tags"),
        (.name, "name"), (.description, "description"),
    ].compactMap { (key: MetadataKey, title: String) in
        MetadataTerm.of(key).map { RequestOption(term: $0, title: title) }
    }

    /// The most that `# @retry` takes.
    package static let maxRetries = 20
}
