import TestSupport
import Testing

@testable import HTTPFormat

/// Edits of parameters and headers in targets and heads of every form.
@Suite struct ParameterEditTests {
    private func edited(_ row: String) -> String {
        let parts = row.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let words = parts[0].split(separator: " ").map(String.init)
        let pair = (words.last ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, value) = (String(pair.first ?? ""), pair.count > 1 ? String(pair[1]) : "")
        let index = words.count > 1 ? Int(words[1]) ?? 0 : 0
        let edit: HTTPDocument.Edit =
            switch words[0] {
            case "toggle": .toggleParameter(index)
            case "remove": .removeParameter(index)
            case "add": .addParameter(name: name, value: value)
            case "set": .setParameter(index, name: name, value: value)
            case "header": .addHeader(name: name, value: value)
            case "value": .setHeader(index, name: name, value: value)
            case "without": .removeHeader(index)
            case "switch": .toggleHeader(index)
            default: .setTarget(words.last ?? "")
            }
        do throws(HTTPDocument.EditRefusal) {
            let document = try HTTPDocument(bytes: Array(parts[1].utf8)).applying(edit, toRequest: 0)
            return String(decoding: document.bytes, as: UTF8.self)
        } catch { return "! \(error.sentence)" }
    }

    @Test func `a parameter changes on its line, and question mark, version and fragment stay where they belong`() {
        let table = #"""
            toggle 0|GET http://a?x=1&y=2 HTTP/1.1 -> GET http://a\n    # &x=1\n    ?y=2 HTTP/1.1
            toggle 0|GET http://a?x=1&y=2 HTTP/1.1\t -> GET http://a\n    # &x=1\n    ?y=2 HTTP/1.1\t
            toggle 1|GET http://a?x=1&y=2&z=3#f HTTP/1.1 -> GET http://a?x=1\n    # &y=2\n    &z=3#f HTTP/1.1
            toggle 1|GET http://a?x=1&y=2#f HTTP/1.1 -> GET http://a?x=1#f HTTP/1.1\n    # &y=2
            toggle 1|GET http://a\n\t?x=1\n\t&y=2 HTTP/1.1\n -> GET http://a\n\t?x=1 HTTP/1.1\n\t# &y=2\n
            toggle 1|GET http://a\n\t?x=1 HTTP/1.1\n\t# &y=2\n -> GET http://a\n\t?x=1\n\t&y=2 HTTP/1.1\n
            toggle 0|GET http://a\n  // &x=1\n -> GET http://a\n  ?x=1\n
            remove 0|GET http://a?x=1&y=2#f HTTP/1.1 -> GET http://a?y=2#f HTTP/1.1
            remove 1|GET http://a?x=1&y=2 -> GET http://a?x=1
            remove 0|GET http://a?x=1 -> GET http://a
            remove 0|GET http://a\n  ?x=1 HTTP/1.1\nA: b -> GET http://a HTTP/1.1\nA: b
            remove 1|GET http://a?\n    x=1&\n    y=2\n -> GET http://a?\n    x=1&\n
            remove 0|GET http://a\n    # &x=1\n    ?y=2\n -> GET http://a\n    ?y=2\n
            add z=3|GET http://a#f -> GET http://a?z=3#f
            add z=3|GET {{base}}?{{q&x}} -> GET {{base}}?{{q&x}}&z=3
            add z=|http://a?x -> http://a?x&z=
            add z=3|GET http://a? HTTP/1.1 -> GET http://a?z=3 HTTP/1.1
            add z=3|GET http://a?#f -> GET http://a?z=3#f
            add z=3|GET http://a?x=1&#f -> GET http://a?x=1&z=3#f
            add z=3|GET http://a?\n    x=1&\n -> GET http://a?\n    x=1&\n    z=3\n
            add z=3|GET http://a\n  /b HTTP/1.1\n -> GET http://a\n  /b\n  ?z=3 HTTP/1.1\n
            set 0 x=a%20b|GET http://a?x=1 HTTP/1.1 -> GET http://a?x=a%20b HTTP/1.1
            set 0 y=|GET http://a?x -> GET http://a?y
            set 0 y=|GET http://a?x=1 -> GET http://a?y=
            """#
        #expect(TextTable.differences(table) { edited($0) } == [])
    }

    @Test func `a header is added below the others with their indent, and keeps the spelling of its line`() {
        let table = #"""
            header D=4|GET http://a -> GET http://a\nD: 4
            header D=|GET http://a\n\nbody -> GET http://a\nD:\n\nbody
            header D=4|GET http://a\n  A: 1\n\nb -> GET http://a\n  A: 1\n  D: 4\n\nb
            header D=4|GET http://a\n  # &y=2\n\nb -> GET http://a\n  # &y=2\nD: 4\n\nb
            header D=4|GET http://a\n# c\nA: 1\n# B: 2\n# d\n -> GET http://a\n# c\nA: 1\n# B: 2\nD: 4\n# d\n
            header D=4|GET http://a\nA: 1,\n  2\n -> GET http://a\nA: 1,\n  2\nD: 4\n
            value 0 A=x|GET http://a\nA:\n -> GET http://a\nA: x\n
            value 0 A=x|GET http://a\nA:   1  \n -> GET http://a\nA:   x  \n
            value 0 B=1|GET http://a\n//A : 1\n -> GET http://a\n//B : 1\n
            value 0 A=|GET http://a\nA: 1\n -> GET http://a\nA: \n
            without 0|GET http://a\nA: 1,\n  2\nB: 3\n -> GET http://a\nB: 3\n
            switch 0|GET http://a\n  A: 1\n -> GET http://a\n  # A: 1\n
            switch 0|GET http://a\n  //  A: 1\n -> GET http://a\n  A: 1\n
            """#
        #expect(TextTable.differences(table) { edited($0) } == [])
    }
}
