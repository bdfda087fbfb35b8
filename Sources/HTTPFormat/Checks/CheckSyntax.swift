import NetEngine

/// Reads the text of a check (HTTP-FORMAT §14): `type [field] predicate [expected]`.
///
/// The leftmost predicate after type and field counts; inside brackets, parentheses or quotes it belongs to the field.
/// httpYac takes the rightmost anywhere, and knows fewer spellings: where it reads a line differently, `differences`
/// says so.
package struct CheckSyntax: Sendable {
    /// Why a line is not a valid check, as a clause.
    package struct SyntaxError: Error, Hashable {
        package var reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    package let result: Result<Check, SyntaxError>
    /// How httpYac would read the line differently, as sentences; empty if it reads it the same way.
    let differences: [String]

    package init(_ text: String) {
        var reader = Reader(text)
        do throws(SyntaxError) { result = .success(try reader.read()) } catch { result = .failure(error) }
        differences = reader.differences
    }

    /// A notice about a line that holds a check.
    package struct Remark: Sendable, Hashable {
        package var id: String
        package var severity: Notice.Severity
        package var text: String

        package init(id: String, severity: Notice.Severity, text: String) {
            self.id = id
            self.severity = severity
            self.text = text
        }
    }

    /// The notices for a line with a check (HTTP-FORMAT §19): E6 where `??` begins something that is not a check or can
    /// never pass, N11 where httpYac reads it differently, N8 for JavaScript, N14 for a comment that another tool may
    /// read as a check.
    package static func remarks(_ text: String, _ spelling: SavedRequest.AssertionLine.Spelling) -> [Remark] {
        let syntax = CheckSyntax(text)
        switch syntax.result {
        case .failure(let error):
            guard spelling == .questionMarks else {
                return [Remark(id: "N14", severity: .warning, text: "Kept and not checked: \(error.reason)")]
            }
            return [Remark(id: "E6", severity: .error, text: "Not a valid check; it is never sent: \(error.reason)")]
        case .success(let check):
            var remarks: [Remark] = []
            if case .script(let expression) = check.subject, ScriptPath(expression) == nil {
                remarks.append(
                    Remark(id: "N8", severity: .warning, text: "JavaScript is not run: this check is not evaluated"))
            }
            if let flaw = CheckFlaws.flaw(of: check) {
                // A comment may be another tool's check, with another syntax.
                let severity: Notice.Severity = spelling == .comment ? .warning : .error
                remarks.append(Remark(id: "E6", severity: severity, text: "This check can never pass: \(flaw)"))
            }
            // httpYac does not read checks in comments.
            if spelling == .questionMarks {
                remarks += syntax.differences.map { Remark(id: "N11", severity: .warning, text: $0) }
            }
            return remarks
        }
    }

    // MARK: Reading

    private struct Found {
        var start: Int
        var end: Int
        var word: String
        /// True if whitespace precedes it.
        var isApart: Bool
    }

    private struct Reader {
        private let text: [Character]
        var differences: [String] = []

        init(_ text: String) { self.text = Array(text) }

        mutating func read() throws(SyntaxError) -> Check {
            guard let first = text.first, !first.isWhitespace else { throw SyntaxError(reason: "it is empty") }
            let typeEnd = text.firstIndex { $0.isWhitespace || "=!<>".contains($0) } ?? text.count
            let type = String(text[..<typeEnd])
            guard Self.types.contains(type.lowercased()) else {
                throw SyntaxError(
                    reason: "\(type.prefix(40)) is not one of \(Self.types.joined(separator: ", "))")
            }
            guard let found = predicate(from: typeEnd) else {
                throw SyntaxError(reason: "it has no predicate such as ==, exists or matches")
            }
            var field = String(text[typeEnd..<found.start]).trimmingAllWhitespace()
            guard let (predicate, differs) = Self.predicates[found.word.lowercased()] else {
                throw SyntaxError(reason: "it has no predicate")
            }
            var isNegated = false
            let beforeNot = field.dropLast(3)
            if field.lowercased().hasSuffix("not"), beforeNot.last?.isWhitespace ?? true {
                isNegated = true
                field = String(beforeNot).trimmingAllWhitespace()
            }
            let expected = String(text[found.end...]).trimmingAllWhitespace()
            if predicate.takesExpected, expected.isEmpty, !Self.takesEmpty.contains(predicate) {
                throw SyntaxError(reason: "nothing follows \(found.word)")
            }
            let check = Check(
                subject: try subject(type.lowercased(), field), isNegated: isNegated, predicate: predicate,
                expected: expected)
            note(check, type: type, found, differs: differs)
            return check
        }

        private static let types = ["status", "header", "duration", "body", "js", "xpath", "cache", "error"]
        private static let takesEmpty: Set<Check.Predicate> = [.equals, .notEquals]

        /// All spellings in lower case, and whether httpYac lacks them.
        private static let predicates: [String: (Check.Predicate, isOurs: Bool)] = {
            var all: [String: (Check.Predicate, isOurs: Bool)] = [
                "equals": (.equals, false), "contains": (.includes, false), "istrue": (.exists, false),
                "===": (.equals, true), "!==": (.notEquals, true),
            ]
            for predicate in Check.Predicate.allCases { all[predicate.rawValue.lowercased()] = (predicate, false) }
            return all
        }()

        private static let exact: Set<String> = Set(
            Check.Predicate.allCases.map(\.rawValue) + ["equals", "contains", "isTrue"])

        private static let signs = ["===", "!==", "==", "!=", ">=", "<=", ">", "<"]

        /// The leftmost predicate outside brackets and quotes; if those are not closed, the leftmost anywhere.
        private func predicate(from start: Int) -> Found? {
            predicate(from: start, minding: true) ?? predicate(from: start, minding: false)
        }

        private func predicate(from start: Int, minding minds: Bool) -> Found? {
            var closers: [Character] = []
            var place = start
            while place < text.count {
                let character = text[place]
                if minds, let closer = closers.last {
                    if character == closer {
                        closers.removeLast()
                    } else if closer == "'" || closer == "\"" {
                        if character == "\\" { place += 1 }
                    } else if let next = Self.closer(of: character) {
                        closers.append(next)
                    }
                    place += 1
                    continue
                }
                if minds, let closer = Self.closer(of: character) {
                    closers.append(closer)
                    place += 1
                    continue
                }
                let isApart = place > 0 && text[place - 1].isWhitespace
                if let sign = Self.signs.first(where: { text[place...].starts(with: $0) }) {
                    return Found(start: place, end: place + sign.count, word: sign, isApart: isApart)
                }
                if isApart {
                    let end = text[place...].firstIndex(where: \.isWhitespace) ?? text.count
                    let word = String(text[place..<end])
                    if Self.predicates[word.lowercased()] != nil {
                        return Found(start: place, end: end, word: word, isApart: true)
                    }
                }
                place += 1
            }
            return nil
        }

        private static func closer(of character: Character) -> Character? {
            switch character {
            case "[": "]"
            case "(": ")"
            case "{": "}"
            case "'", "\"": character
            default: nil
            }
        }

        private func subject(_ type: String, _ field: String) throws(SyntaxError) -> Check.Subject {
            switch type {
            case "status":
                guard field.isEmpty else {
                    throw SyntaxError(reason: "nothing belongs between status and the predicate")
                }
                return .status
            case "header":
                guard !field.isEmpty else { throw SyntaxError(reason: "the name of the header is missing") }
                return .header(field)
            case "duration":
                guard !field.isEmpty else { return .duration(.total) }
                guard let phase = CheckPhase(word: field) else {
                    let phases = CheckPhase.allCases.map(\.rawValue).joined(separator: ", ")
                    throw SyntaxError(reason: "\(field.prefix(40)) is not a phase; the phases are \(phases)")
                }
                return .duration(phase)
            case "body": return .body(path: field.isEmpty ? nil : field)
            case "cache":
                guard !field.isEmpty else { return .cache(.outcome) }
                guard let fact = Check.CacheFact(rawValue: field.lowercased()) else {
                    throw SyntaxError(reason: "cache can be followed by stored, reason or age only")
                }
                return .cache(fact)
            case "error":
                guard field.isEmpty || field.lowercased() == "phase" else {
                    throw SyntaxError(reason: "error can be followed by phase only")
                }
                return .error(phase: !field.isEmpty)
            default:
                guard !field.isEmpty else { throw SyntaxError(reason: "the expression is missing") }
                return type == "js" ? .script(field) : .xpath(field)
            }
        }

        // MARK: httpYac

        private mutating func note(_ check: Check, type: String, _ found: Found, differs isOurs: Bool) {
            let theirs = "httpYac"
            if !found.isApart {
                differences.append("\(theirs) needs a space before \(found.word), and sends this line as body")
            }
            if found.word == "===" || found.word == "!==" {
                differences.append(
                    "\(theirs) reads \(found.word.prefix(2)) and compares with a text that begins with =")
            } else if !isOurs, !Self.exact.contains(found.word) {
                differences.append(
                    "\(theirs) accepts \(found.word) but never checks it: its predicates are case-sensitive")
            }
            if check.isNegated { differences.append("\(theirs) reads not as part of the field") }
            if let last = laterPredicate(from: found.end) {
                differences.append("\(theirs) takes the last predicate of a line, here \(last)")
            }
            switch check.subject {
            case .cache, .error: differences.append("\(theirs) does not know the type \(type)")
            case .duration(let phase):
                let known = ["firstbyte", "download", "request", "tcp", "tls", "total", ""]
                let field = String(text[type.count..<found.start]).trimmingAllWhitespace().lowercased()
                if field == "wait" {
                    differences.append(
                        "\(theirs) calls the wait for a socket wait; here that is the wait for the first byte")
                } else if !known.contains(field) {
                    differences.append("\(theirs) does not know the phase \(phase.rawValue)")
                }
            default: break
            }
        }

        /// The predicate that httpYac finds after ours: at the start of a word, whatever follows.
        private func laterPredicate(from start: Int) -> String? {
            var last: String?
            for place in text.indices.dropFirst(start) where place > start && text[place - 1].isWhitespace {
                let rest = String(text[place...].prefix(12)).lowercased()
                if let word = Self.exact.filter({ rest.hasPrefix($0.lowercased()) }).max(by: { $0.count < $1.count }) {
                    last = word
                }
            }
            return last
        }
    }
}
