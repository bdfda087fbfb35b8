import Testing

@testable import Bodies

@Suite struct ArchiveDecoderTests {
    /// `a.txt` (stored) and `../b` (deflated, encrypted), by Info-ZIP's layout.
    private static let zip: [UInt8] = {
        func entry(_ name: String, method: String, flags: String, size: String, packed: String) -> [UInt8] {
            hex("504B0102 1E03 1400 \(flags) \(method) 6098 7B5B 00000000 \(packed) \(size)")
                + [UInt8(name.utf8.count), 0] + hex("0000 0000 0000 0000 00000000 00000000") + Array(name.utf8)
        }
        let local = hex("504B0304") + Array(repeating: 0, count: 60)
        let directory =
            entry("a.txt", method: "0000", flags: "0000", size: "05000000", packed: "05000000")
            + entry("../b", method: "0800", flags: "0100", size: "00100000", packed: "64000000")
        return local + directory + hex("504B0506 0000 0000 0200 0200") + [UInt8(directory.count), 0, 0, 0]
            + [UInt8(local.count), 0, 0, 0] + hex("0000")
    }()

    @Test func `the listing of a zip archive`() {
        let zip = Decoding(Self.zip, "application/zip")
        #expect(zip.summary == "2 entries, 4.1 KB in 105 B")
        #expect(
            zip.shown == """
                      size    packed  method    changed           name
                       5 B       5 B  stored    2025-11-27 19:03  a.txt
                    4.1 KB     100 B  deflate   2025-11-27 19:03  ../b (encrypted) (leaves the folder it is unpacked in)
                """)
        #expect(Decoding(Self.zip).kind == .zip)
    }

    @Test func `an archive after other bytes is listed too`() {
        #expect(
            Decoding(Array("#!/bin/sh\n".utf8) + Self.zip, "application/zip").summary == "2 entries, 4.1 KB in 105 B")
    }

    private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    private typealias Sizes = (size: UInt64, packed: UInt64)

    /// Sizes in the extra field behind another one, and a directory of 64 bits (APPNOTE 4.3.14, 4.5.3).
    private static func wideZip(_ sizes: [Sizes], hasLocator: Bool = true) -> [UInt8] {
        let fixed = hex(
            "504B0102 2D03 2D00 0000 0000 6098 7B5B 00000000 FFFFFFFF FFFFFFFF 0100 1D00 0000 0000 0000 00000000 FFFFFFFF"
        )
        let extra = hex("61 5554 0500 0000000000 0100 1000")
        let local: [UInt8] = hex("504B0304") + [UInt8](repeating: 0, count: 60)
        var directory: [UInt8] = []
        for entry in sizes {
            directory += fixed
            directory += extra
            directory += little(entry.size, 8)
            directory += little(entry.packed, 8)
        }
        var wide = hex("504B0606 2C00000000000000 2D00 2D00 00000000 00000000")
        wide += little(UInt64(sizes.count), 8)
        wide += little(UInt64(sizes.count), 8)
        wide += little(UInt64(directory.count), 8)
        wide += little(UInt64(local.count), 8)
        var locator = hex("504B0607 00000000")
        locator += little(UInt64(local.count + directory.count), 8)
        locator += hex("01000000")
        if !hasLocator { locator = [UInt8](repeating: 0, count: 20) }
        return local + directory + wide + locator + hex("504B0506 0000 0000 FFFF FFFF FFFFFFFF FFFFFFFF 0000")
    }

    @Test func `sizes and a directory of 64 bits are read, and no sum of them is too large`() {
        let zip = Decoding(Self.wideZip([(size: 5_000_000_000, packed: 7)]), "application/zip")
        #expect(
            zip.summary == "1 entry, 5.0 GB in 7 B"
                && zip.shown.hasSuffix("    5.0 GB       7 B  stored    2025-11-27 19:03  a"))
        let most = UInt64(Int.max)
        let pairs: [[Sizes]] = [
            [(size: most, packed: most), (size: most, packed: most)],
            [(size: most, packed: 1), (size: 1, packed: most)],
        ]
        for sizes in pairs {
            let zip = Decoding(Self.wideZip(sizes), "application/zip")
            #expect(zip.summary == "2 entries, 9223372037 GB in 9223372037 GB")
        }
        #expect(
            Decoding(Self.wideZip([(size: .max, packed: .max)]), "application/zip").summary == "1 entry, 0 B in 0 B")
        let without = Self.wideZip([(size: 1, packed: 1)], hasLocator: false)
        #expect(
            Decoding(without, "application/zip").refusal
                == "its directory of 64 bits is missing (byte \(without.count - 22))")
    }

    @Test func `nonsense is refused`() {
        func refusal(_ change: (inout [UInt8]) -> Void) -> String? {
            var bytes = Self.zip
            change(&bytes)
            return Decoding(bytes, "application/zip").refusal
        }
        let end = Self.zip.count - 22
        #expect(
            refusal { $0.removeLast(10) }
                == "its directory is missing: the archive ends early, or this is not an archive")
        #expect(refusal { $0[end + 10] = 200 } == "it claims 200 entries in a directory of 101 bytes (byte \(end))")
        #expect(refusal { $0[end + 14] = 1 } == "its directory is larger than the archive (byte \(end))")
        #expect(refusal { $0[end + 18] = 1 } == "its directory is outside the archive (byte \(end))")
        #expect(refusal { $0[64 + 51] = 0 } == "entry 2 of 2 is missing (byte 115)")
        #expect(refusal { $0[64 + 28] = 200 } == "entry 1 of 2 ends after the directory (byte 64)")
    }

    @Test func `what a gzip file says of itself`() {
        let gzip = hex("1F8B 08 08 00A36769 00 03") + Array("data.json\0".utf8) + hex("0300 00000000 40420F00")
        let file = Decoding(gzip, "application/gzip")
        #expect(file.summary == "1.0 MB in 30 B")
        #expect(
            file.shown == """
                name          data.json
                changed       Wed, 14 Jan 2026 14:06:56 GMT
                made on       Unix
                packed        30 B
                unpacked      1.0 MB (as its last bytes say; not checked)
                """)
        #expect(Decoding(Array(gzip.prefix(12)), "application/gzip").refusal == "it ends early (byte 12)")
        let endless = hex("1F8B 08 08 00000000 00 03") + Array(repeating: 0x61, count: 100)
        #expect(Decoding(endless, "application/gzip").refusal == "the name has no end; it begins (byte 10)")
    }

    @Test func `methods of compression have names`() {
        let names: [UInt8: String] = [
            0: "stored", 1: "method 1", 8: "deflate", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz",
            99: "AES",
        ]
        for (code, name) in names {
            var bytes = Self.zip
            bytes[64 + 10] = code
            let gap = String(repeating: " ", count: 10 - name.count)
            #expect(
                Decoding(bytes, "application/zip").shown.split(separator: "\n").dropFirst().first
                    == "       5 B       5 B  \(name)\(gap)2025-11-27 19:03  a.txt")
        }
    }

    @Test(arguments: [
        ("/ab.t", true), ("a\\b.t", true), ("a/../", true), ("a/..b", false), ("..a.b", false), ("ab.t/", false),
        ("../\u{33E}", true),
    ])
    func `a name that leads out of the folder is marked`(name: String, leaves: Bool) throws {
        var bytes = Self.zip
        bytes.replaceSubrange(64 + 46..<64 + 51, with: Array(name.utf8))
        let row = try #require(Decoding(bytes, "application/zip").shown.split(separator: "\n").dropFirst().first)
        #expect(row.hasSuffix("03  \(name)\(leaves ? " (leaves the folder it is unpacked in)" : "")"))
    }

    @Test func `an archive's comment is before the listing`() {
        var bytes = Self.zip
        bytes[bytes.count - 2] = 2
        #expect(Decoding(bytes + Array("hi".utf8), "application/zip").shown.hasPrefix("comment       hi\n      size"))
    }

    @Test func `fields of a gzip file are there if its flags say so`() {
        let all = hex("1F8B 08 1C 00A36769 00 03 0200 0102 6100 6200 0300 00000000 40420F00")
        #expect(
            Decoding(all, "application/gzip").shown == """
                name          a
                comment       b
                changed       Wed, 14 Jan 2026 14:06:56 GMT
                made on       Unix
                packed        28 B
                unpacked      1.0 MB (as its last bytes say; not checked)
                """)
        let systems = [0: "FAT (DOS, Windows)", 3: "Unix", 7: "Macintosh", 10: "NTFS", 11: "NTFS", 2: "unknown"]
        for (code, name) in systems {
            let bytes = hex("1F8B 08 00 00000000 00") + [UInt8(code)] + hex("00000000 E8030000")
            #expect(
                Decoding(bytes, "application/gzip").shown
                    == "made on       \(name)\npacked        18 B\n"
                    + "unpacked      1.0 KB (as its last bytes say; not checked)")
        }
    }

    @Test func `a file that is not gzip says where`() {
        func refusal(_ digits: String) -> String? {
            Decoding(hex(digits + String(repeating: "00", count: 14)), "application/gzip").refusal
        }
        #expect(refusal("1F8C 0800") == "it does not begin as gzip does (byte 0)")
        #expect(refusal("1F8B 0700") == "the method 7 is not deflate (byte 2)")
        #expect(refusal("1F8B 0820") == "its flags have no meaning (byte 3)")
        #expect(refusal("1F8B 08") == "it ends early (byte 17)")
        #expect(refusal("1F8B 0800") == nil)
    }
}
