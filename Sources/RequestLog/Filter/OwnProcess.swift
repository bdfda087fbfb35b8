import Glibc

/// This process among those of the request log.
package enum OwnProcess {
    package static let pid = Int(getpid())
}
