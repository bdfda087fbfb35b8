import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import RequestExport
@testable import Workspace

/// What takes texts from outside apart: nothing is lost, whatever the text.
struct TextPartsTests {
    private static let alphabet = Array("{}{{}}/?&=:#.[]%-\n\r\"<> ab7v\u{E9}".unicodeScalars)

    private func text(_ seed: UInt64, _ pieces: [String] = []) -> String {
        var generator = SeededGenerator(seed: seed)
        var text = ""
        for _ in 0..<Int.random(in: 0...60, using: &generator) {
            if let piece = pieces.randomElement(using: &generator), Int.random(in: 0..<4, using: &generator) == 0 {
                text += piece
            } else if let scalar = Self.alphabet.randomElement(using: &generator) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>) func `marks are found wherever they are`(_ seed: UInt64) {
        let marks = TextMarks(salt: seed)
        let text = text(seed, [marks.text(0), marks.text(99_999), String(marks.text(7).dropLast())])
        let bytes = Array(text.utf8)
        let whole = marks.pieces(of: bytes).flatMap { piece in
            switch piece {
            case .bytes(let bytes): bytes
            case .mark(let number): Array(marks.text(number).utf8)
            }
        }
        #expect(whole == bytes)
        #expect(marks.replacing(in: text) { marks.text($0) } == text)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>) func `a URL in parts is the URL`(_ seed: UInt64) throws {
        let url = "http://localhost/" + text(seed, ["{{a/b?c}}", "{{x"]).filter { !$0.isNewline && $0 != "#" }
        let json = try JSONValue(PostmanURL(url).json.bytes)
        #expect(json["raw"]?.text == url)
        var joined =
            "\(json["protocol"]?.text ?? "")://" + (json["host"]?.items.compactMap(\.text).joined(separator: ".") ?? "")
        if let path = json["path"] { joined += "/" + path.items.compactMap(\.text).joined(separator: "/") }
        if let query = json["query"] {
            joined +=
                "?"
                + query.items.map { item in
                    (item["key"]?.text ?? "") + (item["value"]?.text.map { "=" + $0 } ?? "")
                }.joined(separator: "&")
        }
        #expect(joined == url)
    }

    @Test func `hosts and ports are told apart`() throws {
        let json = try JSONValue(PostmanURL("https://[::1]:8443/{{a:b}}").json.bytes)
        #expect(json["port"]?.text == "8443" && json["host"]?[0]?.text == "[::1]")
        let variable = try JSONValue(PostmanURL("{{base}}/x/{{id}}?a={{b}}").json.bytes)
        #expect(
            variable["host"]?[0]?.text == "{{base}}" && variable["path"]?[1]?.text == "{{id}}"
                && variable["port"] == nil)
        let port = try JSONValue(PostmanURL("http://{{host}}:{{port}}").json.bytes)
        #expect(port["host"]?[0]?.text == "{{host}}" && port["port"]?.text == "{{port}}")
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>) func `a form of any lines is read or refused`(_ seed: UInt64) {
        let text = text(
            seed,
            [
                "--b\n", "--b--", "Content-Disposition: form-data; name=\"a\"\n", "\n\n", "< ./file\n",
                "Content-Type: x/y\n",
            ])
        guard let form = WrittenForm(text, boundary: "b") else { return }
        #expect(!form.parts.isEmpty && form.parts.allSatisfy { !$0.name.isEmpty })
    }

    @Test func `names of the shell and of Swift are single and legal`() {
        var (shell, swift) = (ShellNames(), SwiftNames(taken: SwiftNames.members))
        let names = [
            "token", "Token", "to-ken", "path", "PATH", "1", "", "é", "a.response.body.$.id", "$processEnv HOME",
            "class", "self",
        ]
        let made = names.map { shell.name(of: $0) }
        #expect(Set(made).count == names.count, "\(made)")
        #expect(made.allSatisfy { $0.wholeMatch(of: /[A-Z_][A-Z0-9_]*/) != nil }, "\(made)")
        #expect(!made.contains("PATH") && !made.contains("HOME") && shell.name(of: "token") == made[0])
        let properties = names.map { swift.property($0) }
        #expect(
            Set(properties).count == names.count && !properties.contains("path") && properties.contains("`class`"),
            "\(properties)")
    }

    @Test func `a hidden login of a proxy is counted`() throws {
        let request = try #require(HTTPDocument(bytes: Array("GET http://localhost/".utf8)).requests.first)
        let draft = RequestDraft(
            url: "http://localhost/", options: RequestOptions(proxy: .url("http://me:pw@localhost:1")))
        let item = ExportItem(
            file: "a", folder: "/", request: request, draft: draft, prepared: nil, marks: TextMarks(salt: 1),
            variables: [:], values: [])
        var redaction = DraftRedaction(item, PrivateValues())
        #expect(redaction.hidden(draft).options.proxy == .url("http://localhost:1"))
        #expect(redaction.count == 1)
    }

    @Test(arguments: [(50, "0.05"), (7, "0.007"), (1500, "1.5"), (120, "0.12"), (2000, "2"), (0, "0")])
    func `limits are written in seconds`(milliseconds: Int, text: String) {
        #expect(CurlExport.seconds(.milliseconds(milliseconds)) == text)
    }

    @Test func `hiding secrets beside variables takes linear time`() throws {
        let request = try #require(HTTPDocument(bytes: Array("POST http://localhost/".utf8)).requests.first)
        let marks = TextMarks(salt: 1)
        let growth = try Growth(of: 100) { count in
            let members = (0..<count).map { "\"password\": \"\(marks.text($0 % 9))\", \"token\": \"secret-\($0)\"" }
            return Array("{\(members.joined(separator: ","))}".utf8)
        } _: { body in
            let draft = RequestDraft(
                method: "POST", url: "http://localhost/?a=\(marks.text(1))",
                headers: ["Content-Type": "application/json"],
                body: .bytes(body))
            let item = ExportItem(
                file: "a", folder: "/", request: request, draft: draft, prepared: nil, marks: marks, variables: [:],
                values: [])
            var redaction = DraftRedaction(item, PrivateValues())
            let hidden = redaction.hidden(draft)
            guard case .bytes(let bytes) = hidden.body else { throw CollectionError(sentence: "no body") }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("secret-") && text.contains("\"password\": \"\(marks.text(1))\""))
        }
        #expect(growth.isLinear && growth.counts(atLeast: 1000), "\(growth)")
    }
}
