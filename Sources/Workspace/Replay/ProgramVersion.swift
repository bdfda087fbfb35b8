import NetEngine

/// The version of the program, for `--version`, the User-Agent, the manual and packages. Nothing else holds it.
package enum ProgramVersion {
    package static let number = "0.1.0"
    /// Of the version, for the manual.
    package static let date = "2026-11-25"
    /// The `User-Agent` of `send`, `run` and the screen if a request sets none.
    package static let userAgent = "apitui/\(number)"

    /// What `--version` prints: the number by itself on the first line, then the libraries that requests are sent with.
    package static var text: String {
        let libraries = LinkedLibraries.loaded
        let tls = libraries.tls.map { "\($0.name) \($0.version)" } ?? "no TLS"
        let http = libraries.http2.map { "HTTP/1.1, HTTP/2 (\($0.name) \($0.version))" } ?? "HTTP/1.1"
        let codings = libraries.codings.map { "\($0.features[0]) (\($0.name) \($0.version))" }
        return [
            number, "\(libraries.curl.name) \(libraries.curl.version), \(tls)", http, codings.joined(separator: ", "),
        ].joined(separator: "\n")
    }
}
