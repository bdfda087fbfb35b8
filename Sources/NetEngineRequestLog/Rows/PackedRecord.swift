/// Numbered values as bytes, in the manner of protocol buffers: each has a number and its length, so that a reader passes over what it
/// does not know.
struct PackedWriter {
    private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: bytes that are likely to be written.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    mutating func put(_ number: UInt64, _ value: Int64?) {
        guard let value else { return }
        varint(number << 1)
        // Small negative numbers stay short.
        varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func put(_ number: UInt64, _ value: Int?) { put(number, value.map(Int64.init)) }

    /// Only if it is true.
    mutating func put(_ number: UInt64, _ value: Bool) { if value { put(number, 1 as Int64) } }

    mutating func put(_ number: UInt64, _ value: Duration?) { put(number, value?.nanoseconds) }

    mutating func put(_ number: UInt64, _ value: String?) {
        guard var value else { return }
        value.withUTF8 { put(number, $0) }
    }

    mutating func put(_ number: UInt64, _ value: [UInt8]?) { value?.withUnsafeBufferPointer { put(number, $0) } }

    /// A whole record as one value.
    mutating func put(_ number: UInt64, _ nested: (inout PackedWriter) -> Void) {
        varint(number << 1 | 1)
        let start = bytes.count
        bytes.append(0)
        nested(&self)
        // The length comes first, and is known last. One byte is enough for most.
        let count = bytes.count - start - 1
        guard count >= 0x80 else {
            bytes[start] = UInt8(count)
            return
        }
        var length = PackedWriter()
        length.varint(UInt64(count))
        bytes.replaceSubrange(start...start, with: length.bytes)
    }

    private mutating func put(_ number: UInt64, _ value: UnsafeBufferPointer<UInt8>) {
        varint(number << 1 | 1)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// What a `PackedWriter` wrote. Bytes that it cannot have written end the record, and what was read until then counts.
struct PackedRecord {
    // Few of each: a search through them is faster than a dictionary.
    private var numbers: [(number: UInt64, value: Int64)] = []
    private var values: [(number: UInt64, bytes: ArraySlice<UInt8>)] = []

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let key = Self.varint(&rest) {
            guard let value = Self.varint(&rest) else { return }
            if key & 1 == 0 {
                numbers.append((key >> 1, Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)))
            } else {
                guard value <= UInt64(rest.count) else { return }
                values.append((key >> 1, rest.prefix(Int(value))))
                rest = rest.dropFirst(Int(value))
            }
        }
    }

    func number(_ number: UInt64) -> Int64? { numbers.first { $0.number == number }?.value }
    func int(_ number: UInt64) -> Int? { self.number(number).flatMap { Int(exactly: $0) } }
    func flag(_ number: UInt64) -> Bool { self.number(number) == 1 }
    func duration(_ number: UInt64) -> Duration? { self.number(number).map { .nanoseconds($0) } }
    func bytes(_ number: UInt64) -> [UInt8]? { values.first { $0.number == number }.map { Array($0.bytes) } }
    func text(_ number: UInt64) -> String? {
        values.first { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    func record(_ number: UInt64) -> PackedRecord? {
        values.first { $0.number == number }.map { PackedRecord($0.bytes) }
    }
    func records(_ number: UInt64) -> [PackedRecord] {
        values.filter { $0.number == number }.map { PackedRecord($0.bytes) }
    }
    func allBytes(_ number: UInt64) -> [[UInt8]] { values.filter { $0.number == number }.map { Array($0.bytes) } }
    func texts(_ number: UInt64) -> [String] {
        values.filter { $0.number == number }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.popFirst() {
            guard shift < 63 || byte < 2 else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}

extension Duration {
    /// Whole nanoseconds; saturates after 292 years.
    var nanoseconds: Int64 {
        // Nearly all are shorter than nine seconds: no division of 128 bits.
        if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000 }
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLong else { return seconds < 0 ? .min : .max }
        let (sum, isTooLongStill) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLongStill ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole microseconds.
    package var microseconds: Int64 { nanoseconds / 1000 }
}
