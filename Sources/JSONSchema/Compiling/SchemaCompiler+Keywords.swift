import Base
import JSONPath
import NetEngine

extension SchemaCompiler {
    /// The keywords of one schema object, while it is compiled.
    struct Keywords {
        let index: Int
        let tree: JSONTree
        let target: Target
        let resource: SchemaResources.Resource
        var nodes: [String: Int] = [:]
        var dialect: SchemaDialect { resource.dialect }

        func at(_ node: Int) -> Target { Target(document: target.document, node: node) }
    }

    mutating func compile(_ index: Int) {
        let target = Target(document: Int(codes[index].document), node: Int(codes[index].node))
        let tree = library.documents[target.document].tree
        switch tree.kind(target.node) {
        case .bool:
            codes[index].isBoolean = true
            if tree.slice(target.node).first == UInt8(ascii: "f") { codes[index].types = 0 }
            return
        case .object: break
        default:
            codes[index].isUncertain = true
            notice(.malformed, "A schema is an object, true or false; this is none of them and is left out.", target)
            return
        }
        let resource = library.resources.all[library.resources.resource(of: target)]
        var keywords = Keywords(index: index, tree: tree, target: target, resource: resource)
        tree.forEachChild(of: target.node) { child in
            keywords.nodes[String(decoding: tree.name(child) ?? [], as: UTF8.self)] = child
            return true
        }
        if resource.dialect.ignoresSiblingsOfReferences, let reference = keywords.nodes["$ref"],
            tree.kind(reference) == .string
        {
            keywords.nodes = ["$ref": reference]
        }
        let exempt = exemptNames(keywords)
        codes[index].first = Int32(instructions.count)
        var made: [SchemaInstruction] = []
        if resource.hasValidation {
            compileType(keywords)
            compileValues(keywords, &made)
            compileNumbers(keywords)
        }
        compileStrings(keywords)
        compileArrays(keywords)
        compileObjects(keywords, exempt)
        compileReferences(keywords, exempt, &made)
        compileChoices(keywords, exempt, &made)
        codes[index].first = Int32(instructions.count)
        codes[index].count = Int32(made.count)
        instructions += made
    }

    // MARK: Reading values

    mutating func malformed(_ keyword: String, _ wanted: String, _ place: Target) {
        notice(.malformed, "The value of `\(keyword)` must be \(wanted); it is left out.", place)
    }

    /// A count of at least zero.
    mutating func count(_ keyword: String, _ keywords: Keywords) -> Int? {
        guard keywords.resource.hasValidation, let node = keywords.nodes[keyword] else { return nil }
        guard keywords.tree.kind(node) == .number, case let number = JSONNumber(keywords.tree.slice(node)),
            number.isInteger, number >= JSONNumber(0)
        else {
            malformed(keyword, "a whole number of at least 0", keywords.at(node))
            return nil
        }
        return number.integer ?? Int.max
    }

    mutating func text(_ keyword: String, _ keywords: Keywords) -> String? {
        guard let node = keywords.nodes[keyword] else { return nil }
        guard let text = SchemaResources.text(node, keywords.tree) else {
            malformed(keyword, "a string", keywords.at(node))
            return nil
        }
        return text
    }

    func flag(_ keyword: String, _ keywords: Keywords) -> Bool {
        keywords.nodes[keyword].map { keywords.tree.slice($0).first == UInt8(ascii: "t") } ?? false
    }

    mutating func schemas(_ keyword: String, _ keywords: Keywords, exempt: Set<[UInt8]> = []) -> [Int32]? {
        guard let node = keywords.nodes[keyword] else { return nil }
        guard keywords.tree.kind(node) == .array else {
            malformed(keyword, "an array of schemas", keywords.at(node))
            return nil
        }
        var result: [Int32] = []
        var child = node + 1
        while child < keywords.tree.next(node) {
            result.append(schema(keywords.at(child), in: keywords.index, exempt: exempt))
            child = keywords.tree.next(child)
        }
        return result
    }

    mutating func schema(_ keyword: String, _ keywords: Keywords, exempt: Set<[UInt8]> = []) -> Int32? {
        guard let node = keywords.nodes[keyword] else { return nil }
        return schema(keywords.at(node), in: keywords.index, exempt: exempt)
    }

    // MARK: Type and values

