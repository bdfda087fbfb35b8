import Foundation
import NetEngine

/// Where the body of a response goes: into memory, or to a receiver that may be slower than URLSession.
///
/// URLSession cannot be made to read more slowly, so what the receiver has no room for waits here, within the limit of
/// the body.
struct SessionBody {
    private let receiver: (any BodyReceiver)?
    private let observer: (any BodyReceiver)?
    private let limit: Int
    /// The body, or what still waits for the receiver.
    private(set) var bytes: [UInt8] = []
    private var offered = 0
    /// In all.
    private(set) var byteCount = 0
    /// The receiver has no room, and has not resumed yet.
    private(set) var isFull = false
    /// Whether the body is of a redirect that is followed, which neither receiver nor observer gets.
    var belongsToNobody = false

    private static let pieceSize = 64 << 10

    init(limit: Int, receiver: (any BodyReceiver)?, observer: (any BodyReceiver)? = nil) {
        self.limit = limit
        self.receiver = receiver
        self.observer = observer
    }

    private var isStreamed: Bool { receiver != nil && !belongsToNobody }
    /// Whether the receiver has not got all yet.
    var isWaiting: Bool { isStreamed && offered < bytes.count }
    /// What is kept of the body.
    var kept: [UInt8] { isStreamed ? [] : bytes }

    func begin(_ soFar: TransportResult) {
        guard !belongsToNobody else { return }
        receiver?.begin(soFar)
        observer?.begin(soFar)
    }

    /// - Returns: false if the limit is passed; what fits is taken.
    mutating func take(_ data: Data) -> Bool {
        let room = max(0, limit - byteCount)
        let part = data.prefix(room)
        byteCount += part.count
        bytes.append(contentsOf: part)
        show(part)
        offer()
        return data.count <= room
    }

    /// The receiver has room again.
    mutating func reopen() {
        isFull = false
        offer()
    }

    /// Shows bytes to the observer, in pieces of bounded size; it cannot hold up the transfer.
    private func show(_ part: Data) {
        guard !belongsToNobody, let observer else { return }
        part.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
                let end = min(bytes.count, start + Self.pieceSize)
                _ = observer.receive(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
    }

    private mutating func offer() {
        guard isStreamed, let receiver else { return }
        while !isFull, offered < bytes.count {
            let end = min(bytes.count, offered + Self.pieceSize)
            isFull = !bytes.withUnsafeBytes { receiver.receive(UnsafeRawBufferPointer(rebasing: $0[offered..<end])) }
            offered = end
        }
        guard offered == bytes.count else { return }
        bytes.removeAll(keepingCapacity: true)
        offered = 0
    }

    mutating func release() { bytes = [] }
}
