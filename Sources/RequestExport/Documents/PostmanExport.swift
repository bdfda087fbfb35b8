import Base
import DescriptionDrafts
import HTTPFormat
import NetEngine
import Workspace

/// Requests as a Postman collection 2.1, in their folders; its variables are those of the requests.
struct PostmanExport {
    static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

    private(set) var ledger = ExportLedger()
    private var variables = PostmanVariables()

    mutating func bytes(_ title: String, _ nodes: [ExportNode]) -> [UInt8] {
        let items = list(nodes)
        return IndentedJSON.write(
            .object([
                ("info", .object([("name", .string(title)), ("schema", .string(Self.schema))])),
                ("item", .array(items)), ("variable", variables.json),
            ]))
    }

    /// A file alone needs no folder.
    private mutating func list(_ nodes: [ExportNode]) -> [JSONOutput] {
        if nodes.count == 1, case .file(_, let items) = nodes[0] { return items.map { item($0) } }
        var out: [JSONOutput] = []
        for node in nodes { out.append(group(node)) }
        return out
    }

    private mutating func group(_ node: ExportNode) -> JSONOutput {
        switch node {
        case .folder(let name, let nodes):
            var items: [JSONOutput] = []
            for node in nodes { items.append(group(node)) }
            return .object([("name", .string(name)), ("item", .array(items))])
        case .file(let name, let items):
            var out: [JSONOutput] = []
            for one in items { out.append(item(one)) }
            return .object([("name", .string(name)), ("item", .array(out))])
        }
    }

    // MARK: One request

    private mutating func item(_ item: ExportItem) -> JSONOutput {
        let names = names(of: item)
        func text(_ text: String) -> String {
            item.marks.replacing(in: text) { number in
                item.variables[number]?.base64.map { item.marks.replacing(in: $0) { names[$0] ?? "" } }
                    ?? names[number] ?? ""
            }
        }
        var auth = auth(item, text)
        var headers: [JSONOutput] = []
        let body = body(item, text)
        for field in item.draft.headers {
            if field.isNamed("Content-Type"), body?.isForm == true { continue }
            if field.isNamed("Authorization"), let number = item.marks.numbers(in: field.valueBytes).first,
                let login = item.variables[number]?.base64
            {
                let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                auth = Self.auth(
                    "basic", [("username", text(parts[0])), ("password", text(parts.count > 1 ? parts[1] : ""))])
                continue
            }
            headers.append(.object([("key", .string(field.name)), ("value", .string(text(field.value)))]))
        }
        for header in item.disabledHeaders {
            let value = text(item.marked(header.value))
            headers.append(
                .object([
                    ("key", .string(header.name)), ("value", .string(value)), ("disabled", true),
                ]))
        }
        var request: [(String, JSONOutput)] = [("method", .string(item.draft.method)), ("header", .array(headers))]
        if let body { request.append(("body", body.json)) }
        let disabled = item.parameters.filter { !$0.isEnabled }.map {
            (name: $0.name, value: text(item.marked($0.value)))
        }
        request.append(("url", PostmanURL(text(item.shownURL(item.draft.url)), disabled: disabled).json))
        if let auth { request.append(("auth", auth)) }
        if let documentation = item.request.documentation { request.append(("description", .string(documentation))) }
        var members: [(String, JSONOutput)] = [
            ("name", .string(item.label)), ("request", .object(request)), ("response", []),
        ]
        var behaviour: [(String, JSONOutput)] = []
        if case .bytes = item.draft.body, body != nil, !item.draft.headers.contains("Content-Type") {
            // Postman would add `text/plain`.
            behaviour.append(("disabledSystemHeaders", .object([("content-type", true)])))
        }
        if item.draft.body != .none, PostmanBodies.isPruned(item.draft.method) {
            behaviour.append(("disableBodyPruning", true))
        }
        if item.draft.options.sendsURLAsWritten { behaviour.append(("disableUrlEncoding", true)) }
        if !item.request.settings.usesCookieJar { behaviour.append(("disableCookies", true)) }
        if let version = Self.version(item) { behaviour.append(("protocolVersion", .string(version))) }
        if !item.draft.options.followRedirects { behaviour.append(("followRedirects", false)) }
        if !item.draft.options.verifiesTLS { behaviour.append(("strictSSL", false)) }
        if !behaviour.isEmpty { members.append(("protocolProfileBehavior", .object(behaviour))) }
        lose(item)
        return .object(members)
    }

