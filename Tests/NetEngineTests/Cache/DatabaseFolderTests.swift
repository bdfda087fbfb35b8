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
}
