import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// The order of the steps, planned before anything is sent.
struct SendPlanTests {
    private func plan(
        _ text: String, _ asked: [Int] = [0], references: SendPlanner.References = .asTheyStand,
        memory: ResponseMemory = ResponseMemory(), imported: [CollectionFile] = [], overrides: [String: String] = [:],
        answers: [String: String] = [:], environments: EnvironmentSet = EnvironmentSet()
    ) -> SendPlan {
        let file = ChainingFixtures.file(text)
        let planner = SendPlanner(references: references) { wanted in
            var context = ChainingFixtures.context(
                wanted.path == file.path ? RequestScope(file, imported: imported) : RequestScope(wanted),
                memory: memory, environments: environments, overrides: overrides)
            context.answers = answers
            return context
        }
        return planner.plan(asked.map { (file, file.document.requests[$0]) })
    }

    private func words(_ plan: SendPlan) -> [String] {
        plan.steps.map { step in
            let needs = step.needs.isEmpty ? "" : " <- \(step.needs.map(String.init).joined(separator: ","))"
            let problem = step.problem.map { " !\($0.line) \($0.reason)" } ?? ""
            let turn = step.turn.map { " #\($0.index)\($0.item.map { "=\($0.value)" } ?? "")" } ?? ""
            return step.request.id + turn + needs + problem
        }
    }

    private static let chain = """
        ### use
        # @ref order
        GET http://h/use

        ### order
        # @ref login
        GET http://h/order

        ### login
        POST http://h/login

        ### other
        GET http://h/other

        """

