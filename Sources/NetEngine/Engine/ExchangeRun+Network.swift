/// What an exchange does on a machine that has no network.
extension ExchangeRun {
    /// Returns when the request can be sent.
    /// - Returns: why it cannot: `offline`, or what ended the wait.
    func awaitNetwork(
        for request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock, _ progress: inout Progress
    ) async -> EngineError? {
        guard !isReachable(request) else { return nil }
        guard canWaitForNetwork(request) else { return .offline(request.url.host) }
        return await awaitChange(request, deadline, clock, &progress)
    }

    func canWaitForNetwork(_ request: PreparedRequest) -> Bool {
        request.options.waitsForConnectivity && !request.staysOnThisMachine && request.body.canBeSentAgain
    }

    /// Waits until there is a network: on the first call the status now counts too, later only changes.
    /// - Returns: why the wait ended without one: `cancelled`, `timeout`, or `offline` if no change can be reported.
    func awaitChange(
        _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock, _ progress: inout Progress
    ) async -> EngineError? {
        let changes = progress.network ?? reachability.changes()
        progress.network = changes
        clock.tell(.waitingForConnectivity)
        let isOnline = await control.interruptible(until: deadline) {
            for await status in changes where status == .online { return true }
            return false
        }
        switch isOnline {
        case .done(true): return nil
        case .done(false): return .offline(request.url.host)
        case .cancelled: return .cancelled()
        case .timedOut:
            return .noNetworkInTime(
                request.url.host, limit: request.options.timeouts.total, phase: progress.hops.isEmpty ? .queue : .total)
        }
    }
}
