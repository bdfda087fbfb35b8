/// How far a transfer is.
public enum TransferProgress: Sendable, Hashable {
    /// Of the request's body; the total is nil for a stream of unknown length.
    case sent(Int, of: Int?)
    /// Of the answer's body, before content decoding; the total is nil where the server does not tell it.
    case received(Int, of: Int?)
}
