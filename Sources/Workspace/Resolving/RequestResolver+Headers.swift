import Base
import HTTPFormat
import NetEngine

extension RequestResolver {
    /// The headers as they are written, with their variables replaced.
    func headers(
        _ request: SavedRequest, in document: HTTPDocument, _ resolution: inout VariableResolution
    ) throws(Refusal) -> WrittenHeaders {
        var fields: [HeaderField] = []
        var incomplete: [HeaderField] = []
        var refusal: Refusal?
        document.bytes.withUnsafeBufferPointer { buffer in
            func text(_ line: Int) -> LineText { LineText(buffer, document.lines.content(line)) }
            for line in request.lines.lowerBound - 1..<request.lines.upperBound - 1 {
                switch document.kinds[line] {
                case .header:
                    guard let (name, value) = LineSyntax.header(text(line)) else { continue }
                    let (secretsBefore, failuresBefore) = (resolution.secretUses, resolution.failures)
                    let nameBytes = resolution.expand(name, line: line + 1)
                    var valueBytes = resolution.expand(value, line: line + 1)
                    var next = line + 1
                    while next < document.kinds.count, document.kinds[next] == .headerContinuation {
                        valueBytes += [Byte.space] + resolution.expand(text(next).trimmed, line: next + 1)
                        next += 1
                    }
                    let isKnown = resolution.failures == failuresBefore
                    if let problem = Self.headerProblem(nameBytes, valueBytes), refusal == nil, isKnown {
                        refusal = Refusal(line: line + 1, clause: problem)
                    }
                    if refusal == nil, isKnown,
                        let problem = ForeignLogin.problem(name: nameBytes, value: valueBytes)
                    {
                        refusal = Refusal(line: line + 1, clause: problem + ".")
                    }
                    var field = HeaderField(
                        nameBytes: nameBytes, valueBytes: LineText.trimmedBytes(valueBytes),
                        isSecret: resolution.secretUses > secretsBefore)
                    if field.isNamed("Authorization"),
                        let login = Self.login(String(decoding: valueBytes, as: UTF8.self), written: value.string)
                    {
                        field.valueBytes = Array(login.utf8)
                    }
                    fields.append(field)
                    if !isKnown { incomplete.append(field) }
                case .unknown where line + 1 > request.line:
                    refusal =
                        refusal
                        ?? Refusal(
                            line: line + 1,
                            clause: (request.notices.first { $0.line == line + 1 && $0.id == "E1" }?.text
                                ?? "This is not a header (Name: value); a body needs an empty line before it") + ".")
                default: continue
                }
            }
        }
        // Names without a value are reported first; they may be the reason why the header is wrong.
        if let refusal, resolution.isComplete { throw refusal }
        return WrittenHeaders(fields: HeaderFields(fields), incomplete: incomplete, refusal: refusal)
    }

    /// A login whose password is a variable, with the ends of its value: of an empty password only the space before it is left,
    /// which the ends of a header's value lose. nil for anything else.
    private static func login(_ value: String, written: String) -> String? {
        if basic(written) != nil { return basic(value) }
        guard case .digest? = AuthorizationShorthand(written),
            case .digest(let user, password: "")? = AuthorizationShorthand(value)
        else { return nil }
        return "Digest \(user):"
    }

    /// A value from a variable must not make a second header line (RFC 9110 §5.5).
    static func headerProblem(_ name: [UInt8], _ value: [UInt8]) -> String? {
        let text = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, name.allSatisfy(LineText.isToken) else {
            return "The header name \"\(text)\" contains a character that is not allowed."
        }
        guard !value.contains(0) else { return "The value of the header \(text) contains a NUL character." }
        guard !value.contains(where: { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }) else {
            return "The value of the header \(text) contains a line break."
        }
        return nil
    }

    /// The fields to send: without a written Content-Length, cookies in one line, credentials encoded (§7).
    func sent(
        _ headers: HeaderFields, of request: SavedRequest, url: TargetAssembly.Target, contentType: String?
    ) -> HeaderFields {
        var fields: [HeaderField] = []
        for field in headers {
            if request.leavesOut(field) || field.isNamed("Host") && url.dropsHost { continue }
            if field.isNamed("Cookie"), let first = fields.firstIndex(where: { $0.isNamed("Cookie") }) {
                fields[first].valueBytes += Array("; ".utf8) + field.valueBytes
                fields[first].isSecret = fields[first].isSecret || field.isSecret
            } else {
                var field = field
                if field.isNamed("Authorization"), let value = Self.basic(field.value) {
                    field.valueBytes = Array(value.utf8)
                } else if field.isNamed("Content-Type"), let contentType {
                    field.valueBytes = Array(contentType.utf8)
                }
                fields.append(field)
            }
        }
        if let type = request.addedContentType(to: fields) { fields.append(type) }
        return HeaderFields(fields)
    }

    /// `Basic user password` and `Basic user:password` encoded as in RFC 7617; nil for anything else.
    static func basic(_ value: String) -> String? {
        let (scheme, rest) = (value.prefix(5), value.dropFirst(5))
        guard scheme.lowercased() == "basic", rest.first == " " || rest.first == "\t",
            let (user, password) = AuthorizationShorthand.credentials(rest)
        else { return nil }
        return "Basic " + Base64.encode("\(user):\(password)")
    }
}
