import Base
import NetEngine
import Workspace

/// A collection of version 2.0 or 2.1.
struct PostmanCollection2 {
    private let root: ImportValue
    private let progress: (Double) -> Void
    private var collection: ImportedCollection
    private var count = 0
    /// What the collection and the folders around a request say of how it is sent, outermost first.
    private var behaviour: [(name: String, value: ImportValue)] = []

    init(_ root: ImportValue, progress: @escaping (Double) -> Void) {
        self.root = root
        self.progress = progress
        collection = ImportedCollection(kind: .postman, name: root["info"]?.string("name") ?? "")
    }

    mutating func readAll() throws(ImportError) -> ImportedCollection {
        guard let items = root["item"] else {
            throw ImportError(
                "The collection has no \"item\": it is empty, or only a part of an export.", at: root.place)
        }
        collection.description = PostmanDescription.text(root["info"]?["description"])
        collection.shared = shared(root, item: [])
        collection.items = read(items, depth: 0, path: [])
        guard count > 0 else { throw ImportError("The collection has no requests.", at: items.place) }
        return collection
    }

    private mutating func note(
        _ severity: ImportNotice.Severity, _ text: String, _ item: [String], _ place: ImportPlace
    ) {
        collection.notices.append(ImportNotice(severity, text, item: item, at: place))
    }

    /// What a collection or a folder says for all in it.
    private mutating func shared(_ value: ImportValue, item: [String]) -> ImportedDefaults {
        let auth = PostmanAuth(value["auth"], item: item, at: value["auth"]?.place ?? value.place)
        collection.notices += auth.notices
        var defaults = ImportedDefaults(login: auth.login)
        let variables = value["variable"]
        defaults.variables = (variables?.elements ?? []).compactMap(PostmanReader.variable)
        let events = events(value["event"], item)
        (defaults.scripts, defaults.checks, defaults.captures) = (events.scripts, events.checks, events.captures)
        for (name, value) in value["protocolProfileBehavior"]?.members ?? [] {
            if Self.inherited.contains(name) {
                behaviour.append((name, value))
            } else {
                note(.lost, "The setting \(name.prefix(60)) for all requests is left out.", item, value.place)
            }
        }
        return defaults
    }

    private static let inherited: Set<String> = [
        "followRedirects", "strictSSL", "disableCookies", "disableUrlEncoding", "protocolVersion", "disableBodyPruning",
    ]

    private mutating func read(_ items: ImportValue, depth: Int, path: [String]) -> [ImportedItem] {
        var result: [ImportedItem] = []
        for value in items.elements {
            guard let inner = value["item"], inner.isArray else {
                if let request = request(value, path: path) { result.append(.request(request)) }
                continue
            }
            let name = value.string("name") ?? "folder"
            let innerPath = path + [name]
            guard depth < ImportedFolder.mostDepth else {
                note(
                    .changed,
                    "The folder is deeper than \(ImportedFolder.mostDepth) levels: its requests are in the folder around it.",
                    innerPath, value.place)
                result += flattened(inner, path: path)
                continue
            }
            let outer = behaviour
            let shared = shared(value, item: innerPath)
            result.append(
                .folder(
                    ImportedFolder(
                        name: name, description: PostmanDescription.text(value["description"]),
                        items: read(inner, depth: depth + 1, path: innerPath), shared: shared, place: value.place)))
            behaviour = outer
        }
        return result
    }

    /// All requests within, however deep, without recursion.
    private mutating func flattened(_ items: ImportValue, path: [String]) -> [ImportedItem] {
        var result: [ImportedItem] = []
        var open: [ImportValue] = items.elements.reversed()
        while let value = open.popLast() {
            if let inner = value["item"], inner.isArray {
                open += inner.elements.reversed()
            } else if let request = request(value, path: path) {
                result.append(.request(request))
            }
        }
        return result
    }

    private mutating func request(_ value: ImportValue, path: [String]) -> ImportedRequest? {
        let name = value.string("name") ?? ""
        guard let written = value["request"] else {
            note(.lost, "The item is neither a folder nor a request; it is left out.", path + [name], value.place)
            return nil
        }
        count += 1
        if count % 200 == 0 { progress(value.share) }
        let item = path + [name]
        var request = ImportedRequest(name: name, method: "GET", url: "", place: value.place)
        request.description =
            PostmanDescription.text(written["description"]) ?? PostmanDescription.text(value["description"])
        if let url = written.string {
            request.url = PostmanText.translated(url)
        } else {
            read(written, into: &request, item: item)
        }
        let unknown = PostmanText.unknown(in: written.slice)
        if !unknown.isEmpty {
            let names = unknown.map { "$\($0)" }.joined(separator: ", ")
            note(
                .changed,
                "Random letters take the place of \(names), which \(unknown.count == 1 ? "has" : "have") no counterpart here.",
                item,
                written.place)
        }
        let options = behaviour + (value["protocolProfileBehavior"]?.members ?? [])
        readOptions(options, &request, item)
        let sendsBody = options.compactMap { $0.name == "disableBodyPruning" ? $0.value.bool : nil }.last
        if sendsBody != true { leaveOutBody(of: &request, item) }
        let events = events(value["event"], item)
        (request.scripts, request.checks, request.captures) = (events.scripts, events.checks, events.captures)
        request.variables += (value["variable"]?.elements ?? []).compactMap(PostmanReader.variable)
        request.responses = value.elements("response").map(Self.response)
        return request
    }

