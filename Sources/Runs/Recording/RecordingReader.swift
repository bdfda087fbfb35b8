import Base
import JSONPath
import NetEngine
import NetEngineRequestLog
import Workspace

/// Reads the lines of a recording. Needs memory for one line, and for the first result of each request.
package struct RecordingReader {
    /// What a line says.
    package enum Item {
        case head(RunHead)
        /// - Parameter exchange: decodes the exchange, without its secrets; nil if it was not stored.
        case result(RunRecord, exchange: RecordedExchange?)
        case end(RunEnd)
    }

    /// A first line that is longer is not that of a recording.
    static let longestHead = 256 << 20

    private var head: RunHead?
    /// By request: the first result that passed, for what samples leave out.
    private var first: [Int: RunRecord] = [:]
    /// Lines that are not lines of a recording, and results of requests that are not in it; of a joined run also those that were left out when its
    /// parts were joined.
    package private(set) var damaged = 0

    package init() {}

    /// - Parameter line: without its line feed. What is not understood is counted in `damaged` and passed over.
    /// - Throws: if it is not a recording, or one of a newer program.
    package mutating func read(
        _ line: [UInt8], _ take: (Item) throws -> Void
    ) throws {
        guard !line.isEmpty else { return }
        guard let head else {
            guard let value = RecordedValue(line), value.text("apitui") == "run" else { throw RecordingError.foreign }
            // First: what else is in the line of a newer program is not known.
            if let version = value.int("version"), version > RunHead.version { throw RecordingError.newer(version) }
            guard let head = RunHead(value) else { throw RecordingError.foreign }
            self.head = head
            return try take(.head(head))
        }
        guard let value = RecordedValue(line) else {
            damaged += 1
            return
        }
        if let result = value["result"] {
            guard let record = RunRecord(result), head.requests.indices.contains(record.item.step) else {
                damaged += 1
                return
            }
            if record.word == .passed, first[record.item.step] == nil { first[record.item.step] = record }
            try take(.result(record, exchange: RecordedExchange(result)))
        } else if let samples = value["samples"] {
            for sample in samples.elements {
                guard let record = record(sample, head) else {
                    damaged += 1
                    continue
                }
                try take(.result(record, exchange: nil))
            }
        } else if let end = value["end"].flatMap({ RunEnd($0) }) {
            damaged = min(damaged + end.damaged, 1 << 40)
            try take(.end(end))
        }
    }

    private func record(_ sample: RecordedValue, _ head: RunHead) -> RunRecord? {
        guard let numbers = sample.ints, numbers.count >= 8, let step = numbers[0], let round = numbers[1],
            let start = numbers[3], let network = numbers[4], let total = numbers[5], let like = first[step]
        else { return nil }
        func number(_ index: Int) -> Int? { numbers[index].flatMap { $0 == RecordingLines.Sample.none ? nil : $0 } }
        var record = RunRecord(
            item: RunSchedule.Item(round: round, step: step), repetition: number(2), word: .passed)
        record.status = like.status
        record.timings = PhaseTimings(total: .microseconds(max(0, total)))
        record.networkTime = .microseconds(max(0, network))
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: head.startedAt.microsecondsSince1970 + Int64(start)),
            receivedBytes: number(6).map { min(max(0, $0), 1 << 40) })
        record.delay = number(7).map { .microseconds(max(0, $0)) }
        record.checks = like.checks
        record.isUnverified = like.isUnverified
        record.bodyDigest = numbers.count > 8 ? sample.elements[8].text : nil
        return record
    }
}

/// Why something is not read as a recording.
package enum RecordingError: Error, Sendable, Hashable {
    case foreign
    case newer(Int)

    /// A clause for the user.
    package var clause: String {
        switch self {
        case .foreign: "it is not a recording of a run"
        case .newer(let version):
            "a newer version of apitui wrote it (format \(version), this one knows \(RunHead.version))"
        }
    }
}

/// An exchange inside a recording, decoded when it is asked for.
package struct RecordedExchange {
    private let value: RecordedValue

    fileprivate init?(_ value: RecordedValue) {
        guard value["stored"] != nil else { return nil }
        self.value = value
    }

    /// As it was stored; nil if it is damaged.
    package var stored: StoredExchange? {
        guard let data = value["stored"]?.bytes.flatMap({ Base64.decode($0) }) else { return nil }
        return StoredExchange(
            data: data,
            bodies: value.values("bodies").compactMap { body in
                guard let slot = body.int("slot"), let bytes = body["base64"]?.bytes.flatMap({ Base64.decode($0) })
                else { return nil }
                return StoredExchange.Body(
                    slot: slot, size: body.int("size") ?? bytes.count, bytes: bytes, isCut: body.bool("isCut"))
            })
    }

    /// As it was recorded, for another recording; nil if it is damaged.
    var parts: RecordedParts? { stored.map { RecordedParts(exchange: $0, shape: shape) } }

    /// The shape of the response's body; nil if none was kept, or it is damaged.
    package var shape: BodyShape? { value["shape"].flatMap { BodyShape($0) } }

    /// Without its secrets; bodies as far as they were kept. nil if it is damaged.
    package var exchange: Exchange? { stored.flatMap { Self.exchange(of: $0) } }

    static func response(of stored: StoredExchange) -> Response? { exchange(of: stored)?.response }

    private static func exchange(of stored: StoredExchange) -> Exchange? {
        var bodies: [Int: (bytes: BodyBytes, size: Int, isCut: Bool)] = [:]
        for body in stored.bodies { bodies[body.slot] = (BodyBytes(body.bytes), body.size, body.isCut) }
        return StoredExchange.decode(stored.data) { [bodies] in bodies[$0] }
    }
}
