import NetEngine

/// After a 401 replaces the token that the server refused by another one, and has the request sent again, once (RFC
/// 6750 §3.1).
///
/// Applies only to requests with a token of the bank. If no token can be obtained without the user, the 401 is the
/// result.
package final class TokenRenewal: Interceptor {
    private let bank: TokenBank

    package init(_ bank: TokenBank) { self.bank = bank }

    package func mayConcern(_ request: RequestDraft) -> Bool { bank.token(in: request) != nil }

    package func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        // Another server, to which a redirect repeated the token in a URL, gets no fresh one by refusing it.
        guard outcome.error?.status == 401, context.recoveries == 0, !context.isOtherOrigin,
            let response = outcome.hop.response, Self.isAboutToken(response), let old = bank.token(in: outcome.draft)
        else { return .pass }
        guard let new = await bank.renewed(insteadOf: old, as: outcome.draft.options) else { return .pass }
        var draft = outcome.draft
        draft.url = draft.url.replacing(old, with: new)
        draft.headers = HeaderFields(
            draft.headers.fields.map { field in
                guard field.value.contains(old) else { return field }
                var field = field
                field.valueBytes = Array(field.value.replacing(old, with: new).utf8)
                return field
            })
        // It is as secret as the one that it replaces, and has its name in the log.
        let known = draft.options.log?.secrets.filter { $0.value == old } ?? []
        draft.options.log?.secrets += known.map { secret in
            var secret = secret
            secret.value = new
            return secret
        }
        return .retry(draft)
    }

    /// False if the server says that something other than the token is wrong.
    private static func isAboutToken(_ response: Response) -> Bool {
        let challenges = response.headers.values("WWW-Authenticate").joined(separator: ", ")
        guard let at = challenges.firstRange(of: "error=") else { return true }
        let code = challenges[at.upperBound...].drop { $0 == "\"" }.prefix { $0.isLetter || $0 == "_" }
        return code.lowercased() == "invalid_token"
    }
}
