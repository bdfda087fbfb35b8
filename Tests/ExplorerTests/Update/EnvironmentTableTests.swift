import Testing

@testable import Explorer
@testable import Workspace

/// The rows and columns of the environment editor, and where a change of a cell is written.
@Suite struct EnvironmentTableTests {
    private static let file = "/c/http-client.env.json"
    private static let privateFile = "/c/http-client.private.env.json"

    private static func value(
        _ environment: String, _ name: String, _ value: String? = "v", isPrivate: Bool = false
    ) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(
            value: value, reason: nil, file: isPrivate ? privateFile : file, isPrivate: isPrivate,
            path: [environment, name])
    }

    private static func table(
        used: Set<String> = [], defined: Set<String> = [], files: [EnvironmentSet.File]? = nil
    ) -> EnvironmentTable {
        let set = EnvironmentSet(
            names: ["dev", "live"],
            variables: [
                "$shared": ["lang": value("$shared", "lang", "{{region}}-x")],
                "dev": [
                    "base": value("dev", "base"), "pin": value("dev", "pin", isPrivate: true),
                    "list": value("dev", "list", nil),
                ], "live": ["base": value("live", "base")], "other": ["never": value("other", "never")],
            ],
            dotEnv: [
                "": [
                    "HOME_URL": EnvironmentSet.Variable(
                        value: "h", reason: nil, file: "/c/.env", isPrivate: true, path: ["HOME_URL"])
                ]
            ],
            files: files ?? [.init(path: privateFile, isPrivate: true), .init(path: file, isPrivate: false)])
        return EnvironmentTable(set, used: used, defined: defined, root: "/c")
    }

    /// Why a change is not made.
    private static func stop(_ change: () throws(EditStop) -> Void) -> String? {
        do throws(EditStop) {
            try change()
            return "it was made"
        } catch { return error.sentence }
    }

    @Test(
        arguments: [
            ("{{a}} {{ b }} {{%c}} {{a}}", ["a", "b", "c"]),
            ("{{$guid}} {{$dotenv KEY}} {{$processEnv %HOME}} {{$processEnv HOME}}", ["KEY"]),
            ("{{login.response.body.$.x}} {{x.y}} {{x[0]}} {{f(x)}}", []), ("{{a b}} {{}} {{ }}", []), ("{a} {{a}", []),
            ("{{a\n}} {{b}}", ["b"]), ("{{{c}}}", ["c"]), ("{{a{{b}}", ["b"]), ("é{{ö}}", ["ö"]), ("", []),
            ("{{" + String(repeating: "x", count: 199) + "}}", [String(repeating: "x", count: 199)]),
            ("{{" + String(repeating: "x", count: 203) + "}}", []),
        ] as [(String, Set<String>)])
    func `what is between braces is a name where it can only be one`(text: String, names: Set<String>) {
        #expect(EnvironmentTable.names(in: Array(text.utf8)) == names)
    }

    @Test func `rows are what environments have and what something uses, columns the environments`() {
        let table = Self.table(used: ["base", "token", "$variables", "made"], defined: ["made"])
        #expect(table.columns == ["$shared", "dev", "live"])
        #expect(table.names == ["HOME_URL", "base", "lang", "list", "pin", "region", "token"])
        #expect(table.isUnused("pin") && table.isUnused("HOME_URL") && !table.isUnused("base"))
        #expect(!table.isUnused("region"), "a value uses it")
        var grown = table
        grown.add("key")
        grown.add("base")
        #expect(grown.names == ["HOME_URL", "base", "key", "lang", "list", "pin", "region", "token"])
    }

    @Test func `a name is missing where something uses it and neither the environment nor all have it`() {
        let table = Self.table(used: ["base", "token", "lang", "pin", "HOME_URL"])
        func missing(_ name: String) -> [Bool] { table.columns.map { table.isMissing(name, $0) } }
        #expect(missing("token") == [false, true, true] && table.isMissing("token"))
        #expect(missing("pin") == [false, false, true] && table.isMissing("pin"))
        #expect(missing("base") == [false, false, false] && !table.isMissing("base"))
        #expect(missing("lang") == [false, false, false], "all environments have it")
        #expect(missing("HOME_URL") == [false, false, false], "it is in .env")
        #expect(missing("list") == [false, false, false], "nothing uses it")
        let alone = EnvironmentTable(EnvironmentSet(), used: ["a"], defined: [], root: "/c")
        #expect(alone.columns == ["$shared"] && alone.isMissing("a", "$shared"))
    }

    @Test func `what requests of other environments use is neither missing here nor unused`() {
        let table = EnvironmentTable(
            EnvironmentSet(names: ["dev"], variables: ["dev": ["pin": Self.value("dev", "pin")]]),
            used: ["pin", "token", "elsewhere"], needed: ["token"], defined: [], root: "/c")
        #expect(table.names == ["pin", "token"])
        #expect(table.isMissing("token") && !table.isMissing("elsewhere") && !table.isUnused("pin"))
    }

    @Test func `a value is changed where it is, and a new one stands beside its like`() throws {
        let table = Self.table()
        #expect(
            try table.edit("base", "dev", to: "new")
                == EnvironmentFileEdit(file: Self.file, path: ["dev", "base"], value: "new", expected: "v"))
        #expect(
            try table.edit("pin", "dev", to: "new")
                == EnvironmentFileEdit(file: Self.privateFile, path: ["dev", "pin"], value: "new", expected: "v"))
        #expect(
            try table.edit("HOME_URL", "$shared", to: "new")
                == EnvironmentFileEdit(file: "/c/.env", path: ["HOME_URL"], value: "new", expected: "h"))
        #expect(
            try table.edit("size", "live", to: "1")
                == EnvironmentFileEdit(file: Self.file, path: ["live", "size"], value: "1", isNew: true))
        // What is a secret by its name, or private in another environment, is private here.
        for name in ["password", "pin"] {
            #expect(
                try table.edit(name, "live", to: "1")
                    == EnvironmentFileEdit(file: Self.privateFile, path: ["live", name], value: "1", isNew: true))
        }
        #expect(
            Self.stop { () throws(EditStop) in _ = try table.edit("list", "dev", to: "1") }
                == "list has a value of another kind there; change it in the file.")
    }

    @Test func `without a file of its kind the first value makes one, in the folder of the others or the root`() throws
    {
        let none = EnvironmentTable(EnvironmentSet(), used: [], defined: [], root: "/c")
        #expect(
            try none.edit("size", "$shared", to: "1")
                == EnvironmentFileEdit(
                    file: Self.file, path: ["$shared", "size"], value: "1", isNew: true, makesFile: true))
        let set = EnvironmentSet(names: ["dev"], files: [.init(path: "/c/sub/x.env.json", isPrivate: false)])
        let below = EnvironmentTable(set, used: [], defined: [], root: "/c")
        #expect(
            try below.edit("token", "dev", to: "1")
                == EnvironmentFileEdit(
                    file: "/c/sub/http-client.private.env.json", path: ["dev", "token"], value: "1", isNew: true,
                    makesFile: true))
        #expect(
            try below.edit("size", "dev", to: "1")
                == EnvironmentFileEdit(file: "/c/sub/x.env.json", path: ["dev", "size"], value: "1", isNew: true))
    }

    @Test func `a value moves to the file of the other kind, which is made if it is not there`() throws {
        let there = try Self.table().move("base", "dev")
        #expect(
            there.edit
                == EnvironmentFileEdit(file: Self.privateFile, path: ["dev", "base"], value: "v", isNew: true))
        #expect(there.source == .environmentFile(Self.file, path: ["dev", "base"], value: "v"))
        let back = try Self.table().move("pin", "dev")
        #expect(back.edit == EnvironmentFileEdit(file: Self.file, path: ["dev", "pin"], value: "v", isNew: true))
        #expect(back.source == .environmentFile(Self.privateFile, path: ["dev", "pin"], value: "v"))
        let alone = Self.table(files: [.init(path: Self.file, isPrivate: false)])
        #expect(try alone.move("base", "dev").edit.makesFile && !alone.move("pin", "dev").edit.makesFile)
        let only = "Only values of JSON environment files move between public and private."
        #expect(Self.stop { () throws(EditStop) in _ = try Self.table().move("HOME_URL", "$shared") } == only)
        let none = "There is no value of none here."
        #expect(Self.stop { () throws(EditStop) in _ = try Self.table().move("none", "$shared") } == none)
        #expect(
            Self.stop { () throws(EditStop) in _ = try Self.table().move("list", "dev") }
                == "list has a value of another kind there; change it in the file.")
    }

    @Test func `a value is removed if it is still what was seen`() throws {
        #expect(
            try Self.table().removal("base", "live")
                == EnvironmentFileEdit(file: Self.file, path: ["live", "base"], value: "", expected: "v"))
        let only = "Only values of JSON environment files can be deleted here."
        #expect(Self.stop { () throws(EditStop) in _ = try Self.table().removal("HOME_URL", "$shared") } == only)
        #expect(
            Self.stop { () throws(EditStop) in _ = try Self.table().removal("pin", "live") }
                == "There is no value of pin here.")
    }
}
