import NetEngine
import Testing

@testable import Bodies

/// Lists of words: ends of names, media types, elements of HTML and the words of sentences, each entry by itself.
@Suite struct KindWordsTests {
    @Test(
        arguments: [
            (.xml, "xml svg rss atom xsd xsl xslt wsdl plist gpx kml"), (.html, "html htm xhtml"), (.yaml, "yaml yml"),
            (.toml, "toml"), (.css, "css"), (.javaScript, "js mjs cjs ts jsx tsx"), (.markdown, "md markdown"),
            (.csv, "csv"), (.tsv, "tsv"), (.messagePack, "msgpack mp"), (.cbor, "cbor"), (.protobuf, "pb protobuf"),
            (.jwt, "jwt"), (.image, "png jpg jpeg gif webp bmp"), (.zip, "zip jar apk docx xlsx pptx odt epub"),
            (.gzip, "gz tgz"), (.pdf, "pdf"),
        ] as [(BodyKind, String)])
    func `a kind is known by the end of a name where the type says nothing`(kind: BodyKind, endings: String) {
        for ending in endings.split(separator: " ") {
            for type in ["", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-unknown"] {
                #expect(BodyKind.named(by: ContentType(type), name: "a.b.\(ending)") == kind, "\(type) \(ending)")
            }
            #expect(BodyKind.named(by: ContentType(""), name: "a.\(ending.uppercased())") == kind)
            #expect(BodyKind.named(by: ContentType("text/x-other"), name: "a.\(ending)") == nil)
            #expect(
                BodyKind.named(by: ContentType(""), name: "a.\(ending)x") != kind || ending == "ts" || ending == "js")
        }
    }

    @Test(
        arguments: [
            (.yaml, "application/yaml application/vnd.yaml text/x-yml"), (.toml, "application/toml"),
            (.css, "text/css"), (.javaScript, "text/javascript application/ecmascript application/typescript"),
            (.markdown, "text/markdown"), (.csv, "text/csv"), (.tsv, "text/tab-separated-values text/tsv"),
            (.messagePack, "application/msgpack application/messagepack application/vnd.msgpack"),
            (
                .cbor,
                "application/cbor application/cbor-seq application/cose application/cwt application/senml+cbor"
            ),
            (
                .protobuf,
                "application/protobuf application/vnd.google.protobuf application/protobuffer application/proto "
                    + "application/grpc application/grpc-web text/proto"
            ), (.jwt, "application/jwt application/jose"),
            (.zip, "application/zip application/zip-compressed application/java-archive application/epub+zip"),
            (.gzip, "application/gzip"), (.pdf, "application/pdf"),
        ] as [(BodyKind, String)])
    func `a kind is known by its media types`(kind: BodyKind, types: String) {
        for type in types.split(separator: " ") {
            #expect(BodyKind.named(by: ContentType(String(type)), name: "a.other") == kind, "\(type)")
        }
    }

    @Test func `a body that is not of its kind is called by the word for one of it`() {
        let sentences = BodyKind.allCases.map { $0.sentence(DecodingRefusal("it ends", at: 3)) }
        let nouns = [
            "XML", "HTML", "YAML", "TOML", "CSS", "JavaScript", "Markdown", "a form", "CSV", "TSV", "MessagePack",
            "CBOR",
            "Protobuf", "a JWT", "an image", "a zip archive", "a gzip file", "a PDF", "a multipart body",
        ]
        #expect(sentences == nouns.map { "Not \($0): it ends (byte 3)" })
        #expect(BodyKind.pdf.sentence(DecodingRefusal("it ends")) == "Not a PDF: it ends")
    }

    @Test func `a body of another kind is shown as what it is, and the remark is about what its type names`() {
        func shown(_ bytes: [UInt8], _ type: String, name: String = "") -> String {
            switch Decoding(bytes, type, name: name).outcome {
            case .decoded(let body): "\(body.kind), \(body.remark ?? "no remark")"
            case .refused(let kind, let refusal): "refused, \(kind.sentence(refusal))"
            case .unknown: "unknown"
            }
        }
        let pdf = Array("%PDF-1.7\n%%EOF".utf8)
        let noImage = "Not an image: it begins like no image that is known here, or ends before its size (byte 0)"
        #expect(shown(pdf, "image/png") == "pdf, \(noImage)")
        #expect(shown(pdf, "", name: "a.png") == "pdf, \(noImage)")
        #expect(shown(Array("text".utf8), "image/png") == "refused, \(noImage)")
        #expect(shown([0x1F, 0x8B, 8], "image/png") == "refused, \(noImage)", "it only begins as a gzip file does")
        #expect(shown(pdf, "application/pdf") == "pdf, no remark")
        #expect(shown(pdf, "application/octet-stream") == "pdf, no remark")
        // A type without a decoder is taken at its word.
        for type in ["application/json", "application/x-ndjson", "text/x-other"] {
            #expect(shown(pdf, type) == "unknown", "\(type)")
        }
    }

    // MARK: HTML

    private func hash(_ name: some StringProtocol) -> UInt32 { HTMLElements.hash(name.utf8) }

    @Test func `elements without an end tag, and those with raw text, are those of HTML`() {
        let void = "area base br col embed hr img input link meta param source track wbr".split(separator: " ")
        let raw = "script style textarea title pre xmp iframe noembed noframes plaintext".split(separator: " ")
        #expect(HTMLElements.void == Set(void.map(hash)) && HTMLElements.raw == Set(raw.map(hash)))
    }

    @Test func `a start tag ends the elements that it cannot be in`() {
        func left(_ tag: String, _ open: String) -> String {
            let names = open.split(separator: " ").map(String.init)
            var hashes = names.map { hash($0) }
            HTMLElements.closeBefore(hash(tag), &hashes)
            return names.prefix(hashes.count).joined(separator: " ")
        }
        let blocks = """
            address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
            header hgroup hr main menu nav ol p pre section table ul
            """
        for block in blocks.split(whereSeparator: \.isWhitespace) {
            #expect(left(String(block), "div p") == "div", "\(block)")
            #expect(left(String(block), "p span") == "p span", "\(block)")
        }
        for tag in ["span", "a", "td2", "img"] { #expect(left(tag, "div p") == "div p") }
        let rows = [
            ("li", "ul li p", "ul"), ("li", "ul li", "ul"), ("li", "li ul", "li ul"), ("dt", "dl dd p", "dl"),
            ("dt", "dl dt", "dl"), ("dd", "dl dt", "dl"), ("dd", "dl dd", "dl"), ("td", "tr td p", "tr"),
            ("td", "tr th", "tr"), ("th", "tr td", "tr"), ("th", "tr th", "tr"), ("tr", "table tr td p", "table"),
            ("tr", "table tr", "table"), ("tr", "tr th", ""), ("tbody", "table thead tr td", "table"),
            ("tbody", "table tbody", "table"), ("tfoot", "table tbody tr th", "table"),
            ("tfoot", "table tfoot", "table"), ("thead", "table tbody", "table tbody"),
            ("option", "select option", "select"), ("optgroup", "select option", "select"),
            ("option", "select optgroup", "select optgroup"), ("body", "html head", "html"), ("head", "html", "html"),
        ]
        for (tag, open, rest) in rows { #expect(left(tag, open) == rest, "\(tag) in \(open)") }
    }
}
