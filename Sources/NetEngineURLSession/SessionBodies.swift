import Dispatch
import Foundation
import Glibc
import NetEngine
import Synchronization

/// A body of several pieces, copied to a file of its own: URLSession tells a length beforehand for data and files only.
struct SpooledBody: Sendable {
    /// nil where no copy was needed.
    let path: String?

    static let none = SpooledBody(path: nil)

    static func copy(of body: RequestBody) -> Result<SpooledBody, EngineError> {
        var template = Array((NSTemporaryDirectory() + "/netengine-body-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return .failure(Self.fault("no temporary file can be made", errno)) }
        defer { close(descriptor) }
        let spooled = SpooledBody(
            path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        do throws(EngineError) {
            let source = BodySource(body)
            defer { source.close() }
            try source.open(wake: {})
            try write(source, to: descriptor)
            return .success(spooled)
        } catch {
            spooled.remove()
            return .failure(error)
        }
    }

    private static func write(_ source: BodySource, to descriptor: Int32) throws(EngineError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while case .bytes(let count) = source.read(into: buffer), count > 0 {
            var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
                guard written > 0 else { throw fault("the temporary file cannot be written", errno) }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
        if let failure = source.failure { throw failure }
    }

    private static func fault(_ what: String, _ code: Int32) -> EngineError {
        EngineError(
            .requestBuild, "Body: \(what).", hint: "Look at the room in the folder for temporary files.",
            underlying: UnderlyingCode(domain: .errno, code: Int(code), text: String(cString: strerror(code))))
    }

    func remove() { if let path { unlink(path) } }
}

/// Hands URLSession the bytes of a stream as they are made.
///
/// URLSession takes a body stream for one that never has to wait, so `read` waits. That blocks the work queue of the
/// session, which is why such a request has a session of its own.
///
/// URLSession reads on one queue; `abandon` and `failure` may be called on another, and touch only what locks itself.
final class StreamedBody: InputStream {
    private let source: BodySource
    private let more = DispatchSemaphore(value: 0)
    private let isAbandoned = Mutex(false)
    private let fault = Mutex<EngineError?>(nil)
    private var hasEnded = false

    /// What went wrong while the stream was read.
    var failure: EngineError? { fault.withLock { $0 } }

    init(_ body: RequestBody) throws(EngineError) {
        source = BodySource(body)
        super.init(data: Data())
        let more = more
        try source.open(wake: { more.signal() })
    }

    /// Ends the reading, wherever it is.
    func abandon() {
        isAbandoned.withLock { $0 = true }
        source.close()
        more.signal()
    }

    override var hasBytesAvailable: Bool { !hasEnded }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        while !isAbandoned.withLock({ $0 }) {
            switch source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength)) {
            case .bytes(let count):
                hasEnded = count == 0
                return count
            case .notYet:
                more.wait()
            case .failed:
                fault.withLock { $0 = source.failure }
                return -1
            }
        }
        return -1
    }
}
