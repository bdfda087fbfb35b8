/// What a `.bru` file says, in the words that Bru and YAML share.
struct BruFile {
    let document: BruDocument
    let file: String

    /// - Throws: where the text departs from the language.
    init(_ source: ImportSource.File) throws(ImportError) {
        file = source.path
        do throws(BruDocument.SyntaxError) {
            document = try BruDocument(source.bytes)
        } catch {
            throw ImportError(
                "This is not a Bruno file: \(error.reason).",
                at: ImportPlace(file: source.path, line: error.line, column: error.column))
        }
    }

    // MARK: Kinds of files

    /// `http`, `graphql`, `grpc`, `ws`, `folder`; nil if the file does not say.
    var type: String? { document.value("type", in: "meta") }

    /// The position among its neighbours.
    var order: Int? { document.value("seq", in: "meta").flatMap { Int($0) } }

    private static let methods: Set<String> = [
        "get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http",
    ]

    private var methodBlock: BruDocument.Block? { document.blocks.first { Self.methods.contains($0.name) } }

    /// Blocks of other protocols.
    var isOtherProtocol: Bool {
        document.blocks.contains { ["grpc", "ws"].contains($0.name) } || ["grpc", "grpc-request", "ws"].contains(type)
    }

    func defaults(_ notices: inout NoticeList) -> BrunoDefaults {
        var defaults = BrunoDefaults()
        defaults.name = document.value("name", in: "meta")
        defaults.order = order
        defaults.headers = rows("headers")
        defaults.login = login(mode: document.value("mode", in: "auth"))
        defaults.variables = rows("vars:pre-request")
        defaults.captures = rows("vars:post-response")
        defaults.scripts = scripts
        defaults.docs = document.text("docs")
        defaults.place = ImportPlace(file: file, line: 1)
        leftOut(known: Self.shared, &notices)
        return defaults
    }

    /// The variables of an environment; those of `vars:secret` have no value in the file.
    func environment(named name: String) -> ImportedEnvironment {
        var variables = rows("vars").map {
            ImportedVariable(name: $0.name, value: $0.value, isEnabled: $0.isEnabled, place: $0.place)
        }
        variables += document.pairs("vars:secret").map {
            ImportedVariable(name: $0.name, value: "", isSecret: true, isEnabled: $0.isOn, place: place($0.line))
        }
        return ImportedEnvironment(name: name, variables: variables)
    }

    /// nil if the file holds no request.
    func request(named name: String, _ notices: inout NoticeList) -> BrunoRequest? {
        guard let block = methodBlock else { return nil }
        var request = BrunoRequest(place: place(block.line))
        request.name = document.value("name", in: "meta") ?? name
        request.tags = document.pairs("meta").last { $0.name == "tags" }?.list ?? []
        let method = block.name == "http" ? document.value("method", in: "http") ?? "GET" : block.name
        request.method = method.uppercased()
        request.url = document.value("url", in: block.name) ?? ""
        request.query = rows("params:query") + rows("query")
        request.path = rows("params:path")
        request.headers = rows("headers")
        request.body = body(mode: document.value("body", in: block.name), place(block.line), &notices)
        request.login = login(mode: document.value("auth", in: block.name))
        request.variables = rows("vars:pre-request")
        request.captures = rows("vars:post-response")
        request.assertions = rows("assert")
        request.scripts = scripts
        request.docs = document.text("docs")
        request.options = options
        if let setting = document.pairs("settings").last(where: { $0.name == "maxRedirects" && $0.isOn }),
            let count = Int(setting.value)
        {
            BrunoRedirects.take(count, at: place(setting.line), &request.options, &notices)
        }
        let examples = document.blocks.filter { $0.name == "example" }
        if let first = examples.first {
            notices.lost(
                examples.count == 1
                    ? "An example of a response is left out."
                    : "\(examples.count) examples of responses are left out.", at: place(first.line))
        }
        leftOut(known: Self.shared.union(Self.ofRequests), &notices)
        return request
    }

    // MARK: Blocks

    private static let shared: Set<String> = [
        "meta", "auth", "headers", "vars:pre-request", "vars:post-response", "script:pre-request",
        "script:post-response", "tests", "docs",
    ]

    private static let ofRequests: Set<String> = methods.union([
        "query", "params:query", "params:path", "assert", "settings", "example", "body",
    ])

    /// A notice for each block that is not known here.
    private func leftOut(known: Set<String>, _ notices: inout NoticeList) {
        for block in document.blocks
        where !known.contains(block.name) && !block.name.hasPrefix("auth:") && !block.name.hasPrefix("body:") {
            notices.lost("The block \(block.name) is left out.", at: place(block.line))
        }
    }

    private func place(_ line: Int) -> ImportPlace { ImportPlace(file: file, line: line) }

    private func rows(_ block: String) -> [ImportedRow] {
        document.pairs(block).map {
            ImportedRow($0.name, $0.value, isEnabled: $0.isOn, description: $0.description, place: place($0.line))
        }
    }

    private var scripts: [ImportedScript] {
        var scripts: [ImportedScript] = []
        for block in document.blocks where !block.text.isEmpty {
            switch block.name {
            case "script:pre-request":
                scripts.append(ImportedScript(.beforeRequest, block.text, place: place(block.line)))
            case "script:post-response", "tests":
                scripts.append(ImportedScript(.afterResponse, block.text, place: place(block.line)))
            default: break
            }
        }
        return scripts
    }

