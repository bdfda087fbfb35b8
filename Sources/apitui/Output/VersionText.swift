import LinkedLibraries
import Workspace

/// What `--version` prints, and the date of the version.
enum VersionText {
    /// Of the version, for the manual.
    static let date = "2026-11-25"

    /// The number by itself on the first line, for scripts; then the libraries that requests are sent with.
    static var text: String {
        let libraries = LinkedLibraries.loaded
        let tls = libraries.tls.map { "\($0.name) \($0.version)" } ?? "no TLS"
        let http = libraries.http2.map { "HTTP/1.1, HTTP/2 (\($0.name) \($0.version))" } ?? "HTTP/1.1"
        let codings = libraries.codings.map { "\($0.features[0]) (\($0.name) \($0.version))" }
        return [
            ProgramVersion.number, "\(libraries.curl.name) \(libraries.curl.version), \(tls)", http,
            codings.joined(separator: ", "),
        ].joined(separator: "\n")
    }
}
