import HTTPFormat
import Testing

@Suite struct MultipartLinesTests {
    @Test func `two dashes alone are no delimiter, and leave the boundary to a later line`() {
        var lines = MultipartLines(boundary: nil, takesValues: false)
        let dashes = lines.takeDashes(Array("--".utf8), holdsValues: false, at: 0)
        #expect(!dashes && lines.boundary == nil && lines.delimiters.isEmpty && !lines.isInHead)
        let first = lines.takeDashes(Array("--x ".utf8), holdsValues: false, at: 3)
        #expect(first && lines.boundary == "x" && lines.delimiters == [3] && lines.isInHead)
        let last = lines.takeDashes(Array("--x--".utf8), holdsValues: false, at: 9)
        #expect(last && lines.delimiters == [3, 9] && !lines.isInHead)
    }
}
