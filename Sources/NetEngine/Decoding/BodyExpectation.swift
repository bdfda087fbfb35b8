/// What the body of a success must be, as a setting of a request.
///
/// Checked before the exchange ends, so that events, logs and the `Exchange` report the same outcome. A response that
/// failed by its status is not checked, nor is one without a body by HTTP's rules (to HEAD), nor a streamed body. The
/// response itself is never changed.
public enum BodyExpectation: Sendable, Hashable {
    /// The default.
    case anything
    /// JSON by RFC 8259, whatever the media type says.
    case json
    /// Well-formed XML, whatever the media type says.
    case xml
    /// Text that is valid in its encoding.
    case text
    /// `application/x-www-form-urlencoded`.
    case form
    /// An image of a format that `ImageFacts` knows.
    case image
    /// JSON in an envelope that says success and, unless its data field is empty, has data (which may be null).
    case envelope(EnvelopeFormat)
    /// The response of a GraphQL server: a JSON object without `errors`.
    case graphQL

    /// - Throws: `decoding` when the body is something else, `api` when an envelope says failure.
    package func check(_ response: Response) throws(EngineError) {
        guard self == .anything || response.content.array != nil || FreeMemory.allows(4 * response.content.count) else {
            throw EngineError(
                .tooLarge, phase: .receive,
                "There is too little memory to check a body of \(EngineError.byteCount(response.content.count)).",
                hint: "Send the request without an expectation of its body.")
        }
        switch self {
        case .anything: break
        case .json: try JSONFormat.check(response)
        case .xml: _ = try XMLTreeDecoder().decode(response)
        case .text: _ = try TextDecoder().detect(response)
        case .form: _ = try FormDecoder().decode(response)
        case .image: _ = try ImageDecoder().decode(response)
        case .graphQL: try GraphQLErrors.check(response)
        case .envelope(let format): try format.check(response, requiresData: !format.dataField.isEmpty)
        }
    }
}

extension JSONFormat {
    /// - Throws: `decoding` when the body is not JSON.
    static func check(_ response: Response) throws(EngineError) { _ = try checkedText(of: response) }

    /// The body as UTF-8, which is JSON.
    static func checkedText(of response: Response) throws(EngineError) -> [UInt8] {
        let (text, prefix) = try text(of: response)
        guard let error = JSONSearch.firstError(in: text) else { return text }
        let place = TextPosition(byteOffset: error.offset + prefix, in: prefix == 0 ? text : response.body)
        throw .decoding("JSON", DecodingFault(reason: error.reason, position: place, response: response))
    }
}
