import Base
import GraphQL
import JSONPath
import NetEngine

/// The shop over GraphQL, at `POST /graphql`: every query of `shop.graphql`, introspection included.
struct DemoGraphQL: Sendable {
    let shop: DemoShop

    private static let schema = GraphQLSchema(sdl: DemoSamples.schema)
    /// Values and selections that are nested deeper are not parsed.
    private static let limits = GraphQLLimits(tokens: 20_000, depth: 60)

    func answer(_ request: DemoRequest) -> DemoResponse {
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        guard let tree = try? JSONTree.parse(request.body), tree.kind(0) == .object,
            let node = tree.member(Array("query".utf8), of: 0), tree.kind(node) == .string
        else { return .failure(400, "bad_request", "The body must be a JSON object with a query.") }
        let document = GraphQLDocument.parse(tree.string(node), limits: Self.limits)
        if !document.problems.isEmpty { return Self.refusal(document.problems, document.text, "GRAPHQL_PARSE_FAILED") }
        let problems = document.problems(in: Self.schema)
        if !problems.isEmpty { return Self.refusal(problems, document.text, "GRAPHQL_VALIDATION_FAILED") }
        let name = Self.text("operationName", in: tree)
        let operations = document.operations
        guard let operation = name.map({ name in operations.first { $0.name?.text == name } }) ?? operations.first,
            name != nil || operations.count == 1
        else {
            let what = name.map { "There is no operation \($0)." }
            return Self.refusal(what ?? "Of several operations, operationName must name one.")
        }
        return execute(operation, document, Self.variables(of: tree))
    }

    private func execute(
        _ operation: GraphQLDocument.Operation, _ document: GraphQLDocument, _ variables: JSONTree?
    ) -> DemoResponse {
        let problems = operation.problems(ofVariables: variables, in: Self.schema)
        guard problems.isEmpty else { return Self.refusal(problems, nil, "BAD_USER_INPUT") }
        guard operation.kind != .subscription else {
            return Self.refusal("The demo server has no WebSocket, so it takes no subscription.")
        }
        if let result = Self.schema.introspectionResult(of: document, operation: operation, variables: variables) {
            return DemoResponse(200, headers: [("Content-Type", "application/json")], body: .bytes(result))
        }
        let values = variables.map { JSONOutput($0, 0) } ?? .object([])
        guard let values else { return Self.refusal("The variables are nested too deeply.") }
        var execution = GraphQLExecution(Self.schema, document, operation, variables: values)
        return .json(execution.run(operation, on: operation.kind == .query ? query : mutation))
    }

    private static func text(_ name: String, in tree: JSONTree) -> String? {
        guard let node = tree.member(Array(name.utf8), of: 0), tree.kind(node) == .string else { return nil }
        return String(decoding: tree.string(node), as: UTF8.self)
    }

    private static func variables(of tree: JSONTree) -> JSONTree? {
        guard let node = tree.member(Array("variables".utf8), of: 0), tree.kind(node) != .null else { return nil }
        return try? JSONTree.parse(Array(tree.slice(node)))
    }

    private static func refusal(_ sentence: String) -> DemoResponse {
        .json(["errors": [["message": .string(sentence)]]])
    }

    /// - Parameter text: the query that the problems are in; nil if they are in the variables.
    private static func refusal(_ problems: [GraphQLProblem], _ text: [UInt8]?, _ code: String) -> DemoResponse {
        let errors = problems.prefix(20).map { problem in
            var members: [(String, JSONOutput)] = [("message", .string(problem.reason + "."))]
            if let text {
                let place = problem.position(in: text)
                members.append(("locations", [["line": .number(place.line), "column": .number(place.column)]]))
            }
            return JSONOutput.object(members + [("extensions", ["code": .string(code)])])
        }
        return .json(["errors": .array(Array(errors))])
    }

    // MARK: The types of the schema

