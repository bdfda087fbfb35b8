import Base
import JSONPath
import JSONSchema
import NetEngine
import OpenAPI
import Pattern

/// A body as it was received, or is to be sent; its content codings are undone.
package enum ContractBody: Sendable {
    case none
    case whole([UInt8])
    /// Only its beginning is there.
    case cut([UInt8])
    /// It is not in memory; why, in a clause.
    case unread(String)

    var bytes: [UInt8] {
        switch self {
        case .none, .unread: []
        case .whole(let bytes), .cut(let bytes): bytes
        }
    }

    /// Whether there is more than `bytes`.
    var isCut: Bool {
        switch self {
        case .none, .whole: false
        case .cut, .unread: true
        }
    }

    /// Why it cannot be checked as a whole, in a clause.
    var gap: String? {
        switch self {
        case .none, .whole: nil
        case .cut: "only its beginning is there"
        case .unread(let reason): reason
        }
    }
}

/// Checks one body by its documented media type.
struct BodyCheck {
    /// Items of a stream that are looked at.
    static let mostItems = 100_000
    /// Items with findings that are told.
    static let mostBrokenItems = 100

    let findings: SchemaFindings
    let body: ContractBody
    let media: MediaType
    /// As it is in the header field.
    let written: String
    private var lines: LinePlaces
    private let finding = ContractFinding(kind: .body, verdict: .kept, text: "")

    init(_ findings: SchemaFindings, _ body: ContractBody, _ media: MediaType, written: String) {
        self.findings = findings
        self.body = body
        self.media = media
        self.written = written
        lines = LinePlaces(body.bytes)
    }

    mutating func run(into report: inout ContractReport) {
        let type = ContentType(written)
        let bytes = body.bytes
        if BodyItems.isStream(type) {
            if case .unread(let reason) = body { return skip(reason, &report) }
            guard media.schema != nil || media.itemSchema != nil else { return skip("it has no schema", &report) }
            return items(type, into: &report)
        }
        guard media.schema != nil || !media.fields.isEmpty else {
            return skip("its media type has no schema", &report)
        }
        if let gap = body.gap { return skip(gap, &report) }
        if type.isForm || type.isMultipart { return form(type, into: &report) }
        guard let schema = media.schema else { return skip("its media type has no schema", &report) }
        if type.isJSON { return json(bytes, schema, into: &report) }
        if type.isXML { return xml(schema, into: &report) }
        guard type.isText, let text = String(validating: bytes, as: UTF8.self) else {
            return skip("it is not text", &report)
        }
        guard let tree = try? JSONTree.parse(JSONOutput.string(text).bytes) else { return }
        close(
            findings.check(tree, at: schema, finding, .init(offset: nil, start: 0), &lines, into: &report), schema,
            &report)
    }

    private mutating func json(_ bytes: [UInt8], _ schema: DocumentPlace, into report: inout ContractReport) {
        do throws(JSONSyntaxError) {
            let tree = try JSONTree.parse(bytes)
            close(
                findings.check(tree, at: schema, finding, .init(offset: 0), &lines, into: &report), schema, &report)
        } catch { syntax(error, offset: 0, prefix: "", &report) }
    }

    /// Whether a schema has neither members nor items.
    private func isScalar(_ schema: DocumentPlace?) -> Bool {
        guard let schema else { return false }
        let parts = SchemaParts([schema], findings.api.description.documents)
        return !parts.types.isEmpty && !parts.isObject && !parts.isArray
    }

    private func form(_ type: ContentType, into report: inout ContractReport) {
        if isScalar(media.schema) { return skip("it is a form, and its schema is not an object", &report) }
        let parts: [FormPart]
        if type.isForm {
            parts = FormReading.urlEncoded(body.bytes)
        } else {
            guard type.essence == "multipart/form-data" else {
                return skip("of multipart bodies only forms are compared with schemas", &report)
            }
            guard let boundary = type.boundary, let found = FormReading.multipart(body.bytes, boundary: boundary) else {
                var broken = finding
                broken.verdict = .broken
                broken.text =
                    type.boundary == nil
                    ? "The media type of the form names no boundary."
                    : "The body has no parts with the boundary of its media type."
                broken.source = findings.source(media.place)
                return report.add(broken)
            }
            parts = found
        }
        var check = FormCheck(findings, body.bytes, media, parts, isMultipart: type.isMultipart)
        close(check.run(into: &report), media.schema ?? media.place, &report)
    }

