import Foundation
import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Workspace

/// Writing a body to a file.
struct BodyFileWriterTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: home.path) }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: "\(home.path)/\(name)")))
    }

    @Test func `the exact bytes are written, for this user only`() throws {
        let body = BodyBytes([0, 255, 13, 10])
        let outcome = BodyFileWriter().write(body, to: home.path + "/a.bin", replaces: false)
        #expect(outcome == .written(path: home.path + "/a.bin", byteCount: 4))
        #expect(try bytes("a.bin") == [0, 255, 13, 10])
        #expect(try #require(DiskFile.info(home.path + "/a.bin")).st_mode & 0o777 == 0o600)
        #expect(try names() == ["a.bin"])
    }

    @Test func `an existing file is replaced only if that was asked for, and keeps its mode`() throws {
        try home.write("old", to: "a")
        chmod(home.path + "/a", 0o644)
        symlink("a", home.path + "/link")
        let writer = BodyFileWriter()
        #expect(writer.write(BodyBytes([1]), to: home.path + "/a", replaces: false) == .exists)
        #expect(writer.write(BodyBytes([1]), to: home.path + "/link", replaces: false) == .exists)
        #expect(try home.read("a") == "old")
        _ = writer.write(BodyBytes([1]), to: home.path + "/link", replaces: true)
        #expect(try bytes("a") == [1])
        #expect(DiskFile.isLink(home.path + "/link"))
        #expect(try #require(DiskFile.info(home.path + "/a")).st_mode & 0o777 == 0o644)
    }

    @Test func `a read-only file is left alone`() throws {
        let path = try home.write("old", to: "a")
        chmod(path, 0o444)
        #expect(
            BodyFileWriter().write(BodyBytes([1]), to: path, replaces: true)
                == .failed(sentence: "\(path) was not written: the file is read-only."))
        #expect(try home.read("a") == "old")
    }

    @Test func `a file made meanwhile is not replaced`() throws {
        let path = home.path + "/a"
        let outcome = BodyFileWriter().write(BodyBytes([1, 2]), to: path, replaces: false) { _ in
            (try? home.write("theirs", to: "a")) != nil
        }
        #expect(outcome == .exists)
        #expect(try home.read("a") == "theirs")
        #expect(try names() == ["a"])
    }

    @Test func `a large body is written in pieces, with progress, and can be stopped`() throws {
        let body = BodyBytes([UInt8](repeating: 7, count: 2_500_000))
        var seen: [Int] = []
        let outcome = BodyFileWriter().write(body, to: home.path + "/a", replaces: false) {
            seen.append($0)
            return true
        }
        #expect(outcome == .written(path: home.path + "/a", byteCount: 2_500_000))
        #expect(seen == [1 << 20, 2 << 20, 2_500_000])
        let stopped = BodyFileWriter().write(body, to: home.path + "/b", replaces: false) { _ in false }
        #expect(stopped == .stopped)
        #expect(try names() == ["a"])
    }

    @Test func `a full disk is one sentence, and nothing is left`() throws {
        var writer = BodyFileWriter()
        let calls = Mutex(0)
        writer.write = { descriptor, bytes, count in
            if calls.withLock({
                $0 += 1
                return $0
            }) > 1 {
                errno = ENOSPC
                return -1
            }
            return Glibc.write(descriptor, bytes, count / 2)
        }
        try home.write("old", to: "a")
        let outcome = writer.write(BodyBytes([1, 2, 3, 4]), to: home.path + "/a", replaces: true)
        #expect(outcome == .failed(sentence: "\(home.path)/a was not written: No space left on device."))
        #expect(try home.read("a") == "old")
        #expect(try names() == ["a"])
    }

    @Test func `a disk that takes nothing is full, and one that was interrupted is asked again`() throws {
        /// - Parameter first: what the first call returns, which leaves `EINTR` behind.
        func outcome(first: Int) -> BodyFileWriter.Outcome {
            var writer = BodyFileWriter()
            let calls = Mutex(0)
            writer.write = { descriptor, bytes, count in
                let isFirst = calls.withLock {
                    $0 += 1
                    return $0 == 1
                }
                guard isFirst else { return Glibc.write(descriptor, bytes, count) }
                errno = EINTR
                return first
            }
            return writer.write(BodyBytes([1, 2]), to: home.path + "/a", replaces: true)
        }
        let path = home.path + "/a"
        #expect(outcome(first: 0) == .failed(sentence: "\(path) was not written: No space left on device."))
        #expect(try names() == [])
        #expect(outcome(first: -1) == .written(path: path, byteCount: 2))
        #expect(try bytes("a") == [1, 2])
    }

    @Test func `what is no file is refused`() throws {
        let writer = BodyFileWriter()
        func sentence(_ path: String, replaces: Bool = true) -> String? {
            guard case .failed(let sentence) = writer.write(BodyBytes([1]), to: path, replaces: replaces) else {
                return nil
            }
            return sentence
        }
        #expect(sentence(home.path) == "\(home.path) was not written: it is a folder.")
        #expect(sentence("/dev/null") == "/dev/null was not written: it is not a regular file.")
        let missing = "there is no folder \(home.path)/x; make it first"
        #expect(sentence(home.path + "/x/y") == "\(home.path)/x/y was not written: \(missing).")
        try home.write("", to: "file")
        let taken = "\(home.path)/file is not a folder; choose another place"
        #expect(sentence(home.path + "/file/y") == "\(home.path)/file/y was not written: \(taken).")
        #expect(sentence("y") == "y was not written: it names no file.")
        #expect(sentence("/\u{33E}x/y") == "/\u{33E}x/y was not written: there is no folder /\u{33E}x; make it first.")
    }
}
