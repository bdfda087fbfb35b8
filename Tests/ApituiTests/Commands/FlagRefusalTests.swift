import ArgumentParser
import TestSupport
import Testing

@testable import apitui

/// Flags that a command refuses, each with the sentence that says why.
@Suite(.longComputation) struct FlagRefusalTests {
    /// What is said of a command line; nil if it is taken.
    private static func refusal(_ arguments: [String]) -> String? {
        do {
            _ = try Apitui.parseAsRoot(arguments)
            return nil
        } catch {
            return Apitui.message(for: error)
        }
    }

    private static func check(_ command: [String], _ rows: [([String], String)]) {
        for (flags, sentence) in rows {
            let said = refusal(command + flags)
            #expect(said?.hasPrefix(sentence) == true, "\(command + flags): \(said ?? "taken")")
        }
    }

    @Test func `run says what its flags take, and which of them belong together`() {
        let jobs = "--jobs takes a number from 1 to 10000."
        let time = "takes a time with its unit, such as 500ms, 30s, 5m or 1h, not"
        let rate = "--rate takes a number such as 50/s, 600/m or 2.5, from 0.001/h to 1000000/s."
        Self.check(
            ["run", "a.http"],
            [
                (["--jobs", "0"], jobs), (["--jobs", "10001"], jobs),
                (["--repeat", "0"], "--repeat takes a number from 1 to 1000000."),
                (["--repeat", "1000001"], "--repeat takes a number from 1 to 1000000."),
                (["--rate", "5/s", "--max-in-flight", "0"], "--max-in-flight takes a number from 1 to 10000."),
                (["--rate", "5/s", "--max-in-flight", "10001"], "--max-in-flight takes a number from 1 to 10000."),
                (["--retry", "1001"], "--retry takes a number from 0 to 1000."),
                (["--max-in-flight", "5"], "--max-in-flight goes with --rate."),
                (
                    ["--rate", "5/s", "--jobs", "2"],
                    "--rate starts requests at their moments; limit them by --max-in-flight instead of --jobs."
                ),
                (["--graceful-stop", "5s"], "--graceful-stop goes with --duration."),
                (["--retry-interval", "5s"], "--retry-interval goes with --retry."),
                (
                    ["--duration", "5s", "--repeat", "2"],
                    "--duration and --repeat both say when the run ends; use one of them."
                ),
                (["--duration", "5"], "--duration \(time) '5'."), (["--delay", "5x"], "--delay \(time) '5x'."),
                (["--timeout", "31d"], "--timeout \(time) '31d'."),
                (["--duration", "31d"], "--duration \(time) '31d'."),
                (["--duration", "1m", "--graceful-stop", "soon"], "--graceful-stop \(time) 'soon'."),
                (["--retry", "1", "--retry-interval", "x"], "--retry-interval \(time) 'x'."),
                (["--duration", "0"], "--duration takes a time longer than 0."),
                (["--timeout", "0ms"], "--timeout takes a time longer than 0."),
                (["--rate", "0"], rate), (["--rate", "5/d"], rate),
                (["--balance", "f"], "--balance goes with --shard."),
            ])
    }

