import ArgumentParser
import Base
import Doctor
import Workspace

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks for what is wrong with this machine and with the files that apitui keeps.",
        discussion: """
            It looks at the terminal, the locale, the editor and the pager, libraries, certificates, proxies, and all files that \
            apitui keeps: who may use them, and whether they are damaged. Each finding is one sentence; where something is \
            wrong or missing, another sentence says what to do. Passwords are not shown.

            Nothing is changed without --fix. With it, permissions are corrected, half-written files of ended programs are \
            removed, a damaged cache is removed, and other damaged files are renamed, never deleted.

            The exit status is 0 if nothing is wrong, 1 if something is. A note is about something that not everyone needs.

            Examples:
              apitui doctor
              apitui doctor --fix
              apitui doctor --json | jq -r '.findings[] | select(.state == "wrong") | .sentence'
            """)

    @Flag(help: "Print one JSON object: findings, and what was fixed.")
    var json = false

    @Flag(help: "Fix what can be fixed without losing anything.")
    var fix = false

    func run() throws {
        let machine = MachineGathering.findings()
        var findings = machine + KeptFolders(checks: ContentCheck.program).findings()
        var done: [(isDone: Bool, sentence: String)] = []
        if fix {
            for repair in Self.repairs(findings) { done.append(repair.perform()) }
            // What is still wrong afterwards decides.
            findings = machine + KeptFolders(checks: ContentCheck.program).findings()
        }
        let wrong = findings.filter { $0.state == .wrong }.count
        let notes = findings.filter { $0.state == .note }.count
        if json {
            let output = Self.json(findings, done)
            StandardStreams.live.writeBytes(output.bytes + [Byte.lineFeed])
        } else {
            Self.print(findings, done)
        }
        let summary = "\(Formatting.count(wrong, "thing")) \(wrong == 1 ? "is" : "are") wrong"
        guard wrong == 0 else { throw CommandFailure(["\(summary)."], status: .failed) }
        if !json { StandardStreams.live.report(SafeText("Nothing is wrong (\(Formatting.count(notes, "note"))).")) }
    }

    /// Each once, in the order of what was found.
    private static func repairs(_ findings: [Finding]) -> [Repair] {
        var known: Set<Repair> = []
        return findings.compactMap(\.repair).filter { known.insert($0).inserted }
    }

    private static func print(_ findings: [Finding], _ done: [(isDone: Bool, sentence: String)]) {
        let streams = StandardStreams.live
        var out: [UInt8] = []
        for group in Finding.Group.allCases {
            let own = findings.filter { $0.group == group }
            guard !own.isEmpty else { continue }
            if !out.isEmpty { streams.append("", to: &out) }
            streams.append(SafeText(group.title), to: &out)
            for finding in own {
                let tone: StandardStreams.Tone =
                    switch finding.state {
                    case .ok: .good
                    case .note: .plain
                    case .wrong: .bad
                    }
                let mark = finding.state.rawValue
                let space = String(repeating: " ", count: 7 - mark.count)
                streams.append(SafeText("  \(mark)"), tone, SafeText(space + finding.sentence), to: &out)
                if let advice = finding.advice { streams.append(SafeText("         \(advice)"), to: &out) }
            }
        }
        if !done.isEmpty {
            streams.append("", to: &out)
            streams.append("Fixed", to: &out)
            for entry in done {
                streams.append(
                    entry.isDone ? "  done" : "  failed", entry.isDone ? .good : .bad,
                    SafeText("\(entry.isDone ? "   " : " ")\(entry.sentence)"), to: &out)
            }
        }
        streams.writeBytes(out)
    }

    private static func json(_ findings: [Finding], _ done: [(isDone: Bool, sentence: String)]) -> JSONOutput {
        .object([
            ("version", .string(ProgramVersion.number)),
            ("wrong", .number(findings.filter { $0.state == .wrong }.count)),
            ("notes", .number(findings.filter { $0.state == .note }.count)),
            (
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            ("group", .string(finding.group.rawValue)), ("id", .string(finding.id)),
                            ("state", .string(finding.state.rawValue)), ("sentence", .string(finding.sentence)),
                            ("advice", .optional(finding.advice)), ("path", .optional(finding.path)),
                            ("canBeFixed", .bool(finding.repair != nil)),
                        ])
                    })
            ),
            (
                "fixed",
                .array(done.map { .object([("done", .bool($0.isDone)), ("sentence", .string($0.sentence))]) })
            ),
        ])
    }
}
