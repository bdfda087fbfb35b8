import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI

/// `# @expect` and `# @envelope` in the Options tab.
@Suite struct ExpectationRowTests {
    private func request(_ metadata: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array("\(metadata)\nGET http://h/\n".utf8)).requests.first)
    }

    @Test func `the options tab shows the setting`() throws {
        func row(_ metadata: String) throws -> String {
            let lines = RequestPane.optionLines(try request(metadata)).map { line in
                line.spans.map(\.text.string).joined() + " | " + line.trailing.map(\.text.string).joined()
            }
            return try #require(lines.first { $0.hasPrefix("body must be") })
        }
        #expect(try row("").hasSuffix("anything | default"))
        #expect(try row("# @expect json").hasSuffix("JSON | set in the request"))
        #expect(
            try row("# @envelope status=code success=0,ok").hasSuffix(
                "envelope: code is \"ok\" or 0, data in data, message in message | set in the request"))
    }
}
