import Testing

@testable import Base
@testable import TerminalUI

/// Private texts on the screen.
@Suite struct PrivateVeilTests {
    private func covered(
        _ rows: [String], _ texts: [String], columns: Int = 20, _ rect: Rect? = nil, isScrolled: Bool = false
    ) -> [String] {
        var buffer = CellBuffer(size: Size(columns: columns, rows: rows.count))
        for (y, row) in rows.enumerated() { buffer.draw(SafeText(row), at: Point(x: 0, y: y)) }
        PrivateVeil(texts).cover(rect ?? buffer.bounds, of: &buffer, isScrolled: isScrolled)
        return rows.indices.map { y in
            let row = (0..<columns).filter { buffer[$0, y].width > 0 }.map { buffer[$0, y].grapheme }.joined()
            return String(row.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test func `every place of a private text is covered, and nothing else`() {
        #expect(covered(["a s3cr3t b s3cr3t", "s3cr3", "cr3t"], ["s3cr3t"]) == ["a ****** b ******", "*****", "cr3t"])
        #expect(covered(["s3cr3x t"], ["s3cr3t"]) == ["s3cr3x t"])
        #expect(covered(["abc"], ["abc"]) == ["abc"])
    }

    @Test func `a masked wide character leaves no visible half`() {
        #expect(covered(["x 秘密の鍵 y"], ["秘密の鍵"]) == ["x ******** y"])
    }

    @Test func `a text that is cut off, or goes on in the next row, is covered`() {
        #expect(covered(["?k=s3cr3tvalue…"], ["s3cr3tvalue-long"]) == ["?k=***********…"])
        #expect(
            covered(
                ["Token: 0123456789abc", "  defghijklmnopqrstu", "  vwxyz", "vwxyz"],
                ["0123456789abcdefghijklmnopqrstuvwxyz"])
                == ["Token: *************", "  ******************", "  *****", "vwxyz"])
    }

    @Test func `a text that is cut off in the middle of a row is covered`() {
        #expect(covered(["/q/s3cr3tv… 200"], ["s3cr3tvalue"]) == ["/q/*******… 200"])
        #expect(covered(["/q/s3cr3tv 200"], ["s3cr3tvalue"]) == ["/q/s3cr3tv 200"])
        #expect(covered(["/q/s3c… 200"], ["s3cr3tvalue"]) == ["/q/s3c… 200"])
    }

    @Test func `the end of a text with which scrolled rows begin is covered`() {
        #expect(covered(["value b", "lue"], ["s3cr3tvalue"], isScrolled: true) == ["***** b", "lue"])
        #expect(covered(["value b"], ["s3cr3tvalue"]) == ["value b"])
    }

    @Test func `only the given place is covered`() {
        #expect(
            covered(["s3cr3t", "s3cr3t"], ["s3cr3t"], Rect(x: 0, y: 1, width: 20, height: 1)) == ["s3cr3t", "******"])
    }
}
