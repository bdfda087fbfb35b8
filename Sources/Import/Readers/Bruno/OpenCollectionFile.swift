/// What Bruno's YAML says (OpenCollection), in the words that Bru and YAML share.
///
/// Bruno wrote it in two forms: members beside each other, and grouped below `info`, `http` and `runtime`.
struct OpenCollectionFile {
    let root: ImportValue

    private var info: ImportValue { root["info"] ?? root }
    private var runtime: ImportValue { root["runtime"] ?? root }

    /// `http`, `graphql`, `folder`, `grpc`, `websocket`, `script`; nil if the file does not say.
    var type: String? { info.string("type") }
    var name: String? { info.scalar("name") }
    var order: Int? { info.integer("seq") }

    /// Requests and folders within the file.
    var items: [OpenCollectionFile] { root.elements("items").map { OpenCollectionFile(root: $0) } }

    /// Environments within the file of a collection.
    var environments: [ImportedEnvironment] {
        (root["config"] ?? root).elements("environments").map { OpenCollectionFile(root: $0).environment(named: "") }
    }

    func environment(named name: String) -> ImportedEnvironment {
        ImportedEnvironment(
            name: root.scalar("name") ?? name,
            variables: root.elements("variables").map { row in
                ImportedVariable(
                    name: row.scalar("name") ?? "", value: Self.text(row["value"]),
                    isSecret: row.bool("secret") ?? false, isEnabled: row.bool("disabled") != true, place: row.place)
            })
    }

    func defaults() -> BrunoDefaults {
        let request = root["request"] ?? root
        var defaults = BrunoDefaults()
        defaults.name = name
        defaults.order = order
        defaults.headers = rows(request["headers"])
        defaults.login = login(request["auth"])
        defaults.variables = rows(request["variables"])
        defaults.captures = captures(request["actions"])
        defaults.scripts = scripts(request)
        defaults.docs = docs
        defaults.place = root.place
        return defaults
    }

    /// nil if it is not an HTTP request.
    func request(named fallback: String, _ notices: inout NoticeList) -> BrunoRequest? {
        let isGraphQL = type == "graphql" || root["graphql"] != nil
        let http = root[isGraphQL ? "graphql" : "http"] ?? root
        guard http["url"] != nil || http["method"] != nil else { return nil }
        var request = BrunoRequest(place: root.place)
        request.name = name ?? fallback
        request.tags = info.elements("tags").compactMap(\.scalar)
        request.method = http.string("method")?.uppercased() ?? (isGraphQL ? "POST" : "GET")
        request.url = http.scalar("url") ?? ""
        for row in http.elements("params") {
            if row.string("type") == "path" {
                request.path.append(self.row(row))
            } else {
                request.query.append(self.row(row))
            }
        }
        request.headers = rows(http["headers"])
        request.body = body(http["body"], isGraphQL: isGraphQL, &notices)
        request.login = login(http["auth"] ?? runtime["auth"])
        request.variables = rows(runtime["variables"])
        request.captures = captures(runtime["actions"])
        request.assertions = runtime.elements("assertions").map { row in
            let words = [row.scalar("operator") ?? "eq", Self.text(row["value"])].filter { !$0.isEmpty }
            return ImportedRow(
                row.scalar("expression") ?? "", words.joined(separator: " "), isEnabled: row.bool("disabled") != true,
                place: row.place)
        }
        request.scripts = scripts(runtime)
        request.docs = docs
        if let settings = root["settings"] {
            if let timeout = settings.integer("timeout"), timeout > 0 {
                request.options.timeout = .milliseconds(timeout)
            }
            if settings.bool("followRedirects") == false { request.options.followsRedirects = false }
            if settings.bool("encodeUrl") == false { request.options.encodes = false }
            if let setting = settings["maxRedirects"], let count = setting.integer {
                BrunoRedirects.take(count, at: setting.place, &request.options, &notices)
            }
        }
        request.responses = root.elements("examples").compactMap(example)
        return request
    }

    // MARK: Rows

