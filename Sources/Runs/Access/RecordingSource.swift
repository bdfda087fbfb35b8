import Base
import Glibc
import NetEngine
import Workspace

/// Where a recording is read from.
package enum RecordingSource: Sendable {
    case file(String)
    /// One that only the reports of this run need.
    case temporary(SpooledBody, name: String)
    case store(RunStore, RunEntry)

    private static let pieceSize = 256 << 10

    /// What the user calls it.
    package var name: String {
        switch self {
        case .file(let path): path
        case .temporary(_, let name): name
        case .store(_, let entry): entry.name ?? entry.key
        }
    }

    /// Gives each item, the head first.
    /// - Returns: how many lines could not be read.
    /// - Throws: what `take` throws, or a `RunStoreError`: unreadable, not a recording, or one of a newer program.
    @discardableResult
    package func forEach(_ take: (RecordingReader.Item) throws -> Void) throws -> Int {
        var reader = RecordingReader()
        var rest: [UInt8] = []
        var hasHead = false
        func read(_ line: [UInt8]) throws {
            do {
                try reader.read(line) { item in
                    hasHead = true
                    try take(item)
                }
            } catch let error as RecordingError {
                throw RunStoreError(sentence: "\(name) cannot be read: \(error.clause).")
            }
        }
        try forEachPiece { piece in
            var start = piece.startIndex
            while let end = piece[start...].firstIndex(of: Byte.lineFeed) {
                rest.append(contentsOf: piece[start..<end])
                start = end + 1
                try read(rest)
                rest.removeAll(keepingCapacity: true)
            }
            rest.append(contentsOf: piece[start...])
            guard hasHead || rest.count <= RecordingReader.longestHead else {
                throw RunStoreError(sentence: "\(name) cannot be read: \(RecordingError.foreign.clause).")
            }
        }
        // A last line without its end was broken off.
        if !hasHead { throw RunStoreError(sentence: "\(name) cannot be read: \(RecordingError.foreign.clause).") }
        return reader.damaged
    }

    /// The whole run, folded.
    package func account() throws -> RunAccount {
        var account: RunAccount?
        let damaged = try forEach { item in
            switch item {
            case .head(let head): account = RunAccount(head)
            case .result(let record, _): account?.add(record)
            case .end(let end): account?.close(end)
            }
        }
        guard var account else { throw RunStoreError(sentence: "\(name) is empty.") }
        account.damaged = damaged
        return account
    }

    /// The first result that is wanted, with its request and what was recorded of its exchange; nil if there is none.
    ///
    /// A joined run has exchanges of several processes, whose ids may be the same.
    package func result(
        where isWanted: (RunRecord) -> Bool
    ) throws -> (request: RunHead.Request, record: RunRecord, exchange: Exchange?)? {
        struct Found: Error {}
        var found: (record: RunRecord, exchange: Exchange?)?
        var head: RunHead?
        do {
            try forEach { item in
                switch item {
                case .head(let own): head = own
                case .result(let record, let exchange):
                    guard isWanted(record) else { return }
                    found = (record, exchange?.exchange)
                    throw Found()
                case .end: break
                }
            }
        } catch is Found {}
        guard let found, let head, head.requests.indices.contains(found.record.item.step) else { return nil }
        return (head.requests[found.record.item.step], found.record, found.exchange)
    }

    private func forEachPiece(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
        switch self {
        case .store(let store, let entry): try store.forEachPart(of: entry) { try take($0[...]) }
        case .temporary(let body, _):
            try BodyBytes(body).forEachPiece { piece throws(any Error) in try take(Array(piece)[...]) }
        case .file(let path):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.error(path) }
            defer { close(descriptor) }
            try Self.read(descriptor, path, take)
        }
    }

    private static func read(
        _ descriptor: Int32, _ name: String, _ take: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var offset = 0
        var buffer = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw error(name) }
            if count == 0 { return }
            offset += count
            try take(buffer[..<count])
        }
    }

    private static func error(_ path: String) -> RunStoreError {
        RunStoreError(sentence: "\(path) cannot be read: \(DiskFile.Failure(errno: errno).clause).")
    }
}
