@testable import Import

/// A collection as lines: what a reader understood, whatever the writer makes of it.
enum CollectionText {
    static func lines(_ collection: ImportedCollection) -> String {
        var lines: [String] = []
        lines += shared(collection.shared, at: "collection")
        for environment in collection.environments {
            lines += variables(environment.variables).map { "\(environment.name ?? "$shared"): \($0)" }
        }
        lines += items(collection.items, path: "")
        return lines.joined(separator: "\n")
    }

    /// `lost Folder/Request: sentence`
    static func notices(_ collection: ImportedCollection) -> [String] {
        collection.notices.map { notice in
            let item = notice.item.isEmpty ? "" : " \(notice.item.joined(separator: "/"))"
            return "\(notice.severity)\(item): \(notice.text)"
        }
    }

    private static func items(_ items: [ImportedItem], path: String) -> [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .folder(let folder):
                ["/ \(path)\(folder.name)"] + shared(folder.shared, at: folder.name)
                    + self.items(folder.items, path: "\(path)\(folder.name)/")
            case .request(let request): lines(request, path: path)
            default: ["?"]
            }
        }
    }

    private static func variables(_ variables: [ImportedVariable]) -> [String] {
        variables.map {
            "\($0.isEnabled ? "" : "off ")\($0.isSecret ? "secret " : "")\($0.name) = \($0.value)"
        }
    }

    private static func shared(_ shared: ImportedDefaults, at name: String) -> [String] {
        var lines = variables(shared.variables).map { "@\($0)" } + shared.headers.map { row($0, ": ") }
        if shared.login != .inherited { lines.append("login \(shared.login)") }
        lines += shared.captures.map { "> \($0.variable) = \($0.expression)" }
        lines += shared.scripts.map { "script \($0.event): \($0.text)" }
        return lines.map { "\(name) \($0)" }
    }

    private static func row(_ row: ImportedRow, _ sign: String) -> String {
        "\(row.isEnabled ? "" : "# ")\(row.name)\(sign)\(row.value)\(row.isEncoded ? " (encoded)" : "")"
    }

    private static func lines(_ request: ImportedRequest, path: String) -> [String] {
        var lines = ["### \(path)\(request.name)"]
        if let description = request.description { lines.append("# \(description)") }
        lines += options(request.options)
        lines += request.dependencies.map { "# @ref \($0)" } + request.checks.map { "# @assert \($0.text)" }
        lines += variables(request.variables).map { "@\($0)" }
        lines.append("\(request.isLiteral ? "literal " : "")\(request.method) \(request.url)")
        lines += request.parameters.map { "  ?\(row($0, "="))" } + request.headers.map { row($0, ": ") }
        if request.login != .inherited { lines.append("login \(request.login)") }
        lines += body(request.body)
        lines += request.captures.map { "> \($0.variable) = \($0.expression)" }
        lines += request.scripts.map { "script \($0.event): \($0.text)" }
        lines += request.leftovers.map { "left \($0)" }
        lines += request.responses.map { response in
            "< \(response.httpVersion ?? "HTTP") \(response.status) \(response.reason) \(String(decoding: response.body, as: UTF8.self))"
        }
        return lines
    }

    private static func options(_ options: ImportedOptions) -> [String] {
        var lines: [String] = []
        if let value = options.timeout { lines.append("timeout \(value)") }
        if let value = options.connectTimeout { lines.append("connect-timeout \(value)") }
        if let value = options.followsRedirects { lines.append("redirects \(value)") }
        if let value = options.verifiesTLS { lines.append("tls \(value)") }
        if let value = options.usesCookieJar { lines.append("cookies \(value)") }
        if let value = options.proxy { lines.append("proxy \(value)") }
        if let value = options.httpVersion { lines.append("http \(value)") }
        if let value = options.retries { lines.append("retries \(value)") }
        if let value = options.delay { lines.append("delay \(value)") }
        if let value = options.encodes { lines.append("encodes \(value)") }
        if options.isDisabled { lines.append("disabled") }
        if !options.tags.isEmpty { lines.append("tags \(options.tags.joined(separator: " "))") }
        if let value = options.outputFile { lines.append("output \(value)") }
        return lines.map { "# \($0)" }
    }

    private static func body(_ body: ImportedBody) -> [String] {
        switch body {
        case .none: []
        case .text(let text, let type): ["body \(type ?? "-"): \(text)"]
        case .form(let rows): rows.map { "form \(row($0, "="))" }
        case .multipart(let parts):
            parts.map { part in
                let content =
                    switch part.content {
                    case .text(let text): text
                    case .file(let path): "< \(path)"
                    case .bytes(let bytes): "\(bytes)"
                    }
                return
                    "part \(part.isEnabled ? "" : "# ")\(part.name) \(part.contentType ?? "-") \(part.fileName ?? "-"): \(content)"
            }
        case .graphQL(let query, let variables, let name): ["graphql \(name ?? "-"): \(query) | \(variables)"]
        case .file(let path, let type): ["file \(type ?? "-"): \(path)"]
        case .bytes(let bytes, let type): ["bytes \(type ?? "-"): \(bytes)"]
        default: ["?"]
        }
    }
}
