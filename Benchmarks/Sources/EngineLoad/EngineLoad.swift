import Glibc
import NetEngine

/// Sends the same GET many times with NetEngine, some at a time, and prints requests per second.
///
/// `EngineLoad URL COUNT AT-ONCE`. Every exchange is complete: phase timings, the header bytes of both sides, the body.
@main
struct EngineLoad {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 4, let count = Int(words[2]), let atOnce = Int(words[3]), count > 0, atOnce > 0 else {
            print("EngineLoad URL COUNT AT-ONCE")
            exit(2)
        }
        let engine = Engine()
        let draft = RequestDraft(url: words[1])
        // Connections and the engine's thread are there before the clock starts, as they are for curl's later requests.
        guard await engine.send(draft).isSuccess else {
            print("the server does not answer")
            exit(1)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let failures = await load(engine, draft, count: count, atOnce: atOnce)
        let elapsed = clock.now - start
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        await engine.shutdown()
        print(Int(Double(count) / seconds))
        exit(failures == 0 ? 0 : 1)
    }

    /// Sends in `atOnce` lanes, each its share one after another; returns how many failed.
    nonisolated static func load(_ engine: Engine, _ draft: RequestDraft, count: Int, atOnce: Int) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for lane in 0..<atOnce {
                let share = count / atOnce + (lane < count % atOnce ? 1 : 0)
                group.addTask { await send(engine, draft, times: share) }
            }
            return await group.reduce(0, +)
        }
    }

    @concurrent private static func send(_ engine: Engine, _ draft: RequestDraft, times: Int) async -> Int {
        var failures = 0
        for _ in 0..<times where !(await engine.send(draft)).isSuccess { failures += 1 }
        return failures
    }
}
