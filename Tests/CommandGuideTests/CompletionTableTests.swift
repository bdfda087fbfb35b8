import TestSupport
import Testing

@testable import CommandGuide

/// Which values are offered for which argument, and how a line of bash is cut into words.
@Suite struct CompletionTableTests {
    @Test func `the values of an argument are known by its command and its name`() {
        let table = """
            any --env: environment
            any --var: variable
            any --variable: variable
            any --theme: theme
            any --cache: cacheMode
            any --contract-file: description
            send url | file[#name]: request
            send -X: method
            send --request: method
            send -H: header
            send --header: header
            run -H: nothing
            run paths: requests
            run --tag: tag
            run --skip-tag: tag
            run --report: reportKind
            run --fail-on: failure
            runs show recorded: run
            runs report recorded: run
            runs name recorded: run
            runs export recorded: run
            runs merge runs: run
            runs delete runs: run
            runs report --report: reportKind
            runs merge --report: reportKind
            compare runs: compared
            compare --tag: tag
            compare --skip-tag: tag
            compare --report: comparisonReportKind
            compare --fail-on: worsening
            describe run: run
            describe --difference: description
            coverage description: description
            coverage path: requestFiles
            coverage --run: run
            export request | folder: requests
            list path: requestFiles
            lint path: requestFiles
            open path | url: requestFiles
            graphql url | file: description
            graphql --header: header
            graphql -H: header
            log filter: logFilter
            log --forget: savedFilter
            log --save: savedFilter
            history list filter: logFilter
            history show id: exchange
            history resend id: exchange
            history delete ids: exchange
            cache list pattern: cachedURL
            cache show url: cachedURL
            cache clear pattern: cachedURL
            auth forget logins: login
            trust remove path: trustedFolder
            trust add path: nothing
            themes show theme: theme
            explain terms: term
            send --report: nothing
            """
        // Of one word, of two words that are commands together, and the argument.
        let pairs = ["runs", "history", "cache", "auth", "trust", "themes"]
        let rows = table.split(separator: "\n").map { row in
            let left = row.split(separator: ": ")[0]
            let words = left.split(separator: " ", maxSplits: pairs.contains(String(left.prefix { $0 != " " })) ? 2 : 1)
            let name = String(words.last ?? "")
            let argument =
                name.hasPrefix("-")
                ? CommandDefinition.Argument(.option, names: [name])
                : CommandDefinition.Argument(.positional, valueName: name)
            let kind = CompletionKind.of(argument, of: words.dropLast().joined(separator: " "))
            return "\(left): \(kind.map { "\($0)" } ?? "nothing")"
        }
        #expect(rows.joined(separator: "\n") == table)
        #expect(rows.count == CompletionKind.table.count + 3, "three rows are about what is not in the table")
        let short = CommandDefinition.Argument(.option, names: ["-x", "--env"])
        #expect(CompletionKind.of(short, of: "send") == .environment)
        // The name of a positional one is no option.
        #expect(CompletionKind.of(CommandDefinition.Argument(.positional, names: ["--env"]), of: "send") == nil)
    }

    @Test func `a line of bash is cut into words, with the mark that is open and what the shell keeps`() {
        let table = #"""
            a b|c -> a, b|c. none 2
            a b|c:d -> a, b|c:d. none 4
            a b:c -> a, b:c. none 2
            a "b c -> a, b c. double 0
            a x"b c -> a, xb c. double 1
            a 'b:c -> a, b:c. single 0
            a 'b'c:d -> a, bc:d. none 3
            a b\:c -> a, b:c. none 0
            a b\ c d -> a, b c, d. none 0
            a "b\nc\$d\\" x -> a, b\nc$d\, x. none 0
            a 'b\'c -> a, b\c. none 0
            """#
        let found = FilledTable(table).filled { line in
            let words = ShellWords(line: line, breaks: ":|")
            return "\((words.before + [words.last]).joined(separator: ", ")). \(words.quote) \(words.keptCount)"
        }
        #expect(found == table)
        #expect(ShellWords(line: "a\tb\n").before == ["a", "b"] && ShellWords(line: "a ''").before == ["a"])
        #expect(ShellWords(line: "a '' ").before == ["a", ""])
    }

    @Test func `a word is put in so that bash reads it as it is, in each kind of quotes`() {
        func put(_ line: String, _ word: String) -> String { ShellWords(line: line, breaks: ":=").replacement(word) }
        let rows = [
            put("a ", "é_-./:=,@%+9#"), put("a ", "#a#"), put("a ", "~/#"), put("a ", "~x"), put("a x:", "x:~/a"),
            put("a x:", "x:#y"), put("a '", "a'b \"c\""), put("a \"", "a'b \"c\" $`\\!"), put("a x:y", "x:y z"),
        ]
        #expect(
            rows == [
                "é_-./:=,@%+9#", "\\#a#", "~/#", "\\~x", "\\~/a", "\\#y", "a'\\''b \"c\"",
                "a'b \\\"c\\\" \\$\\`\\\\\"\\!\"",
                "y\\ z",
            ])
    }
}
