import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// The small readers of bodies, each rule at its edge.
@Suite struct DecodingRuleTests {
    /// Lines between bars; the events, each as `type=data#id`, and the wait.
    private static let events: FilledTable = """
        data: a| -> message=a#
        data:a| -> message=a#
        data:  a| -> message= a#
        data: a|data: b| -> message=a/b#
        data|data| -> message=/#
        data| -> message=#
        data: a -> 
        event: x|data: a| -> x=a#
        event: x||data: a| -> message=a#
        event: x|event:|data: a| -> message=a#
        id: 7|data: a||data: b| -> message=a#7 message=b#7
        id: 7|data: a||id|data: b| -> message=a#7 message=b#
        id: 7|id: 8\u{0}|data: a| -> message=a#7
        : comment|data: a| -> message=a#
         data: a| -> 
        Data: a| -> 
        retry: 50|data: a| -> message=a# 50
        retry: 50|retry: 5x| -> 50
        retry:| -> 
        retry: -1| -> 
        """

    @Test func `events are made of lines as the standard says`() {
        let text = Self.events.filled { row in
            var assembler = EventAssembler()
            let events = row.split(separator: "|", omittingEmptySubsequences: false).compactMap { line in
                assembler.take(Array(line.utf8)[...])
            }
            var words = events.map { event in
                "\(event.type)=\(event.data.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "/"))#\(event.lastEventID)"
            }
            if let wait = assembler.reconnectionTime {
                words.append("\(wait.components.attoseconds / 1_000_000_000_000_000)")
            }
            return words.joined(separator: " ")
        }
        #expect(text == Self.events.text)
    }

    @Test func `an id counts from the end of its event, and data are counted without their last line end`() {
        var assembler = EventAssembler()
        #expect(assembler.dataCount == 0)
        _ = assembler.take(Array("id: 7".utf8)[...])
        _ = assembler.take(Array("data: ab".utf8)[...])
        _ = assembler.take(Array("data: c".utf8)[...])
        #expect(assembler.lastEventID == "" && assembler.dataCount == 4)
        _ = assembler.take([])
        #expect(assembler.lastEventID == "7" && assembler.dataCount == 0)
    }

