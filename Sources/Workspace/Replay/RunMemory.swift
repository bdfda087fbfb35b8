/// The responses that later steps of a run refer to. Pure.
///
/// Each round has its own, from which a response is dropped with its round; a response is kept only if another step of the
/// plan refers to it. The values that scripts would have set (`client.global.set`) last for the whole run.
struct RunMemory: Sendable {
    private let steps: [SendPlan.Step]
    private let roundSteps: RoundSteps
    private let keepsAny: Bool
    private var rounds: [Int: (memory: ResponseMemory, ended: Int)] = [:]
    private var globals = ResponseMemory()

    /// - Parameter roundSteps: which steps each round has.
    init(_ steps: [SendPlan.Step], _ roundSteps: RoundSteps) {
        self.steps = steps
        self.roundSteps = roundSteps
        keepsAny = steps.contains { $0.isKept }
    }

    func keeps(_ item: RunSchedule.Item) -> Bool { steps[item.step].isKept }

    /// What the steps of a round can refer to now.
    func responses(round: Int) -> ResponseMemory {
        guard keepsAny else { return ResponseMemory() }
        return rounds[round]?.memory ?? beginning
    }

    private var beginning: ResponseMemory {
        var memory = ResponseMemory()
        memory.takeCaptures(from: globals)
        return memory
    }

    mutating func add(_ record: ResponseMemory.Record, round: Int) {
        let beginning = beginning
        rounds[round, default: (beginning, 0)].memory.add(record)
        globals.addCaptures(of: record)
    }

    /// Call this once for each item, when it is over.
    mutating func end(_ item: RunSchedule.Item) {
        guard keepsAny else { return }
        let ended = (rounds[item.round]?.ended ?? 0) + 1
        if ended == roundSteps.order(ofRound: item.round).count {
            rounds[item.round] = nil
        } else {
            let beginning = beginning
            rounds[item.round, default: (beginning, 0)].ended = ended
        }
    }
}
