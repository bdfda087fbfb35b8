/// Values in memory of their own that never change: read without bounds checks and without counting references.
///
/// It is safe to share, as nothing writes to it after `init`.
final class FlatArray<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    let buffer: UnsafeBufferPointer<Element>

    init(_ elements: [Element]) {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
        _ = memory.initialize(fromContentsOf: elements)
        buffer = UnsafeBufferPointer(start: memory.baseAddress, count: elements.count)
    }

    deinit { buffer.deallocate() }
}
