import NetEngine

/// A body of medium size while it arrives, in a file without a name, so that it is laid out as far as it has come. The engine
/// keeps such a body in its memory, which nobody else can read before the end.
actor GrowingBody {
    private let file: SpooledBody
    private let reading: BodyReading

    /// nil if there is no room for a file.
    init?(_ id: ExchangeID, contentType: String?, folders: [String], post: @escaping @Sendable (Action) -> Bool) {
        guard let file = try? SpooledBody(in: folders) else { return nil }
        self.file = file
        reading = BodyReading(id, BodyBytes(file), contentType: contentType, post: post)
    }

    /// Takes the next bytes, and posts what is known of the body by then. False if the disk does not take them.
    func append(_ bytes: [UInt8]) async -> Bool {
        guard (try? bytes.withUnsafeBytes { try file.append($0) }) != nil else { return false }
        await reading.readOn()
        return true
    }
}
