import Base
import Glibc

/// The descriptors 0, 1 and 2, which a caller may have closed.
enum StandardDescriptors {
    /// Takes the places of those that are closed, before anything is opened: the next file or socket would get the number, and what is
    /// printed would go into it.
    ///
    /// What stands there then is open the wrong way round, so that reading input and writing output go on to fail.
    static func hold() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether a caller closed it, or opened it so that it is of no use.
    static func isClosed(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { return true }
        return flags & O_ACCMODE == (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }

    /// Why reading or writing failed, as the end of a sentence about it.
    static func clause(_ code: Int32, _ verb: String) -> SafeText {
        code == EBADF ? "is closed." : SafeText("cannot be \(verb): \(String(cString: strerror(code))).")
    }
}
