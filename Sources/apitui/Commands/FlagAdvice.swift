import Base

/// What is said of a flag that a command does not have. Pure.
enum FlagAdvice {
    private static let unknown = "Unknown option '"

    /// The argument parser's sentence. It suggests the nearest name, however far that is: only one that is near is kept, and
    /// none beside advice of ours.
    /// - Parameter words: the words of the command line, without the program.
    static func sentence(_ message: String, words: [String]) -> String {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.hasPrefix(unknown), parts.count == 5, parts[2] == ". Did you mean " else { return message }
        let (typed, near) = (parts[1].drop { $0 == "-" }, parts[3].drop { $0 == "-" })
        let isNear = NameSuggestion.nearest(to: String(typed), among: [String(near)]) != nil
        return isNear && advice(for: message, words: words) == nil ? message : "\(unknown)\(parts[1])'"
    }

    /// What to write in place of a flag of another program.
    /// - Parameters:
    ///   - message: what the argument parser says.
    ///   - words: the words of the command line, without the program.
    /// - Returns: a sentence; nil if the mistake is another one.
    static func advice(for message: String, words: [String]) -> String? {
        guard let command = words.first else { return nil }
        if command == "send", message.hasPrefix("Unexpected argument"), words.contains("--json") {
            return "--json prints the exchange as JSON. To send JSON: -d '{…}' -H 'Content-Type: application/json'."
        }
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard message.hasPrefix(unknown), parts.count > 1 else { return nil }
        // One dash begins several flags of a letter: -sS.
        let flag = parts[1].hasPrefix("--") ? String(parts[1]) : String(parts[1].prefix(2))
        return table.first { $0.commands.contains(command) && $0.flags.contains(flag) }?.sentence
    }

    /// Names that newman, hurl, bru, k6 and curl have for what a command of ours does.
    private static let table: [(commands: [String], flags: [String], sentence: String)] = [
        (
            ["send"], ["--fail-with-body"],
            "It is not needed: a status of 400 or more is a failure, and its body is printed."
        ),
        (["send"], ["-c", "--cookie-jar"], "--cookies FILE reads cookies and keeps them."),
        (["send"], ["-e", "--referer"], "Write -H 'Referer: URL'."),
        (["send"], ["-O", "--remote-name"], "Write -o FILE."),
        (["send"], ["-w", "--write-out"], "--json prints the status, sizes and times."),
        (["send"], ["-T", "--upload-file"], "Write -X PUT --data-binary @FILE."),
        (
            ["send", "run"], ["--connect-timeout"],
            "Set the variable APITUI_CONNECT_TIMEOUT, such as 5s, or the setting connect-timeout."
        ),
        (["run"], ["--reporter", "--reporters"], "Write --report KIND=FILE, such as --report junit=junit.xml."),
        (["run"], ["-r"], "Write --report KIND=FILE for a report; folders are sent with all folders in them."),
        (["run"], ["--reporter-junit", "--reporter-junit-export"], "Write --junit FILE."),
        (["run"], ["--reporter-html", "--reporter-html-export", "--reporter-htmlextra-export"], "Write --html FILE."),
        (["run"], ["--reporter-json", "--reporter-json-export"], "Write --report json=FILE."),
        (["run"], ["--iterations"], "Write --repeat COUNT."),
        (["send", "run"], ["--environment"], "Write --env NAME."),
        (["run"], ["-e"], "Write --env NAME."),
        (["send", "run"], ["--env-var", "--global-var"], "Write --var NAME=VALUE."),
        (
            ["send", "run"], ["--variables-file", "--globals", "--env-file"],
            "Values come from http-client.env.json, .env and --var NAME=VALUE."
        ),
        (["run"], ["--folder"], "Name the folder, the file, or a request as FILE#NAME."),
        (["run"], ["--vus", "--parallel", "--parallelism"], "Write --jobs COUNT."),
        (["run"], ["--rps"], "Write --rate COUNT/s."),
        (["run"], ["--max-time", "-m"], "Write --timeout TIME, such as 10s."),
        (
            ["send"], ["--timeout", "--timeout-request"],
            "Write -m SECONDS for a URL, and # @timeout in a request file."
        ),
        (["send", "run"], ["--ssl-client-cert"], "Write --cert FILE."),
        (["send", "run"], ["--ssl-client-key"], "Write --key FILE."),
        (["send", "run"], ["--ssl-extra-ca-certs"], "Write --cacert FILE."),
        (["run"], ["--cookie-jar", "-c", "-b", "--cookie"], "--cookies FILE reads cookies and keeps them."),
        (["run"], ["--test"], "It is not needed: a run evaluates all checks."),
        (
            ["run"], ["--verbose", "-v", "--very-verbose"],
            "'apitui runs show RUN --exchange N' shows an exchange of a run, and 'apitui send -v' one request."
        ),
    ]
}
