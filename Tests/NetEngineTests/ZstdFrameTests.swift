import Testing

@testable import NetEngine

struct ZstdFrameTests {
    private func isBroken(_ bytes: [UInt8], piece: Int) throws -> Bool {
        let decoder = try #require(try ContentDecoder(fieldValues: ["zstd"]))
        do {
            for start in stride(from: 0, to: bytes.count, by: piece) {
                let part = Array(bytes[start..<min(bytes.count, start + piece)])
                _ = try part.withUnsafeBytes { try decoder.decode($0) { _ in true } }
            }
            try decoder.finish()
            return false
        } catch { return true }
    }

    /// zstd's library refuses it where all of the frame comes at once, or always, which depends on its version.
    @Test func `a compressed block without content is treated the same, however it comes`() throws {
        let sample = try #require(CodedSample.all.first { $0.coding == "zstd" }).bytes
        let empty: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 5, 0, 0]
        let unused: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x30, 0, 5, 0, 0]
        for bytes in [empty, unused, sample + empty, empty + sample] {
            let verdicts = try [1, 2, 3, 5, 9, 10, 1000].map { try isBroken(bytes, piece: $0) }
            #expect(Set(verdicts).count == 1, "\(bytes.count): \(verdicts)")
        }
    }

    /// zstd's library looks for a frame at the start of what it gets, also where that is in the middle of a frame's header.
    @Test func `what looks like a frame inside of a header is none, however it comes`() throws {
        // The format before RFC 8878, after a byte of this one.
        let old: [UInt8] = [0x28, 0x26, 0xB5, 0x2F, 0xFD, 0, 0, 0, 0]
        let inner: [UInt8] =
            [0x28, 0xB5, 0x2F, 0xFD, 5, 0x50, 0, 0x29, 0, 0] + Array("hello".utf8) + [163, 109, 159, 136]
        // A frame that needs a dictionary, whose number is the first bytes of another frame, and its length one more.
        let outer: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x23] + inner
        for piece in 1...old.count { #expect(try isBroken(old, piece: piece), "\(piece)") }
        for piece in 1...outer.count {
            #expect(try !isBroken(inner, piece: piece), "\(piece)")
            #expect(try isBroken(outer, piece: piece), "\(piece)")
        }
    }

    /// zstd's library does not compare these where they come byte by byte.
    @Test func `a frame of zstd whose length is not the one in its header is broken, however it comes`() throws {
        // 256 bytes by its header, and one empty block; then the same without a length.
        let short: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x50, 0x68, 0, 0, 1, 0, 0]
        let open: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68, 1, 0, 0]
        let skipped: [UInt8] = [0x5F, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 7, 7]
        let sample = try #require(CodedSample.all.first { $0.coding == "zstd" }).bytes
        // 256 bytes in one block, with a window of 11 MiB; then with one of 8 MiB.
        func framed(window: UInt8) -> [UInt8] {
            [0x28, 0xB5, 0x2F, 0xFD, 0x40, window, 0, 0, 1, 8, 0] + [UInt8](repeating: 7, count: 256)
        }
        let (wide, widest) = (framed(window: 0x6B), framed(window: 0x68))
        for piece in [1, 2, 3, 10, 1000] {
            for broken in [short, sample + short, short + sample, skipped + short, wide, sample + wide] {
                #expect(try isBroken(broken, piece: piece), "\(piece)")
            }
            for whole in [open, sample, sample + open + skipped + sample, widest] {
                #expect(try !isBroken(whole, piece: piece), "\(piece)")
            }
        }
    }
}
