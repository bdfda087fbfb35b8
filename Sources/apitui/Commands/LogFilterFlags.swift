import ArgumentParser
import Base
import Explorer
import NetEngine
import RequestLog
import Workspace

/// The filter of a command: words of the filter language, and `--since`.
struct LogFilterFlags: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "Only rows that fit: status:5xx, method:POST, host:api.*, path:/orders, time>500ms, is:failed, text of the name or the URL, OR, -, parentheses. Quote < and > for the shell. docs/log-filters.md has all keys.",
            valueName: "filter"))
    var filter: [String] = []

    @Option(help: ArgumentHelp("Only rows since then: 10m, 2h, today, 2026-11-20.", valueName: "time"))
    var since: String?

    /// The parser takes flags that it does not know for terms of the filter.
    func validate() throws {
        guard let flag = filter.first(where: { $0.hasPrefix("--") }) else { return }
        throw ValidationError(
            "Unknown option '\(flag)'. Write a text that begins with -- in quotation marks: '\"\(flag)\"'.")
    }

    /// - Parameter isToBeSaved: nothing can be done with it then without the file of saved filters.
    /// - Throws: the bad term, with a caret below it.
    func parsed(now: Timestamp = .now, isToBeSaved: Bool = false) throws -> LogFilter {
        let saved = try isToBeSaved ? Self.saved() : Self.savedOrNone()
        let words = since.map { ["since:\(LogFilterFlags.quoted($0))"] } ?? []
        let text = filter.joined(separator: " ")
        let whole = (words + (text.isEmpty ? [] : [since == nil ? text : "(\(text))"])).joined(separator: " ")
        do throws(LogFilterError) {
            return try LogFilter(
                parsing: whole, now: now, zone: LocalTime.zone, saved: saved.filters)
        } catch {
            throw CaretMessage.failure(at: error.range.lowerBound, in: whole) { _ in SafeText(error.sentence) }
        }
    }

    private static func quoted(_ time: String) -> String { time.contains(" ") ? "\"\(time)\"" : time }

    /// The saved filters; lines that cannot be used are reported.
    static func saved() throws -> SavedFilters {
        do throws(CollectionError) { return try read() } catch { throw CommandFailure(SafeText(error.sentence)) }
    }

    /// The same, and none, with a sentence, where they cannot be read: a filter that names none of them is understood without.
    private static func savedOrNone() -> SavedFilters {
        do throws(CollectionError) { return try read() } catch {
            StandardStreams.live.report(SafeText("apitui: \(error.sentence)"))
            return SavedFilters()
        }
    }

    private static func read() throws(CollectionError) -> SavedFilters {
        guard let file = SavedFilters.file() else { return SavedFilters() }
        let saved = SavedFilters(try file.read())
        for problem in saved.problems {
            StandardStreams.live.report(SafeText("apitui: \(file.path):\(problem.line): \(problem.sentence)"))
        }
        return saved
    }

    /// The arguments of the program with `!` for the `-` before terms such as `-name:x` and `-(a OR b)`, which look like flags otherwise.
    /// After `--` nothing is a flag: what begins with `--` is a text there.
    static func arguments(_ words: [String]) -> [String] {
        guard let command = words.first, command == "log" || command == "history" else { return words }
        let own = words.prefix { $0 != "--" }
        let others = words.dropFirst(own.count + 1).map { word in
            if word.hasPrefix("--") { return text(word) }
            return word.hasPrefix("-") ? "!" + word.dropFirst() : word
        }
        return own.map { word in
            guard word.hasPrefix("-"), !word.hasPrefix("--") else { return word }
            if let sign = word.dropFirst().first, "(\"'/~".contains(sign) { return "!" + word.dropFirst() }
            let key = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-._".contains($0) }
            let rest = word.dropFirst(1 + key.count)
            guard !key.isEmpty, [":", "<", ">", "~", "!=", "!~"].contains(where: rest.hasPrefix) else { return word }
            return "!" + word.dropFirst()
        } + others
    }

    /// A word in quotation marks, as the filter language reads a text.
    private static func text(_ word: String) -> String {
        "\"" + word.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// Prints what the filter means, unless it finds everything.
    static func echo(_ filter: LogFilter) {
        guard !filter.words.isEmpty else { return }
        StandardStreams.live.report(SafeText("filter: \(filter.words)"))
    }
}
