#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory that this process may still take.
///
/// Swift ends the program when memory is refused, and nothing can catch that; so whoever is about to take much asks before.
package enum FreeMemory {
    /// What other threads may take meanwhile.
    private static let margin = 24 << 20

    /// Whether this many more bytes can probably be allocated: within the address limit (`ulimit -v`) and the machine's
    /// free memory. The limits of a container are not known here.
    package static func allows(_ bytes: Int) -> Bool {
        if let limit = addressLimit, let used = addressesInUse, limit - used < bytes + margin { return false }
        guard let available = systemAvailable else { return true }
        return available >= bytes + margin
    }

    /// Bytes of addresses that this process may use; nil if unlimited.
    package static var addressLimit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else {
            return nil
        }
        return Int(limit.rlim_cur)
    }

    /// Bytes of addresses in use; nil if that cannot be read.
    package static var addressesInUse: Int? {
        guard let text = read("/proc/self/statm"), let pages = Int(text.prefix { $0 != " " }) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Bytes that the machine can give without swapping; nil if that cannot be read.
    private static var systemAvailable: Int? {
        let line = read("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        return (line?.filter(\.isNumber)).flatMap { Int($0) }.map { $0 << 10 }
    }

    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = systemRead(file, buffer.baseAddress, buffer.count)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }
    }
}
