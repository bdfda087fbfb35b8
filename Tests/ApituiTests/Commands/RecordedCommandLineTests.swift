import ArgumentParser
import Foundation
import TestSupport
import Testing
import Workspace

@testable import CommandGuide
@testable import apitui

/// What is said of many command lines before anything is done, as it was recorded (`Recorded`): taken, or the sentence that refuses it.
@Suite(.longComputation) struct RecordedCommandLineTests {
    @Test func `each command line is taken or refused as it was recorded`() throws {
        let parts = Recorded.parts(of: CommandLines.all) { line in
            do {
                let command = try Apitui.parseAsRoot(ProgramArguments.forParser(commandLineWords(line)))
                return "\(type(of: command))\n" + Self.values(of: command)
            } catch {
                let isClean = Apitui.exitCode(for: error) == .success
                // Help has pages of its own.
                return isClean ? "help or version" : Apitui.message(for: error)
            }
        }
        try Recorded.expect(parts, in: "command-lines")
    }

    /// The values that were given or are there without, each below the name of its property.
    private static func values(of arguments: Any) -> String {
        var text = ""
        for (label, wrapper) in Mirror(reflecting: arguments).children {
            guard let parsed = Mirror(reflecting: wrapper).descendant("_parsedValue"),
                let value = Mirror(reflecting: parsed).children.first(where: { $0.label == "value" })?.value
            else { continue }
            if value is any ParsableArguments {
                text += values(of: value)
                continue
            }
            // The place of data is counted over all lines.
            let given = (value as? [CurlFlags.Data]).map { $0.map(\.text) as Any } ?? value
            let shown = Printed(given).text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
            if !shown.isEmpty { text += "  \((label ?? "").drop { $0 == "_" }): \(shown)\n" }
        }
        return text
    }

    @Test func `the manual says what was recorded`() throws {
        let program = try Apitui.description()
        let pages = ManualPage.all(of: program, .program).map { page -> (name: String, text: String) in
            let text = page.text.replacingOccurrences(of: VersionText.date, with: "DATE")
                .replacingOccurrences(of: RoffText.escaped(VersionText.date), with: "DATE")
            return (page.fileName, text.replacingOccurrences(of: ProgramVersion.number, with: "VERSION"))
        }
        try Recorded.expect(pages, in: "manual")
    }

    @Test func `each command completes its flags and values as it was recorded`() throws {
        let reply = CompletionReply(program: CommandNode(program: Apitui.self), lists: [:])
        let lines =
            Apitui.configuration.subcommands.map { "\($0._commandName) -" } + [
                "", "s", "runs ", "runs show -", "history ", "history resend -", "cache list -", "trust ", "themes ",
                "help ", "help r", "help runs ", "send -X ", "send --request=P", "send --cache ", "send --cache=no",
                "compare a b --fail-on ", "compare a b --fail-on status,l", "run a.http --report ",
                "run a.http --report h",
                "run a.http --report html=", "export a.http --to ", "export a.http --to=p", "log --export ",
                "import x --from ", "completions ", "open --images ", "send -k -", "run a.http --json --j",
                "explain 40",
                "send -H acc", "send -H Accept-", "send a.http -- -", "nope ",
            ]
        let parts = lines.map { line -> (name: String, text: String) in
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            return (line, Printed.escaped(reply.text(["complete", "fish"] + words) ?? "nothing"))
        }
        try Recorded.expect(
            parts.map { ("\($0.name)|", $0.text.replacingOccurrences(of: "\\n", with: "\n")) }, in: "completions")
    }
}
