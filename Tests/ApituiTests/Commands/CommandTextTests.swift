import ArgumentParser
import Base
import Explorer
import NetEngine
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// What commands print and read, piece by piece.
@Suite struct CommandTextTests {
    private typealias F = ExchangeFixtures

    // MARK: Bytes on a terminal

    @Test(
        arguments: [
            ([], 0), ([0x61], 0), ([0x61, 0x0D], 1), ([0x0D, 0x61], 0), ([0xC3], 1), ([0xC3, 0xA9], 0),
            ([0x61, 0xC3], 1), ([0xE6], 1), ([0xE6, 0xBC], 2), ([0xE6, 0xBC, 0xA2], 0), ([0xF0], 1), ([0xF0, 0x9F], 2),
            ([0xF0, 0x9F, 0x98], 3), ([0xF0, 0x9F, 0x98, 0x80], 0), ([0x80], 0), ([0x80, 0x80, 0x80], 0),
            ([0xC3, 0x61], 0), ([0x61, 0xC3, 0xA9, 0xE2], 1), ([0xC3, 0xA9, 0x80], 0),
        ] as [([UInt8], Int)])
    func `the end of a piece that needs the next one is known by its bytes`(bytes: [UInt8], count: Int) {
        #expect(UTF8Tail.count(bytes[...]) == count)
    }

    @Test func `wherever a text is cut, what is before the tail is whole`() {
        let bytes = Array("aé漢😀\r\nb\u{7FF}\u{800}\u{10FFFF}".utf8)
        for cut in 0...bytes.count {
            let part = bytes[..<cut]
            let tail = UTF8Tail.count(part)
            #expect(tail <= 3 && String(validating: part.dropLast(tail), as: UTF8.self) != nil, "\(cut)")
        }
    }

    // MARK: The place of a mistake

    private static func caret(_ offset: Int, _ text: String) -> [String] {
        let failure = CaretMessage.failure(at: offset, in: text) { "At \($0)." }
        return failure.sentences.map(\.string) + failure.details.map(\.string)
    }

    @Test func `a caret stands below the character, which is counted from one`() {
        #expect(Self.caret(0, "abc") == ["At 1.", "  abc", "  ^"])
        #expect(Self.caret(2, "abc") == ["At 3.", "  abc", "    ^"])
        #expect(Self.caret(3, "abc") == ["At 4.", "  abc", "     ^"])
        #expect(Self.caret(2, "éb") == ["At 2.", "  éb", "   ^"], "two bytes, one column")
        #expect(Self.caret(3, "漢b") == ["At 2.", "  漢b", "    ^"], "three bytes, two columns")
        #expect(Self.caret(0, "") == ["At 1.", "  ", "  ^"])
    }

    @Test func `of a long text the part around the caret is shown`() {
        let text = String(repeating: "a", count: 200)
        func pad(_ count: Int) -> String { String(repeating: " ", count: count) }
        func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
        #expect(Self.caret(60, text) == ["At 61.", "  \(letters(75))…", "  \(pad(60))^"])
        #expect(Self.caret(61, text) == ["At 62.", "  …\(letters(74))…", "  \(pad(61))^"])
        #expect(Self.caret(150, text) == ["At 151.", "  …\(letters(74))…", "  \(pad(61))^"])
        #expect(Self.caret(200, text) == ["At 201.", "  …\(letters(60))", "  \(pad(61))^"])
    }

    // MARK: The closing lines of a run

    private static func closing(
        _ totals: Runner.Totals, latency: [Int] = [], checks: CheckTotals = CheckTotals(), lateness: [Int] = [],
        unverified: Int = 0, showsRate: Bool = false
    ) -> [String] {
        func distribution(_ milliseconds: [Int]) -> LatencyDistribution {
            var distribution = LatencyDistribution()
            for value in milliseconds { distribution.add(.milliseconds(value)) }
            return distribution
        }
        var out: [UInt8] = []
        RunLines.write(
            totals, .milliseconds(1500), distribution(latency), checks, lateness: distribution(lateness),
            unverified: unverified, showsRate: showsRate, to: &out)
        return String(decoding: out, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `the closing lines say what there is to say, the totals last`() {
        let totals = Runner.Totals(passed: 2, failed: 1)
        let last = "3 requests: 2 ok, 1 failed, 0 skipped in 1.50 s"
        #expect(Self.closing(totals) == [last])
        #expect(Self.closing(totals, latency: [10]) == [last], "one value has no distribution")
        #expect(
            Self.closing(totals, latency: [20, 10]) == [
                "latency: min 10 ms, median 10 ms, max 20 ms", last,
            ])
        #expect(Self.closing(totals, showsRate: true) == ["\(last), 2.0 a second"])
        #expect(
            Self.closing(
                totals, latency: [20, 10], checks: CheckTotals(passed: 3, failed: 1, warnings: 1, unchecked: 1),
                lateness: [10], unverified: 2, showsRate: true)
                == [
                    "The server's certificate was not checked for 2 requests.",
                    "4 checks: 3 passed, 1 failed, 1 warning; 1 request was not checked",
                    "latency from the planned start: min 10 ms, median 10 ms, max 20 ms",
                    "started late by: min 10 ms, median 10 ms, max 10 ms",
                    "\(last), 2.0 a second",
                ])
    }

