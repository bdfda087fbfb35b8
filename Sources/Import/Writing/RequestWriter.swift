import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

/// Writes one request as a block.
///
/// The block is read back: if the reader of request files takes a part of it as something else, that part goes to a file, or into a notice.
struct RequestWriter {
    /// Where the block goes, and what is known there.
    struct Place {
        /// Of the file, relative to the import; empty for the outermost.
        var folder: String
        /// The name of the file.
        var file: String
        /// The names of the folders of the source, and of the request.
        var item: [String]
        /// Variables of this request that have another name in its file.
        var local: [String: String]
        /// Definitions for this request, by the names of the file.
        var definitions: [(name: String, value: String)]
    }

    let request: ImportedRequest
    let inherited: Inheritance
    let place: Place
    let tool: String
    let state: WriterState
    var draft = RequestDraft()
    /// Whether the body needs `# @no-auto-encoding` to be sent as it is.
    var sendsAsWritten = false
    /// Added to the query.
    var parameters: [ImportedRow]
    var method: String
    /// Whether nothing of the request can be read back, so that all of it became a comment.
    private(set) var isComment = false
    /// The values that became private variables.
    private var secrets: [RequestLogOptions.Secret] = []

    init(
        _ request: ImportedRequest, _ inherited: Inheritance, at place: Place, id: String, tool: String,
        _ state: WriterState
    ) {
        self.request = request
        self.inherited = inherited
        self.place = place
        self.tool = tool
        self.state = state
        parameters = request.parameters
        method = request.method.isEmpty ? "GET" : request.method
        if case .graphQL = request.body, method == "GET" { method = "POST" }
        draft.id = id
    }

    mutating func note(_ severity: ImportNotice.Severity, _ text: String, at place: ImportPlace? = nil) {
        state.notices.append(
            ImportNotice(severity, text, item: self.place.item, at: place ?? request.place))
    }

    /// A text of the request in the names of the written files.
    mutating func named(_ text: String) -> String {
        request.isLiteral ? ReferenceText.escaped(text) : state.names.text(text, local: place.local)
    }

    // MARK: The block

    mutating func block() -> String {
        writeHead()
        for variable in request.unset {
            let name = state.unset(variable.name)
            let text = "The path variable \(variable.name) has no value: give the variable \(name) one."
            note(.kept, text, at: variable.place)
        }
        addHeaders()
        addLogin()
        writeTarget()
        writeBody()
        addFlow()
        let text = readBack()
        noteMethod()
        return text
    }

    private mutating func writeHead() {
        draft.title =
            PlainWords.title(request.shownName) ?? PlainWords.title("\(method) \(request.writtenURL.shown)")
            ?? "Request"
        if let description = request.description { draft.remarks = PlainWords.comment(description) }
        addRowDescriptions()
        for script in inherited.scripts + request.scripts {
            if let read = state.scripts[script] {
                draft.above += ScriptAboveRequest.block(read.lines)
                draft.scriptsAbove += 1
                continue
            }
            if !draft.scripts.isEmpty { draft.scripts.append("") }
            draft.scripts += PlainWords.script(script, of: tool)
        }
        // Those of the collection and of folders are named once for all their requests.
        for script in request.scripts where state.scripts[script] == nil {
            note(.kept, PlainWords.notice(of: script), at: script.place)
        }
        addLeftovers(inherited.leftovers + request.leftovers)
        if !RequestLineText.isMethod(method) {
            note(.changed, "The method \(PlainLine.quoted(method)) cannot be written; it is GET now.")
            method = "GET"
        }
    }

    /// A request line has the usual methods in capital letters, and sends GRAPHQL as POST; methods are case-sensitive (RFC 9110 §9.1).
    private mutating func noteMethod() {
        guard !isComment, !state.kind.sendsMethodInCapitals else { return }
        let capitals = method.uppercased()
        let sent = capitals == "GRAPHQL" ? "POST" : capitals
        if sent != method { note(.lost, "The method is \(method); a request line sends \(sent).") }
    }

    /// What the source says of parameters, headers and form fields, a line for each.
    private mutating func addRowDescriptions() {
        var rows = request.parameters + request.headers
        if case .form(let fields) = request.body { rows += fields }
        let lines = rows.compactMap { row -> String? in
            guard let text = row.description, !text.allSatisfy(\.isWhitespace) else { return nil }
            return "- \(PlainLine.of(row.name, limit: 80)): \(PlainLine.of(text, limit: 400))"
        }
        draft.remarks += lines.prefix(Self.mostRowDescriptions).flatMap { PlainWords.comment($0) }
        if lines.count > Self.mostRowDescriptions { draft.remarks.append("…") }
    }

