#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wakes the log's thread. Needs no descriptor, as a pipe would: they may have run out.
///
/// `@unchecked`: what it holds is changed only while `mutex` is locked, and lives as long as this object.
final class LogBell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isRung = false

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The wall clock may jump.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func ring() {
        pthread_mutex_lock(mutex)
        isRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for a ring, or takes one that was not waited for.
    /// - Parameter milliseconds: negative waits without an end.
    /// - Returns: false if the time passed.
    func wait(milliseconds: Int32) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(max(0, milliseconds)) % 1000 * 1_000_000
        end.tv_sec += Int(max(0, milliseconds)) / 1000 + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isRung {
            if milliseconds < 0 {
                pthread_cond_wait(condition, mutex)
            } else if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT, !isRung {
                return false
            }
        }
        isRung = false
        return true
    }
}
