import Base
import CommandGuide
import Doctor
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// What the program itself says of files that it keeps, and values that completion takes from them.
@Suite struct ProgramContentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: The doctor

    private func said(_ id: String, _ text: String, path: String = "/s/x") throws -> String {
        let check = try #require(ContentCheck.program.first { $0.id == id })
        switch check.check(path, Array(text.utf8)) {
        case .fine(let what): return "fine \(what)"
        case .remark(let sentence, let advice): return "\(sentence) | \(advice)"
        case .newer(let format, let known, let effect): return "newer \(format) \(known) \(effect)"
        case .damaged(let clause, let advice, let repair): return "\(clause) | \(advice) | \(repair != nil)"
        case .unreadable(let clause): return "unreadable \(clause)"
        }
    }

    @Test func `the files that the doctor looks into have their places`() {
        let places = ContentCheck.program.map { check in
            "\(check.id) \(check.name) \(check.isConfiguration) \(check.isFolder) \(check.mostBytes) \(check.title)"
        }
        #expect(
            places == [
                "files.layouts screen.json false false 1048576 The file of layouts and open requests",
                "files.filters log-filters false false 1048576 The file of saved filters",
                "files.theme theme false false 65536 The file of the chosen theme",
                "files.settings config.yaml true false 131072 The settings",
                "files.themes themes true true 1048576 The folder of themes",
            ])
    }

    @Test func `each of these files is fine, or one sentence says what is wrong with it`() throws {
        let foreign =
            "it is not what apitui writes, or was truncated | "
            + "'apitui doctor --fix' gives it another name; layouts start again. | true"
        #expect(try said("files.layouts", "") == "fine " && said("files.layouts", "{") == foreign)
        let line = "Edit that line, or remove it; it stays as it is until then."
        #expect(try said("files.filters", "") == "fine 0 filters")
        #expect(try said("files.filters", "a status:404\n") == "fine 1 filter")
        #expect(
            try said("files.filters", "a status:404\nbroken\nalso\n")
                == "/s/x:2: A line is a name and a filter, with a space between them. | \(line)")
        #expect(
            try said("files.filters", "a status:404\nb path:/orders")
                == "/s/x:2: The line has no end, so it may have been cut and is not used. Complete it, or delete it. | \(line)"
        )
        #expect(try said("files.theme", "") == "fine " && said("files.theme", "nord\nmore") == "fine nord")
        #expect(
            try said("files.theme", "gone\n")
                == "The chosen theme 'gone' (/s/x) is not there any more, so the standard one is shown. | "
                + "Choose another one with t on the screen.")
        #expect(
            try said("files.theme", "nor")
                == "The file of the chosen theme /s/x ends in the middle of a name: choose a theme again. | "
                + "Choose another one with t on the screen.")
        #expect(try said("files.theme", "\nnord") == "fine ")
        let edit = "Edit the file; 'apitui config' lists every such line."
        #expect(try said("files.settings", "") == "fine 0 settings")
        #expect(try said("files.settings", "mouse: off\n") == "fine 1 setting")
        #expect(
            try said("files.settings", "mouse: maybe\n") == "/s/x:1:8: mouse takes on or off, not 'maybe'. | \(edit)")
        #expect(
            try said("files.settings", "mouse: off\ntheme: zz-top\nkeys:\n  undo: ^H\n")
                == "/s/x:2:1: There is no theme zz-top. 'apitui themes' lists them. (and 1 more) | \(edit)")
    }

    @Test func `what a newer apitui wrote is called newer, and is neither damaged nor misread`() throws {
        let layouts = "newer 2 1 layouts and open requests are not kept"
        #expect(try said("files.layouts", #"{"version":2,"collections":{}}"#) == layouts)
        #expect(try said("files.layouts", #"{"version":2,"coll"#) == layouts, "nobody else may tell whether it was cut")
        #expect(try said("files.layouts", "# apitui format 2\n") == layouts)
        #expect(try said("files.filters", "# apitui format 9\nbroken\n") == "newer 9 1 there are no saved filters")
        #expect(try said("files.theme", "# apitui format 9\nnord\n") == "newer 9 1 the theme is chosen automatically")
        #expect(try said("files.filters", "# apitui format 1\na status:404\n") == "fine 1 filter")
    }

    @Test func `a folder of themes is counted, and its first bad one is named`() throws {
        let lines = (0..<16).map { slot in
            "base0\(String(slot, radix: 16, uppercase: true)): \"\(slot == 0 ? "101010" : "eeeeee")\""
        }
        let path = "\(folder.path)/themes"
        #expect(try said("files.themes", "", path: path) == "fine 0 themes")
        try folder.write(lines.joined(separator: "\n"), to: "themes/mine.yaml")
        #expect(try said("files.themes", "", path: path) == "fine 1 theme")
        try folder.write("palette: [", to: "themes/broken.yaml")
        let found = try said("files.themes", "", path: path)
        #expect(found.contains("broken.yaml") && found.hasSuffix(" | Edit the file, or remove it."), "\(found)")
    }

    // MARK: Completion

    private func environments(_ argument: String, _ path: String) -> [String] {
        var context = CommandCompletion.Context()
        context.positionals[argument] = [path]
        return CompletionValues(context).candidates(.environment).map(\.value)
    }

    @Test func `the environments are those of the path, whatever the command calls it`() throws {
        try folder.write(#"{"here": {}}"#, to: "api/http-client.env.json")
        let path = try folder.write("GET http://h/\n", to: "api/a.http")
        for argument in ["url | file[#name]", "paths", "request | folder", "path", "path | url"] {
            #expect(environments(argument, path) == ["here"], "\(argument)")
            #expect(environments(argument, "\(folder.path)/api") == ["here"], "\(argument)")
        }
        for other in ["http://h/x", "-", "{{base}}/x"] { #expect(!environments("paths", other).contains("here")) }
        #expect(!environments("kind", path).contains("here"))
        var context = CommandCompletion.Context()
        context.positionals = ["paths": [path], "path": ["/nowhere/x.http"]]
        #expect(CompletionValues(context).candidates(.environment).map(\.value) == ["here"])
    }

    @Test func `what cannot be a file of requests, or is too large, offers none`() throws {
        let request = "### r\nGET http://h/\n"
        func names(_ path: String) -> [String] {
            CompletionFiles(typed: "\(path)#").requests(needsName: true).map { String($0.value.dropFirst(path.count)) }
        }
        let size = CompletionFiles.mostBytes
        let small = try folder.write(request, to: "small.http")
        #expect(names(small) == ["#r"])
        let larger = try folder.write(
            request + "#" + String(repeating: "x", count: size - request.utf8.count), to: "larger.http")
        #expect(names(larger) == [] && names(folder.path) == [])
        let tagged = try folder.write("# @tag first\nGET http://h/\n", to: "t/a.http")
        try folder.write("# @tag second\nGET http://h/\n", to: "t/b/c/d.http")
        func tags(_ paths: [String]) -> [String] {
            var found: [String] = []
            CompletionFiles(typed: "").forEachRequest(below: paths) { found += $0.settings.tags }
            return found
        }
        #expect(tags(["\(folder.path)/t"]) == ["first", "second"], "what is near is read first")
        #expect(tags([tagged, "\(folder.path)/t/b"]) == ["first", "second"])
        #expect(tags(["\(tagged)#x", "/nowhere"]) == ["first"])
    }

    @Test func `a description is looked into up to its own limit, which is lower for YAML`() throws {
        let yaml =
            "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {/a: {get: {operationId: it, responses: {}}}}\n#"
        let json =
            #"{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"operationId": "it", "responses": {}}}}}"#
        for (name, text, most) in [
            ("a.yaml", yaml, 512 << 10), ("A.YML", yaml, 512 << 10), ("a.json", json, 768 << 10),
        ] {
            for more in [0, 1] {
                let padding = String(repeating: " ", count: most - text.utf8.count + more)
                let path = try folder.write(text + padding, to: name)
                let found = names(path, .seconds(1000))
                #expect(found == (more == 0 ? ["\(path)#it"] : []), "\(name) \(more)")
            }
            let small = try folder.write(text, to: name)
            #expect(names(small, .seconds(1000)) == ["\(small)#it"] && names(small, .zero) == [], "\(name)")
        }
    }

    private func names(_ path: String, _ time: Duration) -> [String] {
        CompletionFiles(typed: "\(path)#", time: ReadingTime(time)).requests(needsName: true).map(\.value)
    }

    @Test func `requests are read until the time is over, those at the beginning first`() throws {
        let text = (0..<100).map { "### r\($0)\nGET http://h/\n\n" }.joined()
        let path = try folder.write(text, to: "long.http")
        #expect(names(path, .seconds(1000)).count == 100)
        #expect(names(path, .zero) == (0..<CompletionFiles.requestsBetweenLooks).map { "\(path)#r\($0)" })
        var count = 0
        CompletionFiles(typed: "", time: ReadingTime(.zero)).forEachRequest(below: [folder.path]) { _ in count += 1 }
        #expect(count == 0, "no folder is begun")
        CompletionFiles(typed: "", time: ReadingTime(.seconds(1000))).forEachRequest(below: [folder.path]) { _ in
            count += 1
        }
        #expect(count == 100)
    }

    @Test func `a large folder is read until the time is over, and not all of it is offered`() throws {
        for index in 0...CompletionFiles.mostFiles { try folder.write("", to: "many/r\(index).http") }
        func offered(_ typed: String, _ time: Duration) -> Int {
            CompletionFiles(typed: "\(folder.path)/many/\(typed)", time: ReadingTime(time)).files { _ in true }.count
        }
        #expect(offered("", .seconds(1000)) == CompletionFiles.mostFiles)
        #expect(offered("r99", .seconds(1000)) == 11 && offered("r1000.", .seconds(1000)) == 1)
        #expect(offered("", .zero) < CompletionFiles.entriesBetweenLooks)
    }

    // MARK: Cookies

    private func problem(_ path: String) -> String? {
        do {
            _ = try SessionCookies(file: path)
            return nil
        } catch {
            return (error as? CommandFailure)?.sentences.map(\.string).joined()
        }
    }

    @Test func `a file of cookies has the form of its content, a new one that of its name`() throws {
        let source = try folder.write("h.test\tFALSE\t/\tFALSE\t0\tsid\tabc\n", to: "c.txt")
        let cookies = try SessionCookies(file: source).jar.cookies
        for (name, isText) in [("a.txt", true), ("a.jsonl", false), ("jsonl", true), ("a.json", true)] {
            let path = "\(folder.path)/\(name)"
            let session = try SessionCookies(file: path)
            for cookie in cookies { session.jar.insert(cookie) }
            #expect(session.save() == nil)
            #expect(try folder.read(name).hasPrefix("{") == !isText, "\(name)")
            let again = try SessionCookies(file: path)
            #expect(again.jar.cookies.map(\.value) == ["abc"], "\(name)")
        }
        // The form of the content wins over the name.
        let renamed = try folder.write(try folder.read("a.jsonl"), to: "b.txt")
        #expect(try SessionCookies(file: renamed).jar.cookies.map(\.name) == ["sid"])
        let other = try folder.write("h.test\tFALSE\t/\tFALSE\t0\tsid\tabc\n", to: "b.jsonl")
        #expect(try SessionCookies(file: other).jar.cookies.map(\.name) == ["sid"])
        #expect(problem(folder.path)?.hasPrefix("\(folder.path) cannot be read: ") == true)
    }
}
