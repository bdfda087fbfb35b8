import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// A small file that is written whole or not at all, and what stands in its way.
@Suite struct PrivateFileTests {
    private let folder: TemporaryFolder
    private var file: PrivateFile { PrivateFile(path: "\(folder.path)/a") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `a file as large as the limit is read, a larger one is refused`() throws {
        try folder.write("12345", to: "a")
        #expect(try file.read(limit: 5) == Array("12345".utf8))
        let error = #expect(throws: EngineError.self) { try file.read(limit: 4) }
        #expect(error?.sentence == "The file \(file.path) is larger than 4 bytes.")
    }

    @Test func `a folder in its place is neither read, replaced nor removed, and no draft stays beside it`() throws {
        try folder.write("x", to: "a/inside")
        let file = file
        let works: [(String, () throws(EngineError) -> Void)] = [
            ("is not a regular file", { () throws(EngineError) in _ = try file.read(limit: 9) }),
            ("cannot be written: it is a folder", { () throws(EngineError) in try file.write([1]) }),
            ("cannot be removed: it is a folder", { () throws(EngineError) in try file.remove() }),
        ]
        for (words, work) in works {
            let error = #expect(throws: EngineError.self) { try work() }
            #expect(error?.category == .internal && error?.sentence.hasSuffix("\(file.path) \(words).") == true)
        }
        #expect(file.setAside() == nil)
        #expect(try folder.names() == ["a"])
        #expect(try folder.read("a/inside") == "x")
    }

    @Test func `in a folder that is not there nothing is written or locked, and a file is absent`() throws {
        let file = PrivateFile(path: "\(folder.path)/none/a")
        #expect(try file.read(limit: 9) == nil)
        try file.remove()
        #expect(file.setAside() == nil)
        let works: [(String, () throws(EngineError) -> Void)] = [
            ("written", { () throws(EngineError) in try file.write([1]) }),
            ("locked", { () throws(EngineError) in try file.locked { () throws(EngineError) in } }),
            ("locked", { () throws(EngineError) in _ = try file.tryLock() }),
        ]
        for (word, work) in works {
            let error = #expect(throws: EngineError.self) { try work() }
            #expect(error?.sentence == "The file \(file.path) cannot be \(word): No such file or directory.")
            #expect(error?.underlying?.code == Int(ENOENT))
        }
    }

    @Test func `a damaged file is set aside under a name that is free`() throws {
        for (content, name) in [("1", "a.damaged"), ("2", "a.damaged-2"), ("3", "a.damaged-3")] {
            try folder.write(content, to: "a")
            #expect(file.setAside() == "\(folder.path)/\(name)")
            #expect(try folder.read(name) == content)
        }
        #expect(try folder.names() == ["a.damaged", "a.damaged-2", "a.damaged-3"])
    }

    @Test func `a lock makes no file through a link`() throws {
        try folder.link("a.lock", to: "elsewhere")
        for lock: () throws -> Void in [{ try file.locked { () throws(EngineError) in } }, { _ = try file.tryLock() }] {
            let error = #expect(throws: EngineError.self) { try lock() }
            #expect(error?.sentence.hasPrefix("The file \(file.path) cannot be locked: ") == true)
            #expect(error?.underlying?.code == Int(ELOOP))
        }
        #expect(try folder.names() == ["a.lock"])
    }

    @Test func `a link is followed, and stays one`() throws {
        try folder.write("old", to: "real")
        try folder.link("a", to: "real")
        try file.write(Array("new".utf8))
        #expect(try folder.read("real") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "\(folder.path)/real")
        #expect(try folder.permissions("real") == 0o600)
    }
}
