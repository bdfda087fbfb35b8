import Foundation
import GRDB
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineSQLiteCache

/// How much a cache on disk takes, and what it says where it cannot store.
@Suite struct CacheLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ limit: Int = 1 << 20) -> SQLiteCacheStore {
        SQLiteCacheStore(folder: folder.path, limit: limit)
    }

    private func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: folder.path + "/cache.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Takes 1000 bytes with what is around its body.
    private static func stored(_ number: Int) -> (response: StoredResponse, body: [UInt8]) {
        let body = [UInt8](repeating: 1, count: 447)
        return (CacheStoreTests.stored("http://a/\(number)", bytes: body.count), body)
    }

    @Test func `a response takes its body, its key, its fields and half a kilobyte`() async {
        let store = store()
        let response = CacheStoreTests.stored("http://a/", headers: ["A": "b", "Long-Name": "c"], bytes: 4)
        _ = await store.insert(response, body: [1, 2, 3, 4], replacing: [])
        let size = 4 + response.key.text.utf8.count + 512 + (1 + 1 + 8) + (9 + 1 + 8)
        #expect(await store.usage() == CacheUsage(count: 1, bytes: size, limit: 1 << 20))
        await store.renew(CacheStoreTests.stored("http://a/", headers: ["A": "bcd"], bytes: 4, id: response.id))
        #expect(await store.usage().bytes == size - 18 + 2)
        #expect(
            SQLiteCacheStore(folder: "/none").limit == 256_000_000
                && SQLiteCacheStore(folder: "/none", limit: -1).limit == 0)
    }

    @Test func `beyond the limit a tenth is made free`() async {
        let (first, body) = Self.stored(10)
        let probe = store(1 << 20)
        _ = await probe.insert(first, body: body, replacing: [])
        let size = await probe.usage().bytes
        await probe.clear()
        let store = store(10 * size)
        for number in 10..<20 { _ = await store.insert(Self.stored(number).response, body: body, replacing: []) }
        #expect(await store.usage().count == 10, "it is full, and not more than that")
        _ = await store.insert(Self.stored(20).response, body: body, replacing: [])
        #expect(await store.usage() == CacheUsage(count: 9, bytes: 9 * size, limit: 10 * size))
    }

    @Test func `a response of half of the limit is stored, and a larger one refused with the limit`() async {
        let (response, body) = Self.stored(10)
        let probe = store()
        _ = await probe.insert(response, body: body, replacing: [])
        let size = await probe.usage().bytes
        #expect(await store(2 * size).insert(response, body: body, replacing: []) == .stored)
        #expect(
            await store(2 * size - 2).insert(response, body: body, replacing: [])
                == .refused("it is larger than half of the cache's limit of \(2 * size - 2) bytes"))
    }

    @Test func `a body of 32 KiB is in the database, and a larger one beside it`() async throws {
        let store = store()
        for count in [32 << 10, (32 << 10) + 1] {
            let response = CacheStoreTests.stored("http://a/\(count)", bytes: count)
            _ = await store.insert(response, body: [UInt8](repeating: 1, count: count), replacing: [])
            #expect(try folder.names(in: "bodies").count == count - (32 << 10))
        }
    }

    @Test func `uses are written after 512 of them, or with the next change`() async throws {
        let store = store()
        let (response, body) = Self.stored(1)
        _ = await store.insert(response, body: body, replacing: [])
        func used() throws -> Int64? {
            try DatabaseQueue(path: folder.path + "/cache.sqlite").read {
                try Int64.fetchOne($0, sql: "SELECT used_at FROM response WHERE key = 'http://a/1'")
            }
        }
        try execute("UPDATE response SET used_at = 5")
        await store.touch(response)
        for _ in 0..<510 { await store.touch(CacheStoreTests.stored("http://other/")) }
        #expect(try used() == 5)
        await store.touch(CacheStoreTests.stored("http://other/"))
        #expect(try used() ?? 0 > 5)
        try execute("UPDATE response SET used_at = 6")
        await store.touch(response)
        #expect(try used() == 6)
        _ = await store.insert(CacheStoreTests.stored("http://b/"), body: [1, 2, 3, 4], replacing: [])
        #expect(try used() ?? 0 > 6)
    }

    @Test func `a body that is gone is reported with its URL, once`() async throws {
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        let response = CacheStoreTests.stored("http://a/x", bytes: 40_000)
        _ = await store.insert(response, body: [UInt8](repeating: 1, count: 40_000), replacing: [])
        for name in try folder.names(in: "bodies") {
            try FileManager.default.removeItem(atPath: "\(folder.path)/bodies/\(name)")
        }
        for _ in 0..<2 { #expect(await store.body(of: response) == nil) }
        #expect(
            told.withLock { $0 } == ["The stored body of http://a/x was damaged or gone; it is asked for again."])
        #expect(await store.removeAll(for: response.key) == 0)
    }

    @Test func `what cannot be read is said once, and reported where somebody looks`() async throws {
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        _ = await store.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: [])
        #expect(store.failure == nil)
        try execute(
            "DROP TABLE usage; CREATE VIEW usage AS SELECT abs(-9223372036854775807 - 1) AS count, 0 AS bytes")
        #expect(await store.usage() == CacheUsage(count: 0, bytes: 0, limit: 256_000_000))
        #expect(store.failure == "The cache in \(folder.path) cannot be read: integer overflow.")
        #expect(told.withLock { $0 } == [])
        try execute(
            """
            ALTER TABLE response RENAME TO kept;
            CREATE VIEW response AS SELECT * FROM kept WHERE abs(used_at * 0 - 9223372036854775807 - 1) > 0
            """)
        #expect(await store.contents().isEmpty)
        #expect(told.withLock { $0 } == ["The cache in \(folder.path) cannot be read: integer overflow."])
    }

    @Test func `where nothing can be written it says so, and was reported`() async throws {
        let path = try folder.write("a file", to: "file")
        let store = SQLiteCacheStore(folder: path)
        #expect(
            await store.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: [])
                == .refused("the store could not be written (Unusable())"))
        #expect(store.failure == nil)
        _ = await store.usage()
        #expect(store.failure == "")
    }

    @Test func `a cache of an older form is emptied, and stores again`() async throws {
        _ = await store().insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: [])
        try execute("PRAGMA user_version = 0")
        let later = store()
        #expect(await later.usage().count == 0)
        #expect(await later.contents().isEmpty)
        #expect(await later.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(await store().usage().count == 1)
    }
}
