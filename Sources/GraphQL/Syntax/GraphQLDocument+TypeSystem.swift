extension GraphQLDocument {
    /// `schema { … }` or `extend schema { … }` (section 3.3).
    package struct SchemaDefinition: Sendable, Hashable {
        package var isExtension: Bool
        package var description: String?
        package var directives: [Directive]
        package var roots: [Root]
        package var range: Range<Int>

        package struct Root: Sendable, Hashable {
            package var kind: OperationKind
            package var type: Name
        }
    }

    package enum TypeKind: String, Sendable, Hashable, CaseIterable {
        case scalar = "SCALAR"
        case object = "OBJECT"
        case interface = "INTERFACE"
        case union = "UNION"
        case enumeration = "ENUM"
        case inputObject = "INPUT_OBJECT"

        /// The keyword that defines such a type.
        package var keyword: String {
            switch self {
            case .scalar: "scalar"
            case .object: "type"
            case .interface: "interface"
            case .union: "union"
            case .enumeration: "enum"
            case .inputObject: "input"
            }
        }
    }

    /// The definition or extension of a type. Only the parts of its kind are filled.
    package struct TypeDefinition: Sendable, Hashable {
        package var kind: TypeKind
        package var isExtension: Bool
        package var description: String?
        package var name: Name
        package var interfaces: [Name] = []
        package var directives: [Directive] = []
        package var fields: [FieldDefinition] = []
        /// Members of a union.
        package var members: [Name] = []
        package var values: [EnumValueDefinition] = []
        package var inputFields: [InputValueDefinition] = []
        package var range: Range<Int>
    }

    package struct FieldDefinition: Sendable, Hashable {
        package var description: String?
        package var name: Name
        package var arguments: [InputValueDefinition]
        package var type: TypeNode
        package var directives: [Directive]
        package var range: Range<Int>
    }

    package struct InputValueDefinition: Sendable, Hashable {
        package var description: String?
        package var name: Name
        package var type: TypeNode
        package var defaultValue: Value?
        package var directives: [Directive]
        package var range: Range<Int>
    }

    package struct EnumValueDefinition: Sendable, Hashable {
        package var description: String?
        package var name: Name
        package var directives: [Directive]
        package var range: Range<Int>
    }

    package struct DirectiveDefinition: Sendable, Hashable {
        package var description: String?
        package var name: Name
        package var arguments: [InputValueDefinition]
        package var isRepeatable: Bool
        package var locations: [Name]
        package var range: Range<Int>
    }
}
