import Base
import JSONPath

/// Literals (section 5.6). Variables in them are recorded and checked later, for each operation.
extension GraphQLValidation {
    /// - Parameters:
    ///   - expected: nil if it is not known.
    ///   - hasDefault: whether the place has a default value of its own.
    mutating func check(
        _ value: Node.Value, _ expected: GraphQLTypeReference?, _ hasDefault: Bool, _ owner: Owner,
        isOneOf: Bool = false
    ) {
        countWork(1)
        if case .variable(let name) = value.kind {
            scope.variables.append(
                VariableUse(name: name, range: value.range, type: expected, hasDefault: hasDefault, isOneOf: isOneOf))
            return
        }
        guard let expected else { return walk(value, owner) }
        if case .null = value.kind {
            guard expected.isNonNull else { return }
            return report("\(owner.text) is \(expected) and cannot be null", value.range, .valuesOfCorrectType)
        }
        if let item = expected.item {
            if case .list(let values) = value.kind {
                for value in values { check(value, item, false, owner) }
            } else {
                // A single value stands for a list of one (section 3.11).
                check(value, item, false, owner)
            }
            return
        }
        guard let type = schema.type(expected.name) else { return walk(value, owner) }
        switch type.kind {
        case .scalar: check(value, scalar: type.name, owner)
        case .enumeration: check(value, enumeration: type, owner)
        case .inputObject: check(value, object: type, owner)
        case .object, .interface, .union: walk(value, owner)
        }
    }

    /// Values inside something unknown: only their variables count.
    private mutating func walk(_ value: Node.Value, _ owner: Owner) {
        switch value.kind {
        case .list(let values): for value in values { check(value, nil, false, owner) }
        case .object(let members):
            var known: Set<String> = []
            for member in members {
                if !known.insert(member.name.text).inserted {
                    report(
                        "The field \(member.name.text) is given twice", member.name.range, .uniqueInputFieldNames)
                }
                check(member.value, nil, false, owner)
            }
        default: break
        }
    }

    private mutating func refuse(_ value: Node.Value, _ type: String, _ owner: Owner, _ advice: String = "") {
        let text = value.text
        let shown = text.utf8.count <= 60 ? text : "\(text.prefix(57))…"
        report("\(owner.text) is \(type), and \(shown) is not\(advice)", value.range, .valuesOfCorrectType)
        walk(value, owner)
    }

    private mutating func check(_ value: Node.Value, scalar name: String, _ owner: Owner) {
        let isRight: Bool
        var advice = ""
        switch (name, value.kind) {
        case ("Int", .int(let digits)):
            isRight = GraphQLScalars.isInt(digits)
            if !isRight { advice = "; it has 32 bits" }
        case ("Float", .int), ("Float", .float), ("String", .string), ("ID", .string), ("ID", .int),
            ("Boolean", .boolean):
            isRight = true
        case ("Int", _), ("Float", _), ("String", _), ("ID", _), ("Boolean", _): isRight = false
        default:
            isRight = true
            walk(value, owner)
        }
        if !isRight { refuse(value, name, owner, advice) }
    }

    private mutating func check(_ value: Node.Value, enumeration type: GraphQLType, _ owner: Owner) {
        switch value.kind {
        case .enumeration(let name):
            guard type.value(name) == nil else { return }
            refuse(value, type.name, owner, suggestion(name, type.values.map(\.name)))
        case .string(let text) where type.value(text) != nil:
            refuse(value, type.name, owner, "; write it without quotation marks")
        default: refuse(value, type.name, owner)
        }
    }

    private mutating func check(_ value: Node.Value, object type: GraphQLType, _ owner: Owner) {
        guard case .object(let members) = value.kind else { return refuse(value, type.name, owner) }
        var known: Set<String> = []
        for member in members {
            let name = member.name.text
            if !known.insert(name).inserted {
                report("The field \(name) is given twice", member.name.range, .uniqueInputFieldNames)
            }
            let field = type.inputField(name)
            if field == nil {
                report(
                    "The input type \(type.name) has no field \(name)\(suggestion(name, type.inputFields.map(\.name)))",
                    member.name.range, .valuesOfCorrectType)
            }
            check(
                member.value, field?.type, field?.defaultValue != nil, .inputField(type.name, name),
                isOneOf: type.isOneOf)
        }
        for field in type.inputFields where field.isRequired && !known.contains(field.name) {
            report(
                "\(owner.text) needs the field \(field.name): \(field.type) of \(type.name)", value.range,
                .valuesOfCorrectType)
        }
        guard type.isOneOf else { return }
        if members.count != 1 {
            report(
                "\(owner.text) takes exactly one field of \(type.name), and here are \(members.count)", value.range,
                .valuesOfCorrectType)
        } else if case .null = members[0].value.kind {
            report(
                "The one field of \(type.name) that is given cannot be null", members[0].value.range,
                .valuesOfCorrectType)
        }
    }
}

enum GraphQLScalars {
    /// Whether an integer has 32 bits (section 3.5.1).
    static func isInt(_ digits: String) -> Bool { Int32(digits) != nil }
}
