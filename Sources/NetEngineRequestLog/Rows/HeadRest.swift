import NetEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a head that have not been compared yet.
struct HeadRest {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence

    init(_ head: UnsafeBufferPointer<UInt8>) { rest = head[...] }

    /// Whether these are the next bytes; passes them.
    mutating func take(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { take($0) }
    }

    mutating func take(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { take($0) } }

    /// Whether the end of a line, these fields as most programs write them, and an empty line are all that is left.
    mutating func isFields(_ fields: HeaderFields) -> Bool {
        guard take("\r\n") else { return false }
        for field in fields {
            guard take(field.nameBytes), take(": "), take(field.valueBytes), take("\r\n") else { return false }
        }
        return take("\r\n") && rest.isEmpty
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= rest.count else { return false }
        guard let start = UnsafeBufferPointer(rebasing: rest).baseAddress, let other = bytes.baseAddress else {
            return bytes.isEmpty
        }
        guard memcmp(start, other, bytes.count) == 0 else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }
}
