/// What is sent after the header section.
public enum RequestBody: Sendable, Hashable {
    /// No body and no `Content-Length`, but for methods that define a body, which say 0 (RFC 9110 §8.6).
    case none
    /// Sent byte for byte.
    case bytes([UInt8])
    /// The content of a file, read while it is sent, never held whole in memory.
    case file(path: String)
    /// Bytes and files, one after the other, as a multipart form needs them. The length is known before anything leaves.
    case pieces([BodyPiece])
    /// Bytes that are made while they are sent.
    case stream(BodyStream)

    /// Whether it can be sent a second time, as a retry or a redirect that keeps the method needs it.
    public var canBeSentAgain: Bool {
        if case .stream(let stream) = self { stream.canRestart } else { true }
    }
}

/// A part of a body that consists of several.
public enum BodyPiece: Sendable, Hashable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// The content of a file, read while it is sent.
    case file(path: String)
}
