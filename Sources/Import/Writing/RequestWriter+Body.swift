import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

extension RequestWriter {
    mutating func writeBody() {
        switch request.body {
        case .none: return
        case .lines(let lines, let moved):
            draft.body = lines
            if let boundary = ContentType(contentType ?? "").boundary {
                moveSecretFields(boundary)
            } else if moved.isEmpty {
                draft.body = withoutSecrets(inBody: lines.joined(separator: "\n"))
                    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
            for (line, bytes) in moved.sorted(by: { $0.key < $1.key }) where lines.indices.contains(line) {
                let text = String(validating: bytes, as: UTF8.self)
                draft.body[line] = bodyFile(
                    bytes, replacesVariables: text?.contains(bytes: "{{") == true,
                    ending: lines.count > 1 ? "txt" : nil)
            }
        case .text(let text, let type):
            addHeader("Content-Type", unlessThere: type)
            write(text: text)
        case .form(let rows): write(form: rows)
        case .multipart(let parts): write(parts)
        case .graphQL(let query, let variables, let name): write(query, variables, name)
        case .file(let path, let type):
            addHeader("Content-Type", unlessThere: type)
            draft.body = [userFile(path, for: "the body")]
        case .bytes(let bytes, let type):
            addHeader("Content-Type", unlessThere: type)
            if !bytes.isEmpty { draft.body = [bodyFile(bytes)] }
        }
    }

    // MARK: Text

    private var isMarkup: Bool { ContentType(contentType ?? "").isMarkup }

    private mutating func write(text: String) {
        let text = withoutSecrets(inBody: text)
        let type = ContentType(contentType ?? "")
        // Line ends and empty lines around it mean nothing in these.
        let isLoose = type.isJSON || type.isMarkup || contentType == nil && Self.looksLikeJSON(text)
        var lines = text
        if isLoose {
            if lines.utf8.contains(Byte.carriageReturn) { lines = lines.replacing(bytes: "\r\n", with: "\n") }
            lines = lines.trimming(\.isNewline).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.allSatisfy { $0 == " " || $0 == "\t" } ? "" : String($0) }.joined(separator: "\n")
        }
        guard !lines.isEmpty else { return }
        let isPlain = PlainBody.isPlain(lines, isMarkup: isMarkup, holdsVariables: !request.isLiteral)
        // No tool encodes a text or joins its lines, even if it is declared as a form.
        let isChanged = type.isForm && isEncoded(lines.filter { !$0.isNewline })
        let needsFile = isChanged && (lines.contains(where: \.isNewline) || !mayChangeEncoding)
        if isPlain, !needsFile, !type.hasComments || !lines.contains(bytes: "#") {
            draft.body = named(lines).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if isChanged { sendsAsWritten = true }
        } else {
            let line = bodyFile(text)
            draft.body = [line]
            // A file is sent as it is, unless its variables are replaced.
            if type.isForm, line.hasPrefix("<@"), isEncoded(text) { sendsAsWritten = true }
        }
    }

    /// Whether the request may get `# @no-auto-encoding` for its body: that applies to its URL, too.
    private var mayChangeEncoding: Bool {
        request.options.encodes == false || draft.target.allSatisfy { !isEncoded($0.filter { $0 != " " }) }
    }

    /// Whether a request would percent-encode something of a form with this text, outside of its references.
    private func isEncoded(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let plain = request.isLiteral ? bytes : ReferenceNames.withoutReferences(bytes)
        return PercentEncoding.illegal(plain) != String(decoding: plain, as: UTF8.self)
    }

