import Foundation
import TestSupport
import Testing

/// Every command names a file in the same way.
@Suite struct FileNameTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write("import ./sub/b.http\n### one\n# @note x\nGET http://a.test/{{gone}}\n", to: "c/a.http")
        try home.write("### two\n# @name two\nGET http://a.test/{{gone}}\n", to: "c/sub/b.http")
    }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    @Test(arguments: ["c", "./c", "c/", "."]) func `a file of a folder is named as the folder was`(path: String)
        async throws
    {
        let prefix = path == "." ? "c/" : path.hasSuffix("/") ? path : path + "/"
        for command in ["list", "lint", "run"] {
            let run = try await apitui(command, path)
            for name in ["a.http:", "sub/b.http:"] {
                #expect(
                    run.text.contains("\n         \(prefix)\(name)") || "\n\(run.text)".contains("\n\(prefix)\(name)"),
                    "\(command): \(run.text)")
            }
            let json = try await apitui(command, path, "--json")
            for name in ["a.http", "sub/b.http"] {
                #expect(json.text.contains("\"\(prefix)\(name)\""), "\(command): \(json.text)")
            }
        }
    }

    @Test(arguments: ["c/a.http", "./c/a.http"]) func `a single file is named as it was given`(path: String)
        async throws
    {
        #expect(try await apitui("list", path).text.hasPrefix("\(path):4  GET one"))
        #expect(try await apitui("lint", path).text.contains("\(path):4: error E7"))
        #expect(try await apitui("run", path).text.contains("\n         \(path):4: request-build"))
        #expect(try await apitui("send", "\(path)#one").errorText.contains("\(path):4: {{gone}}"))
    }

    @Test func `an imported file is named like the one that imports it`() async throws {
        try home.write("import ./sub/b.http\n### one\n# @ref two\nGET http://a.test/\n", to: "c/a.http")
        let plan = try await apitui("send", "c/a.http#one", "--plan")
        #expect(plan.text.contains("c/sub/b.http:3") && plan.text.contains("c/a.http:4"), "\(plan.text)")
    }

    @Test func `an imported file is named from here though it is not below this folder`() async throws {
        try home.write("import ./sub/b.http\n### one\n# @ref two\nGET http://a.test/\n", to: "c/a.http")
        try home.write("", to: "work/empty")
        for path in ["../c", "./../c", home.path + "/c"] {
            let plan = try await ProgramRun.run(
                BuiltProgram.path, ["send", "\(path)/a.http#one", "--plan"],
                environment: BuiltProgram.environment(home: home), folder: home.path + "/work")
            #expect(
                plan.text.contains("\(path)/sub/b.http:3") && plan.text.contains("\(path)/a.http:4"), "\(plan.text)")
        }
    }

    @Test func `a broken environment file is named from here`() async throws {
        try home.write("{", to: "c/http-client.env.json")
        for command in [["run", "c"], ["lint", "c"], ["send", "c/a.http#one"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, command, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(
                (run.text + run.errorText).split(separator: "\n").contains {
                    $0.replacing("apitui: ", with: "").hasPrefix("c/http-client.env.json:1")
                },
                "\(command)")
        }
    }

    @Test(arguments: [
        ["cache", "list"], ["cache", "show", "http://a.test/"], ["cache", "clear"], ["auth", "list"],
        ["auth", "forget", "--all"], ["trust", "list"], ["trust", "add", "c"],
        ["send", "http://a.test/", "--keep-tokens"],
        ["run", "c", "--keep-tokens"],
    ])
    func `without a home folder a command that needs one says so in one sentence`(command: [String]) async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, command, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], folder: home.path)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(run.errorText.hasPrefix("apitui: There is no "), "\(run.errorText)")
        #expect(run.errorText.hasSuffix(" nor HOME names a folder.\n"), "\(run.errorText)")
    }
}
