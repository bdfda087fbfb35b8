import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Values that scripts set, responses that are kept for others, and the names by which requests are found.
@Suite struct CapturedValueTests {
    private func capture(
        _ value: String, root: String, file: String = "/f", isSecret: Bool = false
    ) -> ResponseMemory.Capture {
        ResponseMemory.Capture(value: value, request: "login", line: 3, file: file, root: root, isSecret: isSecret)
    }

    @Test func `a value belongs to its collection and environment, and the last one that is in scope counts`() {
        var memory = ResponseMemory()
        memory.remember(capture("1", root: "/a"), as: "t", environment: nil)
        memory.remember(capture("2", root: "/b", file: "/b/f"), as: "t", environment: nil)
        memory.remember(capture("3", root: "/a"), as: "t", environment: "dev")
        func value(_ root: String, _ environment: String? = nil, scope: Set<String> = []) -> String? {
            memory.capture("t", environment: environment, root: root) { scope.contains($0) }?.value
        }
        #expect(value("/a") == "1" && value("/b") == "2" && value("/c") == nil)
        #expect(value("/a", "dev") == "3" && value("/b", "dev") == nil && value("/a", "live") == nil)
        #expect(value("/c", scope: ["/b/f"]) == "2" && value("/a", scope: ["/b/f"]) == "2")
        memory.remember(capture("4", root: "/a"), as: "t", environment: nil)
        #expect(value("/a") == "4" && value("/b") == "2" && value("/a", "dev") == "3")
        #expect(value("/a", scope: ["/b/f"]) == "4", "it was set later")
        memory.remember(capture("5", root: "/a"), as: "u", environment: nil)
        #expect(memory.captureNames(environment: nil).sorted() == ["t", "u"])
        #expect(memory.captureNames(environment: "dev") == ["t"] && memory.captureNames(environment: "x") == [])
        var other = ResponseMemory()
        other.remember(ChainingFixtures.answer("1"), for: .init(file: "/a", id: "x"))
        other.remember(capture("6", root: "/a"), as: "old", environment: nil)
        other.takeCaptures(from: memory)
        #expect(other.captureNames(environment: nil).sorted() == ["t", "u"] && other.count == 1)
    }

    @Test func `the secrets that a collection set are named in their order`() {
        var memory = ResponseMemory()
        for (name, root, isSecret) in [
            ("z", "/a", true), ("b", "/a", true), ("plain", "/a", false), ("foreign", "/b", true),
        ] {
            memory.remember(capture(name + "1", root: root, isSecret: isSecret), as: name, environment: "dev")
        }
        func names(_ environment: String?, _ root: String) -> [String] {
            memory.secretCaptures(environment: environment, root: root).map { "\($0.name) \($0.capture.value)" }
        }
        #expect(names("dev", "/a") == ["b b1", "z z1"] && names("dev", "/b") == ["foreign foreign1"])
        #expect(names(nil, "/a") == [] && names("dev", "/c") == [])
    }

    @Test func `a failure is noted for a repetition and for the whole loop`() {
        var memory = ResponseMemory()
        func key(_ repetition: Int?, id: String = "a") -> ResponseMemory.Key {
            .init(file: "/f", environment: nil, id: id, repetition: repetition)
        }
        for repetition in [nil, 0, 1] { memory.remember(ChainingFixtures.answer("1"), for: key(repetition)) }
        memory.remember(ChainingFixtures.answer("1"), for: key(nil, id: "b"))
        memory.noteFailure(key(1))
        #expect(memory[key(1)]?.hasFailed == true && memory[key(nil)]?.hasFailed == true)
        #expect(memory[key(0)]?.hasFailed == false && memory[key(nil, id: "b")]?.hasFailed == false)
        memory.remember(ChainingFixtures.answer("2"), for: key(nil))
        #expect(memory[key(nil)]?.hasFailed == false, "a new response")
        #expect(memory.count == 4 && memory.byteCount == 4)
    }

    @Test func `a response that comes again is the newest, and a body of half of the limit is kept`() {
        var memory = ResponseMemory(maxCount: 2, maxBytes: 10)
        func key(_ id: String) -> ResponseMemory.Key { .init(file: "/f", id: id) }
        memory.remember(ChainingFixtures.answer("12345"), for: key("a"))
        memory.remember(ChainingFixtures.answer("12345"), for: key("b"))
        #expect(memory.count == 2 && memory.byteCount == 10)
        memory.remember(ChainingFixtures.answer("1"), for: key("a"))
        #expect(memory.count == 2 && memory.byteCount == 6, "it takes the place of the one before, and is the newest")
        memory.remember(ChainingFixtures.answer("12"), for: key("c"))
        #expect(memory[key("a")] != nil && memory[key("b")] == nil && memory[key("c")] != nil)
        memory.remember(ChainingFixtures.answer("123456"), for: key("c"))
        #expect(memory[key("c")]?.body == nil && memory[key("c")]?.status == 200)
    }

    // MARK: Names

    @Test func `a name in words is also one word`() {
        let table = #"""
            my request -> myRequest
            my-request -> myRequest
            My - big  request -> MyBigRequest
            myRequest -> myRequest
            a_b.c -> a_b.c
            -a- -> a
            a élan -> aÉlan
            - -> -
            a 1b -> a1b
            """#
        #expect(TextTable.differences(table) { RequestScope.normalized($0) } == [])
        #expect(RequestScope.normalized("") == "" && RequestScope.normalized(" - ") == " - ")
    }

    @Test func `of requests with one name ten lines are named`() {
        func text(_ count: Int) -> String {
            RequestScope.ambiguity("a", file: "x.http", lines: Array(1...count))
        }
        #expect(text(2) == "several requests of x.http are called a (lines 1, 2)")
        #expect(text(10) == "several requests of x.http are called a (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)")
        #expect(text(11) == "several requests of x.http are called a (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)")
    }

    @Test func `a request is found by its name, by another spelling or its title, and a loop by its number`() {
        let text = """
            ### First thing
            # @name one
            GET http://h/1

            ### turns
            # @name turns
            # @loop for 3
            GET http://h/2

            ### two-words
            # @name two-words
            GET http://h/3

            """
        let scope = RequestScope(ChainingFixtures.file(text))
        func found(_ name: String) -> String {
            switch scope.find(name) {
            case .none: "none"
            case .several: "several"
            case .one(let place):
                scope.request(place).id + (place.isList ? " list" : "") + (place.repetition.map { " \($0)" } ?? "")
            }
        }
        let table = #"""
            one -> one
            First thing -> one
            first thing -> none
            two-words -> two-words
            twoWords -> two-words
            two words -> two-words
            turns -> turns
            turnsList -> turns list
            turnslist -> none
            oneList -> none
            turns0 -> turns 0
            turns12 -> turns 12
            turns999999 -> turns 999999
            turns1000000 -> none
            one1 -> none
            List -> none
            7 -> none
            """#
        #expect(TextTable.differences(table) { found($0) } == [])
    }
}
