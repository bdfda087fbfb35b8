import Glibc
import TestSupport
import Testing

/// File and folder names that are not UTF-8: one sentence names them, with the same exit status everywhere.
@Suite struct OddNameTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write("### a\nGET http://127.0.0.1:1/\n", to: "c/a.http")
    }

    /// Runs `$0 COMMAND`; the shell produces bytes that no Swift string can hold.
    private func run(_ command: String) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/bin/bash", ["-c", command, BuiltProgram.path], environment: BuiltProgram.environment(home: home),
            folder: home.path)
    }

    private static let clause = "cannot be read: its name is not UTF-8; rename it, and it can be read."

    @Test(arguments: ["list c", "list c --json", "lint c", "lint c --json", "run c", "run c --json"])
    func `a file in a folder is named, the others are read, and the status is 2`(command: String) async throws {
        let run = try await run("printf 'GET http://127.0.0.1:1/\\n' > c/$'z\\xff\u{E9}.http'; \"$0\" \(command)")
        #expect(run.status == 2)
        let told = command.contains("lint") ? run.text : run.errorText
        #expect(
            told.contains(
                command.contains("json") && command.contains("lint") ? #"z\\xFF\#u{E9}.http"# : #"z\xFF\#u{E9}.http"#))
        #expect(told.contains("its name is not UTF-8; rename it"))
        #expect(run.text.contains("a.http") || command.hasPrefix("lint"))
    }

    @Test func `a folder is named where it holds requests`() async throws {
        let without = try await run("mkdir -p c/$'d\\xfe'/e; echo x > c/$'d\\xfe'/e/notes.txt; \"$0\" list c")
        #expect(without.status == 0)
        #expect(without.errorText == "")
        let with = try await run("echo 'GET http://h/' > c/$'d\\xfe'/e/b.http; \"$0\" list c")
        #expect(with.status == 2)
        #expect(with.errorText == "apitui: c/d\\xFE/: \(Self.clause)\n")
        #expect(with.text.contains("c/a.http"))
    }

    @Test(arguments: ["list", "lint", "run", "send", "open", "demo", ""])
    func `a path that is typed is named`(command: String) async throws {
        let run = try await run("echo 'GET http://127.0.0.1:1/' > $'z\\xff.http'; \"$0\" \(command) $'z\\xff.http'")
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(
            run.errorText
                == "apitui: The argument z\\xFF.http is not UTF-8. If it is a file or folder, rename it, and it can be read.\n"
        )
    }

    @Test(arguments: ["list .", "lint .", "run .", "send a.http", "open .", "list - < a.http"])
    func `a working folder is named`(command: String) async throws {
        let run = try await run("mkdir $'w\\xff'; cp c/a.http $'w\\xff'/a.http; cd $'w\\xff'; \"$0\" \(command)")
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(run.errorText == "apitui: The current folder \(home.path)/w\\xFF \(Self.clause)\n")
    }

    @Test func `two folders whose names only look alike are two`() async throws {
        // Both names are w and U+FFFD once their bytes are repaired.
        let run = try await run(
            """
            mkdir $'w\\xff' $'w\\xfe'; ln -s $'w\\xff' one; ln -s $'w\\xfe' two; \"$0\" trust add one; \"$0\" trust list; "$0" list two
            """)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(
            run.errorText.contains("two cannot be read: it is a link, and where it leads to, its name is not UTF-8"))
    }

    // MARK: trust

    @Test(arguments: ["cr\r", "\ttab", "e\u{301}", "esc\u{1B}[31m"])
    func `a folder with controls in its name is trusted and taken back`(name: String) async throws {
        try home.write("GET http://127.0.0.1:1/\n", to: "\(name)/a.http")
        func trust(_ word: String, _ name: String) async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, ["trust", word, name], environment: BuiltProgram.environment(home: home),
                folder: home.path)
        }
        #expect(try await trust("add", name).status == 0)
        #expect(try await trust("add", "c").status == 0)
        #expect(try home.read("state/apitui/trust").utf8.elementsEqual("\(home.path)/\(name)\n\(home.path)/c\n".utf8))
        #expect(try await trust("remove", name).status == 0)
        #expect(try home.read("state/apitui/trust") == "\(home.path)/c\n")
    }

    @Test func `a folder with a line break in its name is refused`() async throws {
        try home.write("GET http://127.0.0.1:1/\n", to: "a\r\nb/a.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["trust", "add", "a\r\nb"], environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(run.status == 2)
        #expect(run.errorText == "apitui: A folder with a line break in its name cannot be trusted.\n")
    }

    // MARK: modes

    @Test func `what a response is written to is for this user alone, whatever the umask`() async throws {
        try await StubServer.with(.status(200, body: "x")) { server in
            let text = "### a\nGET \(server.url)/\n>> new/a.txt\n\n### b\nGET \(server.url)/\n>>! new/b.txt\n"
            try home.write(text, to: "c/w.http")
            let run = try await run("umask 000; \"$0\" run c/w.http --trust")
            #expect(run.status == 0, "\(run.errorText)\(run.text)")
            #expect(try home.permissions("c/new/a.txt") == 0o600)
            #expect(try home.permissions("c/new/b.txt") == 0o600)
            #expect(try home.permissions("c/new") == 0o700)
        }
    }

    // MARK: drafts

    @Test func `the next save removes what a killed one left, and nothing else`() async throws {
        let folder = "\(home.path)/state/apitui"
        let gone = Int32.max
        let old = [".trust.\(gone).1a2b3c.apitui.tmp", ".other.http.\(gone).zzzzzzz.apitui.tmp"]
        // A draft of a live process, a new one, one of the user's own, one with another mark, a folder, and one with a
        // second name.
        let kept = [
            ".trust.\(getpid()).1a2b3c.apitui.tmp", ".trust.2024.draft.tmp", "trust.\(gone).1a2b3c.apitui.tmp",
            ".trust.\(gone).1a2b3c.netengine.tmp", ".trust.\(gone).toolongforus.apitui.tmp",
            ".trust.0\(gone).1a2b3c.apitui.tmp", ".trust.\(gone).1A.apitui.tmp",
        ]
        let young = ".trust.\(gone).young.apitui.tmp"
        let linked = ".trust.\(gone).linked.apitui.tmp"
        for name in old + kept + [young, linked] { try home.write("x", to: "state/apitui/\(name)") }
        #expect(link("\(folder)/\(linked)", "\(folder)/second") == 0)
        try home.write("x", to: "state/apitui/.trust.\(gone).folder.apitui.tmp/x")
        try home.link("state/apitui/.trust.\(gone).link.apitui.tmp", to: "c/a.http")
        let hourAgo = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        for name in old + kept + [linked, ".trust.\(gone).folder.apitui.tmp"] {
            #expect(utimensat(AT_FDCWD, "\(folder)/\(name)", [hourAgo, hourAgo], 0) == 0)
        }
        let run = try await run("\"$0\" trust add c")
        #expect(run.status == 0)
        let left = try await self.run("cd state/apitui; ls -A").text.split(separator: "\n").map(String.init)
        let expected =
            kept + [
                young, linked, "second", "trust", ".trust.\(gone).folder.apitui.tmp", ".trust.\(gone).link.apitui.tmp",
            ]
        #expect(Set(left) == Set(expected))
        #expect(try home.read("c/a.http").contains("GET"))
    }

    @Test func `a report that was being written is cleared of it too`() async throws {
        let draft = "r/.r.html.\(Int32.max).1a2b3c.apitui.tmp"
        try home.write("x", to: draft)
        let hourAgo = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, "\(home.path)/\(draft)", [hourAgo, hourAgo], 0) == 0)
        let run = try await run("\"$0\" run c --report html=r/r.html > out; ls -A r")
        #expect(run.text == "r.html\n")
    }

    @Test func `a cookie file that was being written is cleared of it too`() async throws {
        try await StubServer.with(.status(200, headers: [("Set-Cookie", "a=b; Max-Age=1000")], body: "x")) { server in
            try home.write("GET \(server.url)/\n", to: "c/s.http")
            let draft = "jar/.cookies.jsonl.\(Int32.max).1a2b3c.netengine.tmp"
            try home.write("x", to: draft)
            let hourAgo = timespec(tv_sec: time(nil) - 3600, tv_nsec: 0)
            #expect(utimensat(AT_FDCWD, "\(home.path)/\(draft)", [hourAgo, hourAgo], 0) == 0)
            let run = try await run("\"$0\" send c/s.http --cookies jar/cookies.jsonl; ls -A jar")
            #expect(run.text.contains("cookies.jsonl"))
            #expect(!run.text.contains(".tmp"))
        }
    }
}
