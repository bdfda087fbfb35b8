import Base

/// Conversion of a curl command into the request that it sends.
extension HTTPDocument {
    /// The document with a request's curl command written as request line, headers and body; nil if the request is not
    /// a curl command, or if the result would not be read as the same request.
    package func convertingCurl(_ index: Int) -> HTTPDocument? {
        guard requests.indices.contains(index), let (written, end) = writtenCurl(requests[index])
        else { return nil }
        let request = requests[index]
        let first = request.line - 1
        var edits = LineEdits(self)
        edits.replace(first, with: Array((written.first ?? "").utf8))
        for line in first + 1..<end { edits.delete(line) }
        edits.insert(written.dropFirst().map { Array($0.utf8) }, after: first)
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == requests.count else { return nil }
        return CurlConversion.agree(result.requests[index], request) ? result : nil
    }

    /// The lines to write for the curl command of a request, and the line (from 0) behind the command; nil if it is none.
    ///
    /// A comment or a variable below a body would be read as a part of it: directly below, in plain text also behind an empty line.
    /// - Parameter isOnlyRead: whether nobody gets the lines to see. Then a script without statements ends the body, else an empty line.
    fileprivate func writtenCurl(
        _ request: SavedRequest, isOnlyRead: Bool = false
    ) -> (lines: [String], end: Int)? {
        guard var lines = request.curl else { return nil }
        var end = request.line
        while end < kinds.count, kinds[end] == .curl { end += 1 }
        var below = end
        if isOnlyRead { while below < kinds.count, kinds[below] == .blank { below += 1 } }
        let joining: [LineKind] = [.comment, .bodyComment, .metadata, .variable]
        let hasBody = lines.contains("")
        if hasBody, below < kinds.count, joining.contains(kinds[below]) { lines.append(isOnlyRead ? "> {% %}" : "") }
        return (lines, end)
    }
}

/// The document of a file with every curl command written out as a request, converted once for all of them. A usual method is in
/// capital letters there: the one that is sent has the command.
package struct CurlConversion: Sendable {
    package let document: HTTPDocument
    /// The line of the file (from 1) for each line of the document (from 0); lines of a command map to its first line.
    private let lines: [Int]
    /// Commands whose written form is not read back as the same request.
    private let misread: Set<Int>

    /// Fails if the written form would not be read as the same requests.
    package init?(_ document: HTTPDocument) {
        var edits = LineEdits(document)
        var lines: [Int] = []
        var line = 0
        func keep(upTo end: Int) {
            while line < end {
                line += 1
                lines.append(line)
            }
        }
        for request in document.requests {
            guard let (written, end) = document.writtenCurl(request, isOnlyRead: true) else { continue }
            let first = request.line - 1
            keep(upTo: first)
            edits.replace(first, with: Array((written.first ?? "").utf8))
            edits.insert(written.dropFirst().map { Array($0.utf8) }, after: first)
            lines += written.map { _ in request.line }
            for later in first + 1..<end { edits.delete(later) }
            line = end
        }
        keep(upTo: document.lines.count)
        countWork(document.bytes.count)
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == document.requests.count, result.lines.count == lines.count else { return nil }
        self.document = result
        self.lines = lines
        misread = Set(
            document.requests.indices.filter {
                document.requests[$0].curl != nil
                    && !Self.agree(result.requests[$0], document.requests[$0], ignoresMethodCase: true)
            })
    }

    /// The request that a command makes, as it is sent: with the method as the command writes it, and with the settings above the command,
    /// which override its options. nil if its written form is read as a different request.
    package func request(of command: SavedRequest) -> SavedRequest? {
        guard document.requests.indices.contains(command.index), !misread.contains(command.index) else { return nil }
        var request = document.requests[command.index]
        (request.method, request.id) = (command.method, command.id)
        // What is above the command counts, and its own options are written below that.
        request.settings.timeout = command.settings.timeout
        request.settings.connectTimeout = command.settings.connectTimeout
        request.settings.retries = command.settings.retries
        request.settings.proxy = command.settings.proxy
        return request
    }

    /// The line of the file for a line of the document; both from 1.
    package func original(_ line: Int) -> Int { lines.indices.contains(line - 1) ? lines[line - 1] : line }

    static func agree(_ read: SavedRequest, _ request: SavedRequest, ignoresMethodCase: Bool = false) -> Bool {
        (read.method == request.method || ignoresMethodCase && read.method == request.method.uppercased())
            && read.target == request.target && read.body.text == request.body.text
            && read.headers.map(\.name) == request.headers.map(\.name)
            && read.headers.map(\.value) == request.headers.map(\.value)
    }
}
