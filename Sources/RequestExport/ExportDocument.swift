import Base
import HTTPFormat
import NetEngine

/// Saved requests, written in the format of another tool.
package struct ExportDocument: Sendable {
    package var bytes: [UInt8]
    /// What the format cannot express, and what was left out.
    package var losses: [ExportLoss]
    /// What is said about the document as a whole.
    package var notes: [String] = []
    /// How many requests are in it.
    package var count: Int

    /// - Parameters:
    ///   - title: of a collection, page or script; nil for one request alone.
    ///   - name: what a document is called that needs a name.
    ///   - asJSON: for OpenAPI, whether it is written as JSON; else as YAML.
    package init(
        _ nodes: [ExportNode], to kind: ExportKind, title: String?, name: String, now: Timestamp, asJSON: Bool = false
    ) {
        let items = nodes.flatMap(\.items)
        var ledger = ExportLedger()
        for item in items {
            for loss in item.losses { ledger.add(loss) }
            for text in Self.common(item, kind) { ledger.add(item, text) }
        }
        let own: ExportLedger
        switch kind {
        case .curl, .httpie:
            var script = ShellScript(kind, title: title)
            for item in items { script.add(item) }
            (bytes, own) = (Array(script.text.utf8), script.ledger)
        case .har:
            var archive = HARExport(now: now)
            for item in items { archive.add(item) }
            (bytes, own) = (archive.finished, archive.ledger)
        case .postman:
            var collection = PostmanExport()
            bytes = collection.bytes(name, nodes)
            own = collection.ledger
        case .openapi:
            var description = OpenAPIExport()
            for item in items { description.add(item) }
            bytes = description.bytes(title: name, asJSON: asJSON)
            (own, notes) = (description.ledger, description.notes)
        case .markdown:
            var page = MarkdownExport(title: name)
            page.add(nodes)
            (bytes, own) = (page.bytes, page.ledger)
        case .swift:
            var code = SwiftExport(title: name)
            for item in items { code.add(item) }
            (bytes, own) = (code.bytes, code.ledger)
        }
        for loss in own.losses { ledger.add(loss) }
        losses = ledger.losses
        count = items.count - own.losses.count(where: \.isWholeRequest)
    }

    /// What no format but ours has.
    private static func common(_ item: ExportItem, _ kind: ExportKind) -> [String] {
        let request = item.request
        var texts: [String] = []
        if !request.assertions.isEmpty, kind != .markdown {
            let checks = Formatting.count(request.assertions.count, "check")
            texts.append("\(checks) \(request.assertions.count == 1 ? "is" : "are") left out.")
        }
        if request.notices.contains(where: { $0.id == "N13" }) || !request.captures.isEmpty {
            texts.append("Its script is left out.")
        }
        if let output = request.outputFile { texts.append("The file for its response, \(output.path), is left out.") }
        if request.sleep != nil { texts.append("'# @sleep' is left out.") }
        if request.settings.expects != .anything { texts.append("'# @expect' is left out.") }
        if request.settings.retries != nil, kind != .swift { texts.append("'# @retry' is left out.") }
        if request.settings.cacheMode != nil, kind != .swift { texts.append("'# @cache' is left out.") }
        if request.settings.maxBody != nil, kind != .swift { texts.append("'# @max-body' is left out.") }
        guard kind == .har || kind == .openapi else { return texts }
        if request.settings.timeout != nil || request.settings.connectTimeout != nil {
            texts.append("Its timeouts are left out.")
        }
        if !item.draft.options.followRedirects { texts.append("'# @no-redirect' is left out.") }
        if !item.draft.options.verifiesTLS { texts.append("The setting not to check the certificate is left out.") }
        if item.draft.options.tls.clientCertificate != nil { texts.append("The client certificate is left out.") }
        if case .url = item.draft.options.proxy { texts.append("The proxy is left out.") }
        return texts
    }
}
