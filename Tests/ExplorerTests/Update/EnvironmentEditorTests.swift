import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

@Suite struct EnvironmentEditorTests {
    private static let file = "/c/http-client.env.json"
    private static let privateFile = "/c/http-client.private.env.json"

    private static func value(_ path: [String], _ value: String, isPrivate: Bool = false) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(
            value: value, reason: nil, file: isPrivate ? privateFile : file, isPrivate: isPrivate, path: path)
    }

    /// `base` in two of three environments, a private `token` in one, `old` that nothing uses, `lang` shared.
    private static let environments = EnvironmentSet(
        names: ["dev", "live", "test"],
        variables: [
            "$shared": ["lang": value(["$shared", "lang"], "en")],
            "dev": [
                "base": value(["dev", "base"], "http://dev"),
                "token": value(["dev", "token"], "s3cr3t-dev", isPrivate: true),
                "old": value(["dev", "old"], "7"),
            ],
            "live": ["base": value(["live", "base"], "http://live")],
        ], files: [.init(path: privateFile, isPrivate: true), .init(path: file, isPrivate: false)])

    private static let text = """
        ### one
        GET {{base}}/{{lang}}?t={{$timestamp}}&x={{one.response.body.$.id}}
        Authorization: Bearer {{token}}

        """

    private func robot(_ columns: Int = 120, _ rows: Int = 40) -> Robot {
        let robot = Robot(columns, rows, files: [("a.http", Self.text)])
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.press(",", "e")
        robot.effects = []
        return robot
    }

    private func row(_ robot: Robot, _ name: String) -> String {
        robot.dialog.first { $0.hasPrefix(name) } ?? ""
    }

    private func select(_ robot: Robot, _ name: String, _ column: Int) {
        robot.press("g")
        for _ in 0..<8 { robot.press("h") }
        let names = ["base", "lang", "old", "token"]
        for _ in 0..<(names.firstIndex(of: name) ?? 0) { robot.press("j") }
        for _ in 0..<column { robot.press("l") }
    }

    @Test func `variables are rows and environments columns, with what is private, unused and missing`() {
        let robot = robot()
        #expect(robot.screen.contains("$shared") && robot.screen.contains("dev") && robot.screen.contains("test"))
        #expect(row(robot, "base").contains("missing") && row(robot, "base").contains("http://live"))
        #expect(row(robot, "old").contains("unused") && !row(robot, "old").contains("missing"))
        #expect(row(robot, "lang").contains("= $shared"))
        #expect(row(robot, "token").contains("(private)") && !robot.screen.contains("s3cr3t"))
        #expect(!robot.dialog.contains { $0.hasPrefix("one") || $0.contains("timestamp") })
        robot.press(" ")
        #expect(row(robot, "token").contains("* s3cr3t-dev"))
    }

    @Test func `what requests of other folders use is not missing, nor what the shell's environment has`() {
        let robot = Robot(
            files: [
                ("below/b.http", "### below\nGET {{base}}/{{awsKey}}/{{old}}\n"),
                ("a.http", "### above\nGET {{base}}/{{$processEnv HOME}}/{{lost}}\n"),
            ])
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.selectRow("above")
        robot.press(",", "e")
        #expect(row(robot, "awsKey").isEmpty && row(robot, "HOME").isEmpty, "\(robot.screen)")
        #expect(row(robot, "lost").contains("missing"))
        #expect(!row(robot, "old").contains("unused"), "a folder below uses it")
    }

    @Test func `the server of a description that is open is not missing in other environments`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
        let robot = try Robot(opening: folder.path)
        robot.press(",", "e")
        // A parameter of a path is, unlike the server.
        #expect(robot.hasDialog && row(robot, "server").isEmpty, "\(robot.screen)")
        #expect(row(robot, "id").contains("missing"))
    }

    @Test func `at 80 columns all environments are reached, and the file of a value is named`() {
        let robot = robot(80, 24)
        select(robot, "base", 2)
        #expect(robot.screen.contains("public, in http-client.env.json"))
        robot.press("l")
        #expect(robot.screen.contains("test"))
        select(robot, "token", 1)
        #expect(robot.screen.contains("private, in http-client.private.env.json"))
    }

    @Test func `the selected value is marked over the whole width of its column`() throws {
        let robot = robot()
        func mark(_ column: Int) throws -> (start: Int, cells: [Int]) {
            select(robot, "base", column)
            let (frame, content) = (robot.frame, robot.dialogContent)
            let place = try #require(frame.selected)
            let cells = (content.x..<content.maxX).filter { frame[$0, place.y].style.role == .selection }
            return (place.x, cells)
        }
        let (first, second) = (try mark(0), try mark(1))
        // A space is between the columns.
        #expect(first.cells == Array(first.start..<second.start - 1), "\(robot.screen)")
    }

    @Test func `in 40 columns names are read, and the last row says that nothing uses one`() {
        let robot = robot(40, 12)
        #expect(["base", "lang", "old", "token"].allSatisfy { !row(robot, $0).isEmpty }, "\(robot.screen)")
        select(robot, "old", 1)
        #expect(robot.screen.contains("public, unused, in http-client"))
    }

    @Test func `a value is changed where it is, and given to an environment that lacks it`() {
        let robot = robot()
        select(robot, "base", 1)
        robot.press("e", .control("u"))
        robot.type("http://new")
        robot.press(.enter)
        #expect(robot.takeNames() == ["saveVariable dev.base = http://new"])
        select(robot, "base", 3)
        robot.press("e")
        robot.type("http://test")
        robot.press(.enter)
        guard case .saveVariable(let edit)? = robot.take().last else {
            Issue.record("nothing is saved")
            return
        }
        #expect(edit.file == Self.file && edit.path == ["test", "base"] && edit.isNew && !edit.makesFile)
    }

    @Test func `the lines of a pasted value stay lines, and so do those of a value that is only looked at`() {
        let robot = robot()
        let key = "-----BEGIN KEY-----\nMIIE\nabc=\n-----END KEY-----"
        select(robot, "base", 1)
        robot.press("e", .control("u"))
        robot.paste(key + "\n")
        #expect(robot.screen.contains("\\x0AMIIE\\x0A"))
        #expect(!robot.footer.contains("one line"))
        robot.press(.enter)
        #expect(robot.takeNames() == ["saveVariable dev.base = \(key)"])
        var environments = Self.environments
        environments.variables["dev"]?["base"] = Self.value(["dev", "base"], key)
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        robot.effects = []
        robot.press("e", .enter)
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `a value that changed on disk while another is typed is replaced only after a second Enter`() {
        let robot = robot()
        select(robot, "base", 1)
        robot.press("e")
        robot.type("/v2")
        var changed = Self.environments
        changed.variables["dev"]?["base"] = Self.value(["dev", "base"], "http://theirs")
        robot.tell(.environmentsLoaded(folder: "/c", changed))
        robot.effects = []
        robot.press(.enter)
        #expect(
            robot.takeNames().isEmpty && robot.screen.contains("! Changed on disk: Enter replaces it, Esc keeps it."))
        #expect(robot.screen.contains("base in dev  http://dev/v2"))
        robot.press(.enter)
        #expect(robot.takeNames() == ["saveVariable dev.base = http://dev/v2"])
        select(robot, "base", 1)
        robot.press("e")
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty && robot.screen.contains("public, in http-client.env.json"))
    }

    @Test func `what is typed goes to its own variable, also when rows go from the files meanwhile`() {
        let robot = robot()
        select(robot, "old", 1)
        robot.press("e")
        robot.type("8")
        var changed = Self.environments
        changed.variables["dev"]?["old"] = nil
        robot.tell(.environmentsLoaded(folder: "/c", changed))
        robot.effects = []
        #expect(robot.screen.contains("old in dev  78"))
        robot.press(.enter, .enter)
        #expect(robot.takeNames() == ["saveVariable dev.old = 78"])
        robot.press("a")
        robot.type("area")
        robot.press(.enter)
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.effects = []
        robot.type("eu")
        robot.press(.enter)
        #expect(robot.takeNames() == ["saveVariable dev.area = eu"])
    }

    @Test func `a new secret, and one that is private elsewhere, goes to the private file`() {
        let robot = robot()
        select(robot, "token", 2)
        robot.press("e")
        robot.type("t")
        robot.press(.enter)
        #expect(
            robot.take().contains {
                if case .saveVariable(let edit) = $0 { edit.file == Self.privateFile } else { false }
            })
        robot.press("a")
        robot.type("apiPassword")
        robot.press(.enter)
        robot.type("x")
        robot.press(.enter)
        #expect(
            robot.take().contains {
                if case .saveVariable(let edit) = $0 { edit.file == Self.privateFile } else { false }
            })
    }

    @Test func `a value is copied to another environment, and to all that lack it`() {
        let robot = robot()
        select(robot, "base", 1)
        robot.press("c", "P")
        #expect(robot.takeNames() == ["saveVariable test.base = http://dev"])
        select(robot, "base", 2)
        robot.press("p")
        #expect(robot.takeNames() == ["saveVariable live.base = http://dev"])
    }

    @Test func `a value that is put into several environments is written at once, and one u takes it back`() throws {
        let robot = robot()
        select(robot, "token", 1)
        robot.press("c", "P")
        guard case .saveVariables(let edits)? = robot.take().last else {
            Issue.record("nothing is saved")
            return
        }
        #expect(edits.map(\.path) == [["live", "token"], ["test", "token"]])
        #expect(edits.allSatisfy { $0.file == Self.privateFile && $0.isNew })
        robot.tell(.variablesSaved(edits, problem: nil))
        #expect(robot.toastText == "token saved in http-client.private.env.json.")
        robot.effects = []
        robot.press(.escape, "2", "u")
        #expect(robot.takeNames().contains("saveVariables test.token = , live.token = "), "\(robot.screen)")
    }

    @Test func `a copied private value is put into no file that others see`() throws {
        let robot = robot()
        var environments = Self.environments
        environments.variables["live"]?["token"] = Self.value(["live", "token"], "public-token")
        environments.variables["dev"]?["area"] = Self.value(["dev", "area"], "s3cr3t-area", isPrivate: true)
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        robot.effects = []
        robot.press("g", "j", "j", "j", "j", "h", "h", "h", "h", "l", "c", "l", "p")
        #expect(robot.screen.contains("! token of live is public"), "\(robot.screen)")
        #expect(robot.takeNames().isEmpty)
        // Nothing says any more that the variable is private, but what was copied is.
        robot.press("g", "h", "c")
        environments.variables["dev"]?["area"] = nil
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        robot.effects = []
        robot.press("l", "p")
        guard case .saveVariable(let edit)? = robot.take().last else {
            Issue.record("nothing is saved: \(robot.screen)")
            return
        }
        #expect(edit.file == Self.privateFile && edit.path == ["live", "area"] && edit.value == "s3cr3t-area")
    }

    @Test(
        arguments: [
            ("/c/.vscode/settings.json", "/c/http-client"), ("/c/my.code-workspace", "/c/http-client"),
            ("/c/sub/rest-client.env.json", "/c/sub/rest-client"), (nil, "/c/http-client"),
        ] as [(String?, String)])
    func `new values go to files that are read as environments`(known: String?, start: String) throws {
        let files = known.map { [EnvironmentSet.File(path: $0, isPrivate: false)] } ?? []
        let table = EnvironmentTable(
            EnvironmentSet(names: ["dev"], files: files), used: [], needed: [], defined: [], root: "/c")
        let open = try table.edit("base", "dev", to: "1")
        #expect(open.file == "\(start).env.json" && open.path == ["dev", "base"])
        #expect(open.makesFile == (open.file != known))
        let secret = try table.edit("token", "dev", to: "t0ken-5")
        #expect(secret.file == "\(start).private.env.json" && secret.path == ["dev", "token"] && secret.makesFile)
    }

    @Test func `a new private secret is said to be in a public file, too, where it is`() {
        let robot = robot()
        var environments = Self.environments
        environments.variables["dev"]?["token"]?.publicValue = .init(file: Self.file, line: 4)
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        for (name, end) in [
            ("token", " http-client.env.json:4 still has an old value, which others may see."), ("area", ""),
        ] {
            let edit = EnvironmentFileEdit(file: Self.privateFile, path: ["dev", name], value: "n3w")
            robot.tell(.variableSaved(edit, problem: nil))
            #expect(robot.toastText == "\(name) saved in http-client.private.env.json.\(end)")
            robot.tell(.variablesSaved([edit], problem: nil))
            #expect(robot.toastText == "\(name) saved in http-client.private.env.json.\(end)")
            robot.tell(.loginSaved([edit], problem: nil))
            #expect(robot.toastText == "The login is saved in http-client.private.env.json.\(end)")
        }
    }

    @Test func `a value moves to the private file at once, and to the public one after a question`() {
        let robot = robot()
        select(robot, "old", 1)
        robot.press("m")
        #expect(robot.takeNames() == ["moveSecret dev.old to \(Self.privateFile)"])
        select(robot, "token", 1)
        robot.press("m")
        #expect(robot.screen.contains("Move to a public file"))
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty)
        robot.press("m", "m")
        #expect(robot.takeNames() == ["moveSecret dev.token to \(Self.file)"])
    }

    @Test func `at 80 columns the frames of the editor and the picker name their keys`() {
        let robot = robot(80, 24)
        #expect(robot.screen.contains("D delete   m private   Space show") && robot.screen.contains("Esc close"))
        select(robot, "token", 1)
        #expect(robot.screen.contains("m public"))
        robot.press(.escape, ",")
        #expect(robot.screen.contains("Enter choose   n new   e edit   Esc close"))
    }

    @Test func `a long name of an environment leaves room for the mark of further ones`() {
        let robot = Robot(60, 20, files: [("a.http", Self.text)], environment: nil)
        let long = "acceptance-of-a-customer-in-eu-central-1"
        robot.tell(
            .environmentsLoaded(folder: "/c", EnvironmentSet(names: [long, "z"], variables: [long: [:], "z": [:]])))
        robot.press(",", "e", "l")
        #expect(robot.screen.contains("acceptance-of-a… >"), "\(robot.screen)")
    }

    @Test func `a value is deleted after a question`() {
        let robot = robot()
        select(robot, "old", 1)
        robot.press("D", "d")
        #expect(robot.takeNames() == ["removeVariable dev.old"])
    }

    @Test func `what cannot be done says so, and nothing is typed into a cell by accident`() {
        let robot = robot()
        select(robot, "base", 3)
        robot.press("c")
        #expect(robot.screen.contains("! There is no value here to copy."))
        robot.press("p")
        #expect(robot.screen.contains("! Nothing is copied") && robot.takeNames().isEmpty)
        robot.press("a")
        robot.type("{{x}}")
        robot.press(.enter)
        #expect(robot.screen.contains("! A name is a word"))
        robot.press(.escape, .escape)
        #expect(!robot.hasDialog)
    }

    @Test func `logins are no variables, and a value of another kind says where it can be changed`() {
        let robot = Robot(120, 40, files: [("a.http", Self.text)])
        var environments = Self.environments
        for name in ["Security", "provided"] {
            environments.variables["dev"]?[name] = EnvironmentSet.Variable(
                value: nil, reason: "it is an object", file: Self.file, isPrivate: false, path: ["dev", name])
        }
        robot.tell(.environmentsLoaded(folder: "/c", environments))
        robot.press(",", "e")
        #expect(!robot.screen.contains("Security") && robot.screen.contains("provided"))
        select(robot, "old", 1)
        robot.press("j", "D")
        #expect(robot.screen.contains("! provided has a value of another kind there; change it in the file."))
    }

    @Test func `n in the list makes an environment in the public file, which is chosen then`() {
        let robot = Robot(120, 40, files: [("a.http", Self.text)])
        robot.tell(.environmentsLoaded(folder: "/c", Self.environments))
        robot.press(",", "n")
        robot.type("dev")
        robot.press(.enter)
        #expect(robot.screen.contains("There is an environment dev already."), "\(robot.screen)")
        robot.effects = []
        robot.type("2")
        robot.press(.enter)
        guard case .saveVariable(let edit)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(
            edit
                == EnvironmentFileEdit(
                    file: Self.file, path: ["dev2"], value: "", isNew: true, isEnvironment: true))
        robot.tell(.variableSaved(edit, problem: nil))
        #expect(robot.toastText == "Environment: dev2, new in http-client.env.json.")
        #expect(robot.takeNames().contains("loadEnvironments /c"))
        robot.press("2", "u")
        #expect(robot.takeNames().contains("removeVariable dev2"), "\(robot.screen)")
    }

    @Test func `without any file the first value makes one`() {
        let robot = Robot(120, 40, files: [("a.http", "GET {{base}}/\n")])
        robot.tell(.environmentsLoaded(folder: "/c", EnvironmentSet()))
        robot.choose("Edit environments")
        robot.effects = []
        robot.press("e")
        robot.type("http://h")
        robot.press(.enter)
        guard case .saveVariable(let edit)? = robot.take().last else {
            Issue.record("nothing is saved")
            return
        }
        #expect(edit.file == Self.file && edit.path == ["$shared", "base"] && edit.makesFile)
    }
}

