import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import XPath

/// What each part of XPath 1.0 finds in one document, in every combination, as it was recorded (`Recorded`).
@Suite struct RecordedXPathTests {
    private static let text = """
        <?xml version="1.0"?><!-- head --><s xmlns="urn:s" xmlns:p="urn:p" xml:lang="en-GB"><b id="b1" n="2">one<i>two
        </i><!--c--></b><b xml:id="b2" p:n="-3.5"> 8 <?go now?><p:b n="b1"/></b><e xml:lang="de"/> tail </s><?end?>
        """

    private static func evaluation(_ text: String = text) throws -> XPathEvaluation {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: Array(text.utf8),
            wireBodyByteCount: nil, isComplete: true)
        return XPathEvaluation(try XMLTreeDecoder().decode(response))
    }

    /// The value of an expression, or why there is none.
    private static func said(_ expression: String, _ evaluation: XPathEvaluation) -> String {
        do {
            let value = try evaluation.value(try XPathParser.parse(expression))
            guard case .nodes(let nodes) = value else {
                return Printed(value).text.split(separator: "\n").joined(separator: " ")
            }
            return "\(nodes.count): "
                + nodes.map { Printed.escaped(String(evaluation.document.source($0).prefix(18))) }.joined(
                    separator: " ¦ ")
        } catch let error as XPathParser.SyntaxError {
            return "\(error.offset): \(error.reason)"
        } catch {
            return "\(error)"
        }
    }

    private static func table(_ expressions: [String], _ evaluation: XPathEvaluation) -> String {
        expressions.map { "\(Printed.escaped($0))   \(said($0, evaluation))" }.joined(separator: "\n")
    }

    // MARK: Paths

    @Test func `each axis finds the recorded nodes`() throws {
        let document = try Self.evaluation()
        let starts = [
            "/", "/*", "//*[3]", "//*[@n][1]", "//@n", "//text()[1]", "//comment()", "//processing-instruction()",
        ]
        let tests = [
            "*", "node()", "text()", "comment()", "processing-instruction()", "processing-instruction('go')", "p:*",
            "p:b", "b", "n", "*[1]", "*[last()]", "node()[2]", "node()[position() < 3][last()]",
        ]
        let axes = XPathQuery.Axis.allCases.map(\.rawValue)
        try Recorded.expect(
            starts.map { start in
                let paths = axes.flatMap { axis in
                    tests.map { start == "/" ? "/\(axis)::\($0)" : "\(start)/\(axis)::\($0)" }
                }
                return (start, Self.table(paths, document))
            }, in: "xpath/axes")
    }

    // MARK: Values

    private static let operands = [
        "0", "1", "-2.5", "'1'", "'x'", "''", "true()", "//@n", "//nope", "//*", "0 div 0",
    ]

    @Test func `each operator has the recorded value`() throws {
        let document = try Self.evaluation()
        let signs = ["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "div", "mod", "and", "or", "|"]
        try Recorded.expect(
            signs.map { sign in
                let all = Self.operands.flatMap { first in Self.operands.map { "\(first) \(sign) \($0)" } }
                return (sign, Self.table(all, document))
            }, in: "xpath/operators")
    }

    @Test func `each function has the recorded value`() throws {
        let document = try Self.evaluation()
        let texts = ["''", "'a'", "'ab'", "'b a\u{308} b'", "1", "//@n", "//nope"]
        let numbers = ["-1", "0", "1", "1.5", "2.5", "9", "0 div 0", "1 div 0", "-1 div 0", "'x'", "//@n"]
        try Recorded.expect(
            XPathFunction.allCases.map { function in
                let name = function.rawValue
                var all = (["\(name)()"] + Self.operands.map { "\(name)(\($0))" })
                all += ["//*[\(name)()]", "//*[\(name)(.)]", "//*[\(name)(@n)]", "//node()[\(name)('en')]"]
                switch function {
                case .concat, .startsWith, .contains, .substringBefore, .substringAfter:
                    all += texts.flatMap { first in texts.map { "\(name)(\(first), \($0))" } }
                case .substring:
                    all += numbers.map { "\(name)('12345', \($0))" }
                    all += numbers.flatMap { first in numbers.map { "\(name)('12345', \(first), \($0))" } }
                case .translate:
                    all += texts.flatMap { first in texts.map { "\(name)('abc b', \(first), \($0))" } }
                case .floor, .ceiling, .round, .number, .string, .boolean:
                    all += ["2.5", "-2.5", "0.4", "-0.4", "-0", "1e3", ".5", "5.", "4000000000000001", "0.1 + 0.2"].map
                    {
                        "\(name)(\($0))"
                    }
                    all += ["' 7 '", "'-7.'", "'.5'", "'+1'", "'1e3'", "'0x1'", "'1 2'", "'-'", "'\u{A0}1'"].map {
                        "\(name)(\($0))"
                    }
                default: break
                }
                return (name, Self.table(all, document))
            }, in: "xpath/functions")
    }

    // MARK: Errors

    @Test func `an expression that is cut, and one with a sign too many, is refused as it was recorded`() throws {
        let document = try Self.evaluation()
        let expressions = [
            "/s/b[@id='b1']/text()", "count(//b[1]) + 2 * -3", "ancestor-or-self::p:b/..", "//*[. = \"x\" or not(1)]",
            "(a | b)[last()]/@*", "substring('ab', 1, 2) != 'a' and 1 <= .5",
            "processing-instruction('go')/self::node()", "div div mod mod and and or",
        ]
        try Recorded.expect(
            expressions.map { whole in
                let all = brokenTexts(whole, signs: ["(", "]", ":", "@", "/", "'", " ", "$"], every: 6)
                return (whole, Self.table(all, document))
            }, in: "xpath/odd")
    }
}
