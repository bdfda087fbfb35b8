import NetEngine

/// What is known of a request that cannot be sent yet, because something in it has no value.
///
/// Before a send only that is reported. Who says beforehand what will be sent needs the rest: what would prevent it then, too.
struct KnownParts: Sendable {
    /// What the user must be asked.
    var asks: [PromptField] = []
    /// What the collection needs to be trusted for.
    var needs: [TrustNeed] = []
    /// Why parts that have all their values cannot be sent.
    var refusals: [RequestResolver.Refusal] = []
    /// The request without the headers and the body that are not known; nil if nothing of it is. Its URL is another one while
    /// `hasURL` is false.
    var draft: RequestDraft?
    /// Whether the whole URL is known.
    var hasURL = false

    /// A URL in place of one that is not known, with which nothing is wrong.
    static let anyURL = "http://localhost/"
}

extension RequestResolver {
    /// Why the engine would not send a request, as a sentence; nil if it would.
    /// - Parameter hasURL: whether its URL is the one that it is sent to.
    static func buildProblem(_ draft: RequestDraft, hasURL: Bool = false) -> String? {
        do throws(EngineError) {
            let host = try RequestBuilder().build(draft).url.host
            guard hasURL else { return nil }
            return draft.headers["Authorization"].flatMap { AuthorizationShorthand($0) }?.problem(host: host)
        } catch {
            return error.sentence
        }
    }

    /// The headers of a request, as far as they have values.
    struct WrittenHeaders {
        /// All of them; what has no value is left out of the texts.
        var fields: HeaderFields
        /// Those of which a part is left out.
        var incomplete: [HeaderField]
        /// Why one of the others cannot be sent.
        var refusal: Refusal?

        func isKnown(_ name: String) -> Bool { !incomplete.contains { $0.isNamed(name) } }

        var known: HeaderFields { HeaderFields(fields.fields.filter { !incomplete.contains($0) }) }
    }
}
