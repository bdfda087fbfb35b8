import JSONPath
import Pattern

/// A compiled schema with all schemas that it refers to: flat tables that name one another by index. -1 is "none".
struct SchemaProgram: Sendable {
    /// The index of the schema that accepts everything.
    static let acceptAll: Int32 = 0

    var entry: Int32 = 0
    let codes: FlatArray<SchemaCode>
    /// The codes that do not depend on the way that leads to them, by document and node.
    let parts: FlatArray<Int32>
    let instructions: FlatArray<SchemaInstruction>
    let lists: FlatArray<Int32>
    let objects: FlatArray<ObjectCode>
    let arrays: FlatArray<ArrayCode>
    let strings: FlatArray<StringCode>
    let numbers: FlatArray<NumberCode>
    let slots: FlatArray<NameSlot>
    let bytes: FlatArray<UInt8>
    let rules: FlatArray<PatternRule>
    let dependencies: FlatArray<NameDependency>
    let bounds: [JSONNumber]
    let values: [ValueTable]
    let patterns: [SchemaPattern]
    let discriminators: [Discriminator]
    let notices: [SchemaNotice]
    /// Whether there is anything of which a value can be warned.
    let hasWarnings: Bool
}

/// What a value is, one bit each, so that a `type` is a mask.
enum TypeBit {
    static let null: UInt8 = 1
    static let bool: UInt8 = 2
    static let object: UInt8 = 4
    static let array: UInt8 = 8
    static let string: UInt8 = 16
    /// Numbers with a fraction.
    static let fraction: UInt8 = 32
    static let integer: UInt8 = 64
    static let all: UInt8 = 127
}

/// One schema.
struct SchemaCode: BitwiseCopyable, Sendable {
    var types = TypeBit.all
    /// Accepts null whatever else it says: `nullable` in OpenAPI 3.0.
    var acceptsNull = false
    /// Written `true` or `false`.
    var isBoolean = false
    /// Contains something that could not be checked, here or in what it refers to.
    var isUncertain = false
    /// More than one way leads here, so that a value may be looked at twice.
    var isShared = false
    /// Keywords of this schema itself that are not checked.
    var unchecked: Unchecked = []
    var object: Int32 = -1
    var array: Int32 = -1
    var string: Int32 = -1
    var number: Int32 = -1
    var first: Int32 = 0
    var count: Int32 = 0
    var document: Int32
    var node: Int32

    /// Each becomes a warning where it would have been checked.
    struct Unchecked: OptionSet, BitwiseCopyable, Hashable, Sendable {
        let rawValue: UInt8
        static let pattern = Unchecked(rawValue: 1)
        static let patternProperties = Unchecked(rawValue: 2)
        static let multipleOf = Unchecked(rawValue: 4)
        static let reference = Unchecked(rawValue: 8)
    }

    var isTrivial: Bool { object < 0 && array < 0 && count == 0 }
}

/// A keyword that applies whatever the value is. `start` and `count` are a part of `lists`.
struct SchemaInstruction: BitwiseCopyable, Sendable {
    enum Operation: UInt8, BitwiseCopyable, Sendable {
        /// `extra` is an index of `values`.
        case enumeration, constant
        case reference, dynamicReference, recursiveReference, allOf, anyOf, oneOf, not
        /// Three schemas; `then` and `else` may be -1.
        case condition
        /// `extra` is the first of as many `dependencies`.
        case dependentSchemas
        case unevaluatedProperties, unevaluatedItems
    }

    var operation: Operation
    var start: Int32 = 0
    var count: Int32 = 0
    var extra: Int32 = -1
}

struct ObjectCode: BitwiseCopyable, Sendable {
    /// A hash table in `slots`, of `mask + 1` places.
    var table: Int32 = 0
    var mask: Int32 = -1
    var additional: Int32 = -1
    var names: Int32 = -1
    /// A part of `rules`.
    var firstRule: Int32 = 0
    var ruleCount: Int32 = 0
    var hasUncheckedRules = false
    var requiredCount: Int32 = 0
    var least = 0
    var most = Int.max
    /// A part of `dependencies`, of names that bring other names with them.
    var firstDependency: Int32 = 0
    var dependencyCount: Int32 = 0
}

/// A name that a schema knows.
struct NameSlot: BitwiseCopyable, Sendable {
    var hash: UInt32 = 0
    /// The name's bytes; -1 for a free place.
    var start: Int32 = -1
    var count: Int32 = 0
    /// -1 if it is required only.
    var schema: Int32 = -1
    var required: Int32 = -1
    /// Should not be there in the chosen direction.
    var isUnwanted = false
}

/// A pattern of names and the schema of their values.
struct PatternRule: BitwiseCopyable, Sendable {
    var pattern: Int32
    var schema: Int32
}

/// If a name is there, another one must be, or a schema must hold.
struct NameDependency: BitwiseCopyable, Sendable {
    var start: Int32
    var count: Int32
    var otherStart: Int32 = 0
    var otherCount: Int32 = 0
}

struct ArrayCode: BitwiseCopyable, Sendable {
    /// A part of `lists`.
    var firstPrefix: Int32 = 0
    var prefixCount: Int32 = 0
    var items: Int32 = -1
    var contains: Int32 = -1
    var leastContained = 1
    var mostContained = Int.max
    /// Whether items that match `contains` count as evaluated.
    var containsEvaluates = true
    var least = 0
    var most = Int.max
    var isUnique = false
}

struct StringCode: BitwiseCopyable, Sendable {
    /// In Unicode scalars.
    var least = 0
    var most = Int.max
    var pattern: Int32 = -1
    var format: Int32 = -1
    var assertsFormat = false
}

struct NumberCode: BitwiseCopyable, Sendable {
    /// Indexes of `bounds`.
    var minimum: Int32 = -1
    var exclusiveMinimum: Int32 = -1
    var maximum: Int32 = -1
    var exclusiveMaximum: Int32 = -1
    var multiple: Int32 = -1
    var format: Int32 = -1
    var assertsFormat = false
    /// The same bounds, if all are short integers.
    var areIntegers = true
    var low = Int.min
    var lowExclusive = Int.min
    var high = Int.max
    var highExclusive = Int.max
    /// 0 for none.
    var multipleInteger = 0
}

/// A pattern and how it is matched.
struct SchemaPattern: Sendable {
    var source: String
    /// The text that must be at the beginning, if that is all the pattern says.
    var prefix: [UInt8]?
    /// nil for one that could not be compiled.
    var pattern: Pattern?
}

/// The values of an `enum` or `const`.
struct ValueTable: Sendable {
    /// Kinds of the values, so that others need no look.
    var types: UInt8 = 0
    /// A hash table in `slots` of the strings.
    var table: Int32 = 0
    var mask: Int32 = -1
    var numbers: Set<JSONNumber> = []
    var hasTrue = false
    var hasFalse = false
    /// Nodes of arrays and objects in the schema's document.
    var containers: [Int32] = []
    /// The nodes of the largest of them, with all members of the same name.
    var maxNodes = 0
}

/// Which branch of `anyOf` or `oneOf` the value of a member names. Used in explanations only.
struct Discriminator: Sendable {
    var property: [UInt8]
    /// Indexes of the branches by the member's value.
    var branches: [[UInt8]: Int]
}
