import Base
import JSONPath

/// The shop over GraphQL, at `POST /graphql`: queries and mutations with arguments, variables, aliases and fragments,
/// for a small schema without directives and introspection.
///
///     type Query { shop: Shop  products(category: String, first: Int): [Product!]!  product(id: Int!): Product }
///     type Mutation { setStock(id: Int!, stock: Int!): Product }
///     type Shop { name: String  productCount: Int }
///     type Product { id: Int  sku: String  name: String  category: String  price: Float  currency: String  stock: Int }
struct DemoGraphQL: Sendable {
    let shop: DemoShop

    func answer(_ request: DemoRequest) -> DemoResponse {
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        guard let tree = try? JSONTree.parse(request.body), tree.kind(0) == .object,
            let query = tree.member(Array("query".utf8), of: 0), tree.kind(query) == .string
        else { return .failure(400, "bad_request", "The body must be a JSON object with a query.") }
        do throws(DemoGraphQLError) {
            let document = try DemoGraphQLDocument(String(decoding: tree.string(query), as: UTF8.self))
            let name = tree.member(Array("operationName".utf8), of: 0).flatMap {
                tree.kind($0) == .string ? String(decoding: tree.string($0), as: UTF8.self) : nil
            }
            let operation = try document.operation(name)
            var run = Run(shop: shop, document: document, variables: Self.variables(tree))
            let data = try run.fields(of: .root(operation.kind), operation.selections, depth: 0)
            guard !run.errors.isEmpty else { return .json(["data": data]) }
            return .json(["errors": .array(run.errors), "data": data])
        } catch {
            return .json(["errors": [["message": .string(error.message)]]])
        }
    }

    private static func variables(_ tree: JSONTree) -> [String: DemoGraphQLValue] {
        guard let node = tree.member(Array("variables".utf8), of: 0), tree.kind(node) == .object else { return [:] }
        var variables: [String: DemoGraphQLValue] = [:]
        tree.forEachChild(of: node) { child in
            let name = String(decoding: tree.name(child) ?? [], as: UTF8.self)
            let text = String(decoding: tree.slice(child), as: UTF8.self)
            switch tree.kind(child) {
            case .string: variables[name] = .text(String(decoding: tree.string(child), as: UTF8.self))
            case .number: variables[name] = Int(text).map { .number($0) } ?? .text(text)
            case .null: variables[name] = .null
            default: variables[name] = .text(text)
            }
            return true
        }
        return variables
    }

    private enum Place {
        case root(String)
        case shop
        case product(DemoShop.Product)
    }

    private struct Run {
        let shop: DemoShop
        let document: DemoGraphQLDocument
        let variables: [String: DemoGraphQLValue]
        var errors: [JSONOutput] = []
        /// Limits execution: fragments that use each other could go on forever.
        private var steps = 0

        init(shop: DemoShop, document: DemoGraphQLDocument, variables: [String: DemoGraphQLValue]) {
            (self.shop, self.document, self.variables) = (shop, document, variables)
        }

        mutating func fields(
            of place: Place, _ selections: [DemoGraphQLDocument.Selection], depth: Int
        ) throws(DemoGraphQLError) -> JSONOutput {
            guard depth < 20 else { throw DemoGraphQLError(message: "The query is nested too deeply.") }
            var members: [(String, JSONOutput)] = []
            for selection in selections {
                steps += 1
                guard steps < 10_000 else { throw DemoGraphQLError(message: "The query asks for too much.") }
                switch selection {
                case .spread(let name):
                    guard let fragment = document.fragments[name] else {
                        throw DemoGraphQLError(message: "There is no fragment \(name).")
                    }
                    guard case .object(let more) = try fields(of: place, fragment, depth: depth + 1) else { continue }
                    members += more
                case .inline(let inner):
                    guard case .object(let more) = try fields(of: place, inner, depth: depth + 1) else { continue }
                    members += more
                case .field(let field):
                    members.append((field.alias ?? field.name, try value(of: field, in: place, depth: depth)))
                }
            }
            return .object(members)
        }

        private mutating func value(
            of field: DemoGraphQLDocument.Field, in place: Place, depth: Int
        ) throws(DemoGraphQLError) -> JSONOutput {
            switch (place, field.name) {
            case (.root("query"), "shop"): return try fields(of: .shop, field.selections, depth: depth + 1)
            case (.root("query"), "products"):
                let category = try argument("category", field)?.text
                let first = try argument("first", field)?.number ?? .max
                let found = shop.products.filter { category == nil || $0.category == category }.prefix(max(0, first))
                var list: [JSONOutput] = []
                for product in found {
                    list.append(try fields(of: .product(product), field.selections, depth: depth + 1))
                }
                return .array(list)
            case (.root("query"), "product"):
                let id = try required("id", field)
                guard let product = shop.products.first(where: { $0.id == id }) else {
                    return fail("There is no product \(id).", field)
                }
                return try fields(of: .product(product), field.selections, depth: depth + 1)
            case (.root("mutation"), "setStock"):
                let (id, stock) = (try required("id", field), try required("stock", field))
                guard let product = shop.setStock(of: id, to: stock) else {
                    return fail("There is no product \(id).", field)
                }
                return try fields(of: .product(product), field.selections, depth: depth + 1)
            case (.shop, "name"): return "apitui demo shop"
            case (.shop, "productCount"): return .number(shop.products.count)
            case (.product(let product), let name):
                guard case .object(let members) = product.json, let member = members.first(where: { $0.0 == name })
                else { break }
                return member.1
            default: break
            }
            throw DemoGraphQLError(message: "There is no field \(field.name) here.")
        }

        private mutating func fail(_ message: String, _ field: DemoGraphQLDocument.Field) -> JSONOutput {
            errors.append(
                ["message": .string(message), "path": [.string(field.alias ?? field.name)]])
            return .null
        }

