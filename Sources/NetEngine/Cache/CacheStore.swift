/// Storage for responses. It knows nothing of freshness: `HTTPCache` decides, the store keeps.
///
/// All calls may come from any thread and at once. A store never fails an exchange: what it cannot read is not there, what
/// it cannot write is not stored, and it reports why.
public protocol CacheStore: Sendable {
    /// All responses that are stored under the key, in no order.
    func candidates(for key: CacheKey) async -> [StoredResponse]

    /// The bytes of a stored response; nil if they are gone. Counts as a use, by which the least recently used go first.
    func body(of response: StoredResponse) async -> [UInt8]?

    /// Notes a use that needed no body.
    func touch(_ response: StoredResponse) async

    /// Puts a response in and takes out those that it replaces, in one step.
    func insert(_ response: StoredResponse, body: [UInt8], replacing: [StoredResponse]) async -> CacheInsertion

    /// Replaces the stored fields and times; the body stays. Nothing happens if it is gone.
    func renew(_ response: StoredResponse) async

    /// Takes these out, with their bodies; nothing happens for those that are gone.
    func remove(_ responses: [StoredResponse]) async

    /// - Returns: how many there were.
    @discardableResult
    func removeAll(for key: CacheKey) async -> Int

    /// Everything that is stored, most recently used first.
    func contents() async -> [StoredResponse]

    /// Takes everything out and gives the room back.
    func clear() async

    /// How full the store is now.
    func usage() async -> CacheUsage
}

/// The result of storing a response.
public enum CacheInsertion: Sendable, Hashable {
    /// It is stored, and what it replaces is gone.
    case stored
    /// Why it was not, as half a sentence.
    case refused(String)
}

/// How full a store is.
public struct CacheUsage: Sendable, Hashable {
    /// Stored responses.
    public let count: Int
    /// Of bodies and fields together.
    public let bytes: Int
    /// Bytes that it may hold.
    public let limit: Int

    /// For stores of your own.
    public init(count: Int, bytes: Int, limit: Int) {
        self.count = count
        self.bytes = bytes
        self.limit = limit
    }
}

extension CacheStore {
    /// Takes out what the test names.
    /// - Returns: how many there were.
    @discardableResult
    public func remove(where isUnwanted: (StoredResponse) -> Bool) async -> Int {
        let unwanted = await contents().filter(isUnwanted)
        await remove(unwanted)
        return unwanted.count
    }
}
