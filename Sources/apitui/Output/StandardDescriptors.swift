import Base
import Glibc
import NetEngine

/// The descriptors 0, 1 and 2, which a caller may have closed.
enum StandardDescriptors {
    /// Opens those that are closed, before any other file is opened: otherwise the next file or socket would get the
    /// number, and printed text would go into it.
    ///
    /// They are opened in the wrong direction, so that reading input and writing output still fail.
    static func hold() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether this is a name of standard output: `-`, or a file of the system that leads there. Such a file must not be opened or
    /// replaced as any other: what is printed besides would be lost.
    static func isOutput(_ path: String) -> Bool {
        ["-", "/dev/stdout", "/dev/fd/\(STDOUT_FILENO)", "/proc/self/fd/\(STDOUT_FILENO)"].contains(path)
    }

    /// True if the caller closed it, or opened it in the wrong direction.
    static func isClosed(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { return true }
        return flags & O_ACCMODE == (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }

    /// Whether nobody reads any more what is written there, as `poll` found it.
    ///
    /// A pipe has an error then. A socket, such as that of ssh without a terminal, only hangs up, as a terminal does,
    /// and each further `poll` would return at once.
    static func hasNoReader(_ output: pollfd) -> Bool { Int32(output.revents) & (POLLERR | POLLHUP) != 0 }

    /// Why reading or writing failed, as the end of a sentence.
    static func clause(_ code: Int32, _ verb: String) -> SafeText {
        code == EBADF ? "is closed." : SafeText("cannot be \(verb): \(SystemError.clause(code)).")
    }
}
