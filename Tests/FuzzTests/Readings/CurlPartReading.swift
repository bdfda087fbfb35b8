import Base
import NetEngine
import TestSupport

@testable import HTTPFormat

/// The parts of curl commands, as text: a section of the cases is named for one of them, and each line is read by it.
enum CurlPartReading {
    static func text(_ name: String, _ text: String) -> String {
        switch name {
        case "options": option(text)
        case "forms": form(text)
        case "posix": words(text, .posix)
        case "cmd": words(text, .cmd)
        case "PowerShell": words(text, .powerShell)
        default: request(text)
        }
    }

    /// What an option with a value does, and another one beside it.
    private static func option(_ text: String) -> String {
        let command = CurlCommand(["curl"] + text.split(separator: " ").map(String.init) + ["a.test"])
        let facts = [command.url] + command.furtherURLs + command.remarks + command.refusals.map { "refused: \($0)" }
        return facts.map { "\(Printed.escaped($0))\n" }.joined() + (command.conflict.map { "\($0)\n" } ?? "")
    }

    private static func form(_ text: String) -> String {
        let command = CurlCommand(["curl", "-F", text, "a.test"])
        let parts = command.form.map { part in
            "\(Printed.escaped("\(part.content)")) of \(Printed.quoted(part.name)), type \(part.type ?? "-"),"
                + " sent \(part.sentType ?? "-"), file \(part.fileName ?? "-")\n"
        }
        return parts.joined() + command.remarks.map { "\(Printed.escaped($0))\n" }.joined()
            + (command.readsInputAsFile ? "reads its input\n" : "")
    }

    private static func words(_ text: String, _ shell: CommandShell) -> String {
        let bytes = Array(text.utf8)
        let words = CommandWords.read(bytes, from: 0, shell: shell)
        var facts = ["\(words.words.map(Printed.quoted).joined(separator: " ")), end \(words.end) of \(bytes.count)"]
        if words.isUnclosed { facts.append("unclosed") }
        if words.stoppedAtOperator { facts.append("an operator") }
        if words.holdsExpansion { facts.append("an expansion") }
        let other = CommandShell(of: bytes)
        return (facts + (other == shell ? [] : ["taken for \(other)"])).joined(separator: ", ") + "\n"
    }

    /// The lines that are made of a text of commands, with and without bodies in files.
    private static func request(_ text: String) -> String {
        var (found, last) = ("", "")
        for moves in [false, true] {
            let commands = CurlCommands(Array(text.utf8), movesBodies: moves)
            var outcome = ""
            for transfer in commands.transfers {
                outcome += transfer.problem.map { "\($0)\n" } ?? ""
                outcome += (transfer.lines ?? []).map { "| \(Printed.escaped($0))\n" }.joined()
                for (place, bytes) in transfer.moved.sorted(by: { $0.key < $1.key }) {
                    outcome += "\(place): \(Printed.quoted(String(decoding: bytes, as: UTF8.self)))\n"
                }
                outcome += transfer.remarks.map { "\(Printed.escaped($0))\n" }.joined()
            }
            outcome += commands.strayLine.map { "stray \($0)\n" } ?? ""
            found += outcome == last ? "with files the same\n" : outcome
            last = outcome
        }
        return found
    }
}
