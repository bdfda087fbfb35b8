import Base
import Glibc
import NetEngine

/// Where the program keeps its own files, apart from the user's (XDG Base Directory Specification).
package enum UserFolder {
    /// Data that must survive: `$XDG_STATE_HOME/apitui`, else `~/.local/state/apitui`.
    case state
    /// Data that can be recreated: `$XDG_CACHE_HOME/apitui`, else `~/.cache/apitui`.
    case cache
    /// What the user writes for the program: `$XDG_CONFIG_HOME/apitui`, else `~/.config/apitui`.
    case config

    private var name: String {
        switch self {
        case .state: "XDG_STATE_HOME"
        case .cache: "XDG_CACHE_HOME"
        case .config: "XDG_CONFIG_HOME"
        }
    }

    private var place: String {
        switch self {
        case .state: ".local/state"
        case .cache: ".cache"
        case .config: ".config"
        }
    }

    /// A sentence with the reason why no path is known; first comes what follows from that.
    package func missing(_ result: String) -> String { "\(result): neither \(name) nor HOME names a folder." }

    /// The folder's path; nil without a home folder.
    /// - Parameter variable: looks up an environment variable.
    package func path(_ variable: (String) -> String? = processEnvironment) -> String? {
        BaseFolder.path(name, orInHome: place, value: variable).map { "\($0)/apitui" }
    }

    /// A folder could not be made.
    package struct Failure: Error, Hashable {
        package var folder: String
        /// The system's error text.
        package var clause: String
    }

    /// Creates a folder and its missing ancestors.
    /// - Parameters:
    ///   - path: absolute.
    ///   - mode: of the folders that are created, before the umask; by default only this user can access them.
    package static func make(_ path: String, mode: mode_t = 0o700) throws(Failure) {
        var made = ""
        for part in PathText.steps(of: path) {
            made += "/\(part)"
            if mkdir(made, mode) != 0, errno != EEXIST {
                throw Failure(folder: made, clause: DiskFile.systemMessage(errno))
            }
        }
    }
}
