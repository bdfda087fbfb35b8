import HTTPFormat
import NetEngine
import Workspace

/// Turns the entries of Hurl into what is written.
struct HurlMapping {
    var notices = NoticeList()
    /// The variables of the file that was read last.
    private(set) var lastVariables: [ImportedVariable] = []

    /// - Returns: a request for each entry, and the variables of all of them.
    mutating func items(
        _ hurl: HurlFile, file: String, folder: [String]
    ) -> (items: [ImportedItem], variables: [ImportedVariable]) {
        var requests: [ImportedRequest] = []
        for entry in hurl.entries {
            let request = request(entry, file: file, folder: folder)
            requests.append(request)
        }
        // A variable that is set once holds from there on; one that changes belongs to its request.
        var values: [String: Set<String>] = [:]
        for request in requests {
            for variable in request.variables { values[variable.name, default: []].insert(variable.value) }
        }
        var shared: [ImportedVariable] = []
        for index in requests.indices {
            for variable in requests[index].variables where values[variable.name]?.count == 1 {
                if !shared.contains(where: { $0.name == variable.name }) { shared.append(variable) }
            }
            requests[index].variables.removeAll { values[$0.name]?.count == 1 }
        }
        lastVariables = shared
        notices.item = folder
        reportUnknown(requests, shared, ImportPlace(file: file, line: 1))
        return (requests.map { .request($0) }, shared)
    }

    /// Variables that the command line of Hurl gives.
    private mutating func reportUnknown(
        _ requests: [ImportedRequest], _ shared: [ImportedVariable], _ place: ImportPlace
    ) {
        var known = Set(shared.map(\.name))
        var unknown: [String] = []
        for request in requests {
            let own = Set(request.variables.map(\.name))
            for name in references(request) where !name.hasPrefix("$") && !known.contains(name) && !own.contains(name) {
                known.insert(name)
                unknown.append(name)
            }
            for capture in request.captures { known.insert(capture.variable) }
        }
        guard !unknown.isEmpty else { return }
        let list = NameList.text(unknown.map(NoticeList.quoted))
        notices.kept(
            unknown.count == 1
                ? "The variable \(list) has no value in the file: give it by --var or in an environment."
                : "The variables \(list) have no value in the file: give them by --var or in an environment.",
            at: place)
    }

    private func references(_ request: ImportedRequest) -> [String] {
        var texts = [request.url] + (request.headers + request.parameters).map(\.value)
        switch request.body {
        case .text(let text, _): texts.append(text)
        case .form(let rows): texts += rows.map(\.value)
        default: break
        }
        return texts.flatMap { TemplateText.references(in: $0) }
    }

    // MARK: Requests

    private mutating func request(_ entry: HurlFile.Entry, file: String, folder: [String]) -> ImportedRequest {
        func place(_ line: Int) -> ImportPlace { ImportPlace(file: file, line: line) }
        let title = entry.comments.first.flatMap { (1...80).contains($0.count) ? $0 : nil }
        let url = HurlText.translated(entry.url)
        notices.item = folder + [title ?? "\(entry.method) \(WrittenURL(url).shown)"]
        var request = ImportedRequest(
            name: title ?? "", method: entry.method, url: url, place: place(entry.line))
        let description = entry.comments.dropFirst(title == nil ? 0 : 1).joined(separator: "\n")
        if !description.trimmedText.isEmpty { request.description = description }
        request.headers = entry.headers.map { row($0, file) }
        var options = HurlOptions()
        for section in entry.sections {
            let rows = section.pairs.map { row($0, file) }
            switch section.name {
            case "QueryStringParams", "Query": request.parameters += rows
            case "FormParams", "Form": if entry.body == nil { request.body = .form(rows) }
            case "MultipartFormData", "Multipart":
                if entry.body == nil { request.body = .multipart(section.pairs.map { part($0, place($0.line)) }) }
            case "Cookies":
                let cookies = rows.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
                request.headers.append(ImportedRow("Cookie", cookies, place: place(section.line)))
            case "BasicAuth":
                if let login = rows.first {
                    request.login = .request(.basic(user: login.name, password: login.value))
                }
            default: for pair in section.pairs { options.take(pair, place(pair.line), &notices) }
            }
        }
        if let body = entry.body { request.body = self.body(body, place(body.line)) }
        request.options = options.options
        request.headers += options.headers
        request.variables = options.variables
        if let login = options.login { request.login = login }
        if let response = entry.response { take(response, file, &request) }
        return request
    }

    private func row(_ pair: HurlFile.Pair, _ file: String) -> ImportedRow {
        ImportedRow(
            HurlText.translated(pair.name), HurlText.translated(pair.value),
            place: ImportPlace(file: file, line: pair.line))
    }

