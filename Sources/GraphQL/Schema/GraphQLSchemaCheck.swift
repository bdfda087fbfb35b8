import Base

/// The rules for type systems (section 3) whose breach would mislead a user: each is a notice.
struct GraphQLSchemaCheck {
    let types: [GraphQLType]
    let index: [String: Int]
    let roots: [GraphQLDocument.OperationKind: String]
    let directives: [GraphQLDirective]
    private(set) var notices: [GraphQLSchemaNotice]
    private let budget = ReasonBudget()
    /// Fields of interfaces that may still be compared: many types with many interfaces have a great many.
    var comparisons = 3_000_000

    static let maxNotices = 200
    /// The types of introspection (§4.2), which a text may print.
    private static let introspection: Set<String> = [
        "__Schema", "__Type", "__TypeKind", "__Field", "__InputValue", "__EnumValue", "__Directive",
        "__DirectiveLocation",
    ]

    init(
        types: [GraphQLType], index: [String: Int], roots: [GraphQLDocument.OperationKind: String],
        directives: [GraphQLDirective], notices: [GraphQLSchemaNotice]
    ) {
        self.types = types
        self.index = index
        self.roots = roots
        self.directives = directives
        self.notices = notices
    }

    mutating func run() -> [GraphQLSchemaNotice] {
        checkRoots()
        for type in types where !type.isIntrospection {
            guard notices.count < Self.maxNotices else { break }
            check(type)
        }
        for type in types where type.isIntrospection && type.origin.document != nil {
            guard !Self.introspection.contains(type.name) else { continue }
            note("\(type.name) begins with __, which is reserved for introspection", type.origin)
        }
        for directive in directives { check(directive.arguments, "@\(directive.name)") }
        checkRequiredCycles()
        return notices
    }

    private mutating func note(_ reason: String, _ origin: GraphQLOrigin = .none) {
        guard notices.count < Self.maxNotices else { return }
        notices.append(GraphQLSchemaNotice(reason: reason, origin: origin))
    }

    private mutating func checkRoots() {
        if roots[.query] == nil { note("The schema has no query type") }
        var kinds: [String: String] = [:]
        for kind in GraphQLDocument.OperationKind.allCases {
            guard let name = roots[kind] else { continue }
            if let other = kinds[name] { note("The \(other) type and the \(kind.rawValue) type are both \(name)") }
            kinds[name] = kind.rawValue
            guard let place = index[name] else {
                note("The \(kind.rawValue) type \(name) is not defined\(suggestion(name))")
                continue
            }
            if types[place].kind != .object {
                note("The \(kind.rawValue) type \(name) is not an object type", types[place].origin)
            }
        }
    }

    private func suggestion(_ name: String) -> String {
        guard notices.count < Self.maxNotices else { return "" }
        return NameSuggestion.nearest(to: name, among: types.map(\.name), budget).map { "; did you mean \($0)?" } ?? ""
    }

    private mutating func check(_ type: GraphQLType) {
        switch type.kind {
        case .scalar: break
        case .object, .interface:
            if type.fields.isEmpty { note("The type \(type.name) has no fields", type.origin) }
            for field in type.fields { check(field, of: type) }
            for name in type.interfaces { check(interface: name, of: type) }
        case .union:
            if type.members.isEmpty { note("The union \(type.name) has no members", type.origin) }
            for name in type.members {
                guard let place = index[name] else {
                    note(
                        "The union \(type.name) contains \(name), which is not defined\(suggestion(name))", type.origin)
                    continue
                }
                if types[place].kind != .object {
                    note("The union \(type.name) contains \(name), which is not an object type", type.origin)
                }
            }
        case .enumeration:
            if type.values.isEmpty { note("The enum \(type.name) has no values", type.origin) }
        case .inputObject:
            if type.inputFields.isEmpty { note("The input type \(type.name) has no fields", type.origin) }
            check(type.inputFields, type.name)
            guard type.isOneOf else { return }
            for field in type.inputFields where field.type.isNonNull || field.defaultValue != nil {
                note(
                    "\(type.name) is @oneOf, so \(field.name) can neither be non-null nor have a default value",
                    field.origin)
            }
        }
    }

