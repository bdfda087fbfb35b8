import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What is said about environment files, which files belong together, and edits of them.
@Suite struct EnvironmentTextTests {
    private let folder = ScratchFolder()

    private func environments() -> EnvironmentSet {
        CollectionStore().environments(forFolder: folder.path, root: folder.path)
    }

    private func remarks(_ text: String, file: String = "http-client.env.json") -> [String] {
        folder.write(file, text)
        return environments().remarks.map { "\($0.id) \($0.severity) \($0.line) \($0.text)" }
    }

    @Test func `each remark says what is not followed, and what to do`() {
        #expect(
            remarks("{ // x\n\"dev\": {}}") == [
                "N14 info 1 Comments and a comma after the last value are read here and by JetBrains IDEs; Visual Studio and others that want plain JSON refuse the file"
            ])
        #expect(
            remarks(
                "{\"dev\": {\n\"token\": \"9fK2xQ7pLm3\",\n\"api\": {\"password\": \"4gT8wZ1nBv6\"}, \"secret\": \"{{t}}\"}}"
            ) == [
                "N20 warning 2 token looks like a secret but is in a file that others see; move it to http-client.private.env.json",
                "N20 warning 3 password looks like a secret but is in a file that others see; move it to http-client.private.env.json",
            ])
        #expect(
            remarks(
                "{\"dev\": {\"SSLConfiguration\": {\n\"verifyHostname\": false,\n\"verifyPeer\": true,\n\"caPath\": \"x\"}},\n"
                    + "\"live\": {\"SSLConfiguration\": {\"verifyHostname\": false, \"verifyPeer\": false}},\n"
                    + "\"test\": {\"SSLConfiguration\": {\"verifyHostname\": true}}}") == [
                    "N14 info 2 verifyHostname of SSLConfiguration is not followed here: certificates are checked with their names; \"verifyPeer\": false checks nothing",
                    "N14 info 4 caPath of SSLConfiguration is not followed here: JetBrains IDEs know it",
                    "N14 info 5 Certificates of servers are not checked in the environment live",
                ])
        #expect(
            remarks("{\"dev\": {\n\"Redact\": [\"pin\", \"a=b\", 5, \"$.user.iban\"]}}") == [
                "N14 warning 2 Redact takes names and JSON paths such as \"$.user.pin\"; this is neither: a=b",
                "N14 warning 2 Redact takes names and JSON paths such as \"$.user.pin\"; this is neither: 5",
            ])
        let hidden = environments().hidden(in: "dev")
        #expect(hidden.names == ["pin"] && hidden.paths == ["$.user.iban"])
        #expect(environments().hidden(in: nil).isEmpty)
    }

    @Test func `a value that is none has a reason`() {
        folder.write(
            "http-client.env.json",
            #"{"dev": {"z": null, "Security": {"Auth": {}}, "SSLConfiguration": {}, "v": {"provider": 5}, "w": {"provider": "K"}, "n": {"Security": {"a": 1}}}}"#
        )
        let set = environments()
        let reasons = ["z", "Security", "SSLConfiguration", "v", "w"].map { set.variables["dev"]?[$0]?.reason }
        #expect(
            reasons == [
                "its value is null", "it holds logins; {{$auth.token(\"name\")}} gives their tokens",
                "SSLConfiguration says how servers are verified; it has no value",
                "values from the secret provider are not supported",
                "values from the secret provider K are not supported",
            ])
        #expect(set.variables["dev"]?["n.Security.a"]?.value == "1", "only at the top it is a setting")
        #expect(["z", "Security", "v"].map { set.variables["dev"]?[$0]?.isSetting } == [false, true, false])
    }

    @Test func `an unreadable file keeps the names that it defines without values`() {
        folder.write("http-client.env.json", "{\"dev\": {\"a\": 1,\n \"b\": {\"c\": 2} \"d\": 3}}")
        folder.write("rest-client.env.json", #"{"dev": {"a": "other", "e": "5"}}"#)
        let set = environments()
        #expect(set.names == ["dev"])
        let reason = "http-client.env.json, which defines it, cannot be read (E11, line 2)"
        #expect(set.variables["dev"]?["a"]?.reason == reason && set.variables["dev"]?["a"]?.value == nil)
        #expect(set.variables["dev"]?["b.c"]?.reason == reason && set.variables["dev"]?["e"]?.value == "5")
    }

    @Test func `a private file belongs to a public one, and the other way round`() {
        let table = #"""
            /a/http-client.env.json -> /a/http-client.private.env.json 0
            /a/rest-client.env.json -> /a/rest-client.private.env.json 0
            /a/.vscode/settings.json -> /a/http-client.private.env.json 1
            /a/x/settings.json -> /a/x/http-client.private.env.json 0
            /a/my.code-workspace -> /a/http-client.private.env.json 2
            """#
        let wrong = TextTable.differences(table) { path in
            let twin = EnvironmentReader.privateTwin(of: path)
            return "\(twin.path) \(twin.depth)"
        }
        #expect(wrong == [])
        let back = #"""
            /a/http-client.private.env.json -> /a/http-client.env.json
            /a/http-client.env.json.user -> /a/http-client.env.json
            /a/rest-client.private.env.json -> /a/rest-client.env.json
            """#
        #expect(TextTable.differences(back) { EnvironmentReader.publicTwin(of: $0) } == [])
        let kinds = #"""
            http-client.private.env.json -> private
            http-client.env.json.user -> private
            rest-client.private.env.json -> private
            .env -> private
            .env.dev -> private
            prod.env -> private
            http-client.env.json -> public
            rest-client.env.json -> public
            .vscode/settings.json -> public
            .environment -> public
            """#
        #expect(TextTable.differences(kinds) { EnvironmentReader.isPrivate($0) ? "private" : "public" } == [])
    }

    @Test func `an environment is chosen by its name, and its variables go before shared ones`() {
        folder.write(
            "http-client.env.json",
            #"{"$shared": {"a": "1", "$variables": "environment-first"}, "dev": {"a": "2", "b": "3", "$variables": "file-first"}, "odd": {"$variables": "x"}}"#
        )
        folder.write(".env.dev", "c=4\n")
        let set = environments()
        let document = HTTPDocument(bytes: [])
        #expect(
            ["dev", nil, "odd"].map { set.order(of: document, in: $0) } == [.fileFirst, .environmentFirst, .fileFirst])
        let said = HTTPDocument(bytes: Array("# @variables environment-first\n".utf8))
        #expect(set.order(of: said, in: "dev") == .environmentFirst)
        #expect(Set(set.knownNames(in: nil)) == ["a", "b", "c", "$variables"])
        #expect(Set(set.knownNames(in: "odd")) == ["a", "$variables"])
        let error = #expect(throws: CollectionError.self) { try EnvironmentSet().check("dev") }
        #expect(error?.sentence == "There is no environment dev: no http-client.env.json file defines any.")
    }

    // MARK: Edits

    private func edited(_ row: String, _ edit: ([String], [UInt8]) throws(JSONMemberEdit.Refusal) -> [UInt8]) -> String
    {
        let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        do throws(JSONMemberEdit.Refusal) {
            let path = parts[1].split(separator: ".").map(String.init)
            return String(decoding: try edit(path, Array(parts[0].utf8)), as: UTF8.self)
        } catch { return "! \(error.sentence)" }
    }

    @Test func `a member goes with its comma and the lines that it has to itself`() {
        let table = #"""
            {"a": 1}|a -> {}
            {"a": 1, "b": 2}|a -> {"b": 2}
            {"a": 1, "b": 2}|b -> {"a": 1}
            {"a": 1, "b": 2, "c": 3}|b -> {"a": 1, "c": 3}
            {"a": 1, "a": 2}|a -> {"a": 1}
            {\n  "a": 1,\n  "b": 2\n}|a -> {\n  "b": 2\n}
            {\n  "a": 1,\n  "b": 2\n}|b -> {\n  "a": 1\n}
            {\n  "a": 1\n}|a -> {}
            {\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n|a -> {\r\n  "b": 2\r\n}\r\n
            {\n  // one\n  "a": 1, // two\n  "b": 2\n}|a -> {\n  // one\n  "b": 2\n}
            {"x": {"a": 1}}|x.a -> {"x": {}}
            {"x": {"a": 1, "b": 2}, "a": 3}|x.a -> {"x": {"b": 2}, "a": 3}
            {"x": {"a": 1}, "b": 3}|x -> {"b": 3}
            {"a": 1}|b -> ! b no longer exists.
            {"x": 1}|x.y -> ! x.y no longer exists.
            {}|x.y -> ! x.y no longer exists.
            {"a" 1}|a -> ! The file is broken at line 1, column 6: a colon is expected here.
            |a -> ! a no longer exists.
            """#
        let wrong = TextTable.differences(table) { row in
            edited(row) { path, bytes throws(JSONMemberEdit.Refusal) in
                try JSONMemberRemoval(path: path, allowsComments: true).applied(to: bytes)
            }
        }
        #expect(wrong == [])
    }

    @Test func `a value that cannot be set is refused with its place`() {
        let table = #"""
            {}| -> ! No name was given.
            {"a" 1}|a -> ! The file is broken at line 1, column 6: a colon is expected here.
            [1]|a.b -> ! The file holds no object.
            {"a": 1}|a.b -> ! a is not an object in the file.
            {"a": {"b": "x"}}|a.b.c -> ! a.b is not an object in the file.
            {"a": {"b": {}}}|a.b -> ! a.b is an object.
            {"a": true}|a -> {"a": "v"}
            {"a": [1]}|a -> {"a": "v"}
             \n|a.b -> {\n  "a": {\n    "b": "v"\n  }\n}\n
            {"a": 1 /* x */}|b -> {"a": 1, "b": "v" /* x */}
            {\n  "a": 1 // x\n}|b -> {\n  "a": 1, // x\n  "b": "v"\n}
            {\n  "a": 1, // x\n}|b -> {\n  "a": 1, // x\n  "b": "v",\n}
            {\n  // only\n}|b -> {\n  // only\n  "b": "v"\n}
            {\n  "a": 1 /*/ x\n  */\n}|b -> {\n  "a": 1,\n  "b": "v" /*/ x\n  */\n}
            {\n  "o": {\n    "a": 1 /* x */ } /* y */\n}|o.b -> {\n  "o": {\n    "a": 1,\n    "b": "v" /* x */ } /* y */\n}
            {\r  "a": 1 // x\r  ,\r}|b -> {\r  "a": 1 // x\r  ,\r  "b": "v",\r}
            {\r\t"a": {}\r}|a.b -> {\r\t"a": {\r\t\t"b": "v"\r\t}\r}
            """#
        let wrong = TextTable.differences(table) { row in
            edited(row) { path, bytes throws(JSONMemberEdit.Refusal) in
                try JSONMemberEdit(path: path, value: "v", allowsComments: true).applied(to: bytes)
            }
        }
        #expect(wrong == [])
    }

    @Test func `an edit of a file says why nothing was saved`() {
        let file = folder.write("http-client.env.json", #"{"dev": {"a": "1", "n": null, "o": {}}}"#)
        func save(_ path: [String], expected: String? = nil, isNew: Bool = false, file other: String? = nil) -> String?
        {
            EnvironmentFileEdit(file: other ?? file, path: path, value: "2", expected: expected, isNew: isNew).save()
        }
        #expect(
            save(["dev", "a"], expected: "0")
                == "\(file) was not saved: a changed there meanwhile. Look at it and change it again.")
        #expect(save(["dev", "a"], isNew: true) == "\(file) was not saved: dev.a is defined there already.")
        #expect(save(["dev", "o"]) == "\(file) was not saved: dev.o is an object.")
        #expect(save(["dev", "n"], isNew: true) == nil, "null is no value")
        #expect(save(["dev", "new"], isNew: true) == nil)
        #expect(folder.read("http-client.env.json") == #"{"dev": {"a": "1", "n": "2", "o": {}, "new": "2"}}"#)
        let gone = folder.path + "/gone/http-client.env.json"
        #expect(save(["dev", "a"], file: gone)?.hasPrefix("\(gone) was not saved: ") == true)
        let dotEnv = folder.write(".env", "a=1\n")
        #expect(
            EnvironmentFileEdit(file: dotEnv, path: ["a"], value: "'`\"\\").save()
                == "\(dotEnv) was not saved: A .env file cannot hold this value.")
        let removal = EnvironmentFileEdit(file: file, path: ["dev", "a"], value: "", expected: "0")
        #expect(removal.remove() == "\(file) was not saved: a changed there meanwhile.")
        #expect(EnvironmentFileEdit(file: file, path: ["dev", "a"], value: "", expected: "1").remove() == nil)
        #expect(folder.read("http-client.env.json") == #"{"dev": {"n": "2", "o": {}, "new": "2"}}"#)
    }

    @Test(arguments: [
        (#"{"dev": {"host": "h"}}"#, ["host"], ["Security", "shop"]),
        (#"{"dev": {"Security": {"Auth": {"other": {"A": "0"}}}}}"#, ["Security", "other"], ["shop"]),
        ("{\"dev\": {\"Security\": {\"Auth\": {\n  // mine\n}}}}", ["Security", "mine"], ["shop"]),
        (#"{"dev": {}}"#, ["dev"], ["Security", "shop"]),
    ])
    func `values that are taken out leave no empty object, but their environment`(
        before: String, stays: [String], goes: [String]
    ) {
        let file = folder.write("http-client.env.json", before)
        for name in ["A", "B"] {
            let path = ["dev", "Security", "Auth", "shop", name]
            #expect(EnvironmentFileEdit(file: file, path: path, value: "1", isNew: true).write() == nil)
        }
        #expect(folder.read("http-client.env.json")?.contains("shop") == true)
        for name in ["B", "A"] {
            let path = ["dev", "Security", "Auth", "shop", name]
            var removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: "1")
            removal.isRemoval = true
            #expect(removal.write() == nil)
        }
        let after = folder.read("http-client.env.json") ?? ""
        #expect(stays.allSatisfy { after.contains($0) } && !goes.contains { after.contains($0) }, "\(after)")
    }
}
