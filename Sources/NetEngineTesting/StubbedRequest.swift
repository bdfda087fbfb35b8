public import NetEngine

/// A request as a `StubTransport` received it.
public struct StubbedRequest: Sendable {
    /// What the engine sent, after interceptors and checks, with its options.
    public let request: PreparedRequest
    /// All bytes of the body, out of files and streams too.
    public let body: [UInt8]

    /// The method.
    public var method: HTTPMethod { request.method }
    /// Where it went.
    public var url: HTTPURL { request.url }
    /// As sent, with those that engine and interceptors added.
    public var headers: HeaderFields { request.headers }
    /// The body as UTF-8 text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads a body to its end.
    static func bytes(of body: RequestBody) async throws(EngineError) -> [UInt8] {
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let source = BodySource(body)
        defer { source.close() }
        try source.open(wake: { wake.yield() })
        var waiting = wakes.makeAsyncIterator()
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            switch piece.withUnsafeMutableBytes({ source.read(into: $0) }) {
            case .bytes(0): return bytes
            case .bytes(let count): bytes += piece[..<count]
            case .notYet: guard await waiting.next() != nil else { throw .cancelled() }
            case .failed:
                throw source.failure ?? EngineError(.requestBuild, "The body of the request could not be read.")
            }
        }
    }
}
