import ArgumentParser
import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// Flags that write, each with the sentence that refuses it, and what rows and versions look like.
@Suite struct FlagSentenceTests {
    /// What is said of a command line; nil if it is taken.
    private static func said(_ words: String) -> String? {
        do {
            _ = try Apitui.parseAsRoot(words.split(separator: " ").map(String.init))
            return nil
        } catch {
            return Apitui.message(for: error)
        }
    }

    @Test func `what is written may not replace requests, nor two things share an output`() {
        let request = "that is the name of a request file, and"
        let two = "Two reports would be written to standard output; name a file for one of them."
        let rows: [(words: String, sentence: String)] = [
            ("run a.http --junit b.http", "--junit b.http: \(request) a report is not one; name another file."),
            ("run a --report html=x/b.rest", "--report x/b.rest: \(request) a report is not one; name another file."),
            ("run a --out b.http", "--out b.http: \(request) a recording is not one; name another file."),
            ("runs merge p --out b.rest", "--out b.rest: \(request) a recording is not one; name another file."),
            ("runs export last --out b.http", "--out b.http: \(request) a recording is not one; name another file."),
            ("compare a b --report html=b.http", "--report b.http: \(request) a report is not one; name another file."),
            ("run a --junit - --html -", two), ("run a --tap - --report text=-", two),
            ("compare a b --report html=- --report md=-", two),
            (
                "compare a b --json --report html=-",
                "--json and a report would both be written to standard output; name a file for the report."
            ), ("compare a b --report html", "--report html names no file."),
            (
                "compare a b --report pdf=x",
                "--report takes KIND=FILE; the kinds are html, json, markdown, text, rules, not 'pdf'."
            ),
            (
                "compare a b --fail-on latancy",
                "Did you mean latency?"
            ),
            (
                "log --export har --json", "--export has its own format; leave --json out."
            ),
        ]
        for (words, sentence) in rows {
            #expect(Self.said(words)?.contains(sentence) == true, "\(words): \(Self.said(words) ?? "taken")")
        }
        for words in [
            "run a --report text=- --report github=- --report markdown=-", "run a --junit .http", "run a --out a.httpx",
            "compare a b --report md=x --report rules=y", "compare a b --json --report html=x",
            "compare a b --fail-on status,checks", "compare a b --threshold 0.1", "compare a b --threshold 999.9",
            "log -n 0", "runs list -n 0", "log --export jsonl -o x", "run a --skip-tag x --filter *.http",
        ] {
            #expect(Self.said(words) == nil, "\(words): \(Self.said(words) ?? "")")
        }
    }

    @Test func `what is written may not replace what the command reads, nor an environment file`() throws {
        let folder = try TemporaryFolder()
        for name in ["settings.json", "dev.env", "rows.csv", "a.txt", "o.yaml", "old.json"] {
            try folder.write("", to: name)
        }
        try folder.link("link.json", to: "settings.json")
        let path = folder.path
        func environment(_ what: String) -> String {
            "that is an environment file, and \(what) would replace it; name another file."
        }
        func read(_ what: String) -> String {
            "the command reads that file, and \(what) would replace it; name another file."
        }
        let rows: [(words: String, sentence: String)] = [
            (
                "run a --report json=\(path)/settings.json",
                "--report \(path)/settings.json: \(environment("a report"))"
            ),
            ("run a --report tap=\(path)/dev.env", "--report \(path)/dev.env: \(environment("a report"))"),
            ("run a --out \(path)/link.json", "--out \(path)/link.json: \(environment("a recording"))"),
            ("compare a b --report md=\(path)/dev.env", "--report \(path)/dev.env: \(environment("a report"))"),
            ("run \(path)/a.txt --report html=\(path)/./a.txt", "--report \(path)/./a.txt: \(read("a report"))"),
            ("run \(path)/a.txt#x --out \(path)/a.txt", "--out \(path)/a.txt: \(read("a recording"))"),
            (
                "run a --data \(path)/rows.csv --report json=\(path)/rows.csv",
                "--report \(path)/rows.csv: \(read("a report"))"
            ),
            (
                "run a --contract-file \(path)/o.yaml --report json=\(path)/o.yaml",
                "--report \(path)/o.yaml: \(read("a report"))"
            ),
            (
                "run a --cookies \(path)/old.json --report json=\(path)/old.json",
                "--report \(path)/old.json: \(read("a report"))"
            ),
            ("compare \(path)/a.txt b --report md=\(path)/a.txt", "--report \(path)/a.txt: \(read("a report"))"),
        ]
        for (words, sentence) in rows {
            #expect(Self.said(words)?.contains(sentence) == true, "\(words): \(Self.said(words) ?? "taken")")
        }
        for words in [
            "run a --report json=\(path)/old.json", "run a --report json=\(path)/new.env",
            "run \(path)/a.txt --data \(path)/rows.csv --report json=\(path)/old.json --out \(path)/a.run",
        ] {
            #expect(Self.said(words) == nil, "\(words): \(Self.said(words) ?? "")")
        }
    }

