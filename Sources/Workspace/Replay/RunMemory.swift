import NetEngine
import Synchronization

/// The responses that later steps of a run refer to; each round has its own.
///
/// A response is kept only if another step of the plan refers to it, and only until its round is over.
final class RunMemory: Sendable {
    private struct Round {
        var memory = ResponseMemory()
        /// Steps that did not succeed, each with a word for why.
        var broken: [Int: String] = [:]
        var ended = 0
    }

    private let steps: [SendPlan.Step]
    private let isNeeded: Bool
    private let rounds = Mutex<[Int: Round]>([:])

    init(_ steps: [SendPlan.Step]) {
        self.steps = steps
        isNeeded = steps.contains { $0.isReferred }
    }

    func responses(round: Int) -> ResponseMemory {
        isNeeded ? rounds.withLock { $0[round]?.memory } ?? ResponseMemory() : ResponseMemory()
    }

    /// The required step that prevents this one from being sent, and a word for what happened to it.
    func obstacle(of item: RunSchedule.Item) -> (step: SendPlan.Step, word: String)? {
        let required = steps[item.step].requires
        guard !required.isEmpty else { return nil }
        return rounds.withLock { rounds in
            for place in required {
                if let word = rounds[item.round]?.broken[place] { return (steps[place], word) }
            }
            return nil
        }
    }

    /// Keeps the response of a repetition before the whole step is over.
    func remember(_ exchange: Exchange, of item: RunSchedule.Item, environment: String?, turn: LoopTurn?) {
        let step = steps[item.step]
        guard step.isReferred else { return }
        rounds.withLock { rounds in
            rounds[item.round, default: Round()].memory.remember(
                exchange, of: step.request, file: step.file.path, environment: environment, repetition: turn?.index)
        }
    }

    /// Call this once for each item, when it is over.
    /// - Parameter word: why it did not succeed; nil if it did.
    func end(_ item: RunSchedule.Item, broken word: String?) {
        guard isNeeded else { return }
        rounds.withLock { rounds in
            var round = rounds[item.round] ?? Round()
            if let word, steps[item.step].isReferred { round.broken[item.step] = word }
            round.ended += 1
            rounds[item.round] = round.ended == steps.count ? nil : round
        }
    }
}
