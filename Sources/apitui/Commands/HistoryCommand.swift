import ArgumentParser
import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists, shows, resends and deletes exchanges of the request log.",
        discussion: """
            The numbers are those of 'apitui log', which shows the same rows, follows new ones and exports them.

            Examples:
              apitui history list --by-request
              apitui history show 42
              apitui history show 42 --curl
              apitui history resend 42
              apitui history clear --before 7d
            """,
        subcommands: [List.self, Show.self, Resend.self, Delete.self, Clear.self], defaultSubcommand: List.self)

    /// The row and its exchange.
    fileprivate static func exchange(_ id: Int64, _ reader: LogReader) throws -> (LogRow, Exchange) {
        guard let row = try reader.row(id) else {
            throw CommandFailure("There is no exchange \(id) in the log. 'apitui log' lists them.", status: .failed)
        }
        guard !row.isFactOnly else {
            throw CommandFailure(
                "The log says only that exchange \(id) was sent, because its request says '# @no-log'.", status: .failed
            )
        }
        guard let exchange = try reader.exchange(id) else {
            let state: SafeText = row.state == .aborted ? "its program ended before it did" : "it has not ended yet"
            throw CommandFailure("Exchange \(id) is not in the log as a whole: \(state).", status: .failed)
        }
        return (row, exchange)
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists what was sent, by time or by request.",
            discussion: "By time, the newest is last. By request, the one that was sent last is first.")

        @OptionGroup var filter: LogFilterFlags

        @Option(
            name: .customShort("n"), parsing: .unconditional,
            help: ArgumentHelp("Print at most this many lines. Default 20; all with --since.", valueName: "count"))
        var count: Int?

        @Flag(help: "One line for each request: how often it was sent, and how it ended last.")
        var byRequest = false

        @Flag(help: "Print one JSON object for each line.")
        var json = false

        func validate() throws {
            if let count, count < 0 { throw ValidationError("-n needs a number from 0 on.") }
        }

        func run() throws {
            let parsed = try filter.parsed()
            LogFilterFlags.echo(parsed)
            let last = count ?? (filter.since == nil ? 20 : nil)
            try RequestLogReading.reading {
                let reader = try LogReader()
                guard byRequest else {
                    return try LogListing(reader: reader, isJSON: json).run(parsed.condition, last: last)
                }
                let requests = try RequestHistory.read {
                    try reader.page(parsed.condition, before: $0, limit: LogListing.step)
                }
                if requests.isEmpty { return try LogListing.reportNone(in: reader) }
                try RequestHistory.print(requests, last: last, isJSON: json)
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows an exchange: headers, facts of the connection, body.",
            discussion: "Secrets were masked before it was stored; they are in none of the forms.")

        @Argument(help: "The number that 'apitui log' prints.")
        var id: Int64

        @Flag(help: "The whole exchange as one JSON object, as of 'send --json'.")
        var json = false

        @Flag(help: "The curl command that sends the request.")
        var curl = false

        @Flag(help: "An HTTP Archive 1.2.")
        var har = false

        @Flag(help: "The request as text for a .http file.")
        var http = false

        @Flag(help: "Only the body of the response.")
        var body = false

        func validate() throws {
            let forms = [("--json", json), ("--curl", curl), ("--har", har), ("--http", http), ("--body", body)].filter(
                \.1)
            if forms.count > 1 { throw ValidationError("\(forms[0].0) cannot be used with \(forms[1].0).") }
        }

        func run() throws {
            let (row, exchange, checks) = try RequestLogReading.reading {
                let reader = try LogReader()
                let (row, exchange) = try HistoryCommand.exchange(id, reader)
                return (row, exchange, try reader.checkLines(id))
            }
            let streams = StandardStreams.live
            // Masked before it was stored; what is not is the names of the secrets.
            let secrets = SentSecrets.revealed
            if json {
                return streams.writeBytes(LoggedExchangeJSON.document(exchange, row, secrets).bytes + [Byte.lineFeed])
            }
            if har {
                var document = HARDocument()
                let entries = document.entries(of: exchange, secrets, bodySize: row.responseBytes)
                return streams.writeBytes(HARDocument.head + entries + HARDocument.tail)
            }
            if curl || http {
                let text = try Self.request(exchange, isCurl: curl)
                // A request file ends with a line end, which is not the beginning of another line.
                let lines = text.hasSuffix("\n") ? text.dropLast() : text[...]
                for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
                    // Its tabs stay: as escapes, other bytes would be sent.
                    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
                    let safe = parts.map { SafeText($0).string }.joined(separator: "\t")
                    streams.writeBytes(Array(safe.utf8) + [Byte.lineFeed])
                }
                return
            }
            if !body { ShownExchange(row: row, exchange: exchange, checks: checks, secrets: secrets).print() }
            guard let response = exchange.response else { return }
            SafePrinter.print(kept: response)
        }

        private static func request(_ exchange: Exchange, isCurl: Bool) throws(CommandFailure) -> String {
            guard let command = ExchangeCopies(exchange, showsSecrets: true).curlCommand() else {
                throw CommandFailure("The request could not be built, so there is no command for it.", status: .failed)
            }
            if isCurl { return command }
            guard let document = HTTPDocument(bytes: Array(command.utf8)).convertingCurl(0) else {
                throw CommandFailure("The request cannot be written as text; --curl shows it.", status: .failed)
            }
            return String(decoding: document.bytes, as: UTF8.self)
        }
    }

    struct Resend: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resend", abstract: "Sends a request of the log again, exactly as it was.",
            discussion: """
                Method, URL, headers and body are those of the log. Where a secret was, its value of today is filled in: from \
                the variables of the request's file and environment, or from --var. If one is missing, nothing is sent. On a \
                terminal, it asks before it sends a request with a note (# @note).

                The response is printed as 'send' prints it, with the exit status of 'send'; standard error says what differs \
                from the first time. To send the request as its file describes it now, use 'apitui send FILE#NAME'.
                """)

        @Argument(help: "The number that 'apitui log' prints.")
        var id: Int64

        @Option(
            name: .customLong("var"),
            help: ArgumentHelp("The value of a secret; may be repeated.", valueName: "name=value"))
        var variables: [String] = []

        @Flag(help: "Write nothing to the request log.")
        var noLog = false

        @OptionGroup(title: "Output") var output: SendOutputFlags

        func validate() throws { try RequestFlags.checkValues(variables) }

        func run() throws {
            let (row, exchange) = try RequestLogReading.reading { try HistoryCommand.exchange(id, LogReader()) }
            let stored = StoredResend(row: row, exchange: exchange)
            let draft = try stored.draft(given: RequestFlags.values(variables))
            try PromptReader().confirm(stored.toConfirm)
            try ResendSession(row: row, output: output, isLogged: !noLog).send(draft)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Deletes exchanges of the log, pinned ones too.")

        @Argument(help: "The numbers that 'apitui log' prints.")
        var ids: [Int64]

        func run() throws {
            try RequestLogReading.reading {
                let reader = try LogReader()
                let missing = try ids.filter { try reader.row($0) == nil }
                guard missing.isEmpty else {
                    let numbers = missing.map(String.init).joined(separator: ", ")
                    throw CommandFailure(
                        SafeText("Nothing was deleted: there is no exchange \(numbers) in the log."), status: .failed)
                }
                let tests = ids.map { LogCondition.number(.id, .init($0...$0)) }
                try LogDeletion(reader: reader).run(
                    .any(tests), isConfirmed: true, which: "", none: "There is no such exchange")
            }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Deletes all exchanges before a time, except pinned ones. Asks first.",
            discussion: "To delete by other properties: 'apitui log FILTER --delete'.")

        @Option(help: ArgumentHelp("7d, today, 2026-11-20, now.", valueName: "time"))
        var before: String

        @Flag(help: "Do not ask.")
        var yes = false

        func run() throws {
            let end = try LocalTime.before(before).microsecondsSince1970 - 1
            try RequestLogReading.reading {
                try LogDeletion(reader: try LogReader())
                    .run(
                        .all([.number(.startedAt, .init(.min...end)), .not(.flag(.pinned))]), isConfirmed: yes,
                        which: "not pinned, before \(before)", none: "No exchange is that old and not pinned")
            }
        }
    }
}
