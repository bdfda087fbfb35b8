import Base

/// Applies one edit to one request.
struct RequestEditor {
    let document: HTTPDocument
    let request: SavedRequest
    var edits: LineEdits
    /// The request that must be read back, apart from its position.
    var expected: SavedRequest
    var free: Freedom = []

    typealias Refusal = HTTPDocument.EditRefusal

    /// Parts of the request that may be read back differently than expected.
    struct Freedom: OptionSet {
        let rawValue: Int
        static let target = Freedom(rawValue: 1)
        static let parameters = Freedom(rawValue: 2)
        static let body = Freedom(rawValue: 4)
        static let documentation = Freedom(rawValue: 8)
        /// All that metadata lines set.
        static let options = Freedom(rawValue: 16)
    }

    init(document: HTTPDocument, request: SavedRequest) {
        self.document = document
        self.request = request
        edits = LineEdits(document)
        expected = request.meaning
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
        case .setOption(let option, let value): return try setOption(option, value)
        case .writeCaptures: try writeCaptures()
        case .convertCurl: return document
        }
        let result = readBack()
        if result == nil, case .setBody(let text) = edit { throw bodyRefusal(Self.bodyLines(text)) }
        guard let result else { throw Refusal(sentence: Self.refusal(edit)) }
        return result
    }

    func readBack(_ sentence: String) throws(Refusal) -> HTTPDocument {
        guard let result = readBack() else { throw Refusal(sentence: sentence) }
        return result
    }

    func readBack() -> HTTPDocument? {
        let result = HTTPDocument(bytes: edits.bytes)
        return isExpected(in: result) && othersStand(in: result) ? result : nil
    }

    private func isExpected(in result: HTTPDocument) -> Bool {
        guard result.requests.count == document.requests.count else { return false }
        var found = result.requests[request.index].meaning
        var expected = expected
        // These are derived from the rest.
        (expected.id, expected.graphQL) = (found.id, found.graphQL)
        if free.contains(.target) { found.target = expected.target }
        if free.contains(.parameters) { found.parameters = expected.parameters }
        if free.contains(.body) { found.body = expected.body }
        if free.contains(.documentation) { found.documentation = expected.documentation }
        if free.contains(.options) {
            (found.settings, found.sleep, found.loop) = (expected.settings, expected.sleep, expected.loop)
            found.disabledCondition = expected.disabledCondition
        }
        return found == expected
    }

    /// True if the lines outside of the request, whose bytes are unchanged, are read as before.
    private func othersStand(in result: HTTPDocument) -> Bool {
        let start = request.lines.lowerBound - 1
        let end = request.lines.upperBound - 1
        let shift = result.kinds.count - document.kinds.count
        guard result.kinds.prefix(start).elementsEqual(document.kinds.prefix(start)),
            result.kinds.dropFirst(end + shift).elementsEqual(document.kinds.dropFirst(end))
        else { return false }
        return zip(result.requests, document.requests).allSatisfy { new, old in
            if old.index == request.index { return true }
            let isBelow = old.index > request.index
            return new.line == old.line + (isBelow ? shift : 0) && new.lines.count == old.lines.count
        }
    }

    static func refusal(_ edit: HTTPDocument.Edit) -> String {
        switch edit {
        case .setMethod(let method): "\(method) would not be read as a method: write capital letters."
        case .setTarget: "This target would be read as something else; write it so that it looks like a URL."
        case .setParameter, .addParameter, .removeParameter, .toggleParameter:
            "The parameters would be read as something else; edit the target instead."
        case .setHeader, .addHeader, .removeHeader, .toggleHeader:
            "The header line would be read as something else; edit the file instead."
        case .setBody: "The body would be read as something else; put it into a separate file: < file"
        case .setTitle(""): "The request would still have a title; edit the file instead."
        case .setTitle: "The title cannot begin or end with # or spaces."
        case .setName: "The name would be read as something else; edit the file instead."
        case .writeCaptures: "A variable of the script would be read as something else; write its line yourself."
        case .setBodyComments, .setOption, .convertCurl: "The file would be read as something else; edit it instead."
        }
    }

    func with<T>(_ line: Int, _ read: (LineText) -> T) -> T {
        document.bytes.withUnsafeBufferPointer { read(LineText($0, document.lines.content(line))) }
    }

    /// The bytes of a line with some ranges replaced.
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
        if text.utf8.contains(where: { $0 == Byte.lineFeed || $0 == Byte.carriageReturn || $0 == 0 }) {
            throw Refusal(sentence: "\(what) must be one line.")
        }
    }
}