    private func rows(_ list: ImportValue?) -> [ImportedRow] { list?.elements.map(row) ?? [] }

    private func row(_ value: ImportValue) -> ImportedRow {
        ImportedRow(
            value.scalar("name") ?? "", Self.text(value["value"]), isEnabled: value.bool("disabled") != true,
            description: Self.content(value["description"]), place: value.place)
    }

    /// A scalar, `{ type, data }`, or the chosen one of several values.
    private static func text(_ value: ImportValue?) -> String {
        guard let value else { return "" }
        if let scalar = value.scalar { return scalar }
        if let data = value["data"]?.scalar { return data }
        let chosen = value.elements.first { $0.bool("selected") == true } ?? value.elements.first
        guard let chosen else { return value.isObject ? value.written : "" }
        return chosen["value"]?.scalar ?? chosen["value"]?["data"]?.scalar ?? chosen.scalar ?? ""
    }

    /// A text, or `{ content: text }`.
    private static func content(_ value: ImportValue?) -> String? {
        let text = value?.scalar ?? value?.scalar("content")
        return text?.isEmpty == false ? text : nil
    }

    private var docs: String? { Self.content(root["docs"]) }

    private func captures(_ actions: ImportValue?) -> [ImportedRow] {
        (actions?.elements ?? []).filter { $0.string("type") == "set-variable" }.map { action in
            ImportedRow(
                action["variable"]?.scalar("name") ?? "", action["selector"]?.scalar("expression") ?? "",
                isEnabled: action.bool("disabled") != true, place: action.place)
        }
    }

    private func scripts(_ holder: ImportValue) -> [ImportedScript] {
        guard let scripts = holder["scripts"] else { return [] }
        let rows =
            scripts.isArray
            ? scripts.elements.map { (event: $0.string("type") ?? "", code: $0["code"]) }
            : scripts.members.map { (event: $0.name, code: Optional($0.value)) }
        return rows.compactMap { row in
            guard let code = row.code, let text = code.string, !text.isEmpty else { return nil }
            let isBefore = ["before-request", "preRequest", "req"].contains(row.event)
            return ImportedScript(isBefore ? .beforeRequest : .afterResponse, text, place: code.place)
        }
    }

    // MARK: Bodies

    private func body(
        _ body: ImportValue?, isGraphQL: Bool, _ notices: inout NoticeList
    ) -> ImportedBody {
        guard var body else { return .none }
        if body.isArray {
            let variants = body.elements
            guard let chosen = variants.first(where: { $0.bool("selected") == true }) ?? variants.first else {
                return .none
            }
            if variants.count > 1 {
                notices.lost("The request has \(variants.count) bodies; the chosen one is written.", at: body.place)
            }
            body = chosen["body"] ?? chosen
        }
        if isGraphQL {
            let variables = body["variables"]
            return .graphQL(
                query: body.scalar("query") ?? "", variables: variables?.string ?? variables?.written ?? "",
                operationName: nil)
        }
        let type = body.string("type") ?? "none"
        switch type {
        case "none": return .none
        case "form-urlencoded": return .form(rows(body["data"]))
        case "multipart-form": return .multipart(body.elements("data").flatMap(parts))
        case "file":
            let files = body.elements("data")
            guard let chosen = files.first(where: { $0.bool("selected") == true }) ?? files.first else { return .none }
            return .file(path: chosen.scalar("filePath") ?? "", contentType: Self.content(chosen["contentType"]))
        default:
            guard let contentType = BrunoBody.contentType(ofMode: type) else {
                notices.lost("The kind of the body, \(NoticeList.quoted(type)), is not known here.", at: body.place)
                return .none
            }
            return .text(body["data"]?.string ?? body["data"]?.written ?? "", contentType: contentType)
        }
    }

