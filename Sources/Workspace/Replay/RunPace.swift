import Base

/// When the requests of a run start.
///
/// Without a rate a request starts as soon as a job is free. With one, each has its moment, whether earlier ones have ended or not
/// (an open model), and one that starts late is counted from its moment: otherwise a slow server would also be asked less often, and
/// its slowness would not show.
package struct RunPace: Sendable {
    /// Starts a second.
    package var rate: Double?
    /// No request starts after it; nil without a limit.
    package var duration: Duration?
    /// Between the end of a request and the next one of the same job.
    package var delay: Duration = .zero
    /// What the moments are counted from.
    package var startedAt = ContinuousClock.now

    package init() {}

    /// How many requests start within the duration; nil without a rate.
    package var planned: Int? {
        guard let rate, let duration else { return nil }
        return Int((duration / .seconds(1) * rate).rounded(.up))
    }

    /// Whether the request is too late to start.
    /// - Parameter slot: how many requests came before it.
    func isOver(_ slot: Int) -> Bool {
        guard let duration else { return false }
        // Planned ones start, however late: that they are late shows what the server, or this machine, cannot do.
        if let moment = moment(slot) { return moment >= duration }
        return ContinuousClock.now - startedAt >= duration
    }

    /// Waits for the request's moment; not at all without a rate.
    func wait(for slot: Int, _ isStopped: @escaping @Sendable () -> Bool) async {
        guard let moment = moment(slot) else { return }
        let instant = startedAt + moment
        if instant > .now { try? await StoppableClock(isStopped: isStopped).sleep(until: instant, tolerance: nil) }
    }

    /// How much later than its moment a request is that starts now; nil without a rate.
    func lateness(of slot: Int) -> Duration? {
        moment(slot).map { max(.zero, ContinuousClock.now - (startedAt + $0)) }
    }

    /// Waits after a request.
    func pause(_ isStopped: @escaping @Sendable () -> Bool) async {
        guard delay > .zero, !isStopped() else { return }
        try? await StoppableClock(isStopped: isStopped).sleep(for: delay)
    }

    private func moment(_ slot: Int) -> Duration? { rate.map { .seconds(Double(slot) / $0) } }
}
