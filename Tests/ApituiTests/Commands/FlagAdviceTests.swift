import ArgumentParser
import Testing

@testable import apitui

@Suite struct FlagAdviceTests {
    private func advice(_ message: String, _ words: String...) -> String? {
        FlagAdvice.advice(for: message, words: words)
    }

    @Test(arguments: ["-c", "--cookie-jar", "-w", "-wx", "-O", "-e", "-T", "--fail-with-body"])
    func `a flag of curl that send does not have is answered with what to write`(_ flag: String) {
        #expect(advice("Unknown option '\(flag)'", "send", flag, "http://h/")?.hasSuffix(".") == true)
    }

    @Test func `data after --json is answered with the way to send it`() {
        let said = advice("Unexpected argument '{}'", "send", "http://h/", "--json", "{}")
        #expect(said?.contains("-d '{…}' -H 'Content-Type: application/json'") == true)
        #expect(advice("Unexpected argument '{}'", "send", "http://h/", "{}") == nil)
    }

    @Test(
        arguments: [
            ("--bogus", "--jobs", nil), ("--retry", "--get", nil), ("--url", "--form", nil),
            ("--jbos", "--jobs", "--jobs"),
            ("--repot", "--report", "--report"), ("--reporter", "--report", nil),
        ] as [(String, String, String?)])
    func `a name is suggested only if it is near, and there is nothing better to say`(
        _ typed: String, _ nearest: String, _ suggested: String?
    ) {
        let said = FlagAdvice.sentence(
            "Unknown option '\(typed)'. Did you mean '\(nearest)'?", words: ["run", typed, "a.http"])
        #expect(said == "Unknown option '\(typed)'" + (suggested.map { ". Did you mean '\($0)'?" } ?? ""))
    }

    @Test(arguments: ["Missing value for '--jobs <count>'", "Unknown option '-s'", "Unknown option '--nope'", ""])
    func `other sentences of the parser stay`(_ message: String) {
        #expect(FlagAdvice.sentence(message, words: ["run"]) == message)
    }

    @Test(
        arguments: [
            ("--reporter", "--report KIND=FILE"), ("--reporters", "--report KIND=FILE"),
            ("--iterations", "--repeat COUNT"),
            ("--environment", "--env NAME"), ("-e", "--env NAME"), ("--env-var", "--var NAME=VALUE"),
            ("--vus", "--jobs COUNT"),
            ("--reporter-junit-export", "--junit FILE"), ("--rps", "--rate COUNT/s"), ("--max-time", "--timeout TIME"),
        ])
    func `a flag of another runner leads to ours`(_ flag: String, _ ours: String) {
        #expect(advice("Unknown option '\(flag)'", "run", flag, "a.http")?.contains(ours) == true)
    }

    @Test(
        arguments: [
            ["--bail"], ["--delay-request", "10ms"], ["--timeout-request", "5s"], ["--iteration-count", "2"],
            ["--iteration-data", "a.csv"], ["-n", "2"], ["--variable", "a=b"], ["--report-junit", "a.xml"],
            ["--cookies", "a"], ["--insecure"],
        ])
    func `these flags of other runners are taken`(_ words: [String]) throws {
        _ = try RunCommand.parse(words + ["a.http"])
    }

    @Test func `other mistakes and other commands get no advice of curl`() {
        #expect(advice("Unknown option '-w'", "run", "-w") == nil)
        #expect(advice("Unknown option '--nope'", "send", "--nope") == nil)
        #expect(advice("Missing value for '-X'", "send", "-X") == nil)
        #expect(advice("Unknown option", "send") == nil)
    }
}
