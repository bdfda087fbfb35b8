import Base
import JSONPath
import NetEngine

extension GraphQLDocument.Operation {
    /// What keeps the variables from being used with the operation (section 6.1.2). The ranges are of the JSON text.
    ///
    /// - Parameter variables: must be an object; nil stands for an empty one.
    package func problems(ofVariables variables: JSONTree?, in schema: GraphQLSchema) -> [GraphQLProblem] {
        guard let variables else {
            let missing = self.variables.filter { $0.type.type.isNonNull && $0.defaultValue == nil }
            return missing.prefix(GraphQLLimits.problems).map {
                GraphQLProblem(
                    "The variable \($0.name.text): \($0.type.type) has no value", at: 0..<0, rule: .variableValues)
            }
        }
        var check = GraphQLVariableCheck(schema, variables)
        return check.run(self)
    }
}

private struct GraphQLVariableCheck {
    private let schema: GraphQLSchema
    private let tree: JSONTree
    private var problems: [GraphQLProblem] = []
    private var path: [String] = []
    private let suggestions = ReasonBudget()
    private static let maxDepth = 200

    init(_ schema: GraphQLSchema, _ tree: JSONTree) {
        self.schema = schema
        self.tree = tree
    }

    mutating func run(_ operation: GraphQLDocument.Operation) -> [GraphQLProblem] {
        guard tree.kind(0) == .object else {
            report("The variables are one JSON object", 0)
            return problems
        }
        let members = members(of: 0)
        let definitions = Dictionary(
            operation.variables.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        for (name, node) in members.list {
            path = [name]
            if let definition = definitions[name] {
                check(node, definition.type.type)
            } else {
                report("The operation has no variable \(shown(name))\(suggestion(name, Array(definitions.keys)))", node)
            }
        }
        for definition in operation.variables
        where members.places[definition.name.text] == nil && definition.type.type.isNonNull
            && definition.defaultValue == nil
        {
            report("The variable \(definition.name.text): \(definition.type.type) has no value", 0)
        }
        return problems
    }

    // MARK: Reporting

    private mutating func report(_ reason: String, _ node: Int, _ rule: GraphQLRule = .variableValues) {
        guard problems.count < GraphQLLimits.problems else { return }
        let slice = tree.slice(node)
        problems.append(GraphQLProblem(reason, at: slice.startIndex..<slice.endIndex, rule: rule))
    }

    private func shown(_ name: String) -> String {
        let isName = !name.isEmpty && name.utf8.count <= 80 && name.utf8.allSatisfy(GraphQLLexer.isNamePart)
        return isName ? name : GraphQLStringText.quoted(String(name.prefix(60)))
    }

    private func suggestion(_ name: String, _ names: @autoclosure () -> [String]) -> String {
        guard problems.count < GraphQLLimits.problems else { return "" }
        return NameSuggestion.nearest(to: name, among: names(), suggestions).map { "; did you mean \($0)?" } ?? ""
    }

    private var place: String {
        path.enumerated().map { index, step in
            step.hasPrefix("[") ? step : (index > 0 ? "." : "") + shown(step)
        }.joined()
    }

    private func members(of node: Int) -> (list: [(String, Int)], places: [String: Int]) {
        var list: [(String, Int)] = []
        var places: [String: Int] = [:]
        tree.forEachChild(of: node) { child in
            let name = String(decoding: tree.name(child) ?? [], as: UTF8.self)
            list.append((name, child))
            places[name] = child
            return true
        }
        countWork(list.count)
        return (list, places)
    }

    // MARK: Values

    private mutating func check(_ node: Int, _ expected: GraphQLTypeReference) {
        guard path.count <= Self.maxDepth else {
            return report("The variables are nested more than \(Self.maxDepth) levels deep", node, .limit)
        }
        if tree.kind(node) == .null {
            if expected.isNonNull { report("\(place) is \(expected) and cannot be null", node) }
            return
        }
        if let item = expected.item {
            guard tree.kind(node) == .array else { return check(node, item) }
            var index = 0
            tree.forEachChild(of: node) { child in
                path.append("[\(index)]")
                check(child, item)
                path.removeLast()
                index += 1
                return problems.count < GraphQLLimits.problems
            }
            return
        }
        guard let type = schema.type(expected.name) else { return }
        switch type.kind {
        case .scalar: check(node, scalar: type.name)
        case .enumeration:
            let text = tree.kind(node) == .string ? String(decoding: tree.string(node), as: UTF8.self) : nil
            guard let text, type.value(text) != nil else {
                return refuse(node, type.name, text.map { suggestion($0, type.values.map(\.name)) } ?? "")
            }
        case .inputObject: check(node, object: type)
        case .object, .interface, .union: break
        }
    }

    private mutating func refuse(_ node: Int, _ type: String, _ advice: String = "") {
        let slice = tree.slice(node)
        let text = String(decoding: slice.prefix(60), as: UTF8.self) + (slice.count > 60 ? "…" : "")
        report("\(place) is \(type), and \(text) is not\(advice)", node)
    }

    private mutating func check(_ node: Int, scalar name: String) {
        let kind = tree.kind(node)
        let isRight =
            switch name {
            case "Int":
                kind == .number && JSONNumber(tree.slice(node)).integer.map { Int32(exactly: $0) != nil } == true
            case "Float": kind == .number
            case "String": kind == .string
            case "Boolean": kind == .bool
            case "ID": kind == .string || kind == .number && Self.isInteger(tree.slice(node))
            default: true
            }
        if !isRight { refuse(node, name) }
    }

    private static func isInteger(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { ASCII.isDigit($0) || $0 == Byte.minus }
    }

    private mutating func check(_ node: Int, object type: GraphQLType) {
        guard tree.kind(node) == .object else { return refuse(node, type.name) }
        let members = members(of: node)
        for (name, child) in members.list {
            guard let field = type.inputField(name) else {
                report(
                    "The input type \(type.name) has no field \(shown(name))\(suggestion(name, type.inputFields.map(\.name)))",
                    child)
                continue
            }
            path.append(name)
            check(child, field.type)
            path.removeLast()
        }
        for field in type.inputFields where field.isRequired && members.places[field.name] == nil {
            report("\(place) needs the field \(field.name): \(field.type) of \(type.name)", node)
        }
        guard type.isOneOf else { return }
        if members.list.count != 1 {
            report("\(place) takes exactly one field of \(type.name), and here are \(members.list.count)", node)
        } else if tree.kind(members.list[0].1) == .null {
            report("The one field of \(type.name) that is given cannot be null", members.list[0].1)
        }
    }
}
