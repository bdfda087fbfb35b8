import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

@Suite struct ScreenMemoryTests {
    /// What a program would keep that ends now, read again by the next one.
    private func kept(by robot: Robot) throws -> ScreenMemory {
        var memories = ScreenMemories([])
        memories["/c"] = robot.memory
        return try #require(ScreenMemories(memories.bytes)["/c"])
    }

    @Test func `layout, sizes, folds, tabs and the open request come back`() throws {
        let first = Robot(120, 40)
        first.press("j", "|", "|", "2", ">", ">", "]", "4", "_", "1", ">")
        let memory = try kept(by: first)
        #expect(memory == first.memory)
        let next = Robot(120, 40, memory: memory)
        #expect(next.layout.panes == first.layout.panes)
        #expect(next.border(.request) == first.border(.request) && next.border(.request).contains("create order"))
        #expect(next.tab == first.tab)
        #expect(next.selectedRow()?.contains("create order") == true)
        #expect(try kept(by: next) == memory)
    }

    @Test func `a request that is gone leaves the first one open, and is not forgotten while nothing is`() throws {
        var memory = Robot(120, 40).memory
        memory.request = "gone"
        let robot = Robot(120, 40, memory: memory)
        #expect(robot.border(.request).contains("list orders"))
        var empty = Model(size: Size(columns: 120, rows: 40), path: "/c")
        empty.restore(memory)
        #expect(empty.memory == memory)
    }

    @Test(arguments: 0..<300)
    func `any bytes are read, and are never taken for more than they are`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        var memories = ScreenMemories([])
        var memory = ScreenMemory()
        memory.folded = [.log]
        memory.sizes[.wide, default: PaneSizes()].set(.request, to: 30, of: 100)
        memories["/a"] = memory
        var bytes = memories.bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let read = ScreenMemories(bytes)
        #expect(read.isForeign || ScreenMemories(read.bytes).bytes == read.bytes)
    }

    @Test func `a file of the first format is read, and one that was cut is left as it is`() throws {
        let text =
            #"{"version":1,"collections":{"/c":{"folded":"log","file":"a.http","request":"a","requestTab":"Headers"}}}"#
        let memory = try #require(ScreenMemories(Array(text.utf8))["/c"])
        #expect(memory.folded == [.log] && memory.file == "a.http" && memory.request == "a")
        #expect(memory.requestTab == "Headers" && memory.layout == nil)
        let folder = try TemporaryFolder()
        for count in 1..<text.utf8.count {
            let cut = String(text.prefix(count))
            try folder.write(cut, to: "screen.json")
            let file = StateFile(path: folder.path + "/screen.json", what: "The file", maxBytes: 1000)
            #expect(throws: CollectionError.self) { try ScreenMemories.read(file, of: "/c") }
            #expect(ScreenMemories.keep(ScreenMemory(), of: "/c", in: file) != nil)
            #expect(try folder.read("screen.json") == cut)
        }
    }

    @Test func `what is kept is written in one form, and what is not known is left out when it is read`() throws {
        var memory = ScreenMemory()
        (memory.layout, memory.folded, memory.file) = (.wide, [.history, .log], "f/a.http")
        (memory.request, memory.requestTab, memory.responseTab) = ("a", "Vars", "Body")
        memory.sizes[.classic, default: PaneSizes()].set(.request, to: 30, of: 100)
        memory.sizes[.accordion, default: PaneSizes()].set(.log, to: 1, of: 4)
        var memories = ScreenMemories([])
        memories["/c"] = memory
        memories["/d"] = ScreenMemory()
        let text =
            #"{"version":1,"collections":{"/c":{"layout":"wide","sizes":{"accordion":{"log":250},"classic":{"request":300}},"#
            + #""folded":"log history","file":"f/a.http","request":"a","requestTab":"Vars","responseTab":"Body"},"/d":{}}}"#
        #expect(String(decoding: memories.bytes, as: UTF8.self) == text)
        #expect(ScreenMemories(Array(text.utf8))["/c"] == memory)
        let other =
            #"{"version":1,"collections":{"/c":{"layout":"none","sizes":{"none":{"log":1},"wide":{"none":1,"log":"2"}},"#
            + #""folded":"log none","file":7}}}"#
        let read = try #require(ScreenMemories(Array(other.utf8))["/c"])
        #expect(read.layout == nil && read.folded == [.log] && read.file == nil && read.request == nil)
        #expect(Array(read.sizes.keys) == [.wide] && read.sizes[.wide]?.isEmpty == true)
        for (text, isForeign) in [
            ("", false), ("{}", true), ("x", true), (#"{"version":2}"#, true), (#"{"version":"1"}"#, true),
            (#"{"version":1}"#, false), (#"{"version":1,"collections":[]}"#, false),
        ] {
            let memories = ScreenMemories(Array(text.utf8))
            #expect(memories.isForeign == isForeign && memories.paths.isEmpty, "\(text)")
        }
    }

    @Test func `the last hundred collections are kept, the latest first`() {
        var memories = ScreenMemories([])
        for number in 0..<150 { memories["/\(number)"] = ScreenMemory() }
        memories["/60"] = ScreenMemory()
        #expect(memories.paths.count == 100 && memories.paths.first == "/60" && memories.paths.last == "/50")
    }

    @Test func `the file is in the state folder, and keeps each collection beside the others`() throws {
        let variables = ["HOME": "/home/ann", "XDG_STATE_HOME": "/state"]
        #expect(ScreenMemories.file { variables[$0] }?.path == "/state/apitui/screen.json")
        let home = ScreenMemories.file { $0 == "HOME" ? "/home/ann" : nil }
        #expect(home?.path == "/home/ann/.local/state/apitui/screen.json")
        #expect(ScreenMemories.file { _ in nil }?.path == nil)
        let place = try TemporaryFolder()
        let file = try #require(ScreenMemories.file { $0 == "XDG_STATE_HOME" ? place.path : nil })
        #expect(try ScreenMemories.read(file, of: "/c") == nil)
        let memory = try kept(by: Robot(120, 40))
        #expect(ScreenMemories.keep(memory, of: "/c", in: file) == nil)
        #expect(ScreenMemories.keep(ScreenMemory(), of: "/d", in: file) == nil)
        #expect(try ScreenMemories.read(file, of: "/c") == memory)
        #expect(try ScreenMemories.read(file, of: "/e") == nil)
    }

    @Test func `a file of a newer program is left as it is`() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"version":2,"screens":{}}"#, to: "screen.json")
        let path = folder.path + "/screen.json"
        let file = StateFile(path: path, what: "The file", maxBytes: 1000)
        let sentence =
            "The file \(path) was written by a newer apitui (format 2, this one knows 1) and is left as it is."
        #expect(throws: CollectionError(sentence: sentence)) { try ScreenMemories.read(file, of: "/c") }
        #expect(ScreenMemories.keep(ScreenMemory(), of: "/c", in: file) == sentence)
        #expect(String(decoding: try file.read(), as: UTF8.self) == #"{"version":2,"screens":{}}"#)
    }

    @Test func `a folded pane still tells its one fact`() throws {
        let robot = Robot(120, 40)
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("4", "_", "1")
        #expect(robot.border(.log).contains("200 /orders") && robot.border(.log).contains("132 ms"))
        robot.press("3", "_")
        #expect(robot.border(.response).contains("200 OK"))
        robot.press("2", "_")
        #expect(robot.border(.request).contains("GET {{base}}/orders"))
    }
}
