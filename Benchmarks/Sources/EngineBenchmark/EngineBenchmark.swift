import Glibc
import NetEngine

/// `EngineBenchmark URL COUNT JOBS [events]`: sends COUNT requests, JOBS at a time, and prints
/// requests a second, and the median and 99th percentile of `total` in microseconds.
///
/// With `events`, somebody listens to every event meanwhile, as the log pane does.
@main
struct EngineBenchmark {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let count = Int(arguments[2]), let jobs = Int(arguments[3]), count >= jobs, jobs > 0
        else {
            print("usage: EngineBenchmark URL COUNT JOBS [events]")
            exit(2)
        }
        let engine = Engine()
        let draft = RequestDraft(url: arguments[1])
        let listener =
            arguments.count > 4
            ? Task.detached {
                let events = engine.events()
                var seen = 0
                for await _ in events { seen += 1 }
                return seen
            } : nil
        // Connections are opened, and everything is warm, before the clock starts.
        _ = await send(draft, engine, count: jobs * 20, jobs: jobs)
        let begin = now()
        let (totals, failures) = await send(draft, engine, count: count, jobs: jobs)
        let seconds = Double(now() - begin) / 1e9
        await engine.shutdown()
        let events = await listener?.value
        let sorted = totals.sorted()
        let (median, high) = (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
        let suffix = events.map { " \($0) events" } ?? ""
        print("\(Int(Double(totals.count) / seconds)) \(median) \(high) failures \(failures)\(suffix)")
    }

    /// The totals in microseconds, and how many failed.
    private static func send(_ draft: RequestDraft, _ engine: Engine, count: Int, jobs: Int) async -> ([Int], Int) {
        await withTaskGroup(of: ([Int], Int).self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    var totals: [Int] = []
                    var failures = 0
                    for _ in 0..<(count / jobs) {
                        let exchange = await engine.send(draft)
                        if exchange.error != nil { failures += 1 }
                        totals.append(Int(exchange.timings.total / .microseconds(1)))
                    }
                    return (totals, failures)
                }
            }
            var all: ([Int], Int) = ([], 0)
            for await part in group { all = (all.0 + part.0, all.1 + part.1) }
            return all
        }
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
