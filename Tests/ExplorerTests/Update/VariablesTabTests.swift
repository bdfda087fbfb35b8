import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The Vars tab: what it shows, hides and changes.
@Suite struct VariablesTabTests {
    private static let environmentFile = "/c/http-client.env.json"

    private static let environments = {
        var set = Robot.environments
        set.variables["dev"] = [
            "base": .init(
                value: "b", reason: nil, file: environmentFile, isPrivate: false, path: ["dev", "base"]),
            "token": .init(
                value: "t0ken", reason: nil, file: "/c/http-client.private.env.json", isPrivate: true,
                path: ["dev", "token"]),
        ]
        return set
    }()

    private func robot(_ uses: [VariableUse], _ unresolved: [UnresolvedVariable] = []) -> Robot {
        let robot = Robot(files: [("a.http", "@id = 1\n\n### a\nGET http://h/{{id}}/{{base}}\n")])
        robot.press(.enter)
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.lookUp(uses, unresolved: unresolved)
        _ = robot.take()
        return robot
    }

    private let id = VariableUse(name: "id", value: "1", source: .file(line: 1))
    private let base = VariableUse(
        name: "base", value: "b",
        source: .environment(name: "dev", file: VariablesTabTests.environmentFile, isPrivate: false))
    private let token = VariableUse(
        name: "token", value: "t0ken",
        source: .environment(name: "dev", file: "/c/http-client.private.env.json", isPrivate: true), isSecret: true)

    @Test func `each variable has its value and its source`() {
        let screen = robot([id, base]).screen
        #expect(screen.contains("id    1") && screen.contains("this file, line 1"))
        #expect(screen.contains("base  b") && screen.contains("env dev, http-client.env.json"))
    }

    @Test func `where a value is from gives way to it in a narrow pane`() {
        let value = String(repeating: "v", count: 24)
        let source = VariableUse.Source.environment(
            name: "dev", file: "/c/http-client.private.env.json", isPrivate: true)
        let robot = robot([VariableUse(name: "access", value: value, source: source)])
        robot.resize(80, 24)
        #expect(robot.words(.request).contains("access \(value) env dev"), "\(robot.screen)")
    }

