/// The kinds of bodies that are decoded for reading. JSON is not among them: the viewer reads it itself.
package enum BodyKind: String, Sendable, Hashable, CaseIterable {
    case xml, html, yaml, toml, css, javaScript, markdown, form, csv, tsv
    case messagePack, cbor, protobuf, jwt
    case image, zip, gzip, pdf, multipart

    /// As titles name it.
    package var name: String {
        switch self {
        case .xml: "XML"
        case .html: "HTML"
        case .yaml: "YAML"
        case .toml: "TOML"
        case .css: "CSS"
        case .javaScript: "JavaScript"
        case .markdown: "Markdown"
        case .form: "Form"
        case .csv: "CSV"
        case .tsv: "TSV"
        case .messagePack: "MessagePack"
        case .cbor: "CBOR"
        case .protobuf: "Protobuf"
        case .jwt: "JWT"
        case .image: "Image"
        case .zip: "Zip archive"
        case .gzip: "Gzip file"
        case .pdf: "PDF"
        case .multipart: "Multipart"
        }
    }

    /// As sentences name one body of it.
    private var noun: String {
        switch self {
        case .form: "a form"
        case .jwt: "a JWT"
        case .image: "an image"
        case .zip: "a zip archive"
        case .gzip: "a gzip file"
        case .pdf: "a PDF"
        case .multipart: "a multipart body"
        case .xml, .html, .yaml, .toml, .css, .javaScript, .markdown, .csv, .tsv, .messagePack, .cbor, .protobuf: name
        }
    }

    /// Why a body is not of this kind, without a full stop: `Not an image: it ends before its size (byte 0)`.
    package func sentence(_ refusal: DecodingRefusal) -> String { "Not \(noun): \(refusal.sentence)" }

    /// Its one decoder.
    package var decoder: any BodyDecoder.Type {
        switch self {
        case .xml: XMLBodyDecoder.self
        case .html: HTMLBodyDecoder.self
        case .yaml: YAMLBodyDecoder.self
        case .toml: TOMLBodyDecoder.self
        case .css: CSSBodyDecoder.self
        case .javaScript: JavaScriptBodyDecoder.self
        case .markdown: MarkdownBodyDecoder.self
        case .form: FormBodyDecoder.self
        case .csv: CSVBodyDecoder.self
        case .tsv: TSVBodyDecoder.self
        case .messagePack: MessagePackBodyDecoder.self
        case .cbor: CBORBodyDecoder.self
        case .protobuf: ProtobufBodyDecoder.self
        case .jwt: JWTBodyDecoder.self
        case .image: ImageBodyDecoder.self
        case .zip: ZipBodyDecoder.self
        case .gzip: GzipBodyDecoder.self
        case .pdf: PDFBodyDecoder.self
        case .multipart: MultipartBodyDecoder.self
        }
    }
}
