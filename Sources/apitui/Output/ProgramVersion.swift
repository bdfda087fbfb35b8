/// The version of the program: what `--version` prints, and what servers are told.
enum ProgramVersion {
    static let number = "0.1.0"
    /// The `User-Agent` of `send`, `run` and the screen, where a request has none of its own.
    static let userAgent = "apitui/\(number)"
}
