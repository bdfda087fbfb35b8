import ArgumentParser
import Base
import CommandGuide
import HTTPFormat
import NetEngine
import RequestExport
import Runs
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// What commands make of the files and the flags that they are given.
@Suite struct CommandInputTests {
    private let folder = ScratchFolder()

    private func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CommandFailure)?.sentences.map(\.string).joined(separator: "\n") ?? "\(error)"
        }
    }

    private static let tagged = """
        ### one
        # @tag smoke
        GET http://h/1

        ### two
        # @tag manual
        GET http://h/2

        ### three
        # @tag slow
        GET http://h/3

        """

    // MARK: Targets of a run

    private func targets(_ paths: [String], _ flags: [String] = []) throws -> (targets: RunTargets, plan: ReplayPlan) {
        let targets = try RunTargets(
            paths, try SelectionFlags.parse(flags), isTrusted: true, kept: KeptChanges(nil))
        let planner = SendPlanner(references: .first) {
            targets.loaded.context(for: $0, environment: nil, overrides: [:])
        }
        return (targets, ReplayPlan(targets.loaded.folders, planner: planner, selection: targets.selection))
    }

    @Test func `a run of which nothing is left says what the selection left out`() throws {
        let path = folder.write("a.http", Self.tagged)
        func said(_ flags: [String], _ path: String) throws -> String? {
            let (targets, plan) = try targets([path], flags)
            return targets.nothing(plan)?.sentences.map(\.string).joined()
        }
        #expect(try said([], path) == nil && said(["--tag", "smoke"], path) == nil)
        #expect(
            try said(["--tag", "none"], path)
                == "No request is left: 3 requests did not match. The tags are manual, slow, smoke.")
        #expect(try said(["--filter", "none"], path) == "No request is left: 3 requests did not match.")
        let manual = "Name what you want (FILE#NAME), or use --tag manual."
        #expect(
            try said(["--filter", "two"], path)
                == "No request is left: 2 requests did not match, and 1 request has the tag manual. \(manual)")
        let other = folder.write("b.http", "# @tag manual\nGET http://h/1\n\n###\n# @tag manual\nGET http://h/2\n")
        #expect(try said([], other) == "No request is left: 2 requests have the tag manual. \(manual)")
        let plain = folder.write("c.http", "GET http://h/1\n")
        #expect(
            try said(["--tag", "x"], plain)
                == "No request is left: 1 request did not match. No request has a tag (# @tag).")
    }

    @Test(arguments: ["-#two", "-:3", "-"])
    func `standard input is not sent together with files`(word: String) throws {
        let path = folder.write("a.http", Self.tagged)
        for words in [[path, word], [word, path]] {
            #expect(
                failure { _ = try targets(words) }
                    == "'\(word)' is read from standard input, which is not sent together with files; "
                    + "a request of a file is FILE#NAME.")
        }
    }

    @Test func `requests are named by FILE#NAME, unless their file is given whole, too`() throws {
        let path = folder.write("a.http", Self.tagged)
        let named = try targets(["\(path)#two", "\(path)#three"])
        #expect(named.targets.selection.named == [path: [1, 2]])
        #expect(named.plan.steps.map(\.request.id) == ["two", "three"], "also one that is to be sent by hand")
        let whole = try targets([path, "\(path)#two"])
        #expect(whole.targets.selection.named == [:] && whole.plan.steps.map(\.request.id) == ["one", "three"])
        #expect(
            failure { _ = try targets(["http://h/x"]) }
                == "'run' takes files and folders; 'apitui send http://h/x' sends a URL.")
        let flags = try targets([path], ["--tag", "slow", "--tag", "manual", "--skip-tag", "slow"])
        #expect(flags.plan.steps.map(\.request.id) == ["two"])
    }

    @Test func `the head of a run has its settings`() throws {
        func settings(_ flags: [String]) throws -> RunHead.Settings {
            RunHead(
                id: "i", name: "n", paths: ["p"], environment: "e", steps: [], pace: try PaceFlags.parse(flags),
                jobs: 7,
                rounds: 9, rows: 3, cache: "reload", shard: nil
            ).settings
        }
        var expected = RunHead.Settings()
        (expected.jobs, expected.rounds, expected.cache) = (7, 9, "reload")
        #expect(try settings([]) == expected)
        (expected.data, expected.rows) = ("x.csv", 3)
        #expect(try settings(["-d", "x.csv"]) == expected)
        (expected.rounds, expected.duration, expected.rate) = (nil, .seconds(60), 5)
        #expect(try settings(["-d", "x.csv", "--duration", "1m", "--rate", "5"]) == expected)
    }

    // MARK: Files beside the requests

    @Test func `rules are those beside the requests, or those that were named`() throws {
        let path = folder.write("a.http", "GET http://h/\n")
        #expect(try ComparisonRulesFile(besides: [path]).path == nil)
        let gone = "\(folder.path)/gone"
        let missing = #expect(throws: (any Error).self) { try ComparisonRulesFile(named: gone) }
        #expect("\(missing.map { "\($0)" } ?? "")".contains("--rules \(gone): there is no such file."))
        let rules = folder.write("compare.rules", "# @compare-ignore $.a\n")
        for given in [path, "\(path)#one", folder.path] {
            let found = try ComparisonRulesFile(besides: [given])
            #expect(found.path == rules, "\(given)")
        }
        #expect(try ComparisonRulesFile(named: rules).path == rules)
        folder.write("compare.rules", "oops\n")
        #expect(throws: (any Error).self) { try ComparisonRulesFile(besides: [path]) }
        // The folder of the request goes before the root of its collection, and both before that of another path.
        let inner = folder.write("sub/b.http", "GET http://h/\n")
        folder.write("compare.rules", "# @compare-ignore $.a\n")
        // Without environments the folder itself is the root.
        #expect(try ComparisonRulesFile(besides: ["\(folder.path)/sub"]).path == nil)
        folder.write("http-client.env.json", "{}")
        #expect(try ComparisonRulesFile(besides: [inner]).path == rules)
        let own = folder.write("sub/compare.rules", "# @compare-ignore $.b\n")
        #expect(try ComparisonRulesFile(besides: [inner]).path == own)
        #expect(try ComparisonRulesFile(besides: [path, inner]).path == rules)
    }

    @Test func `cookies are read from a file, and written back if they changed`() throws {
        let text = "# mine\nh.test\tFALSE\t/\tFALSE\t0\tsid\tabc\n"
        let path = folder.write("c.txt", text)
        let session = try SessionCookies(file: path)
        #expect(session.jar.cookies.map(\.name) == ["sid"] && session.save() == nil)
        #expect(DiskFile.read(path, limit: 999) == .success(Array(text.utf8)), "nothing changed")
        let new = "\(folder.path)/new.txt"
        let other = try SessionCookies(file: new)
        #expect(other.jar.cookies.isEmpty && other.save() == nil && DiskFile.info(new) == nil)
        for cookie in session.jar.cookies { other.jar.insert(cookie) }
        #expect(other.save() == nil)
        #expect(try SessionCookies(file: new).jar.cookies.map(\.name) == ["sid"])
        let gone = "\(folder.path)/no/c.txt"
        #expect(
            failure { _ = try SessionCookies(file: gone) }
                == "\(gone) cannot be made: there is no such folder, or it cannot be written to. Nothing was sent.")
        let bad = folder.write("bad.txt", "# c\nnot a cookie\n")
        #expect(
            failure { _ = try SessionCookies(file: bad) }
                == "\(bad):2: This line is not a cookie of a cookies.txt. Nothing was sent.")
        #expect(try SessionCookies(file: nil).save() == nil)
    }

    @Test func `an environment that no file defines is refused with those that there are`() throws {
        let path = folder.write("a.http", "GET http://h/\n")
        func said(_ name: String?) throws -> String? {
            let loaded = try LoadedCollections(paths: [path], isTrusted: true)
            return failure { try loaded.checkEnvironmentName(name) }
        }
        #expect(try said(nil) == nil)
        #expect(try said("x") == "There is no environment 'x'; there is no environment file.")
        folder.write("http-client.env.json", #"{"$shared": {"s": "1"}}"#)
        #expect(
            try said("x") == "There is no environment 'x'; the environment files define none, only shared values.")
        folder.write("http-client.env.json", #"{"dev": {"a": "1"}, "prod": {}}"#)
        #expect(try said("x") == "There is no environment 'x'; there are: dev, prod." && said("dev") == nil)
    }

    @Test(arguments: ["[1]", ""])
    func `the environments of a file that cannot be read are not known`(content: String) throws {
        let path = folder.write("a.http", "GET http://h/\n")
        let file = folder.write("http-client.env.json", content)
        func said(_ name: String) throws -> String? {
            let loaded = try LoadedCollections(paths: [path], isTrusted: true)
            return failure { try loaded.checkEnvironmentName(name) }
        }
        let unknown = "The environments of \(file) are not"
        #expect(
            try said("dev") == "No environment 'dev' was found. \(unknown) known because it cannot be read.")
        folder.write("http-client.private.env.json", #"{"prod": {"a": "1"}}"#)
        #expect(
            try said("dev")
                == "No environment 'dev' was found; there are: prod. \(unknown) all known because it cannot be read.")
        #expect(try said("prod") == nil)
    }

    @Test func `an export is called as its file or folder`() throws {
        let path = folder.write("shop/orders.http", Self.tagged)
        let one = folder.write("shop/one.http", "GET http://h/\n")
        let rows = [
            (path, "orders", false), ("\(path)#two", "orders", true), (one, "one", true),
            ("\(folder.path)/shop", "shop", false),
        ]
        for (given, name, isOne) in rows {
            let source = try ExportSource(given, isTrusted: true)
            #expect(source.name == name && source.isOneRequest == isOne, "\(given)")
        }
        let current = StandardInput.currentFolder
        #expect(LoadedCollections.fromHere("\(current)/x/y") == "x/y" && LoadedCollections.fromHere("/no/x") == "/no/x")
        #expect(LoadedCollections.fromHere(current) == current)
    }

    private static func names(_ nodes: [ExportNode]) -> [String] {
        nodes.flatMap { node in
            switch node {
            case .folder(let name, let inner): ["\(name)/"] + names(inner).map { "\(name)/\($0)" }
            case .file(let name, let items): ["\(name) \(items.count)"]
            }
        }
    }

    @Test func `an export has no file without requests, and no folder without files`() throws {
        folder.write("shop/orders.http", Self.tagged)
        folder.write("shop/notes.http", "# Only a comment\n")
        folder.write("shop/empty/values.http", "@a = 1\n")
        folder.write("shop/deep/deeper/none.http", "### Heading\n")
        folder.write("shop/full/inner/one.http", "GET http://h/\n")
        folder.write("shop/full/inner/two.http", "GRPC h/a.B/C\n")
        let source = try ExportSource("\(folder.path)/shop", isTrusted: true)
        let found = source.nodes(ExportReader(.curl, reveals: false), environment: nil, overrides: [:])
        #expect(Self.names(found.nodes) == ["full/", "full/inner/", "full/inner/one 1", "orders 3"])
        #expect(found.problems.count == 1 && found.problems.allSatisfy { $0.contains("two.http") }, "\(found.problems)")
    }

    @Test func `a time before which something is deleted is a day, an age or refused`() throws {
        #expect(
            failure { _ = try LocalTime.before("soon") }
                == "--before soon: it is not a time; write for example 7d, today or 2026-11-20.")
        #expect(try LocalTime.before("1w") < LocalTime.before("1h"))
        #expect(try LocalTime.before("2026-11-20") < LocalTime.before("2026-11-21"))
    }

    // MARK: Completion

    private func values(
        _ kind: CommandGuide.CompletionKind, _ change: (inout CommandCompletion.Context) -> Void = { _ in }
    )
        -> [String]
    {
        var context = CommandCompletion.Context()
        change(&context)
        return CompletionValues(context).candidates(kind).map { $0.value + ($0.isPartial ? "…" : "") }
    }

    @Test func `values that are always the same are completed`() {
        #expect(values(.method) == ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"])
        #expect(values(.cacheMode) == CacheMode.allCases.map(\.rawValue))
        #expect(
            values(.reportKind) == [
                "text=…", "json=…", "junit=…", "tap=…", "ctrf=…", "html=…", "har=…", "markdown=…", "github=…",
            ])
        let kinds = ["failures", "checks", "status", "latency", "contract", "removed", "body", "headers", "cache"]
        #expect(values(.worsening) == kinds)
        // What is in the list already is not offered again.
        let others = kinds.filter { $0 != "body" && $0 != "checks" }
        #expect(values(.worsening) { $0.typed = "body,checks,la" } == others.map { "body,checks,\($0)" })
        #expect(values(.worsening) { $0.typed = "body, checks,la" } == others.map { "body, checks,\($0)" })
        #expect(values(.failure) == [] && values(.comparisonReportKind) == [])
        #expect(values(.header).contains("ETag: …") && values(.term).contains("ETag"))
    }

    @Test func `environments, variables and tags are those of the first path`() {
        let path = folder.write("a.http", Self.tagged)
        folder.write("sub/b.http", "# @tag smoke\nGET http://h/\n")
        folder.write("node_modules/c.http", "# @tag no\nGET http://h/\n")
        folder.write("http-client.env.json", #"{"dev": {"a": "1"}, "prod": {"b": "2"}, "$shared": {"s": "3"}}"#)
        func given(_ kind: CommandGuide.CompletionKind, _ path: String, env: String? = nil) -> [String] {
            values(kind) {
                $0.positionals["paths"] = [path]
                $0.options["--env"] = env
            }
        }
        for place in [path, folder.path, "\(path)#one"] { #expect(given(.environment, place) == ["dev", "prod"]) }
        #expect(given(.variable, path) == ["s=…"] && given(.variable, path, env: "dev") == ["a=…", "s=…"])
        #expect(given(.tag, folder.path) == ["manual", "slow", "smoke"])
        var context = CommandCompletion.Context()
        context.positionals["paths"] = [folder.path]
        #expect(
            CompletionValues(context).candidates(.tag).map(\.help) == ["1 request", "1 request", "2 requests"])
    }

    @Test func `compare with environments takes what is sent in them, and completes for it as run does`() {
        let path = folder.write("a.http", Self.tagged)
        folder.write("sub/b.http", "# @tag deep\nGET http://h/\n")
        folder.write("http-client.env.json", #"{"dev": {"a": "1"}, "prod": {"b": "2"}}"#)
        func given(_ kind: CommandGuide.CompletionKind, typed: String = "", env: String? = nil) -> [String] {
            values(kind) {
                $0.command = "compare"
                $0.positionals["runs"] = [folder.path]
                $0.options["--env"] = env
                $0.typed = typed
            }
        }
        #expect(given(.environment) == ["dev", "prod"])
        #expect(given(.variable, env: "dev") == ["a=…"])
        #expect(given(.tag) == ["deep", "manual", "slow", "smoke"])
        #expect(given(.compared, typed: "\(folder.path)/", env: "dev") == [path, "\(folder.path)/sub/…"])
        // Before `--env` a path may be a run, and a folder of requests.
        folder.write("kept.run", "x")
        #expect(
            given(.compared, typed: "\(folder.path)/") == [path, "\(folder.path)/http-client.env.json"]
                + ["\(folder.path)/kept.run", "\(folder.path)/sub/…"])
    }

    @Test func `files, folders and the requests in them are completed`() {
        let base = folder.path
        let path = folder.write("a.http", Self.tagged)
        folder.write("b.rest", "GET http://h/x\n")
        folder.write("notes.txt", "x")
        folder.write(".hidden.http", "GET http://h/\n")
        folder.write("sub/c.http", "GET http://h/\n")
        func shown(_ candidates: [CompletionCandidate]) -> [String] {
            candidates.map { String($0.value.dropFirst(base.count + 1)) + ($0.isPartial ? "…" : "") }
        }
        func files(_ typed: String) -> [String] {
            shown(CompletionFiles(typed: "\(base)/\(typed)").files(CollectionStore.isRequestFile))
        }
        #expect(files("") == ["a.http", "b.rest", "sub/…"] && files("s") == ["sub/…"] && files("no") == [])
        #expect(files(".h") == [] && files("sub/") == ["sub/c.http"] && files("gone/") == [])
        #expect(shown(CompletionFiles(typed: "\(base)/.h").files { _ in true }) == [".hidden.http"])
        func requests(_ typed: String, needsName: Bool) -> [String] {
            shown(CompletionFiles(typed: "\(base)/\(typed)").requests(needsName: needsName))
        }
        let names = ["a.http#one", "a.http#two", "a.http#three"]
        #expect(requests("", needsName: true) == ["a.http", "b.rest", "sub/…"])
        #expect(requests("a", needsName: true) == names && requests("a", needsName: false) == ["a.http"])
        #expect(requests("a.http", needsName: false) == ["a.http"] + names)
        #expect(requests("a.http#", needsName: false) == names && requests("a.http#t", needsName: true) == names)
        #expect(requests("s", needsName: true) == ["sub/…"])
        let helps = CompletionFiles(typed: "\(path)#").requests(needsName: true).map(\.help)
        #expect(helps == ["one", "two", "three"])
        #expect(CompletionFiles(typed: "http://h/").requests(needsName: true) == [])
    }

    @Test func `a link is completed as what it leads to`() {
        let base = folder.path
        folder.write("real/c.http", "GET http://h/\n")
        folder.link("file.http", to: "\(base)/real/c.http")
        folder.link("folder", to: "real")
        folder.link("notes", to: "real/c.http")
        folder.link("nowhere", to: "gone")
        func files(_ typed: String) -> [String] {
            let found = CompletionFiles(typed: "\(base)/\(typed)").files(CollectionStore.isRequestFile)
            return found.map { String($0.value.dropFirst(base.count + 1)) + ($0.isPartial ? "…" : "") }
        }
        #expect(files("") == ["file.http", "folder/…", "real/…"])
        #expect(files("fo") == ["folder/…"] && files("folder/") == ["folder/c.http"])
    }

    @Test func `only the calls of completion scripts are answered`() {
        let reply = CompletionReply(program: CommandNode(program: Apitui.self), lists: [:])
        for words in [[], ["complete"], ["complete", "bash"], ["complete", "ksh", "x"], ["send", "bash", "x"]] {
            #expect(reply.text(words) == nil, "\(words)")
        }
        for shell in ["zsh", "fish"] {
            #expect(reply.text(["complete", shell, "them"])?.contains("themes") == true, "\(shell)")
        }
        #expect(reply.text(["complete", "bash", "apitui them", ""])?.contains("themes") == true)
        #expect(reply.text(["complete", "bash", "A=1 B=2 apitui them"])?.contains("themes") == true)
        #expect(reply.text(["complete", "zsh", "send", "--cach"])?.contains("--cache") == true)
        // After the program's name they are words like others: here the value of a flag, and a file.
        for line in ["apitui send --var a=b --cache no", "A=1 apitui send x=y --var a=b --cache no"] {
            #expect(reply.text(["complete", "bash", line]) == "whole\t0\nno-store\nno-cache\n", "\(line)")
        }
    }

    @Test func `fish passes the word as it is written, and it is completed without its quotation marks`() {
        let reply = CompletionReply(program: CommandNode(program: Apitui.self), lists: [:])
        for word in ["'them", "\"them", #"th\em"#, "'th'em"] {
            #expect(reply.text(["complete", "fish", word])?.contains("\nthemes\t") == true, "\(word)")
        }
        #expect(reply.text(["complete", "zsh", "'them"])?.contains("themes") != true, "zsh takes them away itself")
    }
}