    private static let flat: FilledTable = #"""
        {"a":1} -> 1
        {"a":1.9} -> 1
        {"a":-1.9} -> -1
        {"a":"7"} -> 7
        {"a":1e3} -> 1000
        {"a":9223372036854775807} -> 9223372036854775807
        {"a":1e30} -> nil
        {"a":true} -> nil
        {"a":"x"} -> nil
        {"a":{"a":1}} -> nil
        {"a":1,"a":2} -> 2
        {"a":1,"a":[]} -> nil
        {"\u0061":1} -> 1
        {} -> nil
        [1] -> no object
        {"a":1}x -> no object
        {"a":1,} -> no object
        """#

    @Test func `a number of a flat object is whole, and the last of its name`() {
        let text = Self.flat.filled { row in
            guard let object = FlatJSON(Array(row.utf8)) else { return "no object" }
            return object.integer("a").map { "\($0)" }
        }
        #expect(text == Self.flat.text)
        let object = FlatJSON(Array(#"{"t":"x","f":false,"n":1}"#.utf8))
        #expect(object?.text("t") == "x" && object?.text("n") == nil)
        #expect(object?.truth("f") == false && object?.truth("t") == nil)
    }

    /// Bytes in hexadecimal.
    private static let guesses: FilledTable = """
        61 -> UTF-8 valid-utf-8
        c3a4 -> UTF-8 valid-utf-8
        c3a4ff -> UTF-8 fallback
        c3a4ffff -> windows-1252 fallback
        e4 -> windows-1252 fallback
        61006200 -> UTF-16LE fallback
        00610062 -> UTF-16BE fallback
        61000062 -> UTF-8 valid-utf-8
        610062 -> UTF-8 valid-utf-8
        610061006100616161 -> UTF-8 valid-utf-8
        6100610061006161 -> UTF-16LE fallback
        """

    @Test func `an encoding that nothing names is guessed by what speaks for it`() {
        let text = Self.guesses.filled { row in
            let digits = Array(row.utf8)
            let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
                (URLEncoding.hexValue(digits[place]) ?? 0) << 4 | (URLEncoding.hexValue(digits[place + 1]) ?? 0)
            }
            let verdict = bytes.withUnsafeBufferPointer { TextDetection.guess($0, type: ContentType("")) }
            return "\(verdict.encoding) \(verdict.source.rawValue)"
        }
        #expect(text == Self.guesses.text)
        // A character that is cut off by the end of the piece says nothing.
        ([0x61, 0xC3] as [UInt8]).withUnsafeBufferPointer {
            #expect(TextDetection.likeliest($0, type: ContentType(""), isCut: true) == .utf8)
            #expect(TextDetection.likeliest($0, type: ContentType(""), isCut: false) == .windows1252)
            #expect(TextDetection.likeliest($0, type: ContentType("text/xml"), isCut: false) == .utf8)
        }
    }

    /// What a media type says of a body.
    private static let types: FilledTable = """
        application/json -> json text
        application/vnd.api+json -> json text
        application/json-seq -> text stream
        application/jsonl -> lines text stream
        application/yaml -> text comments
        application/x-yaml -> text comments
        application/vnd.yaml -> text comments
        application/toml -> text comments
        application/sh -> text comments
        text/markdown -> text comments
        text/csv -> text comments
        text/css -> text
        application/javascript -> text
        application/x-javascript -> text
        application/ecmascript -> text
        application/graphql -> text
        application/sql -> text
        application/zip -> binary
        application/gzip -> binary
        application/x-gzip -> binary
        application/pdf -> binary
        application/x-tar -> binary
        application/wasm -> binary
        application/protobuf -> binary
        application/x-protobuf -> binary
        application/grpc -> binary
        application/msgpack -> binary
        application/cbor -> binary
        audio/mpeg -> binary
        video/mp4 -> binary
        font/woff2 -> binary
        font/json -> binary
        image/png -> image binary
        image/svg+xml -> xml text
        video/x+json -> json text
        application/x-www-form-urlencoded -> form text
        multipart/form-data -> multipart message
        message/http -> message
        application/http -> message
        application/octet-stream -> 
        application/plain -> text comments
        application -> 
        """

    @Test func `each media type says what its body is`() {
        let text = Self.types.filled { row in
            let type = ContentType(row)
            let facts = [
                (type.isJSON, "json"), (type.isJSONLines, "lines"), (type.isXML, "xml"), (type.isHTML, "html"),
                (type.isForm, "form"), (type.isMultipart, "multipart"), (type.isImage, "image"), (type.isText, "text"),
                (type.isBinary, "binary"), (type.isStream, "stream"), (type.hasComments, "comments"),
                (type.isMessage, "message"),
            ]
            return facts.filter(\.0).map(\.1).joined(separator: " ")
        }
        #expect(text == Self.types.text)
    }

    @Test func `a document says its encoding in its first 1024 bytes`() throws {
        func found(after count: Int) throws -> TextEncoding? {
            let text = String(repeating: " ", count: count) + "<meta charset=latin1>"
            return try TextDetection.named(in: Array(text.utf8), type: ContentType("text/html"))?.encoding
        }
        // The label ends with the last byte that is looked at, or is cut.
        #expect(try found(after: 1004) == .windows1252)
        #expect(try found(after: 1005) == nil)
    }

    private static func spooled(_ bytes: [UInt8]) throws -> BodyBytes {
        let body = try SpooledBody(in: [NSTemporaryDirectory()])
        try bytes.withUnsafeBytes { try body.append($0) }
        return BodyBytes(body)
    }

    @Test func `a body in a file is converted in pieces of a MiB, and no character is cut between them`() throws {
        // U+10FC00 is the last of the first halves with the first of the second ones.
        for (encoding, character) in [
            (TextEncoding.utf16LittleEndian, "😀"), (TextEncoding.utf16LittleEndian, "\u{10FC00}"),
            (TextEncoding.utf16BigEndian, "😀"), (TextEncoding.utf16BigEndian, "\u{10FC00}"),
        ] {
            let end = "\(character)b".utf16.flatMap { unit -> [UInt8] in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
                return encoding == .utf16BigEndian ? bytes : bytes.reversed()
            }
            // The pair begins in the last two bytes of the first piece, or ends with them.
            for room in [2, 4] {
                // Each two of the first bytes are U+6161.
                let count = (1 << 20) - room
                let bytes = [UInt8](repeating: 0x61, count: 2 + count) + end
                let text = encoding.visibleUTF8(try Self.spooled(bytes), from: 2)
                #expect(text.file != nil && text.count == 3 * (count / 2) + 5, "\(encoding) \(room)")
                let last = text.bytes(in: text.count - 8..<text.count)
                #expect(last == Array("慡\(character)b".utf8), "\(encoding) \(room)")
            }
        }
        let latin = TextEncoding.windows1252.visibleUTF8(try Self.spooled([0x61, 0xE9, 0x80]), from: 1)
        #expect(latin.file != nil && latin == BodyBytes(Array("é€".utf8)))
        let plain = TextEncoding.utf8.visibleUTF8(try Self.spooled([0x61, 0xC3, 0xA9]), from: 1)
        #expect(plain.array == Array("é".utf8))
        let whole = TextEncoding.windows1252.visibleUTF8(try Self.spooled([0x61, 0xE9]))
        #expect(whole == BodyBytes(Array("aé".utf8)), "from its first byte on")
    }

    /// The first byte that is wrong, in bytes of hexadecimal (Unicode 3.9, table 3-7).
    private static let invalid: FilledTable = """
        7f -> nil
        80 -> 0
        c080 -> 0
        c1bf -> 0
        c280 -> nil
        dfbf -> nil
        61c3 -> 1
        e09fbf -> 0
        e0a080 -> nil
        ed9fbf -> nil
        eda080 -> 0
        ee8080 -> nil
        e18080 -> nil
        e180c0 -> 0
        f08fbfbf -> 0
        f0908080 -> nil
        f48fbfbf -> nil
        f4908080 -> 0
        f5808080 -> 0
        f1808080 -> nil
        f18080 -> 0
        """

    @Test func `UTF-8 ends where a character is no character`() {
        let text = Self.invalid.filled { row in
            let digits = Array(row.utf8)
            let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
                (URLEncoding.hexValue(digits[place]) ?? 0) << 4 | (URLEncoding.hexValue(digits[place + 1]) ?? 0)
            }
            return UTF8Text.firstInvalidByte(in: bytes).map { "\($0)" }
        }
        #expect(text == Self.invalid.text)
    }

    private static let documents: FilledTable = """
        <a xmlns:b=''/> -> the prefix "b" cannot be bound to ""
        <a xmlns:xmlns='u'/> -> the prefix "xmlns" cannot be bound to "u"
        <a xmlns:xml='u'/> -> the prefix "xml" cannot be bound to "u"
        <a xmlns:b='http://www.w3.org/XML/1998/namespace'/> -> the prefix "b" cannot be bound to "http://www.w3.org/XML/1998/namespace"
        <a xmlns='http://www.w3.org/2000/xmlns/'/> -> the prefix "" cannot be bound to "http://www.w3.org/2000/xmlns/"
        <a:b/> -> the prefix "a" is not declared
        <a b:c='1'/> -> the prefix "b" is not declared
        <a:b:c xmlns:a='u'/> -> "a:b:c" has a colon too many
        <a xmlns:b='u'><c b:d='1'/></a><!-- --> -> nil
        <a xmlns:b='u'/><b:c/> -> more follows after the root element
        <a><b xmlns:c='u'/><c:d/></a> -> the prefix "c" is not declared
        <a xmlns:b='u' xmlns:c='u' b:x='1' c:x='2'/> -> the attribute "x" comes twice
        <a xmlns:b='u' b:x='1' x='2'/> -> nil
        <a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='x'/> -> nil
        <a xml:lang='x'/> -> nil
        """

    @Test func `names of XML have one namespace, and no name comes twice`() {
        let text = Self.documents.filled { row in
            do throws(XMLSyntaxFault) {
                _ = try XMLReader().read(Array(row.utf8))
                return nil
            } catch { return error.reason }
        }
        #expect(text == Self.documents.text)
    }

    @Test func `limits of XML are met at their value and passed one later`() {
        func reason(_ text: String, _ limits: XMLLimits) -> String? {
            do throws(XMLSyntaxFault) {
                _ = try XMLReader(limits: limits).read(Array(text.utf8))
                return nil
            } catch { return error.reason }
        }
        #expect(reason("<a><b/></a>", XMLLimits(maxDepth: 2)) == nil)
        #expect(reason("<a><b><c/></b></a>", XMLLimits(maxDepth: 2)) == "the nesting is deeper than 2 levels")
        let entities = "<!DOCTYPE a [<!ENTITY x 'x'><!ENTITY y 'y'>]><a/>"
        #expect(reason(entities, XMLLimits(maxEntities: 2)) == nil)
        #expect(reason(entities, XMLLimits(maxEntities: 1)) == "it declares more than 1 entities")
    }

    @Test func `the default namespace is that of elements, and ends with the element that declares it`() throws {
        let text = "<a xmlns='u' b='1'><c/><d xmlns=''><e/></d><f/></a>"
        let root = try XMLReader().read(Array(text.utf8)).root
        let names = [root] + root.descendants
        #expect(
            names.map { "\($0.name?.qualified ?? "") \($0.name?.namespace ?? "-")" } == [
                "a u", "c u", "d -", "e -", "f u",
            ])
        #expect(root.attributes.map(\.name.namespace) == [nil] && root.namespaceDeclarations.map(\.value) == ["u"])
        #expect(root["d"]?.parent == root && root["e"] == nil)
    }
}
