#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The body of an endpoint with the media type it is sent as.
///
/// A body that cannot be encoded (such as NaN in JSON) is a value too; building the request then fails with
/// `request-build`.
public struct EndpointBody: Sendable {
    enum Content: Sendable {
        case body(RequestBody)
        case multipart(MultipartForm)
    }

    let content: Result<Content, EngineError>
    /// Its `Content-Type`, if any. A multipart body has its own, with the boundary.
    public let mediaType: String?

    private init(_ content: Content, mediaType: String?) {
        self.content = .success(content)
        self.mediaType = mediaType
    }

    init(failure: EngineError) {
        content = .failure(failure)
        mediaType = nil
    }

    /// No body, and no `Content-Type`.
    public static let none = EndpointBody(.body(.none), mediaType: nil)

    /// The value as JSON, encoded at once. Keys are sorted, so that equal values are equal bytes.
    public static func json(_ value: some Encodable) -> EndpointBody {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(value, encoder: encoder)
    }

    /// The value as JSON by an encoder of the caller's, encoded at once.
    public static func json(_ value: some Encodable, encoder: JSONEncoder) -> EndpointBody {
        do {
            return EndpointBody(.body(.bytes(Array(try encoder.encode(value)))), mediaType: "application/json")
        } catch {
            return EndpointBody(
                failure: .badBody(
                    "the value cannot be written as JSON: \(words(error))", hint: "Correct the value, or its encoding.")
            )
        }
    }

    /// `application/x-www-form-urlencoded`, in the order given.
    public static func form(_ items: [QueryItem]) -> EndpointBody {
        EndpointBody(.body(.bytes(items.formBody)), mediaType: "application/x-www-form-urlencoded")
    }

    /// Sent byte for byte; without a media type no `Content-Type` is sent.
    public static func raw(_ bytes: [UInt8], mediaType: String? = nil) -> EndpointBody {
        EndpointBody(.body(.bytes(bytes)), mediaType: mediaType)
    }

    /// The same for Foundation's type.
    public static func data(_ data: Data, mediaType: String? = nil) -> EndpointBody {
        raw([UInt8](data), mediaType: mediaType)
    }

    /// The text in UTF-8, by default as `text/plain; charset=utf-8`.
    public static func text(_ text: String, mediaType: String = "text/plain; charset=utf-8") -> EndpointBody {
        EndpointBody(.body(.bytes(Array(text.utf8))), mediaType: mediaType)
    }

    /// The content of a file, read while it is sent.
    public static func file(path: String, mediaType: String? = "application/octet-stream") -> EndpointBody {
        EndpointBody(.body(.file(path: path)), mediaType: mediaType)
    }

    /// Bytes that are produced while the request is sent.
    public static func stream(
        _ stream: BodyStream, mediaType: String? = "application/octet-stream"
    ) -> EndpointBody { EndpointBody(.body(.stream(stream)), mediaType: mediaType) }

    /// `multipart/form-data` (RFC 7578), encoded when the request is built. A form that cannot be encoded is then
    /// `request-build`.
    public static func multipart(_ form: MultipartForm) -> EndpointBody {
        EndpointBody(.multipart(form), mediaType: nil)
    }

    static func words(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        let sentence = context.debugDescription.withoutFullStop
        guard !path.isEmpty else { return sentence }
        return "at \(path.hasPrefix(".") ? String(path.dropFirst()) : path): \(sentence)"
    }
}
