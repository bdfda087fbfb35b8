import Foundation
import Glibc
import Testing

@testable import NetEngine

@Suite struct SpooledBodyTests {
    private func spool() throws -> SpooledBody { try SpooledBody(in: [NSTemporaryDirectory()]) }

    private func append(_ bytes: [UInt8], to body: SpooledBody) throws {
        try bytes.withUnsafeBytes { try body.append($0) }
    }

    @Test func `what was appended is read back`() throws {
        let body = try spool()
        try append(Array("Hello, ".utf8), to: body)
        try append(Array("body".utf8), to: body)
        #expect(body.count == 11)
        #expect(body.withBytes { Array($0) } == Array("Hello, body".utf8))
        #expect(body.bytes(in: 7..<100) == Array("body".utf8))
        #expect(BodyBytes(body).bytes(in: 0..<5) == Array("Hello".utf8))
    }

    @Test func `a body that grows past its mapping is seen whole`() throws {
        let body = try spool()
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<10 { try append(piece, to: body) }
        #expect(body.withBytes { $0.count } == 10 << 20)
        for _ in 0..<70 { try append(piece, to: body) }
        try append([0x62], to: body)
        #expect(body.withBytes { [$0[0], $0[$0.count - 1]] } == [0x61, 0x62])
    }

    @Test func `released pages are read again`() throws {
        let body = try spool()
        try append([UInt8](repeating: 0x63, count: 100_000), to: body)
        _ = body.withBytes { $0[50_000] }
        body.releasePages(0..<100_000)
        #expect(body.withBytes { $0[99_999] } == 0x63)
    }

    @Test func `an empty body has no bytes`() throws {
        let body = try spool()
        #expect(body.withBytes { $0.count } == 0)
        #expect(body.bytes(in: 0..<10).isEmpty)
        #expect(BodyBytes(body).isEmpty)
    }

    @Test func `a file has no name, and the second folder is taken when the first is not there`() throws {
        let folder = NSTemporaryDirectory() + "spool-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = try SpooledBody(in: ["/no/such/folder", folder])
        try append([1, 2, 3], to: body)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        #expect(body.count == 3)
    }

    @Test func `no folder at all is an error that names them`() {
        let failure = #expect(throws: SpooledBody.Failure.self) {
            try SpooledBody(in: ["/no/such/folder", "/nor/this"])
        }
        let error = failure.map { EngineError($0) }
        #expect(error?.category == .internal)
        #expect(error?.sentence.contains("/no/such/folder, nor in /nor/this") == true)
    }

    @Test func `a full disk keeps what came and says how much`() throws {
        let body = try SpooledBody(in: [NSTemporaryDirectory()]) { descriptor, bytes, count in
            let size = lseek(descriptor, 0, SEEK_END)
            guard size < 5 else {
                errno = ENOSPC
                return -1
            }
            return write(descriptor, bytes, min(count, 5))
        }
        let failure = #expect(throws: SpooledBody.Failure.self) { try append(Array("Hello, body".utf8), to: body) }
        let error = failure.map { EngineError($0) }
        #expect(error?.category == .tooLarge)
        #expect(error?.sentence.contains("5 bytes of it came") == true)
        #expect(error?.underlying?.code == Int(ENOSPC))
        #expect(body.withBytes { Array($0) } == Array("Hello".utf8))
    }

    @Test(arguments: [0, 1, 1 << 20, 1 << 20 + 1, 3_000_000])
    func `pieces give all bytes in order, wherever they are`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let body = try spool()
        try append(bytes, to: body)
        for content in [BodyBytes(bytes), BodyBytes(body)] {
            var read: [UInt8] = []
            content.forEachPiece {
                #expect(0 < $0.count && $0.count <= 1 << 20)
                read += $0
            }
            #expect(read == bytes)
        }
        #expect(BodyBytes(bytes) == BodyBytes(body))
        #expect(BodyBytes(bytes + [0]) != BodyBytes(body))
    }
}
