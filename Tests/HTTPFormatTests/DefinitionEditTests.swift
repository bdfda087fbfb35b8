import TestSupport
import Testing

@testable import HTTPFormat

/// Edits of `@name = value` lines change that line, and no other byte.
struct DefinitionEditTests {
    @Test(arguments: [
        ("@a = 1\nGET http://h\n", 1, "2", "@a = 2\nGET http://h\n"), ("@a=1", 1, "x y", "@a=x y"),
        ("\u{FEFF}  @a :=  1  \r\n@b = 2\r\n", 1, "9", "\u{FEFF}  @a :=  9  \r\n@b = 2\r\n"),
        ("@a =\n", 1, "v", "@a = v\n"), ("@a = 1\n", 1, "two\nlines", "@a = two\\nlines\n"),
        ("@a = 1\n", 1, "", "@a = \n"),
    ])
    func `a value is replaced in place`(text: String, line: Int, value: String, result: String) throws {
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(String(decoding: try document.settingDefinition(line: line, to: value).bytes, as: UTF8.self) == result)
    }

    @Test(arguments: [
        ("@a = 1\n\nGET http://h\n", "@a = 1\n@n = v\n\nGET http://h\n"),
        ("GET http://h\n", "@n = v\n\nGET http://h\n"),
        ("### a\r\nGET http://h\r\n", "@n = v\r\n\r\n### a\r\nGET http://h\r\n"),
    ])
    func `a new definition goes after those at the top`(text: String, result: String) throws {
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(String(decoding: try document.addingDefinition("n", value: "v").bytes, as: UTF8.self) == result)
    }

    @Test(arguments: [
        ("@a = 1\n@b = 2\n\nGET http://h\n", 1, "@b = 2\n\nGET http://h\n"),
        ("@a = 1\r\nGET http://h", 1, "GET http://h"),
        ("### x\n@a = 1\nGET http://h\n", 2, "### x\nGET http://h\n"), ("\u{FEFF}@a = 1\n", 1, "\u{FEFF}"),
    ])
    func `a definition goes with its line`(text: String, line: Int, result: String) throws {
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(String(decoding: try document.removingDefinition(line: line).bytes, as: UTF8.self) == result)
        #expect(throws: HTTPDocument.EditRefusal.self) { try document.removingDefinition(line: 9) }
    }

    @Test func `what would be read differently is refused`() {
        let document = HTTPDocument(bytes: Array("@a = 1\nGET http://h\n".utf8))
        #expect(throws: HTTPDocument.EditRefusal.self) { try document.settingDefinition(line: 2, to: "x") }
        #expect(throws: HTTPDocument.EditRefusal.self) { try document.addingDefinition("a b", value: "x") }
        #expect(throws: HTTPDocument.EditRefusal.self) {
            try HTTPDocument(bytes: [0x40, 0x61, 0x3D, 0xFF]).settingDefinition(line: 1, to: "x")
        }
    }

    @Test(arguments: 0..<200)
    func `any definition of any file can be changed alone`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 3)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        guard let definition = document.definitions.randomElement(using: &generator),
            let edited = try? document.settingDefinition(line: definition.line, to: "new value")
        else { return }
        #expect(edited.lines.count == document.lines.count)
        for line in 0..<document.lines.count where line != definition.line - 1 {
            #expect(edited.bytes[edited.lines.whole(line)] == document.bytes[document.lines.whole(line)])
        }
        #expect(edited.definitions.first { $0.line == definition.line }?.rawValue == "new value")
        // Without it there are as many requests, or it stays.
        guard let shorter = try? document.removingDefinition(line: definition.line) else { return }
        #expect(shorter.requests.count == document.requests.count)
        #expect(shorter.definitions.count == document.definitions.count - 1)
    }
}