    private mutating func compileType(_ keywords: Keywords) {
        let tree = keywords.tree
        let isNullable = keywords.dialect == .openAPI30 && flag("nullable", keywords)
        if keywords.dialect == .openAPI31, let node = keywords.nodes["nullable"] {
            notice(
                .withoutEffect, "`nullable` has no effect since OpenAPI 3.1; add \"null\" to `type`.", keywords.at(node)
            )
        }
        guard let node = keywords.nodes["type"] else {
            codes[keywords.index].acceptsNull = isNullable
            return
        }
        var types: UInt8 = isNullable ? TypeBit.null : 0
        var names: [Int] = [node]
        if tree.kind(node) == .array {
            names = []
            tree.forEachChild(of: node) { child in
                names.append(child)
                return true
            }
        }
        for name in names {
            let bits = SchemaResources.text(name, tree).flatMap(Self.types)
            guard let bits else {
                malformed("type", "one of the seven type names, or an array of them", keywords.at(name))
                return
            }
            types |= bits
        }
        codes[keywords.index].types = types
    }

    private static func types(_ name: String) -> UInt8? {
        switch name {
        case "null": TypeBit.null
        case "boolean": TypeBit.bool
        case "object": TypeBit.object
        case "array": TypeBit.array
        case "string": TypeBit.string
        case "number": TypeBit.fraction | TypeBit.integer
        case "integer": TypeBit.integer
        default: nil
        }
    }

    private mutating func compileValues(_ keywords: Keywords, _ made: inout [SchemaInstruction]) {
        let tree = keywords.tree
        if let node = keywords.nodes["const"], keywords.dialect != .openAPI30 {
            made.append(SchemaInstruction(operation: .constant, extra: valueTable([node], tree)))
        }
        if let node = keywords.nodes["enum"] {
            guard tree.kind(node) == .array else { return malformed("enum", "an array", keywords.at(node)) }
            var nodes: [Int] = []
            tree.forEachChild(of: node) { child in
                nodes.append(child)
                return true
            }
            made.append(SchemaInstruction(operation: .enumeration, extra: valueTable(nodes, tree)))
        }
    }

    private mutating func valueTable(_ nodes: [Int], _ tree: JSONTree) -> Int32 {
        var table = ValueTable()
        var names: [NameSlot] = []
        var known: Set<[UInt8]> = []
        for node in nodes {
            switch tree.kind(node) {
            case .null: table.types |= TypeBit.null
            case .bool:
                table.types |= TypeBit.bool
                if tree.slice(node).first == UInt8(ascii: "t") { table.hasTrue = true } else { table.hasFalse = true }
            case .number:
                table.types |= TypeBit.fraction | TypeBit.integer
                table.numbers.insert(JSONNumber(tree.slice(node)))
            case .string:
                table.types |= TypeBit.string
                let text = tree.string(node)
                guard known.insert(text).inserted else { continue }
                let (start, count) = store(text)
                names.append(NameSlot(hash: NameTable.hash(text), start: start, count: count))
            case .array, .object:
                table.types |= tree.kind(node) == .array ? TypeBit.array : TypeBit.object
                table.containers.append(Int32(node))
                table.maxNodes = max(table.maxNodes, tree.next(node) - node)
            }
        }
        (table.table, table.mask) = NameTable.append(names, to: &slots)
        values.append(table)
        return Int32(values.count - 1)
    }

    // MARK: Numbers and strings

