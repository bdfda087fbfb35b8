import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI

/// Fills in the block of one operation: values for what is required, the rest listed but off, and its login.
///
/// Every value is valid against its schema; what has none is asked for. A text that a request file would read as
/// something else is asked for, too, so that what is sent is always what is written here.
struct BlockWriter {
    let collection: DescribedCollection
    let index: Int
    let operation: Operation
    /// Values that go before made ones.
    let given: OperationRequest.Values
    /// Takes the place of the variable that holds the server.
    let server: String?
    var maker: SampleMaker
    /// Variables of this block.
    private var variables: DialectName

    var notices: [DescriptionNotice] = []
    private var known: Set<DescriptionNotice> = []
    private var prompts: [String] = []
    private var asked: [String] = []
    var pathValues: [String: String] = [:]
    /// The names for the values of the path; nil if the values are in the URL.
    fileprivate var pathNames: PathNames?
    private var definitions: [String] = []
    var query: [String] = []
    var offQuery: [String] = []
    var headers: [String] = []
    var cookies: [String] = []
    var remarks: [String] = []
    /// Lines without line ends; empty for no body.
    var body: [String] = []

    var documents: DocumentSet { collection.api.description.documents }
    var version: DescriptionVersion { collection.api.description.version }

    init(_ collection: DescribedCollection, _ index: Int, _ given: OperationRequest.Values, server: String?) {
        self.given = given
        self.server = server
        self.collection = collection
        self.index = index
        operation = collection.api.operation(collection.operations[index])
        maker = collection.api.sampleMaker(.request, .minimal)
        variables = DialectName(reserved: collection.reserved)
    }

    mutating func block() -> DescribedBlock {
        for notice in operation.notices where known.insert(notice).inserted { notices.append(notice) }
        addAccept()
        addLogin()
        for parameter in operation.parameters { add(parameter) }
        addUndeclared()
        addBody()
        addCallbacks()
        let names = pathNames
        namePathValues()
        let block = DescribedBlock(text: text(), notices: notices, asked: asked)
        guard isUnderstood(block.text) else {
            pathNames = names
            note(.notRepresented, operation.entry.place, "The operation cannot be written as a request.")
            let skeleton = String(decoding: collection.skeletonBlock(of: index), as: UTF8.self)
            return DescribedBlock(text: skeleton, notices: notices)
        }
        return block
    }

    /// Whether the reader of request files takes the block as it is meant.
    private func isUnderstood(_ text: String) -> Bool {
        let document = HTTPDocument(bytes: Array(text.utf8))
        guard document.notices.isEmpty, document.requests.count == 1, let request = document.requests.first else {
            return false
        }
        return request.name == collection.name(of: index) && request.graphQL == nil && request.unsupported == nil
            && request.prompts.count == prompts.count && request.body.text.isEmpty == body.isEmpty
    }

    mutating func note(_ kind: DescriptionNotice.Kind, _ place: DocumentPlace, _ text: String) {
        let notice = DescriptionNotice(kind, at: documents.value(place), text)
        if known.insert(notice).inserted { notices.append(notice) }
    }

    mutating func note(_ rejected: [Sample.Rejected], _ kind: DescriptionNotice.Kind) {
        for report in rejected { note(kind, report.place, report.text) }
    }

    // MARK: Asking

    /// A variable for a value that nobody could make; it is asked for before the request is sent.
    mutating func ask(_ name: String, _ words: String) -> String {
        let variable = variables.unique(DialectName.valid(name, else: "value"))
        // Two braces would be taken for a variable.
        let text = PlainLine.of(words.replacing(bytes: "{{", with: "{ {"), limit: 240)
        prompts.append("# @prompt \(variable)\(text.isEmpty ? "" : " ")\(text)")
        asked.append(variable)
        return "{{\(variable)}}"
    }

    /// A variable for a value that is only needed if the user switches its line on.
    mutating func unasked(_ name: String) -> String {
        "{{\(variables.unique(DialectName.valid(name, else: "value")))}}"
    }

    func words(of schema: DocumentPlace?) -> String {
        schema.map { SchemaWords.text(of: documents.value($0), version) } ?? ""
    }

    // MARK: The text

    /// Puts the values of the path into variables, in the order of the path.
    private mutating func namePathValues() {
        guard pathNames != nil, operation.entry.kind == .path else { return }
        for name in PathTemplate(SkeletonWriter.sentPath(operation.entry.path)).parameters {
            guard let value = pathValues[name], !value.contains(bytes: "{{"), !value.hasPrefix("'"),
                let given = pathNames?.name(of: value, as: name, besides: variables.known)
            else { continue }
            if given.isNew { definitions.append("@\(given.name) = \(value)") }
            pathValues[name] = "{{\(given.name)}}"
        }
    }

