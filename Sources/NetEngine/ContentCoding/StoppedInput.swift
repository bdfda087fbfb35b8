/// What is left when a decoder was stopped: unread input, and perhaps unwritten output.
struct StoppedInput {
    /// nil if it was not stopped.
    private var bytes: [UInt8]?

    mutating func keep(_ input: UnsafeRawBufferPointer) { bytes = Array(input) }

    mutating func take() -> [UInt8]? {
        defer { bytes = nil }
        return bytes
    }
}
