import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// No value, name or file inserted into a multipart body adds a part.
struct MultipartForgeryTests {
    private let folder = ScratchFolder()

    private func outcome(_ text: String, _ values: [String: String] = [:]) throws -> RequestResolver.Outcome {
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "\(folder.path)/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        return RequestResolver().resolve(
            try #require(document.requests.first), in: file,
            context: RequestResolver.Context(root: folder.path, environments: EnvironmentSet(), overrides: values))
    }

    /// A part as the most lenient server reads it.
    private struct Part: Equatable {
        var head: [String]
        var body: [UInt8]
    }

    private func sent(_ text: String, _ values: [String: String] = [:]) throws -> (boundary: String, parts: [Part]) {
        let outcome = try outcome(text, values)
        guard case .draft(let draft, _) = outcome, case .bytes(let body) = draft.body else {
            throw CollectionError(sentence: "\(outcome)")
        }
        let type = try #require(draft.headers["Content-Type"])
        let boundary = try #require(ContentType(type).boundary)
        return (boundary, try Self.parts(of: body, boundary))
    }

    /// Every line that begins with the delimiter separates parts, whatever ends the line before it.
    private static func parts(of body: [UInt8], _ boundary: String) throws -> [Part] {
        let delimiter = Array("--\(boundary)".utf8)
        var starts: [Int] = []
        for place in body.indices
        where body[place...].starts(with: delimiter) && (place == 0 || body[place - 1] == 10 || body[place - 1] == 13) {
            starts.append(place)
        }
        return try zip(starts, starts.dropFirst()).map { start, end in
            let piece = Array(body[(start + delimiter.count + 2)..<(end - 2)])
            let text = String(decoding: piece, as: UTF8.self)
            let blank = try #require(text.utf8.firstRange(of: Array("\r\n\r\n".utf8)))
            let head = String(text.utf8[..<blank.lowerBound]) ?? ""
            return Part(
                head: head.split(separator: "\r\n").map(String.init),
                body: Array(piece[(text.utf8.distance(from: text.startIndex, to: blank.upperBound))...]))
        }
    }

    private static func disposition(_ rest: String) -> String { "Content-Disposition: form-data; \(rest)" }

    @Test func `a value cannot hold the boundary of a curl form`() throws {
        let evil = "x\r\n--part\r\n\(Self.disposition("name=\"evil\""))\r\n\r\ny\r\n--part--"
        let (_, parts) = try sent("curl http://a.test/ -F 'a={{v}}' -F b=2\n", ["v": evil])
        #expect(parts.map(\.head) == [[Self.disposition("name=\"a\"")], [Self.disposition("name=\"b\"")]])
        #expect(parts.map(\.body) == [Array(evil.utf8), Array("2".utf8)])
        // Not even if the command itself writes the dashes.
        for value in ["part", "part--"] {
            let (_, parts) = try sent("curl http://a.test/ -F 'a=--{{v}}' -F b=2\n", ["v": value])
            #expect(parts.map(\.body) == [Array("--\(value)".utf8), Array("2".utf8)])
        }
    }

    @Test func `the same content gets the same boundary, another content another one`() throws {
        let text = "curl http://a.test/ -F 'a={{v}}'\n"
        let first = try sent(text, ["v": "1"]).boundary
        #expect(try sent(text, ["v": "1"]).boundary == first)
        #expect(try sent(text, ["v": "2"]).boundary != first)
        #expect(first.hasPrefix("------------------------") && first.utf8.count == 40)
    }

    /// As curl 7.81 and later write them.
    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nb", "a%0Ab"), ("a\\b", "a\\b"), ("a%22", "a%22"), ("ä", "ä"),
        ("\"; filename=\"x", "%22; filename=%22x"),
    ])
    func `names and file names are escaped as curl does`(name: String, written: String) throws {
        folder.write("f.bin", "content")
        let (_, parts) = try sent(
            "curl http://a.test/ -F '{{n}}=1' -F 'f=@f.bin;filename=\"{{n}}\"'\n", ["n": name])
        #expect(
            parts.map(\.head) == [
                [Self.disposition("name=\"\(written)\"")],
                [Self.disposition("name=\"f\"; filename=\"\(written)\"")],
            ])
    }

    @Test func `names in the command are escaped too`() throws {
        let (_, parts) = try sent("curl http://a.test/ -F $'a\"\\r\\nb=1'\n")
        #expect(parts.map(\.head) == [[Self.disposition("name=\"a%22%0D%0Ab\"")]])
    }

    @Test func `quotes within a file name are read and written as curl does`() throws {
        folder.write("f.bin", "content")
        let (_, parts) = try sent("curl http://a.test/ -F 'f=@f.bin;filename=\"q\\\"x\\\\y\\z.txt\"'\n")
        #expect(
            parts.map(\.head) == [
                [Self.disposition("name=\"f\"; filename=\"q%22x\\y\\z.txt\""), "Content-Type: text/plain"]
            ])
    }

    @Test func `a type of one's own keeps its parameters and gets the boundary`() throws {
        let outcome = try outcome(
            "curl http://a.test/ -H 'Content-Type: multipart/related; type=x; boundary=mine' -F a=1\n")
        guard case .draft(let draft, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let type = try #require(draft.headers["Content-Type"])
        #expect(type.hasPrefix("multipart/related; type=x; boundary=------------------------"))
        #expect(ContentType(type).boundary?.contains("mine") == false)
    }

    @Test func `a form whose text holds every boundary that could be guessed is written in one go`() throws {
        let dashes = String(repeating: "-", count: 2000)
        let (_, parts) = try sent("curl http://a.test/ -F 'a=--part\(dashes)'\n")
        #expect(parts.map(\.body) == [Array("--part\(dashes)".utf8)])
        func steps(_ count: Int) -> Int {
            let text = "curl http://a.test/ -F 'a=--part\(String(repeating: "-", count: count))'\n"
            return WorkMeter.steps { _ = HTTPDocument(bytes: Array(text.utf8)) }
        }
        #expect(steps(20_000) <= 12 * steps(2000) + 1000)
    }

    private static let pieces = [
        "--", "part", "--part", "--part--", "\r\n", "\n", "\r", "\"", "\\", ";", "; filename=\"x\"", "\r\n\r\n", "a",
        "Content-Disposition: form-data; name=\"evil\"", "------------------------", "typed", "--typed", "--typed--",
        " ", "%22", "\u{0}", "é",
    ]

    @Test(arguments: 0..<40)
    func `whatever values, names and files hold, the parts of a form are those that were written`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func text(_ generator: inout SeededGenerator) -> String {
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Self.pieces.randomElement(using: &generator) ?? ""
            }.joined()
        }
        for _ in 0..<10 {
            let (name, value, content) = (text(&generator), text(&generator), text(&generator))
            folder.write("f.bin", content)
            let (boundary, parts) = try sent(
                "curl http://a.test/ -F '{{n}}=1' -F 'v={{v}}' -F 'f=@f.bin;filename=\"{{n}}\"' -F 'z={{n}}{{v}}'\n",
                ["n": name, "v": value])
            let escaped = MultipartName.quoted(name)
            #expect(
                parts.map(\.head) == [
                    [Self.disposition("name=\"\(escaped)\"")], [Self.disposition("name=\"v\"")],
                    [Self.disposition("name=\"f\"; filename=\"\(escaped)\"")], [Self.disposition("name=\"z\"")],
                ])
            #expect(
                parts.map(\.body) == [
                    Array("1".utf8), Array(value.utf8), Array(content.utf8), Array((name + value).utf8),
                ])
            // A typed form is refused if its boundary occurs in a value, and otherwise has exactly its parts.
            let typed = """
                POST http://a.test/
                Content-Type: multipart/form-data; boundary=typed

                --typed
                Content-Disposition: form-data; name="{{n}}"

                {{v}}
                --typed
                Content-Disposition: form-data; name="f"

                < f.bin
                --typed--
                """
            switch try outcome(typed, ["n": name, "v": value]) {
            case .refused(let sentence, _): #expect(sentence.contains("contains the boundary typed"))
            default:
                let (same, parts) = try sent(typed, ["n": name, "v": value])
                #expect(same == "typed")
                #expect(
                    parts.map(\.head) == [
                        [Self.disposition("name=\"\(escaped)\"")], [Self.disposition("name=\"f\"")],
                    ])
                #expect(parts.map(\.body) == [Array(value.utf8), Array(content.utf8)])
            }
            #expect(boundary != "typed")
        }
    }

    @Test func `a typed form refuses a value or a file with its boundary`() throws {
        let typed = """
            POST http://a.test/
            Content-Type: multipart/form-data; boundary="b 1"

            --b 1
            Content-Disposition: form-data; name="a"

            {{v}}
            --b 1--
            """
        #expect(try sent(typed, ["v": "x--b 1"]).parts.count == 1)
        for value in ["--b 1", "x\n--b 1", "x\r\n--b 1--", "x\r--b 1"] {
            guard case .refused(let sentence, let line) = try outcome(typed, ["v": value]) else {
                Issue.record("\(value) is sent")
                continue
            }
            #expect(sentence.contains("a.http:4: A value or file in the body contains the boundary b 1"))
            #expect(line == 4)
        }
    }

    @Test func `a typed boundary from a variable, or from the lines alone, still divides the body`() throws {
        let named = """
            @b = edge
            POST http://a.test/
            Content-Type: multipart/form-data; boundary={{b}}

            --{{b}}
            Content-Disposition: form-data; name="a"

            1
            --{{b}}--
            """
        #expect(try sent(named).parts.map(\.body) == [Array("1".utf8)])
        let unnamed = named.replacing("; boundary={{b}}", with: "")
        #expect(try sent(unnamed).boundary == "edge")
        #expect(try sent(unnamed).parts.map(\.body) == [Array("1".utf8)])
    }

    @Test func `a value in the header of a typed part does not make a new line`() throws {
        let typed = """
            POST http://a.test/
            Content-Type: multipart/form-data; boundary=b

            --b
            Content-Disposition: form-data; name="a"
            Content-Type: {{t}}

            1
            --b--
            """
        #expect(
            try sent(typed, ["t": "text/\"x\""]).parts.map(\.head) == [
                [Self.disposition("name=\"a\""), "Content-Type: text/\"x\""]
            ])
        guard case .refused(let sentence, 6) = try outcome(typed, ["t": "a/b\r\nX: y"]) else {
            Issue.record("a line of its own")
            return
        }
        #expect(sentence == "a.http:6: A value in the header of a part contains a line break.")
    }
}