    private mutating func read(_ written: ImportValue, into request: inout ImportedRequest, item: [String]) {
        request.method = (written.string("method") ?? "GET").trimmingAllWhitespace()
        let url = PostmanURL(written["url"])
        (request.url, request.parameters, request.variables) = (url.url, url.parameters, url.variables)
        request.unset = url.unset
        request.headers = Self.headers(written["header"])
        request.body = PostmanBody.body(written["body"])
        leaveOutComments(of: &request, item)
        if let body = written["body"], body.isObject {
            if body.bool("disabled") == true {
                note(.lost, "The body is switched off; it is left out.", item, body.place)
            } else if let mode = body.string("mode"), !PostmanBody.modes.contains(mode) {
                note(.lost, "The body is left out: its mode \(mode.prefix(60)) is not known.", item, body.place)
            }
        }
        let settings = [
            ("proxy", "The proxy of the request is left out: '# @proxy' above it, or --proxy, sets one."),
            ("certificate", "The client certificate of the request is left out: set it in the environment file."),
        ]
        for (name, text) in settings {
            guard let value = written[name], !value.isNull else { continue }
            note(.lost, text, item, value.place)
        }
        let auth = PostmanAuth(written["auth"], item: item, at: written["auth"]?.place ?? written.place)
        collection.notices += auth.notices
        request.login = auth.login
    }

    /// A list of rows, or lines of a text.
    static func headers(_ value: ImportValue?) -> [ImportedRow] {
        if let text = value?.string { return PostmanHeaders.rows(text) }
        return (value?.elements ?? []).compactMap { row in
            guard let name = row.scalar("key"), !name.isEmpty else { return nil }
            return ImportedRow(
                PostmanText.translated(name), PostmanText.translated(row.scalar("value") ?? ""),
                isEnabled: row.bool("enabled") ?? !(row.bool("disabled") ?? false),
                description: PostmanDescription.text(row["description"]), place: row.place)
        }
    }

    private mutating func events(_ value: ImportValue?, _ item: [String]) -> PostmanEvents {
        let events = PostmanEvents(value)
        for place in events.disabled { note(.lost, "A script that is switched off is left out.", item, place) }
        return events
    }

    /// - Parameter options: a later one of a name takes the place of an earlier one.
    private mutating func readOptions(
        _ options: [(name: String, value: ImportValue)], _ request: inout ImportedRequest, _ item: [String]
    ) {
        for (name, value) in options {
            switch name {
            case "followRedirects": request.options.followsRedirects = value.bool
            case "strictSSL": request.options.verifiesTLS = value.bool
            case "disableCookies": request.options.usesCookieJar = value.bool == true ? false : nil
            case "disableUrlEncoding": request.options.encodes = value.bool == true ? false : nil
            case "protocolVersion":
                if let version = value.string { request.options.httpVersion = ["http1": "1.1", "http2": "2"][version] }
            // Says whether there is a body at all.
            case "disableBodyPruning": break
            case "disabledSystemHeaders": leaveOutHeaders(value, &request, item)
            default:
                note(.lost, "The setting \(name.prefix(60)) is left out.", item, value.place)
            }
        }
    }

    /// Headers that Postman would add by itself. Of these only the type of a body is added here as well.
    private mutating func leaveOutHeaders(_ value: ImportValue, _ request: inout ImportedRequest, _ item: [String]) {
        let names = value.members.filter { $0.value.bool == true }.map { $0.name.lowercased() }
        if names.contains("content-type"), case .text(let text, _) = request.body {
            request.body = .text(text, contentType: nil)
        }
        if names.contains(where: { ["accept", "accept-encoding", "user-agent", "host"].contains($0) }) {
            note(.lost, "The setting disabledSystemHeaders is left out.", item, value.place)
        }
    }

    /// Postman sends a JSON text without its comments.
    private mutating func leaveOutComments(of request: inout ImportedRequest, _ item: [String]) {
        let written = request.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
        guard case .text(let text, let added) = request.body, let type = written ?? added,
            type.lowercased().hasPrefix("application/json"), let plain = JSONComments.removed(from: text)
        else { return }
        request.body = .text(plain, contentType: added)
        if let place = request.place { note(.changed, JSONComments.notice(of: .postman), item, place) }
    }

    /// Leaves out a body that Postman keeps and does not send, as one of the method that the request had before.
    private mutating func leaveOutBody(of request: inout ImportedRequest, _ item: [String]) {
        guard request.body != .none, PostmanBodies.isPruned(request.method) else { return }
        let isEmpty = [.form([]), .multipart([]), .file(path: "", contentType: nil)].contains(request.body)
        if !isEmpty, let place = request.place {
            let method = request.method.prefix(60)
            note(.lost, "The body is left out: Postman sends none with \(method) (disableBodyPruning).", item, place)
        }
        request.body = .none
    }

    private static func response(_ value: ImportValue) -> ImportedResponse {
        ImportedResponse(
            name: value.string("name") ?? "", status: value.integer("code") ?? 0,
            reason: value.string("status") ?? "", headers: headers(value["header"]),
            body: Array((value.string("body") ?? "").utf8), place: value.place)
    }
}

/// Headers as one text, as version 1 has them.
enum PostmanHeaders {
    static func rows(_ text: String) -> [ImportedRow] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let isOff = line.hasPrefix("//")
            let line = isOff ? line.dropFirst(2) : line
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return ImportedRow(
                PostmanText.translated(line[..<colon].trimmingAllWhitespace()),
                PostmanText.translated(line[line.index(after: colon)...].trimmingAllWhitespace()), isEnabled: !isOff)
        }
    }
}
