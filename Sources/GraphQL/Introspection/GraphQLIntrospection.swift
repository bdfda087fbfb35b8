import JSONPath
import NetEngine

/// The queries that ask a server for its schema (section 4).
package enum GraphQLIntrospection {
    /// What the introspection of a server knows beyond the oldest one (June 2018 without repeatable directives).
    package struct Features: Sendable, Hashable {
        package var schemaDescription = false
        package var specifiedByURL = false
        package var isOneOf = false
        package var isRepeatable = false
        /// `isDeprecated` of arguments and input fields.
        package var inputDeprecation = false
        /// `includeDeprecated` of `__Field.args`, `__Type.inputFields` and `__Directive.args`.
        package var deprecatedArguments = false
        package var deprecatedInputFields = false
        package var deprecatedDirectiveArguments = false

        package init() {}

        /// All of September 2025.
        package static let all: Features = {
            var features = Features()
            features.schemaDescription = true
            features.specifiedByURL = true
            features.isOneOf = true
            features.isRepeatable = true
            features.inputDeprecation = true
            features.deprecatedArguments = true
            features.deprecatedInputFields = true
            features.deprecatedDirectiveArguments = true
            return features
        }()

        /// Reads the response to `probe`; what it does not say is false.
        package init(probe tree: JSONTree) {
            guard let data = tree.member(Array("data".utf8), of: 0) as Int? else { return }
            let schema = Self.fields(tree, data, "schema")
            let type = Self.fields(tree, data, "type")
            let field = Self.fields(tree, data, "field")
            let input = Self.fields(tree, data, "inputValue")
            let directive = Self.fields(tree, data, "directive")
            schemaDescription = schema["description"] != nil
            specifiedByURL = type["specifiedByURL"] != nil
            isOneOf = type["isOneOf"] != nil
            isRepeatable = directive["isRepeatable"] != nil
            inputDeprecation = input["isDeprecated"] != nil && input["deprecationReason"] != nil
            deprecatedArguments = inputDeprecation && field["args"]?.contains("includeDeprecated") == true
            deprecatedInputFields = inputDeprecation && type["inputFields"]?.contains("includeDeprecated") == true
            deprecatedDirectiveArguments = inputDeprecation && directive["args"]?.contains("includeDeprecated") == true
        }

        /// The fields of a type, each with the names of its arguments.
        private static func fields(_ tree: JSONTree, _ data: Int, _ alias: String) -> [String: Set<String>] {
            var result: [String: Set<String>] = [:]
            guard let type = tree.member(Array(alias.utf8), of: data) as Int? else { return [:] }
            for field in tree.elements("fields", of: type) {
                guard let name = tree.text("name", of: field) else { continue }
                result[name] = Set(tree.elements("args", of: field).compactMap { tree.text("name", of: $0) })
            }
            return result
        }
    }

    /// Asks what the server's introspection knows. Every server of any edition can execute it.
    package static let probe = """
        query IntrospectionProbe {
          schema: __type(name: "__Schema") { fields { name args { name } } }
          type: __type(name: "__Type") { fields { name args { name } } }
          field: __type(name: "__Field") { fields { name args { name } } }
          inputValue: __type(name: "__InputValue") { fields { name args { name } } }
          directive: __type(name: "__Directive") { fields { name args { name } } }
        }
        """

    /// For servers that refuse the probe or the query made from it.
    package static let fallback = query(Features())

    /// Asks for everything that is known with these features. Lists and `!` are followed nine levels deep.
    package static func query(_ features: Features) -> String {
        let arguments = features.deprecatedArguments ? "(includeDeprecated: true)" : ""
        let inputFields = features.deprecatedInputFields ? "(includeDeprecated: true)" : ""
        let directiveArguments = features.deprecatedDirectiveArguments ? "(includeDeprecated: true)" : ""
        var type = "kind name"
        for _ in 0..<9 { type = "kind name ofType { \(type) }" }
        return """
            query IntrospectionQuery {
              __schema {
                \(features.schemaDescription ? "description " : "")queryType { name } mutationType { name } subscriptionType { name }
                types { ...FullType }
                directives { name description\(features.isRepeatable ? " isRepeatable" : "") locations args\(directiveArguments) { ...Input } }
              }
            }
            fragment FullType on __Type {
              kind name description\(features.specifiedByURL ? " specifiedByURL" : "")\(features.isOneOf ? " isOneOf" : "")
              fields(includeDeprecated: true) {
                name description args\(arguments) { ...Input } type { ...TypeRef } isDeprecated deprecationReason
              }
              inputFields\(inputFields) { ...Input }
              interfaces { ...TypeRef }
              enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
              possibleTypes { ...TypeRef }
            }
            fragment Input on __InputValue {
              name description type { ...TypeRef } defaultValue\(features.inputDeprecation ? " isDeprecated deprecationReason" : "")
            }
            fragment TypeRef on __Type { \(type) }
            """
    }
}
