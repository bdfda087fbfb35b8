import Base

/// What to write in place of a flag of curl that `send` does not have. Pure.
enum CurlFlagAdvice {
    /// - Parameters:
    ///   - message: what the argument parser says.
    ///   - words: the words of the command line, without the program.
    /// - Returns: a sentence; nil if the mistake is another one.
    static func advice(for message: String, words: [String]) -> String? {
        guard words.first == "send" else { return nil }
        if message.hasPrefix("Unexpected argument"), words.contains("--json") {
            return "--json prints the exchange as JSON. To send JSON: -d '{…}' -H 'Content-Type: application/json'."
        }
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.hasPrefix("Unknown option"), parts.count > 1 else { return nil }
        // One dash begins several flags of a letter: -sS.
        let flag = parts[1].hasPrefix("--") ? String(parts[1]) : String(parts[1].prefix(2))
        return sentences.first { $0.flags.contains(flag) }?.sentence
    }

    private static let sentences: [(flags: [String], sentence: String)] = [
        (["--fail-with-body"], "It is not needed: a status of 400 or more is a failure, and its body is printed."),
        (["-c", "--cookie-jar"], "--cookies FILE reads cookies and keeps them."),
        (["-e", "--referer"], "Write -H 'Referer: URL'."),
        (["-O", "--remote-name"], "Write -o FILE."),
        (["-w", "--write-out"], "--json prints the status, sizes and times."),
        (["-T", "--upload-file"], "Write -X PUT --data-binary @FILE."),
        (["--connect-timeout"], "Set the variable APITUI_CONNECT_TIMEOUT, such as 5s, or the setting connect-timeout."),
    ]
}