    private static func looksLikeJSON(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { !LineText.isSpace($0) && $0 != Byte.lineFeed }) else { return false }
        return first == Byte.openBrace || first == Byte.openBracket
    }

    private mutating func bodyFile(_ text: String, ending: String? = nil) -> String {
        let written = request.isLiteral ? text : named(text)
        return bodyFile(
            Array(written.utf8), replacesVariables: !request.isLiteral && written.contains(bytes: "{{"), ending: ending)
    }

    /// A line that names a new file with these bytes.
    mutating func bodyFile(_ bytes: [UInt8], replacesVariables: Bool = false, ending: String? = nil) -> String {
        let known = contentType.map { MediaExtension.of(ContentType($0)) }
        let ending = ending ?? known ?? (String(validating: bytes, as: UTF8.self) == nil ? "bin" : "txt")
        let file = state.add(
            in: place.folder, named: draft.id, ending: ".\(ending)", else: "body", bytes: bytes)
        return "\(replacesVariables ? "<@" : "<") ./\(file)"
    }

    /// A line that names a file of the user.
    private mutating func userFile(_ path: String, for what: String) -> String {
        let name = named(path.trimmingAllWhitespace())
        guard !name.isEmpty, !name.contains(where: \.isNewline) else {
            let variable = state.names.unique("body_file")
            draft.metadata.append("@prompt \(variable) path of the file for \(PlainLine.of(what, limit: 80))")
            note(.kept, "The source does not say which file is sent as \(what): it is asked for.")
            return "< {{\(variable)}}"
        }
        note(.kept, Self.notPart(path, for: what))
        return LineSyntax.bodyFileLine(PlainLine.of(name, limit: 4_000))
    }

    static func notPart(_ path: String, for what: String) -> String {
        "The file \(PlainLine.quoted(path)) for \(what) is not part of the import: put it there, or change the path."
    }

    // MARK: Secrets

    /// A body with its secrets in private variables, if it is a form or JSON. One in which braces are text has none.
    private mutating func withoutSecrets(inBody text: String) -> String {
        guard !request.isLiteral else { return text }
        // JSON is sent as a form, too: by 'curl -d' without a header.
        let plain = withoutSecrets(inJSON: text)
        guard plain == text, ContentType(contentType ?? "").isForm else { return plain }
        var pieces: [String] = []
        for piece in text.split(separator: "&", omittingEmptySubsequences: false) {
            // A line end only parts the lines of a form; in the value of a variable it would be sent.
            let end = piece.reversed().prefix { $0.isNewline }.count
            pieces.append(withoutSecret(piece: String(piece.dropLast(end))) + String(piece.suffix(end)))
        }
        return pieces.joined(separator: "&")
    }

    /// Moves the secrets of a multipart body that has its lines already to private variables. Each text is in a line, as curl's are written.
    private mutating func moveSecretFields(_ boundary: String) {
        guard !request.isLiteral else { return }
        var name: String?
        var isInHead = false
        for (place, line) in draft.body.enumerated() {
            if line.hasPrefix("--\(boundary)") {
                (name, isInHead) = (nil, true)
            } else if isInHead, let known = MultipartName.ofField(in: line) {
                name = known
            } else if isInHead, line.isEmpty {
                isInHead = false
            } else if !isInHead, let field = name, !line.hasPrefix("<") {
                name = nil
                draft.body[place] = withoutSecrets(inField: field, line)
            }
        }
    }

    /// The text of a form field without its secrets: all of it, or members of JSON.
    private mutating func withoutSecrets(inField name: String, _ text: String) -> String {
        SecretName.isOpen(name, text) ? secret(text, named: name) : withoutSecrets(inJSON: text)
    }

    /// A text of JSON with the members that mean a secret in private variables; any other text as it is.
    private mutating func withoutSecrets(inJSON text: String) -> String {
        let bytes = Array(text.utf8)
        guard let tree = JSONSecrets.tree(of: ReferenceNames.withoutReferences(bytes)) else { return text }
        return JSONSecrets.replacing(in: bytes, tree) { name, value in
            SecretName.isOpen(name, value) ? secret(value, named: name) : nil
        } ?? text
    }

    // MARK: Forms

    private mutating func write(form rows: [ImportedRow]) {
        addHeader("Content-Type", unlessThere: "application/x-www-form-urlencoded")
        for row in rows {
            guard row.isEnabled else {
                note(
                    .lost, "The form field \(PlainLine.quoted(row.name)) is switched off; it is left out.",
                    at: row.place)
                continue
            }
            let text = parameter(row, isForm: true)
            if !text.isEmpty { draft.body.append((draft.body.isEmpty ? "" : "&") + text) }
        }
    }

    private mutating func write(_ parts: [ImportedPart]) {
        let boundary = Self.boundary(of: parts)
        draft.headers.removeAll { $0.isEnabled && $0.name.lowercased() == "content-type" }
        addHeader("Content-Type", unlessThere: "multipart/form-data; boundary=\(boundary)")
        for part in parts {
            guard part.isEnabled else {
                note(
                    .lost, "The form field \(PlainLine.quoted(part.name)) is switched off; it is left out.",
                    at: part.place)
                continue
            }
            write(part, boundary)
        }
        if !draft.body.isEmpty { draft.body.append("--\(boundary)--") }
    }

    private mutating func write(_ part: ImportedPart, _ boundary: String) {
        draft.body.append("--\(boundary)")
        var disposition = "Content-Disposition: form-data; name=\"\(MultipartName.quoted(oneLine(named(part.name))))\""
        var fileName = part.fileName
        if fileName == nil, case .file(let path) = part.content { fileName = PathText.name(of: path) }
        if let fileName { disposition += "; filename=\"\(MultipartName.quoted(oneLine(named(fileName))))\"" }
        draft.body.append(disposition)
        if let type = part.contentType, !type.isEmpty { draft.body.append("Content-Type: \(oneLine(named(type)))") }
        for row in part.headers where row.isEnabled {
            guard RequestLineText.isHeaderName(row.name), !row.name.hasPrefix("--") else {
                note(
                    .lost,
                    "The header \(PlainLine.quoted(row.name)) of the form field \(PlainLine.quoted(part.name)) is left out: it would be read as something else.",
                    at: row.place)
                continue
            }
            draft.body.append("\(row.name): \(oneLine(named(row.value)))")
        }
        draft.body.append("")
        switch part.content {
        case .file(let path): draft.body.append(userFile(path, for: "the form field \(PlainLine.quoted(part.name))"))
        case .bytes(let bytes): draft.body.append(bodyFile(bytes, ending: "bin"))
        case .text(let written):
            let isSecret = SecretName.isSecret(part.name) && SecretName.isLiteral(written) && !request.isLiteral
            let text = isSecret || request.isLiteral ? written : withoutSecrets(inJSON: written)
            let isPlain =
                text.isEmpty
                || PlainBody.isPlain(text, isMarkup: false, boundary: boundary, holdsVariables: !request.isLiteral)
                    && !text.contains("\n")
            if isSecret {
                draft.body.append(secret(text, named: part.name))
            } else if isPlain {
                draft.body.append(named(text))
            } else {
                draft.body.append(bodyFile(text, ending: "txt"))
            }
        }
    }

    private func oneLine(_ text: String) -> String {
        text.utf8.contains { $0 < Byte.space || $0 == 0x7F } ? PlainLine.of(text, limit: .max) : text
    }

    /// `part`, or with a number if a text has such a line.
    private static func boundary(of parts: [ImportedPart]) -> String {
        func isFree(_ boundary: String) -> Bool {
            parts.allSatisfy { part in
                guard case .text(let text) = part.content else { return true }
                return !text.contains("--\(boundary)")
            }
        }
        var boundary = PlainBody.boundary
        var number = 0
        while !isFree(boundary) {
            number += 1
            boundary =
                "\(PlainBody.boundary)-\(number)-\(Hexadecimal.text(SHA256.hash(Array("\(parts.count) \(number)".utf8))).prefix(16))"
        }
        return boundary
    }

    // MARK: GraphQL

    private mutating func write(_ query: String, _ variables: String, _ operation: String?) {
        let query = Self.withoutBlankEnds(query)
        let variables = withoutSecrets(inJSON: Self.withoutBlankEnds(variables))
        let isPlain = PlainBody.isPlain(query, isMarkup: false, holdsVariables: true)
        let lines = [query] + (variables.isEmpty ? [] : ["", variables])
        // With the text that of its first operation is sent.
        let needsName = operation.map { !$0.isEmpty && (try? GraphQLRequest(query))?.operationName != $0 }
        let isVariables = variables.isEmpty || variables.hasPrefix("{") && !variables.contains("\n\n")
        if isPlain, isVariables, needsName != true, !query.isEmpty {
            draft.headers.removeAll { $0.name.lowercased() == "x-request-type" }
            addHeader("Content-Type", unlessThere: "application/json")
            draft.headers.append(RequestDraft.Header(name: "X-Request-Type", value: "GraphQL"))
            draft.body = named(lines.joined(separator: "\n")).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
            if draft.misreading(method: method) == nil { return }
            draft.headers.removeAll { $0.name == "X-Request-Type" }
            draft.body = []
        }
        // As it is sent.
        addHeader("Content-Type", unlessThere: "application/json")
        var members: [(String, String)] = [("query", JSONWriter.quoted(query))]
        if let operation, !operation.isEmpty { members.append(("operationName", JSONWriter.quoted(operation))) }
        if !variables.isEmpty { members.append(("variables", variables)) }
        write(text: "{\n" + members.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}")
    }

    private static func withoutBlankEnds(_ text: String) -> String {
        text.replacing(bytes: "\r\n", with: "\n").trimmingAllWhitespace()
    }
}
