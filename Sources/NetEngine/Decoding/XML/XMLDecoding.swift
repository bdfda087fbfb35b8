/// XML into a tree.
///
/// The encoding is found by byte order mark, `Content-Type`, the XML declaration (RFC 7303 §3), else it is UTF-8. The media
/// type is ignored. An error has line, column and byte offset; in a body that is not UTF-8, the offset counts in the
/// text as UTF-8.
public struct XMLTreeDecoder: ResponseDecoder {
    /// How much a document may ask for.
    public var limits: XMLLimits

    /// With the default limits, or others.
    public init(limits: XMLLimits = XMLLimits()) { self.limits = limits }

    /// The value of the `Accept` field: `application/xml`, or `text/xml`.
    public var accept: String? { "application/xml, text/xml;q=0.9" }

    /// - Throws: `decoding`, with the place, when the body is not well-formed XML or passes a limit.
    public func decode(_ response: Response) throws(EngineError) -> XMLTree {
        let (text, start) = try Self.text(of: response)
        do { return try XMLReader(limits: limits).read(text, from: start) } catch {
            throw .decoding(
                "XML",
                DecodingFault(
                    reason: error.reason, position: TextPosition(byteOffset: error.offset, in: text),
                    response: response))
        }
    }

    /// The body as UTF-8, and where in it the text begins.
    private static func text(of response: Response) throws(EngineError) -> (text: [UInt8], start: Int) {
        var type = ContentType(of: response)
        type.essence = "application/xml"
        let verdict: TextDetection.Verdict
        do throws(TextDetection.UnknownEncoding) {
            if let label = TextDetection.unknownXMLLabel(response.body, type: type) {
                throw TextDetection.UnknownEncoding(label: label)
            }
            verdict = try TextDetection.detect(response.body, type: type)
        } catch {
            let reason = "the encoding \(EngineError.quoted(error.label)) is not known here"
            throw .decoding("XML", DecodingFault(reason: reason, response: response))
        }
        let fault: Int
        do throws(TextEncoding.InvalidByte) {
            guard verdict.encoding == .utf8 else {
                return (try verdict.encoding.utf8(response.body, from: verdict.prefix), 0)
            }
            guard let offset = UTF8Text.firstInvalidByte(in: response.body) else {
                return (response.body, verdict.prefix)
            }
            fault = offset
        } catch { fault = error.offset }
        throw .decoding(
            "XML",
            DecodingFault(
                reason: "these bytes are not valid \(verdict.encoding)",
                position: TextPosition(byteOffset: fault, in: response.body), response: response))
    }
}

extension ResponseDecoder where Self == XMLTreeDecoder {
    /// XML as a tree.
    public static var xml: XMLTreeDecoder { XMLTreeDecoder() }
}
