import Base
import NetEngine

/// Masks what a command does not print without `--reveal`: logins and secret query items in URLs, cookies, credentials
/// and private values. Response bodies are masked only in copies of whole exchanges.
package struct SentSecrets: Sendable {
    /// nil if everything is shown.
    private let redactor: Redactor?

    /// Masks nothing.
    package static let revealed = SentSecrets(redactor: nil)

    private init(redactor: Redactor?) { self.redactor = redactor }

    /// Masks the secrets of these exchanges, and the private values.
    package init(_ exchanges: [Exchange], _ privates: PrivateValues = PrivateValues()) {
        self.init(exchanges, named: privates.values)
    }

    /// Masks the secrets of an exchange that is sent again, and the values that were filled in.
    package init(_ exchanges: [Exchange], named: [String]) {
        // Such as a token that was renewed on the way.
        let added = exchanges.flatMap(\.addedSecrets).map(\.value)
        redactor = Redactor(requestsOf: exchanges, named: named + added, mark: PrivateValues.mark)
    }

    /// Masks the secrets of an exchange that has not ended.
    package init(
        _ draft: RequestDraft, _ requests: [PreparedRequest], _ responses: [Response], _ privates: PrivateValues
    ) {
        redactor = Redactor(
            drafts: [draft], requests: requests, responses: responses, named: privates.values, mark: PrivateValues.mark)
    }

    package func hidden(_ text: String) -> String { redactor?.shown(text: text) ?? text }

    package func hidden(names: [String]) -> [String] { names.map { hidden($0) } }

    package func hidden(url: String) -> String { redactor?.shown(url: url) ?? url }

    package func hidden(_ text: SafeText) -> SafeText {
        guard let redactor else { return text }
        let (plain, shown) = (text.string, redactor.shown(text: text.string))
        return plain == shown ? text : SafeText(shown)
    }

    package func hidden(_ error: EngineError?) -> EngineError? {
        guard var error, redactor != nil else { return error }
        error.sentence = hidden(error.sentence)
        error.hint = hidden(error.hint)
        error.underlying = error.underlying.map {
            UnderlyingCode(domain: $0.domain, code: $0.code, text: hidden($0.text))
        }
        return error
    }

    package func hidden(_ finding: ErrorFinding) -> ErrorFinding {
        redactor == nil ? finding : finding.changingTexts { hidden($0) }
    }

    package func hidden(_ report: CheckReport) -> CheckReport {
        guard redactor != nil, !report.results.isEmpty || !report.logs.isEmpty else { return report }
        var report = report.told
        for index in report.logs.indices { report.logs[index].text = hidden(report.logs[index].text) }
        for index in report.results.indices {
            report.results[index].text = hidden(report.results[index].text)
            report.results[index].expected = hidden(report.results[index].expected)
            report.results[index].actual = report.results[index].actual.map { hidden($0) }
            report.results[index].reason = report.results[index].reason.map { hidden($0) }
            if let path = report.results[index].place?.path { report.results[index].place?.path = hidden(path) }
        }
        return report
    }

    package func hidden(_ outcome: ResponseFile.Outcome?) -> ResponseFile.Outcome? {
        switch outcome {
        case .success(let path)?: .success(hidden(path))
        case .failure(let error)?: .failure(CollectionError(sentence: hidden(error.sentence)))
        case nil: nil
        }
    }

    /// The masked value of a request or response header.
    package func hiddenValue(of field: HeaderField) -> [UInt8] { redactor?.shownValue(of: field) ?? field.valueBytes }

    /// The masked head of a request.
    package func hidden(head: [UInt8]) -> [UInt8] { redactor?.shown(head: head) ?? head }

    /// The masked body of a message: members and fields whose names mean a secret, and everything known to be one.
    package func hidden(body: [UInt8], type: String?) -> [UInt8] {
        redactor?.hidden(body: body, type: type) ?? body
    }

    /// The same for a body in pieces. The names of files are masked like other texts.
    package func hidden(pieces: [BodyPiece], type: String?) -> [BodyPiece] {
        redactor?.hidden(pieces: pieces, type: type) ?? pieces
    }

    /// The mark in place of a text that is secret as a whole.
    package func hidden(password: String) -> String { redactor == nil || password.isEmpty ? password : Redaction.mark }

    /// Masks the strings of a document, except bodies and members that name the request or hold one of a few fixed
    /// words.
    package func hidden(_ document: JSONOutput) -> JSONOutput {
        guard redactor != nil else { return document }
        return document.changingTexts(except: Self.kept) { hidden($0) }
    }

    private static let kept: Set<String> = [
        "file", "id", "method", "body", "bodyBase64", "outcome", "category", "phase", "cause", "verdict", "mode",
        "httpVersion", "startedAt", "tlsVersion", "tlsCipher", "alpn",
    ]
}

/// The headers that a redirect to another origin left out.
package struct HeldBack: Sendable, Hashable {
    /// The other origin.
    package var origin: String
    /// The names of the left-out headers.
    package var fields: [String]

    package init(origin: String, fields: [String]) {
        self.origin = origin
        self.fields = fields
    }

    /// One value for each redirect of an exchange that left headers out.
    package static func all(of exchange: Exchange, _ secrets: SentSecrets) -> [HeldBack] {
        exchange.hops.filter { !$0.heldBack.isEmpty && $0.cause != .retry }.map {
            HeldBack(origin: secrets.hidden($0.request.url.origin), fields: secrets.hidden(names: $0.heldBack))
        }
    }

    package var sentence: SafeText {
        let (noun, verb) = fields.count == 1 ? ("the header", "holds") : ("the headers", "hold")
        return SafeText(
            "Not sent to \(origin): \(noun) \(fields.joined(separator: ", ")), which \(verb) a secret of the first server."
        )
    }

    package var json: JSONOutput {
        .object([("origin", .string(origin)), ("headers", .array(fields.map { .string($0) }))])
    }
}