    private static let mostRowDescriptions = 100

    private mutating func addLeftovers(_ texts: [String]) {
        guard !texts.isEmpty else { return }
        if !draft.scripts.isEmpty { draft.scripts.append("") }
        draft.scripts += PlainWords.leftovers(texts, of: tool)
    }

    /// Whether a path can stand between the braces of a reference.
    private static func isReference(_ expression: String) -> Bool {
        !expression.contains(bytes: "{{") && !expression.contains(bytes: "}}")
            && expression.utf8.allSatisfy { $0 >= Byte.space && $0 != 0x7F }
    }

    /// The block if it is read as it is meant; otherwise with what was wrong put elsewhere.
    private mutating func readBack() -> String {
        var misreading = draft.misreading(method: method)
        if misreading == .title {
            draft.title = "Request \(draft.id)"
            misreading = draft.misreading(method: method)
        }
        if misreading == .body, moveBodyToFile() { misreading = draft.misreading(method: method) }
        guard let misreading, misreading != .title else { return draft.text }
        if leaveOutWhatMisleads() { return draft.text }
        isComment = true
        note(.kept, "The request cannot be written as a request; it is kept as a comment.")
        let lines = draft.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(2)
        let kept = lines.map { $0.isEmpty ? "#" : "# | \($0)" }
        return (["### \(PlainWords.title(draft.title) ?? draft.id)"] + kept).joined(separator: "\n") + "\n\n"
    }

    // MARK: Headers

    private mutating func addHeaders() {
        let replaced = state.kind.sendsLoginForHeader ? headerOfLogin : nil
        for row in Inheritance.merged(inherited.headers, request.headers) {
            if let replaced, row.isEnabled, row.name.trimmingAllWhitespace().lowercased() == replaced {
                let name = PlainLine.quoted(row.name)
                note(
                    .changed, "The request has the header \(name) and a login that sets it; the login is sent.",
                    at: row.place)
            } else {
                add(header: row)
            }
        }
    }

    /// The header that the login sets, in lower case; nil if it sets none.
    private var headerOfLogin: String? {
        switch effectiveLogin {
        case .inherited, .none, .request(.none): return nil
        case .request(.apiKey(let name, _, let inQuery)):
            return inQuery ? nil : name.trimmingAllWhitespace().lowercased()
        case .request: return "authorization"
        case .oauth2(let login):
            guard case .header = login.placement else { return nil }
            return "authorization"
        }
    }

    private mutating func add(header row: ImportedRow) {
        var name = named(row.name.trimmingAllWhitespace())
        var value = named(row.value)
        if name.hasSuffix(":") { name.removeLast() }
        guard !name.isEmpty || !value.isEmpty else { return }
        guard RequestLineText.isHeaderName(name) else {
            return note(
                .lost,
                "The header \(PlainLine.quoted(row.name)) is left out: its name has characters that no header can have.",
                at: row.place)
        }
        // It follows from the body.
        if name.lowercased() == "content-length" { return }
        if row.isEnabled, state.kind != .curl, AcceptEncoding.asksToDecode(name: name, value: value) {
            return note(
                .changed,
                "The header Accept-Encoding is left out: the body is decoded, and with the header it would not be.",
                at: row.place)
        }
        value = line(value, of: name, at: row.place)
        value = withoutSecret(header: name, value)
        guard row.isEnabled || !RequestLineText.isRemark(name, value) else {
            return note(
                .lost, "The header \(name), which is switched off, is left out: its line would be a comment.",
                at: row.place)
        }
        draft.headers.append(RequestDraft.Header(name: name, value: value, isEnabled: row.isEnabled))
    }

    /// The value as it can stand in the line of a header.
    mutating func line(_ value: String, of name: String, at place: ImportPlace? = nil) -> String {
        guard value.utf8.contains(where: ASCII.isControl) else {
            return value.trimmingAllWhitespace()
        }
        note(.changed, "The header \(name) has control characters in its value; each is a space now.", at: place)
        return PlainLine.of(value, limit: .max).trimmingAllWhitespace()
    }

    /// The value with its secret in a private variable.
    private mutating func withoutSecret(header name: String, _ value: String) -> String {
        guard SecretName.isOpen(name, value) else { return withoutSecrets(inURL: value) }
        if name.lowercased() == "authorization" {
            let login = RequestLogin(authorization: value)
            if case .other = login {} else if let text = try? moved(login).authorization() { return text }
            if let space = value.firstIndex(of: " ") {
                return value[...space]
                    + secret(value[value.index(after: space)...].trimmingAllWhitespace(), named: "token")
            }
        }
        return secret(value, named: name)
    }