    @Test func `run says what its recording and its reports take`() {
        let name = "--as takes a name without a slash, of at most 100 bytes, and not 'last'."
        Self.check(
            ["run", "a.http"],
            [
                (["--as", "last"], name), (["--as", "a/b"], name), (["--as", ""], name),
                (["--as", String(repeating: "x", count: 101)], name),
                (
                    ["--as", "x", "--no-log"],
                    "--as names a recording, and --no-log keeps none; leave out one of them, or add --out FILE."
                ),
                (
                    ["--fail-on", "chek"],
                    "--fail-on takes 'check' or an error category, not 'chek'. Did you mean check?"
                ),
                (
                    ["--fail-on", "check", "--fail-on", "timeouts"],
                    "--fail-on takes 'check' or an error category, not 'timeouts'. Did you mean timeout?"
                ),
                (["--report", "pdf=x"], "--report takes KIND=FILE; the kinds are "),
                (["--report", "junit="], "--report junit= names no file."),
                (["--report", "junit=a.xml", "--junit", "a.xml"], "Two reports would be written to a.xml."),
                (["--html", "a", "--tap", "a"], "Two reports would be written to a."),
                (["--html", "a", "--tap", "./b/../a"], "Two reports would be written to ./b/../a."),
                (
                    ["--out", "a", "--report", "json=./a"],
                    "--report: the report would replace the recording ./a; name another file."
                ),
            ])
        Self.check(
            ["runs", "report", "./a.run"],
            [
                (
                    ["--junit", "a.run"],
                    "--junit: the report would replace the recording a.run; name another file."
                )
            ])
        Self.check(
            ["runs", "merge", "./a.run", "./b.run", "--out", "c.run"],
            [
                (
                    ["--tap", "x/../b.run"],
                    "--tap: the report would replace the recording x/../b.run; name another file."
                ),
                (["--tap", "c.run"], "--tap: the report would replace the recording c.run; name another file."),
            ])
        // Without a slash, and without such a file, it is the name of a recorded run.
        #expect(Self.refusal(["runs", "report", "nightly", "--html", "nightly"]) == nil)
        #expect(Self.refusal(["runs", "merge", "a.run", "b.run", "--out", "c.run", "--tap", "d"]) == nil)
        Self.check(
            ["run", "-"],
            [
                (
                    ["--data=-"],
                    "The requests and --data cannot both come from standard input; name a file for one of them."
                )
            ])
    }

    @Test func `what every command that sends takes is the same`() {
        for command in [["run", "a.http"], ["send", "a.http"]] {
            Self.check(
                command,
                [
                    (["--cache", "maybe"], "--cache takes one of "),
                    (
                        ["--max-body", "lots"],
                        "--max-body takes a size such as 10MB or 64MiB, or none, not 'lots'."
                    ), (["--cookies", "c.txt", "--no-cookies"], "--cookies and --no-cookies cannot be combined."),
                    (["--cookies", ""], "--cookies needs the name of a file."),
                    (["--var", "a"], "--var takes name=value, not 'a'."),
                    (["--var", "a=b", "--var", "=c"], "--var takes name=value, not '=c'."),
                    (["--key", "/dev/null"], "--key needs the certificate that it belongs to: --cert."),
                    (["--cacert", "/nowhere/ca.pem"], "--cacert: there is no file /nowhere/ca.pem."),
                    (["--capath", "/nowhere"], "--capath: there is no folder /nowhere."),
                    (["--cert", "/nowhere/c.pem:pw"], "--cert: there is no file /nowhere/c.pem."),
                    (["--cert", "/dev/null", "--key", "/nowhere/k.pem"], "--key: there is no file /nowhere/k.pem."),
                ])
        }
    }