    // MARK: Flags

    @Test func `the last value of a variable wins, and may hold anything`() throws {
        #expect(RequestFlags.values(["a=1", "b=", "a=2=3", "c= x "]) == ["a": "2=3", "b": "", "c": " x "])
        let server = RequestFlags.values(["a=1"], server: "http://s")
        #expect(server == ["a": "1", DescribedFile.serverVariable: "http://s"])
        let flags = try RequestFlags.parse(["--var", "a=1", "--variable", "b=2", "--max-body", "64MiB"])
        #expect(flags.overrides == ["a": "1", "b": "2"] && flags.maxBodyBytes == 64 << 20)
        #expect(try RequestFlags.parse(["--max-body", "none"]).maxBodyBytes == .max)
        #expect(try RequestFlags.parse([]).maxBodyBytes == nil)
        for mode in CacheMode.allCases {
            #expect(try RequestFlags.parse(["--cache", mode.rawValue]).cacheMode == mode)
        }
    }

    private static func options(_ arguments: [String]) throws -> RequestOptions {
        var options = RequestOptions()
        try ConnectionFlags.parse(arguments).apply(to: &options)
        return options
    }

    @Test(arguments: [";", "", ";;"])
    func `pins without a pin are refused, for they would allow each key`(pins: String) {
        #expect(throws: (any Error).self) { try ConnectionFlags.parse(["--pinnedpubkey", pins]) }
    }

    @Test func `each flag of the connection changes its own option`() throws {
        for (flag, version) in [
            ("--http1.0", .http1_0), ("--http1.1", .http1_1), ("--http2", .http2),
            ("--http2-prior-knowledge", .http2PriorKnowledge),
        ] as [(String, HTTPVersionPreference)] {
            #expect(try Self.options([flag]).httpVersion == version, "\(flag)")
        }
        #expect(try Self.options(["--tlsv1.2"]).tls.minimumVersion == .tls1_2)
        #expect(try Self.options(["--tlsv1.3"]).tls.minimumVersion == .tls1_3)
        #expect(try Self.options(["-4"]).connection.addressFamily == .ipv4)
        #expect(try Self.options(["--ipv6"]).connection.addressFamily == .ipv6)
        #expect(try !Self.options(["-k"]).verifiesTLS && Self.options([]).verifiesTLS)
        #expect(try Self.options(["--interface", "lo"]).connection.localAddress == "lo")
        #expect(try Self.options(["--unix-socket", "/x"]).connection.unixSocket == "/x")
        #expect(try Self.options(["--proxy", "none"]).proxy == ProxyChoice.none)
        #expect(try Self.options(["--proxy", "env"]).proxy == ProxyChoice.environment)
        #expect(try Self.options(["-x", "http://p:1"]).proxy == ProxyChoice.url("http://p:1"))
        #expect(try Self.options(["--cacert", "/dev/null"]).caFile == "/dev/null")
        #expect(try Self.options(["--capath", "/tmp"]).tls.caDirectory == "/tmp")
        #expect(throws: (any Error).self) { try Self.options(["--proxy", "ftp://p"]) }
        #expect(throws: (any Error).self) { try Self.options(["-4", "-6"]) }
        #expect(throws: (any Error).self) { try Self.options(["--http2", "--http1.1"]) }
    }

    @Test(
        arguments: [
            (["--cert", "/dev/null"], nil, nil), (["-E", "/dev/null:pw"], "pw", nil),
            (["--cert", "/dev/null:a:b"], "a:b", nil), (["--cert", "/dev/null:"], "", nil),
            (["--cert", "/dev/null:pw", "--key", "/dev/zero"], "pw", "/dev/zero"),
        ] as [([String], String?, String?)])
    func `what follows the first colon of a certificate is its password`(
        arguments: [String], password: String?, key: String?
    ) throws {
        let certificate = try #require(try Self.options(arguments).tls.clientCertificate)
        #expect(certificate == ClientCertificate(file: "/dev/null", keyFile: key, password: password))
    }

    // MARK: Exit statuses

