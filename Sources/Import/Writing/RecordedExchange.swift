import HTTPFormat
import NetEngine

/// A recorded response with its request, which goes into the history of the written request.
package struct RecordedExchange: Sendable {
    /// The file of the request, as in `ImportedFiles.File.path`.
    package let path: String
    /// As in `# @name`.
    package let name: String
    /// Of the request in its file, from 1; nil if the file has no such request.
    package fileprivate(set) var line: Int?
    /// Whether only the fact is kept (`# @no-log`).
    fileprivate var storesFactOnly = false
    private let request: RecordedRequest
    private let response: ImportedResponse
    /// The values of variables, which logs hide.
    private let secrets: [RequestLogOptions.Secret]

    /// - Returns: nil for an example, and where the request cannot be sent.
    init?(
        _ response: ImportedResponse, path: String, name: String, secrets: [RequestLogOptions.Secret]
    ) {
        guard let request = response.request, response.started != nil else { return nil }
        self.path = path
        self.name = name
        self.request = request
        self.response = response
        var known: Set<String> = []
        self.secrets = (secrets + request.secrets.map { RequestLogOptions.Secret(name: $0.name, value: $0.value) })
            .filter { known.insert($0.value).inserted }
    }

    /// When the request was sent.
    package var startedAt: Timestamp {
        Timestamp(microsecondsSince1970: Int64(min(max((response.started ?? 0) * 1e6, 0), 4e15)))
    }

    /// As the engine would have reported it.
    /// - Parameters:
    ///   - file: the absolute path of the file of the request.
    ///   - collection: the folder that it belongs to.
    package func exchange(id: ExchangeID, file: String, collection: String) -> Exchange {
        let body = request.body.isEmpty ? RequestBody.none : .bytes(request.body)
        let headers = HeaderFields(request.headers.map { HeaderField($0.name, $0.value) })
        let options = RequestOptions(
            log: RequestLogOptions(
                name: name, file: file, line: line, collection: collection, secrets: secrets,
                storesFactOnly: storesFactOnly))
        let draft = NetEngine.RequestDraft(
            method: request.method, url: request.url.description, headers: headers, body: body, options: options)
        let prepared = PreparedRequest(
            method: HTTPMethod(request.method) ?? .get, url: request.url, headers: headers, body: body, options: options
        )
        var timings = response.timings
        timings.total = response.duration ?? timings.total
        let connection = response.serverAddress.map {
            ConnectionFacts(remoteAddress: $0, remotePort: request.url.port)
        }
        let hop = Hop(
            cause: .first, request: prepared, sentHead: sentHead, sentBodyByteCount: request.body.count,
            response: received,
            connection: connection, startOffset: .zero, timings: timings)
        return Exchange(
            id: id, draft: draft, startedAt: startedAt, hops: [hop], timings: timings,
            error: EngineError.status(response.status))
    }

    /// The fields of the archive in the syntax of HTTP/1.
    private var sentHead: [UInt8] {
        var head = "\(request.method) \(request.url.requestTarget) HTTP/\((version ?? .http1_1).rawValue)\r\n"
        for row in request.headers { head += "\(row.name): \(row.value)".filter { !$0.isNewline } + "\r\n" }
        return Array((head + "\r\n").utf8)
    }

    private var received: Response {
        let headers = HeaderFields(response.headers.map { HeaderField($0.name, $0.value) })
        let codings = (headers["Content-Encoding"] ?? "").split(separator: ",").map {
            $0.trimmingAllWhitespace().lowercased()
        }
        return Response(
            status: response.status, reason: Array(response.reason.utf8), httpVersion: version, headers: headers,
            rawHead: [], body: response.body, wireBodyByteCount: response.wireBodyByteCount,
            decodedCodings: codings.filter { !$0.isEmpty && $0 != "identity" }, isComplete: true)
    }

    private var version: HTTPVersion? {
        response.httpVersion.flatMap { HTTPVersion(rawValue: String($0.dropFirst(5))) }
    }
}

extension [RecordedExchange] {
    /// In the order of their times, with the lines that the requests have in their files.
    func placed(in files: [ImportedFiles.File]) -> [RecordedExchange] {
        guard !isEmpty else { return [] }
        var places: [String: [String: SavedRequest]] = [:]
        let wanted = Set(map(\.path))
        for file in files where wanted.contains(file.path) {
            places[file.path] = Dictionary(
                HTTPDocument(bytes: file.bytes).requests.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let found = map { recorded in
            var recorded = recorded
            if let request = places[recorded.path]?[recorded.name] {
                recorded.line = request.line
                recorded.storesFactOnly = !request.settings.logs
            }
            return recorded
        }
        // Equal times stay in the order of the source.
        return found.enumerated().sorted { a, b in
            (a.element.startedAt.microsecondsSince1970, a.offset) < (
                b.element.startedAt.microsecondsSince1970, b.offset
            )
        }.map(\.element)
    }
}
