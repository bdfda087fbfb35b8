/// What a shared cache would do with an answer otherwise than this private one.
enum SharedCacheView {
    static func differences(_ headers: HeaderFields, hasAuthorization: Bool) -> [String] {
        let control = CacheControl(headers)
        var result: [String] = []
        if control.isPrivate { result.append("private: it would not store this (RFC 9111 §5.2.2.7)") }
        if hasAuthorization, !control.isPublic, !control.mustRevalidate, !control.sharedMaxAge.isPresent {
            result.append("Authorization without public, s-maxage or must-revalidate: it would not store this (§3.5)")
        }
        switch control.sharedMaxAge {
        case .seconds(let seconds): result.append("s-maxage: its lifetime would be \(seconds) s (§5.2.2.10)")
        case .invalid: result.append("s-maxage is not a number: it would take this for stale (§4.2.1)")
        case .absent: break
        }
        if control.proxyRevalidate || control.sharedMaxAge.isPresent, !control.mustRevalidate {
            let name = control.proxyRevalidate ? "proxy-revalidate" : "s-maxage"
            result.append("\(name): it would never serve this stale (§5.2.2.8)")
        }
        if headers.contains("CDN-Cache-Control") {
            result.append("CDN-Cache-Control: a CDN would go by it instead of Cache-Control (RFC 9213)")
        }
        return result
    }
}
