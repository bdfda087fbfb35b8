import Base

/// Edits of `# @key value` lines.
extension RequestEditor {
    /// Changes the last line that sets the option and removes the others, or adds one below the separator. What is read
    /// back must be free of errors: a value that would not be understood is refused with the reason.
    mutating func setOption(_ option: RequestOption, _ value: String?) throws(Refusal) -> HTTPDocument {
        try Self.refuseLineBreak(value ?? "", "The value")
        let key = option.term.key
        switch key {
        case .name:
            try setName(value ?? "")
            return try readBack(Self.refusal(.setName(value ?? "")))
        case .description:
            free.insert(.documentation)
        default:
            free.insert(.options)
        }
        let text = value.map { String(decoding: LineText.trimmedBytes(Array($0.utf8)), as: UTF8.self) }
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        var lines = block.filter { document.metadataParts($0)?.key == key }
        if let text {
            if let line = lines.popLast(), let parts = document.metadataParts(line) {
                let before = Array(document.bytes[document.lines.content(line).lowerBound..<parts.written.upperBound])
                let new =
                    text.isEmpty || parts.value.isEmpty
                    ? before + Array((text.isEmpty ? "" : " " + text).utf8)
                    : content(line, replacing: [(parts.value, Array(text.utf8))])
                edits.replace(line, with: new)
            } else {
                insertMetadata(text.isEmpty ? "# @\(option.key)" : "# @\(option.key) \(text)")
            }
        }
        for line in lines { edits.delete(line) }
        let result = try readBack("The line would be read as something else; edit the file instead.")
        if text != nil, let problem = problem(with: option, in: result) {
            throw Refusal(sentence: "\(problem).")
        }
        return result
    }

    /// What is wrong with the value that was written.
    private func problem(with option: RequestOption, in result: HTTPDocument) -> String? {
        let changed = result.requests[request.index]
        guard let line = result.options(of: changed)[option.term.key]?.line else { return nil }
        return result.notices.first { $0.severity == .error && $0.line == line }?.text
    }
}
