/// What a shared cache would do differently from this private one.
enum SharedCacheView {
    /// The response to judge.
    struct Subject: Sendable, Hashable {
        let status: Int
        let headers: HeaderFields
        /// Whether the request's method and its own `no-store` let any cache keep a response to it.
        let isStorableByAnybody: Bool
        let hasAuthorization: Bool
    }

    static func differences(_ subject: Subject) -> [String] {
        let headers = subject.headers
        let hasAuthorization = subject.hasAuthorization
        let control = CacheControl(headers)
        // A response that no cache stores makes no difference.
        guard subject.isStorableByAnybody, StatusRules.refusal(subject.status) == nil,
            !control.noStore || (control.mustUnderstand && StatusRules.isUnderstood(subject.status))
        else { return [] }
        let hasGround =
            control.maxAge.isPresent || headers.contains("Expires") || control.isPublic || control.isPrivate
            || StatusRules.isHeuristicallyCacheable(subject.status)
        guard hasGround || control.sharedMaxAge.isPresent else { return [] }
        var result: [String] = []
        var isStored = true
        if !hasGround { result.append("s-maxage: it would store this status \(subject.status) (RFC 9111 §3)") }
        if control.isAllPrivate {
            isStored = false
            result.append("private: it would not store this (RFC 9111 §5.2.2.7)")
        } else if !control.privateFields.isEmpty {
            let names = control.privateFields.joined(separator: ", ")
            result.append("private=\"\(names)\": it would store this without \(names) (RFC 9111 §5.2.2.7)")
        }
        if hasAuthorization, !control.isPublic, !control.mustRevalidate, !control.sharedMaxAge.isPresent {
            isStored = false
            result.append("Authorization without public, s-maxage or must-revalidate: it would not store this (§3.5)")
        }
        // What it does not store has no lifetime there and never becomes stale.
        if isStored { result += use(control) }
        if headers.contains("CDN-Cache-Control") {
            result.append("CDN-Cache-Control: a CDN would go by it instead of Cache-Control (RFC 9213)")
        }
        return result
    }

    /// In which ways it would use a stored response differently.
    private static func use(_ control: CacheControl) -> [String] {
        var result: [String] = []
        switch control.sharedMaxAge {
        case .seconds(let seconds): result.append("s-maxage: its lifetime would be \(seconds) s (§5.2.2.10)")
        case .invalid: result.append("s-maxage is not a number: it would take this for stale (§4.2.1)")
        case .absent: break
        }
        if control.proxyRevalidate || control.sharedMaxAge.isPresent, !control.mustRevalidate {
            let name = control.proxyRevalidate ? "proxy-revalidate" : "s-maxage"
            result.append("\(name): it would never serve this stale (§5.2.2.8)")
        }
        return result
    }
}
