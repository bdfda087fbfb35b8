import Base

/// Notices that depend on more than one line or request (HTTP-FORMAT §19).
extension DocumentParser {
    mutating func noteAcrossRequests() {
        noteDuplicateNames()
        noteRepeatedDefinitions()
        noteExpressions()
        noteForeignBytes()
    }

    private mutating func add(_ id: String, _ severity: Notice.Severity, line: Int, _ text: String) {
        fileNotices.append(Notice(id: id, severity: severity, line: line, text: text))
    }

    /// N4: two requests with one name make references to it ambiguous.
    private mutating func noteDuplicateNames() {
        var first: [String: Int] = [:]
        for index in requests.indices {
            guard requests[index].name != nil || requests[index].title != nil else { continue }
            let id = requests[index].id
            guard let other = first.updateIfAbsent(id, index) else { continue }
            let isNamed = requests[index].name != nil || requests[other].name != nil
            requests[index].notices.append(
                Notice(
                    id: "N4", severity: isNamed ? .warning : .info, line: requests[index].line,
                    text: "The request at line \(requests[other].line) is called \(id) too; "
                        + "a reference to it is an error"))
        }
    }

    /// N9: other tools take the last definition everywhere.
    private mutating func noteRepeatedDefinitions() {
        var last: [String: VariableDefinition] = [:]
        for definition in definitions {
            if let other = last[definition.name], other.rawValue != definition.rawValue {
                add(
                    "N9", .info, line: definition.line,
                    "\(definition.name) is defined at line \(other.line) too; a reference takes the nearest above it, "
                        + "VS Code REST Client always the last")
            }
            last[definition.name] = definition
        }
    }

    /// N8: `{{a + b}}` in a line that is sent. E3: `{{a}` there; a body may be the template of something else.
    private mutating func noteExpressions() {
        for line in kinds.indices {
            switch kinds[line] {
            case .requestLine, .targetContinuation, .header, .headerContinuation, .body, .variable: break
            default: continue
            }
            var rest = text(line)
            while let open = rest.firstIndex(of: "{{") {
                rest = rest.from(open + 2)
                guard let close = rest.firstIndex(of: "}}") else {
                    if kinds[line] != .body {
                        add(
                            "E3", .warning, line: line + 1,
                            "{{\(rest.firstWord.upTo(rest.start + 40).string) is not closed with }}; it is sent as it is written"
                        )
                    }
                    break
                }
                let expression = rest.upTo(close).trimmed
                rest = rest.from(close + 2)
                guard LineSyntax.isExpression(expression) else { continue }
                add(
                    "N8", .warning, line: line + 1,
                    "{{\(expression.string)}} is JavaScript to httpYac; it is not evaluated and has no value")
                break
            }
        }
    }

    /// E10: requests of the file can be sent, but not edited.
    private mutating func noteForeignBytes() {
        guard !isUTF8 else { return }
        let line = (0..<lines.count).first { line in
            let content = UnsafeBufferPointer(rebasing: bytes[lines.content(line)])
            return (try? UTF8Span(validating: content.span)) == nil
        }
        add("E10", .warning, line: (line ?? 0) + 1, "This line is not UTF-8; the file can be sent from, not edited")
    }
}

extension Dictionary {
    /// Sets the value if the key has none, with a single lookup. Returns the previous value.
    fileprivate mutating func updateIfAbsent(_ key: Key, _ value: Value) -> Value? {
        func set(_ place: inout Value?) -> Value? {
            if let place { return place }
            place = value
            return nil
        }
        return set(&self[key])
    }
}
