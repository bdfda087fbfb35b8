import TestSupport
import Testing

@testable import NetEngine

/// What a download notes beside its file, and what of a server it relies on.
@Suite struct DownloadRuleTests {
    private static let note = "NetEngine download 1\nurl ab\nvalidator \"v\"\ntotal 10\nend\n"

    @Test func `a note is read back, and no other text is one`() {
        let state = DownloadState(urlHash: "ab", validator: "\"v\"", total: 10)
        #expect(state.text == Self.note)
        #expect(DownloadState(text: Self.note) == state)
        let unknown = DownloadState(urlHash: "ab", validator: "x y", total: nil)
        #expect(unknown.text.contains("\ntotal unknown\n"))
        #expect(DownloadState(text: unknown.text) == unknown)
        let others = [
            "", String(Self.note.dropLast()), Self.note + "\n", Self.note + "x",
            Self.note.replacing("download 1", with: "download 2"), Self.note.replacing("url ", with: "uri "),
            Self.note.replacing("validator", with: "tag"), Self.note.replacing("total 10", with: "total ten"),
            Self.note.replacing("total 10", with: "10"), Self.note.replacing("end", with: "END"),
            Self.note.replacing("url ab\n", with: ""),
        ]
        #expect(others.filter { DownloadState(text: $0) != nil } == [])
        #expect(
            DownloadState.hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// ETag, seconds of Last-Modified and of Date.
    private static let validators: FilledTable = """
        "a" | - | - -> "a"
        "a" | 0 | 60 -> "a"
        "" | - | - -> ""
        " | - | - -> nil
        W/"a" | 0 | 60 -> nil
        a | - | - -> nil
        "ä" | - | - -> nil
        - | 0 | 60 -> Thu, 01 Jan 1970 00:00:00 GMT
        - | 1 | 60 -> nil
        - | 0 | - -> nil
        - | - | 60 -> nil
        """

    @Test func `only what changes with every byte lets a download go on`() {
        let text = Self.validators.filled { row in
            let columns = row.columns
            var headers = HeaderFields()
            if columns[0] != "-" { headers.append(HeaderField("ETag", columns[0])) }
            if let modified = Int64(columns[1]) {
                headers.append(HeaderField("Last-Modified", HTTPDate.text(modified)))
            }
            if let date = Int64(columns[2]) { headers.append(HeaderField("Date", HTTPDate.text(date))) }
            return DownloadState.validator(of: headers, now: 0)
        }
        #expect(text == Self.validators.text)
    }

    // MARK: Certificates in a handshake

    private static func number(_ value: Int) -> [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func message(_ certificates: [[UInt8]], extensions: [UInt8]? = nil) -> [UInt8] {
        var list: [UInt8] = []
        for certificate in certificates {
            list += number(certificate.count) + certificate
            if let extensions { list += [0, UInt8(extensions.count)] + extensions }
        }
        let context: [UInt8] = extensions == nil ? [] : [0]
        let body = context + number(list.count) + list
        return [11] + number(body.count) + body
    }

    private static func certificates(_ message: [UInt8]) -> [[UInt8]]? {
        message.withUnsafeBytes { CertificateMessage.certificates(in: $0) }
    }

    @Test func `certificates are found in the messages of both versions`() {
        let chain: [[UInt8]] = [[1, 2], [3], [4, 5, 6]]
        #expect(Self.certificates(Self.message(chain)) == chain)
        #expect(Self.certificates(Self.message(chain, extensions: [])) == chain)
        #expect(Self.certificates(Self.message(chain, extensions: [9, 9, 9])) == chain)
        let many = [[UInt8]](repeating: [1], count: 33)
        #expect(Self.certificates(Self.message(many))?.count == 32)
    }

    @Test func `a message that is cut or says a wrong length has none`() {
        let good = Self.message([[1, 2], [3]])
        #expect((0..<good.count).filter { Self.certificates(Array(good.prefix($0))) != nil } == [])
        #expect(Self.certificates(good + [0]) == nil)
        var other = good
        other[0] = 12
        #expect(Self.certificates(other) == nil)
        var long = good
        long[9] = 9
        #expect(Self.certificates(long) == nil)
        let modern = Self.message([[1, 2]], extensions: [9])
        #expect((0..<modern.count).filter { Self.certificates(Array(modern.prefix($0))) != nil } == [])
    }
}
