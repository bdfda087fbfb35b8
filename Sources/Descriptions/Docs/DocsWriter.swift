import Base
import Contract
import OpenAPI

/// Writes the rows of an operation.
struct DocsWriter {
    let docs: OperationDocs
    private var output: DocsRows

    var rows: [DocsRow] { output.rows }

    private var operation: Operation { docs.operation }

    init(_ docs: OperationDocs, _ open: Set<DocsRow.ID>) {
        self.docs = docs
        output = DocsRows(open: open)
    }

    /// Adds a row; true if its children are to be written.
    mutating func add(
        _ id: DocsRow.ID, _ depth: Int, _ parts: [DocsRow.Part], _ place: DocumentPlace? = nil,
        hasChildren: Bool = false, link: DocumentedLink? = nil
    ) -> Bool {
        output.add(id, depth, parts, place, hasChildren: hasChildren, link: link)
    }

    mutating func write() {
        let entry = operation.entry
        var title = [DocsRow.Part(.name, "\(PlainLine.of(entry.method, limit: 20)) \(PlainLine.of(entry.path))")]
        if entry.isDeprecated { title.append(DocsRow.Part(.deprecated, "deprecated")) }
        _ = add(DocsRow.ID("operation"), 0, title, entry.place)
        if let summary = operation.summary {
            _ = add(DocsRow.ID("summary"), 0, [DocsRow.Part(.heading, PlainLine.of(summary))], entry.place)
        }
        output.addText(operation.text, DocsRow.ID("operation"), 0, entry.place)
        if let url = operation.documentation {
            _ = add(DocsRow.ID("more-docs"), 0, [DocsRow.Part(.text, "More: \(PlainLine.of(url))")], entry.place)
        }
        for (index, server) in operation.servers.prefix(20).enumerated() {
            let text = server.text.map { PlainLine.firstParagraph($0, limit: 80) } ?? ""
            let parts = [
                DocsRow.Part(.heading, index == 0 ? "Server" : "or"), DocsRow.Part(.name, PlainLine.of(server.url)),
                DocsRow.Part(.text, text),
            ]
            _ = add(DocsRow.ID("server\(index)"), index == 0 ? 0 : 1, parts, server.place)
        }
        _ = add(
            DocsRow.ID("auth"), 0,
            [DocsRow.Part(.heading, "Auth"), DocsRow.Part(.text, AuthWords.text(of: operation.security))], entry.place)
        writeParameters()
        writeBody()
        writeResponses()
        writeCallbacks()
    }

    private mutating func writeParameters() {
        guard !operation.parameters.isEmpty else { return }
        let id = DocsRow.ID("parameters")
        let title = [DocsRow.Part(.heading, "Parameters"), DocsRow.Part(.text, "\(operation.parameters.count)")]
        guard add(id, 0, title, hasChildren: true) else { return }
        for (index, parameter) in operation.parameters.enumerated() { write(parameter, id.child("\(index)"), 1) }
    }

    private mutating func write(_ parameter: Parameter, _ id: DocsRow.ID, _ depth: Int) {
        let schema = parameter.schema ?? parameter.content?.schema
        let view = schema.map { SchemaView([docs.documents.value($0)], docs.version) }
        var parts = [
            DocsRow.Part(.name, PlainLine.of(parameter.name, limit: 80)),
            DocsRow.Part(.text, "in \(parameter.location.rawValue)"),
            DocsRow.Part(.type, view.map { SchemaWords.text(of: $0, docs.version) } ?? ""),
        ]
        if parameter.isRequired { parts.append(DocsRow.Part(.heading, "required")) }
        if parameter.isDeprecated { parts.append(DocsRow.Part(.deprecated, "deprecated")) }
        if let text = parameter.text { parts.append(DocsRow.Part(.text, PlainLine.firstParagraph(text))) }
        if let example = parameter.examples.first, let text = docs.text(of: example) {
            parts.append(DocsRow.Part(.example, "example \(text)"))
        } else if let example = view?.examples.first {
            parts.append(DocsRow.Part(.example, "example \(SchemaWords.value(example))"))
        }
        let hasTree = view.map { docs.hasChildren($0) } ?? false
        guard add(id, depth, parts, parameter.place, hasChildren: hasTree), let schema else { return }
        writeChildren(of: [docs.documents.value(schema)], id, depth + 1, [])
    }

