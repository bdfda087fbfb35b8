import Pattern
import Testing

@testable import XPath

@Suite struct XPathErrorTests {
    /// An expression, and where it is wrong and why.
    @Test func `an error has its place and its reason`() {
        let rows = """
            a b   2: an operator is expected here
            1e3   1: an operator is expected here
            //   2: a step is missing at the end
            /a/   3: a step is missing at the end
            a/   2: a step is missing at the end
            1 +   3: a step is missing at the end
            a[]   2: a step is expected here
            @@a   1: a step is expected here
            ..[1]   2: nothing more is expected here
            a]   1: nothing more is expected here
            $x   0: variables are not supported here
            !   0: this is not part of an expression
            a # b   2: this is not part of an expression
            a:   2: a name is expected after the colon
            a:1   2: a name is expected after the colon
            a:b (1)   0: there is no function a:b
            foo(1)   0: there is no function foo
            count(1)   0: count takes a node-set
            1 + sum('x')   4: sum takes a node-set
            name('x')   0: name takes a node-set
            local-name('x')   0: local-name takes a node-set
            namespace-uri('x')   0: namespace-uri takes a node-set
            count()   0: count takes 1 argument
            true(1)   0: true takes 0 arguments
            last(1)   0: last takes 0 arguments
            string(1, 2)   0: string takes 0 or 1 arguments
            contains('a')   0: contains takes 2 arguments
            substring('a')   0: substring takes 2 or 3 arguments
            translate('a', 'b')   0: translate takes 3 arguments
            translate(1, 2, 3, 4)   0: translate takes 3 arguments
            concat('a')   0: concat takes 2 or more arguments
            1 | a   5: | joins node-sets only
            a | 'x'   7: | joins node-sets only
            'open   0: the string that begins here is not closed
            a = "open'   4: the string that begins here is not closed
            a::b   0: there is no axis a
            namespace::x   0: the namespace axis is not supported
            (1)[2]   3: only a node-set can be filtered or stepped into
            'a'/b   3: only a node-set can be filtered or stepped into
            count(a   7: a comma or ) is expected here
            count(a b)   8: an operator is expected here
            (a   2: a ) is expected here
            text(a)   5: a ) is expected here
            comment('x')   8: a ) is expected here
            a[1   3: a ] is expected here
            a[1)   3: a ] is expected here
            """
        let found = rows.split(separator: "\n").map { row in
            let expression = String(row.split(separator: "   ")[0])
            do throws(XPathParser.SyntaxError) {
                _ = try XPathParser.parse(expression)
                return "\(expression)   valid"
            } catch { return "\(expression)   \(error.offset): \(error.reason)" }
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `expressions nest thirty-two levels deep and have ten thousand parts`() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "(", count: levels) + "1" + String(repeating: ")", count: levels)
        }
        _ = try XPathParser.parse(nested(31))
        #expect(throws: error(32, "the expression is nested more than 32 levels deep")) {
            try XPathParser.parse(nested(32))
        }
        let signs = String(repeating: "-", count: 9_999)
        _ = try XPathParser.parse(signs + "1")
        #expect(throws: error(10_001, "the expression is too long")) { try XPathParser.parse(signs + "-1") }
    }

    private func error(_ offset: Int, _ reason: String) -> XPathParser.SyntaxError {
        XPathParser.SyntaxError(offset: offset, reason: reason)
    }

    @Test func `why evaluation was given up is said in a clause`() {
        let failures: [XPathEvaluation.Failure] = [.tooMuchWork, .unknownPrefix("q"), .givenUp(.stopped)]
        #expect(
            failures.map(\.reason) == [
                "the expression looks at too many nodes", "the prefix \"q\" is not declared in the document",
                "the expression was given up: it was stopped",
            ])
    }
}
