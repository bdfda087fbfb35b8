import Glibc
import NetEngine

/// Runs work that blocks in the kernel, which a task must not do, on a separate thread.
package enum BackgroundThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Lets the thread sleep; for threads that were started here.
    package static func pause(_ time: Duration) { usleep(useconds_t(clamping: DurationText.microseconds(time))) }

    /// Returns false if the system cannot create a thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
