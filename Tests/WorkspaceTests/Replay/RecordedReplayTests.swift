import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What data files, shards and globs mean, and the way of a run through its steps, as it was recorded (`Recorded`).
@Suite struct RecordedReplayTests {
    // MARK: data

    /// A name and a text a line, with the signs of `SignedText`.
    private static let data = #"""
        d.csv a,b␤1,2␤3,4␤
        d.csv a,b␍␤1,2␍␤␍␤3,"4"␍␤
        d.csv a;b␤1;"x;y"␤
        d.csv a␉b␤1␉2
        d.csv a;b,c␤1;2,3␤
        d.csv  a , b ␤ 1 , 2 ␤
        d.csv a,b␤"x ""y""","two␤lines"␤3␤
        d.csv a,b␤1,2,3␤
        d.csv a,b␤,␤
        d.csv a␤""␤␤x␤
        d.csv ␤␤a␤1␤
        d.csv a,A␤1,2␤
        d.csv a, a␤1,2␤
        d.csv a,,b␤1,2,3␤
        d.csv a␤"x"y␤
        d.csv a␤"x␤y
        d.csv "a",b␤1,"2"
        d.csv a
        d.csv
        data a,b␤1,2
        data [{"a": 1}]
        data {"a": 1}␤{"a": 2}␤
        d.JSON [{"a": 1, "b": "x"},␤ {"a": null, "b": [1], "c": 2}]
        d.json {"a": 1}␤␤ {"a": "y"}
        d.json [1]
        d.json [{"a": 1},␤␤{"b": 1}]
        d.json [{"a": 1},␤ {"a": ]
        d.json [
        d.json []
        d.jsonl [1]
        d.ndjson {"a": 1}␤{"a"
        d.jsonl {"a": {"b": "\u00e9"}, "c": "x\ny"}␤{"c": true, "a": 1.50}
        d.csv.json a,b␤1,2
        d.csv [{"a": 1}]␤1
        """#

    private static let shards = """
        1/1
        2/5
        5/5
        6/5
        0/5
        1/0
        -1/5
        1
        1/2/3
        a/b
        1/100000
        1/100001
        auto
        auto GITLAB_CI=1 CI_NODE_INDEX=2 CI_NODE_TOTAL=5
        auto CI_NODE_INDEX=2 CI_NODE_TOTAL=5
        auto CIRRUS_CI=1 CI_NODE_INDEX=2 CI_NODE_TOTAL=5
        auto HEROKU_TEST_RUN_ID=1 CI_NODE_INDEX=0 CI_NODE_TOTAL=1
        auto CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=3
        auto CIRCLE_NODE_INDEX=3 CIRCLE_NODE_TOTAL=3
        auto CIRCLE_NODE_INDEX=x CIRCLE_NODE_TOTAL=3
        auto CIRCLE_NODE_INDEX=1
        auto BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=2 BUILDKITE_RETRY_COUNT=3
        auto AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=2 AWS_BATCH_JOB_ATTEMPT=2
        auto JOB_COMPLETION_INDEX=1 APITUI_SHARDS=2
        auto SYSTEM_JOBPOSITIONINPHASE=1 SYSTEM_TOTALJOBSINPHASE=2
        auto SEMAPHORE_JOB_INDEX=2 SEMAPHORE_JOB_COUNT=2
        auto BITBUCKET_PARALLEL_STEP=0 BITBUCKET_PARALLEL_STEP_COUNT=2
        auto SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=6
        auto SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_MAX=6
        auto CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2 JOB_COMPLETION_INDEX=1 APITUI_SHARDS=2
        auto CIRCLE_NODE_INDEX=1 CIRCLE_NODE_TOTAL=2 JOB_COMPLETION_INDEX=1 APITUI_SHARDS=2
        """

    @Test func `data files, shards and globs mean what was recorded`() throws {
        var parts = Recorded.parts(of: Self.data) { line in
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            let bytes = Array(SignedText.read(words.count > 1 ? words[1] : "").utf8)
            do throws(CollectionError) {
                let rows = try RunData(bytes, path: String(words[0])).rows
                let text = rows.map { row in
                    let values = row.values.sorted { $0.key < $1.key }.map { "\($0)=\(Printed.quoted($1))" }
                    return "line \(row.line): \(values.joined(separator: " "))\n"
                }
                return text.joined()
            } catch { return "\(error.sentence)\n" }
        }
        var text = ""
        for line in Self.shards.split(separator: "\n") {
            var words = line.split(separator: " ").map(String.init)
            let choice = words.removeFirst()
            let variables = Dictionary(
                words.map { word in
                    let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
                    return (pair[0], pair[1])
                }, uniquingKeysWith: { $1 })
            do throws(ShardChoice.Problem) {
                let found = try ShardChoice(choice, variable: { variables[$0] })
                text += "\(line): \(found.index) of \(found.count), attempt \(found.attempt), \(found.source ?? "-")\n"
            } catch { text += "\(line): \(error.sentence)\n" }
        }
        parts.append(("shards", text))
        text = ""
        for pattern in ["", "*", "a*", "*a", "a?c", "?", "**b**", "a*b*c", "A*", "a.http#*", "[a]"] {
            let names = ["", "a", "ab", "abc", "aXbYc", "b", "xa", "A", "a.http#one", "[a]", "é"]
            text += "\(pattern): \(names.filter { Glob(pattern).matches($0) })\n"
        }
        parts.append(("globs", text))
        try Recorded.expect(parts, in: "runs/data")
    }

    // MARK: the way through the steps

    private static let collection = """
        ### login
        # @tag auth, Fast
        POST http://h/login
        ### use
        # @ref login
        GET http://h/use
        ### twice
        # @loop for 2
        # @sleep 5
        GET http://h/twice
        ### late
        # @loop for x of later
        GET http://h/late
        ### off
        # @disabled
        GET http://h/off
        ### after off
        # @ref off
        GET http://h/after
        ### broken
        # @ref gone
        GET http://h/broken
        ### wipe
        # @tag manual slow
        # @ref use
        DELETE http://h/wipe
        ### file
        # @forceRef login
        GET http://h/file

        >> ./a.json
        ### last
        GET http://h/last
        """

    private static func play(_ sequence: inout SendSequence, failing: Set<String>) -> String {
        var told = ""
        for _ in 0..<60 {
            guard case .begin(let item, let first) = sequence.next() else { break }
            var (move, url): (SendSequence.Move?, String) = (first, "")
            while let next = move {
                switch next {
                case .resolve(let step):
                    told += "resolve \(step.request.id) \(step.turnText)\n"
                    let isOpen = step.request.id == "late" && step.turn == nil
                    let turns = (0..<2).map { LoopTurn(index: $0, item: .init(variable: "x", value: "v\($0)")) }
                    let prepared: PreparedStep =
                        failing.contains("\(step.request.id) unsendable")
                        ? .unsendable(SendPlan.Problem(line: 3, reason: "it cannot be sent"))
                        : isOpen
                            ? .turns(failing.contains("late empty") ? [] : turns)
                            : .resolved(.draft(RequestDraft(url: step.request.target), uses: []), checks: [], uses: [])
                    move = sequence.prepared(prepared, of: item)
                case .pause(let duration):
                    told += "pause \(duration)\n"
                    move = sequence.paused(item)
                case .send(let draft):
                    url = draft.url
                    told += "send \(item.round) \(url)\n"
                    if failing.contains("stop \(url.dropFirst(9))") { sequence.stop() }
                    let category: ErrorCategory? =
                        sequence.isStopped
                        ? .cancelled : failing.contains(String(url.dropFirst(9))) ? .serverError : nil
                    move = sequence.answered(
                        ChainingFixtures.exchange(status: category == nil ? 200 : 500, error: category), of: item)
                case .conclude:
                    let problem = CollectionError(sentence: "no room")
                    let file: ResponseFile.Outcome? =
                        failing.contains("no file") && url.hasSuffix("/file") ? .failure(problem) : nil
                    move = sequence.concluded(StepConclusion(file: file), of: item)
                case .end(let step, let outcome):
                    told += "end \(step.request.id) \(step.turnText): "
                    switch outcome {
                    case .skipped(let reason): told += "skipped, \(reason ?? "disabled")\n"
                    case .notSent(let problems): told += "not sent \(problems.map { "\($0.line) \($0.sentence)" })\n"
                    default: told += "\("\(outcome)".prefix { $0 != "(" })\n"
                    }
                    move = sequence.end(item)
                }
            }
        }
        let ending = sequence.ending?.sentence { $0.request.id } ?? "-"
        return told + "\(Printed(sequence.totals).text)\(sequence.totals.text(.seconds(2)))\nending \(ending)\n"
    }

    @Test func `the moves of sends and runs are what was recorded`() throws {
        let file = ChainingFixtures.file(Self.collection)
        let planner = SendPlanner(references: .first) { _ in ChainingFixtures.context(RequestScope(file)) }
        let all = planner.plan(file.document.requests.map { (file, $0) })
        var parts: [(name: String, text: String)] = []
        for failing: Set<String> in [
            [], ["login"], ["use"], ["twice"], ["late"], ["late empty"], ["no file"], ["login unsendable"],
            ["stop twice"], ["late unsendable", "last"],
        ] {
            let name = failing.sorted().joined(separator: ", ")
            for (title, rounds, endsAtFailure, failsFast) in [
                ("a run", 1, false, false), ("fails fast", 1, false, true), ("two rounds", 2, false, false),
            ] {
                // With two rounds only what fails is of interest.
                guard rounds == 1 || name == "login" else { continue }
                var sequence = SendSequence(
                    all.steps, rounds: rounds, endsAtFailure: endsAtFailure, failsFast: failsFast)
                parts.append(("\(title): \(name.isEmpty ? "all good" : name)", Self.play(&sequence, failing: failing)))
            }
            for request in file.document.requests
            where ["use", "late", "wipe", "file", "after off"].contains(request.id) {
                var sequence = SendSequence(planner.plan(sending: request, of: file).steps, endsAtFailure: true)
                let text = Self.play(&sequence, failing: failing)
                // What does not depend on the failure is recorded once.
                if !parts.contains(where: { $0.text == text }) {
                    parts.append(("send \(request.id): \(name.isEmpty ? "all good" : name)", text))
                }
            }
        }
        let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])
        for (title, change) in [
            ("all", { _ in }), ("tag", { $0.tags = ["FAST"] }), ("skipped tag", { $0.skippedTags = ["auth"] }),
            ("manual tag", { $0.tags = ["slow"] }), ("manual name", { $0.filters = [Glob("wipe")] }),
            ("globs", { $0.filters = [Glob("la*"), Glob("a.http#file")] }), ("file", { $0.filters = [Glob("a.http")] }),
            ("indexes", { $0.named = ["/c/a.http": [0, 7]] }),
        ] as [(String, (inout RunSelection) -> Void)] {
            var selection = RunSelection()
            change(&selection)
            let plan = ReplayPlan([folder], planner: planner, selection: selection)
            let ids = plan.steps.map { "\($0.request.id)\($0.turn.map { "[\($0.index)]" } ?? "")" }
            parts.append(("selected: \(title)", "\(ids)\n\(plan.leftOut) left out, \(plan.manual) manual\n"))
        }
        for count in [1, 2, 3, 20] {
            let weights = all.steps.indices.map { Double($0 % 4) + 0.5 }
            parts.append(("\(count) shards", "\(RunShards(all.steps, count: count, weights: weights).parts)\n"))
        }
        try Recorded.expect(parts, in: "runs/moves")
    }
}
