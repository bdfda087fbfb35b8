import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// Piped input, layouts of JSON, GraphQL bodies, and the names of blocks that both sides changed.
@Suite struct SmallReadersTests {
    @Test func `what a command pipes into curl is printed by printf and cat alone`() {
        let table = #"""
            printf 'a\\r\\t\\\\%%\\1012\\n' | curl x -> [a\r\t\%A2\n] curl x
            printf %s 'a%d' | curl x -> [a%d] curl x
            printf a |curl x -> [a] curl x
            cat -- f | curl x -> [] curl x file
            { printf a; printf %s b; cat -- f; printf c; } | curl x -> [abc] curl x file
            { printf a;  }  |  curl x -> [a] curl x
            printf $X | curl x -> [$X] curl x var
            printf '$X' | curl x -> [$X] curl x
            printf a -> none
            printf a; curl x -> none
            printf a b | curl x -> none
            printf %s a b | curl x -> none
            cat f | curl x -> none
            cat -- f g | curl x -> none
            printf 'a%' | curl x -> none
            printf 'a\\' | curl x -> none
            printf '\\x41' | curl x -> none
            printf '%d' | curl x -> none
            printf 'a | curl x -> none
            { printf a | curl x -> none
            {printf a; } | curl x -> none
            { printf a; } curl x -> none
            echo a | curl x -> none
            """#
        let wrong = TextTable.differences(table) { text in
            let bytes = Array(text.utf8)
            guard let input = PipedInput(bytes, from: 0) else { return "none" }
            return
                "[\(String(decoding: input.bytes, as: UTF8.self))] \(String(decoding: bytes[input.end...], as: UTF8.self))"
                + (input.sendsFile ? " file" : "") + (input.holdsExpansion ? " var" : "")
        }
        #expect(wrong == [])
    }

    @Test func `a layout has a value a line, and comments on their own`() {
        let table = #"""
             1  -> 1
            {} -> {}
            [ ] -> []
            {{x}} -> {{x}}
            {"a":{},"b":[]} -> {\n  "a": {},\n  "b": []\n}
            [1,[2]] -> [\n  1,\n  [\n    2\n  ]\n]
            { {{m}}, "a" : {{x}} } -> {\n  {{m}},\n  "a": {{x}}\n}
            [\n# c\n] -> [\n  # c\n]
            [1,\n// c\n2] -> [\n  1,\n  // c\n  2\n]
            # c\n1 -> # c\n1
            1\n# c -> 1\n# c
            {"a":\n# c\n1} -> {\n  "a":\n  # c\n  1\n}
            [\n< f.json\n] -> ! a line inserts a file
            """#
        let wrong = TextTable.differences(table) { text in
            do throws(JSONTemplate.FormatStop) { return try JSONTemplate(text).formatted() } catch {
                return "! \(error.sentence)"
            }
        }
        #expect(wrong == [])
    }

    @Test func `a GraphQL body that cannot be sent has its reason, and a query its name and variables`() {
        let table = #"""
            -> ! The body has no GraphQL query or mutation
            fragment F on T { x } -> ! The body has no GraphQL query or mutation
            subscription { a } -> ! A GraphQL subscription needs a WebSocket, which is not supported; queries and mutations are sent
            query A { a }\n\nsubscription B { b } -> ! A GraphQL subscription needs a WebSocket, which is not supported; queries and mutations are sent
            \n { a } \n -> { a }|-|-|2
            mutation M { a } -> mutation M { a }|M|-|0
            query { a }\n\nquery B { b }\n\n{"x": 1} \n -> query { a }\n\nquery B { b }|B|{"x": 1}|0
            """#
        let wrong = TextTable.differences(table) { text in
            do throws(GraphQLRequest.Problem) {
                let request = try GraphQLRequest(text)
                return [
                    request.query, request.operationName ?? "-", request.variables ?? "-", "\(request.queryStart)",
                ].joined(separator: "|")
            } catch { return "! \(error.reason)" }
        }
        #expect(wrong == [])
    }

    @Test func `added fragments say where they begin, and the first of two with one name counts`() throws {
        let fragments = [
            GraphQLFragment(name: "a", text: "fragment a on T { ...c ...own }", line: 3),
            GraphQLFragment(name: "b", text: "fragment b on T { y }", line: 7),
            GraphQLFragment(name: "b", text: "fragment b on T { no }", line: 9),
            GraphQLFragment(name: "c", text: "fragment c on T { ...a z }", line: 11),
            GraphQLFragment(name: "d", text: "fragment d on T { unused }", line: 13),
        ]
        let text = " { ...a ...b ...gone }\nfragment own on T { o }\n\n {\"x\": 1}\n"
        let request = try GraphQLRequest(text, fragments: fragments)
        let own = "{ ...a ...b ...gone }\nfragment own on T { o }"
        let parts = [own] + [1, 0, 3].map { fragments[$0].text }
        #expect(request.query == parts.joined(separator: "\n\n"))
        #expect(request.addedFragments.map(\.line) == [7, 3, 11])
        let bytes = Array(request.query.utf8)
        for (added, part) in zip(request.addedFragments, parts.dropFirst()) {
            #expect(bytes[added.start...].starts(with: Array(part.utf8)))
        }
        #expect(request.queryStart == 1 && request.variablesStart == 1 + own.utf8.count + 3)
        #expect(
            String(decoding: try GraphQLRequest("query A { a }\n\n{\"x\": [1 ,2]}").payload, as: UTF8.self)
                == #"{"query":"query A { a }","operationName":"A","variables":{"x": [1 ,2]}}"#)
    }

    @Test func `what both sides changed is called as the user calls it`() {
        func conflict(_ base: String, _ mine: String, _ theirs: String) -> [String]? {
            let outcome = BlockMerge.merge(
                base: HTTPDocument(bytes: Array(base.utf8)), mine: HTTPDocument(bytes: Array(mine.utf8)),
                theirs: HTTPDocument(bytes: Array(theirs.utf8)))
            guard case .conflict(let conflict) = outcome else { return nil }
            #expect(String(decoding: conflict.withMine, as: UTF8.self) == mine)
            #expect(String(decoding: conflict.withTheirs, as: UTF8.self) == theirs)
            return conflict.blocks
        }
        let top = "@a = 1\n\n### one\nGET http://h/1\n"
        #expect(
            conflict(top, top.replacing("= 1", with: "= 2"), top.replacing("= 1", with: "= 3"))
                == ["the lines above the first request"])
        let bare = "GET http://h/1\n"
        #expect(conflict(bare, bare + "A: 1\n", bare + "B: 1\n") == ["http://h/1"])
        let named = "# @name n\n" + bare
        #expect(conflict(named, named + "A: 1\n", named + "B: 1\n") == ["n"])
        let below = "### one\n" + bare + "\n###\n@x = 1\n"
        #expect(
            conflict(below, below.replacing("= 1", with: "= 2"), below.replacing("= 1", with: "= 3"))
                == ["the lines at 4"])
        #expect(conflict("", "a", "b") == ["the whole file"], "without a base")
        #expect(conflict(top, top + "# x\n", top + "# x\n") == nil)
    }

    @Test func `lines of a file end at LF, CRLF and CR, and the last one need not end`() {
        let table = #"""
            -> 0
            \n -> 1 [|\n]
            a -> 1 [a|]
            a\n -> 1 [a|\n]
            a\r\nb -> 2 [a|\r\n] [b|]
            a\r\rb\n -> 3 [a|\r] [|\r] [b|\n]
            a\n\r\nb\r -> 3 [a|\n] [|\r\n] [b|\r]
            """#
        let wrong = TextTable.differences(table) { text in
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBufferPointer { buffer in
                let lines = SourceLines(buffer)
                let all = (0..<lines.count).map { line in
                    let content = lines.content(line)
                    let end = bytes[content.upperBound..<lines.end(line)]
                    return
                        " [\(String(decoding: bytes[content], as: UTF8.self))|\(String(decoding: end, as: UTF8.self))]"
                }
                return "\(lines.count)" + all.joined()
            }
        }
        #expect(wrong == [])
        let marked = [0xEF, 0xBB, 0xBF] + Array("a\r\nbc\n".utf8)
        marked.withUnsafeBufferPointer { buffer in
            let lines = SourceLines(buffer)
            #expect(lines.markLength == 3 && lines.content(0) == 3..<4 && lines.whole(0) == 3..<6)
            #expect([0, 3, 5, 6, 8, 99].map { lines.line(at: $0) } == [0, 0, 0, 1, 1, 1])
            #expect([0, 1, 2, 9].map { lines.start($0) } == [3, 6, 9, 9])
            #expect(lines.isTerminated(1))
        }
    }

    @Test func `a query is split at its marks, and not within a variable`() {
        let table = #"""
            /x -> - 2:
            a&b=c -> - 5:
            /x? -> 2 3:
            /x?a=1&b -> 2 8: a=1 b=
            /x?a=b=c&&d=#e?f&g -> 2 12: a=b=c d=
            ?a?b=1 -> 0 6: a?b=1
            ?=1 -> 0 3: =1
            ?{{a&b=?#}}=1&c -> 0 15: {{a&b=?#}}=1 c=
            ?{{a&b -> 0 6: {{a= b=
            """#
        let wrong = TextTable.differences(table) { text in
            Array(text.utf8).withUnsafeBufferPointer { buffer in
                let line = LineText(buffer, 0..<buffer.count)
                let query = QuerySyntax(line)
                let parameters = query.parameters.map {
                    " \(LineText(line.bytes, $0.name).string)=\(LineText(line.bytes, $0.value).string)"
                }
                return "\(query.question.map { "\($0)" } ?? "-") \(query.end):" + parameters.joined()
            }
        }
        #expect(wrong == [])
    }
}
