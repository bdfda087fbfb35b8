import ArgumentParser
import TestSupport
import Testing

@testable import apitui

@Suite(.longComputation) struct FlagAdviceTests {
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

    @Test func `each flag of another program has its own advice, for the commands that lack it`() {
        let table = """
            run --reporter -> Write --report KIND=FILE, such as --report junit=junit.xml.
            run --reporters -> Write --report KIND=FILE, such as --report junit=junit.xml.
            run -r -> Write --report KIND=FILE for a report; folders are sent with all folders in them.
            run --reporter-junit -> Write --junit FILE.
            run --reporter-junit-export -> Write --junit FILE.
            run --reporter-html -> Write --html FILE.
            run --reporter-html-export -> Write --html FILE.
            run --reporter-htmlextra-export -> Write --html FILE.
            run --reporter-json -> Write --report json=FILE.
            run --reporter-json-export -> Write --report json=FILE.
            run --iterations -> Write --repeat COUNT.
            run --environment -> Write --env NAME.
            send --environment -> Write --env NAME.
            run -e -> Write --env NAME.
            send -e -> Write -H 'Referer: URL'.
            run --env-var -> Write --var NAME=VALUE.
            run --global-var -> Write --var NAME=VALUE.
            send --env-var -> Write --var NAME=VALUE.
            send --global-var -> Write --var NAME=VALUE.
            run --variables-file -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            run --globals -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            run --env-file -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            send --variables-file -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            send --globals -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            send --env-file -> Values come from http-client.env.json, .env and --var NAME=VALUE.
            run --folder -> Name the folder, the file, or a request as FILE#NAME.
            run --vus -> Write --jobs COUNT.
            run --parallel -> Write --jobs COUNT.
            run --parallelism -> Write --jobs COUNT.
            run --rps -> Write --rate COUNT/s.
            run --max-time -> Write --timeout TIME, such as 10s.
            run -m -> Write --timeout TIME, such as 10s.
            run -m5 -> Write --timeout TIME, such as 10s.
            send --timeout -> Write -m SECONDS for a URL, and # @timeout in a request file.
            send --timeout-request -> Write -m SECONDS for a URL, and # @timeout in a request file.
            run --connect-timeout -> Set the variable APITUI_CONNECT_TIMEOUT, such as 5s, or the setting connect-timeout.
            run --ssl-client-cert -> Write --cert FILE.
            send --ssl-client-cert -> Write --cert FILE.
            run --ssl-client-key -> Write --key FILE.
            send --ssl-client-key -> Write --key FILE.
            send --ssl-extra-ca-certs -> Write --cacert FILE.
            run --ssl-extra-ca-certs -> Write --cacert FILE.
            run --cookie-jar -> --cookies FILE reads cookies and keeps them.
            run -c -> --cookies FILE reads cookies and keeps them.
            run -b -> --cookies FILE reads cookies and keeps them.
            run --cookie -> --cookies FILE reads cookies and keeps them.
            run --test -> It is not needed: a run evaluates all checks.
            run --verbose -> 'apitui runs show RUN --exchange N' shows an exchange of a run, and 'apitui send -v' one request.
            run -v -> 'apitui runs show RUN --exchange N' shows an exchange of a run, and 'apitui send -v' one request.
            run --very-verbose -> 'apitui runs show RUN --exchange N' shows an exchange of a run, and 'apitui send -v' one request.
            send --folder -> none
            send --vus -> none
            run --referer -> none
            run -O -> none
            list --environment -> none
            """
        let differences = TextTable.differences(table) { line in
            let words = line.split(separator: " ").map(String.init)
            return FlagAdvice.advice(for: "Unknown option '\(words[1])'", words: words) ?? "none"
        }
        #expect(differences == [])
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
