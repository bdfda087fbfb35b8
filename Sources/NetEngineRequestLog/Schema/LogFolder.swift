import NetEngine
import NetEngineSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the request log is: `log.sqlite`, bodies as files in `log-bodies`, and a file that is written to after each commit.
package enum LogFolder {
    /// `$XDG_STATE_HOME/apitui`, else `~/.local/state/apitui`; nil without a home folder.
    package static var standard: String? {
        let home = BaseFolder.path("XDG_STATE_HOME", orInHome: ".local/state") {
            getenv($0).map { String(cString: $0) }
        }
        return home.map { "\($0)/apitui" }
    }

    /// For the user, where there is no folder.
    package static let missing = "There is no request log: neither XDG_STATE_HOME nor HOME names a folder."

    package static func files(in path: String) -> DatabaseFolder {
        DatabaseFolder(
            path: path, names: .init(database: "log.sqlite", bodies: "log-bodies", lock: "log-mending.lock"))
    }

    /// Written to after every commit, so that followers of any process wake. The write-ahead log itself changes a moment before
    /// readers can see the commit, so that whoever is woken by it may look too early.
    package static let signalName = "log.changed"

    /// Wakes the followers.
    package static func signal(in path: String) {
        let file = open("\(path)/\(signalName)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        var byte: UInt8 = 0x0A
        _ = pwrite(file, &byte, 1, 0)
        close(file)
    }
}
