import TestSupport
import Testing

@testable import HTTPFormat

/// Titles and names where several lines set them, or lines without a value stand beside them.
@Suite struct TitleEditTests {
    /// `TITLE|FILE`: the file with another title of its first request, or why there is none.
    private func titled(_ row: String) -> String {
        let parts = row.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        do throws(HTTPDocument.EditRefusal) {
            let document = HTTPDocument(bytes: Array(parts[1].utf8))
            return String(decoding: try document.applying(.setTitle(parts[0]), toRequest: 0).bytes, as: UTF8.self)
        } catch { return error.sentence }
    }

    @Test func `a title is changed where it counts, and removed wherever it is`() {
        let table = #"""
            N|### T\n# @title\nGET http://a\n -> ### N\n# @title\nGET http://a\n
            N|### T\n# @title A\n# @title\nGET http://a\n -> ### T\n# @title N\n# @title\nGET http://a\n
            |### T\n# @title A\n# @title B\nGET http://a\n -> ###␣\nGET http://a\n
            |# @title A\n# @title B\nGET http://a\n -> GET http://a\n
            |### T\n### U\nGET http://a\n -> The request would still have a title; edit the file instead.
            N|### T\n### U\nGET http://a\n -> ### N\n### U\nGET http://a\n
            N|### -----\nGET http://a\n -> ### -----\n### N\nGET http://a\n
            N|#### \nGET http://a\n -> #### N\nGET http://a\n
            #️⃣ N|### #️⃣ T\nGET http://a\n -> ### #️⃣ N\nGET http://a\n
            """#.replacing("␣", with: " ")
        #expect(TextTable.differences(table) { titled($0) } == [])
    }

    @Test func `a copy gets its new name where the name counts`() throws {
        let table = #"""
            ### T\n# @name a\n# @name\nGET http://a\n -> ### T\n# @name a\n# @name\nGET http://a\n\n### T\n# @name a2\n# @name\nGET http://a\n
            ### T\n# @title\nGET http://a\n -> ### T\n# @title\nGET http://a\n\n### T (copy)\n# @title\nGET http://a\n
            """#
        #expect(
            try TextTable.differences(table) {
                String(decoding: try HTTPDocument(bytes: Array($0.utf8)).cloningRequest(0).bytes, as: UTF8.self)
            } == [])
    }

    @Test func `an operation without a file is not a description`() {
        let document = HTTPDocument(bytes: Array("# @openapi #getUser\nGET http://a\n".utf8))
        #expect(document.requests.first?.settings.contract == nil)
        #expect(document.notices.map(\.text) == ["@openapi needs a file, or none"])
    }
}
