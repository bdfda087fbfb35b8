/// Which part of a run this machine sends: `2/5`, or what the environment of a CI system says.
package struct ShardChoice: Sendable, Hashable {
    /// From 1.
    package let index: Int
    package let count: Int
    /// Where both numbers come from, for the user; nil if the user wrote them.
    package let source: String?
    /// How often the system started this part before; 0 if it does not say.
    package let attempt: Int

    package struct Problem: Error, Sendable, Hashable {
        package let sentence: String
    }

    /// Parts of a run.
    package static let most = 100_000

    /// - Parameter variable: looks up an environment variable.
    /// - Throws: a sentence.
    package init(_ text: String, variable: (String) -> String?) throws(Problem) {
        guard text != "auto" else {
            self = try Self.detected(variable)
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
            throw Problem(sentence: "--shard takes I/N, such as 2/5, or auto; not '\(text)'.")
        }
        guard (1...Self.most).contains(count) else {
            throw Problem(sentence: "--shard \(text): the second number must be from 1 to \(Self.most).")
        }
        guard (1...count).contains(index) else {
            throw Problem(sentence: "--shard \(text): the first number must be from 1 to \(count).")
        }
        self.init(index: index, count: count, source: nil, attempt: 0)
    }

    private init(index: Int, count: Int, source: String?, attempt: Int) {
        self.index = index
        self.count = count
        self.source = source
        self.attempt = attempt
    }

    /// How a system says it.
    private struct System {
        let name: String
        let index: String
        let count: String
        /// The number of the first part.
        let base: Int
        var attempt: String?
        /// Of the first attempt.
        var firstAttempt = 0
        /// A variable that only this system sets, where the names are those of others, too.
        var mark: String?
    }

    private static let systems = [
        System(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 1, mark: "GITLAB_CI"),
        System(name: "Heroku CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 0, mark: "HEROKU_TEST_RUN_ID"),
        System(name: "Cirrus CI", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 0, mark: "CIRRUS_CI"),
        System(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", base: 0),
        System(
            name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", base: 0,
            attempt: "BUILDKITE_RETRY_COUNT"),
        System(
            name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "APITUI_SHARDS", base: 0),
        System(
            name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", base: 0,
            attempt: "AWS_BATCH_JOB_ATTEMPT", firstAttempt: 1),
        System(name: "Azure Pipelines", index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE", base: 1),
        System(name: "Semaphore", index: "SEMAPHORE_JOB_INDEX", count: "SEMAPHORE_JOB_COUNT", base: 1),
        System(name: "Bitbucket", index: "BITBUCKET_PARALLEL_STEP", count: "BITBUCKET_PARALLEL_STEP_COUNT", base: 0),
    ]

    private static func detected(_ variable: (String) -> String?) throws(Problem) -> ShardChoice {
        var found: [ShardChoice] = []
        for system in systems {
            if let mark = system.mark, variable(mark) == nil { continue }
            guard let index = variable(system.index) else { continue }
            guard let count = variable(system.count) else {
                throw Problem(
                    sentence:
                        "--shard auto: \(system.name) sets \(system.index)=\(index), but \(system.count) is not set, so the number of parts is not known."
                )
            }
            found.append(
                try choice(
                    system.name, (system.index, index), (system.count, count), base: system.base,
                    attempt: system.attempt.flatMap(variable).flatMap { Int($0) }.map { $0 - system.firstAttempt }))
        }
        if let index = variable("SLURM_ARRAY_TASK_ID") {
            // The numbers are the user's: only without gaps they are those of parts.
            guard let count = variable("SLURM_ARRAY_TASK_COUNT").flatMap({ Int($0) }),
                let least = variable("SLURM_ARRAY_TASK_MIN").flatMap({ Int($0) }),
                let greatest = variable("SLURM_ARRAY_TASK_MAX").flatMap({ Int($0) }), greatest - least + 1 == count
            else {
                throw Problem(
                    sentence:
                        "--shard auto: the task numbers of this Slurm array have gaps, or their count is not set; use --array=0-4 and the like."
                )
            }
            found.append(
                try choice("Slurm", ("SLURM_ARRAY_TASK_ID", index), ("SLURM_ARRAY_TASK_COUNT", "\(count)"), base: least)
            )
        }
        guard let first = found.first else {
            throw Problem(
                sentence:
                    "--shard auto: no CI system was found that says which part this is; give --shard I/N, such as --shard 2/5."
            )
        }
        for other in found.dropFirst() where (other.index, other.count) != (first.index, first.count) {
            throw Problem(
                sentence:
                    "--shard auto: two systems disagree: \(first.source ?? "") says \(first.index)/\(first.count), \(other.source ?? "") says \(other.index)/\(other.count); give --shard I/N."
            )
        }
        return first
    }

    private static func choice(
        _ name: String, _ index: (name: String, text: String), _ count: (name: String, text: String), base: Int,
        attempt: Int? = nil
    ) throws(Problem) -> ShardChoice {
        guard let number = Int(index.text), let total = Int(count.text), (1...most).contains(total),
            (base..<base + total).contains(number)
        else {
            throw Problem(
                sentence:
                    "--shard auto: \(name) sets \(index.name)=\(index.text) and \(count.name)=\(count.text), which name no part; the first is counted from \(base)."
            )
        }
        return ShardChoice(
            index: number - base + 1, count: total,
            source: "\(name) (\(index.name)=\(index.text), \(count.name)=\(count.text))", attempt: max(0, attempt ?? 0))
    }
}
