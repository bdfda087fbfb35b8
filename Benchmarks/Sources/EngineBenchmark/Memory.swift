import Glibc
import NetEngine

/// `EngineBenchmark memory URL COUNT`: sends COUNT requests at once to a server that never responds, and prints the
/// bytes of resident memory that one costs; `EngineBenchmark flat URL COUNT`: resident KiB after a tenth of COUNT requests and after all.
enum Memory {
    static func inFlight(url: String, count: Int) async {
        let engine = Engine()
        let draft = RequestDraft(url: url)
        // The thread, the libraries' tables and the first connection are not the cost of a request.
        let first = engine.makeID()
        let warm = Task { await engine.send(draft, id: first) }
        try? await Task.sleep(for: .milliseconds(300))
        let before = residentKibibytes()
        let exchanges = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask { await engine.send(draft).sentByteCount }
            }
            // A server that holds back its responses does not show when all requests have arrived.
            try? await Task.sleep(for: .seconds(3))
            let after = residentKibibytes()
            engine.cancelAll()
            let sent = await group.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
            return (sent: sent, kibibytes: after - before)
        }
        _ = await warm.value
        await engine.shutdown()
        print(
            "\(exchanges.kibibytes * 1000 / count) KiB a thousand, \(exchanges.sent) of \(count) sent,"
                + " \(residentKibibytes() - before) KiB left after the end")
    }

    static func flat(url: String, count: Int) async {
        let engine = Engine()
        let draft = RequestDraft(url: url)
        var figures: [Int] = []
        for part in [count / 10, count - count / 10] {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { for _ in 0..<(part / 20) { _ = await engine.send(draft) } }
                }
            }
            figures.append(residentKibibytes())
        }
        await engine.shutdown()
        print("\(figures[0]) \(figures[1])")
    }

    static func residentKibibytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) / 1024 : 0
    }
}

extension Exchange {
    fileprivate var sentByteCount: Int { hops.last?.sentHead.count ?? 0 }
}
