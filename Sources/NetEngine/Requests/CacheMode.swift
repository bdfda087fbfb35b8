/// How a request uses the cache: the modes of the Fetch standard (§4.6, "HTTP-network-or-cache fetch").
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
    /// By the rules of RFC 9111.
    case `default`
    /// Neither uses the cache nor stores the response.
    case noStore = "no-store"
    /// Does not use stored responses, but stores the new one.
    case reload
    /// Revalidates a stored response, however fresh; only a fresh `immutable` response is used without asking
    /// (RFC 8246 §2). The validation carries `Cache-Control: max-age=0`, as in the Fetch standard.
    case noCache = "no-cache"
    /// Uses a stored response, however old; asks the server only if there is none.
    case forceCache = "force-cache"
    /// Uses a stored response, however old; fails with the category `cache` if there is none. Sends nothing.
    case onlyIfCached = "only-if-cached"
}
