import NetEngine
import Synchronization

/// Replaces `Digest user password` and `AWS id key` by the real header, just before a request is sent.
///
/// The draft keeps the header as written, so that nothing is computed twice or stored; a redirect to another origin
/// drops it. It must be the last interceptor, because what AWS signs must not change afterwards.
package final class ShorthandAuthentication: Interceptor {
    /// Logins that were used, with their servers' challenges.
    private let digests = Mutex([AuthorizationShorthand: DigestAuthentication]())

    package init() {}

    private static let maxLogins = 64

    package func mayConcern(_ request: RequestDraft) -> Bool {
        request.headers["Authorization"].flatMap { AuthorizationShorthand($0) } != nil
    }

    package func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
        guard let (shorthand, plain) = Self.split(request) else { return request }
        switch shorthand {
        case .digest(let user, let password):
            return try await digest(shorthand, user, password).adapt(plain, context: context)
        case .aws(let credentials, let region, let service):
            return try await AWSSignature(credentials: credentials, region: region, service: service)
                .adapt(plain, context: context)
        }
    }

    package func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
        guard let (shorthand, plain) = Self.split(outcome.draft), case .digest(let user, let password) = shorthand
        else {
            return .pass
        }
        let recovery = await digest(shorthand, user, password).recover(
            from: HopOutcome(draft: plain, hop: outcome.hop, error: outcome.error), context: context)
        // With the shorthand restored: the next `adapt` answers the challenge.
        if case .retry(_, let wait) = recovery { return .retry(outcome.draft, after: wait) }
        return .pass
    }

    package func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
        guard let (shorthand, plain) = Self.split(outcome.draft), case .digest(let user, let password) = shorthand
        else { return }
        await digest(shorthand, user, password).observe(
            HopOutcome(draft: plain, hop: outcome.hop, error: outcome.error), context: context)
    }

    /// The shorthand, and the request without its header; nil if there is none.
    private static func split(_ request: RequestDraft) -> (AuthorizationShorthand, RequestDraft)? {
        guard let value = request.headers["Authorization"], let shorthand = AuthorizationShorthand(value) else {
            return nil
        }
        var plain = request
        plain.headers.remove("Authorization")
        return (shorthand, plain)
    }

    private func digest(_ shorthand: AuthorizationShorthand, _ user: String, _ password: String) -> DigestAuthentication
    {
        digests.withLock { digests in
            if let known = digests[shorthand] { return known }
            if digests.count >= Self.maxLogins { digests.removeAll() }
            let new = DigestAuthentication(user: user, password: password)
            digests[shorthand] = new
            return new
        }
    }
}
