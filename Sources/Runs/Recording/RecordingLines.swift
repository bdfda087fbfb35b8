import Base
import NetEngine
import NetEngineRequestLog
import Workspace

/// Turns what happens in a run into the lines of a recording: one JSON object each. The first names the run and its requests, the last
/// one says how it ended; a recording without that line was broken off.
///
/// A result takes a `result` line; one that shows nothing new of its request takes eight numbers in a `samples` line.
package struct RecordingLines {
    private let startedAt: Timestamp
    private var out = JSONWriter()
    private var samples: [Sample] = []
    /// By request: what a sample may leave out, because an earlier line has it.
    private var known: [Known?]

    private struct Known {
        var status: Int?
        var checks: Int
        var isUnverified: Bool
    }

    struct Sample {
        static let none = -1
        var numbers: [Int]
        var digest: String?
    }

    private static let mostSamples = 1024

    package init(_ head: RunHead) {
        startedAt = head.startedAt
        known = Array(repeating: nil, count: head.requests.count)
        head.write(to: &out)
        out.byte(Byte.lineFeed)
    }

    /// - Parameter exchange: stored whole, without its secrets; nil if the numbers are enough.
    package mutating func add(_ record: RunRecord, _ exchange: RecordedParts? = nil) {
        if exchange == nil, let sample = sample(record) {
            samples.append(sample)
            if samples.count >= Self.mostSamples { writeSamples() }
            return
        }
        // Lines keep the order of the results of a request.
        writeSamples()
        if known.indices.contains(record.item.step), known[record.item.step] == nil, record.word == .passed {
            known[record.item.step] = Known(
                status: record.status, checks: record.checks.results.count, isUnverified: record.isUnverified)
        }
        out.object { out in
            out.key("result")
            out.object { out in
                record.writeMembers(to: &out)
                if let exchange { exchange.write(to: &out) }
            }
        }
        out.byte(Byte.lineFeed)
    }

    package mutating func end(_ end: RunEnd) {
        writeSamples()
        end.write(to: &out)
        out.byte(Byte.lineFeed)
    }

    /// Bytes of whole lines that were not taken yet.
    package var count: Int { out.bytes.count }

    /// Whole lines, with all results until now.
    package mutating func take() -> [UInt8] {
        writeSamples()
        defer { out.clear() }
        return out.bytes
    }

    /// nil if it shows something new.
    private func sample(_ record: RunRecord) -> Sample? {
        guard record.word == .passed, record.error == nil, record.heldBack.isEmpty, record.responseFile == nil,
            known.indices.contains(record.item.step), let known = known[record.item.step], let status = record.status,
            status == known.status, record.isUnverified == known.isUnverified,
            record.checks.results.count == known.checks,
            record.checks.passed == known.checks, let traffic = record.traffic, traffic.retries == 0,
            traffic.redirects == 0, traffic.cache == nil, let total = record.timings?.total,
            let network = record.networkTime
        else { return nil }
        return Sample(
            numbers: [
                record.item.step, record.item.round, record.repetition ?? Sample.none,
                Int(traffic.startedAt.microsecondsSince1970 - startedAt.microsecondsSince1970),
                DurationText.microseconds(network), DurationText.microseconds(total),
                traffic.receivedBytes ?? Sample.none, record.delay.map(DurationText.microseconds) ?? Sample.none,
            ], digest: record.bodyDigest)
    }

    private mutating func writeSamples() {
        guard !samples.isEmpty else { return }
        out.object { [samples] out in
            out.key("samples")
            out.array(samples) { out, sample in
                out.byte(Byte.openBracket)
                for (index, number) in sample.numbers.enumerated() {
                    if index > 0 { out.byte(Byte.comma) }
                    out.number(number)
                }
                if let digest = sample.digest {
                    out.byte(Byte.comma)
                    out.word(digest)
                }
                out.byte(Byte.closeBracket)
            }
        }
        out.byte(Byte.lineFeed)
        samples.removeAll(keepingCapacity: true)
    }
}

extension RecordedParts {
    fileprivate func write(to out: inout JSONWriter) {
        if let shape {
            out.key("shape")
            shape.write(to: &out)
        }
        out.member("stored", Base64.encode(exchange.data))
        guard !exchange.bodies.isEmpty else { return }
        out.key("bodies")
        out.array(exchange.bodies) { out, body in
            out.object { out in
                out.member("slot", body.slot)
                out.member("size", body.size)
                out.member("isCut", ifTrue: body.isCut)
                out.member("base64", Base64.encode(body.bytes))
            }
        }
    }
}
