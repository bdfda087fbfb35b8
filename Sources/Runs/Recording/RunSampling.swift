import NetEngine
import NetEngineRequestLog
import Synchronization
import Workspace

/// Chooses, where a request ended, what its recording gets beside the numbers: so that a body which nobody keeps does not wait.
package final class RunSampling: Sendable {
    private struct Request {
        var whole = 0
        var failures = 0
        /// The last body, and the beginning of its SHA-256: as a rule the next one is the same.
        var body: [UInt8] = []
        var digest: String?
    }

    /// Exchanges of one request that are stored whole: enough to see which of its values change from one to the next.
    private static let mostWhole = 10
    private static let mostFailures = 100
    /// A larger body gets a digest only if its exchange is stored whole.
    private static let largestBody = 1 << 20

    private let requests: Mutex<[Request]>
    /// Of requests.
    private let count: Int
    private let isOn: Bool
    private let bodyLimit: Int

    /// - Parameters:
    ///   - isOn: false where nothing is recorded.
    ///   - bodyLimit: bytes that are kept of each body.
    package init(requests count: Int, isOn: Bool = true, bodyLimit: Int = 1 << 20) {
        self.isOn = isOn
        self.count = count
        requests = Mutex(Array(repeating: Request(), count: count))
        self.bodyLimit = bodyLimit
    }

    /// What is stored of the exchange: nil if the numbers are enough. Sets the digest of the record.
    package func sample(_ record: inout RunRecord, _ exchange: Exchange?) -> RecordedParts? {
        let step = record.item.step
        guard isOn, let exchange, (0..<count).contains(step) else { return nil }
        let isWanted = requests.withLock { requests in
            if record.word == .failed {
                requests[step].failures += 1
                return requests[step].failures <= Self.mostFailures
            }
            requests[step].whole += 1
            return requests[step].whole <= Self.mostWhole
        }
        if let body = exchange.response?.content, isWanted || body.count <= Self.largestBody {
            record.bodyDigest = digest(of: body, step)
        }
        guard isWanted, exchange.draft.options.log?.storesFactOnly != true else { return nil }
        return RecordedParts(exchange, bodyLimit: bodyLimit)
    }

    private func digest(of body: BodyBytes, _ step: Int) -> String? {
        guard body.count <= Self.largestBody, let bytes = body.array else {
            return Self.text(SHA256.hash(body))
        }
        let known = requests.withLock { $0[step].body == bytes ? $0[step].digest : nil }
        if let known { return known }
        let digest = Self.text(SHA256.hash(bytes))
        requests.withLock { requests in
            requests[step].body = bytes
            requests[step].digest = digest
        }
        return digest
    }

    /// The first 64 bits: two bodies in a run that differ have the same ones with a chance of one in 10^19.
    private static func text(_ digest: [UInt8]) -> String { Hexadecimal.text(Array(digest.prefix(8))) }
}
