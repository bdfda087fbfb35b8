import HTTPFormat
import Testing

@Suite struct MultipartLinesTests {
    @Test func `two dashes alone are no delimiter, and leave the boundary to a later line`() {
        var lines = MultipartLines(boundary: nil, takesValues: false)
        let isBare = lines.takeDashes(Array("--".utf8), holdsValues: false, at: 0)
        #expect(!isBare && lines.boundary == nil && lines.delimiters.isEmpty && !lines.isInHead)
        let isFirst = lines.takeDashes(Array("--x ".utf8), holdsValues: false, at: 3)
        #expect(isFirst && lines.boundary == "x" && lines.delimiters == [3] && lines.isInHead)
        let isLast = lines.takeDashes(Array("--x--".utf8), holdsValues: false, at: 9)
        #expect(isLast && lines.delimiters == [3, 9] && !lines.isInHead)
    }
}
