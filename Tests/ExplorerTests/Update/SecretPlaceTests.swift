import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// A secret typed on the Vars tab goes to the private file.
@Suite struct SecretPlaceTests {
    private static let publicFile = "/c/http-client.env.json"
    private static let privateFile = "/c/http-client.private.env.json"

    private func variable(_ value: String, _ path: [String], isPrivate: Bool = false)
        -> EnvironmentSet.Variable
    {
        EnvironmentSet.Variable(
            value: value, reason: nil, file: isPrivate ? Self.privateFile : Self.publicFile,
            isPrivate: isPrivate,
            path: path)
    }

    /// A robot on the first row of the Vars tab of a request.
    private func robot(
        _ use: VariableUse?, unresolved: String? = nil, text: String = "GET http://h/{{token}}\n",
        hasPrivateFile: Bool = false, environment: String? = "dev"
    ) -> Robot {
        let robot = Robot(files: [("a.http", text)], environment: environment)
        robot.press(.enter)
        var set = Robot.environments
        set.variables["dev"] = [
            "token": variable("t0ken-5", ["dev", "token"]),
            "reference": variable("{{x}}", ["dev", "reference"]),
        ]
        set.variables[EnvironmentSet.shared] = ["apiKey": variable("k3y-value", ["$shared", "apiKey"])]
        set.files = [.init(path: Self.publicFile, isPrivate: false)]
        if hasPrivateFile { set.files.append(.init(path: Self.privateFile, isPrivate: true)) }
        robot.tell(.environmentsLoaded(folder: "/c", set))
        let names =
            unresolved.map { [UnresolvedVariable(name: $0, line: 1, reason: "no variable of that name")] }
            ?? []
        robot.lookUp(use.map { [$0] } ?? [], unresolved: names)
        _ = robot.take()
        return robot
    }

    private let token = VariableUse(
        name: "token", value: "t0ken-5",
        source: .environment(name: "dev", file: SecretPlaceTests.publicFile, isPrivate: false))

    private func moved(_ robot: Robot) -> SecretMove? {
        for case .moveSecret(let move) in robot.take() { return move }
        return nil
    }

    @Test func `a secret that is being typed is in no recovery copy, and no copy is made for it`() {
        let gone = VariableUse(
            name: "gone", value: "s3cret", source: .environment(name: "dev", file: Self.privateFile, isPrivate: true),
            isSecret: true)
        for use in [token, gone] {
            let robot = robot(use)
            robot.press("e")
            robot.type("-s3cret")
            #expect(robot.typed != nil, "the field is open")
            robot.wait(.seconds(60))
            robot.tick()
            #expect(robot.copyUnsaved().isEmpty)
            #expect(robot.recoveryCopies.isEmpty)
        }
    }

    // MARK: A secret that others can see

