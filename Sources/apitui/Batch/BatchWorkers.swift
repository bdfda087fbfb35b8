import NetEngine
import Synchronization
import TerminalUI

/// Sends admitted lines: a queue, and a limited number of requests in flight.
///
/// Every admitted line is answered exactly once. The window limits how many lines are admitted but not answered.
final class BatchWorkers: Sendable {
    struct Window: Sendable {
        /// The number of lines that are read but not answered.
        var lines = 4096
        /// The bytes of these lines. A single line may be larger.
        var bytes = 64 << 20
    }

    private struct Work {
        var request: BatchRequest
        var size: Int
        var readAt: ContinuousClock.Instant
    }

    private enum Awaited { case room, end, output }

    private struct State {
        /// Waiting work; entries before `head` are taken.
        var queue: [Work?] = []
        var head = 0
        var running = 0
        /// The number of workers that were ever started.
        var started = 0
        var unanswered = 0
        var unansweredBytes = 0
        var isStopped = false
        /// What the reader is waiting for.
        var awaited: Awaited?

        var waiting: Int { queue.count - head }

        mutating func popFirst() -> Work? {
            guard head < queue.count else { return nil }
            defer {
                head += 1
                if head == queue.count {
                    queue.removeAll(keepingCapacity: true)
                    head = 0
                } else if head >= 1024, head * 2 >= queue.count {
                    queue.removeSubrange(..<head)
                    head = 0
                }
            }
            return queue[head].take()
        }

        /// True if the reader must be woken now; returns true only once per wait.
        mutating func endsWait(for reasons: Awaited...) -> Bool {
            guard let awaited, reasons.contains(awaited) else { return false }
            self.awaited = nil
            return true
        }
    }

    private let engine: Engine
    /// Each worker runs on one of the engine's threads.
    private let executors: [any TaskExecutor]
    private let jobs: Int
    private let window: Window
    private let output: BatchOutput
    private let isASCIIOnly: Bool
    private let reveals: Bool
    private let wake: WakePipe
    private let state = Mutex(State())

    /// - Parameter wake: signalled when a waiting reader should check again.
    init(
        engine: Engine, jobs: Int, window: Window = Window(), output: BatchOutput, isASCIIOnly: Bool, reveals: Bool,
        wake: WakePipe
    ) {
        self.engine = engine
        executors = engine.executors
        self.jobs = jobs
        self.window = window
        self.output = output
        self.isASCIIOnly = isASCIIOnly
        self.reveals = reveals
        self.wake = wake
    }

    // MARK: - For the reader

    /// True if another line may be admitted; if not, `wake` is signalled when to ask again.
    func hasRoom() -> Bool {
        state.withLock { state in
            let isFull = state.unanswered >= window.lines || state.unansweredBytes >= window.bytes
            state.awaited = state.isStopped ? nil : output.isCongested ? .output : isFull ? .room : nil
            return state.awaited == nil
        }
    }

    /// True if the output is not congested; otherwise `wake` is signalled when to ask again.
    func canAnswer() -> Bool {
        state.withLock { state in
            state.awaited = output.isCongested ? .output : nil
            return state.awaited == nil
        }
    }

    /// True if everything admitted is answered; if not, `wake` is signalled when to ask again.
    func isDone() -> Bool {
        state.withLock { state in
            state.awaited = state.unanswered > 0 ? .end : nil
            return state.unanswered == 0
        }
    }

    /// Queues a request. After `stop` it is answered at once, as cancelled.
    /// - Parameter size: the bytes of its line.
    func admit(_ request: BatchRequest, size: Int) {
        let work = Work(request: request, size: size, readAt: ContinuousClock.now)
        let isStopped = state.withLock { state in
            guard !state.isStopped else { return true }
            state.queue.append(work)
            state.unanswered += 1
            state.unansweredBytes += size
            startWorkers(&state)
            return false
        }
        if isStopped { answerCancelled([work]) }
    }

    /// Answers a line that is not a valid request.
    func answer(_ error: BatchLineError, line: Int) {
        var out = JSONWriter(isASCIIOnly: isASCIIOnly)
        BatchResult(id: error.id, error: error.error(line: line)).write(to: &out)
        output.append(out.bytes)
    }

    // MARK: - For others

    /// To be called when the output can take more, or has failed for good.
    func outputChanged() {
        let wakes = state.withLock { state in
            startWorkers(&state)
            return state.endsWait(for: .output, .room, .end)
        }
        if wakes { wake.wake() }
    }

    /// Answers waiting requests, and cancels those in flight, which are answered when they end.
    func stop() {
        let waiting: [Work] = state.withLock { state in
            state.isStopped = true
            var waiting: [Work] = []
            while let work = state.popFirst() { waiting.append(work) }
            return waiting
        }
        answerCancelled(waiting)
        state.withLock { state in
            state.unanswered -= waiting.count
            state.unansweredBytes -= waiting.reduce(0) { $0 + $1.size }
        }
        // Later sends end as cancelled too: a worker may have taken a request but not passed it to the engine yet.
        Task.detached { [engine] in await engine.shutdown() }
        wake.wake()
    }

    // MARK: - Work

    private func startWorkers(_ state: inout State) {
        guard !output.isCongested, !state.isStopped else { return }
        for _ in 0..<max(0, min(jobs - state.running, state.waiting)) {
            state.running += 1
            let executor = executors[state.started % executors.count]
            state.started += 1
            Task.detached(executorPreference: executor) { [self] in await work() }
        }
    }

    /// Sends one request after the other, until none is waiting or the output is congested.
    private func work() async {
        var out = JSONWriter(isASCIIOnly: isASCIIOnly)
        while let (work, isAlone) = takeWork() {
            let queue = work.readAt.duration(to: .now)
            let exchange = await engine.send(work.request.draft)
            out.clear()
            BatchResult(id: work.request.id, exchange: exchange, queue: queue).write(to: &out, reveals: reveals)
            output.append(out.bytes, expectsMore: !isAlone)
            finished(work)
        }
    }

    /// The next request, and whether it is the only one in flight.
    private func takeWork() -> (Work, isAlone: Bool)? {
        state.withLock { state in
            if !output.isCongested, let work = state.popFirst() { return (work, state.running == 1) }
            state.running -= 1
            return nil
        }
    }

    private func finished(_ work: Work) {
        let wakes = state.withLock { state in
            state.unanswered -= 1
            state.unansweredBytes -= work.size
            if state.unanswered == 0 { return state.endsWait(for: .end, .room) }
            // Not after every line: when woken, the reader should find room for many.
            let hasRoom = state.unanswered <= window.lines / 2 && state.unansweredBytes < window.bytes
            return hasRoom && state.endsWait(for: .room)
        }
        if wakes { wake.wake() }
    }

    private func answerCancelled(_ works: [Work]) {
        guard !works.isEmpty else { return }
        var out = JSONWriter(isASCIIOnly: isASCIIOnly)
        let error = EngineError(
            category: .cancelled, sentence: "The request was cancelled before it was begun.",
            hint: ErrorCategory.cancelled.hint)
        for work in works {
            BatchResult(id: work.request.id, error: error, queue: work.readAt.duration(to: .now)).write(to: &out)
        }
        output.append(out.bytes)
    }

}