    private var query: GraphQLObject {
        GraphQLObject(type: "Query") { [shop] field, arguments throws(GraphQLFailure) in
            switch field {
            case "shop": return .object(Self.facts(shop))
            case "products":
                let found = Self.sorted(shop.products, by: arguments.text("sort"))
                let category = arguments.text("category")
                return Self.list(found.filter { category == nil || $0.category == category }, arguments, shop)
            case "product":
                let id = arguments.integer("id") ?? 0
                guard let product = shop.products.first(where: { $0.id == id }) else { throw Self.missing(id) }
                return .object(Self.product(product, shop))
            case "search":
                let text = (arguments.text("text") ?? "").lowercased()
                let categories = Self.categories(shop).filter { $0.contains(text) }.map { Self.category($0, shop) }
                let products = shop.products.filter { $0.name.lowercased().contains(text) }
                return .list((products.map { Self.product($0, shop) } + categories).map { .object($0) })
            default: throw Self.notHere(field)
            }
        }
    }

    private var mutation: GraphQLObject {
        GraphQLObject(type: "Mutation") { [shop] field, arguments throws(GraphQLFailure) in
            switch field {
            case "setStock":
                let id = arguments.integer("id") ?? 0
                guard let product = shop.setStock(of: id, to: arguments.integer("stock") ?? 0) else {
                    throw Self.missing(id)
                }
                return .object(Self.product(product, shop))
            case "placeOrder":
                let lines = arguments.object("order").objects("lines").map { line in
                    DemoShop.OrderLine(productId: line.integer("product") ?? 0, quantity: line.integer("quantity") ?? 1)
                }
                do throws(DemoShop.InvalidOrder) {
                    return .object(Self.order(try shop.place(lines)))
                } catch {
                    let problems = error.problems.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
                    throw GraphQLFailure(message: "The order is not valid: \(problems).", code: "BAD_USER_INPUT")
                }
            default: throw Self.notHere(field)
            }
        }
    }

    private static func missing(_ id: Int) -> GraphQLFailure {
        GraphQLFailure(message: "There is no product \(id).", code: "NOT_FOUND")
    }

    /// Introspection beside other fields, for one.
    private static func notHere(_ field: String) -> GraphQLFailure {
        GraphQLFailure(message: "The demo server answers \(field) in a query of its own.", code: "BAD_REQUEST")
    }

    private static func facts(_ shop: DemoShop) -> GraphQLObject {
        GraphQLObject(type: "Shop") { field, _ throws(GraphQLFailure) in
            switch field {
            case "name": .leaf(.string("apitui demo shop"))
            case "productCount": .leaf(.number(shop.products.count))
            default: .list(categories(shop).map { .object(category($0, shop)) })
            }
        }
    }

    /// In the order of the catalogue.
    private static func categories(_ shop: DemoShop) -> [String] {
        var seen: Set<String> = []
        return shop.products.map(\.category).filter { seen.insert($0).inserted }
    }

    private static func category(_ name: String, _ shop: DemoShop) -> GraphQLObject {
        GraphQLObject(type: "Category") { field, arguments throws(GraphQLFailure) in
            if field == "name" { return .leaf(.string(name)) }
            return list(shop.products.filter { $0.category == name }, arguments, shop)
        }
    }

    private static func list(
        _ products: [DemoShop.Product], _ arguments: GraphQLInput, _ shop: DemoShop
    ) -> GraphQLResult {
        .list(products.prefix(max(0, arguments.integer("first") ?? .max)).map { .object(product($0, shop)) })
    }

    private static func sorted(_ products: [DemoShop.Product], by sort: String?) -> [DemoShop.Product] {
        switch sort {
        case "NAME": products.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        case "PRICE": products.sorted { ($0.priceCents, $0.id) < ($1.priceCents, $1.id) }
        default: products
        }
    }

    private static func product(_ product: DemoShop.Product, _ shop: DemoShop) -> GraphQLObject {
        GraphQLObject(type: "Product") { field, _ throws(GraphQLFailure) in
            switch field {
            case "category": return .object(category(product.category, shop))
            case "cents": return .leaf(.number(product.priceCents))
            default:
                guard case .object(let members) = product.json, let value = members.first(where: { $0.0 == field })?.1
                else { return .null }
                return .leaf(value)
            }
        }
    }

    private static func order(_ order: DemoShop.PlacedOrder) -> GraphQLObject {
        GraphQLObject(type: "Order") { field, _ throws(GraphQLFailure) in
            switch field {
            case "id": .leaf(.number(order.id))
            case "lines": .leaf(.number(order.lines))
            default: .leaf(.number(DemoShop.Product.decimal(order.totalCents)))
            }
        }
    }
}
