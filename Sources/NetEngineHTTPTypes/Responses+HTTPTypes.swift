public import HTTPTypes
public import NetEngine

extension Response {
    /// A complete response with a body, as a transport of your own makes one.
    /// - Throws: if the reason phrase has a character beyond Latin-1, which no status line can hold.
    public init(
        _ response: HTTPResponse, body: [UInt8] = [], trailers: HTTPFields = [:]
    ) throws(ConversionError) {
        let reason = response.status.reasonPhrase.unicodeScalars
        guard reason.allSatisfy({ $0.value <= 0xFF }) else {
            throw ConversionError("The reason phrase \"\(response.status.reasonPhrase)\" is not Latin-1.")
        }
        self.init(
            status: response.status.code, reason: reason.map { UInt8(truncatingIfNeeded: $0.value) }, httpVersion: nil,
            headers: HeaderFields(response.headerFields), trailers: HeaderFields(trailers), rawHead: [],
            body: body, wireBodyByteCount: nil, isComplete: true)
    }
}

extension HTTPResponse {
    /// The head of a response. Its body and its trailers are left out: `HTTPFields(response.trailers)` has the latter.
    /// - Throws: if the status has more than three digits, the reason phrase holds control characters, or a field cannot be
    ///   expressed: a server can send all of these.
    public init(_ response: NetEngine.Response) throws(ConversionError) {
        guard (0...999).contains(response.status) else {
            throw ConversionError("The status \(response.status) does not have three digits.")
        }
        guard response.reason.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }) else {
            throw ConversionError("The reason phrase holds control characters.")
        }
        var reason = ""
        for byte in response.reason { reason.unicodeScalars.append(Unicode.Scalar(byte)) }
        self.init(
            status: Status(code: response.status, reasonPhrase: reason),
            headerFields: try HTTPFields(response.headers))
    }
}
