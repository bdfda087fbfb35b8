import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing
import Workspace

@testable import Runs

@Suite struct BodyShapeTests {
    /// What a recording gives back of an exchange with this body.
    private func recorded(_ body: [UInt8], bodyLimit: Int = 1 << 20) throws -> RecordedExchange {
        let request = RunHead.Request(file: "a.http", line: 1, id: "a", method: "GET")
        var lines = RecordingLines(
            RunHead(id: "run", startedAt: .now, program: "0", requests: [request]))
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 0), repetition: nil, word: .passed)
        record.status = 200
        let exchange = ExchangeFixtures.exchange(response: ExchangeFixtures.response(body: body))
        lines.add(record, RecordedParts(exchange, bodyLimit: bodyLimit))
        var reader = RecordingReader()
        var found: RecordedExchange?
        for line in lines.take().split(separator: UInt8(ascii: "\n")) {
            try reader.read(Array(line)) { if case .result(_, let exchange?) = $0 { found = exchange } }
        }
        return try #require(found)
    }

    @Test func `paths, types and counts are kept, and no value`() throws {
        let body = #"{"items":[{"id":7,"tag":"secret value"},{"id":null}],"ok":true}"#
        let shape = try #require(BodyShape(Array(body.utf8)))
        #expect(
            shape.places.map { "\($0.parent ?? -1) \($0.types.words.joined(separator: "|")) \($0.count)" } == [
                "-1 object 1", "0 array 1", "1 object 2", "2 number|null 2", "2 string 1", "0 boolean 1",
            ])
        let read = try recorded(Array(body.utf8), bodyLimit: 8)
        #expect(read.shape == shape)
        #expect(read.exchange?.response?.isBodyKept == false && read.exchange?.response?.body.count == 8)
    }

    @Test func `members whose names are ids come back as such, beside names and elements`() throws {
        let body = Array(#"{"users":{"1000001":{"n":1},"1000002":{"n":2}},"list":[{"n":3}]}"#.utf8)
        let shape = try #require(BodyShape(body))
        #expect(shape.places.filter { $0.step == .anyName }.map(\.count) == [2])
        #expect(try recorded(body, bodyLimit: 8).shape == shape)
    }

    @Test(arguments: ["", "plain text", "{", #"{"a":}"#])
    func `what is not JSON has no shape`(body: String) throws {
        #expect(BodyShape(Array(body.utf8)) == nil)
        #expect(try recorded(Array(body.utf8)).shape == nil)
    }

    @Test func `a body may have almost two thousand paths, however many values they have`() {
        func wide(_ count: Int) -> BodyShape? {
            let members = (0..<count).map { "\"n\($0)x\":1" }.joined(separator: ",")
            return BodyShape(Array("{\(members)}".utf8))
        }
        // The table has a place for the whole body, and one for the rest.
        #expect(wide(1997)?.places.count == 1998 && wide(1998) == nil)
        let elements = Array(repeating: "{\"a\":1}", count: 3000).joined(separator: ",")
        let long = BodyShape(Array("[\(elements)]".utf8))
        #expect(long?.places.map(\.count) == [1, 3000, 3000] && long?.places.map(\.objects) == [0, 3000, 0])
    }

    @Test func `a body with thousands of paths, or of many megabytes, has no shape`() throws {
        let wide = "{" + (0..<5000).map { "\"name\($0)x\":1" }.joined(separator: ",") + "}"
        #expect(BodyShape(Array(wide.utf8)) == nil)
        let large = Array("\"".utf8) + [UInt8](repeating: 0x61, count: 9 << 20) + Array("\"".utf8)
        #expect(try recorded(large).shape == nil)
    }

    @Test(
        arguments: [
            (#"[0,"a","array",1,0]"#, true), (#"[0,"a","array",0,0]"#, false), (#"[0,"a","array",-1,0]"#, false),
            (#"[0,"a","object",2,2]"#, true), (#"[0,"a","object",2,3]"#, false), (#"[0,"a","object",2,-1]"#, false),
            (#"[0,"a","array",4294967296,0]"#, true), (#"[0,"a","array",4294967297,0]"#, false),
            (#"[1,"a","array",1,0]"#, false), (#"[-1,"a","array",1,0]"#, false), (#"[-2,"a","array",1,0]"#, false),
            (#"[0,"a","array",1]"#, false), (#"[0,"a",1,1,0]"#, false),
        ])
    func `a shape whose place has no value, no parent or too many values is no shape`(row: String, isShape: Bool) throws
    {
        let value = try #require(RecordedValue(Array(#"[[-1,"","object",1,1],\#(row)]"#.utf8)))
        #expect((BodyShape(value) != nil) == isShape)
    }

    @Test(arguments: 0..<200)
    func `a damaged shape is no shape, and harms nothing`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        var text = #"[[-1,"","object",1,1],[0,"a","array",1,0],[1,0,"string|null",3,0],[0,1,"number",2,0]]"#.utf8.map(
            \.self)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let place = Int.random(in: text.indices, using: &random)
            text[place] = "0123456789-,[]\"abc".utf8.randomElement(using: &random) ?? 0
        }
        guard let value = RecordedValue(text), let shape = BodyShape(value) else { return }
        for (index, place) in shape.places.enumerated() {
            #expect(place.parent.map { (0..<index).contains($0) } ?? (index == 0))
            #expect(place.objects <= place.count)
        }
    }
}
