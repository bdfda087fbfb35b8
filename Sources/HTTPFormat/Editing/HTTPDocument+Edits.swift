import Base

/// The smallest changes to a document. Each returns the new document; a refused edit says why.
///
/// Every edit is read back before it is returned: if the file would not say what was asked for, and only that, the edit
/// is refused and nothing has happened.
extension HTTPDocument {
    package enum Edit: Sendable, Hashable {
        /// An empty method is refused; where the line has none, `GET` changes nothing.
        case setMethod(String)
        /// The whole target. New lines in it are refused.
        case setTarget(String)
        /// As written, not encoded: `&` and `#` in it are refused.
        case setParameter(Int, name: String, value: String)
        case addParameter(name: String, value: String)
        case removeParameter(Int)
        case toggleParameter(Int)
        case setHeader(Int, name: String, value: String)
        case addHeader(name: String, value: String)
        case removeHeader(Int)
        case toggleHeader(Int)
        /// The editable text with LF line ends; the file's own line ends are written. Blank lines around it are left out.
        case setBody(String)
        /// One line; empty removes the title.
        case setTitle(String)
        /// `# @name`: letters, digits and `_`; empty removes the line. References stay: see ``RenamePlan``.
        case setName(String)
        /// What becomes of body lines that look like comments: `# @keep-body-comments`, or the same with `false`.
        case setBodyComments(sent: Bool)
        /// What a response script takes from the answer, as variable lines above the request line.
        case writeCaptures
        /// A curl command becomes request line, headers and body.
        case convertCurl
    }

    package struct EditRefusal: Error, Sendable, Hashable {
        /// One sentence for the person.
        package var sentence: String

        package init(sentence: String) {
            self.sentence = sentence
        }
    }

    package func applying(_ edit: Edit, toRequest index: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard requests.indices.contains(index) else {
            throw EditRefusal(sentence: "There is no such request in the file any more.")
        }
        if case .convertCurl = edit {
            guard let result = convertingCurl(index) else {
                throw EditRefusal(sentence: "This is no curl command, or one that a request cannot say.")
            }
            return result
        }
        var editor = RequestEditor(document: self, request: requests[index])
        return try editor.applying(edit)
    }
}

extension HTTPDocument {
    /// The value of a metadata line of that key, as bytes of the file; `line` counts from 0.
    func metadataValue(_ line: Int, _ key: StaticString) -> Range<Int>? {
        guard kinds[line] == .metadata else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let comment = LineSyntax.commentText(LineText(buffer, lines.content(line))),
                let (written, value) = LineSyntax.metadata(comment), written.equalsIgnoringCase(key)
            else { return nil }
            return value.range
        }
    }

    /// The first line, from 0, that belongs to a request alone: its separator, or in a block without one the comments
    /// directly above it (not the variables at the top of the file).
    package func start(of request: SavedRequest) -> Int {
        let first = request.lines.lowerBound - 1
        if kinds[first] == .separator { return first }
        var line = request.line - 1
        while line > first, kinds[line - 1] == .comment || kinds[line - 1] == .metadata || kinds[line - 1] == .script {
            line -= 1
        }
        return line
    }
}
