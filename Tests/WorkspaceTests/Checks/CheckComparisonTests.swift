import Base
import HTTPFormat
import Testing

@testable import Workspace

/// A value against what a check expects, and the line that a command prints of it.
@Suite struct CheckComparisonTests {
    private typealias Verdict = CheckComparison.Verdict
    private typealias Row = (value: CheckValue, predicate: Check.Predicate, expected: String, verdict: Verdict)

    private static let gone = CheckValue.missing("there is no body")

    private static func check(_ rows: [Row]) {
        for row in rows {
            let verdict = CheckComparison(value: row.value, predicate: row.predicate, expected: row.expected).verdict()
            #expect(verdict == row.verdict, "\(row.value) \(row.predicate) \(row.expected)")
        }
    }

    @Test func `equality reads what is expected as the type of the value`() {
        let quotes = Verdict.fails("the quotation marks of what is expected are compared too")
        Self.check([
            (.number("1.0"), .equals, "1", .holds), (.number("10"), .equals, "one", .fails(nil)),
            (.number("9007199254740993"), .equals, "9007199254740992", .fails(nil)),
            (.text("1.0"), .equals, "1", .fails(nil)), (.text("a"), .equals, "a", .holds),
            (.text("a"), .equals, "A", .fails(nil)), (.text("a"), .equals, "\"a\"", quotes),
            (.text("a"), .equals, "'a'", quotes), (.text("a"), .equals, "\"", .fails(nil)),
            (.text("a"), .equals, "\"a'", .fails(nil)), (.text("\"a\""), .equals, "\"a\"", .holds),
            (.bool(true), .equals, "TRUE", .holds), (.bool(true), .equals, "1", .fails(nil)),
            (.bool(false), .equals, "false", .holds), (.null, .equals, "null", .holds),
            (.null, .equals, "undefined", .fails(nil)), (.null, .equals, "", .fails(nil)),
            (Self.gone, .equals, "undefined", .holds), (Self.gone, .equals, "x", .fails("there is no body")),
            (Self.gone, .equals, "null", .fails("there is no body")),
            (.json(#"{"a":1,"b":[2,3]}"#, isArray: false), .equals, #"{ "b": [2, 3], "a": 1.0 }"#, .holds),
            (.json("[1,2]", isArray: true), .equals, "[2,1]", .fails(nil)),
            (.json("[1,2]", isArray: true), .equals, "[1,2", .fails(nil)),
            (.json("[1]", isArray: true), .equals, "1],[1", .fails(nil)),
        ])
    }

    @Test func `an inequality holds exactly where the equality does not, and gives no reason`() {
        for value in [.number("2"), .text("a"), .bool(true), .null, Self.gone, .json("[1]", isArray: true)]
            as [CheckValue]
        {
            for expected in ["2", "a", "true", "null", "undefined", "[ 1 ]", "", "\"a\""] {
                let isEqual =
                    CheckComparison(value: value, predicate: .equals, expected: expected).verdict() == .holds
                Self.check([(value, .notEquals, expected, isEqual ? .fails(nil) : .holds)])
            }
        }
    }

    @Test func `numbers are compared up to the limit itself, texts only if they are numbers`() {
        let signs: [(Check.Predicate, Set<String>)] = [
            (.greater, ["3", "2.5"]), (.greaterOrEqual, ["3", "2.5", "2", "2.0"]), (.less, ["1", "-2"]),
            (.lessOrEqual, ["1", "-2", "2", "2.0"]),
        ]
        for (sign, holding) in signs {
            for number in ["3", "2.5", "2", "2.0", "1", "-2"] {
                let verdict: Verdict = holding.contains(number) ? .holds : .fails(nil)
                Self.check([(.number(number), sign, "2", verdict), (.text(number), sign, "2", verdict)])
            }
            let none = Verdict.fails("it is not a number")
            Self.check([
                (.text("two"), sign, "2", none), (.text(""), sign, "2", none), (.bool(true), sign, "2", none),
                (.null, sign, "2", none), (.json("[2]", isArray: true), sign, "2", none),
                (Self.gone, sign, "2", .fails("there is no body")),
                (.number("2"), sign, "x", .broken("x is not a number")),
                (Self.gone, sign, "x", .broken("x is not a number")),
            ])
        }
    }

    @Test func `a part of a text is found at its end, its beginning or anywhere`() {
        let none = Verdict.fails("there is no text")
        Self.check([
            (.text("abc"), .startsWith, "ab", .holds), (.text("abc"), .startsWith, "b", .fails(nil)),
            (.text("abc"), .startsWith, "abcd", .fails(nil)), (.text("abc"), .endsWith, "bc", .holds),
            (.text("abc"), .endsWith, "abc", .holds), (.text("abc"), .endsWith, "xabc", .fails(nil)),
            (.text("abc"), .endsWith, "b", .fails(nil)), (.text("abc"), .includes, "b", .holds),
            (.text("abc"), .includes, "c", .holds), (.text("abc"), .includes, "B", .fails(nil)),
            (.number("123"), .startsWith, "12", .holds), (.bool(true), .includes, "ru", .holds),
            (.json("[1]", isArray: true), .endsWith, "]", .holds), (.text(""), .includes, "a", none),
            (.null, .includes, "n", none), (Self.gone, .includes, "x", .fails("there is no body")),
            (.text("abc"), .matches, "b", .holds), (.text("abc"), .matches, "^b", .fails(nil)),
            (.text(""), .matches, "^$", .holds), (.null, .matches, "n", none),
            (Self.gone, .matches, "x", .fails("there is no body")),
        ])
        guard case .broken = CheckComparison(value: .text("("), predicate: .matches, expected: "(").verdict() else {
            return #expect(Bool(false), "a pattern that is none breaks the check")
        }
    }

    @Test func `what counts as true, and each type, is that of JavaScript`() {
        let values: [(CheckValue, isTruthy: Bool, kind: String)] = [
            (.text("x"), true, "a text"), (.text(""), false, "a text"), (.number("2"), true, "a number"),
            (.number("0"), false, "a number"), (.number("0.00"), false, "a number"), (.bool(true), true, "a boolean"),
            (.bool(false), false, "a boolean"), (.null, false, "null"), (.json("[]", isArray: true), true, "an array"),
            (.json("{}", isArray: false), true, "an object"),
        ]
        let types: [(Check.Predicate, String)] = [
            (.isString, "a text"), (.isNumber, "a number"), (.isBoolean, "a boolean"), (.isArray, "an array"),
        ]
        for (value, isTruthy, kind) in values {
            Self.check([
                (value, .exists, "", isTruthy ? .holds : .fails("it counts as false")),
                (value, .isFalse, "", isTruthy ? .fails(nil) : .holds),
            ])
            for (predicate, wanted) in types {
                Self.check([(value, predicate, "", kind == wanted ? .holds : .fails("it is \(kind)"))])
            }
        }
        Self.check([
            (Self.gone, .exists, "", .fails("there is no body")), (Self.gone, .isFalse, "", .holds),
            (Self.gone, .isNumber, "", .fails("there is no body")),
        ])
    }

    @Test func `a digest is taken in either spelling, and named in that of what is expected`() {
        let hexadecimal = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let base64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
        Self.check([
            (.text("abc"), .sha256, hexadecimal, .holds), (.text("abc"), .sha256, hexadecimal.uppercased(), .holds),
            (.text("abc"), .sha256, base64, .holds),
            (.text("abc"), .sha256, base64.lowercased(), .fails("its digest is \(base64)")),
            (
                .text("abc"), .sha256, String(repeating: "0", count: 64),
                .fails("its digest is \(hexadecimal)")
            ), (.null, .sha256, hexadecimal, .fails("there is no text")),
            (Self.gone, .sha512, "", .fails("there is no body")),
            // JSON as it came, and without its whitespace.
            (
                .json(#"{ "a": 1 }"#, isArray: false), .sha256,
                "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862", .holds
            ),
        ])
        let bytes = CheckComparison(value: .text("x"), bytes: Array("abc".utf8), predicate: .sha256, expected: base64)
        #expect(bytes.verdict() == .holds, "the bytes count, not the text made of them")
    }

    // MARK: The line of a result

    private static func result(
        _ verdict: CheckResult.Verdict, actual: String? = nil, reason: String? = nil, isPlaced: Bool = false,
        isRequest: Bool? = nil
    ) -> CheckResult {
        CheckResult(
            text: "c", line: 1, verdict: verdict, expected: "e", actual: actual, reason: reason,
            place: isPlaced ? BodyPlace(offset: 5, line: 2, column: 3, path: "$.a") : nil,
            described: isRequest.map { CheckResult.Described(operation: "GET /", isRequest: $0) })
    }

    @Test func `the line of a result has the value, the reason and the place, and nothing else if it passed`() {
        let long = String(repeating: "x", count: 121)
        let place = ", at line 2, column 3 of the body: $.a"
        for (result, line) in [
            (Self.result(.passed, actual: "1", reason: "r", isPlaced: true), "c"),
            (Self.result(.failed, actual: "1"), "c: was 1"), (Self.result(.failed, reason: "r"), "c: r"),
            (Self.result(.failed, actual: "1", reason: "r", isPlaced: true), "c: was 1 (r)\(place)"),
            (Self.result(.failed), "c"), (Self.result(.warning, reason: "r"), "c: r"),
            (Self.result(.warning, isPlaced: true), "c: it is not what the description says\(place)"),
            (Self.result(.notEvaluated, isPlaced: true), "c: not evaluated, it is not available"),
            (Self.result(.notEvaluated, reason: "r"), "c: not evaluated, r"),
            (Self.result(.failed, reason: "r", isPlaced: true, isRequest: false), "c: r\(place)"),
            (
                Self.result(.warning, reason: "r", isPlaced: true, isRequest: true),
                "c: r, at line 2, column 3 of the request's body: $.a"
            ),
        ] {
            #expect(CheckOutput.sentence(result).string == line)
        }
        for (actual, reason, line) in [
            ("1", nil, "status == {{x}}: expected e, was 1"), (nil, "r", "status == {{x}}: expected e (r)"),
            ("1", "r", "status == {{x}}: expected e, was 1 (r)"),
        ] as [(String?, String?, String)] {
            var result = Self.result(.failed, actual: actual, reason: reason)
            result.text = "status == {{x}}"
            #expect(CheckOutput.sentence(result).string == line)
        }
        let cut = CheckOutput.sentence(Self.result(.failed, actual: long)).string
        #expect(cut.hasPrefix("c: was xxx") && !cut.contains(long) && cut.count <= 7 + 121)
        let marks = [CheckResult.Verdict.passed, .failed, .warning, .notEvaluated].map(CheckOutput.mark)
        #expect(marks == ["ok      ", "FAILED  ", "warning ", "unknown "])
    }

    @Test func `a score counts warnings and what is unknown with none`() {
        #expect(CheckOutput.score(CheckReport()) == nil)
        let report = CheckReport(results: [Self.result(.passed), Self.result(.failed), Self.result(.passed)])
        #expect(CheckOutput.score(report) == "checks 2/3")
    }
}
