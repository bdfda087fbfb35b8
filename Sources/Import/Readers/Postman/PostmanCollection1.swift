import Base
import Workspace

/// A collection of version 1.0: requests in one list, with their order apart.
struct PostmanCollection1 {
    private let root: ImportValue

    init(_ root: ImportValue) { self.root = root }

    func collection(_ progress: (Double) -> Void) throws(ImportError) -> ImportedCollection {
        var reader = Reader(root)
        reader.readAll(progress)
        guard !reader.requests.isEmpty else { throw ImportError("The collection has no requests.", at: root.place) }
        return reader.collection
    }

    private struct Reader {
        let root: ImportValue
        var collection: ImportedCollection
        var requests: [String: ImportValue] = [:]
        private var order: [String] = []
        private var folders: [String: ImportValue] = [:]
        private var placed: Set<String> = []

        init(_ root: ImportValue) {
            self.root = root
            collection = ImportedCollection(kind: .postman, name: root.string("name") ?? "")
        }

        mutating func readAll(_ progress: (Double) -> Void) {
            collection.description = PostmanDescription.text(root["description"])
            for (index, value) in root.elements("requests").enumerated() {
                let id = value.scalar("id") ?? "#\(index)"
                if requests.updateValue(value, forKey: id) == nil { order.append(id) }
            }
            for value in root.elements("folders") { if let id = value.scalar("id") { folders[id] = value } }
            collection.shared = shared(root, item: [])
            var items: [ImportedItem] = []
            let outer = ids(root["folders_order"])
            let all = root.elements("folders").compactMap { $0.scalar("id") }
            // A folder of another folder is placed there.
            let inner = Set(folders.values.flatMap { ids($0["folders_order"]) })
            for id in outer.isEmpty ? all.filter({ !inner.contains($0) && parent(of: $0) == nil }) : outer {
                if let folder = folder(id, depth: 0, path: []) { items.append(.folder(folder)) }
            }
            progress(0.5)
            for id in ids(root["order"]) where placed.insert(id).inserted {
                if let value = requests[id] { items.append(.request(request(value, path: []))) }
            }
            // What no order names is there all the same.
            for id in order where placed.insert(id).inserted {
                if let value = requests[id] { items.append(.request(request(value, path: []))) }
            }
            collection.items = items
        }

        private func parent(of id: String) -> String? { folders[id]?.scalar("folder") }

        private func ids(_ value: ImportValue?) -> [String] { (value?.elements ?? []).compactMap(\.scalar) }

        private mutating func shared(_ value: ImportValue, item: [String]) -> ImportedDefaults {
            let auth = PostmanAuth(value["auth"], item: item, at: value.place)
            collection.notices += auth.notices
            let events = PostmanEvents(value["events"])
            return ImportedDefaults(
                login: auth.login, variables: value.elements("variables").compactMap(PostmanReader.variable),
                scripts: events.scripts, checks: events.checks, captures: events.captures)
        }

        private mutating func folder(_ id: String, depth: Int, path: [String]) -> ImportedFolder? {
            guard let value = folders[id], placed.insert("folder \(id)").inserted else { return nil }
            let name = value.string("name") ?? "folder"
            let inner = path + [name]
            var folder = ImportedFolder(
                name: name, description: PostmanDescription.text(value["description"]),
                shared: shared(value, item: inner),
                place: value.place)
            for id in ids(value["folders_order"]) {
                if depth + 1 >= ImportedFolder.mostDepth {
                    folder.items += flattened(id, path: inner)
                } else if let next = self.folder(id, depth: depth + 1, path: inner) {
                    folder.items.append(.folder(next))
                }
            }
            for id in ids(value["order"]) where placed.insert(id).inserted {
                if let value = requests[id] { folder.items.append(.request(request(value, path: inner))) }
            }
            return folder
        }

