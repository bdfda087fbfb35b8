/// What every schema has: five scalars, five directives and the types of introspection (sections 3.5, 3.13 and 4).
enum GraphQLBuiltIns {
    static let scalarNames: Set<String> = ["Int", "Float", "String", "Boolean", "ID"]
    static let directiveNames: Set<String> = ["skip", "include", "deprecated", "specifiedBy", "oneOf"]

    static let types: [GraphQLType] = builder.finishedTypes
    static let typeNames = Set(types.map(\.name))
    static let directives: [GraphQLDirective] = builder.directives

    static let typename = GraphQLField(
        name: "__typename", description: "The name of the object's type.",
        type: GraphQLTypeReference(written: "String!") ?? GraphQLTypeReference("String"))

    /// Further fields of the query type.
    static let queryFields = [
        GraphQLField(
            name: "__schema", description: "The types and directives of the service.",
            type: GraphQLTypeReference(written: "__Schema!") ?? GraphQLTypeReference("__Schema")),
        GraphQLField(
            name: "__type", description: "One type of the service.",
            arguments: [
                GraphQLInputValue(
                    name: "name", type: GraphQLTypeReference(written: "String!") ?? GraphQLTypeReference("String"))
            ],
            type: GraphQLTypeReference("__Type")),
    ]

    private static let builder: GraphQLSchemaBuilder = {
        var builder = GraphQLSchemaBuilder()
        builder.add([GraphQLDocument.parse(Array(text.utf8))], isBuiltIn: true)
        return builder
    }()

    static let text = """
        "An integer between -2,147,483,648 and 2,147,483,647."
        scalar Int
        "A number with a fraction, of double precision."
        scalar Float
        "Text."
        scalar String
        "`true` or `false`."
        scalar Boolean
        "An identifier: a string, or an integer in requests."
        scalar ID
        "Leaves out the field or fragment if true."
        directive @skip("Skipped if true." if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
        "Leaves out the field or fragment unless true."
        directive @include("Included if true." if: Boolean!) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT
        "Marks what should no longer be used."
        directive @deprecated("Why, and what to use instead." reason: String! = "No longer supported") on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
        "Names the specification of a scalar."
        directive @specifiedBy("The address of the specification." url: String!) on SCALAR
        "Exactly one field of the input object is given."
        directive @oneOf on INPUT_OBJECT
        type __Schema {
          description: String
          types: [__Type!]!
          queryType: __Type!
          mutationType: __Type
          subscriptionType: __Type
          directives: [__Directive!]!
        }
        type __Type {
          kind: __TypeKind!
          name: String
          description: String
          specifiedByURL: String
          fields(includeDeprecated: Boolean! = false): [__Field!]
          interfaces: [__Type!]
          possibleTypes: [__Type!]
          enumValues(includeDeprecated: Boolean! = false): [__EnumValue!]
          inputFields(includeDeprecated: Boolean! = false): [__InputValue!]
          ofType: __Type
          isOneOf: Boolean
        }
        enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
        type __Field {
          name: String!
          description: String
          args(includeDeprecated: Boolean! = false): [__InputValue!]!
          type: __Type!
          isDeprecated: Boolean!
          deprecationReason: String
        }
        type __InputValue {
          name: String!
          description: String
          type: __Type!
          defaultValue: String
          isDeprecated: Boolean!
          deprecationReason: String
        }
        type __EnumValue {
          name: String!
          description: String
          isDeprecated: Boolean!
          deprecationReason: String
        }
        type __Directive {
          name: String!
          description: String
          isRepeatable: Boolean!
          locations: [__DirectiveLocation!]!
          args(includeDeprecated: Boolean! = false): [__InputValue!]!
        }
        enum __DirectiveLocation {
          QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT VARIABLE_DEFINITION
          SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM ENUM_VALUE INPUT_OBJECT
          INPUT_FIELD_DEFINITION
        }
        """
}
