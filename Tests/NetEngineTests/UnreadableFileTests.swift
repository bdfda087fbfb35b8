import Glibc
import TestSupport
import Testing

@testable import NetEngine
@testable import NetEngineSQLite
@testable import NetEngineSQLiteCache

/// A file that exists but cannot be read is not overwritten.
@Suite struct UnreadableFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a token file that cannot be read is not replaced`() async throws {
        let path = folder.path + "/token"
        #expect(symlink(path, path) == 0)
        let store = OAuth2FileStore(path: path)
        await #expect(throws: EngineError.self) { try await store.save(OAuth2Token(accessToken: "new", obtained: 0)) }
        var facts = stat()
        #expect(lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
        try await store.save(nil)
        try await store.save(OAuth2Token(accessToken: "new", obtained: 0))
        #expect(try await store.load()?.accessToken == "new")
    }

    @Test func `a database that cannot be opened is not damaged`() throws {
        let path = folder.path + "/cache.sqlite"
        let pool = try CacheDatabase.open(path)
        #expect(CacheDatabase.isSound(pool))
        let other = try CacheDatabase.open(folder.path + "/other.sqlite")
        for ending in ["", "-wal", "-shm"] { unlink(folder.path + "/other.sqlite" + ending) }
        // No reader has been opened yet, and now there is nothing to open.
        #expect(CacheDatabase.isSound(other))
    }

    @Test func `a draft's name is known again, and no other`() throws {
        let path = DraftFile.path(for: "/a/b.http", mark: "apitui")
        #expect(path.hasPrefix("/a/.b.http.\(getpid())."))
        #expect(DraftFile.process(of: String(path.dropFirst(3)), "apitui") == getpid())
        let long = DraftFile.path(for: String(repeating: "🍵", count: 60), mark: "apitui")
        #expect(long.utf8.count <= 255)
        #expect(DraftFile.process(of: long, "apitui") == getpid())
        for name in [
            ".apitui.tmp", ".1.a.apitui.tmp", ".x.1..apitui.tmp", ".x.-1.a.apitui.tmp", ".x.0.a.apitui.tmp",
            ".x.+1.a.apitui.tmp", ".x.1.é.apitui.tmp", "..1.a.apitui.tmp.", "x.http.1.a.apitui.tmp",
        ] {
            #expect(DraftFile.process(of: name, "apitui") == nil, "\(name)")
        }
    }
}
