import NetEngine
import Synchronization

/// One engine, the demo server if it is wanted, and ^C: what `send` and `run` need while they work.
final class SendSession: Sendable {
    let engine = Engine()
    private let flags: RequestFlags
    private let demo: DemoServer?
    private let watch = Mutex<SignalWatch?>(nil)

    init(_ flags: RequestFlags) {
        self.flags = flags
        demo = flags.demo ? DemoServer() : nil
    }

    /// `--var` beats the demo's addresses, which beat everything else.
    var overrides: [String: String] {
        (demo?.variables ?? [:]).merging(flags.overrides) { _, override in override }
    }

    /// How the person stopped the work, or nil.
    var interruption: ExitStatus? { watch.withLock { $0?.received } }

    /// Starts the demo server if it is wanted; from now on ^C cancels what is in flight.
    func begin() throws {
        if let demo { _ = try BlockingBridge.wait { try await DemoCommand.start(demo) } }
        watch.withLock { $0 = SignalWatch { [engine] in engine.cancelAll() } }
    }

    func send(_ draft: RequestDraft) throws -> Exchange {
        try BlockingBridge.wait { [engine] in await engine.send(draft) }
    }

    /// Closes connections and the demo server.
    func end() {
        try? BlockingBridge.wait { [engine, demo] in
            await engine.shutdown()
            await demo?.stop()
        }
        watch.withLock { $0?.end() }
    }
}
