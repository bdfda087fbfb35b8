import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing
import Workspace

@testable import Runs

@Suite struct RecordingTests {
    static let head = RunHead(
        id: "abc2345", name: "nightly", startedAt: Timestamp(microsecondsSince1970: 1_000_000), program: "0.1",
        paths: ["api"], environment: "staging",
        requests: [
            RunHead.Request(
                file: "api/a.http", line: 3, id: "login", method: "POST", url: "{{base}}/login", tags: ["x"]),
            RunHead.Request(file: "api/a.http", line: 9, id: "list", method: "GET", needs: [0], reason: "asked for"),
        ])

    static var headLine: [UInt8] {
        var lines = RecordingLines(head)
        return lines.take()
    }

    @Test func `the title of a run is what was run, with its environment`() {
        var head = Self.head
        #expect(head.title == "api (staging)")
        (head.paths, head.environment) = (["a", "b"], nil)
        #expect(head.title == "a b")
    }

    @Test(
        arguments: [
            (1, nil, nil, 0, nil), (4, nil, nil, 1, "round 2"), (4, "d.csv", 4, 3, "row 4"),
            (4, "d.csv", 2, 3, "row 2, round 2"), (nil, "d.csv", 2, 0, "row 1, round 1"), (4, "d.csv", nil, 3, "row 4"),
            (1, nil, nil, 1, "round 2"), (nil, "d.csv", 1, 2, "row 1, round 3"), (4, "d.csv", 0, 3, "row 4"),
        ] as [(Int?, String?, Int?, Int, String?)])
    func `a round is named by its number or by the row of its data`(
        rounds: Int?, data: String?, rows: Int?, round: Int, text: String?
    ) {
        var head = Self.head
        (head.settings.rounds, head.settings.data, head.settings.rows) = (rounds, data, rows)
        #expect(head.settings.text(ofRound: round) == text)
    }

    @Test(arguments: ["", "-"]) func `a recording is written to a file that has a name`(path: String) {
        let error = #expect(throws: RunStoreError.self) { try RecordingFile(path: path) }
        #expect(error?.sentence == "A recording needs the name of a file; it is not written to standard output.")
    }

