import ArgumentParser
import Base
import Explorer
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Shows what was sent, by any program, also live; exports and deletes it.",
        discussion: """
            Every exchange of the screen, 'send', 'run', 'batch' and of programs that use NetEngineRequestLog is in one log \
            in $XDG_STATE_HOME/apitui or ~/.local/state/apitui, without secrets. This prints the last 20 rows, the newest \
            last; with --since all since then. A filter by body: or header. prints rows as they are found, the newest first.

            --follow goes on with what happens from now on. On a terminal the rows of exchanges under way are at the bottom \
            and are replaced as they are sent, get their first byte and end. In a pipe each exchange is one line, printed \
            when it has ended; with --pending also when it begins, when it is sent and at its first byte, with that state. \
            ^C ends it.

            The columns are number, time, method, status, outcome (ok, an error category, ok before one that \
            the checks asked for, or the state of one that is under way), time of the network, size, cache, process, host \
            and path, as many as the terminal has room for. \
            'apitui history show NUMBER' shows an exchange as a whole.

            What the filter means is printed on standard error. Write - or NOT before a term to exclude it.

            Examples:
              apitui log status:5xx host:api.*
              apitui log --follow is:failed
              apitui log --since today 'time>500ms' -is:cached --json
              apitui log status:4xx,5xx --save bad    then: apitui log saved:bad
              apitui log --since 1h --export har -o last-hour.har
            """)

    enum Export: String, ExpressibleByArgument, CaseIterable { case har, jsonl }

    @OptionGroup var filter: LogFilterFlags

    @Option(
        name: .customShort("n"), parsing: .unconditional,
        help: ArgumentHelp(
            "Print this many of the last rows. Default 20; all with --since, --export or --delete.", valueName: "count")
    )
    var count: Int?

    @Flag(name: .shortAndLong, help: "Keep printing what happens from now on.")
    var follow = false

    @Flag(help: "With --follow in a pipe: print a line for each change of an exchange, not only for its end.")
    var pending = false

    @Flag(help: "Print one JSON object for each row, one per line.")
    var json = false

    @Option(
        help:
            "Print whole exchanges: an HTTP Archive 1.2, or one JSON object per line as of 'send --json'. The oldest is first."
    )
    var export: Export?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the export to this file, which is replaced once it is complete.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Save the filter under a name, for use as saved:NAME.", valueName: "name"))
    var save: String?

    @Flag(help: "List the saved filters.")
    var saved = false

    @Option(help: ArgumentHelp("Delete the saved filter of that name.", valueName: "name"))
    var forget: String?

    @Flag(help: "Delete the rows that the filter finds, pinned ones too. Asks first.")
    var delete = false

    @Flag(help: "With --delete: do not ask.")
    var yes = false

    func validate() throws {
        if let count, count < 0 { throw ValidationError("-n needs a number from 0 on.") }
        let actions = [
            ("--follow", follow), ("--export", export != nil), ("--save", save != nil), ("--saved", saved),
            ("--forget", forget != nil), ("--delete", delete),
        ].filter(\.1).map(\.0)
        if actions.count > 1 { throw ValidationError("\(actions[0]) cannot be used with \(actions[1]).") }
        if pending, !follow { throw ValidationError("--pending is for --follow.") }
        if output != nil, export == nil { throw ValidationError("--output is for --export.") }
        if yes, !delete { throw ValidationError("--yes is for --delete.") }
        if json, export != nil { throw ValidationError("--export has its own format; leave --json out.") }
        guard let action = actions.first, !["--follow", "--export"].contains(action) else { return }
        if json, action != "--saved" { throw ValidationError("--json cannot be used with \(action).") }
        if count != nil { throw ValidationError("-n cannot be used with \(action).") }
        if action != "--delete", filter.since != nil {
            throw ValidationError(
                "--since cannot be used with \(action)." + (save == nil ? "" : " Write since: in the filter."))
        }
        guard action == "--saved" || action == "--forget", !filter.filter.isEmpty else { return }
        throw ValidationError("\(action) takes no filter.")
    }

    func run() throws {
        if saved { return try LogSavedFilters.list(json: json) }
        if let forget { return try LogSavedFilters.remove(forget) }
        let filter = try filter.parsed(isToBeSaved: save != nil)
        LogFilterFlags.echo(filter)
        if let save { return try LogSavedFilters.add(save, self.filter.filter.joined(separator: " ")) }
        try RequestLogReading.reading {
            let reader = try LogReader()
            if delete { return try LogDeletion(reader: reader).run(filter, isConfirmed: yes) }
            if let export {
                return try LogExport(reader: reader, format: export).run(filter.condition, last: count, to: output)
            }
            let last = count ?? (self.filter.since == nil ? 20 : nil)
            if follow {
                return try LogFollow(reader: reader, condition: filter.condition, isJSON: json, showsPending: pending)
                    .run(last: last)
            }
            try LogListing(reader: reader, isJSON: json).run(filter.condition, last: last)
        }
    }
}

/// Turns what cannot be read into an error of the command.
enum RequestLogReading {
    static func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as LogUnreadable {
            throw CommandFailure(SafeText(error.sentence), status: .failed)
        }
    }
}

/// Saved filters on the command line.
enum LogSavedFilters {
    private static func change(_ change: (inout SavedFilters) -> String?) throws -> String? {
        guard let file = SavedFilters.file() else {
            throw CommandFailure(missing: .state, "There is no place for saved filters")
        }
        return SavedFilters.change(file, change)
    }

    static func list(json: Bool) throws {
        let saved = try LogFilterFlags.saved()
        let streams = StandardStreams.live
        if json {
            let members = saved.names.map { ($0, JSONOutput.optional(saved.filters[$0])) }
            return streams.writeBytes(JSONOutput.object(members).bytes + [Byte.lineFeed])
        }
        if saved.names.isEmpty {
            return streams.report("No filter is saved. 'apitui log FILTER --save NAME' saves one.")
        }
        for name in saved.names { streams.line(SafeText("\(name)  \(saved.filters[name] ?? "")")) }
    }

    static func add(_ name: String, _ filter: String) throws {
        if let sentence = try change({ $0.set(name, to: filter) }) { throw CommandFailure(SafeText(sentence)) }
        StandardStreams.live.report(SafeText(SavedFilters.savedSentence(name)))
    }

    static func remove(_ name: String) throws {
        if let sentence = try change({ $0.forget(name) }) { throw CommandFailure(SafeText(sentence), status: .failed) }
    }
}
