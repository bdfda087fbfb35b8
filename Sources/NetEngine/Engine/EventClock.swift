/// Reports the events of one exchange with their time.
struct EventClock: Sendable {
    let id: ExchangeID
    let startedAt: Timestamp
    let start: MonotonicInstant
    let hub: EventHub
    var progress: (@Sendable (TransferProgress) -> Void)?

    /// - Parameter draft: of the request that begins.
    func tell(_ step: @autoclosure () -> EngineEvent.Step, draft: RequestDraft? = nil) {
        guard hub.hasSubscribers else { return }
        let elapsed = MonotonicInstant.now.since(start)
        let (seconds, attoseconds) = elapsed.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let at = Timestamp(microsecondsSince1970: startedAt.microsecondsSince1970 + microseconds)
        hub.tell(EngineEvent(id: id, at: at, elapsed: elapsed, step: step(), draft: draft))
    }

    /// When the exchange must be over; nil without a limit.
    func deadline(_ options: RequestOptions) -> MonotonicInstant? {
        options.timeouts.total.map { start.advanced(by: $0) }
    }

    func pass(_ step: TransportStep) {
        switch step {
        case .nameResolved: tell(.nameResolved)
        case .connected: tell(.connected)
        case .tlsDone: tell(.tlsDone)
        case .uploadProgress(let sent, let total):
            progress?(.sent(sent, of: total))
            tell(.uploadProgress(sentBytes: sent, totalBytes: total))
        case .requestSent: tell(.requestSent)
        case .headReceived(let status, let expected):
            tell(.headReceived(status: status, expectedBodyBytes: expected))
        case .progress(let received, let expected):
            progress?(.received(received, of: expected))
            tell(.progress(receivedBytes: received, expectedBytes: expected))
        }
    }
}
