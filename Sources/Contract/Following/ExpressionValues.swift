import Base
import JSONPath
import NetEngine
import OpenAPI

/// Evaluates runtime expressions on one exchange. A body is parsed when it is first asked for, once.
struct ExpressionValues {
    typealias Failure = RuntimeExpression.Failure

    /// Values and bytes that one exchange's expressions may take from bodies together: each may ask for all of it.
    static let mostSteps = 16_000_000
    /// Levels of a value that is taken from a body.
    static let mostDepth = 200

    private let exchange: LinkExchange
    private var trees: [RuntimeExpression.Message: Result<JSONTree, Failure>] = [:]
    private var steps = 0

    init(_ exchange: LinkExchange) { self.exchange = exchange }

    /// A text of a description: an expression, a text with expressions in braces, or itself.
    mutating func value(ofText text: String) throws(Failure) -> JSONOutput {
        if RuntimeExpression.isMeant(text) { return try value(of: RuntimeExpression(text)) }
        guard let pieces = RuntimeExpression.pieces(of: text) else { return .string(text) }
        var result = ""
        for (index, piece) in pieces.enumerated() {
            guard !index.isMultiple(of: 2) else {
                result += piece
                continue
            }
            switch try value(of: RuntimeExpression(piece)) {
            case .string(let text): result += text
            case let value:
                let text = value.text
                try spend(text.utf8.count)
                result += text
            }
        }
        return .string(result)
    }

    mutating func value(of expression: RuntimeExpression) throws(Failure) -> JSONOutput {
        switch expression {
        case .url: return .string(exchange.url.withoutUserInfo.description)
        case .method: return .string(exchange.method)
        case .statusCode: return .number(exchange.status)
        case .part(let message, .header(let name)):
            let fields = message == .request ? exchange.requestHeaders : exchange.responseHeaders
            let values = fields.values(name)
            guard !values.isEmpty else {
                throw Failure(reason: "the \(message.rawValue) has no header \(quoted(name))")
            }
            return .string(values.joined(separator: ", "))
        case .part(.request, .query(let name)):
            let texts = ParameterTexts(path: [], url: exchange.url, headers: [])
            guard let text = texts.firstQueryText(name) else {
                throw Failure(reason: "the request has no query parameter \(quoted(name))")
            }
            return .string(text)
        case .part(.request, .path(let name)):
            guard let parameter = exchange.path.first(where: { $0.name == name }) else {
                throw Failure(reason: "the request has no path parameter \(quoted(name))")
            }
            return .string(parameter.text)
        case .part(.response, .query), .part(.response, .path):
            throw Failure(reason: "a response has neither path nor query")
        case .part(let message, .body(let pointer)): return try body(message, pointer)
        }
    }

    private mutating func body(_ message: RuntimeExpression.Message, _ pointer: [[UInt8]]) throws(Failure) -> JSONOutput
    {
        let body = message == .request ? exchange.requestBody : exchange.responseBody
        if case .none = body { throw Failure(reason: "the \(message.rawValue) has no body") }
        let result = trees[message] ?? Self.tree(body, message)
        trees[message] = result
        let tree: JSONTree
        switch result {
        case .success(let parsed): tree = parsed
        case .failure(let failure):
            guard pointer.isEmpty, !body.isCut, let text = String(validating: body.bytes, as: UTF8.self) else {
                throw failure
            }
            try spend(text.utf8.count)
            return .string(text)
        }
        var node = 0
        for name in pointer {
            guard let next = Self.step(name, of: node, tree) else {
                let shown = quoted(String(decoding: name.prefix(400), as: UTF8.self))
                throw Failure(reason: "the body of the \(message.rawValue) has no \(shown) there")
            }
            node = next
        }
        try spend(Int(tree.nodes[node].end - tree.nodes[node].start))
        return try Self.output(node, tree, depth: Self.mostDepth)
    }

    private static func tree(_ body: ContractBody, _ message: RuntimeExpression.Message) -> Result<JSONTree, Failure> {
        guard !body.isCut else {
            return .failure(Failure(reason: "only the beginning of the \(message.rawValue)'s body is there"))
        }
        do throws(JSONSyntaxError) { return .success(try JSONTree.parse(body.bytes)) } catch {
            return .failure(Failure(reason: "the body of the \(message.rawValue) is not JSON: \(error.reason)"))
        }
    }

    private static func step(_ name: [UInt8], of node: Int, _ tree: JSONTree) -> Int? {
        switch tree.kind(node) {
        case .object: return tree.member(name, of: node)
        case .array: return JSONPointer.index(name).flatMap { tree.element($0, of: node) }
        default: return nil
        }
    }

    private static func output(_ node: Int, _ tree: JSONTree, depth: Int) throws(Failure) -> JSONOutput {
        let slice = tree.slice(node)
        switch tree.kind(node) {
        case .null: return .null
        case .bool: return .bool(slice.first == UInt8(ascii: "t"))
        case .number: return .number(String(decoding: slice, as: UTF8.self))
        case .string: return .string(String(decoding: tree.string(node), as: UTF8.self))
        case .array, .object:
            guard depth > 0 else { throw Failure(reason: "the value is deeper than \(mostDepth) levels") }
            var children: [Int] = []
            tree.forEachChild(of: node) { child in
                children.append(child)
                return true
            }
            var values: [JSONOutput] = []
            for child in children { values.append(try output(child, tree, depth: depth - 1)) }
            guard tree.kind(node) == .object else { return .array(values) }
            let names = children.map { String(decoding: tree.name($0) ?? [], as: UTF8.self) }
            return .object(zip(names, values).map { ($0, $1) })
        }
    }

    private mutating func spend(_ count: Int) throws(Failure) {
        countWork(count)
        steps += count
        guard steps <= Self.mostSteps else {
            throw Failure(
                reason: "the expressions take more than \(Formatting.byteCount(Self.mostSteps)) from the bodies")
        }
    }
}
