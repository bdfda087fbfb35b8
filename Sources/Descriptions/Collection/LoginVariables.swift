import OpenAPI

/// The variables that security schemes take their secrets from, by the names of the schemes.
struct LoginVariables: Sendable {
    struct Names: Sendable {
        /// The token, key, or name of the login.
        var token: String
        var user: String
        var password: String
        var clientID: String
        var clientSecret: String
    }

    private(set) var names: [String: Names] = [:]
    /// In the order of the description.
    private(set) var schemes: [String] = []

    init(_ description: Description, _ given: inout DialectName) {
        let root = description.documents.root
        let list =
            description.version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        for (name, _) in list?.members ?? [] where names[name] == nil {
            schemes.append(name)
            let token = given.unique(DialectName.valid(name, else: "key"))
            names[name] = Names(
                token: token, user: given.unique(token + "_user"), password: given.unique(token + "_password"),
                clientID: given.unique(token + "_client_id"), clientSecret: given.unique(token + "_client_secret"))
        }
    }
}
