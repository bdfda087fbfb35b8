import Base
import Glibc
import TestSupport
import Testing

@testable import apitui

/// What a command reads that is given `-`.
@Suite struct StandardInputTests {
    /// A stream that ends after these bytes.
    private func stream(_ bytes: [UInt8]) throws -> Int32 {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "input")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        return descriptor
    }

    @Test(arguments: [0, 1, 65_536, 65_537, 200_000])
    func `a stream of exactly the limit is read, one byte more is refused`(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let descriptor = try stream(bytes)
        defer { close(descriptor) }
        #expect(try StandardInput.readAll(descriptor, "Standard input", limit: length) == bytes)
        lseek(descriptor, 0, SEEK_SET)
        guard length > 0 else { return }
        #expect(throws: CommandFailure.self) {
            try StandardInput.readAll(descriptor, "Standard input", limit: length - 1)
        }
    }

    @Test func `a stream without an end is refused when it is larger than a file may be`() throws {
        let descriptor = open("/dev/zero", O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let failure = #expect(throws: CommandFailure.self) {
            try StandardInput.readAll(descriptor, "Standard input", limit: 3 << 20)
        }
        #expect(failure?.sentences.map(\.string) == ["Standard input cannot be read: it is larger than 3 MiB."])
    }
}
