import TestSupport

@testable import HTTPFormat

/// Request files as text: the requests, the kinds of the lines, and what is said about them.
enum RequestFileReading {
    static func text(_ bytes: [UInt8]) -> String {
        let document = HTTPDocument(bytes: bytes)
        var text = document.isReadOnly ? "read-only\n" : ""
        text += Printed(document.definitions).text + Printed(document.imports).text + Printed(document.hidden).text
        text += document.variableOrder.map { "variables \($0)\n" } ?? ""
        text += Printed(document.fragments).text
        for request in document.requests {
            let facts = facts(of: request, in: document)
            text += Printed(request).text + (facts.isEmpty ? "" : "\(facts.joined(separator: ", "))\n")
        }
        text += document.blocks.map { block in
            let heading = block.isHeading ? " heading" : ""
            return "block \(block.lines) \(block.title ?? "-") \(block.requestIndex ?? -1)\(heading)\n"
        }.joined()
        text += "lines \(kinds(document).joined(separator: ", "))\n"
        return text + document.notices.map(notice).joined() + converted(document)
    }

    private static func notice(_ notice: Notice) -> String {
        "\(notice.id) \(notice.severity) \(notice.line): \(Printed.escaped(notice.text))\n"
    }

    /// What is worked out of a request.
    private static func facts(of request: SavedRequest, in document: HTTPDocument) -> [String] {
        var facts: [String] = []
        if request.idBesideMethod != request.id { facts.append("beside the method \(request.idBesideMethod)") }
        if request.label != request.target { facts.append("label \(request.label)") }
        let first = document.start(of: request) + 1
        if first != request.lines.lowerBound { facts.append("begins in line \(first)") }
        if request.isJSONBody { facts.append("JSON body") }
        if request.asksForBodyComments { facts.append("asks for body comments") }
        if !request.presets.isEmpty { facts.append("presets \(request.presets.sorted())") }
        if !request.unreadScripts.isEmpty { facts.append("\(request.unreadScripts.count) unread scripts") }
        let options = document.options(of: request).map { key, option in "\(key) \(option.value)@\(option.line)" }
        return facts + options.sorted().map { "option \($0)" }
    }

    /// Lines of one kind in a row are one part.
    private static func kinds(_ document: HTTPDocument) -> [String] {
        var parts: [(kind: LineKind, first: Int, last: Int)] = []
        for (line, kind) in document.kinds.enumerated() {
            if parts.last?.kind == kind {
                parts[parts.count - 1].last = line + 1
            } else {
                parts.append((kind, line + 1, line + 1))
            }
        }
        return parts.map { $0.first == $0.last ? "\($0.first) \($0.kind)" : "\($0.first)-\($0.last) \($0.kind)" }
    }

    /// The file with its curl commands written out, and the lines that they were in.
    private static func converted(_ document: HTTPDocument) -> String {
        guard document.requests.contains(where: { $0.curl != nil }) else { return "" }
        guard let conversion = CurlConversion(document) else { return "not converted\n" }
        let lines = conversion.document.bytes.split(separator: 10, omittingEmptySubsequences: false)
        return "converted, \(document.requests.map { conversion.request(of: $0) == nil ? "not held" : "held" })\n"
            + lines.enumerated().map { number, line in
                let shown = Printed.escaped(String(decoding: line, as: UTF8.self))
                return "  \(conversion.original(number + 1)) | \(shown)\n"
            }.joined()
    }
}
