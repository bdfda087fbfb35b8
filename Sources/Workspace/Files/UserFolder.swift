import Base
import Glibc

/// Where the program keeps what is not the person's own files (XDG Base Directory Specification).
package enum UserFolder {
    /// What must outlive the program: `$XDG_STATE_HOME/apitui`, else `~/.local/state/apitui`.
    case state
    /// What can be had again: `$XDG_CACHE_HOME/apitui`, else `~/.cache/apitui`.
    case cache

    /// nil where there is no home.
    /// - Parameter variable: looks an environment variable up.
    func path(_ variable: (String) -> String? = processEnvironment) -> String? {
        let (name, place) =
            switch self {
            case .state: ("XDG_STATE_HOME", ".local/state")
            case .cache: ("XDG_CACHE_HOME", ".cache")
            }
        // A path that is not absolute is ignored.
        if let folder = variable(name), folder.hasPrefix("/") { return PathText.join(folder, "apitui") }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        return PathText.join(home, "\(place)/apitui")
    }

    /// A folder could not be made.
    package struct Failure: Error, Hashable {
        var folder: String
        /// What the system says.
        var clause: String
    }

    /// Makes a folder and those above it that are missing.
    /// - Parameters:
    ///   - path: absolute.
    ///   - mode: of the folders that are made, before the umask; by default they are for this user alone.
    static func make(_ path: String, mode: mode_t = 0o700) throws(Failure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, mode) != 0, errno != EEXIST {
                throw Failure(folder: made, clause: DiskFile.systemMessage(errno))
            }
        }
    }
}