    @Test func `a name that a request has several times is one variable`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/{{id}}/{{id}}?q={{other}}\nX-Id: {{id}}\n")])
        #expect(robot.inside(.request).first?.contains("Vars 2 ") == true, "\(robot.screen)")
    }

    @Test(arguments: ["KEY", "$dotenv KEY"])
    func `a value of a .env file is changed there, however it is named`(name: String) {
        let robot = robot([VariableUse(name: name, value: "v", source: .dotEnv(file: "/c/.env"))])
        var set = Self.environments
        set.dotEnv = ["": ["KEY": .init(value: "v", reason: nil, file: "/c/.env", isPrivate: false, path: ["KEY"])]]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.lookUp([VariableUse(name: name, value: "v", source: .dotEnv(file: "/c/.env"))])
        _ = robot.take()
        robot.press("e")
        robot.type("2")
        robot.press(.enter)
        #expect(robot.takeNames().first == "saveVariable KEY = v2", "\(robot.screen)")
    }

    @Test func `where the .env file of the environment has the name too, its value is shown and changed`() {
        let use = VariableUse(name: "KEY", value: "d", source: .dotEnv(file: "/c/.env.dev"))
        let robot = robot([use])
        var set = Self.environments
        set.dotEnv = [
            "": ["KEY": .init(value: "v", reason: nil, file: "/c/.env", isPrivate: false, path: ["KEY"])],
            "dev": ["KEY": .init(value: "d", reason: nil, file: "/c/.env.dev", isPrivate: false, path: ["KEY"])],
        ]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.lookUp([use])
        _ = robot.take()
        robot.press("e")
        #expect(robot.typed == "@KEY = d", "\(robot.screen)")
        robot.type("2")
        robot.press(.enter)
        guard case .saveVariable(let edit)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(edit.file == "/c/.env.dev" && edit.value == "d2" && edit.expected == "d")
    }

    @Test func `a value of another file is changed in the line that it had`() {
        let robot = Robot(files: [
            ("a.http", "# @import b.http\nGET http://h/{{far}}\n"), ("b.http", "@far = 1\n\nGET http://h/b\n"),
        ])
        robot.lookUp([VariableUse(name: "far", value: "1", source: .imported(file: "b.http", line: 1))])
        robot.press("e")
        guard robot.typed != nil else {
            Issue.record("nothing is edited")
            return
        }
        let disk = Array("@other = 7\n@far = 1\n\nGET http://h/b\n".utf8)
        let file = CollectionFile(
            path: "/c/b.http", relativePath: "b.http", document: HTTPDocument(bytes: disk),
            stamp: FileStamp(bytes: disk))
        let job = ReadJob(ticket: 1000, files: [.init(path: "/c/b.http", relativePath: "b.http")])
        robot.tell(.filesRead(job, [file]))
        robot.type("2")
        robot.press(.enter)
        for case .readFiles(let job) in robot.take(where: { if case .readFiles = $0 { true } else { false } }) {
            robot.tell(.filesRead(job, [file]))
        }
        let text = robot.text(of: "b.http")
        #expect(text.contains("@other = 7\n@far = 12") || robot.screen.contains("Changed here and on disk"))
        #expect(!text.contains("@other = 12"))
    }

    @Test func `the selection stays on its variable when others appear above it`() {
        let robot = robot([id, base])
        robot.press(.down)
        #expect(robot.selectedRow(.request)?.hasPrefix("base ") == true)
        robot.tell(.environmentsLoaded(folder: "/c", Robot.environments))
        robot.tell(.filesChanged(FileChange(touchesEnvironments: true)))
        let first = VariableUse(name: "a", value: "0", source: .file(line: 1))
        robot.resolveAll { job in .draft(RequestDraft(url: "http://h"), uses: [first, id, base]) }
        #expect(robot.selectedRow(.request)?.hasPrefix("base ") == true)
        robot.press("e")
        #expect(robot.typed?.hasPrefix("@base = ") == true)
    }

    @Test func `where the selected variable is gone, the row in its place is selected, or the last one`() {
        let robot = robot([id, base])
        robot.press(.down)
        for (uses, name) in [([id, token], "token"), ([id], "id")] as [([VariableUse], String)] {
            robot.tell(.environmentsLoaded(folder: "/c", Robot.environments))
            robot.tell(.filesChanged(FileChange(touchesEnvironments: true)))
            robot.resolveAll { job in .draft(RequestDraft(url: "http://h"), uses: uses) }
            #expect(robot.selectedRow(.request)?.hasPrefix("\(name) ") == true, "\(robot.screen)")
        }
    }

    @Test func `a secret is shown only when it is asked for`() {
        let robot = robot([token])
        #expect(!robot.screen.contains("t0ken"))
        robot.press("Space")
        #expect(robot.screen.contains("t0ken"))
        robot.press("Space")
        #expect(!robot.screen.contains("t0ken"))
    }

    @Test func `a value of the file is changed in the file, and nothing else of it`() {
        let robot = robot([id, base])
        robot.press("e", .control("u"))
        robot.type("42")
        robot.press(.enter)
        #expect(
            robot.text(of: "a.http")
                == "@id = 42\n\n### a\nGET http://h/{{id}}/{{base}}\n")
        #expect(robot.takeNames() == ["resolve to show"])
        robot.press("u")
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `a value of an environment is saved in its file`() {
        let robot = robot([id, base])
        robot.press("j", "e")
        robot.type("2")
        robot.press(.enter)
        #expect(robot.takeNames() == ["saveVariable dev.base = b2", "resolve to show"])
        robot.tell(
            .variableSaved(
                .init(file: Self.environmentFile, path: ["dev", "base"], value: "b2"), problem: nil))
        #expect(robot.footer.contains("base saved in http-client.env.json."))
    }

    @Test func `pasted lines stay in a value of an environment, and are joined in a line of a file with a sentence`() {
        let ofEnvironment = robot([id, base])
        ofEnvironment.press("j", "e", .control("u"))
        ofEnvironment.paste("a\nb\n")
        #expect(!ofEnvironment.footer.contains("one line"))
        ofEnvironment.press(.enter)
        #expect(ofEnvironment.takeNames().contains("saveVariable dev.base = a\nb"))
        let ofFile = robot([id, base])
        ofFile.press("e", .control("u"))
        ofFile.paste("a\nb\n")
        #expect(ofFile.footer.contains("The pasted lines are one line here, joined by spaces."))
        ofFile.press(.enter)
        #expect(ofFile.text(of: "a.http").hasPrefix("@id = a b\n"))
    }

    @Test func `a value that was not saved is there when the field is opened again`() {
        let robot = robot([id, base])
        robot.press("j", "e")
        robot.type("2")
        robot.press(.enter)
        let edit = EnvironmentFileEdit(
            file: Self.environmentFile, path: ["dev", "base"], value: "b2", expected: "b")
        #expect(robot.takeNames().first == "saveVariable dev.base = b2")
        robot.tell(
            .variableSaved(
                edit, problem: "\(Self.environmentFile) was not saved: there is no room on the disk."))
        #expect(robot.footer.contains("no room on the disk. e on it brings back what was typed."))
        robot.press("e")
        #expect(robot.typed == "@base = b2")
        robot.press(.enter)
        #expect(robot.takeNames().contains("saveVariable dev.base = b2"))
        robot.tell(.variableSaved(edit, problem: nil))
        #expect(!robot.hasUnsavedVariables)
    }

    @Test func `a written value is taken back before the edits that came before it, and made again`() {
        let robot = robot([id, base])
        robot.press("e")
        robot.type("2")
        robot.press(.enter, "j", "e")
        robot.type("2")
        robot.press(.enter)
        func write(_ words: String, _ value: String, over expected: String) {
            self.write(words, value, over: expected, robot)
        }
        write("base saved in http-client.env.json.", "b2", over: "b")
        robot.press("u")
        write("The edit of base in http-client.env.json is taken back.", "b", over: "b2")
        robot.press("U")
        write("The edit of base in http-client.env.json is made again.", "b2", over: "b")
        robot.press("u")
        write("is taken back.", "b", over: "b2")
        #expect(robot.text(of: "a.http").hasPrefix("@id = 12\n"))
        robot.press("u")
        #expect(robot.text(of: "a.http").hasPrefix("@id = 1\n"))
        #expect(robot.footer.contains("The edit of a.http is taken back."))
        robot.press("U", "U")
        #expect(robot.text(of: "a.http").hasPrefix("@id = 12\n"))
        write("is made again.", "b2", over: "b")
        // What changed on disk meanwhile is left as it is, and the next u takes the edit before it.
        robot.press("u")
        let inverse = EnvironmentFileEdit(
            file: Self.environmentFile, path: ["dev", "base"], value: "b", expected: "b2")
        robot.tell(.variableSaved(inverse, problem: "\(Self.environmentFile) was not saved: base changed there."))
        robot.press("u")
        #expect(robot.text(of: "a.http").hasPrefix("@id = 1\n"))
    }

    /// A value of `base` is asked to be written, is written, and words say so.
    private func write(
        _ words: String, _ value: String, over expected: String, _ robot: Robot,
        _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(robot.takeNames().contains("saveVariable dev.base = \(value)"), sourceLocation: place)
        let edit = EnvironmentFileEdit(
            file: Self.environmentFile, path: ["dev", "base"], value: value, expected: expected)
        robot.tell(.variableSaved(edit, problem: nil))
        #expect(robot.footer.contains(words), sourceLocation: place)
    }

    private func addToURL(_ text: String, _ robot: Robot) {
        robot.press("i", .end)
        robot.type(text)
        robot.press(.enter)
    }

    @Test func `edits and written values are made again in the reverse order of taking them back`() {
        let robot = robot([id, base])
        func target() -> String? { robot.openTarget }
        let plain = "http://h/{{id}}/{{base}}"
        addToURL("/1", robot)
        robot.lookUp([id, base])
        robot.press("j", "e")
        robot.type("2")
        robot.press(.enter)
        write("base saved", "b2", over: "b", robot)
        addToURL("/2", robot)
        #expect(target() == plain + "/1/2")
        for _ in 1...2 {
            robot.press("u")
            #expect(target() == plain + "/1")
            robot.press("u")
            write("is taken back.", "b", over: "b2", robot)
            robot.press("u")
            #expect(target() == plain)
            robot.press("U")
            #expect(target() == plain + "/1" && !robot.takeNames().contains { $0.hasPrefix("saveVariable") })
            robot.press("U")
            write("is made again.", "b2", over: "b", robot)
            #expect(target() == plain + "/1")
            robot.press("U")
            #expect(target() == plain + "/1/2")
        }
    }

    @Test func `what was made again last is taken back first, and a new edit ends what can be made again`() {
        let robot = robot([id, base])
        let plain = "http://h/{{id}}/{{base}}"
        addToURL("/1", robot)
        robot.press("u")
        robot.lookUp([id, base])
        robot.press("j", "e")
        robot.type("2")
        robot.press(.enter)
        write("base saved", "b2", over: "b", robot)
        robot.press("U")
        #expect(robot.openTarget == plain + "/1")
        robot.press("u")
        #expect(robot.openTarget == plain && !robot.takeNames().contains { $0.hasPrefix("saveVariable") })
        robot.press("u")
        write("is taken back.", "b", over: "b2", robot)
        addToURL("/2", robot)
        robot.press("U")
        #expect(robot.footer.contains("Nothing was taken back in this file."))
        #expect(robot.openTarget == plain + "/2" && !robot.takeNames().contains { $0.hasPrefix("saveVariable") })
    }

    @Test func `the palette offers to take a written value back, and to make it again`() {
        let robot = robot([base])
        #expect(!robot.offers(.undo) && !robot.offers(.redo))
        robot.press("e")
        robot.type("2")
        robot.press(.enter)
        write("base saved", "b2", over: "b", robot)
        #expect(robot.offers(.undo) && !robot.offers(.redo))
        robot.press("u")
        write("is taken back.", "b", over: "b2", robot)
        #expect(!robot.offers(.undo) && robot.offers(.redo))
    }

    @Test func `what was added is taken out again, what was taken out is put back, and the rest cannot be`() {
        func edit(_ value: String, expected: String? = nil, isNew: Bool = false) -> EnvironmentFileEdit {
            EnvironmentFileEdit(
                file: Self.environmentFile, path: ["dev", "base"], value: value, expected: expected, isNew: isNew)
        }
        typealias Change = WrittenValue.Change
        var removal = edit("", expected: "b")
        removal.isRemoval = true
        #expect(Change.saved(edit("b", isNew: true)).inverse == .removed(removal))
        #expect(Change.removed(edit("", expected: "b")).inverse == .saved(edit("b", isNew: true)))
        #expect(Change.saved(edit("b")).inverse == nil)
    }

    @Test func `a secret is typed hidden`() {
        let robot = robot([token])
        robot.press("e")
        robot.type("x")
        #expect(robot.screen.contains("******") && !robot.screen.contains("t0ken"))
        robot.press(.control("g"))
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `a name without a value can be defined`() {
        let robot = robot([], [UnresolvedVariable(name: "who", line: 4, reason: "no variable of that name")])
        #expect(robot.screen.contains("who   unresolved: no variable of that name, line 4"))
        robot.press("e")
        robot.type("me")
        robot.press(.enter)
        let text = robot.text(of: "a.http")
        #expect(text == "@id = 1\n@who = me\n\n### a\nGET http://h/{{id}}/{{base}}\n")
    }

    @Test(arguments: [
        (VariableUse.Source.dynamic, "new at each send"), (.prompt, "asked for"),
        (.request(id: "login"), "comes from the response to login"),
    ])
    func `what cannot be changed says where it comes from`(source: VariableUse.Source, words: String) {
        let robot = robot([VariableUse(name: "v", value: "x", source: source)])
        robot.press("e")
        #expect(robot.typed == nil)
        #expect(robot.footer.contains(words))
    }

    @Test func `an edit carries the value that the file had when it began`() {
        let robot = robot([id, base])
        robot.press("j", "e")
        robot.type("2")
        var set = Self.environments
        set.variables["dev"]?["base"]?.value = "changed on disk"
        robot.tell(.environmentsLoaded(folder: "/c", set))
        _ = robot.take()
        robot.press(.enter)
        guard case .saveVariable(let edit)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(edit.value == "b2" && edit.expected == "b")
    }

    @Test func `the line of a file that names a secret is typed in clear`() {
        let auth = VariableUse(name: "id", value: "Bearer t0ken", source: .file(line: 1), isSecret: true)
        let robot = robot([auth])
        #expect(robot.screen.contains("(private)"))
        robot.press("e")
        robot.type("23")
        #expect(robot.screen.contains("123"))
    }

    @Test func `messages about a send hide private values until the user reveals them`() throws {
        let robot = robot([token])
        robot.press("s")
        var job: ResolveJob?
        for effect in robot.take() { if case .resolve(let found) = effect { job = found } }
        let draft = RequestDraft(url: "http://h/?key=t0ken", headers: [HeaderField("X-Key", "t0ken")])
        let sent = try #require(job)
        #expect(sent.file.path == "/c/a.http")
        robot.tell(.resolved(sent, .draft(draft, uses: [token]), id: ExchangeID(rawValue: 9)))
        robot.tell(
            .engine(
                EngineEvent(
                    id: ExchangeID(rawValue: 9), at: Timestamp(microsecondsSince1970: 0), elapsed: .zero,
                    step: .queued(method: "GET", url: "http://h/?key=t0ken"))))
        #expect(robot.screen.contains("?key=*****") && !robot.screen.contains("t0ken"))
        robot.lookUp([token])
        robot.press("Space")
        #expect(robot.screen.contains("?key=t0ken"))
    }

    /// Sends the request, and returns what is to be resolved.
    private func sent(_ robot: Robot) throws -> ResolveJob {
        robot.press("s")
        var job: ResolveJob?
        for effect in robot.take() { if case .resolve(let found) = effect { job = found } }
        return try #require(job)
    }

    @Test func `an error in the place of a body hides private values`() throws {
        let robot = robot([token])
        let draft = RequestDraft(url: "http://t0ken.invalid/")
        let id = ExchangeID(rawValue: 9)
        robot.tell(.resolved(try sent(robot), .draft(draft, uses: [token]), id: id))
        let start = Timestamp(microsecondsSince1970: 0)
        let exchange = Exchange(
            id: id, draft: draft, startedAt: start, hops: [], timings: PhaseTimings(),
            error: EngineError(category: .protocol, sentence: "The host t0ken.invalid is gone.", hint: "Look."))
        robot.tell(.engine(EngineEvent(id: id, at: start, elapsed: .zero, step: .finished(exchange))))
        let pane = robot.inside(.response).joined(separator: "\n")
        #expect(pane.contains("The host *****.invalid is gone.") && !pane.contains("t0ken"), "\(pane)")
    }

    @Test func `the dialog that says why a request is refused hides private values`() throws {
        let robot = robot([base])
        var job = try sent(robot)
        job.uses = [token]
        let sentence = "a.http:4: Only http and https can be sent, not t0ken."
        robot.tell(.resolved(job, .refused(sentence: sentence, line: 4), id: ExchangeID(rawValue: 9)))
        #expect(robot.hasDialog && robot.screen.contains("can be sent, not *****."), "\(robot.screen)")
        #expect(!robot.screen.contains("t0ken"))
    }
}
