import Glibc
import NetEngine
import NetEngineSQLiteCache

/// Cache hits per second through the whole engine, from memory and from disk; no server is involved.
///
/// `CacheBenchmark [hits] [body bytes]`; one worker, then two.
@main
struct CacheBenchmark {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let hits = arguments.first ?? 100_000
        let bytes = arguments.dropFirst().first ?? 1300
        let folder = "/tmp/apitui-cache-benchmark-\(getpid())"
        for (name, store) in [
            ("memory", MemoryCacheStore() as any CacheStore), ("disk", SQLiteCacheStore(folder: folder)),
        ] {
            for workers in [1, 2] {
                let count = name == "disk" ? hits / 5 : hits
                let rate = await measure(store, hits: count, bytes: bytes, workers: workers)
                print("\(name), \(workers) at a time: \(Int(rate)) hits/s")
            }
            await store.clear()
        }
    }

    private static func measure(_ store: any CacheStore, hits: Int, bytes: Int, workers: Int) async -> Double {
        let now = Timestamp.now
        let urls = (0..<100).map { "http://cache.test/items/\($0)?page=1" }
        for url in urls {
            let stored = StoredResponse(
                id: StoredResponse.ID(rawValue: Int64.random(in: 1 ... .max)), key: CacheKey(text: url), status: 200,
                reason: Array("OK".utf8), httpVersion: .http1_1,
                headers: [
                    HeaderField("Date", HTTPDate.text(now.microsecondsSince1970 / 1_000_000)),
                    HeaderField("Cache-Control", "max-age=86400"), HeaderField("Content-Type", "application/json"),
                    HeaderField("ETag", "\"abcdef\""), HeaderField("Content-Length", String(bytes)),
                ], requestTime: now, responseTime: now, vary: .none, authorization: nil, decodedCodings: [],
                wireBodyByteCount: bytes, bodyByteCount: bytes)
            _ = await store.insert(stored, body: [UInt8](repeating: 65, count: bytes), replacing: [])
        }
        let engine = Engine(configuration: EngineConfiguration(cache: store))
        let clock = ContinuousClock()
        let start = clock.now
        let wrong = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var wrong = 0
                    for index in 0..<(hits / workers) {
                        let url = urls[(index + worker) % urls.count]
                        let exchange = await engine.send(RequestDraft(url: url))
                        if exchange.cacheDecision?.outcome != .hit || exchange.response?.body.count != bytes {
                            wrong += 1
                        }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        let elapsed = clock.now - start
        if wrong > 0 { print("\(wrong) responses were not hits") }
        await engine.shutdown()
        let (seconds, attoseconds) = elapsed.components
        return Double(hits) / (Double(seconds) + Double(attoseconds) / 1e18)
    }
}
