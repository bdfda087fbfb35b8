import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What keeps a step from being sent whatever the steps before it bring.
struct UnsendableStepTests {
    private static let login = "### login\nPOST http://h/login\n"

    /// The step and its variables; nil if all may get a value.
    private func missing(
        _ text: String, asked: String = "last", later: Set<String> = [], remembered: [String: String] = [:]
    ) throws -> String? {
        let file = ChainingFixtures.file(text)
        var memory = ResponseMemory()
        for (id, body) in remembered {
            let request = try #require(file.document.requests.first { $0.id == id })
            let exchange = ChainingFixtures.exchange(
                headers: [HeaderField("Content-Type", "application/json")], body: body)
            memory.remember(exchange, of: request, file: file.path, environment: nil)
        }
        let context = ChainingFixtures.context(RequestScope(file), memory: memory)
        let request = try #require(file.document.requests.first { $0.id == asked })
        let plan = SendPlanner(references: .first) { _ in context }.plan(sending: request, of: file)
        #expect(plan.firstProblem == nil)
        let found = RequestResolver().unsendableStep(in: plan, later: later) { _ in context }
        return found.map { found in
            let reason =
                switch found.outcome {
                case .unresolved(let variables, _):
                    variables.map { "\($0.line) \($0.name)" }.joined(separator: ", ")
                case .refused(let sentence, _): sentence
                default: "\(found.outcome)"
                }
            return "\(found.step.request.id): \(reason)"
        }
    }

    @Test func `a variable that no step sets is found before the first is sent`() throws {
        let use = "### last\n# @ref login\nGET http://h/{{nope}}/{{login.response.body.$.t}}?a={{none}}\n"
        #expect(try missing(Self.login + use) == "last: 5 none, 5 nope")
        // Of the one that is needed, too.
        let needed = "### login\nPOST http://h/{{nope}}\n### last\n# @ref login\nGET http://h/\n"
        #expect(try missing(needed) == "login: 2 nope")
        #expect(try missing(Self.login + use, later: ["nope", "none"]) == nil)
    }

    @Test func `what an earlier response, a script or a definition may give is awaited`() throws {
        let use = "### last\n# @ref login\nGET http://h/"
        #expect(try missing(Self.login + use + "{{login.response.body.$.t}}\n") == nil)
        #expect(try missing("@t = {{login.response.body.$.t}}\n" + Self.login + use + "{{t}}\n") == nil)
        let script = "\n> {% client.global.set(\"t\", response.body.t); %}\n"
        #expect(try missing(Self.login + script + use + "{{t}}\n") == nil)
        let condition = "\n> {% if (response.status === 200) { client.global.set(\"t\", response.body.t); } %}\n"
        #expect(try missing(Self.login + condition + use + "{{t}}\n") == nil)
        // One request alone says itself what it lacks.
        #expect(try missing("### last\nGET http://h/{{nope}}\n") == nil)
    }

    @Test func `before a note is asked about, a request alone and what else is refused are looked at, too`() throws {
        let note = "### last\n# @note Sure?\n"
        #expect(try missing(note + "GET http://h/{{nope}}\n") == "last: 3 nope")
        #expect(try missing(note + "GET http://h/\n") == nil)
        let body = "POST http://h/\n\n< ./none.json\n"
        let refused = try missing(note + body)
        #expect(refused?.contains("none.json does not exist") == true, "\(refused ?? "-")")
        #expect(try missing("### last\n" + body) == nil, "it says so itself")
        let asked = try missing(note + "# @prompt name\nPOST http://h/{{name}}\n\n< ./none.json\n")
        #expect(asked?.contains("none.json does not exist") == true, "\(asked ?? "-")")
        let chain = try missing(Self.login + note + "# @ref login\n" + body)
        #expect(chain?.contains("none.json does not exist") == true, "\(chain ?? "-")")
        // What is wrong with a value may be right with the next one.
        let value = "GET http://h/\nX: {{login.response.body.$.t}}\n"
        #expect(
            try missing(
                Self.login + note + "# @forceRef login\n" + value, remembered: ["login": #"{"t": "a\nb"}"#]) == nil)
    }

    @Test func `a response that lacks the value may be replaced by the one to come`() throws {
        let use = "### last\n# @forceRef login\nGET http://h/{{login.response.body.$.t}}\n"
        #expect(try missing(Self.login + use, remembered: ["login": "{}"]) == nil)
        let other = "### other\nGET http://h/\n"
        let both = "### last\n# @forceRef login\nGET http://h/{{other.response.body.$.t}}\n"
        #expect(
            try missing(Self.login + other + both, remembered: ["other": "{}"])
                == "last: 7 other.response.body.$.t", "nobody sends that one again")
    }

    @Test func `of a loop over a list that is not known yet, all but its elements is looked at`() throws {
        let each = Self.login + "### last\n# @ref login\n# @loop for i of login.response.body.$.list\n"
        #expect(try missing(each + "GET http://h/{{i}}/{{i.id}}/{{$index}}\n") == nil)
        #expect(try missing(each + "GET http://h/{{i}}/{{nope}}\n") == "last: 6 nope")
        let script = "< {% request.variables.set(\"x\", client.global.get(\"i\")) %}\n"
        #expect(try missing(each + script + "GET http://h/{{x}}\n") == nil)
        let unknown = Self.login + "### last\n# @ref login\n# @loop for i of nope\nGET http://h/{{i}}\n"
        #expect(try missing(unknown) == "last: 5 nope")
        #expect(try missing(unknown, later: ["nope"]) == nil)
        let noted = each + "# @note Sure?\nPOST http://h/\n\n< ./none.json\n"
        let refused = try missing(noted)
        #expect(refused?.contains("none.json does not exist") == true, "\(refused ?? "-")")
    }

    @Test func `a step that may not be sent, or that follows a written file, is not judged`() throws {
        let first = "### login\n# @disabled !nope\nPOST http://h/{{nope}}\n"
        #expect(try missing(first + "### last\n# @ref login\nGET http://h/\n") == nil)
        let written = "### login\nPOST http://h/login\n\n>> out.txt\n"
        #expect(try missing(written + "### last\n# @ref login\nGET http://h/{{nope}}\n") == nil)
    }
}
