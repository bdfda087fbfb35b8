import Base
import NetEngine

/// What an `ErrorDetail` says, without the response that it is about: it is printed, recorded and reported.
package enum ErrorFinding: Sendable, Hashable {
    /// Why and where a body is not what was expected.
    case decoding(Fault)
    /// The server's own words.
    case api(status: String?, message: String?)

    package struct Fault: Sendable, Hashable {
        package var reason: String
        /// `$.users[2].name`; `$` is the whole body.
        package var path: String
        package var line: Int?
        package var column: Int?
        package var byte: Int?
        /// What is around the place; nil in a recording: names that would hide a secret in it may be cut off.
        package var excerpt: String?

        package init(
            reason: String, path: String, line: Int? = nil, column: Int? = nil, byte: Int? = nil, excerpt: String? = nil
        ) {
            self.reason = reason
            self.path = path
            self.line = line
            self.column = column
            self.byte = byte
            self.excerpt = excerpt
        }
    }

    package init(_ detail: ErrorDetail) {
        switch detail {
        case .decoding(let fault):
            self = .decoding(
                Fault(
                    reason: fault.reason, path: fault.path, line: fault.position?.line, column: fault.position?.column,
                    byte: fault.position?.byteOffset, excerpt: fault.position?.excerpt))
        case .api(let fault): self = .api(status: fault.status, message: fault.message)
        }
    }

    /// The same with each text changed.
    package func changingTexts(_ change: (String) -> String) -> ErrorFinding {
        switch self {
        case .decoding(var fault):
            fault.reason = change(fault.reason)
            fault.path = change(fault.path)
            fault.excerpt = fault.excerpt.map(change)
            return .decoding(fault)
        case .api(let status, let message): return .api(status: status.map(change), message: message.map(change))
        }
    }

    /// The member `detail` of an error, as commands and reports print it.
    package var json: JSONOutput {
        switch self {
        case .decoding(let fault):
            .object([
                ("reason", .string(fault.reason)), ("path", .string(fault.path)), ("line", .optional(fault.line)),
                ("column", .optional(fault.column)), ("byte", .optional(fault.byte)),
                ("excerpt", .optional(fault.excerpt)),
            ])
        case .api(let status, let message):
            .object([("status", .optional(status)), ("message", .optional(message))])
        }
    }
}