    private mutating func check(_ field: GraphQLField, of type: GraphQLType) {
        if field.name.hasPrefix("__") {
            note("\(type.name).\(field.name) begins with __, which is reserved for introspection", field.origin)
        }
        if let place = index[field.type.name] {
            if types[place].kind == .inputObject {
                note("\(type.name).\(field.name) returns \(field.type.name), which is an input type", field.origin)
            }
        } else {
            note(
                "\(type.name).\(field.name) has the type \(field.type.name), which is not defined"
                    + suggestion(field.type.name), field.origin)
        }
        if !field.arguments.isEmpty { check(field.arguments, "\(type.name).\(field.name)") }
    }

    private mutating func check(_ inputs: [GraphQLInputValue], _ owner: String) {
        for input in inputs {
            guard let place = index[input.type.name] else {
                note(
                    "\(owner) takes \(input.name) of the type \(input.type.name), which is not defined"
                        + suggestion(input.type.name), input.origin)
                continue
            }
            if !types[place].isInput {
                note(
                    "\(owner) takes \(input.name) of the type \(input.type.name), which is not an input type",
                    input.origin)
            }
        }
    }

    private mutating func check(interface name: String, of type: GraphQLType) {
        guard let place = index[name] else {
            return note("\(type.name) implements \(name), which is not defined\(suggestion(name))", type.origin)
        }
        guard types[place].kind == .interface else {
            return note("\(type.name) implements \(name), which is not an interface", type.origin)
        }
        for wanted in types[place].fields {
            guard spend(1 + wanted.arguments.count) else { return }
            guard let field = type.field(wanted.name) else {
                note("\(type.name) implements \(name) but has no field \(wanted.name)", type.origin)
                continue
            }
            if !isSubtype(field.type, wanted.type) {
                note(
                    "\(type.name).\(field.name) is \(field.type), but the interface \(name) has \(wanted.type)",
                    field.origin)
            }
            guard !wanted.arguments.isEmpty || !field.arguments.isEmpty else { continue }
            guard spend(field.arguments.count) else { return }
            let theirs = Dictionary(
                wanted.arguments.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            let ours = Dictionary(field.arguments.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            for argument in wanted.arguments where ours[argument.name] != argument.type {
                note(
                    "\(type.name).\(field.name) does not take \(argument.name): \(argument.type) as the interface \(name) has it",
                    field.origin)
            }
            for argument in field.arguments where argument.isRequired && theirs[argument.name] == nil {
                note(
                    "\(type.name).\(field.name) requires \(argument.name), which the interface \(name) does not have",
                    field.origin)
            }
        }
    }

    private mutating func spend(_ count: Int) -> Bool {
        countWork(count)
        guard comparisons > 0 else { return false }
        comparisons -= count
        if comparisons <= 0 { note("The schema is too large to compare all types with their interfaces") }
        return comparisons > 0
    }

    private func isSubtype(_ type: GraphQLTypeReference, _ wanted: GraphQLTypeReference) -> Bool {
        var (type, wanted) = (type, wanted)
        while true {
            if type == wanted { return true }
            if wanted.isNonNull {
                guard type.isNonNull else { return false }
                (type, wanted) = (type.inner, wanted.inner)
                continue
            }
            type = type.nullable
            guard type.isList, wanted.isList else { break }
            (type, wanted) = (type.inner, wanted.inner)
        }
        guard type.isNamed, wanted.isNamed else { return false }
        guard type.name != wanted.name else { return true }
        guard let ours = index[type.name], let theirs = index[wanted.name] else { return true }
        return types[ours].interfaces.contains(wanted.name) || types[theirs].members.contains(type.name)
    }

    /// Input objects that need themselves: no value of them ends (section 3.10.1). Types from which no more required
    /// field leads on are taken away until none is left; the rest are cycles.
    private mutating func checkRequiredCycles() {
        var needs: [Int: Int] = [:]
        var neededBy: [Int: [Int]] = [:]
        for (place, type) in types.enumerated() where type.kind == .inputObject {
            needs[place] = 0
            for field in type.inputFields where field.type.isNonNull && field.type.inner.isNamed {
                guard let target = index[field.type.name], types[target].kind == .inputObject else { continue }
                needs[place, default: 0] += 1
                neededBy[target, default: []].append(place)
            }
        }
        var done = needs.filter { $0.value == 0 }.map(\.key)
        while let place = done.popLast() {
            needs[place] = nil
            for user in neededBy[place] ?? [] {
                guard let left = needs[user] else { continue }
                needs[user] = left - 1
                if left == 1 { done.append(user) }
            }
        }
        for place in needs.keys.sorted() {
            note(
                "The input type \(types[place].name) needs a field that needs itself, so no value of it can be written",
                types[place].origin)
        }
    }
}
