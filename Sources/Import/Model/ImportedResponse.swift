import NetEngine

/// A response that the source holds: an example, or one that was recorded.
package struct ImportedResponse: Sendable, Hashable {
    /// False for what a server sent when the source was recorded.
    package var isExample = true
    /// Of an example; empty for a recording.
    package var name: String
    package var status: Int
    package var reason: String
    /// As on the wire: `HTTP/1.1`, `HTTP/2`; nil if the source does not say.
    package var httpVersion: String?
    package var headers: [ImportedRow]
    /// Decoded.
    package var body: [UInt8]
    /// When the request was sent, in seconds since 1970; nil for an example.
    package var started: Double?
    package var duration: Duration?
    /// The address of the server, if the source knows it.
    package var serverAddress: String?
    /// Before content decoding; nil if the source does not know.
    package var wireBodyByteCount: Int?
    /// Of the phases, as far as the source knows them.
    package var timings = PhaseTimings()
    /// The request that it is the response to, of a recording.
    package var request: RecordedRequest?
    package var place: ImportPlace?

    package init(
        name: String = "", status: Int, reason: String = "", httpVersion: String? = nil, headers: [ImportedRow] = [],
        body: [UInt8] = [], started: Double? = nil, duration: Duration? = nil, serverAddress: String? = nil,
        place: ImportPlace? = nil
    ) {
        self.name = name
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
        self.started = started
        self.duration = duration
        self.serverAddress = serverAddress
        self.place = place
    }
}

/// A request as it was sent when it was recorded, with what its client added.
package struct RecordedRequest: Sendable, Hashable {
    package var method: String
    package var url: HTTPURL
    package var headers: [ImportedRow]
    package var body: [UInt8]
    /// Those of its values that are variables in the written request.
    package var secrets: [ImportedVariable] = []

    package init(method: String, url: HTTPURL, headers: [ImportedRow] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