    @Test func `an older recording stays as it was until the new one is whole`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "x.run")
        let lines = Self.headLine
        do { try RecordingFile(path: path).append(lines) }
        #expect(try folder.read("x.run") == "old" && folder.names() == ["x.run"], "one that breaks off leaves nothing")
        try folder.link("link", to: "x.run")
        let file = try RecordingFile(path: "\(folder.path)/link")
        try file.append(lines)
        #expect(try folder.read("x.run") == "old")
        try file.finish()
        #expect(try folder.read("x.run") == String(decoding: lines, as: UTF8.self), "through the link")
        #expect(try folder.names() == ["link", "x.run"])
    }

    @Test func `a new recording can be read while it is written`() throws {
        let folder = try TemporaryFolder()
        let file = try RecordingFile(path: "\(folder.path)/x.run")
        try file.append(Array("a\n".utf8))
        #expect(try folder.read("x.run") == "a\n")
        try file.append(Array("b\n".utf8))
        try file.finish()
        #expect(try folder.read("x.run") == "a\nb\n" && folder.names() == ["x.run"])
    }

    static func passed(
        _ step: Int, round: Int = 0, status: Int = 200, micros: Int = 1500, digest: String? = nil
    ) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: round, step: step), repetition: nil, word: .passed)
        record.status = status
        record.networkTime = .microseconds(micros)
        record.timings = PhaseTimings(wait: .microseconds(micros), total: .microseconds(micros + 10))
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: 1_000_500 + Int64(round)), receivedBytes: 12)
        record.bodyDigest = digest
        return record
    }

    /// What a reader gets from the lines of these results.
    static func read(
        _ records: [RunRecord], end: RunEnd? = RunEnd(elapsed: .seconds(2), reason: .complete)
    ) throws -> (head: RunHead?, records: [RunRecord], end: RunEnd?, bytes: [UInt8]) {
        var lines = RecordingLines(head)
        for record in records { lines.add(record) }
        if let end { lines.end(end) }
        let bytes = lines.take()
        var read: (head: RunHead?, records: [RunRecord], end: RunEnd?) = (nil, [], nil)
        var reader = RecordingReader()
        for line in bytes.split(separator: 0x0A) {
            try reader.read(Array(line)) { item in
                switch item {
                case .head(let head): read.head = head
                case .result(let record, _): read.records.append(record)
                case .end(let end): read.end = end
                }
            }
        }
        #expect(reader.damaged == 0)
        return (read.head, read.records, read.end, bytes)
    }

    @Test func `a recording gives back its head, its results and its end`() throws {
        var failed = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: 4, word: .failed)
        failed.status = 404
        failed.error = EngineError(
            category: .clientError, phase: .wait, sentence: "It is not there.", hint: "Look.", status: 404)
        failed.timings = PhaseTimings(
            queue: .microseconds(1), dns: .microseconds(2), connect: .microseconds(3), tls: .microseconds(4),
            send: .microseconds(5), wait: .microseconds(6), receive: .microseconds(7), total: .microseconds(28))
        failed.networkTime = .microseconds(27)
        failed.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: 2_000_000), retries: 1, redirects: 2, sentBytes: 3,
            receivedBytes: 4, cache: .miss)
        failed.checks = CheckReport(
            results: [
                CheckResult(
                    text: "status == 200", line: 12, verdict: .failed, expected: "== 200", actual: "404", reason: "so",
                    place: BodyPlace(offset: 1, line: 2, column: 3, path: "$.a")),
                CheckResult(
                    text: "api.yaml request body", line: 12, verdict: .warning, expected: "as described",
                    reason: "it is",
                    described: CheckResult.Described(
                        operation: "GET /a", isRequest: true,
                        source: DescriptionPlace(document: "api.yaml", line: 3, column: 4, pointer: "/paths/~1a"))),
                CheckResult(
                    text: "api.yaml status", line: 12, verdict: .passed, expected: "as described",
                    described: CheckResult.Described(operation: "GET /a", isRequest: false)),
            ], excusesError: true)
        failed.heldBack = [HeldBack(origin: "http://h", fields: ["Authorization"])]
        failed.exchange = ExchangeID(rawValue: 77)
        failed.delay = .microseconds(9)
        var notSent = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .failed)
        notSent.problems = [(line: 4, sentence: "{{x}} has no value.")]
        let (head, records, end, _) = try Self.read([failed, notSent])

        #expect(head == Self.head)
        #expect(end == RunEnd(elapsed: .seconds(2), reason: .complete))
        let first = try #require(records.first)
        #expect(first.timings == failed.timings)
        #expect(first.traffic == failed.traffic)
        #expect(first.checks == failed.checks)
        #expect(first.error?.sentence == "It is not there.")
        #expect(first.category == .clientError)
        #expect(first.heldBack == failed.heldBack)
        #expect(first.repetition == 4)
        #expect(first.exchange == failed.exchange)
        #expect(first.delay == failed.delay)
        #expect(records.last?.problems.map(\.sentence) == ["{{x}} has no value."])
        #expect(records.last?.category == .requestBuild)
    }

    private static func failed(_ error: EngineError, _ finding: ErrorFinding? = nil) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .failed)
        record.status = error.status
        record.error = error
        record.errorFinding = finding
        return record
    }

    @Test func `an error comes back with its code, its remedy and what was found in the body`() throws {
        var certificate = EngineError(
            category: .tls, phase: .tls, sentence: "Nobody knows it.", hint: "Look.",
            underlying: UnderlyingCode(domain: .curl, code: 60, text: "no issuer \"x\""))
        certificate.remedy = .trustServer
        let headers = EngineError.tooLargeHeaders(limit: 256 << 10)
        var redirects = EngineError(category: .redirect, sentence: "More than 10.", hint: "Look.", status: 302)
        redirects.remedy = .raiseRedirectLimit
        let body = EngineError(category: .decoding, sentence: "It is not JSON.", hint: "Look.", status: 200)
        let fault = ErrorFinding.Fault(reason: "expected a value", path: "$.a[2]", line: 3, column: 4, byte: 61)
        var excerpt = fault
        excerpt.excerpt = "of a body"
        let api = EngineError(category: .api, sentence: "No.", hint: "Look.", status: 200)
        let words = ErrorFinding.api(status: "\"error\"", message: nil)
        let (_, records, _, bytes) = try Self.read([
            Self.failed(certificate), Self.failed(headers), Self.failed(redirects),
            Self.failed(body, .decoding(excerpt)), Self.failed(api, words),
        ])
        #expect(records.map(\.error) == [certificate, headers, redirects, body, api])
        #expect(records.map(\.errorFinding) == [nil, nil, nil, .decoding(fault), words])
        #expect(!String(decoding: bytes, as: UTF8.self).contains("of a body"))
    }

    @Test func `an error of an older recording has neither code nor details`() throws {
        var reader = RecordingReader()
        var lines = RecordingLines(Self.head)
        var read: [RunRecord] = []
        let result =
            #"{"result":{"request":0,"outcome":"failed","error":{"category":"connect","sentence":"No.","hint":"Look."}}}"#
        for line in lines.take().split(separator: 0x0A).map(Array.init) + [Array(result.utf8)] {
            try reader.read(line) { item in
                if case .result(let record, _) = item { read.append(record) }
            }
        }
        #expect(read.map(\.error) == [EngineError(category: .connect, sentence: "No.", hint: "Look.")])
        #expect(read.map(\.errorFinding) == [nil])
    }

    @Test func `results that show nothing new take a few numbers each and come back the same`() throws {
        let all = (0..<3000).map { Self.passed($0 % 2, round: $0 / 2, micros: 1000 + $0, digest: "00112233445566ff") }
        let (_, records, _, bytes) = try Self.read(all)

        #expect(records.map(\.item) == all.map(\.item))
        #expect(records.map(\.networkTime) == all.map(\.networkTime))
        #expect(records.map(\.traffic) == all.map(\.traffic))
        #expect(records.allSatisfy { $0.status == 200 && $0.bodyDigest == "00112233445566ff" })
        #expect(bytes.count < 60 * all.count)
    }

    @Test func `a result with another status, or with failed checks, is recorded whole`() throws {
        let (_, records, _, _) = try Self.read([
            Self.passed(0), Self.passed(0, round: 1, status: 201), Self.passed(0, round: 2),
        ])
        #expect(records.map(\.status) == [200, 201, 200])
    }

    @Test func `a recording that was broken off is readable up to there and has no end`() throws {
        let (head, records, end, _) = try Self.read([Self.passed(0)], end: nil)
        #expect(head != nil && records.count == 1 && end == nil)
    }

    @Test func `something else, and a recording of a newer program, are refused`() throws {
        var reader = RecordingReader()
        #expect(throws: RecordingError.foreign) { try reader.read(Array("{}".utf8)) { _ in } }
        #expect(throws: RecordingError.newer(99)) {
            try reader.read(
                Array(#"{"apitui":"run","version":99,"id":"a","startedAt":1,"requests":[]}"#.utf8)
            ) { _ in }
        }
    }

    @Test func `a file that is no recording is refused in one sentence, with its name`() throws {
        let folder = try TemporaryFolder()
        let head = String(decoding: Self.headLine, as: UTF8.self)
        let foreign = "it is not a recording of a run"
        let files = [
            ("empty", "", foreign), ("blank", "\n", foreign), ("other", "{}\n", foreign), ("text", "hello", foreign),
            ("cut", String(head.dropLast()), foreign),
            (
                "newer", head.replacing(#""version":1,"#, with: #""version":2,"#),
                "a newer version of apitui wrote it (format 2, this one knows 1)"
            ),
        ]
        func problem(_ path: String) -> String? {
            do { _ = try RecordingSource.file(path).account() } catch { return (error as? RunStoreError)?.sentence }
            return nil
        }
        for (name, text, clause) in files {
            let path = try folder.write(text, to: name)
            #expect(problem(path) == "\(path) cannot be read: \(clause).")
        }
        #expect(problem("\(folder.path)/none") == "\(folder.path)/none cannot be read: there is no such file.")
        #expect(problem(folder.path) == "\(folder.path) cannot be read: it is a folder.")
        let sentence = "The recording cannot be written to \(folder.path): it is a folder."
        #expect(throws: RunStoreError(sentence: sentence)) { try RecordingFile(path: folder.path) }
    }

    @Test func `a wanted result comes with its request, and one of no request of the plan is not found`() throws {
        let folder = try TemporaryFolder()
        var lines = RecordingLines(Self.head)
        var numbered = [Self.passed(0), Self.passed(1), Self.passed(2), Self.passed(1, round: 1)]
        for (index, id) in ([7, 8, 9, 8] as [UInt64]).enumerated() {
            numbered[index].exchange = ExchangeID(rawValue: id)
            numbered[index].status = 200 + index
            lines.add(numbered[index])
        }
        lines.end(RunEnd(elapsed: .seconds(2), reason: .complete))
        let source = RecordingSource.file(try folder.write(lines.take(), to: "x.run"))
        func found(_ id: UInt64) throws -> String? {
            try source.result { $0.exchange?.rawValue == id }.map { "\($0.request.id) \($0.record.status ?? 0)" }
        }
        #expect(try found(8) == "list 201", "the first one")
        #expect(try found(9) == nil && found(1) == nil)
    }

    @Test(arguments: 0..<200) func `no damage of a line ends the reading`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (_, _, _, bytes) = try Self.read([Self.passed(0), Self.passed(0, round: 1)])
        var lines = bytes.split(separator: 0x0A).map(Array.init)
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
            let line = Int.random(in: 1..<lines.count, using: &random)
            guard !lines[line].isEmpty else { continue }
            let byte = Int.random(in: lines[line].indices, using: &random)
            lines[line][byte] = UInt8.random(in: .min ... .max, using: &random)
        }
        var reader = RecordingReader()
        for line in lines { try reader.read(line) { _ in } }
    }

    @Test func `numbers that cannot be are left out, and sums of what is left do not overflow`() throws {
        var reader = RecordingReader()
        var account = RunAccount(Self.head)
        let numbers = ["9223372036854775807", "-9223372036854775808", "4503599627370496", "-4503599627370496"]
        var lines = RecordingLines(Self.head)
        try reader.read(Array(lines.take().dropLast())) { _ in }
        for number in numbers {
            let members = [
                "startedAt", "retries", "redirects", "sentBytes", "receivedBytes", "delayMicros", "networkMicros",
            ]
            let fields = members.map { #""\#($0)":\#(number)"# }.joined(separator: ",")
            let result =
                #"{"result":{"request":0,"outcome":"passed","status":200,\#(fields),"phasesMicros":{"wait":\#(number),"total":\#(number)}}}"#
            let samples = #"{"samples":[[0,1,-1,\#(number),\#(number),\#(number),\#(number),\#(number)]]}"#
            for line in [result, samples] {
                try reader.read(Array(line.utf8)) { if case .result(let record, _) = $0 { account.add(record) } }
            }
        }
        #expect(account.count >= numbers.count)
        let span = try #require(account.span)
        #expect(span.end.microsecondsSince1970 >= span.start.microsecondsSince1970)
        #expect(account.requests[0].receivedBytes >= 0)
        #expect(account.latency.quantile(1) ?? .zero >= .zero)
    }

    @Test func `an account counts what reports show`() throws {
        var account = RunAccount(Self.head)
        account.add(Self.passed(0))
        account.add(Self.passed(1, micros: 2500))
        var failed = Self.passed(1, status: 500)
        failed = RunRecord(item: failed.item, repetition: nil, word: .failed)
        account.add(failed)
        account.close(RunEnd(elapsed: .seconds(1), reason: .complete, notReached: 2))

        #expect(account.totals.passed == 2 && account.totals.failed == 1 && account.totals.notReached == 2)
        #expect(account.requests[1].totals.failed == 1)
        #expect(account.requests[1].failures.count == 1)
        #expect(account.latency.count == 2)
        #expect(!account.isPassed)
    }
}
