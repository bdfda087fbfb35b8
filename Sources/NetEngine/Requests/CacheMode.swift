/// How a request uses the cache: the modes of the Fetch standard (§4.6, "HTTP-network-or-cache fetch").
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
    /// By the rules of RFC 9111.
    case `default`
    /// Neither looks into the cache nor stores the answer.
    case noStore = "no-store"
    /// Does not look into the cache, but stores the answer.
    case reload
    /// Asks the server whether what is stored still holds, however fresh it is; only a fresh answer that is `immutable` is
    /// not asked about (RFC 8246 §2). With what is stored goes `Cache-Control: max-age=0`, as the Fetch standard has it.
    case noCache = "no-cache"
    /// Takes what is stored, however old it is; asks the server only if nothing is.
    case forceCache = "force-cache"
    /// Takes what is stored, however old it is; fails with the category `cache` if nothing is. Sends nothing.
    case onlyIfCached = "only-if-cached"
}
