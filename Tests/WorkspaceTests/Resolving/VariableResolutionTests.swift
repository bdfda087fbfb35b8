import NetEngine
import Testing

@testable import HTTPFormat
@testable import Workspace

/// How variables that use each other are resolved.
struct VariableResolutionTests {
    private func resolve(_ text: String) throws -> RequestResolver.Outcome {
        let file = ChainingFixtures.file(text)
        let request = try #require(file.document.requests.first)
        return RequestResolver().resolve(request, in: file, context: ChainingFixtures.context(RequestScope(file)))
    }

    @Test func `no variable that uses an unresolved one gets a value, and the unresolved one is reported once`() throws
    {
        let outcome = try resolve("@a = x{{missing}}\n@b = y{{a}}\n@c = z\n\nGET http://h/{{a}}/{{b}}/{{c}}\n")
        guard case .unresolved(let names, let uses) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(names.map(\.name) == ["missing"])
        #expect(uses.map(\.name) == ["c"])
    }
}
