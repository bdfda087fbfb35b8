/// Reads the text of a check (HTTP-FORMAT §14): `type [field] predicate [expected]`.
///
/// The leftmost predicate behind type and field counts; one that stands in brackets, parentheses or quotes belongs to the
/// field. httpYac takes the rightmost wherever it stands, and knows fewer spellings: where a line means something else
/// there, `differences` says so.
package struct CheckSyntax: Sendable {
    /// Why a line is no check; a clause.
    package struct Fault: Error, Hashable {
        package var reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    package let result: Result<Check, Fault>
    /// What httpYac would make of the line, as sentences; empty where it means the same there.
    let differences: [String]

    package init(_ text: String) {
        var reader = Reader(text)
        do throws(Fault) { result = .success(try reader.read()) } catch { result = .failure(error) }
        differences = reader.differences
    }

    /// What a person should know about a line.
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

    /// The remarks that a line with a check deserves (HTTP-FORMAT §19): an error where `??` begins what is no check or can never hold, N11
    /// where httpYac would do something else with it, N8 for JavaScript, N14 for a comment that is another tool's check.
    package static func remarks(_ text: String, _ spelling: SavedRequest.AssertionLine.Spelling) -> [Remark] {
        let syntax = CheckSyntax(text)
        switch syntax.result {
        case .failure(let fault):
            guard spelling == .questionMarks else {
                return [Remark(id: "N14", severity: .info, text: "Kept and not checked: \(fault.reason)")]
            }
            return [Remark(id: "E6", severity: .error, text: "This is no check and is never sent: \(fault.reason)")]
        case .success(let check):
            var remarks: [Remark] = []
            if case .script(let expression) = check.subject, ScriptPath(expression) == nil {
                remarks.append(
                    Remark(id: "N8", severity: .warning, text: "JavaScript is not run: this check is not evaluated"))
            }
            if let flaw = CheckFlaws.flaw(of: check) {
                // A comment may be another tool's check, which reads it otherwise.
                let severity: Notice.Severity = spelling == .comment ? .warning : .error
                remarks.append(Remark(id: "E6", severity: severity, text: "This check can never hold: \(flaw)"))
            }
            // Comments are no checks in httpYac.
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
        /// Whether white space stands before it.
        var isApart: Bool
    }

    private struct Reader {
        private let text: [Character]
        var differences: [String] = []

        init(_ text: String) { self.text = Array(text) }

        mutating func read() throws(Fault) -> Check {
            guard let first = text.first, !first.isWhitespace else { throw Fault(reason: "it says nothing") }
            let typeEnd = text.firstIndex { $0.isWhitespace || "=!<>".contains($0) } ?? text.count
            let type = String(text[..<typeEnd])
            guard Self.types.contains(type.lowercased()) else {
                throw Fault(
                    reason: "it begins with none of \(Self.types.joined(separator: ", ")): \(type.prefix(40))")
            }
            guard let found = predicate(from: typeEnd) else {
                throw Fault(reason: "it has no predicate such as ==, exists or matches")
            }
            var field = String(text[typeEnd..<found.start]).trimmed
            guard let (predicate, differs) = Self.predicates[found.word.lowercased()] else {
                throw Fault(reason: "it has no predicate")
            }
            var isNegated = false
            if field.lowercased() == "not" || field.lowercased().hasSuffix(" not") {
                isNegated = true
                field = String(field.dropLast(3)).trimmed
            }
            let expected = String(text[found.end...]).trimmed
            if predicate.takesExpected, expected.isEmpty, !Self.takesEmpty.contains(predicate) {
                throw Fault(reason: "nothing stands behind \(found.word)")
            }
            let check = Check(
                subject: try subject(type.lowercased(), field), isNegated: isNegated, predicate: predicate,
                expected: expected)
            note(check, type: type, found, differs: differs)
            return check
        }

        private static let types = ["status", "header", "duration", "body", "js", "xpath", "cache", "error"]
        private static let takesEmpty: Set<Check.Predicate> = [.equals, .notEquals]

        /// All spellings in lower case, each with whether httpYac has it.
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

        /// The leftmost predicate outside of brackets and quotes; where those do not close, the leftmost anywhere.
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

        private func subject(_ type: String, _ field: String) throws(Fault) -> Check.Subject {
            switch type {
            case "status":
                guard field.isEmpty else { throw Fault(reason: "nothing belongs between status and the predicate") }
                return .status
            case "header":
                guard !field.isEmpty else { throw Fault(reason: "the name of the header is missing") }
                return .header(field)
            case "duration":
                guard !field.isEmpty else { return .duration(.total) }
                guard let phase = CheckPhase(word: field) else {
                    let phases = CheckPhase.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Fault(reason: "\(field.prefix(40)) is no phase; there are \(phases)")
                }
                return .duration(phase)
            case "body": return .body(path: field.isEmpty ? nil : field)
            case "cache":
                guard !field.isEmpty else { return .cache(.outcome) }
                guard let fact = Check.CacheFact(rawValue: field.lowercased()) else {
                    throw Fault(reason: "cache takes nothing, stored, reason or age")
                }
                return .cache(fact)
            case "error":
                guard field.isEmpty || field.lowercased() == "phase" else {
                    throw Fault(reason: "error takes nothing or phase")
                }
                return .error(phase: !field.isEmpty)
            default:
                guard !field.isEmpty else { throw Fault(reason: "the expression is missing") }
                return type == "js" ? .script(field) : .xpath(field)
            }
        }

        // MARK: httpYac

        private mutating func note(_ check: Check, type: String, _ found: Found, differs isOurs: Bool) {
            let theirs = "httpYac"
            if !found.isApart {
                differences.append("\(theirs) wants a blank before \(found.word), and sends this line as body")
            }
            if found.word == "===" || found.word == "!==" {
                differences.append("\(theirs) reads \(found.word.prefix(2)), and compares with what begins with =")
            } else if !isOurs, !Self.exact.contains(found.word) {
                differences.append(
                    "\(theirs) takes \(found.word) and never checks it: it knows its words by their case")
            }
            if check.isNegated { differences.append("\(theirs) takes not for a part of the field") }
            if let last = laterPredicate(from: found.end) {
                differences.append("\(theirs) takes the last predicate of a line, here \(last)")
            }
            switch check.subject {
            case .cache, .error: differences.append("\(theirs) does not know the type \(type)")
            case .duration(let phase):
                let known = ["firstbyte", "download", "request", "tcp", "tls", "total", ""]
                let field = String(text[type.count..<found.start]).trimmed.lowercased()
                if field == "wait" {
                    differences.append(
                        "\(theirs) means the wait for a socket by wait; here it is that for the first byte")
                } else if !known.contains(field) {
                    differences.append("\(theirs) does not know the phase \(phase.rawValue)")
                }
            default: break
            }
        }

        /// What httpYac finds as a predicate behind ours: at the beginning of a word, whatever follows.
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

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
