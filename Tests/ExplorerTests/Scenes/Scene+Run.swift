import NetEngine
import Runs
import Workspace

@testable import Explorer
@testable import TerminalUI

extension Scene {
    private struct Sent {
        var file: String
        var line: Int
        var name: String
        var method: String
        var status: Int
        /// In milliseconds.
        var begin: Int
        var length: Int
        var problem: CheckResult?
    }

    private static let sent: [Sent] = [
        Sent(file: "account/users.http", line: 1, name: "login", method: "POST", status: 200, begin: 0, length: 46),
        Sent(file: "account/users.http", line: 8, name: "Who am I?", method: "GET", status: 200, begin: 47, length: 18),
        Sent(
            file: "account/users.http", line: 11, name: "Old address", method: "GET", status: 200, begin: 48, length: 31
        ),
        Sent(
            file: "orders.http", line: 3, name: "List open orders", method: "GET", status: 200, begin: 66, length: 24),
        Sent(file: "orders.http", line: 8, name: "create", method: "POST", status: 201, begin: 80, length: 121),
        Sent(
            file: "orders.http", line: 23, name: "Pay the order", method: "POST", status: 502, begin: 202, length: 88,
            problem: CheckResult(
                text: "status == 200", line: 24, verdict: .failed, expected: "200", actual: "502")),
        Sent(
            file: "orders.http", line: 26, name: "Cancel the order", method: "DELETE", status: 204, begin: 291,
            length: 15),
        Sent(file: "products.http", line: 1, name: "All products", method: "GET", status: 200, begin: 92, length: 160),
        Sent(
            file: "products.http", line: 4, name: "One product", method: "GET", status: 200, begin: 253, length: 12,
            problem: CheckResult(
                text: "body $.stock > 0", line: 5, verdict: .failed, expected: "> 0", actual: "0")),
        Sent(
            file: "products.http", line: 8, name: "A picture of it", method: "GET", status: 200, begin: 266, length: 64),
    ]

    func run(_ robot: Robot) throws {
        try main(robot)
        robot.press("X", "j", "j", "j", .enter)
        guard case .replay(let job)? = robot.take(where: { if case .replay = $0 { true } else { false } }).last else {
            throw SceneCollection.NotSent()
        }
        let start = SceneCollection.start
        let requests = Self.sent.map { RunHead.Request(file: $0.file, line: $0.line, id: $0.name, method: $0.method) }
        robot.tell(
            .replayBegan(
                job.id,
                ReplayPlanned(
                    head: RunHead(id: "k7m2p9q", startedAt: start, program: "0.1", paths: ["."], requests: requests),
                    places: Self.sent.map { ("/c/" + $0.file, 0) }, isRecorded: true)))
        let records = Self.sent.indices.sorted {
            Self.sent[$0].begin + Self.sent[$0].length < Self.sent[$1].begin + Self.sent[$1].length
        }.map { Self.record($0, Self.sent[$0], start) }
        robot.tell(
            .replayed(
                job.id, ReplayNews(records: records, end: RunEnd(elapsed: .milliseconds(332), reason: .complete))))
        robot.wait(.seconds(10))
        robot.tick()
        robot.press("6")
    }

    private static func record(_ step: Int, _ sent: Sent, _ start: Timestamp) -> RunRecord {
        var record = RunRecord(
            item: RunSchedule.Item(round: 0, step: step), repetition: nil,
            word: sent.problem == nil ? .passed : .failed)
        record.status = sent.status
        let total = Duration.milliseconds(sent.length)
        record.timings = PhaseTimings(wait: total, total: total)
        record.networkTime = total
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(
                microsecondsSince1970: start.microsecondsSince1970 + Int64(sent.begin) * 1000))
        if let problem = sent.problem { record.checks = CheckReport(results: [problem]) }
        return record
    }
}