    @Test func `a secret of a public file is moved, and the form says so`() throws {
        let robot = robot(token)
        robot.press("e")
        #expect(
            robot.screen.contains("Enter moves it to http-client.private.env.json")
                && robot.screen.contains("(new, for you") && robot.screen.contains("Tab: leave it in"))
        robot.type("6")
        robot.press(.enter)
        let move = try #require(moved(robot))
        #expect(
            move.edit
                == EnvironmentFileEdit(
                    file: Self.privateFile, path: ["dev", "token"], value: "t0ken-56", isNew: true,
                    makesFile: true))
        #expect(
            move.source == .environmentFile(Self.publicFile, path: ["dev", "token"], value: "t0ken-5"))
        robot.tell(.secretMoved(move, .moved))
        #expect(
            robot.footer.contains(
                "token is in http-client.private.env.json, and no longer in http-client.env.json."))
    }

    @Test func `a comment that still has a value of a moved secret is named`() throws {
        let robot = robot(token)
        robot.press("e", .enter)
        let move = try #require(moved(robot))
        robot.tell(.secretMoved(move, .left(line: 4)))
        let end = "no longer in http-client.env.json. A comment still has a value of it: http-client.env.json:4."
        #expect(robot.toastText == "token is in http-client.private.env.json, and \(end)")
    }

    @Test func `Enter moves it as it is; leaving the field moves nothing`() throws {
        let robot = robot(token)
        robot.press("e", .enter)
        #expect(moved(robot)?.edit.value == "t0ken-5")
        robot.press("e", .control("s"))
        #expect(
            !robot.takeNames().contains { $0.hasPrefix("moveSecret") || $0.hasPrefix("saveVariable") })
        robot.press("e", .escape)
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `with Tab it stays where it is, and with another Tab it does not`() {
        let robot = robot(token)
        robot.press("e")
        #expect(robot.footer.contains("Tab leave it"), "\(robot.footer)")
        robot.press(.tab)
        #expect(robot.footer.contains("Tab private file"), "\(robot.footer)")
        #expect(robot.screen.contains("Enter leaves it in http-client.env.json, which others may see."))
        robot.type("6")
        robot.press(.enter)
        #expect(robot.takeNames().first == "saveVariable dev.token = t0ken-56")
        robot.press("e", .tab, .tab, .enter)
        #expect(robot.takeNames() == ["moveSecret dev.token to \(Self.privateFile)"])
    }

    @Test func `a private file that exists is taken, and the environment that holds the secret`() {
        let shared = VariableUse(
            name: "apiKey", value: "k3y-value", source: .shared(file: Self.publicFile, isPrivate: false))
        let robot = robot(shared, hasPrivateFile: true)
        robot.press("e", .enter)
        let move = moved(robot)
        #expect(move?.edit.path == ["$shared", "apiKey"] && move?.edit.file == Self.privateFile)
        // An existing file may be a link; only a new one must not be.
        #expect(move?.edit.makesFile == false)
        #expect(!robot.screen.contains("(new"))
    }

    @Test func `of several private files the nearest one is taken`() {
        let robot = robot(token)
        var set = Robot.environments
        set.variables["dev"] = ["token": variable("t0ken-5", ["dev", "token"])]
        set.files = [
            .init(path: Self.publicFile, isPrivate: false), .init(path: Self.privateFile, isPrivate: true),
            .init(path: "/http-client.private.env.json", isPrivate: true),
        ]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        _ = robot.take()
        robot.press("e", .enter)
        #expect(moved(robot)?.edit.file == Self.privateFile)
    }

    @Test func `names of other variables and other names stay where they are`() {
        let reference = VariableUse(
            name: "token", value: "t0ken-5",
            source: .environment(name: "dev", file: Self.publicFile, isPrivate: false))
        let robot = robot(reference)
        robot.press("e", .control("u"))
        robot.type("{{x}}")
        #expect(robot.screen.contains("Names of variables are not secret"))
        robot.press(.enter)
        #expect(robot.takeNames().first == "saveVariable dev.token = {{x}}")
    }

    @Test func `u takes back the secret that was written last, and no value before it`() throws {
        let robot = robot(nil, unresolved: "clientSecret", text: "GET http://h/{{clientSecret}}\n")
        let earlier = EnvironmentFileEdit(file: Self.publicFile, path: ["dev", "base"], value: "2", expected: "1")
        robot.tell(.variableSaved(earlier, problem: nil))
        robot.press("e")
        robot.type("abc")
        robot.press(.enter)
        let move = try #require(moved(robot))
        robot.tell(.secretMoved(move, .moved))
        _ = robot.take()
        robot.press("u")
        #expect(robot.takeNames() == ["removeVariable dev.clientSecret"])
        var back = EnvironmentFileEdit(file: move.edit.file, path: move.edit.path, value: "", expected: "abc")
        back.isRemoval = true
        robot.tell(.variableRemoved(back, problem: nil))
        #expect(robot.toastText?.contains("The edit of clientSecret") == true, "\(robot.footer)")
        _ = robot.take()
        robot.press("u")
        #expect(robot.takeNames() == ["saveVariable dev.base = 1"])
    }

    @Test func `u moves a secret back to the file that it was in`() throws {
        let robot = robot(token)
        robot.press("e")
        robot.type("6")
        robot.press(.enter)
        robot.tell(.secretMoved(try #require(moved(robot)), .moved))
        robot.press("u")
        let back = try #require(moved(robot))
        #expect(
            back.edit
                == EnvironmentFileEdit(file: Self.publicFile, path: ["dev", "token"], value: "t0ken-5", isNew: true))
        #expect(back.source == .environmentFile(Self.privateFile, path: ["dev", "token"], value: "t0ken-56"))
        robot.tell(.secretMoved(back, .moved))
        #expect(robot.toastText == "The move of token to http-client.private.env.json is taken back.")
    }

    @Test func `a failed and a half-finished move are reported`() throws {
        let robot = robot(token)
        robot.press("e", .enter)
        let move = try #require(moved(robot))
        robot.tell(
            .secretMoved(
                move, .failed("\(Self.privateFile) was not saved: it is a link.")))
        #expect(robot.footer.contains("http-client.private.env.json was not saved: it is a link."))
        robot.tell(
            .secretMoved(move, .copied("\(Self.publicFile) was not saved: no.")))
        #expect(
            robot.footer.contains("and still where it was. http-client.env.json was not saved: no."))
    }

    // MARK: A secret in a request file

    private static let text = "@token = abcd\n@id = 1\n\n### a\nGET http://h/{{token}}/{{id}}\n"

    @Test func `a secret of a request file is moved, and its line goes when it is there`() throws {
        let robot = robot(
            VariableUse(name: "token", value: "abcd", source: .file(line: 1)), text: Self.text)
        robot.press("e", .enter)
        let move = try #require(moved(robot))
        // The environment has one of that name, which takes precedence.
        #expect(move.edit.path == ["dev", "token"])
        #expect(move.source == .definition("/c/a.http", line: 1, rawValue: "abcd"))
        #expect(robot.unsaved.isEmpty)
        robot.tell(.secretMoved(move, .moved))
        let text = robot.text(of: "a.http")
        #expect(text == "@id = 1\n\n### a\nGET http://h/{{token}}/{{id}}\n")
        #expect(robot.footer.contains("^S writes a.http without its line."))
        robot.press("u")
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `a secret of a file that is imported is moved out of that file`() throws {
        let files = [
            ("a.http", "# @import b.http\nGET http://h/{{token}}\n"), ("b.http", "@token = abcd\n\nGET http://h/b\n"),
        ]
        let robot = Robot(files: files)
        robot.press(.enter)
        var set = EnvironmentSet(names: ["dev"])
        set.files = [.init(path: Self.publicFile, isPrivate: false)]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.lookUp([VariableUse(name: "token", value: "abcd", source: .imported(file: "b.http", line: 1))])
        _ = robot.take()
        robot.press("e")
        #expect(robot.words(.request).contains("Tab: leave it in b.http."), "\(robot.screen)")
        robot.press(.enter)
        let move = try #require(moved(robot))
        // What a file defines holds in all environments.
        #expect(move.edit.path == ["$shared", "token"] && move.edit.file == Self.privateFile)
        #expect(move.source == .definition("/c/b.http", line: 1, rawValue: "abcd"))
        robot.tell(.secretMoved(move, .moved))
        #expect(!robot.text(of: "b.http").contains("token") && robot.text(of: "a.http") == files[0].1)
        #expect(robot.footer.contains("^S writes b.http without its line."), "\(robot.footer)")
    }

    @Test func `names of variables stay in the public file when a secret is typed over them`() throws {
        let robot = robot(token)
        var set = Robot.environments
        set.variables["dev"] = ["token": variable("{{x}}", ["dev", "token"])]
        set.files = [.init(path: Self.publicFile, isPrivate: false)]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.lookUp([token])
        _ = robot.take()
        robot.press("e", .control("u"))
        robot.type("s3cret-6")
        #expect(robot.words(.request).contains("A secret: Enter writes it to http-client.private.env.json (new,"))
        robot.press(.tab, .enter)
        let move = try #require(moved(robot))
        #expect(move.edit.path == ["dev", "token"] && move.edit.value == "s3cret-6" && move.source == nil)
    }

    @Test func `a line that is another by then is kept`() throws {
        let robot = robot(
            VariableUse(name: "token", value: "abcd", source: .file(line: 1)), text: Self.text)
        robot.press("e", .enter)
        let move = try #require(moved(robot))
        robot.tell(
            .collectionLoaded(
                .success(Robot.folder([("a.http", Self.text.replacing("abcd", with: "other"))]))))
        robot.tell(.secretMoved(move, .moved))
        #expect(robot.footer.contains("a.http still defines it. Its line has changed."))
        #expect(robot.unsaved.isEmpty)
    }

    @Test
    func `a line that names a secret and is made one goes to the private file, and may not stay`() {
        let use = VariableUse(
            name: "auth", value: "Bearer t0ken", source: .file(line: 1), isSecret: true)
        let robot = robot(use, text: "@auth = Bearer {{token}}\n\n### a\nGET http://h/{{auth}}\n")
        robot.press("e", .control("u"))
        robot.type("literal")
        robot.press(.tab, .enter)
        #expect(robot.takeNames() == ["moveSecret $shared.auth to \(Self.privateFile)"])
    }

    // MARK: A new secret

    @Test(arguments: [("dev", "dev.password"), (nil, "$shared.password")])
    func `a secret without a value is defined in the private file only`(
        environment: String?, path: String
    ) {
        let robot = robot(nil, unresolved: "password", environment: environment)
        robot.press("e")
        robot.type("hunter22")
        #expect(robot.screen.contains("A secret: Enter writes it to http-client.private.env.json"))
        robot.press(.tab, .enter)
        #expect(robot.takeNames() == ["moveSecret \(path) to \(Self.privateFile)"])
        #expect(robot.unsaved.isEmpty)
    }

    @Test
    func
        `a new secret of a place without environment files goes to the root, one of a request's answer to the file`()
    {
        let robot = robot(nil, unresolved: "password")
        robot.tell(.environmentsLoaded(folder: "/c", EnvironmentSet()))
        robot.press("e")
        robot.type("{{login.response.body.password}}")
        robot.press(.enter)
        #expect(robot.unsaved == ["/c/a.http"])
        robot.press("u", "e")
        robot.type("hunter22")
        _ = robot.take()
        robot.press(.enter)
        #expect(robot.takeNames() == ["moveSecret dev.password to \(Self.privateFile)"])
    }

    @Test func `what is private in another environment is written to the private file, too`() throws {
        let robot = robot(nil, unresolved: "area")
        var set = EnvironmentSet(names: ["dev", "live"])
        set.variables["live"] = ["area": variable("n0rth", ["live", "area"], isPrivate: true)]
        set.files = [.init(path: Self.privateFile, isPrivate: true), .init(path: Self.publicFile, isPrivate: false)]
        robot.tell(.environmentsLoaded(folder: "/c", set))
        robot.press("e")
        robot.type("s0uth")
        _ = robot.take()
        robot.press(.enter)
        #expect(robot.takeNames() == ["moveSecret dev.area to \(Self.privateFile)"])
        #expect(robot.unsaved.isEmpty)
    }

    // MARK: git

    private let entry = IgnoreEntry(
        file: SecretPlaceTests.privateFile, ignoreFile: "/c/.gitignore",
        line: "http-client.private.env.json",
        isNew: true)

    @Test func `a private file that others can read is named once it is written, with what to do`() throws {
        let robot = robot(token, hasPrivateFile: true)
        let end = " Others can read http-client.private.env.json: 'chmod 600 http-client.private.env.json' ends that."
        let edit = EnvironmentFileEdit(file: Self.privateFile, path: ["dev", "other"], value: "n3w")
        robot.tell(.openToOthers([Self.privateFile]))
        robot.tell(.variableSaved(edit, problem: nil))
        #expect(robot.toastText == "other saved in http-client.private.env.json.\(end)")
        robot.tell(.loginSaved([edit], problem: nil))
        #expect(robot.toastText == "The login is saved in http-client.private.env.json.", "the file is private by now")
        let source = SecretMove.Source.environmentFile(Self.publicFile, path: ["dev", "token"], value: "t0ken-5")
        robot.tell(.openToOthers([Self.privateFile]))
        robot.tell(.secretMoved(SecretMove(edit: edit, source: source), .moved))
        #expect(
            robot.toastText
                == "other is in http-client.private.env.json, and no longer in http-client.env.json.\(end)")
    }

    @Test func `an entry for git is offered once for a folder`() {
        let robot = robot(token)
        robot.tell(.ignoreEntryMissing(entry))
        #expect(
            robot.screen.contains("Keep secrets out of git") && robot.screen.contains(".gitignore (new)"))
        robot.press("n")
        #expect(robot.takeNames().isEmpty)
        robot.tell(.ignoreEntryMissing(entry))
        #expect(!robot.screen.contains("Keep secrets out of git"))
        var other = entry
        other.file = "/c/sub/.env"
        robot.tell(.ignoreEntryMissing(other))
        robot.press("a")
        #expect(robot.takeNames() == ["addIgnoreEntry http-client.private.env.json to /c/.gitignore"])
        robot.tell(.ignoreEntryAdded(other, .added))
        #expect(robot.footer.contains("git ignores sub/.env now: .gitignore says so."))
    }

    @Test func `the offer waits until nothing is typed`() {
        let robot = robot(token)
        robot.press("e")
        robot.tell(.ignoreEntryMissing(entry))
        robot.type("a")
        #expect(!robot.hasDialog && robot.takeNames().isEmpty)
        robot.press(.escape)
        #expect(robot.screen.contains("Keep secrets out of git"))
    }
}
