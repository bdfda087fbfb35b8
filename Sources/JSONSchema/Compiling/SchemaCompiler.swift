import Base
import JSONPath
import Pattern

/// Compiles one schema and those that it refers to, each once, without recursion.
///
/// A `$dynamicRef` depends on the resources that were entered on the way. Those ways are finitely many, so a schema is
/// compiled once for each set of bindings under which it is reached, and nothing is left to be found at run time.
struct SchemaCompiler {
    typealias Target = SchemaResources.Target

    /// What decides how a schema is compiled, beside its text.
    struct Scope: Hashable {
        /// The outermost schema for each dynamic anchor.
        var bindings: [String: Target] = [:]
        /// Names that need not be there in the chosen direction, though they are required.
        var exempt: Set<[UInt8]> = []
    }

    private struct Key: Hashable {
        var target: Target
        var scope: Int
    }

    /// A schema larger than this, with all that it refers to, is not compiled further.
    static let maxSchemas = 400_000

    let library: SchemaLibrary
    let options: SchemaOptions
    var codes: [SchemaCode] = []
    var instructions: [SchemaInstruction] = []
    var lists: [Int32] = []
    var objects: [ObjectCode] = []
    var arrays: [ArrayCode] = []
    var strings: [StringCode] = []
    var numbers: [NumberCode] = []
    var slots: [NameSlot] = []
    var bytes: [UInt8] = []
    var rules: [PatternRule] = []
    var dependencies: [NameDependency] = []
    var bounds: [JSONNumber] = []
    var values: [ValueTable] = []
    var patterns: [SchemaPattern] = []
    var discriminators: [Discriminator] = []
    var notices: [SchemaNotice] = []
    var hasWarnings = false
    private var keys: [Key] = []
    private var numbersOfKeys: [Key: Int32] = [:]
    private var scopes: [Scope] = [Scope()]
    private var numbersOfScopes: [Scope: Int] = [Scope(): 0]
    private var patternNumbers: [String: Int32] = [:]
    private var members: [Target: [[UInt8]: Int]] = [:]
    private var targets: [String: Target] = [:]
    private var isFull = false

    static let maxNotices = 1000

    init(_ library: SchemaLibrary, _ options: SchemaOptions) {
        self.library = library
        self.options = options
    }

    /// - Parameter more: further schemas, to be found as parts (`Schema.part`).
    mutating func compile(_ target: Target, _ more: [Target] = []) -> SchemaProgram {
        // The schema that accepts everything is the first.
        codes.append(SchemaCode(document: Int32(target.document), node: Int32(target.node)))
        keys.append(Key(target: target, scope: -1))
        var entry = schema(target, in: 0, exempt: [])
        for target in more { _ = schema(target, in: 0, exempt: []) }
        var next = 1
        while next < codes.count {
            compile(next)
            next += 1
        }
        finish(entry: &entry)
        return SchemaProgram(
            entry: entry, codes: FlatArray(codes), parts: FlatArray(parts()), instructions: FlatArray(instructions),
            lists: FlatArray(lists),
            objects: FlatArray(objects), arrays: FlatArray(arrays), strings: FlatArray(strings),
            numbers: FlatArray(numbers), slots: FlatArray(slots), bytes: FlatArray(bytes), rules: FlatArray(rules),
            dependencies: FlatArray(dependencies), bounds: bounds, values: values, patterns: patterns,
            discriminators: discriminators, notices: notices, hasWarnings: hasWarnings)
    }

    /// See `SchemaProgram.parts`.
    private func parts() -> [Int32] {
        var parts = codes.indices.filter { keys[$0].scope == 0 }.map(Int32.init)
        parts.sort { (codes[Int($0)].document, codes[Int($0)].node) < (codes[Int($1)].document, codes[Int($1)].node) }
        return parts
    }

    // MARK: Schemas and scopes

    func scope(of index: Int) -> Scope { scopes[keys[index].scope] }

    /// The number of a schema; it will be compiled if it is new.
    /// - Parameters:
    ///   - from: the schema that refers to it, or 0 for none.
    ///   - exempt: see `Scope`.
    mutating func schema(_ target: Target, in from: Int, exempt: Set<[UInt8]>) -> Int32 {
        let resource = library.resources.all[library.resources.resource(of: target)]
        var scope = keys[from].scope >= 0 ? keys[from].scope : 0
        if !resource.dynamicAnchors.isEmpty || scopes[scope].exempt != exempt {
            var inner = scopes[scope]
            inner.exempt = exempt
            for (name, node) in resource.dynamicAnchors where inner.bindings[name] == nil {
                inner.bindings[name] = Target(document: resource.document, node: node)
            }
            scope = numbersOfScopes[inner] ?? scopes.count
            if scope == scopes.count {
                scopes.append(inner)
                numbersOfScopes[inner] = scope
            }
        }
        let key = Key(target: target, scope: scope)
        if let known = numbersOfKeys[key] { return known }
        guard codes.count < Self.maxSchemas else {
            if !isFull {
                notice(
                    .notChecked, "The schema has more than \(Self.maxSchemas) parts; the rest is not checked.", target)
            }
            isFull = true
            return SchemaProgram.acceptAll
        }
        let number = Int32(codes.count)
        numbersOfKeys[key] = number
        keys.append(key)
        codes.append(SchemaCode(document: Int32(target.document), node: Int32(target.node)))
        return number
    }

