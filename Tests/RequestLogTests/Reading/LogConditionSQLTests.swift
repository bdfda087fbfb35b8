import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import RequestLog

/// Memory and database must agree on what passes.
@Suite(.timeLimit(.minutes(5))) struct LogConditionSQLTests {
    @Test("generated conditions find the same rows in memory and in the database")
    func sameRows() throws {
        var random = SeededGenerator(seed: 21)
        let log = try LogFixture()
        let added = try log.add((0..<120).map { _ in Self.row(&random) })
        let reader = try log.reader()
        let rows = try reader.page(.all([]), limit: 1000)
        #expect(rows == added.reversed(), "an empty text is not a missing one")
        var hits = 0
        for _ in 0..<1500 {
            let condition = Self.condition(&random, depth: 3)
            let expected = rows.filter { condition.matches($0) }.map(\.id)
            let found = try reader.page(condition, limit: 1000).map(\.id)
            #expect(found == expected, "\(condition)")
            #expect(try reader.count(condition, upTo: 1000) == expected.count)
            hits += found.isEmpty ? 0 : 1
        }
        #expect(hits > 300, "conditions that find nothing show little")
    }

    @Test("a text that thousands of URLs share, or do not, is found too")
    func manyTexts() throws {
        let log = try LogFixture()
        try log.add((0..<2500).map { LogFixture.row("http://a.example/\($0 % 2 == 0 ? "even" : "odd")/\($0)") })
        let reader = try log.reader()
        let even = LogCondition.text(.path, .contains("/even/"))
        #expect(try reader.count(even, upTo: 9999) == 1250)
        #expect(try reader.page(even, limit: 2).map(\.path) == ["/even/2498", "/even/2496"])
        #expect(try reader.page(.not(even), limit: 1).map(\.path) == ["/odd/2499"])
    }

    private static let texts = ["GET", "POST", "alpha", "Alpha/Beta", "beta*", "a?c", "", "übung", "10%", "x_y"]

    private static func row(_ random: inout SeededGenerator) -> LogRow {
        func maybe<Value>(_ value: Value) -> Value? { Int.random(in: 0..<3, using: &random) == 0 ? nil : value }
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        var row = LogFixture.row("http://\(text())/\(text())?\(text())")
        row.method = text()
        row.name = maybe(text())
        row.file = maybe("/" + text())
        row.line = maybe(Int.random(in: 1...9, using: &random))
        row.collection = maybe(text())
        row.environment = maybe(text())
        row.run = maybe(text())
        row.source = LogRow.Source.allCases.randomElement(using: &random) ?? .run
        row.process = text()
        row.state = Bool.random(using: &random) ? .done : .sent
        row.status = maybe(Int.random(in: 100...599, using: &random))
        row.category = maybe(ErrorCategory.allCases.randomElement(using: &random) ?? .dns)
        row.phase = maybe(Phase.allCases.randomElement(using: &random) ?? .dns)
        row.cache = maybe(CacheDecision.Outcome.allCases.randomElement(using: &random) ?? .hit)
        row.duration = maybe(.microseconds(Int.random(in: 0...3_000_000, using: &random)))
        row.firstByte = maybe(.microseconds(Int.random(in: 0...3_000, using: &random)))
        row.requestBytes = maybe(Int.random(in: 0...20, using: &random))
        row.responseBytes = maybe(Int.random(in: 0...20, using: &random))
        row.contentType = maybe(text())
        row.attempts = Int.random(in: 1...3, using: &random)
        row.redirects = Int.random(in: 0...2, using: &random)
        row.isTruncated = Bool.random(using: &random)
        row.isUnverified = Bool.random(using: &random)
        row.isFactOnly = Bool.random(using: &random)
        row.isPinned = Bool.random(using: &random)
        row.isSlow = Bool.random(using: &random)
        row.resendOf = maybe(3)
        row.checksPassed = maybe(1)
        row.checksFailed = maybe(Int.random(in: 0...1, using: &random))
        row.isErrorExpected = Bool.random(using: &random)
        return row
    }

    private static func condition(_ random: inout SeededGenerator, depth: Int) -> LogCondition {
        func parts() -> [LogCondition] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in condition(&random, depth: depth - 1) }
        }
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
        case 0:
            let number = LogCondition.Number.allCases.randomElement(using: &random) ?? .id
            let ends = [.min, .max, 0, 1, 2, 3, 20, 200, 404, 1000, 1_000_000].compactMap { $0 as Int64 }
            let (a, b) = (ends.randomElement(using: &random) ?? 0, ends.randomElement(using: &random) ?? 0)
            return .number(number, .init(min(a, b)...max(a, b)))
        case 1:
            let text = texts.randomElement(using: &random) ?? ""
            let test: LogCondition.TextTest =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: .equals(text)
                case 1: .glob("*\(text)*")
                default: .contains(String(text.prefix(2)))
                }
            return .text(LogCondition.Text.allCases.randomElement(using: &random) ?? .url, test)
        case 2:
            let flags: [LogCondition.Flag] = [
                .pending, .failed, .aborted, .cached, .redirected, .resent, .pinned, .truncated, .unverified, .unlogged,
                .process(LogProcess.current.pid), .process(1), .checksFailed, .slow,
            ]
            return .flag(flags.randomElement(using: &random) ?? .failed)
        case 3: return .not(condition(&random, depth: depth - 1))
        case 4: return .all(parts())
        default: return .any(parts())
        }
    }
}