    private func login(mode: String?) -> BrunoLogin {
        let block = document.blocks.first { $0.name.hasPrefix("auth:") }
        switch mode ?? block.map({ String($0.name.dropFirst(5)) }) ?? "inherit" {
        case "inherit": return .inherited
        case "none": return .none
        case let mode:
            var values: [String: String] = [:]
            for pair in document.pairs("auth:\(mode)") where pair.isOn { values[pair.name] = pair.value }
            return .mode(mode, values, mode == "oauth2" ? loginParameters : [])
        }
    }

    /// `auth:oauth2:additional_params:auth_req:queryparams` and the like.
    private var loginParameters: [BrunoLogin.Parameter] {
        let places: [(String, ImportedOAuth2.ParameterPlace)] = [
            ("headers", .header), ("queryparams", .url), ("body", .body),
        ]
        var parameters: [BrunoLogin.Parameter] = []
        for request in BrunoLogin.Parameter.Request.allCases {
            for (name, place) in places {
                for row in rows("auth:oauth2:additional_params:\(request.rawValue):\(name)") where row.isEnabled {
                    parameters.append(BrunoLogin.Parameter(request: request, place: place, row: row))
                }
            }
        }
        return parameters
    }

    private var options: ImportedOptions {
        var options = ImportedOptions()
        if let timeout = document.value("timeout", in: "settings").flatMap({ Int($0) }), timeout > 0 {
            options.timeout = .milliseconds(timeout)
        }
        if document.value("followRedirects", in: "settings") == "false" { options.followsRedirects = false }
        if document.value("encodeUrl", in: "settings") == "false" { options.encodes = false }
        return options
    }

    // MARK: Bodies

    private func body(mode: String?, _ place: ImportPlace, _ notices: inout NoticeList) -> ImportedBody {
        let blocks = document.blocks.filter { $0.name == "body" || $0.name.hasPrefix("body:") }
        let mode = mode ?? blocks.first.map { $0.name == "body" ? "json" : String($0.name.dropFirst(5)) } ?? "none"
        let used = ["body:\(mode)", "body:\(BrunoBody.blockName(mode))", mode == "json" ? "body" : ""]
        for block in blocks
        where !used.contains(block.name) && !(mode == "graphql" && block.name == "body:graphql:vars") {
            notices.lost(
                "The body in \(block.name) is left out: the request sends \(mode == "none" ? "no body" : mode).",
                at: self.place(block.line))
        }
        let text = document.text("body:\(mode)") ?? (mode == "json" ? document.text("body") : nil)
        switch mode {
        case "none", "": return .none
        case "graphql":
            return .graphQL(query: text ?? "", variables: document.text("body:graphql:vars") ?? "", operationName: nil)
        case "form-urlencoded", "formUrlEncoded": return .form(rows("body:form-urlencoded"))
        case "multipart-form", "multipartForm":
            return .multipart(document.pairs("body:multipart-form").flatMap(parts))
        case "file":
            let pairs = document.pairs("body:file")
            guard let chosen = pairs.first(where: \.isOn) ?? pairs.first else { return .none }
            let (value, type) = BrunoBody.contentType(chosen.value)
            return .file(path: BrunoBody.files(value)?.first ?? value, contentType: type)
        default:
            guard let type = BrunoBody.contentType(ofMode: mode) else {
                notices.lost("The kind of the body, \(NoticeList.quoted(mode)), is not known here.", at: place)
                return .none
            }
            return text.map { .text($0, contentType: type) } ?? .none
        }
    }

    private func parts(_ pair: BruDocument.Pair) -> [ImportedPart] {
        let (value, type) = BrunoBody.contentType(pair.value)
        guard let files = BrunoBody.files(value) else {
            return [
                ImportedPart(
                    name: pair.name, content: .text(value), contentType: type, isEnabled: pair.isOn,
                    place: place(pair.line))
            ]
        }
        return files.map {
            ImportedPart(
                name: pair.name, content: .file(path: $0), contentType: type, isEnabled: pair.isOn,
                place: place(pair.line))
        }
    }
}

/// The setting `maxRedirects` of Bru and YAML.
enum BrunoRedirects {
    /// Bruno writes it into each request.
    private static let standard = 5

    static func take(
        _ count: Int, at place: ImportPlace, _ options: inout ImportedOptions, _ notices: inout NoticeList
    ) {
        if count == 0 {
            options.followsRedirects = false
        } else if count != standard {
            notices.lost("The setting maxRedirects is left out: at most 10 redirects are followed.", at: place)
        }
    }
}

/// What bodies of Bru and YAML have in common.
enum BrunoBody {
    static func contentType(ofMode mode: String) -> String? {
        switch mode {
        case "json": "application/json"
        case "text": "text/plain"
        case "xml": "application/xml"
        case "sparql": "application/sparql-query"
        default: nil
        }
    }

    /// The block of a mode whose name is written in two ways.
    static func blockName(_ mode: String) -> String {
        switch mode {
        case "formUrlEncoded": "form-urlencoded"
        case "multipartForm": "multipart-form"
        default: mode
        }
    }

    /// The value of `value @contentType(type)`, and its type.
    static func contentType(_ value: String) -> (value: String, type: String?) {
        let marker = "@contentType("
        guard value.hasSuffix(")"), let start = value.ranges(of: marker).last else { return (value, nil) }
        let type = String(value[start.upperBound...].dropLast())
        return (value[..<start.lowerBound].trimmedText, type.isEmpty ? nil : type)
    }

    /// The paths of `@file(a|b)`; nil if the value is a text.
    static func files(_ value: String) -> [String]? {
        guard value.hasPrefix("@file("), value.hasSuffix(")") else { return nil }
        return value.dropFirst(6).dropLast().split(separator: "|").map(String.init)
    }
}
