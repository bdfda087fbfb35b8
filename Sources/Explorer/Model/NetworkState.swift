import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What the machine's network interfaces say.
package enum NetworkState: Sendable, Hashable {
    case unknown
    /// A network interface other than the loopback is up.
    case online
    /// Only this machine can be reached.
    case offline
}
