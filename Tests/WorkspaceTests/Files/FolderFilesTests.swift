import Glibc
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// Which files of a folder are read where something is made of all of it, and how files answer at their limits.
@Suite struct FolderFilesTests {
    private func names(_ folder: ScratchFolder, _ endings: [String] = [".bru"], most: Int = 1 << 20) throws -> [String]
    {
        try FolderFiles.read(folder.path, endings: endings, mostBytes: most).map(\.path)
    }

    @Test func `files with one of the endings are read in the order of their paths`() throws {
        let folder = ScratchFolder()
        for name in ["b.bru", "a.bru", "sub/z.bru", "sub/deep/c.yml", "a.json", "a.BRU", "bru", "a.bru.old"] {
            folder.write(name, name)
        }
        #expect(try names(folder, [".bru", ".yml"]) == ["a.bru", "b.bru", "sub/deep/c.yml", "sub/z.bru"])
        #expect(try names(folder, [".yml"]) == ["sub/deep/c.yml"] && names(folder, []) == [])
        let found = try FolderFiles.read(folder.path, endings: [".yml"], mostBytes: 1 << 20)
        #expect(found.first?.bytes == Array("sub/deep/c.yml".utf8))
    }

    @Test func `hidden names, modules of Node and links are left out`() throws {
        let folder = ScratchFolder()
        for name in [".a.bru", ".git/b.bru", "node_modules/c.bru", "sub/node_modules/d.bru", "sub/.e/f.bru", "g.bru"] {
            folder.write(name, "x")
        }
        symlink("g.bru", folder.path + "/link.bru")
        symlink("sub", folder.path + "/linked")
        folder.folder("folder.bru")
        #expect(try names(folder) == ["g.bru"])
    }

    @Test func `all files together must be smaller than the limit`() throws {
        let folder = ScratchFolder()
        folder.write("a.bru", "12345")
        folder.write("b.bru", "12345")
        folder.write("c.txt", "1234567890")
        #expect(try names(folder, most: 11) == ["a.bru", "b.bru"])
        for most in [10, 7, 5, 3] {
            let error = #expect(throws: CollectionError.self) { try names(folder, most: most) }
            #expect(error?.sentence == "\(folder.path) has too many files to import at once.", "\(most)")
        }
    }

    @Test func `a folder that is not there is an error, and what is forty folders below is read`() throws {
        let folder = ScratchFolder()
        let error = #expect(throws: CollectionError.self) {
            try FolderFiles.read(folder.path + "/gone", endings: [".bru"], mostBytes: 10)
        }
        #expect(error?.sentence == "\(folder.path)/gone cannot be read.")
        func below(_ depth: Int) -> String { Array(repeating: "d", count: depth).joined(separator: "/") + "/x.bru" }
        folder.write(below(40), "x")
        folder.write(below(41), "x")
        #expect(try names(folder) == [below(40)])
    }

    // MARK: Single files

    @Test func `a file is read up to its limit, and what is none says so`() {
        let folder = ScratchFolder()
        let path = folder.write("a.txt", "12345")
        func read(_ path: String, _ limit: Int = 100) -> String {
            switch DiskFile.read(path, limit: limit) {
            case .success(let bytes): String(decoding: bytes, as: UTF8.self)
            case .failure(let failure): "! \(failure.clause)"
            }
        }
        #expect(read(path) == "12345" && read(path, 5) == "12345")
        #expect(read(path, 4) == "! it is larger than 4 bytes")
        #expect(read(folder.write("empty", ""), 0) == "")
        #expect(read(folder.path + "/gone") == "! there is no such file")
        #expect(read(path + "/below") == "! there is no such file", "a file is no folder")
        #expect(read(folder.path) == "! it is a folder")
        mkfifo(folder.path + "/fifo", 0o600)
        #expect(read(folder.path + "/fifo") == "! it is not a regular file", "nobody waits for a writer")
    }

    @Test func `two paths lead to one file by links, and not by equal content`() {
        let folder = ScratchFolder()
        let (a, b) = (folder.write("a", "x"), folder.write("b", "x"))
        let (soft, hard) = (folder.path + "/soft", folder.path + "/hard")
        symlink("a", soft)
        link(a, hard)
        #expect(DiskFile.areSame(a, a) && DiskFile.areSame(a, soft) && DiskFile.areSame(hard, soft))
        #expect(!DiskFile.areSame(a, b) && !DiskFile.areSame(a, folder.path + "/gone"))
        #expect(!DiskFile.areSame(folder.path + "/gone", folder.path + "/gone"))
        #expect(DiskFile.isLink(soft) && !DiskFile.isLink(hard) && !DiskFile.isLink(folder.path + "/gone"))
        #expect(DiskFile.realPath(soft) == DiskFile.realPath(a) && DiskFile.realPath(folder.path + "/gone") == nil)
        #expect(DiskFile.isMissing(folder.path + "/gone") && DiskFile.isMissing(a + "/x") && !DiskFile.isMissing(soft))
    }

    @Test func `what the system says is completed where the user can change it`() {
        #expect(DiskFile.systemMessage(EACCES) == "Permission denied")
        #expect(DiskFile.systemMessage(EMFILE) == "Too many open files ('ulimit -n' shows and sets how many)")
        #expect(DiskFile.systemMessage(ENFILE) == "Too many open files in system")
    }
}
