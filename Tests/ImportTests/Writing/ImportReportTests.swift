import Base
import NetEngine
import TestSupport
import Testing
import Workspace

@testable import Import

/// The preview of an import and its JSON.
@Suite struct ImportReportTests {
    private func files(
        _ files: [ImportedFiles.File], folder: String? = "shop", environments: [String] = [], secrets: [String] = [],
        notices: [ImportNotice] = []
    ) -> ImportedFiles {
        ImportedFiles(
            kind: .postman, folder: folder, files: files, environments: environments, secrets: secrets, notices: notices
        )
    }

    private func tree(_ files: ImportedFiles, place: String = "") -> [String] {
        ImportReport(files, place: place, logs: true).tree.map(\.string)
    }

    private let ignored = ImportedFiles.File(path: ".gitignore", bytes: [])
    private let open = ImportedFiles.File(path: "http-client.env.json", bytes: [])
    private let closed = ImportedFiles.File(path: "http-client.private.env.json", bytes: [], isPrivate: true)
    private let requests = ImportedFiles.File(path: "a/b.http", bytes: [], requests: ["x", "y"])

    @Test func `each file has what is in it`() {
        let all = files([ignored, requests, open, closed], environments: ["dev", "live"], secrets: ["t"])
        #expect(
            tree(all) == [
                "Postman: 2 requests, 2 environments, 1 secret", "shop/", "  .gitignore", "  a/b.http  2 requests",
                "  http-client.env.json  dev, live", "  http-client.private.env.json  1 secret, for this user only",
            ])
        #expect(tree(all, place: "p/shop 2")[1] == "p/shop 2/")
        #expect(ImportReport(all, place: "", logs: true).fileCount == "4 files")
    }

    @Test func `one file has no folder`() {
        let one = files([ImportedFiles.File(path: "a.http", bytes: [], requests: ["x"])], folder: nil)
        #expect(tree(one, place: "p/a.http") == ["Postman: 1 request", "p/a.http  1 request"])
        #expect(ImportReport(one, place: "", logs: true).fileCount == "1 file")
    }

    @Test func `values go into the files of a folder that is there`() {
        var values = files([ignored, open], folder: nil)
        values.values = [.init(environment: "$shared", name: "a", value: "1", isSecret: false)]
        // Nothing is said of the list of files that Git leaves out: it may be there.
        #expect(
            tree(values, place: "p") == ["Postman: values for all environments", "p/", "  http-client.env.json"])
        values.environments = ["dev"]
        #expect(tree(values, place: "p") == ["Postman: 1 environment", "p/", "  http-client.env.json  dev"])
    }

    @Test func `a file that gets no value is not named`() {
        var values = files([ignored, open, closed], folder: nil, environments: ["dev"], secrets: ["t"])
        values.values = [.init(environment: "dev", name: "t", value: "1", isSecret: true)]
        #expect(
            tree(values, place: "p") == [
                "Postman: 1 environment, 1 secret", "p/",
                "  http-client.private.env.json  1 secret, for this user only",
            ])
        #expect(ImportReport(values, place: "p", logs: true).fileCount == "1 file")
    }

    @Test func `secrets that are added to a folder are ignored by git`() throws {
        let folder = try TemporaryFolder()
        var values = files([closed], folder: nil)
        values.values = [.init(environment: "dev", name: "t", value: "1", isSecret: true)]
        let ignore = "\(folder.path)/.gitignore"
        #expect(
            try ImportTarget(values, folder: folder.path).write() == [
                "\(folder.path)/http-client.private.env.json", ignore,
            ])
        guard case .success(let bytes) = DiskFile.read(ignore, limit: 1 << 10) else {
            Issue.record("there is no .gitignore")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "http-client.private.env.json\n")
        // The list that is there stays.
        values.values = [.init(environment: "live", name: "t", value: "1", isSecret: true)]
        #expect(
            try ImportTarget(values, folder: folder.path).write() == ["\(folder.path)/http-client.private.env.json"])
    }

    @Test func `what is lost comes first, and each kind in its order`() {
        let notices = [
            ImportNotice(.changed, "A."), ImportNotice(.lost, "B.", item: ["f", "", "r"]),
            ImportNotice(.kept, "C.", at: ImportPlace(file: "s.json", line: 3, column: 5)),
            ImportNotice(.lost, "D.", item: ["r"], at: ImportPlace(file: "s.json", line: 2)),
        ]
        let report = ImportReport(files([requests], notices: notices), place: "", logs: true)
        let losses = [
            "", "Lost (2):", "  f / r: B.", "  r: D. (s.json:2:1)", "", "Needs your attention (1):",
            "  C. (s.json:3:5)", "", "Written in another way (1):", "  A.",
        ]
        #expect(report.losses.map(\.string) == losses)
        #expect(report.lines.map(\.string) == report.tree.map(\.string) + losses)
        #expect(ImportReport(files([requests]), place: "", logs: true).losses.isEmpty)
    }

    @Test func `the JSON has every member, with null for no place`() {
        let notices = [
            ImportNotice(.lost, "B.", item: ["f"]),
            ImportNotice(.kept, "C.", at: ImportPlace(file: "s.json", line: 3, column: 5)),
        ]
        let all = files([requests, closed], environments: ["dev"], secrets: ["t"], notices: notices)
        let text = ImportReport(all, place: "p", logs: false).json(written: ["p/a"], stored: 4).text
        let parts = [
            #"{"kind":"postman","place":"p","requests":2,"#,
            #""files":[{"path":"a/b.http","private":false,"requests":["x","y"]},"#,
            #"{"path":"http-client.private.env.json","private":true,"requests":[]}],"#,
            #""environments":["dev"],"secrets":["t"],"#,
            #""notices":[{"severity":"lost","item":["f"],"text":"B.","file":null,"line":null,"column":null},"#,
            #"{"severity":"kept","item":[],"text":"C.","file":"s.json","line":3,"column":5}],"#,
            #""responses":{"recorded":0,"stored":4},"written":["p/a"]}"#,
        ]
        #expect(text == parts.joined())
    }

    @Test func `the path of one file is the place where it is written`() {
        let one = files([ImportedFiles.File(path: "a.http", bytes: [], requests: ["x"])], folder: nil)
        let text = ImportReport(one, place: "p/a-2.http", logs: true).json(written: ["p/a-2.http"]).text
        #expect(
            text.hasPrefix(
                #"{"kind":"postman","place":"p/a-2.http","requests":1,"files":[{"path":"p/a-2.http","private":false,"#))
        // Values are added to the files of a folder.
        var values = files([open], folder: nil)
        values.values = [.init(environment: "$shared", name: "a", value: "1", isSecret: false)]
        let added = ImportReport(values, place: "p", logs: true).json(written: []).text
        #expect(added.contains(#""place":"p","requests":0,"files":[{"path":"http-client.env.json","#))
    }

    @Test func `an environment has a name of its own that means nothing else in the files`() {
        let names = ["dev", "dev", "$shared", "$", "", "dev", "._$a", "$ live", "a\nb", "dev 2"]
        let written = [
            "dev", "dev 2", "shared", "environment", "environment 2", "dev 3", "a", "live", "a b", "dev 2 2",
        ]
        var files = EnvironmentFiles()
        #expect(names.map { files.add($0) } == written)
        #expect(files.names == written)
    }

    @Test func `the last value counts, in the place of the first`() {
        var files = EnvironmentFiles()
        let dev = files.add("dev")
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "3")] {
            files.set(name, value, in: dev, isSecret: false)
            files.set(name, value, isSecret: true)
        }
        files.set("c", "4", in: "no such", isSecret: false)
        #expect(
            files.values.map { "\($0.environment) \($0.name)=\($0.value) \($0.isSecret)" } == [
                "$shared c=4 false", "dev a=3 false", "dev b=2 false", "$shared a=3 true", "$shared b=2 true",
            ])
        #expect(files.secrets == ["a", "b"])
    }

    @Test func `an empty value is listed as any other`() {
        var files = EnvironmentFiles()
        let dev = files.add("dev")
        files.set("a", "", in: dev, isSecret: false)
        files.set("b", "", in: dev, isSecret: true)
        #expect(files.values.map { "\($0.environment) \($0.name)=\($0.value)" } == ["dev a=", "dev b="])
        #expect(files.values.map(\.isSecret) == [false, true])
    }

    @Test func `equal secrets have one variable`() {
        var files = EnvironmentFiles()
        var names = ReferenceNames(taken: ["token"])
        let references = [("x", "token"), ("y", "key"), ("x", "other")].map {
            files.secret($0.0, named: $0.1, &names)
        }
        #expect(references[0] == references[2] && references[0] != "{{token}}" && references[1] == "{{key}}")
        #expect(files.secrets.count == 2 && files.publicFile == nil && files.privateFile != nil)
    }
}
