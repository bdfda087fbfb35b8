import Base
import NetEngine

/// Minimal changes to a document. Each returns the new document or throws the reason for refusing.
///
/// Every edit is parsed again before it is returned: if the file would not say exactly what was asked for, the edit is
/// refused and nothing has changed.
extension HTTPDocument {
    package enum Edit: Sendable, Hashable {
        /// An empty method is refused; if the line has none, `GET` changes nothing.
        case setMethod(String)
        /// The whole target. Line breaks are refused.
        case setTarget(String)
        /// As written, not encoded: `&` and `#` are refused.
        case setParameter(Int, name: String, value: String)
        case addParameter(name: String, value: String)
        case removeParameter(Int)
        case toggleParameter(Int)
        case setHeader(Int, name: String, value: String)
        case addHeader(name: String, value: String)
        case removeHeader(Int)
        case toggleHeader(Int)
        /// The editable text with LF line ends; the file's own line ends are written. Empty lines around it are
        /// dropped.
        case setBody(String)
        /// One line; empty removes the title.
        case setTitle(String)
        /// `# @name`: letters, digits and `_`; empty removes the line. References stay: see ``RenamePlan``.
        case setName(String)
        /// Whether body lines that look like comments are sent: `# @keep-body-comments`, or the same with `false`.
        case setBodyComments(sent: Bool)
        /// Sets an option: empty for a line without a value, nil removes its lines. Refused if it would not be understood.
        case setOption(RequestOption, String?)
        /// Writes what a response script takes from the response as variable lines above the request line.
        case writeCaptures
        /// Turns a curl command into request line, headers and body.
        case convertCurl
    }

    package struct EditRefusal: Error, Sendable, Hashable {
        /// One sentence for the user.
        package var sentence: String

        package init(sentence: String) {
            self.sentence = sentence
        }
    }

    package func applying(_ edit: Edit, toRequest index: Int) throws(EditRefusal) -> HTTPDocument {
        try refuseReadOnly()
        guard requests.indices.contains(index) else {
            throw EditRefusal(sentence: "The request is no longer in the file.")
        }
        if case .convertCurl = edit {
            guard let result = convertingCurl(index) else {
                throw EditRefusal(sentence: "This is not a curl command, or one that a request cannot express.")
            }
            return result
        }
        var editor = RequestEditor(document: self, request: requests[index])
        return try editor.applying(edit)
    }
}

extension HTTPDocument {
    /// The bytes of the value on a metadata line (from 0) with that key.
    func metadataValue(_ line: Int, _ key: StaticString) -> Range<Int>? {
        guard kinds[line] == .metadata else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            guard let comment = LineSyntax.commentText(LineText(buffer, lines.content(line))),
                let (written, value) = LineSyntax.metadata(comment), written.equalsIgnoringCase(key)
            else { return nil }
            return value.range
        }
    }

    /// The line (from 1) of the proxy of a request, in which variables are replaced; nil if it names none.
    package func proxyLine(of request: SavedRequest) -> Int? {
        guard case .url? = request.settings.proxy else { return nil }
        let lines = request.lines.lowerBound - 1..<request.lines.upperBound - 1
        return lastValue(of: "proxy", in: lines).map { $0.line + 1 }
    }

    /// The last line (from 0) with that key and a value, which is the one that counts, and where its value is.
    func lastValue(of key: StaticString, in lines: Range<Int>) -> (line: Int, range: Range<Int>)? {
        for line in lines.reversed() {
            if let range = metadataValue(line, key), !range.isEmpty { return (line, range) }
        }
        return nil
    }

    /// The first line (from 0) that belongs to a request alone: its separator, or in a block without one the comments
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
