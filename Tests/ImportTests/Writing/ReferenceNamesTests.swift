import Testing
import Workspace

@testable import Import

/// References in texts, with the names of the written files.
@Suite struct ReferenceNamesTests {
    @Test(arguments: [
        ("{{ a }}", "{{a}}"), ("{{a b}}{{a-b}}", "{{a_b}}{{a-b}}"), ("{{a b}}{{a/b}}", "{{a_b}}{{a_b_2}}"),
        ("{{a b}} {{ a b }}", "{{a_b}} {{a_b}}"), ("{{%a b}}{{ % a b }}", "{{%a_b}}{{%a_b}}"),
        ("{{!!}}{{??}}{{!!}}", "{{variable}}{{variable_2}}{{variable}}"), ("{{{a b}}}", "{{{a_b}}}"),
        ("{{a b{{c d}}", "{{a b{{c_d}}"), ("{{a b}}}}", "{{a_b}}}}"), ("é{{a b}}é", "é{{a_b}}é"),
    ])
    func `a reference has a name that every tool reads`(text: String, written: String) {
        var names = ReferenceNames(taken: [])
        #expect(names.text(text) == written)
    }

    @Test(arguments: [
        "", "a", "{}", "{{", "{{}}", "{{ }}", "{{a b}", "{a b}}", "{{a\nb}}", "{{a\rb}}", "}}a b{{", "{{$uuid}}",
        "{{ $randomInt 1 2 }}", "{{a b.response.body}}", "{{a b.request.body}}", "{{é}}", "{{1a}}", "{ {a b} }",
    ])
    func `other texts stay`(text: String) {
        var names = ReferenceNames(taken: [])
        #expect(names.text(text) == text)
    }

    @Test func `a name that is taken is not given to another`() {
        var names = ReferenceNames(taken: ["a_b", "c d", "variable"])
        #expect(names.text("{{a b}}{{a_b}}{{c d}}{{!}}") == "{{a_b_2}}{{a_b}}{{c_d}}{{variable_2}}")
        #expect(names.unique("a_b") == "a_b_3" && names.unique("a b") == "a_b_4" && names.unique("") == "variable_3")
    }

    @Test func `two references of a source stay two, whoever defines them`() throws {
        var first = ImportedRequest(name: "first", method: "GET", url: "https://a.test/{{a b}}")
        let second = ImportedRequest(
            name: "second", method: "GET", url: "https://a.test/", login: .request(.bearer(token: "{{a_b}}")))
        first.variables = [ImportedVariable(name: "a b", value: "1")]
        let collection = ImportedCollection(kind: .postman, name: "c", items: [.request(first), .request(second)])
        var writer = CollectionWriter(collection) { _ in }
        let text = writer.files().files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(text.contains("https://a.test/{{a_b_2}}") && text.contains("Bearer {{a_b}}"), "\(text)")
    }

    @Test func `a name that nothing defines and no tool reads is named once`() {
        var request = ImportedRequest(
            name: "R", method: "POST", url: "https://a.test/{{first name}}?a={{first name}}&b={{fine}}",
            body: .text("{{#if name}}x{{/if}} {{known one}}", contentType: "text/plain"))
        request.unset = [ImportedVariable(name: "an id", value: "")]
        request.headers = [ImportedRow("X", "{{an id}}")]
        func notices(_ kind: ImportKind) -> [String] {
            var collection = ImportedCollection(kind: kind, name: "c", items: [.request(request)])
            collection.shared.variables = [ImportedVariable(name: "known one", value: "1")]
            return ImportedText.notices(collection.files()).filter { $0.contains("is called") }
        }
        #expect(
            notices(.postman) == [
                "changed: The variable 'known one' is called known_one now: its name could not be read.",
                #"changed: {{first name}} is read as a variable and is called first_name now; write \{\{first name\}\} to send it as it is."#,
                #"changed: {{#if name}} is read as a variable and is called if_name now; write \{\{#if name\}\} to send it as it is."#,
                #"changed: {{/if}} is read as a variable and is called if now; write \{\{/if\}\} to send it as it is."#,
            ])
        #expect(notices(.curl).count == 1)
    }

    @Test func `a block has names of its own`() {
        var names = ReferenceNames(taken: [])
        let local = ["x": "x_2", "y z": "y"]
        #expect(names.text("{{x}}{{ x }}{{%x}}{{y z}}{{z}}", local: local) == "{{x_2}}{{x_2}}{{%x_2}}{{y}}{{z}}")
    }

    @Test func `a long name is cut, and what is too long is no reference`() {
        var names = ReferenceNames(taken: [])
        let (kept, cut) = (String(repeating: "a", count: 200), String(repeating: "a", count: 201))
        #expect(names.name(kept) == kept && names.name(cut) == String(repeating: "a", count: 80))
        let (reference, text) = (String(repeating: "b ", count: 200), String(repeating: "b ", count: 200) + "b")
        #expect(ReferenceNames.references(in: "{{\(reference)}}{{\(text)}}").count == 1)
        #expect(ReferenceNames.references(in: "{{ a }}{{b c}}{{$d}}x}}{{{e}}{{% f }}") == ["a", "b c", "$d", "e", "f"])
    }
}
