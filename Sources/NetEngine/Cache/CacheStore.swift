/// Storage for responses. It knows nothing of freshness: `HTTPCache` decides, the store keeps.
///
/// All calls may come from any thread and at once. A store never fails an exchange: what it cannot read is not there, what
/// it cannot write is not stored, and it reports why.
public protocol CacheStore: Sendable {
    /// All responses stored under the key, in no particular order.
    func candidates(for key: CacheKey) async -> [StoredResponse]

    /// The body of a stored response; nil if it is gone. Counts as a use: the least recently used are evicted first.
    func body(of response: StoredResponse) async -> [UInt8]?

    /// Records a use that did not need the body.
    func touch(_ response: StoredResponse) async

    /// Stores a response and removes those that it replaces, in one step.
    func insert(_ response: StoredResponse, body: [UInt8], replacing: [StoredResponse]) async -> CacheInsertion

    /// Replaces the stored fields and times; the body stays. Nothing happens if it is gone.
    func renew(_ response: StoredResponse) async

    /// Removes these, with their bodies; nothing happens for those that are gone.
    func remove(_ responses: [StoredResponse]) async

    /// - Returns: how many there were.
    @discardableResult
    func removeAll(for key: CacheKey) async -> Int

    /// Everything that is stored, most recently used first.
    func contents() async -> [StoredResponse]

    /// Removes everything and frees the space.
    func clear() async

    /// How much is stored now.
    func usage() async -> CacheUsage
}

/// The result of storing a response.
public enum CacheInsertion: Sendable, Hashable {
    /// It is stored, and what it replaces is gone.
    case stored
    /// Why it was not stored, as a clause.
    case refused(String)
}

/// How much a store holds.
public struct CacheUsage: Sendable, Hashable {
    /// Number of stored responses.
    public let count: Int
    /// Bytes of bodies and fields together.
    public let bytes: Int
    /// The most bytes of bodies and fields that the store holds.
    public let limit: Int

    /// For your own stores.
    public init(count: Int, bytes: Int, limit: Int) {
        self.count = count
        self.bytes = bytes
        self.limit = limit
    }
}

extension CacheStore {
    /// Removes the responses for which the closure returns true.
    /// - Returns: how many there were.
    @discardableResult
    public func remove(where isUnwanted: (StoredResponse) -> Bool) async -> Int {
        let unwanted = await contents().filter(isUnwanted)
        await remove(unwanted)
        return unwanted.count
    }
}