    private mutating func lose(_ item: ExportItem) {
        if item.draft.options.tls.clientCertificate != nil {
            ledger.add(item, "The client certificate is not part of a collection.")
        }
        if case .url = item.draft.options.proxy { ledger.add(item, "The proxy is not part of a collection.") }
        if item.request.settings.timeout != nil || item.request.settings.connectTimeout != nil {
            ledger.add(item, "Timeouts are not part of a collection.")
        }
        if item.request.httpVersion != nil, Self.version(item) == nil {
            ledger.add(item, "The HTTP version is not part of a collection.")
        }
        for name in literalReferences(item) {
            ledger.add(item, "Postman reads {{\(name)}} as a variable; in the request it is text.")
        }
    }

    /// The version of HTTP as Postman names it; nil for one that it cannot be told.
    private static func version(_ item: ExportItem) -> String? {
        switch item.draft.options.httpVersion {
        case .http1_1: "http1"
        case .http2: "http2"
        case .automatic, .http1_0, .http2PriorKnowledge: nil
        }
    }

    /// What is in double braces and no variable, which no collection can say; each once.
    private func literalReferences(_ item: ExportItem) -> [String] {
        var texts = [item.draft.url] + item.draft.headers.map(\.value)
        if case .bytes(let bytes) = item.draft.body { texts.append(String(decoding: bytes, as: UTF8.self)) }
        var names: [String] = []
        for text in texts {
            _ = ReferenceText.replacing(in: text) { name in
                if !names.contains(name), names.count < 20 { names.append(name) }
                return nil
            }
        }
        return names
    }

    // MARK: Variables

    /// What is written for each mark.
    private mutating func names(of item: ExportItem) -> [Int: String] {
        var names: [Int: String] = [:]
        let inForm = Set(item.marksOfForm)
        let elsewhere = Set(item.marksOutsideOfBody)
        let left = item.marksOfProxyAlone
        for (number, variable) in item.variables.sorted(by: { $0.key < $1.key })
        where variable.base64 == nil && !left.contains(number) {
            let name = variable.name.hasPrefix("$shared ") ? String(variable.name.dropFirst(8)) : variable.name
            let written = "{{\(name)}}"
            names[number] = written
            if variable.isEncoded, elsewhere.contains(number) || !inForm.contains(number) {
                ledger.add(item, "Postman does not percent-encode the value of \(written).")
            }
            if name.hasPrefix("$") {
                if !PostmanVariables.known.contains(name) {
                    ledger.add(item, "Postman does not know \(written); it stays as it is written.")
                }
                continue
            }
            guard let value = item.values.first(where: { $0.name == name }) else {
                ledger.add(item, "\(written) has no value here; the collection has to set it.")
                continue
            }
            if !variable.isEncoded, inForm.contains(number), Self.isChangedInForm(value) {
                ledger.add(item, "Postman percent-encodes the value of \(written) in a form.")
            }
            let (key, isChanged) = variables.key(of: value)
            names[number] = "{{\(key)}}"
            if isChanged {
                ledger.add(item, "\(written) is called {{\(key)}}, because another request has another value for it.")
            }
            if value.value == nil {
                ledger.add(item, "The value of \(written) is a secret; it is empty. --reveal writes it.")
            }
        }
        return names
    }

