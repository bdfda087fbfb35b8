import Testing

@testable import HTTPFormat
@testable import Workspace

@Suite struct RunShardsTests {
    private static let file = CollectionFile(
        path: "/c/a.http", relativePath: "a.http",
        document: HTTPDocument(
            bytes: Array((0..<40).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n").utf8)),
        stamp: FileStamp(bytes: []))

    private func steps(needs: [Int: [Int]]) -> [SendPlan.Step] {
        Self.file.document.requests.map { SendPlan.Step(file: Self.file, request: $0, needs: needs[$0.index] ?? []) }
    }

    @Test(arguments: 1...7) func `each step is in one part, and steps that need each other are in the same`(count: Int)
    {
        let steps = steps(needs: [5: [1], 9: [5], 20: [3], 21: [20], 39: [0]])
        let shards = RunShards(steps, count: count, weights: steps.map { _ in 1 })
        #expect(shards.parts.flatMap(\.self).sorted() == Array(steps.indices))
        #expect(shards.parts.count == count)
        for group in [[1, 5, 9], [3, 20, 21], [0, 39]] {
            #expect(shards.parts.count { part in group.contains { part.contains($0) } } == 1)
        }
        let sizes = shards.parts.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 3)
    }

    @Test func `parts are balanced by how long requests take`() {
        let steps = steps(needs: [:])
        let weights = steps.map { $0.request.index == 7 ? 39.0 : 1 }
        let shards = RunShards(steps, count: 2, weights: weights)
        #expect(shards.parts.map(\.count).sorted() == [1, 39])
    }

    @Test func `the heaviest goes first to the part with the least to do, and among equals the first`() {
        func parts(_ weights: [Double], count: Int, needs: [Int: [Int]] = [:]) -> [[Int]] {
            RunShards(Array(steps(needs: needs).prefix(5)), count: count, weights: weights).parts
        }
        #expect(parts([1, 5, 2, 2, 4], count: 2) == [[1, 3], [0, 2, 4]])
        #expect(parts([], count: 3) == [[0, 3], [1, 4], [2]])
        #expect(parts([5], count: 2) == [[0], [1, 2, 3, 4]], "what is not known counts one")
        #expect(parts([1, 1, 1, 1, 1], count: 2, needs: [4: [0], 3: [0]]) == [[0, 3, 4], [1, 2]])
        #expect(parts([], count: 7) == [[0], [1], [2], [3], [4], [], []])
        for count in [1, 0, -1] { #expect(parts([], count: count) == [[0, 1, 2, 3, 4]]) }
        #expect(parts([], count: 3, needs: [0: [39]]) == [[0, 3], [1, 4], [2]], "a need outside of the plan")
        let shards = RunShards(Array(steps(needs: [:]).prefix(5)), count: 2, weights: [])
        #expect(shards.steps(of: -1, in: steps(needs: [:])).isEmpty)
    }

    @Test func `needs keep their meaning within a part`() {
        var steps = steps(needs: [9: [5], 5: [1]])
        steps[9].requires = [5]
        // Where nothing is known of how long requests take, they count the same.
        let shards = RunShards(steps, count: 3, weights: [])
        #expect(shards.parts == RunShards(steps, count: 3, weights: steps.map { _ in 1 }).parts)
        var waiting: [Int] = []
        for index in shards.parts.indices {
            let part = shards.steps(of: index, in: steps)
            for step in part where !step.needs.isEmpty {
                waiting.append(step.request.index)
                #expect(step.needs.map { part[$0].request.index } == steps[step.request.index].needs)
                #expect(step.requires.map { part[$0].request.index } == steps[step.request.index].requires)
            }
        }
        #expect(waiting.sorted() == [5, 9])
        #expect(shards.steps(of: 3, in: steps).isEmpty)
    }

    @Test(arguments: [
        (["GITLAB_CI": "true", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], 2, 5),
        (["CIRRUS_CI": "true", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], 3, 5),
        (["JOB_COMPLETION_INDEX": "0", "APITUI_SHARDS": "4"], 1, 4),
        (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], 4, 4),
        (["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "2", "AWS_BATCH_JOB_ATTEMPT": "2"], 2, 2),
        (
            [
                "SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10",
                "SLURM_ARRAY_TASK_MAX": "12",
            ], 2, 3
        ),
    ]) func `the numbers of CI systems are those of parts`(
        variables: [String: String], index: Int, count: Int
    ) throws {
        let choice = try ShardChoice("auto") { variables[$0] }
        #expect((choice.index, choice.count) == (index, count))
        #expect(choice.source != nil)
        #expect(choice.attempt == (variables["AWS_BATCH_JOB_ATTEMPT"] == nil ? 0 : 1))
    }

    @Test(arguments: [
        ([:], "no CI system was found"),
        (["JOB_COMPLETION_INDEX": "1"], "APITUI_SHARDS is not set"),
        (
            ["GITLAB_CI": "1", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"],
            "which name no part; the first is counted from 1"
        ),
        (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "2"], "which name no part"),
        (
            [
                "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2", "JOB_COMPLETION_INDEX": "1", "APITUI_SHARDS": "2",
            ], "two systems disagree"
        ),
        (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"], "no CI system was found"),
        (
            [
                "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "1",
                "SLURM_ARRAY_TASK_MAX": "3",
            ], "have gaps"
        ),
    ]) func `what does not name a part is refused with a sentence`(
        variables: [String: String], part: String
    ) {
        #expect { try ShardChoice("auto") { variables[$0] } } throws: { error in
            (error as? ShardChoice.Problem)?.sentence.contains(part) == true
        }
    }

    @Test(arguments: ["0/2", "3/2", "1", "1/2/3", "a/b", "-1/2", "1/0"]) func `a wrong part is refused`(text: String) {
        #expect(throws: ShardChoice.Problem.self) { try ShardChoice(text) { _ in nil } }
    }
}
