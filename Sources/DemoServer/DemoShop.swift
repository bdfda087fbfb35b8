import Base
import Foundation
import Synchronization

/// A small shop in memory: products to list, show, create, change and delete, and orders.
///
/// Every server starts with the same twelve products, so requests that name a product always work.
final class DemoShop: Sendable {
    struct Product: Sendable, Hashable {
        var id: Int
        var sku: String
        var name: String
        var category: String
        /// In cents, so that prices are never rounded.
        var priceCents: Int
        var stock: Int

        var json: JSONOutput {
            [
                "id": .number(id), "sku": .string(sku), "name": .string(name), "category": .string(category),
                "price": .number(Self.decimal(priceCents)), "currency": "EUR", "stock": .number(stock),
            ]
        }

        /// Cents as a decimal number with two decimals.
        static func decimal(_ cents: Int) -> String {
            let rest = cents % 100
            return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
        }
    }

    private struct State {
        var products: [Product]
        var nextProduct: Int
        var nextOrder = 1001
    }

    private let state: Mutex<State>
    /// The most products or orders kept.
    private static let limit = 1000

    init() {
        let products = Self.catalogue
        state = Mutex(State(products: products, nextProduct: products.count + 1))
    }

    /// Routes under `/products` and `/orders`.
    func answer(_ request: DemoRequest) -> DemoResponse {
        let rest = Array(request.path.dropFirst())
        if request.path.first == "orders" { return orders(request, rest) }
        guard let name = rest.first else {
            switch request.method {
            case "GET", "HEAD": return list(request)
            case "POST": return create(request)
            default: return .wrongMethod(allowed: "GET, HEAD, POST")
            }
        }
        guard rest.count == 1, let id = Int(name) else { return .notFound("product \(rest.joined(separator: "/"))") }
        switch request.method {
        case "GET", "HEAD":
            return find(id).map { .json($0.json, headers: Self.validator($0)) } ?? .notFound("product \(id)")
        case "PUT", "PATCH": return change(id, request)
        case "DELETE": return remove(id)
        default: return .wrongMethod(allowed: "GET, HEAD, PUT, PATCH, DELETE")
        }
    }

    var products: [Product] { state.withLock { $0.products } }

    /// Sets the stock and returns the changed product; nil if no product has that id.
    func setStock(of id: Int, to stock: Int) -> Product? {
        state.withLock { state in
            guard let place = state.products.firstIndex(where: { $0.id == id }) else { return nil }
            state.products[place].stock = max(0, stock)
            return state.products[place]
        }
    }

    private func find(_ id: Int) -> Product? { state.withLock { $0.products.first { $0.id == id } } }

    private static func validator(_ product: Product) -> [(String, String)] {
        [("ETag", "\"p\(product.id)-\(product.priceCents)-\(product.stock)\"")]
    }

    // MARK: - Listing

    private func list(_ request: DemoRequest) -> DemoResponse {
        let page = request.number("page", standard: 1, in: 1...10_000)
        let limit = request.number("limit", standard: 5, in: 1...100)
        let found = state.withLock { $0.products }.filter { product in
            if let category = request.query("category"), product.category != category { return false }
            if let text = request.query("q")?.lowercased(), !product.name.lowercased().contains(text) { return false }
            if let top = request.query("maxPrice").flatMap(Self.cents), product.priceCents > top { return false }
            return true
        }
        let pages = max(1, (found.count + limit - 1) / limit)
        let first = min((page - 1) * limit, found.count)
        let items = found[first..<min(first + limit, found.count)]
        var headers = [("X-Total-Count", String(found.count))]
        if page < pages { headers.append(("Link", "</products?page=\(page + 1)&limit=\(limit)>; rel=\"next\"")) }
        return .json(
            [
                "page": .number(page), "pages": .number(pages), "limit": .number(limit),
                "total": .number(found.count), "items": .array(items.map(\.json)),
            ], headers: headers)
    }

    /// Reads `19.9` as 1990; nil if the text is not a price.
    private static func cents(_ text: String) -> Int? {
        guard let value = Double(text), value >= 0, value < 1_000_000 else { return nil }
        return Int((value * 100).rounded())
    }

    // MARK: - Changing

    private struct Fields: Decodable {
        var sku: String?
        var name: String?
        var category: String?
        var price: Double?
        var stock: Int?
    }

    private func create(_ request: DemoRequest) -> DemoResponse {
        guard let fields = Self.decode(Fields.self, request.body) else { return Self.notJSON }
        var problems = Self.problems(in: fields)
        if fields.name == nil { problems.insert(("name", "is missing"), at: 0) }
        if fields.price == nil { problems.append(("price", "is missing")) }
        guard problems.isEmpty else { return Self.invalid(problems) }
        let product = state.withLock { state in
            let id = state.nextProduct
            state.nextProduct += 1
            let product = Product(
                id: id, sku: fields.sku ?? "NEW-\(id)", name: fields.name ?? "", category: fields.category ?? "other",
                priceCents: Int(((fields.price ?? 0) * 100).rounded()), stock: fields.stock ?? 0)
            // Drops the oldest product that a client created; the catalogue's own stay.
            if state.products.count >= Self.limit,
                let oldest = state.products.firstIndex(where: { $0.id > Self.catalogue.count })
            {
                state.products.remove(at: oldest)
            }
            state.products.append(product)
            return product
        }
        let headers = [("Location", "/products/\(product.id)")] + Self.validator(product)
        return .json(product.json, status: 201, headers: headers)
    }

