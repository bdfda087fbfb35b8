/// Builds the hash tables of names.
enum NameTable {
    @inline(__always)
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash ^ hash >> 15
    }

    static func hash(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBufferPointer { hash($0) } }

    /// Appends a table of the entries, at most half full.
    /// - Returns: where it begins, and its mask; -1 for no entries.
    static func append(_ entries: [NameSlot], to slots: inout [NameSlot]) -> (table: Int32, mask: Int32) {
        guard !entries.isEmpty else { return (0, -1) }
        var size = 4
        while size < 2 * entries.count { size *= 2 }
        let table = slots.count
        slots += Array(repeating: NameSlot(), count: size)
        for entry in entries {
            var place = Int(entry.hash) & (size - 1)
            while slots[table + place].start >= 0 { place = (place + 1) & (size - 1) }
            slots[table + place] = entry
        }
        return (Int32(table), Int32(size - 1))
    }
}
