/// One edit of one request.
struct RequestEditor {
    let document: HTTPDocument
    let request: SavedRequest
    var edits: LineEdits
    var expected: Reading

    typealias Refusal = HTTPDocument.EditRefusal

    /// What must be read back. nil: free to change.
    struct Reading: Hashable {
        var method: String
        var target: String?
        var parameters: [[String]]?
        var headers: [[String]]
        var body: String
        var title: String?
        var name: String?

        init(_ request: SavedRequest) {
            method = request.method
            target = request.target
            parameters = request.parameters.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
            headers = request.headers.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
            body = request.body.text
            title = request.title
            name = request.name
        }

        func matches(_ other: Reading) -> Bool {
            var other = other
            if target == nil { other.target = nil }
            if parameters == nil { other.parameters = nil }
            return self == other
        }
    }

    init(document: HTTPDocument, request: SavedRequest) {
        self.document = document
        self.request = request
        edits = LineEdits(document)
        expected = Reading(request)
    }

    mutating func applying(_ edit: HTTPDocument.Edit) throws(Refusal) -> HTTPDocument {
        if request.curl != nil, !edit.isPossibleInCurl {
            throw Refusal(
                sentence:
                    "This request is a curl command; the palette's \"Convert curl\" makes it one that can be edited.")
        }
        switch edit {
        case .setMethod(let method): try setMethod(method)
        case .setTarget(let target): return try setTarget(target)
        case .setParameter(let index, let name, let value): try setParameter(index, name, value)
        case .addParameter(let name, let value): try addParameter(name, value)
        case .removeParameter(let index): try removeParameter(index)
        case .toggleParameter(let index): try toggleParameter(index)
        case .setHeader(let index, let name, let value): try setHeader(index, name, value)
        case .addHeader(let name, let value): try addHeader(name, value)
        case .removeHeader(let index): try removeHeader(index)
        case .toggleHeader(let index): try toggleHeader(index)
        case .setBody(let text): try setBody(text)
        case .setTitle(let title): try setTitle(title)
        case .setName(let name): try setName(name)
        case .setBodyComments(let areSent): return try setBodyComments(areSent)
        case .convertCurl: return document
        }
        return try readBack(Self.refusal(edit))
    }

    func readBack(_ sentence: String) throws(Refusal) -> HTTPDocument {
        guard let result = readBack() else { throw Refusal(sentence: sentence) }
        return result
    }

    func readBack() -> HTTPDocument? {
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == document.requests.count,
            expected.matches(Reading(result.requests[request.index]))
        else { return nil }
        return result
    }

    static func refusal(_ edit: HTTPDocument.Edit) -> String {
        switch edit {
        case .setMethod(let method): "\(method) would not be read as a method: write capital letters."
        case .setTarget: "This target would be read as something else; write it so that it looks like a URL."
        case .setParameter, .addParameter, .removeParameter, .toggleParameter:
            "The parameters would be read as something else; edit the target instead."
        case .setHeader, .addHeader, .removeHeader, .toggleHeader:
            "The header line would be read as something else; edit the file instead."
        case .setBody:
            "The body would be read as something else: its first or last lines look like a request, a script, an "
                + "assertion or a comment. Put it into a file of its own: < file"
        case .setTitle: "The title cannot begin or end with # or spaces."
        case .setName: "The name would be read as something else; edit the file instead."
        case .setBodyComments, .convertCurl: "The file would be read as something else; edit it instead."
        }
    }

    func with<T>(_ line: Int, _ read: (LineText) -> T) -> T {
        document.bytes.withUnsafeBufferPointer { read(LineText($0, document.lines.content(line))) }
    }

    /// The bytes of a line with some of them replaced.
    func content(_ line: Int, replacing ranges: [(Range<Int>, [UInt8])]) -> [UInt8] {
        let content = document.lines.content(line)
        var result = Array(document.bytes[content])
        for (range, bytes) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            let start = content.lowerBound
            result.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: bytes)
        }
        return result
    }

    static func refuseLineBreak(_ text: String, _ what: String) throws(Refusal) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
            throw Refusal(sentence: "\(what) must be one line.")
        }
    }
}