    mutating func secret(_ value: String, named name: String) -> String {
        let reference = state.secret(value, named: name)
        if !request.responses.isEmpty {
            secrets.append(RequestLogOptions.Secret(name: String(reference.dropFirst(2).dropLast(2)), value: value))
        }
        return reference
    }

    /// What the source recorded of this request.
    var recorded: [RecordedExchange] {
        request.responses.compactMap {
            RecordedExchange(
                $0, path: Self.path(place.folder, place.file), name: draft.id, secrets: secrets)
        }
    }

    var hasHeader: Set<String> {
        Set(draft.headers.filter(\.isEnabled).map { $0.name.lowercased() })
    }

    mutating func addHeader(_ name: String, unlessThere value: String?) {
        guard let value, !value.isEmpty, !hasHeader.contains(name.lowercased()) else { return }
        draft.headers.append(RequestDraft.Header(name: name, value: PlainLine.of(value, limit: 2_000)))
    }

    var contentType: String? {
        draft.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
    }

    // MARK: Login

    /// That of the request, or of a folder around it.
    private var effectiveLogin: ImportedLogin { request.login == .inherited ? inherited.login : request.login }

    private mutating func addLogin() {
        switch effectiveLogin {
        case .inherited, .none: return
        case .oauth2(let oauth2): add(oauth2)
        case .request(let written):
            let login = moved(named(written))
            if case .apiKey(let name, let value, let inQuery) = login {
                if inQuery {
                    parameters.append(ImportedRow(name, value))
                } else if RequestLineText.isHeaderName(name) {
                    draft.headers.append(RequestDraft.Header(name: name, value: line(value, of: name)))
                } else {
                    note(.lost, "The key \(PlainLine.quoted(name)) is left out: no header can have that name.")
                }
                return
            }
            guard !hasHeader.contains("authorization") else { return noteTwoLogins() }
            do throws(HTTPDocument.EditRefusal) {
                guard let text = try login.authorization() else { return }
                draft.headers.append(
                    RequestDraft.Header(name: "Authorization", value: line(text, of: "Authorization")))
            } catch {
                note(.lost, "The login is left out. \(error.sentence)")
            }
        }
    }

    mutating func noteTwoLogins() {
        note(.changed, "The request has an Authorization header and a login; the header is sent.")
    }

    private mutating func named(_ login: RequestLogin) -> RequestLogin {
        switch login {
        case .none, .oauth2: login
        case .basic(let user, let password): .basic(user: named(user), password: named(password))
        case .digest(let user, let password): .digest(user: named(user), password: named(password))
        case .bearer(let token): .bearer(token: named(token))
        case .apiKey(let name, let value, let inQuery):
            .apiKey(name: named(name).trimmingAllWhitespace(), value: named(value), inQuery: inQuery)
        case .other(let value): .other(named(value))
        case .aws(let aws):
            .aws(
                RequestLogin.AWSLogin(
                    keyID: named(aws.keyID), secret: named(aws.secret), region: named(aws.region),
                    service: named(aws.service), sessionToken: named(aws.sessionToken)))
        }
    }

    /// The login with its secrets, and with what a line would take apart, in variables.
    private mutating func moved(_ login: RequestLogin) -> RequestLogin {
        func isLiteral(_ text: String) -> Bool { SecretName.isLiteral(text) }
        // A blank one would be lost at the end of its line.
        func isPassword(_ text: String) -> Bool { !text.isEmpty && !text.contains(bytes: "{{") }
        func endsUser(_ byte: UInt8) -> Bool {
            LineText.isSpace(byte) || ASCII.isControl(byte) || byte == Byte.colon
        }
        func credentials(_ user: String, _ password: String) -> (user: String, password: String) {
            let user = user.utf8.contains(where: endsUser) && isLiteral(user) ? open(user, named: "user") : user
            return (user, isPassword(password) ? secret(password, named: "password") : password)
        }
        switch login {
        case .basic(var user, var password):
            (user, password) = credentials(user, password)
            return .basic(user: user, password: password)
        case .digest(var user, var password):
            (user, password) = credentials(user, password)
            return .digest(user: user, password: password)
        case .bearer(let token): return .bearer(token: isLiteral(token) ? secret(token, named: "token") : token)
        case .apiKey(let name, let value, let inQuery):
            return .apiKey(
                name: name, value: isLiteral(value) ? secret(value, named: name.isEmpty ? "api_key" : name) : value,
                inQuery: inQuery)
        case .aws(var aws):
            if isLiteral(aws.secret) { aws.secret = secret(aws.secret, named: "aws_secret_key") }
            if isLiteral(aws.sessionToken) { aws.sessionToken = secret(aws.sessionToken, named: "aws_session_token") }
            return .aws(aws)
        case .other(let value):
            // A scheme, if there is one, and its token.
            let start = value.firstIndex(of: " ").map { value.index(after: $0) } ?? value.startIndex
            let token = value[start...].trimmingWhitespace()
            return isLiteral(token) ? .other(value[..<start] + secret(token, named: "token")) : login
        case .none, .oauth2: return login
        }
    }

