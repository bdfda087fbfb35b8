import ArgumentParser
import Base
import Glibc
import NetEngine
import NetEngineRequestLog
import Reports
import RequestLog
import Runs
import Workspace

struct RunsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs",
        abstract: "Lists, shows, reports, names, exports, joins and deletes recorded runs.",
        discussion: """
            'apitui run' records every run in the request log, without secrets. A run is named by its id or the beginning of \
            it, by the name that you gave it, by 'last', or by the path of a file that --out wrote.

            Recordings with a name are kept until you delete them; others for 30 days, at most 500 MB in all, and half of log-size.

            Examples:
              apitui runs
              apitui runs show last
              apitui runs report last --report html=report.html
              apitui runs name last --as before
              apitui runs export before --out before.run
              apitui runs merge part-*.run --out whole.run
            """,
        subcommands: [
            List.self, Show.self, MakeReport.self, Name.self, Export.self, Merge.self, Delete.self,
        ], defaultSubcommand: List.self)

    static let runHelp: ArgumentHelp = "The run: its id, its name, 'last', or a file."

    /// Runs the body, and turns what recordings throw into the failure of the command.
    /// - Parameter status: of commands whose status 1 says something else.
    static func reading<Value>(status: ExitStatus = .failed, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as RunStoreError {
            // One without a sentence was reported already.
            throw CommandFailure(error.sentence.isEmpty ? [] : [SafeText(error.sentence)], status: status)
        }
    }

    /// The recording that the user means.
    static func source(_ text: String) throws -> RecordingSource {
        if isFile(text) { return .file(text) }
        let store = try RunStore()
        return .store(store, try store.entry(text))
    }

    /// Whether it is the path of a recording; else it is the name of a recorded run.
    static func isFile(_ text: String) -> Bool { text.contains(bytes: "/") || access(text, F_OK) == 0 }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists recorded runs; the newest is last.")

        @Option(
            name: .customShort("n"), parsing: .unconditional,
            help: ArgumentHelp("List at most this many runs.", valueName: "count"))
        var count = 20

        @Flag(help: "Print one JSON object for each line.")
        var json = false

        func validate() throws {
            if count < 0 { throw ValidationError("-n needs a number from 0 on.") }
        }

        func run() throws {
            let streams = StandardStreams.live
            let entries = try RunsCommand.reading { try RunStore().entries(limit: count) }.reversed()
            if json {
                for entry in entries { streams.writeBytes(entry.json.bytes + [Byte.lineFeed]) }
                return
            }
            guard !entries.isEmpty else {
                if count > 0 { streams.report("No run is recorded yet; 'apitui run' records each.") }
                return
            }
            let rows = entries.map { $0.columns(zone: LocalTime.zone) }
            var widths = [Int](repeating: 0, count: rows.first?.count ?? 0)
            for row in rows {
                for (index, cell) in row.enumerated() { widths[index] = max(widths[index], DisplayWidth.of(cell)) }
            }
            for row in rows {
                var line: SafeText = ""
                for (index, cell) in row.enumerated() {
                    let isLast = index == row.count - 1
                    let gap = isLast ? "" : String(repeating: " ", count: widths[index] - DisplayWidth.of(cell) + 2)
                    line.append("\(cell)\(gap)")
                }
                streams.line(line)
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows a recorded run: failures, slowest requests, percentiles.")

        @Argument(help: RunsCommand.runHelp)
        var recorded: String

        @Flag(help: "Print the report as JSON, with all results; with --exchange, that exchange.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "Show this exchange: headers, facts of the connection, body. The number is in the line of a failure; the first ten exchanges of each request are kept, and up to a hundred failures.",
                valueName: "number"))
        var exchange: UInt64?

        func run() throws {
            try RunsCommand.reading {
                let source = try RunsCommand.source(recorded)
                let streams = StandardStreams.live
                if let exchange { return try show(ExchangeID(rawValue: exchange), of: source) }
                let options = ReportOptions(width: streams.outputSize?.columns ?? 100)
                try Report.write(json ? .json : .text, of: source, try source.account(), options) {
                    streams.writeBytes($0)
                }
            }
        }

        private func show(_ id: ExchangeID, of source: RecordingSource) throws {
            guard let found = try source.result(where: { $0.exchange == id }) else {
                throw CommandFailure("There is no exchange \(id.rawValue) in that run.", status: .failed)
            }
            let request = found.request
            guard let exchange = found.exchange else {
                throw CommandFailure(
                    "Only the numbers of exchange \(id.rawValue) were recorded; 'apitui log run:ID' may have it.",
                    status: .failed)
            }
            let streams = StandardStreams.live
            // Its secrets were hidden before it was recorded.
            let secrets = SentSecrets.revealed
            if json {
                let document = ExchangeJSON(secrets: secrets).document(
                    exchange, file: request.file, line: request.line, id: request.id, checks: found.record.checks)
                return streams.writeBytes(document.bytes + [Byte.lineFeed])
            }
            for line in ExchangeHeads.verbose(exchange, secrets) { streams.line(line) }
            for result in found.record.checks.results {
                streams.line(SafeText(CheckOutput.mark(result.verdict)) + CheckOutput.sentence(result))
            }
            for log in found.record.checks.logs { streams.line(SafeText("log     line \(log.line): \(log.text)")) }
            guard let response = exchange.response else { return }
            SafePrinter.print(kept: response)
        }
    }

    struct MakeReport: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "report", abstract: "Writes reports of a recorded run, as 'run' does.")

        @Argument(help: RunsCommand.runHelp)
        var recorded: String

        @OptionGroup var reports: ReportFlags

        func validate() throws {
            let chosen = try reports.chosen()
            if chosen.isEmpty { throw ValidationError("Name a report, such as --report html=report.html.") }
            try ReportArgument.check(chosen, beside: [recorded].filter(RunsCommand.isFile))
        }

        func run() throws {
            let source = try RunsCommand.reading { try RunsCommand.source(recorded) }
            try reports.begin().write(source)
        }
    }

    struct Name: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Gives a recorded run a name, or takes it away.",
            discussion: "An older run with the name loses it. A run with a name is kept until you delete it.")

        @Argument(help: RunsCommand.runHelp)
        var recorded: String

        @Option(
            name: .customLong("as"),
            help: ArgumentHelp("The name; without it the run loses its name.", valueName: "name"))
        var name: String?

        func validate() throws { try RecordingFlags.check(name: name) }

        func run() throws {
            try RunsCommand.reading {
                let store = try RunStore()
                let entry = try store.entry(recorded)
                try store.setName(name, of: entry.key)
                StandardStreams.live.report(
                    SafeText(
                        name.map { "The run \(entry.key) is now named '\($0)'." }
                            ?? "The run \(entry.key) has no name now."))
            }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Writes a recorded run to a file, for another machine.",
            discussion: "The file is JSON Lines; docs/replay.md describes it. No secret is in it.")

        @Argument(help: RunsCommand.runHelp)
        var recorded: String

        @Option(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
        var out: String

        func validate() throws { try RequestFilePath.refuse(out, flag: "--out", what: "a recording") }

        func run() throws {
            try RunsCommand.reading {
                let source = try RunsCommand.source(recorded)
                guard case .store(let store, let entry) = source else {
                    throw CommandFailure(SafeText("\(recorded) is a file already; copy it."))
                }
                let file = try RecordingFile(path: out)
                try store.forEachPart(of: entry) { try file.append($0) }
                try file.finish()
            }
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge", abstract: "Joins the recordings of the parts of one run (--shard).",
            discussion: """
                Each request is in the joined run once, with percentiles of all its results. The command fails if a part is \
                missing, is given twice, belongs to another plan, or was sent with another --repeat, --data or --duration. If a \
                part was sent twice, the later attempt counts. The exit status is 1 if a request failed, or if a part was \
                interrupted or broken off.
                """)

        @Argument(help: "The recordings of the parts: files of --out, or recorded runs.")
        var runs: [String]

        @Option(help: ArgumentHelp("Write the joined recording to this file.", valueName: "file"), completion: .file())
        var out: String?

        @Option(name: .customLong("as"), help: ArgumentHelp("Name the joined run.", valueName: "name"))
        var name: String?

        @Flag(
            help:
                "Join the parts that are there even if others are missing; the result names these, and the status is 1."
        )
        var allowPartial = false

        @OptionGroup(title: "Reports") var reports: ReportFlags

        func validate() throws {
            try RecordingFlags.check(name: name)
            if let out { try RequestFilePath.refuse(out, flag: "--out", what: "a recording") }
            try ReportArgument.check(
                reports.chosen(), beside: runs.filter(RunsCommand.isFile) + (out.map { [$0] } ?? []))
        }

        func run() throws {
            if let out, let part = runs.first(where: { DiskFile.areSame($0, out) }) {
                throw CommandFailure(SafeText("--out \(out): \(part) is one of the parts; name another file."))
            }
            let account = try RunsCommand.reading { () throws -> RunAccount in
                let merge = try RunMerge(
                    try runs.map { try RunsCommand.source($0) }, id: RunName.new(), allowsPartial: allowPartial)
                let streams = StandardStreams.live
                for old in merge.replaced { RunRecording.report("Left out \(old).") }
                var head = merge.head
                head.name = name
                let files = try reports.begin()
                let temporary = files.isEmpty ? nil : try TemporaryRecording()
                var places: [any RecordingPlace] = temporary.map { [$0] } ?? []
                if let out { places.append(try RecordingFile(path: out)) }
                // Nothing is sent: where it cannot be kept, it fails.
                places.append(
                    try RunStore(limits: ProgramSettings.load().logLimits).begin(head, report: RunRecording.report))
                var unfinished: [String] = []
                let account = try merge.write { lines in
                    for place in places { try place.append(lines) }
                } unfinished: {
                    unfinished.append($0)
                }
                let end = account.end ?? RunEnd(elapsed: .zero, reason: .interrupted)
                let figures = RunFigures(end, of: head, totals: account.totals, latency: account.latency)
                for place in places { try place.close(figures) }
                var out: [UInt8] = []
                for sentence in unfinished + head.missingSentences {
                    streams.append(SafeText(sentence), to: &out)
                }
                RunLines.write(
                    account.totals, end.elapsed, account.latency, account.checks, unverified: account.unverified,
                    showsRate: false, to: &out)
                var outputEnded: CommandFailure?
                // A report that is a document is alone on standard output.
                if files.fillsOutput {
                    _ = StandardStreams.write(out, to: STDERR_FILENO)
                } else {
                    outputEnded = streams.failureWriting(out)
                }
                streams.report(SafeText("Recorded as \(head.id)."))
                if let temporary { try files.write(temporary.source) }
                if let outputEnded { throw outputEnded }
                return account
            }
            if !account.isPassed { throw CommandFailure([], status: .failed) }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes recorded runs.")

        @Argument(help: "The runs.")
        var runs: [String] = []

        @Option(
            help: ArgumentHelp(
                "Delete all runs without a name that began before 7d, today, 2026-11-20.", valueName: "time"))
        var before: String?

        @Flag(help: "Do not ask.")
        var yes = false

        func validate() throws {
            guard runs.isEmpty != (before == nil) else { throw ValidationError("Name runs, or give --before.") }
        }

        func run() throws {
            let end = try before.map { try LocalTime.before($0) }
            try RunsCommand.reading {
                let store = try RunStore()
                let entries: [RunEntry]
                if let end {
                    entries = try store.entries().filter {
                        $0.name == nil && $0.startedAt < end && $0.state != .running
                    }
                } else {
                    entries = try runs.map { try store.entry($0) }
                }
                // One run may be given twice, as `last` and by its name.
                let keys = Set(entries.map(\.key))
                let count = Formatting.count(keys.count, "run")
                guard !keys.isEmpty else { return StandardStreams.live.report("No run is that old.") }
                try Confirmation.ask("Delete \(count)?", otherwise: "\(count) would be deleted.", isGiven: yes)
                let deleted = try store.delete(keys.sorted())
                StandardStreams.live.report(SafeText("\(Formatting.count(deleted, "run")) deleted."))
            }
        }
    }
}

