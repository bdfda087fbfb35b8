import Runs
import Workspace

/// Names of requests and of their results: no two of a run are equal within a file.
struct ResultNames {
    private let requests: [String]
    private let methods: [String]
    /// Whether the name says which repetition of a loop it is.
    private let saysTurn: [Bool]
    private let settings: RunHead.Settings

    /// Equal for steps that only their number tells apart.
    private struct Place: Hashable {
        let key: RunHead.Request.Key
        let line: Int
    }

    init(_ account: RunAccount) {
        let head = account.head
        var lines: [RunHead.Request.Key: Set<Int>] = [:]
        for request in head.requests { lines[request.key, default: []].insert(request.line) }
        var counts: [RunHead.Request.Key: Int] = [:]
        for request in head.requests { counts[request.key, default: 0] += 1 }
        let suffixes = StepNumber.suffixes(head.requests.map { Place(key: $0.key, line: $0.line) })
        requests = zip(head.requests, suffixes).map { request, suffix in
            var name = request.id.isEmpty ? request.method : request.id
            if let turn = request.turn { name += " (\(turn))" }
            if lines[request.key, default: []].count > 1 { name += " (line \(request.line))" }
            return name + suffix
        }
        methods = head.requests.map(\.method)
        saysTurn = head.requests.map { $0.turn != nil && counts[$0.key] == 1 }
        settings = head.settings
    }

    subscript(_ step: Int) -> String { requests.indices.contains(step) ? requests[step] : "" }

    /// With the method before it, unless the name begins with it.
    func titled(_ step: Int) -> String { titled(self[step], step) }

    func titled(_ record: RunRecord) -> String { titled(self[record], record.item.step) }

    private func titled(_ name: String, _ step: Int) -> String {
        let method = methods.indices.contains(step) ? methods[step] : ""
        return name == method || name.hasPrefix("\(method) ") ? name : "\(method) \(name)"
    }

    subscript(_ record: RunRecord) -> String {
        var name = self[record.item.step]
        let step = record.item.step
        let isNumbered = saysTurn.indices.contains(step) && saysTurn[step]
        if let repetition = record.repetition, !isNumbered { name += " #\(repetition + 1)" }
        if let round = settings.text(ofRound: record.item.round) { name += ", \(round)" }
        return name
    }
}
