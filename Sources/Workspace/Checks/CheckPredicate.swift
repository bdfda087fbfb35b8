import Base
import HTTPFormat
import JSONPath
import NetEngine
import Pattern
import XPath

/// Compares a value with what a check expects (HTTP-FORMAT §14), by httpYac's rules: the expected text is read as the
/// type of the actual value.
struct CheckComparison {
    /// The result. The reason is a clause that adds to what the two values already show.
    enum Verdict: Sendable, Hashable {
        case holds
        case fails(String?)
        /// The expectation is invalid whatever the value is; the negated check does not pass either.
        case broken(String)
    }

    /// The actual value.
    var value: CheckValue
    /// The value's bytes, for digests.
    var bytes: [UInt8]?
    var predicate: Check.Predicate
    var expected: String
    /// Shared with the other checks of the request.
    var budget = QueryBudget()

    func verdict() -> Verdict {
        guard cost == 0 || budget.spends(cost) else { return .broken(Self.clause(budget.end)) }
        switch predicate {
        case .equals: return equality(wanted: true)
        case .notEquals: return equality(wanted: false)
        case .greater, .greaterOrEqual, .less, .lessOrEqual: return order()
        case .startsWith, .endsWith, .includes: return inclusion()
        case .exists: return value.isTruthy ? .holds : .fails(absence ?? "it counts as false")
        case .isFalse: return value.isTruthy ? .fails(nil) : .holds
        case .isNumber: if case .number = value { return .holds }
        case .isBoolean: if case .bool = value { return .holds }
        case .isString: if case .text = value { return .holds }
        case .isArray: if case .json(_, true) = value { return .holds }
        case .matches: return match()
        case .sha256: return digest { SHA256.hash($0) }
        case .sha512: return digest { SHA512.hash($0) }
        case .md5: return digest { MD5.hash($0) }
        }
        return .fails(absence ?? "it is \(value.kind)")
    }

    /// The cost of comparisons that read the whole value, by its length; digests cost the most.
    private var cost: Int {
        let length = max(bytes?.count ?? 0, value.asText?.utf8.count ?? 0)
        return switch predicate {
        case .sha256, .sha512, .md5: 2 * length
        case .equals, .notEquals: if case .json = value { 4 * (length + expected.utf8.count) } else { length / 8 }
        case .startsWith, .endsWith, .includes, .matches: length / 2
        default: 0
        }
    }

    private static func clause(_ end: QueryBudget.End?) -> String {
        "the check was given up: \((end ?? .exhausted).clause)"
    }

    private var absence: String? { if case .missing(let why) = value { why } else { nil } }

    // MARK: Equality

    private func equality(wanted: Bool) -> Verdict {
        guard isEqual != wanted else { return .holds }
        guard wanted else { return .fails(nil) }
        if let absence { return .fails(absence) }
        if expected.count > 1, let quote = expected.first, quote == "\"" || quote == "'", expected.last == quote {
            return .fails("the quotation marks of what is expected are compared too")
        }
        return .fails(nil)
    }

    private var isEqual: Bool {
        switch value {
        case .missing: expected == "undefined"
        case .null: expected == "null"
        case .bool(let flag): expected.lowercased() == String(flag)
        case .number(let text): JSONNumber(written: expected).map { $0 == JSONNumber(text.utf8) } ?? false
        case .text(let text): text.utf8.elementsEqual(expected.utf8)
        case .json(let text, _): Self.areEqual(text, expected)
        }
    }

    /// Compares two JSON texts by value.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        guard (try? JSONTree.parse(Array(right.utf8))) != nil,
            let both = try? JSONTree.parse(Array("[\(left),\(right)]".utf8)), both.childCount(0) == 2
        else { return false }
        return JSONEquality(both).areEqual(1, both.next(1))
    }

    // MARK: Order

    private func order() -> Verdict {
        let there: JSONNumber?
        switch value {
        case .number(let text): there = JSONNumber(text.utf8)
        case .text(let text): there = JSONNumber(written: text)
        case .missing, .null, .bool, .json: there = nil
        }
        guard let limit = JSONNumber(written: expected) else { return .broken("\(expected) is not a number") }
        guard let there else { return .fails(absence ?? "it is not a number") }
        let holds =
            switch predicate {
            case .greater: there > limit
            case .greaterOrEqual: there >= limit
            case .less: there < limit
            default: there <= limit
            }
        return holds ? .holds : .fails(nil)
    }

    // MARK: Texts

    private func inclusion() -> Verdict {
        guard let text = value.asText, !text.isEmpty else { return .fails(absence ?? "there is no text") }
        let (bytes, part) = (Array(text.utf8), Array(expected.utf8))
        let holds =
            switch predicate {
            case .startsWith: bytes.starts(with: part)
            case .endsWith: bytes.count >= part.count && bytes[(bytes.count - part.count)...].elementsEqual(part)
            default: LinearSearch(part).first(in: bytes) != nil
            }
        return holds ? .holds : .fails(nil)
    }

    private func match() -> Verdict {
        let pattern: Pattern
        do throws(Pattern.SyntaxError) {
            pattern = try Pattern(expected, syntax: .common(ignoresCase: false))
        } catch {
            return .broken(Check.sentence(error))
        }
        guard let text = value.asText else { return .fails(absence ?? "there is no text") }
        guard budget.spends(pattern.cost + expected.utf8.count),
            let found = try? pattern.isFound(in: Array(text.utf8), budget)
        else {
            return .broken(budget.end.map(Self.clause) ?? "the pattern takes too many steps on this text")
        }
        return found ? .holds : .fails(nil)
    }

    /// Accepts a digest in Base64 or in hexadecimal digits.
    private func digest(_ hash: ([UInt8]) -> [UInt8]?) -> Verdict {
        guard let text = value.asText else { return .fails(absence ?? "there is no text") }
        var candidates = [bytes ?? Array(text.utf8)]
        // httpYac computes the digest of JSON as JavaScript writes it, without whitespace.
        if case .json = value { candidates.append(JSONText.withoutWhitespace(Array(text.utf8)[...])) }
        var first: String?
        for candidate in candidates {
            guard let digest = hash(candidate) else {
                return .broken("OpenSSL on this machine does not offer this digest")
            }
            var base64: [UInt8] = []
            Base64.encode(digest, to: &base64)
            let hexadecimal = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            if expected.utf8.elementsEqual(base64) || expected.lowercased() == hexadecimal { return .holds }
            first =
                first ?? (expected.count == hexadecimal.count ? hexadecimal : String(decoding: base64, as: UTF8.self))
        }
        return .fails("its digest is \(first ?? "")")
    }
}
