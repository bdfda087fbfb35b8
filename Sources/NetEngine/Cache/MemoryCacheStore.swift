import Synchronization

/// Keeps responses in memory, for as long as the program runs.
public final class MemoryCacheStore: CacheStore {
    private struct Entry {
        var response: StoredResponse
        let body: [UInt8]
        var usedAt: UInt64
    }

    private struct State {
        /// Few responses share a key, so a linear search is fast.
        var entries: [CacheKey: [Entry]] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: bytes of bodies and fields together; the least recently used go first. Default 64 MiB.
    public init(limit: Int = 64 << 20) { self.limit = max(0, limit) }

    /// All responses under the key.
    public func candidates(for key: CacheKey) async -> [StoredResponse] {
        state.withLock { $0.entries[key]?.map(\.response) ?? [] }
    }

    /// The body, or nil if it was evicted. Counts as a use.
    public func body(of response: StoredResponse) async -> [UInt8]? {
        state.withLock { state in
            state.uses += 1
            guard let index = state.entries[response.key]?.firstIndex(where: { $0.response.id == response.id }) else {
                return nil
            }
            state.entries[response.key]?[index].usedAt = state.uses
            return state.entries[response.key]?[index].body
        }
    }

    /// Counts as a use.
    public func touch(_ response: StoredResponse) async { _ = await body(of: response) }

    /// Stores the response, and evicts the least recently used beyond the limit. A response larger than half of the
    /// limit is refused.
    public func insert(
        _ response: StoredResponse, body: [UInt8], replacing: [StoredResponse]
    ) async -> CacheInsertion {
        guard response.size <= limit / 2 else {
            return .refused("it is larger than half of the cache's \(EngineError.byteCount(limit))")
        }
        state.withLock { state in
            state.uses += 1
            for old in replacing + [response] { Self.remove(old, &state) }
            state.entries[response.key, default: []].append(
                Entry(response: response, body: body, usedAt: state.uses))
            state.bytes += response.size
            if state.bytes > limit { Self.shrink(&state, to: limit - limit / 10) }
        }
        return .stored
    }

    /// Updates fields and times; nothing happens if the response is gone.
    public func renew(_ response: StoredResponse) async {
        state.withLock { state in
            guard let index = state.entries[response.key]?.firstIndex(where: { $0.response.id == response.id }) else {
                return
            }
            state.bytes += response.size - (state.entries[response.key]?[index].response.size ?? 0)
            state.entries[response.key]?[index].response = response
        }
    }

    /// Removes these.
    public func remove(_ responses: [StoredResponse]) async {
        state.withLock { state in for response in responses { Self.remove(response, &state) } }
    }

    /// Removes all responses under the key.
    /// - Returns: how many there were.
    public func removeAll(for key: CacheKey) async -> Int {
        state.withLock { state in
            let gone = state.entries.removeValue(forKey: key) ?? []
            state.bytes -= gone.reduce(0) { $0 + $1.response.size }
            return gone.count
        }
    }

    /// Everything that is stored, most recently used first.
    public func contents() async -> [StoredResponse] {
        state.withLock { state in
            state.entries.values.joined().sorted { $0.usedAt > $1.usedAt }.map(\.response)
        }
    }

    /// Removes everything.
    public func clear() async { state.withLock { $0 = State() } }

    /// How much is stored now.
    public func usage() async -> CacheUsage {
        state.withLock { state in
            CacheUsage(count: state.entries.values.reduce(0) { $0 + $1.count }, bytes: state.bytes, limit: limit)
        }
    }

    private static func remove(_ response: StoredResponse, _ state: inout State) {
        guard var entries = state.entries[response.key],
            let index = entries.firstIndex(where: { $0.response.id == response.id })
        else { return }
        state.bytes -= entries[index].response.size
        entries.remove(at: index)
        state.entries[response.key] = entries.isEmpty ? nil : entries
    }

    /// Evicts the least recently used, down to a tenth below the limit, so that not every insertion has to sort.
    private static func shrink(_ state: inout State, to target: Int) {
        for entry in state.entries.values.joined().sorted(by: { $0.usedAt < $1.usedAt }) {
            guard state.bytes > target else { return }
            remove(entry.response, &state)
        }
    }
}
