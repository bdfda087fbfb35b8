import Base

/// Edits of title and metadata.
extension RequestEditor {
    package mutating func setTitle(_ title: String) throws(Refusal) {
        try Self.refuseLineBreak(title, "A title")
        expected.title = title.isEmpty ? nil : title
        guard expected.title != request.title else { return }
        let bytes = Array(title.utf8)
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        if title.isEmpty {
            // Several lines may set the title; without them that of the separator counts.
            for line in block where metadataRange(line, "title") != nil { edits.delete(line) }
        } else if let (line, range) = document.lastValue(of: "title", in: block) {
            edits.replace(line, with: content(line, replacing: [(range, bytes)]))
            return
        }
        let separators = block.prefix { document.kinds[$0] == .separator }
        let titled = separators.first { with($0) { !LineSyntax.separatorTitle($0).isEmpty } }
        if let line = titled {
            let range = with(line) { LineSyntax.separatorTitle($0).range }
            edits.replace(line, with: content(line, replacing: [(range, bytes)]))
        } else if let line = separators.last, !title.isEmpty {
            let text = with(line) { Array($0.bytes[$0.trimmed.range]) }
            if text.allSatisfy({ $0 == Byte.hash }) {
                edits.replace(line, with: text + [Byte.space] + bytes)
            } else {
                // A ruler stays one.
                edits.insert([Array("### ".utf8) + bytes], after: line)
            }
        } else if !title.isEmpty {
            // A comment above the variables of the file is no longer in the request's block.
            free.insert(.documentation)
            edits.insert([Array("### ".utf8) + bytes], after: document.start(of: request) - 1)
        }
    }

    /// Changes the value of `# @name`, or adds the line above the comments of the request line.
    package mutating func setName(_ name: String) throws(Refusal) {
        guard name.isEmpty || Self.isName(name) else {
            throw Refusal(sentence: "A name has letters, digits and _ only, and does not begin with a digit.")
        }
        expected.name = name.isEmpty ? nil : name
        guard expected.name != request.name else { return }
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        if let (line, range) = document.lastValue(of: "name", in: block) {
            if name.isEmpty {
                // Several lines may set the name; the last one counts.
                for line in block where metadataRange(line, "name") != nil { edits.delete(line) }
            } else {
                edits.replace(line, with: content(line, replacing: [(range, Array(name.utf8))]))
            }
        } else {
            insertMetadata("# @name \(name)")
        }
    }

    /// Changes only which body lines are comments; the other requests and the rest of this one must stay.
    package mutating func setBodyComments(_ areSent: Bool) throws(Refusal) -> HTTPDocument {
        let block = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        let text = areSent ? "# @keep-body-comments" : "# @keep-body-comments false"
        if let line = block.last(where: { metadataRange($0, "keep-body-comments") != nil }) {
            let indent = with(line) { Array($0.bytes[$0.start..<$0.trimmed.start]) }
            edits.replace(line, with: indent + Array(text.utf8))
        } else {
            insertMetadata(text)
        }
        expected.settings.keepsBodyComments = areSent
        expected.settings.dropsBodyComments = !areSent
        return try readBack(Self.refusal(.setBodyComments(sent: areSent)))
    }

    /// Inserts directly below the separators of the block, or above the comments of a request without one.
    mutating func insertMetadata(_ text: String) {
        var anchor = document.start(of: request) - 1
        while anchor + 1 < request.line - 1, document.kinds[anchor + 1] == .separator { anchor += 1 }
        edits.insert([Array(text.utf8)], after: anchor)
    }

    /// True if every tool accepts the text as a name (HTTP-FORMAT §4).
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !LineText.isDigit(first) else { return false }
        return text.utf8.allSatisfy { LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.underscore }
    }

    func metadataRange(_ line: Int, _ key: StaticString) -> Range<Int>? {
        document.metadataValue(line, key)
    }
}

extension HTTPDocument.Edit {
    /// True if the edit changes the lines around a curl command, not the command.
    var isPossibleInCurl: Bool {
        switch self {
        case .setTitle, .setName, .setOption: true
        default: false
        }
    }
}
