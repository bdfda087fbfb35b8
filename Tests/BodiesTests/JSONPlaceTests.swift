import NetEngine
import TestSupport
import Testing

@testable import Bodies

/// Paths and containers by the tokens of `JSONReader`.
private struct TokenPlaces {
    /// Each row's offset, and its steps as text.
    var paths: [(offset: Int, steps: [String])] = []
    /// Of each container, by its offset: its end and its count.
    var containers: [Int: (end: Int, count: Int)] = [:]

    private struct Level {
        var start: Int
        var isObject: Bool
        var count = 0
        var name = ""
    }

    init(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        var reader = JSONReader(text)
        var levels: [Level] = []
        var isAfterName = false
        func steps(_ levels: some Sequence<Level>) -> [String] {
            levels.map { $0.isObject ? $0.name : "[\($0.count - 1)]" }
        }
        while true {
            let token = try reader.next(in: text)
            let start = reader.tokenStart
            let isValueInArray = !isAfterName && token != .name && token != .objectEnd && token != .arrayEnd
            if isValueInArray, let last = levels.indices.last { levels[last].count += 1 }
            switch token {
            case .end: return
            case .name:
                levels[levels.count - 1].count += 1
                levels[levels.count - 1].name = JSONStep.name(start..<reader.place).text(in: text)
                paths.append((start, steps(levels)))
            case .objectEnd, .arrayEnd:
                let level = levels.removeLast()
                containers[level.start] = (reader.place, level.count)
                paths.append((start, steps(levels)))
            case .objectStart, .arrayStart:
                if !isAfterName { paths.append((start, steps(levels))) }
                levels.append(Level(start: start, isObject: token == .objectStart))
            default: if !isAfterName { paths.append((start, steps(levels))) }
            }
            isAfterName = token == .name
        }
    }
}

@Suite struct JSONPlaceTests {
    private static func index(_ text: UnsafeBufferPointer<UInt8>) -> JSONIndex {
        var index = JSONIndex()
        index.read(text, to: text.count)
        index.finish(text)
        return index
    }

    @Test(arguments: 0..<16)
    func `the path and the end of each value are those of its tokens`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 41)
        let bytes = JSONTexts.large(&random)
        try bytes.withUnsafeBufferPointer { text in
            let index = Self.index(text)
            let places = try TokenPlaces(text)
            for (offset, steps) in places.paths {
                let path = index.path(to: offset, in: text)
                let shown = path.steps.map { $0.text(in: text) }.joined()
                #expect(!path.isCut)
                #expect(shown == steps.joined(), "\(offset)")
            }
            for (offset, wanted) in places.containers {
                let found = try #require(index.container(at: offset, in: text))
                #expect(found.range == offset..<wanted.end && found.count == wanted.count && found.isWhole)
            }
        }
    }

    @Test func `a path goes over many blocks, and of a deep one the innermost steps are known`() {
        let items = (0..<40_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
        let long = Array("{\"first\":1,\"list\":[\(items)]}".utf8)
        long.withUnsafeBufferPointer { text in
            let index = Self.index(text)
            let last = index.row(index.rowCount - 4, in: text)
            let path = index.path(to: last?.offset ?? 0, in: text)
            #expect(path.steps.map { $0.text(in: text) }.joined() == ".list[39999].id")
            #expect(index.container(at: 18, in: text)?.count == 40_000)
        }
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        deep.withUnsafeBufferPointer { text in
            let path = Self.index(text).path(to: 99_999, limit: 5, in: text)
            #expect(path.isCut && path.steps == Array(repeating: .index(0), count: 5))
        }
    }

    @Test func `a container that has not ended goes to the end of what there is`() {
        Array("[1,{\"a\":[true,null".utf8).withUnsafeBufferPointer { text in
            let index = Self.index(text)
            let open = index.container(at: 8, in: text)
            #expect(open == JSONContainer(range: 8..<18, isObject: false, count: 2, isWhole: false))
            #expect(index.container(at: 1, in: text) == nil)
        }
    }

    @Test(arguments: [
        ("\"a\"", ".a"), ("\"é_1\"", ".é_1"), ("\"1a\"", "['1a']"), ("\"\"", "['']"), ("\"a b\"", "['a b']"),
        ("\"it's \\\\\"", "['it\\'s \\\\']"), ("\"\\u0041\"", ".A"),
    ])
    func `names are written as in JSONPath`(name: String, text: String) {
        Array(name.utf8).withUnsafeBufferPointer { bytes in
            #expect(JSONStep.name(0..<bytes.count).text(in: bytes) == text)
        }
    }
}