    /// Whether a value that is inserted as it is means something else once it is percent-encoded.
    private static func isChangedInForm(_ value: ExportValue) -> Bool {
        value.value?.utf8.contains { [Byte.ampersand, Byte.equals, Byte.plus, Byte.percent].contains($0) } == true
    }

    // MARK: Logins

    private func auth(_ item: ExportItem, _ text: (String) -> String) -> JSONOutput? {
        switch item.login {
        case .digest(let user, let password):
            Self.auth("digest", [("username", text(user)), ("password", text(password))])
        case .aws(let credentials, let region, let service):
            Self.auth(
                "awsv4",
                [
                    ("accessKey", text(credentials.accessKeyID)), ("secretKey", text(credentials.secretAccessKey)),
                    ("sessionToken", credentials.sessionToken.map(text)), ("region", region.map(text)),
                    ("service", service.map(text)),
                ])
        case nil: nil
        }
    }

    private static func auth(_ type: String, _ values: [(String, String?)]) -> JSONOutput {
        let attributes = values.compactMap { key, value in
            value.map { JSONOutput.object([("key", .string(key)), ("value", .string($0)), ("type", "string")]) }
        }
        return .object([("type", .string(type)), (type, .array(attributes))])
    }

    // MARK: Bodies

    private struct Body {
        var json: JSONOutput
        /// Postman makes the boundary, and its `Content-Type`, by itself.
        var isForm = false
    }

    private mutating func body(_ item: ExportItem, _ text: (String) -> String) -> Body? {
        let type = ContentType(item.draft.headers["Content-Type"] ?? "")
        switch item.draft.body {
        case .none, .stream: return nil
        case .file(let path):
            ledger.add(item, "Postman asks for the file \(PathText.name(of: path)) again.")
            return Body(json: .object([("mode", "file"), ("file", .object([("src", .string(path))]))]))
        case .pieces:
            ledger.add(item, "The body is made of several files; it is left out.")
            return nil
        case .bytes(let bytes):
            if let form = item.form { return Body(json: self.form(form, item, text), isForm: true) }
            guard let body = String(validating: bytes, as: UTF8.self) else {
                ledger.add(item, "The body is not text; it is left out.")
                return nil
            }
            if item.hasFormBody {
                return Body(json: .object([("mode", "urlencoded"), ("urlencoded", Self.pairs(text(body)))]))
            }
            var members: [(String, JSONOutput)] = [("mode", "raw"), ("raw", .string(text(body)))]
            if type.isJSON { members.append(("options", .object([("raw", .object([("language", "json")]))]))) }
            return Body(json: .object(members))
        }
    }

    private static func pairs(_ body: String) -> JSONOutput {
        .array(
            body.split(separator: "&").map { item in
                let equals = item.firstIndex(of: "=") ?? item.endIndex
                func decoded(_ text: Substring) -> JSONOutput {
                    .string(
                        String(
                            decoding: URLEncoding.decode(Array(text.replacing(bytes: "+", with: " ").utf8)),
                            as: UTF8.self))
                }
                return .object([("key", decoded(item[..<equals])), ("value", decoded(item[equals...].dropFirst()))])
            })
    }

    private func form(_ form: WrittenForm, _ item: ExportItem, _ text: (String) -> String) -> JSONOutput {
        let parts = JSONOutput.array(
            form.parts.map { part in
                var members: [(String, JSONOutput)] = [("key", .string(part.name))]
                if let path = part.path {
                    let whole = PathText.normalised(path, workingDirectory: item.folder)
                    members += [("type", "file"), ("src", .string(whole))]
                } else {
                    members += [("type", "text"), ("value", .string(text(item.marked(part.text))))]
                }
                if let type = part.type { members.append(("contentType", .string(type))) }
                // Postman names a part by its file.
                if let name = part.fileName, name != part.path.map(PathText.name(of:)) {
                    members.append(("fileName", .string(text(item.marked(name)))))
                }
                return .object(members)
            })
        return .object([("mode", "formdata"), ("formdata", parts)])
    }
}
