#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Identifies a process, so that it can be checked later whether it still runs: process ids are given again, also after a restart of
/// the machine.
package struct LogProcess: Sendable, Hashable {
    package var pid: Int
    /// In clock ticks since the machine started (proc_pid_stat(5), field 22).
    package var startedAt: Int64
    /// Identifies this run of the machine, and the namespace of process ids.
    package var machine: String

    package init(pid: Int, startedAt: Int64, machine: String) {
        self.pid = pid
        self.startedAt = startedAt
        self.machine = machine
    }

    package static let current = LogProcess(
        pid: Int(getpid()), startedAt: startTime(of: Int(getpid())) ?? 0, machine: currentMachine)

    /// False if it ended. Of a process in another container nothing is known; it counts as running.
    package var isRunning: Bool {
        let (boot, space) = Self.parts(machine)
        let (ourBoot, ourSpace) = Self.parts(Self.currentMachine)
        guard boot == ourBoot else { return false }
        guard space == ourSpace else { return true }
        return Self.startTime(of: pid) == startedAt
    }

    private static func parts(_ machine: String) -> (boot: Substring, space: Substring) {
        let parts = machine.split(separator: " ", maxSplits: 1)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    private static let currentMachine: String = {
        let boot = text("/proc/sys/kernel/random/boot_id").prefix { $0 != "\n" }
        var space = [UInt8](repeating: 0, count: 64)
        let count = space.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink("/proc/self/ns/pid", $0, text.count) } ?? 0
            }
        }
        return "\(boot) \(String(decoding: space.prefix(max(0, count)), as: UTF8.self))"
    }()

    /// nil if the process does not run.
    private static func startTime(of pid: Int) -> Int64? {
        // The name of the program is in parentheses and may hold anything; after it come the fields from the third on.
        let line = text("/proc/\(pid)/stat")
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? Int64(fields[19]) : nil
    }

    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
