import Base
import NetEngine

/// Turns what Bruno says into what is written.
struct BrunoMapping {
    var notices = NoticeList()
    private var text = BrunoText()

    // MARK: Requests

    mutating func request(_ source: BrunoRequest) -> ImportedRequest {
        var request = ImportedRequest(name: source.name, method: source.method, url: "", place: source.place)
        request.description = source.docs
        request.url = url(source)
        // The URL has the query that is switched on; the rows say what is switched off.
        request.parameters = rows(source.query.filter { !$0.isEnabled })
        request.headers = rows(source.headers)
        request.body = body(source.body, source.place)
        request.login = login(source.login, source.place)
        request.options = source.options
        request.options.tags = source.tags
        request.variables = variables(source.path + source.variables)
        request.captures = captures(source.captures, &request.leftovers)
        request.checks = checks(source.assertions, &request.leftovers)
        request.scripts = source.scripts
        request.responses = source.responses
        return request
    }

    mutating func defaults(_ source: BrunoDefaults) -> ImportedDefaults {
        var leftovers: [String] = []
        var defaults = ImportedDefaults(
            login: login(source.login, source.place), headers: rows(source.headers),
            variables: variables(source.variables), scripts: source.scripts,
            captures: captures(source.captures, &leftovers))
        defaults.leftovers = leftovers
        return defaults
    }

    mutating func environment(_ source: ImportedEnvironment) -> ImportedEnvironment {
        var environment = source
        for index in environment.variables.indices {
            let variable = environment.variables[index]
            environment.variables[index].value = translated(variable.value, variable.place)
        }
        return environment
    }

    private mutating func translated(_ text: String, _ place: ImportPlace?) -> String {
        self.text.translated(text, at: place, &notices)
    }

    // MARK: Parts

    /// The URL with `{{id}}` for `:id`. Bruno writes the query that is on into the URL too; if the URL has none, the rows give it.
    private mutating func url(_ source: BrunoRequest) -> String {
        let url = PathVariables.replaced(translated(source.url, source.place), Set(source.path.map(\.name)))
        let rows = source.query.filter(\.isEnabled)
        guard !url.contains(bytes: "?"), !rows.isEmpty else { return url }
        let query = rows.map { row in
            let value = translated(row.value, row.place)
            return value.isEmpty ? row.name : "\(row.name)=\(value)"
        }
        return "\(url)?\(query.joined(separator: "&"))"
    }

    private mutating func rows(_ rows: [ImportedRow]) -> [ImportedRow] {
        rows.map { row in
            var row = row
            row.value = translated(row.value, row.place)
            return row
        }
    }

    private mutating func variables(_ rows: [ImportedRow]) -> [ImportedVariable] {
        rows.map { row in
            // `@name` is local to the request, which all of them are here.
            let name = row.name.hasPrefix("@") ? String(row.name.dropFirst()) : row.name
            return ImportedVariable(
                name: name, value: translated(row.value, row.place), isEnabled: row.isEnabled, place: row.place)
        }
    }

    private mutating func body(_ body: ImportedBody, _ place: ImportPlace) -> ImportedBody {
        switch body {
        case .text(let text, let type):
            guard type == BrunoBody.contentType(ofMode: "json"), let plain = JSONComments.removed(from: text) else {
                return .text(translated(text, place), contentType: type)
            }
            notices.changed(JSONComments.notice(of: .bruno), at: place)
            return .text(translated(plain, place), contentType: type)
        case .form(let rows): return .form(self.rows(rows))
        case .graphQL(let query, let variables, let name):
            let plain = JSONComments.removed(from: variables)
            if plain != nil { notices.changed(JSONComments.notice(of: .bruno, in: "GraphQL variables"), at: place) }
            return .graphQL(
                query: translated(query, place), variables: translated(plain ?? variables, place), operationName: name)
        case .file(let path, let type): return .file(path: translated(path, place), contentType: type)
        case .multipart(let parts):
            return .multipart(
                parts.map { part in
                    var part = part
                    switch part.content {
                    case .text(let text): part.content = .text(translated(text, part.place))
                    case .file(let path): part.content = .file(path: translated(path, part.place))
                    case .bytes: break
                    }
                    return part
                })
        default: return body
        }
    }

    private mutating func login(_ login: BrunoLogin, _ place: ImportPlace?) -> ImportedLogin {
        guard case .mode(let mode, let values, var parameters) = login else {
            return login.imported(at: place, &notices)
        }
        var translated: [String: String] = [:]
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            translated[name] = self.translated(value, place)
        }
        for index in parameters.indices {
            let row = parameters[index].row
            parameters[index].row.value = self.translated(row.value, row.place)
        }
        return BrunoLogin.mode(mode, translated, parameters).imported(at: place, &notices)
    }

    private mutating func captures(_ rows: [ImportedRow], _ leftovers: inout [String]) -> [ImportedCapture] {
        rows.compactMap { row in
            let name = row.name.hasPrefix("@") ? String(row.name.dropFirst()) : row.name
            guard row.isEnabled else {
                notices.kept(
                    "The variable \(NoticeList.quoted(name)) is switched off; it is kept as a comment.", at: row.place)
                leftovers.append("~\(row.name): \(row.value)")
                return nil
            }
            guard let expression = ResponsePath(row.value, root: "res")?.reference else {
                notices.kept(
                    "The variable \(NoticeList.quoted(name)) is not set: \(NoticeList.quoted(row.value)) is more than a path into the body or a header. It is kept as a comment.",
                    at: row.place)
                leftovers.append("\(row.name): \(row.value)")
                return nil
            }
            return ImportedCapture(variable: name, expression: expression, place: row.place)
        }
    }

    private mutating func checks(_ rows: [ImportedRow], _ leftovers: inout [String]) -> [ImportedCheck] {
        rows.flatMap { row in
            let line = "\(row.name): \(row.value)"
            guard row.isEnabled else {
                notices.kept(
                    "The assertion \(NoticeList.quoted(line)) is switched off; it is kept as a comment.", at: row.place)
                leftovers.append("~\(line)")
                return [ImportedCheck]()
            }
            let value = translated(row.value, row.place)
            guard let checks = BrunoAssertion(name: row.name, value: value).checks else {
                notices.kept(
                    "The assertion \(NoticeList.quoted(line)) cannot be written as a check; it is kept as a comment.",
                    at: row.place)
                leftovers.append(line)
                return []
            }
            return checks.map { ImportedCheck($0, place: row.place) }
        }
    }
}
