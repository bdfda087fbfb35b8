import TestSupport
import Testing

@testable import Workspace

struct DotEnvFileTests {
    private func entries(_ text: String) -> [String] {
        DotEnvFile(bytes: Array(text.utf8)).entries.map { "\($0.line) \($0.name)=\($0.value)" }
    }

    @Test func `names and values of every form`() {
        let text = """
            # comment
            A=1
            export B = two words  # not this
            C='single # kept \\n'
            D="double \\n \\"x\\" \\t"
            E=`back 'tick'`
            F=
            not a line
            G="over
            two lines"
            H.I-J=#nothing
            A=again
            """
        #expect(
            entries(text) == [
                "2 A=1", "3 B=two words", "4 C=single # kept \\n", "5 D=double \n \"x\" \\t", "6 E=back 'tick'", "7 F=",
                "9 G=over\ntwo lines", "11 H.I-J=", "12 A=again",
            ])
        #expect(DotEnvFile(bytes: Array(text.utf8))["A"]?.value == "again")
    }

    @Test func `a name ends before an equals sign, and export is a word before it or a name itself`() {
        let table = #"""
            export=1 -> 1 export=1
            export A=1 -> 1 A=1
            \texport\t A\t=\t1\t -> 1 A=1
            export =1 -> 1 export=1
            exportA=1 -> 1 exportA=1
            =1 ->
            A B=1 ->
            A:1 ->
            A==1 -> 1 A==1
            #A=1 ->
            A=1#2 -> 1 A=1
            A=a 'b' c -> 1 A=a 'b' c
            A=x' -> 1 A=x'
            A='' -> 1 A=
            A=' x' -> 1 A= x
            9=1 -> 1 9=1
            A="a\\nb\\tc" -> 1 A=a\nb\tc
            A='a\\nb' -> 1 A=a\nb
            A=a\\nb -> 1 A=a\nb
            """#
        let wrong = TextTable.differences(table) { entries($0).joined(separator: "|") }
        #expect(wrong == [])
        #expect(entries("A=1\rB=2\n\rC=3") == ["1 A=1", "2 B=2", "4 C=3"], "a carriage return ends a line")
        #expect(entries("A='x\r\ny'\r\nB=2") == ["1 A=x\r\ny", "3 B=2"])
    }

    /// The results of the dotenv package for the same texts.
    @Test(arguments: [
        (#"A="C:\work\""#, #"C:\work\"#), (#"A="x\\""#, #"x\\"#), (#"A="\""#, "\\"), (#"A='C:\'"#, #"C:\"#),
        (#"A=`C:\` # c"#, #"C:\"#), (#"A='it\'s'"#, #"it\'s"#), (#"A="open"#, #""open"#), (#"A="x"y"#, #""x"y"#),
        (##"A="x"# c"##, "x"), (#"A="a" b "c""#, #"a" b "c"#), (#"A="""#, ""), ("A=\"", "\""),
    ])
    func `a quotation mark closes a value only at the end of a line`(line: String, value: String) {
        let file = DotEnvFile(bytes: Array("\(line)\nB=\"y\"\nC='z'\n".utf8))
        #expect(file.entries.map(\.value) == [value, "y", "z"])
        #expect(file.entries.map(\.line) == [1, 2, 3])
    }

    @Test func `a value is written in marks that no other mark of the file closes, and refused where there are none`() {
        func setting(_ value: String, in text: String) -> String? {
            DotEnvFile(bytes: Array(text.utf8)).setting("A", to: value).map { String(decoding: $0, as: UTF8.self) }
        }
        let rest = "\nB='\nx'\n"
        #expect(setting("a b", in: "A=1" + rest) == "A='a b'" + rest)
        #expect(setting("a b\\", in: "A=1" + rest) == "A=`a b\\`" + rest)
        #expect(setting("a b\\", in: "A=1\nC=`\ny`" + rest) == nil)
    }

    @Test func `a byte order mark and CRLF are not part of names and values`() {
        #expect(entries("\u{FEFF}A=1\r\nB='2'\r\n") == ["1 A=1", "2 B=2"])
    }

    @Test func `a value is changed in place, and a new name is added at the end`() throws {
        let file = DotEnvFile(bytes: Array("A=1 # one\r\nB=\"x\"\r\n".utf8))
        #expect(String(decoding: try #require(file.setting("A", to: "2")), as: UTF8.self) == "A=2 # one\r\nB=\"x\"\r\n")
        #expect(
            String(decoding: try #require(file.setting("B", to: "a b")), as: UTF8.self) == "A=1 # one\r\nB='a b'\r\n")
        #expect(
            String(decoding: try #require(file.setting("C", to: "3")), as: UTF8.self)
                == "A=1 # one\r\nB=\"x\"\r\nC=3\r\n")
        #expect(DotEnvFile(bytes: []).setting("a=b", to: "3") == nil)
    }

    /// A written value is read back, and nothing else changes.
    @Test(arguments: 0..<300)
    func `any value that can be written is read back`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let letters = Array("ab 'c\"`#\\n$=\t\n\r")
        func text(_ most: Int) -> String {
            String(
                (0..<Int.random(in: 0...most, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "a"
                })
        }
        let before = DotEnvFile(
            bytes: Array("A=1\nB=\(text(6).filter { !$0.isNewline && !"'\"`".contains($0) })\nC=3\n".utf8))
        let value = text(12)
        guard let bytes = before.setting("B", to: value) else { return }
        let after = DotEnvFile(bytes: bytes)
        #expect(after["B"]?.value == value)
        #expect(after["A"]?.value == "1" && after["C"]?.value == "3")
    }

    @Test(arguments: 0..<300)
    func `arbitrary bytes are read without a crash, and values lie where they are said to be`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 99)
        let alphabet = Array("A=b '\"`#\n\r\\export \u{FEFF}é".utf8)
        let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0x41
        }
        for entry in DotEnvFile(bytes: bytes).entries {
            #expect(entry.range.upperBound <= bytes.count && !entry.name.isEmpty && entry.line >= 1)
        }
    }
}
