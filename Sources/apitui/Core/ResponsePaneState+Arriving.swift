import NetEngine

/// The body of the answer in flight, as far as it came.
struct LiveBody: Sendable {
    var contentType: String?
    var bytes: [UInt8] = []
    /// Whether what comes next is not shown until the end.
    var isCut = false
    /// When its first bytes came.
    var startedAt: MonotonicTime?
    /// nil until it is to be shown.
    var document: BodyDocument?

    /// Answers that come in pieces by their nature are shown from the first byte on.
    var isStream: Bool { StreamingType.holds(contentType) }
}

/// Streamed answers are seen while they arrive: a stream at once, any other after a moment, so that the common quick
/// answer shows its whole self and nothing before.
extension ResponsePaneState {
    /// How long bytes must have been coming before they are shown.
    static let patience = Duration.milliseconds(150)

    /// What there is of the body in flight, when it is shown.
    var arrivingBody: BodyDocument? { inFlight == nil ? nil : liveBody?.document }

    /// Takes in what arrived; of any other exchange it changes nothing. A reader at the end stays at the end.
    mutating func bodyArrived(_ id: ExchangeID, _ news: BodyNews, at now: MonotonicTime, in size: Size) {
        guard inFlight?.id == id else { return }
        switch news {
        case .began(let contentType): liveBody = LiveBody(contentType: contentType)
        case .bytes(let bytes, let isLast):
            var body = liveBody ?? LiveBody()
            body.bytes += bytes
            body.isCut = isLast
            let start = body.startedAt ?? now
            body.startedAt = start
            let isFirst = body.document == nil
            guard !isFirst || body.isStream || now.since(start) >= Self.patience else {
                liveBody = body
                return
            }
            let wasAtEnd = !isFirst && shownTab == .body && isAtEnd(in: size)
            body.document = BodyDocument(bytes: body.bytes, contentType: body.contentType, isComplete: false)
            liveBody = body
            if isFirst {
                scrolls[.body] = nil
                bodyAnchor = nil
                search?.restart()
            } else if wasAtEnd {
                scroll = viewport(in: size).bottom(column: scroll.column)
            }
        }
    }

    private func isAtEnd(in size: Size) -> Bool {
        let window = viewport(in: size)
        let (here, end) = (window.clamped(scroll), window.bottom(column: scroll.column))
        return (here.line, here.row) >= (end.line, end.row)
    }
}
