import CExpat

/// How much a document may ask for.
public struct XMLLimits: Sendable, Hashable {
    /// Elements within elements. Default 512.
    public var maxDepth: Int
    /// Nodes and attributes together. Default 4 million, which take 150 MB, and twice that while they are read.
    public var maxNodes: Int
    /// Entities that the document may declare. Default 512.
    public var maxEntities: Int

    /// The defaults: 512 levels, 4 million nodes, 512 entities.
    public init(maxDepth: Int = 512, maxNodes: Int = 4_000_000, maxEntities: Int = 512) {
        self.maxDepth = maxDepth
        self.maxNodes = maxNodes
        self.maxEntities = maxEntities
    }
}

/// Why a text is not XML (XML 1.0, Namespaces in XML 1.0), and at which byte.
struct XMLSyntaxFault: Error, Hashable {
    let offset: Int
    let reason: String
}

/// Reads XML text into a tree, strictly.
///
/// Nothing is ever fetched: external entities are an error, an external DTD is not read, and a reference to an entity that
/// only it might define is an error too. Entities that the document itself defines are replaced, unless they expand too
/// far: text and attributes may have four times the bytes received, plus a megabyte.
struct XMLReader {
    var limits = XMLLimits()

    /// - Parameters:
    ///   - source: UTF-8, which was checked.
    ///   - start: where the text begins, after a byte order mark.
    func read(_ source: [UInt8], from start: Int = 0) throws(XMLSyntaxFault) -> XMLTree {
        guard source.count <= 512 << 20 else {
            throw XMLSyntaxFault(offset: 0, reason: "more than 512 MiB are too large for a tree")
        }
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw XMLSyntaxFault(offset: 0, reason: "there is not enough memory")
        }
        defer { XML_ParserFree(parser) }
        let builder = XMLTreeBuilder(parser: parser, limits: limits, source: source, start: start)
        // The parser, and with it the callbacks, ends before the builder does.
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XMLCallbacks.set(on: parser)
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, 8)
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
        // In one piece: fed in many, a long token would be read again and again.
        let status = withExtendedLifetime(builder) {
            source.withUnsafeBytes { bytes in
                XML_Parse(
                    parser, bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self),
                    Int32(source.count - start), 1)
            }
        }
        if let fault = builder.fault { throw fault }
        guard status == XML_STATUS_OK else {
            throw XMLSyntaxFault(
                offset: builder.offset, reason: XMLFaultWords.reason(XML_GetErrorCode(parser), open: builder.openName))
        }
        return XMLTree(builder.finished())
    }
}

/// The words for expat's errors.
private enum XMLFaultWords {
    static func reason(_ code: XML_Error, open: String?) -> String {
        switch code {
        case XML_ERROR_NO_ELEMENTS: return open.map { "<\($0)> is not closed" } ?? "there is no element"
        case XML_ERROR_INVALID_TOKEN: return "this is not allowed here"
        case XML_ERROR_UNCLOSED_TOKEN: return "the text ends within this"
        case XML_ERROR_TAG_MISMATCH:
            return open.map { "this end tag does not close <\($0)>" } ?? "this end tag closes nothing"
        case XML_ERROR_DUPLICATE_ATTRIBUTE: return "an attribute comes twice"
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "more follows after the root element"
        case XML_ERROR_UNDEFINED_ENTITY: return "an entity is not defined"
        case XML_ERROR_RECURSIVE_ENTITY_REF: return "an entity contains itself"
        case XML_ERROR_BAD_CHAR_REF: return "there is no such character"
        case XML_ERROR_UNCLOSED_CDATA_SECTION: return "the text ends within a CDATA section"
        case XML_ERROR_MISPLACED_XML_PI: return "the XML declaration must be at the very beginning"
        case XML_ERROR_EXTERNAL_ENTITY_HANDLING, XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF:
            return "it refers to another file, which is never read"
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: return "its entities expand to too much text"
        case XML_ERROR_ASYNC_ENTITY: return "an element begins within an entity and ends outside of it"
        case XML_ERROR_NO_MEMORY: return "there is not enough memory"
        default: return XML_ErrorString(code).map { String(cString: $0) } ?? "it is not well-formed"
        }
    }
}

/// What expat calls while it reads.
private enum XMLCallbacks {
    private static func builder(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
        data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    static func set(on parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                XMLCallbacks.builder(data)?.begin(name, attributes)
            },
            { data, _ in XMLCallbacks.builder(data)?.end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            XMLCallbacks.builder(data)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        XML_SetCdataSectionHandler(
            parser, { data in XMLCallbacks.builder(data)?.beginCDATA() }, { XMLCallbacks.builder($0)?.endCDATA() })
        XML_SetCommentHandler(parser) { data, text in
            guard let text else { return }
            XMLCallbacks.builder(data)?.addLeaf(.comment, target: nil, text)
        }
        XML_SetProcessingInstructionHandler(parser) { data, target, text in
            guard let target, let text else { return }
            XMLCallbacks.builder(data)?.addLeaf(.processingInstruction, target: target, text)
        }
        XML_SetEntityDeclHandler(parser) { data, name, isParameter, value, count, _, _, _, _ in
            guard let name else { return }
            let bytes = Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : Int(count)))
            XMLCallbacks.builder(data)?.declareEntity(
                isParameter == 0 ? String(cString: name) : nil, value: bytes)
        }
        XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in Int32(XML_STATUS_ERROR.rawValue) }
        XML_SetSkippedEntityHandler(parser) { data, name, _ in
            guard let name else { return }
            XMLCallbacks.builder(data)?.skipEntity(String(cString: name))
        }
    }
}
