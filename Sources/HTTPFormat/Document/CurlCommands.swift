import Base
import NetEngine

/// The curl commands of a text, one or many, from any shell; nothing is executed.
package struct CurlCommands: Sendable {
    /// One transfer: a command has several with `--next`, or with several URLs.
    package struct Transfer: Sendable {
        /// The line on which the command begins, from 1.
        package var line: Int
        /// The request as lines of a request file; nil if it cannot be one, for the reason in `problem`.
        package var lines: [String]?
        /// With `movesBodies`, what only a file can hold, by its line of the body, from 0: that line sends a file that has no name yet.
        package var moved: [Int: [UInt8]] = [:]
        package var problem: String?
        /// The files that it sends, as they are named there.
        package var files: [SentFile] = []
        /// The shell's variables that became references.
        package var variables: [String] = []
        /// One sentence for each difference from what curl would do.
        package var remarks: [String]
    }

    private let movesBodies: Bool
    package private(set) var transfers: [Transfer] = []
    /// The first line, from 1, that is neither a command nor a comment; nil if there is none.
    package private(set) var strayLine: Int?
    /// The lines of a script that are skipped, each from 1.
    package private(set) var skippedLines: [Int] = []

    /// What other lines mean that are neither commands nor comments.
    package enum OtherLines: Sendable {
        /// Nothing is read behind the first of them.
        case end
        /// `NAME=value`, `export …` and `set …` are skipped, others end it.
        case settings
        /// All of them are skipped.
        case skipped
    }

    /// Whether a text begins with a curl command, after the other lines that may be before it.
    package static func recognises(_ text: [UInt8], after others: OtherLines = .end) -> Bool {
        let commands = CurlCommands(text, most: 1, others: others)
        return !commands.transfers.isEmpty && commands.strayLine == nil
    }

    /// - Parameters:
    ///   - most: how many commands are read.
    ///   - movesBodies: whether what the lines of a request cannot hold goes to a file, which the caller writes; such a command has
    ///     a `problem` otherwise.
    ///   - namesVariables: whether `$NAME` of a POSIX shell becomes `{{NAME}}`; it is sent as it is written otherwise.
    package init(
        _ text: [UInt8], most: Int = .max, movesBodies: Bool = false, others: OtherLines = .end,
        namesVariables: Bool = false
    ) {
        self.movesBodies = movesBodies
        let shell = CommandShell(of: text)
        var position = 0
        var line = 1
        var count = 0
        while position < text.count, count < most {
            let byte = text[position]
            if byte == Byte.lineFeed {
                line += 1
                position += 1
                continue
            }
            if byte <= Byte.space || byte == Byte.semicolon || byte == Byte.ampersand {
                position += 1
                continue
            }
            if Self.isComment(text, position, shell) {
                position = Self.lineEnd(text, position)
                continue
            }
            let start = Self.afterPrompt(text, position)
            let input = shell == .posix ? PipedInput(text, from: start) : nil
            let first = input?.end ?? start
            guard Self.isCurl(text, first) else {
                guard others == .skipped || others == .settings && Self.isSetting(text, start) else {
                    strayLine = line
                    return
                }
                skippedLines.append(line)
                position = Self.lineEnd(text, position)
                continue
            }
            let words = CommandWords.read(text, from: first, shell: shell, namesVariables: namesVariables)
            var end = max(words.end, start + 1)
            let isCut = words.stoppedAtOperator && !Self.joins(text, end)
            read(words, input, isCut: isCut, line: line)
            count += 1
            // A pipe or a redirection: what follows is the shell's.
            if isCut { end = Self.lineEnd(text, end) }
            for byte in text[position..<end] where byte == Byte.lineFeed { line += 1 }
            position = end
        }
    }

    private static func lineEnd(_ text: [UInt8], _ place: Int) -> Int {
        text[place...].firstIndex(of: Byte.lineFeed) ?? text.count
    }

    /// Whether another command follows an operator: `;` or `&`, but not `|` or `>`.
    private static func joins(_ text: [UInt8], _ place: Int) -> Bool {
        guard place < text.count, text[place] == Byte.semicolon || text[place] == Byte.ampersand else { return false }
        var next = place
        while next < text.count,
            text[next] == Byte.semicolon || text[next] == Byte.ampersand || text[next] <= Byte.space
        {
            next += 1
        }
        return next == text.count || isCurl(text, next) || isComment(text, next, .posix)
            || PipedInput(text, from: next).map { isCurl(text, $0.end) } == true
    }

    private static func isComment(_ text: [UInt8], _ place: Int, _ shell: CommandShell) -> Bool {
        if shell == .cmd { return text[place...].starts(with: "::".utf8) || text[place...].starts(with: "rem ".utf8) }
        return text[place] == Byte.hash
    }

    /// `$ curl`, `> curl`, as documentation writes commands.
    private static func afterPrompt(_ text: [UInt8], _ place: Int) -> Int {
        guard place + 2 < text.count, [Byte.dollar, Byte.greaterThan, Byte.percent].contains(text[place]),
            text[place + 1] == Byte.space
        else { return place }
        return place + 2
    }

    /// `NAME=value`, `export NAME`, `set -e`
    private static func isSetting(_ text: [UInt8], _ place: Int) -> Bool {
        if ["export ", "set "].contains(where: { text[place...].starts(with: $0.utf8) }) { return true }
        let name = text[place...].prefix { LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.underscore }
        return name.first.map { !LineText.isDigit($0) } == true && name.endIndex < text.count
            && text[name.endIndex] == Byte.equals
    }

    private static func isCurl(_ text: [UInt8], _ place: Int) -> Bool {
        for name in ["curl.exe", "curl"] where text[place...].starts(with: name.utf8) {
            let end = place + name.utf8.count
            return end < text.count && (text[end] == Byte.space || text[end] == Byte.tab)
        }
        return false
    }

    // MARK: Commands

    /// - Parameters:
    ///   - input: what is piped into the command.
    ///   - isCut: whether something else than another command follows an operator.
    private mutating func read(_ words: CommandWords, _ input: PipedInput?, isCut: Bool, line: Int) {
        var remarks: [String] = []
        if isCut { remarks.append("Only the curl command is read; nothing is run.") }
        if words.holdsExpansion || input?.holdsExpansion == true {
            remarks.append("Shell variables are sent as they are written.")
        }
        if words.isUnclosed {
            transfers.append(
                Transfer(line: line, problem: "The curl command has a quote that is not closed.", remarks: remarks))
            return
        }
        let options = words.words.dropFirst()
        for part in options.split(whereSeparator: { $0 == "--next" || $0 == "-:" }) {
            let command = CurlCommand(["curl"] + part, input: input?.bytes)
            let problem =
                command.refusal ?? Self.problem(with: command)
                ?? (input?.sendsFile == true ? CurlCommand.Unwritable.joinsFile.reason + "." : nil)
                ?? (input != nil && command.readsInputAsFile
                    ? "What is piped into -T or -F is not read: put it into a file, and name that." : nil)
            for url in [command.url] + command.furtherURLs {
                var single = command
                single.url = url
                let whole =
                    command.furtherURLs.isEmpty
                    ? command.remarks : command.remarks.filter { !$0.hasPrefix("Only the first URL") }
                var transfer = Transfer(
                    line: line, problem: problem, files: command.sentFiles, variables: words.variables,
                    remarks: remarks + whole)
                if problem == nil {
                    do throws(CurlCommand.Unwritable) {
                        let written = try single.written(movesBodies: movesBodies)
                        (transfer.lines, transfer.moved) = (written.lines, written.moved)
                        if let remark = single.methodRemark { transfer.remarks.append(remark) }
                    } catch {
                        transfer.problem = error.reason + "."
                    }
                }
                transfers.append(transfer)
            }
        }
        if options.isEmpty {
            transfers.append(Transfer(line: line, problem: "The curl command has no URL.", remarks: remarks))
        }
    }

    private static func problem(with command: CurlCommand) -> String? {
        guard !command.url.isEmpty else { return "The curl command has no URL." }
        for url in [command.url] + command.furtherURLs {
            guard let scheme = url.firstRange(of: "://").map({ url[..<$0.lowerBound].lowercased() }),
                !scheme.contains(bytes: "{{")
            else { continue }
            if !["http", "https"].contains(scheme) {
                return "curl would use \(scheme); only http and https are requests here."
            }
        }
        return nil
    }
}
