/// Decides which request of a run starts next: the same steps round after round, without a pause between rounds. Pure.
///
/// Steps start in order, but each waits until all steps that it needs have ended in its own round, whether they
/// succeeded or not. Steps that need not wait overtake those that do, and so does the next round.
package struct RunSchedule {
    /// One step in one round.
    package struct Item: Sendable, Hashable {
        /// Counted from 0.
        package var round: Int
        /// Index of the step in the plan.
        package var step: Int

        package init(round: Int, step: Int) {
            self.round = round
            self.step = step
        }
    }

    private struct Round {
        /// All steps of the round before this place have started or are waiting.
        var cursor = 0
        /// How many required steps have not ended yet.
        var waiting: [Int: Int] = [:]
        /// Steps that no longer wait, in plan order.
        var freed: [Int] = []
        /// Ended steps that others need.
        var ended: Set<Int> = []
        var unended: Int
    }

    private let needs: [[Int]]
    private let dependents: [Int: [Int]]
    private let roundCount: Int
    private let steps: RoundSteps
    /// Rounds in progress, by number.
    private var rounds: [Int: Round] = [:]
    /// The rounds in which a step may be able to start, in order: with many jobs most rounds only wait for their responses.
    private var open: [Int] = []
    private var nextRound = 0
    private(set) var begun = 0
    private var inFlight = 0

    /// - Parameters:
    ///   - needs: per step, the indexes of the steps that must end before it starts.
    ///   - rounds: how many times the steps are sent.
    ///   - steps: which ones each round has; nil if each has all.
    init(needs: [[Int]], rounds: Int, steps: RoundSteps? = nil) {
        self.steps = steps ?? RoundSteps(count: needs.count)
        // A step never waits for itself or for one that is not in the plan.
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

    /// The number of items in all rounds together.
    var count: Int { steps.count(rounds: roundCount) }

    /// Whether `next` will never return an item again, once it returned nil. Steps that need each other in a cycle
    /// never start.
    var isOver: Bool { inFlight == 0 }

    /// The earliest item that can start now; nil if the remaining ones wait for others, or none remain.
    mutating func next() -> Item? {
        while let number = open.first {
            if let step = nextStep(in: number) { return begin(number, step) }
            open.removeFirst()
        }
        while nextRound < roundCount {
            let number = nextRound
            nextRound += 1
            let count = steps.order(ofRound: number).count
            guard count > 0 else { continue }
            rounds[number] = Round(unended: count)
            // It has the highest number.
            open.append(number)
            if let step = nextStep(in: number) { return begin(number, step) }
            open.removeLast()
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
        // A step that was passed over comes before all that were not reached yet.
        if !round.freed.isEmpty { return round.freed.removeFirst() }
        let order = steps.order(ofRound: number)
        while round.cursor < order.count {
            let step = order[round.cursor]
            round.cursor += 1
            let missing = needs[step].count { !round.ended.contains($0) }
            if missing == 0 { return step }
            round.waiting[step] = missing
        }
        return nil
    }

    /// Call this once for each item that `next` returned, when it is over.
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
        if !round.freed.isEmpty { reopen(item.round) }
    }

    private mutating func reopen(_ round: Int) {
        let place = open.firstIndex { $0 >= round } ?? open.count
        if place == open.count || open[place] != round { open.insert(round, at: place) }
    }
}
