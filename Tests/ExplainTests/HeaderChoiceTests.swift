import Testing

@testable import Explain

@Suite struct HeaderChoiceTests {
    @Test func `the headers of requests are terms of the glossary, each once`() {
        let names = Glossary.sentHeaders.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.contains("Content-Type") && names.contains("If-None-Match") && !names.contains("Set-Cookie"))
        #expect(Glossary.sentHeaders.allSatisfy { $0.kind == .header })
    }

    @Test(arguments: Glossary.sentHeaders.map(\.name)) func `each value to choose from is explained`(name: String) {
        let choices = Glossary.choices(of: name)
        #expect(choices.allSatisfy { !$0.value.isEmpty && !$0.text.isEmpty })
        #expect(Set(choices.map(\.value)).count == choices.count)
        #expect(Glossary.choices(of: name.uppercased()) == choices)
    }

    @Test(arguments: ["Accept", "Content-Type", "Accept-Encoding", "Cache-Control", "Authorization", "Connection"])
    func `headers with known values offer them`(name: String) {
        #expect(Glossary.choices(of: name).count > 2)
    }

    @Test func `all directives of the list are known`() {
        #expect(Glossary.choices(of: "cache-control").count == 8)
        #expect(Glossary.methods.count == 9)
    }
}
