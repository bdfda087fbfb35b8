import NetEngine

/// A response with this body, as if a server had sent it.
func answer(_ body: [UInt8], type: String? = nil, status: Int = 200) -> Response {
    Response(
        status: status, reason: [], httpVersion: .http1_1,
        headers: type.map { [HeaderField("Content-Type", $0)] } ?? [], rawHead: [], body: body,
        wireBodyByteCount: body.count, isComplete: true)
}

func answer(_ body: String, type: String? = nil, status: Int = 200) -> Response {
    answer(Array(body.utf8), type: type, status: status)
}

/// The error that a decoder throws, or nil.
func failure<Decoder: ResponseDecoder>(_ decoder: Decoder, _ response: Response) -> EngineError? {
    do {
        _ = try decoder.decode(response)
        return nil
    } catch { return error }
}