    /// `file,path; type`, or a text.
    private func part(_ pair: HurlFile.Pair, _ place: ImportPlace) -> ImportedPart {
        let value = HurlText.translated(pair.value)
        guard value.hasPrefix("file,"), let end = value.firstIndex(of: ";") else {
            return ImportedPart(name: HurlText.translated(pair.name), content: .text(value), place: place)
        }
        let type = value[value.index(after: end)...].trimmedText
        return ImportedPart(
            name: HurlText.translated(pair.name), content: .file(path: value[..<end].dropFirst(5).trimmedText),
            contentType: type.isEmpty ? nil : type, place: place)
    }

    // MARK: Bodies

    private mutating func body(_ body: HurlFile.Body, _ place: ImportPlace) -> ImportedBody {
        switch body.content {
        case .json(let json): return .text(HurlText.translated(json), contentType: "application/json")
        case .xml(let xml): return .text(HurlText.translated(xml), contentType: "application/xml")
        case .bytes(let bytes): return .bytes(bytes, contentType: nil)
        case .file(let path): return .file(path: HurlText.translated(path), contentType: nil)
        case .text(let text, let language): return self.text(text, language, place)
        }
    }

    private mutating func text(_ text: String, _ language: String, _ place: ImportPlace) -> ImportedBody {
        let words = language.split { $0 == "," || $0 == " " }
        let isLiteral = words.contains("raw") || words.contains("novariable")
        let type: String? =
            words.contains("json") ? "application/json" : words.contains("xml") ? "application/xml" : nil
        if words.contains("graphql") {
            let parts = Self.graphQL(text)
            return .graphQL(
                query: HurlText.translated(parts.query), variables: HurlText.translated(parts.variables),
                operationName: nil)
        }
        if words.contains("escape") {
            notices.changed("Escapes such as \\n in the body are written as they are.", at: place)
        }
        if isLiteral, text.contains(bytes: "{{") { return .bytes(Array(text.utf8), contentType: type) }
        return .text(HurlText.translated(text), contentType: type)
    }

    /// A query, and what follows a line that begins with `variables`.
    private static func graphQL(_ text: String) -> (query: String, variables: String) {
        var query: [Substring] = []
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = rest.first {
            let word = line.drop { $0 == " " || $0 == "\t" }
            if word.hasPrefix("variables"), word.dropFirst(9).trimmedText.hasPrefix("{") {
                let first = word.dropFirst(9)
                return (
                    query.joined(separator: "\n").trimmedText,
                    ([first] + rest.dropFirst()).joined(separator: "\n").trimmedText
                )
            }
            query.append(line)
            rest = rest.dropFirst()
        }
        return (text.trimmedText, "")
    }

    // MARK: Responses

    private mutating func take(_ response: HurlFile.Response, _ file: String, _ request: inout ImportedRequest) {
        func place(_ line: Int) -> ImportPlace { ImportPlace(file: file, line: line) }
        if let version = response.version, version != "1.0" || response.status == nil {
            notices.kept(
                "The version of the response, HTTP/\(version), is not checked; it is kept as a comment.",
                at: place(response.line))
            request.leftovers.append("HTTP/\(version)")
        }
        if let status = response.status {
            request.checks.append(ImportedCheck("status == \(status)", place: place(response.line)))
        }
        for header in response.headers {
            let check = CheckText.written(
                "header \(HurlText.translated(header.name))", .equals, HurlText.translated(header.value))
            keep(check.map { [$0] }, "\(header.name): \(header.value)", place(header.line), &request)
        }
        for capture in response.captures {
            if let expression = capture.query.flatMap(HurlCheck.reference) {
                request.captures.append(
                    ImportedCapture(variable: capture.name, expression: expression, place: place(capture.line)))
            } else {
                notices.kept(
                    "The variable \(NoticeList.quoted(capture.name)) is not set: \(NoticeList.quoted(capture.text)) is more than a path into the body or a header. It is kept as a comment.",
                    at: place(capture.line))
                request.leftovers.append(capture.text)
            }
        }
        for assert in response.asserts {
            keep(assert.parts.flatMap(HurlCheck.checks), assert.text, place(assert.line), &request)
        }
        if let body = response.body {
            keep(HurlCheck.text(body).map { [$0] }, Self.written(body), place(body.line), &request)
        }
    }

    private mutating func keep(
        _ checks: [String]?, _ source: String, _ place: ImportPlace, _ request: inout ImportedRequest
    ) {
        if let checks {
            request.checks += checks.map { ImportedCheck($0, place: place) }
        } else {
            notices.kept(
                "The assert \(NoticeList.quoted(source)) cannot be written as a check; it is kept as a comment.",
                at: place)
            request.leftovers.append(source)
        }
    }

    private static func written(_ body: HurlFile.Body) -> String {
        switch body.content {
        case .json(let text), .xml(let text): text
        case .text(let text, let language): "```\(language)\n\(text)\n```"
        case .bytes(let bytes): "base64,\(Base64.encode(bytes));"
        case .file(let path): "file,\(path);"
        }
    }
}
