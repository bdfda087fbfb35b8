import Descriptions
import NetEngine

/// One import of an export of Insomnia.
struct InsomniaReading {
    private let export: InsomniaExport
    private var notices = NoticeList()
    private var text: InsomniaText

    /// The names of requests that are given in references.
    var referenceNames: DialectName { text.referenceNames }

    /// - Parameter names: those that the exports before this one have given.
    init(_ export: InsomniaExport, apartFrom names: DialectName) {
        self.export = export
        var requests: [String: String] = [:]
        for node in export.nodes where node.kind == .request && !node.id.isEmpty {
            requests[node.id] = WrittenURL.shown(name: node.name)
        }
        text = InsomniaText(requests: requests, apartFrom: names)
    }

    mutating func collection() -> ImportedCollection {
        var items = items(export.roots, path: [])
        notices.item = []
        let environments = export.environments.compactMap { environment($0) }
        // Variables of environments use responses, too.
        items = withUsedNames(items)
        for other in export.others {
            let amount = other.count > 1 ? " (\(other.count))" : ""
            notices.lost("\(other.what) left out\(amount).", at: other.place)
        }
        if export.strays > 0 {
            notices.changed(
                export.strays == 1
                    ? "1 item names a folder that is not in the file; it is outermost now."
                    : "\(export.strays) items name a folder that is not in the file; they are outermost now.")
        }
        if export.deepest > 0 {
            let folders = export.deepest == 1 ? "1 folder is" : "\(export.deepest) folders are"
            let requests = "\(export.deepest == 1 ? "its" : "their") requests are in the folder above"
            notices.changed("\(folders) deeper than \(ImportedFolder.mostDepth); \(requests).")
        }
        return ImportedCollection(
            kind: .insomnia, name: export.name, description: export.description, items: items,
            environments: environments, notices: notices.all)
    }

    private mutating func translated(_ text: String, _ place: ImportPlace?) -> String {
        self.text.translated(text, at: place, &notices)
    }

    /// The requests whose response another one uses with the names that dependencies call them; they have their ids.
    private func withUsedNames(_ items: [ImportedItem]) -> [ImportedItem] {
        items.map { item in
            switch item {
            case .request(var request):
                request.usedAs = request.usedAs.flatMap { text.usedNames[$0] }
                return .request(request)
            case .folder(var folder):
                folder.items = withUsedNames(folder.items)
                return .folder(folder)
            case .block: return item
            }
        }
    }

    // MARK: Folders

    private mutating func items(_ nodes: [Int], path: [String]) -> [ImportedItem] {
        var items: [ImportedItem] = []
        for index in nodes {
            let node = export.nodes[index]
            notices.item = path + [node.name]
            switch node.kind {
            case .other(let kind):
                notices.lost("The request is left out: \(kind) is not written.", at: node.value.place)
            case .request:
                var request = request(node.value)
                let own = text.usedNames[node.id]
                request.dependencies.removeAll { $0 == own }
                // Until all are read, in place of the name: a later request may use the response of this one.
                request.usedAs = node.id
                request.scripts += unitTests(of: node.id)
                items.append(.request(request))
            case .folder:
                let shared = defaults(node.value)
                let description = node.value.string("description") ?? node.value["meta"]?.string("description")
                let inner = self.items(node.children, path: path + [node.name])
                items.append(
                    .folder(
                        ImportedFolder(
                            name: node.name, description: description, items: inner, shared: shared,
                            place: node.value.place)))
            }
        }
        return items
    }

    private func unitTests(of id: String) -> [ImportedScript] {
        (export.tests[id] ?? []).map { test in
            let name = test.scalar("name").map { "// \($0)\n" } ?? ""
            return ImportedScript(.afterResponse, name + (test.string("code") ?? ""), place: test.place)
        }
    }

    private mutating func defaults(_ value: ImportValue) -> ImportedDefaults {
        var defaults = ImportedDefaults(login: login(value))
        defaults.headers = rows(value.elements("headers"))
        defaults.variables = value["environment"].map { variables($0) } ?? []
        defaults.scripts = scripts(value)
        // A folder waits for no response.
        _ = text.takeDependencies()
        return defaults
    }

