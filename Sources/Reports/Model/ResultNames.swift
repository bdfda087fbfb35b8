import Runs
import Workspace

/// Names of requests and of their results: no two of a run are equal within a file.
struct ResultNames {
    private let requests: [String]
    private let methods: [String]
    /// Whether the name says which repetition of a loop it is.
    private let saysTurn: [Bool]
    private let settings: RunHead.Settings

    init(_ account: RunAccount) {
        let head = account.head
        var lines: [RunHead.Request.Key: Set<Int>] = [:]
        for request in head.requests { lines[request.key, default: []].insert(request.line) }
        // Rows of a data file may need different requests; then one request is several steps.
        var seen: [RunHead.Request.Key: [Int: Int]] = [:]
        requests = head.requests.map { request in
            var name = request.id.isEmpty ? request.method : request.id
            if let turn = request.turn { name += " (\(turn))" }
            if lines[request.key, default: []].count > 1 { name += " (line \(request.line))" }
            let number = seen[request.key, default: [:]][request.line, default: 0] + 1
            seen[request.key, default: [:]][request.line] = number
            if number > 1 { name += " (\(number))" }
            return name
        }
        methods = head.requests.map(\.method)
        saysTurn = head.requests.map { $0.turn != nil && seen[$0.key] == [$0.line: 1] }
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
