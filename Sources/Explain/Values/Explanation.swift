import NetEngine

/// A term explained, with what its value says here.
package struct Explanation: Sendable, Hashable {
    /// What is explained, as the user knows it: `404 Not Found`, `Cache-Control`, `max-age=60`.
    package let heading: String
    /// What kind of thing it is; nil if nothing is known but the value.
    package let kind: Term.Kind?
    /// One to three sentences; empty if the word itself is unknown.
    package let text: String
    /// What the value says, a sentence each.
    package let details: [String]
    /// The standard and its section; empty if there is none.
    package let source: String

    package init(_ term: Term, heading: String? = nil, details: [String] = []) {
        self.heading = heading ?? term.heading
        kind = term.kind
        text = term.text
        self.details = details
        source = term.source
    }

    package init(unknown heading: String, kind: Term.Kind?, text: String, details: [String] = [], source: String = "") {
        self.heading = heading
        self.kind = kind
        self.text = text
        self.details = details
        self.source = source
    }
}

/// The message that a header is part of, because many values mean something only beside others.
package struct MessageContext: Sendable {
    package let headers: HeaderFields
    package let isRequest: Bool
    /// Of a response.
    package let status: Int?
    /// Seconds since 1970.
    package let now: Int64

    package init(headers: HeaderFields, isRequest: Bool, status: Int? = nil, now: Int64) {
        self.headers = headers
        self.isRequest = isRequest
        self.status = status
        self.now = now
    }
}

extension Explanation {
    /// A header with what its value says. Values that are secrets are not repeated.
    package static func header(_ field: HeaderField, in message: MessageContext) -> Explanation {
        let details = HeaderValue(field, in: message).details
        if let term = Glossary.term(.header, field.name) {
            return Explanation(term, heading: field.name, details: details)
        }
        let text =
            field.name.lowercased().hasPrefix("x-")
            ? "A header that no standard knows; the server or something on the way defines it."
            : "This header is not in the list of this program; it may be one of the server's own."
        return Explanation(unknown: field.name, kind: .header, text: text, details: details)
    }

    /// A status, also one that is not registered.
    package static func status(_ status: Int) -> Explanation {
        var details: [String] = []
        if StatusRules.isHeuristicallyCacheable(status) {
            details.append("Caches may store such a response even if nothing says for how long.")
        } else if let why = StatusRules.refusal(status), status >= 200 {
            details.append("It is never stored here: \(why).")
        }
        if let term = Glossary.term(.status, String(status)) { return Explanation(term, details: details) }
        let group =
            switch status {
            case 100..<200: "a note before the final response"
            case 200..<300: "a success, as 200"
            case 300..<400: "a redirect, as 300"
            case 400..<500: "an error of the request, as 400"
            case 500..<600: "an error of the server, as 500"
            default: "outside of what HTTP defines"
            }
        return Explanation(
            unknown: String(status), kind: .status,
            text: "A status that is not registered. A client treats it by its class: \(group).", details: details,
            source: "RFC 9110 §15")
    }
}
