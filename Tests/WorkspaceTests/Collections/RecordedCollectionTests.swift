import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// What is read of a collection of many files, and what is planned, found, renamed and moved in it, as it was recorded (`Recorded`).
@Suite struct RecordedCollectionTests {
    private let folder = ScratchFolder()
    private let collection: CollectionFolder

    init() throws {
        for (path, text) in CaseSections.read(Self.files) { folder.write(path, "\(text)\n") }
        folder.link("linked.http", to: "lib.http")
        folder.link("dangling.http", to: "gone")
        folder.link("inside", to: "sub")
        folder.link("above", to: "..")
        folder.write("sub/latin.http", Array("GET http://h/\n# ".utf8) + [0xE4, 10])
        collection = try CollectionStore().load(path: folder.path)
    }

    private static let environments: [String?] = [nil, "dev", "prod", "local"]

    private func cleaned(_ text: String) -> String { text.hiding(folder) }

    private func builder(_ environment: String?) -> ContextBuilder {
        ContextBuilder(
            place: CollectionPlace(root: folder.path), isTrusted: false, environmentName: environment,
            overrides: ["given": "cli"])
    }

    private func context(
        _ file: CollectionFile, _ environment: String?, _ memory: ResponseMemory = ResponseMemory()
    ) -> RequestResolver.Context {
        var context = builder(environment).context(for: file)
        context.memory = memory
        return context
    }

    /// Responses of some requests, and what a script set.
    private func memory(_ environment: String?) -> ResponseMemory {
        var memory = ResponseMemory()
        let body = #"{"token": "t0k3n-value", "user": {"id": 7, "tags": ["a", "b"], "none": null}, "length": 3}"#
        let answer = ChainingFixtures.answer(
            body,
            headers: [HeaderField("X-Id", "1"), HeaderField("x-id", "2"), HeaderField("Set-Cookie", "s=1; Path=/")])
        let path = "\(folder.path)/lib.http"
        memory.remember(answer, for: .init(file: path, environment: environment, id: "login"))
        memory.remember(answer, for: .init(file: "\(folder.path)/a.http", environment: environment, id: "twice"))
        memory.remember(
            ResponseMemory.Capture(value: "captured", request: "login", line: 9, file: path, root: folder.path),
            as: "later", environment: environment)
        return memory
    }

    // MARK: what is read

    @Test func `the tree and the environments are what was recorded`() throws {
        var parts: [(name: String, text: String)] = [("tree", Self.tree(collection.nodes, depth: 0))]
        parts.append(("folders", cleaned(Printed(collection.folders).text)))
        var known: Set<String> = []
        for file in collection.files where known.insert(file.folder).inserted {
            let name = cleaned(file.folder)
            for isTrusted in [false, true] {
                let set = CollectionStore().environments(
                    forFolder: file.folder, root: folder.path, isTrusted: isTrusted, described: file.described)
                parts.append(("environments of \(name)\(isTrusted ? ", trusted" : "")", cleaned(Printed(set).text)))
            }
        }
        try Recorded.expect(parts, in: "collection/environments")
    }

    private static func tree(_ nodes: [CollectionNode], depth: Int) -> String {
        let indent = String(repeating: "  ", count: depth)
        return nodes.map { node in
            switch node {
            case .folder(let name, let nodes): return "\(indent)\(name)/\n\(tree(nodes, depth: depth + 1))"
            case .file(let file):
                let ids = file.document.requests.map(\.id)
                let problem = file.problem.map { " !\($0.text)" } ?? ""
                let kind = file.isDescription ? ", a description" : ""
                return "\(indent)\(file.relativePath)\(kind)\(problem) \(ids)\n"
            }
        }.joined()
    }

