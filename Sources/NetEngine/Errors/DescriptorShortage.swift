#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process, or the machine, has no file descriptor left.
package enum DescriptorShortage {
    /// What to do about it.
    package static let hint =
        "Raise the limit ('ulimit -n' shows and sets it), send fewer requests at a time, or close other programs."

    /// Whether the error number is `EMFILE` or `ENFILE`.
    package static func isMeant(by code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// The error number if no descriptor can be opened at this moment.
    package static var now: Int32? {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        return isMeant(by: errno) ? errno : nil
    }

    /// `this program has no file descriptor left (its limit is 40)`.
    package static func clause(_ code: Int32) -> String {
        guard code == EMFILE else { return "the system has no file descriptor left" }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return "this program has no file descriptor left"
        }
        return "this program has no file descriptor left (its limit is \(limit.rlim_cur))"
    }
}

extension EngineError {
    /// - Parameters:
    ///   - what: what is missing because of it: `No connection to localhost:80`.
    ///   - code: `EMFILE` or `ENFILE`.
    static func outOfDescriptors(_ what: String, phase: Phase?, code: Int32) -> EngineError {
        EngineError(
            .connect, phase: phase, "\(what): \(DescriptorShortage.clause(code)).", hint: DescriptorShortage.hint,
            underlying: UnderlyingCode(errno: code))
    }

    /// Why the engine cannot begin its work: the system refused something with that error number.
    static func cannotStart(_ code: Int32) -> EngineError {
        if DescriptorShortage.isMeant(by: code) {
            return outOfDescriptors("The engine cannot start", phase: nil, code: code)
        }
        let text = SystemError.clause(code)
        return EngineError(
            .internal, "The engine cannot start: \(text).",
            hint: "Too few threads or too little memory: see 'ulimit -u' and 'ulimit -v', or close other programs.",
            underlying: UnderlyingCode(errno: code))
    }
}
