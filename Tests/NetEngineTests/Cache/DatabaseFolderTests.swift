import Glibc
import NetEngineSQLite
import TestSupport
import Testing

@Suite struct DatabaseFolderTests {
    @Test func `a body that cannot get its name leaves nothing behind`() throws {
        let home = try TemporaryFolder()
        let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")
        let folder = DatabaseFolder(path: home.path + "/store", names: names)
        try folder.prepare()
        // A folder that is not empty has the name.
        try home.write("x", to: "store/bodies/taken/inside")
        #expect(throws: DatabaseFolder.Failure.self) { try folder.write([1, 2], name: "taken") }
        #expect(try home.names(in: "store/bodies") == ["taken"])
        #expect(try folder.write([1, 2], name: "free") == "free")
        #expect(folder.read("free") == [1, 2])
    }

    @Test func `who opens the database shares its lock, and who sets it aside has it alone`() throws {
        let home = try TemporaryFolder()
        let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")
        let folder = DatabaseFolder(path: home.path, names: names)
        func isFree(_ access: DatabaseFolder.Access, for operation: Int32) -> Bool {
            folder.locked(access) {
                let file = open(home.path + "/lock", O_RDWR | O_CLOEXEC)
                defer { close(file) }
                return flock(file, operation | LOCK_NB) == 0
            }
        }
        #expect(isFree(.shared, for: LOCK_SH) && !isFree(.shared, for: LOCK_EX) && !isFree(.alone, for: LOCK_SH))
    }
}
