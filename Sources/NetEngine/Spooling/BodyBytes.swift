#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a body, in memory or in a file: for code that does not care where they are.
///
/// A value; copies share the bytes. Of a body that still arrives, later calls may give more bytes than earlier ones.
public struct BodyBytes: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        case file(SpooledBody)
    }

    private let storage: Storage

    /// Bytes in memory.
    public init(_ bytes: [UInt8] = []) { storage = .memory(bytes) }

    /// The bytes of a file.
    public init(_ body: SpooledBody) { storage = .file(body) }

    /// The number of bytes so far; it grows while the body arrives.
    public var count: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .file(let body): body.count
        }
    }

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }

    /// The array, if the bytes are in memory; nil if they are in a file.
    public var array: [UInt8]? {
        guard case .memory(let bytes) = storage else { return nil }
        return bytes
    }

    /// The file, if the bytes are in one.
    package var file: SpooledBody? {
        guard case .file(let body) = storage else { return nil }
        return body
    }

    /// Whether they are those of the same file, or as many in memory: what was found in one is true of the other.
    package func areSame(as other: BodyBytes) -> Bool {
        switch (storage, other.storage) {
        case (.file(let file), .file(let otherFile)): file === otherFile
        case (.memory(let bytes), .memory(let otherBytes)): bytes.count == otherBytes.count
        case (.file, .memory), (.memory, .file): false
        }
    }

    /// Gives all bytes without copying them; the memory is valid during the call only.
    ///
    /// Code that reads through a large body calls `releasePages` behind itself.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .memory(let bytes): try bytes.withUnsafeBufferPointer(body)
        case .file(let file): try file.withBytes(body)
        }
    }

    /// A copy of a part; shorter if there are fewer bytes.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        switch storage {
        case .memory(let bytes): Array(bytes[range.clamped(to: 0..<bytes.count)])
        case .file(let body): body.bytes(in: range)
        }
    }

    /// Says that nobody looks at a part any more. Nothing happens if the bytes are in memory.
    public func releasePages(_ range: Range<Int>) {
        if case .file(let body) = storage { body.releasePages(range) }
    }

    /// Gives all bytes in order, in pieces of at most 1 MiB, so that no more of a large body is in memory than one of them.
    public func forEachPiece<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var start = 0
        while start < count {
            let range = start..<min(count, start + Self.pieceSize)
            try withBytes { bytes throws(Failure) in
                try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
            }
            releasePages(range)
            start = range.upperBound
        }
    }

    private static let pieceSize = 1 << 20
}

extension BodyBytes: Equatable {
    /// Whether the bytes are the same, wherever they are.
    public static func == (a: BodyBytes, b: BodyBytes) -> Bool {
        if case (.file(let a), .file(let b)) = (a.storage, b.storage), a === b { return true }
        if case (.memory(let a), .memory(let b)) = (a.storage, b.storage) { return a == b }
        return a.withBytes { a in
            b.withBytes { b in
                guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else {
                    return a.count == b.count
                }
                return memcmp(first, second, a.count) == 0
            }
        }
    }
}
