import TestSupport
import Testing

@testable import HTTPFormat

/// Merging the changes of two sides to one file, block by block.
@Suite struct BlockMergeTests {
    private static func merge(_ base: String, _ mine: String, _ theirs: String) -> BlockMerge.Outcome {
        BlockMerge.merge(
            base: HTTPDocument(bytes: Array(base.utf8)), mine: HTTPDocument(bytes: Array(mine.utf8)),
            theirs: HTTPDocument(bytes: Array(theirs.utf8)))
    }

    private static func text(_ outcome: BlockMerge.Outcome) -> String? {
        guard case .merged(let bytes) = outcome else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let base =
        "@a = 1\n\n### one\nGET http://h/1\n\n### two\nGET http://h/2\n\n### three\nGET http://h/3\n"

    @Test func `edits of different requests are both kept, side by side too`() {
        let mine = Self.base.replacing("h/1", with: "h/mine")
        let theirs = Self.base.replacing("h/2", with: "h/theirs")
        let merged = Self.text(Self.merge(Self.base, mine, theirs))
        #expect(merged == Self.base.replacing("h/1", with: "h/mine").replacing("h/2", with: "h/theirs"))
    }

    @Test func `the same request changed on both sides is a question, and all else is kept either way`() {
        let mine = Self.base.replacing("h/1", with: "h/mine").replacing("h/3", with: "h/my-third")
        let theirs = Self.base.replacing("h/1", with: "h/theirs").replacing("@a = 1", with: "@a = 2")
        guard case .conflict(let conflict) = Self.merge(Self.base, mine, theirs) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(conflict.blocks == ["one"])
        let both = Self.base.replacing("h/3", with: "h/my-third").replacing("@a = 1", with: "@a = 2")
        #expect(String(decoding: conflict.withMine, as: UTF8.self) == both.replacing("h/1", with: "h/mine"))
        #expect(String(decoding: conflict.withTheirs, as: UTF8.self) == both.replacing("h/1", with: "h/theirs"))
    }

    @Test func `the same change on both sides needs no question`() {
        let both = Self.base.replacing("h/1", with: "h/same")
        let mine = both.replacing("h/2", with: "h/mine")
        #expect(Self.text(Self.merge(Self.base, mine, both)) == mine)
    }

    @Test func `new requests of both sides are kept, also at the end of a file without a final line end`() {
        let base = "### one\nGET http://h/1"
        let mine = base + "\n\n### mine\nGET http://h/mine"
        let theirs = base + "\n\n### theirs\nGET http://h/theirs\n"
        let merged = Self.text(Self.merge(base, mine, theirs)) ?? ""
        let titles = HTTPDocument(bytes: Array(merged.utf8)).requests.map(\.title)
        #expect(titles == ["one", "theirs", "mine"])
    }

    @Test func `a request that one side removed goes, unless the other side changed it`() {
        let removed = Self.base.replacing("### two\nGET http://h/2\n\n", with: "")
        let edited = Self.base.replacing("h/1", with: "h/mine")
        #expect(Self.text(Self.merge(Self.base, edited, removed)) == removed.replacing("h/1", with: "h/mine"))
        #expect(Self.text(Self.merge(Self.base, removed, edited)) == removed.replacing("h/1", with: "h/mine"))
        guard
            case .conflict(let conflict) = Self.merge(Self.base, Self.base.replacing("h/2", with: "h/mine"), removed)
        else {
            Issue.record("nobody is asked")
            return
        }
        #expect(conflict.blocks == ["two"])
        #expect(String(decoding: conflict.withMine, as: UTF8.self).contains("h/mine"))
        #expect(String(decoding: conflict.withTheirs, as: UTF8.self) == removed)
    }

    @Test func `the variables above the first request are a block too`() {
        let mine = Self.base.replacing("@a = 1", with: "@a = 1\n@b = 2")
        let theirs = Self.base.replacing("h/1", with: "h/theirs")
        #expect(Self.text(Self.merge(Self.base, mine, theirs)) == mine.replacing("h/1", with: "h/theirs"))
    }

    @Test func `an empty line that one side added is kept beside an edit of the same request by the other`() {
        let spaced = Self.base.replacing("h/1\n", with: "h/1\n\n")
        let edited = Self.base.replacing("h/1", with: "h/edited")
        let both = spaced.replacing("h/1", with: "h/edited")
        #expect(Self.text(Self.merge(Self.base, edited, spaced)) == both)
        #expect(Self.text(Self.merge(Self.base, spaced, edited)) == both)
    }

    @Test func `a request with a new title is the same request, so a change of it on disk is a conflict`() {
        let mine = Self.base.replacing("### two", with: "### second")
        let theirs = Self.base.replacing("h/2\n", with: "h/2\nAccept: text/plain\n")
        guard case .conflict(let conflict) = Self.merge(Self.base, mine, theirs) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(conflict.blocks == ["two"])
        #expect(String(decoding: conflict.withMine, as: UTF8.self) == mine)
        #expect(String(decoding: conflict.withTheirs, as: UTF8.self) == theirs)
    }

    @Test func `a merge in which one request would become the body of another is a question about the whole file`() {
        let base = "### a\nPOST http://h/1\n\n### b\nGET http://h/2\n"
        let mine = base.replacing("### b\n", with: "")
        let theirs = base.replacing("h/1\n", with: "h/1\n\nbody\n")
        guard case .conflict(let conflict) = Self.merge(base, mine, theirs) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(conflict.blocks == ["the whole file"])
        #expect(String(decoding: conflict.withMine, as: UTF8.self) == mine)
        #expect(String(decoding: conflict.withTheirs, as: UTF8.self) == theirs)
    }

    @Test func `a request that both sides added is there once`() {
        let new = "### new\nGET http://h/new\n\n### two"
        let mine = Self.base.replacing("### two", with: new).replacing("h/1", with: "h/mine")
        let theirs = Self.base.replacing("### two", with: new).replacing("h/3", with: "h/theirs")
        #expect(Self.text(Self.merge(Self.base, mine, theirs)) == mine.replacing("h/3", with: "h/theirs"))
    }

    @Test func `edits at both ends of a file with very many requests are kept`() {
        func text(_ first: String, _ last: String) -> String {
            let targets = [first] + (1..<2_100).map { "\($0)" } + [last]
            return targets.enumerated().map { "### r\($0)\nGET http://h/\($1)\n\n" }.joined()
        }
        let merged = Self.text(Self.merge(text("first", "last"), text("mine", "last"), text("first", "theirs")))
        let isMerged = merged == text("mine", "theirs")
        #expect(isMerged, "a comparison of all with all would be given up")
    }

    @Test func `line ends and the byte order mark stay`() {
        let base = "\u{FEFF}### one\r\nGET http://h/1\r\n\r\n### two\r\nGET http://h/2\r\n"
        let mine = base.replacing("h/2", with: "h/mine")
        let theirs = base.replacing("h/1", with: "h/theirs")
        #expect(Self.text(Self.merge(base, mine, theirs)) == mine.replacing("h/1", with: "h/theirs"))
    }

    @Test func `bytes that are not text are never merged`() {
        let base = HTTPDocument(bytes: Array(Self.base.utf8))
        let mine = HTTPDocument(bytes: Array(Self.base.replacing("h/1", with: "h/mine").utf8))
        let theirs = HTTPDocument(bytes: Array(Self.base.utf8) + [0xFF, 0x0A])
        guard case .conflict(let conflict) = BlockMerge.merge(base: base, mine: mine, theirs: theirs) else {
            Issue.record("nobody is asked")
            return
        }
        #expect(conflict.withMine == mine.bytes && conflict.withTheirs == theirs.bytes)
    }

    // MARK: - Properties

    private struct Side {
        var blocks: [(key: Int, target: String)]
        /// The changed blocks of the base: a new target, or nil for removed; unchanged ones are not listed.
        var changes: [Int: String?] = [:]
        var added: [Int] = []

        mutating func change(_ name: String, _ random: inout SeededGenerator, edits: Int) {
            for number in 0..<edits {
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    guard let place = blocks.indices.filter({ blocks[$0].key >= 0 }).randomElement(using: &random)
                    else { continue }
                    blocks[place].target = "\(name)\(number)"
                    changes[blocks[place].key] = .some("\(name)\(number)")
                case 1:
                    guard let place = blocks.indices.filter({ blocks[$0].key >= 0 }).randomElement(using: &random)
                    else { continue }
                    changes[blocks[place].key] = .some(nil)
                    blocks.remove(at: place)
                default:
                    let key = -(name == "mine" ? 100 : 200) - number
                    blocks.insert((key, "new\(key)"), at: Int.random(in: 0...blocks.count, using: &random))
                    added.append(key)
                }
            }
        }

        var text: String { blocks.map { "### block \($0.key)\nGET http://h/\($0.target)\n\n" }.joined() }
    }

