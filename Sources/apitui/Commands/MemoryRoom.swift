import Base
import Glibc
import NetEngine

/// The memory that the program may still use under a limit (`ulimit -v`).
///
/// Swift cannot recover from a failed allocation: the program ends (see `TerminalGuard`). So the limit is checked
/// first.
enum MemoryRoom {
    /// What threads and the engine need before the first byte of a response. The runtime waits for ever for a thread
    /// that cannot be created.
    private static let least = 96 << 20

    /// What reading the arguments and the settings needs, until the command checks for itself.
    private static let leastToStart = 12 << 20

    /// - Throws: one sentence if there is too little memory to read the command.
    static func checkStart() throws(CommandFailure) {
        guard let limit = FreeMemory.addressLimit else { return }
        try check(limit, least: leastToStart)
    }

    /// - Throws: one sentence if there is too little memory to begin.
    static func check() throws(CommandFailure) {
        guard let limit = FreeMemory.addressLimit else { return }
        shareOneHeap()
        try check(limit, least: least)
    }

    private static func check(_ limit: Int, least: Int) throws(CommandFailure) {
        guard let used = FreeMemory.addressesInUse, limit - used < least else { return }
        throw CommandFailure(
            SafeText(
                "The memory limit is too low: it is \(limit >> 20) MB, \(used >> 20) MB are in use, and \(least >> 20) MB more are needed. Raise it with 'ulimit -v'."
            ), status: .failed)
    }

    /// One heap for all threads: separate ones would reserve 64 MB of addresses each.
    private static func shareOneHeap() { setAllocator(.heapCount, to: 1) }

    /// Makes the C library return free memory to the system while the program runs, because a screen may stay open for days. By default
    /// each of its heaps, up to eight per processor, keeps twice the largest block that was freed, at most 64 MB.
    @discardableResult
    static func returnFreeMemory() -> Bool { setAllocator(.mostKept, to: 1 << 20) }

    private enum AllocatorSetting: Int32 {
        /// M_TRIM_THRESHOLD.
        case mostKept = -1
        /// M_ARENA_MAX.
        case heapCount = -8
    }

    /// mallopt(3), which Swift's module of the C library leaves out.
    /// - Returns: false where the C library has no such setting.
    @discardableResult
    private static func setAllocator(_ setting: AllocatorSetting, to value: Int32) -> Bool {
        typealias Function = @convention(c) (Int32, Int32) -> Int32
        guard let function = dlsym(nil, "mallopt") else { return false }
        return unsafeBitCast(function, to: Function.self)(setting.rawValue, value) == 1
    }
}
