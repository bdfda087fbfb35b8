import Testing

@testable import JSONPath

@Suite struct JSONPathErrorTests {
    /// A query, and where it is wrong and why.
    @Test func `an error has its place and its reason`() {
        let query = "a query, a value or a function is expected here"
        let single = "a query that is compared may select only one node: use names and indexes only"
        let selector = "a name in quotes, an index, a slice, * or ?filter is expected here"
        let zero = "an integer has no leading zero and no minus before 0"
        let range = "an integer lies between -9007199254740991 and 9007199254740991"
        let rows = #"""
            a   0: a query begins with $
            $a   1: a segment (.name, ..name or [ ]) is expected here
            $ a   1: a segment (.name, ..name or [ ]) is expected here
            $.a b   3: nothing more is expected here
            $.   2: a name, * or [ is expected here
            $.1   2: a name, * or [ is expected here
            $..   3: a name, * or [ is expected here
            $...a   3: a name, * or [ is expected here
            $[   2: \#(selector)
            $[]   2: \#(selector)
            $['a',]   6: \#(selector)
            $[1 2]   4: a comma or ] is expected here
            $['a'   5: a comma or ] is expected here
            $[0:1:2:3]   7: a comma or ] is expected here
            $[?@.a=1]   6: a comma or ] is expected here
            $[?(@.a) == 1]   9: a comma or ] is expected here
            $[?!@.a==1]   7: a comma or ] is expected here
            $[01]   2: \#(zero)
            $[-0]   2: \#(zero)
            $[1:-0]   4: \#(zero)
            $[-]   2: a number is expected here
            $[9007199254740991]   valid
            $[-9007199254740991]   valid
            $[9007199254740992]   2: \#(range)
            $[-9007199254740992]   2: \#(range)
            $[10000000000000000]   2: \#(range)
            $['a   2: the string that begins here is not closed
            $['\x41']   3: there is no such escape
            $["\'"]   3: there is no such escape
            $['a\   4: there is no such escape
            $['\u00ag']   3: four hexadecimal digits are expected after \u
            $['\u00a   3: four hexadecimal digits are expected after \u
            $['\uD800']   3: half of a surrogate pair is missing
            $['\uD800\uD800']   3: half of a surrogate pair is missing
            $['\uDC00']   3: half of a surrogate pair is missing
            $[?@.a==]   8: \#(query)
            $[?@.a == (1)]   10: \#(query)
            $[?foo]   3: \#(query)
            $[?@.a==True]   8: \#(query)
            $[?1]   3: a value alone is neither true nor false; compare it
            $[?true]   3: a value alone is neither true nor false; compare it
            $[?count(@.a)]   3: the result of this function must be compared
            $[?@.*==1]   3: \#(single)
            $[?1==@..a]   6: \#(single)
            $[?length(@.*)==1]   10: \#(single)
            $[?match('a', @.*)]   14: \#(single)
            $[?count(1)==1]   9: a query is expected here
            $[?value('a')==1]   9: a query is expected here
            $[?match(@.a,'a')==true]   3: an expression that is true or false cannot be compared
            $[?length(@.a == 1)==1]   10: an expression that is true or false cannot be compared
            $[?foo(@.a)]   3: there is no function of this name; there are length, count, value, match and search
            $[?count(@.a,@.b)==1]   3: count takes one argument, not 2
            $[?length()==1]   3: length takes one argument, not 0
            $[?match(@.a)]   3: match takes two arguments, not 1
            $[?search(@.a,'a','b')]   3: search takes two arguments, not 3
            $[?(@.a]   7: a ) is expected here
            $[?length(@.a]   13: a comma or ) is expected here
            $[?@.a==01]   8: a number has no leading zero
            $[?@.a==-]   8: a number is expected here
            $[?@.a==1.]   10: a digit is expected after the point
            $[?@.a==1e]   10: a digit is expected in the exponent
            $[?@.a==1e+]   11: a digit is expected in the exponent
            """#
        let found = rows.split(separator: "\n").map { row in
            let query = String(row.split(separator: "   ")[0])
            return "\(query)   " + (error(query).map { "\($0.offset): \($0.reason)" } ?? "valid")
        }
        #expect(found.joined(separator: "\n") == rows)
        #expect(error("")?.reason == "a query begins with $")
        #expect(error("$['\u{1F}']") == .init(offset: 3, reason: "a control character must be escaped in a string"))
        #expect(error("$['\u{7F}']") == nil)
    }

    private func error(_ query: String) -> JSONPathParser.SyntaxError? {
        do throws(JSONPathParser.SyntaxError) {
            _ = try JSONPathParser.parse(query)
            return nil
        } catch { return error }
    }

    @Test func `brackets and parentheses nest sixty-four levels deep`() {
        func nested(_ levels: Int) -> String {
            "$[?" + String(repeating: "(", count: levels) + "@" + String(repeating: ")", count: levels) + "]"
        }
        #expect(error(nested(63)) == nil)
        #expect(error(nested(64)) == .init(offset: 66, reason: "the query is nested more than 64 levels deep"))
        // Levels that are closed do not count.
        #expect(error("$" + String(repeating: "[0]", count: 65)) == nil)
    }

    @Test func `five hundred segments may select several values`() {
        func long(_ segments: Int) -> String { "$" + String(repeating: "[*]", count: segments) }
        #expect(error(long(500)) == nil)
        #expect(error(long(501)) == .init(offset: 1504, reason: "more than 500 segments that select several values"))
    }

    @Test func `why a query was given up is said in a clause`() {
        let limits: [JSONPathEvaluation.Limit] = [
            .tooManyNodes(10), .tooManySteps(9), .patternTooSlow("a+"), .patternTooLarge("a{9}", reason: "too large"),
        ]
        #expect(
            limits.map(\.clause) == [
                "the query selects more than 10 values; "
                    + "two or more '..' in a row select the same values again and again",
                "the query looks at the same values again and again, and was given up; "
                    + "two or more '..' in a row and filters that walk the whole document for each value do that",
                "the pattern a+ takes too many steps on the texts; make its repetitions smaller",
                "the pattern a{9} cannot be used: too large",
            ])
    }
}