    private func text() -> String {
        let entry = operation.entry
        var bytes: [UInt8] = []
        SkeletonWriter.head(
            &bytes, entry, name: collection.name(of: index), link: collection.links?.link(to: entry))
        var lines: [String] = []
        let about = [operation.text, operation.summary].compactMap(\.self).map { PlainLine.firstParagraph($0) }
        if let about = about.first(where: { !$0.isEmpty }) { lines.append("# @description \(about)") }
        if entry.isDeprecated { lines.append("# Deprecated: the description advises against this operation.") }
        lines += remarks.map { "# " + $0 } + prompts
        lines += definitions
        lines += target()
        lines += headers
        if !cookies.isEmpty { lines.append("Cookie: " + cookies.joined(separator: "; ")) }
        if !body.isEmpty { lines += [""] + body }
        for line in lines {
            bytes += line.utf8
            bytes.append(Byte.lineFeed)
        }
        bytes.append(Byte.lineFeed)
        return String(decoding: bytes, as: UTF8.self)
    }

    private var writtenServer: String {
        guard let server else { return "{{\(collection.servers.name(of: index))}}" }
        var bytes: [UInt8] = []
        SkeletonWriter.text(&bytes, server)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func target() -> [String] {
        let entry = operation.entry
        var line = "\(SendableMethod.written(entry.method)) \(writtenServer)"
        if entry.kind == .path {
            for part in PathTemplate(SkeletonWriter.sentPath(entry.path)).parts {
                switch part {
                case .text(let text):
                    var bytes: [UInt8] = []
                    SkeletonWriter.text(&bytes, text)
                    line += String(decoding: bytes, as: UTF8.self)
                case .parameter(let name): line += pathValues[name] ?? ""
                }
            }
        }
        var separator = line.contains(bytes: "?") ? "&" : "?"
        let isShort = offQuery.isEmpty && query.count <= 2 && query.reduce(line.count) { $0 + $1.count + 1 } <= 100
        var lines = [line]
        for piece in query {
            if isShort { lines[0] += separator + piece } else { lines.append("    \(separator)\(piece)") }
            separator = "&"
        }
        return lines + offQuery.map { "    # &\($0)" }
    }

    // MARK: What else there is

    private mutating func addAccept() {
        guard operation.entry.kind == .path else { return }
        var names: [String] = []
        for response in operation.responses where response.status.hasPrefix("2") || response.status == "default" {
            for media in response.content {
                let name = PlainLine.of(media.name, limit: 120)
                if MediaTypeText.isWritable(name), !names.contains(name), names.count < 12 { names.append(name) }
            }
        }
        if !names.isEmpty { headers.append("Accept: " + names.joined(separator: ", ")) }
    }

    private mutating func addCallbacks() {
        for callback in operation.callbacks.prefix(20) {
            let methods = callback.methods.joined(separator: ", ")
            let line = "\(methods) \(callback.expression)".replacing(bytes: "{{", with: "{ {")
            remarks.append("Callback \(PlainLine.of(callback.name, limit: 60)): the API sends \(PlainLine.of(line))")
        }
    }
}

/// Media types in a header.
enum MediaTypeText {
    /// Whether a media type can stand in a header line.
    static func isWritable(_ name: String) -> Bool {
        name.contains(bytes: "/") && name.utf8.allSatisfy { $0 >= Byte.space && $0 < 0x7F && $0 != Byte.comma }
            && !name.contains(bytes: "{{")
    }

    /// The content type for a media type of the description: a range of them is none.
    static func contentType(_ name: String) -> String {
        let line = PlainLine.of(name, limit: 120)
        guard isWritable(line) else { return "application/octet-stream" }
        guard line.contains(bytes: "*") else { return line }
        if MediaTypeName(line).isJSON { return "application/json" }
        return line.hasPrefix("text/") ? "text/plain" : "application/octet-stream"
    }
}

extension DescribedCollection {
    /// The block of one operation, filled in. Takes as long as its schemas are large.
    /// - Parameters:
    ///   - values: go before made ones, whether the schemas allow them or not; parameters that have one are on.
    ///   - server: an absolute URL in place of the variable that holds the server.
    package func block(
        of index: Int, values: OperationRequest.Values = OperationRequest.Values(), server: String? = nil
    ) -> DescribedBlock {
        var writer = BlockWriter(self, index, values, server: server)
        return writer.block()
    }

    /// The block of one operation with the values of its path in variables, which it defines.
    /// - Parameter names: those of the file that the block goes to.
    package func block(of index: Int, naming names: inout PathNames) -> DescribedBlock {
        var writer = BlockWriter(self, index, OperationRequest.Values(), server: nil)
        writer.pathNames = names
        let block = writer.block()
        if let used = writer.pathNames { names = used }
        return block
    }
}
