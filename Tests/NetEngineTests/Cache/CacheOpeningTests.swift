import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineSQLite
@testable import NetEngineSQLiteCache

/// Several stores that open one folder for the first time, as programs do that start together.
@Suite(.timeLimit(.minutes(5))) struct CacheOpeningTests {
    @Test func `a database is complete when it gets its name`() throws {
        let home = try TemporaryFolder()
        let folder = CacheFolder(path: home.path + "/cache")
        try folder.prepare()
        for _ in 0..<2 {
            try folder.makeDatabase()
            let bytes = try #require(try? [UInt8](Data(contentsOf: URL(filePath: folder.databasePath))))
            // Already in WAL mode: two programs that both switch to it block each other.
            #expect(bytes.dropFirst(18).prefix(2) == [2, 2])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["bodies", "cache.sqlite"])
            #expect(folder.setDatabaseAside() == folder.databasePath + ".damaged")
            folder.removeDamaged()
        }
    }

    @Test(.longComputation, arguments: [false, true])
    func `stores that open a folder together all store, whatever they find there`(_ isDamaged: Bool) async throws {
        for _ in 0..<30 {
            let folder = try TemporaryFolder()
            if isDamaged {
                try folder.write(String(repeating: "this is not a database. ", count: 500), to: "cache.sqlite")
            }
            let told = Mutex<[String]>([])
            let stores = (0..<6).map { _ in
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
            for store in stores { #expect(await store.usage().count == 6) }
            #expect(told.withLock { $0.count } == (isDamaged ? 1 : 0), "\(told.withLock { $0 })")
        }
    }
}
