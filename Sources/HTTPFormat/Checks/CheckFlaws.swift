import JSONPath
import Pattern
import XPath

/// What is wrong with a check before any answer is there: a path, a pattern or a number that is none. Such a check can
/// never hold, not even turned round.
enum CheckFlaws {
    /// A clause; nil where nothing can be said, such as while a variable is to be replaced.
    static func flaw(of check: Check) -> String? { fieldFlaw(check.subject) ?? expectationFlaw(check) }

    private static func fieldFlaw(_ subject: Check.Subject) -> String? {
        switch subject {
        case .body(let path?) where !path.contains("{{"):
            do throws(JSONPathParser.SyntaxError) {
                _ = try JSONPathParser.parse(Check.rooted(path))
                return nil
            } catch { return "\(path) is no JSONPath: \(error.reason)" }
        case .xpath(let expression) where !expression.contains("{{"):
            do throws(XPathParser.SyntaxError) {
                _ = try XPathParser.parse(expression)
                return nil
            } catch { return "\(expression) is no XPath: \(error.reason)" }
        default: return nil
        }
    }

    private static func expectationFlaw(_ check: Check) -> String? {
        let expected = check.expected
        guard !expected.contains("{{") else { return nil }
        switch check.predicate {
        case .greater, .greaterOrEqual, .less, .lessOrEqual:
            var text = expected
            if case .duration = check.subject { text = Check.milliseconds(expected) }
            return JSONNumber(written: text) == nil ? "\(expected) is no number" : nil
        case .matches:
            return Pattern.syntaxError(in: expected, syntax: .common(ignoresCase: false)).map(Check.sentence)
        case .sha256: return digestFlaw(expected, bytes: 32)
        case .sha512: return digestFlaw(expected, bytes: 64)
        case .md5: return digestFlaw(expected, bytes: 16)
        default: return nil
        }
    }

    /// In base64 with its padding, or in hexadecimal digits.
    private static func digestFlaw(_ text: String, bytes: Int) -> String? {
        let count = text.utf8.count
        let isHexadecimal = count == bytes * 2 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard !isHexadecimal, count != (bytes + 2) / 3 * 4 else { return nil }
        return
            "\(text) is no such digest: that has \(bytes * 2) hexadecimal digits, or \((bytes + 2) / 3 * 4) of base64"
    }
}