    private mutating func writeBody() {
        guard let body = operation.body else { return }
        let id = DocsRow.ID("body")
        var title = [DocsRow.Part(.heading, "Body")]
        if body.isRequired { title.append(DocsRow.Part(.heading, "required")) }
        if let text = body.text { title.append(DocsRow.Part(.text, PlainLine.firstParagraph(text))) }
        guard add(id, 0, title, body.place, hasChildren: !body.content.isEmpty) else { return }
        for (index, media) in body.content.enumerated() { write(media, id.child("\(index)"), 1) }
    }

    private mutating func write(_ media: MediaType, _ id: DocsRow.ID, _ depth: Int) {
        let schema = media.schema ?? media.itemSchema
        let hasChildren = schema != nil || !media.fields.isEmpty || !media.examples.isEmpty
        var parts = [DocsRow.Part(.name, PlainLine.of(media.name, limit: 80))]
        if media.schema == nil, media.itemSchema != nil { parts.append(DocsRow.Part(.text, "each item")) }
        guard add(id, depth, parts, media.place, hasChildren: hasChildren) else { return }
        if let schema {
            writeSchema([docs.documents.value(schema)], [], id.child("schema"), depth + 1, [], isRequired: false)
        }
        for (index, field) in media.fields.enumerated() { write(field, id.child("field\(index)"), depth + 1) }
        for (index, example) in media.examples.prefix(50).enumerated() {
            let name = example.name.map { "example \(PlainLine.of($0, limit: 60))" } ?? "example"
            let parts = [
                DocsRow.Part(.example, name), DocsRow.Part(.text, example.summary.map { PlainLine.of($0) } ?? ""),
            ]
            let id = id.child("example\(index)")
            guard
                add(id, depth + 1, parts, example.place, hasChildren: example.value != nil || example.serialized != nil)
            else { continue }
            for (number, line) in docs.lines(of: example).prefix(200).enumerated() {
                _ = add(id.child("\(number)"), depth + 2, [DocsRow.Part(.code, line)], example.place)
            }
        }
    }

    private mutating func writeResponses() {
        let id = DocsRow.ID("responses")
        guard add(id, 0, [DocsRow.Part(.heading, "Responses")], hasChildren: !operation.responses.isEmpty) else {
            return
        }
        for (index, response) in operation.responses.enumerated() {
            let id = id.child("\(index)")
            let parts = [
                DocsRow.Part(.name, PlainLine.of(response.status, limit: 20)),
                DocsRow.Part(.text, response.text.map { PlainLine.firstParagraph($0) } ?? ""),
            ]
            let hasChildren = !response.content.isEmpty || !response.headers.isEmpty || !response.links.isEmpty
            guard add(id, 1, parts, response.place, hasChildren: hasChildren) else { continue }
            for (number, media) in response.content.enumerated() { write(media, id.child("\(number)"), 2) }
            for (number, header) in response.headers.enumerated() { write(header, id.child("header\(number)")) }
            for (number, link) in response.links.enumerated() {
                let target = link.operationID ?? link.operationReference ?? ""
                let parts = [
                    DocsRow.Part(.heading, "link"), DocsRow.Part(.name, PlainLine.of(link.name, limit: 80)),
                    DocsRow.Part(.text, "to \(PlainLine.of(target))"),
                    DocsRow.Part(.text, link.text.map { PlainLine.firstParagraph($0) } ?? ""),
                ]
                _ = add(
                    id.child("link\(number)"), 2, parts, link.place,
                    link: DocumentedLink(status: response.status, link: link))
            }
        }
    }

    private mutating func write(_ header: Header, _ id: DocsRow.ID) {
        let schema = header.schema ?? header.content?.schema
        var parts = [
            DocsRow.Part(.heading, "header"), DocsRow.Part(.name, PlainLine.of(header.name, limit: 80)),
            DocsRow.Part(.type, schema.map { SchemaWords.text(of: $0, in: docs.api.description) } ?? ""),
        ]
        if header.isRequired { parts.append(DocsRow.Part(.heading, "required")) }
        if header.isDeprecated { parts.append(DocsRow.Part(.deprecated, "deprecated")) }
        if let text = header.text { parts.append(DocsRow.Part(.text, PlainLine.firstParagraph(text))) }
        _ = add(id, 2, parts, header.place)
    }

    private mutating func writeCallbacks() {
        for (index, callback) in operation.callbacks.enumerated() {
            let methods = callback.methods.joined(separator: ", ")
            let parts = [
                DocsRow.Part(.heading, "Callback"), DocsRow.Part(.name, PlainLine.of(callback.name, limit: 80)),
                DocsRow.Part(.text, "\(methods) \(PlainLine.of(callback.expression))"),
            ]
            _ = add(DocsRow.ID("callback\(index)"), 0, parts, callback.place)
        }
    }
}
