import ArgumentParser
import Base
import NetEngine
import Runs
import Workspace

/// How a run is split over several machines.
struct ShardFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send only the I-th of N parts of the plan, such as 2/5; auto takes both numbers from the CI system. Requests that need each other stay together; 'apitui runs merge' joins the recordings.",
            valueName: "part"))
    var shard: String?

    @Option(
        help: ArgumentHelp(
            "Make parts that take about equally long, by the durations in this recording, which must be the same for all parts.",
            valueName: "file"), completion: .file())
    var balance: String?

    func validate() throws {
        if balance != nil, shard == nil { throw ValidationError("--balance goes with --shard.") }
    }

    /// The steps of this part; nil without `--shard`.
    func part(of steps: [SendPlan.Step]) throws -> (steps: [SendPlan.Step], shard: RunHead.Shard)? {
        guard let shard else { return nil }
        let choice: ShardChoice
        do throws(ShardChoice.Problem) {
            choice = try ShardChoice(shard, variable: processEnvironment)
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
        if let source = choice.source {
            StandardStreams.live.report(SafeText("apitui: Part \(choice.index) of \(choice.count), from \(source)."))
        }
        let requests = steps.map { RunHead.Request($0) }
        let shards = RunShards(steps, count: choice.count, weights: try weights(requests))
        // A part of a plan that was split in another way does not belong to this one.
        let plan = RunHead.planHash(requests, parts: shards.parts)
        let index = choice.index - 1
        return (
            shards.steps(of: index, in: steps),
            RunHead.Shard(
                index: choice.index, count: choice.count, plan: plan, requests: shards.parts[index],
                attempt: choice.attempt)
        )
    }

    /// About how long each request takes; equal ones without `--balance`.
    private func weights(_ requests: [RunHead.Request]) throws -> [Double] {
        guard let balance else { return requests.map { _ in 1 } }
        do {
            return try RecordingSource.file(balance).account().weights(of: requests)
        } catch let error as RunStoreError {
            throw CommandFailure(SafeText("--balance: \(error.sentence)"))
        }
    }
}
