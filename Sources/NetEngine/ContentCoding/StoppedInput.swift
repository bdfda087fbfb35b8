/// What a decoder was stopped before: the input it has not looked at, and perhaps output that it has not given.
struct StoppedInput {
    /// nil if it was not stopped.
    private var bytes: [UInt8]?

    mutating func keep(_ input: UnsafeRawBufferPointer) { bytes = Array(input) }

    mutating func take() -> [UInt8]? {
        defer { bytes = nil }
        return bytes
    }
}