    mutating func notice(_ kind: SchemaNotice.Kind, _ text: String, _ target: Target) {
        guard notices.count < Self.maxNotices else { return }
        let document = library.documents[target.document]
        notices.append(
            SchemaNotice(
                kind: kind, text: text,
                place: SchemaPlace(
                    uri: document.uri, document: target.document,
                    pointer: JSONPointer.pointer(of: target.node, in: document.tree, limit: JSONPointer.longestShown),
                    offset: Int(document.tree.nodes[target.node].start))))
    }

    // MARK: References

    /// Where a reference leads; nil if nowhere among the known documents.
    mutating func target(_ reference: String, base: String) -> Target? {
        let (relative, fragment) = SchemaURI.split(reference)
        let uri = SchemaURI.resolve(relative, against: base)
        let key = uri + "#" + (fragment ?? "")
        if let known = targets[key] { return known }
        guard let resource = library.resources.resource(uri) else { return nil }
        let found = place(fragment ?? "", in: resource)
        targets[key] = found
        return found
    }

    private mutating func place(_ fragment: String, in number: Int) -> Target? {
        let resource = library.resources.all[number]
        var place = Target(document: resource.document, node: resource.node)
        if fragment.isEmpty { return place }
        guard fragment.utf8.first == Byte.slash || fragment.utf8.first == Byte.percent else {
            place.node = library.resources.anchor(fragment, in: number) ?? -1
            return place.node < 0 ? nil : place
        }
        guard let names = JSONPointer.names(fragment: fragment) else { return nil }
        let tree = library.documents[resource.document].tree
        for name in names {
            switch tree.kind(place.node) {
            case .object: place.node = member(name, of: place) ?? -1
            case .array:
                place.node = JSONPointer.index(name).flatMap { tree.element($0, of: place.node) } ?? -1
            default: return nil
            }
            if place.node < 0 { return nil }
        }
        return place
    }

    /// Large objects are indexed when first looked at: there may be thousands of references into one.
    private mutating func member(_ name: [UInt8], of place: Target) -> Int? {
        let tree = library.documents[place.document].tree
        if let known = members[place] { return known[name] }
        let (node, looks): (Int?, Int) = tree.member(name, of: place.node)
        if looks > 16 {
            var index: [[UInt8]: Int] = [:]
            tree.forEachChild(of: place.node) { child in
                index[tree.name(child) ?? []] = child
                return true
            }
            members[place] = index
        }
        return node
    }

    // MARK: Patterns

    /// The number of a pattern; one that cannot be compiled gets a notice.
    mutating func pattern(_ source: String, _ target: Target) -> Int32 {
        if let known = patternNumbers[source] {
            if patterns[Int(known)].pattern == nil, patterns[Int(known)].prefix == nil {
                _ = patternNotice(source, target)
            }
            return known
        }
        var pattern = SchemaPattern(source: source, prefix: Self.prefix(source))
        if pattern.prefix == nil { pattern.pattern = patternNotice(source, target) }
        let number = Int32(patterns.count)
        patterns.append(pattern)
        patternNumbers[source] = number
        return number
    }

    private mutating func patternNotice(_ source: String, _ target: Target) -> Pattern? {
        do throws(Pattern.SyntaxError) {
            return try Pattern(source, syntax: .ecmaScript)
        } catch {
            notice(.notChecked, "This pattern is not checked: \(error.reason).", target)
            return nil
        }
    }

    /// The text behind `^`, if the rest of the pattern is nothing but text.
    static func prefix(_ source: String) -> [UInt8]? {
        let rest = source.utf8.dropFirst()
        guard source.utf8.first == UInt8(ascii: "^") else { return nil }
        let isPlain = rest.allSatisfy { byte in
            byte >= 0x80 || Byte.space == byte
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || "-_/:,;@#%&=!~'\"<>".utf8.contains(byte)
        }
        return isPlain ? Array(rest) : nil
    }

    // MARK: Tables

    mutating func store(_ name: [UInt8]) -> (start: Int32, count: Int32) {
        let start = Int32(bytes.count)
        bytes += name
        return (start, Int32(name.count))
    }

    mutating func list(_ schemas: [Int32]) -> (start: Int32, count: Int32) {
        let start = Int32(lists.count)
        lists += schemas
        return (start, Int32(schemas.count))
    }
}
