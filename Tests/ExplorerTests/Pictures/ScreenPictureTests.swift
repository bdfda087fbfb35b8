import Base
import Foundation
import NetEngine
import Testing

@testable import TerminalUI

@Suite struct ScreenPictureTests {
    /// The picture of a row of text, without what is around its cells.
    private func svg(_ text: SafeText, _ style: Style = .text, columns: Int = 10) -> String {
        var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
        buffer.draw(text, at: Point(x: 0, y: 0), style: style)
        return String(decoding: ScreenPicture.svg(buffer, title: "t", description: "d"), as: UTF8.self)
    }

    @Test func `text has the width of its cells, and what has a meaning in XML is escaped`() {
        let svg = svg("a <b> & \"c\"", columns: 20)
        #expect(svg.contains(#"textLength="99""#))
        #expect(svg.contains(">a &lt;b&gt; &amp; &quot;c&quot;</text>"))
    }

    @Test func `what is beyond ASCII is a run of its own, at its place, as wide as its cells`() {
        let svg = svg("ab日é c")
        #expect(svg.contains(#"x="0" y="15" textLength="18""#) && svg.contains(">ab</text>"))
        #expect(svg.contains(#"x="18" y="15" textLength="18""#) && svg.contains(">日</text>"))
        #expect(svg.contains(#"x="36" y="15" textLength="9""#) && svg.contains(">é</text>"))
        #expect(svg.contains(#"x="54" y="15" textLength="9""#) && svg.contains(">c</text>"))
    }

    @Test func `lines lead from the middle of a cell half a pixel beyond its edge`() {
        let svg = svg("┌─")
        #expect(svg.contains("M4.5 10H9.5M4.5 10V20.5") && svg.contains("M8.5 10H18.5"))
        #expect(!svg.contains("┌") && !svg.contains("─"))
    }

    @Test func `a block covers its part of the cell`() {
        #expect(svg("█").contains("M-0.5 -0.5H9.5V20.5H-0.5Z"))
        #expect(svg("▌").contains("M-0.5 -0.5H4.5V20.5H-0.5Z"))
        #expect(svg("▄").contains("M-0.5 10H9.5V20.5H-0.5Z"))
    }

    @Test func `every character of the program's frames and bars is a shape`() {
        for light in 0..<16 {
            for heavy in 0..<16 where light & heavy == 0 && light | heavy > 0 {
                let arms = (FrameGlyphs.Arms(rawValue: UInt8(light)), FrameGlyphs.Arms(rawValue: UInt8(heavy)))
                #expect(
                    BoxShape(FrameGlyphs.unicode[light: arms.0, heavy: arms.1])
                        == .lines(light: arms.0, heavy: arms.1))
            }
        }
        for character in Glyphs.unicode.bar + [Glyphs.unicode.scrollThumb] { #expect(BoxShape(character) != nil) }
        #expect(BoxShape(" ") == nil && BoxShape("a") == nil)
    }

    @Test func `a reversed style changes text and ground`() {
        let svg = svg("x", Style(.text, .reverse))
        #expect(svg.contains(##"<rect x="0" y="0" width="9" height="20" fill="#d8dce3"/>"##))
        #expect(svg.contains(##"fill="#16181d">x</text>"##))
    }

    @Test func `a picture is XML with a title and a description`() throws {
        let svg = svg("a")
        #expect(svg.contains("<title>t</title>") && svg.contains("<desc>d</desc>"))
        #expect(svg.contains(#"xml:space="preserve""#) && svg.hasSuffix("</svg>\n"))
        #expect(svg.components(separatedBy: "<text").count == svg.components(separatedBy: "</text>").count)
    }
}
