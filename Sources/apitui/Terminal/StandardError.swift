import Glibc

/// Talk that is not data.
enum StandardError {
    /// Writes one line. What it holds from outside must have gone through `SafeText`.
    static func write(_ sentence: String) {
        let bytes = Array((sentence + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
