import Foundation
import Glibc
import TestSupport
import Testing

/// Completion by the built program: in bash, and in zsh and fish where they are installed.
@Suite(.timeLimit(.minutes(5))) struct CompletionCommandTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write(
            "# @name list\n# @tag smoke\nGET https://a.example/\n\n###\n# @name create it\n# @tag slow\nPOST https://a.example/\n",
            to: "api/orders.http")
        try home.write("# @name only\nGET https://a.example/\n", to: "api/users.http")
        try home.write(#"{"dev": {"host": "x"}, "staging": {"token": "secret"}}"#, to: "api/http-client.env.json")
        try home.write("x", to: "api/notes.txt")
    }

    private func environment() -> [String: String] {
        // Without the settings of whoever runs the tests.
        BuiltProgram.environment(home: home, adding: ["INPUTRC": "/dev/null"])
    }

    /// What bash would put in: runs the function of the script with the line and the cursor at its end.
    private func bash(_ line: String, folder: String? = nil) async throws -> [String] {
        let program = BuiltProgram.path
        let script = """
            source <('\(program)' completions bash)
            compopt() { echo "compopt $*"; }
            COMP_LINE='\(line.replacing("'", with: "'\\''"))'
            COMP_POINT=${#COMP_LINE}
            _apitui '\(program)' '' ''
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await ProgramRun.run(
            "/bin/bash", ["--norc", "-c", script], environment: environment(), folder: folder ?? "\(home.path)/api")
        #expect(run.errorText.isEmpty, "\(run.errorText)")
        return run.text.split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, flags and values`() async throws {
        #expect(try await bash("apitui do") == ["doctor"])
        #expect(try await bash("apitui send --pl") == ["--plan"])
        #expect(try await bash("apitui export x --to h") == ["httpie", "har"])
        #expect(try await bash("apitui --env st") == ["staging"])
        #expect(try await bash("apitui run . --tag s") == ["slow", "smoke"])
        #expect(try await bash("apitui runs sh") == ["show"])
    }

    @Test func `bash completes what compare sends in two environments, as that of run`() async throws {
        #expect(try await bash("apitui compare --env dev --env staging ") == ["orders.http", "users.http"])
        #expect(try await bash("apitui compare --env=dev --env=staging o") == ["orders.http"])
        #expect(try await bash("apitui compare api --env st", folder: home.path) == ["staging"])
        #expect(try await bash("apitui compare api --tag s", folder: home.path) == ["slow", "smoke"])
        #expect(try await bash("apitui compare api --skip-tag sl", folder: home.path) == ["slow"])
    }

    @Test func `demo has the environments of the samples, or those of its path`() async throws {
        #expect(try await bash("apitui demo --env d") == ["development"])
        #expect(try await bash("apitui demo api --env d", folder: home.path) == ["dev"])
    }

    @Test func `bash completes files and the requests in them, as it reads them`() async throws {
        #expect(try await bash("apitui run ") == ["orders.http", "users.http"])
        #expect(try await bash("apitui send o") == ["orders.http#list", "orders.http#create\\ it"])
        #expect(try await bash("apitui send orders.http#c") == ["orders.http#create\\ it"])
        #expect(try await bash("apitui send 'orders.http#create i") == ["orders.http#create it"])
        #expect(try await bash("apitui send a", folder: home.path) == ["compopt -o nospace", "api/"])
        #expect(try await bash("apitui send api/users.http#", folder: home.path) == ["api/users.http#only"])
    }

    @Test func `bash is given what it replaces: the text after a character that breaks words`() async throws {
        #expect(try await bash("apitui run . --report=ht") == ["compopt -o nospace", "html="])
        #expect(try await bash("apitui log status:5") == ["5xx", "500"])
    }

    @Test func `files of flags are left to bash`() async throws {
        #expect(try await bash("apitui send x -o f") == ["compopt -o default"])
        #expect(try await bash("apitui import x --into f") == ["compopt -o dirnames"])
    }

    @Test func `a hostile name is text, in the shell and on the terminal`() async throws {
        try home.write(
            "# @name $(touch pwned)\nGET https://a.example/\n\n###\n# @name \u{1B}[2Jx\nGET https://a.example/\n",
            to: "api/bad.http")
        let words = try await bash("apitui send bad.http#")
        #expect(words == ["bad.http#\\$\\(touch\\ pwned\\)"])
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/api/pwned"))
    }

    /// Runs the hidden command as zsh's script does.
    private func reply(_ words: String..., folder: String? = nil) async throws -> [String] {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["complete", "zsh"] + words, environment: environment(),
            folder: folder ?? "\(home.path)/api")
        #expect(run.status == 0 && run.errorText.isEmpty)
        return run.text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func `nothing is written, waited for or opened, whatever is completed`() async throws {
        mkfifo("\(home.path)/api/pipe.http", 0o600)
        mkfifo("\(home.path)/api/.env", 0o600)
        try FileManager.default.createDirectory(
            atPath: "\(home.path)/state/apitui", withIntermediateDirectories: true)
        mkfifo("\(home.path)/state/apitui/log.sqlite", 0o600)
        func names() -> [String] {
            (FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []).sorted()
        }
        let before = names()
        for words in [
            ["send", "pipe.http#"], ["run", "--tag", ""], ["--env", ""], ["runs", "show", ""], ["cache", "show", ""],
            ["log", "host:"], ["history", "show", ""], ["auth", "forget", ""], ["send", "https://a.example/x"],
            ["coverage", ""], ["explain", "e"], ["themes", "show", ""], ["trust", "remove", ""],
        ] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["complete", "fish"] + words, environment: environment(),
                folder: "\(home.path)/api")
            #expect(run.status == 0 && run.errorText.isEmpty, "\(words)")
        }
        #expect(names() == before)
    }

    @Test func `what was recorded, logged and cached is offered`() async throws {
        try await StubServer.with(.status(200, headers: [("Cache-Control", "max-age=600")])) { server in
            try home.write("# @name one\nGET \(server.url)/path?token=hidden\n", to: "api/orders.http")
            let environment = environment()
            for arguments in [["send", "orders.http"], ["run", "orders.http", "--as", "before"]] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, arguments, environment: environment, folder: "\(home.path)/api")
                #expect(run.status == 0, "\(run.errorText)")
            }
        }
        #expect(try await reply("runs", "show", "b").contains { $0.hasPrefix("whole\tbefore\t") })
        #expect(try await reply("runs", "show", "la").first?.hasPrefix("whole\tlast\t") == true)
        #expect(try await reply("compare", "la").first?.hasPrefix("whole\tlast\t") == true)
        #expect(try await reply("compare", "--env", "dev", "--env", "staging", "la") == [])
        #expect(try await reply("compare", "or") == ["whole\torders.http\t"], "no run begins so")
        #expect(try await reply("log", "host:1").first == "whole\thost:127.0.0.1\t")
        let cached = try await reply("cache", "show", "http")
        #expect(cached.count == 1 && cached[0].contains("/path?token="))
        #expect(!cached[0].contains("hidden"))
        #expect(try await reply("history", "show", "").first?.hasPrefix("whole\t2\tGET") == true)
    }

    @Test func `a description offers its operations`() async throws {
        try home.write(
            #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {}}}}}"#,
            to: "api/openapi.json")
        #expect(try await reply("send", "openapi.json#").contains { $0.hasPrefix("whole\topenapi.json#listPets\t") })
    }

    @Test(arguments: [(0, true), (1, false)])
    func `the requests of a file are offered up to 2 MiB`(more: Int, isOffered: Bool) async throws {
        let text = "# @name big\nGET https://a.example/\n\n{"
        try home.write(text + String(repeating: " ", count: (2 << 20) - text.utf8.count + more), to: "api/big.http")
        #expect(try await reply("send", "big.http#").contains { $0.contains("big.http#big") } == isOffered)
    }

    @Test func `other arguments are an error as before`() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["complete"], environment: environment(), folder: home.path)
        #expect(run.status == 2)
    }

    private static func installed(_ name: String) -> String? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first(where: FileManager.default.isExecutableFile)
    }

    @Test(.enabled(if: installed("fish") != nil)) func `fish offers the same words`() async throws {
        let fish = try #require(Self.installed("fish"))
        let program = BuiltProgram.path
        let folder = (program as NSString).deletingLastPathComponent
        let script = """
            set -x PATH \(folder) $PATH
            apitui completions fish | source
            complete -C 'apitui send orders.http#'
            complete -C 'apitui doc'
            complete -C 'apitui export x --to h'
            """
        let run = try await ProgramRun.run(
            fish, ["--no-config", "-c", script], environment: environment(), folder: "\(home.path)/api")
        let words = run.text.split(separator: "\n").map { $0.split(separator: "\t")[0] }
        #expect(words.contains("orders.http#list") && words.contains("doctor"), "\(run.text) \(run.errorText)")
        #expect(words.contains("httpie") && words.contains("har") && !words.contains("curl"))
    }

    @Test(.enabled(if: installed("zsh") != nil)) func `zsh puts in the same words`() async throws {
        let zsh = try #require(Self.installed("zsh"))
        let folder = (BuiltProgram.path as NSString).deletingLastPathComponent
        // A shell in a pseudo-terminal, in which Tab is pressed. What it reads as the line is printed after the keys.
        let script = """
            zmodload zsh/zpty
            zpty shell '\(zsh) -f -i'
            zpty -w shell 'PS1=; PATH=\(folder):$PATH; autoload -U compinit; compinit -u -D'
            zpty -w shell 'source <(apitui completions zsh); echo rea""dy'
            local text line
            while zpty -r shell line; do text+=$line; [[ $text == *ready$'\\r\\n'* ]] && break; done
            for keys in 'send orders.http#c' 'doc' 'send x -o not'; do
                zpty -w -n shell "apitui $keys"$'\\t'
                zpty -w -n shell $'\\C-aprint -r -- \\C-e :do""ne\\n'
                text=
                while zpty -r shell line; do text+=$line; [[ $text == *':done'$'\\r\\n'* ]] && break; done
                print -r -- ${${text%:done*}##*$'\\n'}
            done
            zpty -d shell
            """
        let run = try await ProgramRun.run(
            zsh, ["-f", "-c", script], environment: environment(), folder: "\(home.path)/api")
        let lines = run.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines == ["apitui send orders.http#create it", "apitui doctor", "apitui send x -o notes.txt"],
            "\(run.errorText)")
    }
}
