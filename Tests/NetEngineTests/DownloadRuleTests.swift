import Glibc
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
        "a~ !" | - | - -> "a~ !"
        "a\u{7F}" | - | - -> nil
        "a\tb" | - | - -> nil
        "a | - | - -> nil
        a" | 0 | 60 -> nil
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

    // MARK: The part

    private static func error(_ body: () throws(EngineError) -> Void) -> EngineError? {
        do throws(EngineError) {
            try body()
            return nil
        } catch { return error }
    }

    @Test func `a part goes on if its note is of this URL, and it is not longer than the whole`() throws {
        let folder = try TemporaryFolder()
        let target = folder.path + "/f"
        func state(_ part: String, total: Int64?, of urlHash: String = "ab") throws -> DownloadState? {
            try folder.write(part, to: "f.part")
            try folder.write(
                DownloadState(urlHash: "ab", validator: "\"v\"", total: total).text, to: "f.part.info")
            return try PartFile(target: target).state(urlHash: urlHash)
        }
        #expect(try state("0123", total: 5) == DownloadState(urlHash: "ab", validator: "\"v\"", total: 5))
        #expect(try state("0123", total: 4) != nil && state("0123", total: nil) != nil)
        #expect(try state("0123", total: 3) == nil && state("", total: 4) == nil)
        #expect(try state("0123", total: 5, of: "cd") == nil)
    }

    @Test func `a part begins anew without its note, and an empty one leaves nothing`() throws {
        let folder = try TemporaryFolder()
        let part = try PartFile(target: folder.path + "/f")
        try part.restart(DownloadState(urlHash: "ab", validator: "\"v\"", total: nil))
        try part.append([1, 2, 3])
        try part.append([])
        #expect(part.size == 3 && part.state(urlHash: "ab") != nil)
        #expect(try folder.names() == ["f.part", "f.part.info"])
        #expect(try folder.permissions("f.part.info") == 0o600)
        part.dropIfEmpty()
        #expect(try folder.names() == ["f.part", "f.part.info"])
        try part.restart(nil)
        #expect(try folder.names() == ["f.part"] && folder.read("f.part").isEmpty && part.size == 0)
        try part.append([65])
        #expect(try folder.read("f.part") == "A")
        try part.restart(nil)
        part.dropIfEmpty()
        #expect(try folder.names() == [])
    }

    @Test func `a target that cannot be used says why`() throws {
        let folder = try TemporaryFolder()
        func sentence(_ target: String) -> String? {
            Self.error { () throws(EngineError) in _ = try PartFile(target: target) }?.sentence
        }
        #expect(sentence("") == "The target of the download has no usable name.")
        #expect(sentence("a\0b") == "The target of the download has no usable name.")
        #expect(sentence(folder.path) == "The target \(folder.path) is a folder.")
        let target = folder.path + "/f"
        mkfifo(target + ".part", 0o600)
        #expect(sentence(target) == "\(target).part is not a regular file.")
        let missing = folder.path + "/none/f"
        #expect(sentence(missing) == "The file \(missing) cannot be written: No such file or directory.")
        let held = try PartFile(target: folder.path + "/held")
        #expect(sentence(held.target) == "Another download is writing to \(held.target).")
    }

    @Test func `a disk without room is too large a response, any other fault of it a wrong target`() throws {
        let folder = try TemporaryFolder()
        let target = folder.path + "/f"
        func fault(_ code: Int32?) -> EngineError? {
            Self.error { () throws(EngineError) in
                let part = try PartFile(target: target) { _, _, _ in
                    guard let code else { return 0 }
                    errno = code
                    return -1
                }
                try part.append([1])
            }
        }
        let codes: [Int32?] = [ENOSPC, EDQUOT, EFBIG, nil, EIO, EACCES]
        let faults = codes.map(fault)
        #expect(
            faults.map { $0?.category }
                == [.tooLarge, .tooLarge, .tooLarge, .tooLarge, .requestBuild, .requestBuild])
        #expect(
            faults.map { $0?.underlying?.code } == [ENOSPC, EDQUOT, EFBIG, ENOSPC, EIO, EACCES].map { Int($0) })
        #expect(faults[0]?.sentence == "There is not enough space for \(target): No space left on device.")
        #expect(faults[4]?.sentence == "The file \(target) cannot be written: Input/output error.")
    }

    @Test func `a download asks for ranges itself`() async throws {
        let folder = try TemporaryFolder()
        for name in ["Range", "if-range"] {
            let draft = RequestDraft(url: "http://127.0.0.1:1/", headers: HeaderFields([HeaderField(name, "x")]))
            let error = await #expect(throws: EngineError.self) {
                try await Engine().download(draft, to: folder.path + "/f")
            }
            let written = name == "Range" ? name : "If-Range"
            #expect(error?.sentence == "Header \"\(written)\": a download asks for ranges itself.")
        }
        #expect(try folder.names() == [])
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
