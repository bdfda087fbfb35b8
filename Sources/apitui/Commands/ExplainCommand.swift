import ArgumentParser
import Base
import Explain
import NetEngine

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a status, a header, a directive, an error category, or a word of TLS and HTTP/2.",
        discussion: """
            Works without a network. A header may come with its value, which is explained too. A name with several meanings is \
            explained in all of them.

            Examples:
              apitui explain 421
              apitui explain etag 'Cache-Control: max-age=60, stale-while-revalidate=30'
              apitui explain TLS_AES_128_GCM_SHA256
              apitui explain E7                        a notice of 'apitui lint'
              apitui explain --list
            """)

    @Argument(help: "A word, or a header with its value: 404, etag, max-age=60, 'Vary: Accept', E7.")
    var terms: [String] = []

    @Flag(help: "List all words that are known.")
    var list = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard list != terms.isEmpty else { return }
        throw ValidationError(list ? "--list takes no word." : "Name what is to be explained, or give --list.")
    }

    func run() throws {
        if list { return printList() }
        let now = Timestamp.now.secondsSince1970
        var found: [Explanation] = []
        var unknown: [String] = []
        // A name of several words may be typed without quotes.
        let whole = Glossary.terms(named: terms.joined(separator: " "))
        for term in terms.count > 1 && !whole.isEmpty ? [terms.joined(separator: " ")] : terms {
            let known = Glossary.explanations(of: term, now: now)
            if known.isEmpty { unknown.append(term) }
            found += known
        }
        if json {
            StandardStreams.live.writeBytes(JSONOutput.array(found.map(\.json)).bytes + [Byte.lineFeed])
        } else {
            for (place, explanation) in found.enumerated() {
                if place > 0 { StandardStreams.live.line("") }
                for line in explanation.lines { StandardStreams.live.line("\(line)") }
            }
        }
        guard unknown.isEmpty else {
            throw CommandFailure(unknown.map(Self.sentence), status: .failed)
        }
    }

    private static func sentence(_ name: String) -> SafeText {
        let near = Glossary.near(name)
        let advice =
            near.isEmpty
            ? "'apitui explain --list' lists what is known." : "Did you mean \(near.joined(separator: ", "))?"
        return "There is no explanation of '\(name)'. \(advice)"
    }

    private func printList() {
        if json {
            let terms = Glossary.terms.map { Explanation($0).json }
            return StandardStreams.live.writeBytes(JSONOutput.array(terms).bytes + [Byte.lineFeed])
        }
        for kind in Term.Kind.allCases {
            let names = Glossary.terms.filter { $0.kind == kind }.map(\.name)
            StandardStreams.live.line("\(kind.title): \(names.joined(separator: ", "))")
        }
    }
}

extension Explanation {
    /// Heading, text, what the value says, source.
    fileprivate var lines: [String] {
        let title = kind.map { "\(heading)  (\($0.title))" } ?? heading
        return [title] + (text.isEmpty ? [] : ["  \(text)"]) + details.map { "  - \($0)" }
            + (source.isEmpty ? [] : ["  \(source)"])
    }

    fileprivate var json: JSONOutput {
        .object([
            ("name", .string(heading)), ("kind", .optional(kind?.rawValue)), ("text", .string(text)),
            ("details", .array(details.map { .string($0) })), ("source", .optional(source.isEmpty ? nil : source)),
        ])
    }
}
