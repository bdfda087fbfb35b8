import Base
import NetEngine
import NetEngineRequestLog

/// The request of a logged exchange as it was sent, with the secrets of today where the log has their names.
package struct StoredResend: Sendable {
    /// Nothing can be sent, because something is not in the log.
    package struct Refusal: Error, Hashable {
        package enum Reason: Hashable, Sendable {
            /// Named secrets that have no value today, and why.
            case unknown([String], why: String)
            /// A secret without a name, in a part of the request.
            case masked(String)
            /// A named secret, and the part of the request where it is within a longer text in Base64.
            case withinBase64(String, part: String)
            case cutBody
        }

        package var reason: Reason

        /// What is missing, as one sentence.
        package var sentence: String {
            switch reason {
            case .unknown(let names, let why):
                let others = names.count == 1 ? "" : " (also \(names.dropFirst().joined(separator: ", ")))"
                return "Nothing was sent: the secret \(names.first ?? "")\(others) is not in the log, and \(why)."
            case .masked(let part): return "Nothing was sent: a secret in \(part) is not in the log."
            case .withinBase64(let name, let part):
                return
                    "Nothing was sent: \(part) has the secret \(name) within a longer text in Base64, where it cannot be filled in."
            case .cutBody: return "Nothing was sent: the log has only the beginning of the body."
            }
        }
    }

    /// The variables of a request as they are now.
    package struct Variables: Sendable {
        package var values: [String: String]
        /// The log options of a usual send of the request: what they hide, and whether only the fact is kept.
        package var log: RequestLogOptions

        package init(values: [String: String] = [:], log: RequestLogOptions = RequestLogOptions()) {
            self.values = values
            self.log = log
        }
    }

    private static let opening = Array("<secret:".utf8)
    /// In XML a mark is text.
    private static let markupOpening = Array("&lt;secret:".utf8)
    private static let markupEnd = Array("&gt;".utf8)

    package let row: LogRow
    package let exchange: Exchange

    package init(row: LogRow, exchange: Exchange) {
        self.row = row
        self.exchange = exchange
    }

    /// - Parameter lookUp: called even if the request has no named secret, because the response may have what its file hides.
    package func draft(variables lookUp: () -> Variables) throws(Refusal) -> RequestDraft {
        let first = exchange.hops.first?.request
        let fields = (first?.headers ?? exchange.draft.headers).filter(Self.isSentAgain)
        let url = first?.url.description ?? exchange.draft.url
        let body = first?.body ?? exchange.draft.body
        var parts = fields.map { (name: Self.part($0), text: $0.valueBytes) }
        parts.append((Self.urlPart, Array(url.utf8)))
        if case .url(let proxy) = exchange.draft.options.proxy { parts.append((Self.proxyPart, Array(proxy.utf8))) }
        for text in exchange.draft.options.connectionTexts { parts.append((Self.connectionPart, Array(text.utf8))) }
        if case .bytes(let bytes) = body { parts.append((Self.bodyPart, bytes)) }
        for part in parts {
            let isURL = part.name == Self.urlPart || part.name == Self.proxyPart
            if let mark = Self.markWithinBase64(part.text, isURL: isURL) {
                throw Refusal(reason: .withinBase64(mark.name, part: part.name))
            }
        }
        let type = fields.last { $0.isNamed("Content-Type") }.map { ContentType($0.value) } ?? ContentType("")
        var names = parts.flatMap { Self.names($0.text) }
        // nil if the body is not XML.
        var markupMarks: [Mark]?
        if case .bytes(let bytes) = body, Self.isMarkup(bytes, type) {
            let marks = Self.markupMarks(bytes)
            if let mark = Self.markWithinBase64(bytes, marks, isURL: false) {
                throw Refusal(reason: .withinBase64(mark.name, part: Self.bodyPart))
            }
            names += marks.map(\.name)
            markupMarks = marks
        }
        let variables = lookUp()
        let values = variables.values
        try check(names: names, values)
        var draft = exchange.draft
        draft.method = first?.method.rawValue ?? draft.method
        draft.url = Self.text(Self.filled(url: Array(url.utf8), values))
        if case .url(let proxy) = draft.options.proxy {
            draft.options.proxy = .url(Self.text(Self.filled(url: Array(proxy.utf8), values)))
        }
        draft.options.changeConnectionTexts { Self.text(Self.filled($0.utf8, values) { $0 }) }
        draft.headers = []
        for field in fields {
            var field = field
            field.isSecret = field.isSecret || !Self.names(field.valueBytes).isEmpty
            field.valueBytes = Self.withLogin(field, Self.filled(field.valueBytes, values) { $0 })
            draft.headers.append(field)
        }
        switch body {
        case .bytes(let bytes):
            let marks = (Self.marks(bytes) + (markupMarks ?? [])).sorted { $0.range.lowerBound < $1.range.lowerBound }
            draft.body = .bytes(
                Self.filled(bytes, marks, values) { value in
                    markupMarks != nil
                        ? MarkupEncoding.attribute(value) : type.isJSON ? JSONWriter.escaped(value) : value
                })
            draft.options.bodyIsSecret = !marks.isEmpty
        case .none: draft.body = .none
        case .file, .pieces, .stream: draft.body = body
        }
        try checkMarks(draft)
        draft.options.log = RequestLogOptions(
            name: row.name, file: row.file, line: row.line, collection: row.collection, environment: row.environment,
            resendOf: row.id, secrets: Self.secrets(variables, filledIn: names),
            secretNames: variables.log.secretNames, secretPaths: variables.log.secretPaths,
            storesFactOnly: variables.log.storesFactOnly)
        return draft
    }

    /// Whether a field is part of the new request. What the engine adds at a fixed place follows from the rest; the others would get
    /// another place or value than they had.
    private static func isSentAgain(_ field: HeaderField) -> Bool {
        guard field.origin == .engine else { return true }
        return ["User-Agent", "Accept", "Accept-Encoding"].contains(where: field.isNamed)
            || field.isNamed("Content-Length") && field.value == "0"
    }

    /// What is hidden of the new exchange: the secrets of today, and what was filled in. Other variables, such as the
    /// server's address, stay readable.
    private static func secrets(_ variables: Variables, filledIn names: [String]) -> [RequestLogOptions.Secret] {
        let known = Set(variables.log.secrets.map(\.value))
        let filledIn = Set(names).sorted().compactMap { name in
            variables.values[name].map { RequestLogOptions.Secret(name: name, value: $0) }
        }
        return variables.log.secrets + filledIn.filter { !known.contains($0.value) }
    }

    // MARK: What is missing

    private func check(names: [String], _ values: [String: String]) throws(Refusal) {
        let missing = Set(names).subtracting(values.keys).sorted()
        guard !missing.isEmpty else { return }
        let why: String
        if let file = row.file, row.name != nil {
            why = "\(file)\(row.environment.map { " with the environment \($0)" } ?? "") no longer gives it a value"
        } else {
            why = "the log does not know a file of this request"
        }
        throw Refusal(reason: .unknown(missing, why: why))
    }

    /// What was masked without a name cannot be filled in.
    private func checkMarks(_ draft: RequestDraft) throws(Refusal) {
        let mark = Array(Redaction.mark.utf8)
        func refuse(_ part: String) throws(Refusal) { throw Refusal(reason: .masked(part)) }
        for field in draft.headers where ByteSearch.contains(mark, in: field.valueBytes) {
            try refuse(Self.part(field))
        }
        if draft.url.contains(Redaction.mark) { try refuse(Self.urlPart) }
        // The engine decodes the login of a proxy.
        if case .url(let proxy) = draft.options.proxy,
            ByteSearch.contains(mark, in: URLEncoding.decode(Array(proxy.utf8)))
        {
            try refuse(Self.proxyPart)
        }
        if draft.options.connectionTexts.contains(where: { $0.contains(Redaction.mark) }) {
            try refuse(Self.connectionPart)
        }
        if case .bytes(let bytes) = draft.body, ByteSearch.contains(mark, in: bytes) { try refuse(Self.bodyPart) }
        guard !row.isTruncated || exchange.draft.body == .none else {
            guard case .bytes(let bytes) = draft.body, let sent = exchange.hops.first?.sentBodyByteCount,
                bytes.count < sent
            else { return }
            throw Refusal(reason: .cutBody)
        }
    }

    private static let urlPart = "the URL"
    private static let proxyPart = "the URL of the proxy"
    private static let connectionPart = "the options of the connection"
    private static let bodyPart = "the body"
    private static func part(_ field: HeaderField) -> String { "the header \(field.name)" }

    // MARK: Marks

    private typealias Form = RequestLogOptions.Secret.Form

    private struct Mark {
        var range: Range<Int>
        var name: String
        /// How the secret was written there.
        var form: Form
    }

    /// The names of the secrets that were in a text.
    static func names(_ text: [UInt8]) -> [String] { marks(text).map(\.name) }

    /// A body that begins with the bracket of a mark began with the secret, so its bracket says nothing of XML.
    private static func isMarkup(_ body: [UInt8], _ type: ContentType) -> Bool {
        let text = body.drop { $0 <= Byte.space }
        return type.isXML
            || type.essence.isEmpty && text.first == UInt8(ascii: "<") && !text.starts(with: opening)
    }

    private static func markupMarks(_ text: [UInt8]) -> [Mark] {
        ByteSearch.offsets(of: markupOpening, in: text).compactMap { start in
            let content = text[(start + markupOpening.count)...].prefix { $0 != UInt8(ascii: "&") && $0 > Byte.space }
            let rest = text[content.endIndex...]
            guard !content.isEmpty, rest.starts(with: markupEnd) else { return nil }
            return mark(start..<content.endIndex + markupEnd.count, content)
        }
    }

    private static func mark(_ range: Range<Int>, _ content: ArraySlice<UInt8>) -> Mark {
        let tilde = content.firstIndex(of: UInt8(ascii: "~")) ?? content.endIndex
        let form = Form(rawValue: text(content[tilde...]))
        return Mark(
            range: range, name: text(form == nil ? content : content[..<tilde]), form: form ?? .plain)
    }

    private static func marks(_ text: [UInt8]) -> [Mark] {
        ByteSearch.offsets(of: opening, in: text).compactMap { start in
            let content = text[(start + opening.count)...].prefix { $0 != Byte.greaterThan && $0 > Byte.space }
            guard !content.isEmpty, content.endIndex < text.count, text[content.endIndex] == Byte.greaterThan else {
                return nil
            }
            return mark(start..<content.endIndex + 1, content)
        }
    }

    /// A secret in Base64 that is not by itself: what is beside it follows from its bytes, and would not fit another value.
    private static func markWithinBase64(_ text: [UInt8], isURL: Bool) -> Mark? {
        markWithinBase64(text, marks(text), isURL: isURL)
    }

    private static func markWithinBase64(_ text: [UInt8], _ marks: [Mark], isURL: Bool) -> Mark? {
        func isDigit(_ byte: UInt8) -> Bool {
            ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+-_".utf8.contains(byte)
                || (byte == UInt8(ascii: "/") && !isURL)
        }
        return marks.enumerated().first { place, mark in
            guard mark.form != .plain else { return false }
            let (start, end) = (mark.range.lowerBound, mark.range.upperBound)
            if start > 0, isDigit(text[start - 1]) { return true }
            if end < text.count, isDigit(text[end]) || "=%".utf8.contains(text[end]) { return true }
            return place > 0 && marks[place - 1].range.upperBound == start
                || place + 1 < marks.count && marks[place + 1].range.lowerBound == end
        }?.element
    }

    private static func filled(
        _ text: some Collection<UInt8>, _ values: [String: String], encoded: (String) -> String
    ) -> [UInt8] {
        let text = Array(text)
        return filled(text, marks(text), values, encoded: encoded)
    }

    /// - Parameter marks: in order.
    private static func filled(
        _ text: [UInt8], _ marks: [Mark], _ values: [String: String], encoded: (String) -> String
    ) -> [UInt8] {
        var out: [UInt8] = []
        var place = 0
        for mark in marks {
            guard mark.range.lowerBound >= place, let value = values[mark.name] else { continue }
            out += text[place..<mark.range.lowerBound] + encoded(mark.form.text(of: value)).utf8
            place = mark.range.upperBound
        }
        return out + text[place...]
    }

    /// A secret is encoded as path and query need it. A host, and an address with its scheme, stay as they are.
    private static func filled(url: [UInt8], _ values: [String: String]) -> [UInt8] {
        func component(_ part: ArraySlice<UInt8>) -> [UInt8] {
            filled(part, values) { PercentEncoding.component($0) }
        }
        let start = ByteSearch.offsets(of: Array("://".utf8), in: url).first.map { $0 + 3 } ?? 0
        if let first = marks(url).first, first.range.lowerBound == start, first.form == .plain,
            let address = values[first.name], address.contains(bytes: "://")
        {
            return Array(address.utf8) + component(url[first.range.upperBound...])
        }
        let end = url[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == Byte.questionMark } ?? url.endIndex
        let host = url[start..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
        return component(url[..<host]) + filled(url[host..<end], values) { $0 } + component(url[end...])
    }

    /// A Basic login is stored in the clear but for its password; Base64 has no colon.
    private static func withLogin(_ field: HeaderField, _ value: [UInt8]) -> [UInt8] {
        guard field.isNamed("Authorization") || field.isNamed("Proxy-Authorization"),
            let space = value.firstIndex(of: Byte.space), text(value[..<space]).lowercased() == "basic",
            value[space...].contains(Byte.colon), !ByteSearch.contains(Array(Redaction.mark.utf8), in: value)
        else { return value }
        return Array(value[...space]) + Base64.encode(Array(value[space...].drop { $0 == Byte.space })).utf8
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
