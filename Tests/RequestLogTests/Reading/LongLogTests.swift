import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog
@testable import RequestLog

/// A log with more rows than are looked at, or removed, in one step.
@Suite(.timeLimit(.minutes(5))) struct LongLogTests {
    @Test func `a search by bodies goes on where a step ends, in both directions`() throws {
        let log = try LogFixture()
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(body: Array("needle".utf8)))
        let places = [0, 199, 200, 249, 250, 449]
        try log.add(
            (0..<450).map { _ in LogFixture.row() },
            exchanges: Dictionary(uniqueKeysWithValues: places.map { ($0, exchange) }))
        let reader = try log.reader()
        let body = LogCondition.body(.response, .contains("needle"))
        #expect(try reader.page(body, limit: 9).map(\.id) == [450, 251, 250, 201, 200, 1])
        #expect(try reader.page(body, limit: 4).map(\.id) == [450, 251, 250, 201])
        #expect(try reader.page(body, before: 251, limit: 2).map(\.id) == [250, 201])
        #expect(try reader.page(body, after: 0, limit: 9).map(\.id) == [1, 200, 201, 250, 251, 450])
        #expect(try reader.page(body, after: 200, limit: 2).map(\.id) == [201, 250])
        #expect(try reader.count(body, upTo: 4) == 4 && reader.count(body, upTo: 9) == 6)
        #expect(try reader.count(.not(body), upTo: 999) == 444)
        var hits: [Int64] = []
        try reader.search(body, from: 251, onHit: { hits.append($0.id) }, isStopped: { false })
        #expect(hits == [250, 201, 200, 1])
        hits = []
        try reader.search(body, onHit: { hits.append($0.id) }, isStopped: { hits.count == 2 })
        #expect(hits == [450, 251])
        hits = []
        try reader.search(.all([]), from: 402, onHit: { hits.append($0.id) }, isStopped: { false })
        #expect(hits == (1...401).reversed().map { Int64($0) })
    }

    @Test func `all rows that pass are removed, pinned ones too, however many they are`() throws {
        let log = try LogFixture()
        try log.add((0..<1201).map { number in LogFixture.row { $0.status = number < 1101 ? 200 : 500 } })
        let reader = try log.reader()
        let editor = try LogEditor(folder: log.folder)
        #expect(try editor.setPinned(true, of: 600))
        let (change, deletion) = (try reader.lastChange(), try reader.lastDeletion())
        #expect(try editor.delete(.number(.status, .init(404...404))) == 0)
        #expect(try reader.lastDeletion() == deletion && reader.lastChange() == change, "nothing was removed")
        #expect(try editor.delete(.number(.status, .init(200...200))) == 1101)
        #expect(try reader.count(.all([]), upTo: 9999) == 100 && reader.row(600) == nil)
        #expect(try reader.page(.all([]), limit: 1).map(\.id) == [1201])
        #expect(try editor.delete(.all([])) == 100 && reader.count(.all([]), upTo: 9) == 0)
    }

    @Test func `changes come in steps, and what is not there has none`() throws {
        let log = try LogFixture()
        try log.add((0..<3).map { _ in LogFixture.row() })
        let reader = try log.reader()
        #expect(try reader.changes(after: 0, limit: 2).map(\.id) == [1, 2])
        #expect(try reader.changes(after: 2, limit: 2).map(\.id) == [3])
        for limit in [0, -1] { #expect(try reader.changes(after: 0, limit: limit) == []) }
        #expect(try reader.changes(after: 3, limit: 9) == [] && reader.checkLines(1) == [])
        let editor = try LogEditor(folder: log.folder)
        #expect(try !editor.setTag("x", of: 99) && !editor.setTag(nil, of: 99))
        #expect(try editor.setTag("x", of: 1) && editor.setTag("y", of: 1))
        #expect(try reader.row(1)?.tag == "y" && reader.row(2)?.tag == nil)
        #expect(try editor.setPinned(true, of: 2) && editor.setPinned(true, of: 2))
        #expect(try editor.setPinned(false, of: 3) && reader.row(3)?.isPinned == false)
        #expect(try reader.row(2)?.isPinned == true && reader.row(2)?.isSlow == false)
    }
}
