/// The sentences of errors that the engine itself finds, in one place so that they read alike.
extension EngineError {
    static func badURL(_ what: String) -> EngineError {
        EngineError(.requestBuild, "URL: \(what).", hint: "Write a URL such as http://host:8080/path?name=value.")
    }

    static func badTarget(_ what: String) -> EngineError {
        EngineError(
            .requestBuild, "Target: \(what).",
            hint: "Send OPTIONS to a URL without path and query, or ask for a resource (RFC 9112 §3.2.4).")
    }

    static func badMethod(_ method: String) -> EngineError {
        EngineError(
            .requestBuild, "Method: \(quoted(method)) is not a method token.",
            hint: "A method is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.6.2).")
    }

    static func badHeader(_ name: String, _ what: String, hint: String) -> EngineError {
        EngineError(.requestBuild, "Header \(quoted(name)): \(what).", hint: hint)
    }

    static func badBody(_ what: String, hint: String, underlying: UnderlyingCode? = nil) -> EngineError {
        EngineError(.requestBuild, "Body: \(what).", hint: hint, underlying: underlying)
    }

    static func unavailableMD5() -> EngineError {
        EngineError(
            .requestBuild,
            "The server asks for Digest authentication with MD5, which OpenSSL on this machine does not offer.",
            hint: "Have the server offer SHA-256, or allow MD5 in the machine's OpenSSL configuration.")
    }

    static func onlyIfCachedUnmet(_ why: String) -> EngineError {
        EngineError(
            .cache, "Nothing that is stored may be used (\(why)), and only-if-cached forbids asking the server.",
            hint: "Send it once without only-if-cached.", status: 504)
    }

    package static func cancelled() -> EngineError { EngineError(.cancelled, "The request was cancelled.") }

    static func offline(_ host: String) -> EngineError {
        EngineError(.offline, "This machine has no network connection, so \(host) was not asked.")
    }

    /// Why a response with this status is no success; nil for a success.
    package static func status(_ status: Int) -> EngineError? {
        switch status {
        case 200...299: nil
        case 400...499: EngineError(.clientError, "The server answered with status \(status).", status: status)
        case 500...599: EngineError(.serverError, "The server answered with status \(status).", status: status)
        case 300...399:
            EngineError(
                .unexpectedStatus, "The server answered with status \(status), which is not a success.",
                hint: redirectionHint(status), status: status)
        default:
            EngineError(
                .unexpectedStatus, "The server answered with status \(status), which is not a final status of HTTP.",
                status: status)
        }
    }

    /// nil for the hint of the category.
    private static func redirectionHint(_ status: Int) -> String? {
        switch status {
        case 301, 302, 303, 307, 308: "Let redirects be followed, if the response has a Location field."
        case 304: "It answers a condition of the request, such as If-None-Match; without one the whole response comes."
        default: nil
        }
    }

    /// A 2xx that is none of the statuses with which the request succeeds.
    static func unwantedStatus(_ status: Int, accepted: ClosedRange<Int>) -> EngineError {
        let wanted =
            accepted.count == 1 ? "\(accepted.lowerBound)" : "\(accepted.lowerBound) to \(accepted.upperBound)"
        return EngineError(
            .unexpectedStatus, "The server answered with status \(status); this request succeeds with \(wanted) only.",
            hint: "Widen the success statuses of the request if \(status) is right too.", status: status)
    }

    /// Whether a complete response failed by its body: what a retry must not take from the cache again.
    var isAboutBody: Bool { category == .api || category == .decoding }

    /// More bytes came than may come.
    /// - Parameter what: the subject of the sentence, such as `body`.
    package static func tooLarge(_ what: String = "body", limit: Int) -> EngineError {
        EngineError(.tooLarge, phase: .receive, "The \(what) is larger than the limit of \(byteCount(limit)).")
    }

    /// The header of a response is larger than `RequestOptions.maxHeaderBytes`.
    package static func tooLargeHeaders(limit: Int) -> EngineError {
        EngineError(.tooLarge, phase: .receive, "The headers of the response are larger than \(byteCount(limit)).")
            .offering(.raiseHeaderLimit)
    }

    /// For limits that have no setting: those of libcurl, and in programs without one for them.
    package static let fixedHeaderLimit =
        "This limit cannot be raised: let the server send fewer or shorter headers."

    /// The same with the hint of a remedy.
    func offering(_ remedy: Remedy) -> EngineError {
        var error = self
        (error.hint, error.remedy) = (remedy.hint, remedy)
        return error
    }

    /// `256 KiB` where it comes out even, bytes otherwise.
    package static func byteCount(_ count: Int) -> String {
        for (size, unit) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        where count >= size && count.isMultiple(of: size) {
            return "\(count / size) \(unit)"
        }
        return count == 1 ? "1 byte" : "\(count) bytes"
    }

    /// The text between quotation marks, cut to a length that fits a sentence.
    package static func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

    /// The text, cut to a length that fits a sentence.
    static func cut(_ text: String) -> String { text.count > 40 ? "\(text.prefix(39))…" : text }
}
