#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The thread that writes the log.
enum LogThread {
    /// `SCHED_BATCH` of Linux, which C shows only with the extensions of GNU.
    static let batch: Int32 = 3

    /// When the machine is busy, what is sent goes before what is logged: on Linux, the thread that calls this never takes a
    /// processor from one that runs.
    ///
    /// It keeps its share of the time. With a lower priority (`nice`) it got a tenth of that: on a busy machine the end of a
    /// program, which waits for its log, came minutes late, and so did other programs, which wait for the lock of the database.
    static func giveWay() {
        #if os(Linux)
            var parameters = sched_param()
            _ = sched_setscheduler(0, batch, &parameters)
        #endif
    }
}
