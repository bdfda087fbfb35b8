/// The interceptors of one exchange, in their order.
struct InterceptorChain: Sendable {
    let id: ExchangeID
    let interceptors: [any Interceptor]
    let firstURL: HTTPURL
    /// Sends a request for an interceptor, past all interceptors.
    var send: (@Sendable (RequestDraft) async -> Exchange)?
    let traceID = InterceptorChain.makeTraceID()

    private static let maxRecoveries = 3

    /// - Parameter previous: what was sent just before.
    /// - Throws: `request-build` when the URL cannot be read, and what an interceptor throws.
    func adapt(_ draft: RequestDraft, cause: Hop.Cause, previous: Hop?) async throws(EngineError) -> RequestDraft {
        var current = draft
        var url = try draft.parsedURL()
        for interceptor in interceptors {
            let context = InterceptorContext(
                id: id, traceID: traceID, url: url, firstURL: firstURL, cause: cause, previous: previous,
                send: send)
            var next = try await interceptor.adapt(current, context: context)
            if next.url != current.url || next.options.sendsURLAsWritten != current.options.sendsURLAsWritten {
                url = try next.parsedURL()
            }
            if !url.isSameOrigin(as: firstURL), !interceptor.choosesCredentialsByURL {
                next.headers = Self.withoutNewCredentials(next.headers, before: current.headers)
            }
            current = next
        }
        return current
    }

    private static func withoutNewCredentials(_ fields: HeaderFields, before: HeaderFields) -> HeaderFields {
        HeaderFields(
            fields.fields.filter { field in
                !field.isCredential && field.origin != .cookie || before.fields.contains(field)
            })
    }

    /// - Parameter previous: what was sent just before.
    func observe(_ outcome: HopOutcome, previous: Hop?) async {
        for interceptor in interceptors.reversed() {
            await interceptor.observe(outcome, context: context(outcome, previous, recoveries: 0))
        }
    }

    /// - Parameters:
    ///   - previous: what was sent just before.
    ///   - recoveries: how many retries each interceptor had so far.
    func recover(
        from outcome: HopOutcome, previous: Hop?, recoveries: [Int]
    ) async -> (draft: RequestDraft, after: Duration, index: Int)? {
        for index in interceptors.indices.reversed() where recoveries[index] < Self.maxRecoveries {
            let context = context(outcome, previous, recoveries: recoveries[index])
            let recovery = await interceptors[index].recover(from: outcome, context: context)
            if case .retry(let draft, let wait) = recovery, draft.body.canBeSentAgain { return (draft, wait, index) }
        }
        return nil
    }

    private func context(_ outcome: HopOutcome, _ previous: Hop?, recoveries: Int) -> InterceptorContext {
        InterceptorContext(
            id: id, traceID: traceID, url: outcome.hop.request.url, firstURL: firstURL, cause: outcome.hop.cause,
            previous: previous, recoveries: recoveries, send: send)
    }

    private static func makeTraceID() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