    private mutating func compileNumbers(_ keywords: Keywords) {
        var code = NumberCode()
        var isUsed = false
        func bound(_ keyword: String, _ compiler: inout SchemaCompiler) -> (Int32, Int?)? {
            guard let node = keywords.nodes[keyword] else { return nil }
            guard keywords.tree.kind(node) == .number else {
                compiler.malformed(keyword, "a number", keywords.at(node))
                return nil
            }
            let number = JSONNumber(keywords.tree.slice(node))
            compiler.bounds.append(number)
            isUsed = true
            if number.integer == nil { code.areIntegers = false }
            return (Int32(compiler.bounds.count - 1), number.integer)
        }
        let isOld = keywords.dialect == .openAPI30
        if let (index, integer) = bound("minimum", &self) {
            if isOld, flag("exclusiveMinimum", keywords) {
                (code.exclusiveMinimum, code.lowExclusive) = (index, integer ?? .min)
            } else {
                (code.minimum, code.low) = (index, integer ?? .min)
            }
        }
        if let (index, integer) = bound("maximum", &self) {
            if isOld, flag("exclusiveMaximum", keywords) {
                (code.exclusiveMaximum, code.highExclusive) = (index, integer ?? .max)
            } else {
                (code.maximum, code.high) = (index, integer ?? .max)
            }
        }
        if !isOld {
            if let (index, integer) = bound("exclusiveMinimum", &self) {
                (code.exclusiveMinimum, code.lowExclusive) = (index, integer ?? .min)
            }
            if let (index, integer) = bound("exclusiveMaximum", &self) {
                (code.exclusiveMaximum, code.highExclusive) = (index, integer ?? .max)
            }
        }
        if let node = keywords.nodes["multipleOf"] {
            let number = keywords.tree.kind(node) == .number ? JSONNumber(keywords.tree.slice(node)) : JSONNumber(0)
            if number > JSONNumber(0) {
                bounds.append(number)
                isUsed = true
                code.multiple = Int32(bounds.count - 1)
                code.multipleInteger = number.integer ?? 0
                if number.integer == nil { code.areIntegers = false }
                if JSONNumber(1).isMultiple(of: number) == nil {
                    notice(
                        .notChecked, "This number has too many digits to divide by; it is not checked.",
                        keywords.at(node))
                    leaveUnchecked(.multipleOf, keywords.index)
                    code.multiple = -1
                }
            } else {
                malformed("multipleOf", "a number greater than 0", keywords.at(node))
            }
        }
        if let format = format(keywords), format.isForNumbers {
            code.format = Int32(format.rawValue)
            code.assertsFormat = assertsFormat(keywords)
            isUsed = true
        }
        guard isUsed else { return }
        numbers.append(code)
        codes[keywords.index].number = Int32(numbers.count - 1)
    }

    private func format(_ keywords: Keywords) -> SchemaFormat? {
        keywords.nodes["format"].flatMap { SchemaResources.text($0, keywords.tree) }.flatMap(SchemaFormat.init(name:))
    }

    private mutating func assertsFormat(_ keywords: Keywords) -> Bool {
        if options.assertsFormats || keywords.resource.assertsFormat { return true }
        hasWarnings = true
        return false
    }

    private mutating func compileStrings(_ keywords: Keywords) {
        var code = StringCode()
        code.least = count("minLength", keywords) ?? 0
        code.most = count("maxLength", keywords) ?? .max
        if keywords.resource.hasValidation, let source = text("pattern", keywords), let node = keywords.nodes["pattern"]
        {
            let number = pattern(source, keywords.at(node))
            if patterns[Int(number)].pattern != nil || patterns[Int(number)].prefix != nil {
                code.pattern = number
            } else {
                leaveUnchecked(.pattern, keywords.index)
            }
        }
        if let format = format(keywords), !format.isForNumbers {
            code.format = Int32(format.rawValue)
            code.assertsFormat = assertsFormat(keywords)
        }
        guard code.least > 0 || code.most < .max || code.pattern >= 0 || code.format >= 0 else { return }
        strings.append(code)
        codes[keywords.index].string = Int32(strings.count - 1)
    }

    /// Marks a keyword that cannot be checked.
    mutating func leaveUnchecked(_ keyword: SchemaCode.Unchecked, _ index: Int) {
        codes[index].isUncertain = true
        codes[index].unchecked.insert(keyword)
        hasWarnings = true
    }

    // MARK: Arrays

    private mutating func compileArrays(_ keywords: Keywords) {
        var code = ArrayCode()
        code.least = count("minItems", keywords) ?? 0
        code.most = count("maxItems", keywords) ?? .max
        code.isUnique = keywords.resource.hasValidation && flag("uniqueItems", keywords)
        if keywords.dialect.is2020 {
            (code.firstPrefix, code.prefixCount) = list(schemas("prefixItems", keywords) ?? [])
            code.items = schema("items", keywords) ?? -1
        } else if let node = keywords.nodes["items"], keywords.tree.kind(node) == .array, keywords.dialect != .openAPI30
        {
            (code.firstPrefix, code.prefixCount) = list(schemas("items", keywords) ?? [])
            code.items = schema("additionalItems", keywords) ?? -1
        } else {
            code.items = schema("items", keywords) ?? -1
        }
        if keywords.dialect != .openAPI30, let contains = schema("contains", keywords) {
            code.contains = contains
            code.containsEvaluates = keywords.dialect.is2020
            if keywords.dialect != .draft7 {
                code.leastContained = count("minContains", keywords) ?? 1
                code.mostContained = count("maxContains", keywords) ?? .max
            }
        }
        guard
            code.least > 0 || code.most < .max || code.isUnique || code.prefixCount > 0 || code.items >= 0
                || code.contains >= 0
        else { return }
        arrays.append(code)
        codes[keywords.index].array = Int32(arrays.count - 1)
    }
}