    @Test func `what a request needs comes before it, with the reason`() {
        let plan = plan(Self.chain)
        #expect(words(plan) == ["login", "order <- 0", "use <- 1"])
        #expect(
            plan.steps.map(\.reason.text) == [
                "order needs it (# @ref, line 6)", "use needs it (# @ref, line 2)", "asked for",
            ])
        #expect(plan.steps.map(\.requires) == [[], [0], [1]])
        #expect(plan.steps.map(\.isReferred) == [true, true, false])
    }

    @Test func `in a run every request is sent once, in the order of the file as far as that goes`() {
        #expect(words(plan(Self.chain, [0, 1, 2, 3])) == ["login", "order <- 0", "use <- 1", "other"])
        #expect(plan(Self.chain, [0, 1, 2, 3]).steps.filter { $0.reason == .asked }.count == 2)
    }

    @Test func `a request with a response is sent again for a forceRef, but not for a ref`() {
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer("{}"), for: .init(file: "/c/a.http", environment: nil, id: "login"))
        #expect(
            words(plan("### use\n# @ref login\nGET http://h/\n\n### login\nGET http://h/l\n", memory: memory)) == [
                "use"
            ])
        #expect(
            words(plan("### use\n# @forceRef login\nGET http://h/\n\n### login\nGET http://h/l\n", memory: memory))
                == ["login", "use <- 0"])
    }

    @Test func `a planned request is waited for even if it has an earlier response`() {
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer("{}"), for: .init(file: "/c/a.http", environment: nil, id: "login"))
        let text = "### use\n# @ref login\nGET http://h/\n\n### login\nGET http://h/l\n"
        let plan = plan(text, [1, 0], memory: memory)
        #expect(words(plan) == ["login", "use <- 0"])
        #expect(plan.steps.map(\.requires) == [[], [0]])
    }

    @Test func `a request is not sent first for a capture whose variable has another value`() {
        let text = """
            @token = fixed

            ### use
            GET http://h/{{token}}

            ### login
            POST http://h/

            > {% client.global.set("token", response.body.t); %}

            """
        #expect(words(plan(text, references: .first)) == ["use"])
        #expect(words(plan(text, [1, 0], references: .first)) == ["login", "use <- 0"])
    }

    @Test func `a cycle is reported with its path, for each request in it`() {
        let text =
            "### a\n# @ref b\nGET http://h/a\n\n### b\n# @ref c\nGET http://h/b\n\n### c\n# @ref a\nGET http://h/c\n"
        #expect(
            words(plan(text)) == [
                "c !10 cycle: a -> b -> c -> a", "b <- 0 !6 cycle: a -> b -> c -> a",
                "a <- 1 !2 cycle: a -> b -> c -> a",
            ])
        #expect(words(plan("### a\n# @ref a\nGET http://h/a\n")) == ["a !2 cycle: a -> a"])
    }

    @Test func `a need that is not there, or is there twice, is a problem with its line`() {
        #expect(
            words(plan("### a\n# @ref {{which}}\nGET http://h/a\n")) == [
                "a !2 {{which}}: no variable of that name"
            ])
        #expect(
            words(plan("@which = b\n### a\n# @ref {{which}}\nGET http://h/a\n\n### b\nGET http://h/\n")) == [
                "b", "a <- 0",
            ])
        // Ten lines are enough to see it.
        let many = (0..<11).map { _ in "### x\nGET http://h/\n\n" }
        let lines = "2, 5, 8, 11, 14, 17, 20, 23, 26, 29"
        let use = "### a\n# @ref x\nGET http://h/a\n"
        #expect(
            words(plan(many.dropLast().joined() + use, [10])) == [
                "a !32 several requests of a.http are called x (lines \(lines))"
            ])
        #expect(
            words(plan(many.joined() + use, [11])) == [
                "a !35 several requests of a.http are called x (lines \(lines), …)"
            ])
        #expect(
            words(plan("### a\n# @ref logn\nGET http://h/a\n\n### login\nGET http://h/\n")) == [
                "a !2 there is no request logn in this file; did you mean login?"
            ])
        #expect(
            words(plan("### a\n# @ref x\nGET http://h/a\n\n### x\nGET http://h/1\n\n### x\nGET http://h/2\n")) == [
                "a !2 several requests of a.http are called x (lines 6, 9)"
            ])
    }

    private static let references = """
        @token = {{login.response.body.$.token}}

        ### use
        GET http://h/{{token}}

        ### login
        POST http://h/login

        """

    @Test func `references are sent first only where that is wanted`() {
        #expect(words(plan(Self.references)) == ["use"])
        let plan = plan(Self.references, references: .first)
        #expect(words(plan) == ["login", "use <- 0"])
        #expect(plan.steps.first?.reason.text == "use uses {{login.response.body.$.token}} (line 4)")
        #expect(plan.steps.last?.requires == [])
    }

    @Test func `httpYac's name of a response refers to its request`() {
        let text = "### use\nGET http://h/{{loginResponse.token}}\n\n### login\nPOST http://h/login\n"
        #expect(words(plan(text, references: .first)) == ["login", "use <- 0"])
    }

    @Test func `in a run a reference to an earlier request makes an edge, to a later one it does not`() {
        let text =
            "### login\nPOST http://h/\n\n### use\nGET http://h/{{login.response.body.t}}\n\n### early\nGET http://h/{{late.response.body.t}}\n\n### late\nGET http://h/\n"
        #expect(words(plan(text, [0, 1, 2, 3])) == ["login", "use <- 0", "early", "late"])
        #expect(words(plan(text, [0, 1, 2, 3], references: .first)) == ["login", "use <- 0", "late", "early <- 2"])
    }

    @Test func `httpYac's short form and captures are references too`() {
        let text = """
            ### use
            GET http://h/{{login.data.id}}/{{captured}}

            ### login
            POST http://h/

            ### set
            POST http://h/

            > {% client.global.set("captured", response.body.x) %}

            """
        #expect(words(plan(text, references: .first)) == ["login", "set", "use <- 0,1"])
        #expect(words(plan(text, references: .first, overrides: ["captured": "1"])) == ["login", "use <- 0"])
    }

    /// Requests that set the variable `t`; those with `+` also use it.
    private func setters(_ names: String...) -> String {
        names.map { name in
            let (id, uses) = (name.replacing("+", with: ""), name.hasSuffix("+"))
            return
                "### \(id)\nPOST http://h/\(uses ? "{{t}}" : "")\n\n> {% client.global.set(\"t\", response.body.t) %}\n"
        }.joined(separator: "\n")
    }

    private static let use = "\n### use\nGET http://h/{{t}}\n\n"

    @Test func `of several requests that set a variable the nearest above is sent first, else the first below`() {
        let between = setters("a", "b") + Self.use + setters("c", "d")
        #expect(words(plan(between, [2], references: .first)) == ["b", "use <- 0"])
        #expect(words(plan(Self.use + setters("c", "d"), [0], references: .first)) == ["c", "use <- 0"])
        // In a run the use comes after all setters that were sent before it.
        #expect(words(plan(between, [0, 1, 2, 3, 4])) == ["a", "b", "use <- 0,1", "c", "d"])
    }

    @Test func `a variable that a response has set already makes no request be sent`() throws {
        var memory = ResponseMemory()
        let file = ChainingFixtures.file(setters("a", "b") + Self.use)
        let first = try #require(file.document.requests.first)
        memory.remember(
            ChainingFixtures.exchange(
                headers: [HeaderField("Content-Type", "application/json")], body: #"{"t": 1}"#), of: first,
            file: file.path, environment: nil)
        #expect(memory.capture("t", environment: nil)?.value == "1")
        #expect(words(plan(setters("a", "b") + Self.use, [2], references: .first, memory: memory)) == ["use"])
    }

    @Test func `requests that use and set one variable are not a cycle`() {
        #expect(words(plan(setters("a", "b+", "c+"), [2], references: .first)) == ["a", "b <- 0", "c <- 1"])
        #expect(words(plan(setters("b+", "c+"), [0], references: .first)) == ["c", "b <- 0"])
        #expect(words(plan(setters("b+", "c+"), [0, 1], references: .first)) == ["c", "b <- 0"])
        #expect(words(plan(setters("b+", "c+", "a"), [0], references: .first)) == ["a", "c <- 0", "b <- 0,1"])
        #expect(words(plan(setters("b+"), [0], references: .first)) == ["b"])
    }

    @Test func `what only a description, a note or a loop's own variable names is not sent first`() {
        let text = """
            @list = ["x"]

            ### use
            # @description With {{login.response.body.t}}
            # @note {{login.response.body.t}}?
            # @loop for t of list
            GET http://h/{{t}}

            ### login
            POST http://h/

            > {% client.global.set("t", response.body.t) %}

            """
        #expect(plan(text, references: .first).steps.map(\.request.id) == ["use"])
    }

    @Test func `what a value needs is found where the request is`() {
        let text = """
            @source = {{early.response.body.x}}
            @url = http://h/{{source}}

            ### early
            GET http://h/

            ### late
            GET http://h/

            ### use
            @source = {{late.response.body.x}}
            @source = {{source}}/{{$guid}}
            GET {{url}}

            """
        #expect(words(plan(text, [2], references: .first)) == ["late", "use <- 0"])
    }

    @Test func `what a script above a request reads is a reference too`() {
        let text = "### use\n< {% request.variables.set(\"x\", client.global.get(\"t\")) %}\nGET http://h/{{x}}\n\n"
        #expect(words(plan(text + setters("a"), references: .first)) == ["a", "use <- 0"])
        let own = "### use\n< {% request.variables.set(\"t\", 1) %}\nGET http://h/{{t}}\n\n"
        #expect(words(plan(own + setters("a"), references: .first)) == ["use"])
    }

    @Test func `a file whose environments come first refers to what their values name`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "auth": .init(value: "Bearer {{login.response.body.t}}", reason: nil, file: "/c/e.json", isPrivate: false)
        ]
        let text = "@auth = none\n### use\nGET http://h/\nAuthorization: {{auth}}\n\n### login\nPOST http://h/\n"
        #expect(words(plan(text, references: .first, environments: set)) == ["use"])
        let other = "# @variables environment-first\n" + text
        #expect(words(plan(other, references: .first, environments: set)) == ["login", "use <- 0"])
    }

    @Test func `references through environments are found`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "auth": .init(value: "Bearer {{login.response.body.t}}", reason: nil, file: "/c/e.json", isPrivate: false)
        ]
        let text = "### use\nGET http://h/\nAuthorization: {{auth}}\n\n### login\nPOST http://h/\n"
        #expect(words(plan(text, references: .first, environments: set)) == ["login", "use <- 0"])
    }

    @Test func `requests of imported files are needed and referred to`() {
        let shared = ChainingFixtures.file(
            "### login\n# @ref key\nPOST http://h/\n\n### key\nGET http://h/key\n", name: "shared.http")
        let plan = plan("import shared.http\n\n### use\n# @ref login\nGET http://h/\n", imported: [shared])
        #expect(words(plan) == ["key", "login <- 0", "use <- 1"])
        #expect(plan.steps.map(\.file.relativePath) == ["shared.http", "shared.http", "a.http"])
    }

    @Test func `loops are as many steps as they have repetitions`() {
        #expect(words(plan("### a\n# @loop for 3\nGET http://h/{{$index}}\n")) == ["a #0", "a #1", "a #2"])
        #expect(
            words(plan("@list = [\"x\", {\"id\": 2}]\n\n### a\n# @loop for item of list\nGET http://h/{{item}}\n")) == [
                "a #0=x", "a #1={\"id\": 2}",
            ])
        #expect(
            words(plan("@list = 5\n\n### a\n# @loop for item of list\nGET http://h/{{item}}\n")) == [
                "a !4 the value of list is not a JSON array"
            ])
        #expect(words(plan("### a\n# @loop for 10001\nGET http://h/\n")).first?.contains("more than 10000") == true)
        let array = "@list = [\(Array(repeating: "0", count: 10_001).joined(separator: ","))]\n\n"
        #expect(
            words(plan(array + "### a\n# @loop for x of list\nGET http://h/{{x}}\n")) == [
                "a !4 a loop of more than 10000 repetitions is not sent"
            ])
        #expect(words(plan("### a\n# @loop for x of nope\nGET http://h/{{x}}\n")) == ["a"])
        // All loops of a plan together have a limit too.
        let loops = (0..<6).map { "### r\($0)\n# @loop for 10000\nGET http://h/\n\n" }.joined()
        let steps = plan(loops, Array(0..<6)).steps
        #expect(steps.count == 50_001)
        #expect(
            steps.last?.problem
                == SendPlan.Problem(line: 22, reason: "more than 50000 requests are not sent in one plan"))
    }

    @Test(arguments: ["for 0", "for x of none"])
    func `a loop without elements is one step, which says so and asks nothing`(loop: String) {
        let steps = plan("@none = []\n\n### a\n# @loop \(loop)\n# @note Really?\nGET http://h/\n").steps
        #expect(steps.map(\.isRepeatedNever) == [true])
        #expect(steps.map(\.turnText) == ["the loop has no elements"])
        #expect(steps.toConfirm.isEmpty)
    }

    @Test func `a loop over a response is one step until the response exists`() {
        let text =
            "### a\n# @ref items\n# @loop for item of items.response.body.$.list\nGET http://h/{{item}}\n\n### items\nGET http://h/items\n"
        let plan = plan(
            text.replacing("items.response.body.$.list", with: "list").replacing(
                "### a", with: "@list = {{items.response.body.$.list}}\n\n### a"))
        #expect(words(plan) == ["items", "a <- 0"])
        #expect(plan.steps.last?.repeatsAsItComes == true)
    }

    @Test func `a loop over what the plan sends again is read when it begins`() {
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer(#"{"list": ["old"]}"#), for: .init(file: "/c/a.http", environment: nil, id: "items")
        )
        let text = "# @loop for x of items.response.body.$.list\nGET http://h/{{x}}\n\n### items\nGET http://h/items\n"
        #expect(words(plan("### a\n# @ref items\n" + text, memory: memory)) == ["a #0=old"])
        #expect(words(plan("### a\n# @forceRef items\n" + text, memory: memory)) == ["items", "a <- 0"])
    }

    @Test func `what is asked for is collected over all steps, each once`() {
        let text = """
            @user = anna

            ### use
            # @ref login
            # @prompt user Who?
            GET http://h/{{$input Which? $value: tea}}

            ### login
            # @prompt user
            # @secret password
            POST http://h/{{user}}/{{password}}

            """
        let plan = plan(text)
        #expect(plan.prompts.map(\.key) == ["user", "password", "$input Which? $value: tea"])
        #expect(plan.prompts.map(\.initial) == ["anna", nil, "tea"])
        #expect(plan.prompts.map(\.isSecret) == [false, true, false])
        #expect(
            self.plan(text, overrides: ["password": "x"]).prompts.map(\.key) == ["user", "$input Which? $value: tea"])
    }

    @Test func `a prompt that was answered before is not asked again`() {
        let text = "### use\n# @prompt user\n# @prompt other\nGET http://h/{{user}}/{{$input Which?}}\n"
        #expect(plan(text, answers: ["user": "anna"]).prompts.map(\.key) == ["other", "$input Which?"])
        #expect(plan(text, answers: ["other": "", "$input Which?": "x"]).prompts.map(\.key) == ["user"])
    }

    @Test func `what a prompt gives is not fetched from another request`() {
        let text = Self.references.replacing("### use\n", with: "### use\n# @prompt token\n")
        #expect(words(plan(text, references: .first)) == ["use"])
    }

    /// For random references: planning ends, every step follows the steps it needs, and everything asked for is
    /// included.
    @Test(arguments: 0..<300)
    func `any file has a plan in which nothing comes before what it needs`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let names = ["a", "b", "c", "d", "e", "f"]
        var text = "@v = {{\(names.randomElement(using: &generator) ?? "a").response.body.x}}\n"
        for name in names {
            text += "\n### \(name)\n"
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                text +=
                    "# @\(Bool.random(using: &generator) ? "ref" : "forceRef") \(names.randomElement(using: &generator) ?? "a")\n"
            }
            if Int.random(in: 0...4, using: &generator) == 0 { text += "# @loop for 2\n" }
            text += "GET http://h/"
            if Bool.random(using: &generator) {
                text += "{{\(names.randomElement(using: &generator) ?? "a").response.body.x}}"
            }
            if Bool.random(using: &generator) { text += "{{v}}" }
            text += "\n"
        }
        for references in [SendPlanner.References.first, .asTheyStand] {
            let plan = plan(text, Array(0..<6), references: references)
            for (place, step) in plan.steps.enumerated() {
                #expect(step.needs.allSatisfy { $0 < place } && Set(step.requires).isSubset(of: step.needs))
                for need in step.needs { #expect(plan.steps[at: need]?.isReferred == true) }
            }
            #expect(Set(plan.steps.map(\.request.id)) == Set(names))
            var counts: [String: Int] = [:]
            for step in plan.steps { counts[step.request.id, default: 0] += 1 }
            #expect(counts.values.allSatisfy { $0 <= 2 })
        }
    }

    @Test func `a chain of ten thousand requests neither crashes nor hangs`() {
        var text = ""
        for number in 0..<10_000 { text += "### r\(number)\n# @ref r\(number + 1)\nGET http://h/\n\n" }
        text += "### r10000\nGET http://h/\n"
        let plan = plan(text)
        #expect(plan.firstProblem?.problem.reason == "more than 100 requests wait for each other")
    }

    @Test(arguments: [100, 101]) func `a hundred requests may wait for each other in a chain, and no more`(count: Int) {
        let text = (1..<count).map { "### r\($0)\n# @ref r\($0 + 1)\nGET http://h/\n\n" }.joined()
        let plan = plan(text + "### r\(count)\nGET http://h/\n")
        #expect((plan.firstProblem == nil) == (count == 100))
        #expect(plan.firstProblem == nil || plan.firstProblem?.problem.line == 398, "the line of r100's # @ref")
        #expect(count == 101 || plan.steps.map(\.request.id).first == "r100")
    }

    @Test(arguments: [10_000, 10_001]) func `a loop has ten thousand repetitions at most`(count: Int) {
        let list = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        for loop in ["# @loop for \(count)", "# @loop for x of list"] {
            let plan = plan("@list = \(list)\n### a\n\(loop)\nGET http://h/\n")
            let problem = plan.firstProblem?.problem
            #expect(plan.steps.count == (count == 10_000 ? count : 1))
            #expect(problem == nil || problem?.reason == "a loop of more than 10000 repetitions is not sent")
            #expect((problem == nil) == (count == 10_000) && (problem == nil || problem?.line == 3))
        }
    }

    @Test func `what a body's file asks for and refers to is known before anything is sent`() throws {
        let folder = ScratchFolder()
        folder.write("body.json", "{ \"who\": \"{{$input Who?}}\", \"token\": \"{{login.response.body.token}}\" }")
        folder.write(
            "a.http",
            "@file = body\n\n### use\n# @ref order\nPOST http://h/\n\n<@ ./{{file}}.json\n\n### order\nGET http://h/{{$input First?}}\n\n### login\nGET http://h/login\n"
        )
        let file = try #require(try CollectionStore().load(path: folder.path).files.first)
        let request = try #require(file.document.requests.first)
        var context = ChainingFixtures.context(RequestScope(file))
        context.root = folder.path
        let plan = SendPlanner(references: .first) { _ in context }.plan([(file, request)])
        #expect(words(plan) == ["order", "login", "use <- 0,1"])
        #expect(plan.prompts.map(\.key) == ["$input First?", "$input Who?"])
        #expect(plan.prompts.map(\.line) == [10, 7])
    }

    /// Plans the request `use` of the only file in a folder for each row.
    private func replay(_ folder: ScratchFolder, rows: [[String: String]]) throws -> ReplayPlan {
        let file = try #require(try CollectionStore().load(path: folder.path).files.first)
        var selection = RunSelection()
        selection.filters = [Glob("use")]
        let all = CollectionFolder(root: folder.path, name: "c", nodes: [.file(file)])
        return try ReplayPlan([all], rows: rows, selection: selection) { row in
            SendPlanner(references: .first) { _ in
                var context = ChainingFixtures.context(RequestScope(file), overrides: row)
                context.root = folder.path
                return context
            }
        }
    }

    @Test func `a body's file that a column names is looked at for each row`() throws {
        let folder = ScratchFolder()
        folder.write("ada.json", "{ \"token\": \"{{login.response.body.token}}\" }")
        folder.write("bob.json", "{ \"who\": \"{{$input Who?}}\" }")
        folder.write("eve.json", "{ \"whom\": \"{{$input Who?}}\" }")
        folder.write(
            "a.http",
            "@file = {{who}}.json\n\n### use\nPOST http://h/\n\n<@ ./{{file}}\n\n### login\nGET http://h/login\n")
        func replay(_ names: [String]) throws -> ReplayPlan {
            try self.replay(folder, rows: names.map { ["who": $0] })
        }
        for names in [["ada", "bob", "eve", "gone"], ["bob", "ada", "bob", "gone"]] {
            let plan = try replay(names)
            #expect(Set(plan.steps.map(\.request.id)) == ["use", "login"], "\(names)")
            #expect(plan.prompts.map(\.key) == ["$input Who?"], "\(names)")
        }
        #expect(try replay(["ada", "bob", "eve", "gone", "ada"]).variants == [0, 1, 1, 2, 0])
        // Files that ask for the same need no separate plan.
        #expect(try replay(["bob", "eve"]).variants.isEmpty)
        #expect(try replay(["bob", "eve"]).steps.map(\.request.id) == ["use"])
    }

    @Test func `the file is looked at in a request that the first row does not need, too`() throws {
        let folder = ScratchFolder()
        folder.write("ada.json", "{ \"token\": \"{{login.response.body.token}}\" }")
        folder.write("bob.json", "{}")
        folder.write(
            "a.http",
            """
            ### use
            # @ref {{other}}
            GET http://h/

            ### one
            GET http://h/one

            ### two
            POST http://h/two

            <@ ./{{who}}.json

            ### login
            GET http://h/login

            """)
        let rows = [("one", "bob"), ("two", "bob"), ("two", "ada"), ("two", "bob"), ("one", "ada")]
        let plan = try replay(folder, rows: rows.map { ["other": $0, "who": $1] })
        #expect(plan.variants == [0, 1, 2, 1, 0])
        #expect(Set(plan.steps.map(\.request.id)) == ["use", "one", "two", "login"])
    }

    @Test func `a loop comes before the requests that use one or all of its responses`() {
        let text = """
            ### use
            GET http://h/{{item1}}

            ### all
            # @loop for x of itemList
            GET http://h/{{x.id}}

            ### item
            # @loop for 2
            GET http://h/item/{{$index}}

            """
        #expect(words(plan(text, [0], references: .first)) == ["item #0", "item #1", "use <- 0,1"])
        #expect(words(plan(text, [1], references: .first)) == ["item #0", "item #1", "all <- 0,1"])
    }

    @Test func `what a private file suggests for a question, or a loop goes through, is not shown`() throws {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "key": .init(value: "s3cr3t", reason: nil, file: "/c/p.json", isPrivate: true),
            "list": .init(value: "[\"s3cr3t\"]", reason: nil, file: "/c/p.json", isPrivate: true),
        ]
        let text = "### a\n# @prompt key Which?\n# @prompt plain\n# @loop for x of list\nGET http://h/{{key}}/{{x}}\n"
        let plan = plan(text, environments: set)
        #expect(plan.prompts.map(\.isSecret) == [true, false])
        #expect(plan.steps.map(\.turnText) == ["x (private)"])
        let file = ChainingFixtures.file(text)
        let request = try #require(file.document.requests.first)
        var context = ChainingFixtures.context(RequestScope(file), environments: set)
        context.answers = ["key": "typed", "plain": ""]
        context.turn = plan.steps.first?.turn
        let outcome = RequestResolver().resolve(request, in: file, context: context)
        #expect(outcome.uses.filter(\.isSecret).map(\.name) == ["key", "x"])
    }
}
