import Base
import JSONPath

/// The shop over GraphQL, at `POST /graphql`: the queries of `Collections/Demo/10-graphql` and of `docs/http-format.md`, with any
/// numbers and variables. Other queries get a GraphQL error that says what is answered.
struct DemoGraphQL: Sendable {
    let shop: DemoShop

    func answer(_ request: DemoRequest) -> DemoResponse {
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        guard let tree = try? JSONTree.parse(request.body), tree.kind(0) == .object,
            let node = tree.member(Array("query".utf8), of: 0), tree.kind(node) == .string
        else { return .failure(400, "bad_request", "The body must be a JSON object with a query.") }
        let query = Self.compact(String(decoding: tree.string(node), as: UTF8.self))
        for (pattern, respond) in Self.known {
            if let numbers = Self.numbers(in: query, like: Self.compact(pattern)) {
                return .json(respond(shop, Arguments(numbers: numbers, tree: tree)))
            }
        }
        let fields = "shop, products(category, first), product(id) and the mutation setStock(id, stock)"
        return Self.errors(
            "The demo server answers only the queries of its samples (10-graphql/graphql.http): \(fields), with the fields there."
        )
    }

    /// The values that a query may choose.
    private struct Arguments {
        /// Those in the query, in their order.
        var numbers: [Int]
        var tree: JSONTree

        private func variable(_ name: String) -> Int? {
            tree.member(Array("variables".utf8), of: 0).flatMap { tree.member(Array(name.utf8), of: $0) }
        }
        func number(_ name: String) -> Int? {
            variable(name).flatMap { Int(String(decoding: tree.slice($0), as: UTF8.self)) }
        }
        func text(_ name: String) -> String? {
            variable(name).flatMap { tree.kind($0) == .string ? String(decoding: tree.string($0), as: UTF8.self) : nil }
        }
    }

    /// The queries with their responses; `#` is any number.
    private static let known: [(query: String, respond: @Sendable (DemoShop, Arguments) -> JSONOutput)] = [
        (
            """
            query Tea($category: String, $first: Int) {
              shop { name productCount }
              products(category: $category, first: $first) { ...ProductFields stock }
            }
            fragment ProductFields on Product { id name price }
            """,
            { shop, arguments in
                let products = products(shop, arguments, ["id", "name", "price", "stock"])
                let facts: JSONOutput = ["name": "apitui demo shop", "productCount": .number(shop.products.count)]
                return ["data": ["shop": facts, "products": products]]
            }
        ),
        (
            "query Some($first: Int) { products(first: $first) { ...Short } } fragment Short on Product { id name }",
            { ["data": ["products": products($0, $1, ["id", "name"])]] }
        ),
        (
            """
            query One($id: Int!) { product(id: $id) { ...ProductFields } }
            fragment ProductFields on Product { id name price }
            """,
            { product("product", $0.product($1.number("id")), $1.number("id"), ["id", "name", "price"]) }
        ),
        (
            "mutation { setStock(id: #, stock: #) { id stock } }",
            { product("setStock", $0.setStock(of: $1.numbers[0], to: $1.numbers[1]), $1.numbers[0], ["id", "stock"]) }
        ),
        ("{ product(id: #) { name } }", { product("product", $0.product($1.numbers[0]), $1.numbers[0], ["name"]) }),
    ]

    private static func products(_ shop: DemoShop, _ arguments: Arguments, _ fields: [String]) -> JSONOutput {
        let category = arguments.text("category")
        let found = shop.products.filter { category == nil || $0.category == category }
        return .array(found.prefix(max(0, arguments.number("first") ?? .max)).map { $0.only(fields) })
    }

    private static func product(
        _ field: String, _ product: DemoShop.Product?, _ id: Int?, _ fields: [String]
    ) -> JSONOutput {
        if let product { return ["data": .object([(field, product.only(fields))])] }
        let message = id.map { "There is no product \($0)." } ?? "The variable id must be an Int."
        return [
            "errors": [["message": .string(message), "path": [.string(field)]]], "data": .object([(field, .null)]),
        ]
    }

    private static func errors(_ message: String) -> DemoResponse {
        .json(["errors": [["message": .string(message)]]])
    }

    // MARK: Comparing

    /// Without whitespace and commas, which mean nothing between tokens here.
    private static func compact(_ query: String) -> String { query.filter { !$0.isWhitespace && $0 != "," } }

    /// The numbers in a query that is otherwise like the pattern; nil if it is not.
    private static func numbers(in query: String, like pattern: String) -> [Int]? {
        var rest = query[...]
        var numbers: [Int] = []
        for (index, part) in pattern.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let digits = rest.prefix { $0 == "-" || $0.isNumber }
                guard let number = Int(digits) else { return nil }
                numbers.append(number)
                rest = rest.dropFirst(digits.count)
            }
            guard rest.hasPrefix(part) else { return nil }
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty ? numbers : nil
    }
}

extension DemoShop {
    fileprivate func product(_ id: Int?) -> Product? { products.first { $0.id == id } }
}

extension DemoShop.Product {
    /// These members, in this order.
    fileprivate func only(_ fields: [String]) -> JSONOutput {
        guard case .object(let members) = json else { return .null }
        return .object(fields.compactMap { field in members.first { $0.0 == field } })
    }
}