    private func parts(_ row: ImportValue) -> [ImportedPart] {
        let isEnabled = row.bool("disabled") != true
        func part(_ content: ImportedPart.Content) -> ImportedPart {
            ImportedPart(
                name: row.scalar("name") ?? "", content: content, contentType: Self.content(row["contentType"]),
                isEnabled: isEnabled, place: row.place)
        }
        guard row.string("type") == "file" else { return [part(.text(Self.text(row["value"])))] }
        let paths =
            row["value"]?.isArray == true ? row.elements("value").compactMap(\.scalar) : [Self.text(row["value"])]
        return paths.map { part(.file(path: $0)) }
    }

    private func example(_ value: ImportValue) -> ImportedResponse? {
        guard let response = value["response"] else { return nil }
        let body = response["body"]
        let text = body?.string ?? body?["data"]?.string ?? body?["data"]?.written ?? ""
        return ImportedResponse(
            name: value.scalar("name") ?? "", status: response.integer("status") ?? 200,
            reason: response.scalar("statusText") ?? "", headers: rows(response["headers"]), body: Array(text.utf8),
            place: value.place)
    }

    // MARK: Logins

    private func login(_ auth: ImportValue?) -> BrunoLogin {
        guard let auth else { return .inherited }
        if let word = auth.string { return word == "none" ? .none : .inherited }
        guard let mode = auth.string("type"), mode != "inherit" else { return .inherited }
        guard mode != "none" else { return .none }
        var values: [String: String] = [:]
        for member in auth.members { if let text = member.value.scalar { values[member.name] = text } }
        guard mode == "oauth2" else { return .mode(mode, values) }
        let client = auth["credentials"]
        let owner = auth["resourceOwner"]
        let flow = auth.string("flow") ?? ""
        let pkce = auth["pkce"]
        values = [
            "grant_type": flow == "resource_owner_password" || flow == "resource_owner_password_credentials"
                ? "password" : flow,
            "access_token_url": auth.scalar("accessTokenUrl") ?? "",
            "authorization_url": auth.scalar("authorizationUrl") ?? "",
            "callback_url": auth.scalar("callbackUrl") ?? "", "scope": auth.scalar("scope") ?? "",
            "client_id": client?.scalar("clientId") ?? "", "client_secret": client?.scalar("clientSecret") ?? "",
            "credentials_placement": client?.scalar("placement") ?? "body",
            "username": owner?.scalar("username") ?? "", "password": owner?.scalar("password") ?? "",
            "pkce": pkce != nil && pkce?.bool("enabled") != false && pkce?.bool("disabled") != true ? "true" : "false",
        ]
        add(auth, to: &values)
        return .mode(mode, values, parameters(auth["additionalParameters"]))
    }

    /// How the token is fetched and sent.
    private func add(_ auth: ImportValue, to values: inout [String: String]) {
        values["refresh_token_url"] = auth.scalar("refreshTokenUrl")
        values["state"] = auth.scalar("state")
        values["pkce_method"] = auth["pkce"]?.scalar("method")
        let token = auth["tokenConfig"]
        if let placement = token?["placement"] {
            values["token_placement"] = placement["query"] == nil ? "header" : "url"
            values["token_header_prefix"] = placement.scalar("header")
            values["token_query_key"] = placement.scalar("query")
        }
        values["token_source"] = token?.scalar("source")
        if auth["settings"]?.bool("autoFetchToken") == false { values["auto_fetch_token"] = "false" }
    }

    private func parameters(_ lists: ImportValue?) -> [BrunoLogin.Parameter] {
        let names: [(String, BrunoLogin.Parameter.Request)] = [
            ("authorizationRequest", .authorization), ("accessTokenRequest", .token), ("refreshTokenRequest", .refresh),
        ]
        var parameters: [BrunoLogin.Parameter] = []
        for (name, request) in names {
            for value in lists?.elements(name) ?? [] {
                let row = row(value)
                guard row.isEnabled, value.bool("enabled") != false else { continue }
                let place: ImportedOAuth2.ParameterPlace =
                    switch value.string("placement") {
                    case "header", "headers": .header
                    case "query", "queryparams": .url
                    default: .body
                    }
                parameters.append(BrunoLogin.Parameter(request: request, place: place, row: row))
            }
        }
        return parameters
    }
}