    private mutating func xml(_ schema: DocumentPlace, into report: inout ContractReport) {
        if isScalar(schema) { return skip("it is XML, and its schema has no elements", &report) }
        let check = XMLCheck(findings, body.bytes, media, written: written)
        switch check.run(schema, finding, &lines, into: &report) {
        case .success(let isValid): close(isValid, schema, &report)
        case .failure(let gap): skip(gap.reason, &report)
        }
    }

    private mutating func syntax(_ error: JSONSyntaxError, offset: Int, prefix: String, _ report: inout ContractReport)
    {
        var broken = finding
        broken.verdict = .broken
        broken.text = body.bytes.isEmpty ? "The body is empty." : prefix + "The body is not JSON: \(error.reason)."
        let place = lines.place(of: offset + error.offset)
        broken.place = BodyPlace(
            offset: offset + error.offset, line: place.line, column: place.column, path: "$")
        broken.source = findings.source(media.place)
        report.add(broken)
    }

    private func close(_ isValid: Bool?, _ schema: DocumentPlace, _ report: inout ContractReport) {
        guard isValid == true else { return }
        var kept = finding
        kept.text = "The body is valid."
        kept.source = findings.source(schema)
        report.add(kept)
    }

    private func skip(_ reason: String, _ report: inout ContractReport) {
        var skipped = finding
        (skipped.verdict, skipped.text) = (.notChecked, "The body is not checked: \(reason).")
        skipped.source = findings.source(media.place)
        report.add(skipped)
    }

    // MARK: Streams

    private mutating func items(_ type: ContentType, into report: inout ContractReport) {
        let isEvents = type.essence == "text/event-stream"
        var schema = media.itemSchema ?? media.schema
        let isItemSchema = media.itemSchema != nil
        if !isItemSchema, let place = media.schema {
            // Against the standard, but usual before 3.2; there it is the array of all items.
            if let whole = try? findings.api.description.documents.value(place).followed(),
                whole.text("type") == "array", let items = whole["items"]
            {
                schema = items.place
            }
            var note = finding
            note.text = "The description gives 'schema' and no 'itemSchema' for a stream; it is applied to each item."
            note.source = findings.source(place)
            report.warn(note)
        }
        guard let schema else { return }
        let items = BodyItems(body.bytes, type, isCut: body.isCut)
        var broken = 0
        var isDecided = true
        for (number, item) in items.all.enumerated() {
            guard number < Self.mostItems, broken < Self.mostBrokenItems else {
                report.isCut = true
                break
            }
            countWork(1)
            let prefix = "Item \(number + 1): "
            do throws(JSONSyntaxError) {
                var frame = SchemaFindings.Frame(offset: item.offset, prefix: prefix)
                var tree: JSONTree
                if isEvents {
                    if !isItemSchema, item.data == Array("[DONE]".utf8) { continue }
                    (tree, frame.offset, frame.start) = (try item.value(isEvent: isItemSchema), nil, item.offset)
                } else {
                    tree = try JSONTree.parse(item.data)
                }
                let isValid = findings.check(tree, at: schema, finding, frame, &lines, into: &report)
                if isValid == false { broken += 1 }
                if isValid == nil { isDecided = false }
            } catch {
                broken += 1
                syntax(error, offset: item.offset, prefix: prefix, &report)
            }
            if !isDecided { break }
        }
        guard broken == 0, isDecided else { return }
        var kept = finding
        kept.text = "All \(Formatting.count(items.all.count, "item")) of the body are valid."
        if items.all.count < 2 {
            kept.text = items.all.isEmpty ? "The body has no items." : "The item of the body is valid."
        }
        kept.source = findings.source(schema)
        report.add(kept)
    }
}