        /// The requests of a folder that is too deep, and of those in it.
        private mutating func flattened(_ id: String, path: [String]) -> [ImportedItem] {
            var items: [ImportedItem] = []
            var waiting = [id]
            while let id = waiting.popLast() {
                guard let value = folders[id], placed.insert("folder \(id)").inserted else { continue }
                collection.notices.append(
                    ImportNotice(
                        .changed,
                        "The folder is deeper than \(ImportedFolder.mostDepth) levels: its requests are in the folder around it.",
                        item: path + [value.string("name") ?? "folder"], at: value.place))
                for id in ids(value["order"]) where placed.insert(id).inserted {
                    if let value = requests[id] { items.append(.request(request(value, path: path))) }
                }
                waiting += ids(value["folders_order"]).reversed()
            }
            return items
        }

        private mutating func request(_ value: ImportValue, path: [String]) -> ImportedRequest {
            let name = value.string("name") ?? ""
            var request = ImportedRequest(
                name: name, description: PostmanDescription.text(value["description"]),
                method: value.string("method") ?? "GET", url: "", place: value.place)
            var variables = value.elements("pathVariableData").compactMap(PostmanReader.variable)
            if variables.isEmpty {
                variables = (value["pathVariables"]?.members ?? []).map {
                    ImportedVariable(name: $0.name, value: $0.value.scalar ?? "")
                }
            }
            let url = PostmanURL(
                value.string("url") ?? "", rows: value.elements("queryParams").compactMap(PostmanURL.parameter),
                variables: variables, at: value)
            (request.url, request.parameters, request.variables) = (url.url, url.parameters, url.variables)
            request.unset = url.unset
            let rows = PostmanCollection2.headers(value["headerData"])
            request.headers = rows.isEmpty ? PostmanHeaders.rows(value.string("headers") ?? "") : rows
            request.body = body(value)
            let auth = PostmanAuth(value["auth"], item: path + [name], at: value.place)
            request.login = value["auth"] == nil ? Self.oldLogin(value) : auth.login
            collection.notices += auth.notices
            var events = PostmanEvents(value["events"])
            if value["events"] == nil {
                events.add(value.string("preRequestScript") ?? "", .beforeRequest, at: value.place)
                events.add(value.string("tests") ?? "", .afterResponse, at: value.place)
            }
            (request.scripts, request.checks, request.captures) = (events.scripts, events.checks, events.captures)
            request.responses = value.elements("responses").map(Self.response)
            return request
        }

        private static func response(_ value: ImportValue) -> ImportedResponse {
            let code = value["responseCode"]
            return ImportedResponse(
                name: value.string("name") ?? "", status: code?.integer("code") ?? 0,
                reason: code?.string("name") ?? "",
                headers: PostmanCollection2.headers(value["headers"]), body: Array((value.string("text") ?? "").utf8),
                place: value.place)
        }

        private func body(_ value: ImportValue) -> ImportedBody {
            switch value.string("dataMode") {
            case "params": return .multipart(value.elements("data").flatMap(PostmanBody.parts))
            case "urlencoded": return .form(value.elements("data").compactMap(PostmanBody.row))
            case "binary": return .file(path: value.string("rawModeData") ?? "", contentType: nil)
            case "raw":
                let text = value.string("rawModeData") ?? value.string("data") ?? ""
                return text.isEmpty ? .none : .text(PostmanText.translated(text), contentType: nil)
            case "graphql":
                let graphQL = value["graphqlModeData"]
                return .graphQL(
                    query: graphQL?.string("query") ?? "", variables: graphQL?.string("variables") ?? "",
                    operationName: nil)
            default: return .none
            }
        }

        /// The login as the first versions of the app kept it.
        private static func oldLogin(_ value: ImportValue) -> ImportedLogin {
            guard let helper = value.string("currentHelper"), let fields = value["helperAttributes"] else {
                return .inherited
            }
            func text(_ name: String) -> String { PostmanText.translated(fields.string(name) ?? "") }
            switch helper {
            case "basicAuth": return .request(.basic(user: text("username"), password: text("password")))
            case "digestAuth": return .request(.digest(user: text("username"), password: text("password")))
            case "bearerAuth": return .request(.bearer(token: text("token")))
            case "normal", "noAuth": return .none
            default: return .inherited
            }
        }
    }
}
