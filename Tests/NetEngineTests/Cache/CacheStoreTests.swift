import GRDB
import Glibc
import NetEngine
import NetEngineSQLiteCache
import Synchronization
import TestSupport
import Testing

/// What every cache store must do.
@Suite(.timeLimit(.minutes(5))) struct CacheStoreTests {
    enum Kind: String, CaseIterable, Sendable { case memory, sqlite }

    /// Runs the body with a store and the folder that contains it.
    private func with<Result>(
        _ kind: Kind, limit: Int = 1 << 20, _ body: (any CacheStore) async throws -> Result
    ) async throws -> Result {
        switch kind {
        case .memory: return try await body(MemoryCacheStore(limit: limit))
        case .sqlite:
            let folder = try TemporaryFolder()
            return try await body(SQLiteCacheStore(folder: folder.path + "/cache", limit: limit))
        }
    }

    static func stored(
        _ url: String = "http://a/", headers: HeaderFields = [HeaderField("Cache-Control", "max-age=60")],
        bytes: Int = 4,
        vary: VaryKey = .none, part: ContentRange? = nil,
        id: StoredResponse.ID = StoredResponse.ID(rawValue: .random(in: 1 ... .max)),
        at time: Timestamp = Timestamp(microsecondsSince1970: 2_000_002)
    ) -> StoredResponse {
        StoredResponse(
            id: id, key: CacheKey(text: url), status: 200, reason: Array("OK".utf8), httpVersion: .http1_1,
            headers: headers, requestTime: Timestamp(microsecondsSince1970: 1_000_001),
            responseTime: time, vary: vary, authorization: "sha256:00",
            decodedCodings: ["gzip", "br"], wireBodyByteCount: 3, bodyByteCount: bytes, part: part,
            requestedRange: part == nil ? nil : Array("bytes=0-".utf8))
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test(arguments: Kind.allCases, [0, 1, 7, 8, 100, 32 << 10, (32 << 10) + 1, 200_000])
    func `what is stored comes back bit by bit`(_ kind: Kind, _ count: Int) async throws {
        try await with(kind) { store in
            let odd = HeaderField(nameBytes: Array("X-Odd".utf8), valueBytes: [0xFF, 0x0D, 0x00, 0x3A, 0x20, 0x0A])
            let vary = VaryKey(isStar: false, fields: [.init(name: "a", value: nil), .init(name: "b", value: "ü, 1")])
            let stored = Self.stored(
                headers: [odd, HeaderField("ETag", #""a""#), odd], bytes: count, vary: vary,
                part: ContentRange(first: 3, last: 9, total: nil)
            ).showing("http://a/?p=(private)")
            let body = Self.bytes(count)
            #expect(await store.insert(stored, body: body, replacing: []) == .stored)
            let back = try #require(await store.candidates(for: stored.key).first)
            #expect(back.id == stored.id)
            #expect(back.key == stored.key)
            #expect(back.shownKey == "http://a/?p=(private)")
            #expect(back.status == 200)
            #expect(back.reason == stored.reason)
            #expect(back.httpVersion == .http1_1)
            #expect(back.headers.map(\.nameBytes) == stored.headers.map(\.nameBytes))
            #expect(back.headers.map(\.valueBytes) == stored.headers.map(\.valueBytes))
            #expect(back.requestTime == stored.requestTime)
            #expect(back.responseTime == stored.responseTime)
            #expect(back.vary == vary)
            #expect(back.authorization == "sha256:00")
            #expect(back.decodedCodings == ["gzip", "br"])
            #expect(back.wireBodyByteCount == 3)
            #expect(back.part == stored.part)
            #expect(back.requestedRange == stored.requestedRange)
            #expect(back.body == nil || back.body == body)
            #expect(await store.body(of: back) == body)
            #expect(await store.body(of: stored) == body)
        }
    }

    @Test(arguments: Kind.allCases) func `what a response does not have it does not get`(_ kind: Kind) async throws {
        try await with(kind) { store in
            let stored = StoredResponse(
                id: StoredResponse.ID(rawValue: 1), key: CacheKey(text: "http://a/"), status: 304, reason: [],
                httpVersion: nil, headers: [], requestTime: Timestamp(microsecondsSince1970: 1),
                responseTime: Timestamp(microsecondsSince1970: 2), vary: VaryKey(isStar: true, fields: []),
                authorization: nil, decodedCodings: [], wireBodyByteCount: nil, bodyByteCount: 0,
                part: ContentRange(first: 0, last: 0, total: 1), requestedRange: nil)
            #expect(await store.insert(stored, body: [], replacing: []) == .stored)
            let back = try #require(await store.candidates(for: stored.key).first)
            #expect(back.status == 304 && back.reason == [] && back.httpVersion == nil && back.headers.isEmpty)
            #expect(back.requestTime.microsecondsSince1970 == 1 && back.responseTime.microsecondsSince1970 == 2)
            #expect(back.vary == stored.vary && back.authorization == nil && back.decodedCodings == [])
            #expect(back.wireBodyByteCount == nil && back.part == stored.part && back.requestedRange == nil)
            #expect(back.shownKey == nil && back.bodyByteCount == 0)
            #expect(await store.body(of: back) == [])
            #expect(await store.removeAll(for: CacheKey(text: "http://b/")) == 0)
        }
    }

    @Test(arguments: Kind.allCases) func `a response takes the place of others`(_ kind: Kind) async throws {
        try await with(kind) { store in
            let old = Self.stored()
            let other = Self.stored()
            let elsewhere = Self.stored("http://b/")
            for stored in [old, other, elsewhere] { _ = await store.insert(stored, body: Self.bytes(4), replacing: []) }
            let new = Self.stored()
            _ = await store.insert(new, body: Self.bytes(4), replacing: [old])
            #expect(await Set(store.candidates(for: new.key).map(\.id)) == [other.id, new.id])
            #expect(await store.usage().count == 3)
            #expect(await store.removeAll(for: new.key) == 2)
            #expect(await store.contents().map(\.id) == [elsewhere.id])
            await store.remove([elsewhere])
            #expect(await store.usage() == CacheUsage(count: 0, bytes: 0, limit: 1 << 20))
        }
    }

    @Test(arguments: Kind.allCases) func `renewing changes the fields and keeps the body`(_ kind: Kind) async throws {
        try await with(kind) { store in
            let stored = Self.stored(bytes: 50_000)
            _ = await store.insert(stored, body: Self.bytes(50_000), replacing: [])
            let later = Timestamp(microsecondsSince1970: 9_000_000)
            await store.renew(Self.stored(headers: [HeaderField("A", "b")], bytes: 50_000, id: stored.id, at: later))
            let back = try #require(await store.candidates(for: stored.key).first)
            #expect(back.headers["A"] == "b")
            #expect(back.responseTime == later)
            // The body, 9 bytes of the key, 10 for the field, and 512 for what is around them.
            if kind == .sqlite { #expect(await store.usage().bytes == 50_531) }
            #expect(await store.body(of: back) == Self.bytes(50_000))
            await store.remove([stored])
            // A removed response is not restored.
            await store.renew(back)
            #expect(await store.contents().isEmpty)
        }
    }

    @Test(arguments: Kind.allCases) func `the least recently used go first`(_ kind: Kind) async throws {
        try await with(kind, limit: 100_000) { store in
            let all = (0..<20).map { Self.stored("http://a/\($0)", bytes: 8000) }
            for (index, stored) in all.enumerated() {
                #expect(await store.insert(stored, body: Self.bytes(8000), replacing: []) == .stored)
                if index >= 2 { _ = await store.body(of: all[0]) }
            }
            let usage = await store.usage()
            #expect(usage.bytes <= 100_000)
            #expect(usage.bytes > 50_000)
            let kept = await store.contents().map(\.id)
            #expect(kept.contains(all[0].id))
            #expect(kept.contains(all[19].id))
            #expect(!kept.contains(all[1].id))
            let refusal = await store.insert(Self.stored(bytes: 60_000), body: Self.bytes(60_000), replacing: [])
            #expect(refusal != .stored)
        }
    }

    @Test func `a response of half of the memory is stored, and a larger one refused`() async {
        let stored = Self.stored(bytes: 1000)
        let roomy = MemoryCacheStore(limit: 1 << 20)
        #expect(await roomy.insert(stored, body: Self.bytes(1000), replacing: []) == .stored)
        let size = await roomy.usage().bytes
        for (limit, isStored) in [(2 * size, true), (2 * size - 1, false)] {
            let outcome = await MemoryCacheStore(limit: limit).insert(stored, body: Self.bytes(1000), replacing: [])
            #expect((outcome == .stored) == isStored, "\(outcome)")
        }
    }

    @Test(arguments: Kind.allCases) func `clearing leaves nothing`(_ kind: Kind) async throws {
        try await with(kind) { store in
            for index in 0..<5 {
                _ = await store.insert(
                    Self.stored("http://a/\(index)", bytes: 50_000), body: Self.bytes(50_000), replacing: [])
            }
            #expect(await store.remove(where: { $0.key.url.hasSuffix("/3") }) == 1)
            #expect(await store.usage().count == 4)
            await store.clear()
            #expect(await store.contents().isEmpty)
            #expect(await store.usage().bytes == 0)
            let stored = Self.stored()
            #expect(await store.insert(stored, body: Self.bytes(4), replacing: []) == .stored)
            #expect(await store.body(of: stored) == Self.bytes(4))
        }
    }

    @Test(arguments: Kind.allCases) func `many at once do not disturb one another`(_ kind: Kind) async throws {
        try await with(kind, limit: 300_000) { store in
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        for round in 0..<20 {
                            let count = 500 * (worker + 1) * (round % 7 + 1)
                            let stored = Self.stored("http://a/\((worker + round) % 5)", bytes: count)
                            _ = await store.insert(stored, body: Self.bytes(count), replacing: [])
                            for back in await store.candidates(for: stored.key) {
                                let body = await store.body(of: back)
                                #expect(body == nil || body == Self.bytes(back.bodyByteCount))
                            }
                            if round % 6 == 0 { await store.removeAll(for: stored.key) }
                        }
                    }
                }
            }
            let contents = await store.contents()
            #expect(await store.usage().count == contents.count)
        }
    }
}

/// What only a store on disk can get wrong.
@Suite(.timeLimit(.minutes(5))) struct SQLiteCacheStoreTests {
    private static let large = [UInt8](repeating: 7, count: 100_000)

    private func filled(_ path: String) async -> (small: StoredResponse, large: StoredResponse) {
        let store = SQLiteCacheStore(folder: path)
        let small = CacheStoreTests.stored("http://a/small", bytes: 4)
        let large = CacheStoreTests.stored("http://a/large", bytes: Self.large.count)
        _ = await store.insert(small, body: [1, 2, 3, 4], replacing: [])
        _ = await store.insert(large, body: Self.large, replacing: [])
        return (small, large)
    }

    /// All files in and below a folder.
    private func files(_ folder: TemporaryFolder) throws -> [String] {
        try folder.names().flatMap { name in name == "bodies" ? try bodies(folder).map { "bodies/\($0)" } : [name] }
    }

    private func bodies(_ folder: TemporaryFolder) throws -> [String] {
        var names: [String] = []
        guard let stream = opendir(folder.path + "/bodies") else { return [] }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    @Test func `another process finds what is stored, and nobody else may read it`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let other = SQLiteCacheStore(folder: folder.path)
        #expect(await other.body(of: stored.small) == [1, 2, 3, 4])
        #expect(await other.body(of: stored.large) == Self.large)
        for name in try files(folder) { #expect(try folder.permissions(name) == 0o600, "\(name)") }
        #expect(try folder.permissions("bodies") == 0o700)
        #expect(try folder.permissions(".") == 0o700)
    }

    @Test func `two processes at once see each other's responses`() async throws {
        let folder = try TemporaryFolder()
        let (a, b) = (SQLiteCacheStore(folder: folder.path), SQLiteCacheStore(folder: folder.path))
        await withTaskGroup(of: Void.self) { group in
            for (number, store) in [a, b].enumerated() {
                group.addTask {
                    for index in 0..<30 {
                        let stored = CacheStoreTests.stored("http://a/\(number)/\(index)")
                        #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
                    }
                }
            }
        }
        #expect(await a.usage().count == 60)
        #expect(await b.contents().count == 60)
        await a.clear()
        #expect(await b.contents().isEmpty)
    }

    @Test func `a file that is not a database is set aside, reported, and started again`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "this is no database. ", count: 500), to: "cache.sqlite")
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        #expect(await store.usage().count == 0)
        #expect(told.withLock { $0.count } == 1)
        #expect(told.withLock { $0.first }?.contains("set aside") == true)
        #expect(try folder.read("cache.sqlite.damaged").hasPrefix("this is no database"))
        let stored = CacheStoreTests.stored()
        #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(await store.body(of: stored) == [1, 2, 3, 4])
    }

    @Test func `a cache without texts to show for its keys keeps its responses, and gets them from then on`()
        async throws
    {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let queue = try DatabaseQueue(path: folder.path + "/cache.sqlite")
        try await queue.writeWithoutTransaction { try $0.execute(sql: "ALTER TABLE response DROP COLUMN shown") }
        try queue.close()
        let store = SQLiteCacheStore(folder: folder.path)
        #expect(await store.body(of: stored.small) == [1, 2, 3, 4])
        let other = CacheStoreTests.stored("http://b/").showing("http://(private)/")
        #expect(await store.insert(other, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(Set(await store.contents().map { $0.shownKey ?? "" }) == ["", "http://(private)/"])
    }

    @Test func `a cache of a newer version is reported and left as it is, bodies included`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let queue = try DatabaseQueue(path: folder.path + "/cache.sqlite")
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 2") }
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        // The same id, and with it the same name of the body's file.
        #expect(await store.insert(stored.large, body: Self.large, replacing: []) != .stored)
        await store.clear()
        #expect(await store.contents().isEmpty)
        #expect(
            told.withLock { $0 } == [
                "The cache in \(folder.path) cannot be used: a newer version of this program wrote it (schema 2, this one knows 1). Nothing is stored."
            ])
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM response") ?? 0 } > 0)
        #expect(try !bodies(folder).isEmpty)
    }

    @Test func `a database that was overwritten in the middle is repaired in use`() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = SQLiteCacheStore(folder: folder.path)
            for index in 0..<200 {
                let stored = CacheStoreTests.stored("http://a/\(index)", bytes: 2000)
                _ = await store.insert(stored, body: [UInt8](repeating: 1, count: 2000), replacing: [])
            }
        }
        let path = folder.path + "/cache.sqlite"
        let file = try #require(fopen(path, "r+"))
        fseek(file, 4096, SEEK_SET)
        let noise = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        fwrite(noise, 1, noise.count, file)
        fclose(file)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        _ = await store.contents()
        _ = await store.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: [])
        let stored = CacheStoreTests.stored("http://b/")
        #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(await store.candidates(for: stored.key).count == 1)
        #expect(told.withLock { $0.contains { $0.contains("set aside") } })
    }

    @Test func `a database whose tables go while it is open is started again`() async throws {
        let folder = try TemporaryFolder()
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        let stored = CacheStoreTests.stored()
        #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
        let queue = try DatabaseQueue(path: folder.path + "/cache.sqlite")
        try await queue.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE response; DROP TABLE usage") }
        try queue.close()
        #expect(await store.contents().isEmpty)
        #expect(told.withLock { $0.contains { $0.contains("set aside") } })
        #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(await store.usage().count == 1)
    }

    @Test func `several that find the same damage start one new store`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "this is no database. ", count: 500), to: "cache.sqlite")
        let told = Mutex<[String]>([])
        let stores = (0..<4).map { _ in
            SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    let stored = CacheStoreTests.stored("http://a/\(number)")
                    #expect(await store.insert(stored, body: [1, 2, 3, 4], replacing: []) == .stored)
                }
            }
        }
        for store in stores { #expect(await store.usage().count == 4) }
        #expect(told.withLock { $0.count } == 1)
        #expect(try folder.read("cache.sqlite.damaged").hasPrefix("this is no database"))
    }

    @Test func `a body that was cut or changed is not there`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let name = try #require(try bodies(folder).first)
        for damage in [Array(Self.large.dropLast()), Self.large.map { $0 ^ 1 }] {
            let again = SQLiteCacheStore(folder: folder.path)
            _ = await again.insert(stored.large, body: Self.large, replacing: [])
            try folder.write(damage, to: "bodies/\(name)")
            #expect(await again.body(of: stored.large) == nil)
            #expect(await again.candidates(for: stored.large.key).isEmpty)
        }
    }

    @Test(arguments: [
        "headers = X'05'", "vary = X'0500000061'", "body = X'01020305'", "body = X'010203'", "checksum = checksum + 1",
        "body_bytes = 5",
    ])
    func `a response whose row was changed is not there, the others are`(_ change: String) async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        try execute("UPDATE response SET \(change) WHERE key = 'http://a/small'", in: folder)
        let store = SQLiteCacheStore(folder: folder.path)
        #expect(await store.candidates(for: stored.small.key).isEmpty)
        #expect(await store.body(of: stored.large) == Self.large)
        #expect(await store.insert(stored.small, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(await store.candidates(for: stored.small.key).map(\.body) == [[1, 2, 3, 4]])
    }

    @Test func `a body that cannot be written beside the database is refused, smaller ones are stored`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        let (small, large) = (CacheStoreTests.stored(), CacheStoreTests.stored("http://b/", bytes: Self.large.count))
        #expect(await store.insert(small, body: [1, 2, 3, 4], replacing: []) == .stored)
        #expect(rmdir(folder.path + "/bodies") == 0)
        try folder.write("no folder", to: "bodies")
        guard case .refused(let why) = await store.insert(large, body: Self.large, replacing: [small]) else {
            Issue.record("a file cannot be written into a file")
            return
        }
        #expect(why.hasPrefix("its body could not be written ("))
        #expect(await store.body(of: small) == [1, 2, 3, 4], "what it would have replaced stays")
        #expect(await store.candidates(for: large.key).isEmpty)
        #expect(await store.insert(small, body: [5, 6, 7, 8], replacing: []) == .stored)
    }

    @Test func `bodies that no row names are swept away once they are old`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        try folder.write("left by a crash", to: "bodies/old")
        try folder.write("another process is about to name it", to: "bodies/young")
        var times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
        utimensat(AT_FDCWD, folder.path + "/bodies/old", &times, 0)
        let store = SQLiteCacheStore(folder: folder.path)
        _ = await store.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: [])
        #expect(try !bodies(folder).contains("old"))
        #expect(try bodies(folder).contains("young"))
        #expect(await store.body(of: stored.large) == Self.large)
    }

    private func execute(_ sql: String, in folder: TemporaryFolder) throws {
        try DatabaseQueue(path: folder.path + "/cache.sqlite").write { try $0.execute(sql: sql) }
    }

    private func numbers(_ sql: String, in folder: TemporaryFolder) throws -> [Int64] {
        try DatabaseQueue(path: folder.path + "/cache.sqlite").read { try Int64.fetchAll($0, sql: sql) }
    }

    private func insert(_ id: Int64, bytes: Int = 1000, _ store: SQLiteCacheStore) async -> CacheInsertion {
        let stored = CacheStoreTests.stored(
            "http://a/\(id % 10)", bytes: bytes, id: StoredResponse.ID(rawValue: id))
        return await store.insert(stored, body: [UInt8](repeating: 1, count: bytes), replacing: [])
    }

    /// Of a response of 1,000 bytes: 10 of the key, 31 for the field, and 512 for what is around them.
    private static let size = 1553

    @Test func `a response of half of the limit is stored on the disk, and a larger one refused`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path, limit: 2 * Self.size)
        #expect(await insert(1, store) == .stored)
        #expect(await store.usage() == CacheUsage(count: 1, bytes: Self.size, limit: 2 * Self.size))
        let smaller = SQLiteCacheStore(folder: folder.path, limit: 2 * Self.size - 1)
        #expect(
            await insert(2, smaller)
                == .refused("it is larger than half of the cache's limit of \(2 * Self.size - 1) bytes"))
        #expect(await insert(3, SQLiteCacheStore(folder: folder.path, limit: -1)) != .stored)
        #expect(await SQLiteCacheStore(folder: folder.path, limit: -1).usage().limit == 0)
        #expect(await SQLiteCacheStore(folder: folder.path).usage().limit == 256_000_000)
    }

    @Test func `beyond the limit the oldest go, down to nine tenths, and never the new one`() async throws {
        let folder = try TemporaryFolder()
        // Room for six; nine tenths are five and a bit.
        let store = SQLiteCacheStore(folder: folder.path, limit: 6 * Self.size)
        for id in Int64(1)...6 { #expect(await insert(id, store) == .stored) }
        #expect(
            try numbers("SELECT id FROM response ORDER BY id", in: folder) == [1, 2, 3, 4, 5, 6], "exactly the limit")
        try execute(
            "UPDATE response SET used_at = 10 - id WHERE id > 1; UPDATE response SET used_at = 9 WHERE id = 1",
            in: folder)
        #expect(await insert(7, store) == .stored)
        #expect(try numbers("SELECT id FROM response ORDER BY id", in: folder) == [1, 2, 3, 4, 7])
        // All others are used later.
        try execute("UPDATE response SET used_at = 9000000000000 + id", in: folder)
        _ = await insert(8, store)
        #expect(await insert(9, store) == .stored)
        #expect(try numbers("SELECT id FROM response ORDER BY id", in: folder) == [2, 3, 4, 7, 9])
    }

    @Test func `a body of 32 KiB is in the database, and a larger one beside it`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        #expect(await insert(1, bytes: 32 << 10, store) == .stored)
        #expect(try bodies(folder) == [])
        #expect(await insert(71, bytes: (32 << 10) + 1, store) == .stored)
        #expect(try bodies(folder) == ["1z"], "by its id, in base 36")
        #expect(try numbers("SELECT body IS NULL FROM response ORDER BY id", in: folder) == [0, 1])
    }

    @Test func `uses are written after five hundred and twelve, or with the next change`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        _ = await insert(1, store)
        func touch(_ ids: ClosedRange<Int64>) async {
            for id in ids { await store.touch(CacheStoreTests.stored(id: StoredResponse.ID(rawValue: id))) }
        }
        func isWritten() throws -> Bool { try numbers("SELECT used_at FROM response WHERE id = 1", in: folder) != [0] }
        try execute("UPDATE response SET used_at = 0", in: folder)
        await touch(1...511)
        // Once more is not one more.
        await touch(1...1)
        #expect(try !isWritten())
        await touch(512...512)
        #expect(try isWritten())
        try execute("UPDATE response SET used_at = 0", in: folder)
        await touch(1...1)
        #expect(try !isWritten())
        _ = await insert(2, store)
        #expect(try isWritten())
    }

    @Test func `a cache of an older schema is emptied`() async throws {
        let folder = try TemporaryFolder()
        _ = await filled(folder.path)
        try execute("PRAGMA user_version = 0", in: folder)
        let store = SQLiteCacheStore(folder: folder.path, report: { Issue.record("\($0)") })
        #expect(await store.usage().count == 0)
        #expect(await store.contents().isEmpty)
        #expect(await insert(1, store) == .stored)
        #expect(try numbers("PRAGMA user_version", in: folder) == [1])
        #expect(try numbers("PRAGMA auto_vacuum", in: folder) == [2])
    }

    @Test func `what cannot be read is a miss, and is said where all was asked for`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        // Each column is there, and one cannot be had.
        try execute(
            """
            ALTER TABLE response RENAME TO hidden;
            CREATE VIEW response AS SELECT id, key, abs(-9223372036854775807 - (id IS NOT NULL)) AS status, reason,
                version, headers, requested_at, responded_at, vary_star, vary, authorization, codings, wire_bytes,
                body_bytes, part_first, part_last, part_total, requested_range, size, used_at, checksum, file, body,
                shown FROM hidden
            """, in: folder)
        let told = Mutex<[String]>([])
        let sentence = "The cache in \(folder.path) cannot be read: integer overflow."
        func store() -> SQLiteCacheStore {
            SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        }
        let quiet = store()
        #expect(await quiet.candidates(for: stored.small.key).isEmpty)
        #expect(quiet.failure == sentence && told.withLock { $0 } == [])
        let asked = store()
        #expect(await asked.contents().isEmpty)
        #expect(asked.failure == "" && told.withLock { $0 } == [sentence])
    }

    @Test func `a body that is gone is told, and a store that cannot be used says so of an insertion`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        for name in try bodies(folder) { #expect(unlink("\(folder.path)/bodies/\(name)") == 0) }
        #expect(await store.body(of: stored.large) == nil)
        #expect(await store.body(of: stored.large) == nil, "it is not there any more")
        #expect(
            told.withLock { $0 } == ["The stored body of http://a/large was damaged or gone; it is asked for again."])
        #expect(store.failure == nil)
        try folder.write("no folder", to: "file")
        let unusable = SQLiteCacheStore(folder: folder.path + "/file")
        #expect(await insert(1, unusable) == .refused("the store could not be written (Unusable())"))
        #expect(await unusable.usage().count == 0)
        #expect(unusable.failure == "")
    }

    @Test func `a response that another one replaced is not told to be damaged`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(folder: folder.path, report: { text in told.withLock { $0.append(text) } })
        await SQLiteCacheStore(folder: folder.path).remove([stored.large])
        await store.lose(stored.large)
        #expect(told.withLock { $0 } == [])
    }

    @Test func `a body that is written while the cache is cleared stays`() async throws {
        let folder = try TemporaryFolder()
        _ = await filled(folder.path)
        // Its row follows.
        try folder.write("new", to: "bodies/new")
        let store = SQLiteCacheStore(folder: folder.path)
        await store.clear()
        #expect(try bodies(folder) == ["new"])
    }

    @Test func `the body of a response that could not be stored does not stay`() async throws {
        let folder = try TemporaryFolder()
        _ = await filled(folder.path)
        let before = try bodies(folder)
        try execute(
            "CREATE TRIGGER refused BEFORE INSERT ON response BEGIN SELECT RAISE(ABORT, 'not now'); END", in: folder)
        let store = SQLiteCacheStore(folder: folder.path)
        let stored = CacheStoreTests.stored("http://a/new", bytes: Self.large.count)
        guard case .refused(let reason) = await store.insert(stored, body: Self.large, replacing: []) else {
            Issue.record("It was stored.")
            return
        }
        #expect(reason.contains("could not be written"))
        #expect(try bodies(folder) == before)
    }

    @Test func `clearing gives the disk back`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        for index in 0..<50 {
            let stored = CacheStoreTests.stored("http://a/\(index)", bytes: 20_000)
            _ = await store.insert(stored, body: [UInt8](repeating: 1, count: 20_000), replacing: [])
        }
        func size() throws -> Int {
            try files(folder).reduce(0) { sum, name in
                var facts = stat()
                return stat("\(folder.path)/\(name)", &facts) == 0 ? sum + Int(facts.st_size) : sum
            }
        }
        #expect(try size() > 500_000)
        await store.clear()
        #expect(try size() < 150_000)
        #expect(try bodies(folder).isEmpty)
    }

    @Test func `where nothing can be written every request is a miss`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a file where the folder should be", to: "cache")
        let told = Mutex<[String]>([])
        let store = SQLiteCacheStore(
            folder: folder.path + "/cache", report: { text in told.withLock { $0.append(text) } })
        #expect(await store.insert(CacheStoreTests.stored(), body: [1, 2, 3, 4], replacing: []) != .stored)
        #expect(told.withLock { $0.count } == 1)
        #expect(await store.contents().isEmpty)
        #expect(await store.usage().count == 0)
    }

    @Test func `a cache that cannot be cleared keeps the bodies of its responses, and says why`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        _ = await store.insert(CacheStoreTests.stored(bytes: Self.large.count), body: Self.large, replacing: [])
        #expect(store.failure == nil)
        let queue = try DatabaseQueue(path: folder.path + "/cache.sqlite")
        try await queue.write {
            try $0.execute(
                sql: "CREATE TRIGGER kept BEFORE DELETE ON response BEGIN SELECT RAISE(ABORT, 'not now'); END")
        }
        await store.clear()
        #expect(try bodies(folder).count == 1)
        #expect(store.failure == "The cache in \(folder.path) cannot be changed: not now.")
    }

    @Test func `the order of uses in one moment is kept`() async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteCacheStore(folder: folder.path)
        let all = (0..<20).map { CacheStoreTests.stored("http://a/\($0)") }
        for stored in all { _ = await store.insert(stored, body: [1, 2, 3, 4], replacing: []) }
        #expect(await store.contents().map(\.id) == all.reversed().map(\.id))
        for stored in all.reversed() { await store.touch(stored) }
        #expect(await store.contents().map(\.id) == all.map(\.id))
    }

    @Test func `uses that were noted survive the process`() async throws {
        let folder = try TemporaryFolder()
        let stored = await filled(folder.path)
        do {
            let store = SQLiteCacheStore(folder: folder.path)
            usleep(2000)
            await store.touch(stored.small)
        }
        #expect(await SQLiteCacheStore(folder: folder.path).contents().map(\.id) == [stored.small.id, stored.large.id])
    }
}
