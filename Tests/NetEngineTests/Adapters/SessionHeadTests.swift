import Foundation
import FoundationNetworking
import NetEngine
import TestSupport
import Testing

@testable import NetEngineURLSession

/// What is known of a head that Foundation read.
@Suite struct SessionHeadTests {
    private static func head(_ fields: [String: String]) throws -> SessionHead {
        let url = try #require(URL(string: "http://h/"))
        return SessionHead(
            try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields)))
    }

    private static let lengths: FilledTable = """
        5 -> 5
        0 -> 0
        05 -> 5
        5, 5 -> 5
        5,05 -> 5
        9223372036854775807 -> 9223372036854775807
        5, 6 -> nil: it has two Content-Lengths, 5 and 6
        5, 5, 6 -> nil: it has two Content-Lengths, 5 and 6
        5, x -> nil: its Content-Length "x" is not a length
        5, -> nil: its Content-Length "" is not a length
        +5 -> nil: its Content-Length "+5" is not a length
        -1 -> nil: its Content-Length "-1" is not a length
        5 5 -> nil: its Content-Length "5 5" is not a length
        0x5 -> nil: its Content-Length "0x5" is not a length
        9223372036854775808 -> nil: its Content-Length "9223372036854775808" is not a length
        """

    @Test func `a length is one number, however often it is said`() throws {
        let text = Self.lengths.filled { row in
            let head = try Self.head(["Content-Length": row])
            return "\(head.declaredLength.map { String($0) } ?? "nil")\(head.lengthFault.map { ": \($0)" } ?? "")"
        }
        #expect(text == Self.lengths.text)
        let none = try Self.head([:])
        #expect(none.declaredLength == nil && none.lengthFault == nil && none.byteCount == 0)
    }

    private static let codings: FilledTable = """
        gzip -> gzip
        GZIP, br -> gzip br
        identity -> none
        br,identity,,gzip -> br gzip
        x -> x
        """

    @Test func `codings are those of the field, without identity`() throws {
        let text = Self.codings.filled { row in
            let codings = try Self.head(["Content-Encoding": row]).codings
            return codings.isEmpty ? "none" : codings.joined(separator: " ")
        }
        #expect(text == Self.codings.text)
    }

    @Test func `fields are sorted, and counted with what is around them`() throws {
        let head = try Self.head(["X-B": "ä", "X-A": "12", "X-C": ""])
        #expect(head.fields.map { "\($0.name.lowercased())=\($0.value)" } == ["x-a=12", "x-b=ä", "x-c="])
        #expect(head.byteCount == 3 * (3 + 4) + 2 + 2)
    }
}
