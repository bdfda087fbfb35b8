/// The version of the program, for `--version` and the User-Agent.
package enum ProgramVersion {
    package static let number = "0.1.0"
    /// The `User-Agent` of `send`, `run` and the screen if a request sets none.
    package static let userAgent = "apitui/\(number)"
}
