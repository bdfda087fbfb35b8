import Glibc

/// Frees the memory that only the start of the program needed: tables that the loader read once, code that never runs
/// again.
///
/// The system keeps such pages in its cache and reloads them in a microsecond when they are needed. By itself it frees
/// them only when memory runs short; until then they count as the program's memory.
enum StartupPages {
    /// May be called from any thread once the program has started. Takes about a millisecond.
    static func giveBack() {
        for range in droppable(inMaps: mapsOfThisProcess()) {
            guard let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
            madvise(start, range.count, MADV_DONTNEED)
        }
    }

    /// The mappings whose pages are unchanged copies of their files, from the lines of `/proc/self/maps`: code, and the
    /// tables at the beginning of a file. The loader has written to other read-only mappings; those changes would be
    /// lost.
    static func droppable(inMaps text: String) -> [Range<UInt>] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            // The path is padded with spaces to a column.
            guard fields.count == 6, fields[5].drop(while: { $0 == " " }).hasPrefix("/") else { return nil }
            let isCode = fields[1] == "r-xp"
            let isTable = fields[1] == "r--p" && fields[2].allSatisfy { $0 == "0" }
            let ends = fields[0].split(separator: "-")
            guard isCode || isTable, ends.count == 2, let start = UInt(ends[0], radix: 16),
                let end = UInt(ends[1], radix: 16), start < end
            else { return nil }
            return start..<end
        }
    }

    /// Empty if the file cannot be read.
    static func mapsOfThisProcess() -> String {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 32 << 10)
        while true {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
