import Settings
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI

/// `# @expect` and `# @envelope` in the Options tab.
@Suite struct ExpectationRowTests {
    @Test func `the options tab shows the setting`() throws {
        func row(_ metadata: String) throws -> String {
            let document = HTTPDocument(bytes: Array("\(metadata)\nGET http://h/\n".utf8))
            let request = try #require(document.requests.first)
            let rows = OptionRow.rows(of: request, in: document, configured: EffectiveSettings())
            let name = metadata.contains("envelope") ? "envelope" : "body must be"
            return try #require(rows.first { $0.title == name }.map { "\($0.value) | \($0.origin)" })
        }
        #expect(try row("") == "anything | default")
        #expect(try row("# @expect json") == "json | line 1")
        #expect(try row("# @envelope status=code success=0,ok") == "status=code success=0,ok | line 1")
    }
}