/// With files on disk.
@Suite(.timeLimit(.minutes(5))) struct EnvironmentEditorOnDiskTests {
    @Test func `a new environment is in the file and in the header, and other bytes stay`() async {
        let folder = ScratchFolder()
        folder.write("a.http", "### one\nGET {{base}}/1\n\n### two\nGET http://h/2\n")
        folder.write("http-client.env.json", "{\n  \"dev\": { \"base\": \"http://a\" } // mine\n}\n")
        let screen = await LiveScreen(folder.path, environment: "dev")
        await screen.act {
            $0.press(",", "n")
            $0.type("staging")
            $0.press(.enter)
        } until: {
            $0.toastText == "Environment: staging, new in http-client.env.json."
        }
        #expect(
            folder.read("http-client.env.json")
                == "{\n  \"dev\": { \"base\": \"http://a\" }, // mine\n  \"staging\": {}\n}\n")
        await screen.close()
    }

    @Test func `only the changed lines of the files change, and the screen follows`() async {
        let folder = ScratchFolder()
        folder.write("a.http", "### one\nGET {{base}}/1\n\n### two\nGET http://h/2\n")
        folder.write(
            "http-client.env.json", "{\n  \"dev\": { \"base\": \"http://a\",\n    \"x\": \"1\" },\n  \"live\": {}\n}\n")
        let screen = await LiveScreen(folder.path, environment: "dev")
        await screen.act {
            $0.choose("Edit environments")
        } until: {
            $0.screen.contains("http://a")
        }
        await screen.act {
            $0.press("g", "e", .control("u"))
            $0.type("http://b")
            $0.press(.enter)
        } until: {
            $0.dialog.contains { $0.hasPrefix("base") && $0.contains("http://b") }
        }
        #expect(
            folder.read("http-client.env.json")
                == "{\n  \"dev\": { \"base\": \"http://b\",\n    \"x\": \"1\" },\n  \"live\": {}\n}\n")
        await screen.act {
            $0.press("m")
        } until: {
            $0.dialog.contains { $0.hasPrefix("base") && $0.contains("(private)") }
        }
        #expect(folder.read("http-client.private.env.json")?.contains("http://b") == true)
        #expect(folder.read("http-client.env.json")?.contains("http://b") == false)
        await screen.act {
            $0.press("j", "D", "d")
        } until: {
            !$0.dialog.contains { $0.hasPrefix("x ") && $0.contains("1") }
        }
        #expect(folder.read("http-client.env.json")?.contains("\"x\"") == false)
        await screen.close()
    }
}
