import Testing

@testable import Bodies

/// How far a table is measured, and what is taken for a quoted cell.
@Suite struct TableEdgeTests {
    private func row(_ count: Int, _ cell: String) -> String {
        Array(repeating: cell, count: count).joined(separator: ",")
    }

    @Test func `a column is sixty wide at most for the sake of its cells`() {
        for (length, spaces) in [(59, 60), (60, 61), (61, 61)] {
            let wide = String(repeating: "w", count: length)
            let shown = Decoding("a,b\n\(wide),x", "text/csv").shown
            #expect(shown.split(separator: "\n").first.map(String.init) == "a\(String(repeating: " ", count: spaces))b")
        }
    }

    @Test func `columns are measured by the first two hundred records`() {
        func header(_ records: Int) -> String? {
            let text = "a,b\n" + String(repeating: "x,y\n", count: records - 2) + "wide,y\n"
            return Decoding(text, "text/csv").shown.split(separator: "\n").first.map(String.init)
        }
        #expect(header(200) == "a     b")
        #expect(header(201) == "a  b")
    }

    @Test func `the first 512 columns are aligned`() {
        let shown = Decoding("\(row(514, "a"))\n\(row(514, "bbb"))", "text/csv").shown
        let header = shown.split(separator: "\n").first.map(String.init)
        #expect(header == String(repeating: "a    ", count: 512) + "a  a")
    }

    @Test func `a quoted cell is shorter than sixty-four kilobytes`() {
        func shown(_ count: Int) -> String {
            Decoding("\"\(String(repeating: "q", count: count))\",b", "text/csv").shown
        }
        #expect(shown((64 << 10) - 2).hasPrefix("q"))
        #expect(shown((64 << 10) - 1).hasPrefix("\""))
    }

    @Test(arguments: [
        ("a,b\r\n1,2\r\n", "a  b\n1  2"), ("\"a\"\"\",b\n1,2", "a\"  b\n1   2"), ("\"\",b\n1,2", "   b\n1  2"),
        ("\"\"\"\",b\n1,2", "\"  b\n1  2"),
    ])
    func `quotes and line ends of a table are left out`(text: String, expected: String) {
        #expect(Decoding(text, "text/csv").shown == expected)
    }
}
