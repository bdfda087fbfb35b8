import Testing

@testable import Workspace

@Suite struct DynamicTermTests {
    @Test(arguments: DynamicTerm.all) func `each dynamic variable that is offered is known`(term: DynamicTerm) {
        #expect(term.text.hasPrefix("$") && term.explanation.hasSuffix("."))
        // These are names of variables and logins.
        guard !term.text.hasPrefix("$shared"), TokenName(term.text) == nil else { return }
        let value = DynamicValue(
            sources: .live, variable: { _ in nil }, dotEnv: { _ in "value" }, loopIndex: 0, isTrusted: false)
        switch value.evaluate(term.text) {
        case .value(let text): #expect(!text.isEmpty)
        case .prompt, .untrusted: break
        case .unresolved(let reason): Issue.record("\(term.text): \(reason)")
        }
    }

    @Test func `each is in the table once`() {
        #expect(Set(DynamicTerm.all.map(\.text)).count == DynamicTerm.all.count)
    }
}
