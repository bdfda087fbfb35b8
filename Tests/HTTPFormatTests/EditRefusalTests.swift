import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// Why an edit is refused, word for word, and what the other edits of a document write.
@Suite struct EditRefusalTests {
    private static let file =
        "@v = 1\n### A\nPOST http://a.test?x=1\nA: 1\nB: x,\n  y\n\n{}\n\n### B\ncurl http://b.test\n"

    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }
    private func text(_ document: HTTPDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

    private func sentence(_ edit: HTTPDocument.Edit, _ request: Int = 0, in text: String = file) -> String {
        do throws(HTTPDocument.EditRefusal) {
            return "WRITTEN: " + self.text(try document(text).applying(edit, toRequest: request))
        } catch { return error.sentence }
    }

    @Test(
        arguments: [
            (.setMethod(""), "A method is one word of letters, digits and -."),
            (.setMethod("lower"), "lower would not be read as a method: write capital letters."),
            (.setTarget("a\nb"), "A target must be one line."), (.setTarget(" "), "A request needs a target."),
            (.setParameter(1, name: "x", value: ""), "The parameter no longer exists."),
            (.removeParameter(1), "The parameter no longer exists."),
            (.toggleParameter(-1), "The parameter no longer exists."),
            (.addParameter(name: "", value: ""), "A parameter needs a name."),
            (.addParameter(name: "a\r", value: ""), "A parameter must be one line."),
            (.addParameter(name: "a", value: "b#c"), "A # in a parameter is written %23."),
            (.addParameter(name: "a", value: "b&c"), "A & in a parameter is written %26."),
            (.addParameter(name: "a=b", value: "c"), "A = in the name of a parameter is written %3D."),
            (.addHeader(name: "", value: ""), "A header needs a name."),
            (.addHeader(name: "a b", value: ""), "A header name has letters, digits and !#$%&'*+-.^_`|~ only."),
            (.addHeader(name: "a", value: "b "), "A header value cannot begin or end with spaces."),
            (.addHeader(name: "a\n", value: "b"), "A header name must be one line."),
            (.addHeader(name: "a", value: "b\u{0}"), "A header value must be one line."),
            (.setHeader(2, name: "a", value: ""), "The header no longer exists."),
            (.removeHeader(2), "The header no longer exists."), (.toggleHeader(-1), "The header no longer exists."),
            (.toggleHeader(1), "The value spans several lines; write it on one line first."),
            (
                .setBody("a\n### b"),
                "A body line that begins with ### would end the request; put the body into a separate file: < file"
            ),
            (.setTitle("a\nb"), "A title must be one line."),
            (.setTitle("a #"), "The title cannot begin or end with # or spaces."),
            (.setName("1a"), "A name has letters, digits and _ only, and does not begin with a digit."),
            (.setName("a-b"), "A name has letters, digits and _ only, and does not begin with a digit."),
            (.writeCaptures, "No script of this request sets anything that could be taken from its response."),
            (.convertCurl, "This is not a curl command, or one that a request cannot express."),
        ] as [(HTTPDocument.Edit, String)])
    func `an edit that cannot be written is refused with its reason`(edit: HTTPDocument.Edit, sentence: String) {
        #expect(self.sentence(edit) == sentence)
    }

    @Test func `a curl command, a request that is gone and a file that is no text are not edited`() {
        let curl = "This request is a curl command; the palette's \"Convert curl\" makes it one that can be edited."
        #expect(sentence(.setMethod("PUT"), 1) == curl)
        #expect(sentence(.setBodyComments(sent: true), 1) == curl)
        #expect(sentence(.setTitle("C"), 1).contains("### C\ncurl http://b.test\n"))
        #expect(sentence(.setName("n"), 1).contains("### B\n# @name n\ncurl http://b.test\n"))
        #expect(sentence(.convertCurl, 1).hasSuffix("### B\n# @no-redirect\nGET http://b.test\n"))
        #expect(sentence(.setMethod("PUT"), 2) == "The request is no longer in the file.")
        let bytes = HTTPDocument(bytes: Array("GET http://a.test\n\n".utf8) + [0xFF])
        let refusal = #expect(throws: HTTPDocument.EditRefusal.self) {
            try bytes.applying(.setMethod("PUT"), toRequest: 0)
        }
        #expect(refusal?.sentence == "The file is not UTF-8 and cannot be edited here.")
    }

    @Test func `a line that is only a method gets a target`() {
        #expect(sentence(.setTarget("http://h/"), in: "GET\nA: b\n") == "WRITTEN: GET http://h/\nA: b\n")
        #expect(sentence(.setTarget("http://h/"), in: "POST\n    ?a=1\n") == "WRITTEN: POST http://h/\n")
    }

    @Test func `captures are written once, for a request with a name`() {
        let script = "\n> {% client.global.set(\"t\", response.body.t); client.global.set(\"u\", response.body.u) %}\n"
        let request = "### A\nGET http://a.test\n" + script
        #expect(
            sentence(.writeCaptures, in: request)
                == "Give the request a name first, so that the variables can refer to it: # @name x")
        let named = "### A\n# @name a\nGET http://a.test\n" + script
        let both = "@t = {{a.response.body.$.t}}\n@u = {{a.response.body.$.u}}\n"
        #expect(
            sentence(.writeCaptures, in: named) == "WRITTEN: ### A\n# @name a\n" + both + "GET http://a.test\n" + script
        )
        #expect(
            sentence(.writeCaptures, in: "@t = 1\n" + named)
                == "WRITTEN: @t = 1\n### A\n# @name a\n@u = {{a.response.body.$.u}}\nGET http://a.test\n" + script)
        #expect(sentence(.writeCaptures, in: both + named) == "This file already defines these variables.")
    }

    @Test func `an edit of a definition is refused where the line would be read differently`() {
        let file = document("@a = 1\nGET http://h\n")
        func sentence(_ edit: () throws(HTTPDocument.EditRefusal) -> HTTPDocument) -> String {
            do throws(HTTPDocument.EditRefusal) { return "WRITTEN: " + text(try edit()) } catch {
                return error.sentence
            }
        }
        let found = [
            sentence { () throws(HTTPDocument.EditRefusal) in try file.settingDefinition(line: 2, to: "x") },
            sentence { () throws(HTTPDocument.EditRefusal) in try file.addingDefinition("a b", value: "x") },
            sentence { () throws(HTTPDocument.EditRefusal) in try file.addingDefinition("a:b", value: "x") },
            sentence { () throws(HTTPDocument.EditRefusal) in try file.addingDefinition("", value: "x") },
            sentence { () throws(HTTPDocument.EditRefusal) in try file.removingDefinition(line: 3) },
            sentence { () throws(HTTPDocument.EditRefusal) in try file.addingDefinition("b", value: "c\\\r\nd") },
        ]
        #expect(
            found == [
                "The variable is no longer defined in line 2.", "a b cannot be defined in the file.",
                "a:b cannot be defined in the file.", " cannot be defined in the file.",
                "The variable is no longer defined in line 3.",
                "WRITTEN: @a = 1\n@b = c\\\\\\r\\nd\nGET http://h\n",
            ])
    }

    // MARK: Whole requests

    @Test func `a copy gets the next free name or title`() throws {
        let table = #"""
            ### A\n# @name a\nGET a.test\n\n### B\n# @name a2\nGET b.test\n -> ### A\n# @name a\nGET a.test\n\n### A\n# @name a3\nGET a.test\n\n### B\n# @name a2\nGET b.test\n
            ### A\nGET a.test\n\n### A (copy)\nGET b.test\n -> ### A\nGET a.test\n\n### A (copy) 2\nGET a.test\n\n### A (copy)\nGET b.test\n
            # @title T\nGET a.test\n\n###\nGET b.test\n -> # @title T\nGET a.test\n\n###\n# @title T (copy)\nGET a.test\n\n###\nGET b.test\n
            ### A\r\nGET a.test\r\n -> ### A\r\nGET a.test\r\n\r\n### A (copy)\r\nGET a.test\r\n
            """#
        #expect(try TextTable.differences(table) { text(try document($0).cloningRequest(0)) } == [])
    }

    @Test func `a request that is moved or taken has one empty line around it`() throws {
        let three = "@v = 1\n\n### A\nGET a.test\n\n### B\n# b\nGET b.test\n\n### C\nGET c.test\n"
        let table = #"""
            0 1 -> @v = 1\n\n### B\n# b\nGET b.test\n\n### A\nGET a.test\n\n### C\nGET c.test\n
            0 2 -> @v = 1\n\n### B\n# b\nGET b.test\n\n### C\nGET c.test\n\n### A\nGET a.test\n
            2 0 -> @v = 1\n\n### C\nGET c.test\n\n### A\nGET a.test\n\n### B\n# b\nGET b.test\n\n
            1 1 -> @v = 1\n\n### A\nGET a.test\n\n### B\n# b\nGET b.test\n\n### C\nGET c.test\n
            3 0 -> The file has no such position for a request.
            0 3 -> The file has no such position for a request.
            """#
        let wrong = TextTable.differences(table) { row in
            let numbers = row.split(separator: " ").compactMap { Int($0) }
            do throws(HTTPDocument.EditRefusal) {
                return text(try document(three).movingRequest(numbers[0], to: numbers[1]))
            } catch { return error.sentence }
        }
        #expect(wrong == [])
        let other = document("### N\n# n\nPUT n.test\n\n{}\n\n\n### M\nGET m.test")
        let taken = #"""
            0 0 -> ### N\n# n\nPUT n.test\n\n{}\n\n### A\nGET a.test\n
            0 1 -> ### A\nGET a.test\n\n### N\n# n\nPUT n.test\n\n{}\n
            1 1 -> ### A\nGET a.test\n\n### M\nGET m.test\n
            2 0 -> The request is no longer in the file.
            0 2 -> The file has no such position for a request.
            """#
        let wrongly = TextTable.differences(taken) { row in
            let numbers = row.split(separator: " ").compactMap { Int($0) }
            do throws(HTTPDocument.EditRefusal) {
                return text(try document("### A\nGET a.test\n").taking(numbers[0], of: other, at: numbers[1]))
            } catch { return error.sentence }
        }
        #expect(wrongly == [])
    }

    @Test func `a kept request takes the place of one with its name, and its definitions go to the top`() {
        let other = document("### N\n# @name n\nPUT n.test\n\n### M\nGET m.test\n")
        func kept(_ index: Int, _ file: String, _ definitions: [(name: String, value: String)] = []) -> String {
            String(decoding: document(file).bytes(keeping: index, of: other, with: definitions), as: UTF8.self)
        }
        let old = "@s = 1\n\n# @name n\nGET old.test\n\n### Z\nGET z.test\n"
        #expect(kept(0, old) == "@s = 1\n\n### N\n# @name n\nPUT n.test\n\n### Z\nGET z.test\n")
        #expect(kept(1, old, [("s", "2"), ("t", "3")]) == "@t = 3\n\n" + old + "\n### M\nGET m.test\n")
        #expect(kept(1, "") == "### M\nGET m.test\n")
        #expect(
            kept(1, "\u{FEFF}GET a.test\r\n", [("t", "3")])
                == "\u{FEFF}@t = 3\r\n\r\nGET a.test\r\n\r\n### M\r\nGET m.test\r\n")
        #expect(kept(1, "GET a.test\r") == "GET a.test\r\r### M\rGET m.test\r")
    }

    // MARK: Lines

    @Test func `lines are read as text, and replaced where they differ`() throws {
        let file = document("a\r\nb\rc\nd")
        let read = [1..<3, 0..<2, 2..<9, 4..<5, 5..<9, 3..<3].map { file.text(ofLines: $0) }
        #expect(read == ["a\nb\n", "a\n", "b\nc\nd", "d", "", ""])
        let replaced = [
            (1..<3, "a\nx\n"), (2..<3, ""), (2..<4, "b\nnew\nc"), (4..<5, "d\ne"), (1..<5, "d"), (5..<5, "z"),
        ].map { lines, text in
            (try? file.replacingLines(lines, with: text)).map { edited in
                self.text(edited).unicodeScalars
                    .map { $0 == "\r" ? "<CR>" : $0 == "\n" ? "<LF>" : String(Character($0)) }.joined()
            }
        }
        #expect(
            replaced == [
                "a<CR><LF>x<CR>c<LF>d", "a<CR><LF>c<LF>d", "a<CR><LF>b<CR>new<CR>c<LF>d", "a<CR><LF>b<CR>c<LF>d<LF>e",
                "d", "a<CR><LF>b<CR>c<LF>d<LF>z",
            ])
    }
}
