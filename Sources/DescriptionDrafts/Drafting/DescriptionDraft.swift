import Base
import JSONPath
import NetEngine
import OpenAPI

/// A draft of an OpenAPI 3.1 description, made from exchanges.
///
/// Exchanges are added one by one and not kept: memory follows the different paths and members. The same exchanges in
/// any order give the same document. No value of an exchange is in it, but for words that occur again and again at one
/// place (`enum`) and texts of paths that are no ids.
package struct DescriptionDraft: Sendable {
    /// Operations that are kept apart while exchanges are added.
    static let mostOperations = 20_000
    static let mostSchemes = 100
    static let mostOrigins = 1_000
    /// Methods that OpenAPI 3.1 has not, by name.
    static let mostMethods = 20
    /// Sets of schemes that are used together, of one operation.
    static let mostSchemeSets = 50
    /// Of the bodies of one status, or of the requests.
    static let mostMediaTypes = 50

    var tree = PathTree()
    var operations: [OperationFacts] = []
    var shapes: ShapeTable
    /// Operations of known templates, by base, template and method.
    var known: [KnownKey: Int] = [:]
    var schemes: [String: CredentialScheme] = [:]
    /// Requests by origin.
    var origins: [String: Int] = [:]
    var losses = DraftLosses()
    private var catalogue = NameCatalogue()
    let knownPaths: KnownPaths?

    struct KnownKey: Sendable, Hashable {
        var base: String
        var template: String
        var method: String
    }

    /// - Parameters:
    ///   - description: an existing description, whose paths are recognised first.
    ///   - mostMembers: different members of all bodies that are described. Memory follows it.
    package init(following description: Description? = nil, mostMembers: Int = 200_000) {
        shapes = ShapeTable(limit: mostMembers)
        knownPaths = description.map(KnownPaths.init)
    }

    private static let methods: Set<String> = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]

    /// Takes time linear in the exchange.
    package mutating func add(_ exchange: ObservedExchange) {
        losses.exchanges += 1
        let method = exchange.method.uppercased()
        guard Self.methods.contains(method) else {
            let shown = losses.methods.count < Self.mostMethods ? String(method.prefix(40)) : "others"
            losses.methods[shown, default: 0] += 1
            return
        }
        let url: HTTPURL
        do throws(EngineError) { url = try HTTPURL.parse(exchange.url) } catch {
            losses.urls += 1
            return
        }
        guard !url.isServer, !Self.isPreflight(exchange, method) else {
            losses.preflights += 1
            return
        }
        let path = Array(url.path.utf8)
        guard path.count <= PathTree.longestPath else {
            losses.longPaths += 1
            return
        }
        let segments = path.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false).map(Array.init)
        guard segments.count <= PathTree.deepest else {
            losses.longPaths += 1
            return
        }
        guard let operation = operation(method, segments) else {
            losses.unplaced += 1
            return
        }
        countWork(segments.count + exchange.requestFields.count + exchange.responseFields.count)
        let origin = Self.origin(of: url)
        if origins[origin] != nil || origins.count < Self.mostOrigins {
            origins[origin, default: 0] += 1
        } else {
            losses.hasMoreOrigins = true
        }
        add(exchange, query: url.query, to: operation)
    }

    /// A question of a browser before the request (Fetch §3.3.2), which no program sends.
    private static func isPreflight(_ exchange: ObservedExchange, _ method: String) -> Bool {
        method == "OPTIONS"
            && exchange.requestFields.contains { $0.name.lowercased() == "access-control-request-method" }
    }

    private static func origin(of url: HTTPURL) -> String {
        "\(url.scheme.rawValue)://\(url.host)" + (url.explicitPort.map { ":\($0)" } ?? "")
    }

    private mutating func operation(_ method: String, _ segments: [[UInt8]]) -> Int? {
        if let match = knownPaths?.match(segments) {
            let key = KnownKey(base: match.base, template: match.template, method: method)
            guard let index = known[key] ?? make() else { return nil }
            known[key] = index
            for (name, value) in match.values {
                operations[index].pathValues[name, default: TextFacts()].add(scalar: value)
            }
            return index
        }
        guard var place = tree.place(segments) else { return nil }
        while let crowded = tree.crowded {
            collapse(tree.nodes[Int(crowded)].texts.keys.sorted(), of: crowded, isAll: true)
            guard let moved = tree.place(segments) else { return nil }
            place = moved
        }
        if let index = tree.nodes[Int(place)].operations[method] { return index }
        guard let index = make() else { return nil }
        tree.set(index, method, at: place)
        return index
    }

    /// Makes a parameter of texts at one place of the paths.
    mutating func collapse(_ texts: [String], of place: PathTree.ID, isAll: Bool) {
        tree.collapse(texts, of: place, isAll: isAll) { into, from in
            shapes.merge(operations[from], into: &operations[into])
            operations[from] = OperationFacts()
        }
    }

    private mutating func make() -> Int? {
        guard operations.count < Self.mostOperations else { return nil }
        operations.append(OperationFacts())
        return operations.count - 1
    }

    private mutating func add(_ exchange: ObservedExchange, query: String?, to index: Int) {
        let queries = query.map { FormFields.read($0.utf8) } ?? []
        let found = CredentialScheme.of(fields: exchange.requestFields, queries: queries, &catalogue)
        var names: Set<String> = []
        for scheme in found where schemes[scheme.name] != nil || schemes.count < Self.mostSchemes {
            schemes[scheme.name] = schemes[scheme.name].map { $0.merged(scheme) } ?? scheme
            names.insert(scheme.name)
        }
        let isRefused = exchange.status == 401 || exchange.status == 403
        let used = names.sorted()
        if operations[index].security[used] != nil || operations[index].security.count < Self.mostSchemeSets {
            operations[index].security[used, default: SecurityFacts()]
                .count(isAccepted: !isRefused && exchange.status != nil)
        }
        operations[index].queries.add(queries.filter { catalogue.query($0.name).isParameter })
        operations[index].request.count += 1
        let (fields, type) = read(exchange.requestFields, isRequest: true)
        operations[index].request.headers.add(fields)
        var request = MessageFacts()
        swap(&request, &operations[index].request)
        add(exchange.requestBody, type, isCut: exchange.requestBodyIsCut, to: &request)
        operations[index].request = request

        var status = exchange.status ?? 0
        if status != 0, !(100...599).contains(status) {
            losses.statuses += 1
            status = 0
        }
        let place = operations[index].responses.index(forKey: status)
        var response = MessageFacts()
        if let place { swap(&response, &operations[index].responses.values[place]) }
        response.count += 1
        if status != 0 {
            let (fields, type) = read(exchange.responseFields, isRequest: false)
            response.headers.add(fields)
            add(exchange.responseBody, type, isCut: exchange.responseBodyIsCut, to: &response)
        }
        if let place {
            swap(&response, &operations[index].responses.values[place])
        } else {
            operations[index].responses[status] = response
        }
    }

    /// The fields that belong to the API, and the content type.
    private mutating func read(
        _ fields: [(name: String, value: String)], isRequest: Bool
    ) -> (fields: [NamedValue], type: String) {
        var found: [NamedValue] = []
        var type = ""
        for (name, value) in fields {
            let row = catalogue.field(name)
            if row.role == .contentType { type = value }
            guard isRequest ? row.describesRequest : row.describesResponse else { continue }
            found.append(NamedValue(name: name, key: row.key, value: Array(value.utf8)))
        }
        return (found, type)
    }

    private mutating func add(
        _ body: [UInt8]?, _ contentType: String, isCut: Bool,
        to message: inout MessageFacts
    ) {
        guard let body, !body.isEmpty else { return }
        let type = catalogue.media(contentType)
        var (media, isJSON) = (type.name, type.isJSON)
        var tree: JSONTree?
        if isJSON || contentType.isEmpty, !isCut { tree = try? JSONTree.parse(body) }
        if contentType.isEmpty, let tree, tree.kind(0) == .object || tree.kind(0) == .array {
            (media, isJSON) = ("application/json", true)
        }
        message.withBody += 1
        guard message.bodies.count < Self.mostMediaTypes || message.bodies[media] != nil else {
            losses.mediaTypes += 1
            return
        }
        var facts = message.bodies.removeValue(forKey: media) ?? BodyFacts()
        facts.count += 1
        if isCut {
            facts.cut += 1
        } else if isJSON {
            if let tree {
                if facts.shape == ShapeTable.none { facts.shape = shapes.make() }
                shapes.add(tree, to: facts.shape)
                facts.read += 1
            } else {
                facts.broken += 1
            }
        } else if media == "application/x-www-form-urlencoded" {
            facts.fields.add(FormFields.read(body))
            facts.read += 1
        } else if media == "multipart/form-data" {
            if let values = FormFields.multipart(body, contentType: contentType) {
                facts.fields.add(values)
                facts.read += 1
            } else {
                facts.broken += 1
            }
        }
        message.bodies[media] = facts
    }
}