    @Test func `lint finds what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for name in Self.environments {
            let builder = builder(name)
            let lint = CollectionLint(context: { builder.context(for: $0) }, environment: name)
            let found = lint.findings(in: collection.files) + lint.environmentFindings(collection.files)
            let text = found.map { "\(cleaned($0.file)):\($0.line) \($0.id) \($0.severity) \(cleaned($0.text))\n" }
            parts.append((name ?? "no environment", text.joined()))
        }
        try Recorded.expect(parts, in: "collection/lint")
    }

    // MARK: what would be sent

    private func text(_ plan: SendPlan) -> String {
        var text = ""
        for (index, step) in plan.steps.prefix(12).enumerated() {
            text += "  \(index) \(step.file.relativePath)#\(step.request.id)"
            if !step.turnText.isEmpty { text += " (\(step.turnText))" }
            if !step.needs.isEmpty { text += " after \(step.needs), needs \(step.requires)" }
            text += ": \(step.reason.text)\(step.isReferred ? ", kept" : "")\n"
            if let problem = step.problem { text += "    line \(problem.line): \(problem.reason)\n" }
            for login in step.logins { text += "    \(login)\n" }
        }
        if plan.steps.count > 12 { text += "  … \(plan.steps.count) steps\n" }
        if let first = plan.firstProblem { text += "  first \(first.step.request.id): \(first.problem.reason)\n" }
        return text + (plan.prompts.isEmpty ? "" : Printed(plan.prompts).text)
    }

    @Test func `the plans are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for file in collection.files where !file.isDescription && file.problem == nil {
            for name in [nil, "dev"] as [String?] {
                var text = ""
                for request in file.document.requests {
                    var found = AlikeTexts()
                    for (title, references, memory) in [
                        ("as they stand", SendPlanner.References.asTheyStand, ResponseMemory()),
                        ("first", .first, ResponseMemory()), ("answered", .first, memory(name)),
                    ] {
                        let planner = SendPlanner(references: references) { self.context($0, name, memory) }
                        let plan = self.text(planner.plan(sending: request, of: file))
                        found.add("\(request.id), \(title)", plan, onNewLine: true)
                    }
                    text += found.text
                }
                let planner = SendPlanner(references: .first) { self.context($0, name) }
                text += "all:\n" + self.text(planner.plan(file.document.requests.map { (file, $0) }))
                parts.append(("\(file.relativePath), \(name ?? "no environment")", cleaned(text)))
            }
        }
        try Recorded.expect(parts, in: "collection/plans")
    }

    @Test func `what is resolved with responses is what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for file in collection.files where !file.isDescription && file.problem == nil {
            let context = context(file, "dev", memory("dev"))
            for request in file.document.requests {
                let dynamic = DynamicSources(
                    uuid: { "UUID" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound },
                    processEnvironment: { _ in nil })
                let outcome = RequestResolver(dynamic: dynamic).resolve(request, in: file, context: context)
                parts.append(("\(file.relativePath)#\(request.id)", cleaned(Printed(outcome).text)))
            }
        }
        try Recorded.expect(parts, in: "collection/resolved")
    }

    // MARK: names

    private static let names = """
        login use order twice loop each loop0 loop2 loopList loop10 each1 eachList use0 my-request myRequest my_request My Title
        remote missing same Login login1234567 base1
        """

    @Test func `names lead where was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for file in collection.files where !file.isDescription {
            let scope = builder("dev").scope(of: file)
            var text = "files \(scope.files.map(\.relativePath))\n" + Printed(scope.problems).text
            for name in Self.names.split(whereSeparator: \.isWhitespace).map(String.init) + ["My Title", "my request"] {
                text += "\(name): \(scope.find(name))\n"
            }
            for name in ["base", "given", "late", "own", "imported", "nobody", "a.b"] {
                for line in [1, 5, 30] {
                    let found = scope.definition(name, file: 0, line: line)
                    text += "\(name) at \(line): "
                    text += found.map { "\($0.file) line \($0.definition.line) \($0.definition.rawValue)\n" } ?? "-\n"
                }
            }
            for name in ["later", "set.x", "exported", "compared", "spaced", "nobody"] {
                text += "\(name): captured by \(scope.requests(capturing: name)), "
                text += "\(scope.scriptLine(assigning: name).map { "script line \($0)" } ?? "no script")\n"
            }
            parts.append((file.relativePath, cleaned(text)))
        }
        try Recorded.expect(parts, in: "collection/names")
    }

    @Test func `renames and moves change what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for file in collection.files where !file.isDescription && file.problem == nil {
            for request in file.document.requests {
                for name in ["renamed", "", "login", "two words"] {
                    var text = ""
                    do throws(HTTPDocument.EditRefusal) {
                        let plan = try RenamePlan(
                            request: request.index, in: file.path, to: name, files: collection.files,
                            variables: ["twice.x"])
                        for change in plan.changes {
                            text +=
                                "\(change.path):\(change.line)\n- \(change.before ?? "nothing")\n+ \(change.after)\n"
                        }
                        if !plan.scriptLines.isEmpty { text += "scripts \(plan.scriptLines)\n" }
                    } catch { text = "\(error.sentence)\n" }
                    // What does not depend on the request is recorded once.
                    let part = ("\(file.relativePath)#\(request.id) to \(name)", cleaned(text))
                    if name == "renamed" || !parts.contains(where: { $0.text == part.1 }) { parts.append(part) }
                }
            }
        }
        for (old, new) in [
            ("lib.http", "sub/lib.http"), ("lib.http", nil), ("sub", "moved/sub"), ("sub", nil), ("f.txt", nil),
            ("a.http", "sub/a.http"), ("nothing", nil), ("su", nil),
        ] as [(String, String?)] {
            let found = FileReferences.broken(
                in: collection.files, by: "\(folder.path)/\(old)", to: new.map { "\(folder.path)/\($0)" })
            let text = found.map { "\($0.file):\($0.line) \($0.text)\n" }.joined()
            parts.append(("\(old) to \(new ?? "nowhere")", cleaned(text)))
        }
        try Recorded.expect(parts, in: "collection/renames")
    }
}
