import Dispatch
import Foundation
import NetEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copies a body of pieces, or of a stream, to a temporary file.
///
/// URLSession sends a length only for data and files, and expects that reading a stream never blocks: one that waits would
/// stop every URLSession of the process. So the stream is read to its end first.
///
/// `@unchecked Sendable`: all state is touched on `queue` alone; no thread waits for a stream.
final class BodySpool: @unchecked Sendable {
    private let queue = DispatchQueue(label: "NetEngineURLSession.body")
    private let source: BodySource
    private let completion: @Sendable (Result<TemporaryBody, EngineError>) -> Void
    private var file: TemporaryBody?
    private var descriptor: Int32 = -1
    private var isOver = false

    /// - Parameter completion: called once, on a separate queue, unless `abandon` comes first.
    init(_ body: RequestBody, completion: @escaping @Sendable (Result<TemporaryBody, EngineError>) -> Void) {
        source = BodySource(body)
        self.completion = completion
    }

    func start() {
        queue.async { [self] in
            do throws(EngineError) {
                let (file, descriptor) = try TemporaryBody.make()
                (self.file, self.descriptor) = (file, descriptor)
                try source.open(wake: { [weak self] in self?.goOn() })
                try copy()
            } catch { finish(.failure(error)) }
        }
    }

    /// Ends the copying without calling the completion.
    func abandon() {
        queue.async { [self] in
            guard !isOver else { return }
            close()
            file?.remove()
        }
    }

    private func goOn() {
        queue.async { [self] in
            guard !isOver else { return }
            do throws(EngineError) { try copy() } catch { finish(.failure(error)) }
        }
    }

    private func copy() throws(EngineError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            switch source.read(into: buffer) {
            case .bytes(0):
                guard let file else { return }
                return finish(.success(file))
            case .bytes(let count):
                try TemporaryBody.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor)
            case .notYet: return
            case .failed:
                throw source.failure ?? EngineError(.requestBuild, "The body of the request could not be read.")
            }
        }
    }

    private func finish(_ result: Result<TemporaryBody, EngineError>) {
        guard !isOver else { return }
        close()
        if case .failure = result { file?.remove() }
        completion(result)
    }

    private func close() {
        isOver = true
        source.close()
        if descriptor >= 0 { _ = systemClose(descriptor) }
    }
}

/// A file that holds a body until it is sent; only its owner may read it.
struct TemporaryBody: Sendable {
    let path: String

    static func make() throws(EngineError) -> (file: TemporaryBody, descriptor: Int32) {
        var template = Array((NSTemporaryDirectory() + "/netengine-body-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw fault("no temporary file can be made", errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (TemporaryBody(path: path), descriptor)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(EngineError) {
        var rest = bytes
        while !rest.isEmpty {
            let written = systemWrite(descriptor, rest.baseAddress, rest.count)
            guard written > 0 else { throw fault("the temporary file cannot be written", errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    func remove() { unlink(path) }

    private static func fault(_ what: String, _ code: Int32) -> EngineError {
        EngineError(
            .requestBuild, "Body: \(what).", hint: "Look at the room in the folder for temporary files.",
            underlying: UnderlyingCode(errno: code))
    }
}