    @Test func `a status is said in the words of its command`() {
        #expect(ExitStatus.success.meaning(for: "doctor") == "Success: nothing is wrong.")
        #expect(ExitStatus.success.meaning(for: "send") == "Success.")
        #expect(ExitStatus.failed.meaning(for: "list") == "It could not be done.")
        #expect(ExitStatus.failed.meaning(for: "compare") == "Something got worse.")
        #expect(ExitStatus.usage.meaning(for: "send").hasSuffix(", no request, a variable without a value."))
        #expect(ExitStatus.usage.meaning(for: "").hasSuffix(", no request; send: a variable without a value."))
        #expect(ExitStatus.usage.meaning(for: "run").hasSuffix(", no request."))
        #expect(ExitStatus.interrupted.meaning(for: "send") == "Interrupted by ^C, or cancelled.")
        for category in ErrorCategory.allCases where category != .cancelled {
            #expect(ExitStatus(category).meaning(for: "send") == "\(category.rawValue): \(category.title).")
        }
        for command in ["", "send", "history"] { #expect(ExitStatus.used(by: command) == ExitStatus.allCases) }
        #expect(
            ExitStatus.used(by: "run") == [.success, .failed, .usage, .hungUp, .interrupted, .readerLeft, .terminated])
    }

    @Test func `a failure counts by its category, by its checks, or always`() throws {
        func record(_ category: ErrorCategory?, failedChecks: Int = 0, isExcused: Bool = false) -> RunRecord {
            let error = category.map { EngineError(category: $0, sentence: "No.", hint: "Look.") }
            let results = (0..<failedChecks).map { _ in
                CheckResult(text: "c", line: 1, verdict: .failed, expected: "e")
            }
            return RunRecord(
                RunSchedule.Item(round: 0, step: 0),
                .failed(F.exchange(error: error), CheckReport(results: results, excusesError: isExcused)))
        }
        func counts(_ failOn: [String], _ record: RunRecord) throws -> Bool {
            try RecordingFlags.parse(failOn.flatMap { ["--fail-on", $0] }).counts(record)
        }
        #expect(try counts([], record(.dns)) && counts([], record(nil, failedChecks: 1)))
        #expect(try counts(["dns"], record(.dns)) && counts(["tls", "dns"], record(.dns)))
        #expect(try !counts(["tls"], record(.dns)) && !counts(["check"], record(.dns)))
        #expect(try counts(["check"], record(nil, failedChecks: 1)) && !counts(["dns"], record(nil, failedChecks: 1)))
        #expect(try counts(["dns"], record(.dns, failedChecks: 1)))
        #expect(try !counts(["dns"], record(.dns, failedChecks: 1, isExcused: true)), "the checks asked for the error")
        #expect(try counts(["check"], record(.dns, failedChecks: 1, isExcused: true)))
        let passed = RunRecord(RunSchedule.Item(round: 0, step: 0), .passed(F.exchange(), CheckReport()))
        #expect(try !counts([], passed) && !counts(["check"], passed))
        let skipped = RunRecord(RunSchedule.Item(round: 0, step: 0), .skipped(nil))
        #expect(try !counts([], skipped))
    }

    // MARK: Themes

    @Test(arguments: [
        ("auto", "any background", "any"), ("standard", "any background", "any"), ("nord", "dark", "dark"),
        ("solarized-light", "light", "light"),
    ])
    func `a theme is for dark, for light or for any background, which is one word in JSON`(
        name: String, kind: String, word: String
    ) {
        let entry = ThemesCommand.Entry(name: name, scheme: Themes(user: []).scheme(named: name))
        #expect(entry.kind == kind)
        let beginning = #"{"name":"\#(name)","kind":"\#(word)","path":null,"repairs":["#
        #expect(entry.json.text.hasPrefix(beginning), "\(entry.json.text)")
        // Nothing is known of a background that is the terminal's.
        #expect(word != "any" || entry.json.text == beginning + "]}")
    }

    // MARK: Words that are no command

    @Test func `a word that is no command, file or folder is refused with the nearest command`() {
        func said(_ words: [String]) -> String? {
            do throws(CommandFailure) {
                if words.first == "help" {
                    try Apitui.refuseUnknownHelp(words)
                } else {
                    try Apitui.refuseUnknownWord(words.first)
                }
                return nil
            } catch { return error.sentences.first?.string }
        }
        let lists = "'apitui --help' lists the commands."
        #expect(
            said(["snd"]) == "There is no command, file or folder 'snd'. Did you mean 'apitui send'? \(lists)")
        #expect(said(["qqqqqqqqq"]) == "There is no command, file or folder 'qqqqqqqqq'. \(lists)")
        #expect(said(["generat"]) == "There is no command, file or folder 'generat'. \(lists)", "it is not listed")
        for word in ["send", "help", "generate", "-x", "--version", "a/b", "a.http", ""] {
            #expect(said([word]) == nil, "\(word)")
        }
        #expect(said([]) == nil)
        #expect(said(["help", "snd"]) == "There is no command 'snd'. Did you mean 'send'? \(lists)")
        #expect(said(["help", "runs", "shw"]) == "There is no command 'shw'. Did you mean 'show'? \(lists)")
        for words in [["help"], ["help", "send"], ["help", "runs", "show"], ["help", "--all"], ["help", "help"]] {
            #expect(said(words) == nil, "\(words)")
        }
        #expect(said(["help", "send", "help"]) != nil)
    }
}