    @Test func `the kinds that compare fails on are those that are named`() throws {
        #expect(CompareCommand.reportKinds == ["html", "json", "markdown", "text", "rules"])
        for word in ["failures", "checks", "status", "latency", "contract", "removed", "body", "headers", "cache"] {
            #expect(Self.said("compare a b --fail-on \(word)") == nil, "\(word)")
        }
        let refused = Self.said("compare a b --fail-on nothing")
        #expect(refused?.hasPrefix("--fail-on takes ") == true && refused?.contains("; not 'nothing'.") == true)
    }

    @Test func `how responses are compared with a description follows from two flags`() throws {
        func contracts(_ words: String) throws -> ContractChoice {
            try RequestFlags.parse(words.split(separator: " ").map(String.init)).contracts
        }
        #expect(try contracts("") == .asWritten && contracts("--contract") == .required)
        #expect(try contracts("--contract-file /a/../o.yaml") == .file("/o.yaml"))
        #expect(try contracts("--contract --contract-file /o.yaml") == .file("/o.yaml"), "the file is the choice")
        let flags = try RequestFlags.parse(["--with-references", "--no-kept", "--server", "http://s", "--var", "a=b"])
        #expect(flags.references == .first && flags.overrides == ["a": "b", DescribedFile.serverVariable: "http://s"])
        #expect(try RequestFlags.parse([]).references == .asTheyStand)
        #expect(try EnvironmentFlags.parse(["--var", "a=1"]).overrides(server: "x").count == 2)
        #expect(try SendOutputFlags.parse(["-o", "-"]).file() == nil && SendOutputFlags.parse([]).file() == nil)
    }

    // MARK: Rows of the log

    private static func columns(_ width: Int, pids: [Int] = [7, 7]) -> String {
        let rows =
            pids.map { LogTableTests.row(10, pid: $0) } + [
                LogTableTests.row(11, status: 503, category: .serverError)
            ]
        let table = LogTable(for: rows, width: width, now: LogTableTests.now, zone: 0)
        let line = table.line(rows[0]).map(\.text.string).joined()
        #expect(DisplayWidth.of(SafeText(line)) <= width)
        let shown = [
            ("process", "apitui:7"), ("cache", "miss"), ("size", "1.2 KB"), ("time", "132 ms"), ("host", "api."),
        ]
        return shown.filter { line.contains($0.1) }.map(\.0).joined(separator: " ")
    }

    @Test func `columns give way one by one, the process first and the host last`() {
        // id 2, time 12, method 6, status 3, outcome 12, duration 7, size 6, cache 4, host 15 and path 16, with 9 spaces.
        for (width, shown) in [
            (92, "cache size time host"), (91, "size time host"), (87, "size time host"), (86, "time host"),
            (80, "time host"), (79, "host"), (72, "host"), (71, ""),
        ] {
            #expect(Self.columns(width) == shown, "\(width)")
        }
        #expect(Self.columns(101, pids: [7, 8]) == "process cache size time host")
        #expect(Self.columns(100, pids: [7, 8]) == "cache size time host")
    }

    @Test func `what is left of the width is the path's`() {
        let rows = [LogTableTests.row(1, path: "/" + String(repeating: "x", count: 99))]
        func line(_ width: Int) -> String {
            LogTable(for: rows, width: width, now: LogTableTests.now, zone: 0).line(rows[0]).map(\.text.string).joined()
        }
        #expect(DisplayWidth.of(SafeText(line(60))) == 60)
        #expect(line(60).hasSuffix("x…") && line(20).hasSuffix(" …"), "at least one column")
    }

    @Test func `the version is by itself in the first line`() {
        let lines = VersionText.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && lines.first.map(String.init) == ProgramVersion.number)
        #expect(lines[1].hasPrefix("libcurl ") && lines[1].contains(", ") && lines[2].hasPrefix("HTTP/1.1"))
        #expect(
            lines[3].wholeMatch(of: /gzip \(zlib [0-9.]+[^)]*\), br \(brotli \d+\.\d+\.\d+\), zstd \(zstd [0-9.]+\)/)
                != nil)
    }
}
