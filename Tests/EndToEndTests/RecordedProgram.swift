import Foundation
import GRDB
import TestSupport

/// Commands of the built program, one after the other in one folder, with what they print as parts of a recorded text.
struct RecordedProgram {
    private let url: String
    private let home: TemporaryFolder
    private let collection: String
    private let masks: [(pattern: String, sign: String)]

    /// - Parameters:
    ///   - url: of the server, which HOST stands for in files, commands and input.
    ///   - environment: commands about such a path get the environment `dev`.
    ///   - masks: what else is another one each time.
    init(
        _ url: String, _ files: [String: String], environment collection: String,
        masks: [(pattern: String, sign: String)] = []
    ) throws {
        (self.url, self.collection, self.masks) = (url, collection, masks)
        home = try TemporaryFolder()
        for (path, text) in files { try home.write(text.replacingOccurrences(of: "HOST", with: url), to: path) }
    }

    /// - Parameter commands: one a line, after variables of its environment; what follows ` < ` is its standard input, with `\n` for a
    ///   line end. `cat FILE` prints a file, and `sql STATEMENT` changes the request log. `PORT` is that of the server, as a word and
    ///   after a colon.
    func parts(of commands: String) async throws -> [(name: String, text: String)] {
        var parts: [(name: String, text: String)] = []
        for line in commands.split(separator: "\n") {
            let halves = line.components(separatedBy: " < ")
            let typed = commandLineWords(halves[0]).map { word in
                word == "PORT"
                    ? port
                    : word.replacingOccurrences(of: "HOST", with: url).replacingOccurrences(
                        of: ":PORT", with: ":\(port)")
            }
            let variables = typed.prefix { $0.contains("=") }
            var words = Array(typed.dropFirst(variables.count))
            if words.first == "sql" {
                try changeLog(words.dropFirst().joined(separator: " "))
                continue
            }
            if ["send", "run", "export", "coverage"].contains(words.first), !line.contains("--env"),
                words.contains(where: { $0.hasPrefix(collection) })
            {
                words += ["--env", "dev"]
            }
            let input = halves.dropFirst().map { $0.replacingOccurrences(of: "HOST", with: url) + "\n" }.joined()
            let isProgram = words.first != "cat"
            let run = try await ProgramRun.run(
                isProgram ? BuiltProgram.path : "/usr/bin/env", words,
                environment: BuiltProgram.environment(home: home, adding: Self.values(variables)), folder: home.path,
                input: Array(input.replacingOccurrences(of: #"\n"#, with: "\n").utf8))
            parts.append((String(line), "status \(run.status)\n\(shown(run.text))\n--\n\(shown(run.errorText))"))
        }
        return parts
    }

    private var port: String { String(url.split(separator: ":").last ?? "") }

    private static func values(_ variables: ArraySlice<String>) -> [String: String] {
        var values: [String: String] = [:]
        for variable in variables {
            let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = String(parts[1])
        }
        return values
    }

    private func changeLog(_ statement: String) throws {
        let queue = try DatabaseQueue(path: "\(home.path)/state/apitui/log.sqlite")
        try queue.write { try $0.execute(sql: statement) }
        try queue.close()
    }

    private func shown(_ text: String) -> String {
        let lines = plain(text).split(separator: "\n", omittingEmptySubsequences: false)
        // A table of all keys is recorded by the tests of that page.
        return lines.prefix(80).map { Printed.escaped(String($0)) }.joined(separator: "\n")
    }

    /// Without what is another one each time: paths, ports, times, dates, and the words of libcurl, which depend on its version.
    private func plain(_ text: String) -> String {
        var text = text.replacingOccurrences(of: home.path, with: "HOME").replacingOccurrences(of: url, with: "HOST")
        text = text.replacingOccurrences(of: port, with: "PORT")
        let usual = [
            (#"\b[0-9]+(\.[0-9]+)? ?(ms|µs|s)\b"#, "TIME"),
            // A quick machine has done a thing just now, and a busy one takes minutes for all commands.
            (#"\bjust now\b"#, "TIME ago"), (#"(?<=for )[0-9]+ min\b"#, "TIME"), (#"[0-9]+ min(?= ago\b)"#, "TIME"),
            // Said only where it is another time than the one before it.
            (#", TIME with our own work"#, ""), (#"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?"#, "DATE"),
            (#"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"#, "CLOCK"),
            // A list of rows shows their day unless all are of today: shortly after midnight some are not.
            (#"(?m)^( *[0-9]+) DATE "#, "$1 CLOCK "),
            // The column is as wide as the longest.
            (#"apitui:[0-9]+ +"#, "apitui:PID "), (#"apitui:[0-9]+"#, "apitui:PID"),
            (#"pid [0-9]+"#, "pid PID"),
            (#" +TIME"#, " TIME"), (#"\(curl [0-9]+: [^)]*\)"#, "(curl's words)"),
            (#""curl ([0-9]+): [^"]*""#, #""curl $1: its words""#),
            (#"\b[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} CLOCK GMT"#, "DATE"),
        ]
        for (pattern, sign) in usual + masks {
            text = text.replacingOccurrences(of: pattern, with: sign, options: .regularExpression)
        }
        return text
    }
}
