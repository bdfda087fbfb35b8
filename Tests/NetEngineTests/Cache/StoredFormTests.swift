import Foundation
import GRDB
import NetEngine
import TestSupport
import Testing

@testable import NetEngineSQLite
@testable import NetEngineSQLiteCache

/// The forms in which a cache on disk keeps what it stores: files of today must be read tomorrow.
@Suite struct StoredFormTests {
    @Test func `a checksum stays what it is, and changes with each byte`() {
        func sum(_ count: UInt8) -> Int64 { Checksum.of([UInt8](0..<count)) }
        #expect(Checksum.of([]) == -3_750_763_034_362_895_579)
        #expect(Checksum.of([0x61]) == -5_808_556_873_153_909_620)
        #expect(
            [8, 9, 17].map(sum) == [7_188_762_628_936_276_314, -2_378_467_242_577_787_306, -703_437_679_207_668_950])
        let bytes = [UInt8](0..<17)
        let sums = bytes.indices.map { index in
            var changed = bytes
            changed[index] ^= 1
            return Checksum.of(changed)
        }
        #expect(Set(sums + [Checksum.of(bytes)]).count == 18)
    }

    @Test func `fields are packed after their lengths, and a missing value is not an empty one`() {
        let packed = PackedFields.pack([
            VaryKey.Field(name: "a", value: nil), VaryKey.Field(name: "bc", value: ""),
            VaryKey.Field(name: "d", value: "é"),
        ])
        #expect(
            [UInt8](packed) == [
                1, 0, 0, 0, 0x61, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0, 0x62, 0x63, 0, 0, 0, 0, 1, 0, 0, 0, 0x64, 2, 0, 0,
                0, 0xC3, 0xA9,
            ])
        let fields = PackedFields.unpack(packed)
        #expect(fields?.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "bc", "d"])
        #expect(fields?.map(\.value) == [nil, [], [0xC3, 0xA9]])
        let whole = [0, 9, 19, 30]
        let readable = (0...packed.count).filter { PackedFields.unpack(packed.prefix($0)) != nil }
        #expect(readable == whole)
        #expect(PackedFields.unpack(Data([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])) == nil)
    }

    @Test func `damage is what SQLite calls damage, and a missing table`() {
        let errors = [
            DatabaseError(resultCode: .SQLITE_CORRUPT), DatabaseError(resultCode: .SQLITE_NOTADB),
            DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: response"),
            DatabaseError(resultCode: .SQLITE_ERROR, message: "there is no such table"),
            DatabaseError(resultCode: .SQLITE_BUSY), DatabaseError(resultCode: .SQLITE_READONLY),
            DatabaseError(resultCode: .SQLITE_CANTOPEN),
        ]
        #expect(errors.map { DatabaseDamage.isDamage($0) } == [true, true, true, false, false, false, false])
        #expect(
            errors.map { DatabaseDamage.isUnwritable($0) } == [false, false, false, false, false, true, true])
        #expect(!DatabaseDamage.isDamage(CancellationError()) && !DatabaseDamage.isUnwritable(CancellationError()))
        #expect(DatabaseDamage.clause(errors[3]) == "there is no such table")
        #expect(DatabaseDamage.clause(DatabaseFolder.Failure(text: "/a: no")) == "/a: no")
        #expect(
            DatabaseDamage.clause(NewerDatabase(found: 3, known: 2))
                == "a newer version of this program wrote it (schema 3, this one knows 2)")
    }

    private static let names = DatabaseFolder.Names(database: "db", bodies: "bodies", lock: "lock")

    @Test func `a folder of a database keeps what is named and sweeps what is old`() throws {
        let home = try TemporaryFolder()
        let folder = DatabaseFolder(path: home.path + "/a/b", names: Self.names)
        try folder.prepare()
        #expect(try home.permissions("a/b") == 0o700)
        #expect(try !folder.hasDatabase())
        #expect(folder.databasePath == home.path + "/a/b/db")
        for name in ["kept", "old", "young"] { _ = try folder.write([1], name: name) }
        #expect(try home.permissions("a/b/bodies/kept") == 0o600)
        let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -700)]
        for name in ["kept", "old"] {
            try FileManager.default.setAttributes(past, ofItemAtPath: home.path + "/a/b/bodies/\(name)")
        }
        folder.sweep(keeping: ["kept"])
        #expect(try home.names(in: "a/b/bodies").sorted() == ["kept", "young"])
        #expect(folder.read("kept") == [1] && folder.read("old") == nil)
        folder.remove(["kept"])
        #expect(try home.names(in: "a/b/bodies") == ["young"])
        folder.removeAllBodies()
        #expect(try home.names(in: "a/b/bodies") == [])
        try home.write("x", to: "a/b/db")
        #expect(try folder.hasDatabase())
        #expect(!folder.isBeingChanged)
        try home.write("x", to: "a/b/db-wal")
        #expect(folder.isBeingChanged)
        #expect(folder.setDatabaseAside() == folder.databasePath + ".damaged")
        #expect(folder.setDatabaseAside() == nil)
        #expect(try home.names(in: "a/b").sorted() == ["bodies", "db.damaged"])
        folder.removeDamaged()
        #expect(try home.names(in: "a/b") == ["bodies"])
    }
}
