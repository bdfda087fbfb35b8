/// Where programs keep their own files, apart from the user's (XDG Base Directory Specification).
package enum BaseFolder {
    /// The folder that a variable names, else the one at a place in the home folder; nil if there is neither.
    /// - Parameters:
    ///   - variable: such as `XDG_STATE_HOME`.
    ///   - place: such as `.local/state`.
    ///   - value: looks up an environment variable.
    package static func path(_ variable: String, orInHome place: String, value: (String) -> String?) -> String? {
        // The specification says to ignore a path that is not absolute.
        func folder(_ name: String) -> String? {
            guard let path = value(name), path.hasPrefix("/") else { return nil }
            return path.withoutTrailingSlashes()
        }
        return folder(variable) ?? folder("HOME").map { "\($0)/\(place)" }
    }
}