    /// A variable of the public file.
    mutating func open(_ value: String, named name: String) -> String {
        let made = state.names.unique(name)
        state.environments.set(made, value, isSecret: false)
        return "{{\(made)}}"
    }

    // MARK: What comes before and after

    private mutating func addFlow() {
        var options = request.options
        options.proxy = options.proxy.map { withoutSecret(proxy: named($0)) }
        if sendsAsWritten { options.encodes = false }
        draft.metadata += OptionLines.lines(options)
        for name in request.dependencies + dependenciesAround { add(dependency: name) }
        for check in inherited.checks + request.checks {
            let text = PlainLine.of(named(check.text), limit: 2_000)
            draft.metadata.append("@assert \(text)")
        }
        for (name, value) in place.definitions { draft.variables.append("@\(name) = \(value)") }
        for capture in inherited.captures + request.captures {
            let variable = state.names.name(capture.variable)
            if let line = CaptureLine.script(variable: variable, expression: capture.expression) {
                draft.captures.append(line)
            } else if !Self.isReference(capture.expression) {
                note(
                    .kept,
                    "The variable \(PlainLine.quoted(capture.variable)) is not set: a reference cannot have the path \(PlainLine.quoted(capture.expression)). It is kept as a comment.",
                    at: capture.place)
                addLeftovers(["\(capture.variable): \(capture.expression)"])
            } else {
                draft.variables.append("@\(variable) = {{\(draft.id).response.\(capture.expression)}}")
            }
        }
        if let path = options.outputFile {
            let name = PathText.name(of: path)
            if let safe = SafeFileName.safe(name) {
                draft.outputFile = "./\(safe)"
                if path != safe, path != "./\(safe)" {
                    note(
                        .changed,
                        "The body of the response is written beside the request file, to \(PlainLine.quoted(safe)) and not to \(PlainLine.quoted(path))."
                    )
                }
            } else {
                note(.lost, "The body of the response is not written to \(PlainLine.quoted(path)).")
            }
        }
        writeExamples()
    }

    /// The requests whose response is used by what the request inherits, or by the value of a variable.
    private var dependenciesAround: [String] {
        guard !state.usedRequests.isEmpty else { return [] }
        var around = Inheritance()
        around.login = effectiveLogin
        around.headers = Inheritance.merged(inherited.headers, request.headers).filter(\.isEnabled)
        var values: [String: Set<String>] = [:]
        for variable in inherited.variables where variable.isEnabled {
            values[variable.name] = Set(ReferenceNames.references(in: variable.value))
        }
        let names = state.withValues(of: request.references.union(around.references), and: values)
        let ids = names.compactMap { name in
            name.firstRange(of: ".response.").map { String(name[..<$0.lowerBound]) }
        }
        return Set(ids).subtracting([draft.id]).compactMap { state.usedRequests[$0] }
            .filter { !request.dependencies.contains($0) }.sorted()
    }

    /// A request that is sent before this one, from whatever file.
    private mutating func add(dependency name: String) {
        guard let other = state.requests[name] else {
            state.lacksRequest = true
            return note(
                .lost, "The request needs \(PlainLine.quoted(name)) to be sent before it, which is not in the source.")
        }
        if other.file != Self.path(place.folder, place.file) {
            let line = "@import \(Self.path(of: other.file, from: place.folder))"
            if !draft.metadata.contains(line) { draft.metadata.append(line) }
        }
        draft.metadata.append("@ref \(other.id)")
    }

    static func path(_ folder: String, _ file: String) -> String { folder.isEmpty ? file : "\(folder)/\(file)" }

    /// The path of a file as it is written in the files of a folder; both are relative to the import.
    static func path(of file: String, from folder: String) -> String {
        let (own, other) = (PathText.steps(of: folder), PathText.steps(of: file))
        let common = zip(own, other).prefix { $0.0 == $0.1 }.count
        let up = [String](repeating: "..", count: own.count - common)
        return ((up.isEmpty ? ["."] : up) + other.dropFirst(common).map(String.init)).joined(separator: "/")
    }
}

extension SecretName {
    /// Whether a value would be a secret that all can see, if it were written into a request file.
    static func isOpen(_ name: String, _ value: String) -> Bool {
        isSecret(name) && isLiteral(value) && !value.contains(bytes: "\\{")
    }
}