    @Test func `flags of curl belong to a URL, and are read as curl reads them`() {
        for (flag, value) in [
            ("-X", "POST"), ("-H", "A: b"), ("-d", "x"), ("--data-raw", "x"), ("--data-binary", "x"),
            ("--data-urlencode", "x"), ("-F", "a=b"), ("-G", nil), ("-I", nil), ("-u", "a:b"), ("-A", "x"), ("-L", nil),
            ("-m", "5"),
        ] as [(String, String?)] {
            let words = [flag] + (value.map { [$0] } ?? [])
            Self.check(
                ["send", "a.http"],
                [(words, "\(flag) describes the request of a URL, and 'a.http' names a saved request.")])
            #expect(Self.refusal(["send", "http://h/"] + words) == nil, "\(words)")
        }
        let line = "--header takes one line 'Name: value', not "
        Self.check(
            ["send", "http://h/"],
            [
                (["-m", "0"], "--max-time takes a number of seconds above 0, not '0'."),
                (["-m", "inf"], "--max-time takes a number of seconds above 0, not 'inf'."),
                (["-m", "soon"], "--max-time takes a number of seconds above 0, not 'soon'."),
                (["-H", "@f"], "--header takes 'Name: value'; a file of headers is not read."),
                (["-H", "nothing"], "\(line)'nothing'."), (["-H", ": x"], "\(line)': x'."),
                (["-H", "A: b\nC: d"], "\(line)'A: b\nC: d'."), (["-F", "x"], "--form takes name=content, not 'x'."),
                (["-F", "a=b", "-d", "x"], "--form and --data cannot be combined."),
                (["-F", "a=b", "--data-urlencode", "x"], "--form and --data cannot be combined."),
                (["--json", "--include"], "--json prints the headers already; leave --include out."),
            ])
        #expect(Self.refusal(["send", "http://h/", "-H", "X;"]) == nil, "a header without a value")
    }

    @Test func `commands of the log do one thing at a time`() {
        Self.check(
            ["log"],
            [
                (["--follow", "--delete"], "--follow cannot be used with --delete."),
                (["--export", "har", "--save", "x"], "--export cannot be used with --save."),
                (["--saved", "--forget", "x"], "--saved cannot be used with --forget."),
                (["--json", "--save", "x", "is:failed"], "--json cannot be used with --save."),
                (["--json", "--forget", "x"], "--json cannot be used with --forget."),
                (["--json", "--delete"], "--json cannot be used with --delete."),
                (["-n", "3", "--delete"], "-n cannot be used with --delete."),
                (["-n", "3", "--saved"], "-n cannot be used with --saved."),
                (
                    ["--since", "2h", "--save", "x", "is:failed"],
                    "--since cannot be used with --save. Write since: in the filter."
                ),
                (["--since", "2h", "--saved", "--json"], "--since cannot be used with --saved."),
                (["--forget", "x", "is:failed"], "--forget takes no filter."),
                (["--saved", "is:failed"], "--saved takes no filter."),
                (["--pending"], "--pending is for --follow."), (["-o", "x"], "--output is for --export."),
                (["--yes"], "--yes is for --delete."),
                (["--json", "--export", "har"], "--export has its own format; leave --json out."),
                (
                    ["--nope"],
                    "Unknown option '--nope'. Write a text that begins with -- in quotation marks: '\"--nope\"'."
                ),
            ])
        #expect(Self.refusal(["log", "--follow", "--pending"]) == nil)
        #expect(Self.refusal(["log", "--delete", "--yes", "status:5xx"]) == nil)
        Self.check(
            ["history", "show", "1"],
            [
                (["--json", "--curl"], "--json cannot be used with --curl."),
                (["--body", "--har"], "--har cannot be used with --body."),
                (["--http", "--body", "--curl"], "--curl cannot be used with --http."),
            ])
        Self.check(["history", "list"], [(["--nope"], "Unknown option '--nope'.")])
    }

    @Test func `commands of recorded runs say what they need`() {
        Self.check(
            ["runs"],
            [
                (["delete"], "Name runs, or give --before."),
                (["delete", "last", "--before", "7d"], "Name runs, or give --before."),
                (["report", "last"], "Name a report, such as --report html=report.html."),
            ])
        #expect(Self.refusal(["runs", "delete", "last"]) == nil)
        #expect(Self.refusal(["runs", "delete", "--before", "7d"]) == nil)
        Self.check(
            ["compare", "before", "after"],
            [
                (["third"], "Name two runs: apitui compare before after."),
                (["--env", "a"], "Give --env twice: the environment that you trust, then the other one."),
                (["--threshold", "0"], "--threshold takes a percentage above 0 and below 1000."),
                (["--threshold", "1000"], "--threshold takes a percentage above 0 and below 1000."),
                (["--rules", "f", "--no-rules"], "--rules and --no-rules exclude each other: leave one out."),
                (["--fail-on", "x"], "--fail-on takes "),
                (["--repeat", "0"], "--repeat takes a number from 1 to 1000."),
                (["--repeat", "1001"], "--repeat takes a number from 1 to 1000."),
                (["--var", "x"], "--var takes name=value, not 'x'."),
            ])
        #expect(Self.refusal(["compare", "before"]) == "Name two runs: apitui compare before after.")
        Self.check(
            ["coverage", "o.yaml", "api", "--run"],
            [
                (
                    ["last"],
                    "--run counts what was sent; folders and files count what would be. Give one of them."
                )
            ])
    }