    private mutating func login(_ value: ImportValue) -> ImportedLogin {
        guard let authentication = value["authentication"] else { return .inherited }
        var texts: [String: String] = [:]
        for member in authentication.members {
            if let scalar = member.value.scalar { texts[member.name] = translated(scalar, member.value.place) }
        }
        return InsomniaLogin(value: authentication, texts: texts).imported(&notices)
    }

    private func scripts(_ value: ImportValue) -> [ImportedScript] {
        let before = value["preRequestScript"] ?? value["scripts"]?["preRequest"]
        let after = value["afterResponseScript"] ?? value["scripts"]?["afterResponse"]
        return [(ImportedScript.Event.beforeRequest, before), (.afterResponse, after)].compactMap { event, script in
            guard let script, let text = script.string, !text.trimmedText.isEmpty else { return nil }
            return ImportedScript(event, text, place: script.place)
        }
    }

    // MARK: Environments

    private mutating func environment(_ source: InsomniaExport.Environment) -> ImportedEnvironment? {
        let pairs = source.value.elements("kvPairData")
        var variables: [ImportedVariable]
        if pairs.isEmpty {
            variables = source.value["data"].map { self.variables($0) } ?? []
        } else {
            variables = pairs.map { pair in
                let isSecret = pair.string("type") == "secret"
                // Secrets are encrypted in the file.
                return ImportedVariable(
                    name: pair.scalar("name") ?? "",
                    value: isSecret ? "" : translated(pair.scalar("value") ?? "", pair.place), isSecret: isSecret,
                    isEnabled: pair.bool("enabled") != false, place: pair.place)
            }
            if variables.contains(where: \.isSecret) {
                notices.lost("Values of the vault are encrypted; their variables are empty.", at: source.value.place)
            }
        }
        _ = text.takeDependencies()
        guard source.name != nil || !variables.isEmpty else { return nil }
        if source.value.bool("isPrivate") == true || source.value["meta"]?.bool("isPrivate") == true {
            for index in variables.indices { variables[index].isSecret = true }
        }
        return ImportedEnvironment(name: source.name, variables: variables)
    }

    /// The members of an object; those of objects within it by their paths.
    private mutating func variables(_ object: ImportValue) -> [ImportedVariable] {
        var variables: [ImportedVariable] = []
        // Last first, so that the next is at the end.
        var open = object.members.reversed().map { (path: $0.name, value: $0.value, depth: 0) }
        while let (path, value, depth) = open.popLast() {
            if value.isObject, depth < 8 {
                open += value.members.reversed().map { ("\(path).\($0.name)", $0.value, depth + 1) }
            } else {
                variables.append(
                    ImportedVariable(
                        name: path, value: translated(value.scalar ?? value.written, value.place), place: value.place))
            }
        }
        return variables
    }

    // MARK: Requests

    private mutating func request(_ value: ImportValue) -> ImportedRequest {
        var request = ImportedRequest(
            name: value.scalar("name") ?? "", method: value.string("method") ?? "GET", url: "", place: value.place)
        request.description = value.string("description") ?? value["meta"]?.string("description")
        if request.description?.isEmpty == true { request.description = nil }
        request.variables = value.elements("pathParameters").map { row in
            ImportedVariable(
                name: row.scalar("name") ?? "", value: translated(row.scalar("value") ?? "", row.place),
                place: row.place)
        }
        request.url = PathVariables.replaced(
            translated(value.scalar("url") ?? "", value["url"]?.place), Set(request.variables.map(\.name)))
        request.parameters = rows(value.elements("parameters"))
        request.headers = rows(value.elements("headers"))
        request.body = body(value["body"], &request, isRendered: Self.rendersBody(value))
        request.login = login(value)
        request.scripts = scripts(value)
        request.options = options(value)
        request.dependencies = text.takeDependencies()
        return request
    }

