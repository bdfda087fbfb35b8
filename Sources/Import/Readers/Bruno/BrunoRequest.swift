/// A request of Bruno, whether it was written in the language Bru or as YAML.
struct BrunoRequest {
    var name = ""
    var tags: [String] = []
    var method = "GET"
    var url = ""
    var query: [ImportedRow] = []
    var path: [ImportedRow] = []
    var headers: [ImportedRow] = []
    var body = ImportedBody.none
    var login = BrunoLogin.inherited
    /// `vars:pre-request`
    var variables: [ImportedRow] = []
    /// `vars:post-response`
    var captures: [ImportedRow] = []
    var assertions: [ImportedRow] = []
    var scripts: [ImportedScript] = []
    var docs: String?
    var options = ImportedOptions()
    var responses: [ImportedResponse] = []
    var place: ImportPlace
}

/// What a collection or a folder says for its requests.
struct BrunoDefaults {
    var name: String?
    var order: Int?
    var headers: [ImportedRow] = []
    var login = BrunoLogin.inherited
    var variables: [ImportedRow] = []
    var captures: [ImportedRow] = []
    var scripts: [ImportedScript] = []
    var docs: String?
    var place: ImportPlace?
}

/// A login as its mode and the values by the names that Bru has for them.
enum BrunoLogin {
    /// A parameter that is added to a request of an OAuth 2 login.
    struct Parameter {
        /// By the names that Bru has for them.
        enum Request: String, CaseIterable {
            case authorization = "auth_req"
            case token = "access_token_req"
            case refresh = "refresh_token_req"
        }

        var request: Request
        var place: ImportedOAuth2.ParameterPlace
        var row: ImportedRow
    }

    case inherited
    case none
    case mode(String, [String: String], [Parameter] = [])
}
