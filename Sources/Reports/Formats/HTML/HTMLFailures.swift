import Base
import NetEngine
import Runs
import Workspace

/// The failures of a run, each with the head and the beginning of the body of what was sent and received.
struct HTMLFailures {
    private static let mostOpen = 10

    private let account: RunAccount
    private let names: ResultNames
    private let options: ReportOptions
    private let most: Int
    /// In the order in which they ended.
    private var entries: [(step: Int, markup: [UInt8])] = []
    private var shown: [Int: Int] = [:]

    init(_ account: RunAccount, _ names: ResultNames, _ options: ReportOptions, most: Int) {
        self.account = account
        self.names = names
        self.options = options
        self.most = most
    }

    mutating func add(_ record: RunRecord, _ exchange: RecordedExchange?) {
        let step = record.item.step
        guard record.word == .failed, entries.count < most, account.requests.indices.contains(step) else { return }
        let number = shown[step, default: 0]
        guard number < RunAccount.mostFailures else { return }
        shown[step] = number + 1
        var out = MarkupWriter()
        failure(record, exchange?.exchange, to: &out)
        entries.append((step, out.bytes))
    }

    func write(to sink: ([UInt8]) throws -> Void) throws {
        guard account.totals.failed > 0 else { return }
        var out = MarkupWriter()
        out.raw("<section id=\"failures\">\n<h2>")
        out.text(Formatting.count(account.totals.failed, "failure"))
        out.raw("</h2>\n")
        try sink(out.take())
        for (index, entry) in entries.enumerated() {
            // The others of a request are like the first, as a rule.
            let isOpen = index < Self.mostOpen && !entries[..<index].contains { $0.step == entry.step }
            out.raw(isOpen ? "<details class=\"failure\" open>\n" : "<details class=\"failure\">\n")
            out.raw(entry.markup)
            out.raw("</details>\n")
            try sink(out.take())
        }
        let rest = account.totals.failed - entries.count
        if rest > 0 {
            out.raw("<p>")
            out.text(
                "\(Formatting.count(rest, "more failure")) of the same requests, or of others, in the table below.")
            out.raw("</p>\n")
        }
        out.raw("</section>\n")
        try sink(out.take())
    }

    // MARK: One failure

    private func failure(_ record: RunRecord, _ exchange: Exchange?, to out: inout MarkupWriter) {
        let request = account.requests[record.item.step].request
        out.raw("<summary><b>")
        out.text(names.titled(record))
        out.raw("</b> <span class=\"bad\">")
        let status = record.status.map { "status \($0)" } ?? "no response"
        out.text(
            record.timings == nil ? "not sent" : "\(status) in \(DurationText.short(record.duration ?? .zero))")
        out.raw("</span> <code>")
        out.text("\(request.file):\(request.line)")
        out.raw("</code></summary>\n<table class=\"findings\">\n")
        for finding in Finding.all(of: record, request) { row(finding, request, to: &out) }
        for log in Finding.logs(of: record) { row(log, request, to: &out) }
        out.raw("</table>\n")
        if let exchange { talk(exchange, to: &out) }
        if let id = record.exchange {
            out.raw("<p class=\"quiet\">")
            let text = account.text(of: id)
            out.text("\(text.prefix(1).uppercased())\(text.dropFirst()).")
            out.raw("</p>\n")
        }
    }

    private func row(_ finding: Finding, _ request: RunHead.Request, to out: inout MarkupWriter) {
        func cell(_ name: String, _ value: String, isCode: Bool) {
            out.raw("<tr><th scope=\"row\">")
            out.text(name)
            out.raw(isCode ? "</th><td><code>" : "</th><td>")
            out.text(value)
            out.raw(isCode ? "</code></td></tr>\n" : "</td></tr>\n")
        }
        cell(finding.word, finding.sentence, isCode: false)
        if let expected = finding.expected { cell("expected", expected, isCode: true) }
        if finding.expected != nil, let actual = finding.actual { cell("actual", actual, isCode: true) }
        if let hint = finding.hint, !hint.isEmpty { cell("try", hint, isCode: false) }
        cell("at", "\(request.file):\(finding.line)", isCode: true)
    }

    // MARK: What was sent and received

    private func talk(_ exchange: Exchange, to out: inout MarkupWriter) {
        if exchange.hops.count > 1 {
            out.raw("<p class=\"quiet\">")
            let hops = exchange.hops.map { hop in
                "\(hop.request.method.rawValue) \(hop.request.url.textWithoutUserInfo): "
                    + (hop.receivedOrStored.map { "status \($0.status)" } ?? "no response")
            }
            out.text(hops.joined(separator: ", then "))
            out.raw("</p>\n")
        }
        if let hop = exchange.hops.last {
            out.raw("<details><summary>Request</summary>\n<pre>")
            out.text("\(hop.request.method.rawValue) \(hop.request.url.textWithoutUserInfo)\n")
            fields(hop.request.headers, to: &out)
            out.raw("</pre>\n")
            if case .bytes(let bytes) = hop.request.body {
                body(bytes, hop.request.headers, size: bytes.count, to: &out)
            }
            out.raw("</details>\n")
        }
        guard let response = exchange.response else { return }
        out.raw("<details open><summary>Response</summary>\n<pre>")
        let version = response.httpVersion.map { "HTTP/\($0.rawValue) " } ?? ""
        out.text("\(version)\(response.status) ")
        out.text(bytes: response.reason)
        out.raw("\n")
        fields(response.headers, to: &out)
        out.raw("</pre>\n")
        let kept = min(response.content.count, BodyExcerpt.limit)
        body(response.content.bytes(in: 0..<kept), response.headers, size: response.bodyByteCount, to: &out)
        out.raw("</details>\n")
    }

    private func fields(_ fields: HeaderFields, to out: inout MarkupWriter) {
        for field in fields {
            out.text(field.name)
            out.raw(": ")
            out.text(field.value)
            out.raw("\n")
        }
    }

    /// - Parameter size: of the whole body.
    private func body(_ bytes: [UInt8], _ headers: HeaderFields, size: Int, to out: inout MarkupWriter) {
        guard size > 0 else { return }
        guard !options.omitsBodies, !bytes.isEmpty else { return note(size, "left out", to: &out) }
        let excerpt = BodyExcerpt(bytes, ContentType(headers.values("Content-Type").last ?? ""))
        guard case .text(let text) = excerpt.content else { return note(size, "not text", to: &out) }
        out.raw("<pre class=\"body\">\n")
        out.text(text)
        out.raw("</pre>\n")
        if excerpt.count < size {
            out.raw("<p class=\"quiet\">")
            out.text("The first \(Formatting.byteCount(excerpt.count)) of \(Formatting.byteCount(size)).")
            out.raw("</p>\n")
        }
    }

    private func note(_ size: Int, _ what: String, to out: inout MarkupWriter) {
        out.raw("<p class=\"quiet\">")
        out.text("A body of \(Formatting.byteCount(size)): \(what).")
        out.raw("</p>\n")
    }
}
