import Base
import JSONPath
import NetEngine
import Pattern
import XPath

/// Finds checks that can never pass, before any response exists: an invalid path, pattern, number or digest. Negation
/// does not make such a check pass.
enum CheckFlaws {
    /// The flaw as a clause; nil if there is none, or if it depends on a variable.
    static func flaw(of check: Check) -> String? { fieldFlaw(check.subject) ?? expectationFlaw(check) }

    private static func fieldFlaw(_ subject: Check.Subject) -> String? {
        switch subject {
        case .body(let path?) where !path.contains(bytes: "{{"):
            do throws(JSONPathParser.SyntaxError) {
                _ = try BodyPath.query(path)
                return nil
            } catch { return "\(path) is not a JSONPath: \(error.reason)" }
        case .xpath(let expression) where !expression.contains(bytes: "{{"):
            do throws(XPathParser.SyntaxError) {
                _ = try XPathParser.parse(expression)
                return nil
            } catch { return "\(expression) is not an XPath: \(error.reason)" }
        default: return nil
        }
    }

    private static func expectationFlaw(_ check: Check) -> String? {
        let expected = check.expected
        guard !expected.contains(bytes: "{{") else { return nil }
        switch check.predicate {
        case .equals where check.subject == .status && !check.isNegated:
            let isQuoted = expected.utf8.first == Byte.quote && expected.utf8.last == Byte.quote
            return JSONNumber(written: isQuoted ? String(expected.dropFirst().dropLast()) : expected) == nil
                ? "\(expected) is not a status, which is a number such as 200; 'status matches ^2' is for all that begin with 2"
                : nil
        case .greater, .greaterOrEqual, .less, .lessOrEqual:
            var text = expected
            if case .duration = check.subject { text = Check.milliseconds(expected) }
            return JSONNumber(written: text) == nil ? "\(expected) is not a number" : nil
        case .matches:
            return Pattern.syntaxError(in: expected, syntax: .common(ignoresCase: false)).map(Check.sentence)
        case .sha256: return digestFlaw(expected, bytes: 32)
        case .sha512: return digestFlaw(expected, bytes: 64)
        case .md5: return digestFlaw(expected, bytes: 16)
        default: return nil
        }
    }

    /// A digest is Base64 with padding, or hexadecimal digits.
    private static func digestFlaw(_ text: String, bytes: Int) -> String? {
        let count = text.utf8.count
        let isHexadecimal = count == bytes * 2 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard !isHexadecimal, count != (bytes + 2) / 3 * 4 else { return nil }
        return
            "\(text) is not such a digest: it has \(bytes * 2) hexadecimal digits, or \((bytes + 2) / 3 * 4) of Base64"
    }
}
