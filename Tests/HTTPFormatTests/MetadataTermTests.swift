import Foundation
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

@Suite struct MetadataTermTests {
    private func key(_ name: String) -> MetadataKey? {
        Array(name.utf8).withUnsafeBufferPointer { MetadataKey(LineText($0, 0..<$0.count)) }
    }

    @Test(arguments: MetadataTerm.all) func `each name of the table is read as its key`(term: MetadataTerm) {
        for name in [term.name] + term.otherNames {
            #expect(key(name) == term.key)
            #expect(key(name.uppercased()) == term.key)
            #expect(key(name.replacing("-", with: "_")) == term.key)
        }
        #expect(MetadataTerm.of(term.key) == term)
    }

    @Test(arguments: MetadataTerm.all) func `each value that is offered is read without an error`(term: MetadataTerm) {
        let values = term.form.examples + (term.form.mayBeEmpty ? [""] : [])
        #expect(!values.isEmpty)
        for value in values {
            let text = "### a\n# @\(term.name) \(value)\nGET http://h/\n"
            let document = HTTPDocument(bytes: Array(text.utf8))
            let errors = document.notices.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(text)")
        }
    }

    @Test func `each name is explained in one sentence, and is in the description of the format`() throws {
        let page = try String(contentsOfFile: "\(BuiltProgram.packageRoot)/docs/http-format.md", encoding: .utf8)
        for term in MetadataTerm.all {
            #expect(term.explanation.hasSuffix(".") && term.explanation.count <= 110, "\(term.name)")
            #expect(page.contains("@\(term.name)"), "\(term.name)")
        }
        #expect(Set(MetadataTerm.all.map(\.key)).count == MetadataTerm.all.count)
    }
}
