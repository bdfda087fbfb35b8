import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread without Foundation.
package enum EngineThread {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// 0, or the error number if the system cannot start a thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        // Signals belong to the program's own threads; a SIGPIPE from a closed peer must kill nobody.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // A crash stays a crash, with its handler.
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&all, signal) }
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let code = pthread_create(
            &thread, nil,
            { context in
                ccurl_name_this_thread("NetEngine")
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard code == 0 else {
            box.release()
            return code
        }
        pthread_detach(thread)
        return 0
    }
}
