import Foundation
import Glibc
import TestSupport
import Testing

/// `apitui doctor`, on a home of its own.
@Suite(.timeLimit(.minutes(5))) struct DoctorCommandTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            var group: String
            var id: String
            var state: String
            var sentence: String
            var advice: String?
        }
        struct Fixed: Decodable {
            var done: Bool
            var sentence: String
        }

        var version: String
        var wrong: Int
        var findings: [Finding]
        var fixed: [Fixed]

        func finding(_ id: String) -> Finding? { findings.first { $0.id == id } }
    }

    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String], _ variables: [String: String] = [:]) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, ["doctor"] + arguments,
            environment: BuiltProgram.environment(home: home, adding: variables),
            folder: home.path)
    }

    private func report(_ arguments: [String] = [], _ variables: [String: String] = [:]) async throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(try await run(["--json"] + arguments, variables).output))
    }

    @Test func `without a terminal and without any file nothing is wrong, and nothing is written`() async throws {
        let run = try await run([], ["EDITOR": "sh", "PAGER": "cat"])
        #expect(run.status == 0, "\(run.text)")
        #expect(run.text.contains("not a terminal, so nothing can be said about the screen"))
        for title in ["Terminal", "Locale", "Programs", "Libraries", "Certificates and proxies", "Files of apitui"] {
            #expect(run.text.split(separator: "\n").contains(Substring(title)))
        }
        #expect(run.text.contains("libcurl ") && run.text.contains("SQLite ") && run.text.contains("ncurses "))
        #expect(run.errorText.hasPrefix("Nothing is wrong"))
        #expect(try home.names() == [])
    }

    @Test func `what is wrong ends with status 1, a sentence and what to do`() async throws {
        let run = try await run([], ["EDITOR": "no-such-editor", "LC_ALL": "C", "SSL_CERT_FILE": "/no/such/file"])
        #expect(run.status == 1)
        #expect(run.text.contains("  wrong  The editor 'no-such-editor' (variable EDITOR) is not in PATH.\n"))
        #expect(run.text.contains("         Set EDITOR to a program that is installed.\n"))
        #expect(run.text.contains("The file of authorities /no/such/file (SSL_CERT_FILE) does not exist."))
        #expect(run.errorText == "apitui: 2 things are wrong.\n", "the locale matters on the screen alone")
    }

    @Test(arguments: ["", "C"]) func `without a terminal and UTF-8 nothing is wrong`(locale: String) async throws {
        let run = try await run([], ["EDITOR": "sh", "PAGER": "cat", "LC_ALL": locale])
        #expect(run.status == 0, "\(run.text)")
        #expect(run.text.contains("  note   The character set is ANSI_X3.4-1968"), "\(run.text)")
    }

    @Test func `in a terminal a locale without UTF-8 is wrong`() throws {
        let terminal = try PseudoTerminal(
            ["doctor", "--json"],
            environment: ["TERM=dumb", "HOME=\(home.path)", "LC_ALL=C", "EDITOR=sh", "PAGER=cat"])
        #expect(terminal.end() == 1)
        #expect(terminal.text.contains(#""id":"locale","state":"wrong""#), "\(terminal.text)")
    }

    @Test func `the advice about a program is about what names it`() async throws {
        try home.write("pager: no-such-pager\n", to: "config/apitui/config.yaml")
        let found = try await report([], ["EDITOR": "sh", "PAGER": "cat"])
        #expect(found.finding("pager")?.sentence == "The pager 'no-such-pager' (config.yaml:1) is not in PATH.")
        #expect(found.finding("pager")?.advice == "Change pager in \(home.path)/config/apitui/config.yaml.")
        let variable = try await report([], ["APITUI_EDITOR": "no-such-editor", "EDITOR": "sh", "APITUI_PAGER": "cat"])
        #expect(variable.finding("editor")?.advice == "Set APITUI_EDITOR to a program that is installed.")
        #expect(variable.finding("pager")?.state == "ok", "the variable of the setting goes before the file")
    }

    @Test func `the password of a proxy is not printed`() async throws {
        for arguments in [[], ["--json"]] {
            let run = try await run(arguments, ["https_proxy": "http://ann:s3cret@proxy.example:3128"])
            #expect(run.text.contains("proxy.example:3128") && !(run.text + run.errorText).contains("s3cret"))
        }
    }

    @Test func `half-written files of each kind are found, fixed on demand, and nothing is lost`() async throws {
        let variables = ["EDITOR": "sh", "PAGER": "cat"]
        let files = [
            "state/apitui/screen.json": #"{"version": 1, "coll"#, "state/apitui/tokens/a.json": #"{"access_tok"#,
            "state/apitui/log.sqlite": "SQLite format 3 but no more", "cache/apitui/cache.sqlite": "xxxxxxxx",
            "state/apitui/descriptions/a.json": "{", "state/apitui/trust": "/tm",
            "config/apitui/config.yaml": "theme: [", "config/apitui/themes/mine.yaml": "base00: \"12",
            "state/apitui/log-filters": "broken", "state/apitui/theme": "no-such-theme\n",
            "state/apitui/recovery/1-1-0-a.http.recovery":
                "# apitui recovery version=2 base=1-a length=90 path=/c/a.http\nGET /\n",
            "state/apitui/trash/1-0/manifest.json": #"{"version":1,"fr"#,
            "cache/apitui/schemas/1-a.graphql": "type Q {",
        ]
        for (name, text) in files {
            try home.write(text, to: name)
            chmod("\(home.path)/\(name)", 0o600)
        }
        chmod("\(home.path)/state/apitui", 0o755)
        let before = try await report([], variables)
        for id in ["layouts", "tokens", "log", "cache", "descriptions", "trust", "recovery", "schemas"]
            .map({ "files.\($0)" })
        {
            #expect(before.findings.contains { $0.id == id && $0.state == "wrong" && $0.advice != nil }, "\(id)")
        }
        for id in ["files.settings", "files.themes", "files.filters", "files.theme"] {
            #expect(before.finding(id)?.state == "note", "\(id) \(before.finding(id)?.sentence ?? "")")
        }
        #expect(
            before.findings.contains { $0.id == "files.trash" && $0.sentence.contains("1-0/manifest.json was cut") })
        for (name, text) in files { #expect(try home.read(name) == text, "\(name) changed without --fix") }
        let after = try await report(["--fix"], variables)
        #expect(after.fixed.count > 5 && after.fixed.allSatisfy(\.done), "\(after.fixed)")
        #expect(after.findings.filter { $0.state == "wrong" }.map(\.id) == ["files.trust"], "only its owner can tell")
        #expect(try home.permissions("state/apitui") == 0o700)
        for name in [
            "screen.json", "tokens/a.json", "log.sqlite", "descriptions/a.json", "recovery/1-1-0-a.http.recovery",
        ] {
            #expect(try home.read("state/apitui/\(name).damaged") == files["state/apitui/\(name)"], "\(name)")
        }
        #expect(try home.read("cache/apitui/schemas/1-a.graphql.damaged") == "type Q {")
        for name in ["config/apitui/config.yaml", "state/apitui/trust", "state/apitui/log-filters"] {
            #expect(try home.read(name) == files[name], "\(name) is the user's to edit")
        }
    }

    @Test func `what is found in kept files, and what is fixed, is said as it was recorded`() async throws {
        let variables = ["EDITOR": "sh", "PAGER": "cat"]
        let files: [String: String] = [
            "state/apitui/screen.json": #"{"version": 1, "coll"#, "state/apitui/tokens/a.json": #"{"access_tok"#,
            "state/apitui/trust": "/tmp\n", "state/apitui/log-filters": "bad status:500\nbroken\n",
            "state/apitui/theme": "no-such-theme\n", "cache/apitui/cache.sqlite": "xxxxxxxx",
            "config/apitui/config.yaml": "theme: none\nmouse: maybe\nkeys:\n  bogus: q\n",
            "config/apitui/themes/mine.yaml": "base00: \"12",
        ]
        for (name, text) in files {
            try home.write(text, to: name)
            chmod("\(home.path)/\(name)", name.hasSuffix("trust") ? 0o644 : 0o600)
        }
        for folder in ["state", "cache", "config"] { chmod("\(home.path)/\(folder)/apitui", 0o755) }
        for folder in ["state/apitui/tokens", "config/apitui/themes"] { chmod("\(home.path)/\(folder)", 0o755) }
        var parts: [(name: String, text: String)] = []
        func add(_ arguments: [String], _ text: String, _ run: ProgramRun) {
            // The notes about the machine are counted, too.
            let said = run.errorText.replacing(/\d+ notes?/, with: "some notes")
            let whole = "status \(run.status)\n\(text)\n--\n\(said)"
            parts.append((arguments.joined(separator: " "), whole.replacing(home.path, with: "HOME")))
        }
        for arguments in [[], ["--fix"], []] {
            let run = try await run(arguments, variables)
            let start = try #require(run.text.range(of: "Files of apitui"), "\(run.text)").lowerBound
            add(["doctor"] + arguments, String(run.text[start...]), run)
        }
        // The folder of the state is open again.
        chmod("\(home.path)/state/apitui", 0o755)
        for arguments in [["--json"], ["--json", "--fix"]] {
            let run = try await run(arguments, variables)
            let file = try home.write(run.output, to: "found.json")
            let query = #"$["wrong","fixed","findings"][?@.group == "files" || @.done == true]"#
            let found = try await ProgramRun.run(
                BuiltProgram.path, ["query", query, file], environment: BuiltProgram.environment(home: home))
            add(["doctor"] + arguments, found.text, run)
        }
        try Recorded.expect(parts, in: "program-doctor")
    }

    @Test func `what was fixed is listed at the end, and is not wrong any more`() async throws {
        let variables = ["EDITOR": "sh", "PAGER": "cat"]
        try home.write("", to: "state/apitui/log-filters")
        chmod("\(home.path)/state/apitui/log-filters", 0o644)
        chmod("\(home.path)/state/apitui", 0o755)
        let found = try await run([], variables)
        #expect(found.status == 1 && found.errorText.hasPrefix("apitui: ") && found.errorText.hasSuffix(" wrong.\n"))
        #expect(!found.text.contains("\nFixed\n"))
        let fixed = try await run(["--fix"], variables)
        #expect(fixed.status == 0, "\(fixed.text)\(fixed.errorText)")
        let lines = fixed.text.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.drop { $0 != "Fixed" }.dropFirst().dropLast()
        #expect(!rest.isEmpty && rest.allSatisfy { $0.hasPrefix("  done   ") }, "\(fixed.text)")
        #expect(Set(rest).count == rest.count, "each once")
        #expect(!fixed.text.contains("  wrong  "))
        let again = try await run(["--fix"], variables)
        #expect(again.status == 0 && !again.text.contains("\nFixed\n"))
        #expect(again.errorText.wholeMatch(of: /Nothing is wrong \(\d+ notes?\)\.\n/) != nil, "\(again.errorText)")
    }

    @Test func `in a terminal it asks what that is, and waits for no response`() throws {
        let terminal = try PseudoTerminal(
            ["doctor"],
            environment: [
                "TERM=xterm-256color", "HOME=\(home.path)", "LC_ALL=C.UTF-8", "COLORTERM=truecolor", "EDITOR=sh",
                "PAGER=cat",
            ])
        // The questions come first; this terminal gives its name.
        terminal.expect("\u{1B}[c")
        terminal.type("\u{1B}P>|test(1)\u{1B}\\\u{1B}[?62;4c")
        terminal.expect("It is test(1); pictures are drawn by sixels")
        #expect(terminal.end() == 0)
        let silent = try PseudoTerminal(
            ["doctor"],
            environment: ["TERM=xterm-256color", "HOME=\(home.path)", "LC_ALL=C.UTF-8", "EDITOR=sh", "PAGER=cat"])
        silent.expect("did not respond when it was asked")
        #expect(silent.end() == 0)
    }

    private struct Place: Sendable {
        var variables: [String]
        var said: [String]
        /// Whether it is asked what it is, and whether it draws pictures; nil if it is asked nothing.
        var isAskedForPictures: Bool?
    }

    private static let places: [Place] = [
        Place(
            variables: ["TERM=xterm-256color", "COLORTERM=24bit"],
            said: [
                "TERM is 'xterm-256color', which terminfo knows.", "The terminal has 80 columns and 24 rows.",
                "It has true colour.", "It reports the mouse.",
                "Copies go to the clipboard by the terminal (OSC 52), which cannot say that it worked.",
                "It responds, but does not say its name; pictures are drawn by sixels.",
            ], isAskedForPictures: true),
        Place(
            variables: ["TERM=xterm-256color", "COLORTERM=yes", "NO_COLOR=", "TMUX=", "STY=", "SSH_CONNECTION="],
            said: ["It has 256 colours; themes are drawn in the nearest ones."], isAskedForPictures: true),
        Place(
            variables: ["TERM=xterm-256color", "NO_COLOR=1"],
            said: ["NO_COLOR is set, so nothing is drawn in colour."], isAskedForPictures: true),
        Place(
            variables: ["TERM=xterm-256color", "COLORTERM=truecolor", "TMUX=x", "SSH_CONNECTION=y"],
            said: [
                "It has true colour.", "Copies go to the clipboard by tmux.",
                "Between the program and the terminal: tmux, ssh; it decides what gets through.",
            ], isAskedForPictures: false),
        Place(
            variables: ["TERM=xterm-256color", "COLORTERM=truecolor", "STY=x"],
            said: [
                "It has 256 colours; themes are drawn in the nearest ones.",
                "Between the program and the terminal: GNU screen; it decides what gets through.",
            ], isAskedForPictures: false),
        Place(
            variables: ["TERM=dumb"],
            said: [
                "TERM is 'dumb', which cannot draw a screen.",
                "There is no way to the clipboard: copies go into a file.",
            ]),
        Place(
            variables: ["TERM=no-such-kind"],
            said: [
                "TERM is 'no-such-kind', which terminfo on this machine does not know.",
                "Copies go to the clipboard by the terminal (OSC 52), which cannot say that it worked.",
            ]),
    ]

    @Test(arguments: places.indices) func `what is said of a terminal follows from its variables`(index: Int) throws {
        let place = Self.places[index]
        let terminal = try PseudoTerminal(
            ["doctor"],
            environment: ["HOME=\(home.path)", "LC_ALL=C.UTF-8", "EDITOR=sh", "PAGER=cat"] + place.variables)
        if place.isAskedForPictures != nil {
            terminal.expect("\u{1B}[c")
            terminal.type("\u{1B}[?62;4c")
        }
        #expect(terminal.end() == (place.isAskedForPictures == nil ? 1 : 0))
        for sentence in place.said { #expect(terminal.text.contains(sentence), "\(sentence)\n\(terminal.text)") }
        #expect(terminal.text.contains("\u{1B}_G") == (place.isAskedForPictures == true))
        #expect(terminal.text.contains("\u{1B}[c") == (place.isAskedForPictures != nil))
        #expect(terminal.text.contains("Between the program") == place.said.contains { $0.hasPrefix("Between") })
    }

    @Test func `the version names the libraries after its number`() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["--version"], environment: BuiltProgram.environment(home: home))
        let lines = run.text.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 4)
        #expect(lines[0].allSatisfy { $0.isNumber || $0 == "." }, "scripts read the first line")
        #expect(lines[1].hasPrefix("libcurl ") && lines[2].hasPrefix("HTTP/1.1") && lines[3].hasPrefix("gzip (zlib "))
    }
}