    @Test(arguments: 0..<300) func `a change of one side alone is kept without a question`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let base = Side(blocks: (0..<Int.random(in: 1...7, using: &random)).map { ($0, "base\($0)") })
        var (mine, theirs) = (base, base)
        mine.change("mine", &random, edits: Int.random(in: 0...4, using: &random))
        theirs.change("theirs", &random, edits: Int.random(in: 0...4, using: &random))
        let clashes = Set(
            mine.changes.filter { key, value in
                guard let other = theirs.changes[key] else { return false }
                return other != value
            }.keys)
        func targets(_ bytes: [UInt8]) -> [String: String] {
            let requests = HTTPDocument(bytes: bytes).requests
            #expect(Set(requests.map(\.title)).count == requests.count, "a block is there twice")
            return Dictionary(requests.map { ($0.title ?? "", $0.target) }) { first, _ in first }
        }
        func check(_ bytes: [UInt8]) {
            let found = targets(bytes)
            for key in mine.added + theirs.added { #expect(found["block \(key)"] == "http://h/new\(key)") }
            for (key, target) in base.blocks where !clashes.contains(key) {
                let wanted = mine.changes[key] ?? theirs.changes[key] ?? .some(target)
                #expect(found["block \(key)"] == wanted.map { "http://h/\($0)" })
            }
        }
        switch Self.merge(base.text, mine.text, theirs.text) {
        case .merged(let bytes):
            check(bytes)
            #expect(clashes.isEmpty)
        case .conflict(let conflict):
            #expect(!clashes.isEmpty, "asked about \(conflict.blocks)")
            guard conflict.blocks != ["the whole file"] else { return }
            check(conflict.withMine)
            check(conflict.withTheirs)
        }
    }

