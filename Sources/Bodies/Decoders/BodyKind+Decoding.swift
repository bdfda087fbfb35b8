import Base
import NetEngine

/// What came of decoding a body.
package enum DecodingOutcome: Sendable {
    case decoded(ReadableBody)
    /// Its type names a kind, but the bytes are not of it; show them as text or bytes, with the reason.
    case refused(BodyKind, DecodingRefusal)
    /// No decoder is for it: JSON, plain text, or bytes.
    case unknown
}

extension BodyKind {
    /// Makes a body readable: by its media type, then by its name, then by its content.
    ///
    /// The one entry to all decoders. It reads the whole body (`BodyDecoder.mostBytes` at most), so it is called off the
    /// main thread.
    ///
    /// - Parameters:
    ///   - bytes: after content decoding; valid during the call only.
    ///   - type: of the `Content-Type` field.
    ///   - name: a file name or the path of the URL; its ending counts where the type says nothing.
    ///   - charset: how to read text; nil to find out.
    ///   - reading: which of several readings of `ReadableBody.readings`.
    ///   - now: seconds since 1970, used to explain times in tokens.
    package static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, type: ContentType, name: String = "", charset: TextEncoding? = nil,
        reading: Int = 0, now: Int64 = 0, nesting: Int = 0
    ) -> DecodingOutcome {
        guard !bytes.isEmpty, !type.isJSON, !type.isJSONLines else { return .unknown }
        let input = DecoderInput(
            bytes, type: type, charset: charset, reading: reading, now: now, nesting: nesting)
        var refusal: (BodyKind, DecodingRefusal)?
        if let kind = named(by: type, name: name) {
            do throws(DecodingRefusal) { return .decoded(try kind.decode(input)) } catch { refusal = (kind, error) }
        }
        if refusal != nil || type.saysNothing {
            let head = UnsafeBufferPointer(rebasing: bytes.prefix(512))
            for kind in byContent where kind != refusal?.0 && kind.decoder.isBegun(by: head) {
                guard var body = try? kind.decode(input) else { continue }
                body.remark = refusal.map { $0.0.sentence($0.1) }
                return .decoded(body)
            }
        }
        return refusal.map { .refused($0, $1) } ?? .unknown
    }

    /// The kind that a media type means, or the end of a name if the type says nothing.
    package static func named(by type: ContentType, name: String = "") -> BodyKind? {
        var ending: Substring = ""
        if type.saysNothing, let dot = name.lastIndex(of: ".") {
            ending = Substring(name[name.index(after: dot)...].prefix(12).lowercased())
        }
        return allCases.first { $0.decoder.isNamed(by: type, fileName: ending) }
    }

    /// Kinds that are recognised by their first bytes, the most certain first.
    private static let byContent: [BodyKind] = [
        .image, .zip, .gzip, .pdf, .xml, .html, .jwt, .cbor, .messagePack,
    ]

    private func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let most = decoder.mostBytes
        guard input.bytes.count <= most else { throw DecodingRefusal("it is larger than \(most >> 20) MiB") }
        return try decoder.decode(input)
    }
}

extension ContentType {
    /// Whether the type leaves open what the bytes are.
    var saysNothing: Bool {
        ["", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-unknown"]
            .contains(essence)
    }
}
