import Base
import Glibc

/// Where the program keeps its own files, apart from the user's (XDG Base Directory Specification).
package enum UserFolder {
    /// Data that must survive: `$XDG_STATE_HOME/apitui`, else `~/.local/state/apitui`.
    case state
    /// Data that can be recreated: `$XDG_CACHE_HOME/apitui`, else `~/.cache/apitui`.
    case cache

    private var name: String { self == .state ? "XDG_STATE_HOME" : "XDG_CACHE_HOME" }
    private var place: String { self == .state ? ".local/state" : ".cache" }

    /// Says why there is no path, and before it what that means.
    package func missing(_ result: String) -> String { "\(result): neither \(name) nor HOME names a folder." }

    /// The folder's path; nil without a home folder.
    /// - Parameter variable: looks up an environment variable.
    package func path(_ variable: (String) -> String? = processEnvironment) -> String? {
        // The specification says to ignore a path that is not absolute.
        if let folder = variable(name), folder.hasPrefix("/") { return PathText.join(folder, "apitui") }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return PathText.join(home, "\(place)/apitui")
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
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, mode) != 0, errno != EEXIST {
                throw Failure(folder: made, clause: DiskFile.systemMessage(errno))
            }
        }
    }
}
