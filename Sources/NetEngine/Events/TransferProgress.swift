/// How much of a body was transferred.
public enum TransferProgress: Sendable, Hashable {
    /// Of the request's body; the total is nil for a stream of unknown length.
    case sent(Int, of: Int?)
    /// Of the response's body, before content decoding; the total is nil if the server does not send it.
    case received(Int, of: Int?)
}