    @Test(arguments: 0..<200) func `a side that did nothing changes nothing`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func noise() -> String {
            let words = [
                "### a\n", "###\n", "GET http://h\n", "@x = 1\n", "\n", "X: y\r\n", "body", "# @name n\n", "\r",
            ]
            return (0..<Int.random(in: 0...12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined()
        }
        let (base, other) = (noise(), noise())
        #expect(Self.text(Self.merge(base, base, other)) == other)
        #expect(Self.text(Self.merge(base, other, base)) == other)
        #expect(Self.text(Self.merge(base, other, other)) == other)
    }

    /// For any bytes: the result contains one side's block only with a reason, and nothing crashes.
    @Test(arguments: 0..<200) func `any three texts give a merge with both sides' words, or a conflict`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        func text(_ mark: String) -> String {
            let parts = [
                "### \(mark)\n", "GET http://\(mark)\n", "\n", "### same\n", "GET http://same\n", "X: \(mark)\n",
                "\r\n",
            ]
            return (0..<Int.random(in: 0...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined()
        }
        let (mine, theirs) = (text("mine"), text("theirs"))
        switch Self.merge(text("base"), mine, theirs) {
        case .merged(let bytes):
            let merged = String(decoding: bytes, as: UTF8.self)
            if mine.contains("http://mine") { #expect(merged.contains("http://mine")) }
            if theirs.contains("http://theirs") { #expect(merged.contains("http://theirs")) }
        case .conflict(let conflict):
            let (one, other) = (
                String(decoding: conflict.withMine, as: UTF8.self), String(decoding: conflict.withTheirs, as: UTF8.self)
            )
            if mine.contains("http://mine") { #expect(one.contains("http://mine")) }
            if theirs.contains("http://theirs") { #expect(other.contains("http://theirs")) }
        }
    }
}