extension RunEntry {
    fileprivate func columns(zone: LocalZone) -> [SafeText] {
        let time = zone.civil(startedAt)
        let local = "\(time.date) \(time.clock.prefix(5))"
        return [key, local, resultText, countsText, medianText, name ?? "-", title].map { SafeText($0) }
    }

    fileprivate var json: JSONOutput {
        let stateWord =
            switch state {
            case .running: "running"
            case .brokenOff: "broken-off"
            case .ended: "ended"
            }
        return .object([
            ("id", .string(key)), ("name", .optional(name)), ("startedAt", .string(Formatting.iso8601(startedAt))),
            ("title", .string(title)), ("state", .string(stateWord)), ("bytes", .number(bytes)),
            (
                "totals",
                summary.map { summary in
                    .object([
                        ("passed", .number(summary.totals.passed)), ("failed", .number(summary.totals.failed)),
                        ("skipped", .number(summary.totals.skipped)),
                        ("cancelled", .number(summary.totals.cancelled)),
                        ("notReached", .number(summary.totals.notReached)),
                        ("elapsed", .number(DurationText.milliseconds(summary.elapsed))),
                        ("median", summary.median.map { .number(DurationText.milliseconds($0)) } ?? .null),
                        ("end", .string(summary.reason.rawValue)), ("missingParts", .number(summary.missingParts)),
                    ])
                } ?? .null
            ),
        ])
    }
}
