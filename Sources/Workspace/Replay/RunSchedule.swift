/// Which request of a run is begun next: round after round of the same steps, without a pause between them. Pure.
///
/// The order is that of the steps, but a step waits until all that it needs has ended in its own round, whatever came of
/// it. Steps that wait for nothing overtake those that do, and so does the next round.
package struct RunSchedule {
    /// One sending of one step.
    package struct Item: Sendable, Hashable {
        /// Counted from 0.
        package var round: Int
        /// Its place in the plan.
        package var step: Int
    }

    private struct Round {
        /// All steps before it were begun, or wait.
        var cursor = 0
        /// How many of what they need have not ended.
        var waiting: [Int: Int] = [:]
        /// Those that wait no more, in the order of the plan.
        var freed: [Int] = []
        /// Those that others need.
        var ended: Set<Int> = []
        var unended: Int
    }

    private let needs: [[Int]]
    private let dependents: [Int: [Int]]
    private let roundCount: Int
    /// The rounds that were begun and are not over, by number.
    private var rounds: [Int: Round] = [:]
    private var firstRound = 0
    private var nextRound = 0
    private(set) var begun = 0
    private var inFlight = 0

    /// - Parameters:
    ///   - needs: for each step the places of those that must have ended before it begins.
    ///   - rounds: how often the steps are sent.
    init(needs: [[Int]], rounds: Int) {
        // What is not in the plan, or is the step itself, is never waited for.
        self.needs = needs.enumerated().map { step, needed in
            var seen: Set<Int> = [step]
            return needed.filter { needs.indices.contains($0) && seen.insert($0).inserted }
        }
        var dependents: [Int: [Int]] = [:]
        for (step, needed) in self.needs.enumerated() {
            for one in needed { dependents[one, default: []].append(step) }
        }
        self.dependents = dependents
        roundCount = needs.isEmpty ? 0 : max(0, rounds)
    }

    /// Sendings in all rounds.
    var count: Int { needs.count * roundCount }

    /// Whether, when `next` gave nil, it always will. Steps that need each other in a circle are never begun.
    var isOver: Bool { inFlight == 0 }

    /// The earliest that can be begun now; nil where all that is left waits for others, or nothing is left.
    mutating func next() -> Item? {
        for number in firstRound..<nextRound {
            if let step = nextStep(in: number) { return begin(number, step) }
        }
        while nextRound < roundCount {
            rounds[nextRound] = Round(unended: needs.count)
            nextRound += 1
            if let step = nextStep(in: nextRound - 1) { return begin(nextRound - 1, step) }
        }
        return nil
    }

    private mutating func begin(_ round: Int, _ step: Int) -> Item {
        begun += 1
        inFlight += 1
        return Item(round: round, step: step)
    }

    private mutating func nextStep(in number: Int) -> Int? {
        guard var round = rounds[number] else { return nil }
        defer { rounds[number] = round }
        // A step that was passed over stands before all that were not reached yet.
        if !round.freed.isEmpty { return round.freed.removeFirst() }
        while round.cursor < needs.count {
            let step = round.cursor
            round.cursor += 1
            let missing = needs[step].count { !round.ended.contains($0) }
            if missing == 0 { return step }
            round.waiting[step] = missing
        }
        return nil
    }

    /// To be called once for each item that `next` gave, when it is over.
    mutating func end(_ item: Item) {
        inFlight -= 1
        guard var round = rounds[item.round] else { return }
        round.unended -= 1
        if let dependents = dependents[item.step] {
            round.ended.insert(item.step)
            for step in dependents {
                guard let missing = round.waiting[step] else { continue }
                round.waiting[step] = missing == 1 ? nil : missing - 1
                guard missing == 1 else { continue }
                round.freed.insert(step, at: round.freed.firstIndex { $0 > step } ?? round.freed.count)
            }
        }
        rounds[item.round] = round.unended == 0 ? nil : round
        while firstRound < nextRound, rounds[firstRound] == nil { firstRound += 1 }
    }
}