        private func argument(
            _ name: String, _ field: DemoGraphQLDocument.Field
        ) throws(DemoGraphQLError) -> DemoGraphQLValue? {
            guard let value = field.arguments[name] else { return nil }
            guard case .variable(let variable) = value else { return value == .null ? nil : value }
            let given = variables[variable]
            return given == .null ? nil : given
        }

        private func required(_ name: String, _ field: DemoGraphQLDocument.Field) throws(DemoGraphQLError) -> Int {
            guard let number = try argument(name, field)?.number else {
                throw DemoGraphQLError(message: "The argument \(name) of \(field.name) must be an Int.")
            }
            return number
        }
    }
}

/// Why a query is invalid, in the server's words.
struct DemoGraphQLError: Error {
    var message: String
}

enum DemoGraphQLValue: Sendable, Hashable {
    case number(Int)
    case text(String)
    case null
    case variable(String)

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A parsed GraphQL query: operations with selections, and fragments.
struct DemoGraphQLDocument: Sendable {
    struct Field: Sendable {
        var alias: String?
        var name: String
        var arguments: [String: DemoGraphQLValue] = [:]
        var selections: [Selection] = []
    }

    indirect enum Selection: Sendable {
        case field(Field)
        case spread(String)
        case inline([Selection])
    }

    struct Operation: Sendable {
        var kind: String
        var name: String?
        var selections: [Selection]
    }

    private(set) var operations: [Operation] = []
    private(set) var fragments: [String: [Selection]] = [:]
    private var tokens: [String] = []
    private var place = 0

    init(_ text: String) throws(DemoGraphQLError) {
        tokens = Self.tokens(text)
        while let token {
            switch token {
            case "{": operations.append(Operation(kind: "query", name: nil, selections: try selections(0)))
            case "query", "mutation":
                place += 1
                let name = self.token.flatMap { $0 == "{" || $0 == "(" ? nil : $0 }
                if name != nil { place += 1 }
                if self.token == "(" { skipParentheses() }
                operations.append(Operation(kind: token, name: name, selections: try selections(0)))
            case "fragment":
                guard place + 3 < tokens.count, tokens[place + 2] == "on" else { throw unexpected }
                let name = tokens[place + 1]
                place += 4
                fragments[name] = try selections(0)
            default: throw unexpected
            }
        }
    }

    func operation(_ name: String?) throws(DemoGraphQLError) -> Operation {
        guard let operation = name == nil ? operations.first : operations.first(where: { $0.name == name }) else {
            throw DemoGraphQLError(message: "There is no operation \(name ?? "in the query").")
        }
        return operation
    }

    private var token: String? { place < tokens.count ? tokens[place] : nil }

    private var unexpected: DemoGraphQLError {
        DemoGraphQLError(
            message: token.map { "Syntax error: unexpected \($0)." } ?? "Syntax error: the query ends too early.")
    }

    private mutating func skipParentheses() {
        while let token, token != ")" {
            place += 1
            _ = token
        }
        place += 1
    }

    private mutating func selections(_ depth: Int) throws(DemoGraphQLError) -> [Selection] {
        guard token == "{", depth < 20 else { throw unexpected }
        place += 1
        var found: [Selection] = []
        while let token, token != "}" {
            place += 1
            if token == "..." {
                guard let name = self.token else { throw unexpected }
                if name == "on" { place += 2 } else if name != "{" { place += 1 }
                found.append(
                    name == "on" || name == "{" ? .inline(try selections(depth + 1)) : .spread(name))
                continue
            }
            guard token.first.map({ $0.isLetter || $0 == "_" }) == true else {
                place -= 1
                throw unexpected
            }
            var field = Field(name: token)
            if self.token == ":" {
                guard place + 1 < tokens.count else { throw unexpected }
                field = Field(alias: token, name: tokens[place + 1])
                place += 2
            }
            if self.token == "(" { field.arguments = try arguments() }
            if self.token == "{" { field.selections = try selections(depth + 1) }
            found.append(.field(field))
        }
        guard token == "}" else { throw unexpected }
        place += 1
        return found
    }

    private mutating func arguments() throws(DemoGraphQLError) -> [String: DemoGraphQLValue] {
        place += 1
        var arguments: [String: DemoGraphQLValue] = [:]
        while let name = token, name != ")" {
            guard place + 2 < tokens.count, tokens[place + 1] == ":" else { throw unexpected }
            var value = tokens[place + 2]
            place += 3
            if value == "$", let variable = token {
                place += 1
                arguments[name] = .variable(variable)
            } else if value.hasPrefix("\"") {
                value.removeFirst()
                arguments[name] = .text(value)
            } else if value == "null" {
                arguments[name] = .null
            } else {
                arguments[name] = Int(value).map { .number($0) } ?? .text(value)
            }
        }
        guard token == ")" else { throw unexpected }
        place += 1
        return arguments
    }

    /// Names, numbers and punctuation; a string token keeps its opening quotation mark but not the closing one.
    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace || first == "," {
                rest = rest.dropFirst()
            } else if first == "#" {
                rest = rest.drop { !$0.isNewline }
            } else if first == "\"" {
                let inner = rest.dropFirst().prefix { $0 != "\"" }
                tokens.append("\"" + inner)
                rest = rest.dropFirst(inner.count + 2)
            } else if rest.hasPrefix("...") {
                tokens.append("...")
                rest = rest.dropFirst(3)
            } else if first.isLetter || first.isNumber || first == "_" || first == "-" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
                tokens.append(String(word))
                rest = rest.dropFirst(word.count)
            } else {
                tokens.append(String(first))
                rest = rest.dropFirst()
            }
        }
        return tokens
    }
}