    @Test(
        arguments: [
            ["--repeat", "2"], ["--var", "a=b"], ["--demo"], ["--trust"], ["--no-log"], ["--no-kept"], ["--tag", "x"],
            ["--skip-tag", "x"], ["--filter", "x"],
        ])
    func `flags of sending are refused where two recorded runs are compared`(flags: [String]) {
        Self.check(
            ["compare", "before", "after"],
            [
                (
                    flags,
                    "Two recorded runs are compared without sending; the flags of sending go with --env."
                )
            ])
        #expect(Self.refusal(["compare", "api", "--env", "a", "--env", "b"] + flags) == nil)
    }

    @Test func `other commands say what they take`() {
        Self.check(["batch"], [(["--jobs", "0"], "--jobs takes a number from 1 to 10000.")])
        Self.check(
            ["auth", "forget"],
            [
                ([], "'auth forget' takes the names of logins, or --all."),
                (["x", "--all"], "'auth forget' takes the names of logins, or --all."),
            ])
        Self.check(
            ["export"],
            [
                (["a.http", "--to", "crul"], "--to takes one of "),
                (["a.http", "--to", "curl", "--json"], "--json is for --to openapi."),
                (["a.http", "--to", "curl", "--force"], "--force needs the file of --output."),
                (["a.http", "--to", "curl", "--force", "--output=-"], "--force needs the file of --output."),
                (["http://h/", "--to", "curl"], "'export' takes saved requests, and 'http://h/' is a URL."),
            ])
        #expect(Self.refusal(["export", "a.http", "--to", "curl", "--force", "-o", "x"]) == nil)
        #expect(Self.refusal(["export", "a.http", "--to", "openapi", "--json"]) == nil)
        let combined = "--json, --schema and --keys cannot be combined."
        Self.check(["config"], [(["--json", "--keys"], combined), (["--schema", "--keys"], combined)])
        Self.check(
            ["explain"],
            [
                ([], "Name what is to be explained, or give --list."),
                (["--list", "x"], "--list takes no word."),
            ])
        Self.check(
            ["graphql", "s.graphql"], [(["-H", "x"], "--header takes one line 'Name: value', not 'x'.")])
    }

    @Test(
        arguments: [
            ["--jobs", "1"], ["--jobs", "10000"], ["--repeat", "1"], ["--repeat", "1000000"], ["--retry", "0"],
            ["--retry", "1000", "--retry-interval", "0"], ["--rate", "5/s", "--max-in-flight", "10000"],
            ["--rate", "5/s", "--max-in-flight", "1"], ["--duration", "30d", "--graceful-stop", "0"],
            ["--timeout", "1ms", "--delay", "0"], ["--as", String(repeating: "x", count: 100)],
            ["--fail-on", "check", "--fail-on", "timeout"], ["--shard", "1/2", "--balance", "f"],
            ["--no-log", "--as", "x", "--out", "f"], ["--report", "junit", "--report", "html=x", "--tap", "-"],
            ["--max-body", "none"], ["--var", "a="], ["--data", "-"],
        ])
    func `the ends of the ranges are taken`(flags: [String]) {
        #expect(Self.refusal(["run", "a.http"] + flags) == nil)
    }
}