    private func change(_ id: Int, _ request: DemoRequest) -> DemoResponse {
        guard let fields = Self.decode(Fields.self, request.body) else { return Self.notJSON }
        let problems = Self.problems(in: fields)
        guard problems.isEmpty else { return Self.invalid(problems) }
        return state.withLock { state in
            guard let index = state.products.firstIndex(where: { $0.id == id }) else {
                return .notFound("product \(id)")
            }
            var product = state.products[index]
            product.sku = fields.sku ?? product.sku
            product.name = fields.name ?? product.name
            product.category = fields.category ?? product.category
            product.priceCents = fields.price.map { Int(($0 * 100).rounded()) } ?? product.priceCents
            product.stock = fields.stock ?? product.stock
            state.products[index] = product
            return .json(product.json, headers: Self.validator(product))
        }
    }

    private func remove(_ id: Int) -> DemoResponse {
        state.withLock { state in
            guard let index = state.products.firstIndex(where: { $0.id == id }) else {
                return .notFound("product \(id)")
            }
            state.products.remove(at: index)
            return DemoResponse(204)
        }
    }

    // MARK: - Orders

    struct OrderLine: Decodable {
        var productId: Int
        var quantity: Int
    }

    struct PlacedOrder: Sendable {
        var id: Int
        var lines: Int
        var totalCents: Int
    }

    /// What is wrong with an order, by its members.
    struct InvalidOrder: Error {
        var problems: [(String, String)]
    }

    private struct Order: Decodable {
        var items: [OrderLine]
    }

    private func orders(_ request: DemoRequest, _ rest: [String]) -> DemoResponse {
        guard rest.isEmpty else { return .notFound("order \(rest.joined(separator: "/"))") }
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        guard let order = Self.decode(Order.self, request.body) else { return Self.notJSON }
        do throws(InvalidOrder) {
            let placed = try place(order.items)
            return .json(
                [
                    "id": .number(placed.id), "state": "accepted", "lines": .number(placed.lines),
                    "total": .number(Product.decimal(placed.totalCents)), "currency": "EUR",
                ], status: 201, headers: [("Location", "/orders/\(placed.id)")])
        } catch {
            return Self.invalid(error.problems)
        }
    }

    /// Orders are checked and counted, not kept.
    func place(_ lines: [OrderLine]) throws(InvalidOrder) -> PlacedOrder {
        guard !lines.isEmpty else { throw InvalidOrder(problems: [("items", "must not be empty")]) }
        let result: Result<PlacedOrder, InvalidOrder> = state.withLock { state in
            var total = 0
            var problems: [(String, String)] = []
            for (index, line) in lines.enumerated() {
                guard let product = state.products.first(where: { $0.id == line.productId }) else {
                    problems.append(("items[\(index)].productId", "does not exist"))
                    continue
                }
                if line.quantity < 1 || line.quantity > product.stock {
                    problems.append(("items[\(index)].quantity", "must be at least 1, and \(product.stock) are left"))
                } else {
                    total += product.priceCents * line.quantity
                }
            }
            guard problems.isEmpty else { return .failure(InvalidOrder(problems: problems)) }
            let id = state.nextOrder
            state.nextOrder += 1
            return .success(PlacedOrder(id: id, lines: lines.count, totalCents: total))
        }
        return try result.get()
    }

    // MARK: - Checking

    private static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(body))
    }

    private static let notJSON = DemoResponse.failure(
        400, "not_json", "The body is not JSON, or a member of it has the wrong type.")

    private static func invalid(_ problems: [(String, String)]) -> DemoResponse {
        .failure(422, "invalid", "The request has \(problems.count) invalid field(s).", fields: problems)
    }

    private static func problems(in fields: Fields) -> [(String, String)] {
        var problems: [(String, String)] = []
        if let name = fields.name, name.isEmpty { problems.append(("name", "must not be empty")) }
        // By the cents that it is rounded to.
        if let price = fields.price, !(price >= 0.005 && price < 999_999.995) {
            problems.append(("price", "must be more than 0 and less than 1000000"))
        }
        if let stock = fields.stock, !(0...1_000_000).contains(stock) {
            problems.append(("stock", "must be from 0 to 1000000"))
        }
        return problems
    }

    private static let catalogue: [Product] = [
        Product(id: 1, sku: "TEA-GRN-100", name: "Green tea, 100 g", category: "tea", priceCents: 690, stock: 42),
        Product(id: 2, sku: "TEA-EGR-100", name: "Earl Grey, 100 g", category: "tea", priceCents: 590, stock: 18),
        Product(id: 3, sku: "TEA-MCH-030", name: "抹茶 Matcha, 30 g", category: "tea", priceCents: 1990, stock: 7),
        Product(
            id: 4, sku: "COF-ESP-250", name: "Espresso beans, 250 g", category: "coffee", priceCents: 850, stock: 30),
        Product(
            id: 5, sku: "COF-FLT-250", name: "Filter coffee, 250 g", category: "coffee", priceCents: 790, stock: 25),
        Product(
            id: 6, sku: "COF-DEC-250", name: "Café décaféiné, 250 g", category: "coffee", priceCents: 890, stock: 0),
        Product(
            id: 7, sku: "CUP-PRC-200", name: "Porcelain cup, 200 ml", category: "cups", priceCents: 1200, stock: 60),
        Product(id: 8, sku: "CUP-GLS-300", name: "Glass mug, 300 ml", category: "cups", priceCents: 950, stock: 44),
        Product(id: 9, sku: "POT-IRN-800", name: "Iron pot, 800 ml", category: "pots", priceCents: 5400, stock: 5),
        Product(id: 10, sku: "POT-GLS-1000", name: "Glass pot, 1 l", category: "pots", priceCents: 2750, stock: 11),
        Product(id: 11, sku: "ACC-WSK-001", name: "Bamboo whisk", category: "other", priceCents: 1450, stock: 9),
        Product(id: 12, sku: "ACC-SPN-001", name: "Measuring spoon 🥄", category: "other", priceCents: 390, stock: 80),
    ]
}
