import NetEngine
import Runs
import Workspace

/// Reads the whole responses that a recording kept of some requests.
struct SampleReading {
    /// Responses that are looked at of each request.
    static let most = 10

    /// By index in the run's plan.
    private(set) var samples: [Int: [ResponseSample]] = [:]
    private var bytes = 0
    private let wanted: Set<Int>?
    private let mostBytes: Int
    /// False if there were more bodies than `mostBytes`: nothing is kept then.
    private(set) var isComplete = true

    /// - Parameter wanted: by index in the run's plan; nil is all of them.
    init(wanted: Set<Int>? = nil, mostBytes: Int = .max) {
        self.wanted = wanted
        self.mostBytes = mostBytes
    }

    /// The responses that a recording kept of these requests.
    static func samples(of source: RecordingSource, _ wanted: Set<Int>) throws -> [Int: [ResponseSample]] {
        var reading = SampleReading(wanted: wanted)
        func take(_ item: RecordingReader.Item) {
            if case .result(let record, let stored?) = item { reading.add(record, stored) }
        }
        try source.forEach(take)
        return reading.samples
    }

    mutating func add(_ record: RunRecord, _ stored: RecordedExchange) {
        let step = record.item.step
        guard isComplete, wanted?.contains(step) ?? true, samples[step, default: []].count < Self.most,
            record.word != .cancelled, let response = stored.exchange?.response
        else { return }
        let sample = ResponseSample(
            slot: .init(repetition: record.repetition ?? 0, row: record.item.round), status: response.status,
            headers: response.headers.map { ($0.name, $0.value) }, body: response.body, isWhole: response.isBodyKept,
            shape: response.isBodyKept ? nil : stored.shape)
        bytes += sample.body.count
        guard bytes <= mostBytes else {
            isComplete = false
            samples = [:]
            return
        }
        samples[step, default: []].append(sample)
    }

    /// Those of both runs that can be compared: of one status, or else of one class of statuses; nil if there are none.
    static func comparable(_ samples: Both<[ResponseSample]>) -> Both<[ResponseSample]>? {
        for key in [{ $0 }, { $0 / 100 }] as [(Int) -> Int] {
            let counts = samples.map { run in
                run.reduce(into: [Int: Int]()) { $0[key($1.status), default: 0] += 1 }
            }
            let best = counts.a.keys.filter { counts.b[$0] != nil }.max { one, other in
                (min(counts.a[one] ?? 0, counts.b[one] ?? 0), -one)
                    < (min(counts.a[other] ?? 0, counts.b[other] ?? 0), -other)
            }
            if let best { return samples.map { run in run.filter { key($0.status) == best } } }
        }
        return nil
    }
}
