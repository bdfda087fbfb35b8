import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What a plan says of each request before anything is sent.
struct SendOutlookTests {
    private func outlooks(
        _ texts: String..., later: Set<String> = [], environments: EnvironmentSet = EnvironmentSet(),
        canAsk: Bool = true, reveals: Bool = false
    ) -> [SendOutlook] {
        let files = texts.enumerated().map { ChainingFixtures.file($1, name: "\($0).http") }
        func context(_ file: CollectionFile) -> RequestResolver.Context {
            ChainingFixtures.context(RequestScope(file), environments: environments)
        }
        let asked = files.flatMap { file in file.document.requests.map { (file: file, request: $0) } }
        let plan = SendPlanner(references: .asTheyStand, context: context).plan(asked)
        return RequestResolver().outlooks(
            of: plan.steps, later: later, canAsk: canAsk, reveals: reveals, context: context)
    }

    private func problems(_ text: String) -> [String] {
        outlooks(text).flatMap(\.problems).map { "\($0.line) \($0.reason)" }
    }

    @Test func `the URL has the values that are known`() {
        let found = outlooks("@h = http://h\n### a\nGET {{h}}/x?y=1\n### b\n# @disabled\nGET {{nope}}\n")
        #expect(found == [SendOutlook(url: "http://h/x?y=1"), SendOutlook()])
    }

    @Test func `what can never be sent is a problem with its line`() {
        #expect(
            problems("### a\nGET http://h/{{nope}}\n") == [
                "2 {{nope}}: no variable of that name; give it as --var 'nope=…', or in an environment file"
            ])
        #expect(problems("### a\nGET http://h:99999/\n") == ["2 URL: the port 99999 is not a number from 1 to 65535"])
        #expect(problems("### a\nPOST http://h/\n\n< missing.bin\n") == ["4 The body file missing.bin does not exist"])
        #expect(problems("### a\n# @ref gone\nGET http://h/\n").count == 1)
        #expect(
            problems("### a\nGET http://h/{{$processEnv HOME}}\n")
                == ["2 The collection is not trusted to read the variable HOME of your environment; --trust allows it"])
        // The response comes too late.
        #expect(problems("### a\nGET http://h/{{b.response.body.$.x}}\n### b\nGET http://h/\n").count == 1)
    }

    @Test func `what responses, scripts and answers give is awaited`() {
        let set = "### one\nPOST http://h/\n\n> {% client.global.set(\"t\", response.body.t); %}\n"
        let use = "### two\nGET http://h/{{t}}/{{t}}\n"
        #expect(outlooks(set + use).map(\.awaited) == [[], ["{{t}}"]])
        #expect(outlooks(set, use).map(\.awaited) == [[], ["{{t}}"]])
        #expect(outlooks(use, set).map(\.problems.count) == [1, 0])
        // It replaces the value that there is now.
        #expect(outlooks(set, "@t = old\n" + use)[1] == SendOutlook(awaited: ["{{t}}"]))
        let chain = "### a\nGET http://h/\n### b\nGET http://h/{{a.response.body.$.x}}\n"
        #expect(outlooks(chain).map(\.awaited) == [[], ["{{a.response.body.$.x}}"]])
        let asks = "### a\n# @prompt who Who?\nGET http://h/{{who}}\n"
        #expect(outlooks(asks).map(\.awaited) == [["Who?"]])
        #expect(
            outlooks(asks, canAsk: false)[0].problems.map(\.reason)
                == ["Who?: nobody can be asked here; give it as --var 'who=…'"])
        #expect(outlooks("### a\nGET {{base}}/\n", later: ["base"]).map(\.awaited) == [["{{base}}"]])
    }

    @Test func `secrets are hidden unless they are revealed`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "key": .init(value: "s3cr3t", reason: nil, file: "/c/p.json", isPrivate: true)
        ]
        let text = "### a\nGET http://h/{{key}}\n### b\nGET http://h:9{{key}}/\n"
        let hidden = outlooks(text, environments: set)
        #expect(hidden[0].url == "http://h/(private)")
        #expect(hidden[1].problems.count == 1 && !"\(hidden[1])".contains("s3cr3t"), "\(hidden[1])")
        #expect(outlooks(text, environments: set, reveals: true)[0].url == "http://h/s3cr3t")
    }
}