    private mutating func rows(_ values: [ImportValue]) -> [ImportedRow] {
        values.compactMap { row in
            let name = translated(row.scalar("name") ?? "", row.place)
            let value = translated(row.scalar("value") ?? "", row["value"]?.place ?? row.place)
            guard !name.isEmpty || !value.isEmpty else { return nil }
            let description = row.string("description").flatMap { $0.isEmpty ? nil : $0 }
            return ImportedRow(
                name, value, isEnabled: row.bool("disabled") != true, description: description, place: row.place)
        }
    }

    private mutating func options(_ value: ImportValue) -> ImportedOptions {
        var options = ImportedOptions()
        let settings = value["settings"]
        if (value.string("settingFollowRedirects") ?? settings?.string("followRedirects")) == "off" {
            options.followsRedirects = false
        }
        let sends = value.bool("settingSendCookies") ?? settings?["cookies"]?.bool("send")
        let stores = value.bool("settingStoreCookies") ?? settings?["cookies"]?.bool("store")
        switch (sends ?? true, stores ?? true) {
        case (true, true): break
        case (false, false): options.usesCookieJar = false
        case (false, true):
            notices.lost(
                "The setting to store cookies without sending them is left out: they are sent, too.", at: value.place)
        case (true, false):
            notices.lost(
                "The setting to send cookies without storing them is left out: they are stored, too.", at: value.place)
        }
        if (value.bool("settingEncodeUrl") ?? settings?.bool("encodeUrl")) == false { options.encodes = false }
        return options
    }

    // MARK: Bodies

    /// Whether Insomnia fills in the templates of the body; otherwise they are text.
    private static func rendersBody(_ value: ImportValue) -> Bool {
        value.bool("settingDisableRenderRequestBody") != true && value["settings"]?.bool("renderRequestBody") != false
    }

    private mutating func body(
        _ body: ImportValue?, _ request: inout ImportedRequest, isRendered: Bool
    ) -> ImportedBody {
        guard let body else { return .none }
        let type = body.string("mimeType") ?? ""
        let params = body.elements("params")
        let base = type.prefix { $0 != ";" }.trimmedText.lowercased()
        if let file = body.string("fileName"), !file.isEmpty {
            return .file(path: translated(file, body.place), contentType: type.isEmpty ? nil : type)
        }
        switch base {
        case "application/x-www-form-urlencoded": return .form(rows(params))
        case "multipart/form-data":
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            return .multipart(params.map { part($0) })
        case "application/graphql":
            let text = body.string("text") ?? ""
            if let graphQL = graphQL(text, body.place) { return graphQL }
            return .graphQL(query: translated(text, body.place), variables: "", operationName: nil)
        default:
            guard let text = body.string("text"), !text.isEmpty else { return .none }
            if !isRendered, text.contains(bytes: "{{") || text.contains(bytes: "{%") {
                // In a file, unlike in a line of the body, they stay text.
                return .bytes(Array(text.utf8), contentType: type.isEmpty ? nil : type)
            }
            return .text(translated(text, body.place), contentType: type.isEmpty ? nil : type)
        }
    }

    /// The JSON that Insomnia keeps for a GraphQL body.
    private mutating func graphQL(_ text: String, _ place: ImportPlace) -> ImportedBody? {
        let file = ImportSource.File(path: place.file, bytes: Array(text.utf8))
        guard let root = file.root, root.isObject, let query = root.string("query") else { return nil }
        let variables = root["variables"].map { $0.string ?? $0.written } ?? ""
        return .graphQL(
            query: translated(query, place), variables: variables == "{}" ? "" : translated(variables, place),
            operationName: root.string("operationName"))
    }

    private mutating func part(_ row: ImportValue) -> ImportedPart {
        let isFile = row.string("type") == "file" || row.string("fileName")?.isEmpty == false
        let content: ImportedPart.Content =
            isFile
            ? .file(path: translated(row.scalar("fileName") ?? row.scalar("value") ?? "", row.place))
            : .text(translated(row.scalar("value") ?? "", row.place))
        let type = row.string("multiline").flatMap { $0.contains(bytes: "/") ? $0 : nil }
        return ImportedPart(
            name: translated(row.scalar("name") ?? "", row.place), content: content, contentType: type,
            isEnabled: row.bool("disabled") != true, place: row.place)
    }
}
