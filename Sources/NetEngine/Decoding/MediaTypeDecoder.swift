/// A body as what its media type says it is.
public enum DecodedBody: Sendable, Hashable {
    /// No bytes, whatever the media type says.
    case empty
    /// JSON, checked; the text as received, so that numbers keep their digits and members their order.
    case json(String)
    /// Text in any encoding that is known here.
    case text(DecodedText)
    /// XML, checked.
    case xml(XMLTree)
    /// A form, decoded.
    case form(FormFields)
    /// An image, by its header; the pixels are not decoded.
    case image(ImageFacts)
    /// Bytes of any other kind.
    case raw([UInt8])
}

/// Chooses by the media type of the response: JSON, XML, form, image header, text, or the bytes.
///
/// A body that is not what its media type says is a `decoding` error. Image formats other than those of `ImageFacts`, and
/// everything unknown, are bytes; a body without a media type is text when it is valid UTF-8 without NUL.
public struct MediaTypeDecoder: ResponseDecoder {
    /// It has no settings.
    public init() {}

    /// - Throws: `decoding` if the body is not what its media type says.
    public func decode(_ response: Response) throws(EngineError) -> DecodedBody {
        let type = ContentType(of: response)
        guard !response.body.isEmpty else { return .empty }
        if type.isJSON {
            return .json(String(decoding: try JSONFormat.checkedText(of: response), as: UTF8.self))
        }
        if type.isXML { return .xml(try XMLTreeDecoder().decode(response)) }
        if type.isForm { return .form(try FormDecoder().decode(response)) }
        if type.isImage {
            let isKnown = ImageFacts.Format.allCases.contains { type.essence.hasSuffix($0.rawValue) }
            if isKnown { return .image(try ImageDecoder().decode(response)) }
            return ImageFacts(response.body).map { .image($0) } ?? .raw(response.body)
        }
        if type.isText { return .text(try TextDecoder().detect(response)) }
        let looksLikeText =
            type.essence.isEmpty && !response.body.contains(0) && UTF8Text.firstInvalidByte(in: response.body) == nil
        return looksLikeText ? .text(try TextDecoder().detect(response)) : .raw(response.body)
    }
}

extension ResponseDecoder where Self == MediaTypeDecoder {
    /// By the media type of the response.
    public static var byMediaType: MediaTypeDecoder { MediaTypeDecoder() }
}

/// Several formats for one type, chosen by the media type of the response.
///
/// The first entry that matches counts; if none does, the first entry is tried, because many servers call their JSON
/// `text/plain`.
public struct FormatsByMediaType: BodyFormat {
    /// A format, and the media types it is for.
    public struct Entry: Sendable {
        let matches: @Sendable (ContentType) -> Bool
        let format: any BodyFormat

        /// A format for what `matches` accepts.
        public init(_ format: any BodyFormat, where matches: @escaping @Sendable (ContentType) -> Bool) {
            self.format = format
            self.matches = matches
        }
    }

    private let first: Entry
    private let others: [Entry]

    /// JSON, or a form where the response is called one: the default of endpoints with a `Decodable` response.
    public static let standard = FormatsByMediaType(
        Entry(JSONFormat()) { $0.isJSON }, Entry(FormFormat()) { $0.isForm }, accept: "application/json")

    private let ownAccept: String?

    private init(_ first: Entry, _ other: Entry, accept: String) {
        self.first = first
        others = [other]
        ownAccept = accept
    }

    /// These formats, the first that matches first.
    /// - `first`: also used where none matches.
    public init(_ first: Entry, _ others: Entry...) {
        self.first = first
        self.others = others
        ownAccept = nil
    }

    /// What all formats ask for, in their order; nil if none asks for anything.
    public var accept: String? {
        if let ownAccept { return ownAccept }
        let values = ([first] + others).compactMap(\.format.accept)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// - Throws: `decoding`, as the chosen format does.
    public func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(EngineError) -> T {
        let contentType = ContentType(of: response)
        let entry = ([first] + others).first { $0.matches(contentType) } ?? first
        return try entry.format.decode(type, from: response)
    }
}
