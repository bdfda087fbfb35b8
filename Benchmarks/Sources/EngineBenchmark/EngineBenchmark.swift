import Glibc
import NetEngine
import NetEngineRequestLog

/// `EngineBenchmark URL COUNT JOBS [events] [json-log] [console-log] [request-log=FOLDER] [interceptor] [here|two]`: sends COUNT requests, JOBS at a time, and prints requests a second, CPU
/// microseconds a request (all threads, user and system), the median and 99th percentile of `total` in microseconds, and
/// how many failed.
///
/// With `events`, a listener receives every event, as the log pane does; with `json-log` and `console-log` the
/// library's log is written, to a file that keeps nothing; with `request-log=FOLDER` the request log there. With `here`, the tasks that send run on the engine's own
/// thread, with `two` on two such threads. With `interceptor` one adds a field.
@main
struct EngineBenchmark {
    /// Not `async`: the thread that runs an `async` main is parked in a way that valgrind does not survive.
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.count == 4, ["memory", "flat"].contains(arguments[1]), let count = Int(arguments[3]) {
            let (url, isFlat) = (arguments[2], arguments[1] == "flat")
            Task.detached {
                if isFlat {
                    await Memory.flat(url: url, count: count)
                } else {
                    await Memory.inFlight(url: url, count: count)
                }
                exit(0)
            }
            while true { pause() }
        }
        guard arguments.count >= 4, let count = Int(arguments[2]), let jobs = Int(arguments[3]), count >= jobs, jobs > 0
        else {
            print(
                "usage: EngineBenchmark URL COUNT JOBS [events] [json-log] [console-log] [request-log=FOLDER] [interceptor] [here|two]"
            )
            exit(2)
        }
        Task.detached {
            let options = arguments.dropFirst(4)
            let threads = options.contains("two") ? 2 : 1
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: interceptors(options), threads: threads))
            let executors: [(any TaskExecutor)?] =
                options.contains("here") || options.contains("two") ? engine.executors : [nil]
            await withTaskExecutorPreference(executors[0]) {
                await measure(
                    engine, url: arguments[1], count: count, jobs: jobs, listens: options.contains("events"),
                    log: log(of: engine, options), executors: executors)
            }
            exit(0)
        }
        while true { pause() }
    }

    /// nil if no log is wanted.
    private static func log(of engine: Engine, _ options: ArraySlice<String>) -> EngineLog? {
        if let option = options.first(where: { $0.hasPrefix("request-log=") }) {
            let store = RequestLogStore(
                folder: String(option.dropFirst("request-log=".count)), program: "benchmark", report: { print($0) })
            return engine.log(to: store)
        }
        guard let output = try? LogOutput.file("/dev/null") else { return nil }
        var sinks: [any LogSink] = []
        if options.contains("json-log") { sinks.append(JSONLinesSink(output)) }
        if options.contains("console-log") { sinks.append(ConsoleSink(output: output)) }
        return sinks.isEmpty ? nil : engine.log(to: sinks)
    }

    private static func interceptors(_ options: ArraySlice<String>) -> [any Interceptor] {
        options.contains("interceptor") ? [DefaultHeaders([HeaderField("X-Benchmark", "1")])] : []
    }

    private static func measure(
        _ engine: Engine, url: String, count: Int, jobs: Int, listens: Bool, log: EngineLog?,
        executors: [(any TaskExecutor)?]
    ) async {
        let draft = RequestDraft(url: url)
        let listener: Task<Int, Never>? =
            !listens
            ? nil
            : Task.detached {
                let events = engine.events()
                var seen = 0
                for await _ in events { seen += 1 }
                return seen
            }
        // Connections are opened, and everything is warm, before the clock starts.
        _ = await send(draft, engine, count: jobs * 20, jobs: jobs, executors)
        let begin = Usage.now()
        let (totals, failures) = await send(draft, engine, count: count, jobs: jobs, executors)
        let sent = Usage.now()
        await engine.shutdown()
        // What a log still has to write is part of its cost.
        await log?.finished()
        var used = sent.since(begin)
        used.cpu = Usage.now().since(begin).cpu
        let events = await listener?.value
        let sorted = totals.sorted()
        let (median, high) = (sorted[sorted.count / 2], sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
        let suffix = events.map { " events \($0)" } ?? ""
        let cpu = (used.cpu * 1e7 / Double(totals.count)).rounded() / 10
        print(
            "\(Int(Double(totals.count) / used.wall)) cpu \(cpu) median \(median) p99 \(high) failures \(failures)\(suffix)"
        )
    }

    /// The totals in microseconds, and how many failed.
    private static func send(
        _ draft: RequestDraft, _ engine: Engine, count: Int, jobs: Int, _ executors: [(any TaskExecutor)?]
    ) async -> ([Int], Int) {
        await withTaskGroup(of: ([Int], Int).self) { group in
            for job in 0..<jobs {
                group.addTask(executorPreference: executors[job % executors.count]) {
                    var totals: [Int] = []
                    totals.reserveCapacity(count / jobs)
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
}

/// Wall time, and the processor time of this program, in seconds.
struct Usage {
    var wall: Double
    var cpu: Double

    static func now() -> Usage {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        var cpu = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu)
        return Usage(
            wall: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, cpu: Double(cpu.tv_sec) + Double(cpu.tv_nsec) / 1e9)
    }

    func since(_ earlier: Usage) -> Usage { Usage(wall: wall - earlier.wall, cpu: cpu - earlier.cpu) }
}
