import Testing

@testable import JSONPath

@Suite struct JSONPointerTests {
    private func names(_ pointer: String) -> [String]? {
        JSONPointer.names(Array(pointer.utf8))?.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        ("", []), ("/", [""]), ("/a/b", ["a", "b"]), ("/~1pets/~0", ["/pets", "~"]), ("/~01", ["~1"]),
        ("/~0~1/~02", ["~/", "~2"]), ("/a//b", ["a", "", "b"]),
    ])
    func `the names of a pointer are read with their escapes`(_ pointer: String, _ expected: [String]) {
        #expect(names(pointer) == expected)
    }

    @Test func `what does not begin with a slash is no pointer`() {
        #expect(names("a") == nil && JSONPointer.names(fragment: "a") == nil)
        #expect(JSONPointer.names(fragment: "/%") == nil && JSONPointer.names(fragment: "/%4") == nil)
        #expect(JSONPointer.names(fragment: "/%7E1%25") == [Array("/%".utf8)])
    }

    @Test func `a tilde that begins no escape is in no pointer`() {
        #expect(["/~2", "/a~", "/~", "/a/~~1", "/b~x/c"].allSatisfy { names($0) == nil })
        #expect(JSONPointer.names(fragment: "/%7E2") == nil)
        #expect(JSONPointer.name(ofStep: "~2") == "~2" && JSONPointer.name(ofStep: "a~1b~") == "a~1b~")
    }

    @Test func `a step holds any name and is read back`() {
        for name in ["", "pets", "/pets/{id}", "~1", "a~b/c", "é"] {
            let step = JSONPointer.step(name)
            #expect(step.first == "/" && names(step) == [name])
            #expect(JSONPointer.name(ofStep: step.dropFirst()) == name)
        }
    }

    @Test func `only digits without leading zeros are a position`() {
        #expect(["0", "10", "999999999"].map { JSONPointer.index(Array($0.utf8)) } == [0, 10, 999_999_999])
        #expect(
            ["", "01", "00", "-", "-1", "+1", "1.0", "a", "1000000000"].allSatisfy {
                JSONPointer.index(Array($0.utf8)) == nil
            })
    }

    @Test func `the pointer of a node leads to it, and is cut at a limit`() throws {
        let tree = try JSONTree.parse(Array(#"{"a/b":[1,{"c":2}],"d":3}"#.utf8))
        let pointers = tree.nodes.indices.map { JSONPointer.pointer(of: $0, in: tree) }
        #expect(pointers == ["", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/c", "/d"])
        #expect(JSONPointer.pointer(of: 4, in: tree, limit: 6) == "/a~1b/…")
        #expect(JSONPointer.pointer(of: 4, in: tree, limit: 9) == "/a~1b/1/c")
        #expect(JSONPointer.pointer(of: 4, in: tree, limit: 8) == "/a~1b/1/…")
    }
}
