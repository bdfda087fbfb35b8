import ArgumentParser
import Base
import Glibc
import HTTPFormat
import TerminalUI
import Workspace

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists every saved request of a folder or file.",
        discussion: """
            Each line shows file, line, method, name, and the target as written. 'apitui send' takes FILE#NAME or \
            FILE:LINE. Operations of an OpenAPI description have no line of their own: their names are shown. A request that 'run' skips is marked (disabled).

            The exit status is 2 if there is no request, or if a file cannot be read.

            Examples:
              apitui list
              apitui list Collections/Demo
              apitui list Collections/Demo --json | jq -r '.[].id'
              apitui list - < requests.http
            """)

    @Argument(help: "A folder, a .http or .rest file, or - for standard input.", completion: .file())
    var path = "."

    @Flag(help: "Print one JSON array with file, line, id, title, method and target.")
    var json = false

    @Flag(help: ArgumentHelp("Print on stderr how long reading took, for Benchmarks/run.", visibility: .hidden))
    var timing = false

    func run() throws {
        let streams = StandardStreams.live
        let (begin, used) = (MonotonicTime.current(), Self.processorMicroseconds)
        let folder = path == "-" ? nil : try LoadedCollections.load(path)
        if timing {
            let wall = (MonotonicTime.current().nanoseconds - begin.nanoseconds) / 1000
            streams.report("Read in \(wall) us, \(Self.processorMicroseconds - used) us of all processors.")
        }
        let plan = try folder.map { ReplayPlan([$0]) } ?? LoadedCollections.standardInput().plan
        if json {
            let entries = plan.steps.map { step in
                JSONOutput.object([
                    ("file", .string(step.file.relativePath)), ("line", .number(step.sourceLine)),
                    ("id", .string(step.request.id)), ("title", .optional(step.request.title)),
                    ("method", .string(step.request.method)), ("target", .string(step.request.target)),
                ])
            }
            streams.writeBytes(JSONOutput.array(entries).bytes + [Byte.lineFeed])
        } else {
            var out: [UInt8] = []
            for step in plan.steps { streams.append(Self.line(step), to: &out) }
            streams.writeBytes(out)
        }
        try Self.reportProblems(of: plan)
        if plan.steps.isEmpty { throw Self.nothing(in: [path]) }
    }

    /// The error of every command that finds no request at all.
    static func nothing(in paths: [String]) -> CommandFailure {
        CommandFailure(SafeText("There is no request in \(NameList.text(paths))."))
    }

    private static var processorMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    private static func line(_ step: ReplayPlan.Step) -> SafeText {
        let mark = step.request.settings.isDisabled ? " (disabled)" : ""
        let name = step.request.idBesideMethod
        let target = name == step.request.target ? "" : "  \(step.request.target)"
        let place =
            step.file.described == nil
            ? "\(step.file.relativePath):\(step.request.line)" : "\(step.file.relativePath)#\(step.request.id)"
        // One string if nothing must be escaped, because a list may be long.
        let plain = "\(place)  \(step.request.method) \(name)\(mark)\(target)"
        if plain.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return SafeText(plain) }
        return "\(place)  \(step.request.method) \(name)\(mark)\(target)"
    }

    /// Reports files that are not UTF-8. Throws status 2 for files that could not be read; call it after everything
    /// else is done.
    static func reportProblems(of plan: ReplayPlan) throws(CommandFailure) {
        var reported: Set<String> = []
        for file in plan.steps.map(\.file) where file.document.isReadOnly && reported.insert(file.path).inserted {
            StandardStreams.live.report(
                "apitui: \(file.relativePath): it is not valid UTF-8; its bytes stay as they are, and the screen cannot edit it."
            )
        }
        guard !plan.unreadable.isEmpty else { return }
        throw CommandFailure(
            plan.unreadable.map { file -> SafeText in
                guard let problem = file.problem else { return "\(file.relativePath): cannot be read" }
                return "\(file.relativePath):\(problem.place == nil ? " " : "")\(problem.withoutPath)"
            })
    }
}
