import NetEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a request body that was sent in pieces or streamed, as far as the log keeps them.
struct SentBody {
    var bytes: [UInt8]
    /// Of the whole body.
    var size: Int

    /// Streams are copied while they are sent, up to this many bytes or the log's limit, whichever is less.
    static let longestCopy = 1 << 20

    /// nil for a body that needs no such copy, and for one of which nothing is known.
    /// - Parameters:
    ///   - sentCount: bytes that were sent; nil while the request runs.
    ///   - limit: bytes that are kept.
    init?(_ body: RequestBody, sentCount: Int?, limit: Int) {
        switch body {
        case .none, .bytes, .file: return nil
        case .pieces(let pieces):
            (bytes, size) = ([], 0)
            for piece in pieces {
                switch piece {
                case .bytes(let more):
                    size += more.count
                    bytes += more.prefix(max(0, limit - bytes.count))
                case .file(let path):
                    guard let size = Self.read(path, limit: limit, to: &bytes) else { return nil }
                    self.size += size
                }
            }
        case .stream(let stream):
            guard let sentCount, let first = stream.firstBytes else { return nil }
            // Not all that the stream gave may have been sent. What was sent counts the frames of chunks, too.
            size = min(first.count, sentCount)
            bytes = Array(first.bytes.prefix(min(size, limit)))
        }
    }

    /// - Returns: the size of the file; nil if it cannot be read any more.
    private static func read(_ path: String, limit: Int, to bytes: inout [UInt8]) -> Int? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(facts.st_size)
        var rest = min(size, max(0, limit - bytes.count))
        var buffer = [UInt8](repeating: 0, count: min(rest, 64 << 10))
        while rest > 0 {
            let count = systemRead(file, &buffer, min(rest, buffer.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            rest -= count
        }
        return size
    }
}

extension Exchange {
    /// The same with the bytes that were sent in place of pieces or a stream, so that they are looked through for secrets and stored
    /// as those of any other body. And the size of the whole body, where it is another one than that of its bytes.
    func withSentBody(limit: Int) -> (exchange: Exchange, size: Int?) {
        let options = draft.options
        guard options.log?.storesFactOnly != true,
            let sent = SentBody(draft.body, sentCount: hops.isEmpty ? nil : sentBodyByteCount, limit: limit)
        else { return (self, nil) }
        let newDraft = RequestDraft(
            method: draft.method, url: draft.url, target: draft.target, headers: draft.headers,
            body: .bytes(sent.bytes), options: options)
        let exchange = Exchange(
            id: id, draft: newDraft, startedAt: startedAt, hops: hops, timings: timings, retryWait: retryWait,
            error: error, revalidates: revalidates)
        return (exchange, sent.size)
    }

    /// Of the attempt that sent most.
    private var sentBodyByteCount: Int { hops.reduce(0) { max($0, $1.sentBodyByteCount) } }
}
