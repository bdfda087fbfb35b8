import Glibc
import TestSupport
import Testing

@testable import Workspace

@Suite struct SpoolFoldersTests {
    private static func variables(_ values: [String: String]) -> (String) -> String? { { values[$0] } }

    @Test func `the cache's folder comes first, and those in memory last`() {
        let variable = Self.variables(["XDG_CACHE_HOME": "/c", "TMPDIR": "/t"])
        #expect(SpoolFolders.list(variable) { _ in false } == ["/c/apitui", "/var/tmp", "/t", "/tmp"])
        #expect(SpoolFolders.list(variable) { $0 == "/c/apitui" } == ["/var/tmp", "/t", "/tmp", "/c/apitui"])
        #expect(SpoolFolders.list(variable) { _ in true } == ["/c/apitui", "/var/tmp", "/t", "/tmp"])
    }

    @Test func `what is missing, relative or named twice is left out`() {
        #expect(SpoolFolders.list(Self.variables(["TMPDIR": "relative"])) { _ in false } == ["/var/tmp", "/tmp"])
        #expect(
            SpoolFolders.list(Self.variables(["HOME": "/h", "TMPDIR": "/tmp"])) { _ in false }
                == ["/h/.cache/apitui", "/var/tmp", "/tmp"])
    }

    @Test func `a folder in memory is known by its mount`() throws {
        #expect(SpoolFolders.isInMemory("25 31 0:22 / /dev/shm rw shared:4 - tmpfs tmpfs rw", on: 22))
        #expect(!SpoolFolders.isInMemory("31 1 254:0 / / rw - ext4 /dev/vda rw\n", on: 254 << 8))
        #expect(!SpoolFolders.isInMemory("25 31 0:23 / /x rw - tmpfs tmpfs rw", on: 22))
        #expect(SpoolFolders.isInMemory("9 1 8:1 / /a rw - ext4 x rw\n25 31 0:22 / /b rw a:1 b:2 - ramfs r rw", on: 22))
        #expect(!SpoolFolders.isInMemory("25 31 0:22 / /b rw - tmpfs2 tmpfs rw", on: 22))
        #expect(!SpoolFolders.isInMemory("25 31 0:22 / /b rw -", on: 22) && !SpoolFolders.isInMemory("", on: 22))
        // Of two mounts of one device the first is asked.
        #expect(!SpoolFolders.isInMemory("1 1 0:22 / /a rw - ext4 x\n1 1 0:22 / /b rw - tmpfs x", on: 22))
        #expect(SpoolFolders.isInMemory("1 1 259:260 / /a rw - tmpfs x", on: 259 << 8 | 4 | 1 << 20))
        #expect(!SpoolFolders.isInMemory("nonsense\n25 31 0:22 - \n", on: 22))
        #expect(!SpoolFolders.isInMemory("/no/such/folder"))
    }
}
